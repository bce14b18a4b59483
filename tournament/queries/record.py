"""Turns stored rows into the engine's values; `queries/evening.py` reads the rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, NotRequired, TypedDict

from django.db.models import Max

from tournament.engine.brackets import rounds_of, rounds_with_second
from tournament.engine.criteria import ranking_of
from tournament.engine.finals import length_in, places_of
from tournament.engine.record import (
    FinalsRules,
    PairingRecord,
    Result,
    RoundRecord,
    Rules,
    Score,
    SecondKind,
    SecondRules,
)
from tournament.engine.terms import Outcome
from tournament.matches.formats import MatchFormat, MatchGame, at_length
from tournament.models import Pairing, PastResult, Round, Tournament

RESULT_FIELDS = ("outcome", "first_points", "second_points", "winner_id")


def rules_of(tournament: Tournament, *, length: int | None = None) -> Rules:
    """Return the rules of the tournament; `length` is that of a match of its finals, which may be another one."""
    return Rules(
        match_length=length or tournament.match_length,
        rounds=tournament.planned_rounds,
        count_excess_points=tournament.count_excess_points,
        unplayed_win_points=tournament.unplayed_win_points,
        ranking=ranking_of(tournament.ranking.split()),
        finals=finals_of(tournament),
    )


def finals_of(tournament: Tournament) -> FinalsRules | None:
    """Return the rules of the finals of the tournament; None without finals."""
    if tournament.finals_players is None:
        return None
    own_length = tournament.finals_match_length
    if own_length == tournament.match_length:
        own_length = None
    lengths = tuple(map(int, tournament.finals_lengths.split()))
    second = _second_of(tournament)
    return FinalsRules(tournament.finals_players, own_length, tournament.finals_third_place, lengths, second)


def _second_of(tournament: Tournament) -> SecondRules | None:
    if not tournament.finals_second:
        return None
    own_length = tournament.finals_second_length
    if own_length == tournament.match_length:
        own_length = None
    return SecondRules(SecondKind(tournament.finals_second), tournament.finals_second_players, own_length)


def length_of(tournament: Tournament, *, finals: int = 0, in_second: bool = False) -> int:
    """Return the match length of the Swiss, or in a round of the finals, counted from 1, in one of their brackets."""
    rules = finals_of(tournament) if finals else None
    return (length_in(rules, finals, in_second=in_second) if rules else None) or tournament.match_length


def finals_columns(rules: FinalsRules | None) -> dict[str, object]:
    """Return the columns of a tournament that hold the rules of its finals; without finals they stay as they are."""
    if rules is None:
        return {}
    columns = {f"finals_{name}": getattr(rules, name) for name in ("players", "match_length", "third_place")}
    return {**columns, "finals_lengths": " ".join(map(str, rules.lengths)), **second_columns(rules.second)}


def second_columns(second: SecondRules | None) -> dict[str, object]:
    """Return the columns of a tournament that hold the rules of a second bracket, or say that there is none."""
    return {
        "finals_second": second.kind.value if second else "",
        "finals_second_players": second.players if second else None,
        "finals_second_length": second.match_length if second else None,
    }


def length_columns(lengths: Sequence[int]) -> dict[str, Any]:
    """Return the columns for the match lengths of finals: none if they are as long as all others, one, or several."""
    several = len(lengths) > 1
    single = None if several or not lengths else lengths[0]
    return {"finals_match_length": single, "finals_lengths": " ".join(map(str, lengths)) if several else ""}


THIRD, SECOND, LENGTHS = "third", "second", "lengths"


def finals_as_set(rules: FinalsRules) -> str:
    """Write the rules of finals as they were set, to be given back where the finals are not drawn after all."""
    lengths = [LENGTHS, *map(str, rules.lengths)] if rules.lengths else []
    second = rules.second
    numbers = (second.players or 0, second.match_length or 0) if second else ()
    of_second = [SECOND, second.kind.value, *map(str, numbers)] if second else []
    return " ".join([str(rules.players), *([THIRD] if rules.third_place else []), *of_second, *lengths])


def finals_columns_as_set(tournament: Tournament) -> dict[str, object]:
    """Return the columns that give back what was set before the finals were drawn; empty if they were drawn as set."""
    if not tournament.finals_as_set:
        return {}
    brackets, _lengths, lengths = tournament.finals_as_set.partition(LENGTHS)
    main, _second, second = brackets.partition(SECOND)
    players, *third = main.split()
    columns: dict[str, object] = {"finals_players": int(players), "finals_third_place": third == [THIRD]}
    columns["finals_as_set"] = ""
    if second:
        kind, size, length = second.split()
        columns |= second_columns(SecondRules(SecondKind(kind), int(size) or None, int(length) or None))
    return {**columns, **length_columns([*map(int, lengths.split())])} if lengths else columns


def format_of(tournament: Tournament, *, length: int | None = None) -> MatchFormat:
    """Return the match format of the tournament; `length` is that of a match of its finals, if another one."""
    columns = {field.name: getattr(tournament, field.name) for field in fields(MatchFormat)}
    match_format = MatchFormat(**{**columns, "game": MatchGame(tournament.game)})
    return at_length(match_format, length or tournament.match_length)


def format_in(tournament: Tournament, pairing: Pairing) -> MatchFormat:
    """Return the match format of a pairing of the tournament."""
    return format_of(tournament, length=length_at(tournament, pairing.round, in_second=pairing.in_second))


def length_at(tournament: Tournament, round_: Round, *, in_second: bool = False) -> int:
    """Return the length of the matches of a round, in one of the brackets of the finals."""
    return length_of(tournament, finals=round_of_finals(tournament, round_), in_second=in_second)


def format_columns(match_format: MatchFormat) -> dict[str, object]:
    """Return the columns of a tournament that store a match format."""
    columns = {field.name: getattr(match_format, field.name) for field in fields(MatchFormat)}
    return {**columns, "game": match_format.game.value}


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
    rules = finals_of(tournament)
    return places_of(rules, nth) if rules and nth > 0 else 0


def round_of_finals(tournament: Tournament, round_: Round) -> int:
    """Return which round of the finals this is, counted from 1; 0 if it is none of them."""
    return round_.number - tournament.planned_rounds if round_.is_finals else 0


def places_in(round_: Round) -> int:
    """Return how many can play in the round if it belongs to the finals, 0 if it does not."""
    return finals_places(round_.tournament, round_.number) if round_.is_finals else 0


class RoundFacts(TypedDict):
    """What a sentence needs to name a round: its number and, for finals, how many can play in it."""

    round: int
    round_places: NotRequired[int]


def round_facts(tournament: Tournament, number: int) -> RoundFacts:
    """Return what a sentence needs to name the round."""
    places = finals_places(tournament, number)
    return {"round": number, "round_places": places} if places else {"round": number}


def rounds_with_finals(tournament: Tournament) -> int:
    """Return how many rounds are planned, including those of the finals with their second bracket."""
    rules = finals_of(tournament)
    return tournament.planned_rounds + (rounds_with_second(rules) if rules else 0)


def rounds_of_wins(tournament: Tournament) -> int:
    """Return how many matches a player can win that count in a season: of the Swiss, else of the knock-out."""
    return tournament.planned_rounds or rounds_of(tournament.finals_players or 1)


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
        late_seeds=round_.late_seeds,
        second_seeds=tuple(map(int, round_.second_seeds.split())),
        second_ended=round_.second_ended,
    )
