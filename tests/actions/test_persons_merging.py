"""Two of the register are one person, one is two, and undo makes it as it was."""

from contextlib import suppress
from datetime import date

import pytest

from tests.actions.test_persons_register import evening, person, rename
from tests.factories import entry_of, make_director, make_member, make_stranger, only_club, stored_rows
from tournament.actions.journal import history, redo, undo
from tournament.actions.persons import (
    forget_person,
    forget_registered,
    merge_persons,
    rename_person,
    set_wish,
    split_person,
)
from tournament.actions.seasons import NewMatch, import_matches
from tournament.actions.tournaments import delete_tournament
from tournament.engine.refusals import Refused
from tournament.models import Club, Entry, JournalLine, Person, Wish, Wished
from tournament.phrases.journal import journal_sentence
from tournament.queries.persons import played_by, register

pytestmark = pytest.mark.django_db


def refused(action, *arguments, **details):
    """The code and the values of the refusal."""
    with pytest.raises(Refused) as refusal:
        action(*arguments, **details)
    return refusal.value.code, refusal.value.values


def merge(lost, kept, by=None):
    merge_persons(only_club(), by=by or make_member("ada"), person=lost.pk, into=kept.pk)


def split(whole, *entries, by=None):
    split_person(only_club(), by=by or make_member("ada"), person=whole.pk, entries=[one.pk for one in entries])


def call(known, name, by=None):
    rename_person(only_club(), by=by or make_member("ada"), person=known.pk, name=name)


def registered():
    """Everybody in the register, with their other names and on how many lists they stand."""
    return [(row.person.name, row.other_names, len(row.lists)) for row in register(only_club())]


def facts():
    """All that is stored but what counts the changes and tells of them."""
    stored = {key: dict(row) for key, row in stored_rows().items() if key[0] != "journalline"}
    for row in stored.values():
        row.pop("version", None), row.pop("stamp", None)
    return stored


def turn(action, pick):
    action(pick(history(only_club())), by=make_member("ada"))


def test_two_who_are_merged_are_one_with_all_that_both_have_played():
    first, second = evening(1, "Zoe"), evening(2, "Zoë Keller")

    merge(person(first), person(second))

    assert registered() == [("Zoë Keller", ("Zoe",), 2)]


def test_the_former_name_of_a_merged_person_finds_the_person_they_were_merged_into():
    first, second = evening(1, "Zoe"), evening(2, "Zoë Keller")
    merge(person(first), person(second))

    assert person(evening(3, "Zoe")).real == person(second)


def test_a_person_merged_twice_is_the_one_they_were_merged_into_last():
    first, second, third = evening(1, "Zoe"), evening(2, "Zoë"), evening(3, "Zoë Keller")
    merge(person(first), person(second))
    merge(person(second), person(third))

    assert registered() == [("Zoë Keller", ("Zoe", "Zoë"), 3)]
    assert {one.real for one in Person.objects.all()} == {person(third)}


def test_who_was_on_one_list_with_somebody_is_somebody_else():
    tournament = evening(1, "Zoe", "Zoë")

    assert refused(merge, person(tournament, 1), person(tournament, 2)) == (
        "persons_have_met",
        {"tournament": "Bodensee Open"},
    )


def test_nobody_is_merged_with_themselves_or_with_who_is_gone():
    first, second = evening(1, "Zoe"), evening(2, "Zoë")
    before = person(first)

    assert refused(merge, before, before) == ("person_is_the_same", {})
    merge(before, person(second))
    assert refused(merge, before, person(second)) == ("person_is_gone", {})
    elsewhere = Person.objects.create(club=Club.objects.create(slug="ulm"), name="Ida", key="ida")
    assert refused(merge, person(second), elsewhere) == ("person_is_gone", {})


def test_the_evenings_chosen_are_of_another_person_of_that_name():
    tournaments = [evening(day, "Hans") for day in (1, 2, 3)]

    split(person(tournaments[0]), entry_of(tournaments[1], 1))

    assert registered() == [("Hans", (), 2), ("Hans", (), 1)]
    assert person(tournaments[0]) == person(tournaments[2]) != person(tournaments[1])


def test_a_person_is_split_into_two_who_both_have_played():
    tournament, other = evening(1, "Hans"), evening(2, "Ida")

    assert refused(split, person(tournament)) == ("nobody_ticked", {})
    assert refused(split, person(tournament), entry_of(tournament, 1)) == ("split_leaves_nobody", {})
    assert refused(split, person(tournament), entry_of(other, 1)) == ("nobody_ticked", {})


@pytest.fixture
def hans():
    """Hans of an evening, who has also won two matches of one list and lost one of another."""
    tournament = evening(1, "Hans", "Bo")
    make_member("ada")
    for name, *rows in (("2018", ("Hans", "Bo"), ("Hans", "Cem")), ("2019", ("Bo", "Hans"))):
        matches = [NewMatch(date(int(name), 3, day), *pair, 5) for day, pair in enumerate(rows, start=1)]
        import_matches(only_club(), by=make_member("ada"), name=name, matches=matches, rating={})
    return person(tournament)


def matches_played():
    """By person how many matches of earlier years are theirs."""
    return {one.pk: len(played_by(one).matches) for one in Person.objects.filter(name="Hans").order_by("pk")}


@pytest.mark.parametrize(
    ("chosen", "evenings", "matches"),
    [
        (lambda lists: {"lists": [lists["2018"].pk]}, 1, (1, 2)),
        (lambda lists: {"matches": [lists["2018"].matches.first().pk]}, 1, (2, 1)),
        (lambda lists: {"entries": [Entry.objects.get(name="Hans").pk], "lists": [lists["2019"].pk]}, 0, (2, 1)),
    ],
    ids=["a whole list", "one match", "an evening and a list"],
)
def test_matches_of_earlier_years_are_split_off_too_undone_and_done_again(hans, chosen, evenings, matches):
    before = facts()
    lists = {each.name: each for each in only_club().match_imports.all()}

    split_person(only_club(), by=make_member("ada"), person=hans.pk, **chosen(lists))
    after = facts()
    told = (len(played_by(hans).entries), tuple(matches_played().values()))
    turn(undo, lambda done: done.undoable)
    undone = facts()
    turn(redo, lambda done: done.redoable)

    assert (told, undone, facts()) == ((evenings, matches), before, after)


def test_nobody_is_left_without_anything_played_by_a_split_of_matches(hans):
    everything = {"entries": [Entry.objects.get(name="Hans").pk], "lists": only_club().match_imports.values_list("pk")}
    everything["lists"] = [key for (key,) in everything["lists"]]

    assert refused(split_person, only_club(), by=make_member("ada"), person=hans.pk, **everything) == (
        "split_leaves_nobody",
        {},
    )
    assert refused(split_person, only_club(), by=make_member("ada"), person=hans.pk, matches=[0]) == (
        "nobody_ticked",
        {},
    )


def test_a_split_gives_each_of_the_two_their_own_wish_how_to_appear():
    first, second = evening(1, "Hans Rot"), evening(2, "Hans Rot")

    split_person(
        only_club(),
        by=make_member("ada"),
        person=person(first).pk,
        entries=[entry_of(second, 1).pk],
        stays_as=Wished(Wish.HIDDEN),
        other_as=Wished(Wish.ABBREVIATED),
    )

    assert [entry_of(one, 1).display_name for one in (first, second)] == ["Player 1", "Hans R."]


def test_a_person_is_called_otherwise_in_the_register_alone():
    tournament = evening(1, "Zoe")

    call(person(tournament), " Zoë  Keller ")

    assert registered() == [("Zoë Keller", ("Zoe",), 1)]
    assert refused(call, person(tournament), "") == ("name_empty", {})


CHANGES = {
    "persons_merged": lambda first, second: merge(person(first), person(second)),
    "person_split": lambda first, second: split(person(first), entry_of(second, 2)),
    "person_renamed": lambda first, second: call(person(first), "Zoë Keller"),
}


@pytest.mark.parametrize("action", CHANGES)
def test_a_change_of_the_register_is_one_line_undone_and_done_again(action):
    first, second = evening(1, "Zoe", "Hans"), evening(2, "Zoë", "Hans")
    if action == "person_split":
        first, second = evening(3, "Hans", "Ida"), evening(4, "Bo", "Hans")
    make_member("ada")
    before = facts()
    CHANGES[action](first, second)
    after = facts()
    turn(undo, lambda done: done.undoable)
    undone = facts()
    turn(redo, lambda done: done.redoable)

    assert (undone, facts()) == (before, after)
    assert before != after
    assert list(JournalLine.objects.exclude(club=None).order_by("version").values_list("action", flat=True)) == [
        action,
        "undone",
        "redone",
    ]


def test_a_split_is_not_taken_back_where_who_was_whole_is_gone():
    first, second = evening(1, "Hans"), evening(2, "Hans")
    split(person(first), entry_of(second, 1))
    delete_tournament(first, by=make_director(), confirmed=first.name)

    line = JournalLine.objects.get(action="person_split")

    assert refused(undo, line, by=make_member("ada"))[0] == "changed_since"


def test_undo_of_an_evening_does_not_mind_what_the_register_knows_by_now():
    first, second = evening(1, "Zoe"), evening(2, "Zoë", "Ida")
    rename(first, "Zoe K.")
    merge(person(first), person(second))

    undo(history(first).undoable, by=make_director())

    assert (entry_of(first, 1).name, person(first).real) == ("Zoe", person(second))


def test_the_journal_of_the_club_forgets_who_is_forgotten():
    first, second = evening(1, "Zoe"), evening(2, "Zoë Keller")
    merge(person(first), person(second))
    every = list(Entry.objects.all())

    for entry in every:
        forget_person(entry, by=make_director(), together=every)

    lines = JournalLine.objects.exclude(club=None).order_by("pk")
    assert [journal_sentence(line.action, line.facts) for line in lines] == [
        "… is the same person as …",
        "erased: a person",
    ]
    assert [str(line.changes).casefold().count("zoe") for line in lines] == [0, 0]
    assert set(Person.objects.values_list("name", flat=True)) == {""}


def test_no_undo_and_no_redo_brings_back_who_is_forgotten():
    first, second, by = evening(1, "Zoe Keller", "Bo"), evening(2, "Zoë Keller"), make_member("ada")
    merge(person(second), person(first))
    call(person(first), "Zoe Kellermann")
    split(person(first), entry_of(second, 1))
    turn(undo, lambda of_club: of_club.undoable)
    set_wish(only_club(), by=by, person=person(first).pk, wished=Wished(Wish.ABBREVIATED, "Zoe Kell"))
    known = person(first)
    entries = list(Entry.objects.exclude(name="Bo"))

    forget_registered(known, by=by, entries=entries, requests=[])
    turned = 0
    for subject in (only_club(), first, second):
        for action, pick in ((undo, "undoable"), (redo, "redoable")):
            with suppress(Refused):
                while line := getattr(history(type(subject).objects.get(pk=subject.pk)), pick):
                    action(line, by=by)
                    turned += 1

    assert (turned > 0, "Kell" in str(stored_rows())) == (True, False)


def test_nobody_but_the_directors_changes_the_register():
    first, second = evening(1, "Zoe"), evening(2, "Zoë")

    for change in (merge, call, split):
        values = (person(first), "Bo") if change is call else (person(first), person(second))
        assert refused(change, *values, by=make_stranger()) == ("not_allowed", {})
