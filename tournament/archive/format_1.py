"""The tournament archive, format 1: text <-> plain frozen values. No models, no database.

Keys may stand in any order and what says nothing may be written out when reading; when writing there is
one form only. `standings` is written for people and other programs, and left unread.
"""

import datetime
import json
import re
from collections.abc import Sequence

from tournament.archive.checks import refuse_what_does_not_fit_together
from tournament.archive.contents import Archive, ArchivePlayer, ArchiveRound, Fee, Prize
from tournament.archive.strict_json import (
    LARGEST_NUMBER,
    JsonObject,
    Keys,
    number_within,
    parse,
    quote,
    refuse_unless_ascending,
)
from tournament.engine.record import (
    EntryRecord,
    PairingRecord,
    PastResult,
    Result,
    RoundRecord,
    Rules,
    Score,
)
from tournament.engine.refusals import Refused
from tournament.engine.standings import Standing
from tournament.engine.terms import Outcome

FORMAT = "backgammon-swiss/1"
MOST_BYTES = 200_000_000
"""Twice what 100,000 players with nine rounds need."""

MOST_ROUNDS = 999
MOST_POINTS = 999
MOST_PLACES = 999
LONGEST_NAME = 100
LONGEST_REMARK = 200
LONGEST_SEED = 1000
LANGUAGES = ("de", "en")
RUNNING, CLOSED = "running", "closed"

_TOP = Keys(
    (
        "format",
        "name",
        "date",
        "venue",
        "language",
        "rules",
        "draw_seed",
        "fee",
        "prizes",
        "players",
        "rounds",
        "standings",
    ),
    ("status",),
)
_RULES = Keys(
    ("match_length", "gammons", "backgammons", "cube", "rounds", "count_excess_points", "unplayed_win_points")
)
_FEE = Keys(("amount_cents", "currency"))
_PRIZE = Keys(("place", "description", "price_cents"))
_PLAYER = Keys(
    ("number", "name", "club", "fee_paid", "joined_round", "withdrawn_after", "absent_rounds"),
    ("fee_waived", "shown_as", "fixed_table"),
)
_ROUND = Keys(("number", "manual", "rematches_allowed", "pairings"), ("planned_rounds", "reason", "lookahead_bound"))
_PAIRING = Keys(("table", "players", "outcome"), ("score", "winner", "was"))
_PAST_RESULT = Keys(("until", "outcome"), ("score", "winner"))
_OUTCOMES_OF_THE_PAST = tuple(outcome for outcome in Outcome if outcome not in (Outcome.BYE, Outcome.PENDING))


def read_archive(data: bytes) -> Archive:
    """The tournament in the file; players by start number, prizes by place.

    Refuses a file that breaks any rule of the format, naming the place or the round and the players.
    """
    if len(data) > MOST_BYTES:
        raise Refused("archive_too_large", megabytes=MOST_BYTES // 1_000_000)
    top = parse(data)
    # Before the other keys: a later format may have more of them.
    if top.values.get("format") != FORMAT:
        raise Refused("archive_wrong_format", found=quote(top.values.get("format")), expected=FORMAT)
    archive = _archive(top.with_keys(_TOP))
    refuse_what_does_not_fit_together(archive)
    return archive


def _archive(top: JsonObject) -> Archive:
    rules = _rules(top.object("rules", _RULES))
    fee = top.object("fee", _FEE)
    return Archive(
        name=top.text("name", LONGEST_NAME),
        date=_date(top),
        venue=top.text("venue", LONGEST_NAME, may_be_empty=True),
        language=top.one_of("language", LANGUAGES),
        rules=rules,
        draw_seed=top.verbatim_text("draw_seed", LONGEST_SEED),
        fee=Fee(fee.number("amount_cents", 0), _currency(fee)),
        prizes=tuple(sorted(map(_prize, top.objects("prizes", _PRIZE)), key=lambda prize: prize.place)),
        players=tuple(sorted(map(_player, top.objects("players", _PLAYER)), key=lambda player: player.entry.number)),
        rounds=tuple(_round(round_, rules.rounds) for round_ in top.objects("rounds", _ROUND)),
        is_closed="status" in top and top.one_of("status", (RUNNING, CLOSED)) == CLOSED,
    )


def _date(top: JsonObject) -> datetime.date:
    text = top.verbatim_text("date", LONGEST_NAME)
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        date = None
    # Python also reads 20261120 and 2026-W47-5.
    if date is None or date.isoformat() != text:
        raise Refused("archive_not_a_date", place=top.at("date"), value=quote(text))
    return date


def _rules(rules: JsonObject) -> Rules:
    if rules.flag("cube"):
        raise Refused("archive_cube")
    return Rules(
        match_length=rules.number("match_length", 1, MOST_POINTS),
        gammons=rules.flag("gammons"),
        backgammons=rules.flag("backgammons"),
        rounds=rules.number("rounds", 1, MOST_ROUNDS),
        count_excess_points=rules.flag("count_excess_points"),
        unplayed_win_points=rules.number("unplayed_win_points", 0, MOST_POINTS),
    )


def _currency(fee: JsonObject) -> str:
    currency = fee.verbatim_text("currency", LONGEST_NAME)
    if not re.fullmatch("[A-Z]{3}", currency):
        raise Refused("archive_not_a_currency", place=fee.at("currency"), value=quote(currency))
    return currency


def _prize(prize: JsonObject) -> Prize:
    return Prize(
        place=prize.number("place", 1, MOST_PLACES),
        description=prize.text("description", LONGEST_REMARK),
        price_cents=prize.number("price_cents", 0),
    )


def _player(player: JsonObject) -> ArchivePlayer:
    return ArchivePlayer(
        entry=EntryRecord(
            number=player.number("number", 1),
            joined_round=player.number("joined_round", 1, MOST_ROUNDS),
            withdrawn_after=player.number_or_null("withdrawn_after", 0, MOST_ROUNDS),
            absent_rounds=player.numbers("absent_rounds", 1, MOST_ROUNDS),
        ),
        name=player.text("name", LONGEST_NAME),
        club=player.text("club", LONGEST_NAME, may_be_empty=True),
        fee_paid=player.flag("fee_paid"),
        fee_waived=_remark(player, "fee_waived", LONGEST_REMARK),
        shown_as=_remark(player, "shown_as", LONGEST_NAME),
        fixed_table=player.number("fixed_table", 1) if "fixed_table" in player else None,
    )


def _remark(part: JsonObject, key: str, longest: int) -> str:
    return part.text(key, longest, may_be_empty=True) if key in part else ""


def _round(round_: JsonObject, planned_rounds: int) -> ArchiveRound:
    record = RoundRecord(
        number=round_.number("number", 1, MOST_ROUNDS),
        pairings=tuple(map(_pairing, round_.objects("pairings", _PAIRING))),
        planned_rounds=(
            round_.number("planned_rounds", 1, MOST_ROUNDS) if "planned_rounds" in round_ else planned_rounds
        ),
        manual=round_.flag("manual"),
        rematches_allowed=round_.flag("rematches_allowed"),
        lookahead_bound="lookahead_bound" in round_ and round_.flag("lookahead_bound"),
    )
    return ArchiveRound(record, _remark(round_, "reason", LONGEST_REMARK))


def _pairing(pairing: JsonObject) -> PairingRecord:
    first, second = pairing.two_of("players")
    place = pairing.at("players")
    return PairingRecord(
        first=number_within(first, 1, LARGEST_NUMBER, f"{place}[0]"),
        second=None if second is None else number_within(second, 1, LARGEST_NUMBER, f"{place}[1]"),
        result=_result(pairing, tuple(Outcome)),
        table=pairing.number_or_null("table", 1),
        was=_past_results(pairing) if "was" in pairing else (),
    )


def _past_results(pairing: JsonObject) -> tuple[PastResult, ...]:
    past_results = tuple(
        PastResult(past.number("until", 1, MOST_ROUNDS), _result(past, _OUTCOMES_OF_THE_PAST))
        for past in pairing.objects("was", _PAST_RESULT)
    )
    refuse_unless_ascending([past.until for past in past_results], pairing.at("was"))
    return past_results


def _result(part: JsonObject, outcomes: Sequence[Outcome]) -> Result:
    outcome = Outcome(part.one_of("outcome", outcomes))
    for key, belongs in (
        ("score", outcome in (Outcome.PLAYED, Outcome.STOPPED)),
        ("winner", outcome is Outcome.FORFEIT),
    ):
        if belongs and key not in part:
            raise Refused("archive_missing_key", places=part.at(key))
        if key in part and not belongs:
            raise Refused("archive_key_without_use", place=part.at(key), outcome=outcome.value)
    return Result(
        outcome,
        score=_score(part) if "score" in part else None,
        winner=part.number("winner", 1) if "winner" in part else None,
    )


def _score(part: JsonObject) -> Score:
    first, second = part.two_of("score")
    place = part.at("score")
    return number_within(first, 0, LARGEST_NUMBER, f"{place}[0]"), number_within(
        second, 0, LARGEST_NUMBER, f"{place}[1]"
    )


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
        "rules": _rules_values(archive.rules),
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


def _rules_values(rules: Rules) -> dict[str, object]:
    return {
        "match_length": rules.match_length,
        "gammons": rules.gammons,
        "backgammons": rules.backgammons,
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
