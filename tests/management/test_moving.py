"""Everything moved into another database."""

from contextlib import closing, contextmanager

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection, connections
from django.db.utils import ConnectionHandler
from django.utils import timezone

from tests.factories import entry_of, make_co_director, make_director, make_helper, make_tournament, only_club
from tournament.actions.journal import undo
from tournament.actions.players import NewPlayer, add_entries, remove_entry
from tournament.machine.databases import database_at
from tournament.management.moving import ROWS_AT_ONCE, MoveError, move, stored_models
from tournament.models import Club, Entry, JournalLine, Person
from tournament.snapshots.versions import bring_up_to_date

pytestmark = [pytest.mark.installation, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def target(tmp_path):
    """The address of a database that is not there yet."""
    return f"sqlite:///{tmp_path}/moved.sqlite3"


@contextmanager
def installation_at(url):
    """Let everything in this block happen in the database at this address."""
    here = connections["default"]
    connections["default"] = ConnectionHandler({"default": database_at(url)})["default"]
    try:
        with closing(connections["default"]):
            yield
    finally:
        connections["default"] = here


def everything():
    """All rows of all tables, but those that Django makes in every database."""
    return {
        model._meta.db_table: sorted(model._base_manager.values_list(), key=repr)
        for model in apps.get_models(include_auto_created=True)
    }


def test_every_row_comes_along_as_it_is(target):
    tournament = make_tournament(entries=6, played=2)
    make_helper(tournament)
    make_co_director(tournament)
    Session.objects.create(session_key="a" * 40, session_data="x", expire_date=timezone.now())
    Session.objects.create(session_key="B" * 40, session_data="x", expire_date=timezone.now())
    before = everything()

    tables, rows = move(target)

    with installation_at(target):
        assert everything() == before
    assert (rows, tables) == (sum(map(len, before.values())), len(before))


def test_tables_of_any_length_come_along_whole(target):
    """Rows are copied a thousand at a time: one less, just as many, one more, and several times as many."""
    club, end = only_club(), timezone.now()
    User.objects.bulk_create(User(username=f"director{number}") for number in range(ROWS_AT_ONCE - 1))
    Club.objects.bulk_create(Club(slug=f"club{number}", name=f"Club {number}") for number in range(ROWS_AT_ONCE - 1))
    Session.objects.bulk_create(Session(session_key=f"{key:040}", expire_date=end) for key in range(ROWS_AT_ONCE + 1))
    Person.objects.bulk_create(Person.called(f"Guest {number}", club) for number in range(2 * ROWS_AT_ONCE + 500))
    before = everything()

    move(target)

    with installation_at(target):
        assert everything() == before
    lengths = {len(rows) for rows in before.values()}
    assert {ROWS_AT_ONCE - 1, ROWS_AT_ONCE, ROWS_AT_ONCE + 1, 2 * ROWS_AT_ONCE + 500} <= lengths


def test_no_table_is_left_behind():
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))

    # What is counted of guests is not worth a move; the migrations are carried out anew.
    assert there - {model._meta.db_table for model in stored_models()} == {"django_migrations", "rates"}


def test_a_target_in_which_anything_is_stored_is_refused_and_left_as_it_is(target):
    make_tournament(entries=2)
    move(target)
    with installation_at(target):
        Entry.objects.update(name="Anna")

    with pytest.raises(MoveError) as refused:
        move(target)

    assert "tournament_entry" in str(refused.value)
    with installation_at(target):
        assert {entry.name for entry in Entry.objects.all()} == {"Anna"}


def test_a_key_that_was_given_out_once_is_given_out_to_nobody_else(target):
    tournament = make_tournament(entries=3)
    removed = entry_of(tournament, 3)
    remove_entry(entry_of(tournament, 3), by=make_director())
    removal = JournalLine.objects.latest("version")

    move(target)

    with installation_at(target):
        director = User.objects.get()
        (added,) = add_entries(tournament, by=director, players=[NewPlayer("Zoë")])
        for line in (JournalLine.objects.latest("version"), removal):
            undo(line, by=director)
        assert added.pk > removed.pk
        assert entry_of(tournament, 3).name == removed.name


def test_a_row_that_would_not_be_the_same_there_keeps_everything_from_being_moved(target):
    make_tournament(entries=3)
    with installation_at(target):
        bring_up_to_date(connection)
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE TRIGGER other AFTER INSERT ON tournament_entry WHEN NEW.number = 2 "
                "BEGIN UPDATE tournament_entry SET name = 'Other' WHERE id = NEW.id; END"
            )

    with pytest.raises(MoveError) as refused:
        move(target)

    assert "tournament_entry" in str(refused.value)
    with installation_at(target):
        assert Entry.objects.count() == 0
