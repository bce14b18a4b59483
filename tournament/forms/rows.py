"""What the row of a player sends."""

import re

from tournament.actions.clubs import clean_club, clean_name
from tournament.engine.refusals import Refused
from tournament.forms.answers import whole_number, yes_or_no
from tournament.forms.sent import PressedField, ReadEachField, ReadField, SentForm, refused_as_input
from tournament.models import Wish, Wished


def wish_called(text: str) -> Wish:
    """A wish by what is stored for it."""
    if text not in Wish.values:
        raise Refused("not_understood")
    return Wish(text)


class RowForm(SentForm):
    """A button of a row; `list` says on which page it stands."""

    list = ReadField()


class HereForm(RowForm):
    """Whether a player is here."""

    here = ReadField(yes_or_no)


class PauseForm(RowForm):
    """Whether a player misses a round."""

    round = ReadField(whole_number)
    pauses = ReadField(yes_or_no)


class TableForm(RowForm):
    """The fixed table of a player; an empty field takes it away."""

    table = ReadField(optional=True)

    def clean_table(self) -> int | None:
        typed = self.cleaned_data["table"]
        return None if typed == "" else refused_as_input(whole_number, typed or "")


class AppearanceForm(RowForm):
    """How a player appears, and the name of their own choice where they are abbreviated."""

    wish = ReadField(wish_called)
    shown_as = ReadField()

    def wished(self) -> Wished:
        """The wish as the action takes it. Raises Refused where it is not understood."""
        values = self.values()
        return Wished(values["wish"], values["shown_as"])


class RenameForm(RowForm):
    """Another name or club of a player, and whether that is somebody else than whom the club knows by the name."""

    name = ReadField(clean_name)
    club = ReadField(clean_club)
    is_somebody_else = PressedField()


def _numbered(sent: str) -> tuple[int, int] | None:
    """A key or a line and the number of namesakes that were known when the list was shown, sent as "3/0"."""
    match = re.fullmatch("([0-9]{1,18})/([0-9]{1,9})", sent)
    return (int(match[1]), int(match[2])) if match else None


class NumberedField(ReadEachField):
    """Everything that was ticked, with the number of namesakes each; what is no number is left out."""

    def __init__(self) -> None:
        super().__init__(_numbered)

    def read_all(self, value: object) -> dict[int, int]:
        return dict(pair for pair in super().read_all(value) if pair)


class JoinAnswerForm(SentForm):
    """The requests to be put on the list that are accepted, or those that are declined."""

    take = NumberedField()
    decline = ReadEachField(whole_number)

    def chosen(self) -> dict[int, int]:
        """The requests accepted by their keys. Raises Refused where there are none."""
        taken: dict[int, int] = self.values()["take"]
        if not taken:
            raise Refused("not_understood")
        return taken


class TickedForm(SentForm):
    """The lines of a pasted list that are ticked."""

    ticked = NumberedField()

    @property
    def is_sent(self) -> bool:
        """Whether the form came from the list with its boxes to tick."""
        return "ticked" in self.data
