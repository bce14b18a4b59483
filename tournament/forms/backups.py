"""Forms for archives, club files and backups."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast
from uuid import uuid4

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from tournament.engine.refusals import Refused
from tournament.forms.results import PointingForm
from tournament.forms.sent import ReadField, RefusedInput, RefusingForm, SentForm, TickField
from tournament.phrases.refusals import REFUSALS, refusal_sentence
from tournament.queries.persons import KnownPerson, Registered

# Import of an archive, a backup or a club file.

NEWLY_MADE = "new"
# The checkbox that allows an import in spite of its refusal, by the code of the refusal.
GOES_ON_WITH = {"archive_names_forgotten": "brings_back", "archive_of_closed_year": "books_now"}


class ImportForm(RefusingForm):
    """Base class of imports; `request_key` makes a form sent twice count once, `refused_field` shows refusals."""

    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    brings_back = TickField(_("Bring back who was erased here"), widget=forms.HiddenInput)
    books_now = TickField(_("Enter these vouchers in the running year"), widget=forms.HiddenInput)
    refused_field = "file"

    def refuse(self, refused: Refused) -> None:
        """Show the refusal, and the checkbox that allows the import in spite of it, if there is one."""
        if field := GOES_ON_WITH.get(refused.code):
            self.fields[field].widget = forms.CheckboxInput()
        self.add_error(self.refused_field, RefusedInput(refused))


class ArchiveForm(ImportForm):
    file = forms.FileField(label=_("Archive (.json) or backup (.sqlite3)"))
    field_order = ("file",)


class ClubFileForm(ArchiveForm):
    """The file of a club, stored under its `request_key` until it is imported."""

    file = forms.FileField(label=_("File of a club (.json)"), widget=forms.FileInput(attrs={"accept": ".json"}))
    # Not needed: the preview of the file shows which erased persons come back, and which vouchers are entered late.
    brings_back = None  # type: ignore[assignment]
    books_now = None  # type: ignore[assignment]


class PlanSeenForm(SentForm):
    """The digest that marks the previewed import; empty if the page sends anything but hexadecimal digits."""

    seen = ReadField(lambda text: text if re.fullmatch("[0-9a-f]+", text) else "")


class Offered(NamedTuple):
    """A person of the file, who may be one of `persons`; `known` is the key of the suggested one."""

    number: int
    name: str
    tournaments: int
    persons: Sequence[KnownPerson]
    known: int | None


class ClubImportForm(PointingForm):
    """A field for each person of the file whom the club may know; `seen` is the mark of the preview."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=100, required=False)

    def __init__(
        self, offered: Iterable[Offered], registered: Mapping[int, Registered], mark: str, data: Any = None
    ) -> None:
        super().__init__(data, initial={"seen": mark})
        for file_person in offered:
            offers = enumerate(file_person.persons, start=1)
            person_choices = [
                (str(known_person.key), _label(known_person.name, nth, registered.get(known_person.key)))
                for nth, known_person in offers
            ]
            self.fields[f"person_{file_person.number}"] = forms.ChoiceField(
                label=_in_the_file(file_person),
                choices=[*person_choices, (NEWLY_MADE, gettext("somebody new"))],
                initial=str(file_person.known or NEWLY_MADE),
                error_messages={"invalid_choice": REFUSALS["not_understood"]},
            )

    def asked(self, numbers: Iterable[int]) -> list[forms.BoundField]:
        """The fields that ask who the persons with these numbers are."""
        return [self[f"person_{number}"] for number in numbers]

    def chosen(self) -> dict[int, int | None]:
        """The chosen person of the club for each number in the file; None for a new person."""
        return {
            int(name.partition("_")[2]): None if value == NEWLY_MADE else int(value)
            for name, value in self.cleaned_data.items()
            if name != "seen"
        }


def _in_the_file(file_person: Offered) -> str:
    sentence = ngettext(
        "%(name)s (%(count)s tournament in the file)",
        "%(name)s (%(count)s tournaments in the file)",
        file_person.tournaments,
    )
    return sentence % {"name": file_person.name, "count": file_person.tournaments}


def _label(name: str, nth: int, row: Registered | None) -> str:
    evenings = row.evenings if row else 0
    label = ngettext("%(name)s, %(count)s evening here", "%(name)s, %(count)s evenings here", evenings)
    last = f" ({date_format(row.last, 'SHORT_DATE_FORMAT')})" if row and row.last else ""
    return label % {"name": f"{name} ({nth})", "count": evenings} + last


# Restoring from a backup, and the second location of backups.


class ChoiceForm(ImportForm):
    tournaments = forms.MultipleChoiceField(
        label=_("Tournaments"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": REFUSALS["snapshot_nothing_chosen"], "invalid_choice": REFUSALS["not_understood"]},
    )
    field_order, refused_field = ("tournaments",), "tournaments"

    def __init__(self, choices: Sequence[tuple[str, str]], data: Any = None) -> None:
        super().__init__(data)
        tournaments = cast(forms.MultipleChoiceField, self.fields["tournaments"])
        tournaments.choices = choices
        if len(choices) == 1:
            tournaments.initial = [choices[0][0]]


class SecondLocationForm(PointingForm):
    """A choice between the connected drives, another folder, or none; `current` is the present folder, if any."""

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
        """The chosen folder; empty for no second location."""
        place = str(self.cleaned_data["place"])
        return {self.OTHER: str(self.cleaned_data["folder"]), self.NONE: ""}.get(place, place)

    def refuse(self, refused: Refused) -> None:
        """Show the refusal beside the chosen field."""
        self.add_error("folder" if self.cleaned_data["place"] == self.OTHER else "place", refusal_sentence(refused))
