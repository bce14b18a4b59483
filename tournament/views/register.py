"""The register of a club at its directors' desk: found, saved as a file, merged, split, called otherwise."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.actions.persons import (
    merge_persons,
    refuse_merging,
    refuse_split,
    rename_person,
    set_wish,
    split_person,
)
from tournament.engine.refusals import Refused
from tournament.exports.club_files import REGISTER_FILES, in_language_of_club
from tournament.forms.clubs import MergeForm, SeparateForm, SplitForm
from tournament.forms.players import AppearanceForm
from tournament.forms.rounds import NameForm
from tournament.forms.sent import SentForm
from tournament.machine.requests import UserRequest
from tournament.models import Club, Person, Wished
from tournament.pages.persons import RegisterTable, register_sheet
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.clubs import with_edition
from tournament.queries.persons import Registered, called, handed_out, likely_doubles, played_by
from tournament.queries.persons import register as everybody
from tournament.queries.seasons import years_of
from tournament.snapshots.kept import kept_snapshots, snapshots_for
from tournament.views.access import View, club_director_required
from tournament.views.clubs import club_page
from tournament.views.files import as_file
from tournament.views.refusals import Sent, refused_at

MOST_SHOWN = 200
MOST_OFFERED = 8


@never_cache
@require_safe
@club_director_required
def register(request: HttpRequest, club: Club) -> HttpResponse:
    """Everybody with their evenings, or those with the letters typed, sorted as asked for; who may be one person is
    offered.
    """
    rows = everybody(club)
    typed = request.GET.get("q", "")[:100]
    found = called(rows, typed)
    context = {
        "section": "register",
        "typed": typed,
        "table": RegisterTable(club, found, order_by=request.GET.get("sort", ""), most=MOST_SHOWN),
        "more": max(len(found) - MOST_SHOWN, 0),
        "doubles": () if typed else likely_doubles(rows)[:MOST_OFFERED],
    }
    return club_page(request, club, "club/register.html", context)


@never_cache
@require_safe
@club_director_required
def register_file(request: HttpRequest, club: Club, kind: str) -> HttpResponse:
    """The whole register with the full names, for a spreadsheet."""
    if kind not in REGISTER_FILES:
        raise Http404
    file = REGISTER_FILES[kind]
    with in_language_of_club(years_of(with_edition(club))):
        content = file.write(register_sheet(club, everybody(club)), timezone.localdate())
    return as_file(content, file.content_type, f"{club.slug}-register.{kind}")


@never_cache
@require_safe
@club_director_required
def person(request: UserRequest, club: Club, person: int) -> HttpResponse:
    """What somebody has played; what merging with `into` or splitting off the entries ticked would make of it."""
    rows = everybody(club)
    row = _row(rows, person)
    if row is None:
        raise Http404
    asked = request.GET
    others = [one for one in called(rows, asked.get("q", "")[:100]) if one != row] if asked.get("q") else []
    context = {
        "section": "register",
        "row": row,
        "played": played_by(row.person),
        "most_shown": MOST_SHOWN,
        "typed": asked.get("q", "")[:100],
        "others": others[:MOST_OFFERED],
        "handed_out": handed_out(row.person),
        "copies": snapshots_for(request.user, kept_snapshots().snapshots),
    }
    return _with_preview(request, club, context, rows, row.person)


def _on_the_page(
    request: HttpRequest, refused: Refused, club: Club, context: dict[str, Any], *_given: object
) -> HttpResponse:
    return club_page(request, club, "club/person.html", {**context, "problem": refusal_sentence(refused)})


@refused_at(_on_the_page)
def _with_preview(
    request: HttpRequest, club: Club, context: dict[str, Any], rows: Sequence[Registered], person: Person
) -> HttpResponse:
    return club_page(request, club, "club/person.html", {**context, **_preview(request, rows, person)})


def _row(rows: Sequence[Registered], key: int) -> Registered | None:
    return next((row for row in rows if row.person.pk == key), None)


def _preview(request: HttpRequest, rows: Sequence[Registered], person: Person) -> dict[str, object]:
    """The context that shows what the form in the query would do."""
    if "into" in request.GET:
        into = _row(rows, MergeForm(request.GET).values()["into"])
        if into is None:
            raise Refused("person_is_gone")
        refuse_merging(person, into.person)
        return {"into": into, "played_by_other": played_by(into.person)}
    if "split" in request.GET:
        ticked = SplitForm(request.GET).values()
        chosen, rest = played_by(person).parted(ticked["entry"], ticked["match"], ticked["list"])
        refuse_split(chosen, rest)
        return {"chosen": chosen, "rest": rest, "ticked": ticked}
    return {}


def _on_the_register(request: HttpRequest, refused: Refused, club: Club, person: int) -> HttpResponse:
    messages.error(request, refusal_sentence(refused))
    return redirect("register", slug=club.slug)


def _changing(form: type[SentForm], act: Callable[[UserRequest, Club, int, Sent], int]) -> View:
    """A view that changes somebody and goes on to the person that `act` names."""

    @require_POST
    @club_director_required
    @refused_at(_on_the_register)
    def answer(request: UserRequest, club: Club, person: int) -> HttpResponse:
        shown = act(request, club, person, form(request.POST).values())
        return redirect("person", slug=club.slug, person=shown)

    return answer


def _merge(request: UserRequest, club: Club, person: int, sent: Sent) -> int:
    merge_persons(club, by=request.user, person=person, into=sent["into"])
    return int(sent["into"])


def _split(request: UserRequest, club: Club, person: int, sent: Sent) -> int:
    split_person(
        club,
        by=request.user,
        person=person,
        entries=sent["entry"],
        matches=sent["match"],
        lists=sent["list"],
        stays_as=sent["wish"] and Wished(sent["wish"], sent["shown_as"]),
        other_as=sent["other_wish"] and Wished(sent["other_wish"], sent["other_shown_as"]),
    )
    return person


def _rename(request: UserRequest, club: Club, person: int, sent: Sent) -> int:
    rename_person(club, by=request.user, person=person, name=sent["name"])
    return person


def _wish(request: UserRequest, club: Club, person: int, sent: Sent) -> int:
    set_wish(club, by=request.user, person=person, wished=Wished(sent["wish"], sent["shown_as"]))
    return person


wish = _changing(AppearanceForm, _wish)
merge = _changing(MergeForm, _merge)
split = _changing(SeparateForm, _split)
rename = _changing(NameForm, _rename)
