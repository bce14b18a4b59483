"""Which tournaments of a backup are read back, and where backups go besides."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.engine.refusals import Refused
from tournament.forms.archives import ImportForm
from tournament.forms.mistakes import PointingForm
from tournament.phrases.refusals import REFUSALS, refusal_sentence


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


class SecondLocationForm(PointingForm):
    """One of the drives that are there, another folder, or none; `current` is the folder of now, if there is one."""

    OTHER, NONE = "other", "none"

    place = forms.ChoiceField(
        label=_("Where should every backup go too?"),
        widget=forms.RadioSelect,
        error_messages={
            "invalid_choice": _("This drive is not connected any more. Plug it in, or choose another location.")
        },
    )
    folder = forms.CharField(
        label=_("Folder"),
        help_text=_("A full path, such as E:\\Backups or /media/stick. The folder has to exist."),
        required=False,
        max_length=1000,
    )

    def __init__(self, drives: Sequence[tuple[str, str]], current: str, data: Any = None) -> None:
        super().__init__(data)
        place = cast(forms.ChoiceField, self.fields["place"])
        place.choices = [*drives, (self.OTHER, _("Another folder")), (self.NONE, _("This computer only"))]
        is_offered = current in dict(drives)
        place.initial = current if is_offered else self.OTHER if current or not drives else drives[0][0]
        self.fields["folder"].initial = "" if is_offered else current

    def clean(self) -> None:
        if self.cleaned_data.get("place") == self.OTHER and not self.cleaned_data.get("folder", "?"):
            self.add_error("folder", _("Enter the folder."))

    def chosen(self) -> str:
        """The folder; empty for none."""
        place = str(self.cleaned_data["place"])
        return {self.OTHER: str(self.cleaned_data["folder"]), self.NONE: ""}.get(place, place)

    def refuse(self, refused: Refused) -> None:
        """Tell it beside what was chosen."""
        self.add_error("folder" if self.cleaned_data["place"] == self.OTHER else "place", refusal_sentence(refused))
