"""Recognises the headings of a list of players, in the usual words of some twenty languages."""

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


# Words for a name; beside a column of first names they mean the surname, and the other way round.
NAME = search_keys(
    "name namen names nom noms nome nombre navn namn naam nume imie jmeno meno ime imya nev nimi ad adi isim isminiz"
    " vardas vards nafn emri имя име імя имʼя имена ονομα שם שמך الاسم اسم نام 氏名 名前 お名前 姓名 名字 이름"
    " 성명 성함"
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
    " zaidejas dalyvis speletajs dalibnieks mangija osaleja udelezenec udelezenka sutaziaci sutaziaca"
    " игрок игрока игроки игроков участник участника участница участницы участники участников фио піб пип гравець"
    " гравці учасник учасники играч играчи участничка"
    " παικτης παικτρια παικτες ονοματεπωνυμο συμμετεχων συμμετεχοντες שחקן שחקנים משתתף משתתפים اللاعب اللاعبون بازیکن"
    " 選手 選手名 参加者 参加者名 选手 参赛者 선수 참가자"
)
FIRST_NAME = search_keys(
    "vorname vornamen rufname firstname first forename givenname given prenom prenoms nomedibattesimo prenome"
    " fornavn fornamn voornaam roepnaam keresztnev etunimi eesnimi prenume krstnoime fornafn mellannamn mellomnavn"
    " mellemnavn 名 vor"
)
SURNAME = search_keys(
    "nachname nachnamen familienname familiennamen zuname zunamen surname lastname last familyname family nomdefamille"
    " cognome cognomi apellido apellidos sobrenome apelido apelidos efternavn etternavn efternamn slektsnavn"
    " achternaam familienaam nazwisko prijmeni priezvisko soyad soyadi soyisim sukunimi vezeteknev csaladnev"
    " prezime priimek pavarde uzvards perekonnanimi eftirnafn mbiemri tussenvoegsel tussenvoegsels"
    " фамилия прізвище презиме επωνυμο επιθετο 姓 苗字 nach"
)
CLUB = search_keys(
    "verein vereine vereinsname vereins klub klubname klubs heimatverein heimatklub spielort club clubs clubname team"
    " mannschaft"
    " association circolo societa squadra equipe equipo clube asociacion associacao forening foreningen klubb klubben"
    " klubnavn forbund vereniging druzyna stowarzyszenie oddil kulup kulubu dernek takim"
    " seura kerho egyesulet csapat klubas klubs klubi drustvo drushtvo клуб клуба клубы команда отбор συλλογος ομαδα"
    " σωματειο λεσχη מועדון النادي نادي باشگاه クラブ 所属 俱乐部 클럽"
)
PAID = search_keys(
    "bezahlt gezahlt zahlung paid payed payment paye payee paiement regle pagato pagado pagada pago betalt betald"
    " betaald betaling betalat betalad zaplacone zaplacono oplacone zaplaceno wplata wplacono wplacone odendi odeme"
    " fizetve fizetett befizetve befizetes maksettu maksu placeno placano uplata platba sumoketa samaksats achitat"
    " platit versato versata bez zahlungseingang bezahlstatus zahlstatus zahlungsstatus"
    " платеж оплачено оплата оплатил платено πληρωθηκε πληρωμη πληρωσε שולם תשלום"
)
# Words of a heading over amounts or notes, like "Fee"; together with one of `PAID`, whether the fee is paid.
FEE = search_keys(
    "startgeld startgebuhr teilnahmegebuhr gebuhr beitrag betrag fee entry fees inscription quota amount total montant"
    " importo bedrag belob status eur euro chf"
)
GROUPS = {
    "name": NAME, "player": PLAYER, "first": FIRST_NAME, "last": SURNAME, "club": CLUB, "paid": PAID, "fee": FEE
}  # fmt: skip
# Words that may stand beside these without changing the meaning.
BESIDE = search_keys(
    "a am and as bitte bisher city d da das de dein deine dem der des di die du e ed ein el en et f full h home i ihr"
    " ihre il in inn innen ir ist its jusu k komplett l la las le legal les los m mein name nb no og of och official or"
    " ort oder pelne plz preferred real s se si stadt su the til town tu un und up v van vasch vereinsort via ville"
    " voll voller vollstandiger voor votre vos w x y your z wohnort middle second segundo segunda primer primero"
    " zweiter optional freiwillig falls vorhanden pflichtfeld pflicht required facultatif facoltativo opcional"
    " complet completo completa fulde fullstandigt hele volledige koko teljes ve и та і по батькові και"
    " מלא הכולל الكامل كامل"
)  # fmt: skip
PHRASES = tuple(
    (re.compile(rf"\b{search_key(words)}\b"), one)
    for words, one in (
        ("(?:first|given|fore|middle) names?", "firstname"),
        ("(?:last|family|sur) names?", "lastname"),
        ("primeiro nome|nome proprio|nome di battesimo|nombre de pila|primer nombre|segundo nombre", "firstname"),
        ("ultimo nome|nome de familia", "lastname"),
        ("שם פרטי|الاسم الاول|اسم کوچک", "firstname"),
        ("שם משפחה|الاسم الاخير|اسم العائلة|(?<!نام و )نام خانوادگی", "lastname"),
        ("نام و نام خانوادگی", "fullname"),
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
# Gendered endings: "Spieler:in", "Teilnehmer/-in", "Spieler*innen", "jugador/a", "joueur·se", "Spieler(in)".
GENDERED = re.compile(
    r"(?<=\w)\s?[:/*_·•.(@\-]+(?:innen|inn|in|nen|[aeos]s?|ne|nes|rice|trice|euse|euses|ses?|sse|ka|ki|ya|ice|ster)\b\)?"
)
# Words for a further part of a name in a column of its own, such as a middle name.
FURTHER = search_keys(
    "middle second segundo segunda zweiter tussenvoegsel tussenvoegsels mellannamn mellomnavn mellemnavn"
)
# Words of a heading that asks who comes, and the answers of those who do not come.
COMING = search_keys(
    "dabei komme kommst kommt kommen teilnahme teilnehmen teilnimmst nimmst mitspielen zusage zugesagt angemeldet"
    " anwesend attend attending attendance coming rsvp going join joining participate participation registered"
    " present presence participez participes participerez viens venez viendras viendrez partecipi parteciperai presente"
    " presenza vieni asistencia asistes asistiras vienes participas participacion presenca vens deltar kommer tilmeldt"
    " pameldt anmald aanwezig meedoen komt obecnosc udzial ucast prijdes katilim geliyor katiliyor tuletko osallistutko"
    " участие придет придете будет будете приду συμμετοχη ερθεις ερχεται παρουσια"
)
NOT_COMING = search_keys(
    "nein no non nee nej nei nie ne nem hayir ei nao not n false leider sorry cannot can't нет οχι absage abgesagt"
)
NOT = search_keys("nicht not raus out can't pas ikke inte niet")
# Other headings that a list of players may have.
OTHER = search_keys(
    "nr lp rank platz rang punkte points pts elo rating rtg wertung buchholz titel title land country nation fed email"
    " mail telefon phone tel handy mobil telephone geburtsdatum geburtstag alter age bemerkung bemerkungen kommentar"
    " comment comments notes remarks id datum date anrede geschlecht gender sex strasse adresse address tisch table"
    " nickname nick username spitzname"
)
# A question like "Where do you play?": its first word, and how its verb begins.
WHERE = search_keys("wo woher where ou dove donde onde hvor var waar gdzie kde hol nerede где που")
PLAYS = (
    "spiel", "play", "jou", "gioc", "jueg", "jog", "spill", "spel", "gra", "hraj", "jatsz", "oyn", "игра", "παιζ"
)  # fmt: skip
NUMBERED = re.compile(r"(\D+?)[ _]?([1-9])\W*")
CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")
LONGEST, LONGEST_QUESTION = 60, 120


def heading_of(cell: str) -> Holds | None:
    """Return what the column below a heading holds; None for a text that is no known heading."""
    if _asks_for_club(cell):
        return Holds.CLUB
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


def _asks_for_club(cell: str) -> bool:
    """Whether a heading asks for the club: "Which club do you play for?", "Wo spielst du sonst?"."""
    words = re.findall(r"[^\W\d_]+", search_key(cell)) if "?" in cell and len(cell) <= LONGEST_QUESTION else []
    says_club = not CLUB.isdisjoint(words) and (NAME | PLAYER).isdisjoint(words)
    return says_club or (bool(words) and words[0] in WHERE and any(word.startswith(PLAYS) for word in words))


def is_any_name(cell: str) -> bool:
    """Whether a heading just means a name, which may be a part of one, like "Nome" beside "Cognome"."""
    words = _words(cell)
    return bool(words) and all(word in NAME or word in BESIDE for word in words)


def is_further(cell: str) -> bool:
    """Whether a heading names a further part of a name, like "Segundo apellido" beside "Primer apellido"."""
    return not search_keys(cell).isdisjoint(FURTHER)


def asks_who_comes(cell: str) -> bool:
    """Whether a heading asks who comes: "Bist du dabei?", "Attending"."""
    return len(cell) <= LONGEST_QUESTION and not search_keys(re.sub(r"[^\w']", " ", cell)).isdisjoint(COMING)


def says_no(cell: str) -> bool:
    """Whether an answer to who comes is no: "Nein, danke", "Kommt nicht"."""
    words = search_key(re.sub(r"[^\w']", " ", cell)).split()
    return words[:1] in [[word] for word in NOT_COMING] or not NOT.isdisjoint(words)


def consists_of_headings(cell: str) -> bool:
    """Whether a text consists of several headings without a delimiter between them: "Nr. Name Club"."""
    words = [word for word in _words(cell) if word in NAME or word not in BESIDE]
    known = [word for word in words if word in OTHER or any(word in group for group in GROUPS.values())]
    return len(known) > 1 and len(known) == len(words)


def names_of_several(row: Sequence[str]) -> bool:
    """Whether a row has headings like "Player 1" and "Player 2", each for the name of one player."""
    return list(_without_numbers(row)) != list(row)


def _without_numbers(row: Sequence[str]) -> Sequence[str]:
    """Remove the numbers from headings like "Player 1" and "Player 2"."""
    found = [NUMBERED.fullmatch(cell.strip()) for cell in row]
    numbers = [match[2] for match in found if match and heading_of(match[1]) is Holds.NAME]
    if numbers != [str(number) for number in range(1, len(numbers) + 1)] or len(numbers) < 2:
        return row
    return [
        match[1] if match and heading_of(match[1]) is Holds.NAME else cell
        for match, cell in zip(found, row, strict=True)
    ]


def headings(row: Sequence[str]) -> list[Holds]:
    """Return what each column below a row of headings holds; next to "First name", "Name" means the surname."""
    row = _without_numbers(row)
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
    return sum(kind is not Holds.LEFT_OUT for kind in map(heading_of_cell, _without_numbers(row)))


def heading_of_cell(cell: str) -> Holds:
    """Return what the column below this cell holds; a text with a delimiter in it is no heading."""
    return (heading_of(cell) if not re.search(r"[;\t|]", cell) else None) or Holds.LEFT_OUT


def says_surname_first(cell: str) -> bool:
    """Whether a heading of whole names has the surname before the first name, as "Nachname, Vorname" does."""
    words = [word for word in _words(cell) if word in FIRST_NAME | SURNAME | NAME]
    # Beside a surname, as in "Cognome, Nome", the word for a name is the first name.
    firsts = FIRST_NAME if SURNAME.isdisjoint(words) else FIRST_NAME | NAME
    groups = ["first" if word in firsts else "last" for word in words]
    return "first" in groups[1:] and groups[0] == "last"


def _words(cell: str) -> list[str]:
    if len(cell) > LONGEST or any(map(str.isdigit, cell)):
        return []
    key = GENDERED.sub("", search_key(CAMEL.sub(" ", cell)).replace("_", " "))
    text = " ".join(re.findall(r"[^\W\d_]+", key))
    for pattern, one in PHRASES:
        text = pattern.sub(one, text)
    return text.split()
