"""The page on which pairings are changed by hand."""

import pytest
from django.urls import reverse

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    stored_rows,
)
from tests.views.conftest import sentence
from tournament.actions.players import NewPlayer, add_entries, keep_apart, withdraw_entry
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Round
from tournament.queries.rounds.seating import stored_pairs

pytestmark = pytest.mark.django_db
STORED = "5-2 4-3 1-0"


@pytest.fixture
def drawn():
    """Five players; round 1 is 5-2, 4-3, and the bye for 1."""
    made = make_tournament(entries=5)
    draw_next_round(made)
    made.refresh_from_db()
    return made


def address(tournament):
    return reverse("pairings", args=[tournament.slug, 1])


def press(browser, tournament, draft=STORED, seen=STORED, **sent):
    return browser.post(address(tournament), {"draft": draft, "seen": seen, **sent})


def test_the_page_shows_what_is_chosen_beside_what_the_rules_give(director, drawn):
    context = director.get(address(drawn)).context

    assert (context["draft"], context["expected"], context["is_changed"]) == (STORED, STORED, False)
    assert [pair.first.number for pair in context["rules"]] == [5, 4, 1]


def test_a_step_changes_the_draft_alone(director, drawn):
    before = stored_rows()

    answer = press(director, drawn, swap="1", pick=["2", "3"], reason="club mates")

    context = answer.context
    assert (context["draft"], context["is_changed"], context["reason"]) == ("5-3 4-2 1-0", True, "club mates")
    assert [(pair.first.number, pair.second.number) for pair in context["changed"]] == [(5, 3), (4, 2)]
    assert (answer.status_code, stored_rows()) == (200, before)


def test_saving_changes_the_round_and_leads_back_to_it(director, drawn):
    answer = press(director, drawn, draft="5-3 4-2 1-0", save="1", reason="club mates")

    round_ = Round.objects.get()
    assert answer["Location"] == reverse("desk_round", args=[drawn.slug, 1])
    assert (set(stored_pairs(round_)), round_.manual) == ({(5, 3), (2, 4), (1, None)}, True)


def test_a_swap_takes_three_clicks_and_no_reason(director, drawn):
    answer = press(director, drawn, swap_and_save="1", pick=["2", "3"], reason=" ")

    round_ = drawn.rounds.get()
    assert (answer.status_code, round_.manual, round_.reason) == (302, True, "")
    assert set(stored_pairs(round_)) == {(5, 3), (2, 4), (1, None)}


def test_two_who_are_to_be_kept_apart_are_swapped_together_only_after_the_page_has_said_so(director, drawn):
    keep_apart(entry_of(drawn, 2), entry_of(drawn, 4), by=make_director())

    told = press(director, drawn, swap_and_save="1", pick=["2", "3"], reason=" ")
    saved = press(director, drawn, draft=told.context["draft"], save="1", reason=" ")

    assert (told.status_code, [pair.are_kept_apart for pair in told.context["chosen"]]) == (200, [False, True, False])
    beside_the_button = told.text.partition('id="changed"')[2].partition('name="save"')[0]
    assert "not to be paired with each other" in beside_the_button
    assert (saved.status_code, drawn.rounds.get().manual) == (302, True)


def test_a_reason_that_is_too_long_keeps_the_draft(director, drawn):
    answer = press(director, drawn, draft="5-3 4-2 1-0", save="1", reason="x" * 201)

    assert (answer.status_code, answer.context["problem"]) == (422, sentence("reason_too_long", limit=200))


def test_saving_pairings_that_leave_players_out_names_them(director, drawn):
    answer = press(director, drawn, draft="5-3 4 2 1-0", save="1", reason="wish")

    names = {number: f"Player {number}" for number in range(1, 6)}
    assert answer.context["problem"] == sentence("not_everyone_once", names, missing=(2, 4), twice=())


def test_pairings_changed_by_somebody_else_are_shown_anew(director, drawn):
    press(director, drawn, draft="5-3 4-2 1-0", save="1", reason="club mates")

    answer = press(director, drawn, draft="5-1 4-3 2-0", save="1", reason="wish")

    assert (answer.status_code, answer.context["problem"]) == (422, sentence("pairings_changed_meanwhile"))
    assert answer.context["draft"] == answer.context["expected"] == "5-3 2-4 1-0"


def test_one_tap_goes_back_to_the_rules(director, drawn):
    press(director, drawn, draft="5-3 4-2 1-0", save="1", reason="club mates")

    answer = director.post(reverse("pair_anew", args=[drawn.slug, 1]), {"pairs": "5-2 4-3 1-0"})

    assert answer["Location"] == reverse("desk_round", args=[drawn.slug, 1])
    assert stored_pairs(Round.objects.get()) == ((5, 2), (4, 3), (1, None))


def test_before_a_round_is_paired_anew_the_page_says_which_tables_change(director, drawn):
    address = reverse("pair_anew", args=[drawn.slug, 1])
    same = director.get(address)
    press(director, drawn, draft="5-3 4-2 1-0", save="1", reason="club mates")

    answer = director.get(address)

    assert (same.context["changed"], answer.context["pairs"]) == ((), "5-2 4-3 1-0")
    assert list(answer.context["changed"]) == [
        (1, "Player 5 – Player 3", "Player 5 – Player 2"),
        (2, "Player 2 – Player 4", "Player 4 – Player 3"),
    ]


def test_where_the_rules_now_give_other_tables_than_shown_the_page_shows_those_first(director, drawn):
    address = reverse("pair_anew", args=[drawn.slug, 1])
    withdraw_entry(entry_of(drawn, 1), by=make_director())

    answer = director.post(address, {"pairs": "5-2 4-3 1-0"})

    assert (answer.status_code, answer.context["problem"]) == (422, sentence("pairings_changed_meanwhile"))
    assert stored_pairs(Round.objects.get()) == ((5, 2), (4, 3), (1, None))


def test_a_round_with_a_result_is_not_paired_anew_and_the_page_says_so(director, drawn):
    enter_result(pairing_of(drawn, 1, 1), Result(Outcome.PLAYED, (3, 1)))

    answer = director.get(reverse("pair_anew", args=[drawn.slug, 1]))

    assert answer.context["problem"] == sentence("round_has_results", round=1)


def test_the_desk_offers_pairing_by_hand_until_a_result_is_in(director, drawn):
    desk = reverse("desk_round", args=[drawn.slug, 1])
    offered = [director.get(desk).context["around"].can_change_pairings]
    enter_result(pairing_of(drawn, 1, 1), Result(Outcome.PLAYED, (3, 1)))
    offered.append(director.get(desk).context["around"].can_change_pairings)

    assert offered == [True, False]


def test_the_draft_begins_with_those_who_are_here_now(director, drawn):
    withdraw_entry(entry_of(drawn, 2), by=make_director())
    add_entries(drawn, by=make_director(), players=[NewPlayer("Zoë")])

    context = director.get(address(drawn)).context
    answer = press(director, drawn, draft="5-6 4-3 1-0", save="1", reason="Zoë came")

    assert (context["draft"], context["expected"]) == ("4-3 1-0 6 5", STORED)
    assert answer.status_code == 302
    assert set(stored_pairs(Round.objects.get())) == {(6, 5), (4, 3), (1, None)}


def test_a_draft_with_somebody_who_has_left_meanwhile_begins_anew(director, drawn):
    withdraw_entry(entry_of(drawn, 2), by=make_director())

    answer = press(director, drawn, draft="5-3 4-2 1-0", save="1", reason="club mates")

    assert answer.context["problem"] == sentence("pairings_changed_meanwhile")
    assert (answer.context["draft"], answer.status_code) == ("4-3 1-0 5", 422)


def test_the_chosen_pairings_and_those_of_the_rules_name_their_tables(director, drawn):
    """Pairs that stay keep their tables; a new pair takes what is free."""
    answer = press(director, drawn, draft="5-3 4-2 1-0", swap="1")

    chosen, rules = ([(one.pair, one.table) for one in answer.context[name]] for name in ("chosen", "rules"))
    assert chosen == [((5, 3), 1), ((4, 2), 2), ((1, None), None)]
    assert rules == [((5, 2), 1), ((4, 3), 2), ((1, None), None)]


def test_players_of_the_same_name_are_shown_with_their_clubs(director):
    same = make_tournament(players=[NewPlayer("Anna Keller", "Ulm"), NewPlayer("Anna Keller", "Konstanz", 1)])
    draw_next_round(same)

    page = director.get(reverse("pairings", args=[same.slug, 1])).content.decode()

    assert [page.count(f"<bdi>Anna Keller ({club})</bdi>") for club in ("Ulm", "Konstanz")] == [2, 2]
