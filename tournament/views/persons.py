"""What is stored about a person, handed out and forgotten on request."""

import json

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods

from tournament.actions.persons import forget_earlier_matches, forget_person, forget_request
from tournament.engine.refusals import Refused
from tournament.forms.persons import PersonsForm
from tournament.machine.requests import UserRequest
from tournament.pages.persons import stored_about
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.persons import earlier_matches_of, entries_of, persons_like, requests_of
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
    ticked, asked = entries_of(request.user, sent["entry"]), requests_of(request.user, sent["asked"])
    earlier = earlier_matches_of(request.user, sent["earlier"])
    if not (ticked or asked or earlier):
        raise Refused("nobody_ticked")
    if sent["do"] == "export":
        stored = stored_about(ticked, asked, [each.person for each in earlier])
        return as_file(json.dumps(stored, ensure_ascii=False, indent=1).encode(), "application/json", "person.json")
    if sent["confirmed"].strip().casefold() != _word_to_confirm():
        raise Refused("not_confirmed", word=_word_to_confirm())
    for entry in ticked:
        forget_person(entry, by=request.user, together=ticked)
    for one in asked:
        forget_request(one, by=request.user)
    for each in earlier:
        forget_earlier_matches(each.person, by=request.user)
    erased = len(ticked) + len(asked) + len(earlier)
    messages.success(
        request, ngettext("%(count)s person erased", "%(count)s people erased", erased) % {"count": erased}
    )
    return redirect("persons")


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
    }
    return render(request, "persons.html", context, status=422 if refused else 200)
