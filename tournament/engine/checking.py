"""Checks whether the rules give each round of a tournament from the results before it."""

from dataclasses import dataclass

from tournament.engine.finals import redraw_finals
from tournament.engine.pairing import redraw
from tournament.engine.record import RoundRecord, TournamentRecord
from tournament.engine.refusals import Refused

Pairs = tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A round that differs from the one the rules give: pairs as start numbers in pairing order, the bye as None.

    `expected` is None if the rules give no such round at all; `refusal` then says why.
    """

    round_number: int
    found: Pairs
    expected: Pairs | None
    refusal: Refused | None = None


def check_rounds(record: TournamentRecord) -> tuple[Disagreement, ...]:
    """Return the rounds that differ from the rules, except those paired by hand, which are the director's choice."""
    return tuple(
        disagreement
        for round_ in record.rounds
        if not round_.manual and (disagreement := _check_round(record, round_)) is not None
    )


def _check_round(record: TournamentRecord, round_: RoundRecord) -> Disagreement | None:
    found = tuple((pairing.first, pairing.second) for pairing in round_.pairings)
    try:
        if round_.finals:
            expected = redraw_finals(record, round_.number).pairs
        else:
            drawn = redraw(record, round_.number)
            expected = tuple((pairing.first, pairing.second) for pairing in drawn.pairings)
    except Refused as refused:
        return Disagreement(round_.number, found, None, refused)
    return None if expected == found else Disagreement(round_.number, found, expected)
