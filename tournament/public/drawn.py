"""Draws public pages, once for all readers, and packs them for sending.

A drawn page is cached by edition and language. A reader who has an earlier edition receives only the rows that have
changed since; an unchanged row is replaced by an empty one with its id.
"""

import re
from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from sys import getsizeof
from typing import Any

from django.conf import settings
from django.http import Http404
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournament.machine.cache import cached, cached_value
from tournament.models import Club
from tournament.public.packed import Packed, pack, pack_compressed
from tournament.public.parts import Page, in_languages, part_links
from tournament.queries.editions import Subject

MOST_ATTEMPTS = 3
ROW = re.compile(r'<(tr|li|g)\b[^>]*\bid="(?P<id>[\w-]+)"[^>]*>.*?</\1>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """The live part of a page as HTML, its edition, and the subject as it was then."""

    subject: Subject
    edition: str
    title: str
    html: SafeString
    parts: int = 1
    description: str = ""

    @property
    def kept_bytes(self) -> int:
        return getsizeof(self.html) + 3000


def drawn(page: Page, subject: Subject, values: Mapping[str, Any]) -> DrawnPage:
    """Draw the live part of the page, or take it from the cache; raise Http404 if there is nothing at this address."""
    drawn_page = cached(_key("drawn", page, subject, values), lambda: _drawn_or_none(page, subject, values))
    if drawn_page is None:
        raise Http404
    return drawn_page


def _drawn_or_none(page: Page, subject: Subject, values: Mapping[str, Any]) -> DrawnPage | None:
    """Draw the live part; None if there is nothing at this address, which is cached, too: anybody may ask again."""
    with suppress(Http404):
        return _draw(page, subject, values)
    return None


def _draw(page: Page, subject: Subject, values: Mapping[str, Any]) -> DrawnPage:
    """Draw the live part, again if the subject has changed meanwhile, so that the cached page has a single edition."""
    for _attempt in range(MOST_ATTEMPTS):
        drawn_page = draw_uncached(page, subject, values)
        stored_subject = page.find(subject.slug)
        if stored_subject is None or page.edition_of(stored_subject) == drawn_page.edition:
            break
        subject = stored_subject
    return drawn_page


def draw_uncached(page: Page, subject: Subject, values: Mapping[str, Any]) -> DrawnPage:
    """Draw the live part of the subject as given, without the cache: a published folder needs each page only once."""
    edition = page.edition_of(subject)
    part = page.part(subject, **values)
    address = {"slug": subject.slug, **values}
    links = part_links(page.name, address, part.listed) if part.listed and "parts" not in part.context else ()
    context = {**_named(subject), "edition": edition, "parts": links, **part.context}
    html = mark_safe(render_to_string(part.template, context))
    parts = part.listed.parts if part.listed else 1
    return DrawnPage(subject, edition, part.title, html, parts, part.description)


def _named(subject: Subject) -> dict[str, Subject]:
    """The context that names the subject for the templates: `club` or `tournament`."""
    return {"club" if isinstance(subject, Club) else "tournament": subject}


def whole_page(page: Page, subject: Subject, values: Mapping[str, Any]) -> Packed:
    """Draw and compress the whole page, all of one edition, or take it from the cache."""
    part = drawn(page, subject, values)

    def whole() -> Packed:
        context = {
            **_named(part.subject),
            "part": part,
            "title": part.title,
            **_shared_link(page, part.subject, values),
            "values": values,
            "live_address": page.live_address(part.subject, values),
            "in_languages": in_languages(page.name, {"slug": part.subject.slug, **values}),
        }
        return pack(render_to_string(page.frame, context))

    return cached(_key("whole", page, subject, values), whole)


def _shared_link(page: Page, subject: Subject, values: Mapping[str, Any]) -> dict[str, str]:
    """The context of a shared link: whole addresses of page and picture, and that of the newest picture of its own."""
    card_address = page.card_address(subject, values)
    return {
        "address": settings.PUBLIC_URL + page.address(subject, values),
        "picture": settings.PUBLIC_URL + (card_address or static("shared.png")),
        "card": card_address.partition("?")[0],
    }


def card(page: Page, subject: Subject, values: Mapping[str, Any]) -> Packed:
    """Draw the picture of the page's shared link, or take it from the cache; raise Http404 if there is none."""

    def packed_or_none() -> Packed | None:
        with suppress(Http404):
            return pack_compressed(page.card(subject, **values)) if page.card else None
        return None

    packed_card = cached(_key("card", page.as_card(subject), subject, values), packed_or_none)
    if packed_card is None:
        raise Http404
    return packed_card


def news(page: Page, subject: Subject, values: Mapping[str, Any], edition: str, *, is_alone: bool = False) -> Packed:
    """Draw the update for a reader who has this edition: only changed rows, or everything if it is not cached any more.

    The current title and heading of the page are included, unless the part stands alone on another page.
    """
    part = drawn(page, subject, values)

    def packed(html: str) -> Packed:
        if is_alone:
            return pack(html)
        title = f"<title>{escape(part.title)}</title>" if part.title else ""
        heading = render_to_string(page.heading, {**_named(part.subject), "is_news": True}) if page.heading else ""
        return pack(f"{title}{heading}{html}")

    where = "alone" if is_alone else "headed"
    earlier = cached_value(_key("drawn", page, subject, values, edition))
    if not isinstance(earlier, DrawnPage):
        return cached(_key(f"live-{where}", page, subject, values), lambda: packed(part.html))
    since = _key(f"since-{where}", page, subject, values, edition)
    return cached(since, lambda: packed(drop_unchanged_rows(part.html, earlier.html)))


def drop_unchanged_rows(html: str, earlier: str) -> str:
    """Replace rows that are identical in `earlier` by empty ones with their ids."""
    rows = {row["id"]: row[0] for row in ROW.finditer(earlier)}

    def named(row: re.Match[str]) -> str:
        return f'<{row[1]} id="{row["id"]}" data-same></{row[1]}>' if rows.get(row["id"]) == row[0] else row[0]

    return ROW.sub(named, html)


def _key(kind: str, page: Page, subject: Subject, values: Mapping[str, Any], edition: str | None = None) -> Hashable:
    seen = page.edition_of(subject) if edition is None else edition
    return (kind, page.name, seen, get_language(), tuple(sorted(values.items())))
