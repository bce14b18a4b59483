"""A list of players from an Excel workbook or a text file."""

import codecs
import zipfile
from io import BytesIO

import pytest
from openpyxl import Workbook

from tournament.engine.refusals import Refused
from tournament.imports.cells import MEGABYTE
from tournament.imports.player_lists import LIMITS, read_file, read_players

OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
SHEET = "xl/worksheets/sheet1.xml"
ABOVE = ("list_line_above", "list_line_heading")
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def lines(data):
    """Write each row below the headings as a line: a player with a tab and the club, any other row with a semicolon."""
    below = [line for line in read_players(read_file(BytesIO(data)), ()) if reason(line) not in ABOVE]
    return [line_of(line) for line in below if any(map(str.isalpha, "".join(line.line.cells)))]


def reason(line):
    """Why the first player of a row, or nobody, is not ticked."""
    refused = line.refused or line.candidates[0].doubt
    return refused and refused.code


def line_of(line):
    if line.candidates:
        player = line.candidates[0].player
        return f"{player.name}\t{player.club}" if player.club else player.name
    return ";" + " ".join(filter(None, line.line.cells))


def lines_of_text(text):
    return lines(text.encode())


def workbook(*sheets):
    """A file of Excel with these sheets, each a list of rows."""
    book = Workbook()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def with_parts(data, parts):
    """The workbook with some of its parts exchanged or added."""
    changed = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as packed, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as other:
        for name, content in {**{name: packed.read(name) for name in packed.namelist()}, **parts}.items():
            other.writestr(name, content)
    return changed.getvalue()


def with_sheet(data, content):
    """The workbook with another content of its first sheet."""
    return with_parts(data, {SHEET: content})


def part_of(data, name):
    with zipfile.ZipFile(BytesIO(data)) as packed:
        return packed.read(name).decode()


def refused(data):
    with pytest.raises(Refused) as refusal:
        read_file(BytesIO(data))
    return refusal.value.code, refusal.value.values


@pytest.mark.parametrize(
    "data",
    [
        "Jörg Weiß;BC Köln\nZoë;\n".encode("cp1252"),
        "Jörg Weiß;BC Köln\nZoë;\n".encode(),
        "Jörg Weiß;BC Köln\nZoë;\n".encode("utf-8-sig"),
        codecs.BOM_UTF16_LE + "Jörg Weiß\tBC Köln\nZoë\n".encode("utf-16-le"),
        codecs.BOM_UTF16_BE + "Jörg Weiß\tBC Köln\nZoë\n".encode("utf-16-be"),
        "Jörg Weiß\tBC Köln\nZoë\n".encode(),
        "Jörg Weiß,BC Köln\nZoë,\n".encode(),
        '"Jörg Weiß";"BC Köln"\n"Zoë";""\n'.encode(),
        '"Jörg\nWeiß","BC  Köln"\n Zoë ,\n'.encode(),
        "Jörg Weiß;BC Köln\r\nZoë;\r\n".encode("cp1252"),
        "Jörg Weiß;BC Köln\rZoë;\r".encode("cp1252"),
        "sep=;\r\nJörg Weiß;BC Köln\r\nZoë;\r\n".encode("cp1252"),
    ],
)
def test_a_text_file_is_read_whatever_program_wrote_it(data):
    assert lines(data) == ["Jörg Weiß\tBC Köln", "Zoë"]


def test_the_umlaut_that_only_dos_writes_so_gives_its_encoding_away():
    assert lines("Jürg Weiß;BC Köln\n".encode("cp850")) == ["Jürg Weiß\tBC Köln"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Name;Verein\nAnna;Ulm", ["Anna\tUlm"]),
        ("Verein;Spieler\nUlm;Anna", ["Anna\tUlm"]),
        ("Nr.;PLAYER:;Rating;Club\n1;Anna;1500;Ulm", ["Anna\tUlm"]),
        ("Vorname;Nachname;Klub\nAnna;Keller;Ulm\n;Weiß;\nZoë;;", ["Anna Keller\tUlm", "Weiß", "Zoë"]),
        ("Name,Vorname,Verein\nKeller,Anna,Ulm", ["Anna Keller\tUlm"]),
        ("Last name\tFirst name\nKeller\tAnna", ["Anna Keller"]),
        ('Name,Club\n"Keller, Anna",Ulm', ["Anna Keller\tUlm"]),
        ("Name, Verein\nAnna, Ulm", ["Anna\tUlm"]),
        ("Vorname;Telefon\nAnna;0731 1234", ["Anna"]),
        ("Evening in Ulm;\n\nName;Verein\nAnna;Ulm", ["Anna\tUlm"]),
    ],
)
def test_headings_say_what_the_columns_hold(text, found):
    assert lines_of_text(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Anna\nBo", ["Anna", "Bo"]),
        ("Anna;Ulm\nBo", ["Anna\tUlm", "Bo"]),
        ("1;Anna;Ulm\n2;Bo;", ["Anna\tUlm", "Bo"]),
        ("1.;Anna;1500;Ulm\n2.;Bo;1600;", ["Anna\tUlm", "Bo"]),
        ("1. Anna\n2. Bo", ["Anna", "Bo"]),
        ("Keller, Anna\nWeiß, Bo", ["Anna Keller", "Bo Weiß"]),
        ("1;Anna\n2;Bo\n3;\n4;\n;\n", ["Anna", "Bo"]),
    ],
)
def test_without_headings_the_first_words_are_the_name_and_the_next_the_club(text, found):
    assert lines_of_text(text) == found


def test_a_row_without_a_name_is_kept_as_a_line_that_is_no_player():
    assert lines_of_text("Name;Verein;Fee\nAnna;Ulm;8\n;Wien;8\n12;Graz;8\n;;8") == [
        "Anna\tUlm",
        ";Wien 8",
        ";12 Graz 8",
    ]


def test_a_workbook_is_read_like_a_text_file():
    data = workbook([["Nr.", "Name", "Verein"], [1, "Jörg  Weiß", "BC\nKöln"], [None, None, None], [2, "Zoë", None]])

    assert lines(data) == ["Jörg Weiß\tBC Köln", "Zoë"]


def test_numbers_of_a_workbook_are_no_names():
    assert lines(workbook([[1.0, "Anna", 1500.5, "Ulm"], [2.0, "Bo", None, None]])) == ["Anna\tUlm", "Bo"]
    assert lines(workbook([["Name", "Club"], [7.0, "Ulm"], ["Bo", 7.0]])) == [";7 Ulm", "Bo\t7"]


def test_the_first_sheet_that_has_rows_is_read():
    assert lines(workbook([], [["Anna"]], [["Bo"]])) == ["Anna"]


def test_a_workbook_that_names_a_wrong_size_is_read_as_a_whole():
    data = workbook([["Anna", "Ulm"], ["Bo", "Wien"]])
    assert part_of(data, SHEET).count('ref="A1:B2"') == 1

    changed = with_sheet(data, part_of(data, SHEET).replace('ref="A1:B2"', 'ref="A1"'))

    assert lines(changed) == ["Anna\tUlm", "Bo\tWien"]


def test_texts_that_stand_in_a_part_of_their_own_are_read():
    """So Excel itself writes them: each once, in pieces where the font changes."""
    data = workbook([["Anna"]])
    of_the_part = 'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"'
    override = f'<Override PartName="/xl/sharedStrings.xml" {of_the_part}/></Types>'
    texts = "<si><t>Ulm</t></si><si><r><t>Jörg </t></r><r><rPr><b/></rPr><t>Weiß</t></r></si>"
    row = '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="s"><v>0</v></c></row>'

    changed = with_parts(
        data,
        {
            "[Content_Types].xml": part_of(data, "[Content_Types].xml").replace("</Types>", override),
            "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{texts}</sst>',
            SHEET: f'<worksheet xmlns="{MAIN}"><sheetData>{row}</sheetData></worksheet>',
        },
    )

    assert lines(changed) == ["Jörg Weiß\tUlm"]


def test_rows_and_columns_without_end_are_not_walked():
    data = workbook([["Anna"]])
    row = '<row r="{1}"><c r="{0}{1}" t="inlineStr"><is><t>{2}</t></is></c></row>'
    cells = [("A", 1, "Anna"), ("ZZZ", 2, "far right"), ("A", 10**15, "far below")]
    sheet = "".join(row.format(*cell) for cell in cells)

    found = lines(with_sheet(data, f'<worksheet xmlns="{MAIN}"><sheetData>{sheet}</sheetData></worksheet>'))

    assert found == ["Anna"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "list_file_empty"),
        (b" \r\n\t", "list_file_empty"),
        (OLD_OFFICE, "list_file_broken"),
        (OLD_OFFICE + "EncryptedPackage".encode("utf-16-le"), "list_file_has_password"),
        (b"PK\x03\x04 broken", "list_file_broken"),
        (workbook([["Anna"]])[:-200], "list_file_broken"),
        (with_sheet(workbook([["Anna"]]), "<worksheet>"), "list_file_broken"),
        (with_parts(workbook([["Anna"]]), {"xl/workbook.xml": ""}), "list_file_broken"),
        (b"\xff\xfeA", "list_file_unreadable"),
        (b"Anna" + b"a" * 200_000, "list_file_unreadable"),
        (workbook([]), "list_file_empty"),
    ],
)
def test_a_file_that_is_no_list_is_refused(data, code):
    assert refused(data) == (code, {})


def test_a_file_that_is_too_large_is_refused():
    fits = (b"Anna" + b" " * 1019 + b"\n") * 1024 * LIMITS.megabytes
    assert len(fits) == LIMITS.megabytes * MEGABYTE

    assert lines(fits) == ["Anna"] * 1024 * LIMITS.megabytes
    assert refused(fits + b"\n") == ("list_file_too_large", {"megabytes": LIMITS.megabytes})


@pytest.mark.costly
def test_a_list_that_is_too_long_is_read_no_further():
    long = [["Anna"]] * (LIMITS.rows + 1)

    assert lines(workbook(long[:-1])) == ["Anna"] * LIMITS.rows
    assert refused(workbook(long)) == ("list_file_too_long", {"rows": LIMITS.rows})
    assert refused(b"Anna\n" * (LIMITS.rows + 1)) == ("list_file_too_long", {"rows": LIMITS.rows})
    # What comes behind it is broken, and nobody has got that far.
    row = "<row><c t='inlineStr'><is><t>Anna</t></is></c></row>" * (LIMITS.rows + 10_000)
    sheet = f'<worksheet xmlns="{MAIN}"><dimension ref="A1"/><sheetData>{row}<broken'
    assert refused(with_sheet(workbook([["Anna"]]), sheet)) == ("list_file_too_long", {"rows": LIMITS.rows})


def test_a_workbook_that_unpacks_too_large_is_not_unpacked():
    bomb = with_sheet(workbook([["Anna"]]), b" " * (LIMITS.megabytes_unpacked * MEGABYTE))

    assert refused(bomb) == ("list_file_too_large", {"megabytes": LIMITS.megabytes_unpacked})


def test_a_workbook_whose_entities_would_grow_without_end_is_refused():
    growing = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]><worksheet>&b;</worksheet>'

    assert refused(with_sheet(workbook([["Anna"]]), growing)) == ("list_file_broken", {})


def test_the_answers_to_a_form_bring_names_and_no_mail_addresses():
    rows = [
        ["Zeitstempel", "E-Mail-Adresse", "Wie heißt du?", "Wo spielst du sonst?", "Bist du dabei?"],
        ["2026-11-20 18:30", "ada@example.org", "Ada Weiß", "BC Ulm", "Ja"],
        ["2026-11-20 18:31", "bo@example.org", "Bo Grün", None, "Nein"],
    ]

    assert lines(workbook(rows)) == [
        "Ada Weiß\tBC Ulm",
        "Bo Grün",
    ]


@pytest.mark.parametrize(
    "cell",
    [
        "ada@example.org",
        "+49 170 1234567",
        "https://example.org/7",
        "A7X-2001",
        "X4K9PQ",
        "ticket0017",
        "yes",
        "Nein",
        "11/20/2026 6:30 PM",
        "20. November 2026",
        "Fri, Nov 20, 2026",
        "8 EUR",
        "CHF 20.00",
        "Early bird",
    ],
)
def test_the_column_of_names_is_found_behind_one_that_has_none(cell):
    assert lines_of_text(f"{cell};Ada Weiß\n{cell};Bo Grün\n{cell};Cleo 2\n") == ["Ada Weiß", "Bo Grün", "Cleo 2"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Player;Shown as\nada@example.org;Ada\nbo@example.org;Bo", ["Ada", "Bo"]),
        ("Name;Spieler\nada@example.org;Ada\nbo@example.org;Bo", ["Ada", "Bo"]),
        ("Name;Club\nAda;www.ulm.example\nBo;www.ulm.example", ["Ada", "Bo"]),
        ("Club;E-mail;Your name?\nUlm;ada@example.org;Ada", ["Ada\tUlm"]),
        ("Evening\nTime;Your name?\n18:30;Ada\n18:31;Bo", ["Ada", "Bo"]),
    ],
)
def test_a_heading_makes_no_names_or_clubs_of_contacts(text, found):
    assert lines_of_text(text) == found


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("ada@example.org\nbo@example.org\n", ["list_line_without_name"] * 2),
        ("Name;Club\nada@example.org;Ulm\n", ["list_line_above", "list_line_without_name"]),
        ("1\n2\n", ["list_line_without_name"] * 2),
        ("Name;Club\n", ["list_line_heading"]),
        ("Name;Club\n;Ulm\n", ["list_line_above", "list_line_without_name"]),
    ],
)
def test_a_list_without_names_is_a_table_that_says_why(text, reasons):
    assert [reason(line) for line in read_players(read_file(BytesIO(text.encode())), ())] == reasons


@pytest.mark.parametrize("names", [["Player1", "Player2"], ["anna77", "bo"], ["Anna", "Anna", "Anna"]])
def test_names_that_look_like_something_else_are_taken_where_no_others_are(names):
    assert lines_of_text("\n".join(names)) == names


def test_an_answer_at_length_is_no_heading():
    text = "Ada;yes\nBo;yes\nCleo;I come later\nDan;yes\n"

    assert [line.split("\t")[0] for line in lines_of_text(text)] == ["Ada", "Bo", "Cleo", "Dan"]
