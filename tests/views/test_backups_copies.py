"""The backups as a director sees them."""

import re
import uuid
from datetime import date
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse

from tests.factories import entry_of, make_director, make_member, make_stranger, make_tournament, stored_rows
from tests.snapshots.conftest import write_into
from tests.views.conftest import logged_in, sentence
from tournament.actions.clubs import club_called
from tournament.actions.persons import forget_registered
from tournament.actions.tournaments import delete_tournament
from tournament.models import Tournament
from tournament.names import isolated
from tournament.queries.persons import registered_of
from tournament.snapshots.names import Reason
from tournament.snapshots.taking import take_snapshot

COMMITTED = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    return settings.DATA_DIR


@pytest.fixture
def file(data_folder):
    """A backup of two tournaments, one of them without a director."""
    make_tournament(entries=4, played=1)
    nobodys = make_tournament(entries=2, name="Winter")
    Tournament.objects.filter(pk=nobodys.pk).update(director=None)
    take_snapshot(Reason.BY_HAND)
    (taken,) = (data_folder / "snapshots").iterdir()
    return taken


def upload(browser, data, key=None):
    return browser.post(
        reverse("restore"),
        {"file": SimpleUploadedFile("copy.sqlite3", data), "request_key": key or uuid.uuid4()},
        follow=True,
    )


def said(answer):
    return [str(message) for message in answer.context["messages"]]


def offered(answer):
    return re.findall('name="tournaments"[^>]*value="([^"]+)"', answer.content.decode())


def problem(answer):
    return re.search('(?s)class="problem[^>]*>(.*?)</p>', answer.content.decode())[1]


def take(browser, name, *slugs, key=None):
    data = {"tournaments": slugs, "request_key": key or uuid.uuid4()}
    return browser.post(reverse("copy", args=[name]), data, follow=True)


@COMMITTED
def test_whoever_was_erased_since_comes_back_from_a_backup_only_where_that_is_said(director, file):
    tournament = Tournament.objects.get(director__isnull=False)
    (asked,) = registered_of(make_member("director"), [entry_of(tournament, 1).person_id])
    forget_registered(asked.registered, by=make_director(), entries=asked.entries, requests=())
    sent = {"tournaments": [tournament.slug], "request_key": uuid.uuid4()}

    refused = director.post(reverse("copy", args=[file.name]), sent)
    before = Tournament.objects.count()
    director.post(reverse("copy", args=[file.name]), {**sent, "brings_back": "on"})

    assert [field.name for field in refused.context["form"].visible_fields()] == ["tournaments", "brings_back"]
    assert (before, Tournament.objects.count()) == (2, 3)


@pytest.mark.django_db
def test_the_first_page_leads_to_the_safe_copies(director, client):
    links = [browser.get("/").content.decode().count(f'href="{reverse("copies")}"') for browser in (director, client)]

    assert links == [1, 0]


@pytest.mark.django_db
def test_a_safe_copy_is_made_by_a_press_and_listed(director, data_folder):
    answer = director.post(reverse("copies"), follow=True)

    (taken,) = (data_folder / "snapshots").iterdir()
    assert said(answer) == ["All tournaments and accounts backed up."]
    assert [str(one.name) for one in answer.context["kept"].snapshots] == [taken.name]
    assert answer.content.decode().count(f'href="{reverse("copy", args=[taken.name])}"') == 1


@pytest.mark.django_db
def test_the_page_says_when_why_where_and_how_large(director, data_folder, settings, tmp_path):
    settings.SNAPSHOT_DIR = tmp_path / "stick"
    for folder, names in (
        (data_folder / "snapshots", ("20-15-03_before-round-3_open", "19-00-00_by-hand")),
        (settings.SNAPSHOT_DIR, ("20-15-03_before-round-3_open", "18-00-00_before-upgrade")),
    ):
        folder.mkdir()
        for name in names:
            (folder / f"2026-11-21_{name}.sqlite3").write_bytes(b"x" * 2048)

    page = director.get(reverse("copies")).content.decode()

    cells = re.findall("(?s)<tr.*?>(.*?)</tr>", page.partition("<tbody>")[2])
    assert [" ".join(re.sub("<[^>]+>", " ", cell).split()).replace("\xa0", " ") for cell in cells] == [
        "21/11/2026 20:15 before round 3 of open on this computer and in the second location 2.0 KB",
        "21/11/2026 19:00 manual on this computer 2.0 KB",
        "21/11/2026 18:00 before a program update in the second location 2.0 KB",
    ]


@pytest.mark.django_db
def test_what_stands_in_the_way_stands_on_the_page_until_a_copy_is_made(director, settings, tmp_path):
    settings.SNAPSHOT_DIR = tmp_path / "stick"
    missing = sentence("snapshot_place_missing", folder=settings.SNAPSHOT_DIR)

    made = director.post(reverse("copies"), follow=True).content.decode()
    later = director.get(reverse("copies")).content.decode()
    settings.SNAPSHOT_DIR.mkdir()
    plugged_in = director.get(reverse("copies")).context["kept"]

    assert (made.count(missing), later.count(missing)) == (1, 1)
    assert [one.code for one in plugged_in.problems] == ["snapshot_place_missing"]
    director.post(reverse("copies"))
    assert director.get(reverse("copies")).context["kept"].problems == ()


@pytest.mark.django_db
def test_places_on_one_disk_are_told(director, settings, tmp_path):
    shares = [director.get(reverse("copies")).context["kept"].shares_disk]
    for settings.SNAPSHOT_DIR in (tmp_path, Path("/proc")):
        shares.append(director.get(reverse("copies")).context["kept"].shares_disk)

    assert shares == [False, True, False]


@COMMITTED
def test_what_a_safe_copy_holds_is_listed_and_what_is_ticked_comes_back(director, file):
    answer = director.get(reverse("copy", args=[file.name]))
    back = take(director, file.name, "bodensee-open-2026")

    assert offered(answer) == ["winter-2026", "bodensee-open-2026"]
    assert back.redirect_chain[0] == (reverse("desk", args=["bodensee-open-2026-2"]), 302)
    assert said(back) == [
        "Bodensee Open imported from the backup. Its address is /t/bodensee-open-2026-2/.",
    ]
    assert Tournament.objects.get(slug="bodensee-open-2026-2").director == make_director()


@pytest.mark.costly
@COMMITTED
def test_several_are_read_at_once_and_a_form_sent_twice_counts_once(director, file):
    key = uuid.uuid4()

    answers = [take(director, file.name, "bodensee-open-2026", "winter-2026", key=key) for _click in range(2)]

    assert {answer.redirect_chain[0] for answer in answers} == {("/", 302)}
    assert (len(said(answers[0])), Tournament.objects.count()) == (2, 4)


@COMMITTED
def test_a_director_takes_only_their_own_out_of_a_safe_copy_here(director, stranger, file):
    before = stored_rows()

    answers = [browser.get(reverse("copy", args=[file.name])) for browser in (director, stranger)]
    refused = take(stranger, file.name, "bodensee-open-2026")

    assert [offered(answer) for answer in answers] == [["winter-2026", "bodensee-open-2026"], ["winter-2026"]]
    assert (refused.status_code, refused.context["form"].errors) == (422, {"tournaments": [sentence("not_understood")]})
    assert stored_rows() == before


@COMMITTED
def test_a_safe_copy_without_anything_of_one_s_own_says_so(stranger, director, file):
    write_into(
        file, "UPDATE tournament_tournament SET director_id = (SELECT id FROM auth_user WHERE username = 'director')"
    )

    assert problem(stranger.get(reverse("copy", args=[file.name]))) == sentence("snapshot_without_own")


@COMMITTED
def test_a_damaged_safe_copy_is_said_in_a_sentence(director, file):
    file.write_bytes(b"SQLite format 3\0")

    assert problem(director.get(reverse("copy", args=[file.name]))) == sentence("snapshot_broken")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["nothing", "tournaments.sqlite3", "..%2Ftournaments.sqlite3", "2026-11-21_20-15-03_by-hand.sqlite3"]
)
def test_a_safe_copy_that_is_not_there_is_not_found(director, data_folder, name):
    (data_folder / "tournaments.sqlite3").write_text("live")

    assert [director.generic(method, f"/copies/{name}/").status_code for method in ("GET", "POST")] == [404, 404]


@COMMITTED
def test_who_brings_a_safe_copy_along_may_choose_from_all_of_it(stranger, director, file, data_folder):
    key = uuid.uuid4()

    answer = upload(stranger, file.read_bytes(), key)
    address = answer.redirect_chain[-1][0]
    back = stranger.post(address, {"tournaments": ["bodensee-open-2026"], "request_key": uuid.uuid4()})

    assert (address, offered(answer)) == (f"/restore/{key}/", ["winter-2026", "bodensee-open-2026"])
    assert back["Location"] == reverse("desk", args=["bodensee-open-2026-2"])
    assert Tournament.objects.get(slug="bodensee-open-2026-2").director == make_stranger()
    assert director.get(address).status_code == 404
    assert [one.name for one in (data_folder / "snapshots").iterdir()] == [file.name]


@COMMITTED
@pytest.mark.parametrize(
    ("statement", "code"),
    [
        (
            "INSERT INTO django_migrations (app, name, applied) VALUES ('sessions', '9999', '2030-01-01')",
            "snapshot_newer",
        ),
        ("DELETE FROM django_migrations", "snapshot_foreign"),
    ],
)
def test_a_file_brought_along_that_cannot_be_read_is_refused_and_not_kept(director, file, data_folder, statement, code):
    write_into(file, statement)
    before = stored_rows()

    answer = upload(director, file.read_bytes())

    assert (answer.status_code, answer.context["form"].errors) == (422, {"file": [sentence(code)]})
    assert (list((data_folder / "uploads").iterdir()), stored_rows()) == ([], before)


@pytest.mark.django_db
def test_a_guest_reads_nothing_that_somebody_has_brought_along(client):
    address = reverse("uploaded_copy", args=[uuid.uuid4()])

    assert client.get(address)["Location"] == f"/login/?next={address}"


@pytest.mark.django_db
def test_where_pg_dump_is_missing_nothing_is_offered_and_what_to_do_is_said(director, data_folder, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(connection.settings_dict, "ENGINE", "django.db.backends.postgresql")

    page = director.get(reverse("copies")).content.decode()
    refused = director.post(reverse("copies"), follow=True)

    assert (page.count('<button class="btn btn-main"'), (data_folder / "snapshots").exists()) == (0, False)
    assert said(refused) == [sentence("snapshots_not_of_this_database")]


@pytest.mark.django_db
def test_where_there_are_several_clubs_none_learns_from_a_name_what_another_plays(data_folder, file):
    ulm = club_called("ulm")
    Tournament.objects.create(club=ulm, slug="theirs", name="Theirs", date=date(2026, 1, 1))
    for slug in ("theirs", "bodensee-open-2026"):
        name = f"2026-11-21_20-15-03_before-round-3_{slug}.sqlite3"
        (file.parent / name).write_bytes(file.read_bytes())
    browser = logged_in(make_member("ada"))

    listed = [row.record.name.slug for row in browser.get(reverse("copies")).context["table"].rows]
    answers = [
        browser.get(reverse("copy", args=[f"2026-11-21_20-15-03_before-round-3_{slug}.sqlite3"])).status_code
        for slug in ("theirs", "bodensee-open-2026")
    ]

    assert (sorted(listed), answers) == (["", "bodensee-open-2026"], [404, 200])


def choose(browser, host="localhost", **sent):
    return browser.post(reverse("second_location"), {"folder": "", **sent}, follow=True, headers={"host": host})


@pytest.fixture
def owner(director):
    """Whoever runs the installation."""
    make_director()
    User.objects.update(is_superuser=True)
    return director


@pytest.mark.django_db
def test_the_second_location_is_chosen_on_the_page_and_takes_a_backup_at_once(owner, data_folder, tmp_path):
    (tmp_path / "stick").mkdir()

    answer = choose(owner, place="other", folder=str(tmp_path / "stick"))

    (taken,) = (data_folder / "snapshots").iterdir()
    assert said(answer) == [f"Every backup is stored in {tmp_path / 'stick'} too."]
    assert [file.name for file in (tmp_path / "stick").iterdir()] == [taken.name]
    assert answer.context["form"]["folder"].value() == str(tmp_path / "stick")
    assert said(choose(owner, place="none")) == ["Backups are kept on this computer only."]
    assert answer.client.get(reverse("copies")).context["kept"].second is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "errors"),
    [
        ({"place": "other", "folder": ""}, {"folder": ["Enter the folder."]}),
        ({"place": "other", "folder": "stick"}, {"folder": [sentence("second_place_relative", folder="stick")]}),
        (
            {"place": "/media/gone"},
            {"place": ["This drive is not connected any more. Plug it in, or choose another location."]},
        ),
    ],
)
def test_a_second_location_that_cannot_be_is_said_beside_its_field(owner, sent, errors):
    answer = choose(owner, **sent)

    assert (answer.status_code, answer.context["form"].errors) == (422, errors)
    assert answer.content.decode().count("<details open>") == 1


@pytest.mark.django_db
def test_the_second_location_is_chosen_by_who_runs_the_program_at_its_own_computer(owner, stranger, settings, tmp_path):
    far = choose(owner, host="192.168.1.20:8000", place="none")
    forbidden = choose(stranger, place="none")
    settings.SNAPSHOT_DIR = tmp_path
    named = choose(owner, place="none")

    assert (said(far), far.context["form"]) == ([sentence("second_place_elsewhere")], None)
    assert forbidden.status_code == 403
    assert (said(named), named.context["form"]) == ([sentence("second_place_named_at_start")], None)


@pytest.mark.django_db
def test_a_backup_goes_by_the_name_of_its_tournament_also_when_that_has_been_deleted(director, data_folder):
    make_member("director")
    for name in ("Winter Open", "Deleted Open"):
        make_tournament(entries=0, name=name)
    delete_tournament(Tournament.objects.get(name="Deleted Open"), by=make_director(), confirmed="Deleted Open")
    (data_folder / "snapshots").mkdir(exist_ok=True)
    for nth, slug in enumerate(("winter-open-2026", "deleted-open-2026", "of-another-database")):
        (data_folder / "snapshots" / f"2026-11-21_20-15-0{nth}_before-round-3_{slug}.sqlite3").write_text("")

    page = director.get(reverse("copies")).content.decode()

    assert re.findall("before round 3 of (.*?)<", page) == [
        isolated(name) for name in ("of-another-database", "Deleted Open", "Winter Open")
    ]
