"""What was erased is nowhere in the database's file or log, also where somebody was reading meanwhile."""

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import enumerate as running_threads

import pytest
from django.db import connection

from tests.factories import draw_next_round, entry_of, make_director, make_tournament
from tournament.actions.persons import forget_person
from tournament.actions.players import NewPlayer, change_entry
from tournament.machine.old_copies import THREAD
from tournament.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "Annegret Zwirbeldorn"


def holding_the_name():
    """The files of the database in whose bytes the name stands."""
    file = Path(connection.settings_dict["NAME"])
    files = [Path(f"{file}{end}") for end in ("", "-wal", "-journal")]
    return [one.name.removeprefix(file.name) for one in files if one.exists() and NAME.encode() in one.read_bytes()]


@pytest.fixture
def evening():
    """Somebody whose name has been written, moved and copied into the journal."""
    made = make_tournament(players=[NewPlayer(name) for name in ("Bo", "Cem", "Dan", NAME)])
    change_entry(entry_of(made, 4), by=make_director(), name=f"{NAME} II", club="Ulm")
    draw_next_round(made)
    return made


def test_an_erased_name_is_neither_in_the_file_nor_in_the_log(evening):
    before = holding_the_name()

    forget_person(entry_of(evening, 4), by=make_director())

    assert (before != [], holding_the_name()) == (True, [])


def test_what_earlier_versions_left_in_the_file_goes_with_it(evening):
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as earlier:
        earlier.execute("PRAGMA secure_delete=OFF")
        earlier.execute("CREATE TABLE left_over AS SELECT * FROM tournament_entry")
        earlier.execute("DROP TABLE left_over")

    forget_person(entry_of(evening, 4), by=make_director())

    assert holding_the_name() == []


@pytest.mark.costly
def test_a_reader_who_is_in_the_way_is_waited_for(evening):
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM tournament_entry").fetchone()
        forget_person(entry_of(evening, 4), by=make_director())
        while_read = holding_the_name()
        reader.execute("COMMIT")
        waiting = [thread for thread in running_threads() if thread.name == THREAD]
        for thread in waiting:
            thread.join(60)

    assert (while_read != [], len(waiting), holding_the_name()) == (True, 1, [])
    assert Tournament.objects.count() == 1
