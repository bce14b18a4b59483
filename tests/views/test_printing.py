"""The paper for the directors' hands, and the menu that leads to it."""

import re

import pytest
from django.urls import reverse

from tests.exports.paper import page_lines, reader
from tests.factories import make_tournament, pairing_of, play_round
from tournament.models import Entry, Round, Tournament
from tournament.queries.persons import honours
from tournament.views import printing

pytestmark = pytest.mark.django_db
ROUND_1 = "available once round 1 is drawn"
SHEETS = [
    ("slips_pdf", (2,), "slips-2"),
    ("round_pdf", (2,), "round-2"),
    ("crosstable_pdf", (), "crosstable"),
    ("door_pdf", (), "players"),
    ("pairings_by_surname_pdf", (2,), "pairings-by-surname-2"),
    ("door_by_surname_pdf", (), "players-by-surname"),
    ("cards_pdf", (), "cards"),
    ("rules_pdf", (), "rules"),
]


@pytest.mark.parametrize(("name", "values", "file"), SHEETS)
def test_paper_is_looked_at_and_kept_by_no_browser(director, tournament, name, values, file):
    answer = director.get(reverse(name, args=[tournament.slug, *values]))

    assert answer.content[:5] == b"%PDF-"
    assert (answer["Content-Type"], answer["Content-Disposition"], answer["Cache-Control"]) == (
        "application/pdf",
        f'inline; filename="bodensee-open-2026-{file}.pdf"',
        "private, no-store",
    )


def test_certificates_can_be_printed_as_soon_as_the_last_match_is_in(director, tournament):
    address = reverse("certificates_pdf", args=[tournament.slug])
    files = reverse("files", args=[tournament.slug])

    early = director.get(address, follow=True)
    play_round(Round.objects.get(number=2), scores=[(3, 1)])
    Tournament.objects.update(planned_rounds=2)
    answer = director.get(address)

    assert early.redirect_chain == [(files, 302)]
    assert [str(message) for message in early.context["messages"]] == [
        "Certificates: available once the last result is in."
    ]
    assert [page[2] for page in page_lines(answer.content)] == [
        "1. Platz · 2 Siege",
        "2. Platz · 2 Siege",
        "3. Platz · 1 Sieg",
    ]


def test_lists_by_surname_begin_with_it(director, tournament):
    tournament.entries.filter(number=1).update(name="Xenia Aalto")

    for name, values in (("pairings_by_surname_pdf", (2,)), ("door_by_surname_pdf", ())):
        lines = page_lines(director.get(reverse(name, args=[tournament.slug, *values])).content)[0]
        assert "Aalto, Xenia" in lines


def menu(director, tournament):
    """What the menu offers, by group, each with its address or with what it waits for."""
    groups = director.get(reverse("files", args=[tournament.slug])).context["groups"]
    return {
        group["label"]: group["missing"] or [line["missing"] or line["url"] for line in group["lines"]]
        for group in groups
    }


def test_the_menu_lists_every_other_paper(director, tournament):
    at = "/t/bodensee-open-2026"

    assert menu(director, tournament) == {
        "Round 2": [
            f"{at}/desk/rounds/2/everything.pdf",
            f"{at}/rounds/2/pairings-by-name.pdf",
            f"{at}/desk/rounds/2/pairings-by-surname.pdf",
        ],
        "Standings": [f"{at}/desk/crosstable.pdf", "available once finals are chosen"],
        "Before the start": [
            f"{at}/desk/players.pdf",
            f"{at}/desk/players-by-surname.pdf",
            f"{at}/desk/cards.pdf",
            f"{at}/desk/rules.pdf",
        ],
        "At the end": [
            "available once the last result is in",
            "available once the last result is in",
            "available once the last result is in",
            f"{at}/costs.pdf",
            f"{at}/desk/cash-book.pdf",
        ],
    }


def needed(director, tournament):
    """The papers that stand open on the page, in their order."""
    return [paper["label"] for paper in director.get(reverse("files", args=[tournament.slug])).context["needed"]]


def test_the_page_begins_with_the_three_papers_that_the_moment_needs(director, tournament):
    before = make_tournament(2, name="Before")
    running = needed(director, tournament)
    play_round(Round.objects.get(number=2), scores=[(3, 1)])
    Tournament.objects.update(planned_rounds=2)

    assert needed(director, before) == ["Check-in list", "Player cards", "Rules sheet"]
    assert running == ["Pairings by table", "Standings", "Match slips"]
    assert needed(director, tournament) == ["Final standings", "Certificates", "Cost statement"]


def test_the_page_says_on_how_many_sheets_each_of_the_three_is_printed(director):
    tournament = make_tournament(30, played=1)

    papers = director.get(reverse("files", args=[tournament.slug])).context["needed"]

    pages = [len(reader(director.get(paper["url"]).content).pages) for paper in papers]
    assert [paper["sheets"] for paper in papers] == pages == [1, 1, 4]


def test_of_a_field_too_large_to_wait_for_no_sheets_are_counted(director, monkeypatch):
    monkeypatch.setattr(printing, "MOST_TO_COUNT", 3)
    tournament = make_tournament(4)

    papers = director.get(reverse("files", args=[tournament.slug])).context["needed"]

    assert [paper["sheets"] for paper in papers] == [0, 0, 0]


def test_the_menu_says_what_is_not_there_yet_and_why(director):
    at = "/t/bodensee-open-2026"
    tournament = make_tournament(0)

    assert menu(director, tournament) == {
        "This round": ROUND_1,
        "Standings": "available once there are players on the list",
        "Before the start": "available once there are players on the list",
        "At the end": [
            "available once the last result is in",
            "available once the last result is in",
            "available once the last result is in",
            f"{at}/costs.pdf",
            f"{at}/desk/cash-book.pdf",
        ],
    }


def test_the_pairings_of_earlier_rounds_can_be_printed_too(director, tournament):
    page = director.get(reverse("files", args=[tournament.slug])).content.decode()

    links = [reverse(name, args=[tournament.slug, 1]) for name in ("pairings_pdf", "pairings_by_name_pdf")]
    assert [page.count(f'href="{link}"') for link in links] == [1, 1]


def test_a_hidden_round_stands_in_no_cross_table_for_the_wall(director, tournament):
    address = reverse("crosstable_pdf", args=[tournament.slug])
    Round.objects.filter(number=2).update(is_hidden=True)

    lines = page_lines(director.get(address).content)[0]

    assert [lines.count(heading) for heading in ("Round 2", "2 –")] == [0, 0]
    assert pairing_of(tournament, 2, 2).outcome == "pending"


def test_names_that_no_paper_has_the_letters_for_are_told_with_what_to_do(director, tournament):
    files = reverse("files", args=[tournament.slug])
    Entry.objects.filter(number=1).update(name="ירון محمد")
    before = director.get(files).context["unprintable"]
    Entry.objects.filter(number=2).update(name="王小明")

    now = director.get(files)

    assert (before, now.context["unprintable"], now.context["can_certify"]) == ("", "王小明", False)
    assert "beside a player the start number, such as “… (no. 7)”" in now.content.decode()


def test_the_browser_prints_certificates_by_the_wish_and_in_full_for_who_asks(director, tournament):
    play_round(Round.objects.get(number=2), scores=[(3, 1)])
    Tournament.objects.update(planned_rounds=2)
    for entry in tournament.entries.all():
        Entry.objects.filter(pk=entry.pk).update(name=f"Anna Keller {entry.number}", shown_as=f"A. {entry.number}")
    first, second, third = (honour.entry.number for honour in honours(Tournament.objects.get()))
    page = reverse("certificates", args=[tournament.slug])

    def named(**asked):
        return re.findall(r"<h2><bdi>(.*?)</bdi></h2>", director.get(page, asked).content.decode())

    assert named() == [f"A. {first}", f"A. {second}", f"A. {third}"]
    assert named(in_full=[first, "x", third]) == [f"Anna Keller {first}", f"A. {second}", f"Anna Keller {third}"]
    assert director.get(reverse("files", args=[tournament.slug])).content.decode().count(f'href="{page}"') == 1


def test_the_browser_prints_certificates_in_letters_that_paper_lacks(director, tournament):
    page, files = (reverse(name, args=[tournament.slug]) for name in ("certificates", "files"))
    early = director.get(page)
    play_round(Round.objects.get(number=2), scores=[(3, 1)])
    Tournament.objects.update(planned_rounds=2)
    Entry.objects.update(name="王小明")

    html = director.get(page).content.decode()

    assert (early.status_code, early["Location"]) == (302, files)
    assert re.findall(r"<h2><bdi>(.*?)</bdi></h2>|(\d)\. Platz", html) == [
        found for place in "123" for found in (("王小明", ""), ("", place))
    ]
    assert director.get(files).content.decode().count(f'href="{page}"') == 1
