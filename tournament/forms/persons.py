"""Forms to tick persons: for the export or erasure of their data, or for full names on certificates."""

import re
from collections.abc import Iterable

from tournament.forms.sent import PressedField, ReadEachField, ReadField, SentForm
from tournament.languages import active_language, language_choices

LONGEST_CODE = 200


class KeysField(ReadEachField):
    """The keys of ticked rows; invalid keys are ignored."""

    def read_all(self, value: Iterable[str] | None) -> list[int]:
        return [int(key) for key in value or () if re.fullmatch("[0-9]{1,18}", key)]


class TextsField(ReadEachField):
    """The places of words in texts, as the page shows them."""

    def read_all(self, value: Iterable[str] | None) -> list[str]:
        return [code for code in value or () if len(code) <= LONGEST_CODE]


class PersonsForm(SentForm):
    """The ticked data, the search, the action, and the word typed to confirm.

    The ticked data are persons, and entries, sign-ups (`asked`) and vouchers without a person. `books` asks to erase
    names in books, too; `text` are single words to be erased from texts; `language` is that of the copy, by default the
    active one.
    """

    entry = KeysField()
    asked = KeysField()
    person = KeysField()
    voucher = KeysField()
    text = TextsField()
    books = PressedField()
    q = ReadField()
    do = ReadField()
    language = ReadField(lambda text: text if text in dict(language_choices()) else active_language().short)
    confirmed = ReadField()


class CertificatesForm(SentForm):
    """The start numbers of players who want their full name on the certificate."""

    in_full = KeysField()
