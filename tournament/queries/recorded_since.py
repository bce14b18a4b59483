"""Which tables have got a result since a page was drawn, so that no more than those need to be drawn anew."""

from dataclasses import dataclass

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
    if not isinstance(drawn, DrawnEdition):
        return None
    lines = JournalLine.objects.filter(
        tournament=tournament, version__gt=drawn.version, version__lte=tournament.version
    ).values_list("action", "changes")
    changed = [row for action, changes in lines if action == "result_recorded" for row in changes]
    is_all = len(lines) == tournament.version - drawn.version and all(line[0] == "result_recorded" for line in lines)
    is_each_a_result = all(_is_result(row) for row in changed if row["model"] == "pairing")
    if not is_all or not is_each_a_result:
        return None
    return frozenset(row["id"] for row in changed if row["model"] == "pairing")


def _is_result(row: dict[str, dict[str, object]]) -> bool:
    """Whether the table was open before and is not open again: it stays where it is on the page."""
    before, after = row["before"], row["after"]
    return before.get("outcome") == Outcome.PENDING.value and after.get("outcome") != Outcome.PENDING.value
