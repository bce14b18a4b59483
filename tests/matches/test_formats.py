"""Which combinations of the keys are a format."""

from dataclasses import replace

import pytest

from tournament.engine.refusals import Refused
from tournament.matches.formats import PRESETS, MatchFormat, MatchGame, refuse_excess_points, refuse_format

CUBE = MatchFormat(cube=True)
SINGLE_CUBE = MatchFormat(match_length=1, cube=True)


@pytest.mark.parametrize("wanted", [preset.at(length) for preset in PRESETS for length in preset.lengths], ids=str)
def test_every_preset_is_a_format(wanted):
    refuse_format(wanted)


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (MatchFormat(match_length=0), "format_length"),
        (MatchFormat(match_length=26), "format_length"),
        (replace(CUBE, cube_limit=3), "format_cube_limit"),
        (replace(SINGLE_CUBE, automatic_doubles=4), "format_automatic_doubles"),
        (MatchFormat(MatchGame.TAVLI, match_length=1), "format_tavli_single"),
        (MatchFormat(MatchGame.PORTES, gammons=False), "format_gammons_count"),
        (MatchFormat(gammons=False, backgammons=True), "format_backgammons"),
        (MatchFormat(MatchGame.PORTES, backgammons=True), "format_backgammons"),
        (MatchFormat(MatchGame.FEVGA, cube=True), "format_cube"),
        (MatchFormat(cube_limit=8), "format_limit_without_cube"),
        (MatchFormat(crawford=True), "format_crawford"),
        (replace(SINGLE_CUBE, crawford=True), "format_crawford"),
        (replace(CUBE, jacoby=True), "format_jacoby"),
        (replace(CUBE, beavers=True), "format_beavers"),
        (replace(CUBE, automatic_doubles=1), "format_automatic_doubles_in_match"),
        (MatchFormat(match_length=1, winner_opens=False), "format_opens_single"),
        (replace(SINGLE_CUBE, cube_limit=2, automatic_doubles=2), "format_automatic_doubles_beyond_limit"),
    ],
)
def test_what_the_rule_books_do_not_know_is_refused(wanted, code):
    with pytest.raises(Refused) as refusal:
        refuse_format(wanted)

    assert refusal.value.code == code


def test_excess_points_are_not_counted_in_a_match_with_the_cube():
    refuse_excess_points(SINGLE_CUBE)
    with pytest.raises(Refused, match="format_excess_with_cube"):
        refuse_excess_points(CUBE)
