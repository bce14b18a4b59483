"""Forms for results and reports, and forms that point at their errors."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from tournament.engine.record import Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.sent import PressedField, ReadField, RefusingForm, SentForm, unless_blank, whole_number
from tournament.matches.formats import MatchFormat
from tournament.matches.scores import is_surprising, possible_scores
from tournament.pages.results import result_from_code

# Forms that list their errors at the top and focus the first wrong field.


class FocusedField(forms.BoundField):
    """A form field that gets the focus if it is the first one with an error."""

    form: "PointingForm"

    def build_widget_attrs(self, attrs: Any, widget: forms.Widget | None = None) -> Any:
        """Add `autofocus` to the attributes, which works with scripts and without."""
        attrs = super().build_widget_attrs(attrs, widget)
        return {**attrs, "autofocus": True} if self.name == self.form.first_mistake else attrs


class PointingForm(RefusingForm):
    """A form that lists its errors and focuses the first wrong field."""

    bound_field_class = FocusedField

    @property
    def first_mistake(self) -> str:
        """The name of the first field with an error; empty if there is none."""
        typed_into = (name for name, field in self.fields.items() if not field.widget.is_hidden)
        return next((name for name in typed_into if name in self.errors), "")

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """The label and the id of the input of each field with an error, in the order of the page."""
        wrong = [field for field in self.visible_fields() if field.errors]
        # A field of several inputs has no id of its own; its first input does.
        return [(str(field.label), field.id_for_label or f"{field.auto_id}_0") for field in wrong]


# Results, tapped or typed at the desk.


def runs_together(match_length: int) -> bool:
    """Whether 31 means 3:1 at this match length: every score but an unusual one has two digits."""
    return match_length <= 9


def score_from_typing(text: str, match_length: int) -> Score:
    """Read the two numbers of "3 1", "3:1", "3-1", or in a short match "31"."""
    line = " ".join(text.split())
    together = re.fullmatch(r"(\d{1,3})(\d)", line)
    if together and not runs_together(match_length):
        raise Refused("score_runs_together", length=match_length)
    match = re.fullmatch(r"(\d{1,3})\s*[\s:;,./–-]\s*(\d{1,3})", line) or together
    if not match:
        raise Refused("score_not_understood")
    return int(match[1]), int(match[2])


def typed_score(text: str, queried_text: str, match_format: MatchFormat) -> Score:
    """Read a typed score; an unusual one is refused unless the same text, `queried_text`, was queried before."""
    score = score_from_typing(text, match_format.match_length)
    if is_surprising(match_format, score) and queried_text.split() != text.split():
        raise Refused("score_surprises", first=score[0], second=score[1])
    return score


def entered_line(text: str, match_format: MatchFormat, tables: Iterable[int]) -> tuple[int | None, str]:
    """Split the line typed for any table into table and score; the table is None if the page has named it.

    "57 3 1" is a score at table 57. Two numbers are the score of the table that the page names, if they can be one,
    else a table and a score run together, "57 31". One number is a table without a score, which comes next; digits
    that are none of the round's `tables` are a score, where they can be one.
    """
    numbers = re.split(r"[\s:;,./–-]+", text.strip())
    if not (len(numbers) <= 3 and all(re.fullmatch("[0-9]{1,4}", number) for number in numbers)):
        raise Refused("table_and_score_not_understood")
    if len(numbers) == 2:
        can_be_run_together = len(numbers[1]) > 1 and runs_together(match_format.match_length)
        if not can_be_run_together or (int(numbers[0]), int(numbers[1])) in possible_scores(match_format):
            return None, " ".join(numbers)
    if len(numbers) == 1 and numbers[0] in scores_in_digits(match_format, tables):
        return None, numbers[0]
    return int(numbers[0]), " ".join(numbers[1:])


def scores_in_digits(match_format: MatchFormat, tables: Iterable[int]) -> list[str]:
    """List the scores that may be typed without a blank, such as "31", because no table has that number."""
    if not runs_together(match_format.match_length):
        return []
    numbers = {str(table) for table in tables}
    digit_texts = (f"{first}{second}" for first, second in possible_scores(match_format) if second < 10)
    return [digits for digits in digit_texts if digits not in numbers]


def long_scores(match_format: MatchFormat) -> tuple[str, ...]:
    """The scores that could also be read as a table and a score run together."""
    return tuple(f"{first} {second}" for first, second in possible_scores(match_format) if second > 9)


def how_typed(wanted: MatchFormat, tables: Iterable[int]) -> dict[str, str]:
    """Say for scripts which digits are a score, and which two numbers are one though they could be table and score."""
    digits = {"digits": ",".join(scores_in_digits(wanted, tables))}
    return digits | {"long": ",".join(long_scores(wanted))} if runs_together(wanted.match_length) else digits


class ResultForm(SentForm):
    """The result from a table's row, the result that the page showed, and the button pressed after a preview.

    `entered` is a tapped code, a typed score, a player who gave up, or a stopped match; `asked` is the typed score that
    the page has queried.
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

    def __init__(self, match_format: MatchFormat, data: QueryDict) -> None:
        super().__init__(data)
        self.wanted = match_format

    def values(self) -> dict[str, Any]:
        """The cleaned values, with the result as `entered`. Raises Refused for a result that cannot be read."""
        sent = super().values()
        return {**sent, "entered": entered_result(sent, self.wanted), "is_given_up": _is_given_up(sent)}

    @property
    def is_confirmed(self) -> bool:
        """Whether the form was sent from the preview of the changes."""
        return "confirmed" in self.data or "anew" in self.data


class ResultByTableForm(SentForm):
    """The line typed for any table, such as "57 3 1", and the pairing that the page has named as the next one, if any.

    `seen` is the result of that pairing on the page; `asked` is the line that the page has queried.
    """

    typed = ReadField()
    asked = ReadField()
    match = ReadField(unless_blank(whole_number))
    seen = ReadField(unless_blank(result_from_code))

    def table_and_score(
        self, match_format: MatchFormat, tables: Iterable[int], beside: Mapping[int, MatchFormat]
    ) -> tuple[int | None, Score | None]:
        """Return table and score; the table is None for the one that the page named, the score if none was typed.

        Matches are of the format `match_format`, but for those `beside` them, by their keys and by their tables,
        negative. Whether a line has a table at all is read by the format of the match that the page has named. An
        unusual score is refused once, as a query.
        """
        sent = self.values()
        named = beside.get(sent["match"] or 0, match_format)
        table, typed = entered_line(sent["typed"], named, tables)
        match_format = beside.get(-table, match_format) if table else named
        is_asked = sent["asked"].split() == sent["typed"].split()
        return table, typed_score(typed, typed if is_asked else "", match_format) if typed else None


def entered_result(sent: Mapping[str, Any], match_format: MatchFormat) -> Result:
    """Read the result from a row: a tapped code, a typed score, a player who gave up, or a stopped match."""
    if sent.get("result") is not None:
        return result_from_code(sent["result"])
    if sent.get("typed") is not None:
        return Result(Outcome.PLAYED, typed_score(sent["typed"], sent.get("asked", ""), match_format))
    if _is_given_up(sent):
        points = _number(sent.get("points", ""))
        length = match_format.match_length
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


# The score of a player's own match, reported by phone.


def phone_name(text: str) -> str:
    """Read the name that the phone has chosen for itself; empty for any other text."""
    return text if re.fullmatch("[0-9a-f]{32}", text) else ""


def _tapped_score(code: str) -> Score:
    result = result_from_code(code)
    if result.outcome is not Outcome.PLAYED or result.score is None:
        raise Refused("result_incomplete")
    return result.score


class ReportForm(SentForm):
    """The reported score in the order of the pairing, and its match.

    `seen` is the player's own report that the page showed, or None. Points may be typed instead of tapped; an unusual
    typed score is refused as a query, and confirmed by a tap. `takes_back` takes back a confirmation instead.
    """

    match = ReadField(whole_number)
    seen = ReadField(lambda code: result_from_code(code).score if code else None)
    result = ReadField(_tapped_score, optional=True)
    first_points = ReadField(optional=True)
    second_points = ReadField()
    phone = ReadField(phone_name)
    takes_back = PressedField()

    def __init__(self, match_format: MatchFormat, data: QueryDict) -> None:
        super().__init__(data)
        self.wanted = match_format

    def typed(self) -> tuple[str, str]:
        """The typed points, to be shown again."""
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
