"""The commands that the descriptions name, typed as they stand there."""

import re
import shlex
from itertools import chain

import pytest

from tests.commands.conftest import ROOT

ARCHIVE = ROOT / "fixtures" / "archives" / "bodensee-open.json"
TRANSCRIPT = ROOT / "tests" / "transcripts" / "three_points.mat"
HANDBOOK = tuple(f"docs/{file.name}" for file in sorted((ROOT / "docs").glob("*.md")))
DESCRIPTIONS = ("README.md", "README.de.md", "CONTRIBUTING.md", *HANDBOOK)
SERVES = {"start", "demo"}
PLACEHOLDER = re.compile(
    r"\b(SLUG|CLUB|NAME|STICK|FOLDER|ORDNER|FILE|evening\.json|abend\.json|club\.json|match\.mat|old\.csv)\b"
)
OPTIONAL = re.compile(r"\[[^\]]*\]")


def commands(file):
    """What stands behind `backgammon-swiss` in the blocks of code, without comments and what may be left out."""
    blocks = re.findall("(?s)```\n(.*?)```", (ROOT / file).read_text("utf-8"))
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("backgammon-swiss")]
    return [OPTIONAL.sub("", line.partition("#")[0]).strip().split(maxsplit=1)[1:] for line in lines]


@pytest.mark.package
def test_every_command_of_the_descriptions_does_what_it_says(manage, with_accounts, tmp_path):
    """One after the other, so that each finds what those before have made; what several of them say, once."""
    (tmp_path / "stick").mkdir()
    (tmp_path / "old.csv").write_text("Date,Winner,Loser,Match length\n2019-03-01,Anna,Bert,5\n", "utf-8")
    slug = manage("import_archive", ARCHIVE).stdout.split()[-1]
    with_accounts("Ada")
    # Only a club with a name has a page that everyone sees.
    manage("shell", "--command", "from tournament.models import Club; Club.objects.update(name='BC Konstanz')")
    manage("backup", "--backup-dir", tmp_path / "stick")
    manage("export_club", "club", tmp_path / "club.json")
    meant = {
        "SLUG": slug,
        "CLUB": "club",
        "NAME": "Bo",
        "STICK": str(tmp_path / "stick"),
        "FOLDER": str(tmp_path / "site"),
        "ORDNER": str(tmp_path / "site"),
        "FILE": str(tmp_path / "stick"),
        "evening.json": str(tmp_path / "evening.json"),
        "abend.json": str(tmp_path / "evening.json"),
        "club.json": str(tmp_path / "club.json"),
        "match.mat": str(TRANSCRIPT),
        "old.csv": str(tmp_path / "old.csv"),
    }
    named = {file: commands_to_run(file, meant) for file in HANDBOOK}
    refused = {}

    for day, line in enumerate(dict.fromkeys(chain(*named.values())), start=2):
        # A club's list grows from one import to the next.
        with (tmp_path / "old.csv").open("a", encoding="utf-8") as matches:
            matches.write(f"2019-03-{day:02},Anna,Bert,5\n")
        done = manage(*shlex.split(line))
        if done.returncode:
            refused[line] = done.stderr

    assert refused == {}
    assert {file: len(lines) for file, lines in named.items() if lines and not file.endswith(".de.md")} == {
        "docs/arbiter.md": 6,
        "docs/club.md": 7,
        "docs/director.md": 5,
        "docs/files.md": 2,
    }


def commands_to_run(file, meant):
    """With what is meant where the description can only say what kind of thing belongs there."""
    named = [line[0] for line in commands(file) if line and line[0].split()[0] not in SERVES]
    return [PLACEHOLDER.sub(lambda found: meant[found[0]], line) for line in named]


def test_every_target_that_is_named_is_there():
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8")))
    named = set(re.findall(r"\bmake ([a-z-]+)", "".join((ROOT / file).read_text("utf-8") for file in DESCRIPTIONS)))

    assert named - targets == set()
