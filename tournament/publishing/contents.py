"""The contents of a published folder: the public pages of a tournament or of a whole club, files, and styles."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from html import unescape
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urljoin

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import escape
from django.utils.safestring import mark_safe

from tournament.engine.refusals import Refused
from tournament.exports.club_files import CLUB_FILES, in_language_of_club
from tournament.exports.open_files import BRACKET_JSON, CALENDAR, OPEN_FILES, OpenFile
from tournament.exports.papers import PAPERS, Paper
from tournament.exports.pictures import round_card, tournament_card
from tournament.languages import language_called
from tournament.machine.progress import track_progress
from tournament.machine.static_storage import joined
from tournament.models import Club, Tournament
from tournament.pages.sheets import in_language_of
from tournament.phrases.clubs import NOTICE_TITLES
from tournament.public import pages as public
from tournament.public.drawn import draw_uncached
from tournament.public.parts import Page, notice_context
from tournament.public.seasons import PERSON, RATINGS, SEASON, SEASON_COURSE, SEASON_ORDER
from tournament.queries import clubs
from tournament.queries.editions import Subject
from tournament.queries.evening import public_evening
from tournament.queries.seasons import SeasonFacts, evenings, years_of, years_with

Files = dict[str, bytes]
File = tuple[str, bytes]
# A function that puts title, content and link preview of a page into the HTML around all pages.
Frame = Callable[..., str]
Made = TypeVar("Made")

# Addresses of the program in a page, and link elements without an address.
LINK = re.compile(r' (href|src)="(/[^"#]*)(#[^"]*)?"')
NO_LINK = re.compile(r'<a((?:\s+(?!href=)[\w-]+(?:="[^"]*")?)*)\s*>(.*?)</a>', re.DOTALL)
# Files that style sheets refer to; embedded data is not matched.
USED_BY_STYLE = re.compile(r'url\("([\w./-]+)"\)')
MOST_ATTEMPTS = 3
OF_TOURNAMENT = re.compile(r"^(?:/[a-z-]+)?/(t/[^/]+/)")
OF_TOURNAMENT_OR_CLUB = re.compile(r"^(/[a-z-]+)?/[tc]/[^/]+/")
# Parts of a page that need the program or a script.
NEEDS_THE_PROGRAM = re.compile(r'<input\s+type="hidden"[^>]*>|<(a|button)\b[^>]*\shidden\s*>.*?</\1>', re.DOTALL)
# In the folder of a single tournament there are no other pages of its club either.
WITH_THE_PROGRAM_ONLY = re.compile(
    rf'{NEEDS_THE_PROGRAM.pattern}|<(p|nav) class="[^"]*live-only"[^>]*>.*?</\2>', re.DOTALL
)
# The pages whose pictures are in the folder.
WITH_CARD = (public.STANDINGS, public.ROUND)
# Placeholders for title and content in a frame; names cannot contain them, as they are escaped.
TITLE, SHOWN = mark_safe("<!-- title -->"), mark_safe("<!-- shown -->")


def published(
    tournament: Tournament, make: Callable[[Iterable[File]], Made], *, language: str = "", at: str = ""
) -> Made:
    """Call `make` with the files, each with its path in the folder, drawn one after the other; return its result.

    All files show one version of the tournament; if it changes meanwhile, `make` is called again. The pages are in the
    named `language`, by default in that of the tournament, which its papers and data keep. `at` is the address at which
    the folder will stand, with a slash at its end, where it is known.
    """

    def version() -> str:
        tournament.refresh_from_db()
        return tournament.version_mark

    def made() -> Made:
        with _in_language(language) or in_language_of(tournament):
            return make(_files(tournament, at))

    return _until_unchanged(version, made)


def published_club(club: Club, make: Callable[[Iterable[File]], Made], *, language: str = "", at: str = "") -> Made:
    """Call `make` with the files of a club and of all its evenings in one folder; return its result.

    All files show one edition of the club; if it changes meanwhile, `make` is called again. The pages are in the named
    `language`, by default in that of the club's printouts; papers and data of an evening keep the evening's. `at` is
    the address of the folder, as in `published`. Raises Refused where the club has no name, as it is not public then.
    """

    def edition() -> str:
        return _public(club).edition

    def made() -> Made:
        public = _public(club)
        with _in_language(language) or in_language_of_club(years_of(public)):
            return make(_club_files(public, at))

    return _until_unchanged(edition, made)


def _in_language(language: str) -> AbstractContextManager[None] | None:
    """Activate the language with this short name; None if the name is empty."""
    return translation.override(language_called(language).code) if language else None


def _public(club: Club) -> Club:
    public_club = clubs.named_club(club.slug)
    if public_club is None:
        raise Refused("club_is_not_public")
    return public_club


def _until_unchanged(edition: Callable[[], str], make: Callable[[], Made]) -> Made:
    for _attempt in range(MOST_ATTEMPTS):
        old_edition = edition()
        try:
            result = make()
        except (Http404, LookupError):
            # A round may have been removed during the drawing.
            if edition() == old_edition:
                raise
        else:
            if edition() == old_edition:
                return result
    raise Refused("changed_while_publishing")


def public_pages(tournament: Tournament) -> Iterator[tuple[Page, dict[str, int]]]:
    """Yield every part of every public page of a tournament, with the values of its address."""
    for page, values in _whole_pages(tournament):
        yield from _in_parts(page, tournament, values)


def _in_parts(page: Page, subject: Subject, values: dict[str, Any]) -> Iterator[tuple[Page, dict[str, Any]]]:
    yield page, values
    count = draw_uncached(page, subject, values).parts if page.comes_in_parts else 1
    for part in range(2, count + 1):
        yield page, {**values, "part": part}


def _whole_pages(tournament: Tournament) -> Iterator[tuple[Page, dict[str, int]]]:
    """Yield every public page of the tournament with the values of its address. Add a new public page here."""
    evening = public_evening(tournament)
    yield public.STANDINGS, {}
    yield public.RULES, {}
    for round_ in evening.rounds:
        yield public.ROUND, {"number": round_.number}
        yield public.ROUND_SHARE, {"number": round_.number}
    if evening.record.rules.finals:
        yield public.BRACKET, {}
        yield public.BRACKET_SHARE, {}
    for number in evening.entries:
        yield public.PLAYER, {"number": number}
    if evening.rounds:
        yield from ((page, {}) for page in (public.CROSSTABLE, public.COURSE, public.ORDER, public.SHARE, public.DRAW))
        yield from ((public.DRAW_AFTER, {"after_round": number}) for number in range(evening.record.swiss_rounds + 1))
    if tournament.shows_costs:
        yield public.COSTS, {}


def season_pages(club: Club, seasons: Iterable[SeasonFacts]) -> Iterator[tuple[Page, dict[str, Any]]]:
    """Yield every part of every page of these seasons, with the values of its address."""
    for facts in seasons:
        for page in (SEASON, SEASON_COURSE, SEASON_ORDER):
            yield from _in_parts(page, club, {"key": facts.season.key})


def season_files(club: Club, seasons: Iterable[SeasonFacts]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of these seasons, each with its address; no address is printed in the PDFs."""
    for facts in seasons:
        for file in CLUB_FILES:
            content = file.content(club, facts.season.key) if file.is_of_a_season else None
            if content is not None:
                yield reverse(file.name, args=[club.slug, facts.season.key]), content


def public_files(tournament: Tournament) -> Iterator[tuple[str, bytes]]:
    """Yield a tournament's public files by address; PDFs print none, as their readers may not reach the program."""
    now = timezone.now()
    evening = public_evening(tournament)
    rounds = [round_.number for round_ in evening.rounds]
    for paper in (paper for paper in PAPERS if paper.for_everyone):
        for number in rounds if paper.is_of_a_round else (0,):
            subject = paper.subject(tournament, number, for_director=False)
            if subject is not None:
                content = paper.pdf(tournament, subject, public_url="", printed_at=now)
                yield _address(paper, tournament, number), content
    yield reverse("standings_card", args=[tournament.slug]), tournament_card(tournament)
    for number in rounds:
        yield reverse("round_card", args=[tournament.slug, number]), round_card(tournament, number)
    # A calendar is offered where an evening is still to come.
    left_out = {*(() if evening.record.rules.finals else (BRACKET_JSON,)), *((CALENDAR,) if rounds else ())}
    for file in (file for file in OPEN_FILES if file not in left_out):
        for number in rounds if file.is_of_a_round else (0,):
            data = file.content(tournament, number)
            if data is not None:
                yield _address(file, tournament, number), data


def _address(file: Paper | OpenFile, tournament: Tournament, number: int) -> str:
    return reverse(file.name, args=[tournament.slug, *([number] if file.is_of_a_round else [])])


def _files(tournament: Tournament, at: str) -> Iterator[File]:
    """Yield a tournament's files; all addresses are collected before a page is drawn, as pages link to each other."""
    years = years_with(tournament)
    seasons = years.seasons_with(tournament, timezone.localdate()) if years else ()
    paths: dict[str, str] = {}
    for address, content in chain(public_files(tournament), season_files(years.club, seasons) if years else ()):
        paths[address] = _file(address)
        yield paths[address], content
    pages = {
        page.address(subject, values): (page, subject, values)
        for page, subject, values in chain[tuple[Page, Subject, Mapping[str, Any]]](
            ((page, tournament, values) for page, values in public_pages(tournament)),
            ((page, years.club, values) for page, values in season_pages(years.club, seasons)) if years else (),
        )
    }
    context_by_name = {name: notice_context(name, tournament.club) for name in NOTICE_TITLES}
    notices = {
        reverse(f"tournament_{name}", args=[tournament.slug]): name
        for name in context_by_name
        if context_by_name[name]["notice"]
    }
    paths |= {address: _file(address) for address in (*pages, *notices)}
    around = {
        "tournament": tournament,
        "seasons": seasons,
        "notice_names": list(notices.values()),
        "made_at": timezone.now(),
    }
    around_players = _frame({**around, "page": public.PLAYER})

    def drawn_page(address: str) -> tuple[str, str]:
        page, subject, values = pages[address]
        frame = around_players if page is public.PLAYER else _frame({**values, **around, "page": page})
        return address, _page(page, subject, values, frame, at and at + paths[address])

    yield from _linked(
        chain(
            map(drawn_page, track_progress(tournament, "web_pages", pages)),
            ((address, _notice_page(context_by_name[name], _frame(around))) for address, name in notices.items()),
        ),
        paths,
    )


def _club_files(club: Club, at: str) -> Iterator[File]:
    """Yield the files of a club and of its evenings; all addresses are collected before the first page is drawn."""
    years = years_of(club)
    club_evenings = evenings(club, timezone.localdate())
    of_evenings = {
        club_tournament.pk: club_tournament
        for club_tournament in (*club_evenings.coming, *club_evenings.running, *club_evenings.past)
    }
    seasons = [years.season(season) for season in years.seasons]
    context_by_name = {name: notice_context(name, club) for name in NOTICE_TITLES}
    notice_names = [name for name in context_by_name if context_by_name[name]["notice"]]
    around = {"notice_names": notice_names, "made_at": timezone.now(), "club": club, "in_club": True}
    paths: dict[str, str] = {}
    own_files = chain(season_files(club, seasons), rating_files(club))
    files_of = track_progress(club, "evening_files", of_evenings.values())
    for address, content in chain(own_files, chain.from_iterable(map(public_files, files_of))):
        paths[address] = _file_of_club(address)
        yield paths[address], content
    pages = {
        page.address(subject, values): (page, subject, values)
        for page, subject, values in chain[tuple[Page, Subject, Mapping[str, Any]]](
            ((page, club, values) for page, values in club_pages(club, seasons)),
            (
                (page, tournament, values)
                for tournament in of_evenings.values()
                for page, values in public_pages(tournament)
            ),
        )
    }
    paths |= {address: _file_of_club(address) for address in pages}
    for name in notice_names:
        notice_address = reverse(f"club_{name}", args=[club.slug])
        paths[notice_address] = _file_of_club(notice_address)
        # All evenings link to the notice of their club, which is in the folder once.
        paths |= {
            reverse(f"tournament_{name}", args=[club_tournament.slug]): paths[notice_address]
            for club_tournament in of_evenings.values()
        }

    def drawn_page(address: str) -> tuple[str, str]:
        page, subject, values = pages[address]
        if isinstance(subject, Club):
            frame = _frame({**values, **around, "page": page}, "static_club_page.html", NEEDS_THE_PROGRAM)
        else:
            frame = _frame({**values, **around, "tournament": subject, "seasons": (), "page": page})
        return address, _page(page, subject, values, frame, at and at + paths[address])

    around_notice = _frame(around, "static_club_page.html", NEEDS_THE_PROGRAM)
    notices = ((reverse(f"club_{name}", args=[club.slug]), context_by_name[name]) for name in notice_names)
    drawn_notices = ((address, _notice_page(notice, around_notice)) for address, notice in notices)
    drawn_pages = map(drawn_page, track_progress(club, "web_pages", pages))
    yield from _linked(chain(drawn_pages, drawn_notices), paths)


def club_pages(club: Club, seasons: Iterable[SeasonFacts]) -> Iterator[tuple[Page, dict[str, Any]]]:
    """Yield every public page of the club itself in all its parts. Add a new public page of a club here."""
    years = years_of(club)
    yield public.CLUB, {}
    yield from _in_parts(public.EVENINGS, club, {})
    yield from season_pages(club, seasons)
    if club.rates:
        yield from _in_parts(RATINGS, club, {})
    for person in years.names:
        if years.is_known(person):
            yield from _in_parts(PERSON, club, {"person": person})


def rating_files(club: Club) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the ratings, each with its address, if the club keeps ratings."""
    for file in CLUB_FILES:
        content = None if file.is_of_a_season else file.content(club)
        if content is not None:
            yield reverse(file.name, args=[club.slug]), content


def _linked(drawn_pages: Iterable[tuple[str, str]], paths: Mapping[str, str]) -> Iterator[File]:
    """Yield the drawn pages with relative links, and then the static files that they use."""
    used: set[str] = set()
    for address, html in drawn_pages:
        new_addresses = {linked for linked in linked_addresses(html) if linked.startswith(settings.STATIC_URL)} - used
        used |= new_addresses
        paths = {**paths, **{linked: linked.lstrip("/") for linked in new_addresses}} if new_addresses else paths
        yield paths[address], without_dead_ends(with_relative_links(html, paths[address], paths)).encode()
    for address, content in _style(used).items():
        yield address.lstrip("/"), content


def linked_addresses(page: str) -> set[str]:
    """Find the addresses of the program that a page links to or includes."""
    return {unescape(address) for _attribute, address, _part in LINK.findall(page)}


def with_relative_links(page: str, file: str, files: Mapping[str, str]) -> str:
    """Replace the addresses in a page by relative links to their `files`; a link without a file becomes only text."""
    to_the_folder = "../" * file.count("/")

    def relative(link: re.Match[str]) -> str:
        attribute, address, part = link.groups(default="")
        target = files.get(unescape(address))
        return f' {attribute}="{to_the_folder}{target}{part}"' if target else ""

    return LINK.sub(relative, page)


def without_dead_ends(page: str) -> str:
    """Replace links of a page that lead nowhere by their text."""
    return NO_LINK.sub(r"<span\1>\2</span>", page)


def _page(page: Page, subject: Subject, values: Mapping[str, Any], frame: Frame, at: str) -> str:
    """Draw a page that will stand `at` this whole address; without one its link has no picture, which needs one."""
    part = draw_uncached(page, subject, values)
    card = "../../card.png" if "part" in values else "card.png"
    context = {
        "title": part.title,
        "part": part,
        "address": at.removesuffix("index.html"),
        "picture": urljoin(at, card) if at and page in WITH_CARD else "",
    }
    return frame(part.title, part.html, render_to_string("public/shared_link.html", context))


def _notice_page(context: Mapping[str, Any], frame: Frame) -> str:
    return frame(context["title"], render_to_string("notice_text.html", dict(context)))


def _frame(
    context: Mapping[str, Any],
    template: str = "static_page.html",
    dropped: re.Pattern[str] = WITH_THE_PROGRAM_ONLY,
) -> Frame:
    """Draw the HTML around all pages; return the function that puts a page into it and removes what is `dropped`."""
    html = render_to_string(template, {**context, "title": TITLE, "part": {"html": SHOWN}})
    html_before, _title, html_rest = html.partition(TITLE)
    between, _shown, html_after = html_rest.partition(SHOWN)

    def around(title: str, html: str, shared_link: str = "") -> str:
        head = between.replace("</title>", f"</title>{shared_link}", 1)
        return dropped.sub("", f"{html_before}{escape(title)}{head}{html}{html_after}")

    return around


def _file(address: str) -> str:
    """The path of a page or file in the published folder: its address without the tournament's or club's prefix."""
    path = OF_TOURNAMENT_OR_CLUB.sub("", address)
    return f"{path}index.html" if path.endswith("/") or not path else path


def _file_of_club(address: str) -> str:
    """The path of a page or file in a club's published folder; an evening's begins with `t/` and its slug."""
    of_evening = OF_TOURNAMENT.match(address)
    return f"{of_evening[1] if of_evening else ''}{_file(address)}"


def _style(addresses: set[str]) -> Files:
    """Map these addresses of static files, and those that their style sheets use, to the files' contents."""
    content_by_address: Files = {}
    all_addresses = sorted(addresses)
    for address in all_addresses:
        file = address.removeprefix(settings.STATIC_URL)
        path = Path(finders.find(file) or settings.STATIC_ROOT / file)
        if path.suffix == ".css":
            style = joined(path)
            content_by_address[address] = style.encode()
            all_addresses += [urljoin(address, used) for used in USED_BY_STYLE.findall(style)]
        else:
            content_by_address[address] = path.read_bytes()
    return content_by_address
