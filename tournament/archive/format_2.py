"""What format 2 of the tournament archive adds to format 1: what a match is, its games, times, money, settings.

What is added stands only where it says something: a key at its default is refused. Each added key names the `Loss`
that a file of format 1 has without it; `ranking` names none, as with another one format 1 is refused. `vouchers` and
the setting `organiser` say what the papers of a tournament show and no other key holds.
"""

import datetime
import re
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, model_validator

from tournament.archive.contents import (
    Archive,
    ArchiveMatch,
    ArchivePlayer,
    ArchiveRound,
    Fee,
    OtherVoucher,
    Payment,
)
from tournament.archive.format_1 import (
    Cents,
    FeePart,
    PairingPart,
    PlayerPart,
    RemarkOrNothing,
    RoundPart,
    RulesPart,
    StartNumber,
    TextOrNothing,
    TournamentPart,
    refuse_later_year,
)
from tournament.archive.strict_json import LARGEST_NUMBER, Part, broken, number, quote, verbatim
from tournament.engine.criteria import CHOICES, ranking_of
from tournament.engine.record import Rules
from tournament.engine.refusals import Refused
from tournament.engine.terms import KONSTANZ, Criterion
from tournament.matches.clocks import CLOCKS, LONGEST_DELAY, LONGEST_RESERVE, Clock, ClockRule
from tournament.matches.formats import (
    CUBE_LIMITS,
    MOST_AUTOMATIC_DOUBLES,
    MatchFormat,
    MatchGame,
    has_crawford_game,
    refuse_excess_points,
    refuse_format,
)
from tournament.matches.games import GameEnding, PlayedGame

FORMAT_2 = "backgammon-swiss/2"
LONGEST_HAND = 150
MOST_OF_A_SETTING = 2**15 - 1


class Loss(StrEnum):
    """What is left out of a file of format 1, in the order of the file."""

    RULES = "rules"
    CLOCK = "clock"
    FEE_STEPS = "fee_steps"
    SETTINGS = "settings"
    PAYMENTS = "payments"
    HIDDEN = "hidden"
    NOT_IN_PUBLIC = "not_in_public"
    GAMES = "games"
    TIMES = "times"


def _amount(cents: int) -> int:
    if not cents:
        raise broken("archive_no_amount")
    return cents


def _time(text: str) -> str:
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


Time = Annotated[str, AfterValidator(_time)]
Hand = Annotated[str, verbatim(LONGEST_HAND)]
VoucherNumber = Annotated[int, number(1)]
Moved = Annotated[int, number(-LARGEST_NUMBER), AfterValidator(_amount)]


class Part2(Part):
    """A part of format 1, `FORMER`, with keys that say something or are left out."""

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
        """The clock by its name, or one of the tournament's own."""
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
    """The number of a voucher in a year of its club."""
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

    # More of the same: a list that is only read.
    pairings: list[PairingPart2]  # type: ignore[assignment]
    drawn_at: Annotated[Time, Loss.TIMES] = ""
    hidden: Annotated[bool, Loss.HIDDEN] = False

    def round(self, planned_rounds: int) -> ArchiveRound:
        matches = {pairing.players[0]: pairing.match(self.number) for pairing in self.pairings}
        return replace(
            super().round(planned_rounds),
            drawn_at=_moment(self.drawn_at),
            is_hidden=self.hidden,
            matches={first: match for first, match in matches.items() if match != ArchiveMatch()},
        )


class SettingsPart(Part2):
    """What the director chooses beyond the rules, in the order of the file: what is said here is written, too."""

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
"""The field of a tournament that holds a setting, by its key in the file; most are called the same."""


class TournamentPart2(TournamentPart, Part2):
    FORMER = TournamentPart

    # More of the same: parts that are only read.
    format: Literal["backgammon-swiss/2"]  # type: ignore[assignment]
    rules: RulesPart2
    fee: FeePart2
    players: list[PlayerPart2]  # type: ignore[assignment]
    rounds: list[RoundPart2]  # type: ignore[assignment]
    settings: Annotated[SettingsPart, Loss.SETTINGS] = SettingsPart()
    vouchers: Annotated[list[VoucherPart], Loss.PAYMENTS] = []

    def archive(self) -> Archive:
        archive = super().archive()
        return replace(
            archive,
            players=tuple(_as_paid(player, archive.fee) for player in archive.players),
            clock=self.rules.match_clock(),
            settings=self.settings.model_dump(exclude_unset=True),
            vouchers=tuple(voucher.other() for voucher in self.vouchers),
        )


def _as_paid(player: ArchivePlayer, fee: Fee) -> ArchivePlayer:
    """The player, not marked as paid where there is no fee and nothing was paid."""
    return player if fee.amount_cents or player.payments else replace(player, fee_paid=False)
