"""The score of one's own match, as a player taps it on the phone."""

import re
from dataclasses import dataclass, replace

from django.http import QueryDict

from tournament.engine.record import Result, Rules, Score
from tournament.engine.refusals import Refused
from tournament.engine.scores import counted_score, possible_scores
from tournament.engine.terms import Outcome
from tournament.forms.results import ScoreButton, result_code, result_from_code, score_buttons

Buttons = tuple[ScoreButton, ...]


def own_score_buttons(rules: Rules, *, is_first: bool) -> tuple[Buttons, Buttons]:
    """The scores with which the player has won and those with which they have lost, their own points first."""
    won, lost = score_buttons(rules, Result(Outcome.PENDING))
    return (won, lost) if is_first else (_turned(lost), _turned(won))


def _turned(buttons: Buttons) -> Buttons:
    """As the other side says them, again from the clearest win to the clearest loss."""
    return tuple(replace(button, text=":".join(reversed(button.text.split(":")))) for button in reversed(buttons))


@dataclass(frozen=True, slots=True)
class ExcessButton:
    """A score above the match length to tap, the own points first, and the score that it counts as."""

    text: str
    code: str
    counts_as: str


def excess_buttons(rules: Rules, *, is_first: bool) -> tuple[ExcessButton, ...]:
    """The scores of which not all counts, from the clearest win of the player to the clearest loss."""
    scores = possible_scores(rules) if is_first else tuple(reversed(possible_scores(rules)))
    counted = [(score, counted_score(rules, score)) for score in scores]
    return tuple(
        ExcessButton(_own(score, is_first), result_code(Result(Outcome.PLAYED, score)), _own(counts, is_first))
        for score, counts in counted
        if counts != score
    )


def _own(score: Score, is_first: bool) -> str:
    return "{}:{}".format(*(score if is_first else reversed(score)))


def phone_name(data: QueryDict) -> str:
    """What the phone calls itself; empty where that is nothing that the page has given it."""
    name = data.get("phone", "")
    return name if re.fullmatch("[0-9a-f]{32}", name) else ""


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
