"""No address takes more than its kind may, whoever sends it, and the most that it takes is answered in bounds.

The limits of all addresses are in `machine/limits.py`; those of files in their readers, see `tests/hostile`.
"""

import re
import sys
from pathlib import Path
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from tests.factories import stored_rows
from tests.views.test_every_address import (
    ADDRESSES,
    AS_A_BROWSER_SENDS_IT,
    DOORS,
    FIELDS,
    OF_THE_LIBRARY,
    a_safe_copy as a_safe_copy,
    director as director,
    evening_of_a_club as evening_of_a_club,
    everybody as everybody,
    notices as notices,
    path,
    tournament as tournament,
    writable,
)
from tournament.archive.checks import MOST_BYTES as OF_AN_ARCHIVE
from tournament.imports import match_lists, player_lists
from tournament.imports.cells import MEGABYTE
from tournament.machine import limits
from tournament.machine.memory import give_back
from tournament.transcripts.reading import MOST_BYTES as OF_A_TRANSCRIPT

pytestmark = pytest.mark.django_db
ONLY_LOOKED_AT = {"mfa_index", "mfa_view_recovery_codes"}
OF_DOORS = (name for name, answers in DOORS.items() if answers[-1] != 405)
TAKES_A_POST = (*filter(writable, ADDRESSES), *OF_DOORS, *(OF_THE_LIBRARY - ONLY_LOOKED_AT))
WITH_FILE = "multipart/form-data; boundary=x"
# What is taken with a file by address; every other one takes a form.
OF_A_FILE = {
    "restore": limits.BACKUP_BYTES,
    "bring_along": limits.BACKUP_BYTES,
    "import_club": limits.CLUB_FILE_BYTES,
    "import_matches": limits.MATCHES_BYTES,
    "paste_players": limits.PLAYERS_BYTES,
    "transcript": limits.TRANSCRIPT_BYTES,
}
# A process is 110 MB large before it is asked anything, and is to stay below 250.
MOST_MORE = 140 * MEGABYTE
# Nothing is asked for each line or field that is sent; the demonstration, which is set up anew, takes the most.
MOST_QUERIES = 60


def limit(name, content_type, role):
    """How much may be sent to the address."""
    if role == "anonymous":
        return limits.GUEST_BODY_BYTES
    return OF_A_FILE.get(name, limits.FORM_BYTES) if content_type == WITH_FILE else limits.FORM_BYTES


def test_every_address_that_takes_more_than_a_form_is_named_here(tournament):
    marked = {name: getattr(resolve(path(name, tournament)).func, "body_bytes", None) for name in TAKES_A_POST}

    assert {name: most for name, most in marked.items() if most} == OF_A_FILE


@pytest.mark.parametrize(
    ("address_takes", "reader_takes"),
    [
        (limits.CLUB_FILE_BYTES, OF_AN_ARCHIVE),
        (limits.MATCHES_BYTES, match_lists.LIMITS.megabytes * MEGABYTE),
        (limits.PLAYERS_BYTES, player_lists.LIMITS.megabytes * MEGABYTE),
        (limits.TRANSCRIPT_BYTES, OF_A_TRANSCRIPT),
    ],
)
def test_a_file_that_its_reader_takes_fits_with_the_rest_of_the_form(address_takes, reader_takes):
    assert 0 < address_takes - reader_takes <= 2 * limits.FORM_BYTES


@pytest.mark.costly
@pytest.mark.parametrize("role", ["anonymous", "helper", "director"])
@pytest.mark.parametrize("content_type", [AS_A_BROWSER_SENDS_IT, WITH_FILE])
def test_a_body_longer_than_that_is_refused_before_it_is_read(role, content_type, tournament, everybody):
    def status(name, length):
        said = {"CONTENT_LENGTH": str(length)}
        return everybody[role].post(path(name, tournament), b"", content_type, **said).status_code

    before = stored_rows()
    refused = {name: status(name, limit(name, content_type, role) + 1) for name in TAKES_A_POST}

    assert refused == dict.fromkeys(TAKES_A_POST, 413)
    assert stored_rows() == before


def filled(text, most):
    """A form in which this text stands in every field that any form has, as often as together fits."""
    often = (most // len(FIELDS) - 60) // (len(urlencode({"": text})) - 1)
    form = urlencode(dict.fromkeys(FIELDS, text * often))
    assert most * 3 // 4 < len(form) <= most
    return form


def repeated(most):
    """A form of as many fields as are read, each name in turn again and again."""
    names = [FIELDS[place % len(FIELDS)] for place in range(limits.FORM_FIELDS - 1)]
    return urlencode([(name, "x" * (most // len(names) - 50)) for name in names])


# Made when a test asks for them: most processes collect these tests without running them.
LARGEST_FORMS = {
    "lines": lambda: filled("7 Ada\n", limits.FORM_BYTES),
    "accents": lambda: filled("\u0301", limits.FORM_BYTES),
    "fields": lambda: repeated(limits.FORM_BYTES),
}


@pytest.fixture
def bounded():
    """Send something; gives the status, and fails where that took more memory or queries than an answer may."""

    give_back()

    def send(browser, address, body, content_type):
        before = reset_memory()
        with transaction.atomic(), CaptureQueriesContext(connection) as asked:
            answer = browser.post(address, body, content_type)
            transaction.set_rollback(True)
        assert len(asked) <= MOST_QUERIES, (address, len(asked))
        # Django's client keeps a copy of what it sends.
        assert most_memory() - before - len(body) < MOST_MORE, address
        return answer.status_code

    return send


def reset_memory():
    """Let Linux count the most memory of this process from here on; the bytes that it has now."""
    if sys.platform != "linux":
        return 0
    Path("/proc/self/clear_refs").write_text("5")
    return most_memory()


def most_memory():
    """The most memory in bytes since then."""
    if sys.platform != "linux":
        return 0
    return int(re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text("ascii"))[1]) * 1024


@pytest.mark.costly
@pytest.mark.parametrize("place", [0, *(pytest.param(place, marks=pytest.mark.prove) for place in (1, 2))])
@pytest.mark.parametrize("kind", LARGEST_FORMS)
def test_the_largest_form_is_answered_in_bounds_and_stores_nothing(kind, place, tournament, director, bounded):
    """In the suite each address is sent one of the three forms, with `make prove` all."""
    before, first = stored_rows(), [*LARGEST_FORMS].index(kind) + place
    asked = [name for name in TAKES_A_POST if name != "logout"][first % 3 :: 3]
    form = LARGEST_FORMS[kind]()

    answers = {name: bounded(director, path(name, tournament), form, AS_A_BROWSER_SENDS_IT) for name in asked}

    assert set(answers.values()) <= {200, 302, 404, 410, 413, 422, 429}
    assert stored_rows() == before


LARGEST_FILES = {
    "a list of players": ("paste_players", lambda: b"Ada Lovelace;Ulm\n" * 123_000),
    "a list of players of one cell": ("paste_players", lambda: b"a" * 2 * MEGABYTE),
    "a list of matches": ("import_matches", lambda: b"date,winner,loser\n" + b"2026-01-01,a,b\n" * 559_000),
    "the file of a club": ("import_club", lambda: b'{"a":"%b"}' % (b"x" * 14_900_000)),
    "an archive": ("restore", lambda: b'{"a":"%b"}' % (b"x" * 14_900_000)),
    "what is neither archive nor backup": ("restore", lambda: b"x" * 100 * MEGABYTE),
    "a transcript": (
        "transcript",
        lambda: b" 7 point match\n\n Game 1\n A : 0    B : 0\n" + b"  1) 31: 8/5 6/5\n" * 110_000,
    ),
}


def with_file(content):
    """A form with this file."""
    key = b'--x\r\nContent-Disposition: form-data; name="request_key"\r\n\r\n%b\r\n' % uuid4().hex.encode()
    file = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%b\r\n--x--\r\n' % content
    return key + file


@pytest.mark.costly
@pytest.mark.parametrize("kind", LARGEST_FILES)
def test_the_largest_file_is_answered_in_bounds_and_stores_nothing(kind, tournament, director, bounded):
    name, content = LARGEST_FILES[kind]
    before = stored_rows()

    assert bounded(director, path(name, tournament), with_file(content()), WITH_FILE) == 422
    assert stored_rows() == before
