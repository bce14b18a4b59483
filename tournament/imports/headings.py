"""The headings of a list of players, in the usual words of a dozen languages."""

import re
from collections.abc import Sequence
from enum import StrEnum

from tournament.imports.cells import search_keys
from tournament.names import search_key


class Holds(StrEnum):
    """What a column of a list holds; a column that is left out may hold anything."""

    NAME = "name"
    FIRST_NAME = "first"
    SURNAME = "last"
    CLUB = "club"
    PAID = "paid"
    LEFT_OUT = ""


# A name, which beside a column of first names is the surname, and beside one of surnames the first name.
NAME = search_keys(
    "name namen names nom noms nome nombre navn namn naam nume imie jmeno meno ime imya nev nimi ad adi isim isminiz"
    " имя имʼя ονομα"
)
PLAYER = search_keys(
    "spieler spielers spielerin spielerinnen spielende spielenden spielername mitspieler teilnehmer teilnehmers"
    " teilnehmerin teilnehmerinnen teilnehmende teilnehmenden teilnehmername mitglied mitglieder mitgliedsname"
    " person personen gast gaste anmeldung"
    " player players playername participant participants participante participantes attendee attendees entrant entrants"
    " competitor competitors contestant member members guest fullname displayname"
    " joueur joueurs joueuse joueuses inscrit inscrits adherent"
    " giocatore giocatori giocatrice giocatrici partecipante partecipanti nominativo iscritto"
    " jugador jugadores jugadora jugadoras inscrito"
    " jogador jogadores jogadora jogadoras"
    " spiller spillere spelare deltager deltagere deltaker deltakere deltagare"
    " speler speelster spelers deelnemer deelneemster deelnemers"
    " gracz gracze zawodnik zawodniczka zawodnicy uczestnik uczestniczka uczestnicy"
    " hrac hracka hraci ucastnik ucastnice"
    " oyuncu oyuncular katilimci katilimcilar"
    " pelaaja pelaajat osallistuja jatekos jatekosok resztvevo jucator participanti igrac"
    " игрок игроки участник участница участники фио піб пип гравець"
    " παικτης παικτρια παικτες ονοματεπωνυμο συμμετεχων"
)
FIRST_NAME = search_keys(
    "vorname vornamen rufname firstname first forename givenname given prenom prenoms nomedibattesimo prenome"
    " fornavn fornamn voornaam roepnaam keresztnev etunimi prenume krstnoime vor"
)
SURNAME = search_keys(
    "nachname nachnamen familienname familiennamen zuname zunamen surname lastname last familyname family nomdefamille"
    " cognome cognomi apellido apellidos sobrenome apelido apelidos efternavn etternavn efternamn slektsnavn"
    " achternaam familienaam nazwisko prijmeni priezvisko soyad soyadi soyisim sukunimi vezeteknev csaladnev"
    " prezime фамилия прізвище επωνυμο επιθετο nach"
)
CLUB = search_keys(
    "verein vereine vereinsname vereins klub klubname klubs heimatverein heimatklub spielort club clubs clubname team"
    " mannschaft"
    " association circolo societa squadra equipe equipo clube asociacion associacao forening foreningen klubb klubben"
    " klubnavn forbund vereniging druzyna stowarzyszenie oddil kulup kulubu dernek takim"
    " seura kerho egyesulet csapat клуб команда συλλογος ομαδα σωματειο λεσχη"
)
PAID = search_keys(
    "bezahlt gezahlt zahlung paid payed payment paye payee paiement regle pagato pagado pagada pago betalt betald"
    " betaald betaling zaplacone zaplacono oplacone zaplaceno odendi odeme fizetve maksettu"
    " платеж оплачено оплата πληρωθηκε πληρωμη"
)
FEE = search_keys("startgeld teilnahmegebuhr gebuhr beitrag fee entry fees inscription quota startgebuhr")
GROUPS = {
    "name": NAME, "player": PLAYER, "first": FIRST_NAME, "last": SURNAME, "club": CLUB, "paid": PAID, "fee": FEE
}  # fmt: skip
# Words beside these that say nothing else.
BESIDE = search_keys(
    "a and as bitte bisher city da das de dein deine dem der des di die du e ed ein el en et full i ihr ihre il in inn"
    " innen ist its komplett la las le les los mein name nb no og of och or ort oder pelne plz s se stadt su the til"
    " town tu und up van vasch vereinsort via ville voll voller vollstandiger voor votre vos y your z wohnort"
    " complet completo completa fulde fullstandigt hele volledige koko teljes ve и та και"
)  # fmt: skip
PHRASES = tuple(
    (re.compile(rf"\b{words}\b"), one)
    for words, one in (
        ("(?:first|given|fore) names?", "firstname"),
        ("(?:last|family|sur) names?", "lastname"),
        ("noms? de famille", "nomdefamille"),
        ("full name", "fullname"),
        ("display name", "displayname"),
        ("ad soyad", "fullname"),
        ("adi soyadi", "fullname"),
        ("(?:vor|ruf) und (?:nach|zu|familien)namen?", "fullname"),
        ("vor (?:nach|zu|familien)namen?", "fullname"),
        ("(?:nach|zu|familien) und vornamen?", "fullname"),
        ("(?:nach|zu|familien) vornamen?", "fullname"),
    )
)
# "Spieler:in", "Teilnehmer/-in", "Spieler*innen", "jugador/a", "joueur·se", "Spieler(in)".
GENDERED = re.compile(
    r"(?<=\w)\s?[:/*_·•.(@\-]+(?:innen|inn|in|nen|[aeos]s?|ne|nes|rice|trice|euse|euses|ses?|sse|ka|ki|ya|ice|ster)\b\)?"
)
CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")
LONGEST = 60


def heading_of(cell: str) -> Holds | None:
    """What a heading says its column holds; None for any other text."""
    words = _words(cell)
    if not words:
        return None
    groups = {name for word in words for name, known in GROUPS.items() if word in known}
    if not groups or not all(word in BESIDE or any(word in known for known in GROUPS.values()) for word in words):
        return None
    if "paid" in groups:
        return Holds.PAID if groups <= {"paid", "fee"} else None
    if "club" in groups:
        # "Name (Verein)" has both in one cell, "Club name" does not.
        is_behind = words[0] in NAME | PLAYER and re.search(r"[(,/+&]", cell)
        if groups <= {"club", "name", "player"}:
            return Holds.NAME if is_behind else Holds.CLUB
        return None
    if "fee" in groups:
        return None
    if groups in ({"first"}, {"first", "player"}):
        return Holds.FIRST_NAME if words != ["vor"] else None
    if groups in ({"last"}, {"last", "player"}):
        return Holds.SURNAME if words != ["nach"] else None
    return Holds.NAME


def is_any_name(cell: str) -> bool:
    """Whether a heading is the word for a name that may also be a part of one, as "Nome" beside "Cognome" is."""
    words = _words(cell)
    return bool(words) and all(word in NAME or word in BESIDE for word in words)


def headings(row: Sequence[str]) -> list[Holds]:
    """What the headings in a row say of their columns; beside a part of the name, "Name" is the other part."""
    said = [heading_of(cell) or Holds.LEFT_OUT for cell in row]
    other = {Holds.FIRST_NAME: Holds.SURNAME, Holds.SURNAME: Holds.FIRST_NAME}
    for part, missing in other.items():
        if part in said and missing not in said:
            for column, cell in enumerate(row):
                if said[column] is Holds.NAME and is_any_name(cell):
                    said[column] = missing
                    break
    return said


def count_headings(row: Sequence[str]) -> int:
    """How many columns have a heading by which a list of players is recognised."""
    return sum(kind is not Holds.LEFT_OUT for kind in map(heading_of_cell, row))


def heading_of_cell(cell: str) -> Holds:
    """What a cell says as a heading; what still has a delimiter in it is no cell."""
    return (heading_of(cell) if not re.search(r"[;\t|]", cell) else None) or Holds.LEFT_OUT


def says_surname_first(cell: str) -> bool:
    """Whether a heading of whole names has the surname before the first name, as "Nachname, Vorname" does."""
    groups = ["first" if word in FIRST_NAME else "last" for word in _words(cell) if word in FIRST_NAME | SURNAME | NAME]
    return "first" in groups[1:] and groups[0] == "last"


def _words(cell: str) -> list[str]:
    if len(cell) > LONGEST or any(map(str.isdigit, cell)):
        return []
    key = GENDERED.sub("", search_key(CAMEL.sub(" ", cell)).replace("_", " "))
    text = " ".join(re.findall(r"[^\W\d_]+", key))
    for pattern, one in PHRASES:
        text = pattern.sub(one, text)
    return text.split()
