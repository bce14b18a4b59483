"""The engine and the reference play and check the same invented tournaments: two readings of the rules, no code shared.

In the suite 50 tournaments, 25 that rank by any list of criteria, 25 in which pairs are kept apart and 25 with finals;
`make prove` plays as many as PROVE_TOURNAMENTS says, 3,000 over the lists, 1,000 with pairs kept apart and 2,000 with
finals.
"""

import json
import os
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tests.rankings import random_ranking
from tests.reference.check import disagreements, last_complete_round
from tests.reference.finals import are_over, finals_rounds
from tests.reference.pairing import NO_PAIRING_WITHOUT_REMATCH, pair_round, present_in_ranking_order
from tournament.archive.checks import read_archive
from tournament.archive.format import Archive, write_archive
from tournament.engine.checking import check_rounds
from tournament.engine.finals import shown_standings
from tournament.engine.record import PENDING
from tournament.engine.terms import KONSTANZ
from tournament.matches.formats import PRESETS
from tournament.simulation.tournaments import simulate

CHUNK = 25
IN_THE_SUITE = 50
RANKINGS_IN_THE_SUITE, RANKINGS_TO_PROVE = 25, 3000
WISHES_IN_THE_SUITE, WISHES_TO_PROVE = 25, 1000
FINALS_IN_THE_SUITE, FINALS_TO_PROVE = 25, 2000
TO_PROVE = int(os.environ.get("PROVE_TOURNAMENTS", "5000"))


def differences(seed: str, tally: Counter[str]) -> list[str]:
    """Everything in which engine and reference differ over one tournament, and its figures in the tally."""
    # Every other one in a format of its own, with the games of its matches.
    chance = Random(seed)
    preset = chance.choice(PRESETS)
    wanted = preset.at(chance.choice(preset.lengths)) if chance.random() < 0.5 else None
    return compare(simulate(seed, "mixed", wanted=wanted), tally)


def differences_of_ranking(seed: str, tally: Counter[str]) -> list[str]:
    """Everything in which they differ over a tournament with a random list of criteria."""
    chance = Random(seed)
    return compare(simulate(seed, "mixed", chance.randint(4, 14), ranking=random_ranking(chance)), tally)


def differences_of_wishes(seed: str, tally: Counter[str]) -> list[str]:
    """Everything in which they differ over a small field with kept-apart pairs and rematches."""
    chance = Random(seed)
    return compare(simulate(seed, "kept_apart", chance.randint(2, 14), chance.randint(5, 11)), tally)


def differences_of_finals(seed: str, tally: Counter[str]) -> list[str]:
    """Everything in which they differ over a Swiss with finals, now and then while a match is still being played."""
    chance = Random(seed)
    rounds, ranking = chance.randint(1, 4), random_ranking(chance) if chance.random() < 0.3 else KONSTANZ
    played = simulate(seed, "finals", chance.randint(2, 20), rounds, ranking=ranking)
    if chance.random() < 0.2:
        played = with_an_open_match(played)
    return compare(played, tally)


def with_an_open_match(played: Archive) -> Archive:
    """Take the result of a match of the last round back."""
    *rounds, last = played.rounds
    pairings = list(last.record.pairings)
    at = next((at for at, pairing in enumerate(pairings) if pairing.second is not None), None)
    if at is None:
        return played
    pairings[at] = replace(pairings[at], result=PENDING)
    still_open = replace(last, record=replace(last.record, pairings=tuple(pairings)), matches={})
    return replace(played, rounds=(*rounds, still_open), is_closed=False)


def compare(played: Archive, tally: Counter[str]) -> list[str]:
    """Everything in which engine and reference differ over a tournament played by the engine."""
    data = write_archive(played, shown_standings(played.record))
    archive = json.loads(data)
    count(archive, tally)
    own = [str(disagreement) for disagreement in check_rounds(read_archive(data).record)]
    return own + disagreements(archive) + wrongly_ended(archive, played)


def wrongly_ended(archive: dict, played: Archive) -> list[str]:
    """The engine ended early where it found no pairing without a rematch; the reference must find none either."""
    next_round = len(played.rounds) + 1
    present = [player for player in present_in_ranking_order(archive, next_round) if player is not None]
    if next_round > played.rules.rounds or len(present) < 2:
        return []
    found = pair_round(archive, next_round)
    return [] if found == NO_PAIRING_WITHOUT_REMATCH else [f"round {next_round} can be paired: {found}"]


def count(archive: dict, tally: Counter[str]) -> None:
    tally["tournaments"] += 1
    tally["rounds"] += last_complete_round(archive)
    tally["rounds of finals"] += len(finals_rounds(archive))
    tally["finals played out"] += are_over(archive)
    tally["places"] += len(archive["standings"])
    for round_ in archive["rounds"]:
        tally["rounds with rematches allowed"] += round_["rematches_allowed"]
        tally["rounds at the bound of the look-ahead"] += round_.get("lookahead_bound", False)
        tally["pairings"] += len(round_["pairings"])


def check_chunk(first: int, record_property, differences=differences) -> None:
    tally: Counter[str] = Counter()
    found = {seed: problems for seed in seeds(first) if (problems := differences(seed, tally))}
    for name, number in tally.items():
        record_property(name, number)
    assert found == {}


def seeds(first: int) -> list[str]:
    return [f"proof/{number}" for number in range(first, first + CHUNK)]


@pytest.mark.costly
@pytest.mark.parametrize("first", range(0, IN_THE_SUITE, CHUNK))
def test_engine_and_reference_agree(first, record_property):
    check_chunk(first, record_property)


@pytest.mark.prove
@pytest.mark.parametrize("first", range(IN_THE_SUITE, max(TO_PROVE, IN_THE_SUITE), CHUNK))
def test_engine_and_reference_agree_by_the_thousand(first, record_property):
    check_chunk(first, record_property)


@pytest.mark.costly
@pytest.mark.parametrize("first", range(0, RANKINGS_IN_THE_SUITE, CHUNK))
def test_they_agree_by_any_list_of_criteria(first, record_property):
    check_chunk(first, record_property, differences_of_ranking)


@pytest.mark.prove
@pytest.mark.parametrize("first", range(RANKINGS_IN_THE_SUITE, RANKINGS_TO_PROVE, CHUNK))
def test_they_agree_by_any_list_of_criteria_by_the_thousand(first, record_property):
    check_chunk(first, record_property, differences_of_ranking)


@pytest.mark.parametrize("first", range(0, WISHES_IN_THE_SUITE, CHUNK))
def test_they_agree_where_pairs_are_kept_apart(first, record_property):
    check_chunk(first, record_property, differences_of_wishes)


@pytest.mark.prove
@pytest.mark.parametrize("first", range(WISHES_IN_THE_SUITE, WISHES_TO_PROVE, CHUNK))
def test_they_agree_where_pairs_are_kept_apart_by_the_thousand(first, record_property):
    check_chunk(first, record_property, differences_of_wishes)


@pytest.mark.parametrize("first", range(0, FINALS_IN_THE_SUITE, CHUNK))
def test_they_agree_about_finals(first, record_property):
    check_chunk(first, record_property, differences_of_finals)


@pytest.mark.prove
@pytest.mark.parametrize("first", range(FINALS_IN_THE_SUITE, FINALS_TO_PROVE, CHUNK))
def test_they_agree_about_finals_by_the_thousand(first, record_property):
    check_chunk(first, record_property, differences_of_finals)
