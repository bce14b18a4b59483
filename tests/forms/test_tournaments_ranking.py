"""A preset of the ranking, or an order put together by buttons, with scripts and without."""

import pytest

from tests.forms.test_tournaments import FILLED
from tournament.forms.tournaments import TournamentForm

KONSTANZ = ["point_difference", "buchholz", "head_to_head"]


def sent(**ranking):
    return TournamentForm({**FILLED, **ranking})


@pytest.mark.parametrize(
    ("chosen", "stored"),
    [
        ("konstanz", "point_difference buchholz head_to_head"),
        ("buchholz", "buchholz point_difference head_to_head"),
        ("chess", "buchholz_cut_1 buchholz sonneborn_berger head_to_head"),
        ("own", "points_won"),
    ],
)
def test_the_ranking_is_that_of_the_chosen_preset_or_else_the_list_of_criteria(chosen, stored):
    form = sent(ranking=chosen, ranking_list=["points_won"])

    assert (form.is_valid(), form.details()["ranking"]) == (True, stored)


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        ("up buchholz", ["buchholz", "point_difference", "head_to_head"]),
        ("up point_difference", KONSTANZ),
        ("down point_difference", ["buchholz", "point_difference", "head_to_head"]),
        ("down buchholz", KONSTANZ),
        ("off point_difference", ["buchholz", "head_to_head"]),
        ("on points_won", ["point_difference", "buchholz", "points_won", "head_to_head"]),
        ("on buchholz", ["point_difference", "buchholz", "head_to_head"]),
        ("sideways buchholz", KONSTANZ),
        ("up nothing", KONSTANZ),
    ],
)
def test_a_button_changes_the_list_and_stores_nothing(move, shown):
    form = sent(ranking="konstanz", ranking_list=KONSTANZ, ranking_move=move, name="")

    assert (form.is_valid(), form.errors, form["ranking"].value().split()) == (False, {}, shown)


def test_an_empty_list_leaves_wins_and_lot():
    form = sent(ranking="own")

    assert (form.is_valid(), form.details()["ranking"]) == (True, "")


def test_an_impossible_list_of_criteria_is_refused_beside_its_field():
    form = sent(ranking="own", ranking_list=["lot"])

    assert form.errors == {
        "ranking": ["Every ranking begins with the match wins and ends with the lot: leave lot out of the list."]
    }
