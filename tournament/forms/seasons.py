"""Forms for seasons, and for matches outside tournaments."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from io import BytesIO
from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.actions.clubs import clean_name
from tournament.actions.seasons import NewMatch
from tournament.engine.refusals import Refused
from tournament.forms.results import PointingForm
from tournament.forms.sent import (
    PressedField,
    ReadEachField,
    ReadField,
    RefusedInput,
    SentForm,
    TickField,
    one_of,
    refused_as_input,
    whole_number,
)
from tournament.forms.tournaments import TidyField
from tournament.imports import encodings, match_cells, match_lists
from tournament.models import Club, ImportedMatch, Season, Tournament
from tournament.models.seasons import USUAL_TABLE
from tournament.names import fold
from tournament.phrases.players import ENCODINGS as ENCODING_NAMES
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.seasons import POINTS_BY
from tournament.phrases.tournaments import CHOICES
from tournament.season.record import PRESETS, PointsBy

# Seasons, ratings, and lists of matches of earlier years.

HIGHEST_START = 9999


def _date_input() -> forms.DateInput:
    return forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


def _points(typed: str) -> str:
    numbers = re.findall(r"[0-9]+", typed)
    if not numbers or re.sub(r"[0-9\s,;–-]", "", typed) or any(len(number) > 4 for number in numbers):
        raise Refused("points_table_unreadable")
    return " ".join(str(int(number)) for number in numbers)


class SeasonForm(PointingForm):
    """The settings of a season; without first and last day, its evenings are ticked."""

    field_of_refusal = dict.fromkeys(("points_table_length", "points_table_range", "points_table_rises"), "table")

    name = TidyField(label=_("Name"), max_length=100)
    begins = forms.DateField(label=_("From"), required=False, widget=_date_input())
    ends = forms.DateField(
        label=_("To"),
        required=False,
        widget=_date_input(),
        help_text=_("All evenings between these days belong to the season. Leave both empty to tick them one by one."),
    )
    points_by = forms.ChoiceField(label=_("Points"), choices=[(by.value, words) for by, words in POINTS_BY.items()])
    table = forms.CharField(
        label=_("Points for the places"),
        required=False,
        max_length=500,
        initial=USUAL_TABLE,
        widget=forms.TextInput(attrs={"list": "points-presets", "inputmode": "text", "autocomplete": "off"}),
        help_text=_("From the first place on; the last number is also that of every further place."),
    )
    ties_share = TickField(
        _("Ties share the points"),
        help_text=_("If ticked, players whom only the lot separates get the average of the points of their places."),
    )
    finals_count = TickField(
        _("Finals count"),
        initial=True,
        help_text=_(
            "If ticked, places and head-to-head are those after the finals of an evening, else those before them."
        ),
    )
    best = forms.IntegerField(
        label=_("Evenings that count"),
        required=False,
        min_value=1,
        max_value=999,
        help_text=_("Of each player, so many of the best evenings count. Leave empty to count all."),
    )
    ticked = forms.MultipleChoiceField(label=_("Evenings"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(
        self, tournaments: Iterable[Tournament], data: Any = None, season: Season | None = None, year: int | None = None
    ) -> None:
        """Build the form; `year` prefills a new season."""
        initial: dict[str, Any] = {"points_by": PointsBy.PLACE.value}
        if season:
            settings = ("name", "begins", "ends", "points_by", "table", "ties_share", "finals_count", "best")
            initial = {name: getattr(season, name) for name in settings}
            initial["ticked"] = [str(key) for key in season.ticked.values_list("tournament_id", flat=True)]
        elif year is not None:
            name = _("Season %(year)s") % {"year": year}
            initial |= {"name": name, "begins": date(year, 1, 1), "ends": date(year, 12, 31)}
        super().__init__(data, initial=initial)
        cast(forms.MultipleChoiceField, self.fields["ticked"]).choices = [
            (str(tournament.pk), f"{date_format(tournament.date, 'SHORT_DATE_FORMAT')} {tournament.name}")
            for tournament in tournaments
        ]

    @property
    def presets(self) -> Sequence[str]:
        """The points tables to choose from."""
        return [" ".join(map(str, preset)) for preset in PRESETS]

    def clean_table(self) -> str:
        return refused_as_input(_points, self.cleaned_data["table"] or USUAL_TABLE)

    def clean(self) -> dict[str, Any]:
        begins, ends = self.cleaned_data.get("begins"), self.cleaned_data.get("ends")
        if "begins" in self.errors or "ends" in self.errors:
            return self.cleaned_data
        if begins and ends and begins > ends:
            self.add_error("ends", _("The season ends before it begins."))
        elif bool(begins) != bool(ends):
            self.add_error("begins" if ends else "ends", _("Enter both days, or none."))
        return self.cleaned_data

    def details(self) -> dict[str, Any]:
        return {**self.cleaned_data, "ticked": [int(key) for key in self.cleaned_data["ticked"]]}


class OwnSeasonForm(SentForm):
    """The key of the season on the club's own page; empty for the running one."""

    season = ReadField()


class RatingsForm(PointingForm):
    rates = TickField(
        _("Rate the players"), help_text=_("By the formula of FIBS, from all results of the evenings that are rated.")
    )
    rating_start = forms.IntegerField(label=_("Rating to start from"), min_value=0, max_value=HIGHEST_START)
    rating_ramp = forms.ChoiceField(
        label=_("How fast ratings of newcomers move"), choices=tuple(CHOICES["rating_ramp"].items())
    )
    rates_stopped = TickField(_("Stopped matches count, too"))
    rating_months = forms.IntegerField(
        label=_("Months after which somebody is no longer ranked"),
        min_value=0,
        max_value=1200,
        help_text=_("Counted from their last rated match. 0 ranks everybody."),
    )
    rating_experience = forms.IntegerField(
        label=_("Experience needed for a place"),
        min_value=0,
        max_value=9999,
        help_text=_("The sum of the lengths of all rated matches."),
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data, initial={name: getattr(club, name) for name in self.base_fields})


class MatchFileForm(forms.Form):
    file = forms.FileField(
        label=_("Excel or CSV file"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xlsm,.xls,.ods,.csv,.tsv,.txt"}),
        help_text=_(
            "One match per row. The first row names the columns, in any order: Date, Winner, Loser, Match length;"
            " Score or the points of both may follow. Or it names Date, Player 1, Player 2, Match length, Score."
        ),
    )

    skip_bad_lines = TickField(_("Leave out lines that cannot be read"), help_text=_("The preview names them."))

    early_years = TickField(
        _("Early years are right"), help_text=_("Matches of more than 60 years ago are asked about otherwise.")
    )

    encoding = forms.ChoiceField(
        label=_("Character encoding"),
        required=False,
        choices=[("", _("as recognised")), *((name, ENCODING_NAMES[name]) for name in encodings.ENCODINGS)],
        help_text=_("For a text file whose names look wrong in the preview."),
    )

    def clean_file(self) -> match_lists.MatchList:
        """The matches read from the file, and the lines that could not be read."""
        encoding, early_years = self.data.get("encoding", ""), "early_years" in self.data
        return refused_as_input(
            lambda file: match_lists.read_match_list(file, timezone.localdate(), encoding, early_years=early_years),
            self.cleaned_data["file"],
        )

    def clean(self) -> dict[str, Any]:
        match_list = self.cleaned_data.get("file")
        if match_list and self.cleaned_data["skip_bad_lines"] and not match_list.lines:
            self.add_error("file", refusal_sentence(Refused("match_list_without_match")))
        return self.cleaned_data

    @property
    def file_name(self) -> str:
        return str(cast("UploadedFile[Any]", self.files["file"]).name)


class ChosenPersonsForm(SentForm):
    name = ReadEachField()
    person = ReadEachField(lambda text: None if text == "new" else whole_number(text))

    def chosen(self) -> dict[str, int | None]:
        """The key of the person chosen for each name; None for a new person."""
        sent = self.values()
        if len(sent["name"]) != len(sent["person"]):
            raise Refused("not_understood")
        return dict(zip(sent["name"], sent["person"], strict=True))


def _list(text: str) -> match_lists.MatchList:
    match_list = match_lists.read_match_list(BytesIO(text.encode()), timezone.localdate(), early_years=True)
    if match_list.mistakes:
        raise Refused("not_understood")
    return match_list


def _rating(text: str) -> int:
    rating = whole_number(text)
    if rating > HIGHEST_START:
        raise Refused("rating_start_range", most=HIGHEST_START)
    return rating


class MatchesForm(ChosenPersonsForm):
    """The previewed list, the persons chosen for doubtful names, and how the club will rate.

    `again` previews the list once more with these choices; `only_new` leaves out matches that are known already.
    """

    lines = ReadField(_list)
    file_name = ReadField()
    rates = ReadField(bool)
    rating_start = ReadField(_rating, optional=True)
    rating_ramp = ReadField(one_of(CHOICES["rating_ramp"]), optional=True)
    only_new = ReadField(bool)
    again = PressedField()

    @property
    def is_sent(self) -> bool:
        """Whether the form contains a previewed list; otherwise a file is still to be read."""
        return "lines" in self.data


# Matches outside evenings: day, winner, loser, match length and score.


class NameField(forms.CharField):
    """The name of a person, typed or picked from the known ones."""

    def __init__(self, label: Any) -> None:
        attrs = {"list": "known-people", "autocomplete": "off", "dir": "auto"}
        super().__init__(label=label, widget=forms.TextInput(attrs=attrs))

    def clean(self, value: Any) -> str:
        name = super().clean(value)
        if match_cells.is_bye(name):
            raise RefusedInput(Refused("match_against_bye"))
        return refused_as_input(clean_name, name)


class SingleMatchForm(PointingForm):
    date = forms.DateField(label=_("Date"), widget=_date_input())
    winner = NameField(_("Winner"))
    loser = NameField(_("Loser"))
    match_length = forms.IntegerField(label=_("Match length"), min_value=1, max_value=match_lists.LONGEST_MATCH)
    winner_points = forms.IntegerField(label=_("Points of the winner"), min_value=1, max_value=999)
    loser_points = forms.IntegerField(label=_("Points of the loser"), min_value=0, max_value=998)

    def __init__(self, data: Any = None, match: ImportedMatch | None = None) -> None:
        initial: dict[str, Any] = {"date": timezone.localdate()}
        if match:
            columns = ("date", "match_length", "winner_points", "loser_points")
            initial = {name: getattr(match, name) for name in columns}
            initial |= {"winner": match.winner.real.name, "loser": match.loser.real.name}
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, Any]:
        sent = self.cleaned_data
        day, length = sent.get("date"), sent.get("match_length")
        if day and (day > timezone.localdate() or day.year < match_cells.EARLIEST_YEAR):
            self.add_error("date", refusal_sentence(Refused("match_date_impossible", date=day)))
        if "winner" in sent and "loser" in sent and fold(sent["winner"]) == fold(sent["loser"]):
            self.add_error("loser", refusal_sentence(Refused("match_against_oneself", name=sent["winner"])))
        won, lost = sent.get("winner_points"), sent.get("loser_points")
        if length and won is not None and lost is not None and not lost < length <= won:
            points = {"winner_points": won, "loser_points": lost, "length": length}
            self.add_error("winner_points", refusal_sentence(Refused("match_points_impossible", **points)))
        return sent

    def match(self) -> NewMatch:
        sent = self.cleaned_data
        points = sent["winner_points"], sent["loser_points"]
        return NewMatch(sent["date"], sent["winner"], sent["loser"], sent["match_length"], points)


class WhoIsMeantForm(ChosenPersonsForm):
    """The persons chosen for names, and the mark of the match that the page showed."""

    expected = ReadField()
