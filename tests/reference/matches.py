"""The matches of an archive with the results that were in force at a given time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Archive = Mapping[str, Any]


@dataclass(frozen=True)
class Match:
    """One pairing with its result; `second` is None for the bye, `score` None where no game was played."""

    round_number: int
    first: int
    second: int | None
    outcome: str
    score: tuple[int, int] | None
    forfeit_winner: int | None

    @property
    def was_played(self) -> bool:
        """Whether the two have met and count for each other's Buchholz."""
        return self.outcome in {"played", "stopped"}

    @property
    def winner(self) -> int | None:
        """Who has the match win of it; None while pending, after a double forfeit, and level at closing time."""
        if self.outcome == "bye":
            return self.first
        if self.outcome == "forfeit":
            return self.forfeit_winner
        if self.score is None or self.score[0] == self.score[1]:
            return None
        return self.first if self.score[0] > self.score[1] else self.second


def matches_up_to(archive: Archive, last_round: int, as_of: int | None) -> list[Match]:
    """The matches of rounds 1 to `last_round`, with the results in force when round `as_of` was paired."""
    return [
        _match(played_round["number"], pairing, as_of)
        for played_round in archive["rounds"]
        if played_round["number"] <= last_round
        for pairing in played_round["pairings"]
    ]


def is_present(player: Mapping[str, Any], round_number: int) -> bool:
    """Whether a player of the archive takes part in that round."""
    withdrawn_after = player["withdrawn_after"]
    return (
        player["joined_round"] <= round_number
        and (withdrawn_after is None or round_number <= withdrawn_after)
        and round_number not in player["absent_rounds"]
    )


def _match(round_number: int, pairing: Mapping[str, Any], as_of: int | None) -> Match:
    result = _result_in_force(pairing, as_of)
    first, second = pairing["players"]
    return Match(
        round_number=round_number,
        first=first,
        second=second,
        outcome=result["outcome"],
        score=tuple(result["score"]) if "score" in result else None,
        forfeit_winner=result.get("winner"),
    )


def _result_in_force(pairing: Mapping[str, Any], as_of: int | None) -> Mapping[str, Any]:
    """For round r the first entry of `was` with `until` of at least r counts; else today's result."""
    if as_of is not None:
        for earlier in pairing.get("was", []):
            if earlier["until"] >= as_of:
                return earlier
    return pairing
