"""Tells what people and programs answer to who comes: "Nein, leider nicht", "Refunded", "Warteliste", "bin raus"."""

import re
from enum import Enum

from tournament.imports.cells import search_keys
from tournament.imports.headings import PAID
from tournament.names import search_key


class Answer(Enum):
    """What an answer says of who gave it.

    `OFF` is the word of an organiser or a program that somebody does not come, as "cancelled" or "waiting list".
    """

    YES = "yes"
    NO = "no"
    OFF = "off"
    UNKNOWN = "unknown"


_YES = search_keys(
    "ja yes yep yeah yup oui si sim da tak ano evet igen kylla так ναι כן نعم はい 예 joo jo jep ok okay going"
    " attending confirmed accepted approved komme dabei gerne bestatigt zugesagt angemeldet zusage zusagen presente"
    " present kommer tilmeldt pameldt anmald komm klar sicher logisch yess confirme valide да будет будем приду"
)
_NO = search_keys(
    "nein no non nee nej nei nie ne nem hayir ei nao not n false falsch leider sorry cannot can't cant нет ні не"
    " οχι לא لا いいえ 아니요 nope nah nicht absage absagen off out declined nada verhindert unable unavailable"
)
# Words that say no wherever they stand in an answer.
_NOT = search_keys("nicht not raus out can't cant pas ikke inte niet nie leider unfortunately absagen verhindert krank")
# Who is not sure has not said no.
_UNSURE = re.compile(
    search_key(
        r"(?<!\w)(?:vielleicht|maybe|perhaps|peut.?etre|forse|quiza?s?|talvez|maske|kanske|misschien|moze|mozna|belki|ehka"
        r"|unsure|undecided|tentative|interested|if need be"
        r"|noch nicht|weiss (?:noch )?nicht"
        r""
        r"|(?:not|nicht) (?:yet|sure|sicher)"
        r"|pas (?:encore|sur)|unsicher|unentschieden|может|възможно|ισως)(?!\w)"
    )
)
_YES_MARKS, _NO_MARKS = re.compile("[👍✅✔✓☑🙋🎲]|(?<![\\w+])\\+1?(?!\\w)"), re.compile("[❌✖✗✘👎🚫☹😢😞]")
# Beginnings of the words with which organisers and programs say that somebody does not come, in some twenty languages.
_OFF_BEGINS = (
    r"cancel|annul|storn|abgesagt|abgemeldet|absage(?!n)|afgemeld|afgezegd|geannuleerd|afmeldt|aflyst|avmeldt"
    r"|avlyst|avbok|avanmald|avmald|anulowan|odwolan|wypisan|zrusen|odhlasen|iptal|отмен|отказ|скасован|відмін"
    r"|анулир|ακυρω|anulat|lemondv|lemondt|torolve|peruttu|perunut|peruutettu|tuhistatud|atcelt|atsaukt|otkazan"
    r"|preklican|בוטל|מבוטל|ملغ|キャンセル|欠席|不参加|取消|取り消し|취소|已取消|declin|refus|rifiutat|rechazad|recusad"
    r"|reject|abgelehnt|odrzucon|odmitnut|reddedil|отклон|απορρι|afvist|avvist|afgewezen|denied|refund|erstattet"
    r"|ruckerstattet|ruckgezahlt|zuruckgezahlt|rembours|rimborsat|reembols|devuelt|devolvid|refunder|aterbetal"
    r"|terugbetaal|zwroco|zwrot|vracen|iade|возвра|επιστραφ|visszaterit|palautettu|charge.?back|reversed|expired"
    r"|expire|abgelaufen|verfallen|scadut|caducad|expirad|udlobet|utlopt|utgang|verlopen|wygas|vyprs|suresi dol"
    r"|истек|просроч|εληξ|lejart|vanhentunut|pending|ausstehend|en attente|in attesa|pendiente|pendente|afventer"
    r"|avventer|vantande|vantar|in afwachting|oczekuj|ceka|bekliyor|beklemede|ожид|εκκρεμ|fuggoben|odottaa"
    r"|odottava|unconfirmed|unbestatigt|awaiting|nicht bestatigt|not confirmed|non confirm|no confirmad"
    r"|eingeladen|invited|invite(?!r)|invitat|invitad|wartelist|warteschlange|wartend|wartet|nachruck"
    r"|ersatz(?!\w)|ersatzspieler|ersatzliste|wait.?list|waiting|liste d.?attente|lista d.?attesa"
    r"|lista de espera|venteliste|vantelist|wachtlijst|lista rezerw|rezerwow|cekaci|cekajici|nahradni"
    r"|bekleme list|yedek|лист ожидан|список ожидан|резерв|αναμον|varolist|varasija|odotuslista|ootejarjekor"
    r"|ootenimekiri|reserve list|reserves?$|stand.?by|lista de asteptare|lista oczek|リザーブ|候補|대기"
    r"|withdr[ae]w|zuruckgezogen|zuruckgetreten|desist|ritirat|retirad|trukket|dragit sig|teruggetrokken|wycofa"
    r"|odstoup|cekildi|снят|снял|αποσυρ|drop(?:ped|.?out)|forfait|visszalep|luovut|void|deleted|geloscht|supprim"
    r"|eliminat|eliminad|failed|fehlgeschlag|echou|abandon|incomplete|unvollstandig|not going|no.?show"
    r"|not attending|not coming|kommt nicht|nimmt nicht teil|unsubscribed|blocked|absent(?!\w)|assente|abwesend"
    r"|entschuldigt|ausgetragen|unregister|entfernt|removed"
    r"|erstattung|ruckzahl|ruckerstatt"
)
_OFF = re.compile(search_key(rf"(?<!\w)(?:{_OFF_BEGINS})"))
_PENDING = re.compile(
    search_key(
        r"(?<!\w)(?:pending|ausstehend|offen|en attente|in attesa|pendiente|pendente|afventer|vantande|in afwachting"
        r"|oczekuj|ceka|bekl|ожид|εκκρεμ|fuggoben|odott|unpaid|awaiting)"
    )
)
# These are no off, whatever they begin with.
_NOT_OFF = re.compile(r"(?<!\w)(?:not|non|no|nicht|nie|un)[ -]?(?:void|cancel|refund|storn|annul|erstattet)")
# Between the messages of one sender in a chat.
SEVERAL = " · "
LONGEST_OFF = 40


def meaning_of(text: str) -> Answer:
    """Tell what an answer means; of several in a row, as of a chat, the last that means anything."""
    if SEVERAL in text:
        meanings = [meaning for part in text.split(SEVERAL) if (meaning := meaning_of(part)) is not Answer.UNKNOWN]
        return meanings[-1] if meanings else Answer.UNKNOWN
    key = search_key(text)
    words = re.sub(r"[^\w']", " ", key).split()
    if not words:
        return Answer.NO if _NO_MARKS.search(text) else Answer.YES if _YES_MARKS.search(text) else Answer.UNKNOWN
    if says_off(text):
        return Answer.OFF
    # Whoever has not paid comes.
    if _UNSURE.search(key) or not PAID.isdisjoint(words):
        return Answer.UNKNOWN
    if words[0] in _YES - _NO:
        return Answer.YES
    if words[0] in _NO or not _NOT.isdisjoint(words) or _NO_MARKS.search(text):
        return Answer.NO
    if words == ["0"]:
        return Answer.NO
    return Answer.YES if _YES_MARKS.search(text) or not _YES.isdisjoint(words) else Answer.UNKNOWN


def says_off(text: str) -> bool:
    """Whether a short text is the word of an organiser or a program that somebody does not come."""
    key = search_key(text)
    return len(key) <= LONGEST_OFF and bool(_OFF.search(key)) and not _NOT_OFF.search(key)


def is_pending(text: str) -> bool:
    """Whether a text says that something is not done yet, which of a payment keeps nobody away."""
    return bool(_PENDING.search(search_key(text)))


def is_plain(text: str) -> bool:
    """Whether a text is no more than a yes, a no or a mark."""
    words = re.sub(r"[^\w']", " ", search_key(text)).split()
    is_marked = not words and bool(_YES_MARKS.search(text) or _NO_MARKS.search(text))
    return (
        is_marked
        or (0 < len(words) <= 2 and all(word in _YES | _NO | {"x"} for word in words))
        or (bool(words) and _UNSURE.fullmatch(" ".join(words)) is not None)
    )


def is_mark(text: str) -> bool:
    """Whether a text only marks who comes, like "x", "OK" or "✓": who has no mark does not come."""
    words = re.sub(r"\W", " ", search_key(text)).split()
    return words in (["x"], ["ok"]) or (not words and bool(_YES_MARKS.search(text)))


_BESIDE_AN_ANSWER = search_keys(
    "stimme stimmen vote votes person personen people voix voti votos liste list der die das the auf im in on nur"
    " of antworten responses spieler players teilnehmer guests gaste dabei kommt kommen coming kann konnen can make"
    " it go attente attesa espera d de la di going attending i am bin ich"
)


def section_meaning(text: str) -> Answer | None:
    """What a line above some names says of all of them, like "❌ Nein (1)" or "Warteliste:"; None for another line."""
    key = re.sub(r"[\W\d_]+", " ", search_key(text.replace("'", ""))).strip()
    words = key.split()
    if not words or len(text) > LONGEST_OFF or is_mark(text):
        return None
    known_words = _YES | _NO | _NOT | _BESIDE_AN_ANSWER
    is_known = [bool(word in known_words or _OFF.match(word) or _UNSURE.fullmatch(word)) for word in words]
    if not all(is_known) and not (_OFF.fullmatch(key) or _UNSURE.fullmatch(key)):
        return None
    meaning = meaning_of(key)
    return None if meaning is Answer.UNKNOWN and not _UNSURE.search(key) else meaning
