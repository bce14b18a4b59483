"""Forms for results, reports and mistakes."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from tournament.engine.record import Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.answers import whole_number
from tournament.forms.sent import PressedField, ReadField, RefusedInput, SentForm
from tournament.matches.formats import MatchFormat
from tournament.matches.scores import is_surprising
from tournament.pages.results import result_from_code

# A refused form says at its top what is to be corrected, and goes to the first wrong field.


@dataclass(frozen=True, slots=True)
class RefusedField:
    """A field that was refused: what it is called, and the id of where it is typed into."""

    label: str
    anchor: str


class FocusedField(forms.BoundField):
    """A field that takes the cursor where it is the first wrong one of its form."""

    form: "PointingForm"

    def build_widget_attrs(self, attrs: Any, widget: forms.Widget | None = None) -> Any:
        """The attributes of the widget; the browser itself goes to `autofocus`, with scripts and without."""
        attrs = super().build_widget_attrs(attrs, widget)
        return {**attrs, "autofocus": True} if self.name == self.form.first_mistake else attrs


class PointingForm(forms.Form):
    """A form that points at what is wrong in it."""

    bound_field_class = FocusedField

    @property
    def first_mistake(self) -> str:
        """The name of the first wrong field; empty where there is none."""
        typed_into = (name for name, field in self.fields.items() if not field.widget.is_hidden)
        return next((name for name in typed_into if name in self.errors), "")

    @property
    def mistakes(self) -> tuple[RefusedField, ...]:
        """The wrong fields in their order on the page."""
        return tuple(self._mistakes())

    def _mistakes(self) -> Iterator[RefusedField]:
        for field in self.visible_fields():
            if field.errors:
                # A field of several parts has no id of its own: its first part is gone to.
                yield RefusedField(str(field.label), field.id_for_label or f"{field.auto_id}_0")


# A result as it is tapped or typed.

APART = r"(\d{1,3})\s*[\s:;,./–-]\s*(\d{1,3})"
RUN_TOGETHER = r"(\d{1,3})(\d)"
# Up to this length a score has two figures unless it is surprising.
LONGEST_RUN_TOGETHER = 9


def runs_together(match_length: int) -> bool:
    """Whether 31 is understood as 3:1."""
    return match_length <= LONGEST_RUN_TOGETHER


def score_from_typing(text: str, match_length: int) -> Score:
    """The two numbers of "3 1", "3:1", "3-1", or in a short match "31"."""
    line = " ".join(text.split())
    together = re.fullmatch(RUN_TOGETHER, line)
    if together and not runs_together(match_length):
        raise Refused("score_runs_together", length=match_length)
    match = re.fullmatch(APART, line) or together
    if not match:
        raise Refused("score_not_understood")
    return int(match[1]), int(match[2])


def typed_score(text: str, asked: str, wanted: MatchFormat) -> Score:
    """The score; one that surprises is asked back once, and is taken where `asked` says that it has been."""
    score = score_from_typing(text, wanted.match_length)
    if is_surprising(wanted, score) and asked.split() != text.split():
        raise Refused("score_surprises", first=score[0], second=score[1])
    return score


def entered_table(text: str) -> tuple[int, str]:
    """The table and what is said of it in "57 3 1"."""
    match = re.fullmatch(r"\s*(\d{1,4})[\s.,:;]+(\S.*)", text)
    if not match:
        raise Refused("table_and_score_not_understood")
    return int(match[1]), match[2]


class ResultForm(SentForm):
    """The result that a table's row sends, the one that stood there, and for a round that is over what was pressed.

    A result is `entered` by a tapped code, a typed score, who gave up, or a stopped match; `asked` is what was typed
    before, where the page has asked back.
    """

    seen = ReadField(result_from_code)
    result = ReadField(optional=True)
    typed = ReadField(optional=True)
    asked = ReadField()
    gave_up = ReadField()
    points = ReadField()
    stopped_first = ReadField(optional=True)
    stopped_second = ReadField()
    anew = ReadField(whole_number, optional=True)
    confirmed = PressedField()

    def __init__(self, wanted: MatchFormat, data: QueryDict) -> None:
        super().__init__(data)
        self.wanted = wanted

    def clean(self) -> dict[str, Any]:
        try:
            entered = entered_result(self.cleaned_data, self.wanted)
        except Refused as refused:
            raise RefusedInput(refused) from refused
        return {**self.cleaned_data, "entered": entered, "is_given_up": _is_given_up(self.cleaned_data)}

    @property
    def is_confirmed(self) -> bool:
        """Whether it was pressed where what changes had been shown."""
        return "confirmed" in self.data or "anew" in self.data


class ResultByTableForm(SentForm):
    """A table and its score in one line, as "57 3 1"."""

    typed = ReadField()
    asked = ReadField()

    def table_and_score(self, wanted: MatchFormat) -> tuple[int, Score]:
        """The table, and its score; one that surprises is asked back once."""
        sent = self.values()
        table, typed = entered_table(sent["typed"])
        is_asked = sent["asked"].split() == sent["typed"].split()
        return table, typed_score(typed, typed if is_asked else "", wanted)


def entered_result(sent: Mapping[str, Any], wanted: MatchFormat) -> Result:
    """The result that a row's form sends: a tapped code, a typed score, who gave up, or a stopped match."""
    if sent.get("result") is not None:
        return result_from_code(sent["result"])
    if sent.get("typed") is not None:
        return Result(Outcome.PLAYED, typed_score(sent["typed"], sent.get("asked", ""), wanted))
    if _is_given_up(sent):
        points = _number(sent.get("points", ""))
        length = wanted.match_length
        return Result(Outcome.PLAYED, (points, length) if sent["gave_up"] == "first" else (length, points))
    if sent.get("stopped_first") is not None:
        return Result(Outcome.STOPPED, (_number(sent["stopped_first"]), _number(sent.get("stopped_second", ""))))
    raise Refused("result_incomplete")


def _is_given_up(sent: Mapping[str, Any]) -> bool:
    tapped_or_typed = sent.get("result") is not None or sent.get("typed") is not None
    return not tapped_or_typed and sent.get("gave_up") in ("first", "second")


def _number(text: str) -> int:
    if not re.fullmatch(r"\s*\d{1,3}\s*", text):
        raise Refused("score_not_understood")
    return int(text)


# The score of one's own match, as a player taps it on the phone.


def phone_name(text: str) -> str:
    """The name that the phone has given itself; empty where the text is none."""
    return text if re.fullmatch("[0-9a-f]{32}", text) else ""


def _tapped_score(code: str) -> Score:
    result = result_from_code(code)
    if result.outcome is not Outcome.PLAYED or result.score is None:
        raise Refused("result_incomplete")
    return result.score


def _expected_score(code: str) -> Score | None:
    return result_from_code(code).score if code else None


class ReportForm(SentForm):
    """The score that was tapped, in the order of the pairing, and the match that it is of.

    `seen` is what the page knew the player to have reported; None: nothing. Instead of a tap the points of the two
    may be typed; a score that surprises is asked back, and then tapped.
    """

    match = ReadField(whole_number)
    seen = ReadField(_expected_score)
    result = ReadField(_tapped_score, optional=True)
    first_points = ReadField(optional=True)
    second_points = ReadField()
    phone = ReadField(phone_name)

    def __init__(self, wanted: MatchFormat, data: QueryDict) -> None:
        super().__init__(data)
        self.wanted = wanted

    def typed(self) -> tuple[str, str]:
        """The points as they were typed, to be shown again."""
        return self["first_points"].value() or "", self["second_points"].value() or ""

    def score(self) -> Score:
        """The score in the order of the pairing."""
        sent = self.values()
        if sent["result"] is not None:
            tapped: Score = sent["result"]
            return tapped
        if sent["first_points"] is None:
            raise Refused("result_incomplete")
        return typed_score(f"{sent['first_points']}:{sent['second_points']}", "", self.wanted)
