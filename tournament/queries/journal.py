"""What a line of the journal tells."""

from typing import Any

from tournament.models import JournalLine


def journal_facts(line: JournalLine) -> tuple[str, dict[str, Any]]:
    """The action of a line and its facts; of an undo or redo those of what was taken back or done again."""
    if line.undoes_id is None:
        return line.action, line.facts
    return line.facts["action"], line.facts["facts"]


def drawn_round(line: JournalLine) -> int | None:
    """The number of the round that the line drew, or drew again; None: it did something else."""
    action, facts = journal_facts(line)
    return facts["round"] if action == "round_drawn" else None
