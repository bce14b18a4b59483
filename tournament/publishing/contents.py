"""What is published of a tournament: what everyone sees of it, and the look of the pages."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.urls import reverse

from tournament.engine.refusals import Refused
from tournament.exports.content import in_language_of
from tournament.models import Tournament
from tournament.publishing.links import linked_addresses, with_relative_links
from tournament.publishing.requests import answer_to

Files = dict[str, bytes]

# Of the style sheets; what they carry in themselves is no file.
USED_BY_STYLE = re.compile(r'url\("([\w./-]+)"\)')
MOST_ATTEMPTS = 3


def published_files(tournament: Tournament) -> Files:
    """Every file by its path in the folder, all of one state of the tournament, in its language."""
    for _attempt in range(MOST_ATTEMPTS):
        tournament.refresh_from_db()
        version = tournament.version
        try:
            with in_language_of(tournament):
                files = _files(tournament)
        except Http404:
            # A round was removed while its page was asked for.
            continue
        tournament.refresh_from_db()
        if tournament.version == version:
            return files
    raise Refused("changed_while_publishing")


def public_addresses(tournament: Tournament) -> Iterator[str]:
    """What everyone may see of a tournament; new pages for everyone are added here."""

    def address(name: str, *values: int) -> str:
        return reverse(name, args=[tournament.slug, *values])

    yield address("standings")
    yield from (address(f"standings_{form}") for form in ("pdf", "csv", "json"))
    numbers = tournament.rounds.released().order_by("number").values_list("number", flat=True)
    for number in numbers:
        yield address("round", number)
        yield from (address(f"pairings_{form}", number) for form in ("pdf", "by_name_pdf", "csv", "json"))
    for number in tournament.entries.order_by("number").values_list("number", flat=True):
        yield address("player", number)
    if numbers:
        yield from (address("crosstable"), address("course"))
        yield address("draw_check")
        yield from (address("draw_check_after", number) for number in range(len(numbers) + 1))
    if tournament.shows_costs:
        yield from (address("costs"), address("costs_pdf"))


def _files(tournament: Tournament) -> Files:
    home = reverse("standings", args=[tournament.slug])
    answers = {address: answer_to(address) for address in public_addresses(tournament)}
    pages = {address: answer.content.decode() for address, answer in answers.items() if _is_page(answer)}
    style = _style(set().union(*(linked_addresses(page) for page in pages.values())))
    places = {address: _file(address.removeprefix(home)) for address in answers}
    places |= {address: address.lstrip("/") for address in style}
    texts = {address: with_relative_links(page, places[address], places) for address, page in pages.items()}
    data = {address: answer.content for address, answer in answers.items()} | style
    data |= {address: text.encode() for address, text in texts.items()}
    return {places[address]: content for address, content in data.items()}


def _is_page(answer: HttpResponse) -> bool:
    return answer["Content-Type"].startswith("text/html")


def _file(path: str) -> str:
    """Where a page or a file lies in the folder: as in the program, so that scripts find it at the same place."""
    return f"{path}index.html" if path.endswith("/") or not path else path


def _style(addresses: set[str]) -> Files:
    """What the pages take from the program's own files, and what those take in turn, by address."""
    found: Files = {}
    wanted = [address for address in sorted(addresses) if address.startswith(settings.STATIC_URL)]
    for address in wanted:
        found[address] = Path(finders.find(address.removeprefix(settings.STATIC_URL)) or "").read_bytes()
        if address.endswith(".css"):
            wanted += [urljoin(address, used) for used in USED_BY_STYLE.findall(found[address].decode())]
    return found
