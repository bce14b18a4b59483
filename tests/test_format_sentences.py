"""The format of a match in one plain sentence, in both languages."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from tournament.matches.formats import OFFERS, PRESETS, MatchFormat, MatchGame
from tournament.phrases.tournaments import FORMAT_NAMES, GAMES, format_note, format_sentence, match_words, offer_label

CUBE = MatchFormat(match_length=7, cube=True, backgammons=True, crawford=True, winner_opens=False)


@pytest.mark.parametrize(
    ("wanted", "english", "german"),
    [
        (
            MatchFormat(),
            "Backgammon to 3 points; a gammon counts 2; the winner of a game opens the next one.",
            "Backgammon bis 3 Punkte; ein Gammon zählt 2; wer ein Spiel gewinnt, eröffnet das nächste.",
        ),
        (
            CUBE,
            "Backgammon to 7 points with the doubling cube and the Crawford rule; a gammon counts 2, a backgammon 3; "
            "each game begins with an opening roll.",
            "Backgammon bis 7 Punkte mit Dopplerwürfel und Crawford-Regel; ein Gammon zählt 2, ein Backgammon 3; "
            "jedes Spiel beginnt mit einem Eröffnungswurf.",
        ),
        (
            replace(CUBE, match_length=1, crawford=False, jacoby=True, beavers=True, automatic_doubles=1, cube_limit=8),
            "A single game of Backgammon with the doubling cube up to 8, the Jacoby rule, beavers and 1 automatic "
            "double; a gammon counts 2, a backgammon 3.",
            "Ein einzelnes Spiel Backgammon mit Dopplerwürfel bis 8, Jacoby-Regel, Beavern und 1 "
            "automatischem Doppel; ein Gammon zählt 2, ein Backgammon 3.",
        ),
        (
            MatchFormat(MatchGame.TAVLI, match_length=5),
            "Tavli to 5 points, Portes, Plakoto and Fevga in turn; a gammon counts 2; the winner of a game opens the "
            "next one.",
            "Tavli bis 5 Punkte, Portes, Plakoto und Fevga im Wechsel; ein Gammon zählt 2; wer ein Spiel gewinnt, "
            "eröffnet das nächste.",
        ),
        (
            MatchFormat(match_length=1, gammons=False),
            "A single game of Backgammon; every game counts 1.",
            "Ein einzelnes Spiel Backgammon; jedes Spiel zählt 1.",
        ),
    ],
    ids=["Konstanz", "with cube", "single game for stakes", "Tavli", "plain single game"],
)
def test_a_format_is_said_in_one_plain_sentence(wanted, english, german):
    for language, sentence in (("en-gb", english), ("de", german)):
        with override(language):
            assert format_sentence(wanted) == sentence


def test_every_game_and_preset_has_a_name():
    assert (set(GAMES), set(FORMAT_NAMES)) == (set(MatchGame), {preset.key for preset in PRESETS})


@pytest.mark.parametrize(
    ("preset", "words", "note"),
    [
        ("konstanz", "Match to 3", False),
        ("cube-7", "Match to 7", True),
        ("single", "A single game of Backgammon", True),
        ("tavli-5", "Tavli to 5 points", True),
    ],
)
def test_a_match_is_said_in_a_few_words_and_in_more_where_it_is_not_that_of_konstanz(preset, words, note):
    wanted = OFFERS[preset].format
    with override("en-gb"):
        assert (match_words(wanted), format_note(wanted)) == (words, format_sentence(wanted) if note else "")


def test_an_offer_is_called_by_its_preset_and_its_length():
    with override("en-gb"):
        labels = [offer_label(OFFERS[name]) for name in ("konstanz", "cube_single", "cube-5", "plakoto-1", "fevga-9")]

    assert labels == [
        "Standard: to 3 points, no doubling cube",
        "Single game with cube",
        "Backgammon with cube to 5 points",
        "Plakoto, single game",
        "Fevga to 9 points",
    ]
