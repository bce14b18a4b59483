"""A page for everyone: the part of it that renews itself, and what stands around it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import override

from tournament.languages import LANGUAGES, Language, active_language
from tournament.models import Club, Tournament
from tournament.pages.players import ListPart
from tournament.queries.clubs import named_club
from tournament.queries.states import club_state_now, settled_now, settled_state_of, state_now, state_of, state_of_club

Subject = Tournament | Club


@dataclass(frozen=True, slots=True)
class LivePart:
    """What a page shows of its subject as it stands: the template, what that needs, and the page's title.

    Where its list is too long for one page, it is one of so many `parts`.
    """

    template: str
    title: str
    context: Mapping[str, Any]
    parts: int = 1


def stands_as(subject: Subject, *, follows_matches: bool = True) -> Callable[[], bool]:
    """Whether the subject stands as it was read; where everyone may not see a club any more, it does not.

    To who follows no matches, a word on a score sheet is no change.
    """
    slug = subject.slug
    if isinstance(subject, Club):
        of_club = state_of_club(subject)
        return lambda: club_state_now(slug) == of_club
    if not follows_matches:
        settled = settled_state_of(subject)
        return lambda: settled_now(slug) == settled
    state = state_of(subject)
    return lambda: state_now(slug) == state


def tournament_at(slug: str) -> Tournament | None:
    """The tournament at this address."""
    return Tournament.objects.filter(slug=slug).first()


@dataclass(frozen=True, slots=True)
class Page:
    """A page for everyone under the `name` of its address.

    `part` makes it from its subject, a tournament or a club, and the values of the address, None where there is
    nothing at that address; `frame` is the template around it, `heading` what of that renews itself too (None: nothing
    does); `edition` changes where the page does without a change of the subject (None: it never does); `find` gives
    the subject at an address as it is now.
    Of a tournament it `follows_matches` where it shows how they stand on their score sheets; to others, a word there is
    no news. Where it shows a list of everybody, it `comes_in_parts`: from the second on, `part` is among its values.
    """

    name: str
    part: Callable[..., LivePart | None]
    frame: str = "public_page.html"
    heading: str | None = "public/heading.html"
    edition: Callable[[], str] | None = None
    comes_in_parts: bool = False
    follows_matches: bool = False
    find: Callable[[str], Subject | None] = tournament_at

    def address(self, subject: Subject, values: Mapping[str, Any]) -> str:
        """Where the page lies, in the active language."""
        return reverse(self.name, kwargs={"slug": subject.slug, **values})

    def live_address(self, subject: Subject, values: Mapping[str, Any]) -> str:
        """Where its part that renews itself lies, in the active language."""
        return reverse(f"{self.name}_live", kwargs={"slug": subject.slug, **values})

    def newest(self, subject: Subject) -> str:
        """The version that a reader has who has seen the newest."""
        edition = self.edition() if self.edition else ""
        return "-".join(filter(None, [self._edition_of(subject), edition]))

    def _edition_of(self, subject: Subject) -> str:
        return subject.edition if isinstance(subject, Club) or self._follows(subject) else subject.settled

    def _follows(self, subject: Subject) -> bool:
        return isinstance(subject, Club) or (self.follows_matches and subject.shows_live_scores)

    def holding(self, subject: Subject) -> Callable[[], bool]:
        """Whether what is drawn from now on of the subject as it was read is what everyone is to see yet."""
        holds = stands_as(subject, follows_matches=self._follows(subject))
        if self.edition is None:
            return holds
        edition, now = self.edition(), self.edition
        return lambda: edition == now() and holds()


@dataclass(frozen=True, slots=True)
class ClubPage(Page):
    """A page of a club, which nobody sees before the club has a name."""

    frame: str = "club/public_page.html"
    heading: str | None = "club/heading.html"
    find: Callable[[str], Subject | None] = named_club


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
            reverse(name, kwargs={**values, "part": number} if number > 1 else dict(values)),
            number == listed.number,
        )
        for number, first, last in listed.ranges
    )


def desk_parts(listed: ListPart[Any], query: str = "") -> tuple[PartLink, ...]:
    """Every part of a list at the desk, which stands behind the question mark of the same page."""
    return tuple(
        PartLink(f"{first}–{last}", f"?{query}part={number}", number == listed.number)
        for number, first, last in listed.ranges
    )


@dataclass(frozen=True, slots=True)
class InLanguage:
    """The link to the same page in a language; `is_this` for the one that is shown."""

    language: Language
    address: str
    is_this: bool


def in_languages(name: str, values: Mapping[str, Any], **query: str) -> tuple[InLanguage, ...]:
    """The address called `name` in every language, with what of the `query` says something."""
    said = {key: value for key, value in query.items() if value}
    active = active_language()
    pages = []
    for language in LANGUAGES:
        with override(language.code):
            pages.append(InLanguage(language, reverse(name, kwargs=dict(values), query=said), language == active))
    return tuple(pages)
