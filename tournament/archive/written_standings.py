"""The standings that a file says it has, beside those that the rules give."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tournament.archive.writing import standing_values
from tournament.engine.standings import Standing


@dataclass(frozen=True, slots=True)
class RowDifference:
    """A place of the standings: what the rules give there and what the file has, as JSON, `null` for no row."""

    row: int
    expected: str
    found: str


def differing_rows(written: object, standings: Sequence[Standing]) -> tuple[RowDifference, ...]:
    """The rows of the standings `written` in a sound archive that are not what the rules give."""
    rows = written if isinstance(written, list) else [written]
    given = [standing_values(standing) for standing in standings]
    return tuple(
        RowDifference(row, _json(expected), _json(found))
        for row, (expected, found) in enumerate(zip_longest(given, rows), start=1)
        if expected != found
    )


def _json(row: object) -> str:
    return json.dumps(row, ensure_ascii=False)
