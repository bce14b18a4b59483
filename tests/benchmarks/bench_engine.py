"""Pairing and ranking beside sorting the same field: `make bench`."""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import networkx

from tests.benchmarks.clock import machine, measure, report
from tournament.engine.crosstable import crosstable
from tournament.engine.lot import lot
from tournament.engine.pairing import draw, pair_in_order, redraw
from tournament.engine.record import TournamentRecord
from tournament.engine.standings import rank, standings
from tournament.simulation.tournaments import simulate

ROUNDS = 8
SIZES = {100: 15, 1_000: 9, 10_000: 7, 100_000: 5}
LARGEST_FOR_NETWORKX = 300


def main() -> None:
    print(machine())
    growth: dict[int, float] = {}
    for players, repeats in SIZES.items():
        record = played(players)
        seconds = measure(contenders(record), repeats)
        report(f"{players:,} players after {ROUNDS} rounds", seconds, "sorting the ranking tuples")
        growth[players] = min(seconds["ranking and pairing together"])
    print(f"\nfrom 10,000 to 100,000 players: {growth[100_000] / growth[10_000]:.1f} times the time")
    record = played(LARGEST_FOR_NETWORKX)
    both = {**contenders(record), "networkx, matching of the whole field": lambda: match_with_networkx(record)}
    report(f"{LARGEST_FOR_NETWORKX} players", measure(both, 3), "pairing")
    more_rounds_than_there_are()
    adversarial()


def played(players: int) -> TournamentRecord:
    """A field after the rounds, one more of them planned."""
    archive = simulate("bench", "plain", players, ROUNDS)
    return archive.record


def contenders(record: TournamentRecord) -> dict:
    rows = ranking_tuples(record)
    random.Random(1).shuffle(rows)
    table = crosstable(record, ROUNDS)
    ranking = [row.number for row in standings(record, ROUNDS)]
    met, met_bye = table.opponents, table.unplayed_wins
    return {
        "sorting the ranking tuples": lambda: sorted(rows),
        "pairing": lambda: pair_in_order(ranking, met, met_bye, 0, ROUNDS + 1),
        "ranking": lambda: rank(crosstable(record, ROUNDS), record.rules.ranking, record.draw_seed, ROUNDS),
        "ranking and pairing together": lambda: draw(record),
    }


def ranking_tuples(record: TournamentRecord) -> list[tuple[int | str, ...]]:
    return [
        (*(-figure for figure in row.figures.values()), lot(record.draw_seed, ROUNDS, row.number))
        for row in standings(record, ROUNDS)
    ]


def match_with_networkx(record: TournamentRecord) -> object:
    """A heaviest complete matching of the whole field, close places preferred."""
    order = [row.number for row in standings(record, ROUNDS)]
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges(order, crosstable(record, ROUNDS).opponents))
    return networkx.max_weight_matching(graph, maxcardinality=True)


def edges(order: list[int], opponents: Mapping[int, Sequence[int]]) -> Iterable[tuple[int, int, int]]:
    for upper, first in enumerate(order):
        met = set(opponents[first])
        for lower in range(upper + 1, len(order)):
            if order[lower] not in met:
                yield first, order[lower], -((lower - upper) ** 2)


def more_rounds_than_there_are() -> None:
    """Fields that plan more rounds than there are: their rounds with the look-ahead and without."""
    for players, repeats in {6: 9, 10: 9, 16: 9, 64: 3, 100: 1}.items():
        evening = simulate("bench", "plain", players, players + 2).record
        without = replace(
            evening, rounds=tuple(replace(round_, planned_rounds=round_.number) for round_ in evening.rounds)
        )
        contenders = {
            "without look-ahead": partial(redraw_all, without),
            f"{players + 2} rounds planned": partial(redraw_all, evening),
        }
        report(
            f"{players} players, the {len(evening.rounds)} rounds there are",
            measure(contenders, repeats),
            next(iter(contenders)),
        )


def redraw_all(record: TournamentRecord) -> None:
    for round_ in record.rounds:
        redraw(record, round_.number)


def adversarial() -> None:
    """Fields made to be hard: closed groups at the bottom, and the last rounds of full circles."""
    closed = closed_groups_at_the_bottom(220, 5)
    seconds = measure({"closed groups at the bottom, 220 players": lambda: pair_in_order(*closed, set(), 0, 9)}, 5)
    full = simulate("bench", "plain", 64, 63).record
    slowest = max(range(1, 64), key=lambda number: measure({"": partial(redraw, full, number)}, 1)[""])
    for number in (slowest, 61, 62, 63):
        seconds |= measure({f"64 players, round {number} of 63": partial(redraw, full, number)}, 5)
    mixed = last_rounds_of(64, rounds_left=3)
    name = "64 players, 3 rounds of an invented circle left"
    seconds |= measure({name: lambda: pair_in_order(*mixed, set(), 2, 63)}, 3)
    report("Adversarial fields", seconds, next(iter(seconds)))
    print(f"  ({name}: bound met {pair_in_order(*mixed, set(), 2, 63).lookahead_bound})")


def closed_groups_at_the_bottom(players: int, size: int) -> tuple[list[int], dict[int, set[int]]]:
    """The lower half has met everyone but those of its own group of an odd size."""
    half = players // 2
    met: dict[int, set[int]] = {number: set() for number in range(players)}
    for one in range(half, players):
        for other in range(half, players):
            if one != other and (one - half) // size != (other - half) // size:
                met[one].add(other)
    return list(range(players)), met


def last_rounds_of(players: int, rounds_left: int) -> tuple[list[int], dict[int, set[int]]]:
    """Everyone has met everyone, but for the pairings of so many rounds of a circle, names mixed."""
    names = list(range(players))
    random.Random(2).shuffle(names)
    met = {number: set(range(players)) - {number} for number in range(players)}
    for round_number in range(rounds_left):
        circle = [(round_number + index) % (players - 1) for index in range(players - 1)]
        pairs = [(circle[0], players - 1), *((circle[i], circle[-i]) for i in range(1, players // 2))]
        for one, other in pairs:
            met[names[one]].discard(names[other])
            met[names[other]].discard(names[one])
    return list(range(players)), met


if __name__ == "__main__":
    main()
