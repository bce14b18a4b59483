"""Facts of journal lines."""

from typing import Any

from tournament.models import JournalLine


def journal_facts(line: JournalLine) -> tuple[str, dict[str, Any]]:
    """Return the action and the facts of a line; for an undo or redo, those of the change it took back or redid."""
    if line.undoes_id is None:
        return line.action, line.facts
    return line.facts["action"], line.facts["facts"]


def drawn_round(line: JournalLine) -> int | None:
    """Return the number of the round that the line drew or drew again, else None."""
    action, facts = journal_facts(line)
    return facts["round"] if action == "round_drawn" else None
