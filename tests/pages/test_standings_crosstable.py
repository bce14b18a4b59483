"""Who met whom, as a list."""

import pytest

from tests.factories import draw_next_round, make_tournament, play_round
from tournament.actions.players import NewPlayer
from tournament.engine.criteria import counted
from tournament.engine.terms import KONSTANZ
from tournament.pages.sheets import Strong
from tournament.pages.standings import crosstable_sheet
from tournament.phrases.standings import ranking_terms
from tournament.queries.evening import evening_of
from tournament.queries.standings import crosstable_page

pytestmark = pytest.mark.django_db


def named(*names):
    return [NewPlayer(name) for name in names]


def test_the_cross_table_has_one_column_for_each_round_and_marks_what_was_won():
    tournament = make_tournament(players=named("Anna", "Ben", "Cem"))
    play_round(draw_next_round(tournament), scores=[(4, 1)])
    draw_next_round(tournament)

    sheet = crosstable_sheet(tournament, crosstable_page(evening_of(tournament)))

    assert [column.heading for column in sheet.columns] == ["Place", "Name", "1", "2", "Wins", "±", "BH"]
    assert sheet.rows == (
        (1, "Ben", "3 ✓ 4:1", "2 –", 1, 2, 0),
        (2, "Anna", "bye", "1 –", 1, 0, 0),
        (3, "Cem", "1 ✗ 1:4", "bye", 0, -2, 1),
    )
    assert [cell for row in sheet.rows for cell in row if isinstance(cell, Strong)] == ["3 ✓ 4:1", "bye", "bye"]
    assert sheet.notes == (
        "20 Nov 2026 · Konstanz",
        "3 ✓ means a win against the player in 3rd place in this table, 3 ✗ a loss; the score follows.",
        ranking_terms(counted(KONSTANZ)),
    )


def test_the_cross_table_without_scores_is_narrow():
    tournament = make_tournament(players=named("Anna", "Ben"))
    play_round(draw_next_round(tournament), scores=[(4, 1)])

    sheet = crosstable_sheet(tournament, crosstable_page(evening_of(tournament)), with_scores=False)

    assert [row[2] for row in sheet.rows] == ["2 ✓", "1 ✗"]
    assert sheet.notes[1] == "3 ✓ means a win against the player in 3rd place in this table, 3 ✗ a loss."
