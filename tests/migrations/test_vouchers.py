"""A database from before there were vouchers."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import entry_of, make_director, make_tournament
from tournament.actions.cash import add_prize, change_prize, set_fee
from tournament.actions.journal import history, undo
from tournament.models import JournalLine, Tournament, Voucher
from tournament.queries.cash import cash_book, cost_statement

pytestmark = [pytest.mark.installation, pytest.mark.django_db(transaction=True)]
BEFORE = [("tournament", "0009_limits")]
AT = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)


def at(minutes):
    return AT + timedelta(minutes=minutes)


@pytest.fixture
def tournament():
    """The second has paid first, the first has paid and got something back, the third has paid as an archive said."""
    made = make_tournament(entries=4, fee_cents=800)
    for number in (1, 2, 3):
        set_fee(entry_of(made, number), by=make_director(), paid=True)
    prize = add_prize(made, by=make_director(), place=1, description="Board", price_cents=500)
    add_prize(made, by=make_director(), place=2, description="Gift", price_cents=0)
    change_prize(prize, by=make_director(), place=1, description="Board", price_cents=700)
    JournalLine.objects.filter(action="prize_changed").update(at=at(2))
    made.entries.filter(number=1).update(paid_at=at(3), refunded_cents=100, refunded_at=at(4), refunded_by="Mia")
    made.entries.filter(number=2).update(paid_at=at(1))
    made.entries.filter(number=3).update(paid_at=None, paid_to="")
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    return Tournament.objects.get()


def test_what_was_moved_gets_vouchers_in_the_order_of_its_dates_and_is_undone_with_its_own(tournament):
    """What has no date comes first."""
    book = cash_book(tournament)

    assert [(v.number, v.movement, v.cents, v.party or v.purchase, v.hand, v.at) for v in book.vouchers] == [
        (1, "fee", 800, "Player 3", "", None),
        (2, "fee", 800, "Player 2", "director", at(1)),
        (3, "prize", 700, "Board", "director", at(2)),
        (4, "fee", 800, "Player 1", "director", at(3)),
        (5, "refund", 100, "Player 1", "Mia", at(4)),
    ]
    assert book.balance_cents == cost_statement(tournament).balance_cents

    undo(history(tournament).undoable, by=make_director())

    assert [
        (v.number, v.cents, v.cancelled_at is None) for v in Voucher.objects.filter(movement="prize").order_by("number")
    ] == [
        (3, 700, False),
        (6, 500, True),
    ]
