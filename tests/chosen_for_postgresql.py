"""Chooses the tests of `make test-postgresql`: a pytest plugin, with which `make on-postgresql` renews the list.

While all tests that belong on PostgreSQL run there, it records which statements each of them sends. It chooses the
tests that always run, as `of_one_database` says, and as few seconds of the others as it takes to send every statement.
"""

import contextlib
import re
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

import django
import pytest
from django.db.backends.signals import connection_created

from tests.of_one_database import is_left_to_the_full_run, runs_always, wanted

LIST = Path(__file__).with_name("on_postgresql.txt")
ANEW = "`make on-postgresql` makes the list anew; of a test that is only called otherwise, put in its new name."
HOW_OFTEN_AND_HOW_CALLED = [
    (re.compile(r'SAVEPOINT "?\w+"?'), "SAVEPOINT"),
    (re.compile(r"\b(LIMIT|OFFSET) \d+"), r"\1 %s"),
    # A list of values, the rows of an insert and what a bulk update or a search says of each row.
    (re.compile(r"%s(?:, %s)+"), "%s"),
    (re.compile(r"(\([^()]*\))(?:(?:,| OR) \1)+"), r"\1"),
    (re.compile(r"(WHEN (?:(?!WHEN).)+ THEN %s)(?: \1)+"), r"\1"),
]
# What a test costs beyond its own seconds; seconds less than this tell nothing.
LEAST = 0.05
TESTS = str(LIST.parent)
# The code that a query passes on its way from its caller.
DJANGO = Path(django.__file__).parent
BETWEEN = (__file__, contextlib.__file__, str(DJANGO / "db"), str(DJANGO / "utils"))


def shape(statement: str) -> str:
    """The form that a statement has for any number of values, rows and savepoints."""
    for many, one in HOW_OFTEN_AND_HOW_CALLED:
        statement = many.sub(one, statement)
    return statement


@dataclass(frozen=True, slots=True)
class Ran:
    """The statements that the program sent in a test, and its processor seconds, as many on a busy machine."""

    name: str
    seconds: float
    sent: frozenset[str]
    runs_always: bool = False


def chosen(tests: Collection[Ran]) -> set[str]:
    """The names of the tests that always run, and of those that send the other statements in the fewest seconds."""
    always = [test for test in tests if test.runs_always]
    others = sorted((test for test in tests if not test.runs_always), key=lambda test: test.name)
    beside = _all_of(others) - _all_of(always)
    cover: list[Ran] = []
    while missing := beside - _all_of(cover):
        cover.append(max(others, key=lambda test: len(test.sent & missing) / max(test.seconds, LEAST)))
    # A test was taken in vain if later ones send all its statements, too.
    for test in sorted(cover, key=lambda test: -test.seconds):
        rest = [other for other in cover if other is not test]
        if beside <= _all_of(rest):
            cover = rest
    return {test.name for test in [*always, *cover]}


def _all_of(tests: Iterable[Ran]) -> frozenset[str]:
    return frozenset().union(*(test.sent for test in tests))


def folded(names: set[str], every: set[str]) -> list[str]:
    """These names of tests, sorted; where all cases of a test or all tests of a file are in, that name alone."""
    for whole in (_test, _file):
        partly = {whole(name) for name in every - names}
        names = {name if whole(name) in partly else whole(name) for name in names}
        every = {whole(name) if whole(name) not in partly else name for name in every}
    return sorted(names)


def _test(name: str) -> str:
    return name.partition("[")[0]


def _file(name: str) -> str:
    return name.partition("::")[0]


noted: set[str] = set()
_began = 0.0
_ran: list[Ran] = []


def note(execute: Callable, sql: object, *rest: object) -> object:
    if not _asks_itself():
        noted.add(shape(str(sql)))
    return execute(sql, *rest)


def _asks_itself() -> bool:
    """Whether the test itself reads or writes rows here, and not the program."""
    frame = sys._getframe()
    while frame and frame.f_code.co_filename.startswith(BETWEEN):
        frame = frame.f_back
    return frame is not None and frame.f_code.co_filename.startswith(TESTS)


def _listen(connection, **told):
    # In front, for others that listen only for a while remove the last one.
    if connection.vendor == "postgresql" and note not in connection.execute_wrappers:
        connection.execute_wrappers.insert(0, note)


def pytest_configure():
    connection_created.connect(_listen)


def _begin() -> None:
    global _began
    noted.clear()
    _began = time.process_time()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol():
    _begin()


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef):
    made = yield
    # The first test, whichever that is, makes the database for all.
    if fixturedef.argname == "django_db_setup":
        _begin()
    return made


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item, call):
    if call.when == "teardown":
        always = runs_always(item.nodeid, wanted(item))
        item.user_properties.append((__name__, [time.process_time() - _began, sorted(noted), always]))


def pytest_runtest_logreport(report):
    for key, value in report.user_properties:
        if key == __name__:
            seconds, sent, always = value
            _ran.append(Ran(report.nodeid, seconds, frozenset(sent), always))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    if hasattr(session.config, "workerinput"):
        return
    if exitstatus == pytest.ExitCode.OK:
        names = chosen([test for test in _ran if not is_left_to_the_full_run(test.name)])
        LIST.write_text("".join(f"{name}\n" for name in folded(names, {test.name for test in _ran})), "utf-8")


def listed() -> list[str]:
    return LIST.read_text("utf-8").splitlines()


def not_found(names: Iterable[str]) -> list[str]:
    """What pytest says of names under which it finds no test."""
    # With several processes pytest says nothing of that.
    look = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "-p", "no:xdist", *names]
    said = subprocess.run(look, capture_output=True, cwd=LIST.parent.parent, encoding="utf-8", check=False).stderr
    return [line for line in said.splitlines() if "not found: " in line]


if __name__ == "__main__":
    if said := not_found(listed()):
        print(*said, f"tests/{LIST.name} names tests that are not there any more.", ANEW, sep="\n", file=sys.stderr)
