"""Two builds that differ never carry the same version, wherever they are made."""

import re
import shutil
import subprocess
import sys

import pytest

from tests.commands.conftest import ROOT
from tournament.version import NEXT

pytestmark = pytest.mark.package

ASK = "import sys; sys.path[:0] = ['.', 'packaging']; import hatch_version; print(hatch_version.version())"
ON_THE_WAY = re.compile(rf"{re.escape(NEXT)}\.dev\d+\+g[0-9a-f]{{12}}\n")
BY_CONTENTS = re.compile(rf"{re.escape(NEXT)}\.dev0\+c[0-9a-f]{{12}}\n")


@pytest.fixture
def source(tmp_path):
    """A folder with the few files of the program that are asked for its version."""
    folder = tmp_path / "source"
    (folder / "packaging").mkdir(parents=True)
    (folder / "tournament").mkdir()
    (folder / ".gitignore").write_text("__pycache__/\n", "utf-8")
    shutil.copy(ROOT / "packaging" / "hatch_version.py", folder / "packaging")
    shutil.copy(ROOT / "tournament" / "version.py", folder / "tournament")
    return folder


def version(folder):
    return subprocess.check_output([sys.executable, "-c", ASK], cwd=folder, encoding="utf-8")


def git(folder, *words):
    somebody = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *somebody, *words], cwd=folder, check=True, capture_output=True)


def commit(folder):
    git(folder, "add", ".")
    git(folder, "commit", "--message", "What was done")


@pytest.fixture
def repository(source):
    git(source, "init")
    commit(source)
    return source


def test_a_folder_without_a_repository_is_named_by_what_is_in_it(source):
    first = version(source)
    (source / "tournament" / "new.py").write_text("", "utf-8")
    second = version(source)
    (source / "tournament" / "new.py").unlink()

    assert all(map(BY_CONTENTS.fullmatch, (first, second)))
    assert first != second
    assert version(source) == first


def test_every_commit_has_a_version_of_its_own(repository):
    first = version(repository)
    (repository / "tournament" / "new.py").write_text("", "utf-8")
    commit(repository)
    second = version(repository)

    assert all(map(ON_THE_WAY.fullmatch, (first, second)))
    assert (first.partition("+")[0], second.partition("+")[0]) == (f"{NEXT}.dev1", f"{NEXT}.dev2")


def test_the_commit_with_the_tag_is_the_release_until_something_is_changed(repository):
    git(repository, "tag", "--annotate", f"v{NEXT}", "--message", "Release")
    released = version(repository)
    (repository / "tournament" / "new.py").write_text("", "utf-8")
    changed = version(repository)
    (repository / "tournament" / "new.py").write_text("1", "utf-8")

    assert released == f"{NEXT}\n"
    assert BY_CONTENTS.fullmatch(changed)
    assert version(repository) not in (released, changed)


def test_a_tag_of_another_version_releases_nothing(repository):
    git(repository, "tag", "v99.0.0")

    assert ON_THE_WAY.fullmatch(version(repository))


def test_a_folder_inside_somebody_elses_repository_does_not_go_by_its_commits(source):
    git(source.parent, "init")
    commit(source.parent)

    assert BY_CONTENTS.fullmatch(version(source))
