"""What players have reported of the running round, as their phones and the desk see it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import groupby
from operator import attrgetter

from django.db.models import F, Q

from tournament.engine.record import PENDING, Result, Score
from tournament.engine.terms import Outcome
from tournament.models import Entry, Pairing, Report, Round
from tournament.queries.record import result_of
from tournament.queries.rounds import NamedPairing, named_pairing


@dataclass(frozen=True, slots=True)
class Reported:
    """A score in the order of the pairing, who says so, and who has won by it."""

    by: Entry
    winner: Entry
    score: Score
    at: datetime


class ReportState(StrEnum):
    """How far the match of a player is on the way to a result."""

    NOT_PAIRED = "not_paired"
    BYE = "bye"
    OPEN = "open"
    OWN_REPORT = "own_report"
    THEIR_REPORT = "their_report"
    DISPUTED = "disputed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class MyMatch:
    """The player's pairing in the last round that everyone sees; `key` is the stored pairing's.

    `started_at` is when everyone could see the round, as far as that is known.
    """

    state: ReportState
    round_number: int
    started_at: datetime | None = None
    key: int | None = None
    pairing: NamedPairing | None = None
    opponent: Entry | None = None
    own: Reported | None = None
    theirs: Reported | None = None

    @property
    def is_new(self) -> bool:
        """Whether the player has still to be told where the round leads them."""
        return self.state in (ReportState.OPEN, ReportState.BYE)

    @property
    def both(self) -> tuple[Reported, ...]:
        """Both players' reports of the match, as far as there are any, the own one first."""
        return tuple(said for said in (self.own, self.theirs) if said)

    @property
    def is_overruled(self) -> bool:
        """Whether the result is another one than the player has reported."""
        if self.state is not ReportState.DONE or self.pairing is None or self.own is None:
            return False
        return self.pairing.result != Result(Outcome.PLAYED, self.own.score)


@dataclass(frozen=True, slots=True)
class ReportedTable:
    """A table of which something has been reported that the desk looks at; `silent` is who has said nothing yet.

    `is_settled` says that the result is in: such a table is looked at where both reports came from one phone.
    """

    key: int
    table: int | None
    versions: tuple[Reported, ...]
    silent: Entry | None
    is_from_one_phone: bool
    is_settled: bool

    @property
    def is_disputed(self) -> bool:
        return self.silent is None and not self.is_settled


def my_match(entry: Entry) -> MyMatch:
    """The match that the player is playing, has played, or will play as soon as a board is free."""
    last = Round.objects.released().filter(tournament=entry.tournament_id).order_by("-number").first()
    if last is None:
        return MyMatch(ReportState.NOT_PAIRED, 0)
    stored = Pairing.objects.filter(Q(first=entry) | Q(second=entry), round=last)
    pairing = stored.select_related("first", "second", "winner").first()
    if pairing is None:
        return MyMatch(ReportState.NOT_PAIRED, last.number, last.started_at)
    named = named_pairing(pairing, entry.tournament.boards)
    opponent = pairing.second if pairing.first_id == entry.pk else pairing.first
    of_this_state = pairing.reports.filter(is_settled=not named.is_open)
    reports = {report.entry_id: _reported(report, pairing) for report in of_this_state}
    own = reports.get(entry.pk)
    theirs = reports.get(opponent.pk) if opponent else None
    state = _state(named, own, theirs)
    return MyMatch(state, last.number, last.started_at, pairing.pk, named, opponent, own, theirs)


def _state(pairing: NamedPairing, own: Reported | None, theirs: Reported | None) -> ReportState:
    if pairing.is_bye:
        return ReportState.BYE
    if not pairing.is_open:
        return ReportState.DONE
    if own and theirs:
        return ReportState.DISPUTED
    if own:
        return ReportState.OWN_REPORT
    return ReportState.THEIR_REPORT if theirs else ReportState.OPEN


def reported_tables(round_: Round) -> tuple[ReportedTable, ...]:
    """What waits for the second player or for the desk: first where the two disagree, then the longest silence.

    At the end the tables whose result one phone alone has reported and confirmed.
    """
    stored = Report.objects.filter(pairing__round=round_).order_by("pairing_id", "pk")
    stored = stored.select_related("pairing__first", "pairing__second", "pairing__winner")
    by_table = (list(reports) for _key, reports in groupby(stored, attrgetter("pairing_id")))
    tables = [table for reports in by_table if (table := _reported_table(reports))]
    return tuple(sorted(tables, key=lambda table: (table.is_settled, not table.is_disputed, table.versions[0].at)))


def reported_as_stored(keys: Collection[int]) -> frozenset[int]:
    """Those of the stored pairings with these keys that ended as a phone has reported."""
    said = Report.objects.filter(
        pairing__in=keys, first_points=F("pairing__first_points"), second_points=F("pairing__second_points")
    )
    return frozenset(said.values_list("pairing_id", flat=True))


def _reported_table(reports_of_table: Sequence[Report]) -> ReportedTable | None:
    """What has been told of one table; None where nothing is left to look at."""
    pairing = reports_of_table[0].pairing
    result = result_of(pairing)
    is_settled = result != PENDING
    reports = [report for report in reports_of_table if report.is_settled == is_settled]
    versions = sorted((_reported(report, pairing) for report in reports), key=lambda said: said.at)
    is_from_one_phone = len(reports) > 1 and bool(reports[0].phone) and reports[0].phone == reports[1].phone
    stands = all(result == Result(Outcome.PLAYED, said.score) for said in versions)
    if not versions or (is_settled and not (is_from_one_phone and stands)):
        return None
    said = {version.by.pk for version in versions}
    silent = next((entry for entry in (pairing.first, pairing.second) if entry and entry.pk not in said), None)
    return ReportedTable(pairing.pk, pairing.table, tuple(versions), silent, is_from_one_phone, is_settled)


def _reported(report: Report, pairing: Pairing) -> Reported:
    score = (report.first_points, report.second_points)
    players = (pairing.first, pairing.second)
    by, winner = players[report.entry_id != pairing.first_id], players[score[1] > score[0]]
    assert by is not None
    assert winner is not None
    return Reported(by, winner, score, report.at)
