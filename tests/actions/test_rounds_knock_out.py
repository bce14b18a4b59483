"""A knock-out evening: no rounds of the Swiss, a bracket by the lot, a ranking by how far each has come."""

import pytest

from tests.factories import draw_next_round, make_director, make_tournament, pairing_of, play_round
from tournament.actions.journal import redo, undo
from tournament.actions.players import NewPlayer, add_entries
from tournament.actions.rounds import draw_round, remove_round
from tournament.actions.tournaments import change_tournament, end_evening
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.checking import check_rounds
from tournament.engine.finals import shown_standings
from tournament.engine.refusals import Refused
from tournament.engine.terms import Criterion
from tournament.models import Tournament
from tournament.phrases.journal import journal_sentence
from tournament.queries.evening import evening_of, record_of
from tournament.queries.record import length_at
from tournament.queries.rounds.seating import stored_pairs
from tournament.queries.seasons import played_evenings
from tournament.queries.standings import standings_page

pytestmark = pytest.mark.django_db
BETTER, WORSE = (3, 1), (1, 3)


def knock_out(players=5, **details):
    return make_tournament(players, planned_rounds=0, **{"finals_players": 64, **details})


def by_lot(tournament):
    tournament.refresh_from_db()
    return [row.number for row in shown_standings(record_of(tournament), 0)]


def refusal(act):
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.code


def played_out(tournament):
    """Play all rounds, which the better seeds win at the length of each."""
    for _number in range(3):
        round_ = draw_next_round(tournament)
        tournament.refresh_from_db()
        matches = round_.pairings.filter(second__isnull=False).count()
        play_round(round_, [(length_at(tournament, round_), 0)] * matches)
    return tournament


def test_bracket_is_drawn_by_the_lot_for_as_many_places_as_hold_those_present():
    tournament = knock_out()

    round_ = draw_next_round(tournament)

    tournament.refresh_from_db()
    best, second, third, fourth, last = by_lot(tournament)
    assert stored_pairs(round_) == ((best, None), (fourth, last), (second, None), (third, None))
    assert (round_.is_finals, tournament.finals_players, tournament.draw_seed != "") == (True, 8, True)


def test_draw_takes_the_dice_and_says_in_the_journal_what_is_drawn():
    tournament = knock_out(4)

    draw_round(tournament, by=make_director(), number=1, draw_seed="6-3 5-1")

    tournament.refresh_from_db()
    line = tournament.journal.order_by("-pk").first()
    assert tournament.draw_seed == "6-3 5-1"
    assert line.facts["seed"] == "6-3 5-1"
    assert journal_sentence(line.action, line.facts) == "semi-finals drawn; drawn for 4 places (64 were set)"


def test_ranking_says_how_far_everybody_has_come_and_is_the_lot_where_that_is_level():
    tournament = knock_out(4)
    play_round(draw_next_round(tournament), [BETTER, BETTER])
    first, second, third, fourth = by_lot(tournament)

    after_semi_finals = shown_standings(record_of(tournament))
    play_round(draw_next_round(tournament), [WORSE])
    final = standings_page(evening_of(tournament))

    assert [row.number for row in after_semi_finals] == [first, second, third, fourth]
    assert [row.decided_by for row in after_semi_finals] == [None, Criterion.LOT, Criterion.FINALS, Criterion.LOT]
    assert [row.entry.number for row in final.rows] == [second, first, third, fourth]
    assert [row.standing.match_wins for row in final.rows] == [2, 1, 0, 0]


def test_archive_of_a_knock_out_comes_back_as_it_was_and_agrees_with_the_rules():
    archive = dump(played_out(knock_out(6, finals_third_place=True, finals_lengths="1 3 5")))

    assert check_rounds(read_archive(archive).record) == ()
    assert dump(restore(archive, by=make_director()).tournament) == archive


def test_draw_is_undone_and_done_again_with_what_was_set():
    tournament, director = knock_out(), make_director()
    draw_next_round(tournament)
    pairs = stored_pairs(tournament.rounds.get())

    undo(tournament.journal.order_by("-pk").first(), by=director)
    tournament.refresh_from_db()
    assert (tournament.rounds.count(), tournament.finals_players) == (0, 64)
    redo(tournament.journal.order_by("-pk").first(), by=director)

    tournament.refresh_from_db()
    assert (stored_pairs(tournament.rounds.get()), tournament.finals_players) == (pairs, 8)


def test_latecomers_take_empty_places_and_nobody_else_moves():
    tournament, director = knock_out(6), make_director()
    round_ = draw_next_round(tournament)
    best, second, third, fourth, fifth, sixth = by_lot(tournament)

    add_entries(tournament, by=director, players=[NewPlayer("Zoe"), NewPlayer("Yan")])

    line, round_ = tournament.journal.order_by("-pk").first(), tournament.rounds.get()
    tables = [pairing.table for pairing in round_.pairings.order_by("position")]
    assert stored_pairs(round_) == ((best, 8), (fourth, fifth), (second, 7), (third, sixth))
    assert (tables, round_.late_seeds) == ([4, 1, 3, 2], 2)
    assert {entry.joined_round for entry in tournament.entries.all()} == {1}
    assert journal_sentence(line.action, line.facts) == "added: Zoe and Yan; in empty places at tables 3 and 4"


def test_evening_with_latecomers_agrees_with_the_rules_and_comes_back_from_its_archive():
    tournament = knock_out(6)
    draw_next_round(tournament)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoe")])
    play_round(tournament.rounds.get(), [BETTER] * 3)
    play_round(draw_next_round(tournament), [WORSE] * 2)
    play_round(draw_next_round(tournament), [BETTER])

    archive = dump(tournament)

    assert check_rounds(read_archive(archive).record) == ()
    assert dump(restore(archive, by=make_director()).tournament) == archive


def test_latecomer_is_undone_and_done_again():
    tournament, director = knock_out(3), make_director()
    draw_next_round(tournament)
    before = stored_pairs(tournament.rounds.get())
    add_entries(tournament, by=director, players=[NewPlayer("Zoe")])
    taken = stored_pairs(tournament.rounds.get())

    undo(tournament.journal.order_by("-pk").first(), by=director)
    undone = (stored_pairs(tournament.rounds.get()), tournament.rounds.get().late_seeds, tournament.entries.count())
    redo(tournament.journal.order_by("-pk").first(), by=director)

    assert undone == (before, 0, 3)
    assert (stored_pairs(tournament.rounds.get()), tournament.rounds.get().late_seeds) == (taken, 1)


def test_more_latecomers_than_empty_places_are_refused():
    tournament, director = knock_out(3), make_director()
    draw_next_round(tournament)

    two = [NewPlayer("Zoe"), NewPlayer("Yan")]
    assert refusal(lambda: add_entries(tournament, by=director, players=two)) == "knock_out_has_places"
    add_entries(tournament, by=director, players=two[:1])
    assert refusal(lambda: add_entries(tournament, by=director, players=two[1:])) == "finals_take_nobody_in"


def test_nobody_comes_once_the_second_round_is_drawn():
    tournament, director = knock_out(3), make_director()
    play_round(draw_next_round(tournament), [BETTER])
    draw_next_round(tournament)

    assert refusal(lambda: add_entries(tournament, by=director, players=[NewPlayer("Zoe")])) == "finals_take_nobody_in"


def test_full_bracket_can_be_drawn_again_with_somebody_more():
    tournament, director = knock_out(4), make_director()
    draw_next_round(tournament)
    assert refusal(lambda: add_entries(tournament, by=director, players=[NewPlayer("Zoe")])) == "finals_take_nobody_in"

    remove_round(tournament, by=director, number=1, confirmed="1")
    add_entries(tournament, by=director, players=[NewPlayer("Zoe")])

    assert draw_next_round(tournament).pairings.count() == 4


def test_evening_that_ends_early_keeps_the_ranking_of_the_last_complete_round():
    tournament = knock_out(4)
    play_round(draw_next_round(tournament), [BETTER, BETTER])
    draw_next_round(tournament)
    final = pairing_of(tournament, 2, 1)

    end_evening(tournament, by=make_director(), number=2, scores={final.pk: None})

    tournament.refresh_from_db()
    assert (tournament.planned_rounds, tournament.rounds.count()) == (0, 1)
    assert shown_standings(record_of(tournament))[2].decided_by is Criterion.FINALS


def test_first_round_without_any_result_cannot_end_the_evening():
    tournament = knock_out(2)
    draw_next_round(tournament)
    match = pairing_of(tournament, 1, 1)

    ending = {"by": make_director(), "number": 1, "scores": {match.pk: None}}

    assert refusal(lambda: end_evening(tournament, **ending)) == "evening_without_result"


@pytest.mark.parametrize("details", [{"match_length": 5}, {"ranking": "buchholz"}, {"planned_rounds": 3}])
def test_rules_stand_once_the_knock_out_is_drawn(details):
    tournament = knock_out()
    draw_next_round(tournament)

    code = refusal(lambda: change_tournament(tournament, by=make_director(), **details))

    assert code == ("finals_stand_once_drawn" if "planned_rounds" in details else "rules_stand_once_drawn")


def test_no_rounds_at_all_are_refused():
    swiss = make_tournament(4)

    assert refusal(lambda: make_tournament(4, planned_rounds=0, name="Nothing")) == "knock_out_without_finals"
    assert refusal(lambda: change_tournament(swiss, by=make_director(), planned_rounds=0)) == "knock_out_without_finals"


def test_season_takes_places_and_matches_of_a_knock_out_though_its_finals_do_not_count():
    tournament = played_out(knock_out(5))
    evening = played_evenings([Tournament.objects.get(pk=tournament.pk)])[tournament.pk]

    assert [(one.rank, one.equal_from) for one in evening.participants] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 3),
        (5, 5),
    ]
    assert [one.before_finals for one in evening.participants] == [None] * 5
    assert not any(match.is_of_finals for match in evening.matches)
