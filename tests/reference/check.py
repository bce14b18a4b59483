"""Replays an archive and names every place where it differs from this reading of the rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tests.reference.finals import expected_pairs, finals_rounds, shown_standings, wrong_seeds
from tests.reference.games import disagreements_of_matches
from tests.reference.matches import Archive
from tests.reference.pairing import (
    Pair,
    is_pairing_within_a_bound,
    meetings,
    pair_round,
    present_in_ranking_order,
)


def disagreements(archive: Archive) -> list[str]:
    """One sentence for each match, round and row of the standings that differs; none: it is all as it should be."""
    found = disagreements_of_matches(archive)
    for round_ in archive["rounds"]:
        found += [f"round {round_['number']}: {text}" for text in _disagreements_of_round(archive, round_)]
    return found + _disagreements_of_standings(archive)


def last_complete_round(archive: Archive) -> int:
    """The last round before the finals in which every match has its outcome; 0: none yet."""
    complete = [
        round_["number"]
        for round_ in archive["rounds"]
        if not round_.get("finals", False) and all(pairing["outcome"] != "pending" for pairing in round_["pairings"])
    ]
    return max(complete, default=0)


def _disagreements_of_round(archive: Archive, round_: Mapping[str, Any]) -> list[str]:
    number = round_["number"]
    in_file = tuple(tuple(pairing["players"]) for pairing in round_["pairings"])
    if round_.get("finals", False):
        return _disagreements_of_finals(archive, round_, in_file)
    if round_["manual"]:
        return _illegal(archive, number, in_file)

    expected = pair_round(archive, number)
    if round_["rematches_allowed"]:
        if expected.pairs is not None:
            return [f"rematches allowed, but none is needed: {_written(expected.pairs)}"]
        expected = pair_round(archive, number, True)
    if expected.pairs is None:
        return ["no complete pairing without a rematch exists"]
    if expected.lookahead_unchecked:
        return _illegal(archive, number, in_file) + _unlike_automatic(archive, number, in_file)
    if round_.get("lookahead_bound", False) and is_pairing_within_a_bound(archive, number, in_file):
        return []
    return [] if in_file == expected.pairs else [f"{_written(in_file)} should be {_written(expected.pairs)}"]


def _disagreements_of_finals(archive: Archive, round_: Mapping[str, Any], in_file: tuple[Pair, ...]) -> list[str]:
    problems = wrong_seeds(archive) if round_ is finals_rounds(archive)[0] else []
    expected = expected_pairs(archive, round_["number"])
    pairs = tuple(pair for pair, _is_second in expected)
    if in_file != pairs:
        problems.append(f"{_written(in_file)} should be {_written(pairs)}")
    second = [pairing.get("bracket") == "second" for pairing in round_["pairings"]]
    return problems if second == [is_second for _pair, is_second in expected] else [*problems, "wrong bracket"]


def _written(pairs: Sequence[Pair]) -> str:
    return ", ".join(f"{first}-{'bye' if second is None else second}" for first, second in pairs)


def _illegal(archive: Archive, round_number: int, pairs: Sequence[Pair]) -> list[str]:
    """Whoever is present and does not stand in exactly one pairing, whoever is not and stands in one."""
    present = present_in_ranking_order(archive, round_number)
    times = Counter(player for pair in pairs for player in pair if player is not None)
    absent = [f"player {player} is not present" for player in times if player not in present]
    return absent + [
        f"player {player} stands in {times[player]} pairings"
        for player in present
        if player is not None and times[player] != 1
    ]


def _unlike_automatic(archive: Archive, round_number: int, pairs: Sequence[Pair]) -> list[str]:
    """What can be said of an automatic pairing whose look-ahead is beyond this reference: order and rematches."""
    order = present_in_ranking_order(archive, round_number)
    met = meetings(archive, round_number)
    rematches = [f"{_written([pair])} is a rematch" for pair in pairs if frozenset(pair) in met]
    places = [tuple(order.index(player) for player in pair if player in order) for pair in pairs]
    in_order = places == sorted(places) and all(list(pair) == sorted(pair) for pair in places)
    return rematches if in_order else [*rematches, "is not in pairing order"]


def _disagreements_of_standings(archive: Archive) -> list[str]:
    # Before round 1 is drawn there is no draw seed, so no lot and no ranking to compare with.
    if not archive["rounds"] and not archive["draw_seed"]:
        return []
    expected = shown_standings(archive, last_complete_round(archive))
    in_file = archive["standings"]
    if len(in_file) != len(expected):
        return [f"standings: {len(in_file)} rows, should be {len(expected)}"]
    return [f"standings: {found} should be {row}" for found, row in zip(in_file, expected, strict=True) if found != row]
