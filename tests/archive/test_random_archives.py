"""Archives changed at random: read, or refused, but never a crash."""

import json
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from tournament.archive.checks import read_archive
from tournament.archive.format import write_archive
from tournament.engine.refusals import Refused

CASES = tuple(
    (Path(__file__).parents[2] / "fixtures" / name).read_bytes()
    for name in (
        "cases/manual_and_pending_8x2.json",
        "cases/corrected_8x4.json",
        "cases/coming_and_going_11x5.json",
        "cases/stopped_9x2.json",
        "cases/finals_4_of_9.json",
        "cases/finals_finalist_gone.json",
        "archives/wuerfelabend-mit-doppler.json",
        "archives/tavli-abend.json",
        "archives/plakoto.json",
        "archives/single-games-with-cube.json",
    )
)
LARGE = 10**12
ANY_TEXT = st.text(st.characters(), max_size=120)
LIKELY = st.sampled_from(
    [
        None,
        True,
        0,
        1,
        2,
        3,
        4,
        -1,
        1.0,
        "",
        "played",
        "forfeit",
        "stopped",
        "bye",
        "pending",
        [],
        {},
        [3, 1],
        [1, None],
        "tavli",
        "delay",
        "gammon",
        "drawn",
        "2026-11-20T20:15:03Z",
        {"reserve": 90, "delay": 15, "rule": "delay"},
        [{"up_to": 3, "amount_cents": 900}, {"up_to": None, "amount_cents": 700}],
        [{"voucher": 9, "amount_cents": 800}],
        [{"winner": 1, "kind": "single"}],
    ]
)
ANYTHING = LIKELY | st.recursive(
    st.none() | st.booleans() | st.integers(-LARGE, LARGE) | st.floats() | ANY_TEXT,
    lambda values: st.lists(values, max_size=3) | st.dictionaries(ANY_TEXT, values, max_size=3),
    max_leaves=5,
)
KEYS = st.sampled_from(
    [
        *("status", "fee_waived", "shown_as", "fixed_table", "planned_rounds", "reason", "was", "winner"),
        *("game", "cube_limit", "crawford", "jacoby", "beavers", "automatic_doubles", "winner_opens", "clock"),
        *("games", "gave_up", "finished_at", "drawn_at", "hidden", "steps", "settings", "vouchers", "payments"),
        *("finals", "seeds", "third_place", "absent_rounds"),
        *("boards", "practice", "at", "by", "kept_cents", "player", "prize", "cancelled_at", "conceded", "automatic"),
    ]
)


def keys(part):
    """Every place in the JSON values: the dict or list, and the key or index in it."""
    if isinstance(part, dict | list):
        for key in part if isinstance(part, dict) else range(len(part)):
            yield part, key
            yield from keys(part[key])


def change(data, values):
    """One change somewhere in the JSON values: a part left out, replaced, doubled or added."""
    part, key = data.draw(st.sampled_from(list(keys(values)))) if values else (values, "name")
    match data.draw(st.sampled_from(["leave out", "replace", "double", "add"])):
        case "leave out" if values:
            del part[key]
        case "replace":
            part[key] = deepcopy(data.draw(ANYTHING))
        case "double" if isinstance(part, list):
            part.insert(key, deepcopy(part[key]))
        case "add" if isinstance(part, dict):
            part[data.draw(KEYS | ANY_TEXT)] = deepcopy(data.draw(ANYTHING))


def refuse_or_read_the_same_again(data):
    try:
        archive = read_archive(data)
    except Refused as refusal:
        str(refusal).encode()
        return
    assert read_archive(write_archive(archive, ())) == archive


@pytest.mark.costly
@given(st.data())
def test_changed_archive_is_refused_or_read(data):
    values = json.loads(data.draw(st.sampled_from(CASES)))

    for _ in range(data.draw(st.integers(1, 3))):
        change(data, values)

    refuse_or_read_the_same_again(json.dumps(values).encode())


@given(st.sampled_from(CASES), st.integers(0), st.integers(0, 20), st.binary(max_size=20))
def test_damaged_bytes_are_refused_or_read(data, start, length, instead):
    start %= len(data)

    refuse_or_read_the_same_again(data[:start] + instead + data[start + length :])
