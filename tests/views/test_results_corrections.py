"""A result that is corrected: first what would change, then saved."""

import re

import pytest
from django.urls import reverse

from tests.factories import (
    draw_next_round,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
    stored_rows,
)
from tests.views.conftest import sentence
from tournament.actions.results import record_result
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Entry, JournalLine, Round
from tournament.phrases.journal import journal_sentence
from tournament.phrases.refusals import refusal_at_table
from tournament.queries.record import result_of
from tournament.queries.rounds.seating import is_overtaken

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
WIN, OTHER_WIN = "played/3/0/", "played/0/3/"


@pytest.fixture
def evening():
    """Four players; round 1 is over, round 2 runs. With this draw seed 2-4 and 3-1 have played."""
    made = make_tournament(entries=4)
    play_round(draw_next_round(made), [(3, 0), (3, 1)])
    draw_next_round(made)
    made.refresh_from_db()
    return made


@pytest.fixture
def table(evening):
    """Table 1 of round 1."""
    return pairing_of(evening, 1, 1)


def send(browser, pairing, headers=None, **data):
    address = reverse("result", args=[pairing.round.tournament.slug, pairing.pk])
    return browser.post(address, {"seen": WIN, **data}, headers=headers)


def preview_address(pairing, seen=WIN, result=OTHER_WIN):
    return f"{reverse('correction', args=[pairing.round.tournament.slug, pairing.pk])}?seen={seen}&result={result}"


def round_address(tournament, number):
    return reverse("desk_round", args=[tournament.slug, number])


def preview(browser, pairing, **asked):
    return browser.get(preview_address(pairing, **asked))


def said(browser, answer):
    """Where the answer leads, and what is said there."""
    shown = browser.get(answer["Location"])
    return answer["Location"], [str(message) for message in shown.context["messages"]]


def test_a_correction_is_shown_before_it_is_saved(director, table):
    before = stored_rows()

    page = send(director, table, result=OTHER_WIN)
    in_place = send(director, table, headers=HTMX, typed="0 3")

    assert (page.status_code, page["Location"]) == (302, preview_address(table))
    assert in_place["HX-Redirect"] == preview_address(table)
    assert stored_rows() == before


def effects(context):
    """The rows of what changes for the two at the table."""
    return [re.findall(r"<td[^>]*>([^<]*)</td>", row) for row in context["corrected"].at_table.drawn_rows]


def test_the_preview_says_what_changes_however_often_it_is_looked_at(director, table):
    before = stored_rows()

    shown = [preview(director, table).context for _look in range(2)]

    for context in shown:
        assert context["corrected"].sentence == "Round 1, table 1: Player 2 3:0 Player 4 becomes 0:3."
        assert effects(context) == [["Player 2", "1 → 0", "+3 → −3"], ["Player 4", "0 → 1", "−3 → +3"]]
        places = [("Player 2", "1st → 4th"), ("Player 4", "4th → 1st")]
        assert context["corrected"].rank_changes == {"shown": places, "more": []}
        assert context["corrected"].figures == [
            ("buchholz", "Buchholz", {"shown": [("Player 2", "0 → 1"), ("Player 4", "1 → 0")], "more": []})
        ]
        assert len(context["corrected"].notices) == 1
    assert stored_rows() == before


def test_the_preview_of_a_correction_lists_only_what_changes(director, evening):
    context = preview(director, pairing_of(evening, 1, 2), seen="played/3/1/", result="played/3/2/").context

    assert effects(context) == [["Player 3", "1", "+2 → +1"], ["Player 1", "0", "−2 → −1"]]
    corrected = context["corrected"]
    assert (corrected.rank_changes["shown"], corrected.figures[0][2]["shown"], corrected.notices) == ([], [], ())


def test_many_places_are_shown_a_few_at_once(director):
    tournament = make_tournament(entries=40)
    play_round(draw_next_round(tournament), [(3, 2)] + [(3, 1)] * 19)
    table = pairing_of(tournament, 1, 1)

    rank_changes = preview(director, table, seen="played/3/2/").context["corrected"].rank_changes

    assert rank_changes["shown"][:2] == [(table.first.name, "20th → 40th"), (table.second.name, "21st → 1st")]
    assert (len(rank_changes["shown"]), len(rank_changes["more"])) == (10, 30)


def test_a_confirmed_correction_is_saved_and_leads_back_to_its_round(director, evening, table):
    answer = send(director, table, result=OTHER_WIN, confirmed="1")

    assert said(director, answer) == (round_address(evening, 1), [])
    assert result_of(pairing_of(evening, 1, 1)) == Result(Outcome.PLAYED, (0, 3))


def test_the_page_sends_what_saves_the_correction(director, evening, table):
    page = preview(director, table).content.decode()
    for name, value in (("seen", WIN), ("result", OTHER_WIN), ("confirmed", "1")):
        assert page.count(f'name="{name}" value="{value}"') == 1
    assert page.count(f'action="{reverse("result", args=[evening.slug, table.pk])}"') == 1


def test_in_a_round_still_being_played_a_correction_is_saved_at_once(director, evening):
    table = pairing_of(evening, 2, 1)
    record_result(table, by=make_director(), expected=PENDING, result=Result(Outcome.PLAYED, (3, 0)))

    answer = send(director, table, result=OTHER_WIN)

    assert answer["Location"] == round_address(evening, 2)
    assert result_of(pairing_of(evening, 2, 1)) == Result(Outcome.PLAYED, (0, 3))


def test_a_result_of_the_last_round_is_taken_away_at_once(director, evening):
    play_round(Round.objects.get(number=2), [(3, 0)])

    answer = send(director, pairing_of(evening, 2, 1), result="pending///")

    assert answer["Location"] == round_address(evening, 2)
    assert result_of(pairing_of(evening, 2, 1)) == PENDING


def test_a_score_that_cannot_be_is_refused_at_the_table(director, table):
    before = stored_rows()

    answer = send(director, table, typed="5 1")

    assert (answer.status_code, answer.templates[0].name, stored_rows()) == (422, "desk/round.html", before)


def test_what_somebody_else_has_entered_is_told_at_the_table(director, table):
    record_result(table, by=make_director(), expected=result_of(table), result=Result(Outcome.PLAYED, (3, 2)))

    answer = send(director, table, headers=HTMX, result=OTHER_WIN)

    told = sentence("result_entered_meanwhile", result={"outcome": "played", "score": (3, 2)})
    assert (answer.status_code, answer.content.decode()) == (422, told)


def test_what_somebody_else_enters_during_the_preview_is_told_with_the_table(director, evening, table):
    record_result(table, by=make_director(), expected=result_of(table), result=Result(Outcome.PLAYED, (3, 2)))
    before = stored_rows()

    looked = said(director, preview(director, table))
    saved = said(director, send(director, table, result=OTHER_WIN, confirmed="1"))

    told = sentence("result_entered_meanwhile", result={"outcome": "played", "score": (3, 2)})
    assert looked == saved == (round_address(evening, 1), [f"Table 1: {told}"])
    assert stored_rows() == before


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"seen": "x"}, "result_incomplete"),
        ({"result": ""}, "result_incomplete"),
        ({"result": "forfeit///987654"}, "result_incomplete"),
    ],
)
def test_a_preview_of_an_unreadable_correction_leads_to_the_round(director, evening, table, asked, code):
    assert said(director, preview(director, table, **asked)) == (
        round_address(evening, 1),
        [f"Table 1: {sentence(code)}"],
    )


def test_the_bye_is_not_corrected(director):
    tournament = make_tournament(entries=3, played=1)

    answer = preview(director, pairing_of(tournament, 1, None), seen="bye///")

    assert said(director, answer) == (round_address(tournament, 1), [sentence("bye_has_no_result")])


def test_a_preview_of_what_is_saved_meanwhile_leads_to_the_round(director, evening, table):
    send(director, table, result=OTHER_WIN, confirmed="1")

    assert said(director, preview(director, table)) == (round_address(evening, 1), [])


def test_a_closed_tournament_shows_no_preview(director):
    tournament = make_tournament(entries=4, played=1, planned_rounds=1)
    close_tournament(tournament, by=make_director())
    table = pairing_of(tournament, 1, 1)

    shown = preview(director, table, seen="played/3/1/")
    sent = send(director, table, seen="played/3/1/", result=OTHER_WIN)

    assert said(director, shown) == (round_address(tournament, 1), [])
    assert (sent.status_code, sent.templates[0].name) == (422, "desk/round.html")


def test_names_are_shown_as_they_are_written(director, table):
    Entry.objects.update(name="<script>alert(1)</script>")

    assert b"<script>alert" not in preview(director, table).content


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_preview_speaks_german_and_english(director, table, language):
    answer = director.get(preview_address(table), headers={"accept-language": language})

    assert answer.content.decode().partition('lang="')[2][:2] == language


def test_a_correction_and_the_re_pairing_of_the_running_round_are_one_press(director, evening, table):
    (anew,) = re.findall('name="anew" value="([0-9]+)"', preview(director, table).content.decode())
    answer = send(director, table, result=OTHER_WIN, anew=anew)

    assert answer["Location"] == round_address(evening, 2)
    assert result_of(pairing_of(evening, 1, 1)) == Result(Outcome.PLAYED, (0, 3))
    assert not is_overtaken(evening.rounds.get(number=2))


def test_where_the_running_round_has_a_result_meanwhile_neither_is_done(director, evening, table):
    play_round(evening.rounds.get(number=2), [(3, 1)])
    before = stored_rows()

    answer = said(director, send(director, table, result=OTHER_WIN, anew="2"))

    assert answer == (round_address(evening, 1), [refusal_at_table(Refused("round_has_results", round=2), 1)])
    assert stored_rows() == before


def test_what_can_be_undone_names_the_round_that_was_corrected(director, table):
    send(director, table, result=OTHER_WIN, confirmed="1")

    line = JournalLine.objects.latest("version")
    first, second = table.first.display_name, table.second.display_name
    assert journal_sentence(line.action, line.facts) == f"round 1, table 1, {first} 0:3 {second}"
