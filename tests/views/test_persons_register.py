"""The register at the desk of the club: shown before it is done, and done."""

import re
from datetime import date
from io import BytesIO

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from tests.actions.test_persons_register import evening, person
from tests.factories import draw_next_round, entry_of, make_member, only_club
from tests.views.conftest import logged_in, on_one_line, sentence
from tournament.actions.persons import set_wish
from tournament.actions.seasons import NewMatch, import_matches
from tournament.models import ImportedMatch, Person, Wish, Wished
from tournament.queries.persons import Played
from tournament.snapshots.names import Reason
from tournament.snapshots.taking import take_snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada():
    """A browser in which somebody is logged in who directs the club."""
    return logged_in(make_member("ada"))


def page(name, known, **asked):
    return reverse(name, args=[only_club().slug, known.pk], query=asked)


def test_merging_is_shown_first_and_done_by_a_button(ada):
    first, second = evening(1, "Zoe Keller"), evening(2, "Zoë Keller")
    shown = ada.get(page("person", person(first), into=person(second).pk))
    before = person(first).merged_into

    answer = ada.post(page("merge_persons", person(first)), {"into": person(second).pk}, follow=True)

    assert (shown.status_code, shown.context["into"].person, before) == (200, person(second), None)
    assert [entry.name for entry in answer.context["played"].entries] == ["Zoë Keller", "Zoe Keller"]


def test_who_may_be_one_person_is_offered_on_the_register(ada):
    evening(1, "Zoe Keller", "Ida"), evening(2, "Zoë Keller")

    offered = ada.get(reverse("register", args=[only_club().slug])).context["doubles"]

    assert [(first.name, second.name) for first, second in offered] == [("Zoe Keller", "Zoë Keller")]


@pytest.mark.parametrize(
    ("sort", "names"),
    [
        ("", ["Ada", "Çem", "Zoe"]),
        ("-name", ["Zoe", "Çem", "Ada"]),
        ("-evenings", ["Çem", "Zoe", "Ada"]),
        ("last", ["Ada", "Zoe", "Çem"]),
        ("person", ["Ada", "Çem", "Zoe"]),
    ],
    ids=["by name", "by name backwards", "most evenings first", "who never came first", "unknown"],
)
def test_the_register_is_sorted_as_its_headings_ask(ada, sort, names):
    for tournament in (evening(1, "Zoe", "Çem"), evening(2, "Çem", "Bo")):
        draw_next_round(tournament)
    Person.objects.filter(name="Bo").update(name="")
    evening(3, "Ada")

    listed = re.findall(
        r"<bdi>(\w+)</bdi>", on_one_line(ada.get(reverse("register", args=[only_club().slug]), {"sort": sort}))
    )

    assert listed == names


def test_a_club_in_which_nothing_was_changed_says_so_in_its_journal(ada):
    page = on_one_line(ada.get(reverse("club_journal", args=[only_club().slug])))

    assert ("Nothing has been changed yet." in page, "<table" in page) == (True, False)


def test_splitting_is_shown_first_and_done_by_a_button(ada):
    first, second = evening(1, "Hans"), evening(2, "Hans")
    entry = entry_of(second, 1)
    shown = ada.get(page("person", person(first), split="yes", entry=entry.pk))

    ada.post(
        page("split_person", person(first)),
        {"entry": [entry.pk], "wish": "full", "other_wish": "abbreviated", "other_shown_as": "H. aus Ulm"},
    )

    assert (shown.context["chosen"], shown.context["rest"]) == (Played((entry,)), Played((entry_of(first, 1),)))
    assert (person(first).public_name, person(second).public_name) == ("Hans", "H. aus Ulm")


def test_who_is_known_by_matches_of_earlier_years_alone_has_them_on_the_page_to_be_split(ada):
    evening(1, "Bo")
    matches = [NewMatch(date(2019, 3, day), "Ida Roth", name, 5) for day, name in ((1, "Bo"), (2, "Cem"))]
    import_matches(only_club(), by=make_member("ada"), name="2019.csv", matches=matches)
    ida, stored = Person.objects.get(name="Ida Roth"), ImportedMatch.objects.get(date=date(2019, 3, 2))

    shown = on_one_line(ada.get(page("person", ida)))
    preview = ada.get(page("person", ida, split="yes", match=stored.pk))
    answer = ada.post(page("split_person", ida), {"match": stored.pk, "wish": "full", "other_wish": "full"})

    assert (shown.count('name="list"'), shown.count('name="match"')) == (1, 2)
    assert [[one.opponent for one in preview.context[side].matches] for side in ("chosen", "rest")] == [["Cem"], ["Bo"]]
    stored.refresh_from_db()
    assert (answer.status_code, stored.winner.name, stored.winner == ida) == (302, "Ida Roth", False)


def test_the_register_is_saved_as_a_list_with_the_wishes_for_the_directors_of_the_club(ada):
    draw_next_round(evening(1, "Zoe Keller", "=Bo Kurz"))
    set_wish(
        only_club(),
        by=make_member("ada"),
        person=Person.objects.get(name="Zoe Keller").pk,
        wished=Wished(Wish.ABBREVIATED),
    )

    csv, xlsx = (ada.get(reverse("register_file", args=[only_club().slug, kind])) for kind in ("csv", "xlsx"))

    assert csv.content.decode("utf-8-sig").splitlines() == [
        "Name,Other names,Appears in public,Abbreviated as,Evenings,Last seen",
        "'=Bo Kurz,,full name,,1,01/01/2026",
        "Zoe Keller,,abbreviated,Zoe K.,1,01/01/2026",
    ]
    rows = [*load_workbook(BytesIO(xlsx.content)).worksheets[0].values]
    assert rows[2][:5] == ("Zoe Keller", None, "abbreviated", "Zoe K.", 1)
    assert ada.get(reverse("register_file", args=[only_club().slug, "pdf"])).status_code == 404


def test_what_cannot_be_merged_or_split_is_said_on_the_page(ada):
    tournament = evening(1, "Zoe", "Zoë")

    answers = [
        ada.get(page("person", person(tournament, 1), **asked))
        for asked in (
            {"into": person(tournament, 2).pk},
            {"into": person(tournament, 1).pk},
            {"into": "x"},
            {"into": 999},
            {"split": "yes"},
        )
    ]

    assert [answer.context["problem"] for answer in answers] == [
        sentence("persons_have_met", tournament="Bodensee Open"),
        sentence("person_is_the_same"),
        sentence("not_understood"),
        sentence("person_is_gone"),
        sentence("nobody_ticked"),
    ]


def test_somebody_of_another_club_is_not_found(ada):
    club = make_member("eva").memberships.get().club
    other = Person.objects.create(club=type(club).objects.create(slug="ulm"), name="Ida", key="ida")

    assert ada.get(page("person", other)).status_code == 404


def test_an_equal_name_is_entered_as_somebody_else(ada):
    known, now = evening(1, "Hans"), evening(2)
    suggested = on_one_line(ada.get(reverse("known_players", args=[now.slug]), {"name": "hans"}))

    ada.post(reverse("add_player", args=[now.slug]), {"name": "Hans", "is_somebody_else": "yes"})

    assert suggested.count("Add as a different person") == 1
    assert person(now) != person(known)


def test_whoever_is_suggested_is_entered_as_that_person(ada):
    known, now = evening(1, "Hans; Ulm", "Hans; Wien"), evening(2)

    data = {"name": "Hans", "club": "Bern", "person": person(known, 2).pk}
    ada.post(reverse("add_player", args=[now.slug]), data)

    assert person(now) == person(known, 2)


def test_a_player_is_renamed_to_a_taken_name_once_they_are_said_to_be_somebody_else(ada):
    tournament = evening(1, "Hans", "Ida")
    rename = reverse("save_player", args=[tournament.slug, 2])

    for more in ({}, {"is_somebody_else": "on"}):
        ada.post(rename, {"name": "Hans", "club": "", **more})
        tournament.refresh_from_db()
        names = [entry.name for entry in tournament.entries.order_by("number")]
        if not more:
            assert names == ["Hans", "Ida"]

    assert names == ["Hans", "Hans"]
    assert person(tournament, 1) != person(tournament, 2)


def test_the_page_names_what_keeps_a_name_as_it_was(ada, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    known = evening(1, "Zoe Keller", "Bo", name="Autumn")
    draw_next_round(known)
    take_snapshot(Reason.BY_HAND)

    html = ada.get(page("person", person(known))).content.decode()

    named = re.search(r"<summary[^>]*>What keeps the name as it was</summary>(.*?)</details>", html, re.DOTALL)[1]
    assert re.findall("<bdi>(.*?)</bdi>", named) == ["Autumn"]
    assert " ".join(re.sub("<.*?>", "", named).split()).endswith("1 backup that was made before, until it is deleted")
