"""The desk: where the hand is, the settings, closing and reopening."""

import pytest
from django.urls import reverse

from tests.factories import draw_next_round, make_tournament, pairing_of, play_round, stored_rows
from tests.views.conftest import sentence
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
SETTINGS = {
    "name": "Winter Open",
    "date": "2026-12-01",
    "venue": "",
    "planned_rounds": "6",
    "fee": "5",
    "language": "en",
    "paper": "a4",
    "reporting": "both",
}


def address(name, tournament, *values):
    return reverse(name, args=[tournament.slug, *values])


def said(answer):
    return [str(message) for message in answer.context["messages"]]


def test_the_desk_leads_to_the_players_and_once_drawn_to_the_round(director):
    tournament = make_tournament(entries=4)
    leads_to = [director.get(address("desk", tournament))["Location"]]
    play_round(draw_next_round(tournament))
    draw_next_round(tournament)
    leads_to.append(director.get(address("desk", tournament))["Location"])

    assert leads_to == [address("desk_players", tournament), address("desk_round", tournament, 2)]


def test_the_settings_are_changed(director):
    tournament = make_tournament(entries=0, venue="Konstanz", fee_cents=800)

    answer = director.post(address("settings", tournament), {**SETTINGS, "count_excess_points": "on"})

    stored = Tournament.objects.get()
    assert answer["Location"] == address("desk", tournament)
    assert (stored.name, stored.venue, stored.planned_rounds, stored.fee_cents, stored.count_excess_points) == (
        "Winter Open",
        "",
        6,
        500,
        True,
    )


def test_the_same_settings_are_no_change(director):
    tournament = make_tournament(entries=0)
    director.post(address("settings", tournament), SETTINGS)
    before = stored_rows()

    director.post(address("settings", tournament), SETTINGS)

    assert stored_rows() == before


def test_settings_that_cannot_be_say_why(director):
    tournament = make_tournament(entries=4, played=2)
    before = stored_rows()

    answer = director.post(address("settings", tournament), {**SETTINGS, "planned_rounds": "1"})

    assert (answer.status_code, stored_rows()) == (422, before)
    assert answer.context["form"].errors == {"__all__": [sentence("fewer_rounds_than_paired", rounds=1, paired=2)]}


def test_what_counts_of_a_score_stays_once_round_1_is_drawn(director):
    tournament = make_tournament(entries=4, played=1)

    director.post(address("settings", tournament), {**SETTINGS, "count_excess_points": "on"})

    stored = Tournament.objects.get()
    assert (stored.name, stored.count_excess_points) == ("Winter Open", False)


def test_a_tournament_is_closed_and_reopened(director):
    tournament = make_tournament(entries=4, played=1)

    closed = director.post(address("close", tournament))
    is_closed = Tournament.objects.get().is_closed
    reopened = director.post(address("reopen", tournament))

    assert (closed["Location"], is_closed) == (address("desk_standings", tournament), True)
    assert (reopened["Location"], Tournament.objects.get().is_closed) == (address("desk", tournament), False)


def test_closing_tells_how_many_still_owe_the_fee(director):
    tournament = make_tournament(entries=2, fee_cents=800)

    answer = director.post(address("close", tournament), follow=True)

    assert said(answer) == ["Closed with 2 unpaid fees (16.00 €). To tick off later payments, reopen the tournament."]


def test_closing_waits_for_the_last_result(director):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)

    answer = director.post(address("close", tournament), follow=True)

    assert said(answer) == [sentence("results_missing", tables=(1, 2))]
    assert Tournament.objects.get().is_closed is False


@pytest.mark.parametrize(
    ("name", "values", "data"),
    [
        ("add_player", (), {"name": "Zoë"}),
        ("draw", (), {"number": "2"}),
        ("settings", (), SETTINGS),
        ("mark_fee", (1,), {"fee": "paid"}),
    ],
)
def test_a_closed_tournament_says_that_it_has_to_be_reopened(director, name, values, data):
    tournament = make_tournament(entries=4, played=1)
    director.post(address("close", tournament))

    answer = director.post(address(name, tournament, *values), data, follow=True)

    text = answer.content.decode()
    assert text.count(sentence("tournament_is_closed")) == 1


def test_a_closed_round_takes_no_result(director):
    tournament = make_tournament(entries=4, played=1)
    director.post(address("close", tournament))
    before = stored_rows()

    answer = director.post(
        address("result", tournament, pairing_of(tournament, 1, 1).pk),
        {"seen": "played/3/1/", "result": "played/1/3/"},
    )

    assert (answer.status_code, stored_rows()) == (422, before)
    assert answer.content.decode().count(sentence("tournament_is_closed")) == 1
