"""Finds the name in a cell of a list, and what is written around it: numbers, amounts, addresses, a club."""

import re
from dataclasses import dataclass
from itertools import takewhile

from tournament.imports.cells import search_keys
from tournament.names import BESIDE_A_NAME, is_contact, search_key

LEADING_NUMBER = re.compile(
    r"^\s*(?:(?:nr|no|#)?\.?\s?\d{1,5}\s*(?:[.):\]．、）]|\t|\s[-–—](?=\s))|[(\[]\d{1,5}[)\]]|[a-z]\)(?=\s)|"
    r"(?:#|(?:nr|no|n°|№)\.?\s?|\d{1,3}/)\d{1,5}(?=\s)|\d\ufe0f?\u20e3|\[[ xX]?\]|[^\w\s@\"'(\[<]{1,3}(?=\s)|"
    r"[•·◦‣▪▫■□●○☐☑☒✓✔✅➡→❖♦]\ufe0f?)\s*",
    re.IGNORECASE,
)

# Answers to questions such as whether somebody comes, which are no names.
ANSWERS = search_keys(
    "ja nein yes no oui non si x m w f d true false wahr falsch mannlich weiblich male female divers nee nej tak nie"
    " ano ne evet hayir да нет ναι οχι ok vielleicht maybe n/a - y n j h k 1 0"
)  # fmt: skip
# A time or a score, or a year beside a number as short as a day.
MOMENT = re.compile(r"\d\s?:\s?\d|\b\d{1,2}\b.*\b(?:19|20)\d\d\b|\b(?:19|20)\d\d\b.*\b\d{1,2}\b")
_CURRENCY = r"(?:chf|czk|dkk|eur|euros?|fr|gbp|huf|kc|kr|nok|pln|sek|usd|zl|tl|try|руб)\.?"
AMOUNT = re.compile(rf"(?:{_CURRENCY})?\s*\d+(?:[.,]\d+|,-)?\s*(?:{_CURRENCY})?")

_MAIL = r"<[^<>]*@[^<>]*>|[(\[]?(?:mailto:|e-?mail:?\s*)?[^\s<>()\[\],;]+@[^\s<>()\[\],;]+[)\]]?"
_LINK = r"[(<]?(?:https?://|www\.)[^\s<>()]+[)>]?"
_TELEPHONE = (
    r"[(\[]?(?:\b(?:tel|telefon|phone|mobile?|mobil|handy|fon|whatsapp)\b\.?:?\s*)?"
    r"(?<![\w.,])[+(]?\d[\d\s()/.\-–]{5,}\d(?!\w)[)\]]?|(?<!\w)(?:tel|telefon|phone|mobil|handy)\b\.?:?\s?\d{3,}"
)
_MONEY = r"(?:€|\$|£|chf|eur(?:os?)?|kr|zł|tl|₺)"
_AMOUNT = (
    rf"[(\[]?(?<!\w)(?:{_MONEY}\s?\d{{1,4}}(?:[.,]\d{{1,2}}|,-)?|\d{{1,4}}(?:[.,]\d{{1,2}}|,-)?\s?{_MONEY})(?!\w)[)\]]?"
    r"|[(\[]?(?<![\w.,])\d{1,4}[.,][-–—](?:\s?(?:chf|eur|€|fr\b\.?))?[)\]]?"
)
_PAID_WORD = (
    r"(?:bezahlt|bez\.|gezahlt|überwiesen|paid|payé[es]?|pagat[oa]|pagad[oa]|betalt|betald|betaald|zapłacon[eoay]|opłacon[eoay]"
    r"|zaplacen[oa]|ödendi|ödedi|оплачено|оплатил[а]?|πληρώθηκε|πλήρωσε|fizetve|maksettu)"
)
_MARK = r"[✓✔✅☑☒]\ufe0f?"
_NOT = r"(?:nicht|noch nicht|not|not yet|non|pas|ikke|inte|niet|nie|не|δεν|un)"
_PAID = (
    rf"[(\[]?\s*(?:(?:schon|bereits|hat|has|already|alles|voll)\s+)?(?<!\w){_PAID_WORD}(?!\w)"
    rf"\s*(?:{_MARK}|:?\s*(?:ja|yes|x))?\s*[)\]]?"
)
_UNPAID = rf"[(\[]?\s*(?<!\w)(?:{_NOT}\s*{_PAID_WORD}|unpaid|unbezahlt)(?!\w)\s*[)\]]?|[(\[]\s*(?:offen|open)\s*[)\]]"
_BRACKETED_NUMBER = r"[(\[]\s*(?:(?:elo|rating|rtg|fibs|dwz|id|nr|no|wz|pts?)\b\.?:?\s*)?#?\d+(?:[.,]\d+)?\s*[)\]]"
# An answer to whether somebody comes, behind a name.
_YES_OR_NO = (
    r"(?:ja|nein|yes|no|oui|non|s[iìí]|nej|nee|tak|nie|да|нет|ναι|όχι|evet|hayır|vielleicht|maybe|peut-être)(?!\w)"
)
_ANSWER = (
    rf"(?:\s*:\s*|\s+[-–—]\s+|\s*[(\[]\s*){_YES_OR_NO}[^()]*[)\]]?$"
    r"|\s+[-–—]?\s*(?:(?:ist|bin|sind)\s+(?:auch\s+|leider\s+)?(?:dabei|raus|nicht dabei)|dabei|leider (?:nein|nicht)"
    r"|nein|ja|kommt(?: auch| gerne?)?|kann (?:leider )?nicht|is (?:in|out)|can(?:no|'|’)t(?: make it| come)?)[.!]*$"
)
# A user name in a messenger: "@anna".
_HANDLE = r"(?<=\s)[(\[]?@\w[\w.]*[)\]]?"
# A form of address before a whole name.
_ADDRESS = r"^(?:herrn?|frau|fräulein|mr|mrs|ms|miss|mme|mlle|monsieur|madame|dhr|mevr|hr|fr)\b\.?\s(?=\S+\s\S)"
_RATING = r"(?<!\w)(?:elo|rating|rtg|fibs|dwz)\b:?\s*\d{2,4}(?!\w)"
# A whole name, and behind it a number as large as a rating.
RATED = re.compile(r"([^\W\d_]\S*\s.*?[^\W\d_]\S*)\s+([5-9]\d\d|[12]\d{3})")
TAKEN_OFF = re.compile(
    "|".join(
        f"(?P<{name}>{pattern})"
        for name, pattern in (
            ("mail", _MAIL), ("link", _LINK), ("answer", _ANSWER), ("unpaid", _UNPAID), ("paid", _PAID),
            ("amount", _AMOUNT), ("number", _BRACKETED_NUMBER), ("rating", _RATING), ("telephone", _TELEPHONE),
            ("mark", _MARK), ("handle", _HANDLE), ("address", _ADDRESS),
            ("guests", r"\+\s?\d(?=\s*(?:$|[),;]))"),
        )
    ),
    re.IGNORECASE,
)  # fmt: skip

# Separators between a name and a remark on it: a dash, a bar, a semicolon, a tab.
DASH = re.compile(r"\s+[-–—|@]+\s+|\s*[–—]\s+|\s*;\s*|\s*\t\s*")
EDGES = " \t,;:|–—-·\"'„“”‚‘’«»‹›*~_\u200b\u200e\u200f\u2060\ufeff"
COMMA, SURNAME_ENDS = re.compile(r"\s*,\s*"), re.compile(r"\s*[,/]\s*")
# Separators of two names. The second kind may also join parts of one name, so both sides must be whole names.
BETWEEN = re.compile(r"\s*(?:/|&|\+)\s*|\s+(?:und|and|plus|u\.|vs\.?|gegen|versus|mit|with|avec|med)\s+", re.IGNORECASE)
BETWEEN_WHOLE_NAMES = re.compile(r"\s+(?:et|y|e|og|och|en|i|ve|и|και)\s+", re.IGNORECASE)
PARTICLES = search_keys(
    "von van vom zu zum zur de den der ter ten di da del della de' du des la le los las al el bin ben abu st st. mac"
    " mc o' af av do dos das"
)
CLUB_WORDS = search_keys(
    "bc bgc bgv bg sv tc tsv tv fc sc ssv vfl vfb ev e.v. club klub verein backgammon backgammonclub circolo team"
    " association klubb forening kulubu σύλλογος"
)
# Words in place of a name where nobody plays, or the player is not known yet.
NOBODY = frozenset(
    ("bye", "freilos", "spielfrei", "oversidder", "frirunde", "riposo", "exempt", "libre", "descansa", "descanso",
     "n n", "nn", "tba", "tbd", "tbc", "unbekannt", "unknown", "leer", "frei", "niemand", "nobody", "platzhalter",
     "placeholder", "offen", "noch offen", "open")
)  # fmt: skip
# A longer cell holds no name, and would take long to search.
LONGEST_CELL = 200


@dataclass(frozen=True, slots=True)
class NameCell:
    """The names and the club in a cell, and the texts that were removed around them.

    If the cell may hold two names, `names` has the whole text first, then each of the two.
    """

    names: tuple[str, ...]
    club: str = ""
    taken_off: tuple[str, ...] = ()
    is_paid: bool = False


def read_name(cell: str, *, surname_first: bool = False) -> NameCell:
    """Read the name in a cell; with `surname_first`, "Keller, Anna" is Anna Keller."""
    if len(cell) > LONGEST_CELL:
        return NameCell((cell,))
    text, taken_off, is_paid = take_off(without_number(cell))
    name, *behind = DASH.split(text)
    name, club, aside = _apart_from_brackets(name.strip(EDGES))
    taken_off += aside
    if rated := RATED.fullmatch(name):
        name, taken_off = rated[1], (*taken_off, rated[2])
    club_behind, asides = "", []
    for part in filter(None, (part.strip(EDGES) for part in behind)):
        if club_behind or part[0].islower() or is_no_name(part):
            asides.append(part)
        else:
            club_behind = part
    names = _names(name, surname_first=surname_first)
    if len(names) > 1 and not surname_first and is_club(names[-1]):
        name, in_comma, *_rest = COMMA.split(name, maxsplit=1) if "," in name else BETWEEN.split(name, maxsplit=1)
        names, club = (name,), club or in_comma
    return NameCell(names, club or club_behind, (*taken_off, *asides), is_paid)


def without_number(text: str) -> str:
    """Remove a number or a bullet at the beginning, or both."""
    return LEADING_NUMBER.sub("", LEADING_NUMBER.sub("", text, count=1), count=1)


def take_off(text: str) -> tuple[str, tuple[str, ...], bool]:
    """Remove addresses, amounts and the like; return the text, what was removed, and whether it says "paid"."""
    taken_off: list[str] = []
    is_paid = False
    if len(text) > LONGEST_CELL:
        return text, (), False

    def take(pattern_match: re.Match[str]) -> str:
        nonlocal is_paid
        has_few_digits = sum(map(str.isdigit, pattern_match[0])) < (
            4 if pattern_match[0].lstrip("([")[:1].isalpha() else 6
        )
        if pattern_match["telephone"] and has_few_digits:
            return pattern_match[0]
        is_paid = is_paid or pattern_match["paid"] is not None
        taken_off.append(pattern_match[0].strip(" ()[]<>:–—-"))
        return " "

    text = " ".join(TAKEN_OFF.sub(take, text).split())
    return text.strip(EDGES), tuple(filter(None, taken_off)), is_paid


def is_no_name(cell: str) -> bool:
    """Whether the cell is no name, but a number, a contact, an answer, a time, an amount, a code, "bye" or the like."""
    cell = cell[:LONGEST_CELL]
    key = search_key(cell).strip()
    is_no_word = not any(map(str.isalpha, cell)) or key.strip("()") in ANSWERS or AMOUNT.fullmatch(key)
    is_nobody = " ".join(re.findall(r"[^\W\d_]+", key)) in NOBODY
    return bool(is_no_word or is_nobody or MOMENT.search(cell)) or _is_code(cell) or "@" in cell or is_contact(cell)


def holds_no_name(cell: str) -> bool:
    """Whether the cell is no name, nor has one beside an address or a telephone number."""
    if not is_no_name(cell):
        return False
    text_left = take_off(without_number(cell))[0] if "@" in cell or is_contact(cell) else ""
    return not any(map(str.isalpha, text_left)) or is_no_name(text_left)


def has_comma_between(cell: str) -> tuple[str, str] | None:
    """Split a name at its only comma; None without exactly one, or if only "jun." or the like follows."""
    parts = COMMA.split(take_off(without_number(cell))[0])
    if len(parts) != 2 or not all(parts) or search_key(parts[1]).strip(".") in BESIDE_A_NAME:
        return None
    return parts[0], parts[1]


def in_capitals_first(name: str) -> tuple[str, str] | None:
    """Split a name whose surname comes first, in capitals, like "DUPRÉ Zoé"; None for any other name."""
    words = name.split()
    surname = list(takewhile(lambda word: word.isupper() and word[-1].isalpha() and len(word) > 1, words))
    behind = words[len(surname) :]
    is_so = bool(surname) and bool(behind) and not any(map(str.isupper, behind))
    return (" ".join(surname), " ".join(behind)) if is_so else None


def is_surname(text: str) -> bool:
    """Whether a text may be a surname: one word, perhaps after particles, like "von der Heide"."""
    first, *other_words = text.split() or [""]
    words = [first, *(word for word in other_words if search_key(word).strip(".") not in BESIDE_A_NAME)]
    return bool(first) and all(search_key(word) in PARTICLES for word in words[:-1])


def _is_code(cell: str) -> bool:
    """Whether a cell is one word with a letter behind a digit, or with more digits than letters."""
    word = LEADING_NUMBER.sub("", cell)
    digits = sum(map(str.isdigit, word))
    return " " not in word and bool(re.search(r"\d.*[^\W\d_]", word) or digits > sum(map(str.isalpha, word)))


def is_club(text: str) -> bool:
    """Whether a text has a word that clubs have in their names."""
    return any(search_key(word) in CLUB_WORDS for word in text.split())


def _apart_from_brackets(name: str) -> tuple[str, str, tuple[str, ...]]:
    """Split brackets off a name; return the name, a club, and a remark in small letters other than "jun."."""
    pattern_match = re.fullmatch(r"(?P<name>.+?)\s*[(\[](?P<behind>[^()\[\]]+)[)\]]", name)
    if not pattern_match:
        return name, "", ()
    behind = pattern_match["behind"].strip()
    if is_club(behind):
        return pattern_match["name"], behind, ()
    is_aside = behind[:1].islower() and search_key(behind).strip(".") not in BESIDE_A_NAME
    return (pattern_match["name"], "", (behind,)) if is_aside else (name, "", ())


def _names(name: str, *, surname_first: bool) -> tuple[str, ...]:
    """Return the name in a text, or, if it may hold several names, the whole text and each of them."""
    parts = [part for part in (SURNAME_ENDS if surname_first else COMMA).split(name) if part]
    beside = parts.pop() if len(parts) > 1 and search_key(parts[-1]).strip(".") in BESIDE_A_NAME else ""
    if len(parts) == 1 and surname_first and (around := in_capitals_first(parts[0])):
        parts = list(around)
    if len(parts) == 2 and surname_first:
        return (" ".join(filter(None, (parts[1], parts[0], beside))),)
    if len(parts) == 2 and is_surname(parts[0]):
        return (" ".join(filter(None, (parts[1], parts[0], beside))), *parts)
    if len(parts) > 1:
        return (name, *parts)
    parts = [part for part in BETWEEN.split(name) if part.strip()]
    if len(parts) < 2:
        parts = BETWEEN_WHOLE_NAMES.split(name)
        parts = parts if all(" " in part for part in parts) else [name]
    if len(parts) < 2 or not all(any(map(str.isalpha, part)) for part in parts):
        return (name,)
    # In "Anna and Bo Weiß", Anna gets the surname of both.
    last = parts[-1].split()
    return (name, *(part if " " in part or len(last) < 2 else f"{part} {last[-1]}" for part in parts))
