"""A step of a tournament or a club: it writes rows and remembers how they stood before and after."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.db import models
from django.utils import timezone

from tournament.actions.permissions import Doer, Guest
from tournament.models import Club, JournalLine, Tournament
from tournament.models.tournament import new_stamp
from tournament.queries.accounts import display_name

Row = TypeVar("Row", bound=models.Model)


class Step:
    """Writes rows and remembers how they stood before and after.

    `subject` is the locked row of what is changed; `action` names what is done, `by` who does it (None: somebody on
    the command line); `facts` what the journal's sentence will need; `always_log` asks for a line of the journal
    even where no row is kept in it, `leaves_settled` says that nothing has changed but how a match stands on its
    sheet; `begun_at` is the line's time, `at` the same in whole seconds, for the rows. In the end `line` is its line
    of the journal; None: nothing has changed.
    """

    def __init__(self, subject: Tournament | Club, *, action: str, by: Doer | None) -> None:
        self.subject = subject
        self.action = action
        self.by = by
        self.begun_at = timezone.now()
        # The journal keeps no microseconds of a row: what is put back must be what was there.
        self.at = self.begun_at.replace(microsecond=0)
        self.facts: dict[str, Any] = {}
        self.rows: list[dict[str, Any]] = []
        self.always_log = False
        self.leaves_settled = False
        self.undoes: JournalLine | None = None
        self.line: JournalLine | None = None

    @property
    def by_name(self) -> str:
        """What the journal calls whoever does it; empty on the command line."""
        if isinstance(self.by, Guest):
            return self.by.name
        return display_name(self.by) if self.by else ""

    def add(self, row: Row) -> Row:
        row.save(force_insert=True)
        self.note_stored(row)
        return row

    def note_stored(self, row: models.Model) -> None:
        """Note a new row that is stored already, with others at once."""
        self._remember(row, None, stored_fields(row))

    def add_all(self, rows: Sequence[Row]) -> None:
        """Store many new rows of one kind at once."""
        if rows:
            type(rows[0])._default_manager.bulk_create(rows)
        for row in rows:
            self.note_stored(row)

    def update(self, row: models.Model, **values: Any) -> None:
        """Set fields of a stored row; what already has the value stays out of the journal."""
        changed = {name: value for name, value in values.items() if getattr(row, name) != value}
        if not changed:
            return
        before = {name: getattr(row, name) for name in changed}
        for name, value in changed.items():
            setattr(row, name, value)
        row.save(update_fields=[row._meta.get_field(name).name for name in changed])
        self._remember(row, before, changed)

    def update_without_undo(self, row: models.Model, **values: Any) -> None:
        """Set fields for good: the journal does not keep what stood before, so no undo brings it back."""
        changed = {name: value for name, value in values.items() if getattr(row, name) != value}
        if not changed:
            return
        for name, value in changed.items():
            setattr(row, name, value)
        row.save(update_fields=list(changed))
        self.always_log = True

    def remove(self, row: models.Model) -> None:
        """Delete a stored row on which no other row stands."""
        before, key = stored_fields(row), row.pk
        row.delete()
        row.pk = key
        self._remember(row, before, None)

    def _remember(self, row: models.Model, before: dict[str, Any] | None, after: dict[str, Any] | None) -> None:
        self.rows.append({"model": row._meta.model_name, "id": row.pk, "before": before, "after": after})


class Change(Step):
    """A step of a tournament; `club` is that of the tournament where it was locked before.

    `settled_before` tells what was stored before from every other state, but for words on score sheets.
    """

    def __init__(self, tournament: Tournament, *, action: str, by: Doer | None, club: Club | None = None) -> None:
        super().__init__(tournament, action=action, by=by)
        self.tournament = tournament
        self.settled_before = tournament.settled
        self._club = club

    @property
    def club(self) -> Club:
        """The club behind its lock; an action that did not say it needs that cannot have it any more."""
        if self._club is None:
            raise LookupError(f"{self.action} does not lock the club before the tournament")
        return self._club


class ClubChange(Step):
    """A step of a club, its register among it."""

    def __init__(self, club: Club, *, action: str, by: Doer | None) -> None:
        super().__init__(club, action=action, by=by)
        self.club = club


def stored_fields(row: models.Model, names: Iterable[str] | None = None) -> dict[str, Any]:
    """The columns of a row but for its key, foreign keys as numbers; by default all of them."""
    columns = [field.attname for field in row._meta.concrete_fields if not field.primary_key]
    return {name: getattr(row, name) for name in (columns if names is None else names)}


def step_on(tournaments: models.QuerySet[Tournament], **changed: object) -> None:
    """Change all of these, locked, and raise their version; what was done is in the line of their club's journal."""
    tournaments.update(**changed, version=models.F("version") + 1, stamp=new_stamp(), settled_edition="")
