"""The entry fee: what is paid of it, what follows from the number of players, and what is given back."""

from datetime import UTC, datetime

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_helper, make_tournament
from tournament.actions.cash import give_back_fee, set_fee, set_fees_paid
from tournament.actions.journal import history, undo
from tournament.actions.players import NewPlayer, add_entries, remove_entry, return_entry, withdraw_entry
from tournament.actions.rounds import Presence, draw_round, remove_round
from tournament.actions.tournaments import change_tournament, create_tournament
from tournament.engine.refusals import Refused
from tournament.models import JournalLine, Tournament
from tournament.queries.cash import current_fee, fee_steps, fees_of

pytestmark = pytest.mark.django_db
STEPS = ((2, 900), (4, 700), (None, 500))


def refused(action, *values, **named):
    with pytest.raises(Refused) as refusal:
        action(*values, **named)
    return refusal.value.code, refusal.value.values


def with_steps(entries, **fields):
    return make_tournament(entries=entries, fee_cents=800, fee_steps=STEPS, **fields)


def pay(tournament, number, by=None):
    set_fee(entry_of(tournament, number), by=by or make_director(), paid=True)


def money_of(tournament, number):
    entry = entry_of(tournament, number)
    return entry.paid_cents, entry.refunded_cents, entry.kept_cents


def test_who_pays_is_noted_with_the_amount_the_time_and_whoever_took_it():
    tournament = make_tournament(entries=1, fee_cents=800)
    earliest = datetime.now(UTC).replace(microsecond=0)

    pay(tournament, 1, by=make_helper(tournament, "Mia"))

    entry = entry_of(tournament, 1)
    assert (entry.paid_cents, entry.paid_to, earliest <= entry.paid_at <= datetime.now(UTC)) == (800, "Mia", True)


def test_a_fee_is_paid_or_waived_for_a_reason_or_owed():
    tournament = make_tournament(entries=1, fee_cents=800)
    entry = entry_of(tournament, 1)
    states = []

    for paid, waived in ((True, ""), (True, " helps  out "), (False, "")):
        set_fee(entry, by=make_director(), paid=paid, waived=waived)
        states.append((entry.paid_cents, entry.fee_waived))

    assert states == [(800, ""), (None, "helps out"), (None, "")]


@pytest.mark.parametrize(
    ("reason", "code", "facts"),
    [("x" * 201, "reason_too_long", {"limit": 200}), ("a\x00b", "name_unprintable", {})],
)
def test_a_reason_that_nobody_could_read_is_refused(reason, code, facts):
    tournament = make_tournament(entries=1)

    assert refused(set_fee, entry_of(tournament, 1), by=make_director(), paid=False, waived=reason) == (code, facts)


def test_who_arrives_as_they_pay_is_here_and_one_undo_takes_back_both():
    tournament = make_tournament(entries=1, fee_cents=800)

    set_fee(entry_of(tournament, 1), by=make_director(), paid=True, arrives=True)
    said = (entry_of(tournament, 1).paid_cents, entry_of(tournament, 1).is_here)
    undo(history(tournament).undoable, by=make_director())

    assert (said, entry_of(tournament, 1).paid_cents, entry_of(tournament, 1).is_here) == ((800, True), None, False)


def test_an_amount_that_is_not_the_one_any_more_is_looked_at_again_and_the_same_said_twice_is_no_other():
    tournament = with_steps(2)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    payment = {"by": make_director(), "paid": True}

    late = refused(set_fee, entry_of(tournament, 1), **payment, seen_cents=900)
    for _tap in range(2):
        set_fee(entry_of(tournament, 1), **payment, seen_cents=700)

    assert late == ("fee_changed_meanwhile", {"name": "Player 1", "cents": 700, "currency": "EUR"})
    assert money_of(tournament, 1) == (700, 0, 700)


def one_paid_one_waived_one_gone_and_two_owing():
    """Of 8 € for five players; Player 5, who owes like Player 4, is here."""
    tournament = make_tournament(entries=5, fee_cents=800)
    pay(tournament, 1)
    set_fee(entry_of(tournament, 2), by=make_director(), paid=False, waived="helps")
    draw_next_round(tournament)
    withdraw_entry(entry_of(tournament, 3), by=make_director())
    tournament.entries.filter(number=5).update(is_here=True)
    return tournament


@pytest.mark.parametrize(
    ("here_alone", "seen_cents", "paid"), [(False, 1600, [1, 4, 5]), (True, 800, [1, 5])], ids=["all", "those here"]
)
def test_all_who_play_and_owe_pay_at_once_or_those_who_are_here_and_one_undo_takes_it_back(
    here_alone, seen_cents, paid
):
    tournament = one_paid_one_waived_one_gone_and_two_owing()

    set_fees_paid(tournament, by=make_director(), here_alone=here_alone, seen_cents=seen_cents)
    who_paid = [entry.number for entry in tournament.entries.order_by("number") if entry.paid_cents == 800]
    numbered = list(tournament.vouchers.order_by("number").values_list("number", "entry__number", "cents"))
    undo(history(tournament).undoable, by=make_director())

    assert who_paid == paid
    assert numbered == [(number, player, 800) for number, player in enumerate(paid, start=1)]
    assert [entry.number for entry in tournament.entries.all() if entry.paid_cents] == [1]
    assert tournament.vouchers.filter(cancelled_at=None).count() == 1


def test_another_sum_than_the_page_has_shown_is_looked_at_again_and_the_same_said_twice_is_no_other():
    tournament = make_tournament(entries=3, fee_cents=800)
    pay(tournament, 1)

    late = refused(set_fees_paid, tournament, by=make_director(), seen_cents=2400)
    for _press in range(2):
        set_fees_paid(tournament, by=make_director(), seen_cents=1600)

    assert late == ("fees_changed_meanwhile", {"cents": 1600, "currency": "EUR"})
    assert [money_of(tournament, number) for number in (1, 2, 3)] == [(800, 0, 800)] * 3
    assert JournalLine.objects.filter(action="fees_marked").count() == 1


@pytest.mark.parametrize("said", [{"paid": False}, {"paid": False, "waived": "helps"}])
def test_who_has_not_paid_after_all_has_paid_nothing(said):
    tournament = make_tournament(entries=1, fee_cents=800)
    pay(tournament, 1)

    set_fee(entry_of(tournament, 1), by=make_director(), **said)

    entry = entry_of(tournament, 1)
    assert (entry.paid_cents, entry.paid_at, entry.paid_to, entry.kept_cents) == (None, None, "", 0)


def test_what_was_paid_stays_when_the_fee_changes_and_what_is_lacking_is_paid_later():
    tournament = make_tournament(entries=1, fee_cents=800)
    pay(tournament, 1)
    change_tournament(tournament, by=make_director(), fee_cents=950)
    before = money_of(tournament, 1)

    pay(tournament, 1, by=make_helper(tournament, "Mia"))

    assert (before, money_of(tournament, 1), entry_of(tournament, 1).paid_to) == ((800, 0, 800), (950, 0, 950), "Mia")


@pytest.mark.parametrize(("entries", "fee"), [(1, 900), (2, 900), (3, 700), (4, 700), (5, 500), (9, 500)])
def test_the_fee_follows_from_the_number_of_players(entries, fee):
    assert current_fee(with_steps(entries)) == fee


def test_who_has_left_before_the_draw_does_not_count():
    tournament = with_steps(3)
    withdraw_entry(entry_of(tournament, 1), by=make_director())

    assert current_fee(tournament) == 900


def test_the_draw_settles_the_fee_whoever_comes_and_goes_afterwards():
    tournament = with_steps(3)
    draw_next_round(tournament)

    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë"), NewPlayer("Ida")])
    withdraw_entry(entry_of(tournament, 1), by=make_director())

    stored = Tournament.objects.get()
    assert (stored.fee_cents, current_fee(stored)) == (700, 700)


def test_who_turns_out_to_be_missing_at_the_draw_does_not_count_for_the_fee():
    tournament = with_steps(3)

    draw_round(tournament, by=make_director(), number=1, presence={3: Presence.HAS_LEFT})

    assert Tournament.objects.get().fee_cents == 900


def test_the_fee_is_open_again_once_round_1_is_removed():
    tournament = with_steps(2)
    draw_next_round(tournament)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    drawn = current_fee(Tournament.objects.get())

    remove_round(tournament, by=make_director(), number=1, confirmed="1")

    assert (drawn, current_fee(Tournament.objects.get())) == (900, 700)


def test_a_fee_fixed_for_all_is_left_alone_by_the_draw():
    tournament = make_tournament(entries=2, fee_cents=800)

    draw_next_round(tournament)

    assert (Tournament.objects.get().fee_cents, JournalLine.objects.latest("pk").changes[0]["model"]) == (800, "round")


@pytest.mark.parametrize(
    ("steps", "code", "facts"),
    [
        ([(8, 900)], "fee_for_more_missing", {"players": 8}),
        ([(None, 900)], "fee_steps_missing", {}),
        ([(8, 900), (8, 700), (None, 500)], "fee_steps_not_ascending", {}),
        ([(8, 900), (4, 700), (None, 500)], "fee_steps_not_ascending", {}),
        ([(None, 900), (4, 700), (None, 500)], "fee_steps_not_ascending", {}),
        ([(0, 900), (None, 500)], "fee_step_out_of_range", {"most": 9999}),
        ([(10_000, 900), (None, 500)], "fee_step_out_of_range", {"most": 9999}),
        ([(8, 1000), (None, 500)], "fee_too_high", {"limit": 999, "currency": "EUR"}),
        ([(8, 900), (None, 1000)], "fee_too_high", {"limit": 999, "currency": "EUR"}),
    ],
)
def test_a_table_that_says_no_fee_for_everybody_is_refused(steps, code, facts):
    tournament = make_tournament(entries=2)
    named = {"by": make_director(), "name": "Open", "date": tournament.date, "request_key": None}

    assert refused(change_tournament, tournament, by=make_director(), fee_steps=steps) == (code, facts)
    assert refused(create_tournament, fee_steps=steps, **named) == (code, facts)
    assert Tournament.objects.count() == 1


def test_once_round_1_is_drawn_the_table_stands_and_the_amount_can_still_be_changed():
    tournament = with_steps(2)
    draw_next_round(tournament)

    change_tournament(tournament, by=make_director(), fee_steps=STEPS, fee_cents=600)

    assert (current_fee(Tournament.objects.get()), fee_steps(tournament)) == (600, STEPS)
    assert refused(change_tournament, tournament, by=make_director(), fee_steps=()) == (
        "fee_steps_stand_once_drawn",
        {},
    )


def test_who_paid_before_the_fee_fell_gets_the_difference_back_once():
    tournament = with_steps(2)
    pay(tournament, 1)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])

    for _tap in range(2):
        give_back_fee(entry_of(tournament, 1), by=make_director())

    entry = entry_of(tournament, 1)
    assert (money_of(tournament, 1), entry.refunded_by, entry.refunded_at >= entry.paid_at) == (
        (900, 200, 700),
        "director",
        True,
    )
    assert JournalLine.objects.filter(action="fee_refunded").count() == 1


def test_who_pays_the_right_amount_gets_nothing_back():
    tournament = make_tournament(entries=1, fee_cents=800)
    pay(tournament, 1)

    give_back_fee(entry_of(tournament, 1), by=make_director())

    assert money_of(tournament, 1) == (800, 0, 800)


@pytest.mark.parametrize("played", [0, 1])
def test_who_leaves_can_be_given_all_of_it_back_and_owes_nothing_then(played):
    tournament = make_tournament(entries=3, fee_cents=800, played=played)
    pay(tournament, 1)
    withdraw_entry(entry_of(tournament, 1), by=make_director())

    give_back_fee(entry_of(tournament, 1), by=make_director())

    fees = fees_of(tournament)
    assert (money_of(tournament, 1), fees.income_cents, fees.owed_cents) == ((800, 800, 0), 0, 1600)


def test_who_comes_back_pays_again():
    tournament = make_tournament(entries=3, fee_cents=800, played=1)
    pay(tournament, 1)
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    give_back_fee(entry_of(tournament, 1), by=make_director())
    return_entry(entry_of(tournament, 1), by=make_director())
    owed = fees_of(tournament).rows[0].owed_cents

    pay(tournament, 1)

    assert (owed, money_of(tournament, 1)) == (800, (1600, 800, 800))


def test_a_helper_takes_fees_but_neither_gives_any_back_nor_wipes_out_that_it_was_done():
    tournament = make_tournament(entries=3, fee_cents=800)
    mia = make_helper(tournament, "Mia")
    pay(tournament, 1, by=mia)
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    given_by_helper = refused(give_back_fee, entry_of(tournament, 1), by=mia)
    give_back_fee(entry_of(tournament, 1), by=make_director())

    wiped_out = refused(set_fee, entry_of(tournament, 1), by=mia, paid=False)

    assert (given_by_helper, wiped_out) == (("not_allowed", {}), ("not_allowed", {}))
    assert money_of(tournament, 1) == (800, 800, 0)


def test_nobody_is_removed_from_the_list_as_long_as_their_money_is_in_the_till():
    tournament = with_steps(3)
    pay(tournament, 3)
    why_not = refused(remove_entry, entry_of(tournament, 3), by=make_director())
    withdraw_entry(entry_of(tournament, 3), by=make_director())
    give_back_fee(entry_of(tournament, 3), by=make_director())

    remove_entry(entry_of(tournament, 3), by=make_director())

    assert why_not == ("player_has_paid", {"name": "Player 3", "cents": 700, "currency": "EUR"})
    assert tournament.entries.count() == 2
