"""The parts of a public page: its live part, its links, and the imprint or privacy notice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

from django.http import Http404
from django.urls import reverse
from django.utils.translation import override

from tournament.languages import LANGUAGES, Language, active_language
from tournament.models import Club
from tournament.pages.players import ROWS, Listed, ListPart, list_part
from tournament.phrases.clubs import ENTERED_BY_CLUB, ENTERED_BY_INSTALLATION, MISSING, NOTICE_TITLES, open_places
from tournament.queries.clubs import named_club, notice_to_show
from tournament.queries.editions import Shows, Subject, edition_holds, edition_of, stored_now


@dataclass(frozen=True, slots=True)
class LivePart:
    """The part of a page that refreshes itself: its template and context, the page's title, and the part of a list.

    `description` is what a messenger shows of a shared link, beside the title; empty if it shows nothing.
    """

    template: str
    title: str
    context: Mapping[str, Any]
    listed: ListPart[Any] | None = None
    description: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """A public page; `name` is its URL name.

    `part` makes the live part from the subject (a tournament or a club) and the values of the address, or raises
    Http404. `frame` is the template around it, `heading` a template outside the live part that refreshes with it.
    `shows` names the facts that its edition follows beside the subject. `find` loads the subject at an address. A page
    that `comes_in_parts` shows a list of everybody; from the second part on, its values include `part`.
    `card` draws the picture of its shared link from the same subject and values, or raises Http404.
    """

    name: str
    part: Callable[..., LivePart]
    frame: str = "public_page.html"
    heading: str | None = "public/heading.html"
    shows: Shows = Shows.NO_MORE
    comes_in_parts: bool = False
    card: Callable[..., bytes] | None = None
    find: Callable[[str], Subject | None] = stored_now

    def address(self, subject: Subject, values: Mapping[str, Any]) -> str:
        return reverse(self.name, kwargs={"slug": subject.slug, **values})

    def live_address(self, subject: Subject, values: Mapping[str, Any]) -> str:
        return reverse(f"{self.name}_live", kwargs={"slug": subject.slug, **values})

    def card_address(self, subject: Subject, values: Mapping[str, Any]) -> str:
        """Return the address of the picture of its shared link, another one for each picture; empty without a picture.

        Messengers keep the picture of an address for days.
        """
        if self.card is None:
            return ""
        whole = {key: value for key, value in values.items() if key != "part"}
        address = reverse(f"{self.name}_card", kwargs={"slug": subject.slug, **whole})
        edition = edition_of(subject, Shows.TODAY if isinstance(subject, Club) else Shows.NO_MORE)
        return f"{address}?v={edition}"

    def as_card(self, subject: Subject) -> Self:
        """The page as its picture is cached: with neither live scores nor forecasts, but with the name of the club."""
        return replace(self, shows=Shows.TODAY if isinstance(subject, Club) else Shows.CLUB)

    def edition_of(self, subject: Subject) -> str:
        return edition_of(subject, self.shows)

    def holds(self, subject: Subject) -> Callable[[], bool]:
        """Make a function that tells later whether the page, drawn now from this subject, is still up to date."""
        return edition_holds(subject, self.shows)


# A page of a club, which is not public until the club has a name.
ClubPage = partial(Page, frame="club/public_page.html", heading="club/heading.html", find=named_club)


def part_or_404(rows: Sequence[Listed], number: int, size: int = ROWS) -> ListPart[Listed]:
    """Cut out a part of the rows; raise Http404 if there is no such part."""
    part = list_part(rows, number, size)
    if part is None:
        raise Http404
    return part


# A link to a part of a list: the numbers of its rows, such as `201–400`, its address, and whether it is this one.
PartLink = tuple[str, str, bool]


def part_links(name: str, values: Mapping[str, Any], shown_part: ListPart[Any]) -> tuple[PartLink, ...]:
    """Make the links to every part of the list on the page with this URL name; the first part is the page itself."""
    whole = {key: value for key, value in values.items() if key != "part"}
    return tuple(
        (
            f"{first}–{last}",
            reverse(name, kwargs=whole | {"part": number} if number > 1 else whole),
            number == shown_part.number,
        )
        for number, first, last in shown_part.ranges
    )


def desk_parts(shown_part: ListPart[Any], query: str = "") -> tuple[PartLink, ...]:
    """Make the links to every part of a list at the desk; the addresses differ in the query string only."""
    return tuple(
        (f"{first}–{last}", f"?{query}part={number}", number == shown_part.number)
        for number, first, last in shown_part.ranges
    )


# A link to the same page in a language: the language, the address, and whether it is the active one.
InLanguage = tuple[Language, str, bool]


def in_languages(name: str, values: Mapping[str, Any], **query: str) -> tuple[InLanguage, ...]:
    """Make the links to an address in every language, with the non-empty values of the `query`."""
    given_query = {key: value for key, value in query.items() if value}
    active = active_language()
    pages = []
    for language in LANGUAGES:
        with override(language.code):
            pages.append((language, reverse(name, kwargs=dict(values), query=given_query), language == active))
    return tuple(pages)


def notice_context(name: str, club: Club | None = None) -> dict[str, Any]:
    """Build the context of a club's or the installation's imprint or privacy notice; or say what is missing.

    A draft with gaps to fill in is not published, whether it was stored or comes from a file.
    """
    notice = notice_to_show(name, active_language().short, club, is_draft=open_places)
    missing = "" if notice else f"{MISSING[name]} {ENTERED_BY_CLUB if club else ENTERED_BY_INSTALLATION}"
    return {"notice": notice, "missing": missing, "title": NOTICE_TITLES[name]}
