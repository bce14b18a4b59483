"""The sound archives in fixtures/cases, made by another program from the rules alone."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tournament.archive.checks import read_archive
from tournament.engine.finals import redraw_finals
from tournament.engine.pairing import redraw
from tournament.engine.refusals import Refused

CASES = sorted((Path(__file__).parents[2] / "fixtures" / "cases").glob("*.json"))


def record_of(case):
    return read_archive(case.read_bytes()).record


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_every_round_not_made_by_hand_is_paired_as_it_was(case):
    record = record_of(case)

    automatic = [round_ for round_ in record.rounds if not round_.manual]

    assert [drawn_again(record, round_) for round_ in automatic] == [pairs(round_.pairings) for round_ in automatic]


def drawn_again(record, round_):
    if round_.finals:
        return [*redraw_finals(record, round_.number).all_pairs]
    return pairs(redraw(record, round_.number).pairings)


def pairs(pairings):
    return [(pairing.first, pairing.second) for pairing in pairings]


def test_rematches_were_allowed_only_where_they_were_needed():
    allowed = [
        (record, round_.number)
        for record in map(record_of, CASES)
        for round_ in record.rounds
        if round_.rematches_allowed
    ]

    refusals = Counter(refusal_without_rematches(record, number) for record, number in allowed)

    assert refusals == {"no_pairing_without_rematch": 32, "wishes_in_the_way": 1}


def refusal_without_rematches(record, number):
    rounds = list(record.rounds)
    rounds[number - 1] = replace(rounds[number - 1], rematches_allowed=False)
    with pytest.raises(Refused) as refused:
        redraw(replace(record, rounds=tuple(rounds)), number)
    return refused.value.code
