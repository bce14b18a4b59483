"""The copy of a person's data, as a file and as a paper: all that is stored of one person, and nobody else's name."""

import json
import re
from datetime import date, timedelta

import pytest
from django.urls import reverse

from tests.exports.paper import page_lines
from tests.factories import (
    draw_next_round,
    entry_of,
    make_director,
    make_helper,
    make_member,
    make_tournament,
    play_round,
)
from tournament.actions.cash import add_prize, give_back_fee, set_fee, set_fees_paid
from tournament.actions.journal import history, undo
from tournament.actions.permissions import Guest
from tournament.actions.persons import merge_persons, rename_person, set_wish
from tournament.actions.players import (
    NewPlayer,
    accept_requests,
    ask_to_join,
    keep_apart,
    withdraw_entry,
)
from tournament.actions.seasons import NewMatch, import_matches
from tournament.actions.tournaments import delete_tournament
from tournament.models import Pairing, Person, Transcript, Wish, Wished
from tournament.queries.cash import fees_of

pytestmark = [pytest.mark.django_db(transaction=True)]

NAMES = ("Xaver", "Keller", "Anna", "Gül", "Anna Keller", "Jörg Weiß", "Ulf Ott", "Bo Kurz", "Cleo Adam", "Dora Rot")
EVENINGS = 4


@pytest.fixture(autouse=True)
def no_backup_yet(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def owed(tournament):
    return sum(row.owed_cents for row in fees_of(tournament).rows)


def many_evenings():
    """A year in which everything happens that the journals and the books tell by name."""
    director = make_member("director")
    played = []
    for nth in range(EVENINGS):
        evening = make_tournament(
            players=[NewPlayer("Weber Anna" if name == "Jörg Weiß" and nth % 2 else name, "BC Ulm") for name in NAMES],
            name=f"Evening {nth}",
            date=date(2026, 1, 9) + timedelta(weeks=nth),
            fee_cents=500,
            opens_joining=True,
            language="de",
        )
        asked = ask_to_join(evening, by=Guest("Ida Roth"), request_key=f"{nth:032}", name="Ida Roth", club="")
        accept_requests(evening, by=director, chosen={asked.pk: 0})
        set_fees_paid(evening, by=director, seen_cents=owed(evening))
        set_fee(entry_of(evening, 3), by=director, paid=False, waived="drives Bo Kurz and Gül home")
        add_prize(evening, by=director, place=1, description="Wine, chosen by Xaver", price_cents=900)
        keep_apart(entry_of(evening, 1), entry_of(evening, 2), by=director)
        make_helper(evening, "Dora Rot" if nth else "Anna")
        played.append(evening)
        play_round(draw_next_round(evening))
        withdraw_entry(entry_of(evening, 8), by=director)
        give_back_fee(entry_of(evening, 8), by=director)
        play_round(draw_next_round(evening))
    undo(history(played[1]).undoable, by=director)
    club = played[0].club
    import_matches(club, by=director, name="Gül", matches=[NewMatch(date(2019, 3, 1), "Anna Keller", "Xaver", 5)])
    persons = {person.name: person.pk for person in Person.objects.all()}
    merge_persons(club, by=director, person=persons["Weber Anna"], into=persons["Jörg Weiß"])
    rename_person(club, by=director, person=persons["Dora Rot"], name="Dora Rose")
    set_wish(club, by=director, person=persons["Bo Kurz"], wished=Wished(Wish.HIDDEN))
    set_wish(club, by=director, person=persons["Cleo Adam"], wished=Wished(Wish.ABBREVIATED, "Kleo"))
    delete_tournament(played[3], by=director, confirmed=played[3].name)
    return club


def names_of(person):
    """Every spelling of a person, as this test has made them."""
    others = {"Jörg Weiß": {"Weber Anna"}, "Dora Rose": {"Dora Rot"}, "Cleo Adam": {"Kleo"}}
    return {person.name, *others.get(person.name, ())}


def words(text):
    return re.findall(r"\w+", text)


def named_in(text, names, own):
    """The names that stand in a text as whole words, but those that are part of the person's own."""
    text = " ".join(words(text))
    for name in sorted(own, key=len, reverse=True):
        text = re.sub(rf"\b{' '.join(words(name))}\b", "", text)
    return {name for name in names if re.search(rf"\b{' '.join(words(name))}\b", text)}


@pytest.mark.costly
def test_neither_the_file_nor_the_paper_of_one_person_names_anybody_else(director):
    many_evenings()
    everybody = set().union(*(names_of(person) for person in Person.objects.filter(merged_into=None)))
    assert len(everybody) == len(NAMES) + 4

    for person in Person.objects.filter(merged_into=None).order_by("pk"):
        own = names_of(person)
        sent = {"q": person.name, "person": person.pk, "language": "de"}
        file = director.post(reverse("persons"), {**sent, "do": "export"}).content.decode()
        paper = director.post(reverse("persons"), {**sent, "do": "print"}).content
        text = " ".join(line for page in page_lines(paper) for line in page)

        others = (everybody | {"director", "Bo K.", "Jörg W.", "Cleo A.", "Dora R."}) - own
        shown = {"file": named_in(file, others, own), "paper": named_in(text, others, own)}
        assert (person.name, shown) == (person.name, {"file": set(), "paper": set()})
        assert {one["tournament"] for one in json.loads(file) if "start_number" in one} == {
            f"Evening {nth}" for nth in range(EVENINGS - 1)
        }


@pytest.fixture
def anna():
    make_member("director")
    evening = make_tournament(
        players=[NewPlayer(name) for name in ("Xaver", "Keller", "Anna", "Gül", *map(str, range(9)))],
        fee_cents=500,
        language="de",
    )
    set_fees_paid(evening, by=make_director(), seen_cents=owed(evening))
    return entry_of(evening, 3)


def copy(browser, entry, **sent):
    return browser.post(reverse("persons"), {"q": "anna", "person": entry.person.pk, **sent})


@pytest.mark.parametrize(
    ("language", "line"),
    [("de", "Startgeld bezahlt: Anna"), ("en", "entry fee marked as paid: Anna")],
)
def test_a_line_about_many_is_cut_down_to_the_person(director, anna, language, line):
    evening, _register = json.loads(copy(director, anna, do="export", language=language).content)

    assert [one["what"] for one in evening["journal"]][-1] == line


def test_the_paper_is_in_the_language_of_the_person_and_says_what_the_file_says(director, anna):
    offered = director.get(reverse("persons"), {"q": "anna"}).context["copy_language"]

    answer = copy(director, anna, do="print", language=offered)

    (page,) = page_lines(answer.content)
    assert answer["Content-Type"] == "application/pdf"
    assert [line for line in page if line.startswith(("Anna", "Kopie", "Startgeld bezahlt:", "Protokoll"))] == [
        "Anna",
        "Kopie der gespeicherten Daten",
        "Startgeld bezahlt: 5,00 €",
        "Protokoll",
    ]


def test_a_long_copy_goes_on_overleaf(director, anna):
    draw_next_round(anna.tournament)
    match = Pairing.objects.filter(round__tournament=anna.tournament, first=anna).first()
    match = match or Pairing.objects.get(round__tournament=anna.tournament, second=anna)
    text = "\n".join(f"{nth:3}) 31: 8/5 6/5" for nth in range(1, 121))
    Transcript.objects.create(pairing=match, text=text)

    pages = page_lines(copy(director, anna, do="print", language="en").content)

    moves = [line for page in pages for line in page if line.endswith("31: 8/5 6/5")]
    assert (len(pages), len(moves)) == (3, 120)
