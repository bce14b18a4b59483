"""A tournament is set up or changed, and its first round drawn."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import partial
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.conf import settings
from django.core import signing
from django.forms.utils import ErrorDict
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.actions.cash import refuse_fee, refuse_fee_steps
from tournament.actions.players import NewPlayer
from tournament.actions.tournaments import MOST_ROUNDS, SETTLED_BY_THE_DRAW, refuse_unconfirmed
from tournament.engine.record import has_left
from tournament.engine.refusals import Refused
from tournament.forms.fees import FeeStepsField, FeeStepsWidget, filled_in
from tournament.forms.match_format import MATCH_FIELDS, PRESET_FIELDS, MatchFormatForm, clock_values
from tournament.forms.mistakes import PointingForm
from tournament.forms.ranking import RankingField, fixed_sentence
from tournament.forms.ranking import shown as shown_ranking
from tournament.forms.sent import refused_as_input
from tournament.languages import active_language, language_choices
from tournament.models import Club, Entry, Tournament
from tournament.models.tournament import PaperSize, Reporting
from tournament.money.fees import FeeBand
from tournament.names import is_printable, search_key, tidy
from tournament.phrases.refusals import REFUSALS, refusal_sentence
from tournament.phrases.standings import ranking_sentence
from tournament.phrases.tournaments import settings_changed_sentences
from tournament.phrases.values import currency_sign
from tournament.queries.cash import fee_steps
from tournament.queries.tournaments import plain, plain_settings

# What is asked of every tournament; the rest is as it usually is.
IN_A_ROW = ("date", "planned_rounds", "fee")
ASKED = ("name", *IN_A_ROW, "preset")
# The field that a refusal of the action belongs to; one that is not here concerns the whole form.
FIELD_OF_REFUSAL = {
    "fewer_rounds_than_paired": "planned_rounds",
    "rounds_too_many": "planned_rounds",
    "fee_too_high": "fee",
    "practice_stands_once_paid": "is_practice",
    "fee_steps_stand_once_drawn": "fee_steps",
    "format_length": "match_length",
    "format_cube_limit": "cube_limit",
    "format_automatic_doubles": "automatic_doubles",
    "format_tavli_single": "match_length",
    "format_gammons_count": "gammons",
    "format_backgammons": "backgammons",
    "format_cube": "cube",
    "format_limit_without_cube": "cube_limit",
    "format_crawford": "crawford",
    "format_jacoby": "jacoby",
    "format_beavers": "beavers",
    "format_automatic_doubles_in_match": "automatic_doubles",
    "format_automatic_doubles_beyond_limit": "automatic_doubles",
    "format_opens_single": "winner_opens",
    "format_excess_with_cube": "count_excess_points",
    "ranking_unknown": "ranking",
    "ranking_always_there": "ranking",
    "ranking_twice": "ranking",
    "ranking_head_to_head_not_last": "ranking",
    "clock_not_known": "clock",
    "clock_out_of_bounds": "clock",
}
# The fields that are called otherwise than the setting they are for, and the other way.
SETTING_OF = {"fee": "fee_cents"}
FIELD_OF_SETTING = {setting: field for field, setting in SETTING_OF.items()}
SEAL = "settings as a page was opened with them"


class TidyField(forms.CharField):
    """A line of text in Unicode NFC that can be printed."""

    def clean(self, value: Any) -> str:
        text: str = super().clean(tidy(value or ""))
        if not is_printable(text):
            raise forms.ValidationError(REFUSALS["name_unprintable"])
        return text


class TournamentForm(MatchFormatForm):
    """Everything that is asked of a tournament; the draw seed is asked for at the draw."""

    field_order = (*ASKED, *MATCH_FIELDS)
    begins_at_the_name = True

    name = TidyField(label=_("Name"), max_length=100)
    date = forms.DateField(
        label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), initial=timezone.localdate
    )
    planned_rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=5,
        help_text=_("Recommended: 4 for up to 16 players, 5 for up to 32, 6 for up to 64."),
    )
    fee = forms.DecimalField(
        min_value=0,
        max_digits=6,
        decimal_places=2,
        localize=True,
        initial=Decimal("8.00"),
    )
    ranking = RankingField(
        label=_("Order of the ranking"), help_text=_("After the match wins, in this order; the lot decides last.")
    )
    venue = TidyField(label=_("Venue"), max_length=100, required=False)
    organiser = TidyField(
        label=_("Organiser"), max_length=100, required=False, help_text=_("The club whose name stands on receipts.")
    )
    boards = forms.IntegerField(
        label=_("Boards at the venue"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=_(
            "Leave empty if there are enough for everyone. With fewer boards than tables, the last tables "
            "wait until a board is free."
        ),
    )
    fee_steps = FeeStepsField()
    language = forms.ChoiceField(
        label=_("Language of printouts"),
        choices=language_choices,
        initial=lambda: active_language().short,
    )
    paper = forms.ChoiceField(label=_("Paper size"), choices=PaperSize, initial=lambda: settings.PAPER)
    hides_new_rounds = forms.BooleanField(
        label=_("Keep new rounds hidden"),
        required=False,
        help_text=_("Only the director sees a newly paired round until it is released to everyone."),
    )
    shows_live_scores = forms.BooleanField(
        label=_("Everyone follows the matches"),
        required=False,
        initial=True,
        help_text=_("Where players keep a score sheet, the public pages and the wall show how their match stands."),
    )
    reporting = forms.ChoiceField(
        label=_("Results from phones"),
        choices=Reporting,
        initial=Reporting.BOTH.value,
        help_text=_(
            "Each player has a private link, printed as a code on the match slip. Once both players of a "
            "match report the same score, it becomes the result. A result entered by the director always "
            "takes precedence."
        ),
    )
    opens_joining = forms.BooleanField(
        label=_("Players sign themselves up"),
        required=False,
        help_text=_("Before round 1, players can sign up on the public page; the director accepts each with one tap."),
    )
    round_minutes = forms.IntegerField(
        label=_("Round clock in minutes"),
        min_value=1,
        max_value=600,
        required=False,
        help_text=_(
            "Leave empty for no clock. The clock appears on the wall display and on phones; it does not end any match."
        ),
    )
    is_practice = forms.BooleanField(
        label=_("Practice"),
        required=False,
        help_text=_("Stays out of the lists that others see and of the suggested names. Its own pages work as usual."),
    )
    request_key = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=uuid4,
        required=False,
        error_messages={"invalid": REFUSALS["not_understood"]},
    )

    def __init__(
        self,
        data: Any = None,
        *,
        initial: dict[str, Any] | None = None,
        club: Club | None = None,
        currency: str = "",
    ) -> None:
        """The entry fee is in the `currency`, by default that of the `club`, whose limit it keeps."""
        super().__init__(data, initial=initial)
        if data is None and self.begins_at_the_name:
            self.fields["name"].widget.attrs["autofocus"] = True
        self.club = club or Club()
        sign = currency_sign(currency or self.club.currency)
        self.fields["fee"].label = _("Entry fee in %(currency)s") % {"currency": sign}
        cast(FeeStepsWidget, self.fields["fee_steps"].widget).currency = sign

    @property
    def in_a_row(self) -> list[forms.BoundField]:
        """The fields that stand side by side below the name."""
        return [self[name] for name in IN_A_ROW]

    @property
    def is_ranking_asked(self) -> bool:
        """Whether the ranking is unfolded: something of it is wrong, or it is being put together."""
        return self.is_moved or bool(self["ranking"].errors)

    @property
    def ranking_said(self) -> str:
        """The order in one sentence; that of the list, while buttons change it."""
        ranking = self.fields["ranking"].widget.value_from_datadict(self.data, self.files, "ranking")
        return ranking_sentence(shown_ranking(ranking if ranking is not None else self.shown("ranking")))

    @property
    def folded(self) -> list[forms.BoundField]:
        """The fields that are folded up below them."""
        return [field for field in self.visible_fields() if field.name not in (*ASKED, *MATCH_FIELDS, "ranking")]

    @property
    def is_unfolded(self) -> bool:
        """Whether something among the folded fields is wrong, or not as it usually is."""
        return any(
            field.errors or self.base_fields[field.name].has_changed(self._usual(field.name), field.value())
            for field in self.folded
        )

    def _usual(self, name: str) -> Any:
        initial = self.base_fields[name].initial
        return initial() if callable(initial) else initial

    @property
    def is_moved(self) -> bool:
        """Whether a button has changed the order of the ranking: the form comes back, and nothing is stored."""
        return self.is_bound and "ranking_move" in self.data

    def full_clean(self) -> None:
        """Check nothing while the ranking is still being put together by its buttons."""
        if self.is_moved:
            self._errors = ErrorDict()
            return
        super().full_clean()

    def is_valid(self) -> bool:
        return not self.is_moved and super().is_valid()

    def clean_ranking(self) -> str:
        """The list; that of the page where it was not said."""
        ranking: str | None = self.cleaned_data["ranking"]
        return self.shown("ranking") if ranking is None else ranking

    def clean_fee(self) -> int:
        """The fee in cents; one that was let in under a higher limit may stay."""
        cents = int(self.cleaned_data["fee"] * 100)
        if "fee" in self.changed_data:
            refused_as_input(partial(refuse_fee, club=self.club), cents)
        return cents

    def clean_fee_steps(self) -> tuple[FeeBand, ...]:
        """The table of fees; one that was let in under a higher limit may stay."""
        steps: tuple[FeeBand, ...] = self.cleaned_data["fee_steps"]
        if "fee_steps" in self.changed_data:
            refused_as_input(partial(refuse_fee_steps, club=self.club), steps)
        return steps

    def refuse(self, refused: Refused) -> None:
        """Say what the action has refused, beside the field that it belongs to."""
        self.add_error(FIELD_OF_REFUSAL.get(refused.code), refusal_sentence(refused))

    def details(self) -> dict[str, Any]:
        """The cleaned values under the names of the model's fields."""
        return {
            SETTING_OF.get(field.name, field.name): self.cleaned_data[field.name]
            for field in self.visible_fields()
            if field.name != "preset"
        }


class RegularsForm(PointingForm):
    """The players of an earlier tournament, ticked unless they left before its end."""

    players = forms.MultipleChoiceField(
        label=_("Players to add now"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Players who left that tournament early are not ticked."),
        error_messages={"invalid_choice": REFUSALS["not_understood"]},
    )

    def __init__(self, entries: Iterable[Entry], data: Any = None, paired_count: int = 0) -> None:
        super().__init__(data)
        self.entries = sorted(entries, key=lambda entry: (search_key(entry.name), entry.number))
        cast(forms.MultipleChoiceField, self.fields["players"]).choices = [
            (entry.pk, _with_club(entry)) for entry in self.entries
        ]
        self.fields["players"].initial = [
            entry.pk for entry in self.entries if not has_left(entry.withdrawn_after, paired_count)
        ]

    def ticked(self) -> list[NewPlayer]:
        """The players chosen, in the order of their names."""
        chosen = set(self.cleaned_data["players"])
        return [
            NewPlayer(entry.name, entry.club, wished=entry.wished) for entry in self.entries if str(entry.pk) in chosen
        ]


def _with_club(entry: Entry) -> str:
    return f"{entry.name} · {entry.club}" if entry.club else entry.name


class SettingsForm(TournamentForm):
    """The form of a tournament that is there; it carries what its page was opened with.

    What the draw has settled cannot be changed any more, but on a page that was opened before.
    """

    begins_at_the_name = False
    is_rated = forms.BooleanField(
        label=_("Rated"),
        required=False,
        initial=True,
        help_text=_("The matches count for the ratings of the club."),
    )
    opened = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        self.opened_with = _unsealed((data or {}).get("opened"))
        super().__init__(data, initial=_filled_in(tournament), club=tournament.club, currency=tournament.currency)
        if not tournament.club.rates:
            del self.fields["is_rated"]
        settled = {"fee_steps"} if tournament.rounds.exists() else set()
        settled |= set(SETTLED_BY_THE_DRAW) if tournament.draw_seed else set()
        settable = [SETTING_OF.get(field.name, field.name) for field in self.visible_fields() if field.name != "preset"]
        self.initial["opened"] = _sealed(plain_settings(tournament, set(settable) - settled))
        for name in self.fields.keys() & settled - self.opened_with.keys():
            self.fields[name].disabled = True
        if self.fields["game"].disabled:
            self.fix_match()
        if self.fields["ranking"].disabled:
            self.fields["ranking"].help_text = fixed_sentence(tournament.ranking)

    def shown(self, name: str) -> Any:
        """The value of a field when the page was opened, whatever is stored by now."""
        return self.opened_with.get(name, super().shown(name))

    def changes(self) -> dict[str, Any]:
        """What was changed on the page since it was opened, under the names of the model's fields."""
        settable = {SETTING_OF.get(name, name) for name, field in self.fields.items() if not field.disabled}
        unknown = object()
        return {
            name: value
            for name, value in self.details().items()
            if name in settable and plain(value) != self.opened_with.get(name, unknown)
        }

    def refuse(self, refused: Refused) -> None:
        """Say what the action has refused; what was changed meanwhile is overwritten if the form is sent once more."""
        if refused.code == "rules_stand_once_drawn":
            changed = self.changes()
            self.add_error(
                next(name for name in (*PRESET_FIELDS, "ranking") if name in changed), refusal_sentence(refused)
            )
            return
        if refused.code != "settings_changed_meanwhile":
            super().refuse(refused)
            return
        settings: dict[str, tuple[Any, Any]] = refused.values["settings"]
        for name, sentence in settings_changed_sentences(refused.values).items():
            self.add_error(FIELD_OF_SETTING.get(name, name), sentence)
        now = {name: stored for name, (stored, _wanted) in settings.items()}
        data = cast(QueryDict, self.data).copy()
        data["opened"] = _sealed({**self.opened_with, **now})
        self.data = data


def _sealed(settings: Mapping[str, Any]) -> str:
    return signing.dumps(settings, salt=SEAL)


def _unsealed(text: str | None) -> dict[str, Any]:
    """The settings that the page showed when it was opened; none where the seal is missing or forged."""
    try:
        settings: dict[str, Any] = signing.loads(text or "", salt=SEAL)
    except signing.BadSignature:
        return {}
    return settings


def form_like(earlier: Tournament) -> TournamentForm:
    """The form of a new tournament today, otherwise filled in like an earlier one."""
    of_its_own = ("date", "is_practice", "request_key")
    return TournamentForm(
        initial={name: value for name, value in _filled_in(earlier).items() if name not in of_its_own},
        club=earlier.club,
    )


def _filled_in(tournament: Tournament) -> dict[str, Any]:
    values = {name: getattr(tournament, name) for name in TournamentForm.base_fields if hasattr(tournament, name)}
    return {
        **values,
        "is_rated": tournament.is_rated,
        "fee": Decimal(tournament.fee_cents).scaleb(-2),
        "fee_steps": filled_in(fee_steps(tournament)),
        "clock": clock_values(tournament.clock),
    }


class DeletionForm(PointingForm):
    """The name typed to confirm; that there is no backup is only asked about once none could be made."""

    confirmed = forms.CharField(max_length=200)
    without_backup = forms.BooleanField(label=_("Delete without a backup"), required=False)

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data)
        self.tournament = tournament
        self.fields["confirmed"].label = _("To confirm, type the name: %(name)s") % {"name": tournament.name}

    def clean_confirmed(self) -> str:
        """The name, refused where it is another one."""
        typed: str = self.cleaned_data["confirmed"]
        refused_as_input(partial(refuse_unconfirmed, self.tournament), typed)
        return typed


class DrawForm(forms.Form):
    """Dice rolled in front of everybody, or nothing: then the computer's random source gives the seed."""

    draw_seed = TidyField(
        label=_("Dice for the draw (optional)"),
        required=False,
        max_length=200,
        help_text=_(
            "For example 6-3 5-1 4-4. Leave empty to let the computer roll. The roll applies to the whole tournament."
        ),
    )
