"""A few tests are chosen that send every statement, besides those about the database, which always run."""

import pytest
from django.contrib.auth.models import User
from django.db import connection

from tests.chosen_for_postgresql import Ran, chosen, folded, not_found, note, noted, shape
from tests.of_one_database import is_left_to_the_full_run, runs_always
from tournament.queries.accounts import account_names


def ran(name, seconds, sent, runs_always=False):
    return Ran(name, seconds, frozenset(sent), runs_always)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('DELETE FROM "a" WHERE "id" IN (%s)', 'DELETE FROM "a" WHERE "id" IN (%s, %s, %s)'),
        ('INSERT INTO "a" ("b", "c") VALUES (%s, %s)', 'INSERT INTO "a" ("b", "c") VALUES (%s, %s), (%s, %s)'),
        ("VALUES (%s, DEFAULT)", "VALUES (%s, DEFAULT), (%s, DEFAULT)"),
        ('SAVEPOINT "s1_x1"', 'SAVEPOINT "s2_x7"'),
        ('ROLLBACK TO SAVEPOINT "s1_x1"', 'ROLLBACK TO SAVEPOINT "s2_x7"'),
        ('WHERE ("a" = %s) LIMIT 1', 'WHERE ("a" = %s) LIMIT 21'),
        (
            'SET "a" = CASE WHEN ("id" = %s) THEN %s ELSE NULL END',
            'SET "a" = CASE WHEN ("id" = %s) THEN %s WHEN ("id" = %s) THEN %s ELSE NULL END',
        ),
    ],
)
def test_a_statement_is_the_same_for_any_number_of_values_and_rows(one, other):
    assert shape(one) == shape(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('INSERT INTO "a" ("b") VALUES (%s)', 'INSERT INTO "a" ("c") VALUES (%s)'),
        ('SELECT "b" FROM "a" ORDER BY "b" ASC', 'SELECT "b" FROM "a" ORDER BY "b" DESC'),
        ('SAVEPOINT "s1_x1"', 'RELEASE SAVEPOINT "s1_x1"'),
        ('SELECT "b" FROM "a"', 'SELECT "b" FROM "a" FOR UPDATE'),
    ],
)
def test_other_columns_orders_and_locks_are_other_statements(one, other):
    assert shape(one) != shape(other)


def test_every_statement_is_sent_by_the_tests_that_take_the_fewest_seconds():
    tests = [ran("slow", 9, "abc"), ran("quick", 1, "ab"), ran("quicker", 0.5, "c"), ran("vain", 0.1, "")]

    assert chosen(tests) == {"quick", "quicker"}


def test_what_always_runs_is_chosen_and_nothing_beside_it_for_what_it_sends():
    tests = [ran("locks", 9, "ab", runs_always=True), ran("quick", 0.1, "ab"), ran("other", 1, "bc")]

    assert chosen(tests) == {"locks", "other"}


def test_what_later_ones_send_as_well_is_not_chosen():
    tests = [ran("first", 3, "abcd"), ran("left", 2.5, "abx"), ran("right", 2.5, "cdy")]

    assert chosen(tests) == {"left", "right"}


def test_all_cases_are_listed_as_their_test_and_all_tests_as_their_file():
    every = {"a.py::one[1]", "a.py::one[2]", "a.py::two", "b.py::one[1]", "b.py::one[2]", "b.py::two", "c.py::one[x]"}

    listed = folded({"a.py::one[1]", "a.py::one[2]", "b.py::one[2]", "b.py::two", "c.py::one[x]"}, every)

    assert listed == ["a.py::one", "b.py::one[2]", "b.py::two", "c.py"]


@pytest.mark.costly
def test_a_name_without_a_test_or_a_case_is_told():
    here = "tests/test_chosen_for_postgresql.py::"
    there, gone = "test_other_columns_orders_and_locks_are_other_statements", "test_gone"

    said = not_found([f"{here}{there}[gone]", f"{here}{gone}"])

    assert [line.rpartition("::")[2] for line in said] == [there, gone]


@pytest.mark.parametrize(
    ("name", "fixtures", "always"),
    [
        ("tests/actions/test_cash_fees.py::test_x", {"db"}, False),
        ("tests/actions/test_cash_fees.py::test_x", {"db", "live_server"}, True),
        ("tests/actions/test_cash_fees.py::test_x", {"transactional_db"}, True),
        ("tests/machine/test_outage.py::test_x[a]", {"db"}, True),
    ],
)
def test_of_the_database_is_what_is_committed_and_what_is_named(name, fixtures, always):
    assert runs_always(name, frozenset(fixtures)) is always


def test_what_says_little_of_the_database_for_its_seconds_is_left_to_the_full_run():
    asked = ["tests/browser/test_evening.py::test_x[chromium]", "tests/browser/test_two_processes.py::test_x[chromium]"]

    assert [is_left_to_the_full_run(name) for name in asked] == [True, False]


@pytest.mark.django_db
def test_noted_is_what_the_program_sends_and_not_what_a_test_asks_itself():
    before = set(noted)

    with connection.execute_wrapper(note):
        User.objects.filter(username__in=["ada", "bob"], is_staff=True).exists()
        by_itself = noted - before
        account_names()

    assert (by_itself, len(noted - before)) == (set(), 1)
