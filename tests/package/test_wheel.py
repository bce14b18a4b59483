"""The installed package: nothing of it is missing."""

import re
import shutil
import subprocess
import tarfile
import urllib.request
import zipfile
from contextlib import closing
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urldefrag, urlencode, urljoin

import pytest

from tests.commands.conftest import AT_THE_LATEST, ROOT
from tests.package.conftest import build
from tests.ports import lasting_port

pytestmark = pytest.mark.package

LINK = re.compile(rb'\s(?:href|src|action|hx-get)="([^"#]+)')
# A script fills in whom it leads to before it is shown.
HIDDEN = re.compile(rb"<[^>]*\shidden>")
LOGIN_LINK = "/login-link/"
# Every position and roll has an address of its own: there is no end to them.
WITHOUT_END = "/rule-question/?"
# The name of a collected file says what is in it.
SERVED = re.compile(r"\.[0-9a-f]{12}\.\w+(\.gz)?$")


@pytest.mark.long
def test_every_address_of_the_demonstration_answers(run_installed, tmp_path):
    command, environment = run_installed
    server = subprocess.Popen(
        [*command, "demo", "--no-browser", "--port", str(lasting_port()), "--public-url", "http://localhost:1"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        link = next(line.strip() for line in server.stdout if LOGIN_LINK in line)
        answers = crawled(logged_in(link), link.partition(LOGIN_LINK)[0] + "/")
    finally:
        server.terminate()
        server.communicate(timeout=AT_THE_LATEST)

    assert {address: status for address, status in answers.items() if status != 200} == {}
    assert len(answers) > 150


def logged_in(link):
    """A browser that has opened the link."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with closing(browser.open(link)) as answer:
        token = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', answer.read())[1]
    browser.open(urllib.request.Request(link, urlencode({"csrfmiddlewaretoken": token.decode()}).encode())).close()
    return browser


def crawled(browser, start):
    """How every address answers that a link or a form leads to from `start` on; forms that only take are left out."""
    answers, waiting = {}, [start]
    while waiting:
        address = waiting.pop()
        try:
            with closing(browser.open(address)) as answer:
                answers[address], page = answer.status, HIDDEN.sub(b"", answer.read())
                is_page = answer.headers["Content-Type"].startswith("text/html")
        except HTTPError as refused:
            if refused.code != 405:
                answers[address] = refused.code
            continue
        found = {urldefrag(urljoin(address, link.decode().replace("&amp;", "&")))[0] for link in LINK.findall(page)}
        here = {one for one in found if one.startswith(start) and WITHOUT_END not in one} if is_page else set()
        waiting += sorted(here - answers.keys() - set(waiting))
    return answers


def test_the_installed_program_says_which_version_it_is(wheel, run_installed, tmp_path):
    command, environment = run_installed

    said = subprocess.run(
        [*command, "--version"],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=AT_THE_LATEST,
    )

    assert (said.returncode, said.stdout) == (0, f"Backgammon Swiss {wheel.name.split('-')[1]}\n")
    assert [path for path in tmp_path.iterdir() if path.is_file()] == []


def test_the_source_archive_holds_what_is_tracked_and_nothing_else(wheel):
    (archive,) = wheel.parent.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        held = {name.partition("/")[2] for name in packed.getnames()}
    known = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    tracked = set(subprocess.check_output(known, cwd=ROOT, encoding="utf-8").split("\0")) - {""}

    assert held ^ tracked == {"PKG-INFO"}


def test_of_the_static_files_the_package_holds_what_is_served_once(wheel):
    with zipfile.ZipFile(wheel) as packed:
        bundled = [name.partition("/bundled/")[2] for name in packed.namelist()]
    collected = [name for name in bundled if name.startswith("staticfiles/")]

    assert {name.split("/")[1] for name in bundled if name.startswith("static/")} == {"fonts"}
    assert [name for name in collected if not SERVED.search(name)] == ["staticfiles/staticfiles.json"]


def test_what_the_container_is_given_is_enough_to_build_the_package(tmp_path):
    told = (ROOT / "packaging" / "container" / "Containerfile").read_text("utf-8")
    for line in re.findall(r"(?m)^COPY ([^-].*)", told):
        *given, to = line.split()
        for name in given:
            copied = ROOT / name
            if copied.is_dir():
                shutil.copytree(copied, tmp_path / to, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                (tmp_path / to).mkdir(exist_ok=True)
                shutil.copy(copied, tmp_path / to)

    build("wheel", tmp_path, tmp_path / "wheel")

    (made,) = (tmp_path / "wheel").glob("*.whl")
    with zipfile.ZipFile(made) as packed:
        assert "tournament/bundled/docs/director.md" in packed.namelist()
