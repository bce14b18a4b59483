"""A page for everyone: the part of it that renews itself, and what stands around it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import override

from tournament.languages import LANGUAGES, Language, active_language
from tournament.models import Tournament
from tournament.pages.lists import ListPart


@dataclass(frozen=True, slots=True)
class Part:
    """What a page shows of a tournament as it stands: the template, what that needs, and the page's title.

    Where its list is too long for one page, it is one of so many `parts`.
    """

    template: str
    title: str
    context: Mapping[str, Any]
    parts: int = 1


@dataclass(frozen=True, slots=True)
class Page:
    """A page for everyone under the `name` of its address.

    `part` makes it from the tournament and the values of the address, None where there is nothing at that address;
    `frame` is the template around it; `edition` changes where the page does without a change of the tournament (None:
    it never does). Where it shows a list of everybody, it `comes_in_parts`: from the second on, `part` is among its
    values.
    """

    name: str
    part: Callable[..., Part | None]
    frame: str = "public_page.html"
    edition: Callable[[], str] | None = None
    comes_in_parts: bool = False

    def address(self, tournament: Tournament, values: Mapping[str, Any]) -> str:
        """Where the page lies, in the active language."""
        return reverse(self.name, kwargs={"slug": tournament.slug, **values})

    def live_address(self, tournament: Tournament, values: Mapping[str, Any]) -> str:
        """Where its part that renews itself lies, in the active language."""
        return reverse(f"{self.name}_live", kwargs={"slug": tournament.slug, **values})

    def newest(self, tournament: Tournament) -> str:
        """The version that a reader has who has seen the newest."""
        edition = self.edition() if self.edition else ""
        return "-".join(filter(None, [str(tournament.version), tournament.stamp, edition]))


@dataclass(frozen=True, slots=True)
class PartLink:
    """A part of a list by its rows, `201–400`, and where it lies."""

    label: str
    address: str
    is_this: bool


def part_links(name: str, values: Mapping[str, Any], listed: ListPart[Any]) -> tuple[PartLink, ...]:
    """Every part of the list on the page called `name`."""
    return tuple(
        PartLink(
            f"{first}–{last}",
            reverse(name, kwargs={**values, "part": number} if number > 1 else values),
            number == listed.number,
        )
        for number, first, last in listed.ranges
    )


@dataclass(frozen=True, slots=True)
class InLanguage:
    """The same page in a language."""

    language: Language
    address: str
    is_this: bool


def in_languages(name: str, values: Mapping[str, Any]) -> tuple[InLanguage, ...]:
    """The address called `name` in every language."""
    active = active_language()
    pages = []
    for language in LANGUAGES:
        with override(language.code):
            pages.append(InLanguage(language, reverse(name, kwargs=values), language == active))
    return tuple(pages)
