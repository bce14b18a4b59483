"""A database in which the wish how to appear lies on each evening's entry."""

from datetime import date

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import make_tournament, only_club
from tournament.actions.players import NewPlayer
from tournament.models import Entry, JournalLine, Person, Tournament
from tournament.phrases.journal import journal_sentence

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("tournament", "0021_currency")]


@pytest.mark.costly
def test_what_somebody_wished_on_one_evening_holds_on_all_and_the_journal_of_the_club_says_so():
    players = [NewPlayer("Anna Keller"), NewPlayer("Anna Kant"), NewPlayer("Bo Kurz"), NewPlayer("Cem Ok")]
    days = [make_tournament(players=players, date=date(2026, 11, day)) for day in (1, 2, 3)]
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    old = executor.loader.project_state(BEFORE).apps.get_model("tournament", "Entry").objects
    for day, number, shown_as in ((0, 1, "Anna K."), (1, 2, "Anna K."), (0, 3, "Der Alte"), (1, 3, "Der Neue")):
        old.filter(tournament=days[day].pk, number=number).update(shown_as=shown_as)
    executor = MigrationExecutor(connection)

    executor.migrate(executor.loader.graph.leaf_nodes())

    assert sorted(Person.objects.values_list("name", "wish", "shown_as")) == [
        ("Anna Kant", "abbreviated", ""),
        ("Anna Keller", "abbreviated", ""),
        ("Bo Kurz", "abbreviated", "Der Neue"),
        ("Cem Ok", "full", ""),
    ]
    shown = [list(Entry.objects.filter(tournament=day).order_by("number")) for day in days]
    assert [[entry.display_name for entry in entries] for entries in shown] == [
        ["Anna K.", "Anna K. (2)", "Der Neue", "Cem Ok"],
        ["Anna K. (1)", "Anna K.", "Der Neue", "Cem Ok"],
        ["Anna K.", "Anna K. (2)", "Der Neue", "Cem Ok"],
    ]
    line = JournalLine.objects.get(club=only_club(), action="wishes_carried_over")
    assert "3" in journal_sentence(line.action, line.facts)


@pytest.mark.costly
def test_an_abbreviated_name_becomes_that_of_the_register_and_its_evening_steps_on():
    tournament = make_tournament(players=[NewPlayer("Weber Anna"), NewPlayer("Anna Wolf"), NewPlayer("Bo Kurz")])
    Person.objects.filter(name="Weber Anna").update(name="Anna Weber", wish="abbreviated")
    Person.objects.filter(name="Bo Kurz").update(wish="abbreviated")
    Entry.objects.filter(number=1).update(shown_as="Weber A.")
    Entry.objects.filter(number=3).update(shown_as="Bo K.")
    executor = MigrationExecutor(connection)
    executor.migrate([("tournament", "0029_clubs_have_notices")])
    executor = MigrationExecutor(connection)

    executor.migrate(executor.loader.graph.leaf_nodes())

    assert list(Entry.objects.order_by("number").values_list("shown_as", flat=True)) == ["Anna W.", "", "Bo K."]
    assert Tournament.objects.get().version == tournament.version + 1
