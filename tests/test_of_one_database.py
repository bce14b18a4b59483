"""The tests that are left out on one database exist under the names they are listed by."""

import pytest

from tests.of_one_database import ONLY_ON_POSTGRESQL, ONLY_ON_SQLITE, is_left_out
from tests.source import PACKAGE


@pytest.mark.parametrize("name", [*ONLY_ON_SQLITE, *ONLY_ON_POSTGRESQL])
def test_what_is_left_out_is_there(name):
    file, _, function = name.partition("::")

    assert f"def {function}" in (PACKAGE.parent / file).read_text("utf-8")


def test_a_test_of_both_databases_is_left_out_nowhere():
    assert is_left_out("tests/actions/test_at_once.py::test_two_draws_give_one_round", frozenset({"db"})) is False
