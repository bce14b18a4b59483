"""The printed bracket: one page, with everybody in it, and room to fill in who is not known yet."""

from datetime import UTC, datetime

import pytest

from tests.exports.paper import page_lines, reader, texts
from tests.factories import draw_next_round, enter_result, make_tournament, pairing_of, play_round
from tournament.actions.players import NewPlayer
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.exports.bracket import bracket_pdf
from tournament.models import Tournament
from tournament.pages.rounds import bracket_page
from tournament.paper.lettering import LEGIBLE
from tournament.queries.evening import evening_of

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
        *("Final", "waits for the winner of table 2", "1", match.first.name, "winner of table 2"),
        *("Match for third place", "waits for the loser of table 2", "4", match.second.name, "loser of table 2"),
    ]


def test_names_of_a_round_are_in_letters_of_one_size_also_beside_one_too_long_for_them():
    names = ("Anna Abt", "Maria-Theresa Özyürek", "Rindfleischetikettierungsgesetzes", "Bo Li", "Eva Ernst", "Di An")
    long = "Donaudampfschifffahrtsgesellschaftskapitän"
    tournament = make_tournament(
        players=[NewPlayer(name) for name in (*names, "Fe Ott", long)], planned_rounds=0, finals_players=8
    )
    draw_next_round(tournament)

    (page,) = reader(bracket_pdf(Tournament.objects.get(pk=tournament.pk), **AT)).pages

    sizes = {text.content: text.size for text in texts(page)}
    assert {sizes[name] for name in names} == {12}
    assert LEGIBLE <= sizes[long] < 12


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


def test_page_of_the_consolation_alone_tells_who_has_dropped_into_it_in_letters_that_can_be_read():
    tournament = make_tournament(16, planned_rounds=0, finals_players=16, finals_second="losers", language="en")
    for _round in range(2):
        play_round(draw_next_round(tournament), [(3, 1)])
    draw_next_round(tournament)
    drops = bracket_page(evening_of(tournament)).drops

    pages = reader(bracket_pdf(Tournament.objects.get(pk=tournament.pk), **AT)).pages

    printed_texts = [[text.content for text in texts(page)] for page in pages]
    assert len(drops) == 4
    assert [" ".join(drops) in " ".join(lines) for lines in printed_texts] == [False, True]
    assert min(text.size for page in pages for text in texts(page)) >= round(LEGIBLE, 1)
