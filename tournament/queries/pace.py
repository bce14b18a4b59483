"""How fast a round goes, who holds it up, and when the evening will be over, as far as the matches so far tell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from tournament.engine.terms import Outcome
from tournament.models import Round, Tournament
from tournament.queries.evening import Evening, StoredPairing, evening_of
from tournament.queries.rounds import waits_for_board

# Fewer matches tell nothing.
FEWEST_MATCHES = 2
# What took less was entered late, or for practice.
SHORTEST_MATCH = timedelta(minutes=1)
# From the last result to the next round, until the evening has shown how long it really takes.
USUAL_BREAK = timedelta(minutes=5)
AT_THE_BOARD = (Outcome.PLAYED, Outcome.STOPPED)
STEP = timedelta(minutes=5)
# What took longer was not played at a stretch, unless the match is so long that each point had no more than its time.
A_NIGHT = timedelta(hours=4)
A_POINT = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Pace:
    """How a round goes.

    `took` is how long it has been going, or has gone once it is `over_at`; `usual` how long a match takes, None as
    long as too few have told. `slow_tables` are open for longer, the longest first. `next_round_at` and `end_at` are
    forecasts, in whole steps of five minutes, None where there is nothing to foretell or nothing to tell it by.
    """

    number: int
    started_at: datetime
    over_at: datetime | None
    took: timedelta
    usual: timedelta | None
    slow_tables: tuple[int, ...]
    next_round_at: datetime | None
    end_at: datetime | None


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of the round that is running."""

    number: int
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class _Match:
    """A match with the moment at which its players had a board, None as long as they wait for one."""

    pairing: StoredPairing
    began_at: datetime | None

    @property
    def is_open(self) -> bool:
        return self.pairing.outcome == Outcome.PENDING

    @property
    def length(self) -> timedelta | None:
        """How long it took, where that is known and it was played at the board."""
        if self.began_at is None or self.pairing.finished_at is None or self.pairing.outcome not in AT_THE_BOARD:
            return None
        length = self.pairing.finished_at - self.began_at
        return length if length >= SHORTEST_MATCH else None


@dataclass(frozen=True, slots=True)
class _TimedRound:
    """A round, when it began, and its matches."""

    started_at: datetime
    matches: tuple[_Match, ...]

    @property
    def over_at(self) -> datetime | None:
        """When the last result came in; None as long as one is missing, or where its time is not known."""
        finished = [match.pairing.finished_at for match in self.matches]
        known = [at for at in finished if at is not None]
        return max(known) if known and len(known) == len(finished) else None


def pace_of(round_: Round, now: datetime, evening: Evening | None = None) -> Pace | None:
    """How the round goes; None for one that nobody has seen begin."""
    if round_.started_at is None or round_.is_hidden:
        return None
    evening = evening or evening_of(round_.tournament)
    rounds = evening.released
    timed = [
        _timed(evening.pairings[each.number], each.started_at, evening.tournament.boards)
        for each in rounds[: round_.number]
        if each.started_at
    ]
    own = timed[-1]
    usual = _typical([match.length for each in timed for match in each.matches], _at_a_stretch(evening.tournament))
    is_newest = round_.number == len(rounds)
    next_round_at, end_at = _forecast(round_, timed, now) if is_newest else (None, None)
    return Pace(
        number=round_.number,
        started_at=own.started_at,
        over_at=own.over_at,
        took=(own.over_at or now) - own.started_at,
        usual=usual,
        slow_tables=_slow_tables(own, usual, now),
        next_round_at=next_round_at,
        end_at=end_at,
    )


def round_clock(tournament: Tournament, evening: Evening | None = None) -> RoundClock | None:
    """The clock of the round that everyone sees, as long as a match of it is open."""
    if tournament.round_minutes is None or tournament.is_closed:
        return None
    if evening:
        last = evening.released[-1] if evening.released else None
    else:
        last = tournament.rounds.released().order_by("-number").first()
    if last is None or last.started_at is None:
        return None
    if evening:
        is_open = not evening.record.rounds[last.number - 1].is_complete
    else:
        is_open = last.pairings.filter(outcome=Outcome.PENDING).exists()
    if not is_open:
        return None
    return RoundClock(last.number, last.started_at + timedelta(minutes=tournament.round_minutes))


def _timed(stored: Iterable[StoredPairing], started_at: datetime, boards: int | None) -> _TimedRound:
    """A round with its matches; each of those that wait for a board gets the next one that is free."""
    pairings = sorted((one for one in stored if one.table), key=lambda one: one.table or 0)
    freed = iter(sorted(one.finished_at for one in pairings if one.finished_at))
    matches = [_Match(one, next(freed, None) if waits_for_board(one.table, boards) else started_at) for one in pairings]
    return _TimedRound(started_at, tuple(matches))


def _at_a_stretch(tournament: Tournament) -> timedelta:
    """What a match or a round may take at most to tell anything of the next one."""
    return max(A_NIGHT, tournament.match_length * A_POINT)


def _typical(lengths: Iterable[timedelta | None], longest: timedelta, fewest: int = FEWEST_MATCHES) -> timedelta | None:
    """The median of what is known and was played at a stretch."""
    known = [length for length in lengths if length is not None and timedelta() <= length < longest]
    return timedelta(seconds=median(length.total_seconds() for length in known)) if len(known) >= fewest else None


def _slow_tables(own: _TimedRound, usual: timedelta | None, now: datetime) -> tuple[int, ...]:
    """The tables that are open for longer than usual, the longest first."""
    if usual is None:
        return ()
    open_since = [(match.began_at, match.pairing.table) for match in own.matches if match.is_open]
    slow = sorted((began_at, table) for began_at, table in open_since if began_at and table and now - began_at > usual)
    return tuple(table for _began_at, table in slow)


def _forecast(round_: Round, timed: Sequence[_TimedRound], now: datetime) -> tuple[datetime | None, datetime | None]:
    """When the next round begins and when the last one ends, if it goes on as it has gone so far."""
    tournament, own = round_.tournament, timed[-1]
    length = _round_length(timed, _at_a_stretch(tournament))
    if length is None or tournament.is_closed:
        return None, None
    over_at = own.over_at or max(own.started_at + length, now)
    left = tournament.planned_rounds - round_.number
    if left <= 0:
        return None, None if own.over_at else _rounded_up(over_at)
    pauses = [later.started_at - one.over_at for one, later in pairwise(timed) if one.over_at]
    pause = _typical(pauses, A_NIGHT, fewest=1)
    begins_at = max(over_at + (pause or USUAL_BREAK), now)
    return _rounded_up(begins_at), _rounded_up(begins_at + left * length + (left - 1) * (pause or USUAL_BREAK))


def _round_length(timed: Sequence[_TimedRound], longest: timedelta) -> timedelta | None:
    """How long a round takes: as those that are over; during the first one as its slowest match, once half are in."""
    over = _typical([each.over_at - each.started_at for each in timed if each.over_at], longest, fewest=1)
    own = timed[-1].matches
    lengths = [match.length for match in own if match.length is not None]
    if over is not None or 2 * len(lengths) < len(own) or len(lengths) < FEWEST_MATCHES:
        return over
    return max(lengths)


def _rounded_up(at: datetime) -> datetime:
    """The next whole step: nobody should believe in a minute."""
    return at + timedelta(seconds=-at.timestamp() % STEP.total_seconds())
