"""How broad a text is, and how it is broken into lines."""

from tournament.paper.fonts import BOLD, REGULAR, breadth, wrap


def test_a_text_is_wrapped_between_words_and_after_hyphens():
    width = breadth("Leutheusser-", BOLD, 10)

    assert wrap("Anna Maria Leutheusser-Berg", BOLD, 10, width) == ("Anna Maria", "Leutheusser-", "Berg")


def test_a_word_without_a_break_loses_no_letter():
    name = "W" * 100

    lines = wrap(name, BOLD, 12, 70)

    assert "".join(lines) == name
    assert max(breadth(line, BOLD, 12) for line in lines) <= 70


def test_an_amount_stays_with_its_currency():
    width = breadth("178 × 8,00", REGULAR, 10)

    assert wrap("178 × 8,00 €", REGULAR, 10, width) == ("178 ×", "8,00 €")
    assert wrap("178 × 8,00 CHF", REGULAR, 10, width) == ("178 ×", "8,00 CHF")


def test_the_number_of_a_voucher_is_never_broken_at_its_hyphen():
    width = breadth("2026-0002–0004,", REGULAR, 10)

    assert wrap("2026-0002–0004, 2026-0009", REGULAR, 10, width) == ("2026-0002–0004,", "2026-0009")
