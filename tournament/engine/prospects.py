"""Can the rounds still planned be played by those who are here?"""

from collections.abc import Collection, Mapping, Sequence

from tournament.engine.crosstable import crosstable
from tournament.engine.pairing import pair_in_order
from tournament.engine.record import TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome

STEPS = 200_000
"""For each round tried: less than for a draw, since a page waits for the answer."""


def playable_rounds(record: TournamentRecord) -> int | None:
    """How many of the rounds planned but not yet paired those who are here can play without a rematch.

    A match still open counts as played, unless one of the two has left. None: it could not be worked out.
    """
    paired, planned = len(record.rounds), record.rules.rounds
    present = record.present(paired + 1)
    lines = crosstable(record, paired)
    met = {number: {*lines[number].opponents} for number in present}
    for first, second in _open_matches(record):
        if first in met and second in met:
            met[first].add(second)
            met[second].add(first)
    met_bye = {number for number in present if lines[number].has_met_bye}
    wanted = max(planned - paired, 0)
    # "With at most n/2 planned rounds nothing needs checking", but that a won forfeit counts as the bye.
    if 2 * planned <= len(present) and 2 * (len(met_bye) + wanted) <= len(present):
        return wanted
    for rounds in range(wanted, 0, -1):
        answer = _are_playable(present, met, met_bye, rounds)
        if answer is not False:
            return rounds if answer else None
    return 0


def _open_matches(record: TournamentRecord) -> list[tuple[int, int]]:
    return [
        (pairing.first, pairing.second)
        for pairing in (record.rounds[-1].pairings if record.rounds else ())
        if pairing.second is not None and pairing.result.outcome is Outcome.PENDING
    ]


def _are_playable(
    present: Sequence[int], met: Mapping[int, Collection[int]], met_bye: Collection[int], rounds: int
) -> bool | None:
    """Whether so many rounds can follow one after the other; None where the look-ahead met its bound on a wrong way."""
    if len(present) < 2:
        return False
    known = {number: {*others} for number, others in met.items()}
    known_bye = {*met_bye}
    is_certain = True
    for later_rounds in range(rounds - 1, -1, -1):
        try:
            # As many rounds as players are always worth a look ahead.
            drawn = pair_in_order(present, known, known_bye, later_rounds, len(present), lookahead_steps=STEPS)
        except Refused:
            return False if is_certain else None
        is_certain = is_certain and not drawn.lookahead_bound
        for pairing in drawn.pairings:
            if pairing.second is None:
                known_bye.add(pairing.first)
            else:
                known[pairing.first].add(pairing.second)
                known[pairing.second].add(pairing.first)
    return True
