"""Archives read from the command line."""

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_tournament, stored_rows
from tournament.actions.players import NewPlayer
from tournament.archive.dump import dump
from tournament.models import Person, Tournament
from tournament.phrases.backups import similar_sentence

pytestmark = pytest.mark.django_db
FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def test_the_address_of_the_new_tournament_is_printed_last(capsys):
    file = FIXTURES / "cases" / "plain_8x3.json"

    call_command("import_archive", file)
    call_command("import_archive", file)

    first, second = Tournament.objects.order_by("pk")
    assert capsys.readouterr() == (f"{first.slug}\n{second.slug}\n", "")
    assert (dump(first), first.director) == (file.read_bytes(), None)


def test_pairings_that_the_rules_do_not_give_are_warned_of(capsys, tmp_path):
    data = (FIXTURES / "cases" / "plain_8x3.json").read_text("utf-8")
    file = tmp_path / "evening.json"
    file.write_text(data.replace('"draw_seed": "', '"draw_seed": "another '), "utf-8")

    call_command("import_archive", file)

    printed, warned = capsys.readouterr()
    assert printed == f"{Tournament.objects.get().slug}\n"
    assert warned.partition(": the rules give ")[0] == f"{file}: Round 1"


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (
            FIXTURES / "refused" / "archive_no_draw_seed.json",
            "Rounds are paired, but the draw seed is missing.",
        ),
        (FIXTURES / "not_there.json", "not found"),
        (FIXTURES, "it is a folder"),
    ],
)
def test_what_cannot_be_read_is_named_and_changes_nothing(file, why):
    before = stored_rows()

    with pytest.raises(CommandError) as error:
        call_command("import_archive", file)

    assert (str(error.value), stored_rows()) == (f"{file}: {why}", before)


@pytest.mark.costly
def test_the_first_command_on_a_new_machine_may_be_an_import(manage):
    done = manage("import_archive", FIXTURES / "cases" / "plain_8x3.json")

    assert (done.returncode, done.stdout, done.stderr) == (0, "eight-players-three-rounds-2026\n", "")


@pytest.mark.parametrize("command", ["import_archive", "restore"])
def test_who_may_be_known_under_another_spelling_is_named(capsys, tmp_path, command):
    file = tmp_path / "evening.json"
    file.write_bytes(dump(make_tournament(players=[NewPlayer("Dirk Schaefer")])))
    Person.objects.update(name="Dirk Schäfer", key="dirk schäfer")

    call_command(command, file)

    told = similar_sentence({"Dirk Schaefer": ["Dirk Schäfer"]})
    assert capsys.readouterr().err == f"{file}: {told}\n"
