"""Every block of docs/operating.md is run as it is written, or it is said here why not."""

import json
import re
import subprocess
import sys

import pytest

from tests.commands.conftest import ROOT
from tests.package import bare_debian

OPERATING = (ROOT / "docs" / "operating.md").read_text("utf-8")
BLOCKS = [re.sub("(?m)^ +", "", block) for block in re.findall(r"(?s)```\n(.*?)```", OPERATING)]
FIRST_LINES = [block.partition("\n")[0] for block in BLOCKS]
# By the first line, why.
NOT_RUN = {
    "apt-get install python3-certbot-nginx": "a certificate is given to a machine with a name on the internet alone",
    "PUBLIC_URL=https://club.example": "lines of a file; held against compose.yaml below",
    "MOVE_TO=postgres://user:password@host:5432/name backgammon-swiss move": "names a server that is made up; "
    "tests/commands/test_move.py moves to a real one",
}
RUN = {first: block for first, block in zip(FIRST_LINES, BLOCKS, strict=True) if first not in NOT_RUN}
REQUIREMENTS = ("requirements.lock", "requirements-postgresql.lock")


def test_the_list_of_what_is_not_run_names_blocks_that_are_there():
    assert set(NOT_RUN) - set(FIRST_LINES) == set()
    assert len(set(FIRST_LINES)) == len(FIRST_LINES)


@pytest.mark.parametrize("block", BLOCKS, ids=FIRST_LINES)
def test_every_block_is_a_shell_script(block):
    subprocess.run(["bash", "-n"], input=block, text=True, check=True)


def test_the_file_beside_compose_sets_what_that_asks_for():
    (block,) = [block for block in BLOCKS if block.startswith("PUBLIC_URL=")]
    asked = set(re.findall(r"\$\{([A-Z_]+):\?", (ROOT / "compose.yaml").read_text("utf-8")))

    assert set(re.findall(r"(?m)^([A-Z_]+)=", block)) == asked


@pytest.mark.prove
def test_the_manual_sets_up_a_server_upgrades_it_and_brings_a_backup_back(wheel, tmp_path):
    """As root on a Debian with nginx and PostgreSQL; what systemd and apt-get do is stood in for."""
    release = tmp_path / "release"
    release.mkdir()
    for path in (wheel, *(ROOT / name for name in ("packaging", "docs", *REQUIREMENTS))):
        subprocess.run(["cp", "-r", path, release], check=True)
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", tmp_path / "wheels"]
    for lock in REQUIREMENTS:
        subprocess.run([*fetch, "--require-hashes", "--requirement", ROOT / lock], check=True)
    (tmp_path / "blocks.json").write_text(json.dumps(RUN), "utf-8")
    # The user of the service passes through it.
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    alone = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]

    done = subprocess.run([*alone, "/usr/bin/python3", bare_debian.__file__, tmp_path], capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads((tmp_path / "said.json").read_text("utf-8"))
    link = said.pop("install -m 0755 packaging/systemd/swiss /usr/local/bin/swiss")
    assert re.search(r"https://club\.example/login-link/1/\S+", link)
    assert {name: text for name, text in said.items() if text.endswith(("ready\n", "alive\n"))} == {
        "cp packaging/systemd/backgammon-swiss@.service /etc/systemd/system/": "ready\n",
        "ready after a backup was put back": "ready\n",
        "systemctl restart backgammon-swiss@8000": "ready\n",
        "ready beside the first": "ready\n",
        "through nginx": "alive\n",
    }
