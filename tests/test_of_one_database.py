"""The tests that are left out on one database exist under the names they are listed by."""

import pytest

from tests.of_one_database import ASKED_OF_BOTH, ONLY_ON_POSTGRESQL, ONLY_ON_SQLITE, SHOWN, is_left_out
from tests.source import PACKAGE


@pytest.mark.parametrize("name", [*ONLY_ON_SQLITE, *ONLY_ON_POSTGRESQL])
def test_what_is_left_out_is_there(name):
    file, _, function = name.partition("::")

    assert f"def {function}" in (PACKAGE.parent / file).read_text("utf-8")


@pytest.mark.parametrize("name", [*SHOWN, *(f"views/test_{file}.py" for file in ASKED_OF_BOTH)])
def test_what_is_shown_and_what_of_it_is_asked_of_both_is_there(name):
    assert (PACKAGE.parent / "tests" / name).exists()


def test_a_test_of_both_databases_is_left_out_nowhere():
    assert is_left_out("tests/actions/test_at_once.py::test_two_draws_give_one_round", frozenset({"db"})) is False
