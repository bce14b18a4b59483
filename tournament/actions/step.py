"""A change of a tournament or a club while it is being made: writes rows, and notes their old and new values."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from django.db import models
from django.utils import timezone

from tournament.actions.catalogue import Action
from tournament.actions.permissions import Doer, Guest
from tournament.models import Club, JournalLine, Tournament
from tournament.models.tournament import new_stamp
from tournament.queries.accounts import display_name

Row = TypeVar("Row", bound=models.Model)


class Step:
    """Writes rows, and notes their values before and after for the journal.

    `subject` is the locked row of the tournament or club that is changed, `action` the code of the action, `by` who
    does it, None on the command line. `facts` are what the journal's sentence will need. `always_log` asks for a line
    of the journal even where no row is noted in it. `leaves_edition` says that only score sheet entries that decide
    nothing have changed. `begun_at` is the time of the line, `at` the same in whole seconds, for the rows. `line` is
    the finished line of the journal, None where nothing has changed.
    """

    def __init__(self, subject: Tournament | Club, *, action: Action[...], by: Doer | None) -> None:
        self.subject = subject
        self.action = action.code
        self.by = by
        self.begun_at = timezone.now()
        # The journal keeps no microseconds of a row's times, and an undo must find the values that it keeps.
        self.at = self.begun_at.replace(microsecond=0)
        self.facts: dict[str, Any] = {}
        self.rows: list[dict[str, Any]] = []
        self.always_log = False
        self.leaves_edition = False
        self.undoes: JournalLine | None = None
        self.line: JournalLine | None = None

    @property
    def by_name(self) -> str:
        """The name in the journal of whoever makes the change; empty on the command line."""
        if isinstance(self.by, Guest):
            return self.by.name
        return display_name(self.by) if self.by else ""

    def add(self, row: Row) -> Row:
        row.save(force_insert=True)
        self.note_stored(row)
        return row

    def note_stored(self, row: models.Model) -> None:
        """Note a new row that the caller has stored itself."""
        self._remember(row, None, stored_fields(row))

    def add_all(self, rows: Sequence[Row]) -> None:
        """Store many new rows of one kind at once."""
        if rows:
            type(rows[0])._default_manager.bulk_create(rows)
        for row in rows:
            self.note_stored(row)

    def update(self, row: models.Model, **values: Any) -> None:
        """Set fields of a stored row; a field that has the value already stays out of the journal."""
        old_values, new_values = _set(row, values)
        if new_values:
            self._remember(row, old_values, new_values)

    def update_without_undo(self, row: models.Model, **values: Any) -> None:
        """Set fields for good: the journal does not keep the earlier values, so no undo brings them back."""
        _before, new_values = _set(row, values)
        self.always_log = self.always_log or bool(new_values)

    def remove(self, row: models.Model) -> None:
        """Delete a stored row to which no other row refers."""
        old_values, key = stored_fields(row), row.pk
        row.delete()
        row.pk = key
        self._remember(row, old_values, None)

    def _remember(self, row: models.Model, before: dict[str, Any] | None, after: dict[str, Any] | None) -> None:
        self.rows.append({"model": row._meta.model_name, "id": row.pk, "before": before, "after": after})


class Change(Step):
    """A change of a tournament; `club` is its club, where its action locks it.

    `edition_before` is the edition of the tournament before the change.
    """

    def __init__(
        self, tournament: Tournament, *, action: Action[...], by: Doer | None, club: Club | None = None
    ) -> None:
        super().__init__(tournament, action=action, by=by)
        self.tournament = tournament
        self.edition_before = tournament.edition
        self._club = club

    @property
    def club(self) -> Club:
        """The locked club. Raises LookupError where its action does not lock it."""
        if self._club is None:
            raise LookupError(f"{self.action} does not lock the club before the tournament")
        return self._club


class ClubChange(Step):
    """A change of a club or of its register."""

    def __init__(self, club: Club, *, action: Action[...], by: Doer | None) -> None:
        super().__init__(club, action=action, by=by)
        self.club = club


def _set(row: models.Model, values: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Store the values that differ from those of the row; return the old and the new values of these fields."""
    new_values = {name: value for name, value in values.items() if getattr(row, name) != value}
    old_values = {name: getattr(row, name) for name in new_values}
    for name, value in new_values.items():
        setattr(row, name, value)
    if new_values:
        row.save(update_fields=[row._meta.get_field(name).name for name in new_values])
    return old_values, new_values


def stored_fields(row: models.Model, names: Iterable[str] | None = None) -> dict[str, Any]:
    """The columns of a row except its key, by default all of them; a foreign key is the key of the other row."""
    columns = [field.attname for field in row._meta.concrete_fields if not field.primary_key]
    return {name: getattr(row, name) for name in (columns if names is None else names)}


def step_on(tournaments: models.QuerySet[Tournament], **values: object) -> None:
    """Set these fields of many locked tournaments and raise their versions; the journal line is that of their club."""
    tournaments.update(**values, version=models.F("version") + 1, stamp=new_stamp(), settled_edition="")
