"""Prizes and costs: what the director enters and plans, and what everyone is shown."""

import re
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from tests.factories import entry_of, make_director, stored_rows
from tests.views.conftest import sentence
from tournament.actions.cash import change_costs, set_fee
from tournament.models import Prize, Tournament

pytestmark = pytest.mark.django_db
DICE = {"place": "2", "description": "Dice", "price": "12,50"}


def address(name, tournament, *values):
    return reverse(name, args=[tournament.slug, *values])


def prizes():
    return list(Prize.objects.order_by("pk").values_list("place", "description", "price_cents"))


def hide_costs(tournament):
    change_costs(tournament, by=make_director(), treasurer="", surplus_note="", shows_costs=False)


def test_a_prize_is_entered_corrected_and_taken_off(director, tournament):
    answers = [director.post(address("add_prize", tournament), DICE)]
    entered = prizes()
    key = Prize.objects.latest("pk").pk
    corrected = {"place": "3", "description": "Cup", "price": "0.99"}
    answers.append(director.post(address("change_prize", tournament, key), corrected))
    after = prizes()
    answers.append(director.post(address("remove_prize", tournament, key)))

    assert {(answer.status_code, answer["Location"]) for answer in answers} == {
        (302, address("desk_costs", tournament))
    }
    assert (entered, after, prizes()) == (
        [(1, "Board", 5900), (2, "Dice", 1250)],
        [(1, "Board", 5900), (3, "Cup", 99)],
        [(1, "Board", 5900)],
    )


def test_a_form_that_is_sent_twice_adds_one_prize(director, tournament):
    """As where its answer was lost and the page is loaded again."""
    page = director.get(address("desk_costs", tournament)).content.decode()
    word = re.search('name="word" value="([^"]+)"', page)[1]

    answers = [director.post(address("add_prize", tournament), {**DICE, "word": word}) for _time in range(2)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert prizes() == [(1, "Board", 5900), (2, "Dice", 1250)]


def test_in_place_the_page_comes_back_with_what_is_new(director, tournament):
    answer = director.post(address("add_prize", tournament), DICE, headers={"HX-Request": "true"})

    assert (answer.status_code, answer.content.decode().count("<html")) == (200, 0)
    assert [row.prize.description for row in answer.context["statement"].purchases] == ["Board", "Dice"]


@pytest.mark.parametrize(
    ("wrong", "code", "facts"),
    [
        ({"price": "a lot"}, "price_not_understood", {}),
        ({"price": "99999"}, "price_too_high", {"limit": 999_999}),
        ({"place": "4"}, "prize_place_out_of_range", {"last": 3}),
        ({"description": " "}, "description_empty", {}),
    ],
)
def test_a_wrong_prize_is_refused_with_a_sentence_and_stays_typed(director, tournament, wrong, code, facts):
    before = stored_rows()

    answer = director.post(address("add_prize", tournament), {**DICE, **wrong})

    assert (answer.status_code, answer.context["problem"]) == (422, sentence(code, **facts))
    assert answer.context["typed"] == {**DICE, **wrong}
    assert stored_rows() == before


def test_the_fees_are_planned_as_the_director_asks(director, tournament):
    Tournament.objects.update(fee_cents=800)
    page = address("desk_costs", tournament)

    usual, asked, wrong = (
        director.get(page, query).context for query in ({}, {"share": [60, 40, 0]}, {"share": [60, 40, 1]})
    )

    assert [[cents for _place, _share, cents, _spent in context["plan"]] for context in (usual, asked, wrong)] == [
        [2800, 1680, 1120],
        [3360, 2240, 0],
        [2800, 1680, 1120],
    ]
    assert [context["plan_problem"] for context in (usual, asked, wrong)] == ["", "", sentence("shares_are_no_whole")]


def test_other_costs_are_entered_beside_the_prizes_and_leave_less_for_the_plan(director, tournament):
    Tournament.objects.update(fee_cents=800)

    director.post(address("add_prize", tournament), {"place": "0", "description": "Room", "price": "16"})
    context = director.get(address("desk_costs", tournament)).context

    assert [cents for _place, _share, cents, _spent in context["plan"]] == [2000, 1200, 800]
    assert context["statement"].purchases[-1].description == "Room"
    assert context["typed"] == {"place": "2"}


def test_a_plan_stays_as_asked_when_a_prize_is_entered_in_place(director, tournament):
    answer = director.post(
        address("add_prize", tournament), {**DICE, "share": ["60", "40", "0"]}, headers={"HX-Request": "true"}
    )

    assert [share for _place, share, _cents, _spent in answer.context["plan"]] == [60, 40, 0]


def test_spending_above_income_is_warned_of(director, tournament):
    Tournament.objects.update(fee_cents=800)

    shown = director.get(address("desk_costs", tournament)).context["shortfall"]

    assert shown == "Spending exceeds income by 59.00 €; entry fees of 56.00 € are still unpaid."


def test_everyone_sees_the_costs_only_where_the_director_says_so(director, client, tournament):
    pages = [address("costs", tournament), address("costs_pdf", tournament)]
    standings = address("standings", tournament)
    shown = [client.get(page).status_code for page in pages]
    links = [client.get(standings).content.decode().count(f'href="{pages[0]}"')]

    hide_costs(tournament)

    hidden = [client.get(page).status_code for page in pages]
    links.append(client.get(standings).content.decode().count(f'href="{pages[0]}"'))
    assert (shown, hidden, links) == ([200, 200], [404, 404], [1, 0])
    assert director.get(pages[1]).status_code == 200


def test_who_has_paid_is_for_the_director_alone(director, client, tournament):
    Tournament.objects.update(fee_cents=800)
    for number, state in ((1, {"paid": True}), (2, {"paid": False, "waived": "helps"})):
        set_fee(entry_of(tournament, number), by=make_director(), **state)

    pages = [
        director.get(address("desk_costs", tournament)).content.decode(),
        client.get(address("costs", tournament)).content.decode(),
        "".join(page.extract_text() for page in pdf_of(client.get(address("costs_pdf", tournament))).pages),
    ]

    assert [len(set(re.findall("Player [0-9]", page))) for page in pages] == [7, 0, 0]


def pdf_of(answer):
    return PdfReader(BytesIO(answer.content))


def test_whom_to_ask_and_what_becomes_of_a_surplus_stand_on_the_statement(director, client, tournament):
    Tournament.objects.update(fee_cents=999)
    Prize.objects.update(price_cents=0)
    set_fee(entry_of(tournament, 1), by=make_director(), paid=True)
    said = {"treasurer": " Zoë ", "surplus_note": "new dice", "shows_costs": "yes"}

    answer = director.post(address("change_costs", tournament), said)

    page = client.get(address("costs", tournament)).content.decode()
    assert answer["Location"] == address("desk_costs", tournament)
    assert [
        page.count(text) for text in ("Contact for money questions: Zoë", "Surplus: 9.99 €. Goes to: new dice")
    ] == [1, 1]


def test_who_gets_which_prize_stands_on_the_podium_and_with_the_final_standings(client, tournament):
    page = address("standings", tournament)
    before = client.get(page).content.decode()
    Tournament.objects.filter(pk=tournament.pk).update(is_closed=True, planned_rounds=1, version=99)
    tournament.rounds.filter(number=2).delete()

    after = client.get(page)

    winner = after.context["ranking"].rows[0].entry.display_name
    assert (before.count("Board"), after.content.decode().count("Board")) == (0, 2)
    assert [(row.winner.display_name, row.prize.description) for row in after.context["prizes"]] == [(winner, "Board")]
