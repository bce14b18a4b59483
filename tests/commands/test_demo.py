"""`manage.py demo`, run for real."""

import json
import shutil

import pytest

from tests.commands.conftest import AT_THE_LATEST, ROOT
from tests.ports import lasting_port
from tournament.archive.checks import read_archive
from tournament.engine.checking import check_rounds
from tournament.simulation.demonstration import TOURNAMENTS

pytestmark = pytest.mark.installation
LINK = "/login-link/"
LOADED = (
    "import json; from tournament.models import Tournament; "
    "print(json.dumps([[t.name, t.entries.count(), t.rounds.count(), t.is_closed, t.is_practice] "
    "for t in Tournament.objects.order_by('pk')]))"
)


def test_the_demonstration_opens_without_a_password(migrated, start, free_port, tmp_path):
    (tmp_path / "demo").mkdir(mode=0o700)
    shutil.copy(migrated, tmp_path / "demo")

    printed = start(
        "--no-browser", "--port", free_port, "--data-dir", tmp_path / "demo", command="demo", last_words=LINK
    )

    assert printed[-2] == "This link opens the demo. It works once:"
    assert printed[-1].startswith(f"http://localhost:{free_port}/login-link/1/")


def test_the_demonstration_is_loaded_once(start, running, manage, free_port, tmp_path):
    folder = ("--data-dir", tmp_path / "demo")
    start("--no-browser", "--port", free_port, *folder, command="demo", last_words=LINK)
    running[0].terminate()
    running[0].communicate(timeout=AT_THE_LATEST)

    start("--no-browser", "--port", lasting_port(), *folder, command="demo", last_words=LINK)

    loaded = manage("shell", "--verbosity", "0", "-c", LOADED, DATA_DIR=str(tmp_path / "demo")).stdout
    assert json.loads(loaded) == [["Vereinsabend Konstanz", 14, 5, True, True], ["Bodensee Open", 15, 3, False, True]]


def test_the_demonstration_leaves_a_folder_with_accounts_alone(with_accounts, manage, free_port, tmp_path):
    with_accounts("Ada")

    refused = manage("demo", "--port", free_port, "--data-dir", tmp_path / "data")

    assert (refused.returncode, refused.stderr) == (
        1,
        "This folder already contains tournaments. Choose an empty one for the demo.\n",
    )


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_the_demonstration_was_paired_by_the_rules(name):
    archive = read_archive((ROOT / "fixtures" / "archives" / name).read_bytes())

    assert check_rounds(archive.record) == ()
