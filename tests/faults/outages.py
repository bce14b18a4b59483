"""A bad night: sixty phones keep thirty score sheets word by word while program and database server come and go.

Through nginx as it is documented, on a PostgreSQL server of its own: `make soak`. Both players of a match say words at
the same sheet, each again and again until it is answered, and the director draws the next round when the last one is
over. Meanwhile the program is killed, the database server is restarted, killed, and away for a while, and, where this
is root, the disk on which nginx keeps pages is full. At the end
every word that was acknowledged stands on its sheet, once, and nothing that nobody said. OUTAGES_SEED draws the same
words and outages again, though not the same moments.
"""

import os
import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread
from typing import Any
from urllib.parse import urlencode

from tests.installed import nginx
from tests.ports import lasting_port
from tests.postgresql import Database, server as database_server
from tests.proxy import in_front_of

PLAYERS, ROUNDS, MATCH_LENGTH, OUTAGES = 60, 3, 3, 12
# What is acknowledged outlives the server, though not the machine.
OUTLIVING = {"synchronous_commit": "on", "full_page_writes": "on"}
SEED = os.environ.get("OUTAGES_SEED") or secrets.token_hex(4)
# Of the disk for kept pages; nginx leaves 50 of them free.
DISK_MEGABYTES = 60
# Words between two outages, and seconds between two words of a phone, at most.
WORDS_BETWEEN, PAUSE, AWAY = 40, 2.0, 3.0
COOKIE = "a" * 32
MATCH = re.compile(r'name="match" value="([0-9]+)"')
SEEN = re.compile(r'name="seen" value="([^"]*)"')
WORD = re.compile(r'name="word"[ \n]+value="([^"]*)"')
DRAW = re.compile(r'/desk/draw/" .*?name="number" value="([0-9]+)"', re.DOTALL)
# Taken in by nobody: nginx found no program, or the program no database.
AWAY_NOW = (502, 503, 504)

Said = tuple[str, str, str]
"""The match, the mark of the sheet to which it was said, the word."""


@dataclass
class Phone:
    """Asks for pages and sends words; what it was told is stored, and what it had to send again."""

    port: int
    cookies: str = f"csrftoken={COOKIE}"
    acknowledged: list[Said] = field(default_factory=list)
    unanswered: list[Said] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    unexpected: list[tuple[str, int, str]] = field(default_factory=list)
    outages: Counter[str] = field(default_factory=Counter)

    def ask(self, path: str, sent: dict[str, str] | None = None) -> tuple[int, str] | None:
        """One attempt: the status and the text, None where no answer came or nobody was there to give one."""
        asking = HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Cookie": self.cookies, "Accept-Encoding": "identity"}
        body = None
        if sent is not None:
            body = urlencode({**sent, "csrfmiddlewaretoken": COOKIE})
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        try:
            asking.request("POST" if body else "GET", path, body, headers)
            answer = asking.getresponse()
            text = answer.read().decode()
        except (OSError, HTTPException) as problem:
            self.outages[type(problem).__name__] += 1
            return None
        finally:
            asking.close()
        if answer.status in AWAY_NOW:
            self.outages[str(answer.status)] += 1
            return None
        return answer.status, text

    def ask_until_answered(self, path: str, sent: dict[str, str] | None = None) -> tuple[int, str, bool]:
        """The same again until somebody answers, and whether it took more than one attempt."""
        again = False
        while True:
            answer = self.ask(path, sent)
            if answer:
                return *answer, again
            again = True
            time.sleep(0.3)

    def keep_the_sheet(self, path: str, chance: Random, is_over: Event) -> None:
        """Say one word after the other on the sheet of whatever match is one's own, until the evening is over."""
        while not is_over.is_set():
            time.sleep(chance.uniform(0, PAUSE))
            status, page, _again = self.ask_until_answered(path)
            match, seen, words = MATCH.search(page), SEEN.search(page), WORD.findall(page)
            if status == 200 and match and seen and words:
                self.say(path, (match[1], seen[1], chance.choice(words)))
            elif status not in (200, 302):
                self.unexpected.append(("GET", status, page[:300]))

    def say(self, path: str, said: Said) -> None:
        begun = time.monotonic()
        match, seen, word = said
        status, page, again = self.ask_until_answered(path, {"match": match, "seen": seen, "word": word})
        if status == 200:
            self.acknowledged.append(said)
            self.waits.append(time.monotonic() - begun)
        elif again:
            # Refused at last, for the other phone has said something since; the first attempt may have been stored.
            self.unanswered.append(said)
        elif status != 422:
            self.unexpected.append(("POST", status, page[:300]))

    def draw_rounds(self, slug: str) -> None:
        """Each when the one before is over; ends when the last one is."""
        for number in range(1, ROUNDS + 1):
            while not self.is_over(slug, number):
                if number > 1:
                    self.draw(slug, number)
                time.sleep(0.5)

    def draw(self, slug: str, number: int) -> None:
        """Draw the round where the page of the one before offers it: it may be there already."""
        _status, page, _again = self.ask_until_answered(f"/t/{slug}/desk/rounds/{number - 1}/")
        found = DRAW.search(page)
        if found and int(found[1]) == number:
            self.ask_until_answered(f"/t/{slug}/desk/draw/", {"number": found[1], "draw_seed": ""})

    def is_over(self, slug: str, number: int) -> bool:
        """Whether everybody has a result in the round; there may be none yet."""
        status, text, _again = self.ask_until_answered(f"/t/{slug}/rounds/{number}/pairings.json")
        return status == 200 and '"pending"' not in text


class Program:
    """`manage.py start` on the database; killed and begun again."""

    def __init__(self, folder: Path) -> None:
        self.port = lasting_port()
        self._log = (folder / "log").open("ab")
        self.begin()

    def begin(self) -> None:
        command = [sys.executable, "manage.py", "start", "--no-browser", "--port", str(self.port)]
        self._process = subprocess.Popen(command, stdout=self._log, stderr=self._log)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Let the folder be a small disk of its own, where this is root."""
    folder.mkdir()
    if os.geteuid():
        yield
        return
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m", "kept", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def outages(program: Program, database: Database, disk: Path) -> dict[str, Callable[[], None]]:
    """Everything that goes wrong, by name."""

    def fill_the_disk() -> None:
        with suppress(OSError), (disk / "filler").open("wb", buffering=0) as filler:
            while True:
                filler.write(b"x" * 4096)
        time.sleep(AWAY)
        (disk / "filler").unlink()

    def kill_program() -> None:
        program.kill()
        program.begin()

    def restart(mode: str, away: float = 0) -> None:
        database.stop(mode)
        time.sleep(away)
        database.start()

    def both() -> None:
        program.kill()
        restart("immediate")
        program.begin()

    return {
        "program killed": kill_program,
        "database restarted": lambda: restart("fast"),
        "database killed": lambda: restart("immediate"),
        "database away": lambda: restart("fast", AWAY),
        "both killed": both,
        **({"disk for kept pages full": fill_the_disk} if os.path.ismount(disk) else {}),
    }


def go_wrong(every: dict[str, Callable[[], None]], phones: list[Phone], chance: Random, is_over: Event) -> Counter[str]:
    """One outage after the other, each after the phones have got on, until there were enough or the evening is over."""
    happened: Counter[str] = Counter()
    names = [name for _time in range(OUTAGES) for name in chance.sample(sorted(every), len(every))]
    for name in names[:OUTAGES]:
        before = sum(len(phone.acknowledged) for phone in phones)
        while sum(len(phone.acknowledged) for phone in phones) < before + WORDS_BETWEEN:
            if is_over.wait(0.05):
                return happened
        every[name]()
        happened[name] += 1
        print(f"  {name}, after {before + WORDS_BETWEEN} words", flush=True)
    return happened


def lost_or_invented(stored: dict[str, list[Said]], phones: list[Phone]) -> dict[str, Any]:
    """What was acknowledged and does not stand there, and what stands there though nobody said it."""
    acknowledged = {_by_look(said) for phone in phones for said in phone.acknowledged}
    may_stand = acknowledged | {_by_look(said) for phone in phones for said in phone.unanswered}
    stands = {said for words in stored.values() for said in words}
    return {"lost": sorted(acknowledged - stands), "invented": sorted(stands - may_stand)}


def _by_look(said: Said) -> Said:
    """What was said, by the look of its sheet alone: a mark also counts changes, which stored words do not tell."""
    match, mark, word = said
    return match, mark.partition("-")[0], word


def evening(database: Database, folder: Path) -> int:
    """Play it; 1 where something is wrong."""
    import django  # noqa: PLC0415

    django.setup()

    from django.conf import settings  # noqa: PLC0415
    from django.core.management import call_command  # noqa: PLC0415
    from django.db import connection  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from tests.factories import draw_next_round, make_director, make_tournament, player_token  # noqa: PLC0415
    from tournament.matches.score_sheet import write_words  # noqa: PLC0415
    from tournament.models import JournalLine, Pairing, Tournament  # noqa: PLC0415
    from tournament.queries.results import kept_games  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    made = make_tournament(PLAYERS, match_length=MATCH_LENGTH, planned_rounds=ROUNDS, reporting="one")
    draw_next_round(made)
    tokens = {entry.number: player_token(entry) for entry in made.entries.all()}
    browser = Client()
    browser.force_login(make_director(), backend="django.contrib.auth.backends.ModelBackend")
    session = f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}"
    connection.close()

    program, is_over, disk = Program(folder), Event(), folder / "kept"
    with small_disk(disk), in_front_of(program.port, folder=folder) as port:
        director = Phone(port, f"{session}; csrftoken={COOKIE}")
        phones = [Phone(port) for _number in tokens]
        hands = [
            Thread(
                target=phone.keep_the_sheet,
                args=(f"/en/t/{made.slug}/p/{number}/{token}/sheet/", Random(f"{SEED}-{number}"), is_over),
            )
            for phone, (number, token) in zip(phones, tokens.items(), strict=True)
        ]
        wrong = Thread(
            target=lambda: happened.update(go_wrong(outages(program, database, disk), phones, Random(SEED), is_over))
        )
        happened: Counter[str] = Counter()
        for thread in (*hands, wrong):
            thread.start()
        director.draw_rounds(made.slug)
        is_over.set()
        for thread in (*hands, wrong):
            thread.join()
        program.kill()

    stored = {}
    for pairing in Pairing.objects.filter(second__isnull=False):
        kept = kept_games(pairing)
        words: list[Said] = []
        while kept.games or kept.words:
            last, kept = kept.last_word, kept.before_last_word
            assert last
            words.append((str(pairing.pk), kept.look, write_words([last])))
        stored[str(pairing.pk)] = words
    found: dict[str, Any] = lost_or_invented(stored, phones)
    said = sum(map(len, stored.values()))
    # The word that decides a match is logged as its result.
    logged = JournalLine.objects.filter(action__in=("word_said", "result_recorded")).count()
    found["words logged twice or never"] = logged - said
    versions = list(JournalLine.objects.order_by("version").values_list("version", flat=True))
    found["lines that are missing or too many"] = versions != list(range(1, Tournament.objects.get().version + 1))
    found["unexpected"] = [one for phone in (*phones, director) for one in phone.unexpected]
    waits = [wait for phone in phones for wait in phone.waits]
    print(f"{said} words on {len(stored)} sheets, {sum(len(phone.unanswered) for phone in phones)} unanswered at last")
    print(f"a word until its answer: {median(waits):.2f} s in the median, {max(waits):.1f} s at most")
    print(f"outages: {dict(happened)}; phones met: {dict(sum((phone.outages for phone in phones), Counter()))}")
    print(found)
    return int(any(found.values()))


def main() -> int:
    print(f"OUTAGES_SEED={SEED}")
    if not nginx():
        print("Not tried without nginx.")
        return 0
    with database_server(**OUTLIVING) as database, tempfile.TemporaryDirectory(prefix="outages-") as aside:
        os.environ |= {
            "DATA_DIR": f"{aside}/data",
            "DATABASE_URL": database.url,
            "SECRET_KEY": secrets.token_hex(32),
            "DJANGO_SETTINGS_MODULE": "tournament.settings",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
        }
        return evening(database, Path(aside))


if __name__ == "__main__":
    sys.exit(main())
