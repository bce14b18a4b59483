"""Why each pairing of a drawn round is as it is, from the record and the text of the rules alone, as codes with values.

A claim is a code and the facts it is about: start numbers with places, rounds. Claims stand in the order in which a
sentence tells them.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.reference.matches import Archive, matches_up_to
from tests.reference.pairing import (
    Pair,
    Player,
    complete_pairings,
    kept_apart,
    present_in_ranking_order,
    times_met,
)
from tests.reference.ranking import standings

Claim = tuple[Any, ...]
IN_TURN = (
    "met",
    "met more often",
    "apart",
    "left",
    "left for evenly",
    "left for bye",
    "left for bye evenly",
    "later",
    "later evenly",
)
"""Why somebody was passed over, in the order of a sentence."""


class Placed(NamedTuple):
    """A start number, and the place when the round was paired."""

    player: int
    place: int


def claims(archive: Archive, number: int) -> dict[int, tuple[Claim, ...]]:
    """Return the claims about each pairing of a round as it was drawn, by its first player."""
    return _Drawn(archive, number).claims()


class _Drawn:
    """A drawn round with all that its reasons rest on."""

    def __init__(self, archive: Archive, number: int) -> None:
        self.number = number
        round_ = archive["rounds"][number - 1]
        self.pairs: list[Pair] = [tuple(row["players"]) for row in round_["pairings"]]
        self.order = present_in_ranking_order(archive, number)
        self.times = times_met(archive, number)
        self.apart = kept_apart(archive, number)
        self.matches = matches_up_to(archive, number - 1, as_of=number)
        self.place = _places(archive, number)
        self.with_rematches = any(map(self._times, self.pairs))
        self.breaks_wishes = any(map(self._is_apart, self.pairs))
        self.has_bye = next((first for first, second in self.pairs if second is None), None)

    def claims(self) -> dict[int, tuple[Claim, ...]]:
        found, rest = {}, list(self.order)
        for pair in self.pairs:
            leader, partner = pair
            better = rest[rest.index(leader) + 1 : rest.index(partner)]
            found[leader] = tuple(self._about(pair, better, rest))
            rest = [player for player in rest if player not in pair]
        return found

    def _about(self, pair: Pair, better: list[Player], rest: list[Player]) -> list[Claim]:
        leader, partner = pair
        before, is_again = self._earlier(pair)
        opening = "bye" if partner is None else "plays"
        told: list[Claim] = [(f"{opening} again" if is_again else opening, *map(self._placed, self._players(pair)))]
        if self.number == 1:
            told.append(("by lot",))
        if before:
            told.append(("won without a match" if partner is None else "met in", before))
        whys = [(self._why(pair, other, rest), other) for other in better]
        for why in IN_TURN:
            passed = tuple(self._placed(other) for reason, other in whys if reason == why)
            if passed:
                told.append((why, leader, passed))
        told += self._last(pair, told, is_repeated=bool(before))
        return told + ([("not all wishes",)] if self.breaks_wishes and not self._is_apart(pair) else [])

    def _last(self, pair: Pair, told: list[Claim], *, is_repeated: bool) -> list[Claim]:
        partner = pair[1]
        if self._is_apart(pair):
            return [("although apart",)]
        if is_repeated:
            return self._why_repeated()
        if self.number == 1 and len(told) == 2:
            return []
        if partner is None:
            return [("nobody left",)]
        return [("best left" if len(told) > 1 else "best unmet", partner)]

    def _why_repeated(self) -> list[Claim]:
        """Either everybody had met everybody, or no complete pairing was free of repeats."""
        pairs = self._all_pairs()
        everybody_met = all(self._times(pair) for pair in pairs)
        bye = " and bye" if None in self.order else ""
        if everybody_met:
            return [(f"all met{bye}",)]
        fresh = frozenset(pair for pair in pairs if not self._times(pair))
        is_wished = next(complete_pairings(self.order, fresh), None) is not None
        return [
            (f"needed{bye}",),
            *([("wishes",)] if is_wished else []),
            ("as little as possible",),
        ]

    def _why(self, pair: Pair, other: Player, rest: list[Player]) -> str:
        """Say why the leader of the pair did not get that better-placed one."""
        leader = pair[0]
        wished = (leader, other)
        if self._is_apart(wished) and not self._is_apart(pair):
            return "apart"
        own, others = self._times(pair), self._times(wished)
        if not self.with_rematches:
            if others:
                return "met"
            is_later = not self.breaks_wishes and self._leaves_rest(wished, rest, self._fresh())
            return "later" if is_later else self._left(other, "")
        if self._is_apart(pair) == self._is_apart(wished) and not own and others:
            return "met"
        if self._is_apart(pair) == self._is_apart(wished) and others > own:
            return "met more often"
        return "later evenly" if self._is_of_a_cycle(wished, rest) else self._left(other, "evenly")

    def _left(self, other: Player, purpose: str) -> str:
        """Say that somebody is left for others, or for the bye that they have."""
        if other is not None and other == self.has_bye:
            return f"left for bye {purpose}".strip()
        return f"left for {purpose}" if purpose else "left"

    def _is_of_a_cycle(self, wished: Pair, rest: list[Player]) -> bool:
        """Whether a new cycle would go on with that pair, too: only the look-ahead speaks against it."""
        pairs = [pair for pair in self._all_pairs() if not self._is_apart(pair)]
        fewest = min((self._times(pair) for pair in pairs), default=0)
        cycle = frozenset(pair for pair in pairs if self._times(pair) == fewest)
        is_cycle = fewest >= 1 and all(pair in cycle for pair in self.pairs)
        return is_cycle and self._leaves_rest(wished, rest, cycle)

    def _fresh(self) -> frozenset[Pair]:
        return frozenset(pair for pair in self._all_pairs() if not self._times(pair) and not self._is_apart(pair))

    def _leaves_rest(self, wished: Pair, rest: list[Player], possible: frozenset[Pair]) -> bool:
        """Whether that pair may meet and everybody else who is left can be paired."""
        left = [player for player in rest if player not in wished]
        return wished in possible and next(complete_pairings(left, possible), None) is not None

    def _all_pairs(self) -> list[Pair]:
        return [(one, other) for place, one in enumerate(self.order) for other in self.order[place + 1 :]]

    def _earlier(self, pair: Pair) -> tuple[tuple[int, ...], bool]:
        """Return the earlier rounds that count as a meeting, and whether it is the meeting or bye itself again."""
        first, second = pair
        if second is not None:
            same = [match for match in self.matches if {match.first, match.second} == {*pair} and match.was_played]
            return tuple(match.round_number for match in same), bool(same)
        without = [match for match in self.matches if match.winner == first and match.outcome in {"bye", "forfeit"}]
        return tuple(match.round_number for match in without), any(match.outcome == "bye" for match in without)

    def _times(self, pair: Pair) -> int:
        return self.times[frozenset(pair)]

    def _is_apart(self, pair: Pair) -> bool:
        return frozenset(pair) in self.apart

    def _placed(self, player: int) -> Placed:
        return Placed(player, self.place[player])

    def _players(self, pair: Pair) -> list[int]:
        return [player for player in pair if player is not None]


def _places(archive: Archive, number: int) -> Mapping[int, int]:
    """Return the place of each player when the round was paired, among those who had come by then."""
    players = [player for player in archive["players"] if player["joined_round"] <= number]
    ranking = standings({**archive, "players": players}, number - 1, as_of=number)
    return {row["player"]: row["rank"] for row in ranking}
