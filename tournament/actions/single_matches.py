"""Matches outside the evenings, entered one by one: they count for records and ratings, not for a season."""

from collections.abc import Mapping

from django.db.models import Max

from tournament.actions.change import change_club
from tournament.actions.match_imports import NewMatch, persons_of
from tournament.actions.permissions import Doer, refuse_unless_helps
from tournament.engine.refusals import Refused
from tournament.models import Club, ImportedMatch, MatchImport, Person

Chosen = Mapping[str, int | None]


def enter_match(club: Club, *, by: Doer, match: NewMatch, chosen: Chosen | None = None) -> None:
    """Let the match count from now on; `chosen` says by `person_key` who is meant, None for somebody new."""
    with change_club(club, by=by, action="match_entered", refuse=refuse_unless_helps) as step:
        winner, loser = _two(step.club, match, chosen)
        # The list they stand in stays where it is: undo turns the match alone.
        stored, _made = MatchImport.objects.get_or_create(
            club=step.club, is_single=True, defaults={"at": step.at, "counts": True}
        )
        last = stored.matches.aggregate(Max("position", default=0))["position__max"]
        row = ImportedMatch(match_import=stored, position=last + 1, **_columns(match, winner, loser))
        step.facts = _facts(match, winner, loser)
        step.add(row)


def correct_match(
    match: ImportedMatch, *, by: Doer, expected: str, corrected: NewMatch, chosen: Chosen | None = None
) -> None:
    """Another day, other persons or another score; `expected` is the mark of the match as the page showed it."""
    with change_club(match.match_import.club, by=by, action="match_corrected", refuse=refuse_unless_helps) as step:
        stored = _as_expected(match, expected)
        winner, loser = _two(step.club, corrected, chosen)
        step.facts = _facts(corrected, winner, loser)
        step.update(stored, **_columns(corrected, winner, loser))


def remove_match(match: ImportedMatch, *, by: Doer, expected: str) -> None:
    """Remove the match; `expected` is the mark of the match as the page showed it."""
    with change_club(match.match_import.club, by=by, action="match_removed", refuse=refuse_unless_helps) as step:
        stored = _as_expected(match, expected)
        points = None if stored.winner_points is None else (stored.winner_points, stored.loser_points or 0)
        known = NewMatch(stored.date, "", "", stored.match_length, points)
        step.facts = _facts(known, stored.winner.real, stored.loser.real)
        step.remove(stored)


def _as_expected(match: ImportedMatch, expected: str) -> ImportedMatch:
    """The match as it is stored; refused where somebody has changed or removed it meanwhile."""
    stored = ImportedMatch.objects.filter(pk=match.pk, match_import__is_single=True).first()
    if stored is None or stored.mark != expected:
        raise Refused("single_match_changed")
    return stored


def _two(club: Club, match: NewMatch, chosen: Chosen | None) -> tuple[Person, Person]:
    winner, loser = persons_of(club, (match,), chosen or {})[0]
    if winner.pk == loser.pk:
        raise Refused("match_of_one_person", winner=match.winner, loser=match.loser)
    return winner, loser


def _columns(match: NewMatch, winner: Person, loser: Person) -> dict[str, object]:
    winner_points, loser_points = match.points or (None, None)
    return {
        "date": match.date,
        "winner_id": winner.pk,
        "loser_id": loser.pk,
        "match_length": match.match_length,
        "winner_points": winner_points,
        "loser_points": loser_points,
    }


def _facts(match: NewMatch, winner: Person, loser: Person) -> dict[str, object]:
    return {
        "winner": winner.name,
        "loser": loser.name,
        "length": match.match_length,
        "points": list(match.points) if match.points else None,
        "date": match.date.isoformat(),
    }
