"""Recognises the headings of a list of players, in the usual words of some twenty languages.

A heading is composed: of whom the column tells, and which part of the name it holds, in any order.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import lru_cache

from tournament.imports.cells import search_keys
from tournament.names import search_key


class Holds(StrEnum):
    """What a column of a list holds; a column that is left out may hold anything."""

    NAME = "name"
    FIRST_NAME = "first"
    SURNAME = "last"
    CLUB = "club"
    PAID = "paid"
    STATUS = "status"
    LEFT_OUT = ""


# Words for a name; beside a column of first names they mean the surname, and the other way round.
NAME = search_keys(
    "name namen names nom noms nome nombre navn namn naam nume imie jmeno meno ime imya nev nimi ad adi isim isminiz"
    " vardas vards nafn emri имя име імя имʼя имена ονομα שם שמך الاسم اسم نام 氏名 名前 お名前 姓名 名字 이름"
    " 성명 성함 neve numele nombres imiona imena adiniz adin ismi isimler jmenem imenem nimesi nimed imiei"
)
PLAYER = search_keys(
    "spieler spielers spielerin spielerinnen spielende spielenden spielername mitspieler teilnehmer teilnehmers"
    " teilnehmerin teilnehmerinnen teilnehmende teilnehmenden teilnehmername mitglied mitglieder mitgliedsname"
    " person personen gast gaste anmeldung player players playername participant participants participante"
    " participantes attendee attendees entrant entrants competitor competitors contestant member members guest"
    " fullname displayname joueur joueurs joueuse joueuses inscrit inscrits adherent giocatore giocatori giocatrice"
    " giocatrici partecipante partecipanti nominativo iscritto jugador jugadores jugadora jugadoras inscrito"
    " jogador jogadores jogadora jogadoras spiller spillere spelare deltager deltagere deltaker deltakere deltagare"
    " speler speelster spelers deelnemer deelneemster deelnemers gracz gracze zawodnik zawodniczka zawodnicy"
    " uczestnik uczestniczka uczestnicy hrac hracka hraci ucastnik ucastnice oyuncu oyuncular katilimci"
    " katilimcilar pelaaja pelaajat osallistuja jatekos jatekosok resztvevo jucator participanti igrac zaidejas"
    " dalyvis speletajs dalibnieks mangija osaleja udelezenec udelezenka sutaziaci sutaziaca игрок игрока игроки"
    " игроков участник участника участница участницы участники участников фио піб пип гравець гравці учасник"
    " учасники играч играчи участничка παικτης παικτρια παικτες ονοματεπωνυμο συμμετεχων συμμετεχοντες שחקן שחקנים"
    " משתתף משתתפים اللاعب اللاعبون بازیکن 選手 選手名 参加者 参加者名 选手 参赛者 선수 참가자 registrant"
    " registrants invitee invitees concurrent concurrents invite iscritta iscritti inscrita inscritos spillerens"
    " spilleren spelarens deltagerens deltakerens deltagarens zawodnika zawodniczki uczestnika uczestniczki gracza"
    " hrace ucastnika oyuncunun katilimcinin παικτη παικτριας συμμετεχοντος συμμετεχοντα pelaajan osallistujan"
    " jucatorului participantului играча гравця учасника igraca igralca igralec sudionika zaidejo dalyvio speletaja"
    " nevezett"
    " doppel doppelpaar paar paare paarung pair pairs couple couples coppia coppie pareja parejas binome doublette"
)
# Words for the second player of a row.
PARTNER = search_keys(
    "partner partners partnerin partenaire coequipier coequipiere doppelpartner doppelpartnerin teammate compagno"
    " compagna companero companera parceiro parceira makker medspiller medspelare partnera partnerki spoluhrac"
    " partneri партнер партнера партнерша συμπαικτης"
)
FIRST_NAME = search_keys(
    "vorname vornamen rufname firstname first forename givenname given prenom prenoms nomedibattesimo prenome"
    " fornavn fornamn voornaam roepnaam keresztnev etunimi eesnimi prenume krstnoime fornafn mellannamn mellomnavn"
    " mellemnavn 名 vor prenumele keresztneve utonev utoneve отчество батькові vornamens"
    " forenames firstnames givennames"
)
SURNAME = search_keys(
    "nachname nachnamen familienname familiennamen zuname zunamen surname lastname last familyname family"
    " nomdefamille cognome cognomi apellido apellidos sobrenome apelido apelidos efternavn etternavn efternamn"
    " slektsnavn achternaam familienaam nazwisko prijmeni priezvisko soyad soyadi soyisim sukunimi vezeteknev"
    " csaladnev prezime priimek pavarde uzvards perekonnanimi eftirnafn mbiemri tussenvoegsel tussenvoegsels"
    " фамилия фамилии прізвище презиме επωνυμο επιθετο 姓 苗字 nach vezetekneve csaladneve soyadiniz soyadin"
    " nazwiska"
)
CLUB = search_keys(
    "verein vereine vereinsname vereins klub klubname klubs heimatverein heimatklub spielort club clubs clubname"
    " team teamname mannschaftsname heimatclub mannschaft association circolo societa squadra equipe equipo clube"
    " asociacion associacao forening foreningen klubb klubben klubnavn forbund vereniging druzyna stowarzyszenie"
    " oddil kulup kulubu dernek takim seura kerho egyesulet csapat klubas klubi drustvo drushtvo клуб клуба клубы"
    " команда отбор συλλογος ομαδα σωματειο λεσχη מועדון النادي نادي باشگاه クラブ 所属 俱乐部 클럽"
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
    "startgeld startgebuhr teilnahmegebuhr gebuhr beitrag betrag fee entry fees inscription quota amount total"
    " montant importo bedrag belob eur euro chf"
)
GROUPS = {
    "name": NAME, "player": PLAYER | PARTNER, "first": FIRST_NAME, "last": SURNAME, "club": CLUB, "paid": PAID,
    "fee": FEE,
}  # fmt: skip
# Words for a whole name.
WHOLE = search_keys(
    "fullname displayname spielername teilnehmername playername mitgliedsname nominativo ονοματεπωνυμο фио піб пип"
    " 氏名 姓名 성명 選手名 参加者名"
)
MOST_UNKNOWN = 4
# Words that may stand beside these without changing the meaning.
BESIDE = search_keys(
    "a am and as bitte bisher city d da das de dein deine dem der des di die du e ed ein el en et f full h home i"
    " ihr ihre il in inn innen ir ist its jusu k komplett l la las le legal les los m mein name nb no og of och"
    " official or ort oder pelne plz preferred real s se si stadt su the til town tu un und up v van vasch"
    " vereinsort via ville voll voller vollstandiger voor votre vos w x y your z wohnort middle second segundo"
    " segunda primer primero zweiter optional freiwillig falls vorhanden pflichtfeld pflicht required facultatif"
    " facoltativo opcional complet completo completa fulde fullstandigt hele volledige koko teljes ve и та і по"
    " батькові και מלא הכולל الكامل كامل was what whats is are how please enter type tell us give provide write"
    " fill here comment quel quelle est ton cual es qual tuo tua suo sua wie lautet heisst euer eure ihres unter"
    " welchem hvad hvilket er dit vad ar ditt wat jouw uw jak masz na podaj twoje wpisz zadej tvoje jake nedir"
    " yaziniz lutfen как ваше ваши твое укажите введите ποιο ειναι το σας hi hello hey there hallo bonjour ciao"
    " hola do dos paterno materno so this which who dette det sind seid del dello dell degli delle dels on erster"
    " erste erstes premier premiere primo prima primera forste forsta eerste pierwszy pierwsza prvni birinci zweite"
    " zweites deuxieme secondo seconda anden andre tweede drugi druga druhy ikinci"
)  # fmt: skip
PHRASES = tuple(
    (re.compile(rf"\b(?:{search_key(words)})\b"), instead)
    for words, instead in (
        ("(?:first|given|fore|middle) names?", "firstname"),
        ("(?:last|family|sur) names?", "lastname"),
        ("primeiro nome|nome proprio|nome di battesimo|nombre de pila|primer nombre|segundo nombre", "firstname"),
        ("ultimo nome|nome de familia", "lastname"),
        ("שם פרטי|الاسم الاول|اسم کوچک", "firstname"),
        ("שם משפחה|الاسم الاخير|اسم العائلة|(?<!نام و )نام خانوادگی", "lastname"),
        ("نام و نام خانوادگی", "fullname"),
        ("noms? de famille", "nomdefamille"),
        ("full name", "fullname"),
        ("first (?=player|participant|partner|attendee|guest|competitor)", ""),
        (
            r"wie (?:heisst du|heissen sie)|wer bist du|who are you|comment (?:t ?appelles tu|vous appelez vous)",
            "fullname",
        ),
        (r"come ti chiami|como te llamas|hvad hedder du|hva heter du|vad heter du|hoe heet (?:je|jij|u)", "fullname"),
        (r"jak sie nazywasz|jak se jmenuje[sš]|adin ne|как (?:тебя|вас) зовут|πως σε λενε|hogy hivnak", "fullname"),
        (r"фамилия имя|прізвище ім я", "фио"),
        ("check(?:ed)? in", "checkin"),
        ("ho (?:va )?ten", "fullname"),
        ("cau lac bo", "club"),
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
    r"(?<=\w)(?<!check)\s?[:/*_·•.(@\-]+(?:innen|inn|in|nen|[aeos]s?|ne|nes|rice|trice|euse|euses|ses?|sse|ka|ki|ya|ice|ster)\b\)?"
)
# Words for a further part of a name in a column of its own, such as a middle name.
FURTHER = search_keys(
    "middle second segundo segunda zweiter tussenvoegsel tussenvoegsels mellannamn mellomnavn mellemnavn"
)
# Other headings that a list of players may have.
OTHER = search_keys(
    "nr lp rank platz rang punkte points pts elo rating rtg wertung buchholz titel title land country nation fed"
    " email mail telefon phone tel handy mobil telephone geburtsdatum geburtstag alter age bemerkung bemerkungen"
    " kommentar comment comments notes remarks id datum date anrede geschlecht gender sex strasse adresse address"
    " tisch table nickname nick username spitzname zeitstempel timestamp start end time uhrzeit startzeit"
    " fertigstellungszeit completion created updated submitted order quantity product produkt ticket preis price"
    " horodateur cronologica betreff subject description beschreibung note memo seed plz zip ort city passnr"
    " passnummer lizenz licence license bestellnummer bestellung rechnung reference referenz typ type wahrung"
    " currency fideid"
)
# A question like "Where do you play?": its first word, and how its verb begins.
WHERE = search_keys("wo woher where ou dove donde onde hvor var waar gdzie kde hol nerede где που")
PLAYS = (
    "spiel", "play", "jou", "gioc", "jueg", "jog", "spill", "spel", "gra", "hraj", "jatsz", "oyn", "игра", "παιζ"
)  # fmt: skip
# Words of a heading that asks who comes, or over the state of an order.
STATUS = search_keys(
    "come playing"
    " dabei komme kommst kommt kommen teilnahme teilnehmen teilnimmst nimmst mitspielen zusage zugesagt angemeldet"
    " anwesend anwesenheit attend attending attendance coming rsvp going join joining participate participation"
    " registered present presence participez participes participerez viens venez viendras viendrez partecipi"
    " parteciperai presente presenza vieni asistencia asistes asistiras vienes participas participacion presenca"
    " vens deltar kommer tilmeldt pameldt anmald aanwezig meedoen komt obecnosc udzial ucast prijdes katilim"
    " geliyor katiliyor tuletko osallistutko участие придет придете будет будете приду συμμετοχη ερθεις ερχεται"
    " παρουσια status statut stato estado estatus situacao stav durum durumu tila allapot stare статус состояние"
    " стан κατασταση סטטוס الحالة 状態 状态 상태 checkin eingecheckt zusagen absage antwort antworten response"
    " reponse risposta respuesta resposta svar antwoord odpowiedz odpoved yanit valasz vastaus ответ απαντηση"
    " warteliste waitlist cancelled canceled storniert abgesagt cancelado annule annullato afgemeld abwesend absent"
    " withdrawn zuruckgezogen 出欠 参加 出席"
)
# Those of them that ask who does not come.
AWAY = search_keys(
    "absage abgesagt storniert cancelled canceled cancelado annule annullato afgemeld waitlist warteliste abwesend"
    " absent withdrawn zuruckgezogen"
)
# Words for somebody else than the player, whose name is taken where there is no other.
SOMEBODY_ELSE = search_keys(
    "payeur payer payor buyer kaufer kauferin besteller bestellerin kunde kundin kunden customer purchaser"
    " acheteur acheteuse acquirente comprador compratore cliente client koper betaler zahler zahlungspflichtiger"
    " invoice billing facturation rechnung rechnungsempfanger rechnungsadresse order orderer booker contact kontakt"
    " kontaktperson ansprechpartner organiser organizer veranstalter absender sender empfanger shipping"
    " lieferadresse user users покупатель покупателя плательщик плательщика заказчик kupujacy platnik platnika"
    " kupujiciho platce alici musteri αγοραστη pagador fatturazione zahlungsbeteiligter account konto display"
)
# Words for what has a name and is no player.
THINGS = search_keys(
    "event events veranstaltung veranstaltungen evenement evento company firma firmen organisation organization"
    " raison file datei username benutzer benutzername login produkt product item artikel hotel school schule"
    " tournament turnier tournoi torneo tornei course kurs bank street strasse city campaign adset form formular"
    " formulaire sheet host domain group gruppe gruppen category kategorie league liga emergency notfall urgence"
    " emergenza emergencia parent parents eltern mutter vater mother father guardian vormund trainer coach phonetic"
    " yomi maiden geburtsname madchenname naissance birth birthday jeune fille nickname spitzname surnom apodo"
    " soprannome code tickettyp type typ kind art many much number nummer anzahl date datum time zeit gender"
    " geschlecht list liste poll umfrage pet dog page link url website question frage title titel short kurz"
    " variable key column feld field referenz reference discount rabatt coupon price preis produktname ticketname"
)
# A number in a heading, like "Player 1", "2nd player", "#1".
NUMBERED = re.compile(r"\s*(?<!\d)[#№(_]?([1-9])(?:st|nd|rd|th|er|ere|re|\.|\)|[ºª°])?(?![\w])\s*", re.IGNORECASE)
LETTERED = re.compile(r"(?<=\w) ?([AB])\b\W*$|(?<=\w)_([ab])$")
SECOND = search_keys(
    "second zweiter zweite zweites deuxieme secondo seconda segundo segunda anden andre tweede drugi druhy"
)
# A sign before the part of a name that the column holds: "Name (First)", "Name: Vorname", "Name - Last".
PART_FOLLOWS = re.compile(r"[(:\[_–]|\s-\s")
CAMEL = re.compile(r"(?<=[a-zà-ÿ])(?=[A-ZÀ-Þ])")
LONGEST, LONGEST_QUESTION = 60, 120


class Sureness(IntEnum):
    """How sure it is that a heading means the name of the player, the surest first."""

    PLAYER_NAME = 0
    WHOLE_NAME = 1
    NAME = 2
    PLAYER = 3
    UNKNOWN_WORDS = 4
    SOMEBODY_ELSE = 5


@dataclass(frozen=True, slots=True)
class Heading:
    """What a heading says of its column.

    Of a name it also says whose it is, in words that are not known, if any, and as a number if the row has several
    players.
    """

    holds: Holds = Holds.LEFT_OUT
    who: str = ""
    number: int = 0
    sureness: Sureness = Sureness.UNKNOWN_WORDS
    is_further: bool = False

    @property
    def is_known(self) -> bool:
        return self.holds is not Holds.LEFT_OUT and self.sureness < Sureness.UNKNOWN_WORDS


NO_HEADING = Heading()
NAMES = frozenset({Holds.NAME, Holds.FIRST_NAME, Holds.SURNAME})


@lru_cache(maxsize=4096)
def read_heading(cell: str) -> Heading:
    """Read a text as a heading."""
    if re.search(r"[;\t|]", cell) or len(cell) > LONGEST_QUESTION:
        return NO_HEADING
    if _asks_for_club(cell):
        return Heading(Holds.CLUB, sureness=Sureness.NAME)
    text, number = _without_number(cell)
    words = _words(text)
    if not words:
        return NO_HEADING
    groups = {name for word in words for name, group_words in GROUPS.items() if word in group_words}
    unknown = [
        word for word in words if word not in BESIDE and not any(word in group_words for group_words in GROUPS.values())
    ]
    is_status = not STATUS.isdisjoint(words) or any(word.endswith(("status", "statut")) for word in words)
    if "paid" in groups and groups <= {"paid", "fee"} and (not unknown or is_status):
        return Heading(Holds.PAID, sureness=Sureness.NAME)
    if is_status and groups.isdisjoint({"paid", "fee", "name", "first", "last"}):
        return Heading(Holds.STATUS, sureness=Sureness.NAME)
    if not groups or "paid" in groups or "fee" in groups or _names_two_languages(words):
        return NO_HEADING
    if "club" in groups:
        # "Name (Verein)" has both in one cell, "Club name" does not.
        is_behind = words[0] in NAME | PLAYER and re.search(r"[(,/+&]", cell)
        is_club = not unknown and groups <= {"club", "name", "player"}
        holds = Holds.NAME if is_behind else Holds.CLUB
        return Heading(holds, number=number, sureness=Sureness.NAME) if is_club else NO_HEADING
    holds = _part(cell, words, groups)
    sureness = _sureness(words, groups, unknown)
    if holds is Holds.LEFT_OUT or sureness is None:
        return NO_HEADING
    number = number or (2 if not PARTNER.isdisjoint(words) or _is_second(words, groups) else 0)
    who = " ".join(word for word in unknown)
    return Heading(holds, who, number, sureness, not FURTHER.isdisjoint(words) and holds is not Holds.NAME)


def _part(cell: str, words: Sequence[str], groups: set[str]) -> Holds:
    """Which part of a name a heading means."""
    if groups.isdisjoint({"first", "last"}):
        return Holds.NAME
    if {"first", "last"} <= groups or words in (["vor"], ["nach"]):
        return Holds.NAME if len(words) > 1 else Holds.LEFT_OUT
    if ("name" in groups or not WHOLE.isdisjoint(words)) and not PART_FOLLOWS.search(cell.strip(" ()[]:_")):
        # "Nom Prénom", "Name, Vorname"
        return Holds.NAME
    return Holds.FIRST_NAME if "first" in groups else Holds.SURNAME


def _sureness(words: Sequence[str], groups: set[str], unknown: Sequence[str]) -> Sureness | None:
    """How sure it is that these words mean the name of a player; None if they mean another name."""
    if unknown:
        is_name = not groups.isdisjoint({"name", "first", "last"}) or not WHOLE.isdisjoint(words)
        if not is_name or not THINGS.isdisjoint(words) or len(unknown) > MOST_UNKNOWN:
            return None
        return Sureness.UNKNOWN_WORDS if SOMEBODY_ELSE.isdisjoint(words) else Sureness.SOMEBODY_ELSE
    is_whole = {"first", "last"} <= groups or not WHOLE.isdisjoint(words)
    if "player" in groups and (is_whole or not groups.isdisjoint({"name", "first", "last"})):
        return Sureness.PLAYER_NAME if words != ["displayname"] else Sureness.NAME
    return Sureness.WHOLE_NAME if is_whole else Sureness.PLAYER if groups == {"player"} else Sureness.NAME


def _is_second(words: Sequence[str], groups: set[str]) -> bool:
    return "player" in groups and not SECOND.isdisjoint(words)


def _names_two_languages(words: Sequence[str]) -> bool:
    """Whether "ad" stands beside "name", where it is no Turkish word for a name."""
    return "ad" in words and "name" in words


def _without_number(cell: str) -> tuple[str, int]:
    """Remove the only number of a heading, like that of "Player 1" or the letter of "Player A"; 0 without one."""
    if lettered := LETTERED.search(cell):
        text = cell[: lettered.start()]
        if not (PLAYER | PARTNER).isdisjoint(_words(text)):
            return text, "AB".index((lettered[1] or lettered[2]).upper()) + 1
    if sum(map(str.isdigit, cell)) != 1 or not (pattern_match := NUMBERED.search(cell)):
        return cell, 0
    return f"{cell[: pattern_match.start()]} {cell[pattern_match.end() :]}".strip(), int(pattern_match[1])


def _asks_for_club(cell: str) -> bool:
    """Whether a heading asks for the club: "Which club do you play for?", "Wo spielst du sonst?"."""
    words = re.findall(r"[^\W\d_]+", search_key(cell)) if "?" in cell else []
    says_club = not CLUB.isdisjoint(words) and (NAME | PLAYER).isdisjoint(words)
    return says_club or (bool(words) and words[0] in WHERE and any(word.startswith(PLAYS) for word in words))


def asks_who_is_away(cell: str) -> bool:
    """Whether a heading asks who does not come, so that a yes below it means no: "Cancelled", "Warteliste"."""
    words = _words(cell)
    return not AWAY.isdisjoint(words) and all(word in AWAY | BESIDE | OTHER for word in words)


def count_headings(row: Sequence[str]) -> int:
    """How many columns have a heading by which a list of players is recognised."""
    return sum(read_heading(cell).is_known for cell in row)


def share_of_headings(row: Sequence[str]) -> float:
    """The share of the cells of a row that are headings, be they of a list of players or others."""
    filled = [cell for cell in row if cell]
    return sum(read_heading(cell).is_known or _is_other(cell) for cell in filled) / max(len(filled), 1)


def consists_of_headings(row: Sequence[str]) -> bool:
    """Whether a row as a whole is made of words of headings, at least two: "Name;Club", "Nr. Name Club"."""
    filled = [_words(cell) for cell in row if any(map(str.isalnum, cell))]
    words = [word for words in filled for word in words if word in NAME or word not in BESIDE]
    known_words = [word for word in words if word in OTHER or any(word in group for group in GROUPS.values())]
    return all(filled) and len(known_words) > 1 and len(known_words) == len(words)


def is_known_otherwise(cell: str) -> bool:
    """Whether a heading is known to be over something else than a name: "E-mail", "Product name"."""
    return read_heading(cell).holds not in NAMES and (_is_other(cell) or not THINGS.isdisjoint(_words(cell)))


def _is_other(cell: str) -> bool:
    words = re.findall(r"[^\W\d_]+", search_key(cell)) if len(cell) <= LONGEST else []
    return bool(words) and not OTHER.isdisjoint(words) and all(word in OTHER | BESIDE | THINGS | NAME for word in words)


def says_surname_first(cell: str) -> bool:
    """Whether a heading of whole names has the surname before the first name, as "Nachname, Vorname" does."""
    words = [word for word in _words(cell) if word in FIRST_NAME | SURNAME | NAME]
    # Beside a surname, as in "Cognome, Nome", the word for a name is the first name.
    firsts = FIRST_NAME if SURNAME.isdisjoint(words) else FIRST_NAME | NAME
    groups = ["first" if word in firsts else "last" for word in words]
    return "first" in groups[1:] and groups[0] == "last"


def _words(cell: str) -> list[str]:
    if len(cell) > (LONGEST_QUESTION if "?" in cell else LONGEST) or any(map(str.isdigit, cell)):
        return []
    key = GENDERED.sub("", search_key(CAMEL.sub(" ", cell)).replace("_", " "))
    text = " ".join(re.findall(r"[^\W\d_]+", key))
    for pattern, instead in PHRASES:
        text = pattern.sub(instead, text)
    return text.split()
