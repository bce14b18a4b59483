"""What the buttons of the desk send about the tournament and its rounds."""

from tournament.actions.clubs import clean_name
from tournament.forms.answers import whole_number, yes_or_no
from tournament.forms.sent import ReadField, SentForm


class PlanForm(SentForm):
    """How many rounds are to be played."""

    rounds = ReadField(whole_number)


class ConfirmForm(SentForm):
    """What was typed or pressed to confirm."""

    confirmed = ReadField()


class AccessForm(SentForm):
    """The account that is given access, or from which it is taken."""

    access = ReadField(yes_or_no)
    name = ReadField()


class NameForm(SentForm):
    """The name under which somebody comes in to help."""

    name = ReadField(clean_name)
