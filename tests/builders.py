"""Builds engine records from short text: `"1-2 3:1, 3-4 4:0, 5 bye"` is a round."""

import re

from tournament.engine.record import (
    BYE,
    DOUBLE_FORFEIT,
    PENDING,
    EntryRecord,
    PairingRecord,
    Result,
    RoundRecord,
    Rules,
    TournamentRecord,
)
from tournament.engine.terms import Outcome


def record_from(
    *rounds: str, players: int | None = None, rules: Rules | None = None, seed: str = "konstanz", **entries
):
    """Build a tournament of these rounds; `players` enter, by default as many as the highest number that plays.

    Further keywords are entries that differ from the default: `p5=EntryRecord(5, joined_round=2)`.
    """
    rules = rules or Rules()
    made = tuple(round_from(text, number, rules) for number, text in enumerate(rounds, start=1))
    highest = max((n for r in made for p in r.pairings for n in (p.first, p.second or 0)), default=0)
    special = {entry.number: entry for entry in entries.values()}
    numbers = range(1, (players or highest) + 1)
    return TournamentRecord(rules, seed, tuple(special.get(n, EntryRecord(n)) for n in numbers), made)


def round_from(text: str, number: int, rules: Rules) -> RoundRecord:
    """Build a round from pairings, separated by commas."""
    pairings = tuple(pairing_from(part.strip()) for part in text.split(","))
    return RoundRecord(number, pairings, planned_rounds=rules.rounds)


def pairing_from(text: str) -> PairingRecord:
    """Build a pairing: `1-2 3:1`, `1-2 stopped 2:1`, `1-2 forfeit 1`, `1-2 neither`, `1-2 open`, `5 bye`."""
    if text.endswith(" bye"):
        return PairingRecord(int(text.removesuffix(" bye")), None, BYE)
    players, _, ended = text.partition(" ")
    first, second = (int(number) for number in players.split("-"))
    return PairingRecord(first, second, result_from(ended))


def result_from(text: str) -> Result:
    """Read the result, which is the text behind the players."""
    words = {"neither": DOUBLE_FORFEIT, "open": PENDING}
    if text in words:
        return words[text]
    if match := re.fullmatch(r"forfeit (\d+)", text):
        return Result(Outcome.FORFEIT, winner=int(match[1]))
    match = re.fullmatch(r"(stopped )?(\d+):(\d+)", text)
    assert match, text
    return Result(Outcome.STOPPED if match[1] else Outcome.PLAYED, (int(match[2]), int(match[3])))
