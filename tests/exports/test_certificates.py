import pytest

from tests.exports.paper import page_lines, reader, texts
from tests.factories import make_director, make_tournament
from tournament.actions.cash import add_prize
from tournament.actions.players import NewPlayer
from tournament.exports.certificates import certificates_pdf, ranking_to_frame_pdf
from tournament.pages.sheets import in_language_of
from tournament.queries.evening import public_evening
from tournament.queries.standings import standings_page

SIGNING = ["Tournament director", "For the club"]


@pytest.mark.django_db
def test_each_of_the_best_three_has_a_page_with_place_and_prize():
    players = [NewPlayer(name) for name in ("Anna", "Ben", "Cem", "Dilek")]
    tournament = make_tournament(players=players, played=1, planned_rounds=1, language="en")
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=700)
    add_prize(tournament, by=make_director(), place=1, description="Dice", price_cents=100)
    add_prize(tournament, by=make_director(), place=2, description="128,00 €", price_cents=100)

    pages = page_lines(certificates_pdf(tournament))

    occasion = ["Bodensee Open", "20 Nov 2026 · Konstanz"]
    names = [page[1] for page in pages]
    assert pages == [
        ["Certificate", names[0], "1st place · 1 win", *occasion, "Prize: Board and Dice", "1", *SIGNING],
        ["Certificate", names[1], "2nd place · 1 win", *occasion, "128,00 €", "2", *SIGNING],
        ["Certificate", names[2], "3rd place · 0 wins", *occasion, "3", *SIGNING],
    ]
    assert len(set(names)) == 3


@pytest.mark.django_db
def test_two_players_have_two_certificates():
    assert len(reader(certificates_pdf(make_tournament(2, played=1, planned_rounds=1))).pages) == 2


@pytest.mark.django_db
@pytest.mark.parametrize(("paper", "size"), [("a4", (297, 210)), ("letter", (279, 216))])
def test_a_certificate_lies_on_its_side(paper, size):
    page = reader(certificates_pdf(make_tournament(2, played=1, planned_rounds=1, paper=paper))).pages[0]

    assert tuple(round(float(side) / 72 * 25.4) for side in (page.mediabox.width, page.mediabox.height)) == size


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Maximiliane-Alexandra Freifrau von und zu Guttenberg " * 2, "W" * 100])
def test_the_longest_names_are_whole(name):
    tournament = make_tournament(
        players=[NewPlayer(name[:100].strip()), NewPlayer("Ben")], played=1, planned_rounds=1, name="W" * 100
    )

    text = "".join(line for page in page_lines(certificates_pdf(tournament)) for line in page).replace(" ", "")

    assert text.replace("W" * 100, "", 2).count(name[:100].strip().replace(" ", "")) == 1


@pytest.mark.django_db
def test_a_name_is_larger_than_what_is_said_of_it_as_long_as_its_words_let_it():
    name = "Maximiliane von Wolfeschlegelsteinhausenbergerdorff-Übergangswahrscheinlichkeitsrechnungsvorlesungen"
    players = [NewPlayer(name), NewPlayer("Ben")]
    tournament = make_tournament(players=players, played=1, planned_rounds=1, paper="letter")

    drawn = [text for page in reader(certificates_pdf(tournament)).pages for text in texts(page)]

    assert {text.size for text in drawn if text.is_bold and text.content in name} == {18}


@pytest.mark.django_db
def test_a_long_name_breaks_between_first_name_and_surname():
    players = [NewPlayer("Maximiliane Oberhuber-Breitschwerdt"), NewPlayer("Ben")]
    tournament = make_tournament(players=players, played=1, planned_rounds=1)

    lines = [line for page in page_lines(certificates_pdf(tournament)) for line in page]

    assert [line in lines for line in ("Maximiliane", "Oberhuber-Breitschwerdt")] == [True, True]


@pytest.mark.django_db
def test_a_certificate_does_not_say_that_it_is_of_practice():
    tournament = make_tournament(3, played=1, planned_rounds=1, is_practice=True, language="en")

    assert [line for page in page_lines(certificates_pdf(tournament)) for line in page if "ractice" in line] == []


@pytest.mark.django_db
def test_a_certificate_names_the_club_of_the_winner_and_can_be_read_on_the_wall():
    players = [NewPlayer("Anna", "BC Zürich"), NewPlayer("Ben", "BC Zürich")]
    tournament = make_tournament(players=players, played=1, planned_rounds=1)
    with in_language_of(tournament):
        first, _second = reader(certificates_pdf(tournament)).pages

    drawn = {text.content: text.size for text in texts(first)}

    signing = {drawn.pop(caption) for caption in ("Turnierleitung", "Für den Verein")}
    assert ("BC Zürich" in drawn, min(drawn.values()), max(drawn.values()), signing) == (True, 16, 58, {12})


@pytest.mark.django_db
def test_a_certificate_names_the_club_that_gives_it():
    tournament = make_tournament(4, played=1, planned_rounds=1, language="en", organiser="BC Konstanz e. V.")

    pages = page_lines(certificates_pdf(tournament))

    assert [page[:2] for page in pages] == [["BC Konstanz e. V.", "Certificate"]] * 3


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "page_count"), [(2, 1), (14, 1), pytest.param(91, 2, marks=pytest.mark.costly)])
def test_the_final_ranking_to_frame_has_every_place_and_nothing_that_is_useless_in_a_frame(players, page_count):
    tournament = make_tournament(players, played=1, planned_rounds=1)

    with in_language_of(tournament):
        pages = page_lines(ranking_to_frame_pdf(tournament))

    lines = [line for page in pages for line in page]
    ranking = [row.entry.display_name for row in standings_page(public_evening(tournament)).placed_rows]
    assert (len(pages), [line for line in lines if line in ranking]) == (page_count, ranking)
    assert [line for line in lines if "http" in line or "Printed" in line or "Gedruckt" in line] == []
