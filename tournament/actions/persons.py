"""Persons of a club's register: names, wishes, merging, erasing."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import models, transaction
from django.utils import translation
from django.utils.translation import gettext as _, ngettext

from tournament.actions.catalogue import DIRECTORS, IN_CLUB, ActionKind, Role, Undo, action
from tournament.actions.change import change, change_club, lock_club, write_line
from tournament.actions.clubs import clean_name, clean_title, refuse_contact
from tournament.actions.following import appearance
from tournament.actions.permissions import Doer, Guest, refuse_unless_allowed, refuse_unless_directs
from tournament.actions.step import Change, ClubChange, Step
from tournament.engine.refusals import Refused
from tournament.models import (
    Club,
    Entry,
    Erasure,
    ImportedMatch,
    JoinRequest,
    JournalLine,
    Person,
    Report,
    Tournament,
    Voucher,
    Wish,
    Wished,
)
from tournament.names import NOT_IN_PUBLIC, first_name_and_initial, fold, person_key
from tournament.phrases.values import MOST_NAMES, enumeration
from tournament.queries import persons as queries
from tournament.queries.players import phone_may_set_wish, wishes_about

# Wishes: how a person appears in all tournaments of the club, past and future.
#
# From the wish, `following.py` computes `shown_as` of each entry.


@action(ActionKind.PLAYERS, of=IN_CLUB)
def wish_set(*, name: str, wish: str, shown_as: str) -> str:
    if wish == Wish.HIDDEN:
        return _("%(name)s is not named in public") % {"name": name}
    if wish == Wish.ABBREVIATED:
        return _("%(name)s appears as %(shown_as)s") % {
            "name": name,
            "shown_as": shown_as or first_name_and_initial(name),
        }
    return _("%(name)s appears with full name") % {"name": name}


def set_wish(
    club: Club,
    *,
    by: Doer,
    person: int,
    wished: Wished,
    refuse: Callable[[Doer, Club], None] = refuse_unless_directs,
    entry: Entry | None = None,
) -> None:
    """Set how a person appears in all tournaments of the club, closed ones too.

    If it is set for an `entry`, the wish of its sign-up is given up.
    """
    with change_club(club, by=by, action=wish_set, refuse=refuse) as step:
        stored_person = _person(step, person)
        cleaned = clean_wish(wished, stored_person.name)
        step.facts = wish_set.facts(name=stored_person.name, wish=cleaned.wish.value, shown_as=cleaned.own_name)
        for join_request in JoinRequest.objects.filter(entry=entry) if entry else ():
            step.update(join_request, is_shortened=False, is_hidden=False)
        step.update(stored_person, **cleaned.columns)


# Of an entry without a person; one with a person changes the club instead, by `wish_set`.
@action(ActionKind.PLAYERS, DIRECTORS | {Role.PLAYER}, when_closed=True)
def appearance_set(*, name: str, shown_as: str) -> str:
    if not shown_as:
        return _("%(name)s appears with full name") % {"name": name}
    return _("%(name)s appears as %(shown_as)s") % {"name": name, "shown_as": shown_as}


def set_appearance(entry: Entry, *, by: Doer, wished: Wished) -> None:
    """Set a displayed name: on the person if the entry has one, else on this entry."""
    stored_entry = Entry.objects.select_related("tournament__club", "person").get(pk=entry.pk)
    tournament = stored_entry.tournament
    if isinstance(by, Guest) and by.has_signed_up and not phone_may_set_wish(stored_entry):
        raise Refused("phone_of_unknown")
    if stored_entry.person:
        set_wish(
            tournament.club,
            by=by,
            person=stored_entry.person.real_id,
            wished=wished,
            refuse=lambda doer, _club: refuse_unless_allowed(doer, appearance_set.code, tournament),
            entry=stored_entry,
        )
        return
    with change(tournament, by=by, action=appearance_set) as step:
        entry.refresh_from_db()
        cleaned = clean_wish(wished, entry.name)
        other_entries = Entry.objects.filter(tournament=step.tournament).exclude(pk=entry.pk)
        shown_as = appearance(entry, cleaned, Counter(fold(other_entry.display_name) for other_entry in other_entries))
        step.facts = appearance_set.facts(name=entry.name, shown_as=shown_as)
        step.update(entry, shown_as=shown_as)


def clean_wish(wished: Wished, name: str) -> Wished:
    """Tidy the chosen name of a wish; drop one that equals the abbreviation shown anyway."""
    if wished.wish != Wish.ABBREVIATED:
        return Wished(wished.wish)
    own_name = refuse_contact(clean_title(wished.own_name))
    if own_name and not any(letter.isalnum() for letter in own_name):
        raise Refused("name_unprintable")
    return Wished(Wish.ABBREVIATED, "" if own_name == first_name_and_initial(name) else own_name)


@action(ActionKind.PLAYERS, of=IN_CLUB)
def wishes_taken_over(*, names: Sequence[str]) -> str:
    return _("taken over how they wish to appear: %(names)s") % {"names": enumeration(names, MOST_NAMES)}


def take_stricter_wishes(club: Club, wishes: Iterable[tuple[Person, Wished]], *, by: Doer | None) -> tuple[str, ...]:
    """Store the wishes that are stricter than the person's wish so far; return the names of the persons changed.

    Of several wishes for one person the strictest holds, of equally strict ones the first.
    """
    stricter: dict[Person, Wished] = {}
    for person, wished in wishes:
        if wished.wish.strictness > stricter.get(person, person.wished).wish.strictness:
            stricter[person] = wished
    if not stricter:
        return ()
    with change_club(club, by=by, action=wishes_taken_over, refuse=lambda _doer, _club: None) as step:
        names = tuple(person.name for person in stricter)
        step.facts = wishes_taken_over.facts(names=names)
        for person, wished in stricter.items():
            step.update(person, **wished.columns)
    return names


# Merging two persons, splitting one, renaming.


@action(ActionKind.PLAYERS, of=IN_CLUB)
def persons_merged(*, name: str, into: str) -> str:
    return _("%(name)s is the same person as %(into)s") % {"name": name, "into": into}


def merge_persons(club: Club, *, by: User, person: int, into: int) -> None:
    """Merge one person into another, with the stricter wish. Raises Refused if they shared a tournament or a match."""
    with change_club(club, by=by, action=persons_merged) as step:
        merged_person, kept_person = _person(step, person), _person(step, into)
        refuse_merging(merged_person, kept_person)
        step.facts = persons_merged.facts(name=merged_person.name, into=kept_person.name)
        for alias in Person.objects.including_merged([merged_person.pk]).order_by("pk"):
            step.update(alias, merged_into_id=kept_person.pk)
        if merged_person.wished.wish.strictness > kept_person.wished.wish.strictness:
            step.update(kept_person, **merged_person.wished.columns)


def refuse_merging(first: Person, second: Person) -> None:
    """Refuse to merge a person with themselves, or two who were in one tournament or played an imported match."""
    if first == second:
        raise Refused("person_is_the_same")
    tournaments = {entry.tournament_id: entry.tournament for entry in queries.entries_of_person(first)}
    for entry in queries.entries_of_person(second):
        if entry.tournament_id in tournaments:
            raise Refused("persons_have_met", tournament=entry.tournament.name)
    of_first, of_second = (Person.objects.including_merged([person.pk]) for person in (first, second))
    condition = models.Q(winner__in=of_first, loser__in=of_second) | models.Q(winner__in=of_second, loser__in=of_first)
    if match := ImportedMatch.objects.filter(condition).select_related("match_import").first():
        raise Refused("persons_have_met", tournament=match.match_import.name)


@action(ActionKind.PLAYERS, of=IN_CLUB)
def person_split(*, name: str, other: str, evenings: int, matches: int) -> str:
    if not evenings:
        moved = ngettext(
            "%(matches)s earlier match of %(name)s was played by another person",
            "%(matches)s earlier matches of %(name)s were played by another person",
            matches,
        )
        return moved % {"matches": matches, "name": name}
    moved = ngettext(
        "%(evenings)s evening of %(name)s was played by another person",
        "%(evenings)s evenings of %(name)s were played by another person",
        evenings,
    )
    return moved % {"evenings": evenings, "name": name}


def split_person(
    club: Club,
    *,
    by: User,
    person: int,
    entries: Collection[int] = (),
    matches: Collection[int] = (),
    lists: Collection[int] = (),
    stays_as: Wished | None = None,
    other_as: Wished | None = None,
) -> None:
    """Move these entries, imported matches and all matches of these imported lists to a new person.

    The new person gets the name of the newest entry, else of the newest match. `stays_as` is the wish of the old
    person, `other_as` that of the new one; None keeps the wish as it was.
    """
    with change_club(club, by=by, action=person_split) as step:
        whole = _person(step, person)
        moved_part, staying_part = queries.played_by(whole).parted(entries, matches, lists)
        refuse_split(moved_part, staying_part)
        new_person = Person.called(
            moved_part.entries[0].name if moved_part.entries else moved_part.matches[0].name, step.club
        )
        new_person.wish, new_person.shown_as = (
            whole.wished if other_as is None else clean_wish(other_as, new_person.name)
        )
        step.add(new_person)
        step.facts = person_split.facts(
            name=whole.name, other=new_person.name, evenings=len(moved_part.entries), matches=len(moved_part.matches)
        )
        if stays_as is not None:
            step.update(whole, **clean_wish(stays_as, whole.name).columns)
        for entry in moved_part.entries:
            step.update(entry, person_id=new_person.pk)
        for earlier_match in moved_part.matches:
            step.update(earlier_match.match, **{"winner_id" if earlier_match.won else "loser_id": new_person.pk})


def refuse_split(moved_part: queries.Played, staying_part: queries.Played) -> None:
    """Refuse a split that leaves one of the two persons without anything played."""
    if not moved_part:
        raise Refused("nobody_ticked")
    if not staying_part:
        raise Refused("split_leaves_nobody")


@action(ActionKind.PLAYERS, of=IN_CLUB)
def person_renamed(*, before: str, after: str) -> str:
    return _("%(before)s is called %(after)s in the register") % {"before": before, "after": after}


def rename_person(club: Club, *, by: User, person: int, name: str) -> None:
    """Rename a person in the register; tournaments keep the name as it was played."""
    with change_club(club, by=by, action=person_renamed) as step:
        stored_person = _person(step, person)
        cleaned = clean_name(name)
        step.facts = person_renamed.facts(before=stored_person.name, after=cleaned)
        step.update(stored_person, name=cleaned, key=person_key(cleaned))


def _person(step: ClubChange, key: int) -> Person:
    """Return a person of the club who is neither merged nor erased. Raises Refused: person_is_gone."""
    person = Person.objects.filter(club=step.club, pk=key, merged_into=None).exclude(name="").first()
    if person is None:
        raise Refused("person_is_gone")
    return person


# Erasing a person on request: the place in the standings stays, the name goes.


def forget_registered(
    person: Person,
    *,
    by: User,
    entries: Collection[Entry],
    requests: Collection[JoinRequest],
    from_books: bool = False,
) -> None:
    """Erase a person from all tournaments, sign-ups and earlier matches of the club and its register, all or nothing.

    `from_books` erases the name from the vouchers too, although the law may require the club to keep them.
    """
    with transaction.atomic():
        same = Person.objects.including_merged([person.real_id])
        known_as = queries.register_names_ever(person.club, same) - queries.names_of_others(person.club, same)
        names = known_as.union(*map(queries.names_ever, entries))
        names -= queries.names_of_everybody_else(person.club, same, entries)
        for entry in sorted(entries, key=lambda entry: entry.tournament_id):
            forget_person(entry, by=by, together=entries, known_as=known_as, from_books=from_books)
        for join_request in requests:
            forget_request(join_request, by=by)
        forget_earlier_matches(person, by=by)
        of_deleted = queries.vouchers_of_deleted(person.club).filter(party__in=known_as)
        over = [voucher for voucher in of_deleted if from_books or queries.is_expired(person.club, voucher)]
        forget_in_books_of_deleted(person.club, by=by, vouchers=over)
        forget_in_texts(person.club, by=by, names=names)


def forget_in_texts(
    club: Club, *, by: User, names: Collection[str] = (), chosen: Collection[queries.FoundText] = ()
) -> None:
    """Erase names of two words and more from all texts of a club and its tournaments and from their journals.

    Single words, which may mean somebody else, go from the `chosen` texts alone.
    """
    whole = dict.fromkeys(queries.whole_names(names), NOT_IN_PUBLIC)
    with transaction.atomic():
        locked = lock_club(club.pk)
        texts = defaultdict(list)
        for text in (*queries.texts_with(locked, whole), *chosen):
            texts[text.tournament and text.tournament.pk].append(text)
        for tournament in locked.tournaments.order_by("pk"):
            if texts[tournament.pk] or (whole and queries.lines_with(tournament.journal.all(), whole)):
                with change(tournament, by=by, action=person_forgotten) as step:
                    step.facts = person_forgotten.facts(number=None, is_text=True)
                    _forget_texts(step, texts[tournament.pk], whole)
        if texts[None] or (whole and queries.lines_with(locked.journal.all(), whole)):
            with change_club(locked, by=by, action=person_erased) as of_club:
                _forget_texts(of_club, texts[None], whole)


def _forget_texts(step: Step, texts: Collection[queries.FoundText], words: Mapping[str, str]) -> None:
    """Erase from each text its words, in the stored row and wherever the journal has it; from the journal the names."""
    by_place: defaultdict[tuple[type[models.Model], int, str], dict[str, str]] = defaultdict(dict)
    for text in texts:
        by_place[text.model, text.key, text.field][text.word] = NOT_IN_PUBLIC
    instead = {}
    for (model, key, field), erased_words in by_place.items():
        row = model._default_manager.get(pk=key)
        stored_text = getattr(row, field)
        instead[stored_text] = _replaced(stored_text, erased_words)
        step.update_without_undo(row, **{field: instead[stored_text]})
    journal = step.subject.journal.all()
    for line in queries.lines_with(journal, {*words, *instead}):
        facts, changes, by_name = (
            _replaced(_replaced(json_value, instead), words) for json_value in (line.facts, line.changes, line.by_name)
        )
        step.update_without_undo(line, facts=facts, changes=[*map(_with_own_key, changes)], by_name=by_name)


@action(ActionKind.PLAYERS, of=IN_CLUB, undo=Undo.NEVER, erases=True)
def books_forgotten() -> str:
    return _("erased: names in vouchers of deleted tournaments")


def forget_in_books_of_deleted(club: Club, *, by: User, vouchers: Collection[Voucher]) -> None:
    """Erase the names from these vouchers of deleted tournaments; this cannot be undone."""
    with change_club(club, by=by, action=books_forgotten) as step:
        for voucher in vouchers:
            step.update_without_undo(voucher, party=NOT_IN_PUBLIC)


@action(ActionKind.PLAYERS, when_closed=True, undo=Undo.NEVER, locks_club=True, erases=True)
def person_forgotten(*, number: int | None, is_text: bool = False) -> str:
    if number is not None:
        return _("erased: the person with start number %(number)s") % {"number": number}
    return _("erased: a name in texts") if is_text else _("erased: a person who had signed up")


@action(ActionKind.PLAYERS, of=IN_CLUB, undo=Undo.NEVER)
def person_erased() -> str:
    return _("erased: a person")


def forget_person(
    entry: Entry,
    *,
    by: User,
    together: Collection[Entry] = (),
    known_as: Collection[str] = (),
    from_books: bool = False,
) -> None:
    """Replace the name of an entry by its start number, everywhere in the tournament, its journal included.

    The name also leaves the register if all entries of the person are in `together`; otherwise the entry gets a new
    person without a name. Texts lose every name that the player is `known_as` too. Results, places and fees stay;
    vouchers keep the name for as long as the books have to be kept, unless `from_books` is set. This cannot be undone,
    because nothing keeps the name.
    """
    with change(entry.tournament, by=by, action=person_forgotten) as step:
        entry.refresh_from_db()
        with translation.override(step.tournament.language):
            nobody = _("Player %(number)s") % {"number": entry.number}
        other_entries = Entry.objects.filter(tournament=step.tournament).exclude(pk=entry.pk)
        shared = set(other_entries.values_list("name", flat=True)) | set(
            other_entries.values_list("shown_as", flat=True)
        )
        names = queries.names_ever(entry).union(known_as) - {nobody}
        words = _replacements(names, nobody, shared)
        step.facts = person_forgotten.facts(number=entry.number)
        _note_erasure(step.tournament, entry.number)
        step.update_without_undo(
            entry, name=nobody, club="", shown_as="", fee_waived=nobody if entry.fee_waived else ""
        )
        _forget_in_register(step, entry, {entry.pk, *(other_entry.pk for other_entry in together)})
        for join_request in JoinRequest.objects.filter(tournament=step.tournament):
            if join_request.entry_id == entry.pk or (
                join_request.entry_id is None and join_request.name in names - shared
            ):
                step.update_without_undo(join_request, name=nobody, club="", phone_digest="")
        if from_books or queries.books_kept_until(step.tournament) is None:
            # The vouchers of this entry, and those in one of its names, as of an entry that was removed.
            party = models.Q(entry=entry) | models.Q(party__in=names - shared)
            for voucher in Voucher.objects.filter(party, tournament=step.tournament):
                step.update_without_undo(voucher, party=nobody)
        _forget_wishes(step, entry)
        for report in Report.objects.filter(entry=entry):
            step.update_without_undo(report, phone="")
        _forget_in_journal(step, entry, words, nobody)
        for model, path in queries.texts_of_a_tournament():
            _forget_in_rows(step, model, {path: step.tournament.pk}, words)


def _note_erasure(tournament: Tournament, number: int) -> None:
    """Note without a name who is erased, for the imports of files that were made before."""
    Erasure.objects.get_or_create(
        club=tournament.club,
        tournament=tournament,
        date=tournament.date,
        evening=tournament.name,
        draw_seed=tournament.draw_seed,
        number=number,
    )


def _replacements(names: Collection[str], nobody: str, shared: Collection[str]) -> dict[str, str]:
    """Map the erased names to `nobody`, but names of other entries to themselves, so that these are left alone."""
    return dict.fromkeys(names, nobody) | {name: name for name in shared if name}


def _forget_wishes(step: Change, entry: Entry) -> None:
    """Delete whom the player was kept apart from, in the journal too: it could reveal who the player is."""
    wishes = {wish.pk for wish in wishes_about(entry)}
    for line in JournalLine.objects.filter(tournament=step.tournament).order_by("version"):
        for row in line.changes:
            sides = [side for side in (row["before"], row["after"]) if side]
            players = {side.get(name) for side in sides for name in ("first_id", "second_id")}
            if row["model"] == "keptapart" and entry.pk in players:
                wishes.add(row["id"])
        remaining_rows = [row for row in line.changes if row["model"] != "keptapart" or row["id"] not in wishes]
        step.update_without_undo(line, changes=remaining_rows)
    wishes_about(entry).delete()


def _forget_in_rows(step: Step, model: type[models.Model], of: Mapping[str, int], words: Mapping[str, str]) -> None:
    """Erase the name from every column of these rows that may name somebody."""
    for row in model._default_manager.filter(**of).order_by("pk"):
        texts = {field.attname: getattr(row, field.attname) for field in queries.texts_that_may_name(model)}
        step.update_without_undo(row, **{name: _replaced(text, words) for name, text in texts.items()})


def _forget_in_register(step: Change, entry: Entry, together: Collection[int]) -> None:
    if entry.person is None:
        return
    same = Person.objects.including_merged([entry.person.real_id])
    if same.exclude(name="").exists():
        # The club's journal tells that somebody was erased, without the name.
        write_line(ClubChange(step.club, action=person_erased, by=step.by))
    if Entry.objects.filter(person__in=same).exclude(pk__in=together).exists():
        step.update_without_undo(entry, person_id=Person.objects.create(club=step.club).pk)
        return
    _forget_name(step, step.club, same)


def _forget_name(step: Step, club: Club, same: models.QuerySet[Person]) -> None:
    """Erase the name from the register and the journal of the club."""
    words = dict.fromkeys(queries.register_names_ever(club, same) - queries.names_of_others(club, same), "…")
    for person in same:
        step.update_without_undo(person, name="", key="", wish=Wish.FULL.value, shown_as="")
    for line in club.journal.order_by("version"):
        changes = [_with_own_key(_replaced(row, words)) for row in line.changes]
        step.update_without_undo(line, facts=_replaced(line.facts, words), changes=changes)
    for model, path in queries.texts_of_a_club():
        _forget_in_rows(step, model, {path: club.pk}, words)


@action(ActionKind.PLAYERS, of=IN_CLUB, undo=Undo.NEVER, erases=True)
def matches_forgotten() -> str:
    return _("erased: a person with matches of earlier years")


def forget_earlier_matches(person: Person, *, by: User) -> None:
    """Give a person's imported matches to a new person without a name, or erase the name of a person without entries.

    The matches count as before. This cannot be undone; repeating it changes nothing.
    """
    with change_club(person.club, by=by, action=matches_forgotten) as step:
        same = Person.objects.including_merged([person.real_id])
        if not queries.matches_of(person) or not same.exclude(name="").exists():
            return
        if not Entry.objects.filter(person__in=same).exists():
            _forget_name(step, step.club, same)
            return
        nobody = Person.objects.create(club=step.club)
        ImportedMatch.objects.filter(winner__in=same).update(winner=nobody)
        ImportedMatch.objects.filter(loser__in=same).update(loser=nobody)
        step.always_log = True


def _with_own_key(row: dict[str, Any]) -> dict[str, Any]:
    """Return the journal row; if it is about a person, compute its `key` from the replaced name."""
    if row["model"] == "person":
        for values in filter(None, (row["before"], row["after"])):
            if "name" in values:
                values["key"] = person_key(values["name"])
    return row


def forget_request(join_request: JoinRequest, *, by: User) -> None:
    """Erase the name from a sign-up that led to no entry; this declines it."""
    with change(join_request.tournament, by=by, action=person_forgotten) as step:
        join_request.refresh_from_db()
        with translation.override(step.tournament.language):
            nobody = _("Someone")
        entries = Entry.objects.filter(tournament=step.tournament)
        shared = {nobody, *entries.values_list("name", flat=True), *entries.values_list("shown_as", flat=True)}
        words = _replacements({join_request.name}, nobody, shared)
        step.facts = person_forgotten.facts(number=None)
        step.update_without_undo(join_request, name=nobody, club="", phone_digest="", is_declined=True)
        _forget_in_journal(step, None, words, nobody)


def _forget_in_journal(step: Change, entry: Entry | None, words: Mapping[str, str], nobody: str) -> None:
    """Erase name, club and reasons from the journal's rows of the entry, and the name from all other lines."""
    for line in JournalLine.objects.filter(tournament=step.tournament).order_by("version"):
        own_rows = [row for row in line.changes if entry and row["model"] == "entry" and row["id"] == entry.pk]
        sides = (side for row in own_rows for side in (row["before"], row["after"]) if side)
        line_words = {**words, **{side["fee_waived"]: nobody for side in sides if side.get("fee_waived")}}
        changes = [
            _forget_in_row(row, words, nobody) if row in own_rows else _with_own_key(_replaced(row, words))
            for row in line.changes
        ]
        by_name = _replaced(line.by_name, words) if line.by_guest else line.by_name
        step.update_without_undo(line, by_name=by_name, facts=_replaced(line.facts, line_words), changes=changes)


def _forget_in_row(row: Mapping[str, Any], words: Mapping[str, str], nobody: str) -> dict[str, Any]:
    instead = {"name": nobody, "club": "", "shown_as": ""}
    sides = {}
    for side in ("before", "after"):
        values = dict(row[side]) if row[side] is not None else None
        if values is not None:
            values |= {field: text for field, text in instead.items() if field in values}
            values |= {field: _replaced(values[field], words) for field in {"paid_to", "refunded_by"} & values.keys()}
            if values.get("fee_waived"):
                values["fee_waived"] = nobody
        sides[side] = values
    return {**row, **sides}


def _replaced(value: Any, words: Mapping[str, str]) -> Any:
    """Return the JSON value with the names in all its texts replaced."""
    if isinstance(value, str) and words:
        return queries.as_whole_words(words).sub(lambda pattern_match: words[pattern_match[0]], value)
    if isinstance(value, list):
        return [_replaced(item, words) for item in value]
    if isinstance(value, dict):
        return {key: _replaced(item, words) for key, item in value.items()}
    return value
