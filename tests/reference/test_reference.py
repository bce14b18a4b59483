"""The reference agrees with the cases, with itself, and with examples worked by hand."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.reference.check import disagreements, last_complete_round
from tests.reference.pairing import (
    NO_PAIRING_WITHOUT_REMATCH,
    Pairing,
    complete_pairings,
    first_by_matching,
    has_disjoint_pairings,
    pair_round,
    pairing_without_rematch,
)
from tests.reference.ranking import order_tied, standings

FIXTURES = Path(__file__).parents[2] / "fixtures"
CASES = sorted((FIXTURES / "cases").glob("*.json"))
ARCHIVES = sorted((FIXTURES / "archives").glob("*.json"))


def read_case(name: str) -> dict[str, Any]:
    path = next(case for case in CASES if case.stem == name)
    return json.loads(path.read_text(encoding="utf-8"))


def archive_of(players: int, rounds: int, draw_seed: str = "konstanz") -> dict[str, Any]:
    """A tournament nobody has played a round of yet."""
    return {
        "rules": {
            "match_length": 3,
            "gammons": True,
            "backgammons": False,
            "cube": False,
            "rounds": rounds,
            "count_excess_points": False,
            "unplayed_win_points": 0,
        },
        "draw_seed": draw_seed,
        "players": [
            {"number": number, "joined_round": 1, "withdrawn_after": None, "absent_rounds": []}
            for number in range(1, players + 1)
        ],
        "rounds": [],
        "standings": [],
    }


def add_round(archive: dict[str, Any], *pairings: dict[str, Any], manual: bool = True) -> None:
    archive["rounds"].append(
        {
            "number": len(archive["rounds"]) + 1,
            "manual": manual,
            "rematches_allowed": False,
            "pairings": list(pairings),
        }
    )


def played(first: int, second: int, for_first: int, for_second: int) -> dict[str, Any]:
    return {"players": [first, second], "outcome": "played", "score": [for_first, for_second]}


def meetings_of(*pairs: tuple[int, int | None]) -> set[frozenset[int | None]]:
    return {frozenset(pair) for pair in pairs}


def order_by_lots(group: Sequence[int], wins: dict[tuple[int, int], int], lots: Sequence[int]) -> list:
    """`lots`: the tied players, the best lot first."""
    return order_tied(group, Counter(wins), lambda player: f"{lots.index(player):02}")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_agrees_with_every_case(case: Path) -> None:
    assert disagreements(json.loads(case.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("archive", ARCHIVES, ids=lambda archive: archive.stem)
def test_agrees_with_every_archive_of_either_format(archive: Path) -> None:
    assert disagreements(json.loads(archive.read_text(encoding="utf-8"))) == []


def test_notices_games_that_do_not_come_to_their_score() -> None:
    archive = json.loads((FIXTURES / "archives" / "wuerfelabend-mit-doppler.json").read_text(encoding="utf-8"))
    pairing = next(
        pairing
        for round_ in archive["rounds"]
        for pairing in round_["pairings"]
        if len(pairing.get("games", [])) > 1 and not pairing.get("gave_up", False)
    )
    del pairing["games"][0]

    (found,) = (text for text in disagreements(archive) if "games come to" in text)
    assert found.startswith("round ")


def test_the_lot_orders_the_players_before_round_1() -> None:
    ranking = standings(archive_of(players=8, rounds=5), after_round=0)

    assert [row["player"] for row in ranking] == [8, 6, 5, 2, 4, 7, 3, 1]
    assert [row["decided_by"] for row in ranking] == [None] + ["lot"] * 7


def test_the_outcomes_count_as_the_table_says() -> None:
    archive = archive_of(players=7, rounds=2)
    archive["rules"]["unplayed_win_points"] = 2
    add_round(
        archive,
        played(1, 2, 4, 1),
        {"players": [3, 4], "outcome": "forfeit", "winner": 4},
        {"players": [5, 6], "outcome": "stopped", "score": [2, 2]},
        {"players": [7, None], "outcome": "bye"},
    )

    figures = {
        row["player"]: (row["match_wins"], row["point_difference"], row["buchholz"])
        for row in standings(archive, after_round=1)
    }

    assert figures == {
        1: (1, 2, 0),
        2: (0, -2, 1),
        3: (0, 0, 0),
        4: (1, 2, 0),
        5: (0, 0, 0),
        6: (0, 0, 0),
        7: (1, 2, 0),
    }


def test_a_corrected_result_counts_only_for_rounds_paired_after_the_correction() -> None:
    archive = archive_of(players=2, rounds=4)
    was = [{"until": 2, "outcome": "forfeit", "winner": 2}, {"until": 3, "outcome": "double_forfeit"}]
    add_round(archive, played(1, 2, 3, 0) | {"was": was})

    wins = [
        {row["player"]: row["match_wins"] for row in standings(archive, after_round=1, as_of=as_of)}
        for as_of in (2, 3, 4, None)
    ]

    assert wins == [{1: 0, 2: 1}, {1: 0, 2: 0}, {1: 1, 2: 0}, {1: 1, 2: 0}]


def test_of_two_tied_players_the_one_who_won_their_match_stands_first() -> None:
    assert order_by_lots([1, 2], {(2, 1): 1}, lots=[1, 2]) == [(2, None), (1, "head_to_head")]


def test_two_tied_players_who_won_as_often_go_by_lot() -> None:
    assert order_by_lots([1, 2], {(1, 2): 1, (2, 1): 1}, lots=[2, 1]) == [(2, None), (1, "lot")]


def test_players_who_won_as_often_against_each_other_are_not_bound_together() -> None:
    wins = {(1, 2): 1, (2, 1): 1, (2, 3): 1}

    ordered = order_by_lots([1, 2, 3], wins, lots=[2, 3, 1])

    assert ordered == [(2, None), (3, "head_to_head"), (1, "lot")]


def test_a_player_held_back_by_an_arrow_is_placed_by_head_to_head_and_the_next_by_lot() -> None:
    # 1 has beaten 3; the lots are 1, 3, 2. Beside 1 only 2 was free, 3 comes free once 1 is placed.
    ordered = order_by_lots([1, 2, 3], {(1, 3): 1}, lots=[1, 3, 2])

    assert ordered == [(1, None), (3, "head_to_head"), (2, "lot")]


def test_nobody_stands_below_a_player_they_lead_even_with_the_worst_lot() -> None:
    ordered = order_by_lots([1, 2, 3], {(3, 2): 1, (2, 1): 1}, lots=[1, 2, 3])

    assert ordered == [(3, None), (2, "head_to_head"), (1, "head_to_head")]


def test_a_circle_of_equals_goes_by_lot() -> None:
    ordered = order_by_lots([1, 2, 3], {(1, 2): 1, (2, 3): 1, (3, 1): 1}, lots=[2, 1, 3])

    assert ordered == [(2, None), (1, "lot"), (3, "lot")]


def test_a_circle_goes_by_wins_inside_and_its_equals_form_a_new_group() -> None:
    # 1 has two wins inside, the others one each; among those 2 leads 3 and 3 leads 4.
    wins = {(1, 2): 1, (1, 3): 1, (2, 3): 1, (3, 4): 1, (4, 1): 1}

    ordered = order_by_lots([1, 2, 3, 4], wins, lots=[4, 3, 2, 1])

    assert ordered == [(1, None), (2, "head_to_head"), (3, "head_to_head"), (4, "head_to_head")]


def test_a_circle_comes_as_early_as_its_best_lot() -> None:
    wins = {(1, 2): 1, (2, 3): 1, (3, 1): 1}

    ordered = order_by_lots([1, 2, 3, 4], wins, lots=[3, 4, 1, 2])

    assert ordered == [(3, None), (1, "lot"), (2, "lot"), (4, "lot")]


def test_the_leader_plays_the_best_placed_unmet_opponent_who_leaves_the_rest_pairable() -> None:
    met = meetings_of((1, 2), (2, 4))

    assert pairing_without_rematch([1, 2, 3, 4], met, 2, 0) == Pairing(((1, 4), (2, 3)))


def test_the_leader_has_the_bye_when_nobody_else_may_have_it() -> None:
    met = meetings_of((2, None), (3, None))

    assert pairing_without_rematch([1, 2, 3, None], met, 3, 0) == Pairing(((1, None), (2, 3)))


def test_says_so_where_no_pairing_without_a_rematch_exists() -> None:
    met = meetings_of((1, 2), (1, 3), (1, 4))

    assert pairing_without_rematch([1, 2, 3, 4], met, 5, 0) == NO_PAIRING_WITHOUT_REMATCH


def test_looks_ahead_to_the_planned_rounds() -> None:
    # After 1-6, 2-4, 3-5 only the two triangles 1, 2, 3 and 4, 5, 6 would be left to play.
    met = meetings_of((1, 4), (2, 5), (3, 6), (1, 5), (2, 6), (3, 4))
    order = [1, 6, 2, 4, 3, 5]

    assert pairing_without_rematch(order, met, 3, 0) == Pairing(((1, 6), (2, 4), (3, 5)))
    assert pairing_without_rematch(order, met, 5, 2) == Pairing(((1, 6), (2, 3), (4, 5)))


def test_where_not_all_planned_rounds_can_be_kept_as_many_are_as_can_be() -> None:
    met = meetings_of((1, 4), (2, 5), (3, 6), (1, 5), (2, 6), (3, 4))
    order = [1, 6, 2, 4, 3, 5]

    assert pairing_without_rematch(order, met, 9, 6) == Pairing(((1, 6), (2, 3), (4, 5)))
    assert pairing_without_rematch([1, 2, 3, 4], set(), 5, 4) == Pairing(((1, 2), (3, 4)))


def test_the_plain_pairing_stands_where_it_is_the_last() -> None:
    met = meetings_of(*combinations((1, 2, 3), 2), *combinations((4, 5, 6), 2), (1, 4), (2, 5), (3, 6))
    only_two_rounds_are_left = pairing_without_rematch([1, 2, 3, 4, 5, 6], met, 6, 3)
    met |= meetings_of((1, 5), (2, 6), (3, 4))
    only_this_one_is_left = pairing_without_rematch([1, 2, 3, 4, 5, 6], met, 6, 2)

    assert only_two_rounds_are_left == Pairing(((1, 5), (2, 6), (3, 4)))
    assert only_this_one_is_left == Pairing(((1, 6), (2, 4), (3, 5)))


def test_a_field_too_large_for_the_look_ahead_says_so() -> None:
    order = list(range(1, 19))
    plain = tuple(zip(order[::2], order[1::2], strict=True))

    assert pairing_without_rematch(order, set(), 10, 9) == Pairing(plain, lookahead_unchecked=True)
    assert pairing_without_rematch(order, set(), 9, 8) == Pairing(plain)


def test_a_round_not_paired_yet_can_be_paired() -> None:
    assert pair_round(archive_of(players=3, rounds=3), 1) == Pairing(((2, 3), (1, None)))


def test_enumerating_and_matching_give_the_same_pairing() -> None:
    for seed in range(150):
        print("seed", seed)
        order, met = random_field(Random(seed), most=10)

        enumerated = pairing_without_rematch(order, met, 0, 0)

        assert first_by_matching(order, met) == enumerated.pairs


@pytest.mark.parametrize("seeds", [range(60), pytest.param(range(60, 300), marks=pytest.mark.prove)], ids=str)
def test_the_search_for_disjoint_pairings_agrees_with_trying_all_of_them(seeds: range) -> None:
    for seed in seeds:
        print("seed", seed)
        order, met = random_field(Random(seed), most=8)
        unmet = frozenset(pair for pair in combinations(order, 2) if frozenset(pair) not in met)
        most_rounds = max(map(len, sets_of_disjoint_pairings(list(complete_pairings(order, unmet)))))

        playable = [has_disjoint_pairings(order, unmet, rounds) for rounds in range(len(order) + 1)]

        assert playable == [rounds <= most_rounds for rounds in range(len(order) + 1)]


def test_an_odd_field_of_many_has_one_bye_and_no_rematch_before_it_must() -> None:
    archive = archive_of(players=13, rounds=6)
    for number in range(1, 7):
        pairs = pair_round(archive, number).pairs
        add_round(archive, *map(better_ranked_wins, pairs), manual=False)
    archive["standings"] = standings(archive, after_round=6)

    all_pairs = Counter(frozenset(pairing["players"]) for round_ in archive["rounds"] for pairing in round_["pairings"])

    assert disagreements(archive) == []
    assert set(all_pairs.values()) == {1}
    assert sum(None in pair for pair in all_pairs) == 6


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_notices_two_players_who_changed_places(case: Path) -> None:
    original = json.loads(case.read_text(encoding="utf-8"))

    for falsified, number in with_changed_places(original):
        assert [text.split(":")[0] for text in disagreements(falsified)][:1] == [f"round {number}"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_notices_a_wrong_criterion_in_any_row(case: Path) -> None:
    original = json.loads(case.read_text(encoding="utf-8"))

    for row in range(len(original["standings"])):
        falsified = deepcopy(original)
        falsified["standings"][row]["decided_by"] = other_criterion(original["standings"][row]["decided_by"])
        assert len(disagreements(falsified)) == 1


def test_notices_rematches_allowed_without_need() -> None:
    archive = read_case("plain_8x3")
    archive["rounds"][1]["rematches_allowed"] = True

    assert [text.split(":")[:2] for text in disagreements(archive)] == [
        ["round 2", " rematches allowed, but none is needed"]
    ]


def test_notices_a_rematch_that_nobody_allowed() -> None:
    archive = read_case("rematches_4x5")
    archive["rounds"][3]["rematches_allowed"] = False

    assert disagreements(archive) == ["round 4: no complete pairing without a rematch exists"]


@pytest.mark.parametrize(
    ("pairs", "bound", "problems"),
    [
        ([(5, 1), (2, 3), (4, 6)], {}, 0),
        ([(5, 1), (2, 3), (4, 6)], {"lookahead_bound": True}, 0),
        ([(5, 1), (2, 4), (3, 6)], {}, 1),
        ([(5, 1), (2, 4), (3, 6)], {"lookahead_bound": True}, 0),
        ([(5, 3), (1, 4), (2, 6)], {"lookahead_bound": True}, 1),
    ],
)
def test_a_round_that_met_the_bound_is_that_of_any_number_of_rounds_or_the_plain_one(pairs, bound, problems) -> None:
    archive = read_case("lookahead_6x5")
    archive["rounds"][2:] = []
    archive["standings"] = standings(archive, after_round=2)
    add_round(archive, *({"players": list(pair), "outcome": "pending"} for pair in pairs), manual=False)
    archive["rounds"][2] |= bound

    assert len(disagreements(archive)) == problems


def test_a_round_keeps_how_many_rounds_were_planned_when_it_was_paired() -> None:
    archive = read_case("lookahead_6x5")
    for round_ in archive["rounds"]:
        round_["planned_rounds"] = 3

    assert [text.split(":")[0] for text in disagreements(archive)] == ["round 3"]


def test_a_manual_round_holds_everyone_present_once_and_nobody_else() -> None:
    archive = archive_of(players=5, rounds=2)
    archive["players"][4]["absent_rounds"] = [1]
    add_round(archive, played(1, 2, 3, 0), played(2, 5, 3, 0), {"players": [3, None], "outcome": "bye"})
    archive["standings"] = standings(archive, after_round=1)

    assert sorted(disagreements(archive)) == [
        "round 1: player 2 stands in 2 pairings",
        "round 1: player 4 stands in 0 pairings",
        "round 1: player 5 is not present",
    ]


def test_the_standings_are_those_after_the_last_round_without_a_pending_match() -> None:
    assert last_complete_round(read_case("manual_and_pending_8x2")) == 1


def random_field(random: Random, most: int) -> tuple[list[int | None], set[frozenset[int | None]]]:
    """Players 1, 2, …, of whom some have met, and the bye if they are odd."""
    players = random.randint(2, most)
    order: list[int | None] = list(range(1, players + 1))
    order += [None] * (players % 2)
    density = random.random()
    return order, {frozenset(pair) for pair in combinations(order, 2) if random.random() < density}


def rematches_in(pairs: Sequence[tuple[int | None, int | None]], met: set[frozenset[int | None]]) -> int:
    return sum(frozenset(pair) in met for pair in pairs)


def sets_of_disjoint_pairings(pairings: list[tuple], chosen: tuple = ()) -> Iterator[tuple]:
    """Every way to choose pairings of which no two have a pair in common, without any shortcut."""
    yield chosen
    for at, pairing in enumerate(pairings):
        disjoint = [later for later in pairings[at + 1 :] if not set(later) & set(pairing)]
        yield from sets_of_disjoint_pairings(disjoint, (*chosen, pairing))


def better_ranked_wins(pair: tuple[int, int | None]) -> dict[str, Any]:
    first, second = pair
    return {"players": [first, None], "outcome": "bye"} if second is None else played(first, second, 3, 1)


def with_changed_places(archive: dict[str, Any]) -> Iterator[tuple[dict[str, Any], int]]:
    """For each automatic round of two tables or more the archive with two opponents exchanged in it."""
    for at, round_ in enumerate(archive["rounds"]):
        if not round_["manual"] and len(round_["pairings"]) > 1:
            falsified = deepcopy(archive)
            one, other = (pairing["players"] for pairing in falsified["rounds"][at]["pairings"][:2])
            one[0], other[0] = other[0], one[0]
            yield falsified, round_["number"]


def other_criterion(criterion: str | None) -> str:
    return "head_to_head" if criterion == "lot" else "lot"
