"""Cleans, compares, finds and sorts names."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping

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
# Words that are written with a name or left out; those of the generation tell two people apart.
TITLES = frozenset(("dr", "prof", "dipl", "ing", "med", "mag"))
BESIDE_A_NAME = TITLES | {"jun", "jr", "junior", "sen", "sr", "senior"}
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
    return is_address or any(_is_telephone(found[0]) for found in _NUMBER.finditer(seen))


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
    first, *others = name.split()
    last = "" if not others else f" {others[-1]}" if len(others[-1]) <= 3 else f" {others[-1][0]}."
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
    """Whether the name contains all these words, given as `search_key` spells them; "o" and "oe" both find "ö"."""
    key = search_key(name)
    return all(word in key or _without_second_vowels(word) in _without_second_vowels(key) for word in words)


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
    words = re.findall(r"\w+", _without_second_vowels(search_key(name)))
    words = [word for word in words if word not in BESIDE_A_NAME] or words
    found = [words, *([*words[:at], words[at] + words[at + 1], *words[at + 2 :]] for at in range(len(words) - 1))]
    if sum(map(len, words)) >= SHORTEST_WITH_A_SLIP:
        found += [
            [*words[:at], word[:slip] + word[slip + 1 :], *words[at + 1 :]]
            for at, word in enumerate(words)
            if len(word) >= SHORTEST_WORD_WITH_A_SLIP and word.isalpha()
            for slip in range(len(word))
        ]
    return frozenset(" ".join(sorted(spelt)) for spelt in found)


def is_same_name(name: str, other: str) -> bool:
    """Whether two names are equal but for capitals, accents, umlauts, the order of their words and academic titles."""
    words, others = _words_to_compare(name), _words_to_compare(other)
    return len(words) == len(others) and all(map(set.intersection, words, others))


def _words_to_compare(name: str) -> list[set[str]]:
    """The words of a name, in one order for all its spellings: each with "a" for "ä", and with "ae" for it."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(APOSTROPHES)).casefold()
    words = "".join(letter if unicodedata.category(letter)[0] in "LMN" else " " for letter in letters).split()
    words = [word for word in words if word not in TITLES] or words
    spelt_out = (re.sub("([aou])\N{COMBINING DIAERESIS}", r"\1e", word.translate(UMLAUTS)) for word in words)
    ways = (
        [way.translate(ACCENTS).translate(WHOLE_LETTERS) for way in both] for both in zip(words, spelt_out, strict=True)
    )
    return [set(both) for both in sorted(ways, key=lambda both: _without_second_vowels(both[0]))]


def like_names(names: Iterable[str], among: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Map each name to those of the other names that may be spellings of it, the likeliest first.

    Names are found by their `spellings`: the time grows with the sum of the two numbers of names, not the product.
    """
    by_spelling: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        for spelling in spellings(name):
            by_spelling.setdefault(spelling, []).append(name)
    shared: dict[str, Counter[str]] = {name: Counter() for found in by_spelling.values() for name in found}
    for other in dict.fromkeys(among):
        for spelling in spellings(other) & by_spelling.keys():
            for name in by_spelling[spelling]:
                if person_key(name) != person_key(other):
                    shared[name][other] += 1
    return {
        name: tuple(sorted(others, key=lambda other: (-others[other], search_key(other), other)))
        for name, others in shared.items()
    }


def first_name_and_initial(name: str) -> str:
    """The first word and the first letter of the last one: Anna K. for Anna Maria Keller, Gül for Gül.

    Words that are no names, as in Hans Maier (jun.), are left out.
    """
    first, *others = name.split()
    initials = [word[0] for word in others if word[0].isalpha()]
    short = f"{first[:LONGEST_FIRST_NAME]} {initials[-1]}." if initials else name
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
    told = dict(names)
    for name, keys in by_name.items():
        if len(keys) < 2 or name in ("", NOT_IN_PUBLIC):
            continue
        of_clubs = Counter(fold(clubs.get(key, "")) for key in keys)
        for number, key in enumerate(keys, start=1):
            club = clubs.get(key, "")
            known_by = str(key if by_key else number)
            beside = club if of_clubs[fold(club)] == 1 else ", ".join(filter(None, (club, known_by)))
            told[key] = f"{names[key]} ({beside})" if beside else names[key]
    return told


def surname_first(name: str) -> str:
    """A name as in a directory: Keller, Anna Maria for Anna Maria Keller, Maier (jun.), Hans for Hans Maier (jun.).

    The surname is the last word that begins with a letter; a name of one word, or with a comma, stays as it is.
    """
    whole, bracket, beside = name.partition(" (") if name.endswith(")") else (name, "", "")
    words = whole.split()
    index = max((index for index, word in enumerate(words) if word[0].isalpha()), default=0)
    if not index or "," in whole:
        return name
    return f"{' '.join(words[index:])}{bracket}{beside}, {' '.join(words[:index])}"


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
