"""A result as one short text."""

from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome


def result_code(result: Result) -> str:
    """A result as one short text, for buttons and for what a page has shown."""
    first, second = result.score or ("", "")
    return f"{result.outcome.value}/{first}/{second}/{result.winner or ''}"


def result_from_code(code: str) -> Result:
    """The result of such a text. Raises Refused where it is none."""
    try:
        outcome, first, second, winner = code.split("/")
        score = (int(first), int(second)) if first or second else None
        return Result(Outcome(outcome), score, int(winner) if winner else None)
    except ValueError as error:
        raise Refused("result_incomplete") from error
