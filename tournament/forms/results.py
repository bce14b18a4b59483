"""A result as it is tapped or typed."""

import re
from dataclasses import dataclass

from django.http import QueryDict

from tournament.engine.record import Result, Rules, Score
from tournament.engine.refusals import Refused
from tournament.engine.scores import counted_score, possible_scores
from tournament.engine.terms import Outcome

TYPED_SCORE = re.compile(r"(\d{1,3})(?:\s*[\s:;,./–-]\s*|(?=\d$))(\d{1,3})")


@dataclass(frozen=True, slots=True)
class ScoreButton:
    """A score to tap; `code` is what it sends, `is_standing` whether the result that stands counts as it."""

    text: str
    code: str
    is_standing: bool


def result_code(result: Result) -> str:
    """A result as one short text, for buttons and for what a page has shown."""
    first, second = result.score or ("", "")
    return f"{result.outcome.value}/{first}/{second}/{result.winner or ''}"


def result_from_code(code: str) -> Result:
    """The result of such a text; refused where it is none."""
    try:
        outcome, first, second, winner = code.split("/")
        score = (int(first), int(second)) if first or second else None
        return Result(Outcome(outcome), score, int(winner) if winner else None)
    except ValueError as error:
        raise Refused("result_incomplete") from error


def score_from_typing(text: str) -> Score:
    """The two numbers of "3 1", "3:1", "3-1" or "31"."""
    match = TYPED_SCORE.fullmatch(" ".join(text.split()))
    if not match:
        raise Refused("score_not_understood")
    return int(match[1]), int(match[2])


def score_buttons(rules: Rules, standing: Result) -> tuple[tuple[ScoreButton, ...], tuple[ScoreButton, ...]]:
    """The scores that matter, those won by the first and those won by the second.

    Scores above the match length are offered only where the excess counts.
    """
    stands = standing.score if standing.outcome is Outcome.PLAYED else None
    buttons: tuple[list[ScoreButton], list[ScoreButton]] = ([], [])
    for score in possible_scores(rules):
        if counted_score(rules, score) == score:
            code = result_code(Result(Outcome.PLAYED, score))
            is_standing = stands is not None and counted_score(rules, stands) == score
            buttons[score[0] < score[1]].append(ScoreButton(f"{score[0]}:{score[1]}", code, is_standing))
    return tuple(buttons[0]), tuple(buttons[1])


def gammon_buttons(rules: Rules) -> tuple[ScoreButton, ...]:
    """The scores that only a gammon or backgammon reaches, where what is too much does not count."""
    return tuple(
        ScoreButton(f"{score[0]}:{score[1]}", result_code(Result(Outcome.PLAYED, score)), is_standing=False)
        for score in possible_scores(rules)
        if counted_score(rules, score) != score
    )


def entered_table(text: str) -> tuple[int, str]:
    """The table and what is said of it in "57 3 1"."""
    match = re.fullmatch(r"\s*(\d{1,4})[\s.,:;]+(\S.*)", text)
    if not match:
        raise Refused("table_and_score_not_understood")
    return int(match[1]), match[2]


def entered_result(data: QueryDict, rules: Rules) -> Result:
    """The result that a row's form sends: a tapped code, a typed score, who gave up, or a stopped match."""
    if "result" in data:
        return result_from_code(data["result"])
    if "typed" in data:
        return Result(Outcome.PLAYED, score_from_typing(data["typed"]))
    if data.get("gave_up") in ("first", "second"):
        points = _number(data.get("points", ""))
        length = rules.match_length
        return Result(Outcome.PLAYED, (points, length) if data["gave_up"] == "first" else (length, points))
    if "stopped_first" in data:
        return Result(Outcome.STOPPED, (_number(data["stopped_first"]), _number(data.get("stopped_second", ""))))
    raise Refused("result_incomplete")


def _number(text: str) -> int:
    if not re.fullmatch(r"\s*\d{1,3}\s*", text):
        raise Refused("score_not_understood")
    return int(text)
