"""Players as they are typed at the door or pasted from a list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.actions.entries import NAME_LIMIT, NewPlayer, clean_club, clean_name
from tournament.engine.refusals import Refused
from tournament.names import fold

MOST_LINES = 2000
LEADING_NUMBER = re.compile(r"^\s*(?:\d{1,5}\s*[.):\t]|[-*•])\s*")


class EntryForm(forms.Form):
    """One player; `namesakes` says how many of the same name are known and meant."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LIMIT * 2)
    club = forms.CharField(label=_("Club"), required=False, max_length=NAME_LIMIT * 2)
    namesakes = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def player(self) -> NewPlayer:
        """The player to be entered."""
        values = self.cleaned_data
        return NewPlayer(values["name"], values["club"], values["namesakes"] or 0)


class PasteForm(forms.Form):
    """A list of players, one a line; a club may follow behind a semicolon or a tab."""

    lines = forms.CharField(
        label=_("List of players"),
        widget=forms.Textarea(attrs={"rows": 12}),
        max_length=400_000,
        help_text=_("One name a line; the club may follow behind a semicolon or a tab. Numbering is left out."),
    )


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line as it was understood: a player, or why not; `namesakes` are those already on the list or above."""

    line_number: int
    text: str
    player: NewPlayer | None
    refused: Refused | None


def read_lines(text: str, known_names: Sequence[str]) -> tuple[PastedLine, ...]:
    """What is understood of a pasted list, line by line; empty lines are left out."""
    names = [fold(name) for name in known_names]
    understood = []
    for line_number, line in enumerate(text.splitlines()[:MOST_LINES], start=1):
        if not line.strip():
            continue
        try:
            name, club = _name_and_club(line)
            namesakes = names.count(fold(name))
            names.append(fold(name))
            refused = Refused("name_taken", name=name, count=namesakes) if namesakes else None
            understood.append(PastedLine(line_number, line.strip(), NewPlayer(name, club, namesakes), refused))
        except Refused as refused_line:
            understood.append(PastedLine(line_number, line.strip(), None, refused_line))
    return tuple(understood)


def _name_and_club(line: str) -> tuple[str, str]:
    name, _separator, club = re.sub(LEADING_NUMBER, "", line).partition(_separator_of(line))
    return clean_name(name.strip(' "')), clean_club(club.strip(' "'))


def _separator_of(line: str) -> str:
    return next((separator for separator in ("\t", ";") if separator in line), ";")
