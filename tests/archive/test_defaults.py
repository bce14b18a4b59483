"""A key may stand in a file with its default, which says the same as leaving it out, and anywhere in its object."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from tests.archive.home_club import make_home_club
from tournament.actions.clubs import club_called
from tournament.archive.checks import read_archive
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import ClubPart, read_club
from tournament.archive.club_restore import ClubPlan, restore_club
from tournament.archive.format import TournamentPart, write_archive
from tournament.archive.strict_json import REQUIRED, Part
from tournament.engine.finals import shown_standings
from tournament.matches.formats import PRESETS
from tournament.simulation.tournaments import simulate

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = sorted((*(FIXTURES / "cases").glob("*.json"), *(FIXTURES / "archives").glob("*.json")))


def parts_in(annotation: Any) -> Iterator[type[Part]]:
    """The objects of a file that a key of this type holds."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        yield annotation
    for argument in get_args(annotation):
        yield from parts_in(argument)


def spelled_out(part: type[Part], values: Any, shuffled: Random) -> Any:
    """An object as it is written, with every key that it leaves out, and all of them in another order."""
    if isinstance(values, list):
        return [spelled_out(part, each, shuffled) for each in values]
    if not isinstance(values, dict):
        return values
    whole = dict(values)
    for name, key, usual in part.KEYS:
        if key not in whole:
            assert usual is not REQUIRED
            whole[key] = {} if isinstance(usual, Part) else usual
        for child in parts_in(part.model_fields[name].annotation):
            whole[key] = spelled_out(child, whole[key], shuffled)
    if part is ClubPart:
        for evening in whole["tournaments"]:
            evening["archive"] = told(spelled_out(TournamentPart, evening["archive"], shuffled))
    keys = list(whole)
    shuffled.shuffle(keys)
    return {key: whole[key] for key in keys}


def told(archive: dict[str, Any]) -> dict[str, Any]:
    """The archive with those defaults that follow from other keys."""
    rules = archive["rules"]
    if rules["crawford"] is None:
        rules["crawford"] = rules["cube"] and rules["match_length"] > 1
    if rules["finals"] and not rules["finals"]["match_length"]:
        rules["finals"]["match_length"] = rules["match_length"]
    for round_ in archive["rounds"]:
        round_["planned_rounds"] = round_["planned_rounds"] or rules["rounds"]
    return archive


def assert_says_the_same(data: bytes, seed: int) -> None:
    whole = told(spelled_out(TournamentPart, json.loads(data), Random(seed)))

    archive = read_archive(json.dumps(whole).encode())

    assert archive == read_archive(data)
    assert write_archive(archive, shown_standings(archive.record)) == data


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_with_every_default_is_the_same_tournament(file):
    assert_says_the_same(file.read_bytes(), 1)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 100), marks=pytest.mark.prove)], ids=str)
def test_an_invented_tournament_with_every_default_is_the_same_one(preset, seeds):
    for seed in seeds:
        wanted = preset.at(preset.lengths[seed % len(preset.lengths)])
        archive = simulate(f"{preset.key} {seed}", "storm", 7, 4, wanted=wanted)

        assert_says_the_same(write_archive(archive, shown_standings(archive.record)), seed)


@pytest.mark.django_db
@pytest.mark.costly
def test_a_club_with_every_default_comes_out_as_without_them_and_is_recognised():
    data = dump_club(make_home_club())
    file = read_club(json.dumps(spelled_out(ClubPart, json.loads(data), Random(1))).encode())

    copy = restore_club(file, club_called("copy"), by=None)[0]

    assert dump_club(copy) == data
    assert {one.standing is None for one in ClubPlan(file, copy).tournaments} == {False}
