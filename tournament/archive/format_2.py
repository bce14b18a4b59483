"""Format 2 of the tournament archive: what it adds to format 1, how both are written, and what format 1 loses."""

import datetime
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Self, get_args

from django.utils import translation
from pydantic import AfterValidator, BeforeValidator, Field, model_validator
from pydantic_core import to_json

from tournament.archive.contents import Archive, ArchiveMatch, ArchivePlayer, ArchiveRound, Fee, OtherVoucher, Payment
from tournament.archive.format_1 import (
    CLOSED,
    FORMAT_1,
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
from tournament.money.payments import FeeState
from tournament.names import first_name_and_initial
from tournament.phrases.cash import fee_state_label

# The keys that format 2 adds: what a match is, its games, times, money, settings. An added key at its default is
# refused. Each names the `Loss` of a file of format 1 without it, except `ranking`: with another ranking than its own
# format 1 is refused. `vouchers` and the setting `organiser` hold what only the papers of a tournament show.

FORMAT_2 = "backgammon-swiss/2"
LONGEST_HAND = 150
MOST_OF_A_SETTING = 2**15 - 1


class Loss(StrEnum):
    """A kind of facts that a file of format 1 leaves out, in the order of the file."""

    RULES = "rules"
    CLOCK = "clock"
    FEE_STEPS = "fee_steps"
    SETTINGS = "settings"
    PAYMENTS = "payments"
    KEPT_APART = "kept_apart"
    HIDDEN = "hidden"
    REMATCHES_EVENLY = "rematches_evenly"
    NOT_IN_PUBLIC = "not_in_public"
    GAMES = "games"
    TIMES = "times"


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

    game: Annotated[Literal["backgammon", "portes", "plakoto", "fevga", "tavli"], Loss.RULES] = "backgammon"
    cube_limit: Annotated[int, number(CUBE_LIMITS[0], CUBE_LIMITS[-1]), Loss.RULES] = CUBE_LIMITS[-1]
    crawford: Annotated[bool | None, Loss.RULES] = None
    jacoby: Annotated[bool, Loss.RULES] = False
    beavers: Annotated[bool, Loss.RULES] = False
    automatic_doubles: Annotated[int, number(0, MOST_AUTOMATIC_DOUBLES), Loss.RULES] = 0
    winner_opens: Annotated[bool, Loss.RULES] = True
    clock: Annotated[object, Loss.CLOCK] = None
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
        refuse_format(wanted)
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

    steps: Annotated[list[_StepPart], Loss.FEE_STEPS] = []

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

    payments: Annotated[list[PaymentPart], Loss.PAYMENTS] = []
    not_in_public: Annotated[bool, Loss.NOT_IN_PUBLIC] = False

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

    games: Annotated[list[GamePart], Loss.GAMES] = []
    gave_up: Annotated[bool, Loss.GAMES] = False
    finished_at: Annotated[Time, Loss.TIMES] = ""

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
    drawn_at: Annotated[Time, Loss.TIMES] = ""
    hidden: Annotated[bool, Loss.HIDDEN] = False
    rematches_evenly: Annotated[bool, Loss.REMATCHES_EVENLY] = False

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
    settings: Annotated[SettingsPart, Loss.SETTINGS] = SettingsPart()
    vouchers: Annotated[list[VoucherPart], Loss.PAYMENTS] = []
    kept_apart: Annotated[list[KeptApartPart], Loss.KEPT_APART] = []

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


# What format 1 cannot hold: the keys that format 2 adds. They decide in which format an archive is written.


def has_format_1(archive: Archive) -> bool:
    """Whether format 1 can hold the tournament: without the cube, and with no other ranking than that of Konstanz."""
    return not archive.format.cube and archive.rules.ranking == KONSTANZ


def needs_format_2(archive: Archive, values: dict[str, Any]) -> bool:
    """Whether format 1 would leave something out of these values; False for matches that are too long for format 2."""
    is_short_enough = archive.format.match_length <= LONGEST_MATCH
    return is_short_enough and (not has_format_1(archive) or any(_added(values, TournamentPart2)))


def losses_in(values: dict[str, Any]) -> tuple[Loss, ...]:
    """What format 1 would leave out of the values of an archive in format 2, in the order of the file."""
    named = [part.model_fields[key].metadata for _where, key, part in _added(values, TournamentPart2)]
    return tuple(loss for loss in Loss if any(loss in metadata for metadata in named))


def leave_out_added(values: dict[str, Any]) -> None:
    """Remove every key that format 2 adds from the values of an archive."""
    for where, key, _part in tuple(_added(values, TournamentPart2)):
        del where[key]


def _added(values: dict[str, Any], part: type[Part2]) -> Iterator[tuple[dict[str, Any], str, type[Part2]]]:
    """The object that has a key added by format 2, the key, and the part that declares it."""
    former = _former_keys(part)
    for key, value in values.items():
        if key not in former:
            yield values, key, part
        elif inner := former[key]:
            for each in value if isinstance(value, list) else [value]:
                yield from _added(each, inner)


@cache
def _former_keys(part: type[Part2]) -> dict[str, type[Part2] | None]:
    """The keys that format 1 has, too, each with the part of format 2 that it holds, alone or in a list."""
    return {key: _inner(part.model_fields[key].annotation) for key in part.FORMER.model_fields}


def _inner(kind: Any) -> type[Part2] | None:
    """The part of format 2 that a field of this kind holds."""
    parts = (each for each in (kind, *get_args(kind)) if isinstance(each, type) and issubclass(each, Part2))
    return next(parts, None)


def in_words_of_format_1(archive: Archive) -> Archive:
    """Rewrite players for format 1, which says some things in other ways. Raises Refused unless `has_format_1`."""
    if archive.format.cube:
        raise Refused("archive_cube")
    if not has_format_1(archive):
        raise Refused("archive_ranking")
    return replace(archive, players=tuple(_in_words(player, archive.language) for player in archive.players))


def _in_words(player: ArchivePlayer, language: str) -> ArchivePlayer:
    if player.not_in_public:
        # Format 1 always shows a name: of those that hide the most, the abbreviated one is known to it.
        player = replace(player, shown_as=first_name_and_initial(player.name))
    kept_cents = sum(payment.amount_cents for payment in player.payments)
    if not (player.payments and player.fee_paid) or kept_cents:
        return player
    # A refunded fee is not owed, which format 1 can only say of a waived one.
    with translation.override(language):
        refunded = fee_state_label(FeeState.REFUNDED)
    return replace(player, fee_paid=False, fee_waived=refunded)


# Writing an archive: in format 1 as long as that says everything, with equal bytes for equal tournaments.


def write_archive(archive: Archive, standings: Sequence[Standing], *, in_first_format: bool = False) -> bytes:
    """Write the bytes of the file, always the same for the same tournament."""
    return written(archive_values(archive, standings, in_first_format=in_first_format))


def written(values: Mapping[str, Any]) -> bytes:
    """The bytes of a file with these values; raises PydanticSerializationError where one of them is no text."""
    return to_json(values, indent=1)


def archive_values(
    archive: Archive, standings: Sequence[Standing], *, in_first_format: bool = False
) -> dict[str, object]:
    """The values of the file: in format 1 where that says everything, or where it is asked for.

    Raises Refused where format 1 is asked for and cannot hold the tournament.
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
    """All values of the tournament, also those for which the format has no key.

    Optional keys come after the plain values of the same object, before its lists and objects.
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
    # Without a fee nobody owes one; format 1 only knows who has paid.
    owes_nothing = file_format == FORMAT_2 and not fee.amount_cents
    values["players"] = [_player_values(player, owes_nothing) for player in archive.players]
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
