"""Who owes the entry fee at the door, what is given back, and receipts."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.exports.paper import page_lines
from tests.factories import draw_next_round, entry_of, make_director, make_helper, make_tournament
from tests.views.conftest import logged_in, on_one_line
from tournament.actions.cash import give_back_fee, set_fee
from tournament.actions.players import NewPlayer, withdraw_entry
from tournament.actions.tournaments import change_tournament
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
AT_THE_DOOR = {"list": "owing"}


@pytest.fixture
def tournament():
    """Four players at 8 €; Anna has paid it, Zoë 9 €."""
    made = make_tournament(players=[NewPlayer(name) for name in ("Zoë", "Bo", "Öz", "Anna")], fee_cents=900)
    set_fee(entry_of(made, 1), by=make_director(), paid=True)
    change_tournament(made, by=make_director(), fee_cents=800)
    set_fee(entry_of(made, 4), by=make_director(), paid=True)
    return made


def address(name, tournament, *values):
    return reverse(name, args=[tournament.slug, *values])


def listed(answer):
    return [[row.entry.name for row in answer.context[kind]] for kind in ("owed", "overpaid")]


def shown(answer, text):
    return on_one_line(answer).count(text)


def test_who_owes_stands_there_by_name_and_who_gets_something_back(director, tournament):
    answer = director.get(address("owing", tournament))

    assert listed(answer) == [["Bo", "Öz"], ["Zoë"]]
    assert [shown(answer, text) for text in ("Bo has paid", "Refund 1.00 € to Zoë")] == [1, 1]


def test_one_tap_takes_somebody_off_the_list_in_place_and_as_a_page(director, tournament):
    data = {"fee": "paid", **AT_THE_DOOR}

    in_place = director.post(address("mark_fee", tournament, 2), data, headers=HTMX)
    whole = director.post(address("mark_fee", tournament, 3), data)

    assert (in_place.status_code, listed(in_place)) == (200, [["Öz"], ["Zoë"]])
    assert (whole.status_code, whole["Location"]) == (302, address("owing", tournament))
    assert listed(director.get(whole["Location"])) == [[], ["Zoë"]]


@pytest.mark.parametrize("name", ["desk_players", "owing"])
def test_the_page_sends_along_which_amount_it_has_shown(director, tournament, name):
    shown = director.get(address(name, tournament)).content.decode()
    change_tournament(tournament, by=make_director(), fee_cents=700)
    amounts = set(re.findall('name="lacking" value="([0-9]+)"', shown))

    answer = director.post(address("mark_fee", tournament, 2), {"fee": "paid", "lacking": "800"}, headers=HTMX)

    assert amounts - {"0"} == {"800"}
    assert answer.content.decode() == "The amount due has changed in the meantime: Bo now pays 7.00 €. Tick again."


def test_one_press_takes_everybody_off_the_list_in_place_and_as_a_page(tournament):
    helper = logged_in(make_helper(tournament, "Mia"))
    said = {"here": "no", "together": "1600"}

    pages = [on_one_line(helper.get(address(name, tournament))) for name in ("owing", "desk_players")]
    late = helper.post(address("mark_fees", tournament), {**said, "together": "2400"}, headers=HTMX)
    in_place = helper.post(address("mark_fees", tournament), {**said, **AT_THE_DOOR}, headers=HTMX)
    whole = helper.post(address("mark_fees", tournament), said)

    assert [page.count("Mark all 2 as paid") for page in pages] == [1, 1]
    assert late.content.decode() == "The amount due has changed in the meantime: it is 16.00 € now. Press again."
    assert (listed(in_place), shown(in_place, "as paid")) == ([[], ["Zoë"]], 0)
    assert whole["Location"] == address("desk_players", tournament)
    assert [entry_of(tournament, number).paid_to for number in (2, 3)] == ["Mia", "Mia"]


def test_what_was_too_much_is_given_back_with_one_tap(director, tournament):
    in_place = director.post(address("refund_fee", tournament, 1), AT_THE_DOOR, headers=HTMX)
    again = director.post(address("refund_fee", tournament, 1))

    assert (listed(in_place), again["Location"]) == ([["Bo", "Öz"], []], address("desk_players", tournament))
    assert entry_of(tournament, 1).refunded_cents == 100


def test_a_part_of_the_fee_is_typed_and_the_rest_stays_on_the_list(director, tournament):
    page = director.get(address("owing", tournament))
    part = {"fee": "paid", "lacking": "800", "amount": "3,50", **AT_THE_DOOR}

    in_place = director.post(address("mark_fee", tournament, 2), part, headers=HTMX)
    again = director.post(address("mark_fee", tournament, 2), part, headers=HTMX)

    assert shown(page, 'value="8.00"') == 2
    assert (listed(in_place), shown(in_place, 'value="4.50"')) == ([["Bo", "Öz"], ["Zoë"]], 1)
    assert again.content.decode() == "The amount due has changed in the meantime: Bo now pays 4.50 €. Tick again."
    assert entry_of(tournament, 2).paid_cents == 350


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("9", "Enter an amount of at most 8.00 €."),
        ("half", "Enter the amount with a point or a comma, for example 5.50."),
    ],
)
def test_an_impossible_part_of_a_fee_is_refused_and_nothing_is_paid(director, tournament, typed, sentence):
    answer = director.post(address("mark_fee", tournament, 2), {"fee": "paid", "amount": typed}, headers=HTMX)

    assert (answer.content.decode(), entry_of(tournament, 2).paid_cents) == (sentence, None)


def test_why_a_fee_cannot_be_marked_stands_on_the_list(director, tournament):
    Tournament.objects.update(is_closed=True)

    answer = director.post(address("mark_fee", tournament, 2), {"fee": "paid", **AT_THE_DOOR}, headers=HTMX)

    assert (answer.status_code, answer.content.decode()) == (
        422,
        "The tournament is closed. Reopen it to make changes.",
    )


def test_a_helper_takes_fees_from_the_list_and_gives_nothing_back(tournament):
    helper = logged_in(make_helper(tournament, "Mia"))

    answer = helper.post(address("mark_fee", tournament, 2), {"fee": "paid", **AT_THE_DOOR}, headers=HTMX)

    assert (listed(answer), entry_of(tournament, 2).paid_to) == ([["Öz"], ["Zoë"]], "Mia")
    assert shown(answer, address("refund_fee", tournament, 1)) == 0
    assert helper.post(address("refund_fee", tournament, 1)).status_code == 403


def till(answer):
    """The line of the till as it is read."""
    line = re.search('(?s)class="till">(.*?)</(?:div|p)>', answer.content.decode())[1]
    return " ".join(re.sub("(?s)<form.*?</form>|<[^>]*>", "", line).split())


def test_the_till_is_one_line_at_the_head_of_the_list_of_players_and_of_the_list_for_the_door(director, tournament):
    set_fee(entry_of(tournament, 3), by=make_director(), paid=False, waived="helps")

    pages = [director.get(address(name, tournament)) for name in ("desk_players", "owing")]

    line = "Till 17 € of 24 € 8 € unpaid 1 € to refund 1 waived"
    assert [till(page) for page in pages] == [line, line]


def test_a_fee_that_follows_from_the_number_of_players_is_told_until_the_draw(director):
    tournament = make_tournament(entries=2, fee_steps=[(2, 900), (None, 700)])
    told = "The fee depends on the number of players"
    before = director.get(address("desk_players", tournament))
    draw_next_round(tournament)

    after = director.get(address("desk_players", tournament))

    assert [shown(page, told) for page in (before, after)] == [1, 0]
    assert [till(page) for page in (before, after)] == ["Till 0 € of 18 € 18 € unpaid"] * 2


def test_without_a_fee_nothing_is_said_of_one(director):
    tournament = make_tournament(entries=2)

    players, owing = (director.get(address(name, tournament)) for name in ("desk_players", "owing"))

    assert (till(players), shown(owing, "Till")) == ("2 players", 0)
    assert (shown(players, address("owing", tournament)), shown(owing, "no entry fee")) == (0, 1)


def test_the_menu_of_who_has_left_offers_the_whole_fee_back_and_says_when_it_was_paid(director, tournament):
    withdraw_entry(entry_of(tournament, 4), by=make_director())
    offered = director.get(address("desk_players", tournament))
    give_back_fee(entry_of(tournament, 4), by=make_director())

    done = director.get(address("desk_players", tournament))

    assert [shown(page, "Refund 8.00 €</button>") for page in (offered, done)] == [1, 0]
    assert [shown(page, "Refunded: 8.00 €") for page in (offered, done)] == [0, 1]
    assert [shown(page, address("receipt", tournament, 4)) for page in (offered, done)] == [1, 1]


def among(addresses, answer):
    return [one for one in addresses if shown(answer, f'action="{one}"')]


def test_before_the_draw_who_has_paid_leaves_gets_the_fee_back_and_is_then_removed(director, tournament):
    menu = address("desk_players", tournament)
    ways = [address(name, tournament, 4) for name in ("remove_player", "withdraw_player", "return_player")]

    offered = [among(ways, director.get(menu))]
    refused = director.post(ways[0], headers=HTMX)
    director.post(ways[1])
    offered.append(among(ways, director.get(menu)))
    director.post(address("refund_fee", tournament, 4))
    offered.append(among(ways, director.get(menu)))

    assert offered == [[ways[1]], [ways[2]], [ways[0], ways[2]]]
    assert refused.content.decode() == ("Anna has paid 8.00 €. Choose “Mark as left”; then the fee can be refunded.")


def test_a_receipt_is_for_who_has_paid_even_when_the_tournament_is_closed(director, tournament):
    Tournament.objects.update(is_closed=True)

    paid, owing = (director.get(address("receipt", tournament, number)) for number in (4, 2))

    assert (paid.status_code, paid["Content-Type"], owing.status_code) == (200, "application/pdf", 404)
    assert shown(director.get(address("desk_players", tournament)), address("receipt", tournament, 4)) == 1


def test_a_voucher_is_printed_by_its_number_also_where_it_is_cancelled(director, tournament):
    set_fee(entry_of(tournament, 4), by=make_director(), paid=False)

    cancelled, none = (director.get(address("voucher", tournament, number)) for number in (2, 3))

    assert (cancelled.status_code, none.status_code) == (200, 404)
    label = f"Quittung {timezone.localdate().year}-0002"
    assert page_lines(cancelled.content)[0][1:4] == [label, "20. November 2026 · Konstanz", "Storniert"]
    assert director.get(address("receipt", tournament, 4)).status_code == 404


def test_the_cash_book_leads_to_each_voucher_and_strikes_what_is_cancelled(director, tournament):
    set_fee(entry_of(tournament, 4), by=make_director(), paid=False)

    book = director.get(address("cash_book", tournament))

    assert [shown(book, address("voucher", tournament, number)) for number in (1, 2, 3)] == [1, 1, 0]
    assert [shown(book, text) for text in ("<s>Entry fee</s>", "<s>8.00</s>", "<s>9.00</s>")] == [1, 1, 0]
    assert shown(director.get(address("desk_costs", tournament)), address("cash_book", tournament)) == 1
    assert director.get(address("cash_book_pdf", tournament))["Content-Type"] == "application/pdf"


def test_without_a_voucher_the_cash_book_says_what_gets_one(director):
    tournament = make_tournament(entries=2, fee_cents=800)

    book = director.get(address("cash_book", tournament))

    assert [shown(book, text) for text in ("No vouchers yet", address("cash_book_pdf", tournament))] == [1, 0]
