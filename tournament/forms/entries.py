"""Players as they are typed at the door or pasted from a list."""

from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.actions.clubs import clean_club, clean_name
from tournament.actions.players import NewPlayer
from tournament.engine.refusals import Refused
from tournament.forms.sent import refused_as_input
from tournament.imports.player_lists import read_player_list
from tournament.models import Wish
from tournament.phrases.refusals import REFUSALS, refusal_sentence

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
