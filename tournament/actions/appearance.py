"""How somebody wishes to appear: said once of the person, and followed on every evening past and to come.

An entry's `shown_as` is written here and nowhere else. It follows from the wish of its person, from their name in the
register and from who else is on the list, for two who are both Anna K. there are told apart by the start number; where
the tournament is practice, and its entries are nobody's, from what was said of the entry itself.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db.models import Q

from tournament.actions.change import Change, ClubChange, Step, change, change_club, step_on
from tournament.actions.permissions import Doer, refuse_unless_allowed, refuse_unless_directs
from tournament.actions.texts import NAME_LIMIT, clean_line, refuse_contact, refuse_turned
from tournament.engine.refusals import Refused
from tournament.models import Club, Entry, Person, Tournament, Wish, Wished
from tournament.names import NOT_IN_PUBLIC, first_name_and_initial, fold, with_number

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
