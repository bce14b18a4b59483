"""Every form is sent whatever comes to hypothesis' mind: never an error of the program, never half a change.

A short while with `make test`, a long one with `make prove`.
"""

from contextlib import suppress
from functools import cache
from io import BytesIO

import pytest
from django.db import transaction
from django.http import QueryDict
from hypothesis import HealthCheck, given, settings, strategies as st
from openpyxl import Workbook

from tests.factories import make_director, stored_rows
from tests.form_fields import field_names
from tests.views.conftest import logged_in
from tests.views.test_every_address import ABOUT_HELPERS, give_its_club_a_past, has, named, path, writable
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.engine.checking import check_rounds
from tournament.engine.refusals import Refused
from tournament.imports.player_lists import read_file, read_players
from tournament.models import Tournament
from tournament.snapshots.names import Reason
from tournament.snapshots.reading import tournaments_in
from tournament.snapshots.taking import take_snapshot

pytestmark = pytest.mark.django_db
FEW, MANY = 60, 2000
# What some form somewhere takes; hypothesis puts it where it does not belong.
LIKELY = st.sampled_from(
    [
        "1 2 3 4 5 6 7 8 on yes no de a4 both one off paid open waived refunded first second 3:1 2:2 57 0 -1 99",
        "played/3/1/ played/1/3/ forfeit///1 double_forfeit/// pending/// stopped/1/1/ played/9/9/ bye///",
        "2026-11-20 2026-13-45 8,00 8.00 1e9 tavli backgammon portes delay blitz 00000000-0000-4000-8000-000000000000",
    ]
).flatmap(lambda words: st.sampled_from(words.split(" ")))
TEXT = st.text(max_size=40) | st.text("٣3١1:/-,;.\u202e\u200b\x00\n\r\t '\"<>&%{}", max_size=20)
VALUES = LIKELY | TEXT | st.integers(-(10**20), 10**20).map(str)


FIELDS = field_names()
BESIDE_THE_JOURNAL = frozenset({"helper", "invitation", "journalline", "joinrequest", "printedaddress", "saidword"})
SOME_FIELDS = st.dictionaries(st.sampled_from(FIELDS), st.lists(VALUES, min_size=1, max_size=2), max_size=12)
FORMS = SOME_FIELDS | st.builds(lambda said, other: {name: [said] for name in FIELDS} | other, VALUES, SOME_FIELDS)
# What is not about one tournament answers with files and folders of its own.
ASKED = [name for name in named(writable, has("slug")) if name not in ABOUT_HELPERS]


@pytest.fixture
def long_evening(tournament, tmp_path, settings):
    """The tournament and its director, who stays logged in."""
    settings.DATA_DIR = tmp_path
    take_snapshot(Reason.BY_HAND)
    give_its_club_a_past(tournament)
    return Tournament.objects.get(pk=tournament.pk), logged_in(make_director())


def fuzzed(count):
    """Tries so many forms, each on the same evening."""
    calm = [HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
    return settings(max_examples=count, deadline=None, derandomize=True, database=None, suppress_health_check=calm)


def send(evening, name, values, in_place):
    """The answer, the rows before and after, and the versions between; then everything is as it was."""
    stands, director = evening
    sent = QueryDict(mutable=True)
    for field, said in values.items():
        sent.setlist(field, said)
    headers = {"HX-Request": "true"} if in_place else {}
    before = stored_rows()
    with transaction.atomic():
        answer = director.post(
            path(name, stands), sent.urlencode(), content_type="application/x-www-form-urlencoded", headers=headers
        )
        inspect(answer, before, stands)
        transaction.set_rollback(True)


def told_by_the_journal(rows):
    """What no form changes without a line of the journal."""
    return {key: row for key, row in rows.items() if key[0] not in BESIDE_THE_JOURNAL}


def inspect(answer, before, stands):
    assert answer.status_code < 500
    after = stored_rows()
    if answer.status_code >= 400:
        assert after == before
    elif ("tournament", stands.pk) in after:
        steps, lines = (counted(after) - counted(before) for counted in (versions, journal_lines))
        assert steps == lines
        assert steps or told_by_the_journal(after) == told_by_the_journal(before)
        assert check_rounds(read_archive(dump(Tournament.objects.get(pk=stands.pk))).record) == ()


def versions(rows):
    return sum(row["version"] for key, row in rows.items() if key[0] in ("tournament", "club"))


def journal_lines(rows):
    return sum(key[0] == "journalline" for key in rows)


@pytest.mark.costly
@fuzzed(FEW)
@given(name=st.sampled_from(ASKED), values=FORMS, in_place=st.booleans())
def test_a_form_is_taken_whole_or_not_at_all(long_evening, name, values, in_place):
    send(long_evening, name, values, in_place)


@pytest.mark.prove
@fuzzed(MANY)
@given(name=st.sampled_from(ASKED), values=FORMS, in_place=st.booleans())
def test_thousands_of_forms_are_taken_whole_or_not_at_all(long_evening, name, values, in_place):
    send(long_evening, name, values, in_place)


@cache
def workbook():
    book = Workbook()
    for row in (("Name", "Verein"), ("Zoë Ångström", "Konstanz"), ("Bo", None)):
        book.active.append(row)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


@st.composite
def damaged(draw, sound):
    """The bytes, with some of them other than they were, some missing, or some more."""
    data = bytearray(sound)
    for at in draw(st.lists(st.integers(0, len(data) - 1), max_size=6)):
        data[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=3))
    return bytes(data[: draw(st.integers(0, len(data)))] if draw(st.booleans()) else data)


@fuzzed(60)
@given(file=damaged(workbook()) | damaged("Name;Verein\nZoë;Köln\n".encode("cp1252")) | st.binary(max_size=200))
def test_a_damaged_list_of_players_is_read_or_refused(file):
    with suppress(Refused):
        assert isinstance(read_players(read_file(BytesIO(file)), ()), tuple)


@fuzzed(25)
@given(data=st.data())
def test_a_damaged_backup_is_read_or_refused_and_nothing_is_changed(long_evening, tmp_path, data):
    (sound,) = (tmp_path / "snapshots").glob("*.sqlite3")
    before = stored_rows()
    file = tmp_path / "damaged.sqlite3"
    file.write_bytes(data.draw(damaged(sound.read_bytes())))

    with suppress(Refused):
        assert isinstance(tournaments_in(file), tuple)
    assert stored_rows() == before
