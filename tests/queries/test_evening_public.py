"""A tournament as everyone sees it, read once for each version, with what follows from it."""

import pytest

from tests.factories import draw_next_round, make_tournament, play_round
from tournament.machine.cache import KEPT_BYTES, Weighed, store
from tournament.models import Round, Tournament
from tournament.queries.drawn import as_paired
from tournament.queries.evening import public_evening
from tournament.queries.rounds.pairings import rows_by_number
from tournament.queries.standings import paths_of, standings_page

pytestmark = pytest.mark.django_db


def seen(tournament):
    return public_evening(Tournament.objects.get(pk=tournament.pk))


def test_pages_of_one_version_share_what_was_worked_out_and_the_next_version_has_its_own():
    tournament = make_tournament(entries=4, played=1)
    before, again = seen(tournament), seen(tournament)

    draw_next_round(tournament)
    after = seen(tournament)

    assert (again is before, after is before, len(after.rounds)) == (True, False, 2)
    assert (standings_page(again) is standings_page(before), standings_page(after, 1) is standings_page(before)) == (
        True,
        False,
    )


def test_they_are_not_pushed_out_of_the_memory_by_what_a_players_page_works_out_beside_them():
    tournament = make_tournament(entries=4, played=2)
    evening = seen(tournament)
    assert evening.entries
    store("looked at before the page", Weighed(None, KEPT_BYTES // 2))

    rounds = [as_paired(evening, number) for number in (1, 2)]
    store("no room for all", Weighed(None, KEPT_BYTES // 2))

    assert seen(tournament) is evening
    assert [as_paired(evening, number) is found for number, found in zip((1, 2), rounds, strict=True)] == [True, True]


def test_a_hidden_round_is_in_none_of_them():
    tournament = make_tournament(entries=4, played=1)
    draw_next_round(tournament)
    Round.objects.filter(number=2).update(is_hidden=True)

    evening = seen(tournament)

    assert (len(evening.record.rounds), evening.newest_round.number, evening.round(2)) == (1, 1, None)
    assert [len(path) for path in paths_of(evening).values()] == [1, 1, 1, 1]


def test_everybody_is_found_at_their_table():
    tournament = make_tournament(entries=5)
    play_round(draw_next_round(tournament), scores=[(3, 1)])
    evening = seen(tournament)

    places = rows_by_number(evening, 1)

    pairs = {number: (row.first.number, row.second and row.second.number) for number, row in places.items()}
    assert sorted(pairs) == [1, 2, 3, 4, 5]
    assert all(number in pair for number, pair in pairs.items())
