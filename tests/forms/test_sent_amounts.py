"""Money as it is typed in German and in English."""

import pytest

from tournament.engine.refusals import Refused
from tournament.forms.sent import whole_cents


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("12,50", 1250),
        ("12.50", 1250),
        (" 12,5 ", 1250),
        ("12", 1200),
        ("0", 0),
        ("0,05", 5),
        ("12,50 €", 1250),
        ("9999999.99€", 999_999_999),
        ("£8", 800),
        ("12,50 CHF", 1250),
    ],
)
def test_an_amount_is_read_to_the_cent(typed, cents):
    assert whole_cents(typed) == cents


@pytest.mark.parametrize(
    "typed",
    ["", "free", "-1", "12,505", "1.234,50", "1.234", ",50", "12,", "1e3", "٣", "12,50 Y", "€", "9" * 8, "9" * 5000],
)
def test_an_unreadable_amount_is_refused(typed):
    with pytest.raises(Refused) as refusal:
        whole_cents(typed)

    assert refusal.value.code == "price_not_understood"
