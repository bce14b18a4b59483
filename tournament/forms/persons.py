"""Persons are ticked: what is stored about them is saved or erased, or their full name is printed."""

import re

from tournament.forms.sent import PressedField, ReadEachField, ReadField, SentForm


def _key(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,18}", text) else None


class KeysField(ReadEachField):
    """The keys of what is ticked; what is none is left out."""

    def __init__(self) -> None:
        super().__init__(_key)

    def read_all(self, value: object) -> list[int]:
        return [key for key in super().read_all(value) if key is not None]


class PersonsForm(SentForm):
    """What was ticked, what was looked for, what is to be done, and the word typed to confirm.

    Ticked are persons, and entries, requests and vouchers of nobody in the register. `books` asks to erase there, too.
    """

    entry = KeysField()
    asked = KeysField()
    person = KeysField()
    voucher = KeysField()
    books = PressedField()
    q = ReadField()
    do = ReadField()
    confirmed = ReadField()


class CertificatesForm(SentForm):
    """The start numbers of those who ask for their full name on the certificate."""

    in_full = KeysField()
