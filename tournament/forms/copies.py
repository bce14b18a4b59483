"""Which tournaments of a backup are read back."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.engine.refusals import Refused
from tournament.phrases.refusals import REFUSALS, refusal_sentence


class ChoiceForm(forms.Form):
    """A tick for each tournament; `request_key` keeps a form sent twice from setting them up twice."""

    tournaments = forms.MultipleChoiceField(
        label=_("Tournaments"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": REFUSALS["snapshot_nothing_chosen"],
            "invalid_choice": REFUSALS["not_understood"],
        },
    )
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)

    def __init__(self, choices: Sequence[tuple[str, str]], data: Any = None) -> None:
        super().__init__(data)
        tournaments = cast(forms.MultipleChoiceField, self.fields["tournaments"])
        tournaments.choices = choices
        if len(choices) == 1:
            tournaments.initial = [choices[0][0]]

    def refuse(self, refused: Refused) -> None:
        """Say what has been refused of the tournaments ticked."""
        self.add_error("tournaments", refusal_sentence(refused))
