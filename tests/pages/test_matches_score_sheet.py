"""The score sheet as it is shown."""

from itertools import pairwise

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import draw_next_round, make_tournament, pairing_of, say_words
from tournament.actions.players import NewPlayer
from tournament.matches.score_sheet import read_words, sheet_of
from tournament.pages.matches import ScoreSheetPage
from tournament.queries.record import format_of
from tournament.queries.results import KeptGames
from tournament.queries.rounds.pairings import named_pairing

pytestmark = pytest.mark.django_db
NAMES = ("Ute Weiß", "Jörg Übelacker")
CUBE = {"match_length": 5, "cube": True, "crawford": True, "backgammons": True}
TWO_ALL = "1-double 0-take 1-won-single 0-won-gammon "


def shown(text="", names=NAMES, **fields):
    """The sheet of two players, the first of whom sits on the left, after these words."""
    tournament = make_tournament(players=[NewPlayer(name) for name in names], **fields)
    draw_next_round(tournament)
    pairing = pairing_of(tournament, 1, 1)
    pairing.first, pairing.second = tournament.entries.order_by("number")
    words = read_words(text)
    wanted = format_of(tournament)
    ends = [at for at in range(len(words) + 1) if at == 0 or is_end(wanted, words[:at])]
    kept = KeptGames(sheet_of(wanted, words).games, words[ends[-1] :], tuple(words[a:b] for a, b in pairwise(ends)))
    return ScoreSheetPage(tournament, named_pairing(pairing, tournament), kept)


def is_end(wanted, words):
    return len(sheet_of(wanted, words).games) > len(sheet_of(wanted, words[:-1]).games)


def labels(buttons):
    return [f"{button.label} {button.gives}".strip() for button in buttons]


def wins(sheet):
    return [labels(side.wins) for side in sheet.sides]


def test_every_winning_button_says_what_it_gives_and_what_the_score_becomes():
    sheet = shown(TWO_ALL + "0-double 1-pass 0-double 1-take", **CUBE)

    assert wins(sheet) == [
        ["Single +2 · match", "Gammon +4 · match", "Backgammon +6 · match"],
        ["Single +2 · then 3:4", "Gammon +4 · match", "Backgammon +6 · match"],
    ]


def test_the_cube_lies_on_its_owners_side_and_only_they_double():
    sheet = shown("0-double 1-take", **CUBE)

    assert (sheet.cube, sheet.cube_at) == (2, 1)
    assert [side.double and side.double.label for side in sheet.sides] == [None, "Double to 4"]
    assert sheet.sides[0].no_double == "Cube with Jörg"


def test_a_double_leaves_one_decision_only():
    sheet = shown("0-double", **CUBE)

    assert (sheet.offer["title"], sheet.offer["decides"], sheet.offer["cube"]) == (
        "Ute doubles to 2",
        "Jörg decides",
        2,
    )
    assert labels(sheet.offer["answers"]) == ["Take for 2, cube with Jörg", "Pass Ute +1 · then 1:0"]
    assert (wins(sheet), sheet.others, sheet.has_concessions) == ([[], []], (), False)


def test_a_beaver_is_answered_like_a_double():
    sheet = shown(
        "0-double 1-beaver", match_length=1, cube=True, backgammons=True, beavers=True, count_excess_points=True
    )

    assert (sheet.offer["title"], sheet.offer["decides"]) == ("Jörg beavers to 4", "Ute decides")
    assert labels(sheet.offer["answers"]) == ["Take for 4, cube with Jörg", "Pass Jörg +2 · match"]


def test_in_the_crawford_game_there_is_no_cube():
    before, crawford, after = (
        shown(TWO_ALL + more, **CUBE)
        for more in ("", "1-won-gammon", "1-won-gammon 0-won-single")
    )  # fmt: skip

    assert [bool(sheet.hint) for sheet in (before, crawford, after)] == [True, False, False]
    assert crawford.crawford == "Jörg has 4. From game 5 on with the cube again."
    assert [[bool(side.double) for side in sheet.sides] for sheet in (before, crawford, after)] == [
        [True, True],
        [False, False],
        [True, True],
    ]


def test_of_tavli_it_says_which_game_is_on_and_who_opens():
    sheet = shown("0-won-gammon 0-drawn", match_length=5, game="tavli")

    assert (sheet.game, sheet.opening) == ("Game 3: Plakoto", "Ute opens with both dice")
    assert [(line.who, line.how, line.points, line.score) for line in sheet.games] == [
        ("Ute", "Portes: gammon", 2, "2:0"),
        ("", "Plakoto: drawn", 0, "2:0"),
    ]
    assert labels(sheet.others) == ["Drawn game played over"]


@pytest.mark.parametrize(
    ("text", "fields", "opening"),
    [
        ("", {}, "opening roll decides who begins"),
        ("1-won-single", {}, "Jörg opens with both dice"),
        ("1-won-single", {"winner_opens": False}, "opening roll decides who begins"),
        ("0-drawn", {"game": "plakoto"}, "played over by whoever opened it"),
        ("0-concede-single", {}, ""),
    ],
)
def test_it_says_who_opens_as_long_as_nothing_has_been_said(text, fields, opening):
    assert shown(text, **fields).opening == opening


def test_a_resignation_is_offered_and_says_what_accepting_it_gives():
    sheet = shown("1-won-single 0-concede-gammon")

    assert (sheet.offer["title"], sheet.offer["cube"]) == ("Ute offers to give up a gammon", None)
    assert labels(sheet.offer["answers"]) == ["Accept Jörg +2 · match", "Decline the game goes on"]
    assert sheet.last_word == "Ute offers to give up a gammon"


def test_games_say_how_they_were_won():
    sheet = shown("1-double 0-take 1-won-single 0-double 1-pass 0-concede-gammon 1-accept", **CUBE)

    assert [(line.who, line.how) for line in sheet.games] == [
        ("Jörg", "single, cube 2"),
        ("Ute", "Jörg passes"),
        ("Jörg", "gammon, given up"),
    ]


def test_what_only_counts_as_much_as_something_else_is_not_offered():
    assert wins(shown(gammons=False)) == [["Single +1 · then 1:0"], ["Single +1 · then 0:1"]]


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Ute Weiß", "Jörg Übelacker"), ("Ute", "Jörg")),
        (("Ute Weiß", "Ute Keller"), ("Ute Weiß", "Ute Keller")),
        (("Maximiliana-Theodora Weiß", "Bo"), ("Maximilia… W.", "Bo")),
    ],
)
def test_first_names_are_enough_where_they_tell_the_two_apart(names, short):
    assert tuple(side.short for side in shown(names=names).sides) == short


def test_of_a_long_match_the_points_are_figures_alone():
    assert [len(shown(match_length=length).sides[0].won) for length in (15, 25)] == [15, 0]


def test_the_games_of_a_match_are_told_as_each_of_the_two_says_the_score():
    tournament = make_tournament(2, match_length=7, cube=True, crawford=True)
    draw_next_round(tournament)
    pairing = pairing_of(tournament, 1, 1)
    say_words(pairing, "0-won-single 0-double 1-take 1-won-gammon 1-double 0-pass")
    path = [reverse("player", args=[tournament.slug, entry.number]) for entry in (pairing.first, pairing.second)]
    short = pairing.first.name

    told = [Client().get(address).context["table"].games for address in path]

    assert told == [
        {1: f"1:0 · 1:4 (gammon, cube 2) · 1:5 ({short} passes)"},
        {1: f"0:1 · 4:1 (gammon, cube 2) · 5:1 ({short} passes)"},
    ]
