"""The score of one's own match, as a player taps it on the phone."""

from dataclasses import replace

from django.http import QueryDict

from tournament.engine.record import Result, Rules, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.results import ScoreButton, result_from_code, score_buttons

Buttons = tuple[ScoreButton, ...]


def own_score_buttons(rules: Rules, *, is_first: bool) -> tuple[Buttons, Buttons]:
    """The scores with which the player has won and those with which they have lost, their own points first."""
    won, lost = score_buttons(rules, Result(Outcome.PENDING))
    return (won, lost) if is_first else (_turned(lost), _turned(won))


def _turned(buttons: Buttons) -> Buttons:
    """As the other side says them, again from the clearest win to the clearest loss."""
    return tuple(replace(button, text=":".join(reversed(button.text.split(":")))) for button in reversed(buttons))


def reported_score(data: QueryDict) -> Score:
    """The score that was tapped, in the order of the pairing; refused where it is none."""
    result = result_from_code(data.get("result", ""))
    if result.outcome is not Outcome.PLAYED or result.score is None:
        raise Refused("result_incomplete")
    return result.score


def seen_score(data: QueryDict) -> Score | None:
    """What the page knew the player to have reported; None: nothing."""
    code = data.get("seen", "")
    return result_from_code(code).score if code else None
