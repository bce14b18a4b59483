"""Forms to tick persons: for the export or erasure of their data, or for full names on certificates."""

import re

from tournament.forms.sent import PressedField, ReadEachField, ReadField, SentForm
from tournament.languages import active_language, language_choices


def _key(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,18}", text) else None


def _language(text: str) -> str:
    """One of the program's languages; else the one in use."""
    return text if text in dict(language_choices()) else active_language().short


class KeysField(ReadEachField):
    """The keys of ticked rows; invalid keys are ignored."""

    def __init__(self) -> None:
        super().__init__(_key)

    def read_all(self, value: object) -> list[int]:
        return [key for key in super().read_all(value) if key is not None]


class PersonsForm(SentForm):
    """The ticked data, the search, the action, and the word typed to confirm.

    Persons are ticked, and entries, sign-ups and vouchers without a person. `books` asks to erase names in books, too;
    `language` is that of the copy.
    """

    entry = KeysField()
    asked = KeysField()
    person = KeysField()
    voucher = KeysField()
    books = PressedField()
    q = ReadField()
    do = ReadField()
    language = ReadField(_language)
    confirmed = ReadField()


class CertificatesForm(SentForm):
    """The start numbers of players who want their full name on the certificate."""

    in_full = KeysField()
