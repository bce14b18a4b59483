"""What has been done to a tournament, and what of it can be taken back."""

from dataclasses import dataclass
from typing import Any

from tournament.models import JournalLine, Tournament

# The first change of a tournament is the tournament itself, and who is forgotten stays forgotten.
NEVER_UNDONE = frozenset({"tournament_created", "tournament_imported", "person_forgotten"})
# What is only said or handed out: nothing to take back, and no reason to forget what was taken back before.
ASIDES = frozenset({"result_reported", "player_link_renewed", "joining_asked"})
FIRST_STONE = "round_drawn"


@dataclass(frozen=True, slots=True)
class History:
    """The line whose change can be taken back next, and the undo that can be taken back instead; None: nothing."""

    undoable: JournalLine | None
    redoable: JournalLine | None


def history(tournament: Tournament) -> History:
    """What undo and redo would do now.

    Changes are taken back in the opposite order, so that each finds everything as it left it. The start numbers
    stand once round 1 has been drawn, even where that draw is taken back: what came before it stands too.
    """
    done: list[int] = []
    undone: list[int] = []
    is_drawn = False
    lines = JournalLine.objects.filter(tournament=tournament).order_by("version")
    # As journals of earlier versions tell it, declining is only said.
    lines = lines.exclude(action="joining_declined", changes=[])
    for key, undoes, action in lines.exclude(action__in=ASIDES).values_list("pk", "undoes_id", "action").iterator():
        if undoes is not None:
            taken_from, put_on = (done, undone) if undoes in done else (undone, done)
            taken_from.remove(undoes)
            put_on.append(key)
            continue
        undone.clear()
        if action == FIRST_STONE and not is_drawn:
            is_drawn = True
            done.clear()
        if action not in NEVER_UNDONE:
            done.append(key)
    found = JournalLine.objects.in_bulk([*done[-1:], *undone[-1:]])
    return History(found.get(done[-1]) if done else None, found.get(undone[-1]) if undone else None)


def what_is_told(line: JournalLine) -> tuple[str, dict[str, Any]]:
    """The action of a line and its facts; of an undo or redo those of what was taken back or done again."""
    if line.undoes_id is None:
        return line.action, line.facts
    return line.facts["action"], line.facts["facts"]


def drawn_round(line: JournalLine) -> int | None:
    """The number of the round that the line drew, or drew again; None: it did something else."""
    action, facts = what_is_told(line)
    return facts["round"] if action == "round_drawn" else None
