"""Which matches alone have changed since a page was drawn or an evening read, so that no others need to be again."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.engine.terms import Outcome
from tournament.machine.cache import cached_value, store
from tournament.models import JournalLine, Tournament

# These change no more than the result, the reports and the games of the match that their line tells of.
OF_A_MATCH = frozenset({"result_recorded", "result_reported", "word_said", "word_taken_back"})


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
    lines = _lines_since(tournament, drawn.version, "changes") if isinstance(drawn, DrawnEdition) else None
    if lines is None or any(line.action != "result_recorded" for line in lines):
        return None
    rows = [row for line in lines for row in line.changes if row["model"] == "pairing"]
    # A table that was open and is not open again stays where it is on the page.
    return frozenset(row["id"] for row in rows) if all(map(_is_first_result, rows)) else None


def matches_since(tournament: Tournament, version: int) -> frozenset[tuple[int, int]] | None:
    """Round and table of each match that has changed since that version, in its result, reports or games alone.

    None where anything else may have happened, also where another history has led to that version.
    """
    lines = _lines_since(tournament, version, "facts") if version < tournament.version else None
    if lines is None or not OF_A_MATCH.issuperset(line.action for line in lines):
        return None
    return frozenset((line.facts["round"], line.facts["table"]) for line in lines)


def _lines_since(tournament: Tournament, version: int, told: str) -> Sequence[JournalLine] | None:
    """The actions after that version and what is `told` of them; None where a change has left no line."""
    since = JournalLine.objects.filter(tournament=tournament, version__gt=version, version__lte=tournament.version)
    lines = tuple(since.only("action", told))
    return lines if len(lines) == tournament.version - version else None


def _is_first_result(row: dict[str, dict[str, object]]) -> bool:
    before, after = row["before"], row["after"]
    return before.get("outcome") == Outcome.PENDING.value and after.get("outcome") != Outcome.PENDING.value
