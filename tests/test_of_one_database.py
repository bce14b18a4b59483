"""The tests that are left out or chosen for one database exist under the names they are listed by."""

import pytest

from tests.chosen_for_postgresql import ANEW, listed
from tests.of_one_database import (
    ASKED_OF_BOTH,
    LEFT_TO_THE_FULL_RUN,
    OF_THE_DATABASE,
    ONLY_ON_POSTGRESQL,
    ONLY_ON_SQLITE,
    SHOWN,
    is_left_out,
)
from tests.source import PACKAGE


def without_cases(names):
    return sorted({name.partition("[")[0] for name in names})


@pytest.mark.parametrize(
    "name", [*ONLY_ON_SQLITE, *ONLY_ON_POSTGRESQL, *OF_THE_DATABASE, *LEFT_TO_THE_FULL_RUN, *without_cases(listed())]
)
def test_what_is_left_out_or_listed_is_there(name):
    file, _, function = name.partition("::")
    source = PACKAGE.parent / file

    assert f"def {function}" in (source.read_text("utf-8") if source.exists() else ""), ANEW


@pytest.mark.parametrize("name", [*SHOWN, *(f"views/test_{file}.py" for file in ASKED_OF_BOTH)])
def test_what_is_shown_and_what_of_it_is_asked_of_both_is_there(name):
    assert (PACKAGE.parent / "tests" / name).exists()


def test_a_test_of_both_databases_is_left_out_nowhere():
    assert is_left_out("tests/actions/test_at_once.py::test_two_draws_give_one_round", frozenset({"db"})) is False
