"""Reading and writing sound archives."""

import datetime
import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.archive.formats import in_format_2
from tournament.archive.checks import read_archive
from tournament.archive.format import Archive, ArchivePlayer, ArchivePrize, ArchiveRound, Fee, write_archive
from tournament.engine.record import (
    BYE,
    DOUBLE_FORFEIT,
    CorrectedResult,
    EntryRecord,
    PairingRecord,
    Result,
    RoundRecord,
    Rules,
    TournamentRecord,
)
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.matches.formats import MatchFormat

CASES = sorted((Path(__file__).parents[2] / "fixtures" / "cases").glob("*.json"))

ARCHIVE = Archive(
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
        ArchivePlayer(EntryRecord(1), "Anna", "Bodensee", fee_paid=True, fixed_table=1),
        ArchivePlayer(EntryRecord(2, joined_round=2, withdrawn_after=2, absent_rounds=(3,)), "Bernd", shown_as="B."),
        ArchivePlayer(EntryRecord(3), "Chloé", fee_waived="Schülerin"),
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


def write(archive):
    return write_archive(archive, standings(archive.record))


def changed(archive, change):
    """The archive as read from a file of format 1 after a change of the JSON values."""
    values = json.loads(write(archive)) | {"format": "backgammon-swiss/1"}
    change(values)
    return read_archive(json.dumps(values).encode())


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_example_is_written_back_byte_for_byte_in_format_2_with_our_own_standings(path):
    data = path.read_bytes()

    assert write(read_archive(data)) == in_format_2(data)


def test_all_that_an_archive_can_hold_is_read_as_it_was_written():
    assert read_archive(write(ARCHIVE)) == ARCHIVE


def test_optional_keys_stand_after_their_plain_siblings():
    values = json.loads(write(ARCHIVE))

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
    assert ARCHIVE.record == TournamentRecord(
        rules=ARCHIVE.rules,
        draw_seed="6-3 5-1 4-4",
        entries=tuple(player.entry for player in ARCHIVE.players),
        rounds=tuple(round_.record for round_ in ARCHIVE.rounds),
    )


def test_tournament_not_drawn_yet_has_an_empty_draw_seed():
    archive = replace(ARCHIVE, draw_seed="", rounds=(), is_closed=False)

    assert read_archive(write(archive)) == archive


def test_draw_seed_is_kept_exactly_as_it_stands():
    archive = replace(ARCHIVE, draw_seed=" u\N{COMBINING DIAERESIS} ")

    assert read_archive(write(archive)) == archive


def test_byte_order_mark_and_final_newline_are_no_matter():
    assert read_archive(b"\xef\xbb\xbf" + write(ARCHIVE) + b"\r\n") == ARCHIVE


def test_order_of_keys_players_and_prizes_is_no_matter():
    archive = replace(ARCHIVE, prizes=tuple(map(ArchivePrize, (1, 1, 2), ("Board", "Dice", "Cup"), (2400, 300, 900))))
    values = json.loads(write(archive))
    values["players"].reverse()
    values["prizes"].insert(0, values["prizes"].pop())

    assert read_archive(json.dumps(dict(reversed(values.items()))).encode()) == archive


def test_standings_are_left_unread():
    assert changed(ARCHIVE, lambda values: values.update(standings=None)) == ARCHIVE


def test_optional_keys_may_say_that_there_is_nothing_to_say():
    plain = replace(
        ARCHIVE,
        is_closed=False,
        players=tuple(replace(player, fee_waived="", shown_as="") for player in ARCHIVE.players),
        rounds=(ARCHIVE.rounds[1],),
    )
    plain = replace(plain, rounds=(replace(plain.rounds[0], record=replace(plain.rounds[0].record, number=1)),))
    plain = replace(
        plain, players=tuple(replace(player, entry=EntryRecord(player.entry.number)) for player in plain.players)
    )

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
        ArchivePlayer(EntryRecord(1, withdrawn_after=0), "A" * 100),
        ArchivePlayer(EntryRecord(2**31 - 1, joined_round=999), "B", fixed_table=1),
        ArchivePlayer(EntryRecord(3), "=1+1", fee_waived="R" * 200),
        ArchivePlayer(EntryRecord(4), "\N{RIGHT-TO-LEFT MARK}Zoë"),
    )
    pairing = PairingRecord(first=4, second=3, result=Result(Outcome.STOPPED, score=(0, 0)), table=2**31 - 1)
    archive = replace(
        ARCHIVE,
        format=MatchFormat(match_length=1, gammons=False),
        rules=Rules(match_length=1, rounds=1),
        fee=Fee(0, "CHF"),
        prizes=(),
        players=players,
        rounds=(ArchiveRound(RoundRecord(number=1, pairings=(pairing,), planned_rounds=1)),),
    )
    by_number = replace(archive, players=(players[0], players[2], players[3], players[1]))

    assert read_archive(write(archive)) == by_number
