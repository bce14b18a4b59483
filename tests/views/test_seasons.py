"""Seasons, ratings and players of a club, as everyone sees them and as its directors set them up."""

import csv
import json
import re
from datetime import date
from io import BytesIO, StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.exports.paper import page_lines
from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_member,
    make_tournament,
    only_club,
    pairing_of,
    play_round,
)
from tests.views.conftest import sentence
from tournament.actions.cash import set_fee
from tournament.actions.persons import set_appearance
from tournament.actions.players import NewPlayer
from tournament.actions.seasons import NewMatch, import_matches
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Club, Entry, ImportedMatch, Season, SeasonEvening, Tournament, Wish, Wished
from tournament.pages.seasons import rating_rows
from tournament.queries.clubs import with_edition
from tournament.queries.seasons import years_of

# No evening of today is one of yesterday before the test is over.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
NAMES = ("Annabelle Kellermann", "Bert Adler", "Cem Kaya", "Dora Maar")
# In the order of the evening: the first beats the others.
WINS = [(3, 0), (3, 1)]


@pytest.fixture
def club():
    made = only_club()
    Club.objects.filter(pk=made.pk).update(name="Backgammonclub Ulm", slug="ulm", rates=True)
    make_member("director")
    return Club.objects.get()


@pytest.fixture
def season(club):
    year = timezone.localdate().year
    return Season.objects.create(
        club=club, key="jahr", name="Saison", begins=date(year - 1, 1, 1), ends=date(year + 1, 12, 31), best=2
    )


def evening(day, *, rounds=1, played=1):
    players = [NewPlayer(name) for name in NAMES]
    tournament = make_tournament(players=players, date=day, planned_rounds=rounds, name=f"Abend {day}")
    for _round in range(played):
        play_round(draw_next_round(tournament), WINS)
    return tournament


@pytest.fixture
def evenings(season):
    return [evening(date(timezone.localdate().year - 1, month, 1)) for month in (3, 4, 5)]


def address(name, *values):
    return reverse(name, args=["ulm", *values])


def text(answer):
    return answer.content.decode()


PUBLIC = [("season", "jahr"), ("season_course", "jahr"), ("season_order", "jahr"), ("ratings",), ("club",)]
FILES = [
    ("season_pdf", "jahr"),
    ("season_xlsx", "jahr"),
    ("season_csv", "jahr"),
    ("season_json", "jahr"),
    ("ratings_csv",),
    ("ratings_json",),
    ("all_matches_csv",),
    ("all_matches_xlsx",),
    ("all_matches_json",),
]


def test_the_files_lie_at_addresses_that_stay():
    assert [reverse(name, args=["ulm", *values]) for name, *values in FILES] == [
        "/c/ulm/season/jahr.pdf",
        "/c/ulm/season/jahr.xlsx",
        "/c/ulm/season/jahr.csv",
        "/c/ulm/season/jahr.json",
        "/c/ulm/ratings.csv",
        "/c/ulm/ratings.json",
        "/c/ulm/matches.csv",
        "/c/ulm/matches.xlsx",
        "/c/ulm/matches.json",
    ]


def test_the_season_says_the_same_on_page_paper_and_in_every_file(client, evenings):
    told = json.loads(client.get("/c/ulm/season/jahr.json").content)
    expected = [(row["place"], row["name"], row["points"]) for row in told["ranking"]]
    page = text(client.get(address("season", "jahr")))
    listed = list(
        csv.DictReader(StringIO(client.get("/c/ulm/season/jahr.csv").content.decode("utf-8-sig")), delimiter=";")
    )
    sheet = load_workbook(BytesIO(client.get("/c/ulm/season/jahr.xlsx").content), data_only=True).active
    paper = PdfReader(BytesIO(client.get("/c/ulm/season/jahr.pdf").content)).pages[0].extract_text()

    assert len(expected) == 4
    assert [(int(row["Platz"]), row["Name"], int(row["Punkte"])) for row in listed] == expected
    assert [(row[0], row[1], row[-2]) for row in sheet.iter_rows(min_row=2, max_row=5, values_only=True)] == expected
    names = [name for _place, name, _points in expected]
    assert [name for name in names if name in paper and name in page] == names


def test_the_paper_of_a_season_before_its_first_evening_says_what_will_count_and_where_it_leads(client, season):
    Season.objects.update(best=None, begins=date(2030, 1, 1), ends=date(2030, 12, 31))

    (lines,) = page_lines(client.get("/c/ulm/season/jahr.pdf").content)

    assert lines[1:3] == ["Saison", "Every evening counts."]
    assert "The season on your phone" in " ".join(lines)


def test_on_paper_a_name_in_letters_that_no_font_has_carries_the_number_of_its_page(client, evenings):
    person = entry_of(evenings[0], 1).person
    type(person).objects.filter(pk=person.pk).update(name="𐎀𐎁")
    Club.objects.update(version=99)

    (lines,) = page_lines(client.get("/c/ulm/season/jahr.pdf").content)

    assert f"… (Nr. {person.pk})" in " ".join(lines)


def test_a_season_over_the_turn_of_the_year_can_be_called_so(client, evenings):
    Season.objects.update(name="2025/26 [A]")

    sheet = load_workbook(BytesIO(client.get("/c/ulm/season/jahr.xlsx").content)).active

    assert sheet.title == "2025-26 -A-"


def test_a_workbook_of_the_season_holds_dates_numbers_and_sums(client, evenings):
    Season.objects.update(table="3 2 0", ties_share=True)
    Entry.objects.filter(tournament=evenings[0]).update(person=None)
    Club.objects.update(version=99)

    sheet = load_workbook(BytesIO(client.get("/c/ulm/season/jahr.xlsx").content)).active
    solved = load_workbook(BytesIO(client.get("/c/ulm/season/jahr.xlsx").content), data_only=True).active
    listed = list(csv.reader(StringIO(client.get("/c/ulm/season/jahr.csv").content.decode("utf-8-sig")), delimiter=";"))

    days = [each.date for each in evenings]
    assert [cell.value.date() for cell in sheet[1][2:5]] == days
    assert {cell.number_format for cell in sheet[1][2:5]} == {"dd.mm.yyyy"}
    assert listed[0][2:5] == [f"{day:%d.%m.%Y}" for day in days]
    assert sheet["F2"].value == "=SUM(D2,E2)"
    for row, text_row in zip(
        solved.iter_rows(min_row=2, max_row=5, max_col=6, values_only=True), listed[1:], strict=True
    ):
        assert row[5] == sum(row[3:5])
        assert [cell.replace(",", ".") for cell in text_row[3:6]] == [f"{value:g}" for value in row[3:6]]


def test_of_three_evenings_the_best_two_count_and_every_cell_says_so(client, evenings):
    rows = json.loads(client.get("/c/ulm/season/jahr.json").content)["ranking"]

    for row in rows:
        counted = [cell["points"] for cell in row["evenings"] if cell["counts"]]
        assert (len(counted), sum(counted)) == (2, row["points"])


def test_the_season_is_live_while_an_evening_runs(client, evenings):
    tonight = evening(timezone.localdate(), played=0)
    draw_next_round(tonight)
    before = client.get(address("season", "jahr")).content

    enter_result(pairing_of(tonight, 1, 1), Result(Outcome.PLAYED, (3, 0)))
    after = client.get(address("season", "jahr")).content
    told = json.loads(client.get("/c/ulm/season/jahr.json").content)

    assert before != after
    assert (told["is_provisional"], len(told["evenings"])) == (True, 4)


def test_each_evening_of_the_season_stands_with_its_number_below_its_day_and_the_running_one_says_so(client, evenings):
    tonight = evening(timezone.localdate(), played=0)
    draw_next_round(tonight)
    enter_result(pairing_of(tonight, 1, 1), Result(Outcome.PLAYED, (3, 0)))

    table = client.get(address("season", "jahr")).content.decode()

    below = [
        " ".join(words.split()) for words in re.findall("<small>(.*?)</small>", table.partition("</thead>")[0], re.S)
    ]
    assert below == ["1.", "2.", "3.", "running"]


def test_on_the_last_day_whoever_can_no_longer_be_first_is_told_so(client, evenings):
    make_tournament(entries=0, date=timezone.localdate())
    Season.objects.update(ends=timezone.localdate(), table="3 0")

    told = re.findall('id="reason-[0-9]+".*?</li>', text(client.get(address("season_order", "jahr"))), re.DOTALL)

    assert ["Can no longer reach first place." in row for row in told] == [False, True, True, True]


def test_ratings_are_there_once_the_club_turns_them_on(client, evenings):
    rows = json.loads(client.get("/c/ulm/ratings.json").content)["ratings"]
    assert [row["experience"] for row in rows] == [9] * 4
    assert sum(row["rating"] for row in rows) == pytest.approx(6000, abs=0.5)
    assert rows == sorted(rows, key=lambda row: -row["rating"])

    Club.objects.update(rates=False, version=99)

    gone = [client.get(path).status_code for path in ("/c/ulm/ratings.json", "/c/ulm/ratings.csv", address("ratings"))]
    assert gone == [404, 404, 404]


def test_ratings_as_a_table_have_a_tenth_and_the_decimal_sign_of_the_language(client, evenings):
    rows = client.get("/c/ulm/ratings.csv").content.decode("utf-8-sig").splitlines()

    assert rows[0] == "Name;Wertung;Erfahrung;Platz;Letztes Match"
    assert all(row.split(";")[1][-2] == "," for row in rows[1:])


def test_files_are_sent_anew_only_when_the_club_has_changed_and_scripts_of_every_site_may_read_them(client, evenings):
    given = client.get("/c/ulm/ratings.json")
    again = client.get("/c/ulm/ratings.json", headers={"If-None-Match": given["ETag"]})
    Club.objects.update(version=99, rating_start=1800)
    changed = client.get("/c/ulm/ratings.json", headers={"If-None-Match": given["ETag"]})

    assert (again.status_code, changed.status_code) == (304, 200)
    assert given["Access-Control-Allow-Origin"] == "*"


def statuses(client, names):
    return {client.get(address(*name)).status_code for name in names}


def test_nobody_sees_anything_of_a_club_without_a_name(client, season):
    Club.objects.update(name="")

    assert statuses(client, [*PUBLIC, *FILES]) == {404}


def test_a_season_that_is_not_there_is_not_found(client, season):
    assert statuses(client, [(name, "nie") for name, *key in (*PUBLIC, *FILES) if key]) == {404}


def test_before_the_first_evening_every_page_and_file_is_there(client, season):
    assert statuses(client, [*PUBLIC, *FILES]) == {200}


def test_a_player_has_a_page_with_evenings_and_records_and_nobody_else_has_one(client, evenings):
    person = entry_of(evenings[0], 1).person

    page = text(client.get(address("club_player", person.pk)))

    assert page.count('id="evening-') == 3
    assert "Annabelle Kellermann" in page
    assert client.get(address("club_player", person.pk + 1000)).status_code == 404


def test_who_was_forgotten_has_no_page_and_no_rating(client, evenings):
    person = entry_of(evenings[0], 1).person
    person.name = ""
    person.save()
    Club.objects.update(version=99)

    names = [row["name"] for row in json.loads(client.get("/c/ulm/ratings.json").content)["ratings"]]

    assert len(names) == 3
    assert client.get(address("club_player", person.pk)).status_code == 404
    assert "Annabelle" not in text(client.get(address("season", "jahr")))


def content_of(answer):
    """Every text of an answer, of a paper or a workbook too."""
    if answer["Content-Type"] == "application/pdf":
        return "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    if "spreadsheet" in answer["Content-Type"]:
        rows = load_workbook(BytesIO(answer.content)).active.iter_rows(values_only=True)
        return "\n".join(str(cell) for row in rows for cell in row)
    return text(answer)


def test_first_name_and_initial_hold_on_every_page_paper_and_file(client, director, evenings, club):
    tonight = evening(timezone.localdate(), rounds=2)
    person = entry_of(tonight, 1).person
    import_matches(
        club,
        by=director_of(club),
        name="old.csv",
        matches=[NewMatch(date(2019, 1, 1), NAMES[0], NAMES[1], 5), NewMatch(date(2019, 1, 2), NAMES[2], NAMES[0], 5)],
    )
    for each in (*evenings, tonight):
        set_appearance(entry_of(each, 1), by=director_of(club), wished=Wished(Wish.ABBREVIATED))
    opponent = entry_of(tonight, 2).person
    others = [("club_player", person.pk), ("club_player", opponent.pk)]
    pages = [address(*name) for name in (*PUBLIC, *FILES, *others)] + [reverse("wall", args=[evenings[0].slug])]

    for page in pages:
        told = content_of(client.get(page))
        assert "Kellermann" not in told, page
        assert "Annabelle K." in told, page


def director_of(club):
    return club.memberships.get().account


def logged_in(client):
    client.force_login(make_member("director"))
    return client


def test_this_year_is_offered_as_a_season_unless_one_has_begun(client, club):
    desk, year = logged_in(client), timezone.localdate().year

    def offered():
        form = desk.get(address("add_season")).context["form"]
        return [form[field].value() for field in ("name", "begins", "ends")]

    assert offered() == [f"Season {year}", date(year, 1, 1), date(year, 12, 31)]

    Season.objects.create(club=club, key="jahr", name="Saison", begins=date(year, 1, 1), ends=date(year, 12, 31))
    assert offered() == [None, None, None]


def test_a_season_is_set_up_changed_and_removed(client, club):
    desk = logged_in(client)
    year = {"begins": "2026-01-01", "ends": "2026-12-31", "points_by": "place", "table": "5-3-1", "best": "4"}
    boxes = {"ties_share": "on", "finals_count": "on"}

    made = desk.post(address("add_season"), {"name": "2026", **year})
    found = Season.objects.get()
    changed = desk.post(address("change_season", "2026"), {"name": "Jahr", **year, **boxes, "table": "9 4"})
    after = Season.objects.get()
    removed = desk.post(address("remove_season", "2026"))

    assert (made.status_code, changed.status_code, removed.status_code) == (302, 302, 302)
    assert (found.key, found.table, found.best, found.ties_share) == ("2026", "5 3 1", 4, False)
    assert (found.finals_count, after.finals_count) == (False, True)
    assert (after.name, after.table, after.ties_share) == ("Jahr", "9 4", True)
    assert not Season.objects.exists()


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"name": ""}, "name"),
        ({"ends": ""}, "ends"),
        ({"begins": ""}, "begins"),
        ({"ends": "2025-01-01"}, "ends"),
        ({"table": "3 5"}, "table"),
        ({"table": "drei"}, "table"),
        ({"best": "0"}, "best"),
        ({"points_by": "luck"}, "points_by"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_nothing_typed_is_lost(client, club, typed, field):
    sent = {"name": "2026", "begins": "2026-01-01", "ends": "2026-12-31", "points_by": "place", "table": "5 3 1"}

    answer = logged_in(client).post(address("add_season"), {**sent, **typed})

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert not Season.objects.exists()


def test_evenings_are_ticked_where_there_are_no_days(client, club):
    tournament = make_tournament()

    logged_in(client).post(address("add_season"), {"name": "Cup", "points_by": "place", "ticked": [tournament.pk]})

    assert SeasonEvening.objects.get().tournament == tournament


def test_the_ratings_are_set(client, club):
    ranked = {"rating_months": "6", "rating_experience": "20"}
    sent = {"rates": "on", "rating_start": "1800", "rating_ramp": "none", **ranked}

    answer = logged_in(client).post(address("change_ratings"), sent)
    wrong = client.post(address("change_ratings"), {**sent, "rating_start": "fast"})

    club.refresh_from_db()
    assert (answer.status_code, club.rates, club.rating_start, club.rating_ramp) == (302, True, 1800, "none")
    assert (wrong.status_code, list(wrong.context["ratings_form"].errors)) == (422, ["rating_start"])


def a_file(content, name="old.csv"):
    return {"file": SimpleUploadedFile(name, content.encode())}


LIST = "Datum;Sieger;Verlierer;Matchlänge\n1.3.2019;Bert Adler;Old Hand;5\n2.3.2019;Old Hand;Bert Adler;7\n"


def test_matches_are_previewed_and_then_count(client, evenings):
    desk = logged_in(client)

    preview = desk.post(address("import_matches"), a_file(LIST)).context["page"]
    assert ([each.name for each in preview.known], [each.name for each in preview.new]) == (
        ["Bert Adler"],
        ["Old Hand"],
    )
    assert not ImportedMatch.objects.exists()
    answer = desk.post(address("import_matches"), {"lines": preview.text, "file_name": "old.csv"})

    assert (answer.status_code, ImportedMatch.objects.count()) == (302, 2)
    assert "Old Hand" in text(client.get(address("ratings")))


def test_who_is_meant_is_chosen_in_the_preview(client, evenings):
    desk = logged_in(client)
    person = entry_of(evenings[0], 2).person
    preview = desk.post(address("import_matches"), a_file(LIST.replace("Bert Adler", "Bert Ádler"))).context["page"]
    ((doubt, _persons),) = preview.similar
    assert (doubt.name, doubt.similar_persons[0].key) == ("Bert Ádler", person.pk)

    sent = {"lines": preview.text, "file_name": "old.csv", "name": [doubt.name], "person": [str(person.pk)]}
    desk.post(address("import_matches"), sent)

    assert ImportedMatch.objects.order_by("position").first().winner == person


def test_wrong_lines_of_a_list_of_matches_are_named_and_nothing_is_imported(client, club):
    answer = logged_in(client).post(address("import_matches"), a_file(f"{LIST}gestern;A;B;5\n1.1.2020;A;;5\n"))

    assert (answer.status_code, [number for number, _sentence in answer.context["mistakes"]]) == (422, [4, 5])
    assert not ImportedMatch.objects.exists()


@pytest.mark.parametrize("content", ["", "nothing", "{}"])
def test_a_file_that_is_no_list_is_refused_beside_its_field(client, club, content):
    answer = logged_in(client).post(address("import_matches"), a_file(content))

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["file"])


def test_of_a_list_that_has_grown_the_preview_offers_the_new_lines_alone(client, club):
    desk = logged_in(client)
    lines = desk.post(address("import_matches"), a_file(LIST)).context["page"].text
    sent = {"lines": lines, "file_name": "old.csv"}
    desk.post(address("import_matches"), sent)
    assert desk.post(address("import_matches"), sent).status_code == 422

    preview = desk.post(address("import_matches"), a_file(f"{LIST}3.3.2019;Old Hand;Bert Adler;3\n"))
    assert (preview.context["page"].following.here, preview.context["page"].following.new) == (2, 1)
    (only_new,) = re.findall('name="only_new" value="(.+?)"', text(preview))
    grown = {"lines": preview.context["page"].text, "file_name": "old.csv", "only_new": only_new}
    answer = desk.post(address("import_matches"), grown)

    assert (answer.status_code, ImportedMatch.objects.count()) == (302, 3)


def test_bad_lines_are_named_on_the_preview_where_they_are_left_out(client, club):
    sent = {**a_file(f"{LIST}gestern;A;B;5\n"), "skip_bad_lines": "on"}

    answer = logged_in(client).post(address("import_matches"), sent)

    assert (answer.status_code, answer.context["page"].matches) == (200, 2)
    assert [number for number, _sentence in answer.context["left_out"]] == [4]


def test_a_bye_is_named_on_the_preview_and_holds_nothing_up(client, club):
    answer = logged_in(client).post(address("import_matches"), a_file(f"{LIST}3.3.2019;A;BYE;5\n"))

    assert (answer.status_code, answer.context["page"].matches) == (200, 2)
    assert answer.context["left_out"] == [(4, sentence("match_against_bye"))]


def test_the_preview_shows_the_ratings_that_come_to_be(client, evenings):
    Club.objects.update(rates=False)
    desk = logged_in(client)
    first = desk.post(address("import_matches"), a_file(LIST)).context
    sent = {"lines": first["page"].text, "file_name": "old.csv", "rates": "on"}
    wanted = {**sent, "rating_start": "1800", "rating_ramp": "none"}

    again = desk.post(address("import_matches"), {**wanted, "again": ""}).context
    assert not ImportedMatch.objects.exists()
    desk.post(address("import_matches"), wanted)

    rated = {
        row.name: (row.shown, row.experience)
        for row in rating_rows(years_of(with_edition(only_club())), timezone.localdate())
    }
    shown = {row["name"]: (row["after"], row["experience"]) for row in again["page"].following.ratings}
    assert shown == rated != {row["name"]: (row["after"], row["experience"]) for row in first["page"].following.ratings}


def test_an_impossible_rating_to_start_with_is_refused(client, club):
    desk = logged_in(client)
    lines = desk.post(address("import_matches"), a_file(LIST)).context["page"].text

    desk.post(address("import_matches"), {"lines": lines, "file_name": "a", "rates": "on", "rating_start": "10000"})

    assert not ImportedMatch.objects.exists()


def test_the_cash_of_the_season_is_there_for_its_directors_alone(client, evenings, season):
    paid = evenings[0]
    Tournament.objects.update(fee_cents=800)
    set_fee(Entry.objects.get(tournament=paid, number=1), by=director_of(season.club), paid=True)
    pages = ("year_cash", "year_cash_pdf", "year_cash_xlsx")

    strangers = [client.get(address(page, "jahr")).status_code for page in pages]
    desk = logged_in(client)
    given = [desk.get(address(page, "jahr")) for page in pages]

    assert strangers == [302, 302, 302]
    assert [answer.status_code for answer in given] == [200, 200, 200]
    assert all(re.search("8[.,]00", content_of(answer)) for answer in given[:2])
    assert load_workbook(BytesIO(given[2].content)).active["D2"].value == 8


def test_without_any_cash_the_page_says_what_comes_first_and_there_is_no_paper(client, season):
    desk = logged_in(client)

    assert desk.get(address("year_cash", "jahr")).status_code == 200
    assert desk.get(address("year_cash_pdf", "jahr")).status_code == 404
