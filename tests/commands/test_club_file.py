"""A club written to a file and read from it on the command line."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.factories import only_club
from tournament.models import Club, Tournament

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
