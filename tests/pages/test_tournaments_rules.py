"""The rules of a tournament in words."""

from dataclasses import replace

import pytest
from django.utils import translation

from tests.factories import draw_next_round, make_director, make_tournament
from tournament.actions.cash import add_prize, change_costs
from tournament.board.judging import Rule
from tournament.engine.record import FinalsRules, Rules
from tournament.engine.terms import Criterion
from tournament.matches.clocks import CLOCKS
from tournament.matches.formats import OFFERS, MatchFormat, MatchGame
from tournament.matches.score_sheet import read_words, sheet_of
from tournament.models import Club, FeeStep
from tournament.money.prizes import NO_PLACE
from tournament.pages.tournaments import rules_in_words, rules_of_tournament, second_costs
from tournament.phrases.values import money

FORMAT, RULES = MatchFormat(), Rules()


def sections(wanted=FORMAT, rules=RULES, clock=None, language="en-gb"):
    with translation.override(language):
        return tuple(rules_in_words(wanted, rules, clock))


def said(about, clock=None, **changes):
    """What the rules say about something, in English."""
    wanted = replace(FORMAT, **{key: value for key, value in changes.items() if hasattr(FORMAT, key)})
    rules = replace(RULES, **{key: value for key, value in changes.items() if hasattr(RULES, key)})
    return {section.key: section.texts for section in sections(wanted, rules, clock)}[about]


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        (
            {},
            (
                "A game is worth 1 point. A gammon (the loser has not borne off any checkers) is worth 2.",
                "A backgammon counts as a gammon.",
                "Points beyond 3 do not count: 4:0 counts as 3:0.",
            ),
        ),
        (
            {"count_excess_points": True, "match_length": 5, "backgammons": True},
            (
                "A game is worth 1 point. A gammon (the loser has not borne off any checkers) is worth 2.",
                (
                    "A backgammon (the loser also still has a checker in the winner's home board or on the bar) is "
                    "worth 3."
                ),
                "Points beyond 5 count too: 6:0 stays 6:0.",
            ),
        ),
        ({"gammons": False}, ("Every game is worth 1 point, even a gammon.",)),
        (
            {"gammons": False, "cube": True},
            (
                "Every game is worth 1 point, even a gammon.",
                "The points of a game are multiplied by the value of the cube.",
                "Points beyond 3 do not count: 4:0 counts as 3:0.",
            ),
        ),
    ],
)
def test_the_points_follow_the_settings(changes, sentences):
    assert said("points", **changes) == sentences


def test_the_match_is_said_as_everywhere_and_who_begins_the_next_game():
    sentence = "Backgammon to 3 points; a gammon counts 2; the winner of a game opens the next one."
    no_cube = "There is no doubling cube."
    giving_up = said("match")[-1]

    assert said("match") == (
        sentence,
        no_cube,
        "The winner of each game starts the next, with a roll of both dice.",
        giving_up,
    )
    assert said("match", match_length=1) == ("A single game of Backgammon; a gammon counts 2.", no_cube, giving_up)


@pytest.mark.parametrize(
    ("changes", "offered"),
    [
        ({}, "a game, as a single game (1 point) or a gammon (2)"),
        ({"backgammons": True}, "a game, as a single game (1 point), a gammon (2) or a backgammon (3)"),
        ({"gammons": False}, "a game"),
    ],
)
def test_a_game_is_given_up_for_what_it_may_be_worth_and_only_if_the_opponent_accepts(changes, offered):
    sentence = (
        f"At any time, a player may offer to give up {offered}. The opponent has to accept; otherwise play goes on."
    )

    assert said("match", **changes)[-1] == sentence


def test_how_a_game_begins_depends_on_the_game():
    opening = [said("at-the-board", game=game)[1] for game in MatchGame]

    rolls = "To start, each player rolls one die; the higher number goes first and"
    lower = "If both agree beforehand, the lower number goes first instead."
    assert opening == [
        f"{rolls} plays both dice. Equal numbers are rolled again. {lower}",
        *[f"{rolls} rolls both dice anew. Equal numbers are rolled again."] * 4,
    ]


def test_at_the_board_everything_is_told_that_konstanz_has_agreed_on():
    told = (
        (
            "Boards and checkers are provided. If the players cannot agree on colours, the older one plays the dark "
            "checkers."
        ),
        "Each pair agrees whether to use one pair of dice or two, and dice cups or none.",
        (
            "A roll counts if both dice lie flat on the board, in the same half. Both are rolled again if one of them "
            "is cocked, lies on a checker or is off the board, if they lie in different halves, or if the opponent’s "
            "play was not finished."
        ),
        "Checkers are moved in plain view, with one hand.",
        (
            "A play is finished when the player signals it. If the two agree on no signal, each has a pair of dice of "
            "their own, and picking it up finishes the play."
        ),
        (
            "Until the dice are rolled again, either player may ask for an illegal play to be corrected. The whole "
            "play may then be made anew. In doubt, see “Is this play legal?” on the public page."
        ),
        "If the moves are written down, a neutral person should do it.",
    )

    first, _opening, *others = said("at-the-board")
    assert (first, *others) == told


def test_bar_and_entering_are_told_where_checkers_are_hit():
    moving = {line.key: line.text for line in sections()[0].moving}

    assert (moving[Rule.CLOSED], moving[Rule.BAR]) == (
        "A point with two or more opposing checkers is closed. A single one is hit: it is put on the bar.",
        (
            "Whoever has a checker on the bar must bring it in before moving any other: with a 1 on point 24, a 2 on "
            "23 and so on to a 6 on 19. While those points are closed, nothing moves."
        ),
    )


def test_how_rounds_are_paired_is_told_with_the_look_ahead():
    assert said("rounds")[1:] == (
        (
            "Round 1 is drawn by lot. After that, the leader plays the best-placed opponent they have not yet met, and "
            "so on down the standings."
        ),
        "Nobody plays the same opponent or has the bye twice as long as this can be avoided for everyone.",
        (
            "An opponent is passed over where the players below could otherwise not all be paired, or where the "
            "director keeps the two apart."
        ),
        (
            "The pairing looks ahead: those come first that leave the most of the rounds still planned playable "
            "without a rematch for the players who are there."
        ),
        (
            "If there is no pairing without a rematch, the director ends the tournament or allows rematches in that "
            "round; they are spread as evenly as possible."
        ),
    )


@pytest.mark.parametrize(
    ("finals", "sentences"),
    [
        (
            FinalsRules(4, 5, third_place=True),
            (
                "After the last round, the first 4 of the ranking who are there play a knock-out, beginning with the "
                "semi-finals.",
                "The first meets the last, the second the last but one, and so on, so that the first two can only meet "
                "in the final. Whoever has nobody opposite goes on without a match.",
                "A match of the finals is played to 5 points.",
                "The losers of the semi-finals play for third place.",
            ),
        ),
        (
            FinalsRules(2),
            (
                "After the last round, the first 2 of the ranking who are there play a knock-out, beginning with the "
                "final.",
            ),
        ),
    ],
)
def test_finals_are_told_where_they_are_played(finals, sentences):
    *settings, _needs_a_winner, _decide = said("finals", finals=finals)

    assert tuple(settings) == sentences
    assert said("rounds", finals=finals)[0] == "5 rounds are played in which nobody is knocked out, then the finals."
    assert "finals" not in {section.key for section in sections()}


def test_what_a_circle_does_is_told_where_head_to_head_counts():
    texts = (
        (
            "Head-to-head: nobody stands below a player they have beaten, unless they have lost to that player as "
            "often. Where that leaves a choice, the lot decides."
        ),
        (
            "Players who have beaten one another in a circle stay together, in the order of their wins within it; "
            "those who are still equal by head-to-head among themselves, then by lot."
        ),
    )

    assert said("ranking")[-3:] == ("5. lot", *texts)
    assert said("ranking", ranking=(Criterion.BUCHHOLZ,))[-1] == "3. lot"


def test_who_refuses_a_beaver_loses_what_the_sheet_counts():
    wanted = replace(FORMAT, cube=True, match_length=1, beavers=True)
    refused = sheet_of(wanted, read_words("0-double 1-beaver 0-pass"))

    assert refused.standing.score == (0, 2)
    assert said("cube", cube=True, match_length=1, beavers=True)[-1] == (
        "Beaver: whoever takes a double may turn the cube once more at once and keep it. The other player may refuse "
        "that and then loses the game at the value before the beaver."
    )


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (0, "A win without a match does not change the point difference and adds no opponent for Buchholz."),
        (1, "A win without a match adds 1 point to the point difference and no opponent for Buchholz."),
        (3, "A win without a match adds 3 points to the point difference and no opponent for Buchholz."),
    ],
)
def test_what_a_win_without_a_match_brings_follows_the_settings(points, sentence):
    assert said("unplayed", unplayed_win_points=points)[2] == sentence


def test_each_rule_of_the_cube_is_told_where_it_holds():
    of_match = said("cube", cube=True, match_length=7, crawford=True, cube_limit=16)
    for_stakes = said("cube", cube=True, match_length=1, jacoby=True, beavers=True, automatic_doubles=2)

    assert [text.partition(":")[0] for text in of_match[2:]] == ["The cube goes up to 16.", "Crawford rule"]
    assert [text.partition(":")[0] for text in for_stakes[2:]] == [
        "The cube goes up to 64.",
        "Jacoby rule",
        "Beaver",
        "Automatic doubles",
    ]


def test_what_differs_from_the_usual_match_is_told_of_backgammon_alone():
    assert said("different") == (
        "A backgammon counts 2, not 3.",
        "Only the first game of a match begins with an opening roll.",
    )
    assert said("different", cube=True, match_length=5, backgammons=True, winner_opens=False, cube_limit=8) == (
        "The cube stops at 8.",
        "The Crawford rule does not apply.",
    )
    keys = [section.key for preset in ("cube-5", "tavli-3") for section in sections(OFFERS[preset].format)]
    assert "different" not in keys


def test_tavli_has_three_games_each_with_its_board_and_its_own_rules():
    games = [section for section in sections(OFFERS["tavli-5"].format) if section.board]

    assert [(game.heading, game.board.words, len(game.moving), game.moving[-1].label) for game in games] == [
        ("Portes", "Each side: 2 on 24, 5 on 13, 3 on 8, 5 on 6.", 7, "Portes 7"),
        ("Plakoto", "Each side: 15 on 24.", 7, "Plakoto 7"),
        ("Fevga", "Each side: 15 on 24.", 9, "Fevga 9"),
    ]


def test_the_time_is_told_where_there_is_a_clock():
    assert "time" not in [section.key for section in sections()]
    assert said("time", clock=CLOCKS["blitz"]) == (
        "Each player has 30 s for each game; a move of up to 10 s gains 10 s, up to 30 s.",
        "The clock runs for the player whose turn it is. Between games it stands.",
        "When the time is up, the players and the director decide.",
    )


@pytest.mark.parametrize(
    ("language", "word", "said_of_it"),
    [
        ("en-gb", "cube", "There is no doubling cube."),
        ("de", "dopplerwürfel", "Einen Dopplerwürfel gibt es nicht."),
    ],
)
def test_without_the_cube_nothing_else_is_read_of_it(language, word, said_of_it):
    told = [text for section in sections(language=language, clock=CLOCKS["delay"]) for text in section.texts]

    assert [text for text in told if word in text.lower()] == [said_of_it]


def test_every_section_can_be_pointed_at():
    for offer in OFFERS.values():
        keys = [section.key for section in sections(offer.format, clock=CLOCKS["normal"])]

        assert len(keys) == len(set(keys))


def money_of(tournament):
    """What the rules of a tournament say of fee and prizes, in English."""
    tournament.refresh_from_db()
    with translation.override("en-gb"):
        return [section.texts for section in rules_of_tournament(tournament) if section.key == "money"]


PAYS_FOR = "All entry fees together pay for non-cash prizes for the three best-placed players."


@pytest.mark.django_db
def test_the_fee_what_it_pays_for_and_who_shows_the_costs_is_told_where_there_is_a_fee():
    on_request = "The director shows the cost statement to anyone who asks."
    tournament = make_tournament(4, fee_cents=800)
    change_costs(tournament, by=make_director(), treasurer="Anna", surplus_note="", shows_costs=False)

    assert money_of(make_tournament(4)) == []
    assert money_of(tournament) == [(f"The entry fee is {money(800, 'EUR')}.", PAYS_FOR, on_request)]


@pytest.mark.django_db
def test_whom_to_ask_about_the_money_is_named_where_everyone_sees_the_costs():
    tournament = make_tournament(4, fee_cents=800)
    change_costs(tournament, by=make_director(), treasurer="Anna", surplus_note="", shows_costs=True)

    assert money_of(tournament)[0][2:] == (
        "The cost statement stands on the public page.",
        "Contact for money questions: Anna",
    )


@pytest.mark.django_db
def test_what_else_the_fee_pays_for_is_told_where_other_costs_are_entered():
    tournament = make_tournament(4, fee_cents=800)
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=1500)
    before = money_of(tournament)[0][1]
    add_prize(tournament, by=make_director(), place=NO_PLACE, description="Room", price_cents=1000)

    assert (before, money_of(tournament)[0][1]) == (
        PAYS_FOR,
        "The entry fees pay for non-cash prizes for the three best-placed players, and for other costs.",
    )


@pytest.mark.django_db
def test_a_fee_that_follows_from_the_number_of_players_is_told_with_its_table_until_it_is_fixed():
    tournament = make_tournament(4)
    for up_to, fee_cents in ((10, 900), (None, 700)):
        FeeStep.objects.create(tournament=tournament, up_to=up_to, fee_cents=fee_cents)

    before = money_of(tournament)[0][0]
    draw_next_round(tournament)

    steps = f"up to 10 players: {money(900, 'EUR')}; more players: {money(700, 'EUR')}"
    assert (before, money_of(tournament)[0][0]) == (
        f"The entry fee depends on the number of players ({steps}).",
        f"The entry fee is {money(900, 'EUR')}.",
    )


def test_cost_of_each_consolation_is_said_before_it_is_chosen():
    pace, costs = second_costs(Club())

    assert pace == "Counted with 35 minutes a round and its break, as no round of this club tells it yet."
    assert dict(costs) == {
        "No consolation": (
            "8 players: 3 rounds (105 min), 1.8 matches a player",
            "16 players: 4 rounds (140 min), 1.9 matches a player",
            "32 players: 5 rounds (175 min), 1.9 matches a player",
        ),
        "Consolation for the first defeat": (
            "8 players: 3 rounds, or one more (35 min), 2.5 matches a player",
            "16 players: 4 rounds, or one more (35 min), 2.8 matches a player",
            "32 players: 5 rounds, or one more (35 min), 2.9 matches a player",
        ),
        "Consolation: who loses drops in": (
            "8 players: about 4 rounds instead of 3 (35 min longer), 3.0 matches a player",
            "16 players: about 6 rounds instead of 4 (70 min longer), 3.5 matches a player",
            "32 players: about 8 rounds instead of 5 (105 min longer), 3.8 matches a player",
        ),
        "Consolation of the others": ("as many rounds as the larger bracket, 1 to 2 matches for each of the others",),
    }
