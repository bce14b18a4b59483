"""Forms for a tournament: settings, match format, ranking, draw, early end and deletion."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import time
from decimal import Decimal
from functools import partial
from itertools import groupby
from typing import Any, cast
from uuid import uuid4

from django import forms
from django.conf import settings
from django.core import signing
from django.forms.utils import ErrorDict
from django.http import QueryDict
from django.utils import timezone
from django.utils.choices import CallableChoiceIterator
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _

from tournament.actions.cash import refuse_fee, refuse_fee_steps
from tournament.actions.following import NewPlayer
from tournament.actions.tournaments import FINALS_FIELDS, MOST_ROUNDS, SETTLED_BY_THE_DRAW, refuse_unconfirmed
from tournament.engine.criteria import CHOICES, PRESETS, ranking_of
from tournament.engine.finals import SIZES
from tournament.engine.record import Score, has_left
from tournament.engine.refusals import Refused
from tournament.engine.terms import KONSTANZ, Criterion, Ranking
from tournament.forms.cash import FeeStepsField, FeeStepsWidget, filled_in
from tournament.forms.results import PointingForm
from tournament.forms.sent import (
    ReadField,
    RefusedInput,
    SentForm,
    TickField,
    match_lengths,
    refused_as_input,
    second_bracket,
)
from tournament.languages import active_language, language_choices
from tournament.matches import formats
from tournament.matches.clocks import CLOCKS, LONGEST_DELAY, LONGEST_RESERVE, ClockRule, clock_name, clock_named
from tournament.models import Club, Entry, Tournament
from tournament.models.tournament import PaperSize, Reporting
from tournament.money.fees import FeeBand
from tournament.names import is_printable, search_key, tidy
from tournament.pages.tournaments import second_costs
from tournament.phrases import standings, tournaments as words
from tournament.phrases.refusals import REFUSALS, refusal_sentence
from tournament.phrases.values import currency_sign
from tournament.queries.cash import fee_steps
from tournament.queries.record import length_columns
from tournament.queries.tournaments import plain, plain_settings

# Ending an evening: the final score of each open match.


class EndingForm(SentForm):
    """The final score of each open match, typed into two inputs; empty if it was not played."""

    def typed(self) -> dict[int, dict[str, str]]:
        """The typed points by pairing key, those of the `first` and of the `second` player."""
        typed: dict[int, dict[str, str]] = {}
        for field in self.data:
            if match := re.fullmatch("(first|second)-([0-9]{1,18})", field):
                typed.setdefault(int(match[2]), {})[match[1]] = self.data[field].strip()
        return typed

    def scores(self) -> dict[int, Score | None]:
        """The scores by pairing key, None for a match that was not played. Raises Refused for other texts."""
        scores: dict[int, Score | None] = {}
        for key, typed in self.typed().items():
            first, second = typed.get("first", ""), typed.get("second", "")
            if (first or second) and not all(re.fullmatch("[0-9]{1,3}", points) for points in (first, second)):
                raise Refused("score_not_understood")
            scores[key] = (int(first), int(second)) if first else None
        return scores


# The match format: a preset, and all its values to change.

OWN_FORMAT = "own"
# The settings that a preset determines; a format without preset has its own values.
PRESET_FIELDS = (*formats.FORMAT_FIELDS, "count_excess_points")
MATCH_FIELDS = (*PRESET_FIELDS, "clock")


def _offered_formats() -> list[tuple[str, Any]]:
    """The presets as choices; those offered at several lengths form a group."""
    choices: list[tuple[str, Any]] = []
    for key, offers in groupby(formats.OFFERS.values(), lambda offer: offer.preset.key):
        labelled = [(offer.name, words.offer_label(offer)) for offer in offers]
        choices += labelled if len(labelled) == 1 else [(str(words.FORMAT_NAMES[key]), labelled)]
    return [*choices, (OWN_FORMAT, gettext("A format of our own"))]


def _preset_value(offer: formats.Offer, field: str) -> Any:
    return offer.preset.counts_excess_points if field == "count_excess_points" else getattr(offer.format, field)


class PresetSelect(forms.Select):
    """A menu of presets; each option holds its sentence and values for the script that fills in the fields below."""

    def create_option(self, name: str, value: Any, *args: Any, **options: Any) -> dict[str, Any]:
        """Create an option with the sentence and the values of its preset; for a checkbox "1" or ""."""
        option: dict[str, Any] = super().create_option(name, value, *args, **options)
        if offer := formats.OFFERS.get(str(value)):
            option["attrs"]["data-sentence"] = words.format_sentence(offer.format)
            for field in PRESET_FIELDS:
                held = _preset_value(offer, field)
                option["attrs"][f"data-{field}"] = str(held if not isinstance(held, bool) else "1" if held else "")
        return option


class ClockWidget(forms.MultiWidget):
    """A choice of clocks, with inputs for the seconds of a custom clock."""

    template_name = "tournaments/clock.html"

    def decompress(self, value: None) -> list[Any]:
        """The inputs without a clock; `clock_values` splits a stored clock before it reaches the widget."""
        return clock_values("")


def clock_values(name: str) -> list[Any]:
    """The values of the inputs for a clock: its name and seconds, by default those of international play."""
    clock = CLOCKS["delay"]
    if name not in words.CLOCK_NAMES:
        clock = clock_named(name) or clock
        name = f"own {clock.rule.value}"
    return [name, clock.reserve, clock.delay]


class ClockField(forms.MultiValueField):
    """A clock, by the name that `clock_named` reads."""

    def __init__(self, **options: Any) -> None:
        seconds = {"min": 0, "autocomplete": "off"}
        choice = forms.ChoiceField(choices=_clocks, required=False)
        widgets = [
            forms.Select({"class": "form-select"}, choices=CallableChoiceIterator(_clocks)),
            forms.NumberInput({**seconds, "max": LONGEST_RESERVE}),
            forms.NumberInput({**seconds, "max": LONGEST_DELAY}),
        ]
        super().__init__(
            (choice, forms.IntegerField(required=False), forms.IntegerField(required=False)),
            required=False,
            require_all_fields=False,
            initial=clock_values(""),
            widget=ClockWidget(widgets),
            **options,
        )

    def compress(self, data_list: Sequence[Any]) -> str:
        """The name of the clock; the seconds count only for a custom clock."""
        choice, reserve, delay = data_list or ("", None, None)
        is_own, _blank, rule = choice.rpartition(" ")
        if not is_own:
            return str(choice)
        if reserve is None or delay is None:
            raise RefusedInput(Refused("clock_without_seconds"))
        try:
            return clock_name(clock_named(f"{rule} {reserve} {delay}"))
        except Refused as refused:
            out_of_bounds = Refused("clock_out_of_bounds", reserve=LONGEST_RESERVE, delay=LONGEST_DELAY)
            raise RefusedInput(out_of_bounds) from refused


def _clocks() -> list[tuple[str, str]]:
    usual = [(name, words.clock_label(name)) for name in words.CLOCK_NAMES]
    return [*usual, *((f"own {rule.value}", str(words.OWN_CLOCKS[rule])) for rule in ClockRule)]


class MatchFormatForm(PointingForm):
    """The match format; a preset newly chosen sets all fields that were not changed on the page.

    Without a new preset the fields count. A page that sends no preset leaves the format unchanged.
    """

    preset = forms.ChoiceField(label=_("Match"), choices=_offered_formats, widget=PresetSelect, required=False)
    game = forms.ChoiceField(
        label=_("Game"),
        choices=lambda: [(game.value, str(words.GAMES[game])) for game in formats.MatchGame],
        required=False,
        initial=formats.MatchGame.BACKGAMMON.value,
    )
    match_length = forms.IntegerField(
        label=_("Points per match"),
        widget=forms.NumberInput({"min": 1, "max": formats.LONGEST_MATCH}),
        help_text=_("1 is a single game."),
        required=False,
        initial=3,
    )
    gammons = TickField(_("A gammon counts 2"), initial=True)
    backgammons = TickField(_("A backgammon counts 3"))
    winner_opens = TickField(_("The winner of a game opens the next one"), initial=True)
    count_excess_points = TickField(
        _("Count excess points"),
        help_text=_(
            "A gammon won from one point away can end a match 4:1. If ticked, it counts as 4:1, otherwise as 3:1."
        ),
    )
    cube = TickField(_("Doubling cube"))
    cube_limit = forms.TypedChoiceField(
        label=_("Highest value of the cube"),
        choices=[(limit, str(limit)) for limit in formats.CUBE_LIMITS],
        coerce=int,
        empty_value=None,
        required=False,
        initial=formats.CUBE_LIMITS[-1],
    )
    crawford = TickField(
        _("Crawford rule"), help_text=_("No cube in the first game that starts with a player one point from winning.")
    )
    jacoby = TickField(
        _("Jacoby rule"), help_text=_("A gammon counts 1 as long as no double has been taken. For single games only.")
    )
    beavers = TickField(
        _("Beavers"),
        help_text=_("Whoever takes a double may double back at once and keep the cube. For single games only."),
    )
    automatic_doubles = forms.TypedChoiceField(
        label=_("Automatic doubles"),
        choices=[(times, str(times)) for times in range(formats.MOST_AUTOMATIC_DOUBLES + 1)],
        coerce=int,
        empty_value=None,
        required=False,
        initial=0,
        help_text=_("How often equal opening dice double the cube. For single games only."),
    )
    clock = ClockField(label=_("Match clock"))

    def __init__(self, data: Any = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        offer = formats.offer_of(self.shown_format)
        self.initial["preset"] = offer.name if offer else OWN_FORMAT
        self["preset"].help_text = self.match_summary

    @property
    def match_fields(self) -> list[forms.BoundField]:
        """The fields of the match format, folded up below the preset."""
        return [self[name] for name in MATCH_FIELDS]

    @property
    def is_match_unfolded(self) -> bool:
        """Whether a field of the format has an error, or the format is not a preset."""
        offer = formats.OFFERS.get(self["preset"].value() or "")
        is_own = offer is None or bool(self["count_excess_points"].value()) != offer.preset.counts_excess_points
        return is_own or any(field.errors for field in self.match_fields)

    @property
    def is_match_asked(self) -> bool:
        """Whether the presets are unfolded: the format has an error or is not a preset."""
        return self.is_match_unfolded or bool(self["preset"].errors)

    @property
    def shown_format(self) -> formats.MatchFormat:
        """The format that the page showed when it was opened."""
        shown_values = {name: self.shown(name) for name in formats.FORMAT_FIELDS}
        return formats.MatchFormat(**{**shown_values, "game": formats.MatchGame(shown_values["game"])})

    def shown(self, name: str) -> Any:
        """The value of a field when the page was opened."""
        return self.get_initial_for_field(self.fields[name], name)

    @property
    def match_summary(self) -> str:
        """The format in one sentence, that of the chosen preset if there is one."""
        offer = formats.OFFERS.get(self["preset"].value() or "")
        return words.format_sentence(offer.format if offer else self.shown_format)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        preset = cleaned.get("preset")
        if not preset:
            return {**cleaned, **{name: self.shown(name) for name in formats.FORMAT_FIELDS}}
        offer = formats.OFFERS.get(preset) if preset != self.initial["preset"] else None
        for name in PRESET_FIELDS:
            if cleaned.get(name, "") in ("", None) and name not in self.errors:
                self.add_error(name, forms.Field.default_error_messages["required"])
            elif offer and cleaned.get(name) == self.shown(name):
                cleaned[name] = _preset_value(offer, name)
        return cleaned


# The criteria of the ranking: a preset, or a custom order made with buttons.

OWN_RANKING = "own"


def _offered_rankings() -> list[tuple[str, str]]:
    presets = [
        (key, f"{standings.RANKING_NAMES[key]}: {', '.join(map(standings.criterion_label, ranking))}")
        for key, ranking in PRESETS.items()
    ]
    return [*presets, (OWN_RANKING, gettext("An order of our own"))]


def stored(ranking: Sequence[str]) -> str:
    """Write the criteria as a tournament stores them."""
    return " ".join(ranking)


class RankingWidget(forms.Select):
    """A choice of presets, and below it the criteria; each button sends the form, which returns with the list changed.

    Hidden inputs hold the list, with head-to-head always last. A button changes the list; otherwise the choice counts.
    """

    template_name = "tournaments/ranking.html"
    is_moved = False

    def value_from_datadict(self, data: Any, files: Any, name: str) -> str | None:
        """Read the criteria in their stored form; None if the page sends none.

        The choice may be a preset, the custom order, or criteria in their stored form.
        """
        preset = data.get(name)
        every = data.getlist if hasattr(data, "getlist") else data.get
        criteria = list(every(f"{name}_list") or ())
        if move := data.get(f"{name}_move"):
            self.is_moved = True
            return stored(_moved(criteria, move))
        if preset is None:
            return None
        if preset in PRESETS:
            return stored(PRESETS[preset])
        return stored(criteria) if preset == OWN_RANKING else str(preset)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Build the context with the chosen criteria in order, and those not chosen."""
        ranking = shown(value)
        preset = next((key for key, criteria in PRESETS.items() if criteria == ranking), OWN_RANKING)
        context = super().get_context(name, preset, attrs)
        movable = [criterion for criterion in ranking if criterion is not Criterion.HEAD_TO_HEAD]
        context["widget"] |= {
            "is_open": self.is_moved or preset == OWN_RANKING,
            "first": capfirst(str(standings.CRITERIA[Criterion.MATCH_WINS].rule)),
            "last": capfirst(str(standings.CRITERIA[Criterion.LOT].rule)),
            "on": [
                {**_line(criterion), "up": criterion in movable[1:], "down": criterion in movable[:-1]}
                for criterion in ranking
            ],
            "off": [_line(criterion) for criterion in CHOICES if criterion not in ranking],
        }
        return context


def _line(criterion: Criterion) -> dict[str, Any]:
    rule = capfirst(str(standings.CRITERIA[criterion].rule))
    return {"value": criterion.value, "label": standings.criterion_label(criterion), "rule": rule}


def shown(value: str | None) -> Ranking:
    """The ranking that the form shows; `KONSTANZ` if the value is missing or invalid."""
    try:
        return KONSTANZ if value is None else ranking_of(value.split())
    except Refused:
        return KONSTANZ


def _moved(criteria: list[str], move: str) -> list[str]:
    """Apply a button to the list: `up`, `down`, `off` or `on` with a criterion; any other text changes nothing."""
    way, _blank, name = move.partition(" ")
    criteria = [criterion for criterion in criteria if criterion != name] if way in ("off", "on") else criteria
    if way == "on":
        criteria.append(name)
    elif way in ("up", "down") and name in criteria:
        old = criteria.index(name)
        new_index = min(max(old + (1 if way == "down" else -1), 0), len(criteria) - 1)
        criteria.insert(new_index, criteria.pop(old))
    return sorted(criteria, key=lambda criterion: criterion == Criterion.HEAD_TO_HEAD)


class RankingField(forms.Field):
    """The criteria between match wins and lot in their stored form; None if the page sends none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            required=False,
            widget=RankingWidget(choices=CallableChoiceIterator(_offered_rankings)),
            initial=stored(KONSTANZ),
            **options,
        )

    def clean(self, value: Any) -> str | None:
        return None if value is None else stored(refused_as_input(ranking_of, value.split()))


# Settings of a tournament, the draw of round 1, and deletion.

# The fields that are always visible; all others, which have default values, are folded up.
IN_A_ROW = ("date", "begins_at", "planned_rounds", "fee")
ASKED = ("name", "kind", *IN_A_ROW, "preset")
# The folded fields under their headings.
GROUPS = (
    (
        _("Finals"),
        ("finals_players", "finals_match_length", "finals_third_place", "finals_second", "finals_second_length"),
    ),
    (_("Venue and fees"), ("venue", "organiser", "boards", "fee_steps")),
    (_("Phones and wall"), ("reporting", "opens_joining", "shows_live_scores", "hides_new_rounds", "round_minutes")),
    (_("Printouts, practice"), ("language", "paper", "is_practice", "is_rated")),
)
# What the value of these is needs no word.
WITHOUT_LABEL = ("finals_players", "finals_second", "venue", "organiser", "language", "paper")
# The fields that no setting has the name of.
NO_SETTINGS = ("preset", "kind")
# The field that shows each refusal.
FIELD_OF_REFUSAL = {
    "fewer_rounds_than_paired": "planned_rounds",
    "rounds_too_many": "planned_rounds",
    "knock_out_without_finals": "planned_rounds",
    "finals_size": "finals_players",
    "finals_lengths": "finals_match_length",
    "finals_third_of_two": "finals_third_place",
    "finals_rest_without_swiss": "finals_second",
    "finals_third_beside_drops": "finals_second",
    "finals_drops_of_few": "finals_second",
    "finals_stand_once_drawn": "finals_players",
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
# Fields with another name than their setting, in both directions.
SETTING_OF = {"fee": "fee_cents"}
FIELD_OF_SETTING = {setting: field for field, setting in SETTING_OF.items()} | {
    "finals_lengths": "finals_match_length",
    "finals_second_players": "finals_second",
}
SEAL = "settings as a page was opened with them"


class TimeOfDayField(forms.TimeField):
    """A time of day as text, "19:30", or empty."""

    def to_python(self, value: Any) -> str:  # type: ignore[override]
        at: time | None = super().to_python(value or "")
        return f"{at:%H:%M}" if at else ""


class TidyField(forms.CharField):
    """A line of printable text, in Unicode NFC."""

    def clean(self, value: Any) -> str:
        text: str = super().clean(tidy(value or ""))
        if not is_printable(text):
            raise forms.ValidationError(REFUSALS["name_unprintable"])
        return text


def _value_in_words(field: forms.BoundField) -> str:
    """The value of a setting for a line of several; "" where it has none."""
    value, form_field = field.value(), field.field
    if isinstance(form_field, forms.BooleanField):
        return str(field.label) if value else ""
    if value in (None, "") or isinstance(form_field, FeeStepsField):
        return ""
    if isinstance(form_field, forms.ChoiceField):
        labels = {str(key): label for key, label in form_field.widget.choices}
        value = labels.get(str(value), "")
    return str(value) if field.name in WITHOUT_LABEL else f"{field.label}: {value}"


class TournamentForm(MatchFormatForm):
    """All settings of a new tournament; only the draw seed is left for the draw."""

    field_order = (*ASKED, *MATCH_FIELDS)
    field_of_refusal = FIELD_OF_REFUSAL
    begins_at_the_name = True

    kind = forms.ChoiceField(
        label=_("What is played"),
        choices=words.KINDS,
        initial=words.Kind.SWISS.value,
        required=False,
        widget=forms.RadioSelect,
    )
    finals_players = forms.TypedChoiceField(
        label=_("Finals after the last round"),
        choices=lambda: [("", gettext("No finals")), *((size, words.finals_label(size)) for size in SIZES)],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=_(
            "The first of the ranking play a knock-out. This can change until it is drawn. Where nothing but a "
            "knock-out is played, everybody who is there plays, up to 64 or as chosen here."
        ),
    )
    finals_match_length = ReadField(
        match_lengths,
        label=_("Points per match of the finals"),
        widget=forms.TextInput(attrs={"maxlength": 40}),
        help_text=_(
            "Leave empty if these matches are as long as all others. Several numbers lengthen them towards the final: "
            "with 3, 5, 7 the final is to 7, the semi-finals to 5, all before to 3."
        ),
    )
    finals_third_place = TickField(_("Match for third place"))
    finals_second = forms.ChoiceField(
        label=_("Consolation"),
        choices=words.second_choices,
        required=False,
        help_text=_("Whoever is not in the finals, or loses there, plays on."),
    )
    finals_second_length = forms.IntegerField(
        label=_("Points per match of the consolation"),
        required=False,
        min_value=1,
        max_value=formats.LONGEST_MATCH,
        help_text=_("Leave empty if these matches are as long as all others."),
    )
    name = TidyField(label=_("Name"), max_length=100)
    date = forms.DateField(
        label=_("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        initial=timezone.localdate,
    )
    begins_at = TimeOfDayField(
        label=_("Begins at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _("This is not a time of day such as 19:30.")},
    )
    planned_rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=5,
        help_text=_("Recommended: 4 for up to 16 players, 5 for up to 32, 6 for up to 64. Not for a knock-out."),
    )
    fee = forms.DecimalField(min_value=0, max_digits=6, decimal_places=2, localize=True, initial=Decimal("8.00"))
    ranking = RankingField(
        label=_("Order of the ranking"),
        help_text=_("After the match wins, in this order; the lot decides last."),
    )
    venue = TidyField(label=_("Venue"), max_length=100, required=False)
    organiser = TidyField(
        label=_("Organiser"),
        max_length=100,
        required=False,
        help_text=_("The club whose name stands on receipts."),
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
        label=_("Language of printouts"), choices=language_choices, initial=lambda: active_language().short
    )
    paper = forms.ChoiceField(label=_("Paper size"), choices=PaperSize, initial=lambda: settings.PAPER)
    hides_new_rounds = TickField(
        _("Keep new rounds hidden"),
        help_text=_("Only the director sees a newly paired round until it is released to everyone."),
    )
    shows_live_scores = TickField(
        _("Everyone follows the matches"),
        initial=True,
        help_text=_("Where players keep a score sheet, the public pages and the wall show how their match stands."),
    )
    reporting = forms.ChoiceField(
        label=_("Results from phones"),
        choices=Reporting,
        initial=Reporting.BOTH.value,
        help_text=_(
            "Each player has a private link, printed as a code on a strip of the match slip; a phone that signed up "
            "needs none. Where both confirm, nobody enters a wrong score alone, by mistake or on purpose. It is no "
            "proof against somebody who has both codes: reports of both players from one phone are marked at the desk. "
            "A result entered by the director always takes precedence."
        ),
    )
    opens_joining = TickField(
        _("Players sign themselves up"),
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
    is_practice = TickField(
        _("For practice only"),
        help_text=_("Stays out of the lists that others see and of the suggested names. Its own pages work as usual."),
    )
    request_key = forms.UUIDField(
        widget=forms.HiddenInput, initial=uuid4, required=False, error_messages={"invalid": REFUSALS["not_understood"]}
    )

    def __init__(
        self, data: Any = None, *, initial: dict[str, Any] | None = None, club: Club | None = None, currency: str = ""
    ) -> None:
        """Build the form; the entry fee is in `currency`, by default the club's, and within the club's limit."""
        super().__init__(data, initial=initial)
        if data is None and self.begins_at_the_name:
            self.fields["name"].widget.attrs["autofocus"] = True
        self.club = club or Club()
        sign = currency_sign(currency or self.club.currency)
        self.fields["fee"].label = _("Entry fee in %(currency)s") % {"currency": sign}
        cast(FeeStepsWidget, self.fields["fee_steps"].widget).currency = sign

    @property
    def in_a_row(self) -> list[forms.BoundField]:
        """The fields side by side below the name."""
        return [self[name] for name in IN_A_ROW]

    @property
    def is_ranking_asked(self) -> bool:
        """Whether the ranking is unfolded: it has an error or is being changed by buttons."""
        return self.is_moved or bool(self["ranking"].errors)

    @property
    def ranking_summary(self) -> str:
        """The ranking in one sentence, with changes by buttons."""
        ranking = self.fields["ranking"].widget.value_from_datadict(self.data, self.files, "ranking")
        return standings.ranking_sentence(shown(ranking if ranking is not None else self.shown("ranking")))

    @property
    def folded(self) -> list[forms.BoundField]:
        """The fields that are folded up at the end of the form."""
        return [field for field in self.visible_fields() if field.name not in (*ASKED, *MATCH_FIELDS, "ranking")]

    @property
    def groups(self) -> list[tuple[str, str, list[forms.BoundField], bool]]:
        """The folded fields in groups: each with its heading, its values in a line, and whether one has an error."""
        groups = []
        for heading, names in GROUPS:
            fields = [field for field in self.folded if field.name in names]
            values = ", ".join(filter(None, map(_value_in_words, fields)))
            if not self["finals_players"].value() and "finals_players" in names:
                values = gettext("No finals")
            line = values or ", ".join(str(field.label) for field in fields)
            groups.append((str(heading), line, fields, any(field.errors for field in fields)))
        return groups

    @property
    def is_unfolded(self) -> bool:
        """Whether one of the folded fields has an error or an unusual value."""
        for field in self.folded:
            base = self.base_fields[field.name]
            usual = base.initial() if callable(base.initial) else base.initial
            if field.errors or base.has_changed(usual, field.value()):
                return True
        return False

    @property
    def is_moved(self) -> bool:
        """Whether a button has changed the ranking; then the form is shown again and nothing is stored."""
        return self.is_bound and "ranking_move" in self.data

    def full_clean(self) -> None:
        """Skip validation while buttons change the ranking."""
        if self.is_moved:
            self._errors = ErrorDict()
            return
        super().full_clean()

    def is_valid(self) -> bool:
        return not self.is_moved and super().is_valid()

    def clean(self) -> dict[str, Any]:
        """The cleaned values; of a knock-out the number of rounds says nothing, whatever stands in its hidden field."""
        cleaned: dict[str, Any] = super().clean()
        if cleaned.get("kind") == words.Kind.KNOCK_OUT:
            self.errors.pop("planned_rounds", None)
            cleaned["planned_rounds"] = 0
        return cleaned

    def clean_kind(self) -> str:
        """The kind of the tournament; that of the page if it sends none."""
        return self.cleaned_data["kind"] or str(self.initial.get("kind") or words.Kind.SWISS.value)

    def clean_ranking(self) -> str:
        """The criteria; those the page showed if it sends none."""
        ranking: str | None = self.cleaned_data["ranking"]
        return self.shown("ranking") if ranking is None else ranking

    def clean_fee(self) -> int:
        """The fee in cents; a stored fee may exceed a limit lowered since."""
        cents = int(self.cleaned_data["fee"] * 100)
        if "fee" in self.changed_data:
            refused_as_input(partial(refuse_fee, club=self.club), cents)
        return cents

    def clean_fee_steps(self) -> tuple[FeeBand, ...]:
        """The steps of the fee; stored steps may exceed a limit lowered since."""
        steps: tuple[FeeBand, ...] = self.cleaned_data["fee_steps"]
        if "fee_steps" in self.changed_data:
            refused_as_input(partial(refuse_fee_steps, club=self.club), steps)
        return steps

    @property
    def second_costs(self) -> tuple[str, tuple[tuple[str, tuple[str, ...]], ...]]:
        """What a consolation costs, to stand below its field."""
        return second_costs(self.club)

    @property
    def is_fee_too_high(self) -> bool:
        """Whether a fee was refused that the settings of the club could allow."""
        errors_by_field = self.errors.as_data()
        return any(
            error.code == "fee_too_high" for name in ("fee", "fee_steps") for error in errors_by_field.get(name, ())
        )

    def details(self) -> dict[str, Any]:
        """The cleaned values, by the model's field names."""
        details = {
            SETTING_OF.get(field.name, field.name): self.cleaned_data[field.name]
            for field in self.visible_fields()
            if field.name not in NO_SETTINGS
        }
        if self.cleaned_data["kind"] == words.Kind.KNOCK_OUT:
            details["finals_players"] = details["finals_players"] or SIZES[-1]
        second = second_bracket(details["finals_second"])
        return {**details, **length_columns(details["finals_match_length"]), **second}


def typed_so_far(form: TournamentForm, sent: Mapping[str, Any]) -> dict[str, Any]:
    """The cleaned values of the fields at the top of a form that is still being filled in, without wrong ones."""
    typed = TournamentForm({name: sent.get(name, form[name].value()) for name in ASKED}, club=form.club)
    typed.is_valid()
    return typed.cleaned_data


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
            (entry.pk, f"{entry.name} · {entry.club}" if entry.club else entry.name) for entry in self.entries
        ]
        self.fields["players"].initial = [
            entry.pk for entry in self.entries if not has_left(entry.withdrawn_after, paired_count)
        ]

    def ticked(self) -> list[NewPlayer]:
        ticked_keys = set(self.cleaned_data["players"])
        return [
            NewPlayer(
                entry.name, entry.club, wished=entry.wished, person=entry.person.real_id if entry.person else None
            )
            for entry in self.entries
            if str(entry.pk) in ticked_keys
        ]


class SettingsForm(TournamentForm):
    """The settings of an existing tournament, with their values when the page was opened.

    Settings fixed by the draw are disabled; a page opened before the draw can still send them, and is refused.
    """

    begins_at_the_name = False
    is_rated = TickField(_("Rated"), initial=True, help_text=_("The matches count for the ratings of the club."))
    opened = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        self.opened_with: dict[str, Any] = {}
        with suppress(signing.BadSignature):
            self.opened_with = signing.loads((data or {}).get("opened") or "", salt=SEAL)
        super().__init__(data, initial=_filled_in(tournament), club=tournament.club, currency=tournament.currency)
        if not tournament.club.rates:
            del self.fields["is_rated"]
        settled = {"fee_steps"} if tournament.rounds.exists() else set()
        settled |= set(SETTLED_BY_THE_DRAW) if tournament.draw_seed else set()
        settled |= (
            {"kind", "planned_rounds", *FINALS_FIELDS} if tournament.rounds.filter(is_finals=True).exists() else set()
        )
        fields = [field.name for field in self.visible_fields() if field.name not in NO_SETTINGS]
        settable = [*(SETTING_OF.get(name, name) for name in fields), "finals_lengths", "finals_second_players"]
        self.initial["opened"] = _sealed(plain_settings(tournament, set(settable) - settled))
        for name in self.fields.keys() & settled - self.opened_with.keys():
            self.fields[name].disabled = True
        fixed = gettext("This was fixed when round 1 was drawn.")
        if self.fields["game"].disabled:
            self.fields["preset"].disabled = True
            self["preset"].help_text = f"{words.format_sentence(self.shown_format)} {fixed}"
        if self.fields["ranking"].disabled:
            self.fields["ranking"].help_text = f"{standings.ranking_sentence(shown(tournament.ranking))} {fixed}"

    def shown(self, name: str) -> Any:
        """The value of a field when the page was opened, even if another one is stored now."""
        return self.opened_with.get(name, super().shown(name))

    def changes(self) -> dict[str, Any]:
        """The settings changed on the page since it was opened, by the model's field names."""
        settable = {SETTING_OF.get(name, name) for name, field in self.fields.items() if not field.disabled}
        if "finals_match_length" in settable:
            settable |= {"finals_lengths", "finals_second_players"}
        unknown = object()
        return {
            name: value
            for name, value in self.details().items()
            if name in settable and plain(value) != self.opened_with.get(name, unknown)
        }

    def refuse(self, refused: Refused) -> None:
        """Show the refusal; after a conflict, sending the form again overwrites the other changes."""
        if refused.code == "rules_stand_once_drawn":
            changes = self.changes()
            self.add_error(
                next(name for name in (*PRESET_FIELDS, "ranking") if name in changes), refusal_sentence(refused)
            )
            return
        if refused.code != "settings_changed_meanwhile":
            super().refuse(refused)
            return
        settings: dict[str, tuple[Any, Any]] = refused.values["settings"]
        for name, sentence in words.settings_changed_sentences(refused.values).items():
            self.add_error(FIELD_OF_SETTING.get(name, name), sentence)
        now = {name: stored_value for name, (stored_value, _wanted) in settings.items()}
        data = cast(QueryDict, self.data).copy()
        data["opened"] = _sealed({**self.opened_with, **now})
        self.data = data


def _sealed(settings: Mapping[str, Any]) -> str:
    return signing.dumps(settings, salt=SEAL)


def form_like(earlier: Tournament) -> TournamentForm:
    """The form of a new tournament, filled in from an earlier one except for the date."""
    of_its_own = ("date", "is_practice", "request_key")
    return TournamentForm(
        initial={name: value for name, value in _filled_in(earlier).items() if name not in of_its_own},
        club=earlier.club,
    )


def _filled_in(tournament: Tournament) -> dict[str, Any]:
    values = {name: getattr(tournament, name) for name in TournamentForm.base_fields if hasattr(tournament, name)}
    return {
        **values,
        "kind": words.kind_of(tournament.planned_rounds).value,
        "planned_rounds": tournament.planned_rounds or TournamentForm.base_fields["planned_rounds"].initial,
        "is_rated": tournament.is_rated,
        "fee": Decimal(tournament.fee_cents).scaleb(-2),
        "fee_steps": filled_in(fee_steps(tournament)),
        "finals_match_length": words.lengths_text(tournament.finals_lengths.split()) or tournament.finals_match_length,
        "finals_second": f"{tournament.finals_second} {tournament.finals_second_players or ''}".strip(),
        "clock": clock_values(tournament.clock),
    }


class DeletionForm(PointingForm):
    """The name typed to confirm, and a checkbox for deleting without a backup, shown once no backup could be made."""

    confirmed = forms.CharField(max_length=200)
    without_backup = TickField(_("Delete without a backup"))

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data)
        self.tournament = tournament
        self.fields["confirmed"].label = _("To confirm, type the name: %(name)s") % {"name": tournament.name}

    def clean_confirmed(self) -> str:
        """The typed name; any other name than the tournament's is an error."""
        typed: str = self.cleaned_data["confirmed"]
        refused_as_input(partial(refuse_unconfirmed, self.tournament), typed)
        return typed


class DrawForm(forms.Form):
    """Dice rolled in front of everybody; if empty, the computer's random source provides the seed."""

    draw_seed = TidyField(
        label=_("Dice for the draw (optional)"),
        required=False,
        max_length=200,
        help_text=_(
            "For example 6-3 5-1 4-4. Leave empty to let the computer roll. The roll applies to the whole tournament."
        ),
    )
