from datetime import UTC, datetime

import pytest

from tests.exports.paper import page_lines, reader
from tests.factories import draw_next_round, make_tournament
from tournament.exports.papers import closing_set_pdf, round_set_pdf

AT = {"public_url": "https://club.example/t/open/", "printed_at": datetime(2026, 11, 20, 18, 42, tzinfo=UTC)}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("played", "titles"),
    [
        (0, ["Round 1", "Round 1 by name", "Round 1 · Bodensee Open · 20 Nov 2026"]),
        (
            1,
            ["Round 2", "Round 2 by name", "Round 2 · Bodensee Open · 20 Nov 2026", "Standings after round 1"],
        ),
    ],
)
def test_all_the_paper_of_a_round_is_in_one_file(played, titles):
    round_ = draw_next_round(make_tournament(6, played=played, language="en"))

    assert [page[1] for page in page_lines(round_set_pdf(round_, **AT))] == titles


@pytest.mark.django_db
def test_the_papers_of_an_earlier_round_are_of_that_round_while_a_later_one_is_played():
    tournament = make_tournament(6, played=2, language="en")
    draw_next_round(tournament)

    titles = [page[1] for page in page_lines(round_set_pdf(tournament.rounds.get(number=1), **AT))]

    assert titles == ["Round 1", "Round 1 by name", "Round 1 · Bodensee Open · 20 Nov 2026", "Standings after round 1"]


@pytest.mark.django_db
def test_the_papers_of_the_end_are_in_one_file_each_in_its_own_format():
    tournament = make_tournament(4, played=2, planned_rounds=2, language="en")

    file = closing_set_pdf(tournament, **AT)

    assert [page[1] for page in page_lines(file)[:2]] == ["Final standings", "Cost statement"]
    is_on_its_side = [page.mediabox.width > page.mediabox.height for page in reader(file).pages]
    assert is_on_its_side == [False, False, True, True, True]
