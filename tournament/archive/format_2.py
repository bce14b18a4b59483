"""Format 2 of the tournament archive: what it adds to format 1, and how it is written."""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator
from pydantic_core import to_json

from tournament.archive.contents import Archive, ArchiveMatch, ArchivePlayer, ArchiveRound, Fee, OtherVoucher, Payment
from tournament.archive.format_1 import (
    CLOSED,
    Cents,
    FeePart,
    PairingPart,
    PlayerPart,
    RemarkOrNothing,
    RoundNumber,
    RoundPart,
    RulesPart,
    StartNumber,
    TextOrNothing,
    TournamentPart,
    refuse_later_year,
    two,
)
from tournament.archive.strict_json import (
    LARGEST_NUMBER,
    Part,
    broken,
    number,
    quote,
    refuse_unless_ascending,
    verbatim,
)
from tournament.engine.criteria import CHOICES, ranking_of
from tournament.engine.record import KeptApart, PairingRecord, Result, Rules, in_order
from tournament.engine.refusals import Refused
from tournament.engine.standings import Standing
from tournament.engine.terms import KONSTANZ, Criterion
from tournament.matches.clocks import CLOCKS, LONGEST_DELAY, LONGEST_RESERVE, Clock, ClockRule, clock_name
from tournament.matches.formats import (
    CUBE_LIMITS,
    LONGEST_MATCH,
    MOST_AUTOMATIC_DOUBLES,
    MatchFormat,
    MatchGame,
    has_crawford_game,
    refuse_excess_points,
    refuse_format,
)
from tournament.matches.games import GameEnding, PlayedGame

# The keys that format 2 adds: what a match is, its games, times, money, settings. An added key at its default is
# refused. `vouchers` and the setting `organiser` hold what only the papers of a tournament show.

FORMAT_2 = "backgammon-swiss/2"
LONGEST_HAND = 150
MOST_OF_A_SETTING = 2**15 - 1


def _amount(cents: int) -> int:
    if not cents:
        raise broken("archive_no_amount")
    return cents


def _read_time(text: str) -> str:
    try:
        moment = _moment(text)
    except ValueError:
        raise broken("archive_not_a_time", value=quote(text)) from None
    if moment:
        refuse_later_year(text)
    return text


def _moment(text: str) -> datetime.datetime | None:
    """The moment, in UTC and to the second; None for an empty text."""
    if not text:
        return None
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", text, re.ASCII):
        raise ValueError(text)
    return datetime.datetime.fromisoformat(text)


Time = Annotated[str, AfterValidator(_read_time)]
Hand = Annotated[str, verbatim(LONGEST_HAND)]
VoucherNumber = Annotated[int, number(1)]
Moved = Annotated[int, number(-LARGEST_NUMBER), AfterValidator(_amount)]


class Part2(Part):
    """A part of format 1, `FORMER`, with added keys, which are left out at their defaults."""

    FORMER: ClassVar[type[Part]] = Part

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        for key, field in type(self).model_fields.items():
            is_added = key not in self.FORMER.model_fields and key in self.model_fields_set
            if (
                is_added
                and not field.is_required()
                and getattr(self, key) == field.get_default(call_default_factory=True)
            ):
                raise broken("archive_says_nothing", key=key)
        return self


class _ClockPart(Part):
    reserve: Annotated[int, number(1, LONGEST_RESERVE)]
    delay: Annotated[int, number(0, LONGEST_DELAY)]
    rule: Literal["normal", "blitz", "delay"]


def _criterion(name: str) -> str:
    if name not in [criterion.value for criterion in Criterion]:
        raise broken("archive_not_one_of", value=quote(name), choices=", ".join(CHOICES))
    return name


class RulesPart2(RulesPart, Part2):
    FORMER = RulesPart

    game: Literal["backgammon", "portes", "plakoto", "fevga", "tavli"] = "backgammon"
    cube_limit: Annotated[int, number(CUBE_LIMITS[0], CUBE_LIMITS[-1])] = CUBE_LIMITS[-1]
    crawford: bool | None = None
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: Annotated[int, number(0, MOST_AUTOMATIC_DOUBLES)] = 0
    winner_opens: bool = True
    clock: object = None
    ranking: list[Annotated[str, AfterValidator(_criterion)]] = [*KONSTANZ]

    @model_validator(mode="after")
    def _crawford_says_something(self) -> Self:
        if self.crawford is has_crawford_game(self.match_length, cube=self.cube):
            raise broken("archive_says_nothing", key="crawford")
        return self

    def rules(self) -> Rules:
        ranking = ranking_of(self.ranking)
        return Rules(self.match_length, self.rounds, self.count_excess_points, self.unplayed_win_points, ranking)

    def format(self) -> MatchFormat:
        usually = has_crawford_game(self.match_length, cube=self.cube)
        wanted = MatchFormat(
            game=MatchGame(self.game),
            match_length=self.match_length,
            gammons=self.gammons,
            backgammons=self.backgammons,
            cube=self.cube,
            cube_limit=self.cube_limit,
            crawford=usually if self.crawford is None else self.crawford,
            jacoby=self.jacoby,
            beavers=self.beavers,
            automatic_doubles=self.automatic_doubles,
            winner_opens=self.winner_opens,
        )
        known = wanted
        if wanted == MatchFormat(match_length=self.match_length, gammons=self.gammons, backgammons=self.backgammons):
            # Format 1 also knows longer matches than are offered, without the cube.
            known = replace(wanted, match_length=min(self.match_length, LONGEST_MATCH))
        refuse_format(known)
        if self.count_excess_points:
            refuse_excess_points(wanted)
        return wanted

    def match_clock(self) -> Clock | None:
        """The known clock of this name, or the one that the file describes."""
        if self.clock is None:
            return None
        if isinstance(self.clock, str):
            if self.clock not in CLOCKS:
                raise Refused(
                    "archive_not_one_of", place="rules.clock", value=quote(self.clock), choices=", ".join(CLOCKS)
                )
            return CLOCKS[self.clock]
        own = _ClockPart.of(self.clock, within=("rules", "clock"))
        return Clock(ClockRule(own.rule), own.reserve, own.delay)


class _StepPart(Part):
    up_to: Annotated[int, number(1)] | None
    amount_cents: Cents


class FeePart2(FeePart, Part2):
    FORMER = FeePart

    steps: list[_StepPart] = []

    def fee(self) -> Fee:
        return replace(super().fee(), steps=tuple((step.up_to, step.amount_cents) for step in self.steps))


def year_number_text(text: str) -> str:
    """Check the form of a voucher's number in a year of its club."""
    if not re.fullmatch(r"\d{4}-\d{4,9}", text, re.ASCII):
        raise broken("archive_not_a_year_number", value=quote(text))
    return text


class PaymentPart(Part2):
    voucher: VoucherNumber
    at: Time = ""
    amount_cents: Moved
    by: Hand = ""
    kept_cents: Cents | None = None
    open_cents: Cents | None = None
    year_number: Annotated[str, AfterValidator(year_number_text)] = ""

    def payment(self) -> Payment:
        return Payment(
            self.voucher,
            self.amount_cents,
            _moment(self.at),
            self.by,
            self.kept_cents,
            self.open_cents,
            self.year_number,
        )


class VoucherPart(PaymentPart):
    player: StartNumber = 0
    party: TextOrNothing = ""
    prize: Annotated[int, number(1)] = 0
    purchase: RemarkOrNothing = ""
    cancelled_at: Time = ""
    cancelled_by: Hand = ""
    counters: Annotated[int, number(1)] = 0

    @model_validator(mode="after")
    def _says_when_it_was_cancelled(self) -> Self:
        if self.cancelled_by and not self.cancelled_at:
            raise broken("archive_missing_key", key="cancelled_at")
        return self

    def other(self) -> OtherVoucher:
        return OtherVoucher(
            self.payment(),
            self.player or None,
            self.party,
            self.prize or None,
            self.purchase,
            _moment(self.cancelled_at),
            self.cancelled_by,
            self.counters or None,
        )


class PlayerPart2(PlayerPart, Part2):
    FORMER = PlayerPart

    payments: list[PaymentPart] = []
    not_in_public: bool = False

    def player(self) -> ArchivePlayer:
        payments = tuple(payment.payment() for payment in self.payments)
        return replace(super().player(), payments=payments, not_in_public=self.not_in_public)


class GamePart(Part2):
    winner: StartNumber | None
    kind: Literal["single", "gammon", "backgammon", "pass", "drawn"]
    cube: Annotated[int, number(1, CUBE_LIMITS[-1])] = 1
    automatic: Annotated[int, number(0, MOST_AUTOMATIC_DOUBLES)] = 0
    conceded: bool = False

    def game(self, players: tuple[int, int | None]) -> PlayedGame:
        winner = None if self.winner is None else players.index(self.winner)
        return PlayedGame(winner, GameEnding(self.kind), self.cube, self.automatic, self.conceded)


class PairingPart2(PairingPart, Part2):
    FORMER = PairingPart

    games: list[GamePart] = []
    gave_up: bool = False
    finished_at: Time = ""

    @model_validator(mode="after")
    def _outcome_has_use_for_it(self) -> Self:
        for key, outcomes in (
            ("games", ("played", "stopped", "pending")),
            ("gave_up", ("played",)),
            ("finished_at", ("played", "stopped", "forfeit", "double_forfeit")),
        ):
            if key in self.model_fields_set and self.outcome not in outcomes:
                raise broken("archive_key_without_use", key=key, outcome=self.outcome)
        return self

    def match(self, round_number: int) -> ArchiveMatch:
        first, second = self.players
        for game in self.games:
            if game.winner is not None and game.winner not in self.players:
                raise Refused(
                    "archive_winner_not_in_pairing", round=round_number, first=first, second=second, winner=game.winner
                )
        return ArchiveMatch(
            tuple(game.game(self.players) for game in self.games), self.gave_up, _moment(self.finished_at)
        )


class RoundPart2(RoundPart, Part2):
    FORMER = RoundPart

    # Narrower than in format 1, which is safe as the list is only read.
    pairings: list[PairingPart2]  # type: ignore[assignment]
    drawn_at: Time = ""
    hidden: bool = False
    rematches_evenly: bool = False

    @model_validator(mode="after")
    def _rematches_are_allowed(self) -> Self:
        if self.rematches_evenly and not self.rematches_allowed:
            raise broken("archive_rematches_evenly", key="rematches_evenly")
        return self

    def round(self, planned_rounds: int) -> ArchiveRound:
        matches = {pairing.players[0]: pairing.match(self.number) for pairing in self.pairings}
        former = super().round(planned_rounds)
        return replace(
            former,
            record=replace(former.record, rematches_evenly=self.rematches_evenly),
            drawn_at=_moment(self.drawn_at),
            is_hidden=self.hidden,
            matches={first: match for first, match in matches.items() if match != ArchiveMatch()},
        )


def _ascends(players: tuple[int, int]) -> tuple[int, int]:
    refuse_unless_ascending(players)
    return players


class KeptApartPart(Part2):
    players: Annotated[tuple[StartNumber, StartNumber], BeforeValidator(two), AfterValidator(_ascends)]
    since: RoundNumber = Field(alias="from")
    until: RoundNumber = 0

    def wish(self) -> KeptApart:
        return KeptApart(*self.players, self.since, self.until or None)


class SettingsPart(Part2):
    """The director's settings beyond the rules, in the order of the file; they are read and written by these fields."""

    boards: Annotated[int, number(1, MOST_OF_A_SETTING)] | None = None
    round_minutes: Annotated[int, number(1, MOST_OF_A_SETTING)] | None = None
    hides_new_rounds: bool = False
    opens_joining: bool = False
    reporting: Literal["both", "one", "off"] = "both"
    paper: Literal["a4", "letter"] = "a4"
    organiser: TextOrNothing = ""
    treasurer: TextOrNothing = ""
    surplus_note: RemarkOrNothing = ""
    shows_costs: bool = False
    practice: bool = False
    rated: bool = True
    shows_live_scores: bool = True


_OTHERWISE = {"practice": "is_practice", "rated": "is_rated"}
SETTINGS = {key: _OTHERWISE.get(key, key) for key in SettingsPart.model_fields}
"""The field of a tournament for each setting, by its key in the file; most have the same name."""


class TournamentPart2(TournamentPart, Part2):
    FORMER = TournamentPart

    # Narrower than in format 1, which is safe as the parts are only read.
    format: Literal["backgammon-swiss/2"]  # type: ignore[assignment]
    rules: RulesPart2
    fee: FeePart2
    players: list[PlayerPart2]  # type: ignore[assignment]
    rounds: list[RoundPart2]  # type: ignore[assignment]
    settings: SettingsPart = SettingsPart()
    vouchers: list[VoucherPart] = []
    kept_apart: list[KeptApartPart] = []

    def archive(self) -> Archive:
        archive = super().archive()
        return replace(
            archive,
            players=tuple(_as_paid(player, archive.fee) for player in archive.players),
            clock=self.rules.match_clock(),
            settings=self.settings.model_dump(exclude_unset=True),
            vouchers=tuple(voucher.other() for voucher in self.vouchers),
            kept_apart=in_order(wish.wish() for wish in self.kept_apart),
        )


def _as_paid(player: ArchivePlayer, fee: Fee) -> ArchivePlayer:
    """The player, not marked as paid where there is no fee and nothing was paid."""
    return player if fee.amount_cents or player.payments else replace(player, fee_paid=False)


# Writing an archive, with equal bytes for equal tournaments.


def write_archive(archive: Archive, standings: Sequence[Standing]) -> bytes:
    """Write the bytes of the file, always the same for the same tournament."""
    return written(archive_values(archive, standings))


def written(values: Mapping[str, Any]) -> bytes:
    """The bytes of a file with these values; raises PydanticSerializationError where one of them is no text."""
    return to_json(values, indent=1)


def archive_values(archive: Archive, standings: Sequence[Standing]) -> dict[str, object]:
    """The values of the file.

    Optional keys come after the plain values of the same object, before its lists and objects.
    """
    fee = archive.fee
    values: dict[str, object] = {
        "format": FORMAT_2,
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
        | _non_empty(steps=[{"up_to": up_to, "amount_cents": cents} for up_to, cents in fee.steps]),
        "prizes": [
            {"place": prize.place, "description": prize.description, "price_cents": prize.price_cents}
            for prize in archive.prizes
        ],
    }
    values |= _non_empty(
        settings={key: archive.settings[key] for key in SETTINGS if key in archive.settings},
        vouchers=[_voucher_values(voucher) for voucher in archive.vouchers],
    )
    # Without a fee nobody owes one.
    values["players"] = [_player_values(player, not fee.amount_cents) for player in archive.players]
    values |= _non_empty(kept_apart=[_wish_values(wish) for wish in archive.kept_apart])
    values |= {
        "rounds": [_round_values(round_, archive.rules.rounds) for round_ in archive.rounds],
        "standings": [standing_values(standing) for standing in standings],
    }
    return values


def _non_empty(**values: object) -> dict[str, object]:
    """The values without those that are empty, zero, false or None."""
    return {key: value for key, value in values.items() if value}


def _written_time(at: datetime.datetime | None) -> str:
    """A time in UTC to the second; empty where it is unknown."""
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
    values |= _non_empty(clock=_clock_value(archive.clock))
    values |= {
        "rounds": rules.rounds,
        "count_excess_points": rules.count_excess_points,
        "unplayed_win_points": rules.unplayed_win_points,
    }
    # An empty list has a meaning, too: wins and lot decide.
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
    values: dict[str, object] = {"voucher": payment.voucher} | _non_empty(at=_written_time(payment.at))
    values |= {"amount_cents": payment.amount_cents} | _non_empty(by=payment.by)
    then = {"kept_cents": payment.kept_cents, "open_cents": payment.open_cents}
    return (
        values
        | {key: cents for key, cents in then.items() if cents is not None}
        | _non_empty(year_number=payment.year_number)
    )


def _voucher_values(voucher: OtherVoucher) -> dict[str, object]:
    return _payment_values(voucher.payment) | _non_empty(
        player=voucher.player,
        party=voucher.party,
        prize=voucher.prize,
        purchase=voucher.purchase,
        cancelled_at=_written_time(voucher.cancelled_at),
        cancelled_by=voucher.cancelled_by,
        counters=voucher.counters,
    )


def _player_values(player: ArchivePlayer, owes_nothing: bool) -> dict[str, object]:
    return {
        "number": player.entry.number,
        "name": player.name,
        "club": player.club,
        "fee_paid": player.fee_paid or (owes_nothing and not player.fee_waived),
        **_non_empty(payments=[_payment_values(payment) for payment in player.payments]),
        "joined_round": player.entry.joined_round,
        "withdrawn_after": player.entry.withdrawn_after,
        "absent_rounds": player.entry.absent_rounds,
        **_non_empty(
            fee_waived=player.fee_waived,
            shown_as=player.shown_as,
            not_in_public=player.not_in_public,
            fixed_table=player.fixed_table,
        ),
    }


def _wish_values(wish: KeptApart) -> dict[str, object]:
    return {"players": (wish.first, wish.second), "from": wish.since, **_non_empty(until=wish.until)}


def _round_values(round_: ArchiveRound, planned_rounds: int) -> dict[str, object]:
    record = round_.record
    return {
        "number": record.number,
        **_non_empty(drawn_at=_written_time(round_.drawn_at), hidden=round_.is_hidden),
        "manual": record.manual,
        "rematches_allowed": record.rematches_allowed,
        **_non_empty(rematches_evenly=record.rematches_evenly),
        **({"planned_rounds": record.planned_rounds} if record.planned_rounds != planned_rounds else {}),
        **_non_empty(reason=round_.reason, lookahead_bound=record.lookahead_bound),
        "pairings": [
            _pairing_values(pairing, round_.matches.get(pairing.first, ArchiveMatch())) for pairing in record.pairings
        ],
    }


def _pairing_values(pairing: PairingRecord, match: ArchiveMatch) -> dict[str, object]:
    return {
        "table": pairing.table,
        "players": (pairing.first, pairing.second),
        **_result_values(pairing.result),
        **_non_empty(
            games=[_game_values(game, (pairing.first, pairing.second)) for game in match.games],
            gave_up=match.gave_up,
            finished_at=_written_time(match.finished_at),
            was=[{"until": past.until} | _result_values(past.result) for past in pairing.was],
        ),
    }


def _game_values(game: PlayedGame, players: tuple[int, int | None]) -> dict[str, object]:
    return {
        "winner": None if game.winner is None else players[game.winner],
        "kind": game.kind.value,
        **({"cube": game.cube} if game.cube != 1 else {}),
        **_non_empty(automatic=game.automatic, conceded=game.conceded),
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
