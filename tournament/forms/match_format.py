"""The match of a tournament in its form: a preset to choose, and everything that it says, to be changed."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.utils.choices import CallableChoiceIterator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.engine.refusals import Refused
from tournament.forms.mistakes import PointingForm
from tournament.forms.sent import RefusedInput
from tournament.matches.clocks import CLOCKS, LONGEST_DELAY, LONGEST_RESERVE, ClockRule, clock_name, clock_named
from tournament.matches.formats import (
    CUBE_LIMITS,
    FORMAT_FIELDS,
    LONGEST_MATCH,
    MOST_AUTOMATIC_DOUBLES,
    OFFERS,
    MatchFormat,
    MatchGame,
    Offer,
    offer_of,
)
from tournament.phrases.tournaments import (
    CLOCK_NAMES,
    FORMAT_NAMES,
    GAMES,
    OWN_CLOCKS,
    clock_label,
    format_sentence,
    offer_label,
)

OWN_FORMAT = "own"
# What a preset says, and where the match is one's own what is said in its place.
PRESET_FIELDS = (*FORMAT_FIELDS, "count_excess_points")
MATCH_FIELDS = (*PRESET_FIELDS, "clock")


def _offered() -> list[tuple[str, Any]]:
    """The presets; one that is offered at several lengths is a group of its own."""
    choices: list[tuple[str, Any]] = []
    for key, offers in groupby(OFFERS.values(), lambda offer: offer.preset.key):
        labelled = [(offer.name, offer_label(offer)) for offer in offers]
        choices += labelled if len(labelled) == 1 else [(str(FORMAT_NAMES[key]), labelled)]
    return [*choices, (OWN_FORMAT, _("A format of our own"))]


def _said_by(offer: Offer, field: str) -> Any:
    return offer.preset.counts_excess_points if field == "count_excess_points" else getattr(offer.format, field)


class PresetSelect(forms.Select):
    """Each preset carries its sentence and its values, for the script that fills in the fields below."""

    def create_option(self, name: str, value: Any, *given: Any, **options: Any) -> dict[str, Any]:
        """One option of the menu, with the sentence and the values of its preset."""
        option: dict[str, Any] = super().create_option(name, value, *given, **options)
        if offer := OFFERS.get(str(value)):
            option["attrs"]["data-sentence"] = format_sentence(offer.format)
            for field in PRESET_FIELDS:
                option["attrs"][f"data-{field}"] = _plain(_said_by(offer, field))
        return option


def _plain(value: Any) -> str:
    """The value as a page's field holds it; of a box to tick "1" or ""."""
    if isinstance(value, bool):
        return "1" if value else ""
    return str(value)


class ClockWidget(forms.MultiWidget):
    """Which clock, and the seconds of one's own."""

    template_name = "tournaments/clock.html"

    def decompress(self, value: None) -> list[Any]:
        """The fields with no clock chosen; a clock's values are laid out by `clock_values` before they get here."""
        return clock_values("")


def clock_values(name: str) -> list[Any]:
    """The values of the fields of a clock: its name and its seconds, by default those of international play."""
    clock = CLOCKS["delay"]
    if name not in CLOCK_NAMES:
        clock = clock_named(name) or clock
        name = f"own {clock.rule.value}"
    return [name, clock.reserve, clock.delay]


class ClockField(forms.MultiValueField):
    """A clock by the name that `clock_named` reads."""

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
        """The seconds count for a clock of one's own only."""
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
    usual = [(name, clock_label(name)) for name in CLOCK_NAMES]
    return [*usual, *((f"own {rule.value}", str(OWN_CLOCKS[rule])) for rule in ClockRule)]


class MatchFormatForm(PointingForm):
    """What a match of a tournament is: another preset chosen than the page showed is taken, with what was changed of
    it below; else the fields say it. A page that says nothing of the preset leaves the match as it is.
    """

    preset = forms.ChoiceField(label=gettext_lazy("Match"), choices=_offered, widget=PresetSelect, required=False)
    game = forms.ChoiceField(
        label=gettext_lazy("Game"),
        choices=lambda: [(game.value, str(GAMES[game])) for game in MatchGame],
        required=False,
        initial=MatchGame.BACKGAMMON.value,
    )
    match_length = forms.IntegerField(
        label=gettext_lazy("Points per match"),
        widget=forms.NumberInput({"min": 1, "max": LONGEST_MATCH}),
        help_text=gettext_lazy("1 is a single game."),
        required=False,
        initial=3,
    )
    gammons = forms.BooleanField(label=gettext_lazy("A gammon counts 2"), required=False, initial=True)
    backgammons = forms.BooleanField(label=gettext_lazy("A backgammon counts 3"), required=False, initial=False)
    winner_opens = forms.BooleanField(
        label=gettext_lazy("The winner of a game opens the next one"), required=False, initial=True
    )
    count_excess_points = forms.BooleanField(
        label=gettext_lazy("Count excess points"),
        required=False,
        initial=False,
        help_text=gettext_lazy(
            "A gammon won from one point away can end a match 4:1. If ticked, it counts as 4:1, otherwise as 3:1."
        ),
    )
    cube = forms.BooleanField(label=gettext_lazy("Doubling cube"), required=False, initial=False)
    cube_limit = forms.TypedChoiceField(
        label=gettext_lazy("Highest value of the cube"),
        choices=[(limit, str(limit)) for limit in CUBE_LIMITS],
        coerce=int,
        empty_value=None,
        required=False,
        initial=CUBE_LIMITS[-1],
    )
    crawford = forms.BooleanField(
        label=gettext_lazy("Crawford rule"),
        required=False,
        initial=False,
        help_text=gettext_lazy("No cube in the first game that starts with a player one point from winning."),
    )
    jacoby = forms.BooleanField(
        label=gettext_lazy("Jacoby rule"),
        required=False,
        initial=False,
        help_text=gettext_lazy("A gammon counts 1 as long as no double has been taken. For single games only."),
    )
    beavers = forms.BooleanField(
        label=gettext_lazy("Beavers"),
        required=False,
        initial=False,
        help_text=gettext_lazy(
            "Whoever takes a double may double back at once and keep the cube. For single games only."
        ),
    )
    automatic_doubles = forms.TypedChoiceField(
        label=gettext_lazy("Automatic doubles"),
        choices=[(times, str(times)) for times in range(MOST_AUTOMATIC_DOUBLES + 1)],
        coerce=int,
        empty_value=None,
        required=False,
        initial=0,
        help_text=gettext_lazy("How often equal opening dice double the cube. For single games only."),
    )
    clock = ClockField(label=gettext_lazy("Match clock"))

    def __init__(self, data: Any = None, *, initial: dict[str, Any] | None = None) -> None:
        super().__init__(data, initial=initial)
        shown = offer_of(self.shown_format)
        self.initial["preset"] = shown.name if shown else OWN_FORMAT
        self["preset"].help_text = self._sentence()

    @property
    def match_fields(self) -> list[forms.BoundField]:
        """The fields of the match, which are folded up below its preset."""
        return [self[name] for name in MATCH_FIELDS]

    @property
    def is_match_unfolded(self) -> bool:
        """Whether something of the match is wrong, or said by no preset."""
        offer = OFFERS.get(self["preset"].value() or "")
        is_own = offer is None or bool(self["count_excess_points"].value()) != offer.preset.counts_excess_points
        return is_own or any(field.errors for field in self.match_fields)

    @property
    def is_match_asked(self) -> bool:
        """Whether the presets are unfolded: something of the match is wrong, or it is one's own."""
        return self.is_match_unfolded or bool(self["preset"].errors)

    @property
    def match_said(self) -> str:
        """The match in one sentence."""
        return self._sentence()

    @property
    def shown_format(self) -> MatchFormat:
        """The match format that the page showed when it was opened."""
        shown = {name: self.shown(name) for name in FORMAT_FIELDS}
        return MatchFormat(**{**shown, "game": MatchGame(shown["game"])})

    def shown(self, name: str) -> Any:
        """What a field held when the page was opened."""
        return self.get_initial_for_field(self.fields[name], name)

    def fix_match(self) -> None:
        """Say beside the preset that it stands for good."""
        self.fields["preset"].disabled = True
        fixed = _("This was fixed when round 1 was drawn.")
        self["preset"].help_text = f"{format_sentence(self.shown_format)} {fixed}"

    def _sentence(self) -> str:
        offer = OFFERS.get(self["preset"].value() or "")
        return format_sentence(offer.format if offer else self.shown_format)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = self.cleaned_data
        chosen = cleaned.get("preset")
        if not chosen:
            return {**cleaned, **{name: self.shown(name) for name in FORMAT_FIELDS}}
        offer = OFFERS.get(chosen) if chosen != self.initial["preset"] else None
        for name in PRESET_FIELDS:
            if cleaned.get(name, "") in ("", None) and name not in self.errors:
                self.add_error(name, forms.Field.default_error_messages["required"])
            elif offer and cleaned.get(name) == self.shown(name):
                cleaned[name] = _said_by(offer, name)
        return cleaned
