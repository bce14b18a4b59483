"""What is handed out for a payment."""

from datetime import UTC, datetime

import pytest

from tests.factories import make_tournament
from tournament.actions.entries import NewPlayer
from tournament.models import Entry
from tournament.pages.receipts import receipt_sheet

pytestmark = pytest.mark.django_db


def named(*names):
    return [NewPlayer(name) for name in names]


def test_a_receipt_says_who_paid_what_when_and_to_whom():
    tournament = make_tournament(players=named("Anna"), fee_cents=800)
    Entry.objects.update(
        paid_cents=900, refunded_cents=100, paid_at=datetime(2026, 11, 20, 18, 5, tzinfo=UTC), paid_to="Mia"
    )

    sheet = receipt_sheet(Entry.objects.get(tournament=tournament))

    assert (sheet.title, sheet.subtitle, sheet.notes) == ("Bodensee Open", "Receipt 1", ("20 Nov 2026 · Konstanz",))
    assert sheet.rows == (
        ("Received from", "Anna"),
        ("Entry fee", "8.00 €"),
        ("Paid on", "20 Nov 2026, 19:05"),
        ("Received by", "Mia"),
    )
    assert sheet.signatures == ("Place and date", "Signature")


def test_a_receipt_leaves_open_what_is_not_known():
    tournament = make_tournament(players=named("Anna"), fee_cents=800)
    Entry.objects.update(paid_cents=800)

    sheet = receipt_sheet(Entry.objects.get(tournament=tournament))

    assert sheet.rows == (("Received from", "Anna"), ("Entry fee", "8.00 €"))
