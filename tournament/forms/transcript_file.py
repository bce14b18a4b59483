"""A transcript is sent, or turned round."""

from typing import Any

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from tournament.engine.record import Score
from tournament.forms.answers import whole_number, yes_or_no
from tournament.forms.sent import ReadField, SentForm


class TranscriptForm(forms.Form):
    """The file."""

    file = forms.FileField(label=_("Transcript (.mat)"), allow_empty_file=True)

    def __init__(self, data: Any = None, files: MultiValueDict[str, Any] | None = None) -> None:
        super().__init__(data, files)
        self.fields["file"].widget.attrs.update({"accept": ".mat,.txt,text/plain", "class": "form-control"})


class TurnForm(SentForm):
    """Whether the first player of the transcript is the second of the pairing."""

    turned = ReadField(yes_or_no)


def _two_points(text: str) -> Score:
    first, _colon, second = text.partition(":")
    return whole_number(first), whole_number(second)


class AcceptForm(SentForm):
    """The score as it stood on the page."""

    score = ReadField(_two_points)
