"""What pages show of clubs and of the directory."""

from collections.abc import Sequence
from datetime import date
from typing import Any

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
from tournament.queries import cash, players
from tournament.queries.evening import public_evening
from tournament.queries.rounds.pairings import round_page
from tournament.queries.seasons import evenings, next_evenings
from tournament.queries.standings import standings_page

# The evenings on the page of a club.

BEST = 3
# The number of past evenings listed on the club's page; a separate page lists all.
LAST = 5


def evenings_of(club: Club, today: date) -> dict[str, Any]:
    """The public evenings of a club; `past` are the most recent ones that are over, `all_past` is how many are over."""
    club_evenings = evenings(club, today)
    return {
        "running": [_running(tournament) for tournament in reversed(club_evenings.running)],
        "coming": [
            {"tournament": next_tournament, "takes_names": players.is_open(next_tournament)}
            for next_tournament in club_evenings.coming
        ],
        "past": [_past(tournament) for tournament in club_evenings.past[:LAST]],
        "all_past": len(club_evenings.past),
    }


def _running(tournament: Tournament) -> dict[str, Any]:
    """An evening that is being played: its last round, and the first of its ranking."""
    evening = public_evening(tournament)
    number = len(evening.rounds)
    best = standings_page(evening).placed_rows[:BEST]
    return {"tournament": tournament, "number": number, "pairings": round_page(evening, number), "best": best}


def _past(tournament: Tournament) -> dict[str, Any]:
    """An evening that is over: first and second place, both empty if it was not played to the end."""
    ranking = standings_page(public_evening(tournament))
    standing_rows = ranking.placed_rows if cash.is_complete(tournament, ranking) else ()
    winner, second, *_others = (*(row.entry.display_name for row in standing_rows), "", "")
    return {"tournament": tournament, "winner": winner, "second": second}


# The directory: the clubs of an installation and the next evening of each.


def directory(clubs: Sequence[Club], typed: str, part: int, today: date) -> ListPart[dict[str, Any]]:
    """Find the clubs with every typed word in name or place; return this part of them, or the first, with one query.

    Each has the evening that is running, else the next one, else None.
    """
    words = search_key(tidy(typed)).split()
    search_keys = ((club, search_key(f"{club.name} {club.place}")) for club in clubs)
    matching_clubs = [club for club, text in search_keys if all(word in text for word in words)]
    shown_part = part_or_first(matching_clubs, part)
    evenings = next_evenings(shown_part.rows, today)
    rows = tuple({"club": club, "evening": evenings.get(club.pk)} for club in shown_part.rows)
    return ListPart(rows, shown_part.number, shown_part.total, shown_part.size)


class ClubTable(ListTable):
    caption = _("Clubs")
    club = tables.Column(_("Club"))
    evening = tables.Column(_("Next evening"), attrs={"th": {"class": "state"}})

    def render_club(self, value: Club) -> SafeString:
        return strong_link(reverse("club", args=[value.slug]), bidi_name(value.name), value.place)

    def render_evening(self, value: tuple[Tournament, bool]) -> SafeString:
        tournament, is_running = value
        date = date_format(tournament.date, "SHORT_DATE_FORMAT")
        when = ("chip", _("running now")) if is_running else ("small-note", date)
        evening = link("standings", tournament.slug, text=bidi_name(tournament.name))
        return format_html('{} <span class="{}">{}</span>', evening, *when)
