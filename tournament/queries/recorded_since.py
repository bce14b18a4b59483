"""Which tables have got a result since a page was drawn, so that no more than those need to be drawn anew."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.terms import Outcome
from tournament.machine.cache import cached_value, store
from tournament.models import JournalLine, Tournament


@dataclass(frozen=True, slots=True)
class DrawnEdition:
    """An edition that the page of a round was drawn of in this process, by the version that the tournament had."""

    version: int
    kept_bytes: int = 300


def note_drawn(tournament: Tournament, edition: str) -> None:
    """Remember that the page of a round was drawn of the `edition` that it goes by."""
    store(("drawn edition", tournament.pk, edition), DrawnEdition(tournament.version))


def tables_recorded_since(tournament: Tournament, edition: str) -> frozenset[int] | None:
    """The keys of the pairings that have got a result since; None where anything else has happened, or nobody knows."""
    drawn = cached_value(("drawn edition", tournament.pk, edition))
    rows = _rows_since(tournament, drawn.version) if isinstance(drawn, DrawnEdition) else None
    # A table that was open and is not open again stays where it is on the page.
    if rows is None or not all(_is_first_result(row) for row in rows):
        return None
    return frozenset(row["id"] for row in rows)


def results_since(tournament: Tournament, version: int) -> frozenset[int] | None:
    """The keys of the pairings whose results alone have changed since that version; None where anything else has."""
    rows = _rows_since(tournament, version)
    return None if rows is None else frozenset(row["id"] for row in rows)


def _rows_since(tournament: Tournament, version: int) -> list[dict[str, Any]] | None:
    """The pairings that have changed since, as the journal tells it; None where anything but results was recorded."""
    lines = JournalLine.objects.filter(
        tournament=tournament, version__gt=version, version__lte=tournament.version
    ).values_list("action", "changes")
    is_all = len(lines) == tournament.version - version and all(action == "result_recorded" for action, _rows in lines)
    return [row for _action, rows in lines for row in rows if row["model"] == "pairing"] if is_all else None


def _is_first_result(row: dict[str, dict[str, object]]) -> bool:
    before, after = row["before"], row["after"]
    return before.get("outcome") == Outcome.PENDING.value and after.get("outcome") != Outcome.PENDING.value
