"""How names are cleaned, compared, found and put in order."""

import unicodedata

# Letters that Unicode does not take apart into a base letter and a mark.
WHOLE_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t"}
)


def tidy(text: str) -> str:
    """The text as typed, in Unicode NFC, without surrounding or doubled blanks; empty where nothing is to be seen."""
    text = " ".join(unicodedata.normalize("NFC", text).split())
    return text if any(character != " " and unicodedata.category(character) != "Cf" for character in text) else ""


def is_printable(text: str) -> bool:
    """Whether the text is free of control characters, lone surrogates and unassigned code points."""
    return not any(unicodedata.category(character) in ("Cc", "Cs", "Co", "Cn") for character in text)


def fold(name: str) -> str:
    """A name as it is compared: neither capitals nor the encoding of the same letters count."""
    return unicodedata.normalize("NFKC", name).casefold()


def search_key(name: str) -> str:
    """A name as it is found and put in order: "o" finds "ö", "l" finds "ł"."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).translate(WHOLE_LETTERS)
