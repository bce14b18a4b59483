"""Reading and writing sound archives."""

import datetime
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.source import PACKAGE
from tournament.archive import format as archive_format
from tournament.archive.checks import read_archive
from tournament.archive.format import (
    Archive,
    ArchiveMatch,
    ArchivePart,
    ArchivePrize,
    ArchiveRound,
    Fee,
    OtherVoucher,
    Payment,
    Player,
    write_archive,
)
from tournament.engine.criteria import CHOICES
from tournament.engine.finals import shown_standings
from tournament.engine.record import (
    BYE,
    DOUBLE_FORFEIT,
    PENDING,
    CorrectedResult,
    EntryRecord,
    PairingRecord,
    Result,
    RoundRecord,
    Rules,
    TournamentRecord,
)
from tournament.engine.terms import Outcome
from tournament.matches.clocks import CLOCKS, Clock, ClockRule
from tournament.matches.formats import PRESETS, MatchFormat
from tournament.matches.games import GameEnding, PlayedGame
from tournament.simulation.tournaments import simulate

FIXTURES = Path(__file__).parents[2] / "fixtures"
EXAMPLES = sorted((*(FIXTURES / "cases").glob("*.json"), *(FIXTURES / "archives").glob("*.json")))
AT = datetime.datetime(2026, 11, 20, 20, 15, 3, tzinfo=datetime.UTC)

PLAIN = Archive(
    name="Vereinsabend",
    date=datetime.date(2026, 11, 20),
    venue="Konstanz",
    language="de",
    format=MatchFormat(),
    rules=Rules(rounds=3),
    draw_seed="6-3 5-1 4-4",
    fee=Fee(800),
    prizes=(ArchivePrize(1, "Brett", 2400),),
    players=(
        Player.of_entry(EntryRecord(1), "Anna", "Bodensee", fee_paid=True, fixed_table=1),
        Player.of_entry(EntryRecord(2, joined_round=2, withdrawn_after=2, absent_rounds=(3,)), "Bernd", shown_as="B."),
        Player.of_entry(EntryRecord(3), "Chloé", fee_waived="Schülerin"),
    ),
    rounds=(
        ArchiveRound(
            RoundRecord(
                number=1,
                pairings=(
                    PairingRecord(
                        first=3,
                        second=1,
                        result=Result(Outcome.STOPPED, score=(2, 2)),
                        table=7,
                        was=(CorrectedResult(2, Result(Outcome.FORFEIT, winner=1)),),
                    ),
                ),
                planned_rounds=2,
                manual=True,
                rematches_allowed=True,
                lookahead_bound=True,
            ),
            reason="Wanted",
        ),
        ArchiveRound(
            RoundRecord(
                number=2,
                pairings=(
                    PairingRecord(first=1, second=None, result=BYE),
                    PairingRecord(first=3, second=2, result=DOUBLE_FORFEIT, table=1),
                ),
                planned_rounds=3,
            )
        ),
    ),
    is_closed=True,
)

FULL = Archive(
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
        "begins_at": "19:30",
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
        OtherVoucher.model_construct(voucher=3, amount_cents=-2400, at=AT, by="Ute", prize=1, purchase="Brett"),
        OtherVoucher.model_construct(
            voucher=4, amount_cents=700, at=AT, player=2, party="Bernd", cancelled_at=AT, cancelled_by="Ute"
        ),
    ),
    players=(
        Player.of_entry(
            EntryRecord(1),
            "Anna",
            fee_paid=True,
            payments=[
                Payment.model_construct(voucher=1, amount_cents=900),
                Payment.model_construct(voucher=2, amount_cents=-200, at=AT, by="Ute"),
            ],
        ),
        Player.of_entry(EntryRecord(2), "Bernd"),
        Player.of_entry(EntryRecord(3), "Chloé", fee_waived="Schülerin"),
        Player.of_entry(EntryRecord(4), "Dilek", payments=[Payment.model_construct(voucher=5, amount_cents=300)]),
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


def write(archive):
    return write_archive(archive, shown_standings(archive.record))


def values_of(archive):
    return json.loads(write(archive))


def changed(archive, change):
    """The archive as read from its file after a change of the JSON values."""
    values = json.loads(write(archive))
    change(values)
    return read_archive(json.dumps(values).encode())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_is_written_back_byte_for_byte_with_our_own_standings(path):
    data = path.read_bytes()

    assert write(read_archive(data)) == data


@pytest.mark.parametrize("archive", [PLAIN, FULL], ids=["plain", "full"])
def test_all_that_an_archive_can_hold_is_read_as_it_was_written(archive):
    assert read_archive(write(archive)) == archive


def test_optional_keys_stand_after_their_plain_siblings():
    values = json.loads(write(PLAIN))

    assert list(values)[:7] == ["format", "name", "date", "venue", "language", "status", "rules"]
    assert [list(player)[7:] for player in values["players"]] == [["fixed_table"], ["shown_as"], ["fee_waived"]]
    assert list(values["rounds"][0]) == [
        "number",
        "manual",
        "rematches_allowed",
        "planned_rounds",
        "reason",
        "lookahead_bound",
        "pairings",
    ]


def test_record_holds_what_the_engine_reads():
    assert PLAIN.record == TournamentRecord(
        rules=PLAIN.rules,
        draw_seed="6-3 5-1 4-4",
        entries=tuple(player.entry for player in PLAIN.players),
        rounds=tuple(round_.record for round_ in PLAIN.rounds),
    )


def test_tournament_not_drawn_yet_has_an_empty_draw_seed():
    archive = replace(PLAIN, draw_seed="", rounds=(), is_closed=False)

    assert read_archive(write(archive)) == archive


def test_draw_seed_is_kept_exactly_as_it_stands():
    archive = replace(PLAIN, draw_seed=" u\N{COMBINING DIAERESIS} ")

    assert read_archive(write(archive)) == archive


def test_byte_order_mark_and_final_newline_are_no_matter():
    assert read_archive(b"\xef\xbb\xbf" + write(PLAIN) + b"\r\n") == PLAIN


def test_order_of_keys_players_and_prizes_is_no_matter():
    archive = replace(PLAIN, prizes=tuple(map(ArchivePrize, (1, 1, 2), ("Board", "Dice", "Cup"), (2400, 300, 900))))
    values = json.loads(write(archive))
    values["players"].reverse()
    values["prizes"].insert(0, values["prizes"].pop())

    assert read_archive(json.dumps(dict(reversed(values.items()))).encode()) == archive


def test_standings_are_left_unread():
    assert changed(PLAIN, lambda values: values.update(standings=None)) == PLAIN


def test_optional_keys_may_say_that_there_is_nothing_to_say():
    plain = replace(
        PLAIN,
        is_closed=False,
        players=tuple(player.model_copy(update={"fee_waived": "", "shown_as": ""}) for player in PLAIN.players),
        rounds=(PLAIN.rounds[1],),
    )
    plain = replace(plain, rounds=(replace(plain.rounds[0], record=replace(plain.rounds[0].record, number=1)),))
    present = {"joined_round": 1, "withdrawn_after": None, "absent_rounds": []}
    plain = replace(plain, players=tuple(player.model_copy(update=present) for player in plain.players))

    def say_nothing(values):
        values["status"] = "running"
        for player in values["players"]:
            player |= {"fee_waived": "", "shown_as": ""}
        for round_ in values["rounds"]:
            round_ |= {"planned_rounds": 3, "reason": "", "lookahead_bound": False}
            for pairing in round_["pairings"]:
                pairing["was"] = []

    assert changed(plain, say_nothing) == plain


def test_the_edges_of_what_is_allowed_are_read():
    players = (
        Player.of_entry(EntryRecord(1, withdrawn_after=0), "A" * 100, fee_paid=True),
        Player.of_entry(EntryRecord(2**31 - 1, joined_round=999), "B", fee_paid=True, fixed_table=1),
        Player.of_entry(EntryRecord(3), "=1+1", fee_waived="R" * 200),
        Player.of_entry(EntryRecord(4), "\N{RIGHT-TO-LEFT MARK}Zoë", fee_paid=True),
    )
    pairing = PairingRecord(first=4, second=3, result=Result(Outcome.STOPPED, score=(0, 0)), table=2**31 - 1)
    archive = replace(
        PLAIN,
        format=MatchFormat(match_length=1, gammons=False),
        rules=Rules(match_length=1, rounds=1),
        fee=Fee(0, "CHF"),
        prizes=(),
        players=players,
        rounds=(ArchiveRound(RoundRecord(number=1, pairings=(pairing,), planned_rounds=1)),),
    )
    by_number = replace(archive, players=(players[0], players[2], players[3], players[1]))

    assert read_archive(write(archive)) == by_number


def test_keys_stand_in_the_order_of_the_format():
    values = values_of(FULL)
    round_ = values["rounds"][0]

    assert list(values) == [
        *("format", "name", "date", "venue", "language", "rules", "draw_seed", "fee", "prizes", "settings"),
        *("vouchers", "players", "rounds", "standings"),
    ]
    assert values["format"] == "backgammon-swiss/1"
    assert list(values["rules"]) == [
        *("match_length", "gammons", "backgammons", "cube", "cube_limit", "crawford", "winner_opens", "clock"),
        *("rounds", "count_excess_points", "unplayed_win_points"),
    ]
    assert values["rules"]["clock"] == {"reserve": 90, "delay": 15, "rule": "delay"}
    assert list(values["settings"]) == list(FULL.settings)
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
    values = values_of(FULL)
    values["rules"] = dict(reversed(values["rules"].items()))

    assert read_archive(json.dumps(dict(reversed(values.items()))).encode()) == FULL


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_of_a_preset_only_what_differs_from_the_default_is_written(preset):
    archive = replace(
        PLAIN,
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
    archive = replace(FULL, rounds=(replace(FULL.rounds[0], drawn_at=local), FULL.rounds[1]))

    assert values_of(archive)["rounds"][0]["drawn_at"] == "2026-11-20T20:15:03Z"


def test_where_there_is_no_fee_nobody_owes_one():
    archive = replace(
        FULL, fee=Fee(0), vouchers=(), players=(FULL.players[0].model_copy(update={"payments": []}),), rounds=()
    )

    assert read_archive(write(archive)) == archive


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
@pytest.mark.parametrize("seed", range(5))
def test_invented_tournaments_of_every_preset_are_read_as_they_were_written(preset, seed):
    wanted = preset.at(preset.lengths[seed % len(preset.lengths)])
    archive = simulate(f"{preset.key} {seed}", "storm", 7, 4, wanted=wanted)

    data = write(archive)

    assert json.loads(data)["format"] == "backgammon-swiss/1"
    assert read_archive(data) == archive
    assert write(read_archive(data)) == data


def test_another_ranking_is_read_back():
    archive = replace(PLAIN, rules=replace(PLAIN.rules, ranking=()))

    assert read_archive(write(archive)) == archive


def test_every_key_stands_in_the_description():
    described = (PACKAGE / "archive" / "README.md").read_text("utf-8")
    parts = [part for part in vars(archive_format).values() if isinstance(part, type) and issubclass(part, ArchivePart)]
    keys = {key for part in parts for _name, key, _usual in part.KEYS}

    missing = {key for key in keys if f"`{key}`" not in described and f'"{key}":' not in described}

    assert missing == set()


def test_the_rules_of_the_ranking_name_every_criterion_as_the_archive_does():
    rules = (PACKAGE.parent / "docs" / "arbiter.md").read_text("utf-8").lower().replace("-", " ")

    assert [criterion for criterion in CHOICES if criterion.replace("_", " ") not in rules] == []
