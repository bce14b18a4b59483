"""What is printed, saved and read back in."""

import json
import re
import uuid
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pypdf import PdfReader

from tests.factories import make_member, make_tournament, stored_rows
from tests.publishing.site import published_files
from tests.views.conftest import logged_in, sentence
from tournament.actions.clubs import club_called
from tournament.archive.dump import dump
from tournament.machine.progress import track_progress
from tournament.models import Entry, PrintedAddress, Tournament
from tournament.phrases.papers import BEING_MADE
from tournament.publishing.contents import published
from tournament.queries.accounts import connection
from tournament.views.backups import MANY

pytestmark = pytest.mark.django_db
SHEETS = [
    ("standings_pdf", (), "bodensee-open-2026-standings.pdf"),
    ("costs_pdf", (), "bodensee-open-2026-costs.pdf"),
    ("pairings_pdf", (2,), "bodensee-open-2026-pairings-2.pdf"),
    ("pairings_by_name_pdf", (2,), "bodensee-open-2026-pairings-by-name-2.pdf"),
]


@pytest.mark.parametrize(("name", "values", "file"), SHEETS)
def test_a_sheet_is_a_pdf_shown_in_the_browser(client, tournament, name, values, file):
    answer = client.get(reverse(name, args=[tournament.slug, *values]))

    assert (answer["Content-Type"], answer["Content-Disposition"]) == ("application/pdf", f'inline; filename="{file}"')
    assert answer.content[:5] == b"%PDF-"


@pytest.mark.parametrize(("name", "values", "file"), [one for one in SHEETS if one[0] != "costs_pdf"])
def test_a_sheet_for_the_wall_carries_the_public_address_whatever_host_it_is_asked_from(
    client, tournament, name, values, file
):
    answer = client.get(reverse(name, args=[tournament.slug, *values]), headers={"host": "evil.example"})

    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    assert ("club.example/t/bodensee-open-2026/" in text, "evil" in text) == (True, False)


def test_the_address_on_the_paper_of_a_round_is_remembered_so_that_another_one_can_be_warned_of(director, settings):
    tournament = make_tournament(entries=4)
    director.post(reverse("draw", args=[tournament.slug]), {"number": "1", "draw_seed": "", "all_here": "yes"})

    settings.PUBLIC_URL = "http://192.168.1.20:8000"

    assert PrintedAddress.objects.count() == 1
    assert connection(is_here=True).outdated_url == "http://club.example"


@pytest.mark.parametrize(
    ("name", "content_type", "file", "begins"),
    [
        (
            "excel",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            "bodensee-open-2026.xlsx",
            b"PK",
        ),
        ("archive", "application/json", "bodensee-open-2026.json", b'{\n "format": "backgammon-swiss/1"'),
        (
            "archive_for_publishing",
            "application/json",
            "bodensee-open-2026-public.json",
            b'{\n "format": "backgammon-swiss/1"',
        ),
    ],
)
def test_a_file_is_saved_under_the_name_of_the_tournament(director, tournament, name, content_type, file, begins):
    answer = director.get(reverse(name, args=[tournament.slug]))

    assert (answer["Content-Type"], answer["Content-Disposition"]) == (content_type, f'attachment; filename="{file}"')
    assert answer.content.startswith(begins)


def test_the_web_pages_are_saved_as_one_folder_packed(director, tournament):
    answer = director.get(reverse("web_pages", args=[tournament.slug]))

    file = 'attachment; filename="bodensee-open-2026-web.zip"'
    assert (answer["Content-Type"], answer["Content-Disposition"]) == ("application/zip", file)
    with ZipFile(BytesIO(answer.content)) as archive:
        names = archive.namelist()
    assert names == [f"bodensee-open-2026/{file}" for file in published_files(tournament)]


def test_while_web_pages_are_made_the_page_says_how_many_are_done(director, tournament):
    address = reverse("files_progress", args=[tournament.slug])

    def read():
        return director.get(address).context["made"]

    def look_at_each(files):
        return [read() for name, _content in files if name.endswith(".html")]

    seen = published(tournament, look_at_each)

    pages = len(seen)
    assert seen == [[(BEING_MADE["web_pages"], done, pages)] for done in range(pages)]
    assert read() == []


def test_what_is_made_is_told_with_its_name_and_what_another_tournament_waits_for_is_not(director, tournament):
    other = make_tournament(entries=2, name="Other")
    slips, workbook = track_progress(tournament, "slips_pdf", "abc"), track_progress(tournament, "excel", "ab")
    pages = track_progress(other, "web_pages", "a")
    for work in (slips, slips, workbook, pages):
        next(work)

    page = director.get(reverse("files_progress", args=[tournament.slug])).content.decode()

    assert re.findall(r"\w[\w ]+: \d of \d done", page) == ["Match slips: 1 of 3 done", "Excel workbook: 0 of 2 done"]


@pytest.mark.costly
@pytest.mark.parametrize(("players", "asks"), [(MANY - 1, 0), (MANY, 1)])
def test_only_of_many_players_the_page_asks_how_far_its_files_are(director, players, asks):
    tournament = make_tournament(entries=players)

    page = director.get(reverse("files", args=[tournament.slug])).content.decode()

    assert page.count(reverse("files_progress", args=[tournament.slug])) == asks


def test_everything_to_print_is_on_one_page(director, tournament):
    page = director.get(reverse("files", args=[tournament.slug])).content.decode()

    links = [reverse(name, args=[tournament.slug, *values]) for name, values, _file in SHEETS]
    assert [link for link in links if f'href="{link}"' not in page] == []
    assert page.count("http://club.example/t/bodensee-open-2026/") > 0


def test_a_name_that_the_paper_cannot_set_is_told_before_printing(director, tournament):
    before = director.get(reverse("files", args=[tournament.slug])).context["unprintable"]
    Entry.objects.filter(number=2).update(name="東京")

    assert (before, director.get(reverse("files", args=[tournament.slug])).context["unprintable"]) == ("", "東京")


def upload(browser, data, key=None, name="tournament.json", **options):
    file = SimpleUploadedFile(name, data, content_type="application/json")
    return browser.post(reverse("restore"), {"file": file, "request_key": key or uuid.uuid4()}, **options)


def test_an_archive_becomes_a_tournament_of_who_reads_it(stranger, tournament):
    data = dump(tournament)

    answer = upload(stranger, data, follow=True)

    copy = Tournament.objects.get(slug="bodensee-open-2026-2")
    assert answer.redirect_chain[0] == (reverse("desk", args=[copy.slug]), 302)
    assert [str(message) for message in answer.context["messages"]] == ["Bodensee Open imported from the archive."]
    assert (copy.director.username, dump(copy)) == ("stranger", data)


def test_an_archive_goes_to_the_club_that_is_chosen_among_ones_own(tournament):
    data = dump(tournament)
    for slug in ("konstanz", "ulm"):
        ada = make_member("ada", club=club_called(slug))
    club_called("genf")

    answers = [
        logged_in(ada).post(reverse("restore"), {**form, "file": SimpleUploadedFile("a.json", data)})
        for form in ({"club": "genf", "request_key": uuid.uuid4()}, {"club": "ulm", "request_key": uuid.uuid4()})
    ]

    assert [answer.status_code for answer in answers] == [422, 302]
    assert list(answers[0].context["clubs"].errors) == ["club"]
    assert Tournament.objects.get(slug="bodensee-open-2026-2").club.slug == "ulm"


def test_an_archive_sent_twice_is_one_tournament(director, tournament):
    data, key = dump(tournament), uuid.uuid4()

    shown = {upload(director, data, key)["Location"] for _click in range(2)}

    assert shown == {reverse("desk", args=["bodensee-open-2026-2"])}
    assert Tournament.objects.count() == 2


def test_an_archive_that_the_rules_do_not_give_is_let_in_with_a_warning(director):
    values = json.loads(dump(make_tournament(entries=2, played=1)))
    values["rounds"].append({**values["rounds"][0], "number": 2})

    answer = upload(director, json.dumps(values).encode(), follow=True)

    (warning, _success) = (str(message) for message in answer.context["messages"])
    assert warning.startswith("Round 2 is not possible under the rules.")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "The submitted file is empty."),
        (b"PK\x03\x04", sentence("archive_not_json", line=1, column=1)),
        (b"\xff\xfe", sentence("archive_not_utf8", position=0)),
        (b"[" * 100_000, sentence("archive_nested_too_deep")),
    ],
)
def test_what_is_no_archive_says_why_and_changes_nothing(director, data, why):
    before = stored_rows()

    answer = upload(director, data)

    assert (answer.status_code, answer.context["form"].errors) == (422, {"file": [why]})
    assert stored_rows() == before


def test_an_archive_needs_its_file_and_its_key(director):
    answer = director.post(reverse("restore"), {"file": "no file", "request_key": "no key"})

    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"file", "request_key"})
