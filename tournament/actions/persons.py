"""A person is forgotten on request: the place in the standings stays, the name goes."""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.actions.change import Change, Step, change, change_club
from tournament.models import (
    Club,
    Entry,
    ImportedMatch,
    JoinRequest,
    JournalLine,
    Person,
    Report,
    Voucher,
    Wish,
)
from tournament.names import NOT_IN_PUBLIC, person_key
from tournament.queries.persons import (
    as_whole_words,
    books_kept_until,
    is_over,
    matches_of,
    names_ever,
    names_of_others,
    register_names_ever,
    texts_of_a_club,
    texts_of_a_tournament,
    texts_that_may_name,
    vouchers_of_deleted,
)


def forget_registered(
    person: Person,
    *,
    by: User,
    entries: Collection[Entry],
    requests: Collection[JoinRequest],
    from_books: bool = False,
) -> None:
    """Erase somebody from every evening, sign-up and earlier match of the club, and from its register, all or nothing.

    `from_books` takes the name from the vouchers, too, although the law may ask the club to keep them.
    """
    with transaction.atomic():
        same = Person.objects.in_truth([person.real_id])
        known_as = register_names_ever(person.club, same) - names_of_others(person.club, same)
        for entry in sorted(entries, key=lambda entry: entry.tournament_id):
            forget_person(entry, by=by, together=entries, known_as=known_as, from_books=from_books)
        for asked in requests:
            forget_request(asked, by=by)
        forget_earlier_matches(person, by=by)
        of_deleted = vouchers_of_deleted(person.club).filter(party__in=known_as)
        over = [voucher for voucher in of_deleted if from_books or is_over(person.club, voucher)]
        forget_in_books_of_deleted(person.club, by=by, vouchers=over)


def forget_in_books_of_deleted(club: Club, *, by: User, vouchers: Collection[Voucher]) -> None:
    """Take the names out of these vouchers of deleted evenings; it cannot be undone."""
    with change_club(club, by=by, action="books_forgotten") as step:
        for voucher in vouchers:
            step.update_without_undo(voucher, party=NOT_IN_PUBLIC)


def forget_person(
    entry: Entry,
    *,
    by: User,
    together: Collection[Entry] = (),
    known_as: Collection[str] = (),
    from_books: bool = False,
) -> None:
    """Replace the name of an entry by its start number, everywhere in the tournament, the journal included.

    In the register the name goes where all that the person played is forgotten `together`; else the entry is of
    somebody without a name. What was written of them goes under every name that they are `known_as`, too. Results,
    places and fees stay; vouchers keep the name for as long as the books have to be kept, unless it goes `from_books`
    too. It cannot be undone, for nothing that holds the name is kept.
    """
    with change(entry.tournament, by=by, action="person_forgotten") as step:
        entry.refresh_from_db()
        with translation.override(step.tournament.language):
            nobody = _("Player %(number)s") % {"number": entry.number}
        others = Entry.objects.filter(tournament=step.tournament).exclude(pk=entry.pk)
        shared = set(others.values_list("name", flat=True)) | set(others.values_list("shown_as", flat=True))
        names = names_ever(entry).union(known_as) - {nobody}
        words = _said_instead(names, nobody, shared)
        step.facts = {"number": entry.number}
        step.update_without_undo(
            entry, name=nobody, club="", shown_as="", fee_waived=nobody if entry.fee_waived else ""
        )
        _forget_in_register(step, entry, {entry.pk, *(other.pk for other in together)})
        for asked in JoinRequest.objects.filter(tournament=step.tournament):
            if asked.entry_id == entry.pk or (asked.entry_id is None and asked.name in names - shared):
                step.update_without_undo(asked, name=nobody, club="")
        if from_books or books_kept_until(step.tournament) is None:
            _forget_in_books(step, entry, names - shared, nobody)
        for report in Report.objects.filter(entry=entry):
            step.update_without_undo(report, phone="")
        _forget_in_journal(step, entry, words, nobody)
        _forget_in_texts(step, words)


def _said_instead(names: Collection[str], nobody: str, shared: Collection[str]) -> dict[str, str]:
    """By name what stands in its place: nobody's for these, and its own for whoever else has it, or a longer one."""
    return dict.fromkeys(names, nobody) | {name: name for name in shared if name}


def _forget_in_books(step: Change, entry: Entry, names: Collection[str], nobody: str) -> None:
    """The vouchers of the entry, and of who was on the list under its name before."""
    stored = Voucher.objects.filter(tournament=step.tournament)
    for voucher in stored.filter(Q(entry=entry) | Q(party__in=names)):
        step.update_without_undo(voucher, party=nobody)


def _forget_in_texts(step: Change, words: Mapping[str, str]) -> None:
    """Whatever was written of the tournament, in any column of any of its rows that may name somebody."""
    for model, path in texts_of_a_tournament():
        _forget_in_rows(step, model, {path: step.tournament.pk}, words)


def _forget_in_rows(step: Step, model: type[models.Model], of: Mapping[str, int], words: Mapping[str, str]) -> None:
    for row in model._default_manager.filter(**of).order_by("pk"):
        texts = {field.attname: getattr(row, field.attname) for field in texts_that_may_name(model)}
        step.update_without_undo(row, **{name: _replaced(text, words) for name, text in texts.items()})


def _forget_in_register(step: Change, entry: Entry, together: Collection[int]) -> None:
    if entry.person is None:
        return
    same = Person.objects.in_truth([entry.person.real_id])
    if Entry.objects.filter(person__in=same).exclude(pk__in=together).exists():
        step.update_without_undo(entry, person_id=Person.objects.create(club=step.club).pk)
        return
    _forget_name(step, step.club, same)


def _forget_name(step: Step, club: Club, same: QuerySet[Person]) -> None:
    """The name goes from the register and from the journal of the club."""
    words = dict.fromkeys(register_names_ever(club, same) - names_of_others(club, same), "…")
    for person in same:
        step.update_without_undo(person, name="", key="", wish=Wish.FULL.value, shown_as="")
    for line in club.journal.order_by("version"):
        changes = [_with_own_key(_replaced(row, words)) for row in line.changes]
        step.update_without_undo(line, facts=_replaced(line.facts, words), changes=changes)
    for model, path in texts_of_a_club():
        _forget_in_rows(step, model, {path: club.pk}, words)


def forget_earlier_matches(person: Person, *, by: User) -> None:
    """Let the matches of earlier years of a person be those of somebody without a name.

    They count as before. Where nothing else is kept of the person, the name goes from the register, too. It cannot be
    undone; twice means once.
    """
    with change_club(person.club, by=by, action="matches_forgotten") as step:
        same = Person.objects.in_truth([person.real_id])
        if not matches_of(person) or not same.exclude(name="").exists():
            return
        if not Entry.objects.filter(person__in=same).exists():
            _forget_name(step, step.club, same)
            return
        nobody = Person.objects.create(club=step.club)
        ImportedMatch.objects.filter(winner__in=same).update(winner=nobody)
        ImportedMatch.objects.filter(loser__in=same).update(loser=nobody)
        step.always_log = True


def _with_own_key(row: dict[str, Any]) -> dict[str, Any]:
    """The row; that of a person is found by the name it has now."""
    if row["model"] == "person":
        for values in filter(None, (row["before"], row["after"])):
            if "name" in values:
                values["key"] = person_key(values["name"])
    return row


def forget_request(asked: JoinRequest, *, by: User) -> None:
    """Take the name out of a request to be put on the list that has come to nothing; it is declined with that."""
    with change(asked.tournament, by=by, action="person_forgotten") as step:
        asked.refresh_from_db()
        with translation.override(step.tournament.language):
            nobody = _("Someone")
        entries = Entry.objects.filter(tournament=step.tournament)
        shared = {nobody, *entries.values_list("name", flat=True), *entries.values_list("shown_as", flat=True)}
        words = _said_instead({asked.name}, nobody, shared)
        step.facts = {"number": None}
        step.update_without_undo(asked, name=nobody, club="", is_declined=True)
        _forget_in_journal(step, None, words, nobody)


def _forget_in_journal(step: Change, entry: Entry | None, words: Mapping[str, str], nobody: str) -> None:
    """Take the name, club and reasons out of the journal's rows of this entry, and the name out of all other lines."""
    for line in JournalLine.objects.filter(tournament=step.tournament).order_by("version"):
        own = [row for row in line.changes if entry and row["model"] == "entry" and row["id"] == entry.pk]
        here = {**words, **{reason: nobody for row in own for reason in _reasons(row)}}
        changes = [
            _forget_in_row(row, words, nobody) if row in own else _with_own_key(_replaced(row, words))
            for row in line.changes
        ]
        by_name = _without(line.by_name, words) if line.by_guest else line.by_name
        step.update_without_undo(line, by_name=by_name, facts=_replaced(line.facts, here), changes=changes)


def _reasons(row: Mapping[str, Any]) -> list[str]:
    sides = (row["before"] or {}, row["after"] or {})
    return [values["fee_waived"] for values in sides if values.get("fee_waived")]


def _forget_in_row(row: Mapping[str, Any], words: Mapping[str, str], nobody: str) -> dict[str, Any]:
    instead = {"name": nobody, "club": "", "shown_as": ""}
    sides = {}
    for side in ("before", "after"):
        values = dict(row[side]) if row[side] is not None else None
        if values is not None:
            values |= {field: text for field, text in instead.items() if field in values}
            values |= {field: _without(values[field], words) for field in ("paid_to", "refunded_by") if field in values}
            if values.get("fee_waived"):
                values["fee_waived"] = nobody
        sides[side] = values
    return {**row, **sides}


def _replaced(value: Any, words: Mapping[str, str]) -> Any:
    """The JSON value with the names taken out of every text in it."""
    if isinstance(value, str):
        return _without(value, words)
    if isinstance(value, list):
        return [_replaced(item, words) for item in value]
    if isinstance(value, dict):
        return {key: _replaced(item, words) for key, item in value.items()}
    return value


def _without(text: str, words: Mapping[str, str]) -> str:
    if not words:
        return text
    return as_whole_words(words).sub(lambda found: words[found[0]], text)
