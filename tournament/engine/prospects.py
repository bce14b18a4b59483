"""Whether the players present can play the rounds still planned."""

from tournament.engine.crosstable import crosstable, meetings
from tournament.engine.pairing import pair_in_order
from tournament.engine.record import TournamentRecord
from tournament.engine.refusals import Refused

STEPS = 200_000
"""The steps allowed to the look-ahead: fewer than for a draw, as a page waits for the answer."""


def plays_on_evenly(record: TournamentRecord) -> bool:
    """Tell whether the director has accepted rematches: a round was drawn with some."""
    return any(
        meetings(record, round_.number, pairing.first, pairing.second)
        for round_ in record.rounds
        if round_.rematches_allowed
        for pairing in round_.pairings
    )


def playable_rounds(record: TournamentRecord) -> int | None:
    """Return how many of the planned rounds not yet paired the players present can play without a rematch.

    An open match counts as played, unless one of its players has left. None if the look-ahead used up its steps.
    """
    paired_count, planned = len(record.rounds), record.rules.rounds
    present = record.present(paired_count + 1)
    table = crosstable(record, paired_count)
    met = {number: {*table.opponents[number]} for number in present}
    for first, second in record.rounds[-1].open_pairs if record.rounds else ():
        if second is not None and first in met and second in met:
            met[first].add(second)
            met[second].add(first)
    met_bye = {number for number in present if table.has_met_bye(number)}
    unpaired_count = planned - paired_count
    if unpaired_count < 1 or len(present) < 2:
        return 0
    try:
        # With as many planned rounds as players, `pair_in_order` always looks ahead.
        apart = record.apart(paired_count + 1)
        drawn_pairings = pair_in_order(
            present, met, met_bye, unpaired_count - 1, len(present), apart=apart, lookahead_steps=STEPS
        )
    except Refused:
        return 0
    return None if drawn_pairings.lookahead_bound else 1 + drawn_pairings.later_rounds
