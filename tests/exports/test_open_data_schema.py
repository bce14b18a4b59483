"""The public JSON keeps to its schema, whatever was played."""

from datetime import date
from pathlib import Path
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from tests.factories import make_director
from tournament.archive.storing import restore
from tournament.engine.terms import Criterion, Outcome
from tournament.exports.open_data import pairings_json, standings_json
from tournament.queries.evening import evening_of
from tournament.queries.rounds.pairings import round_page
from tournament.queries.standings import standings_page

pytestmark = pytest.mark.django_db
EVENINGS = sorted((Path(__file__).parents[2] / "fixtures" / "archives").glob("*.json"))
Number = Annotated[int, Field(ge=1)]
Count = Annotated[int, Field(ge=0)]


class Exactly(BaseModel):
    """Every key, and no other."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Told(Exactly):
    tournament: str
    date: date
    begins_at: str
    venue: str
    is_closed: bool
    version: Count


class Player(Exactly):
    number: Number
    name: str


class Pairing(Exactly):
    table: Number | None
    first: Player
    second: Player | None
    score: Annotated[list[Count], Field(min_length=2, max_length=2)] | None
    outcome: Literal[tuple(outcome.value for outcome in Outcome)]
    winner: Number | None


class Pairings(Told):
    round: Number
    pairings: list[Pairing]


class Standing(Exactly):
    place: Number | None
    lot: Number | None
    number: Number
    name: str
    club: str
    match_wins: Count
    point_difference: int
    buchholz: Count
    decided_by: Literal[tuple(criterion.value for criterion in Criterion)] | None


class Standings(Told):
    after_round: Count
    is_provisional: bool
    ranking: list[Literal[tuple(criterion.value for criterion in Criterion)]]
    standings: list[Standing]


@pytest.mark.parametrize("file", EVENINGS, ids=[file.stem for file in EVENINGS])
def test_every_file_keeps_to_the_schema(file):
    evening = evening_of(restore(file.read_bytes(), by=make_director()).tournament)

    standings = Standings.model_validate_json(standings_json(evening.tournament, standings_page(evening)))
    rounds = [
        Pairings.model_validate_json(pairings_json(round_page(evening, round_.number))) for round_ in evening.rounds
    ]

    assert [row.place for row in standings.standings] == list(range(1, len(evening.entries) + 1))
    assert [told.round for told in rounds] == list(range(1, standings.after_round + 1))
