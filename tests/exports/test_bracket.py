"""The printed bracket: one page, with everybody in it, and room to fill in who is not known yet."""

from datetime import UTC, datetime

import pytest

from tests.exports.paper import page_lines
from tests.factories import draw_next_round, enter_result, make_tournament, pairing_of
from tournament.actions.players import NewPlayer
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.exports.bracket import bracket_pdf
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
AT = {"public_url": "", "printed_at": datetime(2026, 11, 20, 19, tzinfo=UTC)}


def printed(tournament):
    """The lines of the only page, from its first round on."""
    (lines,) = page_lines(bracket_pdf(Tournament.objects.get(pk=tournament.pk), **AT))
    return lines[3:-2]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_bracket_shows_who_has_won_and_who_is_waited_for(paper):
    names = ("Anna", "Ben", "Cem", "Dilek")
    tournament = make_tournament(
        players=[NewPlayer(name) for name in names],
        played=1,
        planned_rounds=1,
        finals_players=4,
        finals_third_place=True,
        language="en",
        paper=paper,
    )
    draw_next_round(tournament)
    match, other = pairing_of(tournament, 2, 1), pairing_of(tournament, 2, 2)
    enter_result(match, Result(Outcome.PLAYED, (3, 1)))

    assert printed(tournament) == [
        *("Semi-finals", "Table 1", "1", match.first.name, "3", "4", match.second.name, "1"),
        *("Table 2", "2", other.first.name, "3", other.second.name),
        *("Final", "1", match.first.name, "winner of table 2"),
        *("Match for third place", "4", match.second.name, "loser of table 2"),
    ]


@pytest.mark.parametrize(("size", "pages"), [(16, 1), (32, 3), (64, 5)])
def test_large_bracket_is_printed_in_parts_and_joined_on_the_last_page(size, pages):
    tournament = make_tournament(4, planned_rounds=1, finals_players=size, language="en")
    found = [lines[3:-2] for lines in page_lines(bracket_pdf(tournament, **AT))]

    seeds = [int(line) for lines in (found[:-1] or found) for line in lines if line.isdigit()]
    assert (len(found), sorted(seeds)) == (pages, list(range(1, size + 1)))
    assert pages == 1 or found[-1][0] == {32: "Semi-finals", 64: "Quarter-finals"}[size]


def test_bracket_to_fill_in_by_hand_is_printed_before_the_finals_are_drawn():
    tournament = make_tournament(4, planned_rounds=1, finals_players=2, language="en")

    assert printed(tournament) == ["Final", "1", "1st of the ranking", "2", "2nd of the ranking"]
