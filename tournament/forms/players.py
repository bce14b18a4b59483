"""Forms for the entries of a tournament, and for missing players before a draw."""

import re
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.actions.clubs import clean_club, clean_name
from tournament.actions.players import NewPlayer
from tournament.actions.rounds import Presence
from tournament.engine.refusals import Refused
from tournament.forms.answers import whole_number, yes_or_no
from tournament.forms.sent import PressedField, ReadEachField, ReadField, SentForm, refused_as_input
from tournament.imports.player_lists import read_player_list
from tournament.models import Wish, Wished
from tournament.names import tidy
from tournament.phrases.refusals import REFUSALS, refusal_sentence

# Players typed at the door or pasted from a list.

MOST_LINES = 2000
# The largest key of a database row.
MOST_OF_A_KEY = 2**63 - 1


class EntryForm(forms.Form):
    """One player; `namesakes` is the number of known players of the same name; `request_key` identifies the submission.

    `person` is the key of the person chosen in the register; a player who `is_somebody_else` has no person yet.
    As in a pasted list, the club may follow the name after a semicolon.
    """

    name = forms.CharField(label=_("Name"), required=False)
    club = forms.CharField(label=_("Club"), required=False)
    namesakes = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    person = forms.IntegerField(required=False, min_value=1, max_value=MOST_OF_A_KEY, widget=forms.HiddenInput)
    is_somebody_else = forms.BooleanField(required=False, widget=forms.HiddenInput)
    request_key = forms.UUIDField(required=False, initial=uuid4)
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


class JoinForm(forms.Form):
    """A player who signs up."""

    name = forms.CharField(required=False)
    club = forms.CharField(required=False)
    wish = forms.ChoiceField(
        required=False, choices=Wish.choices, error_messages={"invalid_choice": REFUSALS["not_understood"]}
    )
    request_key = forms.UUIDField(initial=uuid4, error_messages={"required": REFUSALS["not_understood"]})

    def clean_name(self) -> str:
        return refused_as_input(clean_name, self.cleaned_data["name"])

    def clean_club(self) -> str:
        return refused_as_input(clean_club, self.cleaned_data["club"])

    def clean_wish(self) -> Wish:
        return Wish(self.cleaned_data["wish"] or Wish.FULL)

    def refuse(self, refused: Refused) -> None:
        """Show the refusal above the whole form."""
        self.add_error(None, refusal_sentence(refused))

    @property
    def problem(self) -> str:
        """All errors as text, without repetitions."""
        return " ".join(dict.fromkeys(str(error) for errors in self.errors.values() for error in errors))


class PasteForm(forms.Form):
    """A list of players, one a line, typed or from a file; a club may follow after a semicolon or a tab."""

    lines = forms.CharField(
        label=_("Player list"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        max_length=400_000,
        help_text=_(
            "One name per line, optionally followed by a semicolon or tab and the club. Numbers in front are ignored."
        ),
    )

    file = forms.FileField(
        label=_("or an Excel or CSV file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.tsv,.txt"}),
        help_text=_("Column headings such as Name and Club help but are optional."),
    )

    def clean_file(self) -> str:
        """The players of the file as lines of text."""
        file = self.cleaned_data["file"]
        return refused_as_input(read_player_list, file) if file else ""

    def clean(self) -> dict[str, Any]:
        """Join the typed lines and those of the file in `lines`."""
        if self.errors:
            return self.cleaned_data
        typed, read = self.cleaned_data["lines"], self.cleaned_data["file"]
        text = "\n".join(filter(None, (typed, read)))
        try:
            self._refuse_nothing_and_too_much(text)
        except forms.ValidationError as error:
            self.add_error("file" if read else "lines", error)
        return {**self.cleaned_data, "lines": text}

    def _refuse_nothing_and_too_much(self, text: str) -> None:
        field = self.fields["lines"]
        if not text:
            raise forms.ValidationError(field.error_messages["required"])
        field.run_validators(text)
        count = len(text.splitlines())
        if count > MOST_LINES:
            facts = {"count": count, "most": MOST_LINES}
            raise forms.ValidationError(_("The list has %(count)s lines; paste at most %(most)s at a time.") % facts)


# Drawing a round, with the answers about missing players.

FIELD = re.compile("presence-([0-9]{1,9})")


def presence_field(number: int) -> str:
    """The name of the field with the answer about a player."""
    return f"presence-{number}"


def _presence(text: str) -> Presence:
    if text not in list(Presence):
        raise Refused("not_understood")
    return Presence(text)


class PresenceWidget(forms.HiddenInput):
    """The answers by start number, from a field for each player."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> dict[int, str]:
        return {int(match[1]): data[field] for field in data if (match := FIELD.fullmatch(field))}


class PresenceField(ReadField):
    """The answers about missing players by start number. Raises Refused for an unknown answer."""

    widget = PresenceWidget

    def read_all(self, value: dict[int, str]) -> dict[int, Presence]:
        return {number: _presence(said) for number, said in value.items()}


class PairingForm(SentForm):
    """The round to pair, the dice for the first one, and the answers about missing players.

    The dice are None if the page did not ask for them.
    """

    number = ReadField(whole_number)
    draw_seed = ReadField(optional=True)
    presence = PresenceField()
    all_here = PressedField()
    back = PressedField()
    rematches = PressedField()


# The row of a player.


def wish_called(text: str) -> Wish:
    """Read a wish by its stored value."""
    if text not in Wish.values:
        raise Refused("not_understood")
    return Wish(text)


class RowForm(SentForm):
    """A button in a row; `list` is the page that shows the row."""

    list = ReadField()


class HereForm(RowForm):
    """Whether a player is here."""

    here = ReadField(yes_or_no)


class PauseForm(RowForm):
    """Whether a player sits out a round."""

    round = ReadField(whole_number)
    pauses = ReadField(yes_or_no)


class TableForm(RowForm):
    """The fixed table of a player; an empty field removes it."""

    table = ReadField(optional=True)

    def clean_table(self) -> int | None:
        typed = self.cleaned_data["table"]
        return None if typed == "" else refused_as_input(whole_number, typed or "")


class OtherForm(RowForm):
    """Another player, by start number or name."""

    other = ReadField(tidy)


class AppearanceForm(RowForm):
    """How a player appears, and the short name of their own choice."""

    wish = ReadField(wish_called)
    shown_as = ReadField()

    def wished(self) -> Wished:
        """The wish for the action. Raises Refused for an unknown one."""
        values = self.values()
        return Wished(values["wish"], values["shown_as"])


class RenameForm(RowForm):
    """A new name or club of a player, and whether they are somebody else than the known person of that name."""

    name = ReadField(clean_name)
    club = ReadField(clean_club)
    is_somebody_else = PressedField()


def _numbered(sent: str) -> tuple[int, int] | None:
    """Read a key or line and the number of namesakes that the page showed, sent as "3/0"."""
    match = re.fullmatch("([0-9]{1,18})/([0-9]{1,9})", sent)
    return (int(match[1]), int(match[2])) if match else None


class NumberedField(ReadEachField):
    """Ticked keys or lines, each with its number of namesakes; invalid values are ignored."""

    def __init__(self) -> None:
        super().__init__(_numbered)

    def read_all(self, value: object) -> dict[int, int]:
        return dict(pair for pair in super().read_all(value) if pair)


class JoinAnswerForm(SentForm):
    """The sign-ups to accept, or those to decline."""

    take = NumberedField()
    decline = ReadEachField(whole_number)

    def chosen(self) -> dict[int, int]:
        """The accepted sign-ups by key. Raises Refused if there are none."""
        taken: dict[int, int] = self.values()["take"]
        if not taken:
            raise Refused("not_understood")
        return taken


class TickedForm(SentForm):
    """The ticked lines of a pasted list."""

    ticked = NumberedField()

    @property
    def is_sent(self) -> bool:
        """Whether the form was sent from the list with checkboxes."""
        return "ticked" in self.data
