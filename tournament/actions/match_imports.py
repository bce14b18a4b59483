"""A list of matches of earlier years comes in as a whole, and is taken back as a whole."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from tournament.actions.change import ClubChange, change_club
from tournament.actions.permissions import Doer
from tournament.actions.texts import clean_name
from tournament.engine.refusals import Refused
from tournament.models import Club, ImportedMatch, MatchImport, Person
from tournament.names import person_key
from tournament.queries.persons import match_names
from tournament.queries.seasons import counted_matches, without_those_here

STORED_AT_ONCE = 1000


class NewMatch(NamedTuple):
    """A match by the names of the two; `points` are those of winner and loser, where they are known."""

    date: date
    winner: str
    loser: str
    match_length: int
    points: tuple[int, int] | None = None


class RatingSettings(NamedTuple):
    """How the club rates from now on; None: as before."""

    start: int | None = None
    ramp: str | None = None


def import_matches(
    club: Club,
    *,
    by: Doer | None,
    name: str,
    matches: Sequence[NewMatch],
    chosen: Mapping[str, int | None] | None = None,
    rating: RatingSettings | None = None,
    only_new: bool = False,
) -> int:
    """Let the matches of this list count from now on, and return how many; `rating` turns the ratings on.

    A list that grows comes again with what is here already: that is refused, or left out where `only_new` is said.

    `chosen` says by `person_key` who is meant, None for somebody new. Who else has exactly one name of the register is
    that person; who has none is new; of several nobody is taken.
    """
    with change_club(club, by=by, action="matches_imported") as step:
        pairs = persons_of(step.club, matches, chosen or {})
        rows = [(match, *pair) for match, pair in zip(matches, pairs, strict=True)]
        _refuse_oneself(rows)
        rows = _new_rows(step.club, rows, only_new=only_new)
        stored = MatchImport.objects.create(club=step.club, name=name[:100], at=step.at)
        ImportedMatch.objects.bulk_create(
            (_row(stored, position, *row) for position, row in enumerate(rows, start=1)), batch_size=STORED_AT_ONCE
        )
        step.facts = {"name": stored.name, "count": len(rows)}
        # The matches stay where they are: taking them back and doing it again turns this alone.
        step.update(stored, counts=True)
        if rating is not None:
            _turn_on(step, rating)
    return len(rows)


def _turn_on(step: ClubChange, rating: RatingSettings) -> None:
    wished = {"rating_start": rating.start, "rating_ramp": rating.ramp}
    step.update(step.club, rates=True, **{field: value for field, value in wished.items() if value is not None})


def persons_of(
    club: Club, matches: Sequence[NewMatch], chosen: Mapping[str, int | None]
) -> list[tuple[Person, Person]]:
    """Winner and loser of each match; who is new is stored."""
    persons = _persons(club, matches, chosen)
    return [(persons[person_key(match.winner)], persons[person_key(match.loser)]) for match in matches]


def _persons(club: Club, matches: Sequence[NewMatch], chosen: Mapping[str, int | None]) -> dict[str, Person]:
    """By the key of the name; who is new is stored, which the journal does not tell: nobody sees who has not played."""
    names = [name for match in matches for name in (match.winner, match.loser)]
    of_club = {person.pk: person for person in Person.objects.filter(club=club)}
    found: dict[str, Person] = {}
    new: dict[str, Person] = {}
    for each in match_names(club, names):
        key = person_key(each.name)
        keys = [chosen[key]] if key in chosen else [person.key for person in each.persons]
        if len(keys) > 1:
            raise Refused("match_name_doubtful", name=each.name, count=len(keys))
        known = keys[0] if keys else None
        if known is None:
            new[key] = Person.called(clean_name(each.name), club)
        elif known in of_club:
            found[key] = of_club[known]
        else:
            raise Refused("not_understood")
    Person.objects.bulk_create(new.values())
    return found | new


def _refuse_oneself(rows: Sequence[tuple[NewMatch, Person, Person]]) -> None:
    for match, winner, loser in rows:
        if winner.pk == loser.pk:
            raise Refused("match_of_one_person", winner=match.winner, loser=match.loser)


def _new_rows(
    club: Club, rows: Sequence[tuple[NewMatch, Person, Person]], *, only_new: bool
) -> list[tuple[NewMatch, Person, Person]]:
    """The rows that do not count already; refused where none is left, or some are not and nobody has said so."""
    keys = [(match.date, winner.real_id, loser.real_id, match.match_length) for match, winner, loser in rows]
    new = [rows[position] for position in without_those_here(keys, counted_matches(club))]
    if len(new) < len(rows) and not (only_new and new):
        raise Refused("matches_here_already", here=len(rows) - len(new), new=len(new))
    return new


def _row(stored: MatchImport, position: int, match: NewMatch, winner: Person, loser: Person) -> ImportedMatch:
    winner_points, loser_points = match.points or (None, None)
    return ImportedMatch(
        match_import=stored,
        position=position,
        date=match.date,
        winner=winner,
        loser=loser,
        match_length=match.match_length,
        winner_points=winner_points,
        loser_points=loser_points,
    )


def take_back_matches(match_import: MatchImport, *, by: Doer) -> None:
    """The matches of this list count no more; twice means once."""
    with change_club(match_import.club, by=by, action="matches_taken_back") as step:
        match_import.refresh_from_db()
        step.facts = {"name": match_import.name}
        step.update(match_import, counts=False)
