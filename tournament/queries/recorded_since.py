"""Finds the matches changed since a page was rendered or a tournament read, so that only these are read again."""

from collections.abc import Sequence

from tournament.engine.terms import Outcome
from tournament.machine.cache import Weighed, cached_value, store
from tournament.models import JournalLine, Tournament

# Actions that change only the result, the reports and the games of the match in their journal line.
OF_A_MATCH = frozenset(
    {"result_recorded", "result_reported", "confirmation_taken_back", "word_said", "word_taken_back"}
)


def note_drawn(tournament: Tournament, edition: str) -> None:
    """Remember that this process rendered the page of a round from this edition, and the tournament's version then."""
    store(("drawn edition", tournament.pk, edition), Weighed(tournament.version, 300))


def tables_recorded_since(tournament: Tournament, edition: str) -> frozenset[int] | None:
    """Return keys of pairings that got a result since a page of this edition was rendered.

    None after any other change, or if the process does not remember the page.
    """
    cached_edition = cached_value(("drawn edition", tournament.pk, edition))
    journal_lines = (
        _lines_since(tournament, cached_edition.value, "changes") if isinstance(cached_edition, Weighed) else None
    )
    if journal_lines is None or any(line.action != "result_recorded" for line in journal_lines):
        return None
    rows = [row for line in journal_lines for row in line.changes if row["model"] == "pairing"]
    sides = [(row["before"].get("outcome"), row["after"].get("outcome")) for row in rows]
    # A table that goes from open to decided keeps its place on the page.
    if any(before != Outcome.PENDING.value or after == Outcome.PENDING.value for before, after in sides):
        return None
    return frozenset(row["id"] for row in rows)


def matches_since(tournament: Tournament, version: int) -> frozenset[tuple[int, int]] | None:
    """Return round and table of each match of which only the result, reports or games changed since that version.

    None if anything else may have changed, or if that version is not older than the tournament's.
    """
    journal_lines = _lines_since(tournament, version, "facts") if version < tournament.version else None
    if journal_lines is None or not OF_A_MATCH.issuperset(line.action for line in journal_lines):
        return None
    return frozenset((line.facts["round"], line.facts["table"]) for line in journal_lines)


def _lines_since(tournament: Tournament, version: int, column: str) -> Sequence[JournalLine] | None:
    """Return the journal lines after that version, with action and this column; None if a change has left no line."""
    since = JournalLine.objects.filter(tournament=tournament, version__gt=version, version__lte=tournament.version)
    journal_lines = tuple(since.only("action", column))
    return journal_lines if len(journal_lines) == tournament.version - version else None
