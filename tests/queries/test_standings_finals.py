"""The final ranking on pages and in what follows from it: prizes, season, paths, and reasons for places."""

from datetime import timedelta

import pytest

from tests.exports.paper import page_lines
from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of, play_round
from tests.views.conftest import logged_in
from tournament.actions.cash import add_prize
from tournament.actions.tournaments import close_tournament, end_evening
from tournament.engine.finals import bracket_of
from tournament.engine.record import DOUBLE_FORFEIT
from tournament.engine.standings import standings
from tournament.engine.terms import Criterion
from tournament.exports.certificates import certificates_pdf
from tournament.models import Club, Tournament
from tournament.pages.rounds import order_reasons
from tournament.pages.standings import closed_page, finals_note, standings_title
from tournament.queries.cash import cost_statement, prize_rows
from tournament.queries.clubs import with_edition
from tournament.queries.evening import evening_of, record_of
from tournament.queries.rounds.progress import pace_of
from tournament.queries.seasons import played_evenings, years_of
from tournament.queries.standings import Finals, crosstable_page, paths_of, standings_page

pytestmark = pytest.mark.django_db


def in_the_final(**details):
    """Play the semi-finals, which the better seeds win, and draw the final, with a prize for the first."""
    tournament = make_tournament(8, 2, planned_rounds=2, **{"finals_players": 4, **details})
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=5900)
    play_round(draw_next_round(tournament), [(3, 1)])
    draw_next_round(tournament)
    return tournament


def played(**details):
    """Play the finals: the second seed wins the final."""
    tournament = in_the_final(**details)
    play_round(tournament.rounds.get(number=4), [(1, 3)])
    return tournament


def ranking_of(tournament):
    return [row.entry.number for row in standings_page(evening_of(tournament)).rows]


def winners(tournament):
    return [row.winner and row.winner.number for row in prize_rows(tournament)]


def test_until_the_last_final_the_ranking_is_that_of_the_swiss_and_says_so():
    tournament = in_the_final()
    page, record = standings_page(evening_of(tournament)), record_of(tournament)

    assert ranking_of(tournament) == [row.number for row in standings(record, 2)]
    assert (page.finals, page.after_round, page.is_provisional) == (Finals.RUNNING, 2, False)
    assert finals_note(page) == "This is the ranking before the finals, which decide the first places."
    assert winners(tournament) == [None]


def test_final_ranking_stands_on_pages_prizes_cross_table_and_paths():
    tournament = played()
    second = bracket_of(record_of(tournament)).seeds[1]
    paths = paths_of(evening_of(tournament))

    assert standings_title(tournament, standings_page(evening_of(tournament))) == "Final standings"
    assert ranking_of(tournament)[0] == second
    assert winners(tournament) == [second]
    assert crosstable_page(evening_of(tournament)).rows[0].entry.number == second
    assert paths[second][-1].rank_after == 1


def test_season_takes_the_final_ranking_and_ratings_the_length_of_each_round_of_the_finals():
    tournament = make_tournament(8, 2, planned_rounds=2, finals_players=4, finals_lengths="5 7")
    play_round(draw_next_round(tournament), [(5, 1), (5, 1)])
    play_round(draw_next_round(tournament), [(1, 7)])
    evening = played_evenings([Tournament.objects.get(pk=tournament.pk)])[tournament.pk]
    keys = {entry.number: entry.pk for entry in tournament.entries.all()}

    assert [one.rank for one in evening.participants] == list(range(1, 9))
    assert evening.participants[0].person == keys[bracket_of(record_of(tournament)).seeds[1]]
    assert not evening.is_running
    assert [match.length for match in evening.matches[-4:]] == [3, 5, 5, 7]


def test_certificates_costs_list_of_evenings_and_careers_name_the_winner_of_the_final():
    tournament = played(language="en")
    close_tournament(tournament, by=make_director())
    tournament.refresh_from_db()
    names = {entry.number: entry.display_name for entry in tournament.entries.all()}
    best = [names[number] for number in ranking_of(tournament)[:3]]
    second_seed = bracket_of(record_of(tournament)).seeds[1]
    person = tournament.entries.get(number=second_seed).person_id
    years = years_of(with_edition(Club.objects.get()))

    assert best[0] == names[second_seed]
    assert [page[1] for page in page_lines(certificates_pdf(tournament))] == best
    assert [line.winner_name for line in cost_statement(tournament).purchases] == best[:1]
    assert winner_in_list(tournament) == best[0]
    assert [place.rank for _evening, place in years.attended(person)] == [1]
    assert len([match for match in years.evenings[0].matches if person in (match.winner, match.loser)]) == 4


def winner_in_list(tournament):
    """Whom the director's first page names as the winner."""
    rows = logged_in(make_director()).get("/").context["rows"]
    return next(row.state for row in rows if row.tournament == tournament)


def test_places_of_the_finals_have_their_reason():
    page = standings_page(evening_of(played()))
    first, second = page.rows[:2]

    assert [row.standing.decided_by for row in page.rows[1:3]] == [Criterion.FINALS] * 2
    assert page.rows[4].standing.decided_by == Criterion.FINALS
    assert page.rows[3].standing.decided_by not in (Criterion.FINALS, None)
    assert order_reasons((first,), page) == (
        f"{first.entry.display_name} is ahead of {second.entry.display_name} (2nd): the finals decide.",
    )


def test_matches_won_in_the_finals_stand_beside_those_of_the_swiss():
    tournament = played(language="en")
    close_tournament(tournament, by=make_director())
    tournament.refresh_from_db()

    assert [row.finals_wins for row in standings_page(evening_of(tournament)).rows[:3]] == [2, 1, 0]
    assert [figures.split(" · ")[0] for _honour, figures in closed_page(tournament)["podium"]] == [
        "2 wins + 2 in the finals",
        "2 wins + 1 in the finals",
        "1 win",
    ]


def test_finals_that_are_over_announce_no_further_round():
    tournament = make_tournament(8, 2, planned_rounds=2, finals_players=4)
    semi_finals = draw_next_round(tournament)
    for pairing in semi_finals.pairings.all():
        enter_result(pairing, DOUBLE_FORFEIT)
    pace = pace_of(evening_of(tournament), 3, semi_finals.started_at + timedelta(hours=1))

    assert (pace.next_round_at, pace.end_at) == (None, None)


def test_finals_that_were_not_played_out_leave_the_ranking_of_the_swiss_and_say_so():
    tournament, director = in_the_final(), make_director()
    end_evening(tournament, by=director, number=4, scores={pairing_of(tournament, 4, 1).pk: None})
    close_tournament(tournament, by=director)
    tournament.refresh_from_db()
    page = standings_page(evening_of(tournament))

    assert ranking_of(tournament) == [row.number for row in standings(record_of(tournament))]
    assert finals_note(page) == "The finals were not played out: this is the ranking of the rounds before them."
    assert winners(tournament) == [ranking_of(tournament)[0]]
