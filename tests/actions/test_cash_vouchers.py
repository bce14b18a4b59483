"""Whatever is paid, given back, bought, undone and done again: each movement of cash has one voucher, kept for good."""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.archive.test_club_books import without_payments
from tests.factories import draw_next_round, entry_of, make_director, make_helper, make_tournament, stored_rows
from tournament.actions.cash import add_prize, change_prize, give_back_fee, remove_prize, set_fee
from tournament.actions.journal import history, redo, undo
from tournament.actions.persons import forget_person
from tournament.actions.players import change_entry, remove_entry, return_entry, withdraw_entry
from tournament.actions.tournaments import change_tournament
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.refusals import Refused
from tournament.models import Club, Tournament, Voucher
from tournament.money.statement import LineKind
from tournament.queries.cash import cash_book, cost_statement

pytestmark = pytest.mark.django_db
PICK = st.integers(min_value=0, max_value=1000)


@pytest.fixture
def tournament():
    return make_tournament(entries=3, fee_cents=800)


def pay(tournament, number=1, by=None, **how):
    set_fee(entry_of(tournament, number), by=by or make_director(), paid=True, **how)


def undo_last(tournament):
    undo(history(tournament).undoable, by=make_director())


def redo_last(tournament):
    redo(history(tournament).redoable, by=make_director())


def book(tournament):
    """The number, what moved and how much, and whether it still counts."""
    return [
        (voucher.number, voucher.movement, voucher.cents, not voucher.is_cancelled)
        for voucher in cash_book(tournament).vouchers
    ]


def told(tournament):
    """What each voucher says, but for whether it is cancelled."""
    rows = Voucher.objects.filter(tournament=tournament).order_by("number").values()
    return [{name: value for name, value in row.items() if not name.startswith("cancelled")} for row in rows]


def test_a_payment_has_a_voucher_that_says_who_paid_when_and_to_whom(tournament):
    pay(tournament, by=make_helper(tournament, "Mia"))

    (voucher,) = cash_book(tournament).vouchers
    assert (voucher.number, voucher.cents, voucher.party, voucher.hand) == (1, 800, "Player 1", "Mia")
    assert voucher.at == entry_of(tournament, 1).paid_at
    assert (voucher.kept_cents, voucher.open_cents, voucher.is_part) == (800, 0, False)


def test_parts_of_the_fee_have_a_voucher_each_with_what_is_still_open(tournament):
    pay(tournament, cents=300)
    pay(tournament, cents=100)
    pay(tournament)

    parts = cash_book(tournament).vouchers
    assert [(part.number, part.cents, part.kept_cents, part.open_cents) for part in parts] == [
        (1, 300, 300, 500),
        (2, 100, 400, 400),
        (3, 400, 800, 0),
    ]
    assert [part.is_part for part in parts] == [True] * 3


@pytest.mark.parametrize("cents", [0, -1, 801])
def test_a_part_of_nothing_or_of_more_than_is_owed_is_refused(tournament, cents):
    before = stored_rows()

    with pytest.raises(Refused) as refusal:
        pay(tournament, cents=cents)

    assert (refusal.value.code, refusal.value.values, stored_rows()) == (
        "payment_out_of_range",
        {"most": 800, "currency": "EUR"},
        before,
    )


def test_a_part_sent_twice_is_paid_once(tournament):
    pay(tournament, cents=300, seen_cents=800)

    with pytest.raises(Refused) as refusal:
        pay(tournament, cents=300, seen_cents=800)

    assert (refusal.value.code, book(tournament)) == ("fee_changed_meanwhile", [(1, "fee", 300, True)])


def test_what_is_given_back_has_a_voucher_that_names_who_gets_it(tournament):
    pay(tournament)
    withdraw_entry(entry_of(tournament, 1), by=make_director())

    give_back_fee(entry_of(tournament, 1), by=make_director())

    refund = cash_book(tournament).vouchers[1]
    assert (refund.number, refund.movement, refund.cents, refund.party) == (2, "refund", 800, "Player 1")
    assert cash_book(tournament).balance_cents == 0


def test_an_undone_payment_keeps_its_voucher_as_cancelled_and_done_again_it_gets_the_next_number(tournament):
    pay(tournament)
    undo_last(tournament)
    undone = book(tournament)

    redo_last(tournament)

    assert undone == [(1, "fee", 800, False)]
    assert book(tournament) == [(1, "fee", 800, False), (2, "fee", 800, True)]
    cancelled = Voucher.objects.get(number=1)
    assert (cancelled.cancelled_by, cancelled.cancelled_at is not None) == ("director", True)


@pytest.mark.parametrize("said", [{"paid": False}, {"paid": False, "waived": "helps"}])
def test_who_has_not_paid_after_all_has_no_voucher_in_force(tournament, said):
    pay(tournament, cents=300)
    pay(tournament)

    set_fee(entry_of(tournament, 1), by=make_director(), **said)
    undo_last(tournament)

    assert book(tournament) == [(1, "fee", 300, False), (2, "fee", 500, False), (3, "fee", 800, True)]


def test_a_number_is_not_given_again_even_where_everything_is_undone(tournament):
    pay(tournament)
    while history(tournament).undoable:
        undo_last(tournament)
    restored = Tournament.objects.get()
    while history(restored).redoable:
        redo_last(restored)

    assert book(tournament) == [(1, "fee", 800, False), (2, "fee", 800, True)]


def test_what_a_voucher_says_stays_when_the_player_and_the_fee_are_called_otherwise(tournament):
    pay(tournament, cents=300)
    before = told(tournament)

    change_entry(entry_of(tournament, 1), by=make_director(), name="Zoë", club="Ulm")
    change_tournament(tournament, by=make_director(), fee_cents=500)
    draw_next_round(tournament)

    assert told(tournament) == before


def test_a_prize_that_turns_out_to_be_another_gets_a_new_voucher_and_one_that_changes_place_keeps_it(tournament):
    prize = add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=5900)
    add_prize(tournament, by=make_director(), place=2, description="Gift", price_cents=0)
    change_prize(prize, by=make_director(), place=3, description="Board", price_cents=5900)
    moved = book(tournament)
    change_prize(prize, by=make_director(), place=3, description="Board", price_cents=5800)
    remove_prize(prize, by=make_director())
    undo_last(tournament)

    assert moved == [(1, "prize", 5900, True)]
    assert book(tournament) == [(1, "prize", 5900, False), (2, "prize", 5800, False), (3, "prize", 5800, True)]


def test_who_got_everything_back_and_is_removed_stands_in_the_books_before_and_after_that_is_undone(tournament):
    pay(tournament)
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    give_back_fee(entry_of(tournament, 1), by=make_director())
    before = book(tournament)

    remove_entry(entry_of(tournament, 1), by=make_director())
    removed = book(tournament), [line.cents for line in cost_statement(tournament).lines]
    undo_last(tournament)

    assert removed == (before, [800, -800, 0, 0, 0])
    assert book(tournament) == before


def test_vouchers_of_an_archive_without_payments_say_neither_when_nor_by_whom(tournament):
    pay(tournament)
    pay(tournament, 2)
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=500)

    copy = restore(without_payments(dump(tournament)), by=make_director()).tournament

    assert book(copy) == [(1, "fee", 800, True), (2, "fee", 800, True), (3, "prize", 500, True)]
    assert {(voucher.at, voucher.hand) for voucher in cash_book(copy).vouchers} == {(None, "")}


def test_who_is_forgotten_is_named_by_no_voucher_where_the_club_keeps_no_books(tournament):
    Club.objects.update(voucher_years=0)
    change_entry(entry_of(tournament, 1), by=make_director(), name="Anna Maier")
    pay(tournament)
    pay(tournament, 2)
    change_entry(entry_of(tournament, 1), by=make_director(), name="Anna Roth")

    forget_person(entry_of(tournament, 1), by=make_director())

    assert [voucher.party for voucher in cash_book(tournament).vouchers] == ["Spieler 1", "Player 2"]


class Till(RuleBasedStateMachine):
    """A treasurer at work, who types, corrects, undoes and does it again."""

    @initialize()
    def open(self):
        self.pk = make_tournament(entries=3, fee_cents=800).pk
        self.told = []
        self.cancelled = set()

    @property
    def tournament(self):
        return Tournament.objects.get(pk=self.pk)

    def has_players(self):
        return self.tournament.entries.exists()

    def entry(self, pick):
        entries = list(self.tournament.entries.order_by("number"))
        return entries[pick % len(entries)]

    @precondition(has_players)
    @rule(pick=PICK, cents=st.none() | st.integers(1, 900))
    def pay(self, pick, cents):
        with suppress(Refused):
            set_fee(self.entry(pick), by=make_director(), paid=True, cents=cents)

    @precondition(has_players)
    @rule(pick=PICK, waived=st.sampled_from(["", "helps"]))
    def has_not_paid(self, pick, waived):
        set_fee(self.entry(pick), by=make_director(), paid=False, waived=waived)

    @precondition(has_players)
    @rule(pick=PICK, how=st.sampled_from([give_back_fee, give_back_fee, withdraw_entry, return_entry, remove_entry]))
    def give_back_or_go(self, pick, how):
        with suppress(Refused):
            if how is not remove_entry or self.tournament.entries.count() > 2:
                how(self.entry(pick), by=make_director())

    @rule(pick=PICK, what=st.sampled_from(["buy", "correct", "take off"]))
    def prize(self, pick, what):
        values = {"place": 1 + pick % 3, "description": f"Prize {pick % 3}", "price_cents": pick % 5}
        bought = list(self.tournament.prizes.order_by("pk"))
        with suppress(Refused):
            if what == "buy":
                add_prize(self.tournament, by=make_director(), **values)
            elif bought and what == "correct":
                change_prize(bought[pick % len(bought)], by=make_director(), **values)
            elif bought:
                remove_prize(bought[pick % len(bought)], by=make_director())

    @rule(cents=st.integers(0, 999))
    def change_the_fee(self, cents):
        change_tournament(self.tournament, by=make_director(), fee_cents=cents)

    @rule()
    def undo(self):
        if history(self.tournament).undoable:
            with suppress(Refused):
                undo_last(self.tournament)

    @rule()
    def redo(self):
        if history(self.tournament).redoable:
            with suppress(Refused):
                redo_last(self.tournament)

    @invariant()
    def the_vouchers_come_to_what_is_in_the_till(self):
        statement, found = cost_statement(self.tournament), cash_book(self.tournament)
        moved = dict.fromkeys(LineKind, 0)
        for line in statement.lines:
            moved[line.kind] += line.cents

        assert (found.in_cents, found.balance_cents) == (moved[LineKind.FEES], statement.balance_cents)
        assert found.out_cents == moved[LineKind.PRIZE] - moved[LineKind.REFUNDS]

    @invariant()
    def numbers_have_no_gap_and_nothing_said_changes_but_that_it_is_cancelled_once(self):
        now = told(self.tournament)
        cancelled = set(
            Voucher.objects.filter(tournament=self.pk).exclude(cancelled_at=None).values_list("number", "cancelled_at")
        )

        assert now[: len(self.told)] == self.told
        assert [voucher["number"] for voucher in now] == list(range(1, len(now) + 1))
        assert self.cancelled <= cancelled
        self.told, self.cancelled = now, cancelled

    def teardown(self):
        Tournament.objects.filter(pk=getattr(self, "pk", None)).delete()


def work_at_the_till(evenings):
    run_state_machine_as_test(
        Till,
        settings=settings(
            max_examples=evenings,
            stateful_step_count=30,
            deadline=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.costly
def test_after_any_sequence_the_vouchers_in_force_are_the_cash_and_none_has_changed():
    work_at_the_till(5)


@pytest.mark.prove
def test_after_hundreds_of_sequences_the_vouchers_in_force_are_the_cash_and_none_has_changed():
    work_at_the_till(300)
