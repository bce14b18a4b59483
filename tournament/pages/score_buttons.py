"""The scores that can be tapped, at the desk and on a player's own phone."""

from dataclasses import dataclass, replace

from tournament.engine.record import Result, Rules, Score
from tournament.engine.scores import counted_score
from tournament.engine.terms import Outcome
from tournament.matches.formats import MatchFormat
from tournament.matches.scores import possible_scores
from tournament.pages.result_codes import result_code


@dataclass(frozen=True, slots=True)
class ScoreButton:
    """A score to tap; `code` is what it sends, `is_standing` whether the result that stands counts as it."""

    text: str
    code: str
    is_standing: bool


Buttons = tuple[ScoreButton, ...]


def score_buttons(wanted: MatchFormat, rules: Rules, standing: Result) -> tuple[Buttons, Buttons]:
    """The scores that matter, those won by the first and those won by the second.

    Scores above the match length are offered only where the excess counts.
    """
    stands = standing.score if standing.outcome is Outcome.PLAYED else None
    buttons: tuple[list[ScoreButton], list[ScoreButton]] = ([], [])
    for score in possible_scores(wanted):
        if counted_score(rules, score) == score:
            code = result_code(Result(Outcome.PLAYED, score))
            is_standing = stands is not None and counted_score(rules, stands) == score
            buttons[score[0] < score[1]].append(ScoreButton(f"{score[0]}:{score[1]}", code, is_standing))
    return tuple(buttons[0]), tuple(buttons[1])


def gammon_buttons(wanted: MatchFormat, rules: Rules) -> tuple[ScoreButton, ...]:
    """The scores that only a gammon or backgammon reaches, where what is too much does not count."""
    return tuple(
        ScoreButton(f"{score[0]}:{score[1]}", result_code(Result(Outcome.PLAYED, score)), is_standing=False)
        for score in possible_scores(wanted)
        if counted_score(rules, score) != score
    )


def own_score_buttons(wanted: MatchFormat, rules: Rules, *, is_first: bool) -> tuple[Buttons, Buttons]:
    """The scores with which the player has won and those with which they have lost, their own points first."""
    won, lost = score_buttons(wanted, rules, Result(Outcome.PENDING))
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


def excess_buttons(wanted: MatchFormat, rules: Rules, *, is_first: bool) -> tuple[ExcessButton, ...]:
    """The scores of which not all counts, from the clearest win of the player to the clearest loss."""
    scores = possible_scores(wanted) if is_first else tuple(reversed(possible_scores(wanted)))
    counted = [(score, counted_score(rules, score)) for score in scores]
    return tuple(
        ExcessButton(_own(score, is_first), result_code(Result(Outcome.PLAYED, score)), _own(counts, is_first))
        for score, counts in counted
        if counts != score
    )


def _own(score: Score, is_first: bool) -> str:
    return "{}:{}".format(*(score if is_first else reversed(score)))
