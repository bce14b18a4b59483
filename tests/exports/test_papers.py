"""The list of all paper."""

import pytest

from tests.factories import make_tournament
from tournament.exports.papers import (
    BRACKET,
    CARDS,
    CERTIFICATES,
    CLOSING,
    CROSSTABLE,
    DOOR,
    DOOR_BY_SURNAME,
    PAIRINGS,
    PAIRINGS_BY_NAME,
    PAIRINGS_BY_SURNAME,
    PAPERS,
    RANKING_TO_FRAME,
    ROUND,
    SLIPS,
    STANDINGS,
    Missing,
    absent_yet,
)
from tournament.urls import urlpatterns

pytestmark = pytest.mark.django_db


def test_every_paper_has_its_address():
    of_tournaments = [pattern for pattern in urlpatterns if str(pattern.pattern).startswith("t/")]
    addresses = [pattern.name for pattern in of_tournaments if str(pattern.pattern).endswith(".pdf")]

    assert sorted(addresses) == sorted(paper.name for paper in PAPERS)


@pytest.mark.parametrize(
    ("tournament", "missing"),
    [
        (
            {"entries": 0},
            {
                ROUND: Missing.ROUND,
                PAIRINGS: Missing.ROUND,
                PAIRINGS_BY_NAME: Missing.ROUND,
                PAIRINGS_BY_SURNAME: Missing.ROUND,
                SLIPS: Missing.ROUND,
                STANDINGS: Missing.PLAYERS,
                CROSSTABLE: Missing.PLAYERS,
                DOOR: Missing.PLAYERS,
                DOOR_BY_SURNAME: Missing.PLAYERS,
                CARDS: Missing.PLAYERS,
                CERTIFICATES: Missing.END,
                RANKING_TO_FRAME: Missing.END,
                CLOSING: Missing.END,
                BRACKET: Missing.PLAYERS,
            },
        ),
        (
            {"entries": 4},
            {
                ROUND: Missing.ROUND,
                PAIRINGS: Missing.ROUND,
                PAIRINGS_BY_NAME: Missing.ROUND,
                PAIRINGS_BY_SURNAME: Missing.ROUND,
                SLIPS: Missing.ROUND,
                CROSSTABLE: Missing.ROUND,
                CERTIFICATES: Missing.END,
                RANKING_TO_FRAME: Missing.END,
                CLOSING: Missing.END,
                BRACKET: Missing.FINALS,
            },
        ),
        (
            {"entries": 4, "played": 1, "planned_rounds": 2},
            {
                CERTIFICATES: Missing.END,
                RANKING_TO_FRAME: Missing.END,
                CLOSING: Missing.END,
                BRACKET: Missing.FINALS,
            },
        ),
        ({"entries": 4, "played": 2, "planned_rounds": 2}, {BRACKET: Missing.FINALS}),
        (
            {"entries": 4, "played": 2, "planned_rounds": 2, "finals_players": 4},
            {CERTIFICATES: Missing.END, RANKING_TO_FRAME: Missing.END, CLOSING: Missing.END},
        ),
    ],
    ids=["empty", "before round 1", "under way", "over", "before finals"],
)
def test_what_is_missing_is_known(tournament, missing):
    made = make_tournament(**tournament)

    absent = absent_yet(made)
    assert {paper: reason for paper in PAPERS if (reason := paper.waits(absent))} == missing
