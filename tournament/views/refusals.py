"""Where a refusal is told: the one place that answers them, whether the page sent its form in place or not.

A view says no more than where its refusals belong:

    @refused_at(on_page("desk"), in_place=beside_the_field)
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from tournament.engine.refusals import Refused
from tournament.forms.sent import EmptyForm, SentForm
from tournament.machine.requests import HtmxRequest
from tournament.models import Tournament
from tournament.names import isolated
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.standings import entries_by_number
from tournament.views.access import View, director_required
from tournament.views.pages import bare_text


class RefusingForm(Protocol):
    """A form that tells a refusal of the action beside its field."""

    def is_valid(self) -> bool: ...

    def refuse(self, refused: Refused) -> None: ...


# Given the request, the refusal, and whatever the view was given.
RefusalAnswer = Callable[..., HttpResponse]
# The cleaned values of a form.
Sent = dict[str, Any]


def refused_at(page: RefusalAnswer, in_place: RefusalAnswer | None = None) -> Callable[[View], View]:
    """What the view refuses is answered on a `page`; to a page that sent its form in place, by `in_place`."""

    def guarded(view: View) -> View:
        @wraps(view)
        def answer(request: HtmxRequest, *given: Any, **values: Any) -> HttpResponse:
            try:
                return view(request, *given, **values)
            except Refused as refused:
                where = in_place if request.htmx and in_place else page
                return where(request, refused, *given, **values)

        return answer

    return guarded


def on_page(name: str, *kept: str) -> RefusalAnswer:
    """On the page of this name, as a message; `kept` are the values of the address that its own has too."""

    def answer(request: HttpRequest, refused: Refused, tournament: Tournament, **values: Any) -> HttpResponse:
        messages.error(request, sentence_in(tournament, refused))
        return redirect(reverse(name, kwargs={"slug": tournament.slug, **{key: values[key] for key in kept}}))

    return answer


def on_the_page_anew(request: HttpRequest, refused: Refused, tournament: Tournament, **_values: Any) -> HttpResponse:
    """On the same page, as a message, once the browser has fetched it again."""
    messages.error(request, sentence_in(tournament, refused))
    return HttpResponseClientRefresh()


def beside_the_field(request: HttpRequest, refused: Refused, *_given: Any, **_values: Any) -> HttpResponse:
    """The bare sentence, for the field into which it was typed; a header tells the page which refusal it is."""
    answer = bare_text(refusal_sentence(refused))
    answer["Refusal"] = refused.code
    return answer


def sentence_in(tournament: Tournament, refused: Refused) -> str:
    """The sentence of a refusal, with the names of the players."""
    names = {number: isolated(entry.name) for number, entry in entries_by_number(tournament).items()}
    return refusal_sentence(refused, names)


def one_action(form: type[SentForm] = EmptyForm, *, page: str = "desk") -> Callable[[Callable[..., object]], View]:
    """A view that cleans what was sent, does one thing with it, and goes on to a page, or says there why not.

    The function is called as `act(request, tournament, sent, **values)`, `sent` being the cleaned values.
    """

    def made(act: Callable[..., object]) -> View:
        @require_POST
        @director_required
        @refused_at(on_page(page))
        @wraps(act)
        def answer(request: HttpRequest, tournament: Tournament, **values: Any) -> HttpResponse:
            act(request, tournament, form(request.POST).values(), **values)
            return redirect(page, slug=tournament.slug)

        return answer

    return made


def done_by(form: RefusingForm, act: Callable[[], HttpResponse]) -> HttpResponse | None:
    """The answer of the action where the form is right; None where something is wrong, which stands in the form."""
    if not form.is_valid():
        return None
    try:
        return act()
    except Refused as refused:
        form.refuse(refused)
        return None
