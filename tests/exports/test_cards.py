import pytest

from tests.exports.paper import page_lines, reader, texts
from tests.factories import draw_next_round, make_director, make_tournament, play_round
from tournament.actions.players import NewPlayer, withdraw_entry
from tournament.exports.cards import NAME, cards_pdf
from tournament.models import Entry, Tournament

HEADINGS = ["Round", "Opponent", "Result", "Wins", "±", "Place"]


def card_lines(data):
    """The lines of each card in the order in which they are drawn."""
    cards = []
    for page in reader(data).pages:
        for text in texts(page):
            if text.size == NAME:
                cards.append([])
            cards[-1].append(text.content.strip())
    return cards


@pytest.mark.django_db
def test_a_card_tells_the_way_so_far_and_leaves_lines_for_the_rest():
    players = [NewPlayer("Anna", "BC Konstanz"), NewPlayer("Ben"), NewPlayer("Cem")]
    tournament = make_tournament(players=players, language="en", planned_rounds=3)
    play_round(draw_next_round(tournament), scores=[(4, 1)])
    draw_next_round(tournament)

    assert sorted(card_lines(cards_pdf(tournament))) == [
        [
            "Anna",
            "Bodensee Open · 20 Nov 2026",
            "Start number 1 · BC Konstanz",
            *HEADINGS,
            *("1", "bye", "1", "0", "2"),
            *("2", "Ben"),
            "3",
        ],
        [
            "Ben",
            "Bodensee Open · 20 Nov 2026",
            "Start number 2",
            *HEADINGS,
            *("1", "Cem", "4:1", "1", "+2", "1"),
            *("2", "Anna"),
            "3",
        ],
        [
            "Cem",
            "Bodensee Open · 20 Nov 2026",
            "Start number 3",
            *HEADINGS,
            *("1", "Ben", "1:4", "0", "−2", "3"),
            *("2", "bye"),
            "3",
        ],
    ]


@pytest.mark.django_db
def test_a_match_that_was_won_is_bold():
    tournament = make_tournament(2, played=1, language="en")

    bold = [text.content for text in texts(reader(cards_pdf(tournament)).pages[0]) if text.is_bold]

    assert bold == ["Player 1", "Player 2", "3:1"]


@pytest.mark.django_db
def test_cards_that_are_cut_as_one_pile_lie_by_number():
    pages = reader(cards_pdf(make_tournament(9, language="en"))).pages

    names = [[text.content for text in texts(page) if text.size == NAME] for page in pages]
    assert names == [
        ["Player 1", "Player 4", "Player 7"],
        ["Player 2", "Player 5", "Player 8"],
        ["Player 3", "Player 6", "Player 9"],
    ]


@pytest.mark.django_db
def test_who_has_left_has_no_card():
    tournament = make_tournament(3, played=1, language="en")
    withdraw_entry(Entry.objects.get(number=2), by=make_director())

    assert sorted(card[0] for card in card_lines(cards_pdf(tournament))) == ["Player 1", "Player 3"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("planned", "shown"), [(5, range(1, 6)), (18, range(1, 19)), (30, range(1, 19)), (99, range(1, 19))]
)
def test_a_card_has_a_line_for_each_round_as_far_as_it_has_room(planned, shown):
    tournament = make_tournament(1, language="en", planned_rounds=planned)

    lines = page_lines(cards_pdf(tournament))[0]

    assert [line for line in lines if line.isdecimal()] == [str(number) for number in shown]


@pytest.mark.django_db
def test_a_long_name_is_whole_on_the_own_card_and_on_the_opponents():
    name = "Maximiliane-Alexandra Freifrau von und zu Guttenberg-Hohenlohe-Langenburg die Dritte"
    tournament = make_tournament(players=[NewPlayer(name), NewPlayer("W" * 100)], language="en", paper="letter")
    Tournament.objects.update(planned_rounds=18)
    tournament.refresh_from_db()
    draw_next_round(tournament)

    text = "".join(page_lines(cards_pdf(tournament))[0]).replace(" ", "")

    assert (text.count(name.replace(" ", "")), text.count("W" * 100)) == (2, 2)


@pytest.mark.django_db
def test_a_card_of_few_rounds_fills_its_paper_with_one_size_of_letters_a_column():
    players = [NewPlayer("Anna Abt"), *(NewPlayer(f"Maximilian Oberhuber {letter}") for letter in "ABCDE")]
    tournament = make_tournament(players=players, language="en", planned_rounds=4, played=3)

    page = reader(cards_pdf(tournament)).pages[0]

    cells = [text for text in texts(page) if text.content.startswith(("Maximilian", "Oberhuber", "Anna"))]
    rounds = [text for text in texts(page) if text.content in ("1", "4") and text.left < 40]
    assert {text.size for text in cells if text.size != NAME} == {14}
    assert max(text.baseline for text in rounds) - min(text.baseline for text in rounds) > 0.7 * page.mediabox.height
