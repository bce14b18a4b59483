"""The progress of an evening: the director's next step, the pace, and how many rounds can be played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from statistics import median

from django.db.models import Max

from tournament.engine import finals, prospects
from tournament.engine.record import TournamentRecord
from tournament.engine.terms import Outcome
from tournament.models import Club, Round, Tournament
from tournament.queries.evening import Evening, StoredPairing, once, record_of
from tournament.queries.players import missed_players
from tournament.queries.record import places_in, rounds_with_finals
from tournament.queries.rounds.pairings import waits_for_board
from tournament.queries.rounds.seating import seated
from tournament.queries.tournaments import Closing, begins, closing_of

# The director's next step: what the rules allow, and what the header of every desk page shows.


class DirectorStep(StrEnum):
    ENTER_PLAYERS = "enter_players"
    DRAW = "draw"
    RELEASE = "release"
    ENTER_RESULTS = "enter_results"
    PAIR = "pair"
    CLOSE = "close"
    CLOSED = "closed"


class Readiness(StrEnum):
    """Whether the step can be taken: at once, after a question about something open, or not yet."""

    READY = "ready"
    CAN = "can"
    NOT_YET = "not-yet"


@dataclass(frozen=True, slots=True)
class DeskStep:
    """A step, its round and its readiness.

    `count` is the number of open tables (`ENTER_RESULTS`), of missed players (`CAN`), else of players in the next
    round. `is_last_round` tells that no planned round follows the last one paired. `closing` says what is asked
    about before the tournament is closed. `places` is how many can play in the next round if it is one of the finals,
    else 0.
    """

    step: DirectorStep
    readiness: Readiness
    round_number: int
    count: int
    is_last_round: bool
    closing: Closing | None = None
    places: int = 0


def next_step(tournament: Tournament, record: TournamentRecord) -> tuple[DirectorStep, int, int]:
    """Return the next step, the round it is about, and how many players would be paired in the next round.

    `ENTER_PLAYERS` and `ENTER_RESULTS` mean that something is missing for it.

    "Fewer than two present: no round": the tournament can be closed then too.
    """
    paired_count = len(record.rounds)
    is_for_finals = finals.finals_are_next(record)
    present = len(seated(finals.next_pairs(record)) if is_for_finals else record.present(paired_count + 1))
    if tournament.is_closed:
        step = DirectorStep.CLOSED
    elif record.completed_rounds < paired_count:
        step = DirectorStep.ENTER_RESULTS
    elif paired_count == 0:
        step = DirectorStep.DRAW if present > 1 else DirectorStep.ENTER_PLAYERS
    elif is_for_finals:
        step = DirectorStep.PAIR if present else DirectorStep.CLOSE
    elif paired_count >= tournament.planned_rounds or present < 2:
        step = DirectorStep.CLOSE
    else:
        step = DirectorStep.PAIR
    is_about_next = step in (DirectorStep.DRAW, DirectorStep.ENTER_PLAYERS, DirectorStep.PAIR)
    return step, paired_count + is_about_next, present


def desk_step(evening: Evening) -> DeskStep:
    """Return the director's next step."""
    tournament, newest = evening.tournament, evening.newest_round
    number = len(evening.rounds)
    places = finals.places_next(evening.record)
    is_last = number >= tournament.planned_rounds and not places
    if tournament.is_closed:
        return DeskStep(DirectorStep.CLOSED, Readiness.NOT_YET, number, 0, is_last)
    if newest and newest.is_hidden:
        return DeskStep(DirectorStep.RELEASE, Readiness.READY, number, 0, is_last)
    if still_open := evening.record.rounds[-1].open_matches if newest else 0:
        return DeskStep(DirectorStep.ENTER_RESULTS, Readiness.NOT_YET, number, still_open, is_last, None, places)
    step, number, present = next_step(tournament, evening.record)
    if step in (DirectorStep.DRAW, DirectorStep.PAIR) and (missed := len(missed_players(evening))):
        return DeskStep(step, Readiness.CAN, number, missed, is_last, None, places)
    is_last = is_last or (newest is not None and newest.is_finals and step is DirectorStep.CLOSE)
    if step is DirectorStep.CLOSE and (closing := closing_of(tournament)).asks_first:
        return DeskStep(step, Readiness.CAN, number, present, is_last, closing)
    readiness = Readiness.NOT_YET if step is DirectorStep.ENTER_PLAYERS else Readiness.READY
    return DeskStep(step, readiness, number, present, is_last, None, places)


# Pace: how fast a round goes, which tables are slow, and forecasts from the matches so far.

# Fewer matches are no basis for a forecast.
FEWEST_MATCHES = 2
# A shorter match was entered late, or for practice.
SHORTEST_MATCH = timedelta(minutes=1)
# The break between rounds, until the tournament has had one that can be measured.
USUAL_BREAK = timedelta(minutes=5)
AT_THE_BOARD = (Outcome.PLAYED, Outcome.STOPPED)
STEP = timedelta(minutes=5)
# Forecasts are rounded to that, so those of one moment need not be worked out for every phone that asks.
SHARED_SECONDS = 10
# A match that took longer was interrupted, unless its length allows more time, at `A_POINT` for each point.
A_NIGHT = timedelta(hours=4)
A_POINT = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of a round; `places` is how many can play in it if it belongs to the finals.

    `took` is how long it has been running, or ran until `over_at`; `usual` is how long a match takes, None without
    enough matches. `slow_tables` are open for longer, the longest first. `next_round_at` and `end_at` are forecasts,
    rounded up to five minutes, None where there is nothing to forecast or no basis for it.
    """

    number: int
    places: int
    started_at: datetime
    over_at: datetime | None
    took: timedelta
    usual: timedelta | None
    slow_tables: tuple[int, ...]
    next_round_at: datetime | None
    end_at: datetime | None


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round; before `begins_at` it stands."""

    number: int
    begins_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class _Match:
    """A match and the time when its players got a board, None while they wait for one."""

    pairing: StoredPairing
    began_at: datetime | None

    @property
    def is_open(self) -> bool:
        return self.pairing.outcome == Outcome.PENDING

    @property
    def length(self) -> timedelta | None:
        """How long the match took, if known and played at the board."""
        if self.began_at is None or self.pairing.finished_at is None or self.pairing.outcome not in AT_THE_BOARD:
            return None
        length = self.pairing.finished_at - self.began_at
        return length if length >= SHORTEST_MATCH else None


class _TimedRound:
    """A round, when it began, and its matches; a table that waits for a board gets the next one that becomes free."""

    def __init__(self, stored: Iterable[StoredPairing], started_at: datetime, boards: int | None) -> None:
        pairings = sorted((one for one in stored if one.table), key=lambda one: one.table or 0)
        freed = iter(sorted(one.finished_at for one in pairings if one.finished_at))
        self.started_at = started_at
        self.matches = tuple(
            _Match(one, next(freed, None) if waits_for_board(one.table, boards) else started_at) for one in pairings
        )

    @property
    def over_at(self) -> datetime | None:
        """When the last result came in; None while one is missing, or where its time is unknown."""
        finished = [match.pairing.finished_at for match in self.matches]
        end_times = [at for at in finished if at is not None]
        return max(end_times) if end_times and len(end_times) == len(finished) else None


def pace_of(evening: Evening, number: int, now: datetime) -> Pace | None:
    """Return the pace of the round; None if it is hidden or its start is unknown."""
    round_, rounds = evening.rounds[number - 1], evening.released
    if round_.started_at is None or round_.is_hidden:
        return None
    timed = [
        _TimedRound(evening.pairings[earlier_round.number], began_at, evening.tournament.boards)
        for earlier_round in rounds[: round_.number]
        if (began_at := _began_at(earlier_round, evening))
    ]
    this_round = timed[-1]
    usual = _typical(
        [match.length for timed_round in timed for match in timed_round.matches], _at_a_stretch(evening.tournament)
    )
    is_newest = round_.number == len(rounds)
    is_running = is_newest and not finals.are_over(evening.record)
    next_round_at, end_at = _forecast(round_, timed, now) if is_running else (None, None)
    return Pace(
        number=round_.number,
        places=places_in(round_),
        started_at=this_round.started_at,
        over_at=this_round.over_at,
        took=max((this_round.over_at or now) - this_round.started_at, timedelta()),
        usual=usual,
        slow_tables=_slow_tables(this_round, usual, now),
        next_round_at=next_round_at,
        end_at=end_at,
    )


def pace_shown(evening: Evening, number: int, now: datetime) -> Pace | None:
    """Return the pace as phones show it, at the end of these ten seconds, so that it is worked out once for them."""
    return _pace_at(
        evening, number, datetime.fromtimestamp((now.timestamp() // SHARED_SECONDS + 1) * SHARED_SECONDS, UTC)
    )


_pace_at = once(pace_of)


def round_clock(evening: Evening) -> RoundClock | None:
    """Return the clock of the last public round while a match of it is open."""
    minutes, last = evening.tournament.round_minutes, evening.newest_released
    began_at = _began_at(last, evening) if last else None
    if minutes is None or evening.tournament.is_closed or last is None or began_at is None:
        return None
    if evening.record.rounds[last.number - 1].is_complete:
        return None
    return RoundClock(last.number, began_at, began_at + timedelta(minutes=minutes))


def _began_at(round_: Round, evening: Evening) -> datetime | None:
    """Return when the matches of a public round began: those of round 1 not before the evening, unless one was over."""
    begins_at = begins(evening.tournament) if round_.number == 1 else None
    if begins_at is None or round_.started_at is None or begins_at <= round_.started_at:
        return round_.started_at
    finished = [pairing.finished_at for pairing in evening.pairings[1] if pairing.table and pairing.finished_at]
    return round_.started_at if finished and min(finished) < begins_at else begins_at


def _at_a_stretch(tournament: Tournament) -> timedelta:
    """Return the longest time of a match or round that still counts for forecasts."""
    return max(A_NIGHT, tournament.match_length * A_POINT)


def _typical(lengths: Iterable[timedelta | None], longest: timedelta, fewest: int = FEWEST_MATCHES) -> timedelta | None:
    """Return the median of the known lengths without interruption, if there are enough."""
    known_lengths = [length for length in lengths if length is not None and timedelta() <= length < longest]
    return (
        timedelta(seconds=median(length.total_seconds() for length in known_lengths))
        if len(known_lengths) >= fewest
        else None
    )


MOST_PAST_ROUNDS = 40


def past_minutes(club: Club) -> int | None:
    """Return how many minutes a round, with the break after it, has usually taken in the club's latest rounds.

    None where no round of the club tells it.
    """
    finished = Round.objects.filter(tournament__club=club, tournament__is_practice=False, started_at__isnull=False)
    timed = finished.annotate(over_at=Max("pairings__finished_at")).order_by("-started_at")
    times = timed.values_list("started_at", "over_at")[:MOST_PAST_ROUNDS]
    lengths = [over_at - started_at for started_at, over_at in times if started_at and over_at]
    usual = _typical([length for length in lengths if length >= SHORTEST_MATCH], A_NIGHT)
    return None if usual is None else round((usual + USUAL_BREAK) / timedelta(minutes=1))


def _slow_tables(this_round: _TimedRound, usual: timedelta | None, now: datetime) -> tuple[int, ...]:
    """Return the tables that are open for longer than usual, the longest first."""
    if usual is None:
        return ()
    open_since = [(match.began_at, match.pairing.table) for match in this_round.matches if match.is_open]
    slow = sorted((began_at, table) for began_at, table in open_since if began_at and table and now - began_at > usual)
    return tuple(table for _began_at, table in slow)


def _forecast(round_: Round, timed: Sequence[_TimedRound], now: datetime) -> tuple[datetime | None, datetime | None]:
    """Forecast when the next round begins and when the last one ends, at the pace so far."""
    tournament, this_round = round_.tournament, timed[-1]
    length = _round_length(timed, _at_a_stretch(tournament))
    if length is None or tournament.is_closed:
        return None, None
    over_at = this_round.over_at or max(this_round.started_at + length, now)
    to_come = rounds_with_finals(tournament) - round_.number
    if to_come <= 0:
        return None, None if this_round.over_at else _rounded_up(over_at)
    pauses = [later.started_at - earlier.over_at for earlier, later in pairwise(timed) if earlier.over_at]
    pause = _typical(pauses, A_NIGHT, fewest=1)
    begins_at = max(over_at + (pause or USUAL_BREAK), now)
    return _rounded_up(begins_at), _rounded_up(begins_at + to_come * length + (to_come - 1) * (pause or USUAL_BREAK))


def _round_length(timed: Sequence[_TimedRound], longest: timedelta) -> timedelta | None:
    """Estimate the time of a round from finished rounds; in the first, from its slowest match once half are over."""
    over = _typical(
        [timed_round.over_at - timed_round.started_at for timed_round in timed if timed_round.over_at],
        longest,
        fewest=1,
    )
    matches = timed[-1].matches
    lengths = [match.length for match in matches if match.length is not None]
    if over is not None or 2 * len(lengths) < len(matches) or len(lengths) < FEWEST_MATCHES:
        return over
    return max(lengths)


def _rounded_up(at: datetime) -> datetime:
    """Round up to the next step, because a forecast to the minute would look too certain."""
    return at + timedelta(seconds=-at.timestamp() % STEP.total_seconds())


# Whether all planned rounds can be played by the players who are here.


def lost_rounds(tournament: Tournament, record: TournamentRecord | None = None) -> int | None:
    """Return how many rounds can be played without a rematch, with the paired ones; None where all planned ones can.

    None, too, before round 1, once the director has accepted rematches, and in a closed tournament. With fewer than two
    players no warning is needed: they see that there is no further round.
    """
    record = record or record_of(tournament)
    paired_count, planned = len(record.rounds), record.rules.rounds
    if tournament.is_closed or not paired_count or len(record.present(paired_count + 1)) < 2:
        return None
    playable = None if prospects.plays_on_evenly(record) else prospects.playable_rounds(record)
    if playable is None or paired_count + playable >= planned:
        return None
    return paired_count + playable
