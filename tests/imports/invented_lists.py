"""Lists of players and of matches with invented names, made at random as people and programs write them."""

import csv
from dataclasses import dataclass
from datetime import date, timedelta
from io import BytesIO, StringIO

from openpyxl import Workbook

from tests.imports.list_cases import open_document, open_table

FIRST_NAMES = (
    "Una",
    "Kai",
    "Ida",
    "Ömer",
    "Zoë",
    "Søren",
    "Łucja",
    "İpek",
    "Inés",
    "Noëlle",
    "Jan-Ole",
    "Γιώργος",
    "Яна",
)
SURNAMES = ("Löß", "Ågren", "Şen", "Brück", "Źrebię", "Peña", "O'Neil", "de Wit", "von der Au", "Ζώης", "Ёлкина", "Ek")
CLUBS = ("BC Nordufer", "Dadi", "Byens Klub", "Zar", "", "")


@dataclass(frozen=True)
class Language:
    """The headings of a language: of a whole name, first name, surname, club and payment, and its yes and its no.

    `of_player` stands behind or before a part of the name to say whose it is; `status` is the heading over the state
    of an order, `comes` and `off` what stands below it.
    """

    whole: tuple[str, ...]
    first: str
    last: str
    club: str
    paid: str
    yes: str
    no: str
    total: str
    of_player: tuple[str, ...]
    status: str
    comes: tuple[str, ...]
    off: tuple[str, ...]


LANGUAGES = (
    Language(("Name", "Spieler:in", "Teilnehmer/in", "Vor- und Nachname", "Dein Vor- und Nachname"), "Vorname",
             "Nachname", "Verein", "Bezahlt", "ja", "nein", "Summe",
             ("Spieler {}", "{} des Teilnehmers", "Teilnehmer-{}", "{} (Spieler:in)"), "Bestellstatus",
             ("bestätigt", "bezahlt", "Mitglied"),
             ("storniert", "Warteliste", "Erstattet", "Abgelaufen", "Ausstehend")),
    Language(("Name", "Name of player", "Participant", "Full name", "Full name of the player", "What is your name?"),
             "First name", "Last name", "Club", "Paid?", "yes", "no", "Total",
             ("Player {}", "Attendee {}", "{} of the player", "Ticket: {}"), "Attendee Status",
             ("Attending", "confirmed", "guest"),
             ("Refunded", "Cancelled", "Waiting list", "withdrawn", "Not Attending")),
    Language(("Nom et prénom", "Joueur·se", "Participant(e)", "Quel est ton nom ?"), "Prénom", "Nom", "Club", "Payé",
             "oui", "non", "Total", ("{} participant", "{} du joueur"), "Statut de la commande", ("Validé", "Adhérent"),
             ("Annulé", "Remboursé", "Liste d'attente", "En attente")),
    Language(("Nome e cognome", "Giocatore/trice"), "Nome", "Cognome", "Circolo", "Pagato", "sì", "no", "Totale",
             ("{} iscritto", "{} del giocatore"), "Stato", ("Confermato", "Socio"),
             ("Annullato", "Rimborsato", "Ritirato")),
    Language(("Nombre y apellidos", "Jugador/a"), "Nombre", "Apellidos", "Equipo", "Pagado", "sí", "no", "Total",
             ("{} del jugador", "Participante: {}"), "Estado", ("Confirmado", "Socio"),
             ("Cancelado", "Lista de espera", "Reembolsado", "Pendiente")),
    Language(("Navn", "Spiller"), "Fornavn", "Efternavn", "Klub", "Betalt", "ja", "nej", "Total",
             ("Spillerens {}", "Deltager {}"), "Status", ("Tilmeldt", "Medlem"),
             ("Afmeldt", "Venteliste", "Refunderet")),
    Language(("Namn", "Deltagare"), "Förnamn", "Efternamn", "Klubb", "Betalt", "ja", "nej", "Summa",
             ("Spelarens {}", "{} deltagare"), "Status", ("Anmäld", "Medlem"),
             ("Avanmäld", "Väntelista", "Återbetald")),
    Language(("Naam", "Speler", "Deelnemer (m/v)"), "Voornaam", "Achternaam", "Vereniging", "Betaald", "ja", "nee",
             "Totaal", ("{} deelnemer", "{} van de speler"), "Status", ("Bevestigd", "Lid"),
             ("Geannuleerd", "Wachtlijst", "Terugbetaald")),
    Language(("Imię i nazwisko", "Zawodnik/Zawodniczka"), "Imię", "Nazwisko", "Klub", "Wpłata", "tak", "nie", "Razem",
             ("{} zawodnika", "{} uczestnika"), "Status", ("Potwierdzony", "Członek"),
             ("Anulowane", "Lista rezerwowa")),
    Language(("Jméno a příjmení", "Hráč/ka"), "Jméno", "Příjmení", "Klub", "Zaplaceno", "ano", "ne", "Celkem",
             ("{} hráče", "{} účastníka"), "Stav", ("Potvrzeno", "Člen"), ("Zrušeno", "Čekací listina", "Vráceno")),
    Language(("Adı Soyadı", "Oyuncu"), "Ad", "Soyad", "Kulüp", "Ödendi", "evet", "hayır", "Toplam",
             ("Oyuncunun {}", "Katılımcı {}"), "Durum", ("Onaylandı", "Üye"), ("İptal edildi", "Yedek", "İade")),
    Language(("Ονοματεπώνυμο", "Παίκτης"), "Όνομα", "Επώνυμο", "Σύλλογος", "Πληρωμή", "ναι", "όχι", "Σύνολο",
             ("{} παίκτη", "{} συμμετέχοντος"), "Κατάσταση", ("Επιβεβαιώθηκε", "Μέλος"),
             ("Ακυρώθηκε", "Λίστα αναμονής")),
    Language(("ФИО", "Участник", "Фамилия Имя Отчество"), "Имя", "Фамилия", "Клуб", "Оплата", "да", "нет", "Итого",
             ("{} участника", "{} игрока"), "Статус", ("Подтверждено", "Гость"),
             ("Отменено", "Лист ожидания", "Возврат")),
)  # fmt: skip


@dataclass(frozen=True)
class Player:
    first: str
    last: str
    club: str
    has_paid: bool

    @property
    def name(self):
        return f"{self.first} {self.last}"


@dataclass(frozen=True)
class InventedList:
    """An invented list of players, and the players to be read from it: name, club, and whether they have paid."""

    content: str | bytes
    expected: tuple[tuple[str, str, bool], ...]


def players(chance):
    names = {}
    while len(names) < 8:
        player = Player(
            chance.choice(FIRST_NAMES), chance.choice(SURNAMES), chance.choice(CLUBS), chance.random() < 0.5
        )
        names.setdefault(player.name, player)
    return tuple(names.values())[: chance.randint(3, 8)]


def invented_list(chance):
    """A list of one of the kinds."""
    return chance.choice((_table, _table, _table, _lines, _surnames_first, _recipients))(chance)


def _table(chance):
    language, listed = chance.choice(LANGUAGES), players(chance)
    columns = [*_names(chance, language, listed)]
    has_clubs, has_paid, has_status = chance.random() < 0.7, chance.random() < 0.6, chance.random() < 0.4
    states = [chance.choice(language.comes if chance.random() < 0.7 else language.off) for _each in listed]
    more = []
    if has_clubs:
        more.append((language.club, [each.club for each in listed]))
    if has_paid:
        unpaid = chance.choice((language.no, ""))
        more.append((language.paid, [language.yes if each.has_paid else unpaid for each in listed]))
    if has_status:
        more.append((language.status, states))
    more += chance.sample(_beside(chance, language, listed), chance.randint(0, 4))
    chance.shuffle(more)
    at = chance.randint(0, len(more))
    columns = [*more[:at], *columns, *more[at:]]
    if chance.random() < 0.4:
        columns.insert(0, ("Nr.", [str(number) for number, _each in enumerate(listed, 1)]))
    rows = [[heading for heading, _cells in columns], *zip(*(cells for _heading, cells in columns), strict=True)]
    if chance.random() < 0.3:
        rows = [["Winter 12.12.2026", *[""] * (len(columns) - 1)], *rows]
    if chance.random() < 0.3 and len(columns) > 1:
        rows.append([language.total, *[""] * (len(columns) - 2), str(8 * len(listed))])
    expected = tuple(
        (each.name, each.club * has_clubs, each.has_paid and has_paid)
        for each, state in zip(listed, states, strict=True)
        if not has_status or state not in language.off
    )
    # A payment that the state of an order names is read as one where no column is about payments.
    if has_status and not has_paid:
        expected = tuple(
            (name, club, state == "bezahlt")
            for (name, club, _is_paid), state in zip(
                expected, [state for state in states if state not in language.off], strict=True
            )
        )
    return InventedList(_written(chance, rows), expected)


def _beside(chance, language, listed):
    """Columns that exporters add and that are none of a list of players."""
    return [
        ("E-mail", [f"player{number}@example.org" for number, _each in enumerate(listed)]),
        ("Telefon", [f"0170 12345{number:02}" for number, _each in enumerate(listed)]),
        ("Ticket", [f"A7X-{2000 + number}" for number, _each in enumerate(listed)]),
        ("Fee", ["8 €"] * len(listed)),
        ("Timestamp", ["2026-11-20 18:30:05"] * len(listed)),
        ("m/w", [chance.choice("mw") for _each in listed]),
        # Remarks and products made of words that headings have.
        ("Product", [chance.choice(("Entry fee", "Entry fee members", "Member entry")) for _each in listed]),
        ("Bemerkung", [chance.choice(("Startgeld bezahlt", "Startgeld offen", "")) for _each in listed]),
        # What a form asks beside the names, and how its program calls who is logged in.
        ("Isst du vegetarisch?", [chance.choice((language.yes, language.no)) for _each in listed]),
        ("ad_name", ["Autumn"] * len(listed)),
        ("Event Name", ["Club Night"] * len(listed)),
        ("Nom payeur", ["Payeur"] * len(listed)),
        ("Buyer First Name", [f"Zed{chance.choice('abc')}" for _each in listed]),
    ]


def _names(chance, language, listed):
    firsts, lasts = [each.first for each in listed], [each.last for each in listed]
    of_player = chance.choice(language.of_player)
    match chance.randint(0, 5):
        case 0:
            return (language.first, firsts), (language.last, lasts)
        case 1:
            return (language.last, lasts), (language.first, firsts)
        case 2:
            return (of_player.format(language.first), firsts), (of_player.format(language.last), lasts)
        case 3:
            return (of_player.format(language.last), lasts), (of_player.format(language.first), firsts)
        case 4:
            whole = [f"{last}, {first}" for first, last in zip(firsts, lasts, strict=True)]
            return ((f"{language.last}, {language.first}", whole),)
        case _:
            return ((chance.choice(language.whole), [each.name for each in listed]),)


def _written(chance, rows):
    kind = chance.choice(("excel", "libre", "csv", "csv", "paste"))
    if kind == "excel":
        book = Workbook()
        for row in rows:
            book.active.append(list(row))
        file = BytesIO()
        book.save(file)
        return file.getvalue()
    if kind == "libre":
        escaped = [[cell.replace("&", "&amp;") for cell in row] for row in rows]
        return open_document(open_table(*escaped))
    text = StringIO()
    delimiter = "\t" if kind == "paste" else chance.choice(";,")
    csv.writer(text, delimiter=delimiter, lineterminator=chance.choice(("\n", "\r\n"))).writerows(rows)
    return (
        text.getvalue() if kind == "paste" else text.getvalue().encode(chance.choice(("utf-8", "utf-8-sig", "utf-16")))
    )


def _lines(chance):
    """A line for each, numbered, with bullets or bare, and with something behind the name."""
    listed = players(chance)
    before = chance.choice(("", "{}. ", "{}) ", "• ", "- ", "☐ ", "{} - ", "#{} "))
    behind = {
        "": ("", False), " (8 €)": ("", False), " 8,-": ("", False), " – {}": ("club", False), " ({})": ("club", False),
        " (bezahlt)": ("", True), " ✔ paid": ("", True), " 0170 1234567": ("", False), " <x@example.org>": ("", False),
        " [1650]": ("", False), " (kommt später)": ("", False),
    }  # fmt: skip
    lines, expected = [], []
    for number, each in enumerate(listed, 1):
        more, (holds, is_paid) = chance.choice(list(behind.items()))
        club = "BC Nordufer" if holds else ""
        lines.append(f"{before.format(number)}{each.name}{more.format(club)}")
        expected.append((each.name, club, is_paid))
    if chance.random() < 0.3:
        lines = ["Teilnehmerliste:", "----", *lines]
    if chance.random() < 0.3:
        lines += ["====", f"Summe: {len(listed)}"]
    return InventedList("\n".join(lines), tuple(expected))


def _surnames_first(chance):
    listed = players(chance)
    return InventedList(
        "\n".join(f"{each.last}, {each.first}" for each in listed), tuple((each.name, "", False) for each in listed)
    )


def _recipients(chance):
    listed = players(chance)
    joined = chance.choice(("; ", ", ")).join(f"{each.name} <p{at}@example.org>" for at, each in enumerate(listed))
    return InventedList(joined, tuple((each.name, "", False) for each in listed))


# Lists of matches.

MATCH_HEADINGS = (
    ("Date", "Player 1", "Player 2", "Match length", "Score"),
    ("Datum", "Spieler:in 1", "Spieler:in 2", "Länge", "Ergebnis"),
    ("Datum", "Heim", "Gast", "Matchlänge", "Ergebnis"), ("Date", "Player", "Opponent", "Length", "Result"),
    ("Date", "Joueur·se 1", "Joueur·se 2", "Longueur", "Score"),
    ("Data", "Giocatore 1", "Giocatore 2", "Lunghezza", "Risultato"),
    ("Fecha", "Jugador/a 1", "Jugador/a 2", "Longitud", "Resultado"),
    ("Dato", "Spiller 1", "Spiller 2", "Længde", "Resultat"),
    ("Datum", "Speler 1", "Speler 2", "Lengte", "Uitslag"), ("Data", "Gracz 1", "Gracz 2", "Długość", "Wynik"),
    ("Tarih", "Oyuncu 1", "Oyuncu 2", "Uzunluk", "Sonuç"), ("Дата", "Игрок 1", "Игрок 2", "Длина", "Счёт"),
)  # fmt: skip
DAYS = ("%Y-%m-%d", "%d.%m.%Y", "%Y-%m-%d 19:30", "%d.%m.%Y 19:30", "%Y-%m-%dT19:30:00Z", "%d %b %Y", "%B %d, %Y")
SCORES = ("{}:{}", "{} : {}", "{}-{}", "{}–{}", "{:02}:{:02}:00", "{}.0:{}.0", "({}:{})")
MATCH_LENGTHS = ("{}", "{}.0", "{} pt", "{} Punkte", "to {}")


def invented_matches(chance):
    """A text with matches, and what is expected: day, winner, loser, length and points."""
    headings, day_as, score_as = chance.choice(MATCH_HEADINGS), chance.choice(DAYS), chance.choice(SCORES)
    length_as = chance.choice(MATCH_LENGTHS)
    rows, expected = [], []
    for nth in range(chance.randint(2, 9)):
        first, second = chance.sample([each.name for each in players(chance)], 2)
        day, length = date(2025, 1, 1) + timedelta(days=chance.randint(0, 300)), chance.choice((3, 5, 7, 9))
        if nth and chance.random() < 0.15:
            rows.append((day.strftime(day_as), first, "BYE", length_as.format(length), ""))
            continue
        loses = chance.randint(0, length - 1)
        is_first = chance.random() < 0.5
        points = (length, loses) if is_first else (loses, length)
        rows.append((day.strftime(day_as), first, second, length_as.format(length), score_as.format(*points)))
        winner, loser = (first, second) if is_first else (second, first)
        expected.append((day, winner, loser, length, (length, loses)))
    text = StringIO()
    csv.writer(text, delimiter=chance.choice(";,\t")).writerows((headings, *rows))
    return text.getvalue().encode(), expected
