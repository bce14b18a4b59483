"""Plays a short evening on a program as it is handed out, as its director does in the browser.

Run as `python packaging/smoke.py FOLDER COMMAND…`: starts the command with a data folder below FOLDER, makes the
account, a tournament, the draw, a result, a question for a passkey, a backup; opens PDF and workbook with other
programs than those that wrote them; ends the server, starts it again, and finds the result. Exit code 0 where all of
that was so. `END_WITH` in the environment is a command that ends the server where no signal reaches it.
"""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.cookiejar import CookieJar
from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

from pypdf import PdfReader

PORT = 8765
HERE = f"http://localhost:{PORT}"
RUNNING = f"{HERE}/"
# What the program is sent when its window is closed.
CLOSING = signal.SIGHUP if os.name == "posix" else signal.CTRL_BREAK_EVENT
GROUP = 0 if os.name == "posix" else subprocess.CREATE_NEW_PROCESS_GROUP
PASSWORD = "six-point prime"
NAMES = ("Jörg Müller", "Zoë", "Δήμητρα", "Anna Keller")
HIDDEN = re.compile(r'name="(csrfmiddlewaretoken|request_key|seen)" value="([^"]+)"')
RESULT = re.compile(r"/desk/results/\d+/")


class Browser:
    """Pages and forms, with the cookies that come along."""

    def __init__(self) -> None:
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> bytes:
        with closing(self.opener.open(HERE + path, timeout=60)) as answer:
            return answer.read()

    def page(self, path: str) -> str:
        return self.get(path).decode()

    def send(self, page: str, to: str, **fields: str) -> str:
        """Fill in a form of the page and send it; gives the address it leads to."""
        hidden = dict(reversed(HIDDEN.findall(self.page(page))))
        data = urlencode(hidden | fields).encode()
        with closing(self.opener.open(urllib.request.Request(HERE + to, data), timeout=60)) as answer:
            return answer.url.removeprefix(HERE)


@contextmanager
def served(command: list[str], folder: Path) -> Iterator[None]:
    """The program, from the moment it says that it runs until it has been ended."""
    started = time.monotonic()
    # Relative, as Wine has roots of its own.
    options = ["--no-browser", "--port", str(PORT), "--data-dir", os.path.relpath(folder)]
    # Its standard input stays open, or a console program under Wine ends at once; a line in it is the key that a
    # console waits for where something went wrong.
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "encoding": "utf-8"}
    server = subprocess.Popen([*command, *options], **pipes, creationflags=GROUP)
    try:
        server.stdin.write("\n")
        server.stdin.flush()
        said = []
        for line in server.stdout:
            said.append(line)
            if RUNNING in line:
                break
        else:
            sys.exit("It ended before it was running:\n" + "".join(said))
        print(f"running after {time.monotonic() - started:.1f} s")
        yield
    finally:
        if "END_WITH" in os.environ:
            subprocess.run(os.environ["END_WITH"].split(), check=True)
        else:
            server.send_signal(CLOSING)
        print(f"ended with {server.wait(timeout=60)}")


def evening(browser: Browser) -> str:
    """From the account to the first result; gives the address of the tournament."""
    assert browser.send("/welcome/", "/welcome/", name="Ada", password=PASSWORD) == "/"
    players = browser.send(
        "/new/", "/new/", name="Smoke", date="2026-11-20", planned_rounds="3", fee="8.00",
        language="de", paper="a4", reporting="both",
    )  # fmt: skip
    desk = players.removesuffix("players/")
    for name in NAMES:
        browser.send(players, f"{players}add/", name=name)
    browser.send(players, f"{desk}draw/", number="1", draw_seed="6-3 5-1")
    page = browser.page(f"{desk}rounds/1/")
    browser.send(f"{desk}rounds/1/", desk.partition("/desk")[0] + RESULT.search(page)[0], typed="3 1")
    return desk


def look(browser: Browser, desk: str) -> None:
    """The result on the page, on paper and in the workbook."""
    public = desk.removesuffix("desk/")
    assert "[3,1]" in re.sub(r"\s", "", browser.page(f"{public}rounds/1/pairings.json"))
    paper = PdfReader(BytesIO(browser.get(f"{public}rounds/1/pairings.pdf"))).pages[0].extract_text()
    assert all(name in paper for name in NAMES), paper
    with zipfile.ZipFile(BytesIO(browser.get(f"{desk}tournament.xlsx"))) as workbook:
        assert workbook.testzip() is None
        words = b"".join(map(workbook.read, workbook.namelist())).decode()
    assert all(name in words for name in NAMES), words


def ask_for_passkey(browser: Browser) -> None:
    """The page on which a device is asked for a passkey, with the scripts that ask."""
    page = "/account/second-factor/passkeys/add/"
    confirm = f"/account/confirm/?next={page}"
    assert browser.send(confirm, confirm, password=PASSWORD) == page
    asking = browser.page(page)
    assert 'id="passkey-options"' in asking, asking
    for script in re.findall(r'<script src="([^"]+)"', asking):
        browser.get(script)


def main(folder: Path, command: list[str]) -> None:
    browser = Browser()
    with served(command, folder / "data"):
        desk = evening(browser)
        look(browser, desk)
        ask_for_passkey(browser)
        browser.send("/copies/", "/copies/")
    kept = sorted(file.name for file in (folder / "data" / "snapshots").iterdir())
    assert any(name.endswith("_by-hand.sqlite3") for name in kept), kept
    with served(command, folder / "data"):
        look(browser, desk)
    print("A short evening was played, ended and found again.")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
