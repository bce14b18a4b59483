"""Browsers of people who enter results, each with an account of its own, so that the journal names who said what."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPMessage
from http.cookies import SimpleCookie
from itertools import cycle
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.test import Client

from tests.commands.conftest import AT_THE_LATEST
from tests.factories import make_member
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.matches.formats import MatchFormat
from tournament.matches.scores import possible_scores
from tournament.models import JournalLine
from tournament.pages.results import result_code

HTMX = {"HX-Request": "true"}
ROW = re.compile(r'/desk/results/(\d+)/" .*?name="seen" value="([^"]*)"', re.DOTALL)
DRAW = re.compile(r'/desk/draw/" .*?name="number" value="(\d+)"', re.DOTALL)
UNDO = re.compile(r'action="[^"]*/desk/undo/(\d+)/"')
UNDO_DRAW = re.compile(r'class="tap" href="[^"]*/desk/rounds/(\d+)/remove/"')

PENDING = "pending///"
"""The code of a result that nobody has entered."""

Said = tuple[str, int, str]
"""What was said: which action, of what (a pairing, a round, a line of the journal), and what became what."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer that has arrived to its last byte."""

    status: int
    headers: HTTPMessage
    text: str

    @property
    def is_another_page(self) -> bool:
        """Whether the page is to be left or loaded anew instead of renewed."""
        return "HX-Redirect" in self.headers or "HX-Refresh" in self.headers


class Writer:
    """One browser; `acknowledged` is what it was told is stored, `in_flight` what it has no answer to.

    No two writers ever say the same result, and one says the same again at a table only after all its others,
    so that every entry that is stored leaves a line.
    """

    def __init__(self, name: str, number: int, of: int, *, slug: str, port: int) -> None:
        self.name = name
        self.address = f"/t/{slug}/desk/"
        self.port = port
        self.acknowledged: list[Said] = []
        self.in_flight: Said | None = None
        self.unexpected: list[Answer] = []
        self._results = possible_results()[number::of]
        self._at_table: dict[int, Iterator[str]] = {}
        browser = Client()
        browser.force_login(make_member(name), backend="django.contrib.auth.backends.ModelBackend")
        self._cookies = {settings.SESSION_COOKIE_NAME: browser.cookies[settings.SESSION_COOKIE_NAME].value}
        self._connection = HTTPConnection("localhost", port, timeout=AT_THE_LATEST)

    def forget_connection(self) -> None:
        """Begin anew with the next request."""
        self._connection.close()

    def next_result(self, key: int) -> str:
        """The code of another result for the table."""
        return next(self._at_table.setdefault(key, cycle(self._results)))

    def ask(self, method: str, path: str, form: dict[str, str] | None = None, **headers: str) -> Answer:
        """Send a request and read the whole answer; ends with an `OSError` or `HTTPException` with the server."""
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items()), **headers}
        body = None
        if form is not None:
            body = urlencode({**form, "csrfmiddlewaretoken": self._cookies[settings.CSRF_COOKIE_NAME]})
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, path, body, sent)
        got = self._connection.getresponse()
        answer = Answer(got.status, got.headers, got.read().decode(errors="replace"))
        for header in got.headers.get_all("Set-Cookie", []):
            self._cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        return answer

    def look(self) -> str:
        """The page of the newest round; one that is removed meanwhile is looked for again."""
        while True:
            answer = self.ask("GET", self.address)
            if answer.status == 302:
                answer = self.ask("GET", answer.headers["Location"])
            if answer.status == 200:
                return answer.text
            if answer.status != 404:
                self.unexpected.append(answer)

    def say(
        self, said: Said, path: str, form: dict[str, str], is_stored: Callable[[Answer], bool], *, in_place: bool = True
    ) -> Answer:
        """Post a form and remember whether the answer says that it is stored."""
        self.in_flight = said
        answer = self.ask("POST", self.address + path, form, **(HTMX if in_place else {}))
        if is_stored(answer):
            self.acknowledged.append(said)
        elif answer.status >= 400 and answer.status != 422:
            self.unexpected.append(answer)
        self.in_flight = None
        return answer

    def enter(self, key: int, seen: str, result: str, *, in_place: bool = True) -> Answer:
        """A result, and where it corrects a round that is over, what the preview asks for."""

        def is_stored(answer: Answer) -> bool:
            return answer.status == (200 if in_place else 302) and not answer.is_another_page

        said, path, form = entry(key, seen, result), f"results/{key}/", {"seen": seen, "result": result}
        answer = self.say(said, path, form, is_stored, in_place=in_place)
        if "HX-Redirect" in answer.headers:
            answer = self.say(said, path, {**form, "confirmed": "yes"}, is_stored)
        return answer

    def draw(self, number: int) -> None:
        """The next round."""
        form = {"number": str(number), "draw_seed": ""}
        self.say(("draw", number, ""), "draw/", form, lambda answer: answer.is_another_page)

    def undo(self, line: int) -> None:
        """The last change."""
        self.say(("undo", line, ""), f"undo/{line}/", {}, lambda answer: answer.status == 204)

    def remove(self, number: int) -> None:
        """The last round."""
        form = {"confirmed": str(number)}
        self.say(("remove", number, ""), f"rounds/{number}/remove/", form, lambda answer: answer.status == 302)


def work(writer: Writer, chance: Random, *, directs: bool) -> None:
    """Do what comes to mind with the page at hand, for ever; only who directs draws, undoes and removes."""
    page = writer.look()
    while True:
        drawable, undoable, drawn = DRAW.search(page), UNDO.search(page), UNDO_DRAW.search(page)
        rows = results_on(page)
        opened = [key for key, seen in rows.items() if seen == PENDING]
        whim = chance.random()
        if directs and drawable and whim < 0.7:
            writer.draw(int(drawable[1]))
        elif directs and undoable and len(opened) < len(rows) and whim < 0.2:
            # With a result on the page, the last change is not the drawing, which is taken back by removing.
            writer.undo(int(undoable[1]))
        elif directs and drawn and int(drawn[1]) > 1 and whim < 0.05:
            writer.remove(int(drawn[1]))
        else:
            key = chance.choice(opened if opened and chance.random() < 0.7 else list(rows))
            answer = writer.enter(key, rows[key], writer.next_result(key))
            # What comes back is the table alone, or no more than why not.
            if results_on(answer.text) and chance.random() < 0.7:
                page = answer.text
                continue
        page = writer.look()


def results_on(page: str) -> dict[int, str]:
    """By pairing the code of the result that stands on the page."""
    return {int(key): seen for key, seen in ROW.findall(page)}


def possible_results() -> list[str]:
    """The codes of all results that a match to seven points can have at the board."""
    played = [Result(Outcome.PLAYED, score) for score in possible_scores(MatchFormat(match_length=7))]
    stopped = [Result(Outcome.STOPPED, (first, second)) for first in range(7) for second in range(7)]
    return [result_code(result) for result in played + stopped]


def entry(key: int, before: str, after: str) -> Said:
    """Of the result of a pairing."""
    return "result", key, f"{before} {after}"


def said_in(line: JournalLine) -> Said:
    """What the line of the journal says was said."""
    if line.action == "result_recorded":
        key = next(row["id"] for row in line.changes if row["model"] == "pairing")
        return entry(key, _code(line.facts["before"]), _code(line.facts["result"]))
    if line.action == "undone" and line.facts["action"] == "round_drawn":
        return "remove", line.facts["facts"]["round"], ""
    if line.action == "undone":
        assert line.undoes_id is not None
        return "undo", line.undoes_id, ""
    return {"round_drawn": "draw", "round_removed": "remove"}[line.action], line.facts["round"], ""


def _code(facts: dict[str, Any]) -> str:
    score = None if facts["score"] is None else tuple(facts["score"])
    return result_code(Result(Outcome(facts["outcome"]), score, facts["winner"]))
