"""All that is stored of an evening, read at once."""

import pytest

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    stored_rows,
)
from tournament.actions.players import NewPlayer, set_pause, withdraw_entry
from tournament.actions.results import record_result, report_score
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.terms import Outcome
from tournament.models import Absence, Entry, Report, Round, Tournament
from tournament.queries.evening import evening_of
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db


def correct(tournament, number, table):
    pairing = pairing_of(tournament, number, table)
    record_result(pairing, by=make_director(), expected=result_of(pairing), result=DOUBLE_FORFEIT)


@pytest.fixture
def tournament():
    """Seven players, two rounds played and the first corrected after each; one has left, one sits two rounds out."""
    made = make_tournament(entries=7, played=1)
    for pauses in (3, 4):
        set_pause(entry_of(made, 6), by=make_director(), round_number=pauses, pauses=True)
    draw_next_round(made)
    correct(made, 1, 1)
    correct(made, 1, 2)
    for table in (1, 2, 3):
        enter_result(pairing_of(made, 2, table), Result(Outcome.PLAYED, (3, 1)))
    withdraw_entry(entry_of(made, 7), by=make_director())
    Tournament.objects.update(hides_new_rounds=True)
    draw_next_round(made)
    correct(made, 2, 1)
    pairing = pairing_of(made, 1, 1)
    record_result(pairing, by=make_director(), expected=DOUBLE_FORFEIT, result=Result(Outcome.PLAYED, (0, 3)))
    made.refresh_from_db()
    return made


def test_the_record_holds_every_result_that_was_corrected(tournament):
    record = evening_of(tournament).record

    assert max(len(pairing.was) for round_ in record.rounds for pairing in round_.pairings) == 2


def test_players_of_one_name_are_told_apart_by_their_clubs_and_where_these_say_nothing_by_their_numbers():
    players = [("Anna Weber", "Kreuzlingen"), ("Anna Weber", "TSV Ulm"), ("Bo", ""), ("Bo", ""), ("Zoë", "TSV Ulm")]
    players += [("Cy", "Ulm"), ("Cy", "Ulm"), ("Cy", "")]
    made = make_tournament(
        players=[
            NewPlayer(name, club, namesakes=sum(other == name for other, _club in players[:at]))
            for at, (name, club) in enumerate(players)
        ]
    )

    entries = evening_of(made).entries.values()

    assert [entry.display_name for entry in entries] == [
        *("Anna Weber (Kreuzlingen)", "Anna Weber (TSV Ulm)", "Bo (3)", "Bo (4)", "Zoë"),
        *("Cy (Ulm, 6)", "Cy (Ulm, 7)", "Cy"),
    ]
    assert [entry.wished_name for entry in entries] == [name for name, _club in players]


def test_rounds_and_players_are_what_is_stored_of_them(tournament):
    evening = evening_of(tournament)

    assert list(evening.rounds) == list(Round.objects.order_by("number"))
    assert [round_.started_at for round_ in evening.rounds] == list(
        Round.objects.order_by("number").values_list("started_at", flat=True)
    )
    assert list(evening.entries.items()) == [(entry.number, entry) for entry in Entry.objects.order_by("number")]
    assert (evening.newest_round.number, [round_.number for round_ in evening.released]) == (3, [1, 2])
    assert [evening.absent_in(number) for number in (2, 3, 4)] == [frozenset(), {6}, {6}]


def test_everyone_knows_of_the_rounds_that_are_released_alone(tournament):
    evening = evening_of(tournament).in_public

    assert [round_.number for round_ in evening.rounds] == [1, 2]
    assert list(evening.pairings) == [1, 2]
    assert [round_.number for round_ in evening.record.rounds] == [1, 2]


def test_a_pairing_carries_its_key_its_time_and_whether_a_phone_has_reported(tournament):
    Tournament.objects.update(hides_new_rounds=False)
    Round.objects.update(is_hidden=False)
    pairing = pairing_of(tournament, 3, 2)
    report_score(pairing.first, key=pairing.pk, expected=None, score=(3, 0))
    stored = {one.table: one for one in evening_of(tournament).pairings[3]}

    assert Report.objects.count() == 1
    assert [stored[table].is_reported for table in (1, 2)] == [False, True]
    assert (stored[2].key, stored[2].outcome, stored[2].finished_at) == (pairing.pk, PENDING.outcome, None)
    assert evening_of(tournament).pairings[1][0].finished_at == pairing_of(tournament, 1, 1).finished_at


def test_an_evening_not_begun_has_players_and_nothing_else():
    evening = evening_of(make_tournament(entries=2))

    assert (list(evening.entries), evening.rounds, evening.newest_round, evening.record.rounds) == (
        [1, 2],
        (),
        None,
        (),
    )


def test_a_round_that_everybody_missed_has_no_pairings():
    tournament = make_tournament(entries=2)
    for entry in tournament.entries.all():
        Absence.objects.create(entry=entry, round_number=1)
    Round.objects.create(tournament=tournament, number=1, planned_rounds=5)

    assert evening_of(tournament).pairings == {1: ()}


def test_it_takes_two_queries_and_changes_nothing(tournament, django_assert_num_queries):
    before = stored_rows()

    with django_assert_num_queries(2):
        evening_of(tournament)

    assert stored_rows() == before
