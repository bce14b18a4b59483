"""Taking back and doing again, from the foot of a page."""

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from tests.factories import draw_next_round, make_director, make_tournament, pairing_of, stored_rows
from tests.views.conftest import sentence
from tournament.actions.journal import history, undo
from tournament.engine.record import PENDING, Result
from tournament.engine.terms import Outcome
from tournament.models import JournalLine, Pairing, Round, SaidWord
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
WIN = Result(Outcome.PLAYED, (3, 1))


def turn(browser, name, tournament, line, **headers):
    return browser.post(reverse(name, args=[tournament.slug, line.pk]), headers=headers)


def test_the_last_change_is_taken_back_and_done_again(director, tournament):
    results = []
    for name, side in (("undo", "undoable"), ("redo", "redoable")):
        answer = turn(director, name, tournament, getattr(history(tournament), side))
        assert answer["Location"] == reverse("desk", args=[tournament.slug])
        results.append(result_of(pairing_of(tournament, 2, 1)))

    assert results == [PENDING, WIN]


def test_a_page_that_renews_itself_is_told_to_do_so_at_once(director, tournament):
    answer = turn(director, "undo", tournament, history(tournament).undoable, **HTMX)

    assert (answer.status_code, answer["HX-Trigger"]) == (204, '{"wake": {}}')


def test_a_round_that_comes_back_is_shown_as_a_whole_page(director):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    undo(history(tournament).undoable, by=make_director())

    answer = turn(director, "redo", tournament, history(tournament).redoable, **HTMX)

    assert answer["HX-Redirect"] == reverse("desk", args=[tournament.slug])


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_an_undo_that_is_refused_says_why(director, tournament, headers):
    before = stored_rows()

    answer = turn(director, "undo", tournament, JournalLine.objects.get(action="tournament_imported"), **headers)

    told = [str(message) for message in get_messages(answer.wsgi_request)]
    assert (told, stored_rows()) == ([sentence("something_done_since")], before)


def test_a_draw_is_taken_back_once_its_number_is_typed(director):
    tournament = make_tournament(entries=4)
    draw_next_round(tournament)
    address = reverse("remove_round", args=[tournament.slug, 1])

    answers = [director.get(address), director.post(address, {"confirmed": "2"})]
    left = Round.objects.count()
    answers.append(director.post(address, {"confirmed": "1"}))

    assert [answer.status_code for answer in answers] == [200, 422, 302]
    assert answers[1].context["problem"] == sentence("round_not_confirmed", round=1)
    assert (left, Round.objects.count()) == (1, 0)


def test_a_page_whose_round_was_removed_leads_on(director, tournament):
    address = reverse("desk_round", args=[tournament.slug, 9])

    answers = director.get(address), director.get(address, headers=HTMX)

    assert (answers[0].status_code, "HX-Redirect" in answers[1]) == (404, True)


def test_a_result_for_a_pairing_that_is_gone_is_refused_and_stays_so(director, tournament):
    gone = Pairing.objects.latest("pk").pk + 1
    word = {**HTMX, "Word": "0" * 32}
    answer = director.post(reverse("result", args=[tournament.slug, gone]), {}, headers=word)

    assert (answer.status_code, answer.content.decode()) == (422, sentence("pairings_changed_meanwhile"))
    assert [said.has_entered for said in SaidWord.objects.all()] == [False]
