"""Archives, files of a club, lists and transcripts from elsewhere: small files that would grow, refused in time."""

import json
import re
import zipfile
from io import BytesIO

import pytest
from openpyxl import Workbook

from tests.hostile.conftest import EARLIER
from tests.imports.list_cases import OLD_EXCEL, open_document, open_table
from tournament.archive.checks import MOST_BYTES as OF_AN_ARCHIVE
from tournament.imports import match_lists, player_lists
from tournament.imports.cells import MEGABYTE
from tournament.machine.limits import FORM_BYTES
from tournament.transcripts.reading import MOST_BYTES as OF_A_TRANSCRIPT

TOURNAMENT = json.loads((EARLIER / "1.0.0" / "tournament.json").read_bytes())
CLUB = json.loads((EARLIER / "1.0.0" / "club.json").read_bytes())
WIDE = "\N{GRINNING FACE}".encode()
"""One such letter lets Python take four bytes for each letter of a text."""


def of_players(items, beside=b"0"):
    return b'{"format":"backgammon-swiss/1","players":[%b],"a":%b}' % (items, beside)


# Made when a test asks for them, as together they are large.
ARCHIVES = {
    "half a million lists": (
        lambda: of_players(b"[]," * 249_000 + b"0", b'"%b"' % (WIDE + b"x" * 14_000_000)),
        "unknown_key",
    ),
    "more values than that": (lambda: of_players(b"0," * 500_001 + b"0"), "too_much"),
    "a mistake in each of many": (lambda: of_players(b"{}," * 240_000 + b"0"), "unknown_key"),
    "many players that are numbers": (
        lambda: json.dumps(TOURNAMENT | {"players": [1] * 200_000}).encode(),
        "not_an_object",
    ),
    "half a million keys": (lambda: b'{"a":1%b}' % b"".join(b',"k%d":1' % n for n in range(490_000)), "too_many_keys"),
    "a text of fourteen megabytes": (lambda: b'{"a":"%b"}' % (WIDE + b"x" * 14_000_000), "wrong_format"),
    "nested without end": (lambda: b'{"format":' + b'[{"a":' * 200_000, "nested_too_deep"),
    "long numbers": (lambda: b'{"a":[%b]}' % b",".join([b"9" * 4000] * 1000), "wrong_format"),
    "longer numbers": (lambda: b'{"a":%b}' % (b"9" * 10_000_000), "number_too_long"),
}
CLUBS = {
    "many persons": (lambda: json.dumps(CLUB | {"persons": [{"name": "a"}] * 100_001}).encode(), "too_much"),
    "tournaments that are numbers": (
        lambda: json.dumps(CLUB | {"tournaments": [1] * 400_000}).encode(),
        "not_an_object",
    ),
    "a million lists": (lambda: json.dumps(CLUB).encode()[:-1] + b',"a":[%b[]]}' % (b"[]," * 490_000), "unknown_key"),
}


@pytest.mark.parametrize("kind", ARCHIVES)
def test_an_archive_is_refused_in_time(kind, tmp_path, read):
    data, code = ARCHIVES[kind]

    assert read("archive", written(tmp_path, data())) == f"archive_{code}"


@pytest.mark.parametrize("kind", CLUBS)
def test_the_file_of_a_club_is_refused_in_time(kind, tmp_path, read):
    data, code = CLUBS[kind]

    assert read("club", written(tmp_path, data())) == f"archive_{code}"


def workbook(**changed):
    """A list of matches in which these parts are others."""
    made, packed = Workbook(), BytesIO()
    for row in (("date", "winner", "loser", "length"), ("2026-01-01", "Anna", "Ida", 5)):
        made.active.append(row)
    made.save(packed)
    with zipfile.ZipFile(packed) as read:
        parts = {name: read.read(name) for name in read.namelist()}
    parts["xl/worksheets/sheet1.xml"] = parts["xl/worksheets/sheet1.xml"].replace(
        b"<sheetData>", b"<sheetData>" + changed.pop("sheet", b"")
    )
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as written:
        for name, part in {**parts, **{f"xl/{name}.xml": part for name, part in changed.items()}}.items():
            written.writestr(name, part)
    return packed.getvalue()


FOUR_MEGABYTES = 4 * 1024 * 1024
WORKBOOKS = {
    "unpacked too large": (lambda: {"more": b" " * 61 * 1024 * 1024}, "too_large"),
    "cells in no row": (lambda: {"sheet": b"<c/>" * (FOUR_MEGABYTES // 4)}, "too_much"),
    "one row of a million cells": (
        lambda: {"sheet": b"<row>" + b'<c a=""/>' * (FOUR_MEGABYTES // 9) + b"</row>"},
        "too_large",
    ),
    "ends of rows that are none": (lambda: {"sheet": b"<!--</row>--><c/>" * (FOUR_MEGABYTES // 17)}, "too_large"),
    "nested deep": (lambda: {"sheet": b"<a>" * (FOUR_MEGABYTES // 7) + b"</a>" * (FOUR_MEGABYTES // 7)}, "too_large"),
    "a million styles": (
        lambda: {"styles": b"<styleSheet>" + b"<xf/>" * (FOUR_MEGABYTES // 5) + b"</styleSheet>"},
        "too_large",
    ),
    "many small cells": (
        lambda: {"sheet": (b"<row>" + b'<c t="inlineStr"><is><t>a</t></is></c>' * 50 + b"</row>") * 26_000},
        "too_much",
    ),
    "texts of four bytes a letter": (
        lambda: {"sheet": (b'<row><c t="inlineStr"><is><t>%b</t></is></c></row>' % (b"a" * 400_000 + WIDE)) * 15},
        "too_much",
    ),
    "a million texts": (
        lambda: {"sharedStrings": b"<sst>" + b"<si/>" * (FOUR_MEGABYTES // 5) + b"</sst>"},
        "too_large",
    ),
    "names that stand for names": (
        lambda: {
            "worksheets/sheet1": b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">'
            + b"".join(b'<!ENTITY %c "%b">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9))
            + b"]><worksheet>&j;</worksheet>"
        },
        "broken",
    ),
}


@pytest.mark.parametrize("kind", WORKBOOKS)
def test_a_workbook_is_refused_in_time(kind, tmp_path, read):
    changed, code = WORKBOOKS[kind]

    assert read("matches", written(tmp_path, workbook(**changed()))) == f"list_file_{code}"


def open_cell(text, attributes=""):
    return f'<table:table-cell office:value-type="string" {attributes}><text:p>{text}</text:p></table:table-cell>'


def open_row(cells, attributes=""):
    return open_document(
        f'<table:table table:name="A"><table:table-row {attributes}>{cells}</table:table-row></table:table>'
    )


OTHER_WORKBOOKS = {
    "a cell of old Excel far away": (lambda: OLD_EXCEL.with_name("far_cell.xls").read_bytes(), "list_file_too_large"),
    "half a file of old Excel": (lambda: OLD_EXCEL.read_bytes()[:3000], "list_file_broken"),
    "a row a billion times": (
        lambda: open_row(open_cell("Anna"), 'table:number-rows-repeated="1000000000"'),
        "list_file_too_long",
    ),
    "a cell far away": (
        lambda: open_row('<table:table-cell table:number-columns-repeated="2000000000"/>' + open_cell("Anna")),
        "list_file_empty",
    ),
    "blanks without end": (lambda: open_row(open_cell('<text:s text:c="2000000000"/>')), "list_file_too_large"),
    "a text for each of many rows": (
        lambda: open_row(open_cell("a" * 80) * 50, 'table:number-rows-repeated="4999"'),
        "list_file_too_much",
    ),
    "nested deep": (lambda: open_document("<table:table>" * 200_000), "list_file_empty"),
    "unpacked too large": (lambda: open_document(" " * 6 * 1024 * 1024), "list_file_too_large"),
    "names that stand for names": (
        lambda: open_document(open_table(("&a;" * 1000,))),
        "list_file_broken",
    ),
}


@pytest.mark.parametrize("kind", OTHER_WORKBOOKS)
def test_a_workbook_of_another_program_is_refused_in_time(kind, tmp_path, read):
    data, code = OTHER_WORKBOOKS[kind]

    assert read("players", written(tmp_path, data())) == code


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b";" * 7_000_000, "list_file_unreadable"),
        (b'"\n";' * 2_000_000, "list_file_unreadable"),
        (b"a;b\n" * 1_800_000, "list_file_too_long"),
        (b'"' + b"a" * 1_500_000, "list_file_unreadable"),
        (b" " * 7_000_000 + b"a,b", "list_file_unreadable"),
    ],
)
def test_a_list_as_text_is_refused_in_time(data, code, tmp_path, read):
    assert read("matches", written(tmp_path, data)) == code


@pytest.mark.parametrize(
    ("data", "outcome"),
    [
        (b"Name;Club\nAnna;" + b"1 " * 60_000 + b"a", "read"),
        (b"Name;Club\nAnna;" + b"a" * 120_000, "read"),
        (b"Anna\n" + b"1 2026 " * 18_000 + b"a", "read"),
        # A different answer in each of many cells.
        (
            b"Name"
            + b";Status" * 49
            + b"".join(b"\nAnna" + b";%d nein" * 49 % (*range(n, n + 49),) for n in range(900)),
            "read",
        ),
        (b"[20.11.26, 18:30:05] Anna: ja\n" * 12_000, "read"),
        (b"Anna\n" + b"(" * 120_000, "read"),
        (b"Anna\n" + b"1 " * 900_000, "list_file_unreadable"),
        (b"Anna <a@b.c>\n" + b"a " * 60_000, "read"),
        (b"Anna <a@b.c>\n" + b"a" * 120_000, "read"),
        (b"Anna <a@b.c>\n" + b"a " * 20_000, "read"),
        (b"Anna <a@b.c>, " * 3_500, "read"),
        (b"Anna,Bo,\n" * 2_000 + b"Anna  \n" * 2_000, "read"),
    ],
)
def test_a_list_of_players_as_text_is_read_in_time(data, outcome, tmp_path, read):
    assert read("players", written(tmp_path, data)) == outcome


def test_a_list_of_matches_with_as_many_rows_as_are_read_is_read(tmp_path, read):
    row = b'<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row>'

    assert read("matches", written(tmp_path, workbook(sheet=row * 5000))) == "match_list_without_header"
    assert read("matches", written(tmp_path, workbook())) == "read"


REFUSED = re.compile("list_|match_list_|archive_|transcript_")
# What a file consists of from beginning to end: separators, brackets, digits, quotes, line breaks, accents, and more.
FILLINGS = (
    *",;\t|:/ -.()[]{}<>1a\"'\n\0\u0301\N{GRINNING FACE}",
    *("\r\n", "a;", "a,", "a ", "a\n", "A B\n", '";"', '"\n";', "[],", "{},"),
    *("a@b.c,", "<a@b.c>", "Game 1\n", "1) 31:\n"),
)
# What each door takes at most, and what leads it further in than the filling alone would.
DOORS = {
    "players": (player_lists.LIMITS.megabytes * MEGABYTE, (b"Name;Club\nAnna;", b'Name\n"')),
    "pasted": (FORM_BYTES, (b"Name;Club\nAnna;", b'Name\n"')),
    "matches": (match_lists.LIMITS.megabytes * MEGABYTE, (b"date;winner;loser;length\n2020-01-01;A;B;",)),
    "transcript": (OF_A_TRANSCRIPT, (b" 7 point match\n\n Game 1\n A : 0    B : 0\n  1) 31: ",)),
    "archive": (OF_AN_ARCHIVE, (b'{"a":"', b'{"format":"backgammon-swiss/1","players":[')),
    "club": (OF_AN_ARCHIVE, (b'{"a":"', b'{"format":"backgammon-swiss-club/1","persons":[')),
}


# Those that took too much once, or come near it.
DEAREST = (";", "\n", "\0", '";"', '"\n";', "[],", "1) 31:\n")


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(
    ("wide", "fillings"),
    [
        pytest.param(WIDE, DEAREST, marks=pytest.mark.costly),
        pytest.param(WIDE, FILLINGS, marks=pytest.mark.prove),
        pytest.param(b"", FILLINGS, marks=pytest.mark.prove),
    ],
    ids=["the dearest", "all, wide", "all"],
)
def test_a_file_full_of_one_thing_is_read_or_refused_in_bounds(door, wide, fillings, tmp_path, read):
    most, begins = DOORS[door]

    def outcome(begin, filling):
        often = (most - len(begin + wide)) // len(filling)
        return read(door, written(tmp_path, begin + filling * often + wide))

    tried = [(begin, filling.encode()) for begin in (b"", *begins) for filling in fillings]
    if fillings is DEAREST:
        # Each of them once, behind another beginning than the one before it.
        tried = tried[:: len(begins) + 1]
    ended = {outcome(*one) for one in tried}

    assert {each for each in ended if each != "read" and not REFUSED.match(each)} == set()


BEGIN = b" 7 point match\n\n Game 1\n A : 0    B : 0\n"


@pytest.mark.parametrize(
    "data",
    [
        BEGIN + b" " * 300_000,
        BEGIN + b"  1) 31: " + b"8/5 " * 60_000,
        BEGIN + b"  1)" + b" " * 290_000 + b"a",
        BEGIN + b"  1) " + b"Takes " * 45_000,
        BEGIN + b" Game 1\n A : 0    B : 0\n" * 300,
        b"\n" * 299_000,
        b" 7 point match\n" * 2_000_000,
    ],
)
def test_a_transcript_is_read_or_refused_in_time(data, tmp_path, read):
    outcome = read("transcript", written(tmp_path, data))

    assert outcome == "read" or outcome.startswith("transcript_")


def written(folder, data):
    file = folder / "file"
    file.write_bytes(data)
    return file
