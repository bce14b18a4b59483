"""A tournament leaves the database as an archive and comes back the same."""

import json
import uuid
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_stranger,
    make_tournament,
    pairing_of,
    play_round,
    stored_rows,
)
from tournament.actions.cash import set_fee
from tournament.actions.journal import history, undo as take_back
from tournament.actions.players import NewPlayer, add_entries, return_entry, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.tournaments import change_tournament, close_tournament, reopen_tournament
from tournament.archive.dump import archive_of, dump
from tournament.archive.storing import restore
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Entry, JournalLine, Pairing, Prize, Tournament
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db
FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
CASES = sorted((*(FIXTURES / "cases").glob("*.json"), *(FIXTURES / "archives").glob("*.json")))
REFUSED = sorted((FIXTURES / "refused").glob("*.json"))


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_every_case_comes_out_as_it_went_in(file):
    data = file.read_bytes()

    restored = restore(data, by=make_director())

    written = dump(restored.tournament)
    assert written == data
    assert dump(restore(written, by=None).tournament) == written


@pytest.mark.parametrize("file", REFUSED, ids=lambda file: file.stem)
def test_a_broken_archive_leaves_no_row(file):
    make_director()
    before = stored_rows()

    with pytest.raises(Refused) as refusal:
        restore(file.read_bytes(), by=make_director(), request_key=uuid.uuid4())

    assert (refusal.value.code, stored_rows()) == (file.stem.partition("-")[0], before)


@pytest.mark.costly
def test_what_a_hundred_random_changes_leave_behind_comes_back_the_same():
    seed = Random().randrange(10**6)
    print(f"{seed=}")
    chance = Random(seed)
    for _tournament in range(3):
        tournament = make_tournament(
            entries=chance.randint(2, 9),
            venue=chance.choice(["", "Konstanz", "Šibenik „Café“ \\ /"]),
            planned_rounds=chance.randint(1, 7),
            count_excess_points=chance.random() < 0.5,
            unplayed_win_points=chance.randint(0, 3),
        )
        for _pause in range(7):
            for _change in range(5):
                change_at_random(tournament, chance)
            data = dump(tournament)

            assert dump(restore(data, by=None).tournament) == data


def change_at_random(tournament, chance):
    try:
        chance.choice([enter, come_or_go, pay, pair, result, result, result, undo, replan, close_and_reopen])(
            tournament, chance
        )
    except Refused:
        return


def enter(tournament, chance):
    name = "".join(chance.choice("aäßŁçд名\"'<&\\; ") for _letter in range(chance.randint(1, 12)))
    add_entries(tournament, by=make_director(), players=[NewPlayer(name, name[:3], namesakes=9)])


def come_or_go(tournament, chance):
    entry = chance.choice(Entry.objects.filter(tournament=tournament).order_by("number"))
    (withdraw_entry if chance.random() < 0.4 else return_entry)(entry, by=make_director())


def pay(tournament, chance):
    entry = chance.choice(Entry.objects.filter(tournament=tournament).order_by("number"))
    set_fee(entry, by=make_director(), paid=chance.random() < 0.5, waived=chance.choice(["", "", "helps out"]))


def pair(tournament, chance):
    draw_next_round(tournament)


def result(tournament, chance):
    matches = Pairing.objects.filter(round__tournament=tournament, second__isnull=False).order_by("pk")
    if not matches:
        return
    pairing = chance.choice(matches)
    points = chance.randint(0, 2)
    ends = [
        Result(Outcome.PLAYED, (chance.choice([3, 4]), points)),
        Result(Outcome.PLAYED, (points, 3)),
        Result(Outcome.STOPPED, (points, chance.randint(0, 2))),
        Result(Outcome.FORFEIT, winner=pairing.second.number),
        DOUBLE_FORFEIT,
    ]
    record_result(pairing, by=make_director(), expected=result_of(pairing), result=chance.choice(ends))


def undo(tournament, chance):
    line = history(tournament).undoable
    if line and line.action != "players_entered":
        take_back(line, by=make_director())


def replan(tournament, chance):
    change_tournament(
        tournament, by=make_director(), planned_rounds=chance.randint(1, 9), fee_cents=chance.randint(0, 999)
    )


def close_and_reopen(tournament, chance):
    close_tournament(tournament, by=make_director())
    if chance.random() < 0.8:
        reopen_tournament(tournament, by=make_director())


def test_what_no_page_enters_yet_comes_back_as_well():
    tournament = make_tournament(entries=4)
    Entry.objects.filter(number=1).update(shown_as="A. B.", fixed_table=7)
    for place, description in ((2, "Cup"), (1, "Board"), (1, "Dice")):
        Prize.objects.create(tournament=tournament, place=place, description=description, price_cents=100 * place)
    draw_next_round(tournament)
    tournament.rounds.update(manual=True, reason="The Meiers came in one car", lookahead_bound=True, planned_rounds=4)

    data = dump(tournament)

    values = json.loads(data)
    assert [prize["description"] for prize in values["prizes"]] == ["Board", "Dice", "Cup"]
    assert (values["players"][0]["shown_as"], values["players"][0]["fixed_table"]) == ("A. B.", 7)
    assert (values["rounds"][0]["reason"], values["rounds"][0]["planned_rounds"]) == ("The Meiers came in one car", 4)
    assert dump(restore(data, by=None).tournament) == data


def without_times(tournament):
    """The archive of the tournament without the times, which each tournament has of its own."""
    archive = archive_of(tournament)
    matches = [
        {first: replace(match, finished_at=None) for first, match in round_.matches.items()}
        for round_ in archive.rounds
    ]
    rounds = [
        replace(round_, drawn_at=None, matches=of_round)
        for round_, of_round in zip(archive.rounds, matches, strict=True)
    ]
    return replace(archive, rounds=tuple(rounds))


def test_a_restored_tournament_goes_on_where_it_was():
    tournament = make_tournament(entries=5, played=1)
    draw_next_round(tournament)
    copy = restore(dump(tournament), by=make_director()).tournament

    for each in (tournament, copy):
        play_round(each.rounds.get(number=2))
        withdraw_entry(entry_of(each, 5), by=make_director())
        draw_next_round(each)
        enter_result(pairing_of(each, 3, 1), DOUBLE_FORFEIT)

    assert (copy.slug, without_times(copy)) == ("bodensee-open-2026-2", without_times(tournament))


def test_a_restored_tournament_belongs_to_who_restored_it_and_has_one_line():
    data = dump(make_tournament(entries=2, played=1))

    copy = restore(data, by=make_stranger()).tournament

    line = JournalLine.objects.get(tournament=copy)
    assert (copy.director, copy.version) == (make_stranger(), 1)
    assert (line.action, line.version, line.by, line.facts) == (
        "tournament_imported",
        1,
        make_stranger(),
        {"name": "Bodensee Open"},
    )


def test_a_tournament_restored_from_the_command_line_has_no_director():
    copy = restore(CASES[0].read_bytes(), by=None).tournament

    line = JournalLine.objects.get(tournament=copy)
    assert (copy.director, line.by, line.by_name) == (None, None, "")


def test_a_request_sent_twice_makes_one_tournament():
    data, key = CASES[0].read_bytes(), uuid.uuid4()

    copies = [restore(data, by=make_director(), request_key=key).tournament for _time in range(2)]

    assert (copies[0], Tournament.objects.count()) == (copies[1], 1)


def test_pairings_that_the_rules_do_not_give_are_let_in_and_named():
    values = json.loads(dump(make_tournament(entries=4, played=1)))
    first, second = (pairing["players"] for pairing in values["rounds"][0]["pairings"])
    first[1], second[1] = second[1], first[1]

    restored = restore(json.dumps(values).encode(), by=None)

    assert [difference.round_number for difference in restored.disagreements] == [1]
    assert json.loads(dump(restored.tournament))["rounds"] == values["rounds"]


def test_an_archive_is_of_one_moment():
    """No change gets in between the queries: the tournament is locked like for a change."""
    tournament = make_tournament(entries=2, played=1)
    Tournament.objects.update(name="Changed since it was loaded")

    with CaptureQueriesContext(
        connection,
    ) as queries:
        data = dump(tournament)

    assert json.loads(data)["name"] == "Changed since it was loaded"
    assert (queries[0]["sql"].split()[0], queries[-1]["sql"].split()[0]) == ("SAVEPOINT", "RELEASE")
