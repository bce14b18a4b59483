"""Every kind of page, from the one table of all addresses: what is new there is opened in every engine by itself."""

import re

from tests.browser.test_looks import DIRECTOR, PUBLIC, UNBROKEN, addresses
from tests.factories import make_helper
from tests.views.test_every_address import (
    DOORS,
    LEADS_ON,
    PART_OF_A_PAGE,
    give_its_club_a_past,
    is_a_page,
    named,
    path,
    readable,
    write_down,
)
from tournament.models import Tournament
from tournament.snapshots.names import Reason
from tournament.snapshots.taking import take_snapshot

# What is never seen on a phone.
ON_LARGE_SCREENS = {"wall"}
NO_PAGES = {*LEADS_ON, *PART_OF_A_PAGE, "alive", "ready"}


def furnish(slug: str) -> Tournament:
    """Give the tournament a helper, its club a past, a match a transcript, and all of it a backup."""
    tournament = Tournament.objects.get(slug=slug)
    make_helper(tournament, UNBROKEN)
    give_its_club_a_past(tournament, name=UNBROKEN)
    write_down(tournament)
    take_snapshot(Reason.BY_HAND)
    return tournament


def kinds_of_pages(tournament: Tournament) -> dict[str, str]:
    """The address of every kind of page under its name, then of its states that look different, each of them once."""
    answered = [name for name, answers in DOORS.items() if answers[0] == 200]
    kinds = [name for name in (*named(readable, is_a_page), *answered) if name not in NO_PAGES]
    pages = {name: path(name, tournament) for name in kinds}
    known = {in_no_language(address) for address in pages.values()}
    states = addresses({**PUBLIC, **DIRECTOR}, tournament.slug)
    return {**pages, **{name: address for name, address in states.items() if in_no_language(address) not in known}}


def in_no_language(address: str) -> str:
    """An address as it is printed."""
    return re.sub(r"^/(de|en)/", "/", address)
