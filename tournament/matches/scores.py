"""Legal scores of a match, final ones and those it can be stopped at, enumerated from all possible games."""

from functools import lru_cache

from tournament.engine.refusals import Refused
from tournament.matches.formats import CUBE_LIMITS, MatchFormat

Score = tuple[int, int]
# A score that exceeds the match length by more points than this looks like a mistake.
USUAL_EXCESS = 4


def game_worths(match_format: MatchFormat, *, has_cube: bool) -> frozenset[int]:
    """Return all numbers of points that a game can be worth; `has_cube` is false in the Crawford game."""
    kinds = (1, *((2,) if match_format.gammons else ()), *((3,) if match_format.backgammons else ()))
    if not (match_format.cube and has_cube):
        return frozenset(kinds)
    # Until a double is accepted, only automatic doubles, for equal opening dice, have raised the cube.
    untouched = [2**times for times in range(match_format.automatic_doubles + 1)]
    worths = {cube * kind for cube in untouched for kind in ((1,) if match_format.jacoby else kinds)}
    return frozenset(
        worths | {cube * kind for cube in CUBE_LIMITS if cube <= match_format.cube_limit for kind in kinds}
    )


@lru_cache(maxsize=256)
def _ends(match_format: MatchFormat) -> tuple[frozenset[Score], frozenset[Score]]:
    """Return the final scores, winner first, and the scores during a match, higher first, 0:0 included."""
    length = match_format.match_length
    finals: set[Score] = set()
    # States: the higher score, the lower score, whether the Crawford game has been played; the sides do not matter.
    reached = [(0, 0, False)]
    visited = set(reached)
    while reached:
        ahead, behind, crawford_played = reached.pop()
        is_crawford = match_format.crawford and not crawford_played and ahead == length - 1
        for worth in game_worths(match_format, has_cube=not is_crawford):
            for score in ((ahead + worth, behind), (ahead, behind + worth)):
                if max(score) >= length:
                    finals.add((max(score), min(score)))
                    continue
                state = (max(score), min(score), crawford_played or is_crawford)
                if state not in visited:
                    visited.add(state)
                    reached.append(state)
    return frozenset(finals), frozenset((ahead, behind) for ahead, behind, _ in visited)


def final_scores(match_format: MatchFormat) -> frozenset[Score]:
    """Return all scores that a match can end with, the winner's points first."""
    return _ends(match_format)[0]


@lru_cache(maxsize=256)
def possible_scores(match_format: MatchFormat) -> tuple[Score, ...]:
    """Return all scores that a match can end with, from the clearest win of the first side to that of the second."""
    won_scores = sorted(final_scores(match_format), key=lambda score: (-score[0], score[1]))
    return (*won_scores, *((loser, winner) for winner, loser in reversed(won_scores)))


def is_surprising(match_format: MatchFormat, score: Score) -> bool:
    """Tell whether a score is possible, but so high that it looks like a mistake."""
    return max(score) > match_format.match_length + USUAL_EXCESS and (max(score), min(score)) in final_scores(
        match_format
    )


def refuse_score(match_format: MatchFormat, score: Score) -> None:
    """Refuse a final score that no legal series of games ends in."""
    length = match_format.match_length
    facts = {"first": score[0], "second": score[1], "length": length}
    if min(score) < 0:
        raise Refused("score_negative", **facts)
    if min(score) >= length:
        raise Refused("score_two_winners", **facts)
    if max(score) < length:
        raise Refused("score_without_winner", **facts)
    finals = final_scores(match_format)
    if (max(score), min(score)) in finals:
        return
    highest = max(winner for winner, _ in finals)
    if max(score) > highest:
        raise Refused("score_too_high", **facts, highest=highest)
    raise Refused("score_out_of_reach", **facts)


def refuse_stopped_score(match_format: MatchFormat, score: Score) -> None:
    """Refuse the score of a stopped match that is already won, or that no series of games reaches."""
    facts = {"first": score[0], "second": score[1], "length": match_format.match_length}
    if min(score) < 0:
        raise Refused("score_negative", **facts)
    if max(score) >= match_format.match_length:
        raise Refused("stopped_score_is_final", **facts)
    if (max(score), min(score)) not in _ends(match_format)[1]:
        raise Refused("stopped_score_out_of_reach", **facts)
