"""A result as it is tapped or typed."""

import re

from django.http import QueryDict

from tournament.engine.record import Result, Rules, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.pages.result_codes import result_from_code

TYPED_SCORE = re.compile(r"(\d{1,3})(?:\s*[\s:;,./–-]\s*|(?=\d$))(\d{1,3})")


def score_from_typing(text: str) -> Score:
    """The two numbers of "3 1", "3:1", "3-1" or "31"."""
    match = TYPED_SCORE.fullmatch(" ".join(text.split()))
    if not match:
        raise Refused("score_not_understood")
    return int(match[1]), int(match[2])


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
