"""Forms for the entries of a tournament and who is here."""

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

# Players as they are typed at the door or pasted from a list.

MOST_LINES = 2000
# Of a row of the database.
MOST_OF_A_KEY = 2**63 - 1


class EntryForm(forms.Form):
    """One player; `namesakes` says how many of the same name are known and meant, `request_key` which sending it is.

    `person` is the key of whoever was chosen in the register; who `is_somebody_else` is not in it yet.
    As in a list, the club may be typed behind the name and a semicolon.
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
    """A player who asks to be put on the list."""

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
        """What is wrong, every sentence once."""
        return " ".join(dict.fromkeys(str(error) for errors in self.errors.values() for error in errors))


class PasteForm(forms.Form):
    """A list of players, one a line, typed or from a file; a club may follow behind a semicolon or a tab."""

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
        """The players of the file as lines."""
        file = self.cleaned_data["file"]
        return refused_as_input(read_player_list, file) if file else ""

    def clean(self) -> dict[str, Any]:
        """`lines` are in the end what was typed and what stood in the file."""
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


# A round is drawn, with what is said of those who are missed.

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


# What the row of a player sends.


def wish_called(text: str) -> Wish:
    """A wish by what is stored for it."""
    if text not in Wish.values:
        raise Refused("not_understood")
    return Wish(text)


class RowForm(SentForm):
    """A button of a row; `list` says on which page it stands."""

    list = ReadField()


class HereForm(RowForm):
    """Whether a player is here."""

    here = ReadField(yes_or_no)


class PauseForm(RowForm):
    """Whether a player misses a round."""

    round = ReadField(whole_number)
    pauses = ReadField(yes_or_no)


class TableForm(RowForm):
    """The fixed table of a player; an empty field takes it away."""

    table = ReadField(optional=True)

    def clean_table(self) -> int | None:
        typed = self.cleaned_data["table"]
        return None if typed == "" else refused_as_input(whole_number, typed or "")


class OtherForm(RowForm):
    """Another player, by start number or name."""

    other = ReadField(tidy)


class AppearanceForm(RowForm):
    """How a player appears, and the name of their own choice where they are abbreviated."""

    wish = ReadField(wish_called)
    shown_as = ReadField()

    def wished(self) -> Wished:
        """The wish as the action takes it. Raises Refused where it is not understood."""
        values = self.values()
        return Wished(values["wish"], values["shown_as"])


class RenameForm(RowForm):
    """Another name or club of a player, and whether that is somebody else than whom the club knows by the name."""

    name = ReadField(clean_name)
    club = ReadField(clean_club)
    is_somebody_else = PressedField()


def _numbered(sent: str) -> tuple[int, int] | None:
    """A key or a line and the number of namesakes that were known when the list was shown, sent as "3/0"."""
    match = re.fullmatch("([0-9]{1,18})/([0-9]{1,9})", sent)
    return (int(match[1]), int(match[2])) if match else None


class NumberedField(ReadEachField):
    """Everything that was ticked, with the number of namesakes each; what is no number is left out."""

    def __init__(self) -> None:
        super().__init__(_numbered)

    def read_all(self, value: object) -> dict[int, int]:
        return dict(pair for pair in super().read_all(value) if pair)


class JoinAnswerForm(SentForm):
    """The requests to be put on the list that are accepted, or those that are declined."""

    take = NumberedField()
    decline = ReadEachField(whole_number)

    def chosen(self) -> dict[int, int]:
        """The requests accepted by their keys. Raises Refused where there are none."""
        taken: dict[int, int] = self.values()["take"]
        if not taken:
            raise Refused("not_understood")
        return taken


class TickedForm(SentForm):
    """The lines of a pasted list that are ticked."""

    ticked = NumberedField()

    @property
    def is_sent(self) -> bool:
        """Whether the form came from the list with its boxes to tick."""
        return "ticked" in self.data
