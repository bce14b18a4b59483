"""Forms for a running match: score sheet, replay and transcript."""

from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from tournament.engine.record import Score
from tournament.engine.refusals import Refused
from tournament.forms.results import phone_name
from tournament.forms.sent import ReadField, RefusedInput, RefusingForm, SentForm, whole_number, yes_or_no
from tournament.matches.score_sheet import Said, read_words

# The scene of a replay.


class MomentForm(SentForm):
    """The scene of a replay to show, counted from 0."""

    at = ReadField(whole_number, optional=True)

    def moment(self) -> int:
        """The scene, by default the first."""
        return (self.is_valid() and self.cleaned_data["at"]) or 0


# Words on a score sheet, such as a double or a take.


def _one_word(text: str) -> Said:
    words = read_words(text)
    if len(words) != 1:
        raise Refused("word_not_understood")
    return words[0]


class ScoreSheetForm(SentForm):
    """A match, the mark of the sheet shown, and a new word such as "take", or the mark without the last word."""

    match = ReadField(whole_number, optional=True)
    seen = ReadField()
    word = ReadField(_one_word, optional=True)
    leaves = ReadField(optional=True)
    phone = ReadField(phone_name)


# Transcripts.


class TranscriptForm(RefusingForm):
    """The file of a transcript."""

    file = forms.FileField(label=_("Transcript (.mat)"), allow_empty_file=True)

    def __init__(self, data: Any = None, files: MultiValueDict[str, Any] | None = None) -> None:
        super().__init__(data, files)
        self.fields["file"].widget.attrs.update({"accept": ".mat,.txt,text/plain", "class": "form-control"})

    def refuse(self, refused: Refused) -> None:
        """Show the refusal beside the file."""
        self.add_error("file", RefusedInput(refused))


class TurnForm(SentForm):
    """Whether the first player of the transcript is the second of the pairing."""

    turned = ReadField(yes_or_no)


def _two_points(text: str) -> Score:
    first, _colon, second = text.partition(":")
    return whole_number(first), whole_number(second)


class AcceptForm(SentForm):
    """The score of the transcript that the page showed."""

    score = ReadField(_two_points)
