"""The tournament archive, format 1: text <-> plain frozen values. No models, no database.

Keys may stand in any order and what says nothing may be written out when reading; when writing there is
one form only. `standings` is written for people and other programs, and left unread.
"""

import datetime
import json
import re
from collections.abc import Sequence
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from tournament.archive.checks import refuse_what_does_not_fit_together
from tournament.archive.contents import Archive, ArchivePlayer, ArchiveRound, Fee, Prize
from tournament.archive.strict_json import (
    Part,
    broken,
    composed,
    number,
    parse,
    quote,
    refuse_unless_ascending,
    verbatim,
)
from tournament.engine.record import EntryRecord, PairingRecord, PastResult, Result, RoundRecord, Rules
from tournament.engine.refusals import Refused
from tournament.engine.standings import Standing
from tournament.engine.terms import Outcome
from tournament.languages import LANGUAGES
from tournament.matches.formats import MatchFormat

FORMAT = "backgammon-swiss/1"
MOST_BYTES = 200_000_000
"""Twice what 100,000 players with nine rounds need."""

MOST_ROUNDS = 999
MOST_POINTS = 999
MOST_PLACES = 999
LONGEST_NAME = 100
LONGEST_REMARK = 200
LONGEST_SEED = 1000
CLOSED = "closed"

Text = Annotated[str, verbatim(LONGEST_NAME), composed()]
TextOrNothing = Annotated[str, verbatim(LONGEST_NAME), composed(may_be_empty=True)]
Remark = Annotated[str, verbatim(LONGEST_REMARK), composed()]
RemarkOrNothing = Annotated[str, verbatim(LONGEST_REMARK), composed(may_be_empty=True)]
StartNumber = Annotated[int, number(1)]
RoundNumber = Annotated[int, number(1, MOST_ROUNDS)]
Points = Annotated[int, number(0)]
Cents = Annotated[int, number(0)]


def _date(text: str) -> str:
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        date = None
    # Python also reads 20261120 and 2026-W47-5.
    if date is None or date.isoformat() != text:
        raise broken("archive_not_a_date", value=quote(text))
    return text


def _currency(text: str) -> str:
    if not re.fullmatch("[A-Z]{3}", text):
        raise broken("archive_not_a_currency", value=quote(text))
    return text


def _language(text: str) -> str:
    known = [language.short for language in LANGUAGES]
    if text not in known:
        raise broken("archive_not_one_of", value=quote(text), choices=", ".join(known))
    return text


def _ascending(numbers: list[int]) -> list[int]:
    refuse_unless_ascending(numbers)
    return numbers


class _Rules(Part):
    match_length: Annotated[int, number(1, MOST_POINTS)]
    gammons: bool
    backgammons: bool
    cube: bool
    rounds: RoundNumber
    count_excess_points: bool
    unplayed_win_points: Annotated[int, number(0, MOST_POINTS)]

    def rules(self) -> Rules:
        if self.cube:
            raise Refused("archive_cube")
        return Rules(self.match_length, self.rounds, self.count_excess_points, self.unplayed_win_points)

    def format(self) -> MatchFormat:
        return MatchFormat(match_length=self.match_length, gammons=self.gammons, backgammons=self.backgammons)


class _Fee(Part):
    amount_cents: Cents
    currency: Annotated[str, verbatim(LONGEST_NAME), AfterValidator(_currency)]


class _Prize(Part):
    place: Annotated[int, number(1, MOST_PLACES)]
    description: Remark
    price_cents: Cents


class _Player(Part):
    number: StartNumber
    name: Text
    club: TextOrNothing
    fee_paid: bool
    joined_round: RoundNumber
    withdrawn_after: Annotated[int, number(0, MOST_ROUNDS)] | None
    absent_rounds: Annotated[list[RoundNumber], AfterValidator(_ascending)]
    fee_waived: RemarkOrNothing = ""
    shown_as: TextOrNothing = ""
    fixed_table: Annotated[int, number(1)] = 0

    def player(self) -> ArchivePlayer:
        return ArchivePlayer(
            entry=EntryRecord(self.number, self.joined_round, self.withdrawn_after, tuple(self.absent_rounds)),
            name=self.name,
            club=self.club,
            fee_paid=self.fee_paid,
            fee_waived=self.fee_waived,
            shown_as=self.shown_as,
            fixed_table=self.fixed_table or None,
        )


class _Result(Part):
    """What is written of a result; which keys go with it follows from its outcome."""

    outcome: str
    score: Annotated[list[Points], Field(min_length=2, max_length=2)] = []
    winner: StartNumber = 0

    @model_validator(mode="after")
    def _has_what_its_outcome_needs(self) -> Self:
        needed = {"played": "score", "stopped": "score", "forfeit": "winner"}.get(self.outcome)
        if needed and needed not in self.model_fields_set:
            raise broken("archive_missing_key", key=needed)
        for key in ("score", "winner"):
            if key in self.model_fields_set and key != needed:
                raise broken("archive_key_without_use", key=key, outcome=self.outcome)
        return self

    def result(self) -> Result:
        score = (self.score[0], self.score[1]) if self.score else None
        return Result(Outcome(self.outcome), score=score, winner=self.winner or None)


class _PastResult(_Result):
    until: RoundNumber
    outcome: Literal["played", "forfeit", "double_forfeit", "stopped"]


def _until_ascends(past: list[_PastResult]) -> list[_PastResult]:
    refuse_unless_ascending([result.until for result in past])
    return past


class _Pairing(_Result):
    table: Annotated[int, number(1)] | None
    players: Annotated[list[StartNumber | None], Field(min_length=2, max_length=2)]
    outcome: Literal["played", "forfeit", "double_forfeit", "stopped", "bye", "pending"]
    was: Annotated[list[_PastResult], AfterValidator(_until_ascends)] = []

    def pairing(self) -> PairingRecord:
        first, second = self.players
        past = tuple(PastResult(past.until, past.result()) for past in self.was)
        return PairingRecord(first, second, self.result(), self.table, past)


class _Round(Part):
    number: RoundNumber
    manual: bool
    rematches_allowed: bool
    pairings: list[_Pairing]
    planned_rounds: RoundNumber = 0
    reason: RemarkOrNothing = ""
    lookahead_bound: bool = False

    def round(self, planned_rounds: int) -> ArchiveRound:
        record = RoundRecord(
            number=self.number,
            pairings=tuple(pairing.pairing() for pairing in self.pairings),
            planned_rounds=self.planned_rounds or planned_rounds,
            manual=self.manual,
            rematches_allowed=self.rematches_allowed,
            lookahead_bound=self.lookahead_bound,
        )
        return ArchiveRound(record, self.reason)


class _Tournament(Part):
    format: Literal["backgammon-swiss/1"]
    name: Text
    date: Annotated[str, verbatim(LONGEST_NAME), AfterValidator(_date)]
    venue: TextOrNothing
    language: Annotated[str, AfterValidator(_language)]
    rules: _Rules
    draw_seed: Annotated[str, verbatim(LONGEST_SEED)]
    fee: _Fee
    prizes: list[_Prize]
    players: list[_Player]
    rounds: list[_Round]
    standings: object
    status: Literal["running", "closed"] = "running"

    def archive(self) -> Archive:
        rules = self.rules.rules()
        prizes = (Prize(prize.place, prize.description, prize.price_cents) for prize in self.prizes)
        players = (player.player() for player in self.players)
        return Archive(
            name=self.name,
            date=datetime.date.fromisoformat(self.date),
            venue=self.venue,
            language=self.language,
            format=self.rules.format(),
            rules=rules,
            draw_seed=self.draw_seed,
            fee=Fee(self.fee.amount_cents, self.fee.currency),
            prizes=tuple(sorted(prizes, key=lambda prize: prize.place)),
            players=tuple(sorted(players, key=lambda player: player.entry.number)),
            rounds=tuple(round_.round(rules.rounds) for round_ in self.rounds),
            is_closed=self.status == CLOSED,
        )


def read_archive(data: bytes) -> Archive:
    """The tournament in the file; players by start number, prizes by place.

    Refuses a file that breaks any rule of the format, naming the place or the round and the players.
    """
    if len(data) > MOST_BYTES:
        raise Refused("archive_too_large", megabytes=MOST_BYTES // 1_000_000)
    values = parse(data)
    # Before the other keys: a later format may have more of them.
    if values.get("format") != FORMAT:
        raise Refused("archive_wrong_format", found=quote(values.get("format")), expected=FORMAT)
    archive = _Tournament.of(values).archive()
    refuse_what_does_not_fit_together(archive)
    return archive


def write_archive(archive: Archive, standings: Sequence[Standing]) -> bytes:
    """The bytes of the file, always the same for the same tournament.

    Keys that may be left out stand after the plain values beside them, before lists and objects inside.
    """
    values: dict[str, object] = {
        "format": FORMAT,
        "name": archive.name,
        "date": archive.date.isoformat(),
        "venue": archive.venue,
        "language": archive.language,
    }
    if archive.is_closed:
        values["status"] = CLOSED
    values |= {
        "rules": _rules_values(archive),
        "draw_seed": archive.draw_seed,
        "fee": {"amount_cents": archive.fee.amount_cents, "currency": archive.fee.currency},
        "prizes": [
            {"place": prize.place, "description": prize.description, "price_cents": prize.price_cents}
            for prize in archive.prizes
        ],
        "players": [_player_values(player) for player in archive.players],
        "rounds": [_round_values(round_, archive.rules.rounds) for round_ in archive.rounds],
        "standings": [standing_values(standing) for standing in standings],
    }
    return json.dumps(values, ensure_ascii=False, indent=1).encode()


def _rules_values(archive: Archive) -> dict[str, object]:
    wanted, rules = archive.format, archive.rules
    return {
        "match_length": rules.match_length,
        "gammons": wanted.gammons,
        "backgammons": wanted.backgammons,
        "cube": False,
        "rounds": rules.rounds,
        "count_excess_points": rules.count_excess_points,
        "unplayed_win_points": rules.unplayed_win_points,
    }


def _player_values(player: ArchivePlayer) -> dict[str, object]:
    values: dict[str, object] = {
        "number": player.entry.number,
        "name": player.name,
        "club": player.club,
        "fee_paid": player.fee_paid,
        "joined_round": player.entry.joined_round,
        "withdrawn_after": player.entry.withdrawn_after,
        "absent_rounds": player.entry.absent_rounds,
    }
    if player.fee_waived:
        values["fee_waived"] = player.fee_waived
    if player.shown_as:
        values["shown_as"] = player.shown_as
    if player.fixed_table is not None:
        values["fixed_table"] = player.fixed_table
    return values


def _round_values(round_: ArchiveRound, planned_rounds: int) -> dict[str, object]:
    record = round_.record
    values: dict[str, object] = {
        "number": record.number,
        "manual": record.manual,
        "rematches_allowed": record.rematches_allowed,
    }
    if record.planned_rounds != planned_rounds:
        values["planned_rounds"] = record.planned_rounds
    if round_.reason:
        values["reason"] = round_.reason
    if record.lookahead_bound:
        values["lookahead_bound"] = True
    return values | {"pairings": [_pairing_values(pairing) for pairing in record.pairings]}


def _pairing_values(pairing: PairingRecord) -> dict[str, object]:
    values: dict[str, object] = {"table": pairing.table, "players": (pairing.first, pairing.second)}
    values |= _result_values(pairing.result)
    if pairing.was:
        values["was"] = [{"until": past.until} | _result_values(past.result) for past in pairing.was]
    return values


def _result_values(result: Result) -> dict[str, object]:
    values: dict[str, object] = {"outcome": result.outcome.value}
    if result.score is not None:
        values["score"] = result.score
    if result.winner is not None:
        values["winner"] = result.winner
    return values


def standing_values(standing: Standing) -> dict[str, object]:
    """A row of the ranking as it stands in the file."""
    return {
        "rank": standing.rank,
        "player": standing.number,
        "match_wins": standing.match_wins,
        "point_difference": standing.point_difference,
        "buchholz": standing.buchholz,
        "decided_by": standing.decided_by,
    }
