"""The page that ends an evening early."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_helper,
    make_tournament,
    pairing_of,
    play_round,
    say_words,
    stored_rows,
)
from tests.views.conftest import logged_in, sentence
from tournament.actions.players import withdraw_entry
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import JournalLine, Tournament
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Five players in round 2 of five, with two open tables."""
    made = make_tournament(entries=5, played=1)
    draw_next_round(made)
    return made


def address(tournament, number=2):
    return reverse("end_evening", args=[tournament.slug, number])


def fields(answer):
    """What is typed, by the names of the fields."""
    inputs = re.findall(r'<input[^>]*class="form-control reached"[^>]*>', answer.content.decode())
    return {re.search('name="([^"]*)"', one)[1]: re.search('value="([^"]*)"', one)[1] for one in inputs}


def test_each_open_table_is_asked_for_and_what_stands_on_its_sheet_is_there(director, evening):
    first, second = (pairing_of(evening, 2, table).pk for table in (1, 2))
    say_words(pairing_of(evening, 2, 2), "0-won-single")

    answer = director.get(address(evening))

    asked = {f"first-{first}": "", f"second-{first}": "", f"first-{second}": "1", f"second-{second}": "0"}
    assert fields(answer) == asked


def test_one_press_ends_it_and_leads_to_closing_and_one_undo_brings_it_back(director, evening):
    first, second = (pairing_of(evening, 2, table).pk for table in (1, 2))
    typed = {f"first-{first}": "2", f"second-{first}": " 1", f"first-{second}": "", f"second-{second}": ""}

    answer = director.post(address(evening), typed)

    assert (answer.status_code, answer["Location"]) == (302, reverse("close", args=[evening.slug]))
    assert result_of(pairing_of(evening, 2, 1)) == Result(Outcome.STOPPED, (2, 1))
    assert not evening.rounds.get(number=2).pairings.filter(pk=second).exists()
    director.post(reverse("undo", args=[evening.slug, JournalLine.objects.latest("version").pk]))
    assert evening.rounds.get(number=2).pairings.filter(outcome="pending").count() == 2
    assert Tournament.objects.get().planned_rounds == 5


@pytest.mark.parametrize(
    ("typed", "code"), [(("2", ""), "score_not_understood"), (("x", "1"), "score_not_understood"), (("3", "1"), "")]
)
def test_an_impossible_score_is_refused_and_stays_typed(director, evening, typed, code):
    first, second = (pairing_of(evening, 2, table).pk for table in (1, 2))
    sent = {f"first-{first}": typed[0], f"second-{first}": typed[1], f"first-{second}": "", f"second-{second}": ""}
    before = stored_rows()

    answer = director.post(address(evening), sent)

    told = re.search('id="problem"[^>]*>([^<]*)<', answer.content.decode())[1]
    assert (answer.status_code, stored_rows() == before, fields(answer)) == (422, True, sent)
    assert told == sentence(code) if code else told


def test_ending_from_an_outdated_page_is_refused(director, evening):
    first = pairing_of(evening, 2, 1).pk

    answer = director.post(address(evening), {f"first-{first}": "", f"second-{first}": ""})

    assert answer.status_code == 422
    assert sentence("round_changed_meanwhile", round=2) in answer.content.decode()


def test_a_round_that_is_not_there_ends_nothing(director, evening):
    assert [director.get(address(evening, 7)).status_code, director.post(address(evening, 7)).status_code] == [404, 404]


def left_alone(tournament, days):
    """As if everything had happened so many days earlier."""
    at = timezone.now() - timedelta(days=days)
    JournalLine.objects.filter(tournament=tournament).update(at=at)
    tournament.rounds.update(started_at=at)


def asks(browser, tournament):
    page = browser.get(reverse("desk_round", args=[tournament.slug, 2])).content.decode()
    return "Has the evening ended?" in page


def test_after_two_days_without_a_change_it_is_asked_once_if_it_has_ended(director, evening):
    helper = logged_in(make_helper(evening))
    asked = [asks(director, evening)]
    left_alone(evening, days=1)
    asked.append(asks(director, evening))
    left_alone(evening, days=3)
    asked += [asks(director, evening), asks(helper, evening)]

    director.post(reverse("evening_goes_on", args=[evening.slug]))
    left_alone(evening, days=3)

    assert (asked, asks(director, evening)) == ([False, False, True, False], False)


def test_after_any_change_it_is_not_asked_whether_the_evening_has_ended(director, evening):
    left_alone(evening, days=3)
    withdraw_entry(entry_of(evening, 1), by=make_director())

    assert not asks(director, evening)


def test_page_says_that_a_final_stays_once_it_is_played(director):
    made = make_tournament(8, 1, planned_rounds=1, finals_players=4, finals_third_place=True, language="en")
    play_round(draw_next_round(made), [(3, 1)])
    draw_next_round(made)

    told = [told_of_finals(director, made)]
    for table in (1, 2):
        enter_result(pairing_of(made, 3, table), Result(Outcome.PLAYED, (3, 1)))
        told.append(told_of_finals(director, made))

    assert told == [
        "Not over, so removed: final. The ranking of the rounds before the finals stays.",
        "The final stays. Matches that are still open fall away, and no further round is drawn.",
        "The final stays, and no further round is drawn.",
    ]


def told_of_finals(director, tournament):
    page = director.get(address(tournament, 3)).content.decode()
    return " ".join(re.search("<p>(.*?)</p>", page.split("end-evening", 1)[1], re.DOTALL)[1].split())
