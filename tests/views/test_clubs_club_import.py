"""A club handed out as one file, and read into another one after a look at it."""

import json
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.actions.test_persons_register import evening
from tests.factories import make_member, only_club, stored_rows
from tests.views.conftest import logged_in, sentence
from tournament.actions.clubs import change_settings, club_called
from tournament.archive.club_dump import dump_club
from tournament.models import Club, JournalLine, Person, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def file():
    """The file of a club with two evenings, two namesakes and Zoë."""
    evening(1, "Hans; Ulm", "Hans; Wien", "Zoë"), evening(2, "Ida", "Zoë")
    change_settings(only_club(), by=make_member("ada"), name="BC Konstanz", place="Konstanz")
    return dump_club(only_club())


@pytest.fixture
def eva(file):
    """A browser in which the director of another club is logged in, which has no name yet."""
    return logged_in(make_member("eva", club=club_called("club-2")))


def upload(browser, data, slug="club-2", **options):
    sent = {"file": SimpleUploadedFile("club.json", data), "request_key": uuid.uuid4()}
    return browser.post(reverse("import_club", args=[slug]), sent, **options)


def previewed(browser, data, slug="club-2"):
    """The address of the preview, and what it shows."""
    address = upload(browser, data, slug)["Location"]
    return address, browser.get(address).context


def said(answer):
    return [str(message) for message in answer.context["messages"]]


def test_the_director_downloads_the_club_as_one_file(file):
    answer = logged_in(make_member("ada")).get(reverse("club_file", args=[only_club().slug]))

    assert (answer.content, answer["Content-Disposition"]) == (file, 'attachment; filename="bc-konstanz-club.json"')


def test_a_preview_changes_nothing_and_the_import_is_one_line_of_the_journal(file, eva):
    before = stored_rows()
    address, shown = previewed(eva, file)
    unchanged = stored_rows() == before

    answer = eva.post(address, {"seen": shown["plan"].mark}, follow=True)

    copy = Club.objects.get(slug="bc-konstanz-2")
    assert (unchanged, [one.archive.name for one in shown["plan"].coming]) == (True, ["Bodensee Open"] * 2)
    assert [person.name for person in shown["new"]] == ["Hans", "Hans", "Zoë", "Ida"]
    assert answer.redirect_chain == [(reverse("club_settings", args=[copy.slug]), 302)]
    assert said(answer) == ["2 tournaments imported"]
    assert dump_club(copy) == file
    assert [line.action for line in JournalLine.objects.filter(club=copy)] == ["club_imported"]


def test_a_preview_that_is_confirmed_twice_comes_in_once(file, eva):
    address, shown = previewed(eva, file)

    answers = [eva.post(address, {"seen": shown["plan"].mark}, follow=True) for _click in range(2)]

    assert [said(answer) for answer in answers] == [["2 tournaments imported"]] * 2
    assert Tournament.objects.filter(club__slug="bc-konstanz-2").count() == 2


def test_what_is_here_already_is_recognised(file):
    ada = logged_in(make_member("ada"))

    address, shown = previewed(ada, file, only_club().slug)

    assert (len(shown["plan"].standing), shown["plan"].brings_something) == (2, False)
    assert (
        "<button"
        not in ada.get(address).content.decode().partition("Nothing has to be imported")[2].partition("</form>")[0]
    )


def test_a_mark_of_the_preview_with_a_null_character_counts_as_outdated(file, eva):
    address, _shown = previewed(eva, file)

    answer = eva.post(address, {"seen": "a\0b"})

    assert (answer.status_code, answer.context["problem"]) == (422, sentence("club_changed_since_preview"))


@pytest.mark.parametrize("is_said", [True, False])
def test_a_preview_that_is_stale_is_told_and_shown_anew(file, eva, is_said):
    address, shown = previewed(eva, file)
    club = Club.objects.get(slug="club-2")
    change_settings(club, by=make_member("eva", club=club), name="", place="Ulm")
    before = stored_rows()

    answer = eva.post(address, {"seen": shown["plan"].mark} if is_said else {})
    again = eva.post(address, {"seen": answer.context["form"]["seen"].value()})

    assert (answer.status_code, answer.context["problem"]) == (422, sentence("club_changed_since_preview"))
    assert (before.keys() < stored_rows().keys(), again.status_code) == (True, 302)


def test_who_may_be_meant_is_chosen(file, eva):
    here = [Person.called(name, club_called("club-2")) for name in ("Hans", "Hans", "Zoe", "Ida")]
    hans, other, zoe, _ida = Person.objects.bulk_create(here)

    address, shown = previewed(eva, file)
    doubtful, similar = ([field.name for field in shown[name]] for name in ("doubtful", "similar"))
    sent = {"seen": shown["plan"].mark, "person_1": other.pk, "person_2": "new", "person_3": zoe.pk}
    twice = eva.post(address, {**sent, "person_2": other.pk})
    forged = eva.post(address, {**sent, "person_2": Person.objects.order_by("pk").first().pk})
    eva.post(address, sent)

    assert (doubtful, similar) == (["person_1", "person_2"], ["person_3"])
    assert shown["form"]["person_1"].initial == str(hans.pk)
    assert twice.context["problem"] == sentence("club_person_chosen_twice", name="Hans")
    assert list(forged.context["form"].errors) == ["person_2"]
    first = Tournament.objects.get(club__slug="bc-konstanz-2", date="2026-01-01")
    played = [entry.person for entry in first.entries.order_by("number")]
    assert (played[0], played[2], played[1] in (hans, other)) == (other, zoe, False)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda values: b"PK\x03\x04", sentence("archive_not_json", line=1, column=1)),
        (lambda values: json.dumps(values["tournaments"][0]["archive"]).encode(), sentence("file_of_a_tournament")),
        (lambda values: b"", "The submitted file is empty."),
    ],
)
def test_a_file_that_is_not_of_a_club_is_refused_with_the_reason(file, eva, data_folder, change, why):
    before = stored_rows()

    answer = upload(eva, change(json.loads(file)))

    assert (answer.status_code, answer.context["form"].errors) == (422, {"file": [why]})
    assert (stored_rows(), list(data_folder.glob("uploads/*"))) == (before, [])


def test_a_file_of_a_club_is_told_where_a_tournament_is_imported(file, eva):
    sent = {"file": SimpleUploadedFile("club.json", file), "request_key": uuid.uuid4()}

    answer = eva.post(reverse("restore"), sent)

    assert answer.context["form"].errors == {"file": [sentence("file_of_a_club")]}


def test_the_upload_of_another_account_is_not_shown(file, eva):
    address = upload(eva, file)["Location"]
    uta = logged_in(make_member("uta", club=club_called("club-2")))

    assert said(uta.get(address, follow=True)) == [sentence("upload_is_gone")]
