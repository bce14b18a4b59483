"""Public pages: the same bytes for every guest, without cookies, at addresses that contain the language."""

import re
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from tournament.actions.permissions import Guest
from tournament.actions.players import ask_to_join
from tournament.actions.words import refuse_word
from tournament.exports.open_files import OpenFile
from tournament.exports.pictures import PNG
from tournament.forms.players import JoinForm
from tournament.languages import active_language
from tournament.machine import words
from tournament.machine.cache import cached
from tournament.machine.requests import HtmxRequest
from tournament.machine.visitors import browser_mark, guest_network, keep_phone_secret, phone_secret
from tournament.models import Club, Tournament
from tournament.names import is_meant, nearly_called, search_key
from tournament.pages.rounds import round_of
from tournament.pages.seasons import found_persons
from tournament.public import pages as public, parts
from tournament.public.drawn import card, drawn, news, whole_page
from tournament.public.packed import Packed, pack
from tournament.public.seasons import FIND_PERSON, SEASON
from tournament.queries import clubs, players, seasons
from tournament.queries.editions import Subject, edition_holds
from tournament.queries.evening import public_evening
from tournament.queries.rounds.pairings import rows_by_number
from tournament.queries.standings import place_of
from tournament.views import access
from tournament.views.pages import bare_text, go_to
from tournament.views.refusals import beside_the_field, done_by, refused_at
from tournament.views.shared import holding, sent, shared

MOST_FOUND = 8
MOST_OF_A_QUERY = 1000


@require_safe
def in_own_language(request: HttpRequest, **_values: Any) -> HttpResponse:
    """Redirect to the same page in the browser's language: printed addresses contain none."""
    address = f"/{active_language().short}{request.path}"
    try:
        resolve(address)
    except Resolver404 as nowhere:
        raise Http404 from nowhere
    query = request.META["QUERY_STRING"][:MOST_OF_A_QUERY]
    return redirect(f"{address}?{query}" if query else address)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker that caches public pages, from a root address, so that its scope is every page."""
    return sent(request, _worker(), "text/javascript; charset=utf-8")


@cache
def _worker() -> Packed:
    """The service worker, read once, because it does not change while the program runs."""
    file = static("worker.js").removeprefix(settings.STATIC_URL)
    return pack(Path(finders.find(file) or settings.STATIC_ROOT / file).read_text("utf-8"))


@require_safe
def no_connection(request: HttpRequest) -> HttpResponse:
    """Show the page that a phone without connection shows in place of a page that it has not cached."""
    return sent(request, pack(render_to_string("public/no_connection.html")))


def open_file(file: OpenFile) -> access.View:
    """Make the view of a public file: scripts of every web site may read it, and it is cached for each edition."""

    @require_safe
    @access.public
    def answer(request: HttpRequest, tournament: Tournament, number: int = 0) -> HttpResponse:
        def packed() -> Packed | None:
            content = file.content(tournament, number)
            return None if content is None else pack(content)

        packed_file = cached(("file", file.name, tournament.edition, number), packed)
        if packed_file is None:
            raise Http404
        response = sent(request, packed_file, file.content_type)
        response["Access-Control-Allow-Origin"] = "*"
        return holding(response, edition_holds(tournament))

    return answer


def page_of(page: parts.Page) -> access.View:
    @require_safe
    def answer(request: HttpRequest, slug: str, **values: Any) -> HttpResponse:
        subject = _found(page, slug)
        still_holds = page.holds(subject)
        return holding(sent(request, whole_page(page, subject, values)), still_holds)

    return answer


def card_of(page: parts.Page) -> access.View:
    """Make the view of the picture of a page's shared link; its query names the version, for messengers."""

    @require_safe
    def answer(request: HttpRequest, slug: str, **values: Any) -> HttpResponse:
        subject = _found(page, slug)
        still_holds = page.as_card(subject).holds(subject)
        return holding(sent(request, card(page, subject, values), PNG), still_holds)

    return answer


def live_part_of(page: parts.Page) -> access.View:
    """Make the view of a page's live part: status 204 if `v` is the newest edition, else what has changed.

    `alone` requests the part for another page with its own heading, such as the ranking at the desk.
    """

    @require_safe
    def answer(request: HttpRequest, slug: str, **values: Any) -> HttpResponse:
        subject = _found(page, slug)
        still_holds = page.holds(subject)
        known_edition = request.GET.get("v", "")
        if known_edition == page.edition_of(subject):
            return holding(shared(HttpResponse(status=204)), still_holds, is_for_its_edition=True)
        try:
            part = news(page, subject, values, known_edition, is_alone="alone" in request.GET)
        except Http404:
            if not known_edition:
                raise
            # The subject of the open page was removed.
            first = public.CLUB if isinstance(subject, Club) else public.STANDINGS
            return shared(HttpResponseClientRedirect(first.address(subject, {})))
        return sent(request, part)

    return answer


def _found(page: parts.Page, slug: str) -> Subject:
    subject = page.find(slug)
    if subject is None:
        raise Http404
    return subject


@require_safe
def find(request: HtmxRequest, slug: str) -> HttpResponse:
    """Find players by the typed letters or by their table; show their table, opponent and place."""
    tournament = get_object_or_404(Tournament, slug=slug)
    typed_text = request.GET.get("q", "").strip()[:100]
    typed = search_key(typed_text)
    evening = public_evening(tournament)
    last_round = evening.newest_round
    pairing_rows = rows_by_number(evening, last_round.number) if last_round else {}
    # 12, Table 12 or Tisch 12
    numbered = re.fullmatch(r"(?:(?:table|tisch)\s*)?(\d{1,4})", typed)
    table = int(numbered[1]) if numbered else None
    at_table = [
        entry
        for number, entry in evening.entries.items()
        if table and number in pairing_rows and pairing_rows[number].table == table
    ]
    found_entries = [entry for entry in evening.entries.values() if is_meant(typed, entry.name, entry.shown_as)]
    found_entries.sort(
        key=lambda entry: (not search_key(entry.display_name).startswith(typed), search_key(entry.display_name))
    )
    found_entries = [*at_table, *(entry for entry in found_entries if entry not in at_table)]
    closest = found_entries[:MOST_FOUND]
    rows = public.rows_in_standings(evening, {entry.number for entry in closest})
    context = {
        "tournament": tournament,
        "last_round": last_round,
        "typed": typed,
        "found": [
            (
                entry,
                pairing_rows.get(entry.number),
                entry.number in evening.record.left,
                place_of(evening, entry.number),
                rows.get(entry.number, ""),
                round_of(evening, last_round.number, entry.number) if last_round else "",
            )
            for entry in closest
        ],
        "more": max(len(found_entries) - MOST_FOUND, 0),
        # Only what everyone sees is offered: a hidden name could be guessed letter by letter.
        "meant": ()
        if found_entries
        else nearly_called(typed_text, (entry.display_name for entry in evening.entries.values())),
    }
    if request.htmx:
        return render(request, "public/found.html", context)
    context["live_address"] = public.FIND.live_address(tournament, {})
    return _guest_page(request, tournament, "public/find.html", public.FIND, context, {"slug": slug}, q=typed_text)


@require_safe
def find_person(request: HtmxRequest, slug: str) -> HttpResponse:
    """Find persons by the typed letters; show their places in a season, by default the club's main one."""
    club = clubs.named_club(slug)
    if club is None:
        raise Http404
    years = seasons.years_of(club)
    own_season = years.own_season(timezone.localdate())
    asked_season = request.GET.get("season", "")[:100]
    season = years.season_by_key(asked_season) or own_season
    typed = request.GET.get("q", "")[:100]
    person_rows = found_persons(years, years.season(season) if season else None, typed)
    key = season.key if season else ""
    rows = [
        (found_person, SEASON.address(club, {"key": key, **found_person.part_of_season}) if found_person.placed else "")
        for found_person in person_rows
    ]
    part = drawn(FIND_PERSON, club, {})
    context = {
        "club": part.subject,
        "title": f"{_('Find a name')} · {club.name}",
        "part": part,
        "live_address": FIND_PERSON.live_address(club, {}),
        "in_languages": parts.in_languages("find_person", {"slug": slug}, q=typed.strip(), season=asked_season),
        "season": season,
        "values": {"key": key},
        "own_season": own_season,
        "typed": typed.strip(),
        "found": rows[:MOST_FOUND],
        "more": max(len(rows) - MOST_FOUND, 0),
        "meant": () if rows else nearly_called(typed, years.names.values()),
    }
    return render(request, "club/found.html" if request.htmx else "club/find.html", context)


@require_http_methods(["GET", "POST"])
@refused_at(beside_the_field)
def ask(request: HtmxRequest, slug: str) -> HttpResponse:
    """Sign up: show the form; after a POST, redirect to the guest's page with the state of their sign-up.

    A phone keeps the secret of its first sign-up for all that follow. One whose answer was lost is told where it is.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    if request.method == "GET" and request.htmx:
        # What the wish would make of the name that is being typed, also once the sign-up is closed: a part of the page.
        typed = JoinForm(initial={"name": request.GET.get("name", "")[:100]})
        return render(request, "public/join_short.html", {"short": typed.short_name})
    if request.method == "GET" and not players.is_open(tournament):
        return redirect("standings", slug=slug)
    form = JoinForm(request.POST) if request.method == "POST" else JoinForm(initial={"request_key": uuid4()})

    def ask_for_a_place() -> HttpResponse:
        form_values = form.cleaned_data
        guest = Guest(form_values["name"], phone=browser_mark(request), network=guest_network(request))
        secret = phone_secret(request) or form_values["secret"]
        with suppress(words.EnteredBeforeError):
            ask_to_join(tournament, by=guest, **{**form_values, "secret": secret})
        answer = go_to(request, reverse("asked", kwargs={"slug": slug, "key": form_values["request_key"].hex}))
        if secret:
            keep_phone_secret(answer, secret)
        return answer

    if response := done_by(form, ask_for_a_place, partial(refuse_word, request)):
        return response
    if words.HEADER in request.headers:
        return bare_text(form.problem)
    live_address = public.JOINING.live_address(tournament, {})
    context = {
        "join_form": form,
        "join_problem": form.problem,
        "live_address": live_address,
        "outbox_of": f"{slug}/joining",
    }
    status = 422 if form.problem else 200
    return _guest_page(request, tournament, "public/joining.html", public.JOINING, context, {"slug": slug}, status)


@require_safe
def asked(request: HtmxRequest, slug: str, key: str) -> HttpResponse:
    """Show the state of a sign-up; once it is accepted, redirect to the player's page.

    The phone that signed up is redirected to the player's own page, all others to the player's public page.
    """
    tournament = get_object_or_404(Tournament, slug=slug)
    request_made = players.request_of(tournament, key)
    if request_made is None:
        raise Http404
    if request_made.entry:
        number = request_made.entry.number
        if players.linked_entry(tournament, number, players.OWN_PHONE, secret=phone_secret(request)):
            return go_to(request, reverse("my_match", args=[slug, number, players.OWN_PHONE]))
        return go_to(request, f"{reverse('player', kwargs={'slug': slug, 'number': number})}#me")
    context = {
        "asked": request_made,
        "sign_up_has_ended": players.has_ended(tournament),
        "takes_names": players.is_open(tournament),
    }
    template = "public/asked.html"
    if request.htmx:
        # Other pages show the sign-up in place of a player's table.
        template = "public/asked_live.html" if request.htmx.target == "live" else "public/asked_part.html"
    return _guest_page(request, tournament, template, public.ASKED, context, {"slug": slug, "key": key})


def _guest_page(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    page: parts.Page,
    context: dict[str, Any],
    values: dict[str, Any],
    status: int = 200,
    **query: str,
) -> HttpResponse:
    """Render a page for a single guest, in the frame of the public pages."""
    part = drawn(page, tournament, {})
    framed = {
        "tournament": part.subject,
        "part": part,
        "title": part.title,
        "in_languages": parts.in_languages(page.name, values, **query),
        **context,
    }
    return render(request, template, framed, status=status)
