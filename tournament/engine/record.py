"""The facts of a tournament, frozen: all that the engine reads.

Players are known by their start number alone; the engine never sees a name.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from operator import attrgetter

from tournament.engine.terms import KONSTANZ, Outcome, Ranking

Score = tuple[int, int]


class SecondKind(StrEnum):
    """Who plays in a second bracket beside the main one of the finals.

    `REST`: the next of the ranking. `LOSERS`: who loses in any main round but the final. `FIRST_LOSERS`: who loses in
    the first main round, or in the second without having played a match in the first.
    """

    REST = "rest"
    LOSERS = "losers"
    FIRST_LOSERS = "first_losers"


@dataclass(frozen=True, slots=True)
class SecondRules:
    """A second bracket: its kind, its size if it is one of the rest, and its match length where that is another one."""

    kind: SecondKind
    players: int | None = None
    match_length: int | None = None


@dataclass(frozen=True, slots=True)
class FinalsRules:
    """A knock-out of the first `players` (a power of 2 up to 64) after the Swiss rounds.

    `match_length` is the length of its matches, None if they are as long as all others. `lengths` are several, the last
    for the final, the one before for the semi-finals, the first for all rounds before. `third_place` adds a match for
    third place, `second` a second bracket.
    """

    players: int
    match_length: int | None = None
    third_place: bool = False
    lengths: tuple[int, ...] = ()
    second: SecondRules | None = None


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a tournament, fixed once round 1 is paired, except `rounds`, the number of Swiss rounds planned,
    and `finals`, which can change until the finals are drawn.
    """

    match_length: int = 3
    rounds: int = 5
    count_excess_points: bool = False
    unplayed_win_points: int = 0
    ranking: Ranking = KONSTANZ
    finals: FinalsRules | None = None


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """A player in the tournament: start number and in which rounds they take part."""

    number: int
    joined_round: int = 1
    withdrawn_after: int | None = None
    absent_rounds: tuple[int, ...] = ()

    def is_present(self, round_number: int) -> bool:
        """Whether this player is to be paired in the round."""
        return (
            round_number >= self.joined_round
            and not has_left(self.withdrawn_after, round_number - 1)
            and round_number not in self.absent_rounds
        )


def has_left(withdrawn_after: int | None, paired_count: int) -> bool:
    """Whether a player who leaves after the round `withdrawn_after` (None: stays) has left by now.

    "`withdrawn_after` ≤ paired has left, greater is still here": a player who will leave later plays until then.
    """
    return withdrawn_after is not None and withdrawn_after <= paired_count


def has_come(joined_round: int, paired_count: int) -> bool:
    """Whether a player who plays from `joined_round` on has come by now.

    "`joined_round` ≤ paired + 1 is here now, greater is still to come."
    """
    return joined_round <= paired_count + 1


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a pairing so far.

    `score` holds the raw points of first and second, for `played` and `stopped` only;
    `winner` the start number of the player who appeared, for `forfeit` only.
    """

    outcome: Outcome
    score: Score | None = None
    winner: int | None = None


PENDING = Result(Outcome.PENDING)
BYE = Result(Outcome.BYE)
DOUBLE_FORFEIT = Result(Outcome.DOUBLE_FORFEIT)


@dataclass(frozen=True, slots=True)
class CorrectedResult:
    """A result before its correction, in force when the rounds up to `until` were paired."""

    until: int
    result: Result


@dataclass(frozen=True, slots=True)
class PairingRecord:
    """A pairing of two players, the better-ranked first, or of one with the bye (`second` is None).

    `was` holds its results before corrections, the oldest first; `in_second` tells a pairing of the second bracket.
    """

    first: int
    second: int | None
    result: Result = PENDING
    table: int | None = None
    was: tuple[CorrectedResult, ...] = ()
    in_second: bool = False

    @property
    def took_part(self) -> tuple[int | None, ...]:
        """Who takes part by this pairing: whoever plays, has the bye, or appears for a match that is forfeited."""
        if self.result.outcome is Outcome.FORFEIT:
            return (self.result.winner,)
        return () if self.result.outcome is Outcome.DOUBLE_FORFEIT else (self.first, self.second)

    def result_as_of(self, round_number: int | None) -> Result:
        """Return the result in force when a round was paired; None: the current one."""
        if round_number is not None:
            for past in self.was:
                if past.until >= round_number:
                    return past.result
        return self.result


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A paired round; `planned_rounds` is how many rounds were planned when it was paired.

    `finals` marks a round of the finals, with its pairings in bracket order, those of the main bracket first, then the
    match for third place, then the second bracket. `late_seeds` is how many of the last seeds took empty places in the
    first of them, `second_seeds` are those of a second bracket of the rest. From a round with `second_ended` on,
    nothing of the second bracket is drawn any more, and its matches without a result have fallen away.
    `wishes`: it was drawn while two of its players were kept apart; a published record does not name them.
    """

    number: int
    pairings: tuple[PairingRecord, ...]
    planned_rounds: int
    manual: bool = False
    rematches_allowed: bool = False
    lookahead_bound: bool = False
    finals: bool = False
    late_seeds: int = 0
    second_seeds: tuple[int, ...] = ()
    second_ended: bool = False
    wishes: bool = False

    @property
    def seated(self) -> frozenset[int]:
        """The start numbers of all players in the round, with the one who has the bye."""
        return frozenset(
            number for pairing in self.pairings for number in (pairing.first, pairing.second) if number is not None
        )

    @property
    def is_complete(self) -> bool:
        return not self.open_pairs

    @property
    def has_begun(self) -> bool:
        """Whether a match of the round has a result, or none is left to be played."""
        is_open = [pairing.result.outcome is Outcome.PENDING for pairing in self.pairings if pairing.second is not None]
        return not all(is_open) or not is_open

    @property
    def open_matches(self) -> int:
        return len(self.open_pairs)

    @property
    def open_pairs(self) -> tuple[tuple[int, int | None], ...]:
        """The pairs of start numbers whose match has no result yet."""
        pending = (pairing for pairing in self.pairings if pairing.result.outcome is Outcome.PENDING)
        return tuple((pairing.first, pairing.second) for pairing in pending)


@dataclass(frozen=True, slots=True)
class KeptApart:
    """Two players who are not to meet in rounds `since` to `until` (None: no end); the smaller start number first."""

    first: int
    second: int
    since: int
    until: int | None = None

    def holds_in(self, round_number: int) -> bool:
        return self.since <= round_number and (self.until is None or round_number <= self.until)

    def after(self, paired_count: int) -> "KeptApart | None":
        """Return the wish once later rounds are removed, with so many left; None if it held in none of them and ends.

        "Removing round n makes a `from` above n into n, and an `until` of n or more into n − 1; a span that is empty
        then goes."
        """
        since = min(self.since, paired_count + 1)
        if self.until is None:
            return KeptApart(self.first, self.second, since)
        until = min(self.until, paired_count)
        return KeptApart(self.first, self.second, since, until) if since <= until else None


def in_order(wishes: Iterable[KeptApart]) -> tuple[KeptApart, ...]:
    """Sort kept-apart pairs by the round from which they hold, then by the players."""
    return tuple(sorted(wishes, key=attrgetter("since", "first", "second")))


@dataclass(frozen=True)
class TournamentRecord:
    """All facts of a tournament; rounds in order from 1 without a gap, those of the finals after the Swiss ones."""

    rules: Rules
    draw_seed: str
    entries: tuple[EntryRecord, ...]
    rounds: tuple[RoundRecord, ...] = ()
    kept_apart: tuple[KeptApart, ...] = ()

    @property
    def completed_rounds(self) -> int:
        """How many rounds are complete; only the last can be incomplete."""
        if self.rounds and not self.rounds[-1].is_complete:
            return len(self.rounds) - 1
        return len(self.rounds)

    @property
    def swiss_rounds(self) -> int:
        return sum(not round_.finals for round_ in self.rounds)

    @cached_property
    def left(self) -> frozenset[int]:
        """The start numbers of players who have left by now."""
        return frozenset(entry.number for entry in self.entries if has_left(entry.withdrawn_after, len(self.rounds)))

    @property
    def never_took_part(self) -> frozenset[int]:
        """The start numbers of players who have left without a match at a board, a bye or a win by forfeit."""
        missing = set(self.left)
        for round_ in self.rounds if missing else ():
            for pairing in round_.pairings:
                missing.difference_update(pairing.took_part)
        return frozenset(missing)

    def as_of(self, round_number: int) -> "TournamentRecord":
        """Return the record as it was when this round was paired: with the rounds before it, and their results then."""
        rounds = []
        for round_ in self.rounds[: round_number - 1]:
            pairings = (
                replace(pairing, result=pairing.result_as_of(round_number), was=()) for pairing in round_.pairings
            )
            rounds.append(replace(round_, pairings=tuple(pairings)))
        return replace(self, rounds=tuple(rounds))

    def present(self, round_number: int) -> Sequence[int]:
        """Return the start numbers of the players to be paired in the round."""
        return [entry.number for entry in self.entries if entry.is_present(round_number)]

    def apart(self, round_number: int) -> Mapping[int, Collection[int]]:
        """Return whom each player is not to meet in the round, by start number, for players with such a wish only."""
        apart_by_number: dict[int, set[int]] = defaultdict(set)
        for wish in self.kept_apart:
            if wish.holds_in(round_number):
                apart_by_number[wish.first].add(wish.second)
                apart_by_number[wish.second].add(wish.first)
        return apart_by_number

    def keeps_apart(self, round_: RoundRecord) -> bool:
        """Tell whether two players of a round of the Swiss were kept apart when it was drawn by the rules."""
        is_drawn = not round_.manual and not round_.finals
        return is_drawn and any(
            wish.holds_in(round_.number) and {wish.first, wish.second} <= round_.seated for wish in self.kept_apart
        )
