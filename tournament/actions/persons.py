"""Persons of a club's register: names, wishes, merging, erasing."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.actions.change import Change, ClubChange, Step, change, change_club, step_on
from tournament.actions.clubs import NAME_LIMIT, clean_line, clean_name, refuse_contact, refuse_turned
from tournament.actions.permissions import Doer, refuse_unless_allowed, refuse_unless_directs
from tournament.engine.refusals import Refused
from tournament.models import (
    Club,
    Entry,
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
from tournament.names import NOT_IN_PUBLIC, first_name_and_initial, fold, person_key, with_number
from tournament.queries.persons import (
    Played,
    as_whole_words,
    books_kept_until,
    entries_of_person,
    is_over,
    matches_of,
    names_ever,
    names_of_others,
    played_by,
    register_names_ever,
    texts_of_a_club,
    texts_of_a_tournament,
    texts_that_may_name,
    vouchers_of_deleted,
)
from tournament.queries.players import wishes_about

# How somebody wishes to appear: said once of the person, and followed on every evening past and to come.
#
# An entry's `shown_as` is written here and nowhere else. It follows from the wish of its person, from their name in the
# register and from who else is on the list, for two who are both Anna K. there are told apart by the start number;
# where the tournament is practice, and its entries are nobody's, from what was said of the entry itself.

CHANGES_WHO_APPEARS = frozenset({"name", "person_id", "shown_as"})


def set_wish(
    club: Club,
    *,
    by: Doer,
    person: int,
    wished: Wished,
    refuse: Callable[[Doer, Club], None] = refuse_unless_directs,
) -> None:
    """Let somebody appear as they wish, on every evening of the club, closed ones too."""
    with change_club(club, by=by, action="wish_set", refuse=refuse) as step:
        known = Person.objects.filter(club=step.club, pk=person, merged_into=None).exclude(name="").first()
        if known is None:
            raise Refused("person_is_gone")
        cleaned = clean_wish(wished, known.name)
        step.facts = {"name": known.name, "wish": cleaned.wish.value, "shown_as": cleaned.own_name}
        step.update(known, **cleaned.columns)


def set_appearance(entry: Entry, *, by: Doer, wished: Wished) -> None:
    """The same at the desk of an evening, or by the player: whoever has no person appears so on this evening alone."""
    stored = Entry.objects.select_related("tournament__club", "person").get(pk=entry.pk)
    tournament = stored.tournament
    if stored.person:
        set_wish(
            tournament.club,
            by=by,
            person=stored.person.real_id,
            wished=wished,
            refuse=lambda doer, _club: refuse_unless_allowed(doer, "appearance_set", tournament),
        )
        return
    with change(tournament, by=by, action="appearance_set") as step:
        entry.refresh_from_db()
        cleaned = clean_wish(wished, entry.name)
        others = Entry.objects.filter(tournament=step.tournament).exclude(pk=entry.pk)
        shown_as = appearance(entry, cleaned, Counter(fold(other.display_name) for other in others))
        step.facts = {"name": entry.name, "shown_as": shown_as}
        step.update(entry, shown_as=shown_as)


def clean_wish(wished: Wished, name: str) -> Wished:
    """The wish with a tidy name; what would be shown anyway is no name of one's own."""
    if wished.wish != Wish.ABBREVIATED:
        return Wished(wished.wish)
    too_long, unprintable = Refused("name_too_long", limit=NAME_LIMIT), Refused("name_unprintable")
    own = refuse_contact(refuse_turned(clean_line(wished.own_name, NAME_LIMIT, too_long, unprintable)))
    if own and not any(letter.isalnum() for letter in own):
        raise unprintable
    return Wished(Wish.ABBREVIATED, "" if own == first_name_and_initial(name) else own)


def appearance(entry: Entry, wished: Wished, others: Counter[str]) -> str:
    """The name under which the entry is shown, told apart from those of the others; empty for the name as played.

    A name is abbreviated as the register shows it, for an evening may have "Weber Anna" or "Weber" alone. `others`
    counts the folded names of the others. Who is told apart already stays so. A second letter of the surname would tell
    more of it than a number.
    """
    if wished.wish != Wish.ABBREVIATED:
        return NOT_IN_PUBLIC if wished.wish == Wish.HIDDEN else ""
    short = wished.own_name or first_name_and_initial(entry.person.real.name if entry.person else entry.name)
    if short == entry.name:
        return ""
    apart = with_number(short, entry.number)
    if entry.shown_as in (short, apart):
        return entry.shown_as
    return apart if others[fold(short)] else short


def settle_appearances(tournament: Tournament) -> bool:
    """Let everybody on the list appear as their person wishes; whether anything changed by it."""
    changed = let_appear(tuple(tournament.entries.select_related("person__merged_into").order_by("number")))
    Entry.objects.bulk_update(changed, ["shown_as"])
    return bool(changed)


def let_appear(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Say how those on a list appear as their persons wish, still to be stored; those who appear otherwise by it."""
    shown = Counter(fold(entry.display_name) for entry in entries)
    changed = []
    for entry in entries:
        if entry.person is None:
            continue
        shown[fold(entry.display_name)] -= 1
        shown_as = appearance(entry, entry.person.real.wished, shown)
        if shown_as != entry.shown_as:
            entry.shown_as = shown_as
            changed.append(entry)
        shown[fold(entry.display_name)] += 1
    return changed


def follow_wishes(step: Change) -> None:
    """After a change of a tournament that says who plays there, or under which name."""
    if any(map(_says_who_appears, step.rows)):
        settle_appearances(step.tournament)


def follow_wishes_in_club(step: ClubChange) -> None:
    """After a change of the register everybody concerned appears as wished, on evenings that are closed, too.

    Those evenings are locked in the order of their keys, and step on where somebody appears otherwise.
    """
    persons = {row["id"] for row in step.rows if row["model"] == "person"}
    entries = {row["id"] for row in step.rows if row["model"] == "entry"}
    if not persons and not entries:
        return
    real = Person.objects.filter(pk__in=persons).values_list("pk", "merged_into_id")
    same = Person.objects.in_truth({merged or key for key, merged in real} | persons)
    concerned = Entry.objects.filter(Q(person__in=same) | Q(pk__in=entries)).values("tournament")
    for tournament in Tournament.objects.select_for_update().filter(pk__in=concerned).order_by("pk"):
        if settle_appearances(tournament):
            step_on(Tournament.objects.filter(pk=tournament.pk))


def _says_who_appears(row: dict[str, Any]) -> bool:
    before, after = row["before"], row["after"]
    if row["model"] == "person":
        return True
    return row["model"] == "entry" and (not before or not after or bool(CHANGES_WHO_APPEARS & after.keys()))


def take_stricter_wishes(club: Club, wishes: Iterable[tuple[Person, Wished]], *, by: Doer | None) -> tuple[str, ...]:
    """Let persons whom the club knows appear as wished where that is stricter than before; their names.

    Of several wishes of one person the strictest holds, of equally strict ones the first.
    """
    stricter: dict[Person, Wished] = {}
    for person, wished in wishes:
        if wished.wish.strictness > stricter.get(person, person.wished).wish.strictness:
            stricter[person] = wished
    if not stricter:
        return ()
    with change_club(club, by=by, action="wishes_taken_over", refuse=lambda _doer, _club: None) as step:
        names = tuple(person.name for person in stricter)
        step.facts = {"names": names}
        for person, wished in stricter.items():
            step.update(person, **wished.columns)
    return names


def strictest(step: Step, kept: Person, lost: Person) -> None:
    """Let one of two appear as the stricter of both wishes says."""
    if Wish(lost.wish).strictness > Wish(kept.wish).strictness:
        step.update(kept, **lost.wished.columns)


# Two of the register are found to be one person, one to be two; a person is called otherwise.


def merge_persons(club: Club, *, by: User, person: int, into: int) -> None:
    """Let the person be the other one, with all that they have played; who has played beside them is somebody else."""
    with change_club(club, by=by, action="persons_merged") as step:
        lost, kept = _person(step, person), _person(step, into)
        refuse_merging(lost, kept)
        step.facts = {"name": lost.name, "into": kept.name}
        for alias in Person.objects.in_truth([lost.pk]).order_by("pk"):
            step.update(alias, merged_into_id=kept.pk)
        strictest(step, kept, lost)


def refuse_merging(first: Person, second: Person) -> None:
    """Refuse to make one of who is one already, and of two who were on one list or have played an earlier match."""
    if first == second:
        raise Refused("person_is_the_same")
    tournaments = {entry.tournament_id: entry.tournament for entry in entries_of_person(first)}
    for entry in entries_of_person(second):
        if entry.tournament_id in tournaments:
            raise Refused("persons_have_met", tournament=entry.tournament.name)
    of_first, of_second = (Person.objects.in_truth([person.pk]) for person in (first, second))
    both = Q(winner__in=of_first, loser__in=of_second) | Q(winner__in=of_second, loser__in=of_first)
    if match := ImportedMatch.objects.filter(both).select_related("match_import").first():
        raise Refused("persons_have_met", tournament=match.match_import.name)


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
    """Let these entries, matches of earlier years, and all matches of these lists be of somebody else.

    They are called as in the newest entry, else as in the newest match. `stays_as` is how who stays wishes to appear,
    `other_as` how the other one; None: as before.
    """
    with change_club(club, by=by, action="person_split") as step:
        whole = _person(step, person)
        chosen, rest = played_by(whole).parted(entries, matches, lists)
        refuse_split(chosen, rest)
        other = Person.called(chosen.entries[0].name if chosen.entries else chosen.matches[0].name, step.club)
        other.wish, other.shown_as = whole.wished if other_as is None else clean_wish(other_as, other.name)
        step.add(other)
        step.facts = {"name": whole.name, "other": other.name, "evenings": len(chosen.entries)}
        if chosen.matches:
            step.facts["matches"] = len(chosen.matches)
        if stays_as is not None:
            step.update(whole, **clean_wish(stays_as, whole.name).columns)
        for entry in chosen.entries:
            step.update(entry, person_id=other.pk)
        for one in chosen.matches:
            step.update(one.match, **{"winner_id" if one.won else "loser_id": other.pk})


def refuse_split(chosen: Played, rest: Played) -> None:
    """Refuse to leave one of two without anything played."""
    if not chosen:
        raise Refused("nobody_ticked")
    if not rest:
        raise Refused("split_leaves_nobody")


def rename_person(club: Club, *, by: User, person: int, name: str) -> None:
    """Call somebody otherwise in the register; in the tournaments the name stays as it was played."""
    with change_club(club, by=by, action="person_renamed") as step:
        known = _person(step, person)
        cleaned = clean_name(name)
        step.facts = {"before": known.name, "after": cleaned}
        step.update(known, name=cleaned, key=person_key(cleaned))


def _person(step: ClubChange, key: int) -> Person:
    """A person of the club who is neither merged into another nor forgotten. Raises Refused: person_is_gone."""
    found = Person.objects.filter(club=step.club, pk=key, merged_into=None).exclude(name="").first()
    if found is None:
        raise Refused("person_is_gone")
    return found


# A person is forgotten on request: the place in the standings stays, the name goes.


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
        _forget_wishes(step, entry)
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


def _forget_wishes(step: Change, entry: Entry) -> None:
    """From whom somebody was kept apart, the journal included: nobody is to be known by that."""
    wishes = {wish.pk for wish in wishes_about(entry)}
    for line in JournalLine.objects.filter(tournament=step.tournament).order_by("version"):
        for row in line.changes:
            sides = [side for side in (row["before"], row["after"]) if side]
            players = {side.get(name) for side in sides for name in ("first_id", "second_id")}
            if row["model"] == "keptapart" and entry.pk in players:
                wishes.add(row["id"])
        left = [row for row in line.changes if row["model"] != "keptapart" or row["id"] not in wishes]
        step.update_without_undo(line, changes=left)
    wishes_about(entry).delete()


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


# Who somebody on a list is in the register of the club: whoever was chosen, or has exactly this name.


@dataclass(frozen=True, slots=True)
class Wanted:
    """Who is to be found by name and club as played; `person` is the key of whoever was chosen.

    Who `is_somebody_else` is nobody whom the club knows.
    """

    name: str
    club: str = ""
    person: int | None = None
    is_somebody_else: bool = False


def persons_for(
    tournament: Tournament, club: Club, wanted: Sequence[Wanted], *, changing: Collection[Entry] = ()
) -> Sequence[Person | None]:
    """The persons of these, in this order; who is not known yet is still to be stored. Nobody where it is practice.

    The `club` of the tournament is locked, so that nobody else enters the same person meanwhile.
    No two entries of a tournament are one person; those that are `changing` stand in nobody's way.
    """
    if tournament.is_practice or not wanted:
        return [None] * len(wanted)
    known = _Known(club, wanted)
    present = _present(tournament, changing)
    chosen = []
    for one in wanted:
        person = known.person(one, present) or Person.called(one.name, club)
        present.add(person.pk)
        chosen.append(person)
    return chosen


def forget_unneeded(real_ids: Collection[int]) -> None:
    """Nobody whom nothing refers to any more stays in the register: first who was merged, then who they were in truth.

    What brings an entry back afterwards finds its person anew by the name.
    """
    same = Person.objects.in_truth(real_ids).unneeded()
    for is_merged in (True, False):
        same.filter(merged_into__isnull=not is_merged).delete()


def find_lost_persons(step: Change) -> None:
    """As an undo brings an entry back, its person is found or made again where nobody had needed them meanwhile."""
    if step.undoes is None:
        return
    keys = {row["id"] for row in step.undoes.changes if row["model"] == "entry"}
    lost = _without_person(step.tournament, keys) if keys else ()
    wanted = [Wanted(entry.name, entry.club) for entry in lost]
    persons = persons_for(step.tournament, step.club, wanted, changing=lost)
    for entry, person in zip(lost, persons, strict=True):
        if person is not None:
            if person.pk is None:
                person.wish, person.shown_as = entry.wished
            step.update(entry, person_id=(person if person.pk else step.add(person)).pk)


def _without_person(tournament: Tournament, keys: Collection[int]) -> Sequence[Entry]:
    """Those of the entries with these keys whose person is gone."""
    entries = tournament.entries.filter(pk__in=keys, person_id__isnull=False)
    return tuple(entries.exclude(person_id__in=Person.objects.values("pk")).order_by("number"))


def _present(tournament: Tournament, changing: Collection[Entry]) -> set[int]:
    """Who is on the list of the tournament already."""
    if tournament.pk is None:
        return set()
    entries = tournament.entries.exclude(pk__in=[entry.pk for entry in changing])
    return {person.real_id for person in Person.objects.filter(entries__in=entries)}


class _Known:
    """Those in the register who may be meant: all of the names wanted, and whoever was chosen."""

    def __init__(self, club: Club, wanted: Iterable[Wanted]) -> None:
        of_club = Person.objects.filter(club=club).select_related("merged_into").order_by("pk")
        keys = {person_key(one.name) for one in wanted}
        self._by_key: defaultdict[str, dict[int, Person]] = defaultdict(dict)
        for person in of_club.filter(key__in=keys):
            self._by_key[person.key][person.real_id] = person.real
        chosen = of_club.filter(pk__in={one.person for one in wanted if one.person})
        self._chosen = {person.pk: person.real for person in chosen}
        self._clubs = _newest_clubs({real for persons in self._by_key.values() for real in persons})

    def person(self, one: Wanted, present: Collection[int]) -> Person | None:
        """Who is meant and not on the list yet: the one chosen, else of the name who has the club, else the first."""
        if one.is_somebody_else:
            return None
        chosen = [self._chosen[one.person]] if one.person in self._chosen else []
        of_name = self._by_key[person_key(one.name)].values()
        of_club = [person for person in of_name if self._clubs.get(person.pk) == fold(one.club)]
        return next((person for person in (*chosen, *of_club, *of_name) if person.pk not in present), None)


def _newest_clubs(keys: Collection[int]) -> Mapping[int, str]:
    """The club that each of these persons has played for last, as it is compared."""
    entries = Entry.objects.filter(person__in=keys) | Entry.objects.filter(person__merged_into__in=keys)
    entries = entries.select_related("person").order_by("tournament__date", "tournament")
    return {entry.person.real_id: fold(entry.club) for entry in entries if entry.person}
