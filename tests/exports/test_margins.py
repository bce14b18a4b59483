"""Every sheet on every paper: whatever stands on it stays inside its margins, and nobody's name is lost."""

from datetime import UTC, datetime

import pytest

from tests.exports.paper import on_page, page_lines, reader
from tests.factories import draw_next_round, entry_of, make_director, make_tournament
from tournament.actions.cash import add_prize, set_fee
from tournament.actions.players import NewPlayer
from tournament.exports.cards import cards_pdf
from tournament.exports.certificates import certificates_pdf, ranking_to_frame_pdf
from tournament.exports.money import cash_book_pdf, vouchers_of_player, vouchers_pdf
from tournament.exports.papers import round_set_pdf
from tournament.exports.pdf import (
    costs_pdf,
    crosstable_pdf,
    door_pdf,
    pairings_by_name_pdf,
    pairings_pdf,
    standings_pdf,
)
from tournament.exports.rules import rules_pdf
from tournament.exports.slips import slips_pdf
from tournament.models import Round
from tournament.paper.page import EDGE, PAGES, Box

pytestmark = pytest.mark.django_db
AT = {
    "public_url": "https://club.example/t/bodensee-open-2026/",
    "printed_at": datetime(2026, 11, 20, 18, 42, tzinfo=UTC),
}
LONGEST = "Maximiliane-Alexandra Freifrau von und zu Guttenberg-Hohenlohe-Langenburg die Dritte"
TITLE = ("Große offene Bodensee-Meisterschaft im Backgammon " * 2).strip()
ALL = {
    "pairings": lambda round_: pairings_pdf(round_, **AT),
    "pairings by name": lambda round_: pairings_by_name_pdf(round_, **AT),
    "slips": slips_pdf,
    "round set": lambda round_: round_set_pdf(round_, **AT),
    "standings": lambda round_: standings_pdf(round_.tournament, **AT),
    "crosstable": lambda round_: crosstable_pdf(round_.tournament, **AT),
    "door": lambda round_: door_pdf(round_.tournament, **AT),
    "cards": lambda round_: cards_pdf(round_.tournament),
    "rules": lambda round_: rules_pdf(round_.tournament, **AT),
    "certificates": lambda round_: certificates_pdf(round_.tournament),
    "final ranking": lambda round_: ranking_to_frame_pdf(round_.tournament),
    "costs": lambda round_: costs_pdf(round_.tournament, **AT),
    "cash book": lambda round_: cash_book_pdf(round_.tournament, **AT),
    "receipt": lambda round_: vouchers_pdf(vouchers_of_player(round_.tournament, 1, for_director=True), **AT),
}
SIZES = {"certificates": lambda page: page.on_its_side, "receipt": lambda page: page.upper_half}
IS_CUT_OR_FRAMED = ("slips", "cards", "certificates")
NAMES_EVERYBODY = ("pairings by name", "slips", "standings", "crosstable", "door", "cards")
HAIR = 0.51


def evening(paper, language, count):
    """The last round of a tournament that is over, with long names."""
    players = [NewPlayer(f"Ann{'a' * number} Keller", "Backgammonclub Konstanz") for number in range(count - 1)]
    tournament = make_tournament(
        players=[NewPlayer(LONGEST, LONGEST), *players],
        name=TITLE,
        paper=paper,
        language=language,
        fee_cents=800,
        planned_rounds=2,
        played=2,
    )
    set_fee(entry_of(tournament, 1), by=make_director(), paid=True)
    add_prize(tournament, by=make_director(), place=1, description="A board of walnut " * 10, price_cents=700)
    return tournament.rounds.get(number=2)


def outside(page, margins):
    """The texts and corners that do not keep inside."""
    written, drawn = on_page(page)
    lost = [
        text
        for text in written
        if text.left < margins.left - HAIR
        or text.right > margins.right + HAIR
        or text.baseline < margins.foot - HAIR
        or text.baseline + text.size * 0.75 > margins.top + HAIR
    ]
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    beyond = [(x, y) for x, y in drawn if not (-HAIR <= x <= width + HAIR and -HAIR <= y <= height + HAIR)]
    return lost, beyond


def margins_of(name, page):
    width, height = float(page.mediabox.width), float(page.mediabox.height)
    whole = Box(0, 0, width, height)
    is_cut = any(width == size.width and height == size.height for size in PAGES.values())
    if name in (*IS_CUT_OR_FRAMED, "round set") or not is_cut:
        return whole.inset(EDGE, EDGE)
    return next(size.frame for size in PAGES.values() if size.width == width)


@pytest.mark.costly
@pytest.mark.parametrize(
    ("paper", "language"),
    [
        ("a4", "de"),
        ("letter", "en"),
        pytest.param("a4", "en", marks=pytest.mark.prove),
        pytest.param("letter", "de", marks=pytest.mark.prove),
    ],
)
def test_every_sheet_keeps_inside_its_margins(paper, language):
    round_ = evening(paper, language, 14)

    wrong = {}
    for name, sheet in ALL.items():
        size = SIZES[name](PAGES[paper]) if name in SIZES else PAGES[paper]
        for number, page in enumerate(reader(sheet(round_)).pages, start=1):
            found = (size_of(page), *outside(page, margins_of(name, page)))
            if found != ((round(size.width), round(size.height)), [], []):
                wrong[name, number] = found

    assert wrong == {}


def size_of(page):
    return round(float(page.mediabox.width)), round(float(page.mediabox.height))


@pytest.mark.costly
@pytest.mark.parametrize("paper", PAGES)
def test_every_name_is_whole_on_every_paper(paper):
    round_ = evening(paper, "en", 14)

    names = round_.tournament.entries.values_list("name", flat=True)
    lost = {}
    for name in NAMES_EVERYBODY:
        text = "".join(line for page in page_lines(ALL[name](round_)) for line in page).replace(" ", "")
        lost[name] = [one for one in names if one.replace(" ", "") not in text]

    assert lost == {name: [] for name in NAMES_EVERYBODY}


@pytest.mark.parametrize("name", ["standings", "door", "cards", "costs"])
def test_one_player_alone_has_paper_too(name):
    tournament = make_tournament(1, language="en")

    unsaved = Round(tournament=tournament, number=1)

    assert len(reader(ALL[name](unsaved)).pages) == 1


@pytest.mark.parametrize(
    ("name", "pages"), [("pairings", 1), ("pairings by name", 1), ("slips", 2), ("cards", 4), ("standings", 1)]
)
def test_an_evening_of_fourteen_takes_few_pages(name, pages):
    round_ = draw_next_round(make_tournament(14, language="en"))

    assert len(reader(ALL[name](round_)).pages) == pages


def test_many_rounds_are_laid_on_their_side():
    few, many = (make_tournament(10, played=played, planned_rounds=played) for played in (2, 7))

    widths = [float(reader(crosstable_pdf(each, **AT)).pages[0].mediabox.width) for each in (few, many)]
    assert [round(width) for width in widths] == [595, 842]
