"""How somebody wishes to appear is said once of the person, and holds on every evening."""

import pytest

from tests.actions.test_persons_merging import facts, merge, refused, split, turn
from tests.actions.test_persons_register import evening, person
from tests.factories import (
    draw_next_round,
    entry_of,
    make_director,
    make_member,
    make_stranger,
    make_tournament,
    only_club,
    stored_rows,
)
from tournament.actions.clubs import club_called
from tournament.actions.journal import history, redo, undo
from tournament.actions.permissions import Guest
from tournament.actions.persons import rename_person, set_appearance, set_wish
from tournament.actions.players import NewPlayer, add_entries
from tournament.actions.tournaments import close_tournament
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import read_club
from tournament.archive.club_restore import restore_club
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.models import Entry, JournalLine, Person, Tournament, Wish, Wished
from tournament.queries.clubs import with_edition
from tournament.queries.seasons import years_of

pytestmark = pytest.mark.django_db
ABBREVIATED, HIDDEN, FULL = Wished(Wish.ABBREVIATED), Wished(Wish.HIDDEN), Wished()


def wish(tournament, wished, number=1):
    set_wish(only_club(), by=make_member("ada"), person=person(tournament, number).real_id, wished=wished)


def shown(*tournaments):
    return [[entry.display_name for entry in one.entries.order_by("number")] for one in tournaments]


def in_season():
    club = with_edition(only_club())
    return sorted(name for name in years_of(club).names.values() if name)


@pytest.mark.parametrize(
    ("wished", "on_evenings", "in_season_"),
    [
        (ABBREVIATED, "Anna K.", "Anna K."),
        (Wished(Wish.ABBREVIATED, " Die  Gräfin "), "Die Gräfin", "Die Gräfin"),
        (HIDDEN, "Player 1", "…"),
        (FULL, "Anna Keller", "Anna Keller"),
    ],
)
def test_a_wish_holds_on_evenings_closed_running_and_to_come_and_in_the_season(wished, on_evenings, in_season_):
    closed, running = evening(1, "Anna Keller"), evening(2, "Anna Keller", "Bo")
    close_tournament(closed, by=make_director())
    draw_next_round(running)
    wish(running, HIDDEN)

    wish(running, wished)
    later = evening(3, "Anna Keller")

    assert shown(closed, running, later) == [[on_evenings], [on_evenings, "Bo"], [on_evenings]]
    assert in_season() == sorted(["Bo", in_season_])
    assert [entry.name for entry in Entry.objects.exclude(name="Bo")] == ["Anna Keller"] * 3


def test_the_club_and_each_evening_that_shows_another_name_step_on_and_no_other():
    played, other = evening(1, "Anna Keller"), evening(2, "Bo")
    before = {one.pk: one.version for one in Tournament.objects.all()}

    wish(played, ABBREVIATED)

    after = {one.pk: one.version for one in Tournament.objects.all()}
    assert (after[played.pk], after[other.pk]) == (before[played.pk] + 1, before[other.pk])
    assert JournalLine.objects.get(action="wish_set").facts == {
        "name": "Anna Keller",
        "wish": "abbreviated",
        "shown_as": "",
    }


def test_a_wish_is_undone_and_done_again_and_twice_means_once():
    first = evening(1, "Anna Keller", "Anna Kant")
    make_member("ada")
    wish(first, ABBREVIATED, 2)
    before = facts()

    wish(first, ABBREVIATED)
    after, rows = facts(), stored_rows()
    wish(first, ABBREVIATED)
    same = stored_rows()
    turn(undo, lambda done: done.undoable)
    undone = facts()
    turn(redo, lambda done: done.redoable)

    assert (same, undone, facts()) == (rows, before, after)
    assert shown(first) == [["Anna K. (1)", "Anna K."]]


def test_the_desk_and_the_player_set_the_wish_of_the_person_and_strangers_do_not():
    first, second = evening(1, "Anna Keller", "Bo"), evening(2, "Anna Keller")
    close_tournament(second, by=make_director())

    set_appearance(entry_of(first, 1), by=make_director(), wished=ABBREVIATED)
    by_desk = shown(second)
    anna = entry_of(second, 1)
    set_appearance(anna, by=Guest("Anna K.", anna), wished=HIDDEN)

    assert (by_desk, shown(first, second)) == ([["Anna K."]], [["Player 1", "Bo"], ["Player 1"]])
    assert refused(set_appearance, anna, by=Guest("Bo", entry_of(first, 2)), wished=FULL) == ("not_allowed", {})
    assert refused(set_appearance, anna, by=make_stranger(), wished=FULL) == ("not_allowed", {})
    for own_name, code in (("…", "name_unprintable"), ("An\u202ena", "name_turned")):
        wished = Wished(Wish.ABBREVIATED, own_name)
        assert refused(set_appearance, anna, by=make_director(), wished=wished) == (code, {})


def test_who_signs_up_hides_more_on_all_evenings_and_never_less():
    first = evening(1, "Anna Keller", "Bo Kurz")
    wish(first, HIDDEN, 2)
    players = [NewPlayer("Anna Keller", wished=ABBREVIATED), NewPlayer("Bo Kurz", wished=ABBREVIATED)]

    second = make_tournament(players=players)

    assert shown(first, second) == [["Anna K.", "Player 2"]] * 2


def test_what_brings_an_entry_back_brings_its_wish_back():
    first = evening(1, "Bo")
    add_entries(first, by=make_director(), players=[NewPlayer("Anna Keller", wished=HIDDEN)])
    undo(history(first).undoable, by=make_director())
    Person.objects.filter(entries=None).delete()

    redo(history(first).redoable, by=make_director())

    assert shown(first) == [["Bo", "Player 2"]]
    assert Person.objects.get(name="Anna Keller").wish == Wish.HIDDEN


def test_of_two_who_are_one_the_strictest_wish_holds_and_undo_gives_both_their_own():
    first, second = evening(1, "Zoe Keller"), evening(2, "Zoë Keller")
    wish(first, HIDDEN)

    merge(person(first), person(second))
    merged = shown(first, second)
    turn(undo, lambda done: done.undoable)

    assert (merged, shown(first, second)) == ([["Player 1"], ["Player 1"]], [["Player 1"], ["Zoë Keller"]])


def test_a_person_who_is_split_off_keeps_the_wish_how_to_appear():
    first, second = evening(1, "Anna Keller"), evening(2, "Anna Keller")
    wish(first, ABBREVIATED)

    split(person(first), entry_of(second, 1))
    wish(first, FULL)

    assert shown(first, second) == [["Anna Keller"], ["Anna K."]]


def test_an_archive_and_a_club_file_keep_the_wish_beside_the_full_name():
    first = evening(1, "Anna Keller", "Bo Kurz", "Cem Ok")
    wish(first, HIDDEN)
    wish(first, Wished(Wish.ABBREVIATED, "Der Kurze"), 2)
    archive, file = dump(first), dump_club(only_club())
    first.refresh_from_db()

    elsewhere = club_called("elsewhere")
    restored = restore(archive, by=None, club=elsewhere).tournament
    moved = club_called("moved")
    restore_club(read_club(file), moved, by=None)

    assert (dump(restored), dump_club(moved)) == (archive, file)
    assert [shown(one)[0] for one in (restored, moved.tournaments.get())] == [["Player 1", "Der Kurze", "Cem Ok"]] * 2


def test_an_archive_makes_a_known_person_hide_more_never_less_and_says_who():
    first = evening(1, "Anna Keller", "Bo Kurz")
    full = dump(first)
    wish(first, HIDDEN, 2)
    strict = dump(first)
    wish(first, FULL, 2)
    wish(first, ABBREVIATED)

    restored = restore(strict, by=None, club=only_club())
    again = restore(full, by=None, club=only_club())

    assert (restored.stricter, again.stricter) == (("Bo Kurz",), ())
    assert shown(first, restored.tournament, again.tournament) == [["Anna K.", "Player 2"]] * 3


@pytest.mark.parametrize("typed", ["Weber Anna", "Weber", "anna weber"])
def test_an_evening_abbreviates_the_name_of_the_register_however_it_was_typed_there(typed):
    first, second = evening(1, "Anna Weber", "Anna Wolf"), evening(2, typed, "Anna Wolf")
    if person(second) != person(first):
        merge(person(second), person(first))
    wish(first, ABBREVIATED)

    assert shown(first, second) == [["Anna W.", "Anna Wolf"]] * 2


def test_whom_the_register_calls_otherwise_appears_so_on_every_evening_until_that_is_undone():
    first = evening(1, "Weber")
    wish(first, ABBREVIATED)
    before = shown(first)
    rename_person(only_club(), by=make_member("ada"), person=person(first).pk, name="Anna Weber")
    renamed = shown(first)
    undo(history(only_club()).undoable, by=make_member("ada"))

    assert (before, renamed, shown(first)) == ([["Weber"]], [["Anna W."]], [["Weber"]])


def test_an_archive_and_a_club_file_bring_the_abbreviated_name_of_the_register_back():
    first, second = evening(1, "Anna Weber"), evening(2, "Weber Anna")
    merge(person(second), person(first))
    wish(first, ABBREVIATED)

    data = dump_club(only_club())
    restored = restore(dump(second), by=None).tournament
    copy = restore_club(read_club(data), club_called("copy"), by=None)[0]

    assert shown(*copy.tournaments.order_by("date"), restored) == [["Anna W."]] * 3
