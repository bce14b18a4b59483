"""Results, reports, corrections and games."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cached_property
from hashlib import sha256
from itertools import groupby
from operator import attrgetter

from django.db.models import F, Q, QuerySet

from tournament.engine import checking, criteria
from tournament.engine.finals import changes_seeds
from tournament.engine.record import PENDING, Result, Score, TournamentRecord
from tournament.engine.standings import Standing
from tournament.engine.terms import Criterion, Outcome
from tournament.machine.cache import Weighed, cached
from tournament.matches.games import GameEnding, PlayedGame
from tournament.matches.score_sheet import Said, read_words, write_words
from tournament.models import Entry, Game, JournalLine, Pairing, Report, Round, SheetChanges, Tournament
from tournament.queries.evening import evening_of
from tournament.queries.record import keys_of, result_of
from tournament.queries.rounds.pairings import PairingRow, named_pairing
from tournament.queries.rounds.seating import has_results
from tournament.queries.standings import shown_ranking, shown_rows

# Estimated bytes of the games of a match.
BYTES_OF_GAMES = 4_000

# Preview of a correction: what it changes, computed before it is saved.


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """A player's standing before and after a correction."""

    entry: Entry
    before: Standing
    after: Standing

    def changes(self, criterion: Criterion) -> bool:
        return self.before.figures[criterion] != self.after.figures[criterion]


class Correction:
    """A result that replaces a stored one, and its effect on the standings after the last public round."""

    def __init__(self, pairing: Pairing, result: Result) -> None:
        evening = evening_of(pairing.round.tournament)
        self.pairing, self.before, self.after = pairing, result_of(pairing), result
        # The public standings do not count a hidden round.
        self.after_round = len(evening.released)
        self.record = results_of_today(evening.record)
        self.corrected = with_result(self.record, pairing.round.number, pairing.first.number, result)
        self.ranking = shown_ranking(self.record)
        self.players = [entry.number for entry in (pairing.first, pairing.second) if entry]
        stood = {row.number: row for row in shown_rows(self.record, self.after_round)}
        # The two players of the match come first, the others by their new rank.
        self.changes = [
            PlayerChange(evening.entries[row.number], stood[row.number], row)
            for row in shown_rows(self.corrected, self.after_round)
        ]
        self.changes.sort(key=lambda change: [change.entry.number != number for number in self.players])

    @property
    def at_table(self) -> tuple[PlayerChange, ...]:
        return tuple(change for change in self.changes if change.entry.number in self.players)

    @property
    def rank_changes(self) -> tuple[PlayerChange, ...]:
        """The players whose rank changes."""
        return tuple(change for change in self.changes if change.before.rank != change.after.rank)

    @property
    def figure_changes(self) -> dict[Criterion, tuple[PlayerChange, ...]]:
        """The players whose figure changes, by criterion that depends on opponents."""
        return {
            criterion: tuple(change for change in self.changes if change.changes(criterion))
            for criterion in criteria.counted(self.ranking)
            if criterion not in criteria.OWN_MATCHES_ALONE
        }

    @property
    def _finals(self) -> set[int]:
        return {round_.number for round_ in self.record.rounds if round_.finals}

    @cached_property
    def overtaken(self) -> tuple[int, ...]:
        """The later rounds that now agree with the rules but then would not, apart from the finals, which stay."""
        return tuple(number for number in overtaken_rounds(self.record, self.corrected) if number not in self._finals)

    @property
    def can_be_paired_anew(self) -> bool:
        last = self.record.rounds[-1]
        return last.number in self.overtaken and not has_results(last)

    @cached_property
    def changes_seeds(self) -> bool:
        """Whether other players would have reached the finals."""
        is_of_swiss = bool(self._finals) and self.pairing.round.number not in self._finals
        return is_of_swiss and changes_seeds(self.record, self.corrected)


def is_correction(pairing: Pairing, result: Result) -> bool:
    """Tell whether the result would replace another one in a round without open matches."""
    standing = result_of(pairing)
    if pairing.round.tournament.is_closed or standing == result or PENDING in (standing, result):
        return False
    return not Pairing.objects.filter(round=pairing.round, outcome=Outcome.PENDING).exists()


def results_of_today(record: TournamentRecord) -> TournamentRecord:
    """Return the record as if today's results had stood from the start."""
    rounds = (
        replace(round_, pairings=tuple(replace(pairing, was=()) for pairing in round_.pairings))
        for round_ in record.rounds
    )
    return replace(record, rounds=tuple(rounds))


def with_result(record: TournamentRecord, number: int, first: int, result: Result) -> TournamentRecord:
    """Return the record with another result for the pairing of the round whose first player is `first`."""
    round_ = record.rounds[number - 1]
    pairings = tuple(
        replace(pairing, result=result) if pairing.first == first else pairing for pairing in round_.pairings
    )
    rounds = (*record.rounds[: number - 1], replace(round_, pairings=pairings), *record.rounds[number:])
    return replace(record, rounds=rounds)


def overtaken_rounds(record: TournamentRecord, corrected: TournamentRecord) -> tuple[int, ...]:
    """Return the rounds paired by the rules that agree with the record, but not with the corrected one."""
    differed = {disagreement.round_number for disagreement in checking.check_rounds(record)}
    differ = (disagreement.round_number for disagreement in checking.check_rounds(corrected))
    return tuple(number for number in differ if number not in differed)


# Stored games of matches.


@dataclass(frozen=True, slots=True)
class KeptGames:
    """The finished games of a match, and the score sheet entries (`words`) of the running game.

    `ended` holds the words of each finished game; empty for a game that was not kept on the sheet. `changes` counts how
    often the sheet has changed, if that was read.
    """

    games: tuple[PlayedGame, ...] = ()
    words: tuple[Said, ...] = ()
    ended: tuple[tuple[Said, ...], ...] = ()
    changes: int = 0

    @property
    def last_word(self) -> Said | None:
        """The last word, in the running game or at the end of the one before, or None."""
        words = self.words or (self.ended[-1] if self.ended else ())
        return words[-1] if words else None

    @property
    def before_last_word(self) -> "KeptGames":
        """The sheet before the last word: if no game is running, the last finished game runs again."""
        if self.words:
            return KeptGames(self.games, self.words[:-1], self.ended, self.changes - 1)
        words = self.ended[-1][:-1] if self.ended else ()
        return KeptGames(self.games[:-1], words, self.ended[:-1], self.changes - 1)

    @property
    def look(self) -> str:
        """A digest of the content of the sheet, which can recur when the sheet is changed back."""
        games = [f"{game.winner} {game.kind} {game.cube} {game.automatic} {game.conceded}" for game in self.games]
        return sha256("\n".join([*games, write_words(self.words)]).encode()).hexdigest()[:16]

    @property
    def mark(self) -> str:
        """A digest that changes with every word added or taken back, and never recurs."""
        return f"{self.look}-{self.changes}"


NOTHING_KEPT = KeptGames()


def kept_games(pairing: Pairing) -> KeptGames:
    return _kept(pairing.first_id, pairing.games.order_by("number"))


def score_sheet_of(pairing: Pairing) -> KeptGames:
    """Return the kept games of a match with the number of changes to its sheet, as both are stored now."""
    changes = SheetChanges.objects.filter(pairing=pairing).values_list("count", flat=True).first() or 0
    return replace(kept_games(pairing), changes=changes)


def kept_games_in(tournaments: Iterable[Tournament]) -> dict[int, KeptGames]:
    """Return the kept games of each match of these tournaments by the key of its pairing, in one query."""
    return kept_by_pairing(_stored(Game.objects.filter(pairing__round__tournament__in=keys_of(tournaments))))


def games_of(tournament: Tournament) -> Mapping[int, KeptGames]:
    """Return the stored games of each match in the version the tournament was read in, by key of the pairing."""

    def read() -> Weighed[dict[int, KeptGames]]:
        games = kept_games_in([tournament])
        return Weighed(games, BYTES_OF_GAMES * (1 + len(games)))

    return cached(("games", tournament.version_mark), read).value


def kept_games_at(keys: Collection[int]) -> dict[int, KeptGames]:
    """Return the kept games of the matches with these keys; takes no query if there are none."""
    return kept_by_pairing(_stored(Game.objects.filter(pairing__in=keys))) if keys else {}


def open_games_of(tournament: Tournament) -> QuerySet[Game]:
    """Return the stored games of a tournament's open matches with their players, in the order of each match."""
    games = Game.objects.filter(pairing__round__tournament=tournament, pairing__outcome=Outcome.PENDING)
    return _stored(games).select_related("pairing__first", "pairing__second")


def _stored(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related("pairing").order_by("pairing", "number")


def kept_by_pairing(game_rows: Iterable[Game]) -> dict[int, KeptGames]:
    """Return the kept games of each match from rows in the order of each match."""
    rows: dict[int, list[Game]] = defaultdict(list)
    for row in game_rows:
        rows[row.pairing_id].append(row)
    return {key: _kept(games[0].pairing.first_id, games) for key, games in rows.items()}


def _kept(first_id: int, game_rows: Iterable[Game]) -> KeptGames:
    games: list[PlayedGame] = []
    words: tuple[Said, ...] = ()
    words_by_game: list[tuple[Said, ...]] = []
    for row in game_rows:
        if row.kind:
            winner = None if row.winner_id is None else int(row.winner_id != first_id)
            games.append(PlayedGame(winner, GameEnding(row.kind), row.cube, row.automatic, row.conceded))
            words_by_game.append(read_words(row.words))
        else:
            words = read_words(row.words)
    return KeptGames(tuple(games), words, tuple(words_by_game))


# Reports of the running round, as players' phones and the desk see them.


@dataclass(frozen=True, slots=True)
class Reported:
    """A reported score in the order of the pairing, with its reporter and the winner."""

    by: Entry
    winner: Entry
    score: Score
    at: datetime


class ReportState(StrEnum):
    """The state of a player's match: not paired, a bye, or how far its reports have come."""

    NOT_PAIRED = "not_paired"
    BYE = "bye"
    OPEN = "open"
    OWN_REPORT = "own_report"
    THEIR_REPORT = "their_report"
    DISPUTED = "disputed"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class MyMatch:
    """The player's pairing in the last public round; `key` is the key of the stored pairing.

    `started_at` is when the round became public, if known.
    """

    state: ReportState
    round_number: int
    started_at: datetime | None = None
    key: int | None = None
    pairing: PairingRow | None = None
    opponent: Entry | None = None
    own: Reported | None = None
    theirs: Reported | None = None

    @property
    def is_new(self) -> bool:
        """Tell whether the player still has to be shown where to play."""
        return self.state in (ReportState.OPEN, ReportState.BYE)

    @property
    def both(self) -> tuple[Reported, ...]:
        """The reports of both players so far, the player's own first."""
        return tuple(report for report in (self.own, self.theirs) if report)

    @property
    def is_overruled(self) -> bool:
        """Tell whether the result differs from the player's report."""
        if self.state is not ReportState.DONE or self.pairing is None or self.own is None:
            return False
        return self.pairing.result != Result(Outcome.PLAYED, self.own.score)


class ReportedTable:
    """A table whose reports the desk should see; `silent` is the player who has not reported yet.

    `is_settled` tells that the result is in: such a table is shown if both reports came from one phone.
    """

    def __init__(self, stored: Sequence[Report]) -> None:
        pairing = stored[0].pairing
        self.key, self.table, self.result = pairing.pk, pairing.table, result_of(pairing)
        self.is_settled = self.result != PENDING
        reports = [report for report in stored if report.is_settled == self.is_settled]
        self.versions = sorted((_reported(report, pairing) for report in reports), key=lambda said: said.at)
        self.is_from_one_phone = len(reports) > 1 and bool(reports[0].phone) and reports[0].phone == reports[1].phone
        said = {version.by.pk for version in self.versions}
        self.silent = next((entry for entry in (pairing.first, pairing.second) if entry and entry.pk not in said), None)

    @property
    def is_disputed(self) -> bool:
        return self.silent is None and not self.is_settled

    @property
    def is_of_desk(self) -> bool:
        """Whether the desk should see the table."""
        stands = all(self.result == Result(Outcome.PLAYED, said.score) for said in self.versions)
        return bool(self.versions) and (not self.is_settled or (self.is_from_one_phone and stands))


def my_match(entry: Entry) -> MyMatch:
    """Return the match that the player is playing, has played, or will play as soon as a board is free."""
    last = Round.objects.released().filter(tournament=entry.tournament_id).order_by("-number").first()
    if last is None:
        return MyMatch(ReportState.NOT_PAIRED, 0)
    pairings = last.pairings.filter(Q(first=entry) | Q(second=entry))
    pairing = pairings.select_related("first", "second", "winner").first()
    if pairing is None:
        return MyMatch(ReportState.NOT_PAIRED, last.number, last.started_at)
    pairing_row = named_pairing(pairing, entry.tournament)
    opponent = pairing.second if pairing.first_id == entry.pk else pairing.first
    of_this_state = pairing.reports.filter(is_settled=not pairing_row.is_open)
    reports = {report.entry_id: _reported(report, pairing) for report in of_this_state}
    own_report = reports.get(entry.pk)
    theirs = reports.get(opponent.pk) if opponent else None
    state = _state(pairing_row, own_report, theirs)
    return MyMatch(state, last.number, last.started_at, pairing.pk, pairing_row, opponent, own_report, theirs)


# How long players can take back a result that they have confirmed by mistake.
TAKEN_BACK_WITHIN = timedelta(minutes=1)


def confirmation_of(entry: Entry, pairing: Pairing, *, at: datetime) -> JournalLine | None:
    """Return the line of the journal by which the player's report became the result of the pairing.

    None where that is not the last change of the result within `TAKEN_BACK_WITHIN` before `at`.
    """
    last = pairing.reports.filter(is_settled=True).order_by("-at").first()
    recent = JournalLine.objects.filter(tournament=entry.tournament_id, at__gt=at - TAKEN_BACK_WITHIN)
    lines = (
        line
        for line in recent.order_by("-version")
        if any(row["model"] == "pairing" and row["id"] == pairing.pk for row in line.changes)
    )
    line = next(lines, None)
    is_own = last is not None and last.entry_id == entry.pk
    return line if line and is_own and line.by_guest and line.action == "result_recorded" else None


def may_take_back(entry: Entry, match: MyMatch, *, at: datetime) -> bool:
    """Tell whether the player's report became the result within `TAKEN_BACK_WITHIN`; the action checks the rest."""
    if match.state is not ReportState.DONE or match.own is None or match.is_overruled:
        return False
    return confirmation_of(entry, Pairing(pk=match.key), at=at) is not None


def _state(pairing: PairingRow, own_report: Reported | None, theirs: Reported | None) -> ReportState:
    if pairing.is_bye:
        return ReportState.BYE
    if not pairing.is_open:
        return ReportState.DONE
    if own_report and theirs:
        return ReportState.DISPUTED
    if own_report:
        return ReportState.OWN_REPORT
    return ReportState.THEIR_REPORT if theirs else ReportState.OPEN


def reported_tables(round_: Round) -> tuple[ReportedTable, ...]:
    """Return tables that wait for a second report or the desk: disagreements first, then the longest waiting.

    At the end come tables whose result was reported and confirmed by the same phone.
    """
    round_reports = Report.objects.filter(pairing__round=round_).order_by("pairing_id", "pk")
    round_reports = round_reports.select_related("pairing__first", "pairing__second", "pairing__winner")
    by_table = (ReportedTable(tuple(reports)) for _key, reports in groupby(round_reports, attrgetter("pairing_id")))
    tables = [table for table in by_table if table.is_of_desk]
    return tuple(sorted(tables, key=lambda table: (table.is_settled, not table.is_disputed, table.versions[0].at)))


def reported_as_stored(keys: Collection[int]) -> frozenset[int]:
    """Return the keys of those pairings whose stored result a phone has reported."""
    reports = Report.objects.filter(
        pairing__in=keys, first_points=F("pairing__first_points"), second_points=F("pairing__second_points")
    )
    return frozenset(reports.values_list("pairing_id", flat=True))


def _reported(report: Report, pairing: Pairing) -> Reported:
    score = (report.first_points, report.second_points)
    players = (pairing.first, pairing.second)
    by, winner = players[report.entry_id != pairing.first_id], players[score[1] > score[0]]
    assert by is not None
    assert winner is not None
    return Reported(by, winner, score, report.at)
