"""Which tournaments of a backup are read back."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.archives import ImportForm
from tournament.phrases.refusals import REFUSALS


class ChoiceForm(ImportForm):
    """A tick for each tournament."""

    tournaments = forms.MultipleChoiceField(
        label=_("Tournaments"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": REFUSALS["snapshot_nothing_chosen"],
            "invalid_choice": REFUSALS["not_understood"],
        },
    )
    field_order, told_at = ("tournaments",), "tournaments"

    def __init__(self, choices: Sequence[tuple[str, str]], data: Any = None) -> None:
        super().__init__(data)
        tournaments = cast(forms.MultipleChoiceField, self.fields["tournaments"])
        tournaments.choices = choices
        if len(choices) == 1:
            tournaments.initial = [choices[0][0]]
