"""Cleans, compares, finds and sorts names."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

# Letters that Unicode does not decompose into a base letter and a mark.
WHOLE_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t"}
)
# Short enough for a start number behind it.
LONGEST_FIRST_NAME = 80
LONGEST_SHORT_NAME = 88
# Some characters fold into a whole sentence, which would be more than an index takes.
MOST_OF_A_KEY = 200
# Shorter names are too often one letter away from another name.
SHORTEST_WITH_A_SLIP = 5
# Tim and Tom, Jan and Jon are two people.
SHORTEST_WORD_WITH_A_SLIP = 4
# Fewer letters are read alike in too many names.
SHORTEST_WORD_READ = 3
# How many names are offered where nobody is found.
MOST_MEANT = 3
# Words that are written with a name or left out; those of the generation tell two people apart.
TITLES = frozenset(("dr", "prof", "dipl", "ing", "med", "mag", "phd"))
GENERATIONS = frozenset(("jun", "jr", "junior", "sen", "sr", "senior"))
BESIDE_A_NAME = TITLES | GENERATIONS
NUMBERED = frozenset(("II", "III", "IV"))
# Words before a surname, which go with it; those of the first list also with a capital, the others may be first names.
_ALSO_WITH_A_CAPITAL = (
    "al d da dal dalla de dei del della den der di do dos du el la las le los mac ni nic ní ó van von"
)
PARTICLES_WITH_A_CAPITAL = frozenset(_ALSO_WITH_A_CAPITAL.title().split())
PARTICLES = frozenset(
    f"{_ALSO_WITH_A_CAPITAL} af am an ap ben bin bint het ibn lo op os st te ten ter ua uí vom y e zu zum zur"
    " بن ابن بنت".split()
)
# Two are written in the middle of a surname: Ortega y Gasset.
IN_THE_MIDDLE = frozenset(("y", "e"))
# What is written in one with the surname behind it, and does not count for its initial: al-Rashid, d'Arc, الرشيد.
_IN_ONE = re.compile(r"^(?:(?:al|el|ar|as|ad|an|at)-|(?:d|dell|dall|l)['\u2019]|ال)(?=\w{2})", re.IGNORECASE)
_PATRONYMIC = re.compile(
    r"(?:[oe]vich|[oe]vna|ich?na|[ое]вич|[ое]вна|ична|[оеє]вич|івна|ївна|ович|оглы|кызы)$", re.IGNORECASE
)
# In these scripts the family name comes first: Chinese characters, kana, hangul.
_FAMILY_FIRST = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\s・.]+")
# The accents of Latin, Greek and Cyrillic letters, among them the two dots of an umlaut. Other marks are letters.
ACCENTS = dict.fromkeys(range(0x300, 0x370))
UMLAUTS = str.maketrans({"ø": "oe", "æ": "ae", "œ": "oe"})
# Replaces the name of a player who does not want to be named in public.
NOT_IN_PUBLIC = "…"
# The apostrophes that keyboards have; people write them in a name or leave them out.
APOSTROPHES = dict.fromkeys(map(ord, "'\u2018\u2019\u201b\u02bc\u2032\u00b4`\uff07"))
# Letters and digits that people type and that look like a Latin letter, in one alphabet after the other.
LOOKS = (
    str.maketrans("АВЕЁЅІЇЈКМНОРСТУҮХԚԜӀ", "ABEËSlÏJKMHOPCTYYXQWl")
    | str.maketrans("аеёѕіїјорсухԁһԛԝӏ", "aeësiïjopcyxdhqwl")
    | str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορυχϲϳ", "ABEZHlKMNOPTYXaikvopuxcj")
    | str.maketrans("օհɑɡıI1|0", "ohagilllO")
)
# Of these, those of other alphabets, for names whose words mix them with Latin ones.
STRANGE_LOOKS = {letter: look for letter, look in LOOKS.items() if letter > 0x7F} | str.maketrans("ІΙӀ", "III")
# Greek and Cyrillic letters as they are usually written in Latin ones.
LATIN = str.maketrans(
    dict(zip("абвгдезийклмнопрстуфыэіѓќјўґө", "abvgdezijklmnoprstufyeigkjwgo", strict=True))
    | {"ё": "e", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu"}
    | {"я": "ya", "є": "ye", "ї": "i", "ђ": "dj", "ћ": "c", "љ": "lj", "њ": "nj", "џ": "dz"}
    | dict(zip("αβγδεζηικλμνξοπρσςτυφω", "avgdeziiklmnxoprsstyfo", strict=True))
    | {"θ": "th", "χ": "ch", "ψ": "ps"}
)
# Letters that are written in one way or another, each as one of them: Aaberg for Åberg, Djordje for Đorđe.
_ONE_WAY = (
    ("shch", "s"), ("tsch", "c"), ("sch", "s"), ("dj", "d"), ("gj", "d"), ("ph", "f"), ("th", "t"), ("kh", "h"),
    ("zh", "z"), ("sh", "s"), ("ch", "c"), ("ts", "c"), ("tz", "c"), ("ck", "k"), ("ou", "u"), ("oe", "o"), ("ae", "a"),
    ("ue", "u"), ("aa", "a"), ("lj", "l"), ("nj", "n"), ("iy", "i"), ("ij", "i"), ("yu", "u"), ("ju", "u"), ("ya", "a"),
    ("ja", "a"), ("ye", "e"), ("je", "e"), ("y", "i"), ("j", "i"), ("w", "v"), ("q", "k"),
)  # fmt: skip
# Around a name in a sentence, so that the writing direction of neither affects the other.
ISOLATES = "\u2068\u2069"


# The ways in which people write a dot to hide an address from programs.
_DOT = r"(?:[.。]|\s+\.\s*|\s*[(\[{]\s*(?:dot|punkt)\s*[)\]}]\s*)"
_MAIL = re.compile(rf"[^\s@]\s*(?:@|[(\[{{]\s*(?:at|ät)\s*[)\]}}])\s*[^\s@]+?{_DOT}\w{{2,}}")
_SCHEME = re.compile(r"\b(?:[a-z][a-z0-9+.-]*://|(?:https?|ftps?|mailto|tel|sms|skype):|www\.)")
# A word with a dot and one of these endings is a web address. One letter or two before the dot, as in J.De, may be
# initials, unless a path follows.
_GENERIC = "com|org|net|info|biz"
_OF_A_COUNTRY = "at|be|ch|cz|de|dk|ee|es|eu|fi|fr|gg|gr|hu|ie|io|it|jp|ly|me|nl|pl|pt|ru|se|tr|tv|uk"
_DOMAIN = re.compile(
    rf"(?<![\w.@-])(?:[\w-]+\.)*(?:[\w-]+\.(?:{_GENERIC})|[\w-]{{3,}}\.(?:{_OF_A_COUNTRY})|"
    rf"(?:[\w-]{{2}}\.(?:{_OF_A_COUNTRY})|t\.me)(?=/))(?![\w-]|\.\w)"
)
_NUMBER = re.compile(r"[+(]?\d[\d\s()/._·\-\u2010-\u2015\u2212]{2,}\d")
_DAY = re.compile(r"\d{4}([./-])\d\d?\1\d\d?|\d\d?[./\s-]\s?\d\d?[./\s-]\s?(?:(?:1[5-9]|20)\d\d|\d\d)")
# With an area code, or in groups, a telephone number may be short; any other row of digits may be some other number.
_FEWEST_OF_A_TELEPHONE, _FEWEST_IN_ONE_ROW = 7, 9


def is_contact(text: str) -> bool:
    """Whether the text contains a mail address, a telephone number or a link, none of which may pass for a name."""
    # Invisible characters and marks on a digit must not hide a contact.
    seen = "".join(sign for sign in fold(text) if unicodedata.category(sign) not in ("Cf", "Mn", "Me"))
    is_address = any(pattern.search(seen) for pattern in (_MAIL, _SCHEME, _DOMAIN))
    return is_address or any(_is_telephone(pattern_match[0]) for pattern_match in _NUMBER.finditer(seen))


def _is_telephone(text: str) -> bool:
    groups = re.findall(r"\d+", text)
    digits = sum(map(len, groups))
    has_area = text.startswith("+") or (len(groups) > 1 and groups[0].startswith("0"))
    fewest = _FEWEST_OF_A_TELEPHONE if has_area or len(groups) > 2 else _FEWEST_IN_ONE_ROW
    return digits >= fewest and not _DAY.fullmatch(text)


def tidy(text: str) -> str:
    """The text as typed, in Unicode NFC, without surrounding or doubled blanks; empty where nothing is visible."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    return text if any(character != " " and unicodedata.category(character) != "Cf" for character in text) else ""


def is_printable(text: str) -> bool:
    """Whether the text is free of control characters, lone surrogates and unassigned code points."""
    return not any(unicodedata.category(character) in ("Cc", "Cs", "Co", "Cn") for character in text)


def fold(name: str) -> str:
    """A name for comparison: neither capitals nor different encodings of a letter count."""
    return unicodedata.normalize("NFKC", name).casefold()


def as_seen(name: str) -> str:
    """A name for comparison where none may pass for another: folded, without invisible characters."""
    return "".join(letter for letter in fold(name) if unicodedata.category(letter) != "Cf")


def looks_of(name: str) -> frozenset[str]:
    """The keys of a name; two names that look alike share one, as those with a Latin and with a Cyrillic "a" do.

    The letters are compared as typed: the capitals of "b" and the Cyrillic "в" look alike, but not the small letters.
    """
    return frozenset((as_seen(name), as_seen(unicodedata.normalize("NFKC", name).translate(LOOKS))))


def person_key(name: str) -> str:
    """The key by which a register finds the person of this name; cut at a length that no name has."""
    return fold(tidy(name))[:MOST_OF_A_KEY]


def short_name(name: str, most: int = 13) -> str:
    """A name for a narrow place: whole where it fits, else the first word and what distinguishes it from namesakes.

    That is the text in brackets behind the name, the initial of the last word, or the last word itself where it is as
    short as a number.
    """
    if len(name) <= most:
        return name
    first, *later_words = name.split()
    last = "" if not later_words else f" {later_words[-1]}" if len(later_words[-1]) <= 3 else f" {later_words[-1][0]}."
    if " (" in name and name.endswith(")"):
        beside = name[name.rindex(" (") + 2 : -1]
        last = f" ({beside})" if len(beside) <= most // 2 else f" ({beside[: most // 2 - 1]}…)"
    room = most - len(last)
    return (first if len(first) <= room else f"{first[: room - 1]}…") + last


def search_key(name: str) -> str:
    """The key by which a name is found and sorted: "o" finds "ö", "l" finds "ł", "obrien" finds "O'Brien"."""
    apart = unicodedata.normalize("NFKD", name.casefold().translate(APOSTROPHES))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).translate(WHOLE_LETTERS)


def has_words(words: Iterable[str], name: str) -> bool:
    """Whether the name contains all these words, given as `search_key` spells them; "o" and "oe" both find "ö".

    A word may also be written as one writes the name in Latin letters, without its accents: "djordje" finds "Đorđe",
    "aaberg" finds "Åberg", "kuznetsova" finds "Кузнецова".
    """
    key = search_key(name)
    return all(
        word in key
        or _without_second_vowels(word) in _without_second_vowels(key)
        or (len(word) >= SHORTEST_WORD_READ and any(read.startswith(reading(word)) for read in reading(name).split()))
        for word in words
    )


@lru_cache(maxsize=20_000)
def reading(name: str) -> str:
    """A name as it is read, in few Latin letters: what is written in one way or another becomes the same."""
    key = unicodedata.normalize("NFKD", name.casefold().translate(APOSTROPHES))
    key = "".join(letter for letter in key if not unicodedata.combining(letter)).translate(WHOLE_LETTERS)
    key = key.replace("ου", "u").translate(LATIN)
    for spelling, sound in _ONE_WAY:
        key = key.replace(spelling, sound)
    return " ".join(re.sub(r"(.)\1+", r"\1", word) for word in re.findall(r"\w+", key))


def nearly_called(typed: str, names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names that the typed text may mean with one letter wrong, missing, too many or swapped."""
    words = reading(tidy(typed)).split()
    if not words:
        return ()
    return tuple(dict.fromkeys(name for name in names if _is_nearly(words, reading(name).split())))[:MOST_MEANT]


def _is_nearly(words: list[str], name: list[str]) -> bool:
    """Whether each word begins one of the name, but for a single slip in one of the longer ones."""
    slips = 0
    for word in words:
        if not any(other.startswith(word) for other in name):
            if len(word) < SHORTEST_WORD_WITH_A_SLIP or not any(_is_one_slip(word, other) for other in name):
                return False
            slips += 1
    return slips <= 1


def _is_one_slip(word: str, other: str) -> bool:
    """Whether one letter is wrong, missing, too many or swapped with its neighbour."""
    if abs(len(word) - len(other)) > 1:
        return False
    same = next((at for at, (one, two) in enumerate(zip(word, other, strict=False)) if one != two), None)
    if same is None:
        return True
    rest, of_other = word[same:], other[same:]
    swapped = rest[1::-1] == of_other[:2] and rest[2:] == of_other[2:]
    return swapped or rest[1:] == of_other[1:] or rest[1:] == of_other or rest == of_other[1:]


def _without_second_vowels(key: str) -> str:
    """The key with "a" in place of "ae", which may stand for "ä"; likewise "o" and "u"."""
    return key.replace("ae", "a").replace("oe", "o").replace("ue", "u")


def spellings(name: str) -> frozenset[str]:
    """The spellings by which a misspelt name is found: two names that share one may be of the same person.

    They are the words in any order, without marks (ae stands for ä, ss for ß), titles and "jun."; this with two words
    that follow each other written as one (O'Brien, Hans-Peter); and this with each single letter of a longer word left
    out, which finds one letter too many, missing, wrong or swapped with its neighbour. Words with a digit stay whole,
    to tell players apart, like Guest 1 and Guest 2.
    """
    words = re.findall(r"\w+", _without_second_vowels(search_key(in_one_alphabet(name))))
    words = [word for word in words if word not in BESIDE_A_NAME] or words
    word_lists = [words, *([*words[:at], words[at] + words[at + 1], *words[at + 2 :]] for at in range(len(words) - 1))]
    if sum(map(len, words)) >= SHORTEST_WITH_A_SLIP:
        word_lists += [
            [*words[:at], word[:slip] + word[slip + 1 :], *words[at + 1 :]]
            for at, word in enumerate(words)
            if len(word) >= SHORTEST_WORD_WITH_A_SLIP and word.isalpha()
            for slip in range(len(word))
        ]
    return frozenset(" ".join(sorted(spelt)) for spelt in word_lists)


def in_one_alphabet(name: str) -> str:
    """The name with Latin letters in place of those that look like them, in words that have Latin ones, too."""
    return " ".join(
        word.translate(STRANGE_LOOKS) if re.search("[A-Za-z]", word) and not word.isascii() else word
        for word in name.split(" ")
    )


def is_same_name(name: str, other: str) -> bool:
    """Whether two names are equal but for capitals, accents, umlauts, the order of their words and academic titles."""
    words, other_words = _words_to_compare(name), _words_to_compare(other)
    return len(words) == len(other_words) and all(map(set.intersection, words, other_words))


def _words_to_compare(name: str) -> list[set[str]]:
    """The words of a name, in one order for all its spellings: each with "a" for "ä", and with "ae" for it."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(APOSTROPHES)).casefold()
    words = "".join(letter if unicodedata.category(letter)[0] in "LMN" else " " for letter in letters).split()
    words = [word for word in words if word not in TITLES] or words
    spelt_out = (re.sub("([aou])\N{COMBINING DIAERESIS}", r"\1e", word.translate(UMLAUTS)) for word in words)
    ways = (
        [way.translate(ACCENTS).translate(WHOLE_LETTERS) for way in pair] for pair in zip(words, spelt_out, strict=True)
    )
    return [set(pair) for pair in sorted(ways, key=lambda pair: _without_second_vowels(pair[0]))]


def like_names(names: Iterable[str], among: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Map each name to those of the other names that may be spellings of it, the likeliest first.

    Names are found by their `spellings`: the time grows with the sum of the two numbers of names, not the product.
    """
    by_spelling: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        for spelling in spellings(name):
            by_spelling.setdefault(spelling, []).append(name)
    shared: dict[str, Counter[str]] = {name: Counter() for alike_names in by_spelling.values() for name in alike_names}
    for candidate in dict.fromkeys(among):
        for spelling in spellings(candidate) & by_spelling.keys():
            for name in by_spelling[spelling]:
                if person_key(name) != person_key(candidate):
                    shared[name][candidate] += 1
    return {
        name: tuple(sorted(counts, key=lambda other: (-counts[other], search_key(other), other)))
        for name, counts in shared.items()
    }


class NameParts(NamedTuple):
    """What a name consists of; a name of one part has it as its `last`.

    `particle` is written with a blank before `last`; `beside` is what follows the name, as in "Maier jun.", "King, Jr."
    or "Weber (TSV Ulm)", with what is written before it.
    """

    title: str
    first: str
    particle: str
    last: str
    beside: str
    is_family_first: bool = False


def parts_of(name: str) -> NameParts:
    """Take a name apart, as it is written or with the surname before a comma."""
    whole, bracket, inside = name.partition(" (") if name.endswith(")") else (name, "", "")
    before_comma, comma, behind = whole.partition(",")
    behind = behind.strip()
    beside = bracket + inside
    words = before_comma.split()
    if comma and behind and all(_is_beside(word) for word in behind.split()):
        comma, beside = "", f", {behind}{beside}"
    last_word = len(words)
    while last_word > 1 and _is_beside(words[last_word - 1]):
        last_word -= 1
    if last_word < len(words):
        words, beside = words[:last_word], f" {' '.join(words[last_word:])}{beside}"
    titles = _titles(words)
    words = words[titles:] or words
    title = " ".join(before_comma.split()[:titles]) if titles < last_word else ""
    if comma and behind and words:
        return _with_comma(title, words, behind.split(), beside)
    return _in_order(title, words, beside)


def _is_particle(word: str) -> bool:
    return word in PARTICLES or word in PARTICLES_WITH_A_CAPITAL


def _is_beside(word: str) -> bool:
    return search_key(word).strip(".") in GENERATIONS or word in NUMBERED


def _titles(words: list[str]) -> int:
    """How many words at the beginning are academic titles, such as Dipl.-Ing."""
    return next(
        (at for at, word in enumerate(words) if not set(re.split(r"[.-]+", search_key(word).strip(".-"))) <= TITLES),
        len(words),
    )


def _with_comma(title: str, surname: list[str], given: list[str], beside: str) -> NameParts:
    at = next((at for at in range(1, len(given)) if all(map(_is_particle, given[at:]))), len(given))
    titles = _titles(given)
    title, given, behind = " ".join((title, *given[:titles])).strip(), given[titles:at], given[at:]
    lead = next((at for at, word in enumerate(surname) if not _is_particle(word)), 0)
    particle = " ".join((*behind, *surname[:lead]))
    if not given:
        return NameParts(title, "", particle, " ".join(surname[lead:]), beside)
    return NameParts(title, " ".join(given), particle, " ".join(surname[lead:]), beside)


def _in_order(title: str, words: list[str], beside: str) -> NameParts:
    if len(words) < 2:
        return NameParts(title, "", "", " ".join(words), beside)
    if _FAMILY_FIRST.fullmatch(" ".join(words)):
        return NameParts(title, " ".join(words[1:]), "", words[0], beside, is_family_first=True)
    if len(words) == 3 and _PATRONYMIC.search(words[2]) and not _PATRONYMIC.search(words[1]):
        # A surname written first, as in registers: Сидоров Иван Петрович.
        return NameParts(title, " ".join(words[1:]), "", words[0], beside)
    if words[0] in PARTICLES:
        lead = next((at for at in range(len(words)) if not _is_particle(words[at])), len(words) - 1)
        return NameParts(title, "", " ".join(words[:lead]), " ".join(words[lead:]), beside)
    start = next((at for at in range(1, len(words) - 1) if _is_particle(words[at])), None)
    if start is None or not any(word[0].isalpha() for word in words[start:]):
        start = max((at for at, word in enumerate(words) if word[0].isalpha()), default=0)
        first, last = words[:start], words[start:]
        return NameParts(title, " ".join(first), "", " ".join(last), beside)
    if words[start] in IN_THE_MIDDLE and start > 1:
        return NameParts(title, " ".join(words[: start - 1]), "", " ".join(words[start - 1 :]), beside)
    lead = next((at for at in range(start, len(words)) if not _is_particle(words[at])), len(words) - 1)
    return NameParts(title, " ".join(words[:start]), " ".join(words[start:lead]), " ".join(words[lead:]), beside)


def first_name_and_initial(name: str) -> str:
    """The first name and the initial of the surname: Anna K. for Anna Maria Keller, Gül for Gül.

    Titles, middle names, patronymics, and what is beside a name go: Dr. Hans Maier (jun.) is Hans M. A particle goes
    with its surname: Dörte von der Heide is Dörte H. Where the family name is written first in its script, its initial
    is, too: 山. 太郎.
    """
    parts = parts_of(name)
    initial = next((letter for letter in _IN_ONE.sub("", parts.last) if letter.isalpha()), "")
    if not parts.first or not initial or not parts.last[0].isalpha():
        alone = " ".join(filter(None, (parts.particle, parts.last)))
        return name if parts.first or not initial else alone
    if parts.is_family_first and parts.last.endswith("."):
        return name
    if parts.is_family_first:
        return f"{initial}. {parts.first[:LONGEST_FIRST_NAME]}"
    short = f"{parts.first.split()[0][:LONGEST_FIRST_NAME]} {initial}."
    return name if short == f"{name}." else short


def with_number(short: str, number: int) -> str:
    """An abbreviated name that several players share, with the start number behind it."""
    return f"{short[:LONGEST_SHORT_NAME]} ({number})"


def names_apart(names: Mapping[int, str], clubs: Mapping[int, str], *, by_key: bool = False) -> dict[int, str]:
    """Make equal names distinct by the club behind them, or by a number where the club does not distinguish them.

    Numbers count from 1 in the order of the keys; with `by_key` the key is the number, as for start numbers. A person
    without a club is distinct from one with a club.
    """
    by_name: dict[str, list[int]] = {}
    for key in sorted(names):
        by_name.setdefault(fold(names[key]), []).append(key)
    distinct_names = dict(names)
    for name, keys in by_name.items():
        if len(keys) < 2 or name in ("", NOT_IN_PUBLIC):
            continue
        of_clubs = Counter(fold(clubs.get(key, "")) for key in keys)
        for number, key in enumerate(keys, start=1):
            club = clubs.get(key, "")
            known_by = str(key if by_key else number)
            beside = club if of_clubs[fold(club)] == 1 else ", ".join(filter(None, (club, known_by)))
            distinct_names[key] = f"{names[key]} ({beside})" if beside else names[key]
    return distinct_names


def surname_first(name: str) -> str:
    """A name as in a directory: Keller, Anna Maria for Anna Maria Keller, Verdi jun., Ada for Ada Verdi jun.

    A particle counts where it is written with a capital, as in Italy, Belgium and the United States (De Luca, Anna);
    with a small letter it stands at the end, as in Germany, Austria, Switzerland and the Netherlands (Heide, Dörte von
    der). A name of one part stays as it is, and so does one in a script that has the family name first.
    """
    parts = parts_of(name)
    counts = parts.particle[:1].isupper()
    if parts.is_family_first or not parts.last or not (parts.first or parts.title or (parts.particle and not counts)):
        return name
    surname = f"{parts.particle} {parts.last}" if counts else parts.last
    behind = "" if counts else parts.particle
    given = " ".join(filter(None, (parts.title, parts.first, behind)))
    return f"{surname}{parts.beside.replace(', ', ' ', 1)}, {given}"


def is_meant(typed: str, name: str, shown_as: str) -> bool:
    """Whether the typed text finds a player: its words are in the displayed name, or it is the whole real name.

    To find parts of the real name would reveal that name letter by letter; if another name than its abbreviation is
    displayed, the real name finds nobody.
    """
    key = search_key(tidy(typed))
    if not key:
        return False
    is_abbreviated = shown_as.startswith(first_name_and_initial(name))
    is_whole = _without_second_vowels(key) == _without_second_vowels(search_key(name))
    return has_words(key.split(), shown_as or name) or (is_abbreviated and is_whole)


def is_from_right_to_left(text: str) -> bool:
    """Whether the text has letters that are written from right to left, as Hebrew and Arabic ones are."""
    return not text.isascii() and any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)


def isolated(text: str) -> str:
    """The text as part of a sentence; a text from right to left is enclosed, so that it reorders no text beside it."""
    return text.join(ISOLATES) if is_from_right_to_left(text) else text
