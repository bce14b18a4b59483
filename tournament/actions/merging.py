"""Two of the register are found to be one person, one to be two; a person is called otherwise."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db.models import Q

from tournament.actions.appearance import clean_wish, strictest
from tournament.actions.change import ClubChange, change_club
from tournament.actions.texts import clean_name
from tournament.engine.refusals import Refused
from tournament.models import Club, ImportedMatch, Person, Wished
from tournament.names import person_key
from tournament.queries.persons import Played, entries_of_person, played_by


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
