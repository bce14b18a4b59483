"""The evening ends: at what each open match is stopped."""

import re
from typing import Any

from django import forms

from tournament.engine.record import Score
from tournament.engine.refusals import Refused
from tournament.forms.sent import ReadField, SentForm

FIELD = re.compile("(first|second)-([0-9]{1,18})")


class ScoresWidget(forms.HiddenInput):
    """What was typed, by the key of the pairing: two fields for each open match."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> dict[int, dict[str, str]]:
        typed: dict[int, dict[str, str]] = {}
        for field in data:
            if match := FIELD.fullmatch(field):
                typed.setdefault(int(match[2]), {})[match[1]] = data[field].strip()
        return typed


class ScoresField(ReadField):
    """The score of each match by the key of its pairing; None where it was not played."""

    widget = ScoresWidget

    def read_all(self, value: dict[int, dict[str, str]]) -> dict[int, Score | None]:
        return {key: _score(typed.get("first", ""), typed.get("second", "")) for key, typed in value.items()}


def _score(first: str, second: str) -> Score | None:
    if not first and not second:
        return None
    if not all(re.fullmatch("[0-9]{1,3}", points) for points in (first, second)):
        raise Refused("score_not_understood")
    return (int(first), int(second))


class EndingForm(SentForm):
    """At what each open match is stopped; nothing where it was not played."""

    scores = ScoresField()
