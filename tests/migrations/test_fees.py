"""A database from before what was paid was noted in cents."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import entry_of, make_director, make_tournament
from tournament.actions.cash import set_fee
from tournament.actions.journal import history, redo, undo
from tournament.models import JournalLine, Tournament

pytestmark = [pytest.mark.installation, pytest.mark.django_db(transaction=True)]
BEFORE = [("tournament", "0005_players_take_part")]
NEW = {"paid_cents", "paid_at", "paid_to", "refunded_cents", "refunded_at", "refunded_by"}


def as_it_was(row):
    """A row of the journal as the version before wrote it."""
    for side in ("before", "after"):
        values = row[side]
        if row["model"] == "entry" and values and "paid_cents" in values:
            values["fee_paid"] = values["paid_cents"] is not None
            row[side] = {name: value for name, value in values.items() if name not in NEW}
    return row


@pytest.fixture
def tournament():
    """The first has paid, the second has paid and then not, the third has paid as an archive said."""
    made = make_tournament(entries=3, fee_cents=800)
    for number, paid in ((2, True), (1, True), (2, False), (1, False), (1, True)):
        set_fee(entry_of(made, number), by=make_director(), paid=paid)
    lines = {line.pk: [as_it_was(row) for row in line.changes] for line in JournalLine.objects.all()}
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    old = executor.loader.project_state(BEFORE).apps
    for key, changes in lines.items():
        old.get_model("tournament", "JournalLine").objects.filter(pk=key).update(changes=changes)
    old.get_model("tournament", "Entry").objects.exclude(number=2).update(fee_paid=True)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    return Tournament.objects.get()


def payments(tournament):
    return [(entry.paid_cents, entry.paid_at, entry.paid_to) for entry in tournament.entries.order_by("number")]


def test_what_was_ticked_as_paid_is_the_fee_when_and_to_whom_the_journal_says_and_is_undone_and_redone(tournament):
    at = JournalLine.objects.latest("version").at.replace(microsecond=0)
    before = payments(tournament)
    assert before == [(800, at, "director"), (None, None, ""), (800, None, "")]

    steps = []
    while (line := history(tournament).undoable).action == "fee_marked":
        undo(line, by=make_director())
        steps.append([entry.paid_cents for entry in tournament.entries.order_by("number")])
    while line := history(tournament).redoable:
        redo(line, by=make_director())

    assert steps == [
        [None, None, 800],
        [800, None, 800],
        [800, 800, 800],
        [None, 800, 800],
        [None, None, 800],
    ]
    assert payments(tournament) == before
