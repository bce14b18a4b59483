"""Lists of players as people and programs write them, with invented names, and who is expected to come in."""

import zipfile
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from pathlib import Path

from openpyxl import Workbook

OLD_EXCEL = Path(__file__).parents[2] / "fixtures" / "lists" / "old_excel.xls"
OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
SPANNED = '<table:table-cell table:number-rows-spanned="2" office:value-type="string">'
COVERED = "<table:covered-table-cell/>"
EMPTY = '<table:table-row table:number-rows-repeated="{}"><table:table-cell table:number-columns-repeated="16384"/>'


@dataclass(frozen=True)
class ListCase:
    """A list: a text that is pasted, or the bytes of a file, with the encoding or sheet that somebody chooses.

    `expected` are those who are ticked, as "name" or "name | club".
    """

    content: str | bytes
    expected: tuple[str, ...]
    encoding: str = ""
    sheet: str = ""


def workbook(*sheets, merged=(), hidden=()):
    """A file of Excel with these sheets, each a list of rows; cells merged and rows hidden are of the last one."""
    book = Workbook()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    for cells in merged:
        sheet.merge_cells(cells)
    for number in hidden:
        sheet.row_dimensions[number].hidden = True
    file = BytesIO()
    book.save(file)
    return file.getvalue()


def open_document(tables):
    """A file of LibreOffice with this content of its spreadsheet."""
    spaces = " ".join(f'xmlns:{name}="{OFFICE}:{name}:1.0"' for name in ("office", "table", "text"))
    content = (
        f'<?xml version="1.0"?><office:document-content {spaces}><office:body><office:spreadsheet>{tables}'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{OFFICE}:manifest:1.0"/>')
        packed.writestr("content.xml", content)
    return file.getvalue()


def open_table(*rows, name="Tabelle1"):
    """A table of a spreadsheet of LibreOffice, which ends with as many empty rows as it can have."""
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    filled = [f"<table:table-row>{''.join(map(cell.format, row))}</table:table-row>" for row in rows]
    end = EMPTY.format(1_000_000) + "</table:table-row>"
    return f'<table:table table:name="{name}">{"".join(filled)}{end}</table:table>'


UNA, KAI = "Una Löß | BC Nordufer", "Kai Ågren | BC Nordufer"
CASES = {
    "merged clubs, a title, a date": ListCase(
        workbook(
            [
                ["Winterabend 4.12.2026 – Anmeldungen"],
                [date(2026, 12, 4)],
                [],
                ["Nr.", "Verein", "Name", "Geburtstag"],
                [1, "BC Nordufer", "Una Löß", date(1961, 3, 1)],
                [2, None, "Kai Ågren", date(1990, 1, 2)],
                [3, "TC Süd", "Ömer Şen", None],
            ],
            merged=("A1:D1", "B5:B6"),
        ),
        (UNA, KAI, "Ömer Şen | TC Süd"),
    ),
    "answers to a form": ListCase(
        workbook(
            [
                ["Zeitstempel", "E-Mail-Adresse", "Wie heißt du?", "Wo spielst du sonst?", "Bist du dabei?"],
                ["20.11.2026 18:30:05", "ul@example.org", "Una Löß", "BC Nordufer", "Ja"],
                ["20.11.2026 18:31:05", "ka@example.org", "Kai Ågren", None, "Ja"],
            ]
        ),
        (UNA, "Kai Ågren"),
    ),
    "a sheet about the file before the list": ListCase(
        workbook(
            [[None], [None, "Blatt-Name", "Tabellen-Name"], [None, "Mitglieder", "Tabelle 1"]],
            [["Vorname", "Nachname", "Verein"], ["Una", "Löß", "BC Nordufer"], ["Kai", "Ågren", "BC Nordufer"]],
        ),
        (UNA, KAI),
    ),
    "the other sheet": ListCase(workbook([["Name"], ["Una"]], [["Name"], ["Kai"]]), ("Kai",), sheet="Sheet1"),
    "hidden rows": ListCase(workbook([["Name"], ["Una"], ["Kai"], ["Ömer"]], hidden=(3,)), ("Una", "Ömer")),
    "LibreOffice": ListCase(
        open_document(open_table(("Name", "Verein"), ("Una Löß", "BC Nordufer"), ("Kai Ågren", ""))),
        (UNA, "Kai Ågren"),
    ),
    "LibreOffice with merged clubs": ListCase(
        open_document(
            open_table(("Winter",), (), ("Name", "Verein"), ("Una Löß", "BC Nordufer"), ("Kai Ågren",), ("Ida", "TC"))
            .replace('<table:table-cell office:value-type="string"><text:p>BC N', f"{SPANNED}<text:p>BC N")
            .replace("Kai Ågren</text:p></table:table-cell>", f"Kai Ågren</text:p></table:table-cell>{COVERED}")
        ),
        (UNA, KAI, "Ida | TC"),
    ),
    "old Excel with merged clubs": ListCase(
        OLD_EXCEL.read_bytes(), ("Ägidius Löß | BC Nordufer", "Noëlle Brück | BC Nordufer", "Ömer Şen | TC Süd")
    ),
    "another sheet of old Excel": ListCase(OLD_EXCEL.read_bytes(), ("Ylva Åström",), sheet="Gäste"),
    "Italian": ListCase(b"Cognome;Nome;Circolo\r\nNeri;Ugo;Circolo Dadi\r\n", ("Ugo Neri | Circolo Dadi",)),
    "Danish": ListCase(
        "Navn;Klub;Rating\r\nSøren Æbelø;Byens Klub;1600\r\n".encode("cp1252"), ("Søren Æbelø | Byens Klub",)
    ),
    "French": ListCase("Nom;Prénom;Club\nDupré;Zoé;Paris".encode(), ("Zoé Dupré | Paris",)),
    "French in one column": ListCase('"Nom, Prénom";Payé\n"Dupré, Zoé";oui'.encode(), ("Zoé Dupré",)),
    "Spanish": ListCase("Jugador/a;Equipo\nInés Peña;Dados".encode(), ("Inés Peña | Dados",)),
    "Dutch": ListCase(b"Voornaam,Achternaam\nSjef,de Wit", ("Sjef de Wit",)),
    "Norwegian": ListCase("Deltaker\nÅse Ødegård".encode(), ("Åse Ødegård",)),
    "English, with underscores": ListCase(b"first_name,last_name,paid\nUna,Loss,yes", ("Una Loss",)),
    "Name of player": ListCase(b"Id;Name of player\n7;Una\n8;Kai", ("Una", "Kai")),
    "Russian": ListCase("ФИО;Клуб\nЯна Ёлкина;Зары".encode("cp1251"), ("Яна Ёлкина | Зары",), encoding="cp1251"),
    "Greek": ListCase("Όνομα;Σύλλογος\nΓιώργος Ζώης;Τάβλι".encode("cp1253"), ("Γιώργος Ζώης | Τάβλι",), "cp1253"),
    "Turkish": ListCase("Ad;Soyad;Kulüp\nİpek;Şığ;Zar".encode("cp1254"), ("İpek Şığ | Zar",), "cp1254"),
    "Polish": ListCase("Imię i nazwisko\nŁucja Źrebię".encode("cp1250"), ("Łucja Źrebię",), "cp1250"),
    "a Macintosh": ListCase("Name;Verein\rJürgen Öß;Köln\r".encode("mac_roman"), ("Jürgen Öß | Köln",), "mac_roman"),
    "the ratings of a federation": ListCase(
        "\ufeffNo.;;Name;FideID;FED;Rtg;Club/City\r\n1;;Löß, Una;0;GER;1650;BC Nordufer\r\n".encode(), (UNA,)
    ),
    "answers before the names": ListCase(
        "Angemeldet;Spieler:in;Verein\nja;Una Löß;BC Nordufer\nja;Kai Ågren;BC Nordufer".encode(), (UNA, KAI)
    ),
    "answers under the heading for players": ListCase(b"Teilnehmer;Name\nja;Una\nnein;Kai", ("Una", "Kai")),
    "nothing but a gendered heading": ListCase("Spieler/in\nUna Löß\nKai Ågren".encode(), ("Una Löß", "Kai Ågren")),
    "the heading again on each page": ListCase(b"Name;Club\nUna;Ulm\nName;Club\nKai;Ulm", ("Una | Ulm", "Kai | Ulm")),
    "surname first under a heading": ListCase(
        "Nachname, Vorname;Verein\r\nLöß, Una;Nord\r\nvon Ågren, Kai;Nord\r\n".encode(),
        ("Una Löß | Nord", "Kai von Ågren | Nord"),
    ),
    "surname first without a heading": ListCase("Löß, Una\nÅgren, Kai\nIda", ("Una Löß", "Kai Ågren", "Ida")),
    "recipients of a mail": ListCase(
        "Una Löß <ul@example.org>, Kai Ågren <ka@example.org>; x@example.org", ("Una Löß", "Kai Ågren")
    ),
    "recipients in quotation marks": ListCase(
        '"Löß, Una" <ul@example.org>; "Ågren, Kai" <ka@example.org>', ("Una Löß", "Kai Ågren")
    ),
    "a numbered list with remarks": ListCase(
        "1. Una Löß (1650) – BC Nordufer\n2. Kai Ågren – bezahlt ✔\n3) Ida Möß  8€,\n4) Ömer Şen 0170 1234567",
        (UNA, "Kai Ågren", "Ida Möß", "Ömer Şen"),
    ),
    "a title, a line and a sum": ListCase("Teilnehmerliste:\n----\n• Una\n• Kai\n====\nSumme: 2", ("Una", "Kai")),
    "a total in a workbook": ListCase(
        workbook([["Name", "Fee"], ["Una", 8], ["Kai", 8], ["Total", 16]]), ("Una", "Kai")
    ),
    "two in one line": ListCase("Una\nKai und Ida\nÖmer Şen / Ylva Åström", ("Una",)),
    "a table of Markdown": ListCase("| Name | Club |\n|---|---|\n| Una | Ulm |\n| Kai | |", ("Una | Ulm", "Kai")),
    "columns set apart by blanks": ListCase(
        "Una Löß      Ulm\nKai Ågren    Wien", ("Una Löß | Ulm", "Kai Ågren | Wien")
    ),
    "names in a single line": ListCase("Una Löß, Kai Ågren, Ida Möß", ("Una Löß", "Kai Ågren", "Ida Möß")),
    "a quotation mark alone": ListCase('"Una;Ulm\nKai;Ulm', ("Una | Ulm", "Kai | Ulm")),
    "numbers without a sign": ListCase("1 Una Löß\n2 Kai Ågren\n3 Ida", ("Una Löß", "Kai Ågren", "Ida")),
    "a name that begins with a number": ListCase("2 Fast\nUna\nKai", ("2 Fast", "Una", "Kai")),
    "one name and two contacts": ListCase("Una\nul@example.org\n0170/1234567", ("Una",)),
    "asides": ListCase("Una Löß (kommt später)\nKai +1\nIda (abgesagt)", ("Una Löß", "Kai")),
    "a waiting list below": ListCase("Una\nKai\nIda\nWarteliste:\nÖmer\nSeite 1 von 2\nYlva", ("Una", "Kai", "Ida")),
    "orders, one of them cancelled": ListCase(
        b"Order,First Name,Last Name,Status\nA7-1,Una,Loss,Attending\nA7-2,Kai,Berg,Not Attending", ("Una Loss",)
    ),
    "two names in a cell of two lines": ListCase(workbook([["Name"], ["Una Löß\nKai Ågren"], ["Ida"]]), ("Ida",)),
    "the club in the cell of the name": ListCase(
        "Name (Verein)\nUna Löß (BC Ulm)\nKai Ågren".encode(), ("Una Löß | BC Ulm", "Kai Ågren")
    ),
    "tickets": ListCase(
        b"Ticket;Attendee Name;Phone\nA7X-2001;Una;+49 170 1234567\nA7X-2002;Kai;+49 170 1234568", ("Una", "Kai")
    ),
    "sexes and days": ListCase(b"m;Una;1.2.1990\nw;Kai;3.4.1991", ("Una", "Kai")),
    "two surnames": ListCase("Nombre;Primer apellido;Segundo apellido\nInés;Peña;Gil".encode(), ("Inés Peña Gil",)),
    "a part of the surname in a column of its own": ListCase(
        b"Achternaam;Tussenvoegsel;Voornaam\nWit;de;Jan\nMol;;Anna", ("Jan de Wit", "Anna Mol")
    ),
    "Portuguese": ListCase("Primeiro nome;Último nome\nJoão;Araújo".encode(), ("João Araújo",)),
    "Romanian": ListCase("Nume și prenume;Club\nAna Șerban;Zar".encode(), ("Ana Șerban | Zar",)),
    "Bulgarian": ListCase("Име и фамилия;Клуб\nАнна Ганева;Зар".encode(), ("Анна Ганева | Зар",)),
    "Lithuanian": ListCase("Vardas;Pavardė;Klubas\nOna;Ūsė;Zar".encode(), ("Ona Ūsė | Zar",)),
    "Hebrew": ListCase("שם מלא;מועדון\nרות לוי;חיפה".encode(), ("רות לוי | חיפה",)),
    "Arabic": ListCase("الاسم الأول;اسم العائلة\nليلى;حسن".encode(), ("ليلى حسن",)),
    "Japanese": ListCase("氏名,クラブ\n山田太郎,東京".encode(), ("山田太郎 | 東京",)),
    "the number of players and their sex in the heading": ListCase(
        b"Deelnemer (m/v);Betaald\nJan de Wit;ja", ("Jan de Wit",)
    ),
    "a genitive in the heading": ListCase("№;ФИО участника;Оплата\n1;Яна Ёлкина;да".encode(), ("Яна Ёлкина",)),
    "a second kind of name": ListCase(
        b"Full legal name,Preferred name,Home club\nUna Loss,Uni,Ulm\nKai Berg,,Ulm",
        ("Una Loss | Ulm", "Kai Berg | Ulm"),
    ),
    "a question for the club": ListCase(
        b"Your name (first and last),Which club do you play for?\nUna Loss,Ulm\nKai Berg,",
        ("Una Loss | Ulm", "Kai Berg"),
    ),
    "a remark under a heading is no club": ListCase(
        b"Datum;Auftraggeber;Verwendungszweck;Betrag\n1.11.2026;Una Loss;Startgeld;8,00", ("Una Loss",)
    ),
    "headings of nicknames": ListCase(b"#;Nickname;Country\n1;una_dice;DE\n2;Zed;GB", ("una_dice", "Zed")),
    "the surname in capitals": ListCase(
        "Joueurs et joueuses;Classement\nDUPRÉ Zoé;1500\nDE LA TOUR Luc;1490".encode(), ("Zoé DUPRÉ", "Luc DE LA TOUR")
    ),
    "a stroke between surname and first name": ListCase("Name/Vorname\nLöß/Una\nÅgren/Kai", ("Una Löß", "Kai Ågren")),
    "who does not come": ListCase(
        b"Name;Bist du dabei?;Vegetarisch?\nUna;Ja;nein\nKai;Nein, leider nicht;ja\nIda;vielleicht;",
        ("Una", "Ida"),
    ),
    "who comes on one of two days": ListCase(
        b"Name,Attending Friday?,Attending Saturday?\nUna,no,yes\nKai,no,no", ("Una",)
    ),
    "answers behind the names": ListCase(
        "Una: ja\nKai: nein\nIda ist dabei\nÖmer kann nicht\nYlva (no)\nOle - leider nein", ("Una", "Ida")
    ),
    "crossed out": ListCase("1. Una\n2. ~Kai~\n3. Ida ❌\n4. Ömer ✅", ("Una", "Ömer")),
    "nobody": ListCase(b"Name;Club\nUna;Ulm\nN.N.;Ulm\nBye;\n- Freilos -;\nTBA;\n?;", ("Una | Ulm",)),
    "two columns of players": ListCase("Spieler 1;Spieler 2\nUna Löß;Kai Ågren\n".encode(), ("Una Löß", "Kai Ågren")),
    "pairings": ListCase("Tisch 1: Una - Kai\nTisch 2: Ida - Ole\nYlva Ott vs. Ömer Şen\nUna 5:3 Kai", ()),
    "clubs before the names": ListCase("BC Ulm;Una Löß\nBC Ulm;Kai Ågren", ("Una Löß | BC Ulm", "Kai Ågren | BC Ulm")),
    "parts of a list": ListCase(
        "BC Ulm\nGruppe A\nUna\nKai\nGruppe B\nIda\n*** Nachrücker ***\nÖmer", ("Una", "Kai", "Ida")
    ),
    "sums and notes below": ListCase(
        "Name;Betrag\nUna;8\nGesamtbetrag: 16 €\nMontant total : 16 €\nTotale iscritti: 2\n2 Personen\n"
        "Stand: 20.11.2026\nErstellt mit Excel",
        ("Una",),
    ),
    "ratings without a column": ListCase("Name Elo\nUna Löß 1650\nKai Ågren 900", ("Una Löß", "Kai Ågren")),
    "forms of address": ListCase(
        "Herr Ömer Şen\nFrau Ida Möß\nMr. Tim Ott\nHerr Ott", ("Ömer Şen", "Ida Möß", "Tim Ott", "Herr Ott")
    ),
    "bullets of every shape": ListCase(
        "➤ Una\n» Kai\n✦ Ida\n1️⃣ Ole\n2/9 Tim\na) Bea\nNr. 7 Max\n１．Zoe",
        ("Una", "Kai", "Ida", "Ole", "Tim", "Bea", "Max", "Zoe"),
    ),
    "marks that nobody sees": ListCase("\u200bUna\n\ufeffKai\u200e", ("Una", "Kai")),
    "amounts with a dash": ListCase("Una Löß 8.-\nKai Ågren 8,-\nIda 10.- Fr.", ("Una Löß", "Kai Ågren", "Ida")),
    "clubs behind a stroke or a comma": ListCase(
        "Una Löß / BC Ulm\nKai Ågren – BC Wien – offen\nIda Möß, BC Ulm",
        ("Una Löß | BC Ulm", "Kai Ågren | BC Wien", "Ida Möß | BC Ulm"),
    ),
    "a name in a messenger": ListCase("Una Löß @dice\n@dicequeen\nKai", ("Una Löß", "Kai")),
}
