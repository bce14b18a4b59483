"""Before an import brings back who was erased it says so; after it, whom it has made appear with less of their name."""

import uuid
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from tests.actions.test_persons_register import evening, person
from tests.factories import make_director, make_member, only_club, stored_rows
from tests.views.conftest import logged_in, sentence
from tournament.actions.persons import forget_registered, set_wish
from tournament.actions.seasons import NewMatch, import_matches
from tournament.archive.club_dump import dump_club
from tournament.archive.dump import dump
from tournament.models import Entry, Person, Tournament, Wish, Wished
from tournament.phrases.backups import forgotten_sentence, stricter_sentence
from tournament.queries.persons import registered_of
from tournament.queries.seasons import forgotten_in_list

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def files(tmp_path):
    """Archive and club file of an evening of Anna and Bo and a list of theirs; Anna was erased after."""
    ada = make_member("director")
    played = evening(1, "Anna Keller", "Bo Kurz")
    import_matches(
        only_club(), by=ada, name="2019.csv", matches=[NewMatch(date(2019, 3, 1), "Anna Keller", "Bo Kurz", 5)]
    )
    archive, club = dump(played), dump_club(only_club())
    (anna,) = registered_of(ada, [person(played).pk])
    forget_registered(anna.registered, by=ada, entries=anna.entries, requests=())
    for name, data in (("archive.json", archive), ("club.json", club)):
        (tmp_path / name).write_bytes(data)
    return archive, club


ROWS = "date;winner;loser;length\n2019-03-01;Anna Keller;Bo Kurz;5\n2019-03-02;Cem;Bo Kurz;5\n"


def sent(data, **more):
    return {"file": SimpleUploadedFile("file.json", data), "request_key": uuid.uuid4(), **more}


def test_an_archive_that_names_who_was_erased_is_refused_until_they_are_said_to_come_back(files):
    ada = logged_in(make_director())
    asked = [field.name for field in ada.get(reverse("restore")).context["form"].visible_fields()]

    refused = ada.post(reverse("restore"), sent(files[0]))
    before = Tournament.objects.count()
    done = ada.post(reverse("restore"), sent(files[0], brings_back="on"))

    assert asked == ["file"]
    assert refused.context["form"].errors["file"] == [sentence("archive_names_forgotten", erased=("Anna Keller",))]
    assert [field.name for field in refused.context["form"].visible_fields()] == ["file", "brings_back"]
    assert (before, done.status_code, Entry.objects.filter(name="Anna Keller").count()) == (1, 302, 1)


def test_the_preview_of_a_club_file_names_who_would_come_back(files):
    ada = logged_in(make_member("director"))
    address = ada.post(reverse("import_club", args=[only_club().slug]), sent(files[1]))["Location"]

    assert ada.get(address).context["forgotten"] == forgotten_sentence(["Anna Keller"])


def test_the_preview_of_a_list_of_matches_names_who_would_come_back(files):
    ada = logged_in(make_member("director"))
    address = reverse("import_matches", args=[only_club().slug])

    shown = ada.post(address, {"file": SimpleUploadedFile("2019.csv", ROWS.encode())})

    assert shown.context["forgotten"] == forgotten_sentence(["Anna Keller"])


@pytest.mark.parametrize(
    ("command", "file"),
    [("import_archive", "archive.json"), ("restore", "archive.json"), ("import_club", "club.json")],
)
def test_a_command_brings_nobody_back_unless_it_is_said(files, tmp_path, command, file):
    with pytest.raises(CommandError) as refused:
        call_command(command, tmp_path / file)
    before = Tournament.objects.count()
    call_command(command, tmp_path / file, bring_back=True)

    told = sentence("archive_names_forgotten", erased=("Anna Keller",))
    assert str(refused.value) == f"{tmp_path / file}: {told} (--bring-back)"
    assert (before, Person.objects.filter(name="Anna Keller").count()) == (1, 1)


def test_a_list_of_matches_is_read_at_the_command_line_only_where_the_erased_are_said_to_come_back(files, tmp_path):
    file = tmp_path / "2019.csv"
    file.write_text(ROWS, "utf-8")
    before = stored_rows()

    with pytest.raises(CommandError) as refused:
        call_command("import_matches", file, club=only_club().slug)
    assert stored_rows() == before
    call_command("import_matches", file, club=only_club().slug, bring_back=True)

    told = sentence("archive_names_forgotten", erased=("Anna Keller",))
    assert str(refused.value) == f"{file}: {told} (--bring-back)"
    assert Person.objects.filter(name="Anna Keller").count() == 1


def test_a_match_of_two_who_were_both_erased_names_both(files):
    ada = make_member("director")
    (bo,) = registered_of(ada, [person(Tournament.objects.get(), 2).pk])
    forget_registered(bo.registered, by=ada, entries=bo.entries, requests=())

    assert forgotten_in_list([(date(2019, 3, 1), "Anna Keller", "Bo Kurz", 5)], only_club()) == (
        "Anna Keller",
        "Bo Kurz",
    )


def test_who_appears_with_less_of_their_name_by_an_archive_is_named(files):
    played = evening(2, "Bo Kurz", "Cem")
    bo = person(played).pk
    set_wish(only_club(), by=make_member("director"), person=bo, wished=Wished(Wish.HIDDEN))
    strict = dump(played)
    set_wish(only_club(), by=make_member("director"), person=bo, wished=Wished())

    answer = logged_in(make_director()).post(reverse("restore"), sent(strict), follow=True)

    assert [str(message) for message in answer.context["messages"]][1:] == [stricter_sentence(["Bo Kurz"])]
