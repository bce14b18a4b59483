"""Which moment of a match is asked for."""

from tournament.forms.answers import whole_number
from tournament.forms.sent import ReadField, SentForm


class MomentForm(SentForm):
    """Which of the scenes of a match is to be seen, counted from 0."""

    at = ReadField(whole_number, optional=True)

    def moment(self) -> int:
        """The scene; the first where none is understood."""
        return (self.is_valid() and self.cleaned_data["at"]) or 0
