"""Undo and redo: one step at a time, the last one first."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tournament.actions import catalogue, results, rounds
from tournament.actions.catalogue import IN_CLUB, ON_TOURNAMENT, Action, ActionKind, action
from tournament.actions.change import change, change_club, take_back
from tournament.actions.step import Change, Step
from tournament.engine.refusals import Refused
from tournament.models import Club, JournalLine, Tournament
from tournament.money.years import read_year_number
from tournament.phrases.journal import journal_sentence
from tournament.queries.cash import can_be_reopened
from tournament.queries.journal import drawn_round, journal_facts


@dataclass(frozen=True, slots=True)
class History:
    """The journal line that undo would take back next, and the one that redo would; None where there is none."""

    undoable: JournalLine | None
    redoable: JournalLine | None


def history(subject: Tournament | Club) -> History:
    """Return what undo and redo would do now.

    Changes are undone in reverse order, so that each finds everything as it left it. Changes before the first draw of
    round 1 are never undone, even after the draw is undone, because the draw makes the start numbers final.
    """
    done: list[int] = []
    taken_back: list[int] = []
    is_drawn = False
    never_undone = catalogue.with_undo(catalogue.Undo.NEVER)
    journal_lines = subject.journal.exclude(action__in=catalogue.with_undo(catalogue.Undo.ASIDE))
    for key, undoes, code in journal_lines.order_by("version").values_list("pk", "undoes_id", "action").iterator():
        if undoes is not None:
            taken_from, put_on = (done, taken_back) if undoes in done else (taken_back, done)
            taken_from.remove(undoes)
            put_on.append(key)
            continue
        taken_back.clear()
        if code == "round_drawn" and not is_drawn:
            is_drawn = True
            done.clear()
        if code not in never_undone:
            done.append(key)
    line_by_key = JournalLine.objects.in_bulk([*done[-1:], *taken_back[-1:]])
    return History(line_by_key.get(done[-1]) if done else None, line_by_key.get(taken_back[-1]) if taken_back else None)


def history_on(club: Club, page: str) -> History:
    """Return what undo and redo would do now on this page of the club's desk; None if that concerns another page.

    The journal page concerns all changes.
    """
    club_history = history(club)
    if page == "journal":
        return club_history
    codes = catalogue.TAKEN_BACK_ON.get(page, frozenset())
    lines = (
        line if line and journal_facts(line)[0] in codes else None
        for line in (club_history.undoable, club_history.redoable)
    )
    return History(*lines)


@dataclass(frozen=True, slots=True)
class Opposite:
    """The action that reverses a change of the books, which undo cannot: cancel a voucher or reopen a year.

    `number` is that of the voucher in its year; it is None where the year is to be reopened.
    """

    line: JournalLine
    year: int
    number: int | None


def opposite_in_books(club: Club) -> Opposite | None:
    """Return the action that reverses the last change of the books, or None if there is none.

    A booked voucher is cancelled, and so is one that reversed a voucher of a closed year; a closed year is reopened.
    """
    of_books = [code for code, declared in catalogue.CLUB_ACTIONS.items() if declared.kind is ActionKind.FEES]
    line = club.journal.filter(action__in=of_books).order_by("version").last()
    if line is None:
        return None
    if line.action == "year_closed":
        year = line.facts["year"]
        return Opposite(line, year, None) if can_be_reopened(club, year) else None
    numbers = [line.facts["number"]] if line.action == "cash_booked" else line.facts.get("booked_late", [])
    entered = read_year_number(numbers[0]) if numbers else None
    return Opposite(line, *entered) if entered else None


@action(None, of=ON_TOURNAMENT + IN_CLUB, when_closed=True, locks_club=True)
def undone(*, action: str, facts: Mapping[str, Any]) -> str:
    return _("undone: %(what)s") % {"what": journal_sentence(action, facts)}


def undo(line: JournalLine, *, by: User) -> None:
    """Undo the change of this line, which must be the last one in force; repeating this changes nothing."""
    with _change_like(line, by=by, declared=undone) as step:
        _take_back(step, line, history(step.subject).undoable)


@action(None, of=ON_TOURNAMENT + IN_CLUB, when_closed=True, locks_club=True)
def redone(*, action: str, facts: Mapping[str, Any]) -> str:
    return _("redone: %(what)s") % {"what": journal_sentence(action, facts)}


def redo(line: JournalLine, *, by: User) -> None:
    """Redo: take back the undo of this line, which must be the last one; repeating this changes nothing."""
    with _change_like(line, by=by, declared=redone) as step:
        _take_back(step, line, history(step.subject).redoable)


def remove_drawn_round(tournament: Tournament, *, by: User, number: int, confirmed: str) -> None:
    """Remove the last round; where drawing it was the last change, undo that instead."""
    line = history(tournament).undoable
    if line and confirmed.strip() == str(number) and drawn_round(line) == number:
        undo(line, by=by)
    else:
        rounds.remove_round(tournament, by=by, number=number, confirmed=confirmed)


def _change_like(line: JournalLine, *, by: User, declared: Action[...]) -> AbstractContextManager[Step]:
    """Open a change of the tournament or the club that the line belongs to."""
    subject = line.subject
    if isinstance(subject, Club):
        return change_club(subject, by=by, action=declared)
    return change(subject, by=by, action=declared)


def _take_back(step: Step, line: JournalLine, turn: JournalLine | None) -> None:
    if JournalLine.objects.filter(undoes=line).exists():
        return
    if turn != line:
        raise Refused("something_done_since")
    code, facts = journal_facts(line)
    if isinstance(step, Change) and step.tournament.is_closed and not catalogue.ACTIONS[code].when_closed:
        raise Refused("tournament_is_closed")
    step.facts = undone.facts(action=code, facts=facts)
    if isinstance(step, Change):
        results.remove_games_in_the_way(step, line)
    take_back(step, line)
    if isinstance(step, Change):
        results.recheck_games(step, line)
