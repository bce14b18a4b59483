"""What was done is taken back, and done again: one step at a time, the last one first."""

from django.contrib.auth.models import AbstractBaseUser

from tournament.actions.change import WHEN_CLOSED, Change, change, take_back
from tournament.actions.rounds import remove_round
from tournament.engine.refusals import Refused
from tournament.models import JournalLine, Tournament
from tournament.queries.journal import drawn_round, history, what_is_told


def undo(line: JournalLine, *, by: AbstractBaseUser) -> None:
    """Take back the change of this line, which must be the last one in force; twice means once."""
    with change(line.tournament, by=by, action="undone") as step:
        _turn_back(step, line, history(step.tournament).undoable)


def redo(line: JournalLine, *, by: AbstractBaseUser) -> None:
    """Take back the undo of this line, which must be the last one; twice means once."""
    with change(line.tournament, by=by, action="redone") as step:
        _turn_back(step, line, history(step.tournament).redoable)


def remove_drawn_round(tournament: Tournament, *, by: AbstractBaseUser, number: int, confirmed: str) -> None:
    """Remove the last round; where drawing it was the last thing done, that is simply taken back."""
    line = history(tournament).undoable
    if line and confirmed.strip() == str(number) and drawn_round(line) == number:
        undo(line, by=by)
    else:
        remove_round(tournament, by=by, number=number, confirmed=confirmed)


def _turn_back(step: Change, line: JournalLine, turn: JournalLine | None) -> None:
    if JournalLine.objects.filter(undoes=line).exists():
        return
    if turn != line:
        raise Refused("something_done_since")
    action, facts = what_is_told(line)
    if step.tournament.is_closed and action not in WHEN_CLOSED:
        raise Refused("tournament_is_closed")
    step.facts = {"action": action, "facts": facts}
    take_back(step, line)
