"""A tournament is set up or changed, and its first round drawn."""

from decimal import Decimal
from typing import Any
from uuid import uuid4

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.actions.tournaments import MOST_ROUNDS, SETTLED_BY_THE_DRAW
from tournament.models import Tournament
from tournament.models.tournament import Language
from tournament.names import is_printable, tidy
from tournament.phrases import REFUSALS, money


class TidyField(forms.CharField):
    """A line of text in Unicode NFC that can be printed."""

    def clean(self, value: Any) -> str:
        text = super().clean(tidy(value or ""))
        if not is_printable(text):
            raise forms.ValidationError(REFUSALS["name_unprintable"])
        return text


class TournamentForm(forms.Form):
    """Everything that is asked of a tournament; the draw seed is asked for at the draw."""

    name = TidyField(label=_("Name"), max_length=100)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), initial=timezone.localdate
    )
    venue = TidyField(label=_("Venue"), max_length=100, required=False)
    planned_rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=5,
        help_text=_(
            "4 rounds give a clear winner among up to 16 players, 5 among up to 32, 6 among up to 64. "
            "Without a rematch there can be one round fewer than players, with an odd number as many as players."
        ),
    )
    boards = forms.IntegerField(
        label=_("Boards at the venue"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=_("Empty: enough for everybody. With fewer, the tables beyond them wait until a board is free."),
    )
    fee = forms.DecimalField(
        label=_("Entry fee in €"),
        min_value=0,
        max_digits=6,
        decimal_places=2,
        localize=True,
        initial=Decimal("8.00"),
        help_text=_("The same for all; it pays for prizes in kind for the first three."),
    )
    language = forms.ChoiceField(label=_("Language of the printed matter"), choices=Language)
    count_excess_points = forms.BooleanField(
        label=_("Count excess points"),
        required=False,
        help_text=_("A gammon from one point away can end a match 4:1. Ticked, that counts as 4:1, otherwise as 3:1."),
    )
    hides_new_rounds = forms.BooleanField(
        label=_("Keep new rounds hidden"),
        required=False,
        help_text=_("A round that has been paired is seen by the director alone, until it is released to everyone."),
    )
    request_key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4, required=False)

    def clean_fee(self) -> int:
        """The fee in cents; one that was let in under a higher limit may stay."""
        cents = int(self.cleaned_data["fee"] * 100)
        if "fee" in self.changed_data and cents > settings.FEE_LIMIT_CENTS:
            raise forms.ValidationError(str(REFUSALS["fee_too_high"]) % {"limit": money(settings.FEE_LIMIT_CENTS)})
        return cents

    def details(self) -> dict[str, Any]:
        """The cleaned values under the names of the model's fields."""
        values = dict(self.cleaned_data)
        values["fee_cents"] = values.pop("fee")
        del values["request_key"]
        return values


def tournament_form(tournament: Tournament, data: Any = None) -> TournamentForm:
    """The form of a tournament that is there; what the draw has settled cannot be changed any more."""
    initial = {name: getattr(tournament, name) for name in TournamentForm.base_fields if hasattr(tournament, name)}
    form = TournamentForm(data, initial={**initial, "fee": Decimal(tournament.fee_cents).scaleb(-2)})
    for name in SETTLED_BY_THE_DRAW:
        if name in form.fields and tournament.draw_seed:
            form.fields[name].disabled = True
    return form


class DrawForm(forms.Form):
    """Dice rolled in front of everybody, or nothing: then the computer's random source gives the seed."""

    draw_seed = TidyField(
        label=_("Dice rolled in front of everybody"),
        required=False,
        max_length=200,
        help_text=_(
            "For example 6-3 5-1 4-4. Left empty, the computer rolls. What is rolled holds for the whole tournament."
        ),
    )
