"""Archives of what format 1 has no words for: read as written, and written in format 1 where that suffices."""

import datetime
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.test_format_1 import ARCHIVE as ARCHIVE_1
from tournament.archive.checks import read_archive
from tournament.archive.contents import (
    Archive,
    ArchiveMatch,
    ArchivePlayer,
    ArchivePrize,
    ArchiveRound,
    Fee,
    OtherVoucher,
    Payment,
)
from tournament.archive.format_2 import Loss, Part2, lost_in_format_1, write_archive
from tournament.archive.strict_json import Part
from tournament.engine.record import PENDING, EntryRecord, KeptApart, PairingRecord, Result, RoundRecord, Rules
from tournament.engine.refusals import Refused
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.matches.clocks import CLOCKS, Clock, ClockRule
from tournament.matches.formats import PRESETS, MatchFormat
from tournament.matches.games import GameEnding, PlayedGame
from tournament.names import first_name_and_initial
from tournament.simulation.tournaments import simulate

ARCHIVES = sorted((Path(__file__).parents[2] / "fixtures" / "archives").glob("*.json"))
AT = datetime.datetime(2026, 11, 20, 20, 15, 3, tzinfo=datetime.UTC)

ARCHIVE = Archive(
    name="Clubabend",
    date=datetime.date(2026, 11, 20),
    venue="Konstanz",
    language="de",
    format=MatchFormat(match_length=5, backgammons=True, cube=True, cube_limit=16, crawford=False, winner_opens=False),
    clock=Clock(ClockRule.DELAY, reserve=90, delay=15),
    rules=Rules(match_length=5, rounds=3),
    draw_seed="6-3 5-1 4-4",
    fee=Fee(700, steps=((3, 900), (None, 700))),
    prizes=(ArchivePrize(1, "Brett", 2400),),
    settings={
        "boards": 6,
        "round_minutes": 45,
        "hides_new_rounds": True,
        "opens_joining": True,
        "reporting": "one",
        "paper": "letter",
        "organiser": "Backgammonclub",
        "treasurer": "Ute",
        "surplus_note": "Für das Sommerfest",
        "shows_costs": True,
        "practice": True,
        "rated": False,
        "shows_live_scores": False,
    },
    vouchers=(
        OtherVoucher(Payment(3, -2400, AT, "Ute"), prize=1, purchase="Brett"),
        OtherVoucher(Payment(4, 700, AT), player=2, party="Bernd", cancelled_at=AT, cancelled_by="Ute"),
    ),
    players=(
        ArchivePlayer(EntryRecord(1), "Anna", fee_paid=True, payments=(Payment(1, 900), Payment(2, -200, AT, "Ute"))),
        ArchivePlayer(EntryRecord(2), "Bernd"),
        ArchivePlayer(EntryRecord(3), "Chloé", fee_waived="Schülerin"),
        ArchivePlayer(EntryRecord(4), "Dilek", payments=(Payment(5, 300),)),
    ),
    rounds=(
        ArchiveRound(
            RoundRecord(
                number=1,
                pairings=(
                    PairingRecord(first=3, second=1, result=Result(Outcome.PLAYED, score=(6, 0)), table=1),
                    PairingRecord(first=2, second=4, result=Result(Outcome.PLAYED, score=(1, 5)), table=2),
                ),
                planned_rounds=3,
            ),
            drawn_at=AT,
            matches={
                3: ArchiveMatch(
                    (
                        PlayedGame(0, GameEnding.PASS),
                        PlayedGame(0, GameEnding.SINGLE),
                        PlayedGame(0, GameEnding.GAMMON, 2),
                    ),
                    finished_at=AT,
                ),
                2: ArchiveMatch((PlayedGame(0, conceded=True),), gave_up=True),
            },
        ),
        ArchiveRound(
            RoundRecord(
                number=2,
                pairings=(
                    PairingRecord(first=3, second=4, result=PENDING, table=1),
                    PairingRecord(first=1, second=2, result=PENDING, table=2),
                ),
                planned_rounds=3,
            ),
            is_hidden=True,
            matches={1: ArchiveMatch((PlayedGame(1),))},
        ),
    ),
)


def write(archive, **options):
    return write_archive(archive, standings(archive.record), **options)


def values_of(archive):
    return json.loads(write(archive))


def test_all_that_an_archive_can_hold_is_read_as_it_was_written():
    assert read_archive(write(ARCHIVE)) == ARCHIVE


def test_keys_stand_in_the_order_of_the_format():
    values = values_of(ARCHIVE)
    round_ = values["rounds"][0]

    assert list(values) == [
        *("format", "name", "date", "venue", "language", "rules", "draw_seed", "fee", "prizes", "settings"),
        *("vouchers", "players", "rounds", "standings"),
    ]
    assert values["format"] == "backgammon-swiss/2"
    assert list(values["rules"]) == [
        *("match_length", "gammons", "backgammons", "cube", "cube_limit", "crawford", "winner_opens", "clock"),
        *("rounds", "count_excess_points", "unplayed_win_points"),
    ]
    assert values["rules"]["clock"] == {"reserve": 90, "delay": 15, "rule": "delay"}
    assert list(values["settings"]) == list(ARCHIVE.settings)
    assert list(values["fee"].items())[2] == (
        "steps",
        [{"up_to": 3, "amount_cents": 900}, {"up_to": None, "amount_cents": 700}],
    )
    assert list(values["players"][0])[3:5] == ["fee_paid", "payments"]
    assert values["players"][0]["payments"] == [
        {"voucher": 1, "amount_cents": 900},
        {"voucher": 2, "at": "2026-11-20T20:15:03Z", "amount_cents": -200, "by": "Ute"},
    ]
    assert list(round_)[:3] == ["number", "drawn_at", "manual"]
    assert list(values["rounds"][1])[:3] == ["number", "hidden", "manual"]
    assert list(round_["pairings"][0])[2:] == ["outcome", "score", "games", "finished_at"]
    assert list(round_["pairings"][1])[2:] == ["outcome", "score", "games", "gave_up"]
    assert round_["pairings"][0]["games"] == [
        {"winner": 3, "kind": "pass"},
        {"winner": 3, "kind": "single"},
        {"winner": 3, "kind": "gammon", "cube": 2},
    ]
    assert round_["pairings"][1]["games"] == [{"winner": 2, "kind": "single", "conceded": True}]


def test_the_order_of_keys_is_no_matter():
    values = values_of(ARCHIVE)
    values["rules"] = dict(reversed(values["rules"].items()))

    assert read_archive(json.dumps(dict(reversed(values.items()))).encode()) == ARCHIVE


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_of_a_preset_only_what_differs_from_the_default_is_written(preset):
    archive = replace(
        ARCHIVE_1,
        format=preset.at(preset.lengths[-1]),
        rules=Rules(match_length=preset.lengths[-1], rounds=3),
        clock=CLOCKS["blitz"],
        rounds=(),
        is_closed=False,
    )
    written = {
        "cube": {"winner_opens": False},
        "tavli": {"game": "tavli"},
        "portes": {"game": "portes"},
        "plakoto": {"game": "plakoto"},
        "fevga": {"game": "fevga"},
    }

    bracketed = dict(values_of(archive)["rules"])
    for key in ("match_length", "gammons", "backgammons", "cube", "rounds", "count_excess_points"):
        del bracketed[key]

    assert bracketed == {**written.get(preset.key, {}), "clock": "blitz", "unplayed_win_points": 0}
    assert read_archive(write(archive)) == archive


def test_times_are_utc_to_the_second():
    local = AT.replace(microsecond=700_000).astimezone(datetime.timezone(datetime.timedelta(hours=1)))
    archive = replace(ARCHIVE, rounds=(replace(ARCHIVE.rounds[0], drawn_at=local), ARCHIVE.rounds[1]))

    assert values_of(archive)["rounds"][0]["drawn_at"] == "2026-11-20T20:15:03Z"


def test_where_there_is_no_fee_nobody_owes_one():
    archive = replace(ARCHIVE, fee=Fee(0), vouchers=(), players=(replace(ARCHIVE.players[0], payments=()),), rounds=())

    assert values_of(archive)["players"][0]["fee_paid"]
    assert read_archive(write(archive)).players[0].fee_paid is False


LOSSES = {
    Loss.RULES: {"format": replace(ARCHIVE_1.format, winner_opens=False)},
    Loss.CLOCK: {"clock": CLOCKS["normal"]},
    Loss.FEE_STEPS: {"fee": replace(ARCHIVE_1.fee, steps=((2, 900), (None, 800)))},
    Loss.SETTINGS: {"settings": {"treasurer": "Ute"}},
    Loss.PAYMENTS: {
        "players": (replace(ARCHIVE_1.players[0], payments=(Payment(1, 800, AT),)), *ARCHIVE_1.players[1:])
    },
    Loss.KEPT_APART: {"kept_apart": (KeptApart(1, 3, 1, 2), KeptApart(1, 2, 3))},
    Loss.HIDDEN: {"rounds": (ARCHIVE_1.rounds[0], replace(ARCHIVE_1.rounds[1], is_hidden=True))},
    Loss.REMATCHES_EVENLY: {
        "rounds": (
            replace(ARCHIVE_1.rounds[0], record=replace(ARCHIVE_1.rounds[0].record, rematches_evenly=True)),
            ARCHIVE_1.rounds[1],
        )
    },
    Loss.NOT_IN_PUBLIC: {"players": (replace(ARCHIVE_1.players[0], not_in_public=True), *ARCHIVE_1.players[1:])},
    Loss.GAMES: {
        "rounds": (
            replace(ARCHIVE_1.rounds[0], matches={3: ArchiveMatch(tuple(PlayedGame(side) for side in (0, 0, 1, 1)))}),
            ARCHIVE_1.rounds[1],
        )
    },
    Loss.TIMES: {"rounds": (replace(ARCHIVE_1.rounds[0], drawn_at=AT), ARCHIVE_1.rounds[1])},
}


def test_every_key_that_format_2_adds_names_what_format_1_loses_without_it():
    added = [
        (part, key)
        for part in Part2.__subclasses__()
        for key in part.model_fields
        if part.FORMER is not Part and key not in part.FORMER.model_fields
    ]

    unnamed = [
        f"{part.__name__}.{key} names no Loss in tournament/archive/format_2.py"
        for part, key in added
        if not any(isinstance(each, Loss) for each in part.model_fields[key].metadata)
    ]

    # With another ranking format 1 is refused.
    assert unnamed == ["RulesPart2.ranking names no Loss in tournament/archive/format_2.py"], "\n".join(unnamed)


# Who is not in public keeps at least the surname to themselves.
LEFT = {
    Loss.NOT_IN_PUBLIC: {
        "players": (
            replace(ARCHIVE_1.players[0], shown_as=first_name_and_initial(ARCHIVE_1.players[0].name)),
            *ARCHIVE_1.players[1:],
        )
    }
}


@pytest.mark.parametrize("loss", Loss)
def test_what_format_1_has_no_words_for_is_written_in_format_2_and_named(loss):
    archive = replace(ARCHIVE_1, **LOSSES[loss])

    assert values_of(archive)["format"] == "backgammon-swiss/2"
    assert read_archive(write(archive)) == archive
    assert lost_in_format_1(archive) == (loss,)
    assert write(archive, in_first_format=True) == write(replace(ARCHIVE_1, **LEFT.get(loss, {})))


def test_a_match_with_the_cube_cannot_be_written_in_format_1():
    with pytest.raises(Refused, match="archive_cube"):
        write(ARCHIVE, in_first_format=True)


def test_matches_longer_than_format_2_knows_stay_in_format_1():
    archive = replace(
        ARCHIVE_1, format=MatchFormat(match_length=26), rules=Rules(match_length=26), rounds=(), settings={"boards": 3}
    )

    assert values_of(archive)["format"] == "backgammon-swiss/1"
    assert read_archive(write(archive)).settings == {}


@pytest.mark.parametrize("path", ARCHIVES, ids=lambda path: path.stem)
def test_example_is_written_back_byte_for_byte(path):
    data = path.read_bytes()

    assert write(read_archive(data)) == data


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
@pytest.mark.parametrize("seed", range(5))
def test_invented_tournaments_of_every_preset_are_read_as_they_were_written(preset, seed):
    wanted = preset.at(preset.lengths[seed % len(preset.lengths)])
    archive = simulate(f"{preset.key} {seed}", "storm", 7, 4, wanted=wanted)

    data = write(archive)

    assert json.loads(data)["format"] == "backgammon-swiss/2"
    assert read_archive(data) == archive
    assert write(read_archive(data)) == data


def test_another_ranking_is_read_back_and_refused_in_format_1():
    archive = replace(ARCHIVE_1, rules=replace(ARCHIVE_1.rules, ranking=()))

    assert read_archive(write(archive)) == archive
    with pytest.raises(Refused, match="archive_ranking"):
        write(archive, in_first_format=True)
