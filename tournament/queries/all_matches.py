"""Every match of a club as one list: those of its evenings and those outside them, in the order of the ratings.

Who copies from the list, or reads it into another program, need not know the pages that the matches come from.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from django.db.models import Q
from django.db.models.functions import Coalesce

from tournament.engine.record import Score
from tournament.engine.terms import Outcome
from tournament.models import Club, ImportedMatch, Pairing, Person
from tournament.names import names_apart
from tournament.queries.record import length_at
from tournament.queries.seasons import ClubYears


class ClubMatch(NamedTuple):
    """A match with a result; outside an evening, `event` is empty, and `round` and `table` are None.

    `winner` is 1 or 2, None if nobody has won. `rated`: it counts for the ratings, if the club keeps any.
    """

    date: date
    event: str
    round: int | None
    table: int | None
    first: str
    second: str
    match_length: int
    score: Score | None
    winner: int | None
    outcome: Outcome
    rated: bool


def all_matches(years: ClubYears, *, is_public: bool) -> list[ClubMatch]:
    """Return the matches with full names, or as everyone may see them; three queries beside those of `years`."""
    names = years.names if is_public else _full_names(years)
    outside = (((match.date, 0, order), match) for order, match in enumerate(_outside(years.club, names)))
    of_evenings = _of_evenings(years, names, is_public=is_public)
    return [match for _order, match in sorted([*outside, *of_evenings], key=lambda pair: pair[0])]


def _full_names(years: ClubYears) -> Mapping[int, str]:
    """Return the names of the register by person; equal names are told apart, and so are erased persons."""
    clubs = {person: club for evening in years.evenings for person, club in evening.persons.values() if club}
    persons = Person.objects.filter(club=years.club, merged_into=None).values_list("pk", "name")
    return names_apart({pk: name or f"– {pk}" for pk, name in persons}, clubs)


def _outside(club: Club, names: Mapping[int, str]) -> Iterator[ClubMatch]:
    imported_matches = ImportedMatch.objects.filter(match_import__club=club, match_import__counts=True)
    winner, loser = (Coalesce(f"{side}__merged_into_id", f"{side}_id") for side in ("winner", "loser"))
    columns = imported_matches.order_by("date", "match_import", "position").values_list(
        "date", winner, loser, "match_length", "winner_points", "loser_points"
    )
    for day, who_won, who_lost, length, winner_points, loser_points in columns:
        score = None if winner_points is None else (winner_points, loser_points)
        yield ClubMatch(
            day, "", None, None, names.get(who_won, ""), names.get(who_lost, ""), length, score, 1, Outcome.PLAYED, True
        )


Order = tuple[date, int, int]


def _of_evenings(years: ClubYears, names: Mapping[int, str], *, is_public: bool) -> Iterator[tuple[Order, ClubMatch]]:
    evenings = {counted_evening.tournament.pk: counted_evening for counted_evening in years.evenings}
    pairings = (
        Pairing.objects.filter(round__tournament__in=evenings, round__is_hidden=False)
        .filter(~Q(outcome=Outcome.PENDING), second__isnull=False)
        .select_related("round", "first", "second")
        .order_by("round__tournament", "round__number", "position")
    )
    for order, pairing in enumerate(pairings.iterator(chunk_size=5_000)):
        evening = evenings[pairing.round.tournament_id]
        assert pairing.second
        persons = [evening.persons.get(entry.pk) for entry in (pairing.first, pairing.second)]
        outcome, winner = Outcome(pairing.outcome), _winner(pairing)
        counts = outcome is Outcome.PLAYED or (outcome is Outcome.STOPPED and years.club.rates_stopped)
        is_of_two = None not in persons and persons[0] != persons[1]
        first, second = (
            names.get(person[0], "") if person else entry.display_name if is_public else entry.name
            for person, entry in zip(persons, (pairing.first, pairing.second), strict=True)
        )
        yield (
            (evening.tournament.date, evening.tournament.pk, order),
            ClubMatch(
                evening.tournament.date,
                evening.tournament.name,
                pairing.round.number,
                pairing.table,
                first,
                second,
                length_at(evening.tournament, pairing.round, in_second=pairing.in_second),
                None if pairing.first_points is None else (pairing.first_points, pairing.second_points or 0),
                winner,
                outcome,
                counts and winner is not None and is_of_two and evening.tournament.is_rated,
            ),
        )


def _winner(pairing: Pairing) -> int | None:
    if pairing.winner_id is not None:
        return 1 if pairing.winner_id == pairing.first_id else 2
    first, second = pairing.first_points, pairing.second_points
    return None if first is None or second is None or first == second else 1 if first > second else 2
