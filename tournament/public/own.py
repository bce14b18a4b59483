"""What the private pages of players are polled by: an edition of what each of them shows.

A page has a still part and a moving one, and its edition names both: `still.moving`. The still part changes with the
player's own match, reports, score sheet and rights, and with what all pages show alike: names, settings, pairings and
earlier results. The moving part, how far the round is and the places, changes with results at other tables; a page
whose still part stands is sent its moving part alone.

All of it is read once for each version of a tournament and shared by all its players. Editions are the same in every
language, so nothing here is put into words.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournament.engine.record import PENDING
from tournament.machine.cache import Weighed, cached, digest
from tournament.models import Entry, JoinRequest, JournalLine, Report, Tournament
from tournament.pages.players import ROWS
from tournament.queries.drawn import CHANGES_PAIRINGS
from tournament.queries.evening import Evening, public_evening
from tournament.queries.matches import sheet_marks
from tournament.queries.results import TAKEN_BACK_WITHIN, kept_games_at
from tournament.queries.rounds.pairings import PairingRow, round_page, rows_by_number
from tournament.queries.rounds.progress import Pace, pace_shown, round_clock
from tournament.queries.seasons import next_evenings
from tournament.queries.standings import (
    Place,
    StandingRow,
    next_opponents_tables,
    place_of,
    possible_places,
    rows_around,
    standings_page,
)

BYTES, BYTES_OF_A_PLAYER = 3_000, 2_000
# The tables that still play are listed as soon as they are so few.
MOST_PLAYING = 6
OF_A_VERSION = ("version", "stamp", "settled_edition")


@dataclass(frozen=True, slots=True)
class OwnEdition:
    """The edition of a private page, in its two parts."""

    still: str
    moving: str = ""

    def __str__(self) -> str:
        return f"{self.still}.{self.moving}"

    def stands(self, seen: str) -> bool:
        """Tell whether a page is up to date that names this edition, or its still part if it shows no other."""
        return seen in (str(self), self.still)


@dataclass(frozen=True, slots=True)
class Moving:
    """The moving part of a private page: what results at other tables change.

    A player without an open match is told the `progress` of the round, how many tables are done of how many, the
    forecasts of its `pace`, the best and the worst place `possible`, the rows of the ranking `around` them, the tables
    that are `playing` if these are few, with the marks of their score sheets where live scores are shown, and from
    which tables the next opponent may come. The place of the `opponent` is shown while their match is open, unless it
    `waits` for a board.
    """

    place: Place | None
    opponent: Entry | None = None
    opponent_place: Place | None = None
    waits: bool = False
    progress: tuple[int, int] | None = None
    pace: Pace | None = None
    possible: tuple[int, int] | None = None
    around: tuple[StandingRow, ...] = ()
    playing: tuple[PairingRow, ...] = ()
    sheets: tuple[str | None, ...] = ()
    next_opponents_tables: tuple[int, ...] = ()

    @property
    def mark(self) -> str:
        moments = (self.pace.next_round_at, self.pace.end_at) if self.pace else ()
        day = timezone.localdate() if any(moments) else None
        around = [row.standing for row in self.around]
        playing = [row.key for row in self.playing], self.sheets, self.next_opponents_tables
        shown_facts = (self.place, self.opponent_place, self.progress, moments, day, self.possible, around, playing)
        return digest(repr(shown_facts))


def own_edition(tournament: Tournament, number: int) -> OwnEdition:
    """Return the edition of the player's private page, in the version the tournament was read in."""
    return _own_pages(tournament).edition(number, sheet_marks(tournament), timezone.now())


def next_evening(tournament: Tournament, now: datetime) -> Tournament | None:
    """Return the evening of the club that follows a closed one; it is read once a minute for all who ask."""

    def read() -> Weighed[Tournament | None]:
        evening_pair = next_evenings([tournament.club], timezone.localdate(now)).get(tournament.club_id)
        return Weighed(evening_pair[0] if evening_pair else None, BYTES)

    return cached(("next evening", tournament.club_id, int(now.timestamp() // 60)), read).value


def moving_part(tournament: Tournament, number: int) -> Moving:
    """Return the moving part of the player's private page."""
    return _own_pages(tournament).moving(number, sheet_marks(tournament), timezone.now())


def _own_pages(tournament: Tournament) -> "_OwnPages":
    return cached(("own pages", tournament.edition), lambda: _OwnPages(public_evening(tournament)))


class _OwnPages:
    """What the private pages of a tournament show, apart from score sheets of open matches."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.kept_bytes = BYTES + BYTES_OF_A_PLAYER * len(evening.entries)
        last = evening.newest_round
        page = round_page(evening, last.number) if last else None
        self._pairings = rows_by_number(evening, last.number) if last else {}
        keys = {row.key for row in self._pairings.values()}
        decided = {row.key for row in self._pairings.values() if not row.is_open and not row.is_bye}
        self._games = {key: games.look for key, games in kept_games_at(decided).items()}
        self._reports = _reports_of(keys)
        self._is_ranked = standings_page(evening).after_round > 0
        self._shown_to_all = self._mark_of_what_all_show()
        self._part_in_standings = (
            {row.entry.number: nth // ROWS for nth, row in enumerate(standings_page(evening).rows)}
            if self._is_ranked and len(evening.entries) > ROWS
            else {}
        )
        self._playing = tuple(row for row in page.tables if row.is_open) if page else ()
        self._progress = (page.finished_tables, len(page.tables)) if page else None

    def edition(self, number: int, sheets: Mapping[int, str], now: datetime) -> OwnEdition:
        tournament = self.evening.tournament
        if tournament.is_closed:
            follows = next_evening(tournament, now)
            next_edition = (follows.pk, follows.edition) if follows else ()
            return OwnEdition(digest(repr((tournament.edition, next_edition))))
        row = self._pairings.get(number)
        edition_facts: tuple[object, ...] = (self._shown_to_all, self._part_in_standings.get(number, 0))
        if row:
            seats = (row.key, row.table, row.first.number, row.second and row.second.number, row.changed_at)
            reports = self._reports.get(row.key, ())
            just_confirmed = any(is_settled and now - TAKEN_BACK_WITHIN < at for *_said, at, is_settled in reports)
            sheet = sheets.get(row.key) if row.is_open else self._games.get(row.key)
            edition_facts += (seats, row.result, reports, just_confirmed, sheet)
        return OwnEdition(digest(repr(edition_facts)), self.moving(number, sheets, now).mark)

    def moving(self, number: int, sheets: Mapping[int, str], now: datetime) -> Moving:
        evening, row, last = self.evening, self._pairings.get(number), self.evening.newest_round
        place = place_of(evening, number)
        opponent = (row.second if row.first.number == number else row.first) if row else None
        if row and opponent and row.is_open:
            waits = row.waits_for_board
            return Moving(place, opponent, None if waits else place_of(evening, opponent.number), waits)
        if last is None or number in evening.record.left:
            return Moving(place)
        playing = self._playing if len(self._playing) <= MOST_PLAYING else ()
        return Moving(
            place,
            opponent,
            progress=self._progress,
            pace=pace_shown(evening, last.number, now),
            possible=possible_places(evening, number),
            around=rows_around(evening, number),
            playing=playing,
            sheets=tuple(sheets.get(row.key) for row in playing) if evening.tournament.shows_live_scores else (),
            next_opponents_tables=next_opponents_tables(evening, number),
        )

    def _mark_of_what_all_show(self) -> str:
        """Return a digest of what every private page shows or is drawn from; another result of this round is no part.

        Why players are paired follows from everything before the round; in the finals, who plays next follows from all
        results.
        """
        evening, last = self.evening, self.evening.newest_round
        tournament, record = evening.tournament, evening.record
        settings = [
            getattr(tournament, field.attname)
            for field in tournament._meta.concrete_fields
            if field.name not in OF_A_VERSION
        ]
        players = [
            (entry.pk, entry.number, entry.name, entry.shown_as, entry.apart, entry.link_count)
            for entry in evening.entries.values()
        ]
        rounds = [(round_.number, round_.started_at, round_.is_finals) for round_ in evening.rounds]
        phones = JoinRequest.objects.filter(tournament=tournament, entry__isnull=False).order_by("pk")
        signed_up = list(phones.values_list("pk", "entry", "phone_digest"))
        by_hand = None
        if last and last.manual:
            lines = JournalLine.objects.filter(tournament=tournament, action__in=CHANGES_PAIRINGS)
            by_hand = lines.order_by("-version").values_list("version", flat=True).first()
        if last and not last.is_finals:
            pending_pairings = [replace(pairing, result=PENDING, was=()) for pairing in record.rounds[-1].pairings]
            record = replace(
                record, rounds=(*record.rounds[:-1], replace(record.rounds[-1], pairings=tuple(pending_pairings)))
            )
        shown_facts = (settings, players, rounds, signed_up, by_hand, record, round_clock(evening), self._is_ranked)
        return digest(repr(shown_facts))


def _reports_of(keys: Collection[int]) -> Mapping[int, Sequence[tuple[Any, ...]]]:
    """Return what was reported of each pairing: by which entry, the score, when, and whether it is settled."""
    reports = defaultdict(list)
    stored_reports = Report.objects.filter(pairing__in=keys).order_by("pk") if keys else Report.objects.none()
    for key, *report_facts in stored_reports.values_list(
        "pairing", "entry", "first_points", "second_points", "at", "is_settled"
    ):
        reports[key].append(tuple(report_facts))
    return reports
