"""Who somebody on a list is in the register of the club."""

from datetime import date

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament
from tournament.actions.journal import history, redo, undo
from tournament.actions.persons import forget_person
from tournament.actions.players import NewPlayer, add_entries, change_entry, remove_entry
from tournament.actions.tournaments import delete_tournament
from tournament.engine.refusals import Refused
from tournament.models import Entry, Person

pytestmark = pytest.mark.django_db


def evening(day, *players, **fields):
    """A tournament of January with these players, each written as "name" or "name; club"."""
    seen = []
    for player in players:
        name, _separator, club = player.partition("; ")
        seen.append(NewPlayer(name, club, sum(other.name == name for other in seen)))
    return make_tournament(players=seen, date=date(2026, 1, day), language="en", **fields)


def person(tournament, number=1):
    return entry_of(tournament, number).person


def rename(tournament, name, number=1, **details):
    change_entry(entry_of(tournament, number), by=make_director(), name=name, **details)


def undo_last(tournament):
    undo(history(tournament).undoable, by=make_director())


def redo_last(tournament):
    redo(history(tournament).redoable, by=make_director())


@pytest.mark.parametrize("typed", ["Zoë Keller", "ZOË  keller", "Zoe\u0308 Keller"])
def test_the_same_name_is_the_same_person_however_it_is_written(typed):
    assert person(evening(1, "Zoë Keller")) == person(evening(2, typed))


@pytest.mark.parametrize("typed", ["Zoe Keller", "Zoë", "Zoë Kellner"])
def test_another_name_is_somebody_else(typed):
    assert person(evening(1, "Zoë Keller")) != person(evening(2, typed))


def test_two_of_a_name_in_one_tournament_are_two_and_found_again_by_their_clubs():
    first, second = evening(1, "Hans; Ulm", "Hans; Wien"), evening(2, "Hans; Wien", "Hans; Ulm")

    assert person(first, 1) != person(first, 2)
    assert [person(second, 1), person(second, 2)] == [person(first, 2), person(first, 1)]


def test_without_a_club_the_one_known_first_is_meant():
    known, now = evening(1, "Hans; Ulm", "Hans; Wien"), evening(2, "Hans")

    assert person(now) == person(known, 1)


def test_an_equal_name_of_somebody_else_is_told_apart():
    known, now = evening(1, "Hans"), evening(2)
    add_entries(now, by=make_director(), players=[NewPlayer("Hans", is_somebody_else=True)])

    assert person(now) != person(known)


def test_whoever_was_chosen_is_meant_whatever_the_name():
    known, now = evening(1, "Hans; Ulm", "Hans; Wien"), evening(2)
    add_entries(now, by=make_director(), players=[NewPlayer("Hansi", person=person(known, 2).pk)])

    assert person(now) == person(known, 2)


def test_nobody_is_on_one_list_twice():
    known, now = evening(1, "Hans"), evening(2, "Hans")

    with pytest.raises(Refused, match="name_taken"):
        add_entries(now, by=make_director(), players=[NewPlayer("Jo", person=person(known).pk)])


def test_practice_makes_nobody_known():
    rehearsal = evening(1, "Zoë", is_practice=True)
    rename(rehearsal, "Anna")

    assert (person(rehearsal), Person.objects.count()) == (None, 0)


def test_who_plays_nowhere_else_is_called_otherwise_and_undo_brings_the_name_back():
    tournament = evening(1, "Zoe")
    before = person(tournament)

    rename(tournament, "Zoë Keller")
    renamed = person(tournament).pk, person(tournament).name, person(tournament).key
    undo_last(tournament)

    assert renamed == (before.pk, "Zoë Keller", "zoë keller")
    assert (person(tournament).pk, person(tournament).name, person(tournament).key) == (before.pk, "Zoe", "zoe")


def test_a_name_that_is_known_is_whose_it_is_and_undo_gives_it_back():
    known, tournament = evening(1, "Zoë", "Ida"), evening(2, "Ida")

    rename(tournament, "Zoë")
    renamed = person(tournament)
    undo_last(tournament)

    assert (renamed, person(tournament)) == (person(known, 1), person(known, 2))


def test_a_new_name_for_one_who_has_played_before_is_somebody_new():
    known, tournament = evening(1, "Ida"), evening(2, "Ida")

    rename(tournament, "Ida B.")

    assert person(tournament) != person(known)
    assert (person(known).name, person(tournament).name) == ("Ida", "Ida B.")


def test_a_player_is_renamed_to_a_known_name_as_somebody_else():
    known, tournament = evening(1, "Zoë", "Ida"), evening(2, "Ida")

    rename(tournament, "Zoë", is_somebody_else=True)

    assert person(tournament) not in (person(known, 1), person(known, 2))
    assert person(tournament).name == "Zoë"


def test_whoever_was_entered_by_mistake_leaves_the_register_with_undo_and_comes_back():
    tournament = evening(1)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    undo_last(tournament)
    undone = Person.objects.count()
    redo_last(tournament)

    assert (undone, person(tournament).name) == (0, "Zoë")


def test_undo_leaves_whoever_plays_elsewhere_by_now():
    tournament = evening(1)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    other = evening(2, "Zoë")

    undo_last(tournament)
    redo_last(tournament)

    assert person(tournament) == person(other)


def test_what_undo_brings_back_finds_its_person_anew_where_that_one_is_gone():
    tournament, other = evening(1, "Zoë", "Ida"), evening(2, "Zoë")
    remove_entry(entry_of(tournament, 1), by=make_director())
    delete_tournament(other, by=make_director(), confirmed=other.name)
    gone = not Person.objects.filter(name="Zoë").exists()

    undo_last(tournament)

    assert (gone, person(tournament).name) == (True, "Zoë")


def test_with_a_tournament_goes_who_played_in_no_other():
    tournament, other = evening(1, "Zoë", "Ida"), evening(2, "Ida")
    draw_next_round(tournament)

    delete_tournament(tournament, by=make_director(), confirmed=tournament.name)

    assert [one.name for one in Person.objects.all()] == ["Ida"]
    assert person(other).name == "Ida"


def test_who_is_forgotten_in_one_tournament_is_nobody_there_and_stays_in_the_others():
    first, second = evening(1, "Zoë"), evening(2, "Zoë")

    forget_person(entry_of(first, 1), by=make_director())

    assert (person(first).name, person(second).name) == ("", "Zoë")


def test_who_is_forgotten_in_all_tournaments_has_no_name_but_one_history():
    first, second = evening(1, "Zoë"), evening(2, "Zoë")
    every = list(Entry.objects.all())

    for entry in every:
        forget_person(entry, by=make_director(), together=every)

    assert person(first) == person(second)
    assert list(Person.objects.values_list("name", "key")) == [("", "")]
