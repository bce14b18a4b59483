"""A club written to a file and read from it on the command line."""

from pathlib import Path

import pytest
from django.contrib.auth import get_user
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests.factories import only_club
from tournament.actions.permissions import directs_club
from tournament.models import Club, Pairing, Tournament

pytestmark = pytest.mark.django_db
CASE = Path(__file__).resolve().parents[2] / "fixtures" / "cases" / "plain_8x3.json"


def test_a_club_is_written_previewed_and_read_into_another(capsys, tmp_path):
    file, again = tmp_path / "club.json", tmp_path / "again.json"
    call_command("import_archive", CASE)
    call_command("export_club", only_club().slug, file)
    capsys.readouterr()

    told = []
    for more in (["--preview"], []):
        call_command("import_club", file, "--club", "copy", *more)
        told.append((capsys.readouterr().out, Tournament.objects.count()))
    call_command("export_club", "copy", again)

    sentences = "Tournaments: 1 new, 0 there already.\nPeople: 8 new, 0 known.\n"
    assert told == [(sentences, 1), (sentences, 2)]
    assert file.read_bytes() == again.read_bytes()


def test_who_asks_for_a_club_that_is_not_here_is_told_those_that_are(tmp_path):
    Club.objects.create(slug="ulm")
    Club.objects.create(slug="konstanz")

    with pytest.raises(CommandError) as refused:
        call_command("export_club", "bregenz", tmp_path / "club.json")

    assert str(refused.value) == "There is no club with the address “bregenz”. Clubs here: club, konstanz, ulm."


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["export_club", "nowhere", "club.json"], "There is no club with the address “nowhere”."),
        (["import_club", "nowhere.json"], "nowhere.json: not found"),
        (["import_club", CASE], f"{CASE}: "),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(arguments, why):
    with pytest.raises(CommandError) as refused:
        call_command(*arguments)

    assert str(refused.value).startswith(why)
    assert Club.objects.filter(slug="copy").count() == 0


@pytest.mark.parametrize("command", ["import_club", "import_archive"])
def test_what_is_imported_first_goes_to_the_first_club_and_lets_its_first_account_in(command, tmp_path):
    file = CASE
    if command == "import_club":
        file = tmp_path / "club.json"
        call_command("import_archive", CASE, "--club", "old")
        call_command("export_club", "old", file)
        for model in (Pairing, Tournament, Club):
            model.objects.all().delete()
        Club.objects.create(slug="club")
    call_command(command, file, "--club", "konstanz")

    client = Client(headers={"host": "localhost:8000"})
    client.post(reverse("first_steps"), {"name": "ada", "password": "Bodensee-2026"})

    assert [club.slug for club in Club.objects.all()] == ["konstanz"]
    assert get_user(client).get_username() == "ada"
    assert directs_club(get_user(client), Club.objects.get())


def test_two_clubs_of_one_installation_leave_the_first_account_to_invite_their_directors():
    call_command("import_archive", CASE, "--club", "konstanz")
    call_command("import_archive", CASE, "--club", "ulm")

    client = Client(headers={"host": "localhost:8000"})
    client.post(reverse("first_steps"), {"name": "ada", "password": "Bodensee-2026"})

    assert [club.slug for club in Club.objects.order_by("pk")] == ["konstanz", "ulm"]
    assert (get_user(client).get_username(), get_user(client).is_superuser) == ("ada", True)
    assert client.get(reverse("clubs")).status_code == 200


def test_an_archive_that_is_refused_makes_no_club():
    with pytest.raises(CommandError):
        call_command("import_archive", CASE.parent.parent / "refused" / "archive_cube.json", "--club", "ulm")

    assert [club.slug for club in Club.objects.all()] == ["club"]
