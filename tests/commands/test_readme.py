"""The commands that the descriptions name, typed as they stand there."""

import re
import shlex

import pytest

from tests.commands.conftest import ROOT

ARCHIVE = ROOT / "fixtures" / "archives" / "bodensee-open.json"
TRANSCRIPT = ROOT / "tests" / "board" / "three_points.mat"
DESCRIPTIONS = ("README.md", "README.de.md", "CONTRIBUTING.md")
SERVES = {"start", "demo"}
PLACEHOLDER = re.compile(r"\b(SLUG|NAME|STICK|FOLDER|ORDNER|FILE)\b")
OPTIONAL = re.compile(r"\[[^\]]*\]")


def commands(file):
    """What stands behind `backgammon-swiss` in the blocks of code, without comments and what may be left out."""
    blocks = re.findall("(?s)```\n(.*?)```", (ROOT / file).read_text("utf-8"))
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("backgammon-swiss")]
    return [OPTIONAL.sub("", line.partition("#")[0]).split(maxsplit=1)[1:] for line in lines]


@pytest.mark.parametrize("file", ["README.md", "README.de.md"])
def test_every_command_of_the_description_does_what_it_says(file, manage, tmp_path):
    """One after the other, so that each finds what those before have made."""
    (tmp_path / "stick").mkdir()
    slug = manage("import_archive", ARCHIVE).stdout.split()[-1]
    manage("login_link", "Ada", "--new")
    manage("backup", "--backup-dir", tmp_path / "stick")
    meant = {
        "SLUG": slug,
        "NAME": "Bo",
        "STICK": str(tmp_path / "stick"),
        "FOLDER": str(tmp_path / "site"),
        "ORDNER": str(tmp_path / "site"),
        "FILE": str(tmp_path / "stick"),
    }
    named = [line[0] for line in commands(file) if line and line[0].split()[0] not in SERVES]
    refused = {}

    for line in named:
        typed = PLACEHOLDER.sub(lambda found: meant[found[0]], line)
        typed = typed.replace("match.mat", str(TRANSCRIPT))
        done = manage(*shlex.split(re.sub("(evening|abend).json", str(tmp_path / "evening.json"), typed)))
        if done.returncode:
            refused[line] = done.stderr

    assert refused == {}
    assert len(named) >= 7


def test_every_target_that_is_named_is_there():
    targets = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8")))
    named = set(re.findall(r"\bmake ([a-z-]+)", "".join((ROOT / file).read_text("utf-8") for file in DESCRIPTIONS)))

    assert named - targets == set()
