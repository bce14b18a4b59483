import pytest

from tournament.engine.record import Rules
from tournament.engine.refusals import Refused
from tournament.engine.scores import counted_score, possible_scores, refuse_score, refuse_stopped_score


def is_legal(rules, score):
    try:
        refuse_score(rules, score)
    except Refused:
        return False
    return True


def reachable(length, dearest):
    """Every final score that some series of games leads to, played out game by game."""
    final, open_scores = set(), {(0, 0)}
    while open_scores:
        first, second = open_scores.pop()
        for points in range(1, dearest + 1):
            for score in ((first + points, second), (first, second + points)):
                (final if max(score) >= length else open_scores).add(score)
    return final


@pytest.mark.parametrize("length", [1, 2, 3, 5, 7])
@pytest.mark.parametrize(("gammons", "backgammons", "dearest"), [(False, False, 1), (True, False, 2), (True, True, 3)])
def test_a_score_is_legal_exactly_when_some_series_of_games_leads_there(length, gammons, backgammons, dearest):
    rules = Rules(match_length=length, gammons=gammons, backgammons=backgammons)

    legal = {(a, b) for a in range(-1, length + 5) for b in range(-1, length + 5) if is_legal(rules, (a, b))}

    assert legal == reachable(length, dearest)
    assert set(possible_scores(rules)) == legal
    assert len(possible_scores(rules)) == len(legal)


def test_possible_scores_run_from_the_clearest_win_of_the_first_to_that_of_the_second():
    assert possible_scores(Rules(gammons=False)) == ((3, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 3))


@pytest.mark.parametrize(
    ("score", "code"),
    [
        ((3, 3), "score_two_winners"),
        ((4, 3), "score_two_winners"),
        ((5, 0), "score_too_high"),
        ((2, 2), "score_without_winner"),
        ((0, 0), "score_without_winner"),
        ((3, -1), "score_negative"),
    ],
)
def test_an_impossible_score_is_refused_with_its_reason(score, code):
    with pytest.raises(Refused) as refusal:
        refuse_score(Rules(), score)

    highest = {"highest": 4} if code == "score_too_high" else {}
    assert refusal.value.code == code
    assert refusal.value.values == {"first": score[0], "second": score[1], "length": 3, **highest}


@pytest.mark.parametrize(
    ("score", "code"),
    [((3, 1), "stopped_score_is_final"), ((0, 3), "stopped_score_is_final"), ((-1, 0), "score_negative")],
)
def test_a_stopped_match_has_no_winner_yet(score, code):
    with pytest.raises(Refused) as refusal:
        refuse_stopped_score(Rules(), score)

    assert refusal.value.code == code
    assert refusal.value.values == {"first": score[0], "second": score[1], "length": 3}


def test_a_match_may_be_stopped_at_any_score_below_the_match_length():
    for score in ((0, 0), (2, 2), (2, 0)):
        refuse_stopped_score(Rules(), score)


def test_excess_points_count_only_where_the_tournament_says_so():
    assert counted_score(Rules(count_excess_points=False), (4, 1)) == (3, 1)
    assert counted_score(Rules(count_excess_points=True), (4, 1)) == (4, 1)
    assert counted_score(Rules(count_excess_points=False), (2, 4)) == (2, 3)
