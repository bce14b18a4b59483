"""Pages of the register and its persons."""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.actions import persons as actions
from tournament.engine.refusals import Refused
from tournament.exports.club_files import REGISTER_FILES, in_language_of_club
from tournament.exports.data_copy import data_copy_pdf
from tournament.forms import clubs, persons as forms, players, rounds
from tournament.languages import active_language, language_called, language_choices
from tournament.machine.logs import note_security
from tournament.machine.requests import UserRequest
from tournament.models import Club, Entry, JoinRequest, Person, Voucher, Wished
from tournament.names import fold, nearly_called
from tournament.pages.persons import RegisterTable, places_of, register_sheet, stored_about
from tournament.phrases.refusals import refusal_sentence
from tournament.queries import persons as queries, seasons
from tournament.queries.clubs import directed_clubs, with_edition
from tournament.snapshots.kept import kept_snapshots, snapshots_for
from tournament.views.access import club_director_required, confirmed, posted, with_account
from tournament.views.backups import as_file
from tournament.views.clubs import club_page
from tournament.views.refusals import Sent, on_page, one_action, refused_at

# Data stored about a person: export and erasure on request.


@require_http_methods(["GET", "POST"])
@with_account
@confirmed
def persons(request: UserRequest) -> HttpResponse:
    """Find a person in the director's tournaments and clubs; export or erase the ticked data."""
    if request.method == "GET":
        return _show(request, request.GET.get("q", ""))
    return _export_or_erase(request, forms.PersonsForm(request.POST).values())


@refused_at(lambda request, refused, sent: _show(request, sent["q"], refused, sent))
def _export_or_erase(request: UserRequest, sent: Sent) -> HttpResponse:
    persons = queries.registered_of(request.user, sent["person"])
    ticked, join_requests = (
        queries.entries_of(request.user, sent["entry"]),
        queries.requests_of(request.user, sent["asked"]),
    )
    vouchers = queries.vouchers_of_deleted(*directed_clubs(request.user)).filter(pk__in=sent["voucher"])
    about = queries.persons_like(request.user, sent["q"])
    words = queries.texts_to_ask_about(request.user, about, sent["q"]) if sent["text"] else ()
    texts = [found_text for found_text in words if found_text.code in sent["text"]]
    if not (persons or ticked or join_requests or vouchers or texts):
        raise Refused("nobody_ticked")
    if sent["do"] in ("export", "print"):
        return _copy(request.user, sent, persons, ticked, join_requests, vouchers)
    if sent["confirmed"].strip().casefold() != _word_to_confirm():
        raise Refused("not_confirmed", word=_word_to_confirm())
    if not sent["books"] and list(queries.in_books_of_deleted(vouchers)):
        raise Refused("books_keep_name")
    # Who directs an evening alone erases nothing from the other texts of its club.
    clubs_of_texts = set(directed_clubs(request.user))
    club_names = [
        (ticked_entry.tournament.club, queries.names_ever(ticked_entry))
        for ticked_entry in ticked
        if ticked_entry.tournament.club in clubs_of_texts
    ]
    all_names = (
        *(ticked_entry.name for ticked_entry in ticked),
        *(join_request.name for join_request in join_requests),
        *(voucher.party for voucher in vouchers),
    )
    names = {fold(name) for name in all_names}
    for person in persons:
        if person.registered:
            actions.forget_registered(
                person.registered,
                by=request.user,
                entries=person.entries,
                requests=person.requests,
                from_books=sent["books"],
            )
    for entry in ticked:
        actions.forget_person(entry, by=request.user, together=ticked, from_books=sent["books"])
    for join_request in join_requests:
        actions.forget_request(join_request, by=request.user)
    for club, of_club in groupby(vouchers, key=lambda voucher: voucher.club):
        if club:
            actions.forget_in_books_of_deleted(club, by=request.user, vouchers=list(of_club))
    for club, ever in club_names:
        other_names = queries.names_of_everybody_else(club, Person.objects.none(), ticked)
        actions.forget_in_texts(club, by=request.user, names=ever - other_names)
    for club, in_club in groupby(texts, key=lambda text: text.club):
        actions.forget_in_texts(club, by=request.user, chosen=list(in_club))
    # Without a person in the register, equal names count as one person.
    erased = len(persons) + len(names)
    if erased:
        sentence = ngettext("%(count)s person erased", "%(count)s people erased", erased) % {"count": erased}
    else:
        sentence = ngettext("%(count)s word erased", "%(count)s words erased", len(texts)) % {"count": len(texts)}
    messages.success(request, sentence)
    return redirect("persons")


def _copy(
    user: User,
    sent: Sent,
    persons: Sequence[queries.PersonHistory],
    ticked: Iterable[Entry],
    join_requests: Iterable[JoinRequest],
    vouchers: Iterable[Voucher],
) -> HttpResponse:
    """Send a copy of the stored data in the chosen language, as JSON or as a PDF."""
    entries = [*(entry for person in persons for entry in person.entries), *ticked]
    requests = [*(join_request for person in persons for join_request in person.requests), *join_requests]
    registered = [person.registered for person in persons if person.registered]
    with translation.override(language_called(sent["language"]).code):
        stored_data = stored_about(entries, requests, registered, vouchers)
    if backups := [str(copy.name) for copy in snapshots_for(user, kept_snapshots().snapshots)]:
        stored_data.append({"backups_that_may_hold_it": backups})
    if sent["do"] == "export":
        return as_file(
            json.dumps(stored_data, ensure_ascii=False, indent=1).encode(), "application/json", "person.json"
        )
    all_names = [
        ticked_row.name
        for ticked_row in chain[queries.PersonHistory | Entry | JoinRequest](persons, ticked, join_requests)
    ]
    names = ", ".join(dict.fromkeys([*all_names, *(voucher.party for voucher in vouchers)]))
    return as_file(
        data_copy_pdf(stored_data, names, sent["language"], printed_at=timezone.now()), "application/pdf", "person.pdf"
    )


def _word_to_confirm() -> str:
    return pgettext("typed to confirm", "erase")


def _show(request: UserRequest, typed: str, refused: Refused | None = None, sent: Sent | None = None) -> HttpResponse:
    found_persons = queries.persons_like(request.user, typed[:100])
    spoken = [entry.tournament.language for person in found_persons for entry in person.entries[:1]]
    context = {
        "typed": typed[:100],
        "persons": found_persons,
        "texts": queries.texts_to_ask_about(request.user, found_persons, typed[:100]),
        "languages": language_choices(),
        # A copy is offered in the language of the newest tournament of those found.
        "copy_language": sent["language"] if sent else next(iter(spoken), active_language().short),
        "ticked": sent or {},
        "word": _word_to_confirm(),
        "copies": snapshots_for(request.user, kept_snapshots().snapshots),
        "problem": refusal_sentence(refused) if refused else "",
        "section": "people",
        "places": places_of(request.user),
    }
    return render(request, "persons.html", context, status=422 if refused else 200)


# The register of a club: search, export, merge, split, rename.

MOST_SHOWN = 200
MOST_OFFERED = 8


@never_cache
@require_safe
@club_director_required
def register(request: HttpRequest, club: Club) -> HttpResponse:
    """List all persons, or those whose name matches, with their evenings; suggest likely duplicates."""
    register_rows = queries.register(club)
    typed = request.GET.get("q", "")[:100]
    matching_rows = queries.matching_names(register_rows, typed)
    context = {
        "section": "register",
        "typed": typed,
        "table": RegisterTable(club, matching_rows, order_by=request.GET.get("sort", ""), most=MOST_SHOWN),
        "more": max(len(matching_rows) - MOST_SHOWN, 0),
        "meant": () if matching_rows else nearly_called(typed, (name for row in register_rows for name in row.names)),
        "doubles": () if typed else queries.likely_doubles(register_rows)[:MOST_OFFERED],
    }
    return club_page(request, club, "club/register.html", context)


@never_cache
@require_safe
@club_director_required
def register_file(request: HttpRequest, club: Club, kind: str) -> HttpResponse:
    """Send the register with full names for a spreadsheet."""
    if kind not in REGISTER_FILES:
        raise Http404
    content_type, write = REGISTER_FILES[kind]
    note_security("register_exported", request.user.get_username(), club=club.slug)
    with in_language_of_club(seasons.years_of(with_edition(club))):
        content = write(register_sheet(club, queries.register(club)), timezone.localdate())
    return as_file(content, content_type, f"{club.slug}-register.{kind}")


def _show_person(request: UserRequest, refused: Refused | None, club: Club, person: int) -> HttpResponse:
    registered = queries.register(club)
    row_by_person = {row.person.pk: row for row in registered}
    if person not in row_by_person:
        raise Http404
    row = row_by_person[person]
    typed = request.GET.get("q", "")[:100]
    other_rows = (
        [other_row for other_row in queries.matching_names(registered, typed) if other_row != row] if typed else []
    )
    context = {
        "section": "register",
        "row": row,
        "played": queries.played_by(row.person),
        "most_shown": MOST_SHOWN,
        "typed": typed,
        "others": other_rows[:MOST_OFFERED],
        "handed_out": queries.handed_out(row.person),
        "copies": snapshots_for(request.user, kept_snapshots().snapshots),
    }
    context |= {"problem": refusal_sentence(refused)} if refused else _preview(request, row_by_person, row.person)
    return club_page(request, club, "club/person.html", context)


def _preview(request: HttpRequest, row_by_person: Mapping[int, queries.Registered], person: Person) -> dict[str, Any]:
    """Build the context that previews the form in the query string."""
    if "into" in request.GET:
        into = row_by_person.get(clubs.MergeForm(request.GET).values()["into"])
        if into is None:
            raise Refused("person_is_gone")
        actions.refuse_merging(person, into.person)
        return {"into": into, "played_by_other": queries.played_by(into.person)}
    if "split" in request.GET:
        ticked = clubs.SplitForm(request.GET).values()
        chosen_part, staying_part = queries.played_by(person).parted(ticked["entry"], ticked["match"], ticked["list"])
        actions.refuse_split(chosen_part, staying_part)
        return {"chosen": chosen_part, "rest": staying_part, "ticked": ticked}
    return {}


@never_cache
@require_safe
@club_director_required
@refused_at(_show_person)
def person(request: UserRequest, club: Club, person: int) -> HttpResponse:
    """Show what a person has played; preview a merge with `into` or a split of the ticked entries."""
    return _show_person(request, None, club, person)


@posted
@club_director_required
@refused_at(on_page("register"))
def merge(request: UserRequest, club: Club, person: int) -> HttpResponse:
    """Merge one person into another; show the latter."""
    into = clubs.MergeForm(request.POST).values()["into"]
    actions.merge_persons(club, by=request.user, person=person, into=into)
    return redirect("person", slug=club.slug, person=into)


_on_person = partial(
    one_action, page="person", kept=["person"], for_whom=club_director_required, otherwise=on_page("register")
)


@_on_person(clubs.SeparateForm)
def split(request: UserRequest, club: Club, sent: Sent, person: int) -> None:
    """Split the ticked parts off as a new person."""
    actions.split_person(
        club,
        by=request.user,
        person=person,
        entries=sent["entry"],
        matches=sent["match"],
        lists=sent["list"],
        stays_as=sent["wish"] and Wished(sent["wish"], sent["shown_as"]),
        other_as=sent["other_wish"] and Wished(sent["other_wish"], sent["other_shown_as"]),
    )


@_on_person(rounds.NameForm)
def rename(request: UserRequest, club: Club, sent: Sent, person: int) -> None:
    actions.rename_person(club, by=request.user, person=person, name=sent["name"])


@_on_person(players.AppearanceForm)
def wish(request: UserRequest, club: Club, sent: Sent, person: int) -> None:
    actions.set_wish(club, by=request.user, person=person, wished=Wished(sent["wish"], sent["shown_as"]))
