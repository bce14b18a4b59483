"""What holds for every list."""

import pytest
from django.utils import translation

from tests.factories import draw_next_round, make_tournament
from tournament.actions.players import NewPlayer
from tournament.models import Entry
from tournament.pages.players import players_sheet
from tournament.pages.rounds import pairings_by_name_sheet, pairings_sheet
from tournament.pages.sheets import in_language_of
from tournament.pages.standings import standings_sheet
from tournament.queries.evening import evening_of
from tournament.queries.rounds.pairings import round_page
from tournament.queries.standings import standings_page

pytestmark = pytest.mark.django_db


def page_of(round_):
    return round_page(evening_of(round_.tournament), round_.number)


def named(*names):
    return [NewPlayer(name) for name in names]


def test_without_a_venue_the_date_stands_alone():
    assert players_sheet(make_tournament(venue="")).notes == ("20 Nov 2026",)


def test_a_practice_tournament_says_so_at_the_head_of_every_sheet():
    assert players_sheet(make_tournament(is_practice=True)).notes == ("20 Nov 2026 · Konstanz · Practice tournament",)


def test_a_list_shows_the_name_under_which_a_player_wishes_to_appear():
    tournament = make_tournament(players=named("Anna", "Ben"))
    Entry.objects.filter(name="Anna").update(shown_as="A. K.")
    round_ = draw_next_round(tournament)

    shown = {
        pairings_sheet(page_of(round_)).rows[0][1:3],
        tuple(row[0] for row in pairings_by_name_sheet(page_of(round_)).rows),
        tuple(row[1] for row in standings_sheet(tournament, standings_page(evening_of(tournament))).rows),
    }

    assert {frozenset(names) for names in shown} == {frozenset({"A. K.", "Ben"})}


@pytest.mark.parametrize(("language", "locale"), [("de", "de"), ("en", "en-gb")])
def test_the_language_is_the_tournaments_and_not_the_readers(language, locale):
    tournament = make_tournament(language=language)

    with translation.override("en-gb"), in_language_of(tournament):
        assert translation.get_language() == locale
