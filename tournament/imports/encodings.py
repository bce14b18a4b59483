"""Decodes the bytes of a text file whose encoding is not known, and mends letters that were encoded twice."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice, pairwise

from tournament.engine.refusals import Refused

UTF_16 = (b"\xff\xfe", b"\xfe\xff")
UTF_8_MARK = b"\xef\xbb\xbf"
# The encodings that a director may choose.
ENCODINGS = (
    "cp1252", "cp850", "cp1250", "iso8859_2", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1255", "cp1257", "mac_roman",
    "cp852",
)  # fmt: skip
WESTERN = "äöüßåæøéèêëàâáãîïíìôòóõûùúçñœ"


@dataclass(frozen=True, slots=True)
class Writing:
    """The letters beside A to Z that a language has, and the encoding in which its texts are saved.

    With `needs`, one of these letters has to be in a text. A script of its own is not mixed with A to Z in a word; its
    words have about as many of the `vowels` as those of every language.
    """

    encoding: str
    letters: str
    needs: str = ""
    vowels: str = ""


CYRILLIC, CYRILLIC_VOWELS = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґўђјљњћџ", "аеёиоуыэюяіїєў"
GREEK, GREEK_VOWELS = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ", "αεηιουωάέήίόύώϊϋ"
POLISH, CZECH, HUNGARIAN, SOUTH_SLAVIC, ROMANIAN = "ąćęłńóśźż", "áčďéěíňóřšťúůýžľĺôŕä", "áéíóöőúüű", "ćčđšž", "ăâîşţ"
EASTERN = (POLISH, CZECH, HUNGARIAN, SOUTH_SLAVIC, ROMANIAN)
# Of those that fit as well, the first one counts.
WRITINGS = (
    Writing("cp1252", WESTERN),
    Writing("cp1254", "çğıöşüâîûiİ" + "é", needs="ğşıİ"),
    Writing("cp1252", "áéíóúýþæðöäåüø"),
    *(Writing("cp1250", letters + "äöüß") for letters in EASTERN),
    *(Writing("iso8859_2", letters + "äöüß") for letters in EASTERN),
    *(Writing("cp1257", letters) for letters in ("ąčęėįšųūž", "āēģīķļņčšūž", "äõöüšž")),
    Writing("cp1252", WESTERN + "šž"),
    Writing("mac_roman", WESTERN),
    Writing("cp850", WESTERN),
    *(Writing("cp852", letters + "äöüß") for letters in EASTERN),
    Writing("cp1251", CYRILLIC, vowels=CYRILLIC_VOWELS),
    Writing("cp1255", "אבגדהוזחטיךכלםמןנסעףפץצקרשת"),
    Writing("koi8_r", CYRILLIC, vowels=CYRILLIC_VOWELS),
    Writing("cp1253", GREEK, vowels=GREEK_VOWELS),
)
BYTES_THAT_TELL, WORDS_THAT_TELL = 50_000, 400
# A word with a letter beside A to Z, and the signs that stand in it where the encoding is wrong.
WORD = re.compile(rb"[A-Za-z'\x80-\xff]*[\x80-\xff][A-Za-z'\x80-\xff]*")
# Quotation marks, dashes and the like in Windows; in a word they are wrong.
BESIDE_A_WORD = (
    "\u2013\u2014\u2018\u2019\u201a\u201c\u201d\u201e\u2022\u2026\u20ac\u00a0\u00ab\u00bb\u00b7\u2122\u00a9\u00ae№°"
)
# How many of a hundred letters of a word are vowels in any language.
FEWEST_VOWELS, MOST_VOWELS = 20, 80
# Encodings in which a text in UTF-8 is read by mistake, and saved again.
READ_BY_MISTAKE = ("cp1252", "cp1250", "cp1251", "mac_roman", "cp850", "cp437", "latin_1")
NO_ASCII = re.compile("[^\x00-\x7f]+")


def decoded(data: bytes, chosen_encoding: str = "") -> tuple[str, str]:
    """Decode the bytes; return the text and its encoding, which is empty if it is certain.

    `chosen_encoding` is what the user has chosen, used if it is uncertain. Raises Refused if there is no text.
    """
    text, encoding = _decoded(data, chosen_encoding)
    if "\x00" in text:
        raise Refused("list_file_unreadable")
    return text.replace("\r\n", "\n").replace("\r", "\n"), encoding


def _decoded(data: bytes, chosen_encoding: str) -> tuple[str, str]:
    marked = "utf-16" if data.startswith(UTF_16) else _utf_16_without_mark(data) or "utf-8-sig"
    try:
        return data.decode(marked), ""
    except UnicodeDecodeError as error:
        if data.startswith((*UTF_16, UTF_8_MARK)):
            raise Refused("list_file_unreadable") from error
    encoding = chosen_encoding if chosen_encoding in ENCODINGS else guessed(data)
    return data.decode(encoding, errors="replace"), encoding


def _utf_16_without_mark(data: bytes) -> str:
    """Return the encoding of a text in UTF-16 without a mark, which has zeros in its blanks; empty for any other."""
    start = data[: BYTES_THAT_TELL // 2 * 2]
    zeros = start[0::2].count(0), start[1::2].count(0)
    if not any(zeros) or len(data) % 2:
        return ""
    return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"


def guessed(data: bytes) -> str:
    """Guess by its letters in which encoding a text was saved."""
    words = [pattern_match[0] for pattern_match in islice(WORD.finditer(data[:BYTES_THAT_TELL]), WORDS_THAT_TELL)]
    # Only a Macintosh of long ago ended its lines so.
    is_of_macintosh = b"\r" in data and b"\n" not in data
    return max(
        WRITINGS,
        key=lambda writing: (_fits(writing, words), is_of_macintosh and writing.encoding == "mac_roman"),
    ).encoding


def _fits(writing: Writing, words: list[bytes]) -> int:
    """Count how many letters of the words the language has, less those it has not."""
    fits = 0
    has_needed = not writing.needs
    for word in words:
        text = codecs.decode(word, writing.encoding, "replace").strip(BESIDE_A_WORD)
        letters = [letter for letter in text if not letter.isascii()]
        right = [letter for letter in letters if letter.lower() in writing.letters or letter in writing.letters]
        is_right = len(right) == len(letters) and _is_regular(text, writing)
        fits += len(letters) if is_right else -len(letters)
        has_needed = has_needed or any(letter.lower() in writing.needs or letter in writing.needs for letter in letters)
    return fits if has_needed else -len(words)


def _is_regular(text: str, writing: Writing) -> bool:
    """Whether capitals stand where they do, and a script of its own alone in a word."""
    is_mixed = any(before.islower() and after.isupper() for before, after in pairwise(text))
    if len(text) > 2 and is_mixed:
        return False
    letters = [letter for letter in text.lower() if letter.isalpha()]
    if not writing.vowels:
        is_latin = writing.encoding != "cp1255"
        share = sum(not letter.isascii() for letter in letters) / max(len(letters), 1)
        return share <= 0.67 or len(letters) < 3 if is_latin else share == 1
    if any(letter.isascii() for letter in letters):
        return False
    vowels = 100 * sum(letter in writing.vowels for letter in letters)
    return len(letters) < 3 or FEWEST_VOWELS * len(letters) <= vowels <= MOST_VOWELS * len(letters)


def mended(text: str) -> tuple[str, bool]:
    """Mend letters that were encoded twice, as "Ã¼" is for "ü"; return the text, and whether it was mended."""
    runs = set(NO_ASCII.findall(text[:BYTES_THAT_TELL]))
    for encoding in READ_BY_MISTAKE:
        right = sum(bool(_encoded_once(run, encoding)) for run in runs)
        if right and right * 5 >= len(runs) * 4:
            return NO_ASCII.sub(partial(_mended_run, encoding), text), True
    return text, False


def _mended_run(encoding: str, run: re.Match[str]) -> str:
    return _encoded_once(run[0], encoding) or run[0]


def _encoded_once(run: str, encoding: str) -> str:
    """Return the letters that were encoded twice; empty if they were not, or not in this encoding."""
    try:
        data = b"".join(_bytes_of(run, encoding))
        return data.decode() if len(data) > 1 else ""
    except UnicodeError:
        return ""


def _bytes_of(run: str, encoding: str) -> Iterator[bytes]:
    for letter in run:
        # Bytes that Windows has no letter for are read as control characters.
        yield letter.encode("latin_1" if "\x80" <= letter <= "\x9f" else encoding)
