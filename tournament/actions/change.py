"""One change of a tournament or a club: one transaction, one lock, one journal line, one step of the version.

The heart of the program: whatever changes a tournament goes through `change`, what changes the club itself or its
register through `change_club`, as

    with change(tournament, by=user, action=player_withdrawn) as step:
        entry.refresh_from_db()
        step.facts = player_withdrawn.facts(name=entry.name)
        step.update(entry, withdrawn_after=2)

1. `change` opens a transaction and locks the row of the tournament, so that of two people the second waits for the
   first and then finds what was done. `step.tournament` is that row; all other rows are read again behind the lock.
   An action that also writes rows of the club declares it (`locks_club`): the club is locked first, then
   the tournament; else two changes that hold one of them each would wait for each other for ever. `step.club` is the
   club behind its lock.
2. It stores the name of the word that a page has said, so that the word enters once (`words.py`); then it refuses
   users who may not do the action, and actions that a closed tournament does not allow.
3. In the block the action checks itself whether it is possible; if it raises `Refused`, nothing has happened. Every row
   is written by `step`, which notes its values before and after.
4. At the end, if a row was written, the functions of `AT_THE_END` run; the version is raised, from which open pages
   learn that something has changed; and the line is added to the journal. If no row was written, as for a form sent
   twice, nothing has happened: no line, no new version.

To undo a journal line, `take_back` puts each of its rows back from `after` to `before`, last first; that is itself a
change with a line of its own. It refuses where a row has changed since the line was written.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import models, transaction

from tournament.actions.catalogue import Action
from tournament.actions.following import find_lost_persons, follow_wishes, follow_wishes_in_club, keep_vouchers
from tournament.actions.permissions import Doer, Guest, refuse_unless_allowed, refuse_unless_directs
from tournament.actions.step import Change, ClubChange, Step, stored_fields
from tournament.actions.words import enter_word, forget_refusals
from tournament.engine.refusals import Refused
from tournament.machine import locks, logs, old_copies
from tournament.models import Club, JournalLine, Person, Tournament
from tournament.models.tournament import new_stamp

# Fields of an entry that also change without a row of the journal, so a change of them does not prevent an undo: an
# ended private link stays ended, and the person and the shown name change with the club's register.
ONLY_STEPS_ON = frozenset({"link_count", "person_id", "shown_as"})


# Functions that run at the end of every change of a tournament, in this order.
AT_THE_END = (find_lost_persons, follow_wishes, keep_vouchers)


@contextmanager
def change(tournament: Tournament, *, by: Doer, action: Action[...]) -> Iterator[Change]:
    """Open a change of the tournament and write its journal line at the end.

    Raises Refused where the user may not do the action, or a closed tournament does not allow it. If nothing was
    written in the block, as for a form sent twice, there is no line and no new version.
    """
    with transaction.atomic():
        locks.bound_waiting()
        club = lock_club(tournament.club_id) if action.locks_club else None
        locked = Tournament.objects.select_for_update().filter(pk=tournament.pk).first()
        if locked is None:
            raise Refused("tournament_is_gone")
        enter_word()
        refuse_unless_allowed(by, action.code, locked)
        if locked.is_closed and not action.when_closed:
            raise Refused("tournament_is_closed")
        step = Change(locked, action=action, by=by, club=club)
        yield step
        if step.rows or step.always_log:
            for follow in AT_THE_END:
                follow(step)
            step.line = write_line(step)
            if action.erases:
                forget_refusals()
                old_copies.clear_old_copies_after_commit()


@contextmanager
def change_club(
    club: Club, *, by: Doer | None, action: Action[...], refuse: Callable[[Doer, Club], None] = refuse_unless_directs
) -> Iterator[ClubChange]:
    """Open a change of the club itself and write its journal line at the end.

    `by` is None on the command line. `refuse` is the check that refuses users who may not.
    """
    with transaction.atomic():
        locks.bound_waiting()
        locked = lock_club(club.pk)
        enter_word()
        if by is not None:
            refuse(by, locked)
        step = ClubChange(locked, action=action, by=by)
        yield step
        if step.rows or step.always_log:
            follow_wishes_in_club(step)
            step.line = write_line(step)
            if action.is_security_event:
                logged_facts = {
                    name: value for name, value in step.facts.items() if name in ("name", "role", "is_required")
                }
                logs.note_security(action.code, step.by_name, club=locked.slug, **logged_facts)
            if action.erases:
                forget_refusals()
                old_copies.clear_old_copies_after_commit()


def lock_club(key: int) -> Club:
    """Lock the club with this key until the end of the transaction; to be done before its tournaments are locked."""
    locked = Club.objects.select_for_update().filter(pk=key).first()
    if locked is None:
        raise Refused("club_is_gone")
    return locked


def write_line(step: Step) -> JournalLine:
    """Raise the version of the tournament or club, and write the journal line of the change."""
    step.subject.save(update_fields=_raise_version(step))
    line = _line(step)
    line.save(force_insert=True)
    return line


def write_lines(steps: Sequence[Change]) -> None:
    """Raise the versions of many tournaments and write a journal line for each, all at once."""
    for step in steps:
        stepping = _raise_version(step)
    if steps:
        Tournament.objects.bulk_update([step.tournament for step in steps], stepping)
        JournalLine.objects.bulk_create(_line(step) for step in steps)


def _raise_version(step: Step) -> list[str]:
    """Raise the version of the tournament or club; return the fields to be stored."""
    subject = step.subject
    stepping = ["version", "stamp"]
    if isinstance(subject, Tournament):
        edition = subject.settled_edition or f"{subject.version}-{subject.stamp}"
        subject.settled_edition = edition if step.leaves_edition else ""
        stepping.append("settled_edition")
    subject.version += 1
    subject.stamp = new_stamp()
    return stepping


def _line(step: Step) -> JournalLine:
    subject = step.subject
    return JournalLine(
        tournament=subject if isinstance(subject, Tournament) else None,
        club=subject if isinstance(subject, Club) else None,
        version=subject.version,
        at=step.begun_at,
        by=None if isinstance(step.by, Guest) else step.by,
        by_name=step.by_name,
        by_guest=isinstance(step.by, Guest),
        action=step.action,
        facts=step.facts,
        changes=step.rows,
        undoes=step.undoes,
    )


def take_back(step: Step, line: JournalLine) -> None:
    """Put every row of the line back to how it was before. Raises Refused where a row has changed since.

    The undo gets its own journal line even where it writes no row, as after a person was erased.
    """
    step.undoes = line
    step.always_log = True
    for entry in reversed(line.changes):
        model = apps.get_model("tournament", entry["model"])
        before, after = (_as_stored(model, entry[side]) for side in ("before", "after"))
        row = model._default_manager.filter(pk=entry["id"]).first()
        if model is Person and _is_left_alone(step, row, before, after):
            continue
        if not _is_unchanged(row, after) or _needs_missing_person(step, before):
            raise Refused("changed_since", action=line.action, facts=line.facts)
        if before is None:
            step.remove(row)
        elif row is None:
            step.add(model(pk=entry["id"], **before))
        else:
            step.update(row, **before)


def _is_left_alone(step: Step, row: Person | None, before: dict[str, Any] | None, after: dict[str, Any] | None) -> bool:
    """Whether undo leaves a person as they are: others refer to them, or the club has changed them since."""
    if not _is_unchanged(row, after):
        return isinstance(step, Change)
    return before is None and row is not None and row.is_needed()


def _needs_missing_person(step: Step, before: dict[str, Any] | None) -> bool:
    """Whether undoing a club's change would give an entry back to a person who no longer exists.

    When a tournament's change is undone, a lost person is found or created again: `find_lost_persons`.
    """
    person = (before or {}).get("person_id")
    return isinstance(step, ClubChange) and person is not None and not Person.objects.filter(pk=person).exists()


def _is_unchanged(row: models.Model | None, after: dict[str, Any] | None) -> bool:
    """Whether the row still has the values that the journal line left; `after` is None for a row that was removed."""
    if row is None or after is None:
        return row is None and after is None
    names = after.keys() - ONLY_STEPS_ON
    return stored_fields(row, names) == {name: after[name] for name in names}


def _as_stored(model: type[models.Model], values: dict[str, Any] | None) -> dict[str, Any] | None:
    """Values from the journal in the types of the model's fields."""
    if values is None:
        return None
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return {name: fields[name].to_python(value) for name, value in values.items()}
