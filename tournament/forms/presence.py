"""A round is drawn, with what is said of those who are missed."""

import re
from typing import Any

from django import forms

from tournament.actions.rounds import Presence
from tournament.engine.refusals import Refused
from tournament.forms.answers import whole_number
from tournament.forms.sent import PressedField, ReadField, SentForm

FIELD = re.compile("presence-([0-9]{1,9})")


def presence_field(number: int) -> str:
    """The name of the field that says what has become of a player."""
    return f"presence-{number}"


def _presence(text: str) -> Presence:
    if text not in list(Presence):
        raise Refused("not_understood")
    return Presence(text)


class PresenceWidget(forms.HiddenInput):
    """What was said, by start number: a field for each player."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> dict[int, str]:
        return {int(match[1]): data[field] for field in data if (match := FIELD.fullmatch(field))}


class PresenceField(ReadField):
    """What has become of those who were missed, by start number. Raises Refused where it is none of the choices."""

    widget = PresenceWidget

    def read_all(self, value: dict[int, str]) -> dict[int, Presence]:
        return {number: _presence(said) for number, said in value.items()}


class PairingForm(SentForm):
    """The round that is to be paired, the dice of the first, and what is said of those who are missed.

    The dice are None where the page that was sent does not ask for them.
    """

    number = ReadField(whole_number)
    draw_seed = ReadField(optional=True)
    presence = PresenceField()
    all_here = PressedField()
    back = PressedField()
    rematches = PressedField()
