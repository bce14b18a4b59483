"""A match outside the evenings: the day, who has beaten whom, to how many points, and the score."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.actions.clubs import clean_name
from tournament.actions.seasons import NewMatch
from tournament.engine.refusals import Refused
from tournament.forms.answers import whole_number
from tournament.forms.mistakes import PointingForm
from tournament.forms.sent import ReadEachField, ReadField, SentForm, refused_as_input
from tournament.imports.match_lists import EARLIEST_YEAR, LONGEST_MATCH
from tournament.models import ImportedMatch
from tournament.names import fold
from tournament.phrases.refusals import refusal_sentence

NEWLY_NAMED = "new"


class NameField(forms.CharField):
    """The name of a person, typed or picked from those known."""

    def __init__(self, label: Any) -> None:
        attrs = {"list": "known-people", "autocomplete": "off", "dir": "auto"}
        super().__init__(label=label, widget=forms.TextInput(attrs=attrs))

    def clean(self, value: Any) -> str:
        return refused_as_input(clean_name, super().clean(value))


class SingleMatchForm(PointingForm):
    """What is asked of a match."""

    date = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    winner = NameField(_("Winner"))
    loser = NameField(_("Loser"))
    match_length = forms.IntegerField(label=_("Match length"), min_value=1, max_value=LONGEST_MATCH)
    winner_points = forms.IntegerField(label=_("Points of the winner"), min_value=1, max_value=999)
    loser_points = forms.IntegerField(label=_("Points of the loser"), min_value=0, max_value=998)

    def __init__(self, data: Any = None, match: ImportedMatch | None = None) -> None:
        super().__init__(data, initial=_settings_of(match) if match else {"date": timezone.localdate()})

    def clean(self) -> dict[str, Any]:
        sent = self.cleaned_data
        day, length = sent.get("date"), sent.get("match_length")
        if day and (day > timezone.localdate() or day.year < EARLIEST_YEAR):
            self.add_error("date", refusal_sentence(Refused("match_date_impossible", date=day)))
        if "winner" in sent and "loser" in sent and fold(sent["winner"]) == fold(sent["loser"]):
            self.add_error("loser", refusal_sentence(Refused("match_against_oneself", name=sent["winner"])))
        won, lost = sent.get("winner_points"), sent.get("loser_points")
        if length and won is not None and lost is not None and not lost < length <= won:
            points = {"winner_points": won, "loser_points": lost, "length": length}
            self.add_error("winner_points", refusal_sentence(Refused("match_points_impossible", **points)))
        return sent

    def match(self) -> NewMatch:
        """The match as the action takes it."""
        sent = self.cleaned_data
        points = sent["winner_points"], sent["loser_points"]
        return NewMatch(sent["date"], sent["winner"], sent["loser"], sent["match_length"], points)

    def refuse(self, refused: Refused) -> None:
        """Tell it above the fields."""
        self.add_error(None, refusal_sentence(refused))


def _settings_of(match: ImportedMatch) -> dict[str, Any]:
    columns = ("date", "match_length", "winner_points", "loser_points")
    names = {"winner": match.winner.real.name, "loser": match.loser.real.name}
    return {**{name: getattr(match, name) for name in columns}, **names}


def _who(text: str) -> int | None:
    return None if text == NEWLY_NAMED else whole_number(text)


class WhoIsMeantForm(SentForm):
    """Who was chosen for a name, and the mark of the match as the page showed it."""

    name = ReadEachField()
    person = ReadEachField(_who)
    expected = ReadField()

    def chosen(self) -> dict[str, int | None]:
        """The key of the person chosen for each name; None for somebody new."""
        sent = self.values()
        if len(sent["name"]) != len(sent["person"]):
            raise Refused("not_understood")
        return dict(zip(sent["name"], sent["person"], strict=True))
