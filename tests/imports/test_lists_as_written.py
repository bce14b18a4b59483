"""Lists of players as the world writes them: who comes in, and what is said of the rest."""

from dataclasses import replace
from io import BytesIO
from itertools import cycle

import pytest
from hypothesis import given, strategies as st

from tests.imports.exported_lists import ENCODED, EXPORTS
from tests.imports.list_cases import CASES, OLD_EXCEL, open_document, open_table, workbook
from tournament.engine.refusals import Refused
from tournament.imports.columns import recognise_columns
from tournament.imports.headings import Holds, read_heading
from tournament.imports.name_cells import read_name
from tournament.imports.player_lists import read_file, read_pasted, read_players, recognise, with_columns
from tournament.names import is_contact


def found_in(case):
    if isinstance(case.content, str):
        return read_pasted(case.content)
    return read_file(BytesIO(case.content), sheet=case.sheet, encoding=case.encoding)


def ticked(found):
    return tuple(
        f"{candidate.player.name} | {candidate.player.club}" if candidate.player.club else candidate.player.name
        for line in read_players(found, ())
        for candidate in line.candidates
        if candidate.doubt is None
    )


@pytest.mark.parametrize("kind", CASES)
def test_those_come_in_who_are_meant(kind):
    assert ticked(found_in(CASES[kind])) == CASES[kind].expected


def names_ticked(found):
    return tuple(name.partition(" | ")[0] for name in ticked(found))


@pytest.mark.parametrize("kind", EXPORTS)
def test_of_a_list_as_a_program_writes_it_the_players_are_ticked_from_a_file_and_pasted(kind):
    text, expected = EXPORTS[kind]

    assert names_ticked(read_file(BytesIO(text.encode()))) == expected
    assert names_ticked(read_pasted(text)) == expected


@pytest.mark.parametrize(("encoding", "text", "expected"), ENCODED)
def test_the_encoding_of_a_text_is_guessed_by_its_letters(encoding, text, expected):
    found = read_file(BytesIO(text.encode(encoding)))

    assert (names_ticked(found), found.source.encoding) == (expected, encoding)


@pytest.mark.parametrize("order", ["le", "be"])
@pytest.mark.parametrize(
    ("text", "names"),
    [("Name\tVerein\r\nZoë Weiß\tUlm\r\n", ("Zoë Weiß",)), ("Имя\tКлуб\nЯна Ёлкина\tЗар\n", ("Яна Ёлкина",))],
)
def test_a_text_in_utf_16_is_read_without_a_mark(text, names, order):
    found = read_file(BytesIO(text.encode(f"utf-16-{order}")))

    assert (names_ticked(found), found.source.encoding) == (names, "")


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman", "cp850", "latin_1"])
def test_letters_that_were_encoded_twice_are_mended(encoding):
    found = read_pasted("Name;Verein\nBjørn Thal;BK\nManuela Ballón;BK\nJürgen Weiß;BK".encode().decode(encoding))

    assert (names_ticked(found), found.source.is_mended) == (("Bjørn Thal", "Manuela Ballón", "Jürgen Weiß"), True)


@pytest.mark.parametrize("kind", [*EXPORTS, *CASES])
def test_every_row_with_a_name_can_be_ticked_by_hand(kind):
    """Also titles, headings and whoever does not come: only a contact or a text that is too long is no name."""
    found = read_pasted(EXPORTS[kind][0]) if kind in EXPORTS else found_in(CASES[kind])
    named = {nth for seat in found.seats for nth in seat}
    without = [
        line.line.cells
        for line in read_players(found, ())
        if not line.candidates and any(map(_may_be_a_name, (line.line.cells[nth] for nth in named)))
    ]

    assert without == []


def _may_be_a_name(text):
    return any(map(str.isalpha, text)) and not is_contact(text) and len(text) <= 100


@pytest.mark.parametrize("kind", CASES)
def test_no_contact_is_ever_a_name_or_a_club_whatever_is_chosen(kind):
    found = found_in(CASES[kind])
    for column in range(len(found.columns)):
        for holds in (Holds.NAME, Holds.FIRST_NAME, Holds.CLUB):
            chosen = [holds if place == column else Holds.NAME for place in range(len(found.columns))]
            read = read_players(with_columns(found, chosen), ())
            players = [candidate.player for line in read for candidate in line.candidates]
            assert [text for player in players for text in (player.name, player.club) if is_contact(text)] == []


WAYS_TO_REACH_SOMEBODY = ("ul@example.org", "Una ul@example.org", "+49 170 1234567", "Kai 0170/1234567", "t.me/una")


@pytest.mark.parametrize("kind", CASES)
def test_a_contact_in_any_cell_of_any_list_is_no_name_and_no_club(kind):
    source = found_in(CASES[kind]).source
    for place, contact in zip(_cells_of(source), cycle(WAYS_TO_REACH_SOMEBODY), strict=False):
        read = read_players(recognise(_with_cell(source, place, contact)), ())
        players = [candidate.player for line in read for candidate in line.candidates]
        assert [text for player in players for text in (player.name, player.club) if is_contact(text)] == []


def _cells_of(source):
    return [(row, column) for row, each in enumerate(source.rows) for column in range(len(each.cells))]


def _with_cell(source, place, text):
    row, column = place
    cells = list(source.rows[row].cells)
    cells[column] = text
    changed = replace(source.rows[row], cells=tuple(cells))
    return replace(source, rows=(*source.rows[:row], changed, *source.rows[row + 1 :]))


@pytest.mark.parametrize(
    "cells",
    [
        ("ul@example.org", "ka@example.org"),
        ("+49 170 1234567", "0170/1234568"),
        ("A7X-2001", "A7X-2002"),
        ("ja", "nein"),
        ("m", "w"),
        ("1.2.1990", "20. November 2026"),
        ("8 EUR", "CHF 20.00"),
    ],
)
def test_a_column_of_something_else_chosen_for_the_names_is_never_ticked(cells):
    found = read_pasted("\n".join(f"{cell};Una{nth}" for nth, cell in enumerate(cells)))

    assert ticked(with_columns(found, [Holds.NAME, Holds.LEFT_OUT])) == ()


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Winter\n\nName;Club\nUna;Ulm", ["list_line_above", "list_line_heading", None]),
        ("Una\nSumme 2", [None, "list_line_total"]),
        ("Anmeldungen\nUna", ["list_line_title", None]),
        ("Una\n-----", [None, "list_line_without_name"]),
        ("Una\nKai\nul@example.org", [None, None, "list_line_without_name"]),
        ("Name\nUna\nName", ["list_line_heading", None, "list_line_heading"]),
        ("Una\nKai\nTBA", [None, None, "list_line_no_name"]),
        ("Una und Kai", ["list_line_names"]),
    ],
)
def test_what_is_no_player_says_why(text, codes):
    read = read_players(read_pasted(text), ())
    why = [line.refused or next(iter(line.candidates)).doubt for line in read]

    assert [refused and refused.code for refused in why] == codes


def test_of_two_names_in_a_line_each_can_be_ticked_or_both_as_one():
    (line,) = read_players(read_pasted("Una & Kai Löß"), ())

    assert [candidate.player.name for candidate in line.candidates] == ["Una & Kai Löß", "Una Löß", "Kai Löß"]
    assert len({candidate.key for candidate in line.candidates}) == 3


def test_hidden_rows_are_told_by_their_number_in_the_file():
    found = read_file(BytesIO(workbook([["Name"], ["Una"], [], ["Kai"]], hidden=(4,))))

    assert [(line.number, line.is_hidden) for line in found.lines] == [(1, False), (2, False), (4, True)]


def test_rows_keep_the_numbers_they_have_in_the_file():
    text = read_file(BytesIO(b'sep=;\nName;Club\n\n"Una\nLoss";Ulm\nKai;Ulm'))
    table = open_table(("Name", "Club"), (), ("Una", "Ulm"))

    assert [line.number for line in text.lines] == [2, 5, 6]
    assert [line.number for line in read_file(BytesIO(open_document(table))).lines] == [1, 3]


def test_only_a_text_in_utf_8_or_with_a_mark_leaves_no_doubt_about_its_letters():
    files = ["Zoë".encode(), "Zoë".encode("utf-8-sig"), "Zoë".encode("utf-16"), "Zoë".encode("cp1252")]

    assert [read_file(BytesIO(data)).source.encoding for data in files] == ["", "", "", "cp1252"]


def test_sheets_without_a_cell_and_hidden_ones_are_not_offered():
    table = open_table(("Una",)) + open_table(name="leer") + open_table(("Kai",), name="Gäste")

    assert read_file(BytesIO(open_document(table))).source.sheets == ("Tabelle1", "Gäste")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "PNG"),
        (b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", "JPEG"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "WebP"),
        (b"\x00\x00\x00\x18ftypheic\x00", "HEIC"),
        (b"%PDF-1.7 Anna", "PDF"),
        (b"<!DOCTYPE html>\n<title>Una</title>", "HTML"),
        (b"\n<table><tr><td>Una</td></tr></table>", "HTML"),
        (b'{"name": "Anna"}', "JSON"),
        (b"012 Winter Open\n022 Ulm\n001    1 m    Loss,Una\n", "TRF"),
        (b"001    1 m    Loss,Una                 1650 GER\n", "TRF"),
        (b"BEGIN:VCARD\nFN:Una\nEND:VCARD", "vCard"),
        (b"{\\rtf1 Una}", "RTF"),
    ],
)
def test_a_file_of_another_format_is_refused_by_its_name(data, kind):
    with pytest.raises(Refused) as refusal:
        read_file(BytesIO(data))

    assert (refusal.value.code, refusal.value.values) == ("list_file_foreign", {"kind": kind})


def test_a_small_file_takes_no_more_memory_than_there_is_for_it():
    """Its two cells are in the first row and in the last, which takes half a gigabyte to read."""
    with pytest.raises(Refused) as refusal:
        read_file(BytesIO(OLD_EXCEL.with_name("far_cell.xls").read_bytes()))

    assert refusal.value.code == "list_file_too_large"


@pytest.mark.parametrize(
    ("heading", "holds"),
    [
        ("Spieler:in", Holds.NAME),
        ("SpielerIn", Holds.NAME),
        ("Teilnehmer/-innen", Holds.NAME),
        ("Mitspieler*in", Holds.NAME),
        ("Vor- und Nachname", Holds.NAME),
        ("Imię i nazwisko", Holds.NAME),
        ("Joueur·se", Holds.NAME),
        ("ΟΝΟΜΑΤΕΠΩΝΥΜΟ", Holds.NAME),
        ("Adı Soyadı", Holds.NAME),
        ("Förnamn", Holds.FIRST_NAME),
        ("Given name:", Holds.FIRST_NAME),
        ("Příjmení", Holds.SURNAME),
        ("Last_Name", Holds.SURNAME),
        ("Σύλλογος", Holds.CLUB),
        ("Verein / Ort", Holds.CLUB),
        ("Startgeld bezahlt?", Holds.PAID),
        ("Bestellstatus", Holds.STATUS),
        ("Check-in", Holds.STATUS),
        ("Startgeld", Holds.LEFT_OUT),
        ("Player 1", Holds.NAME),
        ("Benutzername", Holds.LEFT_OUT),
        ("Una", Holds.LEFT_OUT),
    ],
)
def test_headings_are_known_in_many_languages_and_for_everybody(heading, holds):
    assert read_heading(heading).holds is holds


@pytest.mark.parametrize(
    ("row", "columns"),
    [
        (["Cognome", "Nome"], (Holds.SURNAME, Holds.FIRST_NAME)),
        (["Nom", "Prénom"], (Holds.SURNAME, Holds.FIRST_NAME)),
        (["Ad", "Soyad"], (Holds.FIRST_NAME, Holds.SURNAME)),
    ],
)
def test_beside_a_part_of_the_name_the_word_for_names_is_the_other_part(row, columns):
    assert recognise_columns([row, ["Una", "Loss"]]).columns == columns


@pytest.mark.parametrize(
    ("cell", "name", "club", "taken_off", "is_paid"),
    [
        ("Una (paid)", "Una", "", ("paid",), True),
        ("Una (nicht bezahlt)", "Una", "", ("nicht bezahlt",), False),
        ("Una (8 €, bezahlt)", "Una", "", ("8 €", "bezahlt"), True),
        ("Una, 8 €", "Una", "", ("8 €",), False),
        ("Una Löß ul@example.org", "Una Löß", "", ("ul@example.org",), False),
        ("Una Löß Tel. 0731/123456", "Una Löß", "", ("Tel. 0731/123456",), False),
        ("☐ 1) Una Löß [1650]", "Una Löß", "", ("1650",), False),
        ("Una Löß - Ulm", "Una Löß", "Ulm", (), False),
        ("Una Löß (BC Ulm)", "Una Löß", "BC Ulm", (), False),
        ("Una Löß, SV Ulm", "Una Löß", "SV Ulm", (), False),
        ("Una Löß (jun.)", "Una Löß (jun.)", "", (), False),
        ("Una Löß, jun.", "Una Löß, jun.", "", (), False),
        ("Una Offen", "Una Offen", "", (), False),
        ("2 Fast", "2 Fast", "", (), False),
        ("Inés Ortega y Peña", "Inés Ortega y Peña", "", (), False),
    ],
)
def test_what_stands_around_a_name_is_taken_off(cell, name, club, taken_off, is_paid):
    read = read_name(cell)

    assert (read.names, read.club, read.taken_off, read.is_paid) == ((name,), club, taken_off, is_paid)


CONTACTS = st.sampled_from(
    (
        "ul@example.org", "<ul@example.org>", "ul (at) example (dot) org", "+49 170 1234567", "0170/1234567",
        "0731-123456", "https://example.org/una", "www.example.org", "t.me/una", "example.com", "tel:+491701234567",
    )
)  # fmt: skip
PLACES = st.sampled_from(
    (
        "{0}", "{0} {1}", "{1} {0}", "{0};{1}", "{1};{0}", "{0}, {1}", "{0}\t{1}", "1. {0} – {1}", "{0} ({1})",
        "{0} / {1}", "Name;Club\n{0};{1}", "Name;Club\n{1};{0}", "Vorname;Nachname\n{0};{1}", '"{1}" {0}',
        "{0} und {1}", "| {0} | {1} |",
    )
)  # fmt: skip


@given(contacts=st.tuples(CONTACTS, CONTACTS | st.sampled_from(["Una Löß", "Kai"])), place=PLACES)
def test_wherever_a_contact_stands_in_a_list_it_is_no_name_and_no_club(contacts, place):
    read = read_players(read_pasted(place.format(*contacts)), ())

    players = [candidate.player for line in read for candidate in line.candidates]
    assert [text for player in players for text in (player.name, player.club) if is_contact(text)] == []
