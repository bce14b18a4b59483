"""What pages show of clubs and of the directory."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournament.models import Club, Tournament
from tournament.names import search_key, tidy
from tournament.pages.players import ListPart, part_or_first
from tournament.pages.tables import ListTable, bidi_name, link, strong_link
from tournament.queries import cash, players, standings
from tournament.queries.evening import public_evening
from tournament.queries.rounds import pairings
from tournament.queries.rounds.pairings import round_page
from tournament.queries.seasons import NextEvening, evenings, next_evenings
from tournament.queries.standings import standings_page

# The evenings on the page of a club.

BEST = 3
# The number of past evenings listed on the club's page; a separate page lists all.
LAST = 5


@dataclass(frozen=True, slots=True)
class RunningEvening:
    """An evening that is being played: its last round, and the first three of its ranking."""

    tournament: Tournament
    pairings: pairings.RoundPage
    best: tuple[standings.StandingRow, ...]

    @property
    def number(self) -> int:
        return self.pairings.round.number


@dataclass(frozen=True, slots=True)
class ComingEvening:
    """An evening that has not begun; `takes_names` is whether players can sign up."""

    tournament: Tournament
    takes_names: bool


@dataclass(frozen=True, slots=True)
class PastEvening:
    """An evening that is over: first and second place, both empty if it was not played to the end."""

    tournament: Tournament
    winner: str
    second: str


@dataclass(frozen=True, slots=True)
class ClubEvenings:
    """The public evenings of a club; `past` are the most recent ones that are over, `all_past` is how many are over."""

    running: tuple[RunningEvening, ...]
    coming: tuple[ComingEvening, ...]
    past: tuple[PastEvening, ...]
    all_past: int


def evenings_of(club: Club, today: date) -> ClubEvenings:
    found = evenings(club, today)
    return ClubEvenings(
        tuple(_running(tournament) for tournament in reversed(found.running)),
        tuple(ComingEvening(tournament, players.is_open(tournament)) for tournament in found.coming),
        tuple(_past(tournament) for tournament in found.past[:LAST]),
        len(found.past),
    )


def _running(tournament: Tournament) -> RunningEvening:
    evening = public_evening(tournament)
    return RunningEvening(
        tournament, round_page(evening, len(evening.rounds)), standings_page(evening).placed_rows[:BEST]
    )


def _past(tournament: Tournament) -> PastEvening:
    ranking = standings_page(public_evening(tournament))
    rows = ranking.placed_rows if cash.is_complete(tournament, ranking) else ()
    winner, second, *_others = (*(row.entry.display_name for row in rows), "", "")
    return PastEvening(tournament, winner, second)


# The directory: the clubs of an installation and the next evening of each.


@dataclass(frozen=True, slots=True)
class ClubRow:
    """A club with the evening that is running, else the next one, else None."""

    club: Club
    evening: NextEvening | None


def directory(clubs: Sequence[Club], typed: str, part: int, today: date) -> ListPart[ClubRow]:
    """Find the clubs with every typed word in name or place; return this part of them, or the first, with one query."""
    words = search_key(tidy(typed)).split()
    said = ((club, search_key(f"{club.name} {club.place}")) for club in clubs)
    found = [club for club, text in said if all(word in text for word in words)]
    listed = part_or_first(found, part)
    evenings = next_evenings(listed.rows, today)
    rows = tuple(ClubRow(club, evenings.get(club.pk)) for club in listed.rows)
    return ListPart(rows, listed.number, listed.total, listed.size)


class ClubTable(ListTable):
    caption = _("Clubs")
    club = tables.Column(_("Club"))
    evening = tables.Column(_("Next evening"), attrs={"th": {"class": "state"}})

    def render_club(self, value: Club) -> SafeString:
        return strong_link(reverse("club", args=[value.slug]), bidi_name(value.name), value.place)

    def render_evening(self, record: ClubRow) -> SafeString | str:
        if record.evening is None:
            return ""
        tournament = record.evening.tournament
        date = date_format(tournament.date, "SHORT_DATE_FORMAT")
        when = ("chip", _("running now")) if record.evening.is_running else ("small-note", date)
        evening = link("standings", tournament.slug, text=bidi_name(tournament.name))
        return format_html('{} <span class="{}">{}</span>', evening, *when)
