"""What is stored about a person, handed out and forgotten on request."""

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods

from tournament.actions.persons import forget_in_books_of_deleted, forget_person, forget_registered, forget_request
from tournament.engine.refusals import Refused
from tournament.forms.persons import PersonsForm
from tournament.machine.requests import UserRequest
from tournament.models import Entry, JoinRequest, Voucher
from tournament.names import fold
from tournament.pages.persons import places_of, stored_about
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.clubs import directed_clubs
from tournament.queries.persons import (
    PersonHistory,
    entries_of,
    in_books_of_deleted,
    persons_like,
    registered_of,
    requests_of,
    vouchers_of_deleted,
)
from tournament.snapshots.kept import kept_snapshots, snapshots_for
from tournament.views.access import with_account
from tournament.views.files import as_file
from tournament.views.refusals import Sent, refused_at


@require_http_methods(["GET", "POST"])
@with_account
def persons(request: UserRequest) -> HttpResponse:
    """Find a person in the director's tournaments and clubs; save or forget what is stored about what is ticked."""
    if request.method == "GET":
        return _show(request, request.GET.get("q", ""))
    return _done(request, PersonsForm(request.POST).values())


def _not_done(request: UserRequest, refused: Refused, sent: Sent) -> HttpResponse:
    return _show(request, sent["q"], refused, sent)


@refused_at(_not_done)
def _done(request: UserRequest, sent: Sent) -> HttpResponse:
    persons = registered_of(request.user, sent["person"])
    ticked, asked = entries_of(request.user, sent["entry"]), requests_of(request.user, sent["asked"])
    vouchers = vouchers_of_deleted(*directed_clubs(request.user)).filter(pk__in=sent["voucher"])
    if not (persons or ticked or asked or vouchers):
        raise Refused("nobody_ticked")
    if sent["do"] == "export":
        stored = [*_stored(persons, ticked, asked, vouchers), *_backups(request.user)]
        content = json.dumps(stored, ensure_ascii=False, indent=1)
        return as_file(content.encode(), "application/json", "person.json")
    if sent["confirmed"].strip().casefold() != _word_to_confirm():
        raise Refused("not_confirmed", word=_word_to_confirm())
    if not sent["books"] and list(in_books_of_deleted(vouchers)):
        raise Refused("books_keep_name")
    named = (*(one.name for one in ticked), *(one.name for one in asked), *(voucher.party for voucher in vouchers))
    names = {fold(name) for name in named}
    for person in persons:
        if person.registered:
            forget_registered(
                person.registered,
                by=request.user,
                entries=person.entries,
                requests=person.requests,
                from_books=sent["books"],
            )
    for entry in ticked:
        forget_person(entry, by=request.user, together=ticked, from_books=sent["books"])
    for one in asked:
        forget_request(one, by=request.user)
    for club, of_club in groupby(vouchers, key=lambda voucher: voucher.club):
        if club:
            forget_in_books_of_deleted(club, by=request.user, vouchers=list(of_club))
    # Of nobody in the register equal names are one person.
    erased = len(persons) + len(names)
    messages.success(
        request, ngettext("%(count)s person erased", "%(count)s people erased", erased) % {"count": erased}
    )
    return redirect("persons")


def _stored(
    persons: Iterable[PersonHistory],
    entries: Iterable[Entry],
    requests: Iterable[JoinRequest],
    vouchers: Iterable[Voucher],
) -> list[dict[str, Any]]:
    """What is stored about all of these."""
    registered = [person.registered for person in persons if person.registered]
    of_persons = [entry for person in persons for entry in person.entries]
    asked = [one for person in persons for one in person.requests]
    return stored_about([*of_persons, *entries], [*asked, *requests], registered, vouchers)


def _backups(user: User) -> list[dict[str, list[str]]]:
    """The backups that may hold the same, where there are any."""
    names = [str(copy.name) for copy in snapshots_for(user, kept_snapshots().snapshots)]
    return [{"backups_that_may_hold_it": names}] if names else []


def _word_to_confirm() -> str:
    return pgettext("typed to confirm", "erase")


def _show(
    request: UserRequest,
    typed: str,
    refused: Refused | None = None,
    sent: Sent | None = None,
) -> HttpResponse:
    context = {
        "typed": typed[:100],
        "persons": persons_like(request.user, typed[:100]),
        "ticked": sent or {},
        "word": _word_to_confirm(),
        "copies": snapshots_for(request.user, kept_snapshots().snapshots),
        "problem": refusal_sentence(refused) if refused else "",
        "section": "people",
        "places": places_of(request.user),
    }
    return render(request, "persons.html", context, status=422 if refused else 200)
