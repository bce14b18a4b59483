"""Lists the tests that run on one kind of database only; all others with a database pass on SQLite and on PostgreSQL.

`make test` runs on SQLite, `make test-postgresql-all` on PostgreSQL, there without tests that do not touch the database
and without those of what pages, papers and files show: their rows are read in `tests/queries` and changed in
`tests/actions`. That each page can be read, and takes whatever a form may hold, is tested on both.
"""

import os

import pytest

IS_POSTGRESQL = bool(os.environ.get("TEST_DATABASE_URL"))
IN_THE_BROWSER = ("tests/browser/", "tests/webkit/")
THE_EVENINGS = ("tests/browser/test_evening.py", "tests/browser/test_two_processes.py")
SHOWN = ("exports", "forms", "pages", "paper", "publishing", "views")
# Tests of every address with whatever is sent to it, and of what bypasses `queries` and `actions`: accounts and locks.
ASKED_OF_BOTH = (
    "accounts",
    "every_address",
    "failures_on_postgresql",
    "accounts_first_steps",
    "fuzzed_forms",
    "accounts_invitations",
    "passwords",
)
# Fixtures with which a test commits what it stores, as the program does.
COMMITTED = frozenset({"transactional_db", "live_server"})
DATABASE = COMMITTED | {"db"}

# The reason by file or by test.
ONLY_ON_SQLITE = {
    "tests/commands/test_survival.py::test_the_database_answers_once_an_entry_is_on_the_disk": "how a file is written",
    "tests/faults/test_full_disk.py::"
    "test_an_entry_that_finds_no_space_is_refused_wholly_and_taken_once_there_is_space": "fills the disk of a file",
    "tests/machine/test_old_copies.py": "looks into the bytes of a file",
    "tests/snapshots/test_reading.py": "looks into the copy of a file",
    "tests/snapshots/test_taking.py": "copies a file",
    "tests/views/test_fuzzed_forms.py::"
    "test_a_damaged_backup_is_read_or_refused_and_nothing_is_changed": "damages the copy of a file",
}
# How an address is requested and what a page says depend on no database. Tested on both is that every page can be read
# and changes nothing, and that nonsense, too much and unknown addresses are refused. On PostgreSQL every role requests
# every address and everything is sent everywhere, on SQLite only edge cases of that.
ONLY_ON_SQLITE |= {
    f"tests/views/test_every_address.py::{test}": "asks every address once more, which hangs on no database"
    for test in (
        "test_a_helper_is_shown_nothing_they_may_not_use",
        "test_a_guest_is_asked_to_log_in",
        "test_a_form_from_another_page_is_refused",
        "test_nothing_at_all_is_answered_with_a_sentence_and_changes_nothing",
        "test_a_public_page_is_the_same_bytes_for_everybody_and_leaves_nothing_behind",
        "test_a_browser_that_has_the_current_public_page_is_sent_304",
        "test_a_name_that_is_markup_is_shown_as_it_is_written",
        "test_who_wishes_it_is_named_in_full_on_no_page_of_everyone_and_on_no_paper_that_lies_about",
        "test_no_page_believes_the_host_it_is_asked_for",
        "test_every_page_speaks_german_and_english",
    )
}
ONLY_ON_POSTGRESQL = {
    "tests/commands/test_move.py::test_a_laptop_moves_up_and_back_with_all_it_has": "moves there and back",
    "tests/snapshots/test_dumping.py": "pg_dump and pg_restore",
    "tests/browser/test_two_processes.py": "SQLite serves one process",
    "tests/machine/test_retries.py::"
    "test_of_two_entries_that_wait_for_each_other_both_are_stored_once": "locks single rows",
    "tests/faults/test_database_away.py": "a server that says nothing",
    "tests/views/test_failures_on_postgresql.py": "a server that is locked, protected or gone",
}

# For every change `make test-postgresql` runs a part of the tests: those that commit instead of rolling back, these,
# and those that `chosen_for_postgresql` adds for statements that they do not send.
OF_THE_DATABASE = {
    "tests/commands/test_move.py": "moves there and back",
    "tests/machine/test_outage.py": "a server that is away",
    "tests/machine/test_rates.py": "counts outside of transactions",
    "tests/actions/test_cash_numbering.py": "numbers in one run, behind locks",
    "tests/queries/test_persons_known_players.py": "names in the order of the language, letters large and small",
    "tests/views/test_every_address.py::"
    "test_what_is_not_in_the_tournament_is_not_found": "numbers that no column of whole numbers holds",
}
# The part need not send the statements that only these tests send.
BY_CHANCE = "sends other statements every time"
LEFT_TO_THE_FULL_RUN = {
    "tests/actions/test_random_sequences.py": BY_CHANCE,
    "tests/actions/test_cash_vouchers.py::"
    "test_after_any_sequence_the_vouchers_in_force_are_the_cash_and_none_has_changed": BY_CHANCE,
    "tests/actions/test_players_who_is_here.py::"
    "test_who_is_here_is_paired_and_who_is_not_is_not_in_200_random_steps": BY_CHANCE,
    "tests/archive/test_dump_and_restore.py::"
    "test_what_a_hundred_random_changes_leave_behind_comes_back_the_same": BY_CHANCE,
    "tests/browser/test_evening.py": "the pages of an evening",
    "tests/faults/test_eight_writers.py": "what eight enter at once, as in tests/actions/test_at_once.py",
    "tests/faults/test_full_disk.py": "a disk without a database",
    "tests/faults/test_hostile_guests.py": "what never gets as far as the database",
    "tests/faults/test_many_connections.py": "connections of phones",
    "tests/faults/test_sigkill.py": "kills a process, as tests/browser/test_two_processes.py does",
    "tests/management/test_moving.py::"
    "test_a_target_in_which_anything_is_stored_is_refused_and_left_as_it_is": "looks only at where it would move",
    "tests/views/test_every_address.py::"
    "test_every_role_gets_in_where_it_may_and_caches_keep_what_everybody_sees": "asks every page as everybody",
}


def wanted(item: pytest.Item) -> frozenset[str]:
    """The fixtures of a test; its marker is another way to ask for the database."""
    marker = item.get_closest_marker("django_db")
    marked = set() if marker is None else {"transactional_db" if marker.kwargs.get("transaction") else "db"}
    return frozenset(marked | set(item.fixturenames))


def runs_always(name: str, fixtures: frozenset[str]) -> bool:
    """Whether the test with this name and these fixtures is about something in which databases differ."""
    return bool(fixtures & COMMITTED) or _is_among(name, OF_THE_DATABASE)


def is_left_to_the_full_run(name: str) -> bool:
    """Whether the test with this name says too little about the database for a run of a minute."""
    return _is_among(name, LEFT_TO_THE_FULL_RUN)


def is_left_out(name: str, fixtures: frozenset[str]) -> bool:
    """Whether the test with this name and these fixtures does not belong on the database in use."""
    if not IS_POSTGRESQL:
        return _is_among(name, ONLY_ON_POSTGRESQL)
    if name.startswith(IN_THE_BROWSER):
        return not name.startswith(THE_EVENINGS)
    return not fixtures & DATABASE or _is_only_shown(name) or _is_among(name, ONLY_ON_SQLITE)


def _is_only_shown(name: str) -> bool:
    is_asked = name.startswith(tuple(f"tests/views/test_{file}.py::" for file in ASKED_OF_BOTH))
    return name.startswith(tuple(f"tests/{room}/" for room in SHOWN)) and not is_asked


def _is_among(name: str, names: dict[str, str]) -> bool:
    return any(name == one or name.startswith((f"{one}::", f"{one}[")) for one in names)


def said() -> list[str]:
    """The line about tests left out on this database, for the head of the report."""
    left_out = ONLY_ON_SQLITE if IS_POSTGRESQL else ONLY_ON_POSTGRESQL
    return [f"only on {'SQLite' if IS_POSTGRESQL else 'PostgreSQL'}: {name} ({why})" for name, why in left_out.items()]
