"""What is read of the books, and how they are told."""

import pytest
from django.utils import translation

from tests.factories import draw_next_round, enter_result, entry_of, make_director, make_tournament, play_round
from tournament.actions.cash import add_prize, give_back_fee, set_fee
from tournament.actions.tournaments import change_tournament, close_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Pairing
from tournament.phrases.cash import (
    overpaid_sentence,
    per_head_sentence,
    shortfall_sentence,
    statement_remark,
    statement_text,
    surplus_sentence,
    uncounted_sentence,
)
from tournament.queries.cash import cost_statement, prize_rows
from tournament.queries.evening import evening_of
from tournament.queries.standings import standings_page


@pytest.fixture
def evening(db):
    """Four players: two have paid, one owes, one need not pay; three prizes, the third place gets none."""
    tournament = make_tournament(4, played=1, fee_cents=800, planned_rounds=2)
    by = make_director()
    for number in (1, 2):
        set_fee(entry_of(tournament, number), by=by, paid=True)
    set_fee(entry_of(tournament, 4), by=by, paid=False, waived="helps")
    for place, description, cents in ((2, "Cup", 333), (1, "Board", 1000), (1, "Dice", 0)):
        add_prize(tournament, by=by, place=place, description=description, price_cents=cents)
    return tournament


def test_only_what_has_been_paid_is_income(evening):
    statement = cost_statement(evening)

    fees = statement.fees
    numbers = [[row.entry.number for row in rows] for rows in (fees.paid, fees.owed, fees.waived)]
    assert numbers == [[1, 2], [3], [4]]
    assert (statement.income_cents, fees.owed_cents, fees.expected_cents) == (1600, 800, 2400)
    assert (statement.spending_cents, statement.balance_cents) == (1333, 267)
    assert statement.per_head == (2, 666, 1)


def told(statement):
    return [(statement_text(line), statement_remark(line, "EUR"), line.cents) for line in statement.lines]


def test_the_statement_is_told_line_by_line(evening):
    with translation.override("en-gb"):
        lines = told(cost_statement(evening))

    assert lines == [
        ("Entry fees paid", "2 × 8.00 €", 1600),
        ("Income", "", 1600),
        ("1st place: Board", "", 1000),
        ("1st place: Dice", "", 0),
        ("2nd place: Cup", "", 333),
        ("Spending", "", 1333),
        ("Balance", "", 267),
    ]


def test_what_was_paid_before_the_fee_changed_and_what_was_given_back_stand_on_lines_of_their_own(evening):
    by = make_director()
    change_tournament(evening, by=by, fee_cents=500)
    set_fee(entry_of(evening, 3), by=by, paid=True)
    give_back_fee(entry_of(evening, 1), by=by)

    with translation.override("en-gb"):
        lines = told(cost_statement(evening))[:3]

    assert lines == [
        ("Entry fees paid", "2 × 8.00 € + 1 × 5.00 €", 2100),
        ("Entry fees refunded", "1 × 3.00 €", -300),
        ("Income", "", 1800),
    ]


def test_the_ranking_decides_who_gets_a_prize_as_soon_as_it_is_complete(evening):
    after_the_first_round = prize_rows(evening)
    second = draw_next_round(evening)
    *rest, last = Pairing.objects.filter(round=second).order_by("-table")
    for pairing in rest:
        enter_result(pairing, Result(Outcome.PLAYED, (3, 0)))
    with_a_match_open = prize_rows(evening)
    enter_result(last, Result(Outcome.PLAYED, (0, 3)))

    first, runner_up = (row.entry for row in standings_page(evening_of(evening)).rows[:2])
    assert {row.winner for row in after_the_first_round + with_a_match_open} == {None}
    assert [(row.prize.description, row.winner) for row in prize_rows(evening)] == [
        ("Board", first),
        ("Dice", first),
        ("Cup", runner_up),
    ]


def test_a_tournament_that_is_closed_early_has_its_winners(evening):
    close_tournament(evening, by=make_director())
    evening.refresh_from_db()

    assert [row.winner for row in prize_rows(evening)] == [
        row.entry
        for row in standings_page(evening_of(evening)).rows[:1] * 2 + standings_page(evening_of(evening)).rows[1:2]
    ]


@pytest.mark.django_db
def test_without_a_match_or_without_so_many_players_nobody_gets_the_prize():
    unplayed, of_two = make_tournament(4), make_tournament(2, planned_rounds=1)
    for tournament in (unplayed, of_two):
        add_prize(tournament, by=make_director(), place=3, description="Dice", price_cents=500)
    close_tournament(unplayed, by=make_director())
    unplayed.refresh_from_db()
    play_round(draw_next_round(of_two))

    assert [row.winner for tournament in (unplayed, of_two) for row in prize_rows(tournament)] == [None, None]


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        (lambda: shortfall_sentence(0, 800, "EUR"), ""),
        (lambda: shortfall_sentence(1250, 0, "EUR"), "Spending exceeds income by 12.50 €."),
        (
            lambda: shortfall_sentence(1250, 800, "CHF"),
            "Spending exceeds income by 12.50 CHF; entry fees of 8.00 CHF are still unpaid.",
        ),
        (lambda: uncounted_sentence(0, 0, 0, "EUR"), ""),
        (lambda: uncounted_sentence(1, 0, 800, "EUR"), "Not counted as income: 1 unpaid fee (8.00 €)."),
        (
            lambda: uncounted_sentence(2, 1, 1600, "EUR"),
            "Not counted as income: 2 unpaid fees (16.00 €) and 1 waived fee.",
        ),
        (lambda: overpaid_sentence(0, 0, "EUR"), ""),
        (
            lambda: overpaid_sentence(1, 200, "EUR"),
            "1 player has paid more than the current fee; 2.00 € is still to be refunded.",
        ),
        (lambda: surplus_sentence(0, "new dice", "EUR"), ""),
        (lambda: surplus_sentence(5, "", "EUR"), "Surplus: 0.05 €."),
        (lambda: surplus_sentence(5, "new dice", "EUR"), "Surplus: 0.05 €. Goes to: new dice"),
        (lambda: per_head_sentence(None, "EUR"), ""),
        (lambda: per_head_sentence((2, 0, 0), "EUR"), ""),
        (lambda: per_head_sentence((2, 50, 0), "EUR"), "Spending per paying player: 2 × 0.50 €"),
        (lambda: per_head_sentence((3, 50, 1), "CHF"), "Spending per paying player: 3 × 0.50 CHF + 0.01 CHF"),
    ],
)
def test_what_is_said_beside_the_numbers(sentence, text):
    assert sentence() == text
