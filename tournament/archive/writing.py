"""The bytes of an archive: one form for the same tournament, in format 1 as long as that says everything."""

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import to_json

from tournament.archive.contents import (
    Archive,
    ArchiveMatch,
    ArchivePlayer,
    ArchiveRound,
    OtherVoucher,
    Payment,
)
from tournament.archive.format_1 import CLOSED, FORMAT_1
from tournament.archive.format_2 import FORMAT_2, SETTINGS, Loss
from tournament.archive.losses import in_words_of_format_1, leave_out_added, losses_in, needs_format_2
from tournament.engine.record import PairingRecord, Result
from tournament.engine.standings import Standing
from tournament.engine.terms import KONSTANZ
from tournament.matches.clocks import CLOCKS, Clock, clock_name
from tournament.matches.formats import MatchFormat, has_crawford_game
from tournament.matches.games import PlayedGame


def write_archive(archive: Archive, standings: Sequence[Standing], *, in_first_format: bool = False) -> bytes:
    """The bytes of the file, always the same for the same tournament."""
    return written(archive_values(archive, standings, in_first_format=in_first_format))


def written(values: Mapping[str, Any]) -> bytes:
    """The bytes of a file with these values; raises PydanticSerializationError where one of them is no text."""
    return to_json(values, indent=1)


def archive_values(
    archive: Archive, standings: Sequence[Standing], *, in_first_format: bool = False
) -> dict[str, object]:
    """What stands in the file: in format 1 where that says everything, or where it is asked for.

    Raises Refused where format 1 is asked for and cannot say what the tournament is.
    """
    if not in_first_format:
        values = _values(archive, standings, FORMAT_2)
        if needs_format_2(archive, values):
            return values
    values = _values(in_words_of_format_1(archive), standings, FORMAT_1)
    leave_out_added(values)
    return values


def lost_in_format_1(archive: Archive) -> tuple[Loss, ...]:
    """What of this archive a file of format 1 would leave out, in the order of the file."""
    return losses_in(_values(archive, (), FORMAT_2))


def _values(archive: Archive, standings: Sequence[Standing], file_format: str) -> dict[str, object]:
    """All that is to be said of the tournament, also what the format has no key for.

    Keys that may be left out stand after the plain values beside them, before lists and objects inside.
    """
    fee = archive.fee
    values: dict[str, object] = {
        "format": file_format,
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
        "fee": {"amount_cents": fee.amount_cents, "currency": fee.currency}
        | _said(steps=[{"up_to": up_to, "amount_cents": cents} for up_to, cents in fee.steps]),
        "prizes": [
            {"place": prize.place, "description": prize.description, "price_cents": prize.price_cents}
            for prize in archive.prizes
        ],
    }
    values |= _said(
        settings={key: archive.settings[key] for key in SETTINGS if key in archive.settings},
        vouchers=[_voucher_values(voucher) for voucher in archive.vouchers],
    )
    # Where there is no fee, nobody owes one; format 1 knows only who has paid.
    owes_nothing = file_format == FORMAT_2 and not fee.amount_cents
    values |= {
        "players": [_player_values(player, owes_nothing) for player in archive.players],
        "rounds": [_round_values(round_, archive.rules.rounds) for round_ in archive.rounds],
        "standings": [standing_values(standing) for standing in standings],
    }
    return values


def _said(**values: object) -> dict[str, object]:
    """The values without those that are empty, zero, false or None."""
    return {key: value for key, value in values.items() if value}


def _time(at: datetime.datetime | None) -> str:
    """UTC to the second; empty where it is not known."""
    return at.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if at else ""


def _rules_values(archive: Archive) -> dict[str, object]:
    wanted, rules = archive.format, archive.rules
    values: dict[str, object] = {"match_length": rules.match_length}
    values |= _differing(wanted, "game")
    values |= {"gammons": wanted.gammons, "backgammons": wanted.backgammons, "cube": wanted.cube}
    values |= _differing(wanted, "cube_limit")
    if wanted.crawford != has_crawford_game(wanted.match_length, cube=wanted.cube):
        values["crawford"] = wanted.crawford
    values |= _differing(wanted, "jacoby", "beavers", "automatic_doubles", "winner_opens")
    values |= _said(clock=_clock_value(archive.clock))
    values |= {
        "rounds": rules.rounds,
        "count_excess_points": rules.count_excess_points,
        "unplayed_win_points": rules.unplayed_win_points,
    }
    # An empty list says something: that wins and lot decide.
    return values if rules.ranking == KONSTANZ else {**values, "ranking": rules.ranking}


def _differing(wanted: MatchFormat, *keys: str) -> dict[str, object]:
    plain = MatchFormat()
    return {key: getattr(wanted, key) for key in keys if getattr(wanted, key) != getattr(plain, key)}


def _clock_value(clock: Clock | None) -> object:
    name = clock_name(clock)
    if clock is None or name in CLOCKS:
        return name
    return {"reserve": clock.reserve, "delay": clock.delay, "rule": clock.rule.value}


def _payment_values(payment: Payment) -> dict[str, object]:
    values: dict[str, object] = {"voucher": payment.voucher} | _said(at=_time(payment.at))
    values |= {"amount_cents": payment.amount_cents} | _said(by=payment.by)
    then = {"kept_cents": payment.kept_cents, "open_cents": payment.open_cents}
    return (
        values
        | {key: cents for key, cents in then.items() if cents is not None}
        | _said(year_number=payment.year_number)
    )


def _voucher_values(voucher: OtherVoucher) -> dict[str, object]:
    return _payment_values(voucher.payment) | _said(
        player=voucher.player,
        party=voucher.party,
        prize=voucher.prize,
        purchase=voucher.purchase,
        cancelled_at=_time(voucher.cancelled_at),
        cancelled_by=voucher.cancelled_by,
        counters=voucher.counters,
    )


def _player_values(player: ArchivePlayer, owes_nothing: bool) -> dict[str, object]:
    return {
        "number": player.entry.number,
        "name": player.name,
        "club": player.club,
        "fee_paid": player.fee_paid or (owes_nothing and not player.fee_waived),
        **_said(payments=[_payment_values(payment) for payment in player.payments]),
        "joined_round": player.entry.joined_round,
        "withdrawn_after": player.entry.withdrawn_after,
        "absent_rounds": player.entry.absent_rounds,
        **_said(
            fee_waived=player.fee_waived,
            shown_as=player.shown_as,
            not_in_public=player.not_in_public,
            fixed_table=player.fixed_table,
        ),
    }


def _round_values(round_: ArchiveRound, planned_rounds: int) -> dict[str, object]:
    record = round_.record
    return {
        "number": record.number,
        **_said(drawn_at=_time(round_.drawn_at), hidden=round_.is_hidden),
        "manual": record.manual,
        "rematches_allowed": record.rematches_allowed,
        **({"planned_rounds": record.planned_rounds} if record.planned_rounds != planned_rounds else {}),
        **_said(reason=round_.reason, lookahead_bound=record.lookahead_bound),
        "pairings": [
            _pairing_values(pairing, round_.matches.get(pairing.first, ArchiveMatch())) for pairing in record.pairings
        ],
    }


def _pairing_values(pairing: PairingRecord, match: ArchiveMatch) -> dict[str, object]:
    return {
        "table": pairing.table,
        "players": (pairing.first, pairing.second),
        **_result_values(pairing.result),
        **_said(
            games=[_game_values(game, (pairing.first, pairing.second)) for game in match.games],
            gave_up=match.gave_up,
            finished_at=_time(match.finished_at),
            was=[{"until": past.until} | _result_values(past.result) for past in pairing.was],
        ),
    }


def _game_values(game: PlayedGame, players: tuple[int, int | None]) -> dict[str, object]:
    return {
        "winner": None if game.winner is None else players[game.winner],
        "kind": game.kind.value,
        **({"cube": game.cube} if game.cube != 1 else {}),
        **_said(automatic=game.automatic, conceded=game.conceded),
    }


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
        **{criterion.value: figure for criterion, figure in standing.figures.items()},
        "decided_by": standing.decided_by,
    }
