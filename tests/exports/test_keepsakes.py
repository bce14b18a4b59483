"""A player's card to keep, on A6 paper."""

import pytest

from tests.exports.paper import page_lines, reader
from tests.factories import make_tournament
from tournament.actions.players import NewPlayer
from tournament.exports.keepsakes import keepsake_pdf
from tournament.exports.papers import PLAYER_CARD
from tournament.names import NOT_IN_PUBLIC
from tournament.pages.sheets import in_language_of

pytestmark = pytest.mark.django_db
NAMES = ("Νικόλαος Παπαδόπουλος", "محمد عبد الرحمن", "W" * 100, "王小明")


def test_a_card_says_place_wins_matches_and_the_best_win():
    tournament = make_tournament(
        players=[NewPlayer("Anna"), NewPlayer("Ben")], played=1, planned_rounds=1, language="en", organiser="BC Ulm"
    )
    cards = [lines for entry in tournament.entries.all() for lines in page_lines(keepsake_pdf(entry))]
    (winner,) = [lines for lines in cards if lines[0] == "1"]
    (loser,) = [lines for lines in cards if lines[0] == "2"]

    occasion = "Bodensee Open · 20 Nov 2026"
    assert winner[2:] == ["1st of 2 · 1 win", occasion, "3:1", f"Best win: 3:1 against {loser[1]} (2nd)", "BC Ulm"]
    assert loser[2:] == ["2nd of 2 · 0 wins", occasion, "1:3", "BC Ulm"]


def test_every_name_fits_on_one_page_of_a6():
    tournament = make_tournament(players=[NewPlayer(name) for name in NAMES], played=2, planned_rounds=2)

    with in_language_of(tournament):
        pages = [page for entry in tournament.entries.all() for page in reader(keepsake_pdf(entry)).pages]

    sizes = {
        tuple(round(float(side) / 72 * 25.4) for side in (page.mediabox.width, page.mediabox.height)) for page in pages
    }
    assert (len(pages), sizes) == (len(NAMES), {(148, 105)})


def test_who_appears_nowhere_has_no_card():
    tournament = make_tournament(3, played=1)
    tournament.entries.filter(number=1).update(shown_as=NOT_IN_PUBLIC)

    found = [PLAYER_CARD.subject(tournament, number, for_director=False) for number in (0, 1, 2)]

    assert [entry and entry.number for entry in found] == [None, None, 2]
