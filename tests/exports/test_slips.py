from dataclasses import asdict, replace
from io import BytesIO

import pytest
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tests.exports.paper import corners, page_lines, reader, texts
from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    seat,
)
from tournament.actions.players import NewPlayer, withdraw_entry
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.exports.pdf import page_of
from tournament.exports.slips import QR_SIZE, SIDE, Games, games_of, slips_part, slips_pdf, strips_of
from tournament.machine.progress import under_way
from tournament.matches.formats import OFFERS, MatchFormat
from tournament.models import Tournament
from tournament.paper.lettering import SMALL, TITLE
from tournament.paper.marks import QR_MARGIN
from tournament.queries.evening import evening_of
from tournament.queries.rounds.pairings import round_page

TICKS = ["1", "2"] * 5
GAMES = ["Game 1", "Game 2", "Game 3", "Game 4", "Game 5", "Result", "1 single, 2 gammon"]
FOR_ONE = ["Only for this", "player: table", "and score on", "the phone"]
SIGNING = ["Signature of player 1", "Signature of player 2"]


def english(count=4, **fields):
    return make_tournament(count, language="en", **fields)


@pytest.mark.django_db
def test_a_slip_asks_for_every_game_the_result_and_the_signatures():
    tournament = make_tournament(players=[NewPlayer("Anna"), NewPlayer("Ben")], language="en")

    assert page_lines(slips_pdf(draw_next_round(tournament))) == [
        [
            "Table 1",
            "Round 1 · Bodensee Open · 20 Nov 2026",
            *GAMES,
            *("Ben", *TICKS),
            *("Anna", *TICKS),
            "Score after each game",
            *":::::",
            *SIGNING,
            *("Ben", *FOR_ONE),
            *("Anna", *FOR_ONE),
        ]
    ]


@pytest.mark.django_db
def test_a_result_that_is_in_stands_on_the_slip():
    tournament = make_tournament(players=[NewPlayer("Anna"), NewPlayer("Ben")], language="en")
    round_ = draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (4, 2)))

    points = [text.content for text in texts(reader(slips_pdf(round_)).pages[0]) if text.size == TITLE]

    assert points == ["Table 1", "4", "2"]


@pytest.mark.django_db
def test_only_the_slips_of_open_tables_with_other_players_are_printed_again():
    tournament = english(9)
    round_ = draw_next_round(tournament)
    for number in (2, 3):
        withdraw_entry(entry_of(tournament, number), by=make_director())
    seat(tournament, 5, 9)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (4, 2)))

    pages = page_lines(slips_pdf(round_, only_changed=True))

    assert [line for page in pages for line in page if line.startswith("Table")] == ["Table 2"]


@pytest.mark.django_db
def test_the_slip_of_a_table_that_waits_for_a_board_says_so():
    lines = page_lines(slips_pdf(draw_next_round(english(4, boards=1))))[0]

    assert [line for line in lines if line.startswith(("Table", "later", "Round", "Open"))] == [
        *("Table 1", "Round 1 · Bodensee Open · 20 Nov 2026"),
        *("Table 2", "later: as soon as a board is free · Round 1 · Bodensee", "Open · 20 Nov 2026"),
    ]


@pytest.mark.django_db
def test_slips_that_are_cut_as_one_pile_lie_in_order_of_their_tables():
    pages = reader(slips_pdf(draw_next_round(english(19)))).pages

    headings = [[text.content for text in texts(page) if text.content.startswith("Table")] for page in pages]
    assert headings == [
        ["Table 1", "Table 4", "Table 7"],
        ["Table 2", "Table 5", "Table 8"],
        ["Table 3", "Table 6", "Table 9"],
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_name_is_whole_at_its_games_and_under_its_code(paper):
    name = "Maximiliane-Alexandra Freifrau von und zu Guttenberg-Hohenlohe-Langenburg die Dritte"
    tournament = make_tournament(players=[NewPlayer(name), NewPlayer("W" * 100)], language="en", paper=paper)

    text = "".join(page_lines(slips_pdf(draw_next_round(tournament)))[0]).replace(" ", "")

    assert (text.count(name.replace(" ", "")), text.count("W" * 100)) == (2, 2)


@pytest.mark.django_db
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_code_is_on_a_strip_of_its_own_that_is_cut_off(paper):
    """From the left: what both fill in, a cut, the first code with its name, a cut, the second."""
    tournament = make_tournament(players=[NewPlayer("Anna"), NewPlayer("Ben")], language="en", paper=paper)
    slips, page = slips_pdf(draw_next_round(tournament)), page_of(tournament)

    drawn = reader(slips).pages[0]
    down_the_page = {round(x) for x, y in corners(drawn) if round(y) == round(page.height)}
    cuts = strips_of(page.width - SIDE)
    lefts = [text.left for text in texts(drawn) if text.content in ("Ben", "Anna", "Result")]
    assert down_the_page == {round(cut) for cut in cuts}
    assert [sum(cut < left for cut in cuts) for left in lefts] == [0, 0, 0, 1, 2]


def test_a_code_is_large_enough_for_a_phone_and_has_white_around_it():
    most_modules = 49
    assert 18 * mm <= QR_SIZE
    assert 4 * QR_SIZE / most_modules <= QR_MARGIN


@pytest.mark.parametrize(
    ("wanted", "games"),
    [
        (MatchFormat(match_length=3, gammons=True), Games(5, (1, 2))),
        (MatchFormat(match_length=1, gammons=False), Games(1, (1,))),
        (MatchFormat(match_length=5, gammons=True, backgammons=True), Games(9, (1, 2, 3))),
        (OFFERS["cube-3"].format, Games(5)),
        (OFFERS["tavli-3"].format, Games(5, (1, 2), ("Portes", "Plakoto", "Fevga", "Portes", "Plakoto"))),
        (OFFERS["tavli-7"].format, Games(13, (1, 2))),
    ],
)
def test_there_is_room_for_the_longest_match(wanted, games):
    assert replace(games_of(wanted), note="") == games


@pytest.mark.django_db
def test_a_slip_says_what_a_match_is_where_it_is_not_that_of_konstanz():
    tournament = english(2, **asdict(OFFERS["cube-7"].format))

    heading = " ".join(page_lines(slips_pdf(draw_next_round(tournament)))[0][1:4])

    assert heading.startswith(
        "Round 1 · Bodensee Open · 20 Nov 2026 · Backgammon to 7 points with the doubling cube and the Crawford rule; "
    )


@pytest.mark.django_db
@pytest.mark.parametrize(("length", "games"), [(4, 7), (5, 9), (6, 0)])
def test_games_of_a_longer_match_are_written_in_and_of_the_longest_only_the_result(length, games):
    tournament = english(2)
    Tournament.objects.update(match_length=length)
    tournament.refresh_from_db()

    lines = page_lines(slips_pdf(draw_next_round(tournament)))[0]

    assert lines.count(":") == games
    assert [line for line in lines if line.isdecimal()] == [str(number) for number in range(1, games + 1)]


@pytest.mark.django_db
def test_where_the_result_alone_is_asked_for_a_long_name_has_its_line():
    name = "Maximiliane-Alexandra Freifrau von und zu Guttenberg"
    fields = {"language": "en", **asdict(OFFERS["cube-11"].format)}
    tournament = make_tournament(players=[NewPlayer("Anna"), NewPlayer(name)], **fields)

    drawn = texts(reader(slips_pdf(draw_next_round(tournament))).pages[0])

    assert [(text.content, text.size) for text in drawn if text.is_bold] == [
        ("Table 1", TITLE),
        (name, SMALL),
        ("Anna", SMALL),
    ]


@pytest.mark.django_db
def test_while_slips_are_drawn_it_is_known_how_many_pages_are_done():
    tournament = make_tournament(entries=18)
    draw_next_round(tournament)
    seen = []

    class Looking(Canvas):
        def showPage(self):  # noqa: N802  # The name is the library's.
            seen.extend(under_way(tournament))
            super().showPage()

    page = page_of(tournament)
    slips_part(round_page(evening_of(tournament), 1), page)(Looking(BytesIO()))

    assert (seen, under_way(tournament)) == ([("slips_pdf", done, 3) for done in range(3)], [])


@pytest.mark.django_db
def test_a_slip_has_two_sizes():
    page = reader(slips_pdf(draw_next_round(english()))).pages[0]

    assert {text.size for text in texts(page)} == {SMALL, TITLE}
