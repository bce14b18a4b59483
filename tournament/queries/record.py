"""Turns stored rows into the engine's values; `queries/evening.py` reads the rows."""

from collections.abc import Iterable, Mapping
from dataclasses import fields

from django.db.models import Max

from tournament.engine.criteria import ranking_of
from tournament.engine.record import FinalsRules, PairingRecord, Result, RoundRecord, Rules, Score
from tournament.engine.terms import Outcome
from tournament.matches.formats import MatchFormat, MatchGame, at_length
from tournament.models import Pairing, PastResult, Round, Tournament

RESULT_FIELDS = ("outcome", "first_points", "second_points", "winner_id")


def rules_of(tournament: Tournament, *, finals: bool = False) -> Rules:
    """Return the rules of the tournament; with `finals`, with the match length of its finals."""
    own_length = tournament.finals_match_length
    if own_length == tournament.match_length:
        own_length = None
    players, third_place = tournament.finals_players, tournament.finals_third_place
    return Rules(
        match_length=tournament.length_of(finals=finals),
        rounds=tournament.planned_rounds,
        count_excess_points=tournament.count_excess_points,
        unplayed_win_points=tournament.unplayed_win_points,
        ranking=ranking_of(tournament.ranking.split()),
        finals=None if players is None else FinalsRules(players, own_length, third_place),
    )


def finals_columns(rules: FinalsRules | None) -> dict[str, object]:
    """Return the columns of a tournament that hold the rules of its finals; without finals they stay as they are."""
    if rules is None:
        return {}
    return {f"finals_{name}": getattr(rules, name) for name in ("players", "match_length", "third_place")}


THIRD = "third"


def finals_as_set(rules: FinalsRules) -> str:
    """Write the rules of finals as they were set, to be given back where the finals are not drawn after all."""
    return " ".join([str(rules.players), *([THIRD] if rules.third_place else [])])


def finals_columns_as_set(tournament: Tournament) -> dict[str, object]:
    """Return the columns that give back what was set before the finals were drawn; empty if they were drawn as set."""
    if not tournament.finals_as_set:
        return {}
    players, *third = tournament.finals_as_set.split()
    return {"finals_players": int(players), "finals_third_place": third == [THIRD], "finals_as_set": ""}


def format_of(tournament: Tournament, *, finals: bool = False) -> MatchFormat:
    """Return the match format of the tournament, or that of its finals, which may have a length of their own."""
    columns = {field.name: getattr(tournament, field.name) for field in fields(MatchFormat)}
    wanted = MatchFormat(**{**columns, "game": MatchGame(tournament.game)})
    length = tournament.finals_match_length if finals else None
    return wanted if length is None else at_length(wanted, length)


def format_columns(wanted: MatchFormat) -> dict[str, object]:
    """Return the columns of a tournament that store a match format."""
    columns = {field.name: getattr(wanted, field.name) for field in fields(MatchFormat)}
    return {**columns, "game": wanted.game.value}


def paired_rounds(tournament: Tournament) -> int:
    """Return the number of the last round paired, 0 before the draw."""
    last: int = Round.objects.filter(tournament=tournament).aggregate(Max("number", default=0))["number__max"]
    return last


def rounds_in_all(tournament: Tournament, paired_count: int) -> int:
    """Return the total number of rounds: those paired and, until the tournament is closed, those still planned."""
    return paired_count if tournament.is_closed else max(paired_count, tournament.planned_rounds)


def finals_places(tournament: Tournament, number: int) -> int:
    """Return how many can play in the round of this number if it belongs to the finals, 0 if it does not."""
    nth = number - tournament.planned_rounds
    if tournament.finals_players is None or nth < 1:
        return 0
    places = tournament.finals_players >> (nth - 1)
    return places if places > 1 else 0


def places_in(round_: Round) -> int:
    """Return how many can play in the round if it belongs to the finals, 0 if it does not."""
    return finals_places(round_.tournament, round_.number) if round_.is_finals else 0


def round_facts(tournament: Tournament, number: int, called: str = "round") -> dict[str, int]:
    """Return what a sentence needs to name a round: its number and, for finals, how many can play in it."""
    places = finals_places(tournament, number)
    return {called: number, f"{called}_places": places} if places else {called: number}


def rounds_with_finals(tournament: Tournament) -> int:
    """Return how many rounds are planned, including those of the finals."""
    return tournament.planned_rounds + (tournament.finals_players or 1).bit_length() - 1


def result_of(row: Pairing | PastResult) -> Result:
    first, second = row.first_points, row.second_points
    score = None if first is None or second is None else (first, second)
    return Result(Outcome(row.outcome), score, row.winner.number if row.winner else None)


def keys_of(tournaments: Iterable[Tournament]) -> list[int]:
    return [tournament.pk for tournament in tournaments]


class Results:
    """Turns stored columns into results, sharing equal values."""

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self._numbers = numbers
        self._known: dict[tuple[str, int | None, int | None, int | None], Result] = {}

    def get(self, outcome: str, first: int | None, second: int | None, winner_id: int | None) -> Result:
        key = (outcome, first, second, winner_id)
        result = self._known.get(key)
        if result is None:
            score: Score | None = None if first is None or second is None else (first, second)
            winner = None if winner_id is None else self._numbers[winner_id]
            result = self._known[key] = Result(Outcome(outcome), score, winner)
        return result


def round_record(round_: Round, pairings: tuple[PairingRecord, ...]) -> RoundRecord:
    """Return a stored round with its pairings as the engine's record."""
    return RoundRecord(
        number=round_.number,
        pairings=pairings,
        planned_rounds=round_.planned_rounds,
        manual=round_.manual,
        rematches_allowed=round_.rematches_allowed,
        lookahead_bound=round_.lookahead_bound,
        wishes=round_.wishes,
        finals=round_.is_finals,
    )
