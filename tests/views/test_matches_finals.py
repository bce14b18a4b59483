"""Matches of the finals have a length of their own, wherever a score of one is shown, asked for or taken."""

import re

import pytest
from django.utils.html import strip_tags

from tests.exports.paper import page_lines
from tests.factories import (
    THREE_POINTS,
    draw_next_round,
    enter_result,
    make_director,
    make_tournament,
    pairing_of,
    player_token,
    say_words,
)
from tests.views.conftest import logged_in, on_one_line
from tournament.actions.matches import attach_transcript
from tournament.engine.record import PENDING, Result
from tournament.engine.terms import Outcome
from tournament.exports.slips import slips_pdf
from tournament.pages.matches import AttachedTranscript
from tournament.pages.results import result_code
from tournament.queries.record import result_of
from tournament.queries.results import kept_games, my_match

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
FIVE = Result(Outcome.PLAYED, (5, 4))


@pytest.fixture
def match():
    """The final, to five points, after a Swiss to three."""
    tournament = make_tournament(
        4, 1, planned_rounds=1, finals_players=2, finals_match_length=5, language="en", gammons=False
    )
    draw_next_round(tournament)
    return pairing_of(tournament, 2, 1)


def phone(match, page=""):
    entry = match.first
    return f"/en/t/{entry.tournament.slug}/p/{entry.number}/{player_token(entry)}/{page}"


def desk(match, page="rounds/2/"):
    return f"/t/{match.round.tournament.slug}/desk/{page}"


def stored(match):
    match.refresh_from_db()
    return result_of(match)


@pytest.mark.parametrize(
    ("page", "data"),
    [
        ("results/{key}/", {"result": "played/5/4/"}),
        ("results/{key}/", {"typed": "5 4"}),
        ("rounds/2/result/", {"typed": "1 5 4"}),
    ],
    ids=["button", "typed beside the table", "typed by table"],
)
def test_desk_takes_scores_of_the_finals(match, page, data):
    logged_in(make_director()).post(desk(match, page.format(key=match.pk)), {"seen": result_code(PENDING), **data})

    assert stored(match) == FIVE


def test_menu_of_a_table_of_the_consolation_is_of_the_length_of_its_match():
    """The points of a player who gives up stay below the length of the match; a gammon counts up to that length."""
    consolation = {"finals_second": "rest", "finals_second_players": 2, "finals_second_length": 1}
    tournament = make_tournament(5, 1, planned_rounds=1, language="en", finals_players=2, **consolation)
    draw_next_round(tournament)

    page = on_one_line(logged_in(make_director()).get(f"/t/{tournament.slug}/desk/rounds/2/"))

    of_tables = page.split('<section class="desk-row')[1:]
    points = [re.findall(r"<option>(\d+)</option>", part) for part in of_tables]
    counts = [re.findall(r"counts as (\d+) point", part) for part in of_tables]
    assert (points, counts) == ([["0", "1", "2"], ["0"]], [["3"], ["1"]])


def test_desk_offers_scores_of_the_finals(match):
    page = on_one_line(logged_in(make_director()).get(desk(match)))

    assert set(re.findall(r'value="played/(\d+)/0/"', page)) == {"5"}


def test_phone_offers_and_takes_scores_of_the_finals(client, match):
    page = on_one_line(client.get(phone(match)))
    client.post(phone(match), {"match": match.pk, "seen": "", "result": "played/5/4/", "expected": ""}, headers=HTMX)

    assert set(re.findall(r'value="played/(\d+)/0/"', page)) == {"5"}
    assert my_match(match.first).own.score == (5, 4)


def test_sheet_on_the_phone_and_at_the_desk_is_one_of_a_final(client, match):
    say_words(match, "0-won-single 0-won-single 0-won-single")

    pages = ((client, phone(match, "sheet/")), (logged_in(make_director()), desk(match, f"sheets/{match.pk}/")))
    for browser, address in pages:
        page = on_one_line(browser.get(address))
        assert "Match to 5" in strip_tags(re.search("<h1>.*?</h1>", page)[0])
        assert "length=5" in page
    assert len(kept_games(match).games) == 3


def test_live_score_goes_on_up_to_the_length_of_the_final(client, match):
    say_words(match, "0-won-single 0-won-single 0-won-single")

    page = on_one_line(client.get(f"/en/t/{match.round.tournament.slug}/rounds/2/"))

    live = re.search(r'<(\w+)[^>]*class="live-score"\s*>(.*?)</\1>', page, re.DOTALL)[0]
    assert strip_tags(live) == "3:0Game 4"


def test_slip_has_room_for_the_games_of_a_final(match):
    lines = page_lines(slips_pdf(match.round))[0]

    assert [line for line in lines if line.isdigit()][:9] == [str(game) for game in range(1, 10)]


def test_transcript_of_a_final_is_measured_by_its_length(match):
    attach_transcript(match, by=make_director(), data=THREE_POINTS.read_bytes())

    page = AttachedTranscript(match.round.tournament, match, match.transcript)

    assert (page.other_length, page.match_length) == (3, 5)


def test_who_has_lost_in_a_knock_out_is_told_so_and_who_has_won_what_comes_next(client):
    tournament = make_tournament(8, planned_rounds=0, finals_players=8, language="en")
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 0)))
    match = pairing_of(tournament, 1, 1)

    def told(entry):
        own_page = client.get(f"/en/t/{tournament.slug}/p/{entry.number}/{player_token(entry)}/").content.decode()
        seat = client.get(f"/en/t/{tournament.slug}/players/{entry.number}/seat/").content.decode()
        return [("No further match this evening" in page, "Next: Semi-final" in page) for page in (own_page, seat)]

    assert (told(match.first), told(match.second)) == ([(False, True)] * 2, [(True, False)] * 2)
