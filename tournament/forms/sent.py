"""Forms for buttons, checkboxes and inputs in rows; they raise their errors as refusals, like actions."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from django import forms
from django.utils.datastructures import MultiValueDict

from tournament.engine.record import SecondKind
from tournament.engine.refusals import Refused
from tournament.names import tidy
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.values import CURRENCIES, SIGNS

Sent = TypeVar("Sent")
Read = TypeVar("Read")

CURRENCY = f"(?:{'|'.join(map(re.escape, (*CURRENCIES, *SIGNS.values())))})"


class RefusedInput(forms.ValidationError):
    """A refusal as a form error: the sentence for the field, and the refusal for the view."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refusal_sentence(refused), code=refused.code)
        self.refused = refused


def refused_as_input(read: Callable[[Sent], Read], sent: Sent) -> Read:
    """Call `read`, and raise its `Refused` as the `RefusedInput` that forms show."""
    try:
        return read(sent)
    except Refused as refused:
        raise RefusedInput(refused) from refused


class RefusingForm(forms.Form):
    """A form that shows a refusal of the action beside the field that `field_of_refusal` names, else above all."""

    field_of_refusal: Mapping[str, str] = {}

    def refuse(self, refused: Refused) -> None:
        self.add_error(self.field_of_refusal.get(refused.code), RefusedInput(refused))


class ReadField(forms.Field):
    """A text that a function reads; the function refuses invalid texts. A missing value is read as empty.

    If the field is `optional`, a missing value is None and is not read.
    """

    def __init__(self, read: Callable[[str], Any] = str, *, optional: bool = False, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.read = read
        self.optional = optional

    def clean(self, value: Any) -> Any:
        if value is None and self.optional:
            return None
        return refused_as_input(self.read_all, value)

    def read_all(self, value: Any) -> Any:
        """Read what was sent under this name; a subclass may read several values."""
        return self.read(value or "")


class ReadEachField(ReadField):
    """Any number of texts sent under one name, each read on its own."""

    widget = forms.MultipleHiddenInput

    def read_all(self, value: Any) -> Any:
        return [self.read(item) for item in value or ()]


class PressedField(forms.Field):
    """Whether a button was pressed: its name was sent, with any value."""

    widget = forms.HiddenInput

    def clean(self, value: Any) -> bool:
        return value is not None


class TickField(forms.BooleanField):
    """A checkbox, which may be left unticked."""

    def __init__(self, label: Any, *, help_text: Any = "", initial: bool = False, **options: Any) -> None:
        super().__init__(label=label, help_text=help_text, initial=initial, required=False, **options)


class SentForm(forms.Form):
    """The values that a page sends; an error is raised as a refusal, and shown where refusals of the action are."""

    def __init__(self, data: MultiValueDict[str, Any]) -> None:
        super().__init__(data)

    def values(self) -> dict[str, Any]:
        """The cleaned values. Raises Refused if one of them is invalid."""
        for errors in self.errors.as_data().values():
            for error in errors:
                raise error.refused if isinstance(error, RefusedInput) else Refused("not_understood")
        return self.cleaned_data


class AllSentForm(SentForm):
    """All that a page has sent, to be sent again with the answer to a question."""

    data: MultiValueDict[str, Any]

    def fields_to_repeat(self) -> tuple[tuple[str, str], ...]:
        """The fields and values in order, without the CSRF token; a field with several values is repeated."""
        sent = self.data.lists()
        return tuple((name, value) for name, values in sent for value in values if name != "csrfmiddlewaretoken")


class EmptyForm(SentForm):
    """A form of a button alone, without values."""


# The state of a page, sent along with all its requests.


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,12}", text) else None


class ShownForm(SentForm):
    """The state of a page; a value is None or empty if the page does not send it.

    `v` is the version shown, `since` the time of opening in seconds, `part` the part of a long list, `tapped` the
    tapped player without an opponent, `of` the key of the match on a score sheet, `tables` which tables of a round to
    show, "open" or "all", `table` the table to enter next, `match` the key of the pairing that the page has named.
    """

    v = ReadField()
    since = ReadField(_number)
    part = ReadField(_number)
    tapped = ReadField(_number)
    of = ReadField(_number)
    tables = ReadField(lambda text: text if text in ("open", "all") else "")
    table = ReadField(_number)
    match = ReadField(_number)


# Readers of single values: a whole number, an amount of money, one of some texts.


def unless_blank(read: Callable[[str], Read]) -> Callable[[str], Read | None]:
    """Make a reader that reads a blank text as None."""
    return lambda text: read(text) if text.strip() else None


def one_of(choices: Iterable[Read]) -> Callable[[str], Read]:
    """Make a reader of one of these texts. It raises Refused for any other text."""

    def read(text: str) -> Read:
        for choice in choices:
            if choice == text:
                return choice
        raise Refused("not_understood")

    return read


def whole_number(text: str) -> int:
    """Read a whole number. Raises Refused for any other text."""
    if not re.fullmatch(r"\s*[0-9]{1,9}\s*", text):
        raise Refused("not_understood")
    return int(text)


def match_lengths(text: str) -> tuple[int, ...]:
    """Read match lengths such as 5 or 3, 5, 7; none from a blank text. Raises Refused for any other text."""
    return tuple(whole_number(length) for length in re.split(r"[\s,;/-]+", tidy(text)) if length)


def second_bracket(text: str) -> dict[str, Any]:
    """Read the columns of a second bracket from its choice, such as "losers" or "rest 8"; empty for none."""
    kind, _space, players = text.partition(" ")
    if kind and kind not in [*SecondKind]:
        raise Refused("not_understood")
    return {"finals_second": kind, "finals_second_players": whole_number(players) if players else None}


def whole_number_or_none(text: str) -> int | None:
    """Read a whole number, or none from a blank text. Raises Refused for any other text."""
    return whole_number(text) if text.strip() else None


def whole_cents(text: str, otherwise: Refused | None = None) -> int:
    """Read an amount of money such as 12, 12,5 or 12.50, in cents; refuse other texts with `otherwise`.

    By default the refusal is that for prices. The currency's sign or code may precede or follow the number.
    """
    match = re.fullmatch(rf"(?:{CURRENCY} ?)?([0-9]{{1,7}})(?:[.,]([0-9]{{1,2}}))?(?: ?{CURRENCY})?", tidy(text))
    if match is None:
        raise otherwise or Refused("price_not_understood")
    return 100 * int(match[1]) + int((match[2] or "").ljust(2, "0"))


def yes_or_no(text: str) -> bool:
    """Read yes or no. Raises Refused for any other text."""
    if text not in ("yes", "no"):
        raise Refused("not_understood")
    return text == "yes"
