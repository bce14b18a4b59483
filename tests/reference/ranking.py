"""The ranking after a round, from the text of the rules alone."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any

import networkx

from tests.reference.matches import Archive, Match, matches_up_to

Lot = Callable[[int], str]
KONSTANZ = ["point_difference", "buchholz", "head_to_head"]
DirectWins = Counter[tuple[int, int]]
Ordered = list[tuple[int, str | None]]
"""Players in order, each with the criterion that separates it from the one above; None for the first."""


def standings(archive: Archive, after_round: int, as_of: int | None = None) -> list[dict[str, Any]]:
    """The rows of `standings` in an archive: everyone who ever entered, best first.

    `as_of` r counts the results that were in force when round r was paired; None counts today's.
    """
    matches = matches_up_to(archive, after_round, as_of)
    players = [player["number"] for player in archive["players"]]
    wins = Counter(match.winner for match in matches)
    beaten = direct_wins(matches)
    lot = _lot(archive, after_round)
    ranking = archive["rules"].get("ranking", KONSTANZ)
    criteria = ["match_wins", *(criterion for criterion in ranking if criterion != "head_to_head")]
    if "head_to_head" not in ranking:
        beaten = Counter()
    table = {criterion: _counted(criterion, matches, wins, archive["rules"]) for criterion in criteria}

    def figures(player: int) -> tuple[int, ...]:
        return tuple(table[criterion][player] for criterion in criteria)

    rows: list[dict[str, Any]] = []
    for level, tied in groupby(sorted(players, key=figures, reverse=True), key=figures):
        for player, criterion in order_tied(list(tied), beaten, lot):
            row = {"rank": len(rows) + 1, "player": player, **dict(zip(criteria, level, strict=True))}
            rows.append(row | {"decided_by": criterion or _first_difference(criteria, rows, row)})
    return rows


def _first_difference(criteria: Sequence[str], rows_above: Sequence[dict[str, Any]], row: dict[str, Any]) -> str | None:
    if not rows_above:
        return None
    return next(criterion for criterion in criteria if rows_above[-1][criterion] != row[criterion])


def _counted(criterion: str, matches: Sequence[Match], wins: Counter[int], rules: dict[str, Any]) -> Counter[int]:
    """What everybody has of a criterion that is a number."""
    match criterion:
        case "match_wins":
            return wins
        case "point_difference":
            return _points(matches, rules, minus_against=True)
        case "points_won":
            return _points(matches, rules, minus_against=False)
        case "buchholz":
            return Counter({player: sum(added) for player, added in _added_up(matches, wins).items()})
        case "buchholz_cut_1":
            return Counter({player: sum(sorted(added)[1:]) for player, added in _added_up(matches, wins).items()})
        case "sonneborn_berger":
            beaten: Counter[int] = Counter()
            for (winner, loser), times in direct_wins(matches).items():
                beaten[winner] += times * wins[loser]
            return beaten
    raise ValueError(criterion)


def _points(matches: Sequence[Match], rules: dict[str, Any], *, minus_against: bool) -> Counter[int]:
    points: Counter[int] = Counter()
    for match in matches:
        if match.was_played:
            first, second = match.score
            if not rules["count_excess_points"]:
                first, second = (min(raw, rules["match_length"]) for raw in (first, second))
            points[match.first] += first - second if minus_against else first
            points[match.second] += second - first if minus_against else second
        elif match.outcome in {"bye", "forfeit"}:
            points[match.winner] += rules["unplayed_win_points"]
    return points


def _added_up(matches: Sequence[Match], wins: Counter[int]) -> dict[int, list[int]]:
    """The numbers that Buchholz adds up, of everyone who has met somebody."""
    added: dict[int, list[int]] = defaultdict(list)
    for match in matches:
        if match.was_played:
            added[match.first].append(wins[match.second])
            added[match.second].append(wins[match.first])
    return added


def direct_wins(matches: Sequence[Match]) -> DirectWins:
    """How many matches one player has won against another; forfeits do not count."""
    won: DirectWins = Counter()
    for match in matches:
        if match.was_played and match.winner is not None:
            loser = match.second if match.winner == match.first else match.first
            won[match.winner, loser] += 1
    return won


def _lot(archive: Archive, after_round: int) -> Lot:
    def lot(player: int) -> str:
        return sha256(f"{archive['draw_seed']}|{after_round}|{player}".encode()).hexdigest()

    return lot


def order_tied(group: Sequence[int], won: DirectWins, lot: Lot) -> Ordered:
    """Head-to-head for any number of players level on the figures, the lot where it says nothing."""
    arrows = networkx.DiGraph()
    arrows.add_nodes_from(group)
    arrows.add_edges_from((a, b) for a in group for b in group if won[a, b] > won[b, a])
    waiting = list(networkx.strongly_connected_components(arrows))

    ordered: Ordered = []
    free_before: list[set[int]] = []
    while waiting:
        players = set().union(*waiting)
        free = [component for component in waiting if not _is_led_by_another(component, players, arrows)]
        best = min(free, key=lambda component: min(map(lot, component)))
        criterion = None if not ordered else "lot" if best in free_before else "head_to_head"
        ordered += _with_first_decided_by(criterion, _order_component(best, won, lot))
        free_before = free
        waiting.remove(best)
    return ordered


def _is_led_by_another(component: set[int], players: set[int], arrows: networkx.DiGraph) -> bool:
    outside = players - component
    return any(leader in outside for player in component for leader in arrows.predecessors(player))


def _order_component(component: set[int], won: DirectWins, lot: Lot) -> Ordered:
    """A circle goes by the matches won inside it; who is equal there forms a new group."""
    wins_inside = {a: sum(won[a, b] for b in component) for a in component}
    if len(set(wins_inside.values())) == 1:
        by_lot = sorted(component, key=lot)
        return [(player, "lot" if index else None) for index, player in enumerate(by_lot)]

    ordered: Ordered = []
    for wins in sorted(set(wins_inside.values()), reverse=True):
        equal = [player for player in component if wins_inside[player] == wins]
        criterion = "head_to_head" if ordered else None
        ordered += _with_first_decided_by(criterion, order_tied(equal, won, lot))
    return ordered


def _with_first_decided_by(criterion: str | None, ordered: Ordered) -> Ordered:
    (first, _), *others = ordered
    return [(first, criterion), *others]
