from itertools import combinations
from random import Random

import rustworkx

from tests.seeds import each_seed
from tournament.engine.cheapest import cheapest_matching


def random_costs(chance, size, highest):
    costs = [[0] * size for _vertex in range(size)]
    for one, other in combinations(range(size), 2):
        costs[one][other] = costs[other][one] = chance.randint(0, highest)
    return costs


def cost_of(costs, mate):
    return sum(costs[vertex][partner] for vertex, partner in enumerate(mate) if vertex < partner)


def lowest_cost(costs):
    """What another implementation finds, by whatever pairs."""
    highest = max(map(max, costs))
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(costs)
    pairs = combinations(range(len(costs)), 2)
    graph.add_edges_from([(one, other, 1 + highest - costs[one][other]) for one, other in pairs])
    return sum(costs[one][other] for one, other in rustworkx.max_weight_matching(graph, True, weight_fn=int))


def test_two_are_matched_whatever_it_costs():
    assert cheapest_matching([[0, 7], [7, 0]]) == [1, 0]


def test_a_dear_pair_is_taken_where_all_others_come_cheaper_then():
    costs = [[0, 1, 9, 9], [1, 0, 9, 9], [9, 9, 0, 99], [9, 9, 99, 0]]

    assert cost_of(costs, cheapest_matching(costs)) == 18


@each_seed(600)
def test_nothing_is_cheaper_by_another_implementation(seed):
    chance = Random(seed)
    costs = random_costs(chance, 2 * chance.randint(1, 11), chance.choice((1, 2, 3, 10, 1000)))

    mate = cheapest_matching(costs)

    assert [mate[mate[vertex]] for vertex in range(len(mate))] == [*range(len(mate))]
    assert cost_of(costs, mate) == lowest_cost(costs)


def test_costs_of_hundreds_of_digits_are_not_rounded():
    costs = [
        [0, 10**300, 10**300 + 1, 5],
        [10**300, 0, 5, 10**300],
        [10**300 + 1, 5, 0, 10**300],
        [5, 10**300, 10**300, 0],
    ]
    dear = [[cost and cost + 10**400 for cost in row] for row in costs]

    assert cheapest_matching(dear) == [3, 2, 1, 0]
