"""The command line itself: what it offers, and what it says of what it does not understand."""

import argparse
import gettext
import subprocess
import sys

import polib
import pytest
from django.core.management import get_commands

from tests.commands.conftest import ROOT
from tournament.__main__ import with_command
from tournament.management.program import Program
from tournament.version import VERSION

CATALOGUE = ROOT / "tournament" / "locale" / "de" / "LC_MESSAGES" / "django.po"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ([], ["start"]),
        (["--port", "8001"], ["start", "--port", "8001"]),
        (["backup"], ["backup"]),
        (["--help"], ["--help"]),
        (["--version"], ["--version"]),
    ],
)
def test_without_a_command_the_program_starts(typed, meant):
    assert with_command(typed) == meant


@pytest.mark.costly
def test_the_program_says_its_own_version(manage, environment):
    typed = [sys.executable, "manage.py", "--version"]
    by_a_shell = subprocess.run(typed, cwd=ROOT, env=environment, stdout=subprocess.PIPE, encoding="utf-8").stdout

    assert [by_a_shell, manage("backup", "--version").stdout] == [
        f"Backgammon Swiss {VERSION}\n",
        f"{VERSION}\n",
    ]


@pytest.mark.costly
def test_the_help_names_the_program_s_own_commands_only(manage):
    said = manage("help").stdout.splitlines()

    assert (said[0], said[-1]) == (
        "manage.py COMMAND; without a command, the program starts.",
        "What a command takes: manage.py help COMMAND",
    )
    assert [line.split()[0] for line in said[2:-2]] == [
        "backup",
        "check_archive",
        "check_transcript",
        "demo",
        "export_club",
        "export_tournament",
        "import_archive",
        "import_club",
        "import_matches",
        "invite",
        "legal_plays",
        "login_link",
        "move",
        "publish",
        "reset_second_factor",
        "restore",
        "simulate_tournaments",
        "start",
    ]


@pytest.mark.costly
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["backup", "--snapshot", "/stick"], "backup: unrecognized arguments: --snapshot /stick. "),
        (["start", "--no-brows"], "start: unrecognized arguments: --no-brows. "),
        (["migrate", "--no-in"], "migrate: unrecognized arguments: --no-in. "),
        (["check_archive"], "check_archive: the following arguments are required: FILE. "),
        (["start", "--port"], "start: argument --port: expected one argument. "),
        (["restore"], "restore: Which backup or archive? Name its file, or the folder of the backups. "),
        (["bakup"], "There is no command bakup. For those there are: "),
    ],
)
def test_what_is_not_understood_is_refused_in_one_sentence(manage, tmp_path, typed, said):
    refused = manage(*typed)

    help_command = "help" if typed == ["bakup"] else f"help {typed[0]}"
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", f"{said}manage.py {help_command}\n")


@pytest.mark.costly
def test_the_refusal_is_german_where_the_environment_is(manage):
    german = gettext.translation("django", ROOT / "tournament" / "locale", languages=["de"])
    unknown = german.gettext("unrecognized arguments: %s") % "--snapshot /stick"

    refused = manage("backup", "--snapshot", "/stick", LANGUAGE="", LANG="de_DE.UTF-8")

    assert refused.stderr == f"backup: {unknown}. manage.py help backup\n"
    assert unknown != "unrecognized arguments: --snapshot /stick"


@pytest.fixture
def help_on(monkeypatch):
    """What `--help` says of a command."""
    monkeypatch.setenv("COLUMNS", "80")
    return lambda name: Program(["manage.py"]).fetch_command(name).create_parser("manage.py", name).format_help()


OPENS_THE_DATABASE = (
    "backup",
    "export_tournament",
    "import_archive",
    "invite",
    "login_link",
    "move",
    "publish",
    "restore",
    "start",
)


@pytest.mark.parametrize("command", OPENS_THE_DATABASE)
def test_whatever_opens_the_database_can_be_told_where_it_lies(help_on, command):
    options = help_on(command)

    assert [options.count(f"  {option} FOLDER") for option in ("--data-dir", "--backup-dir")] == [1, 1]


@pytest.mark.parametrize("command", ["export_tournament", "invite", "login_link", "start"])
def test_whatever_prints_an_address_can_be_told_which(help_on, command):
    options = help_on(command)

    assert [options.count(f"\n  {option} ") for option in ("--port", "--host", "--public-url")] == [1, 1, 1]


def test_a_time_zone_without_a_name_is_refused(manage):
    refused = manage("backup", TZ="CET-1CEST")

    assert (refused.returncode, refused.stderr) == (
        1,
        "CET-1CEST is not the name of a time zone. Use one like TZ=Europe/Berlin.\n",
    )


def test_every_help_text_of_the_program_s_own_commands_is_translated():
    german = {entry.msgid for entry in polib.pofile(str(CATALOGUE)) if entry.translated()}
    own = [name for name, app in get_commands().items() if app == "tournament"]
    commands = [Program(["manage.py"]).fetch_command(name) for name in own]
    parsers = [command.create_parser("manage.py", name) for command, name in zip(commands, own, strict=True)]

    # In the sentence about the ranking stand the names that the engine gives it.
    told = {option.help for parser in parsers for option in parser._actions if option.dest != "ranking" and option.help}

    assert (told | {command.help for command in commands}) - german - {argparse.SUPPRESS} == set()
