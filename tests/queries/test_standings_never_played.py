"""Who has left without ever having taken part: at the end of the ranking, without a place, and blocking none."""

import pytest

from tests.exports.paper import page_lines
from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of
from tournament.actions.cash import add_prize
from tournament.actions.players import NewPlayer, withdraw_entry
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.exports.certificates import certificates_pdf
from tournament.exports.messages import standings_text
from tournament.exports.open_data import standings_json
from tournament.models import Club
from tournament.pages.rounds import order_reasons
from tournament.pages.standings import course_page, crosstable_sheet, standings_sheet
from tournament.queries.cash import prize_rows
from tournament.queries.clubs import with_edition
from tournament.queries.evening import evening_of
from tournament.queries.persons import honours
from tournament.queries.seasons import years_of
from tournament.queries.standings import crosstable_page, place_of, standings_page

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """A round of four, of whom Dana does not appear and leaves."""
    tournament = make_tournament(
        players=[NewPlayer(name) for name in ("Anna", "Ben", "Cem", "Dana")],
        planned_rounds=1,
        language="en",
        draw_seed="1",
    )
    director = make_director()
    add_prize(tournament, by=director, place=3, description="Board", price_cents=100)
    draw_next_round(tournament)
    missing = tournament.entries.get(name="Dana")
    for table in (1, 2):
        pairing = pairing_of(tournament, 1, table)
        if missing in (pairing.first, pairing.second):
            other = pairing.second if pairing.first == missing else pairing.first
            enter_result(pairing, Result(Outcome.FORFEIT, winner=other.number))
        else:
            enter_result(pairing, Result(Outcome.PLAYED, (4, 0)))
    withdraw_entry(missing, by=director)
    tournament.refresh_from_db()
    return tournament


def test_no_place_stands_on_pages_papers_and_files(evening):
    page = standings_page(evening_of(evening))
    lost = page.rows[2].entry.display_name

    assert [row.standing.place for row in page.rows] == [1, 2, 3, None]
    assert [row[:2] for row in standings_sheet(evening, page).rows[2:]] == [(3, lost), (None, "Dana")]
    assert [row[0] for row in crosstable_sheet(evening, crosstable_page(evening_of(evening))).rows] == [1, 2, 3, None]
    assert standings_text(evening, page).splitlines()[-1].startswith("– Dana")
    assert [line.display_name for line in course_page(evening_of(evening)).lines][2:] == [lost]
    assert standings_json(evening, page).decode().count('"place": null') == 1
    assert order_reasons(page.rows[2:3], page) == ("Dana has left without having played and has no place.",)
    places = [place_of(evening_of(evening), number) for number in (4, page.rows[2].entry.number)]
    assert (places[0], places[1].players) == (None, 3)


def test_prizes_certificates_and_season_go_to_those_who_took_part(evening):
    page = standings_page(evening_of(evening))
    lost = page.rows[2].entry
    season = years_of(with_edition(Club.objects.get())).evenings[0].played

    assert [row.winner and row.winner.name for row in prize_rows(evening)] == [lost.name]
    assert [honour.entry.name for honour in honours(evening)] == [row.entry.name for row in page.rows[:3]]
    assert len(page_lines(certificates_pdf(evening))) == 3
    assert [place.rank for place in season.participants] == [1, 2, 3]
