"""Checks whether the rules give each round of a tournament from the results before it."""

from dataclasses import dataclass

from tournament.engine.crosstable import crosstable
from tournament.engine.finals import redraw_finals
from tournament.engine.pairing import redraw
from tournament.engine.record import RoundRecord, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.standings import rank

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
    pairs = tuple((pairing.first, pairing.second) for pairing in round_.pairings)
    try:
        if round_.finals:
            expected = redraw_finals(record, round_.number).all_pairs
        elif round_.wishes:
            expected = _in_order(record, round_, pairs)
        else:
            drawn_round = redraw(record, round_.number)
            expected = tuple((pairing.first, pairing.second) for pairing in drawn_round.pairings)
    except Refused as refused:
        return Disagreement(round_.number, pairs, None, refused)
    return None if expected == pairs else Disagreement(round_.number, pairs, expected)


def _in_order(record: TournamentRecord, round_: RoundRecord, pairs: Pairs) -> Pairs:
    """Return the pairs as the rules list them: the better-ranked first, by the rank of the better-ranked.

    Whom the rules choose as an opponent is not known, because it depends on wishes that the record does not name.
    Unless the round allows rematches, refuses with `pair_met_before` or `bye_met_before`.
    """
    number = round_.number
    table = crosstable(record, number - 1, as_of=number)
    ranking = rank(table, record.rules.ranking, record.draw_seed, number - 1)
    places = {row.number: place for place, row in enumerate(ranking)}
    for first, second in () if round_.rematches_allowed else pairs:
        if second is None and first in table.unplayed_wins:
            raise Refused("bye_met_before", player=first)
        if second is not None and second in table.opponents[first]:
            raise Refused("pair_met_before", first=first, second=second)
    better_first = (
        (second, first) if second and places[second] < places[first] else (first, second) for first, second in pairs
    )
    return tuple(sorted(better_first, key=lambda pair: places[pair[0]]))
