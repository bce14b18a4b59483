"""Pages for everyone, drawn once for all who ask at the same time, and packed for the way.

What is drawn is kept by version and language until room is needed. Whoever has seen an earlier version gets the
rows that have changed since; of the others only that they stand where they stand.
"""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournament.models import Tournament
from tournament.once import kept, once
from tournament.public.packed import Packed, pack
from tournament.public.parts import Page, in_languages
from tournament.queries.states import state_of

MOST_ATTEMPTS = 3
ROW = re.compile(r'<(tr|li|g)\b[^>]*\bid="(?P<id>[\w-]+)"[^>]*>.*?</\1>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A part of a page as HTML, and of which version it is."""

    version: str
    title: str
    html: SafeString
    parts: int = 1

    @property
    def kept_bytes(self) -> int:
        return len(self.html)


def drawn(page: Page, tournament: Tournament, values: Mapping[str, Any]) -> Drawn | None:
    """The part of the page that renews itself, None where there is nothing at this address."""
    return once(_key("drawn", page, tournament, values), lambda: _draw(page, tournament, values))


def _draw(page: Page, tournament: Tournament, values: Mapping[str, Any]) -> Drawn | None:
    """Drawn again where the tournament has changed under the hand: what is kept is of one version."""
    version = page.newest(tournament)
    for _attempt in range(MOST_ATTEMPTS):
        part = page.part(tournament, **values)
        if part is None:
            return None
        context = {"tournament": tournament, "page_version": version, **part.context}
        html = render_to_string(part.template, context)
        stored = Tournament.objects.get(pk=tournament.pk)
        if state_of(stored) == state_of(tournament):
            break
        tournament = stored
        version = page.newest(tournament)
    return Drawn(version, part.title, mark_safe(html), part.parts)


def whole_page(page: Page, tournament: Tournament, values: Mapping[str, Any]) -> Packed | None:
    """The page from its head to its foot."""
    part = drawn(page, tournament, values)
    if part is None:
        return None
    return once(
        _key("whole", page, tournament, values),
        lambda: pack(render_to_string(page.frame, frame_context(page, tournament, values, part))),
    )


def frame_context(page: Page, tournament: Tournament, values: Mapping[str, Any], part: Drawn) -> dict[str, Any]:
    """What the frame around a part needs."""
    return {
        "tournament": tournament,
        "part": part,
        "title": part.title,
        "live_address": page.live_address(tournament, values),
        "in_languages": in_languages(page.name, {"slug": tournament.slug, **values}),
    }


def news(page: Page, tournament: Tournament, values: Mapping[str, Any], seen: str) -> Packed | None:
    """The part that renews itself for who has seen a version; whole where that one is not known any more."""
    part = drawn(page, tournament, values)
    if part is None:
        return None
    earlier = kept(_key("drawn", page, tournament, values, seen))
    if not isinstance(earlier, Drawn):
        return once(_key("live", page, tournament, values), lambda: pack(_titled(part, part.html)))
    return once(
        _key("since", page, tournament, values, seen), lambda: pack(_titled(part, thinned(part.html, earlier.html)))
    )


def _titled(part: Drawn, html: str) -> str:
    """The HTML, and the title that its page has now."""
    return f"<title>{escape(part.title)}</title>{html}" if part.title else html


def thinned(html: str, seen: str) -> str:
    """The HTML, with no more than their names of the rows that stand in `seen` to the letter."""
    rows = {row["id"]: row[0] for row in ROW.finditer(seen)}

    def named(row: re.Match[str]) -> str:
        return f'<{row[1]} id="{row["id"]}" data-same></{row[1]}>' if rows.get(row["id"]) == row[0] else row[0]

    return ROW.sub(named, html)


def _key(
    kind: str, page: Page, tournament: Tournament, values: Mapping[str, Any], version: str | None = None
) -> Hashable:
    newest = page.newest(tournament) if version is None else version
    return (kind, page.name, tournament.pk, newest, get_language(), tuple(sorted(values.items())))
