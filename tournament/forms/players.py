"""Forms for the entries of a tournament, and for missing players before a draw."""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from secrets import token_hex
from typing import Any
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.actions import players as actions, rounds
from tournament.actions.clubs import clean_club, clean_name
from tournament.actions.following import NewPlayer
from tournament.engine.refusals import Refused
from tournament.forms.sent import (
    AllSentForm,
    PressedField,
    ReadEachField,
    ReadField,
    RefusedInput,
    RefusingForm,
    SentForm,
    one_of,
    refused_as_input,
    whole_number,
    yes_or_no,
)
from tournament.imports.cells import MEGABYTE
from tournament.imports.headings import Holds
from tournament.imports.player_lists import LIMITS, ReadList, read_file, read_pasted
from tournament.models import Wish, Wished
from tournament.names import first_name_and_initial, person_key, tidy
from tournament.phrases.refusals import REFUSALS
from tournament.queries.persons import Likeness

# Players typed at the door or pasted from a list.

MOST_LINES = 2000
# The largest key of a database row.
MOST_OF_A_KEY = 2**63 - 1


class EntryForm(forms.Form):
    """One player; `namesakes` is the number of known players of the same name.

    `person` is the key of the person chosen in the register; a player who `is_somebody_else` has no person yet.
    As in a pasted list, the club may follow the name after a semicolon.
    """

    name = forms.CharField(label=_("Name"), required=False)
    club = forms.CharField(label=_("Club"), required=False)
    namesakes = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    person = forms.IntegerField(required=False, min_value=1, max_value=MOST_OF_A_KEY, widget=forms.HiddenInput)
    is_somebody_else = forms.BooleanField(required=False, widget=forms.HiddenInput)
    _club_behind = ""

    def clean_name(self) -> str:
        name, _separator, self._club_behind = self.cleaned_data["name"].partition(";")
        return refused_as_input(clean_name, name)

    def clean_club(self) -> str:
        return refused_as_input(clean_club, self.cleaned_data["club"] or self._club_behind)

    def player(self) -> NewPlayer:
        values = self.cleaned_data
        return NewPlayer(
            values["name"],
            values["club"],
            values["namesakes"] or 0,
            person=values["person"],
            is_somebody_else=values["is_somebody_else"],
        )


class JoinForm(RefusingForm):
    """A player who signs up."""

    name = ReadField(clean_name)
    club = ReadField(clean_club)
    wish = ReadField(lambda text: one_of(Wish)(text or Wish.FULL))
    request_key = forms.UUIDField(initial=uuid4, error_messages={"required": REFUSALS["not_understood"]})
    # The default is for a phone without scripts; all other phones send a secret of their own.
    secret = forms.RegexField(
        "^[0-9a-f]{32}$",
        required=False,
        initial=partial(token_hex, 16),
        error_messages={"invalid": REFUSALS["not_understood"]},
    )

    @property
    def short_name(self) -> str:
        """What the wish to be abbreviated makes of the typed name; empty without a name."""
        typed = tidy(str(self["name"].value() or ""))
        return first_name_and_initial(typed) if typed else ""

    @property
    def problem(self) -> str:
        """All errors as text, without repetitions."""
        return " ".join(dict.fromkeys(str(error) for errors in self.errors.values() for error in errors))


class PasteForm(forms.Form):
    """A list of players, pasted or from a file; the preview sends the file back as `content`.

    `sheet` and `encoding` are the director's choices for a file.
    """

    lines = forms.CharField(
        label=_("Player list"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        max_length=400_000,
        strip=False,
        help_text=_(
            "One name per line, optionally followed by a semicolon or tab and the club. Numbers in front are ignored."
        ),
    )

    file = forms.FileField(
        label=_("or an Excel, LibreOffice or CSV file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt"}),
        help_text=_("The next page shows the list as a table, with a choice of what each column holds."),
    )
    content = forms.CharField(required=False, widget=forms.HiddenInput, max_length=LIMITS.megabytes * MEGABYTE * 3 // 2)
    sheet = forms.CharField(required=False, widget=forms.HiddenInput, strip=False)
    encoding = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean_file(self) -> bytes:
        """The bytes of the file, at most one more than the limit."""
        file = self.cleaned_data["file"]
        return file.read(LIMITS.megabytes * MEGABYTE + 1) if file else b""

    def clean_content(self) -> bytes:
        try:
            return b64decode(self.cleaned_data["content"], validate=True)
        except ValueError as error:
            raise RefusedInput(Refused("not_understood")) from error

    def clean(self) -> dict[str, Any]:
        """Add the list that was read as `found`, and its file as text in `content`, for the preview to send back."""
        if self.errors:
            if self.errors.keys().isdisjoint({"lines", "file"}):
                # An error of a hidden field would be shown nowhere.
                self.add_error(None, RefusedInput(Refused("not_understood")))
            return self.cleaned_data
        values = self.cleaned_data
        is_sent = self.files.get("file") is not None
        data, field = values["file"] or values["content"], "file" if is_sent or values["content"] else "lines"
        try:
            player_list = self._read(data, is_sent=is_sent)
        except forms.ValidationError as error:
            self.add_error(field, error)
            return values
        return {**values, "found": player_list, "content": b64encode(data).decode()}

    def _read(self, data: bytes, *, is_sent: bool) -> ReadList:
        values = self.cleaned_data
        typed = values["lines"]
        if not (data or is_sent or typed.strip()):
            raise forms.ValidationError(self.fields["lines"].error_messages["required"])
        if (data or is_sent) and typed.strip():
            raise forms.ValidationError(_("Either paste a list or choose a file, not both at once."))

        def read(_sent: object) -> ReadList:
            if data or is_sent:
                return read_file(BytesIO(data), sheet=values["sheet"], encoding=values["encoding"])
            return read_pasted(typed)

        player_list = refused_as_input(read, None)
        if len(player_list.lines) > MOST_LINES:
            facts = {"count": len(player_list.lines), "most": MOST_LINES}
            raise forms.ValidationError(_("The list has %(count)s lines; paste at most %(most)s at a time.") % facts)
        return player_list


# Questions about who is meant by names that may be other spellings of known ones.

ASKED = re.compile("asked-([0-9]{1,4})")
IS_LISTED, IS_NEW = "listed", "new"


def _identity(who: str, others: Iterable[str]) -> actions.Identity:
    if re.fullmatch("[0-9]{1,18}", who):
        return actions.Identity(person=int(who), others=frozenset(others))
    if who not in (IS_LISTED, IS_NEW):
        raise Refused("not_understood")
    return actions.Identity(is_listed=who == IS_LISTED, others=frozenset(others))


class WhoForm(SentForm):
    """The director's answers about who is meant by names that may be other spellings of known ones."""

    data: QueryDict

    def said(self) -> dict[str, actions.Identity]:
        """The answers by the key of the name; the last one counts. Raises Refused for an unknown answer."""
        numbers = [match[1] for field in self.data if (match := ASKED.fullmatch(field))]
        return {
            person_key(str(self.data[f"asked-{number}"])): _identity(
                self.data.get(f"who-{number}", ""), self.data.getlist(f"other-{number}")
            )
            for number in numbers
        }

    def left_out(self) -> list[str]:
        """The names, as they were typed, of players who are on the list already. Raises Refused as `said` does."""
        listed_keys = {key for key, identity in self.said().items() if identity.is_listed}
        typed = [str(value) for field, value in self.data.items() if ASKED.fullmatch(field)]
        return list(dict.fromkeys(name for name in typed if person_key(name) in listed_keys))


@dataclass(frozen=True, slots=True)
class WhoQuestions:
    """The questions about all doubtful names of a form, and the form's fields, to be sent again with the answers.

    Each question has the number that its answer's fields have in their names. The fields include the button pressed.
    """

    questions: tuple[tuple[int, Likeness], ...]
    sent: tuple[tuple[str, str], ...]

    @property
    def answered(self) -> tuple[tuple[str, str], ...]:
        """Return the fields of answers that were sent before."""
        return tuple(field for field in self.sent if re.fullmatch("(asked|who|other)-[0-9]{1,4}", field[0]))


def who_questions(sent: AllSentForm, likenesses: Iterable[Likeness]) -> WhoQuestions:
    """Make the questions about who is meant by these names; earlier answers stay among the fields."""
    fields = sent.fields_to_repeat()
    first = 1 + max((int(match[1]) for field, _value in fields if (match := ASKED.fullmatch(field))), default=0)
    return WhoQuestions(tuple(enumerate(likenesses, start=first)), fields)


# Drawing a round, with the answers about missing players.

FIELD = re.compile("presence-([0-9]{1,9})")


def presence_field(number: int) -> str:
    """The name of the field with the answer about a player."""
    return f"presence-{number}"


class PairingForm(SentForm):
    """The round to pair, the dice for the first one, and the answers about missing players.

    The dice are None if the page did not ask for them; the first round is drawn from the page that does. If the
    director `prints`, the response is the sheet of pairings.
    """

    number = ReadField(whole_number)
    draw_seed = ReadField(optional=True)
    all_here = PressedField()
    prints = PressedField()
    rematches = PressedField()

    def values(self) -> dict[str, Any]:
        """The cleaned values, with the answers by start number as `presence`. Raises Refused for an unknown one."""
        reader = one_of(rounds.Presence)
        answers = {int(match[1]): reader(self.data[field]) for field in self.data if (match := FIELD.fullmatch(field))}
        return {**super().values(), "presence": answers}


# The row of a player.


wish_called = one_of(Wish)


class RowForm(SentForm):
    """A button in a player's row; `list` is the page that shows the row."""

    list = ReadField()


class HereForm(RowForm):
    here = ReadField(yes_or_no)


class PauseForm(RowForm):
    round = ReadField(whole_number)
    pauses = ReadField(yes_or_no)


class OtherForm(RowForm):
    """Another player, by start number or name."""

    other = ReadField(tidy)


class AppearanceForm(RowForm):
    """How a player or a person wishes to appear, and the displayed name of their own choice."""

    wish = ReadField(wish_called)
    shown_as = ReadField()

    def wished(self) -> Wished:
        """The wish for the action. Raises Refused for an unknown one."""
        values = self.values()
        return Wished(values["wish"], values["shown_as"])


class LinkForm(SentForm):
    """The buttons beside a private link: `is_them` confirms the phone as the known person's, else a new link."""

    is_them = PressedField()


def _number_or_none(sent: str) -> int | None:
    return whole_number(sent) if sent.strip() else None


class ChangeForm(RowForm):
    """The values in the window of a player; `has` names those to change.

    A value that was not sent, or is sent as the page showed it (`was_name` beside `name`), is left as it is: somebody
    else may have changed it meanwhile.
    """

    name = ReadField(clean_name, optional=True)
    club = ReadField(clean_club, optional=True)
    is_somebody_else = PressedField()
    table = ReadField(_number_or_none, optional=True)
    reason = ReadField(str.strip, optional=True)
    wish = ReadField(wish_called, optional=True)
    shown_as = ReadField(optional=True)
    other = ReadField(tidy, optional=True)

    def clean(self) -> dict[str, Any]:
        has = {
            field for field in self.fields if field in self.data and self.data[field] != self.data.get(f"was_{field}")
        }
        if self.fields.keys().isdisjoint(self.data):
            raise RefusedInput(Refused("not_understood"))
        return {**self.cleaned_data, "has": has}


class NumberedField(ReadEachField):
    """Ticked keys or lines, each with its number of namesakes on the page, as "3/0"; invalid values are ignored."""

    def read_all(self, value: Iterable[str] | None) -> dict[int, int]:
        matches = (re.fullmatch("([0-9]{1,18})/([0-9]{1,9})", sent) for sent in value or ())
        return {int(match[1]): int(match[2]) for match in matches if match}


class JoinAnswerForm(SentForm):
    """The sign-ups to accept, or those to decline; `are_them` confirms those of known names as the known people."""

    take = NumberedField()
    are_them = PressedField()
    decline = ReadEachField(whole_number)

    def chosen(self) -> dict[int, int]:
        """The accepted sign-ups by key. Raises Refused if there are none."""
        sign_ups: dict[int, int] = self.values()["take"]
        if not sign_ups:
            raise Refused("not_understood")
        return sign_ups


def _holds(sent: str) -> Holds:
    return Holds(sent) if sent in list(Holds) else Holds.LEFT_OUT


class PreviewForm(SentForm):
    """What the director has chosen in the preview of a list: the columns, the ticked players, whether they have paid.

    An invalid column is left out. `answer` are the keys of the answers to who comes that are ticked. `shown` names the
    sheet, the encoding, the columns and the answers with which the preview was drawn; with `look`, the director wants
    to see it again, with `instead` with these columns.
    """

    column = ReadEachField(_holds)
    answer = ReadEachField()
    instead = ReadField(lambda sent: [_holds(code) for code in sent.split(",")] if sent else [])
    shown = ReadField()
    ticked = NumberedField()
    are_paid = PressedField()
    look = PressedField()

    @property
    def is_sent(self) -> bool:
        """Whether the form was sent from the list with checkboxes."""
        return "ticked" in self.data
