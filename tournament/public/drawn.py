"""Pages for everyone, drawn once for all who ask at the same time, and packed for the way.

What is drawn is kept by version and language until room is needed. Whoever has seen an earlier version gets the
rows that have changed since; of the others only that they stand where they stand.
"""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from sys import getsizeof
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournament.machine.cache import cached, cached_value
from tournament.models import Club
from tournament.public.packed import Packed, pack
from tournament.public.parts import Page, Subject, in_languages

MOST_ATTEMPTS = 3
ROW = re.compile(r'<(tr|li|g)\b[^>]*\bid="(?P<id>[\w-]+)"[^>]*>.*?</\1>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A part of a page as HTML, of which version it is, and the subject as it stood in that version."""

    subject: Subject
    version: str
    title: str
    html: SafeString
    parts: int = 1

    @property
    def kept_bytes(self) -> int:
        return getsizeof(self.html) + 3000


def drawn(page: Page, subject: Subject, values: Mapping[str, Any]) -> DrawnPage | None:
    """The part of the page that renews itself, None where there is nothing at this address."""
    return cached(_key("drawn", page, subject, values), lambda: _draw(page, subject, values))


def _draw(page: Page, subject: Subject, values: Mapping[str, Any]) -> DrawnPage | None:
    """Drawn again where the subject has changed under the hand: what is kept is of one version."""
    for _attempt in range(MOST_ATTEMPTS):
        made = drawn_apart(page, subject, values)
        stored = page.find(subject.slug) if made else None
        if made is None or stored is None or page.newest(stored) == made.version:
            break
        subject = stored
    return made


def drawn_apart(page: Page, subject: Subject, values: Mapping[str, Any]) -> DrawnPage | None:
    """The same as the subject was read, kept nowhere: who draws thousands of pages has no use for one of them twice."""
    version = page.newest(subject)
    part = page.part(subject, **values)
    if part is None:
        return None
    context = {**_named(subject), "page_version": version, **part.context}
    return DrawnPage(subject, version, part.title, mark_safe(render_to_string(part.template, context)), part.parts)


def _named(subject: Subject) -> dict[str, Subject]:
    """The context that names the subject for the templates: `club` or `tournament`."""
    return {"club" if isinstance(subject, Club) else "tournament": subject}


def whole_page(page: Page, subject: Subject, values: Mapping[str, Any]) -> Packed | None:
    """The page from its head to its foot, all of it of one version."""
    part = drawn(page, subject, values)
    if part is None:
        return None
    return cached(
        _key("whole", page, subject, values),
        lambda: pack(render_to_string(page.frame, frame_context(page, values, part))),
    )


def frame_context(page: Page, values: Mapping[str, Any], part: DrawnPage) -> dict[str, Any]:
    """The context of the frame around a live part."""
    subject = part.subject
    return {
        **_named(subject),
        "part": part,
        "title": part.title,
        "values": values,
        "live_address": page.live_address(subject, values),
        "in_languages": in_languages(page.name, {"slug": subject.slug, **values}),
    }


def news(
    page: Page, subject: Subject, values: Mapping[str, Any], version: str, *, is_alone: bool = False
) -> Packed | None:
    """The part that renews itself for who has seen a version; whole where that one is not known any more.

    It brings the title and the heading that its page has now, but where the part stands alone on another page.
    """
    part = drawn(page, subject, values)
    if part is None:
        return None

    def packed(html: str) -> Packed:
        return pack(html if is_alone else _headed(page, part, html))

    where = "alone" if is_alone else "headed"
    earlier = cached_value(_key("drawn", page, subject, values, version))
    if not isinstance(earlier, DrawnPage):
        return cached(_key(f"live-{where}", page, subject, values), lambda: packed(part.html))
    since = _key(f"since-{where}", page, subject, values, version)
    return cached(since, lambda: packed(thinned(part.html, earlier.html)))


def _headed(page: Page, part: DrawnPage, html: str) -> str:
    """The HTML, with the title and the heading that its page has now."""
    title = f"<title>{escape(part.title)}</title>" if part.title else ""
    heading = render_to_string(page.heading, {**_named(part.subject), "is_news": True}) if page.heading else ""
    return f"{title}{heading}{html}"


def thinned(html: str, earlier: str) -> str:
    """The HTML, with no more than their names of the rows that stand in `earlier` to the letter."""
    rows = {row["id"]: row[0] for row in ROW.finditer(earlier)}

    def named(row: re.Match[str]) -> str:
        return f'<{row[1]} id="{row["id"]}" data-same></{row[1]}>' if rows.get(row["id"]) == row[0] else row[0]

    return ROW.sub(named, html)


def _key(kind: str, page: Page, subject: Subject, values: Mapping[str, Any], version: str | None = None) -> Hashable:
    newest = page.newest(subject) if version is None else version
    return (kind, page.name, subject.pk, newest, get_language(), tuple(sorted(values.items())))
