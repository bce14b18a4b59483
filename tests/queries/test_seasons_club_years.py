"""Everybody's evenings, matches and ratings over the years of a club, and the rankings of its seasons."""

from datetime import date

import pytest

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
)
from tests.reference.season import rating_after
from tournament.actions.results import record_result
from tournament.engine.finals import are_over, shown_standings
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.machine.cache import clear_cache
from tournament.models import (
    Club,
    Entry,
    ImportedMatch,
    MatchImport,
    Pairing,
    Person,
    Round,
    Season,
    SeasonEvening,
    Tournament,
)
from tournament.queries.clubs import with_edition
from tournament.queries.evening import record_of
from tournament.queries.record import length_at, result_of
from tournament.queries.seasons import years_of
from tournament.season.record import PointsBy

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 21)


def years():
    return years_of(with_edition(Club.objects.get()))


def evening(day, scores=((3, 0), (3, 1)), players=4, rounds=1, **fields):
    """An evening of which so many rounds are played, the better start numbers first in the list of the register."""
    tournament = make_tournament(entries=players, date=day, name=f"Evening {day}", planned_rounds=rounds, **fields)
    for _round in range(rounds):
        play_round(draw_next_round(tournament), scores)
    return tournament


def season(**fields):
    fields = {"begins": date(2026, 1, 1), "ends": date(2026, 12, 31), "name": "2026", "key": "2026", **fields}
    return Season.objects.create(club=Club.objects.get(), **fields)


def table(of):
    known = years()
    return {known.names[row.person]: row.points for row in known.season(of).rows}


def test_the_evenings_between_the_days_belong_to_a_season_and_practice_to_none():
    for day in (date(2025, 12, 31), date(2026, 1, 1), date(2026, 12, 31), date(2027, 1, 1)):
        evening(day)
    evening(date(2026, 5, 5), is_practice=True)

    facts = years().season(season())

    assert [each.tournament.date for each in facts.evenings] == [date(2026, 1, 1), date(2026, 12, 31)]


def test_without_days_those_that_were_ticked_belong_to_it():
    evening(date(2026, 3, 3))
    ticked = evening(date(2025, 3, 3))
    of = season(begins=None, ends=None)
    SeasonEvening.objects.create(season=of, tournament=ticked)

    assert [each.tournament for each in years().season(of).evenings] == [ticked]


def test_each_evening_counts_as_its_own_criteria_rank_it():
    lists = ["point_difference buchholz head_to_head", "sonneborn_berger", "", "points_won head_to_head"]
    scores = ((3, 0), (3, 1), (4, 2), (2, 3), (1, 3))
    evenings = [
        evening(date(2026, 3, day), scores, players=8, rounds=3, ranking=ranking)
        for day, ranking in enumerate(lists, start=1)
    ]

    counted = years().season(season()).facts

    places = [[row.person for row in sorted(each.attendances, key=lambda row: row.rank)] for each in counted]
    final = [standings(record_of(Tournament.objects.get(pk=each.pk))) for each in evenings]
    assert places == [
        [entry_of(each, row.number).person_id for row in rows] for each, rows in zip(evenings, final, strict=True)
    ]
    assert len({tuple(names) for names in places}) > 1


@pytest.mark.parametrize("finals_count", [True, False])
def test_season_counts_places_after_the_finals_or_before_them(finals_count):
    played = evening(date(2026, 3, 1), ((3, 0), (3, 1)), players=4, rounds=1, finals_players=2)
    play_round(draw_next_round(played), [(1, 3)])
    swiss = [row.number for row in standings(record_of(played))]
    first, second = (entry_of(played, number).person_id for number in swiss[:2])

    facts = years().season(season(finals_count=finals_count, table="5 3 1"))

    points = {row.person: row.points for row in facts.rows}
    assert (points[first], points[second]) == ((3, 5) if finals_count else (5, 3))
    assert facts.rules.finals_count is finals_count


@pytest.mark.parametrize("finals_count", [True, False])
def test_season_compares_equals_by_finals_only_where_they_count_and_ratings_always_count_them(finals_count):
    played = evening(date(2026, 3, 1), finals_players=2)
    final = draw_next_round(played)
    play_round(final, [(1, 3)])
    pairing = final.pairings.get()
    winner, loser = pairing.second.person_id, pairing.first.person_id

    known = years()
    counted = known.season(season(finals_count=finals_count)).facts[0]

    in_season = [(match.winner, match.loser) for match in counted.matches]
    rated = [(match.winner, match.loser) for match in known.evenings[0].rated_matches(with_stopped=False)]
    assert rated[2:] == [(winner, loser)]
    assert in_season == (rated if finals_count else rated[:2])


@pytest.mark.parametrize(
    ("details", "place"),
    [
        ({"rounds": 1, "finals_players": 4, "finals_second": "rest", "finals_second_players": 4}, 5),
        ({"rounds": 1, "finals_players": 8, "finals_second": "first_losers"}, 5),
        ({"rounds": 1, "finals_players": 8, "finals_second": "losers"}, 3),
        ({"rounds": 0, "finals_players": 8, "finals_second": "losers"}, 3),
    ],
    ids=["rest", "first losers", "losers", "knock-out"],
)
def test_winner_of_a_consolation_has_the_season_points_of_the_place_in_the_final_ranking(details, place):
    played = evening(date(2026, 3, 1), players=8, **details)
    to_the_end(played)
    ranked = [row.number for row in shown_standings(record_of(played))]
    last = Pairing.objects.filter(round__tournament=played, in_second=True).order_by("round__number").last()

    points = {row.person: row.points for row in years().season(season(table="8 7 6 5 4 3 2 1")).rows}

    assert ranked.index(last.first.number) + 1 == place
    assert [points[entry_of(played, number).person_id] for number in ranked] == [8, 7, 6, 5, 4, 3, 2, 1]


def to_the_end(tournament):
    """Play the finals to their end; the first-named win at the length of each match."""
    while not are_over(record_of(tournament)):
        round_ = draw_next_round(tournament)
        tournament.refresh_from_db()
        matches = round_.pairings.filter(second__isnull=False).order_by("table")
        play_round(round_, [(length_at(tournament, round_, in_second=match.in_second), 0) for match in matches])


def test_players_who_went_out_in_one_stage_of_a_consolation_of_a_knock_out_share_its_season_points():
    played = evening(date(2026, 3, 1), players=8, rounds=0, finals_players=8, finals_second="losers")
    to_the_end(played)

    points = [row.points for row in years().season(season(table="16 14 12 10 8 6 4 2", ties_share=True)).rows]

    assert sorted(points, reverse=True) == [16, 14, 12, 10, 7, 7, 3, 3]


@pytest.mark.parametrize("finals_count", [True, False])
def test_ratings_count_a_match_of_a_consolation_at_its_own_length_and_a_season_only_where_finals_count(finals_count):
    beside = {"finals_second": "rest", "finals_second_players": 2, "finals_second_length": 1}
    played = evening(date(2026, 3, 1), finals_players=2, **beside)
    to_the_end(played)
    swiss = [entry_of(played, row.number).person_id for row in standings(record_of(played))]

    known = years()
    facts = known.season(season(finals_count=finals_count, table="4 3 2 1"))

    rated = [(match.winner, match.loser, match.length) for match in known.evenings[0].rated_matches(with_stopped=False)]
    assert rated[2:] == [(swiss[0], swiss[1], 3), (swiss[2], swiss[3], 1)]
    assert len(facts.facts[0].matches) == (4 if finals_count else 2)


def test_the_same_name_is_one_person_over_the_evenings_and_who_was_merged_too():
    first, second = evening(date(2026, 3, 3)), evening(date(2026, 4, 3))
    other = entry_of(second, 4)
    misspelt = Person.called("Player Four", other.tournament.club)
    misspelt.merged_into = entry_of(first, 4).person
    misspelt.save()
    Entry.objects.filter(pk=other.pk).update(person=misspelt)

    points = table(season(points_by="match_wins_and_coming"))

    assert set(points) == {"Player 1", "Player 2", "Player 3", "Player 4"}
    assert sum(points.values()) == 12


def test_an_evening_counts_from_its_first_result_and_is_running_until_its_last():
    tournament = make_tournament(entries=4, planned_rounds=2)
    of = season()
    draw_next_round(tournament)
    assert years().season(of).evenings == ()

    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 0)))
    running = years().season(of).running
    assert [(one.match_wins, one.matches_left) for one in running.played.participants] == [
        (1, 1),
        (0, 2),
        (0, 2),
        (0, 1),
    ]

    enter_result(pairing_of(tournament, 1, 2), Result(Outcome.PLAYED, (3, 0)))
    play_round(draw_next_round(tournament))
    assert years().season(of).running is None


def test_the_evenings_to_come_are_those_planned_otherwise_one_as_long_as_the_season_goes_on():
    evening(date(2026, 3, 3), rounds=2)
    of = season()
    expected = [years().season(of).rest(day) for day in (date(2026, 12, 30), date(2026, 12, 31))]
    for month in (11, 12):
        make_tournament(entries=0, date=date(2026, month, 27), planned_rounds=month)

    assert expected == [(2,), ()]
    assert years().season(of).rest(TODAY) == (11, 12)


def test_season_by_match_wins_counts_those_of_a_knock_out_without_its_byes():
    tournament = evening(date(2026, 3, 3), rounds=0, players=3, finals_players=4)
    of = season(points_by=PointsBy.MATCH_WINS, table="1")
    play_round(draw_next_round(tournament), [(3, 0)])
    while_running = years().season(of).out_of_reach(TODAY)

    # The first seed, who had the bye, loses the final.
    play_round(draw_next_round(tournament), [(0, 3)])

    assert while_running == frozenset()
    assert sorted(table(of).values()) == [0, 0, 2]


def test_a_knock_out_to_come_can_bring_as_many_wins_as_it_has_rounds():
    make_tournament(entries=0, date=date(2026, 12, 27), planned_rounds=0, finals_players=8)

    assert years().season(season()).rest(TODAY) == (3,)


def test_nobody_is_out_of_reach_as_long_as_further_evenings_can_be_planned():
    evening(date(2026, 3, 3))
    evening(date(2026, 4, 3))
    make_tournament(entries=0, date=date(2026, 12, 31))
    dated = season(table="5 0")
    ticked = season(key="ticked", begins=None, ends=None, table="5 0")
    SeasonEvening.objects.bulk_create(
        SeasonEvening(season=ticked, tournament=tournament) for tournament in Tournament.objects.all()
    )

    def out_of_reach(of, day):
        facts = years().season(of)
        return len(facts.out_of_reach(day)), len(facts.rows)

    assert out_of_reach(dated, date(2026, 12, 30)) == (0, 4)
    assert out_of_reach(dated, date(2026, 12, 31)) == (3, 4)
    assert out_of_reach(ticked, date(2026, 12, 31)) == (0, 4)


def test_a_hidden_round_is_in_no_season_yet():
    tournament = evening(date(2026, 3, 3), rounds=2)
    of = season(points_by="match_wins")
    assert sum(table(of).values()) == 4

    Round.objects.filter(tournament=tournament, number=2).update(is_hidden=True)
    Tournament.objects.update(version=99)

    assert sum(table(of).values()) == 2


def test_who_has_not_appeared_was_not_there():
    tournament = make_tournament(entries=6, planned_rounds=1)
    draw_next_round(tournament)
    forfeited, lost = pairing_of(tournament, 1, 1), pairing_of(tournament, 1, 2)
    enter_result(forfeited, Result(Outcome.FORFEIT, winner=forfeited.first.number))
    enter_result(lost, DOUBLE_FORFEIT)
    enter_result(pairing_of(tournament, 1, 3), Result(Outcome.PLAYED, (3, 0)))

    absent = {forfeited.second.name, lost.first.name, lost.second.name}

    assert set(table(season())) == {entry.name for entry in tournament.entries.all()} - absent


def test_who_wishes_to_appear_abbreviated_once_does_so_on_every_page():
    tournament = evening(date(2026, 3, 3))
    evening(date(2026, 4, 3))
    Person.objects.filter(entries__tournament=tournament, entries__number=1).update(wish="abbreviated", shown_as="P. 1")

    known = years()

    assert sorted(known.names.values()) == ["P. 1", "Player 2", "Player 3", "Player 4"]


def test_nobody_is_rated_where_the_club_does_not():
    evening(date(2026, 3, 3))

    assert years().ratings == {}


def test_ratings_come_of_the_results_in_the_order_of_the_rounds_and_of_imported_matches_before_them():
    first = evening(date(2026, 3, 3), rounds=3, match_length=3)
    club = Club.objects.get()
    persons = {entry.name: entry.person for entry in first.entries.all()}
    stranger = Person.called("Old Hand", club)
    stranger.save()
    history = MatchImport.objects.create(club=club, name="history", at="2026-01-01T00:00Z", counts=True)
    taken_back = MatchImport.objects.create(club=club, name="wrong", at="2026-01-01T00:00Z")
    for stored, day in ((history, date(2019, 1, 1)), (taken_back, date(2018, 1, 1))):
        ImportedMatch.objects.create(
            match_import=stored, position=1, date=day, winner=stranger, loser=persons["Player 1"], match_length=7
        )
    Club.objects.update(rates=True, rating_start=1800, rating_ramp="slow")

    known = years()

    played = [(stranger.pk, persons["Player 1"].pk, 7), *(match[:3] for match in known.evenings[0].matches)]
    assert len(played) == 7
    assert {key: (rated.rating, rated.experience) for key, rated in known.ratings.items()} == {
        key: pytest.approx(rating_after(played, key, 1800, "slow")) for key in known.ratings
    }
    assert known.careers[stranger.pk].won == 1


@pytest.mark.parametrize(("rates_stopped", "rated"), [(False, 2), (True, 4)])
def test_forfeits_and_byes_are_not_rated_and_stopped_matches_where_the_club_says_so(rates_stopped, rated):
    tournament = make_tournament(entries=7, planned_rounds=1)
    Club.objects.update(rates=True, rates_stopped=rates_stopped)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 0)))
    enter_result(pairing_of(tournament, 1, 2), Result(Outcome.STOPPED, (2, 1)))
    absent = pairing_of(tournament, 1, 3)
    enter_result(absent, Result(Outcome.FORFEIT, winner=absent.first.number))

    assert len(years().ratings) == rated


def test_an_evening_that_is_not_rated_is_in_the_records_alone():
    evening(date(2026, 3, 3), is_rated=False)
    Club.objects.update(rates=True)

    assert (len(years().ratings), len(years().careers)) == (0, 4)


def test_a_correction_is_in_the_next_edition():
    tournament = evening(date(2026, 3, 3), players=2)
    of = season(points_by="match_wins")
    before, again = table(of), years() is years()
    match = pairing_of(tournament, 1, 1)

    record_result(match, by=make_director(), expected=result_of(match), result=Result(Outcome.PLAYED, (0, 3)))

    assert again
    assert table(of) == {name: 1 - points for name, points in before.items()}


@pytest.mark.parametrize("evenings", [1, 4])
def test_the_number_of_queries_does_not_grow_with_the_evenings(evenings, django_assert_num_queries):
    for month in range(1, evenings + 1):
        evening(date(2026, month, 1))
    of = season()
    Club.objects.update(rates=True)
    club = with_edition(Club.objects.get())

    with django_assert_num_queries(9):
        known = years_of(club)
        known.season(known.seasons[0])
        assert known.ratings
    with django_assert_num_queries(0):
        years_of(club).season(of)


def test_what_has_been_worked_out_of_an_evening_is_kept_while_another_one_runs(django_assert_num_queries):
    evening(date(2026, 3, 3))
    years().season(season())
    Club.objects.update(version=99)
    known = years()
    assert known.tournaments

    with django_assert_num_queries(0):
        assert len(known.evenings) == 1


def test_after_a_result_that_evening_alone_is_worked_out_anew():
    Club.objects.update(rates=True)
    evening(date(2026, 3, 3)), evening(date(2026, 4, 3))
    tournament = make_tournament(entries=4, date=date(2026, 5, 3))
    draw_next_round(tournament)
    of, before = season(), years()
    assert before.ratings

    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 0)))
    after = years()
    assert [one is other for one, other in zip(after.evenings, before.evenings, strict=True)] == [True, True, False]
    found = after.ratings, after.season(of).rows, after.careers
    clear_cache()

    assert found == (years().ratings, years().season(of).rows, years().careers)


def test_the_years_ask_no_more_of_the_database_for_more_evenings(django_assert_num_queries):
    Club.objects.update(rates=True)
    of = season()
    for days in ((3,), (4, 5, 6)):
        for day in days:
            evening(date(2026, 3, day))
        clear_cache()
        club = with_edition(Club.objects.get())
        with django_assert_num_queries(9):
            known = years_of(club)
            assert all((known.ratings, known.season(of).rows, known.names))


def test_the_season_of_the_club_is_the_one_chosen_else_the_one_that_runs_else_the_last_with_days():
    season(begins=None, ends=None, key="ticked")
    last, this = season(begins=date(2025, 1, 1), ends=date(2025, 12, 31), key="2025"), season()
    season(begins=date(2027, 1, 1), ends=date(2027, 12, 31), key="2027")

    assert [years().own_season(day) for day in (date(2025, 5, 5), TODAY)] == [last, this]
    this.delete()
    Club.objects.update(version=2)
    assert years().own_season(TODAY) == last
    Season.objects.filter(key="ticked").update(is_own=True)
    Club.objects.update(version=3)

    assert years().own_season(TODAY).key == "ticked"


def test_an_evening_drawn_and_ended_without_a_result_is_given_up_and_is_not_to_come():
    of = season(ends=date(2026, 11, 21))
    closed, past, today = (make_tournament(entries=4, date=day) for day in (date(2026, 3, 3), date(2026, 4, 3), TODAY))
    for tournament in (closed, past, today):
        draw_next_round(tournament)
    Tournament.objects.filter(pk=closed.pk).update(is_closed=True)

    facts = years().season(of)

    assert facts.given_up(TODAY) == (closed, past)
    assert facts.rest(TODAY) == (today.planned_rounds,)


def test_a_persons_matches_say_what_each_gave():
    first = evening(date(2026, 3, 3), rounds=3)
    evening(date(2026, 4, 3), is_rated=False)
    Club.objects.update(rates=True)
    known = years()
    person = entry_of(first, 1).person_id

    matches = known.matches_of(person)

    rated = [each.change for each in matches if each.change is not None]
    assert (len(matches), len(rated)) == (4, 3)
    assert 1500 + sum(rated) == pytest.approx(known.ratings[person].rating)
    career = known.careers[person]
    assert (sum(each.won for each in matches), len(matches)) == (career.won, career.won + career.lost)
