"""A backup of an old computer, taken over in the browser by the running program of a new one."""

import re
import shutil
import urllib.request
from contextlib import closing
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from tests.commands.conftest import ROOT

pytestmark = pytest.mark.installation
ARCHIVE = ROOT / "fixtures" / "cases" / "plain_8x3.json"
LINK = "/welcome/"


def test_a_backup_brings_tournaments_and_accounts_to_a_new_computer(
    migrated, set_up_before, manage, start, free_port, tmp_path
):
    (tmp_path / "old").mkdir(mode=0o700)
    shutil.copy(migrated, tmp_path / "old")
    manage("import_archive", ARCHIVE, DATA_DIR=str(tmp_path / "old"))
    manage("login_link", "Ada", "--new", DATA_DIR=str(tmp_path / "old"))
    backup = manage("backup", DATA_DIR=str(tmp_path / "old")).stdout.strip()
    start("--no-browser", "--port", free_port, last_words=LINK)
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    address = f"http://localhost:{free_port}/bring-along/"
    with closing(browser.open(address)) as page:
        fields = dict(re.findall('name="([^"]+)" value="([^"]+)"', page.read().decode()))

    with closing(browser.open(upload(address, fields, Path(backup).read_bytes()))) as answer:
        arrived = answer.url

    assert arrived == f"http://localhost:{free_port}/login/"
    assert manage("login_link").stdout.startswith(f"http://localhost:{free_port}/login-link/1/")
    assert not list((tmp_path / "data" / "uploads").iterdir())


def upload(address, fields, data):
    """A form with a file, as a browser sends it."""
    parts = [
        f'--edge\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}' for name, value in fields.items()
    ]
    head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="backup.sqlite3"\r\n\r\n'
    body = "\r\n".join([*parts, head]).encode() + data + b"\r\n--edge--\r\n"
    return urllib.request.Request(address, body, {"Content-Type": "multipart/form-data; boundary=edge"})
