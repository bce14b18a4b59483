"""Standings, pairings and the bracket of the finals for other programs, as JSON.

The keys are stable, as clubs' web sites read them: keys may be added, but none is removed or changes its meaning.
"""

import json
from typing import Any

from tournament.engine.criteria import whole
from tournament.models import Entry, Tournament
from tournament.pages.rounds import BracketBox, BracketPage
from tournament.pages.standings import columns_of
from tournament.queries.rounds.pairings import RoundPage
from tournament.queries.standings import StandingsPage


def standings_json(tournament: Tournament, page: StandingsPage) -> bytes:
    """Write the ranking with its criteria, marked as provisional while matches of the round are open."""
    columns = columns_of(page.ranking)
    return _written(
        tournament,
        after_round=page.after_round,
        is_provisional=page.is_provisional,
        ranking=whole(page.ranking),
        standings=[{column.key: column.fact(row) for column in columns} for row in page.rows],
    )


def pairings_json(page: RoundPage) -> bytes:
    """Write the tables of a round in order, the bye last."""
    pairings = [
        {
            "table": row.table,
            "first": _player(row.first),
            "second": _player(row.second) if row.second else None,
            "score": row.result.score,
            "outcome": row.result.outcome,
            "winner": row.winner.number if row.winner else None,
        }
        for row in page.tables + page.byes
    ]
    return _written(page.round.tournament, round=page.round.number, pairings=pairings)


def bracket_json(tournament: Tournament, page: BracketPage | None) -> bytes:
    """Write the rounds of the finals in bracket order and the match for third place; a player not yet known is null."""
    rounds = [
        {"round": round_.number, "name": round_.title, "matches": [_match(box) for box in round_.boxes]}
        for round_ in (page.rounds if page else ())
    ]
    return _written(tournament, finals=rounds, third_place=_match(page.third) if page and page.third else None)


def _match(box: BracketBox) -> dict[str, Any]:
    places = [
        {
            "player": _player(side.entry) if side.entry else None,
            "seed": side.seed,
            "points": side.points,
            "has_won": side.has_won,
        }
        for side in box.sides
    ]
    return {"table": box.table, "is_open": box.is_open, "places": places}


def _written(tournament: Tournament, **content: Any) -> bytes:
    content = {
        "tournament": tournament.name,
        "date": tournament.date.isoformat(),
        "begins_at": tournament.begins_at,
        "venue": tournament.venue,
        "is_closed": tournament.is_closed,
        "version": tournament.version,
        **content,
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


def _player(entry: Entry) -> dict[str, Any]:
    return {"number": entry.number, "name": entry.wished_name}
