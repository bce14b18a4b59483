"""Turns refusals into responses, in one place, for whole pages and for forms that htmx sends in place.

A view only names where its refusals are shown:

    @refused_at(on_page("desk"), in_place=beside_the_field)
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRefresh

from tournament.actions.following import agreed_to
from tournament.actions.words import has_entered, refuse_word
from tournament.engine.refusals import Refused
from tournament.forms.cash import AgreedForm
from tournament.forms.sent import AllSentForm, EmptyForm, RefusingForm, SentForm
from tournament.machine import words
from tournament.machine.requests import HtmxRequest
from tournament.machine.sessions import ASKED_FIRST
from tournament.models import Club, Tournament
from tournament.names import isolated
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.standings import entries_by_number
from tournament.views.access import View, director_required, posted
from tournament.views.pages import bare_text, go_to

# Called with the request, the refusal, and the arguments of the view.
RefusalAnswer = Callable[..., HttpResponse]
# The cleaned values of a form.
Sent = dict[str, Any]


def refused_at(page: RefusalAnswer, in_place: RefusalAnswer | None = None) -> Callable[[View], View]:
    """Answer refusals of the view by `page`; for a form that htmx sent in place, by `in_place`.

    If a view would book something for closed books, redirect to a page that asks first. A refusal is stored with the
    name of the word that was refused; a word that is only asked about or discarded is not said.
    """

    def guarded(view: View) -> View:
        @wraps(view)
        def answer(request: HtmxRequest, *args: Any, **values: Any) -> HttpResponse:
            sent = AgreedForm(request.POST).values() if request.method == "POST" else {"agreed": ""}
            try:
                if words.is_about_word(request):
                    return JsonResponse({"has_entered": has_entered(request)})
                with agreed_to(sent["agreed"]):
                    answered = view(request, *args, **values)
            except Refused as refused:
                if request.method == "POST":
                    refuse_word(request, refused)
                if refused.code == "booking_asked":
                    return _asked_first(request, refused, args[0])
                where = in_place if request.htmx and in_place else page
                return where(request, refused, *args, **values)
            if request.method == "POST":
                # Pending bookings hold names of payers, so the session forgets them with the next change.
                request.session.pop(ASKED_FIRST, None)
            return answered

        return answer

    return guarded


# How many requests that would book something for closed books the session holds until the user confirms them.
MOST_ASKED = 5


def _asked_first(request: HtmxRequest, refused: Refused, about: Tournament | Club) -> HttpResponse:
    """Store the request in the session, and redirect to the page that asks whether to make its bookings."""
    facts, mark = refused.values, refused.values["mark"]
    fields = AllSentForm(request.POST).fields_to_repeat()
    back = request.htmx.current_url_abs_path if request.htmx else urlsplit(request.headers.get("Referer", "")).path
    stored_request = {
        "address": request.path,
        "fields": [(name, value) for name, value in fields if name != "agreed"],
        "back": back or request.path,
        "closed": facts["closed"],
        "entries": facts["entries"],
    }
    earlier = list(request.session.get(ASKED_FIRST, {}).items())[1 - MOST_ASKED :]
    request.session[ASKED_FIRST] = {**dict(earlier), mark: stored_request}
    name = "booking_asked" if isinstance(about, Tournament) else "booking_asked_of_club"
    return go_to(request, reverse(name, args=[about.slug, mark]))


def on_page(name: str, *kept_names: str) -> RefusalAnswer:
    """Redirect to the named page, of the tournament or club if the view has one, with a message.

    `kept` names the arguments of the view that the address of the page needs, too.
    """

    def answer(
        request: HttpRequest, refused: Refused, subject: Tournament | Club | None = None, *_given: Any, **values: Any
    ) -> HttpResponse:
        sentence = sentence_in(subject, refused) if isinstance(subject, Tournament) else refusal_sentence(refused)
        messages.error(request, sentence)
        slug_args = {"slug": subject.slug} if subject else {}
        return redirect(reverse(name, kwargs={**slug_args, **{key: values[key] for key in kept_names}}))

    return answer


def on_the_page_anew(request: HttpRequest, refused: Refused, tournament: Tournament, **_values: Any) -> HttpResponse:
    """Refresh the current page, which then shows the refusal as a message."""
    messages.error(request, sentence_in(tournament, refused))
    return HttpResponseClientRefresh()


def beside_the_field(request: HttpRequest, refused: Refused, *_given: Any, **_values: Any) -> HttpResponse:
    """Answer with the bare sentence, which the page shows beside the field; a header holds the refusal's code."""
    answer = bare_text(refusal_sentence(refused))
    answer["Refusal"] = refused.code
    return answer


def sentence_in(tournament: Tournament, refused: Refused) -> str:
    """The sentence of a refusal, with the names of the players."""
    names = {number: isolated(entry.name) for number, entry in entries_by_number(tournament).items()}
    return refusal_sentence(refused, names)


def one_action(
    form: type[SentForm] = EmptyForm,
    *,
    page: str = "desk",
    kept: Sequence[str] = (),
    for_whom: Callable[[View], View] = director_required,
    otherwise: RefusalAnswer | None = None,
    in_place: Callable[..., HttpResponse] | None = None,
) -> Callable[[Callable[..., object]], View]:
    """Make a view that cleans the POST, does one thing, and redirects to a page, by default with a message if refused.

    The function is called as `act(request, subject, sent, **values)`, where `sent` are the cleaned values. The subject
    is the tournament or the club that `for_whom` finds. `kept` names the values that the address of the page needs,
    too; for a form that htmx sent in place, `in_place` makes the response.
    """

    def made(act: Callable[..., object]) -> View:
        @posted
        @for_whom
        @refused_at(otherwise or on_page(page, *kept))
        @wraps(act)
        def answer(request: HtmxRequest, subject: Tournament | Club, **values: Any) -> HttpResponse:
            act(request, subject, form(request.POST).values(), **values)
            if in_place and request.htmx:
                return in_place(request, subject)
            return redirect(reverse(page, kwargs={"slug": subject.slug, **{key: values[key] for key in kept}}))

        return answer

    return made


def done_by(
    form: RefusingForm, act: Callable[[], HttpResponse], notice: Callable[[Refused], None] = lambda refused: None
) -> HttpResponse | None:
    """Run `act` if the form is valid and return its response; None if invalid or refused, with the error in the form.

    `notice` is called with a refusal.
    """
    if not form.is_valid():
        return None
    try:
        return act()
    except Refused as refused:
        notice(refused)
        form.refuse(refused)
        return None
