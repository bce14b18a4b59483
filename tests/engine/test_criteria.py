"""How each criterion is counted, and which lists a tournament may rank by."""

from dataclasses import replace

import pytest

from tests.builders import record_from
from tournament.engine.criteria import COUNTS, PRESETS, ranking_of
from tournament.engine.crosstable import crosstable
from tournament.engine.record import EntryRecord, Rules
from tournament.engine.refusals import Refused
from tournament.engine.standings import standings
from tournament.engine.terms import KONSTANZ, Criterion

# 1 beat 2 and 3 (by 4:1), 3 beat 2 twice, 4 has a bye and a win by forfeit and met 1, level.
PLAYED = ("1-2 3:0, 4 bye", "1-3 4:1, 4-2 forfeit 4", "3-2 3:2, 1-4 stopped 1:1", "3-2 3:0")


@pytest.mark.parametrize(
    ("criterion", "figures"),
    [
        (Criterion.MATCH_WINS, {1: 2, 2: 0, 3: 2, 4: 2}),
        (Criterion.POINT_DIFFERENCE, {1: 5, 2: -7, 3: 2, 4: 4}),
        (Criterion.BUCHHOLZ, {1: 0 + 2 + 2, 2: 2 + 2 + 2, 3: 2 + 0 + 0, 4: 2}),
        (Criterion.BUCHHOLZ_CUT_1, {1: 2 + 2, 2: 2 + 2, 3: 2 + 0, 4: 0}),
        (Criterion.SONNEBORN_BERGER, {1: 0 + 2, 2: 0, 3: 0 + 0, 4: 0}),
        (Criterion.POINTS_WON, {1: 3 + 3 + 1, 2: 0 + 2 + 0, 3: 1 + 3 + 3, 4: 1 + 2 + 2}),
    ],
)
def test_each_criterion_is_counted_as_the_rules_say(criterion, figures):
    table = crosstable(record_from(*PLAYED, rules=Rules(unplayed_win_points=2)), 4)

    assert table.by_number(COUNTS[criterion](table)) == figures


@pytest.mark.parametrize("criterion", COUNTS)
def test_before_anybody_has_played_everything_is_0(criterion):
    table = crosstable(record_from(players=2), 0)

    assert table.by_number(COUNTS[criterion](table)) == {1: 0, 2: 0}


def test_start_numbers_with_gaps_are_counted_like_those_without():
    renumbered = {1: 9, 2: 20, 3: 10**6, 4: 3}
    record = record_from(*PLAYED)
    rounds = tuple(
        replace(
            round_,
            pairings=tuple(
                replace(
                    pairing,
                    first=renumbered[pairing.first],
                    second=renumbered.get(pairing.second),
                    result=replace(pairing.result, winner=renumbered.get(pairing.result.winner)),
                )
                for pairing in round_.pairings
            ),
        )
        for round_ in record.rounds
    )
    with_gaps = replace(record, entries=tuple(map(EntryRecord, renumbered.values())), rounds=rounds)

    plain, gaps = (crosstable(one, 4) for one in (record, with_gaps))

    for count in COUNTS.values():
        assert list(plain.by_number(count(plain)).values()) == list(gaps.by_number(count(gaps)).values())
    assert {renumbered[one]: [renumbered[other] for other in met] for one, met in plain.opponents.items()} == (
        gaps.opponents
    )


@pytest.mark.parametrize("ranking", [(), (Criterion.HEAD_TO_HEAD,), *PRESETS.values()])
def test_a_list_is_read_from_its_names(ranking):
    assert ranking_of([criterion.value for criterion in ranking]) == ranking


def test_the_list_decides_the_order_and_names_what_decided():
    played = ("1-2 3:0, 3-4 3:2, 5-6 3:2", "1-3 0:3, 5-2 3:2, 4-6 3:0")

    def rows(ranking):
        record = record_from(*played, rules=Rules(ranking=ranking))
        return [(row.number, row.decided_by) for row in standings(record)][:2]

    assert rows(KONSTANZ) == [(3, None), (5, Criterion.POINT_DIFFERENCE)]
    assert rows((Criterion.BUCHHOLZ,)) == [(3, None), (5, Criterion.BUCHHOLZ)]
    assert rows(()) == [(5, None), (3, Criterion.LOT)]


def test_what_cannot_be_chosen_is_refused():
    for names, code in (
        (["progress"], "ranking_unknown"),
        (["lot"], "ranking_always_there"),
        (["buchholz", "buchholz"], "ranking_twice"),
        (["head_to_head", "buchholz"], "ranking_head_to_head_not_last"),
    ):
        with pytest.raises(Refused, match=code):
            ranking_of(names)
