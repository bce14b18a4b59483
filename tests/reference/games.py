"""The games of an archive and the scores its matches can have, by this reading of the rule books."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.reference.matches import Archive

TAVLI = ("portes", "plakoto", "fevga")
POINTS = {"drawn": 0, "single": 1, "pass": 1, "gammon": 2, "backgammon": 3}


def disagreements_of_matches(archive: Archive) -> list[str]:
    """One sentence for each match whose score no games lead to, or whose games do not lead to its score."""
    found = []
    reachable: dict[int, Any] = {}
    swiss = sum(not round_.get("finals", False) for round_ in archive["rounds"])
    for round_ in archive["rounds"]:
        for pairing in round_["pairings"]:
            length = archive["rules"]["match_length"]
            if round_.get("finals", False):
                length = _length_in_finals(archive["rules"], round_["number"] - swiss, pairing)
            rules = _at_length(archive["rules"], length)
            if length not in reachable:
                reachable[length] = reachable_scores(rules)
            texts = (*_impossible_scores(pairing, *reachable[length]), *_wrong_games(rules, pairing))
            found += [f"round {round_['number']}: {text}" for text in texts]
    return found


def _length_in_finals(rules: Mapping[str, Any], nth: int, pairing: Mapping[str, Any]) -> int:
    """The length of a match in the nth round of the finals; of a list, the last is that of the final."""
    finals = rules["finals"]
    if pairing.get("bracket") == "second":
        return finals["second"].get("match_length", rules["match_length"])
    lengths = finals.get("match_length", rules["match_length"])
    if isinstance(lengths, int):
        return lengths
    rounds = finals["players"].bit_length() - 1
    by_round = [lengths[0]] * (rounds - len(lengths)) + lengths
    return by_round[nth - 1]


def _at_length(rules: Mapping[str, Any], length: int) -> Mapping[str, Any]:
    """ "A match length of its own; everything else of the match as in the tournament", where a length can have it."""
    if length == rules["match_length"]:
        return rules
    single_games_alone = {"jacoby": False, "beavers": False, "automatic_doubles": 0} if length > 1 else {}
    with_crawford = {"crawford": rules["cube"] and length > 1} if 1 in (length, rules["match_length"]) else {}
    return {**rules, "match_length": length, **single_games_alone, **with_crawford}


def reachable_scores(rules: Mapping[str, Any]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The scores at which a series of games ends, and those it can stand at before, in the order of the two players."""
    length = rules["match_length"]
    finals, unfinished = set(), {(0, 0)}
    states, level = {(0, 0, False)}, [(0, 0, False)]
    while level:
        following = []
        for one, other, crawford_is_over in level:
            is_crawford = _has_crawford(rules) and not crawford_is_over and length - 1 in (one, other)
            for worth in _worths(rules, cube_allowed=not is_crawford):
                for score in ((one + worth, other), (one, other + worth)):
                    if max(score) >= length:
                        finals.add(score)
                    elif (state := (*score, crawford_is_over or is_crawford)) not in states:
                        states.add(state)
                        unfinished.add(score)
                        following.append(state)
        level = following
    return finals, unfinished


def _has_crawford(rules: Mapping[str, Any]) -> bool:
    return rules.get("crawford", rules["cube"] and rules["match_length"] > 1)


def _worths(rules: Mapping[str, Any], *, cube_allowed: bool) -> set[int]:
    """Every number of points a game can bring, cube value by cube value and kind by kind."""
    worths = set()
    for automatic in range(rules.get("automatic_doubles", 0) + 1):
        cube = 2**automatic
        while cube <= rules.get("cube_limit", 64):
            for kind in ("single", "gammon", "backgammon"):
                worths.add(_worth(rules, {"kind": kind, "cube": cube, "automatic": automatic}))
            if not (rules["cube"] and cube_allowed):
                break
            cube *= 2
        if not cube_allowed:
            break
    return worths


def _worth(rules: Mapping[str, Any], game: Mapping[str, Any]) -> int:
    points = POINTS[game["kind"]]
    if points == 3 and not rules["backgammons"]:
        points = 2
    if points == 2 and not rules["gammons"]:
        points = 1
    cube = game.get("cube", 1)
    nobody_has_doubled = cube == 2 ** game.get("automatic", 0)
    if rules.get("jacoby", False) and nobody_has_doubled:
        points = min(points, 1)
    return points * cube


def _impossible_scores(
    pairing: Mapping[str, Any], finals: set[tuple[int, int]], unfinished: set[tuple[int, int]]
) -> Iterator[str]:
    for result in (pairing, *pairing.get("was", [])):
        allowed = {"played": finals, "stopped": unfinished}.get(result["outcome"])
        if allowed is not None and tuple(result["score"]) not in allowed:
            yield f"{result['score']} is not possible"


def _wrong_games(rules: Mapping[str, Any], pairing: Mapping[str, Any]) -> Iterator[str]:
    games: Sequence[Mapping[str, Any]] = pairing.get("games", [])
    length = rules["match_length"]
    points = dict.fromkeys(pairing["players"], 0)
    decided, crawford_is_over = 0, False
    for game in games:
        if max(points.values()) >= length:
            yield "a game after the match was decided"
        is_crawford = _has_crawford(rules) and not crawford_is_over and length - 1 in points.values()
        crawford_is_over = crawford_is_over or is_crawford
        if game.get("cube", 1) > (1 if is_crawford or not rules["cube"] else rules.get("cube_limit", 64)):
            yield "a cube where there is none"
        if game["winner"] is None:
            kind_of_game = TAVLI[decided % 3] if rules.get("game") == "tavli" else rules.get("game")
            if (kind_of_game, game["kind"]) != ("plakoto", "drawn"):
                yield "a drawn game that is none of Plakoto"
            # The Crawford game belongs to the cube, and where the cube is used no game can be drawn.
            continue
        points[game["winner"]] += _worth(rules, game)
        decided += 1
    if not games or "score" not in pairing:
        return
    score, sums = pairing["score"], [points[player] for player in pairing["players"]]
    if pairing.get("gave_up", False):
        if max(sums) >= length or score not in ([length, sums[1]], [sums[0], length]):
            yield f"{score} is not {sums} given up"
    elif score != sums:
        yield f"the games come to {sums}, not to {score}"
