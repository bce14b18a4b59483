"""The figures of a standing in short, and random rankings."""

from random import Random

from tournament.engine.criteria import CHOICES
from tournament.engine.terms import Criterion, Ranking


def konstanz(match_wins: int, point_difference: int, buchholz: int) -> dict[Criterion, int]:
    """The figures of a standing by the order of Konstanz."""
    return {
        Criterion.MATCH_WINS: match_wins,
        Criterion.POINT_DIFFERENCE: point_difference,
        Criterion.BUCHHOLZ: buchholz,
    }


def random_ranking(chance: Random) -> Ranking:
    """A random list of criteria that a tournament may rank by."""
    chosen = chance.sample(CHOICES, chance.randint(0, len(CHOICES)))
    return tuple(sorted(chosen, key=lambda criterion: criterion is Criterion.HEAD_TO_HEAD))
