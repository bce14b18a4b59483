"""The archive of a tournament: what it holds, and the JSON objects by which its file is read and written.

Keys may stand in any order; one with a default may be left out, and is, where it holds nothing else. `standings` is
not read.
"""

import datetime
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, model_validator
from pydantic_core import to_json

from tournament.archive.strict_json import (
    LARGEST_NUMBER,
    Part,
    broken,
    composed,
    number,
    quote,
    refuse_unless_ascending,
    text_in,
    verbatim,
)
from tournament.engine.brackets import rounds_of
from tournament.engine.criteria import CHOICES, ONLY_SHOWN, ranking_of
from tournament.engine.finals import length_in, refuse_rounds, seeds_in
from tournament.engine.record import (
    CorrectedResult,
    EntryRecord,
    FinalsRules,
    KeptApart,
    PairingRecord,
    Result,
    RoundRecord,
    Rules,
    SecondKind,
    SecondRules,
    TournamentRecord,
    in_order,
)
from tournament.engine.refusals import Refused
from tournament.engine.standings import Standing
from tournament.engine.terms import KONSTANZ, Criterion, Outcome
from tournament.languages import LANGUAGES
from tournament.matches import clocks, formats
from tournament.matches.games import GameEnding, PlayedGame
from tournament.money.fees import FeeBand
from tournament.money.prizes import NO_PLACE
from tournament.money.vouchers import Movement

# What an archive holds, between the file and the stored tournament. Players and vouchers have no class of their own
# here: those that read them from the file, further down, serve for both.


@dataclass(frozen=True, slots=True)
class Fee:
    """The entry fee, the same for all, in whole cents; `steps` are the table that sets it by the number of players."""

    amount_cents: int
    currency: str = "EUR"
    steps: tuple[FeeBand, ...] = ()


@dataclass(frozen=True, slots=True)
class ArchivePrize:
    """A prize in kind: its place, description and price in whole cents; another cost if the place is `NO_PLACE`."""

    place: int
    description: str
    price_cents: int


@dataclass(frozen=True, slots=True)
class ArchiveMatch:
    """A match without its result: the finished games, whether the loser gave up, and when the result came in."""

    games: tuple[PlayedGame, ...] = ()
    gave_up: bool = False
    finished_at: datetime.datetime | None = None


OF_PAIRING = tuple(column.name for column in fields(ArchiveMatch) if column.name != "games")
"""The fields of a match that a stored pairing has under the same names."""


@dataclass(frozen=True, slots=True)
class ArchiveRound:
    """A paired round, the reason for changing it by hand, since when it is public, and whether it is hidden.

    `matches` holds the facts beside the results, by the start number of the first player.
    """

    record: RoundRecord
    reason: str = ""
    drawn_at: datetime.datetime | None = None
    is_hidden: bool = False
    matches: Mapping[int, ArchiveMatch] = field(default_factory=dict)


class Erased(NamedTuple):
    """That somebody was erased: their start number, and how the evening was known then."""

    date: datetime.date
    evening: str
    draw_seed: str
    number: int


@dataclass(frozen=True, slots=True)
class Archive:
    """A whole tournament; `draw_seed` is empty until something has been drawn.

    `settings` holds those that differ from their default, by their keys in the file. Without any vouchers and payments,
    paid fees and prices of prizes produce the vouchers. `prizes` ends with the other costs.
    """

    name: str
    date: datetime.date
    venue: str
    language: str
    format: formats.MatchFormat
    rules: Rules
    draw_seed: str
    fee: Fee
    prizes: tuple[ArchivePrize, ...] = ()
    players: tuple["Player", ...] = ()
    rounds: tuple[ArchiveRound, ...] = ()
    is_closed: bool = False
    clock: clocks.Clock | None = None
    settings: Mapping[str, str | int | bool] = field(default_factory=dict)
    vouchers: tuple["OtherVoucher", ...] = ()
    kept_apart: tuple[KeptApart, ...] = ()
    erased: tuple[Erased, ...] = ()

    @property
    def only_prizes(self) -> tuple[ArchivePrize, ...]:
        return tuple(prize for prize in self.prizes if prize.place != NO_PLACE)

    @property
    def payments(self) -> tuple["Payment", ...]:
        """The payments of the players in the order of the list, then all other vouchers."""
        of_players = tuple(payment for player in self.players for payment in player.payments)
        return of_players + self.vouchers

    def format_of(self, round_: RoundRecord, *, in_second: bool = False) -> formats.MatchFormat:
        """Return the format of the matches in a round: each bracket of the finals may have a length of its own."""
        rules = self.rules.finals if round_.finals else None
        nth = round_.number - self.record.swiss_rounds
        length = length_in(rules, nth, in_second=in_second) if rules else None
        return formats.at_length(self.format, length) if length else self.format

    @property
    def first_of_finals(self) -> RoundRecord | None:
        return next((round_.record for round_ in self.rounds if round_.record.finals), None)

    @property
    def seeds(self) -> tuple[int, ...]:
        """The start numbers of those who play the finals, best first; empty until they are drawn."""
        first, rules = self.first_of_finals, self.rules.finals
        if first is None or rules is None:
            return ()
        return seeds_in(rules, first)

    @property
    def record(self) -> TournamentRecord:
        return TournamentRecord(
            rules=self.rules,
            draw_seed=self.draw_seed,
            entries=tuple(player.entry for player in self.players),
            rounds=tuple(round_.record for round_ in self.rounds),
            kept_apart=self.kept_apart,
        )


# The keys of the file, in the order in which they are written.

FORMAT = "backgammon-swiss/1"
MOST_ROUNDS = 999
MOST_POINTS = 999
MOST_PLACES = 999
MOST_OF_A_SETTING = 2**15 - 1
LONGEST_NAME = 100
LONGEST_REMARK = 200
LONGEST_SEED = 1000
LONGEST_HAND = 150
CLOSED = "closed"
# A later year is a typing error, and no calendar or season can deal with it.
LAST_YEAR = 2200

# Checks of single values.


def read_day(value: object) -> datetime.date:
    text = text_in(value)
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        day = None
    # Python also reads 20261120 and 2026-W47-5.
    if day is None or day.isoformat() != text:
        raise broken("archive_not_a_date", value=quote(text))
    if day.year > LAST_YEAR:
        raise broken("archive_too_late", value=quote(text), year=LAST_YEAR)
    return day


def time_like(pattern: str) -> BeforeValidator:
    """Make a validator that reads a time of this pattern."""

    def read_time(value: object) -> datetime.datetime:
        text = text_in(value)
        if not re.fullmatch(pattern, text, re.ASCII):
            raise broken("archive_not_a_time", value=quote(text))
        try:
            at = datetime.datetime.fromisoformat(text)
        except ValueError:
            raise broken("archive_not_a_time", value=quote(text)) from None
        if at.year > LAST_YEAR:
            raise broken("archive_too_late", value=quote(text), year=LAST_YEAR)
        return at

    return BeforeValidator(read_time)


def currency_code(text: str) -> str:
    if not re.fullmatch("[A-Z]{3}", text):
        raise broken("archive_not_a_currency", value=quote(text))
    return text


def year_number_text(text: str) -> str:
    """Check the form of a voucher's number in a year of its club, like "2026-0001"."""
    if not re.fullmatch(r"\d{4}-\d{4,9}", text, re.ASCII):
        raise broken("archive_not_a_year_number", value=quote(text))
    return text


def time_of_day(text: str) -> str:
    """Check a time of day, like "19:30"."""
    if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text, re.ASCII):
        raise broken("archive_not_a_time_of_day", value=quote(text))
    return text


def or_nothing(check: Callable[[str], str]) -> AfterValidator:
    """Make a validator that checks a text unless it is empty."""
    return AfterValidator(lambda text: text and check(text))


def _language(text: str) -> str:
    language_codes = [language.short for language in LANGUAGES]
    if text not in language_codes:
        raise broken("archive_not_one_of", value=quote(text), choices=", ".join(language_codes))
    return text


def _criterion(name: str) -> str:
    if name in ONLY_SHOWN or name not in [criterion.value for criterion in Criterion]:
        raise broken("archive_not_one_of", value=quote(name), choices=", ".join(CHOICES))
    return name


def _amount(cents: int) -> int:
    if not cents:
        raise broken("archive_no_amount")
    return cents


Numbers = TypeVar("Numbers", list[int], tuple[int, int])


def _ascending(numbers: Numbers) -> Numbers:
    refuse_unless_ascending(numbers)
    return numbers


def _two(value: object) -> object:
    if isinstance(value, list):
        if len(value) != 2:
            raise broken("archive_not_two", count=len(value))
        return tuple(value)
    return value


Text = Annotated[str, verbatim(LONGEST_NAME), composed()]
TextOrNothing = Annotated[str, verbatim(LONGEST_NAME), composed(may_be_empty=True)]
Remark = Annotated[str, verbatim(LONGEST_REMARK), composed()]
RemarkOrNothing = Annotated[str, verbatim(LONGEST_REMARK), composed(may_be_empty=True)]
Hand = Annotated[str, verbatim(LONGEST_HAND)]
Day = Annotated[datetime.date, BeforeValidator(read_day)]
Time = Annotated[datetime.datetime, time_like(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")]
Count = Annotated[int, number(1)]
StartNumber = Count
RoundNumber = Annotated[int, number(1, MOST_ROUNDS)]
Cents = Annotated[int, number(0)]
Moved = Annotated[int, number(-LARGEST_NUMBER), AfterValidator(_amount)]
MatchLength = Annotated[int, number(1, MOST_POINTS)]
Score = Annotated[list[Annotated[int, number(0)]], Field(min_length=2, max_length=2)]


class ArchivePart(Part):
    """An object of an archive; its times are written in UTC to the second."""

    TIME_FORMAT = "%Y-%m-%dT%H:%M:%SZ"


class ClockPart(ArchivePart):
    reserve: Annotated[int, number(1, clocks.LONGEST_RESERVE)]
    delay: Annotated[int, number(0, clocks.LONGEST_DELAY)]
    rule: Literal["normal", "blitz", "delay"]


def _several(value: object) -> object:
    """Read one length as a list of it."""
    if value is None or isinstance(value, list):
        return value or []
    return [value]


class SecondPart(ArchivePart):
    kind: Literal["rest", "losers", "first_losers"]
    players: Count | None = None
    match_length: MatchLength | None = None

    def read(self, usual: int) -> SecondRules:
        """Read the rules of a second bracket in a tournament whose other matches are to `usual` points."""
        own_length = None if self.match_length == usual else self.match_length
        return SecondRules(SecondKind(self.kind), self.players, own_length)


class FinalsPart(ArchivePart):
    players: Count
    match_length: Annotated[list[MatchLength], BeforeValidator(_several)] = []
    third_place: bool = False
    second: SecondPart | None = None

    def read(self, usual: int) -> FinalsRules:
        """Read the rules of finals in a tournament whose other matches are to `usual` points."""
        single, lengths = None, tuple(self.match_length)
        if len(lengths) < 2:
            single, lengths = (None if lengths in ((), (usual,)) else lengths[0]), ()
        second = self.second.read(usual) if self.second else None
        return FinalsRules(self.players, single, self.third_place, lengths, second)

    @classmethod
    def values(cls, rules: FinalsRules) -> dict[str, object]:
        return cls.as_in_file(
            rules,
            match_length=[*rules.lengths] or rules.match_length,
            second=SecondPart.as_in_file(rules.second, kind=rules.second.kind.value) if rules.second else None,
        )


class RulesPart(ArchivePart):
    match_length: MatchLength
    game: Literal["backgammon", "portes", "plakoto", "fevga", "tavli"] = "backgammon"
    gammons: bool
    backgammons: bool
    cube: bool
    cube_limit: Annotated[int, number(formats.CUBE_LIMITS[0], formats.CUBE_LIMITS[-1])] = formats.CUBE_LIMITS[-1]
    crawford: bool | None = None
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: Annotated[int, number(0, formats.MOST_AUTOMATIC_DOUBLES)] = 0
    winner_opens: bool = True
    clock: object = None
    rounds: Annotated[int, number(0, MOST_ROUNDS)]
    count_excess_points: bool
    unplayed_win_points: Annotated[int, number(0, MOST_POINTS)]
    ranking: list[Annotated[str, AfterValidator(_criterion)]] = [*KONSTANZ]
    finals: FinalsPart | None = None

    def read(self) -> Rules:
        return Rules(
            self.match_length,
            self.rounds,
            self.count_excess_points,
            self.unplayed_win_points,
            ranking_of(self.ranking),
            self.finals.read(self.match_length) if self.finals else None,
        )

    def match_format(self) -> formats.MatchFormat:
        values = {name: getattr(self, name) for name in formats.FORMAT_FIELDS}
        usually = formats.has_crawford_game(self.match_length, cube=self.cube)
        crawford = usually if self.crawford is None else self.crawford
        return formats.MatchFormat(**values | {"game": formats.MatchGame(self.game), "crawford": crawford})

    def match_clock(self) -> clocks.Clock | None:
        """Return the known clock of this name, the one that the file describes, or None without a clock."""
        if self.clock is None:
            return None
        if isinstance(self.clock, str):
            if self.clock not in clocks.CLOCKS:
                raise Refused(
                    "archive_not_one_of", place="rules.clock", value=quote(self.clock), choices=", ".join(clocks.CLOCKS)
                )
            return clocks.CLOCKS[self.clock]
        clock_part = ClockPart.of(self.clock, within=("rules", "clock"))
        return clocks.Clock(clocks.ClockRule(clock_part.rule), clock_part.reserve, clock_part.delay)

    @classmethod
    def values(cls, archive: Archive) -> dict[str, object]:
        match_format, rules, clock = archive.format, archive.rules, archive.clock
        usually, name = (
            formats.has_crawford_game(match_format.match_length, cube=match_format.cube),
            clocks.clock_name(clock),
        )
        return cls.as_in_file(
            match_format,
            crawford=None if match_format.crawford == usually else match_format.crawford,
            clock=ClockPart.as_in_file(clock) if clock and name not in clocks.CLOCKS else name or None,
            rounds=rules.rounds,
            count_excess_points=rules.count_excess_points,
            unplayed_win_points=rules.unplayed_win_points,
            ranking=[*rules.ranking],
            finals=FinalsPart.values(rules.finals) if rules.finals else None,
        )


def refuse_rules(rules: Rules, match_format: formats.MatchFormat) -> None:
    formats.refuse_format(match_format)
    if rules.count_excess_points:
        formats.refuse_excess_points(match_format)
    refuse_rounds(rules)
    if rules.finals:
        lengths = [length_in(rules.finals, nth) for nth in range(1, rounds_of(rules.finals.players) + 1)]
        for length in filter(None, (*lengths, length_in(rules.finals, 1, in_second=True))):
            formats.refuse_format(formats.at_length(match_format, length))


class StepPart(ArchivePart):
    up_to: Count | None
    amount_cents: Cents


class FeePart(ArchivePart):
    amount_cents: Cents
    currency: Annotated[str, verbatim(LONGEST_NAME), AfterValidator(currency_code)]
    steps: list[StepPart] = []

    def read(self) -> Fee:
        return Fee(self.amount_cents, self.currency, tuple((step.up_to, step.amount_cents) for step in self.steps))

    @classmethod
    def values(cls, fee: Fee) -> dict[str, object]:
        steps = [StepPart.as_in_file(up_to=up_to, amount_cents=cents) for up_to, cents in fee.steps]
        return cls.as_in_file(fee, steps=steps)


class PrizePart(ArchivePart):
    place: Annotated[int, number(1, MOST_PLACES)]
    description: Remark
    price_cents: Cents


class CostPart(ArchivePart):
    description: Remark
    price_cents: Cents


class SettingsPart(ArchivePart):
    """The director's settings beyond the rules; papers name `organiser` as the issuer, in place of the club."""

    begins_at: Annotated[str, or_nothing(time_of_day)] = ""
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


_FIELDS_OF_SETTINGS = {"practice": "is_practice", "rated": "is_rated"}
SETTINGS = {key: _FIELDS_OF_SETTINGS.get(key, key) for key in SettingsPart.model_fields}
"""The field of a tournament for each setting, by its key in the file; most have the same name."""


class Payment(ArchivePart):
    """A voucher for a player's payment, or for a refund with `amount_cents` below 0. `at` and `by` may be unknown.

    `kept_cents` is what the player had paid in all by then, `open_cents` what was still due of the fee; both are None
    if they follow from the fee and the earlier payments.
    """

    voucher: Count
    at: Time | None = None
    amount_cents: Moved
    by: Hand = ""
    kept_cents: Cents | None = None
    open_cents: Cents | None = None
    year_number: Annotated[str, or_nothing(year_number_text)] = ""


class OtherVoucher(Payment):
    """Any voucher but a valid payment of a listed player: for a prize, of a player off the list, or cancelled.

    Money received is above 0, money spent below. `player` is a start number, `prize` the position in the list of
    prizes and then of other costs, counted from 1; each is None if there is none any more. `counters` is the number of
    the voucher that this one reverses; both remain. Only a voucher for a prize or another cost has a `purchase`.
    """

    player: StartNumber | None = None
    party: TextOrNothing = ""
    prize: Count | None = None
    purchase: RemarkOrNothing = ""
    cancelled_at: Time | None = None
    cancelled_by: Hand = ""
    counters: Count | None = None

    @model_validator(mode="after")
    def _says_when_it_was_cancelled(self) -> Self:
        if self.cancelled_by and not self.cancelled_at:
            raise broken("archive_missing_key", key="cancelled_at")
        return self

    @property
    def movement(self) -> Movement:
        if self.purchase:
            return Movement.PRIZE
        return Movement.FEE if (self.amount_cents > 0) != bool(self.counters) else Movement.REFUND


class Player(ArchivePart):
    """A player: the entry as the engine knows it, and all that is stored beside it.

    `fee_waived` is the reason for waiving the fee, `shown_as` the name that the player wishes to show; both may be
    empty. `not_in_public`: the player wishes to show no name. `payments` are what the player paid; without any,
    `fee_paid` tells whether the fee was paid. Without a fee, it is true unless the fee was waived. `fixed_table` is
    None if the player may sit anywhere.
    """

    number: StartNumber
    name: Text
    club: TextOrNothing
    fee_paid: bool
    payments: list[Payment] = []
    joined_round: RoundNumber
    withdrawn_after: Annotated[int, number(0, MOST_ROUNDS)] | None
    absent_rounds: Annotated[list[RoundNumber], AfterValidator(_ascending)]
    fee_waived: RemarkOrNothing = ""
    shown_as: TextOrNothing = ""
    not_in_public: bool = False
    fixed_table: Count | None = None

    @classmethod
    def of_entry(cls, entry: EntryRecord, name: str, club: str = "", **more: Any) -> Self:
        """Make a player of stored values, without validating them."""
        values = {column.name: getattr(entry, column.name) for column in fields(entry)} | {"fee_paid": False}
        return cls.model_construct(name=name, club=club, **values | {"absent_rounds": [*entry.absent_rounds]} | more)

    @property
    def entry(self) -> EntryRecord:
        return EntryRecord(self.number, self.joined_round, self.withdrawn_after, tuple(self.absent_rounds))

    @classmethod
    def values(cls, player: "Player") -> dict[str, object]:
        return cls.as_in_file(player, payments=[Payment.as_in_file(payment) for payment in player.payments])


OF_ENTRY = tuple(
    name
    for name in Player.model_fields
    if name not in {column.name for column in fields(EntryRecord)}
    and name not in {"fee_paid", "payments", "shown_as", "not_in_public"}
)
"""The fields of a player that a stored entry has under the same names."""


class KeptApartPart(ArchivePart):
    players: Annotated[tuple[StartNumber, StartNumber], BeforeValidator(_two), AfterValidator(_ascending)]
    since: RoundNumber = Field(alias="from")
    until: RoundNumber | None = None

    def read(self) -> KeptApart:
        return KeptApart(*self.players, self.since, self.until)

    @classmethod
    def values(cls, wish: KeptApart) -> dict[str, object]:
        return cls.as_in_file(wish, players=(wish.first, wish.second))


class ErasedPart(ArchivePart):
    """Somebody erased; day, name and draw seed of the evening are left out where they are those of the archive."""

    number: StartNumber
    date: Day | None = None
    evening: Text | None = None
    draw_seed: Annotated[str, verbatim(LONGEST_SEED)] | None = None

    def read(self, evening: "TournamentPart") -> Erased:
        return Erased(
            self.date or evening.date,
            evening.name if self.evening is None else self.evening,
            evening.draw_seed if self.draw_seed is None else self.draw_seed,
            self.number,
        )

    @classmethod
    def values(cls, erased: Erased, archive: Archive) -> dict[str, object]:
        return cls.as_in_file(
            erased,
            date=None if erased.date == archive.date else erased.date,
            evening=None if erased.evening == archive.name else erased.evening,
            draw_seed=None if erased.draw_seed == archive.draw_seed else erased.draw_seed,
        )


class GamePart(ArchivePart):
    winner: StartNumber | None
    kind: Literal["single", "gammon", "backgammon", "pass", "drawn"]
    cube: Annotated[int, number(1, formats.CUBE_LIMITS[-1])] = 1
    automatic: Annotated[int, number(0, formats.MOST_AUTOMATIC_DOUBLES)] = 0
    conceded: bool = False

    def read(self, players: tuple[int, int | None]) -> PlayedGame:
        winner = None if self.winner is None else players.index(self.winner)
        return PlayedGame(winner, GameEnding(self.kind), self.cube, self.automatic, self.conceded)

    @classmethod
    def values(cls, game: PlayedGame, players: tuple[int, int | None]) -> dict[str, object]:
        winner = None if game.winner is None else players[game.winner]
        return cls.as_in_file(game, winner=winner, kind=game.kind.value)


# The key that an outcome requires, and the outcomes that allow a key.
NEEDED = {"played": "score", "stopped": "score", "forfeit": "winner"}
USED = {
    "games": ("played", "stopped", "pending"),
    "gave_up": ("played",),
    "finished_at": ("played", "stopped", "forfeit", "double_forfeit"),
}


def _refuse_what_its_outcome_lacks(part: "PastResultPart | PairingPart") -> None:
    needed = NEEDED.get(part.outcome)
    for key in ("score", "winner"):
        if key == needed and getattr(part, key) is None:
            raise broken("archive_missing_key", key=key)
        if key != needed and getattr(part, key) is not None:
            raise broken("archive_key_without_use", key=key, outcome=part.outcome)


def _result(part: "PastResultPart | PairingPart") -> Result:
    score = (part.score[0], part.score[1]) if part.score else None
    return Result(Outcome(part.outcome), score=score, winner=part.winner)


class PastResultPart(ArchivePart):
    """A result before its correction; its outcome decides which other keys it has."""

    until: RoundNumber
    outcome: Literal["played", "forfeit", "double_forfeit", "stopped"]
    score: Score | None = None
    winner: StartNumber | None = None

    @model_validator(mode="after")
    def _fits_its_outcome(self) -> Self:
        _refuse_what_its_outcome_lacks(self)
        return self

    @classmethod
    def values(cls, past: CorrectedResult) -> dict[str, object]:
        return cls.as_in_file(past.result, until=past.until)


def _until_ascends(past: list[PastResultPart]) -> list[PastResultPart]:
    refuse_unless_ascending([result.until for result in past])
    return past


class PairingPart(ArchivePart):
    table: Count | None
    players: Annotated[tuple[StartNumber, StartNumber | None], BeforeValidator(_two)]
    outcome: Literal["played", "forfeit", "double_forfeit", "stopped", "bye", "pending"]
    score: Score | None = None
    winner: StartNumber | None = None
    bracket: Literal["second"] | None = None
    games: list[GamePart] = []
    gave_up: bool = False
    finished_at: Time | None = None
    was: Annotated[list[PastResultPart], AfterValidator(_until_ascends)] = []

    @model_validator(mode="after")
    def _fits_its_outcome(self) -> Self:
        for key, outcomes in USED.items():
            if getattr(self, key) and self.outcome not in outcomes:
                raise broken("archive_key_without_use", key=key, outcome=self.outcome)
        _refuse_what_its_outcome_lacks(self)
        return self

    def read(self) -> PairingRecord:
        past = tuple(CorrectedResult(past.until, _result(past)) for past in self.was)
        return PairingRecord(*self.players, _result(self), self.table, past, self.bracket is not None)

    def match(self, round_number: int) -> ArchiveMatch:
        first, second = self.players
        for game in self.games:
            if game.winner is not None and game.winner not in self.players:
                raise Refused(
                    "archive_winner_not_in_pairing", round=round_number, first=first, second=second, winner=game.winner
                )
        return ArchiveMatch(tuple(game.read(self.players) for game in self.games), self.gave_up, self.finished_at)

    @classmethod
    def values(cls, pairing: PairingRecord, match: ArchiveMatch) -> dict[str, object]:
        players = (pairing.first, pairing.second)
        return cls.as_in_file(
            pairing.result,
            outcome=pairing.result.outcome.value,
            table=pairing.table,
            players=players,
            bracket="second" if pairing.in_second else None,
            games=[GamePart.values(game, players) for game in match.games],
            gave_up=match.gave_up,
            finished_at=match.finished_at,
            was=[PastResultPart.values(past) for past in pairing.was],
        )


class RoundPart(ArchivePart):
    number: RoundNumber
    finals: bool = False
    seeds: list[StartNumber] = []
    second_seeds: list[StartNumber] = []
    late_seeds: Annotated[int, number(0)] = 0
    drawn_at: Time | None = None
    hidden: bool = False
    manual: bool
    rematches_allowed: bool
    planned_rounds: Annotated[int, number(0, MOST_ROUNDS)] | None = None
    reason: RemarkOrNothing = ""
    lookahead_bound: bool = False
    wishes: bool = False
    second_ended: bool = False
    pairings: list[PairingPart]

    def read(self, rules: Rules) -> ArchiveRound:
        record = RoundRecord(
            number=self.number,
            pairings=tuple(pairing.read() for pairing in self.pairings),
            planned_rounds=rules.rounds if self.planned_rounds is None else self.planned_rounds,
            manual=self.manual,
            rematches_allowed=self.rematches_allowed,
            lookahead_bound=self.lookahead_bound,
            finals=self.finals,
            late_seeds=self.late_seeds,
            second_seeds=tuple(self.second_seeds),
            second_ended=self.second_ended,
            wishes=self.wishes,
        )
        matches = {pairing.players[0]: pairing.match(self.number) for pairing in self.pairings}
        match_by_first = {first: match for first, match in matches.items() if match != ArchiveMatch()}
        return ArchiveRound(record, self.reason, self.drawn_at, self.hidden, match_by_first)

    @classmethod
    def values(cls, round_: ArchiveRound, archive: Archive) -> dict[str, object]:
        record, rules, nothing = round_.record, archive.rules, ArchiveMatch()
        return cls.as_in_file(
            record,
            seeds=[*archive.seeds] if record == archive.first_of_finals else [],
            second_seeds=[*record.second_seeds],
            drawn_at=round_.drawn_at,
            hidden=round_.is_hidden,
            planned_rounds=None if record.planned_rounds == rules.rounds else record.planned_rounds,
            reason=round_.reason,
            pairings=[
                PairingPart.values(pairing, round_.matches.get(pairing.first, nothing)) for pairing in record.pairings
            ],
        )


class TournamentPart(ArchivePart):
    """The whole file; `vouchers` are all but the valid payments of listed players."""

    format: Literal["backgammon-swiss/1"]
    name: Text
    date: Day
    venue: TextOrNothing
    language: Annotated[str, AfterValidator(_language)]
    status: Literal["running", "closed"] = "running"
    rules: RulesPart
    draw_seed: Annotated[str, verbatim(LONGEST_SEED)]
    fee: FeePart
    prizes: list[PrizePart]
    costs: list[CostPart] = []
    settings: SettingsPart = SettingsPart()
    vouchers: list[OtherVoucher] = []
    players: list[Player]
    erased: list[ErasedPart] = []
    kept_apart: list[KeptApartPart] = []
    rounds: list[RoundPart]
    standings: object

    def archive(self) -> Archive:
        """Return the tournament in the file, with players sorted by start number and prizes by place."""
        rules, match_format, fee = self.rules.read(), self.rules.match_format(), self.fee.read()
        refuse_rules(rules, match_format)
        prizes = (ArchivePrize(**dict(prize)) for prize in self.prizes)
        costs = (ArchivePrize(NO_PLACE, cost.description, cost.price_cents) for cost in self.costs)
        return Archive(
            name=self.name,
            date=self.date,
            venue=self.venue,
            language=self.language,
            format=match_format,
            rules=rules,
            draw_seed=self.draw_seed,
            fee=fee,
            prizes=(*sorted(prizes, key=lambda prize: prize.place), *costs),
            players=tuple(sorted(self.players, key=lambda player: player.number)),
            rounds=tuple(round_.read(rules) for round_ in self.rounds),
            is_closed=self.status == CLOSED,
            clock=self.rules.match_clock(),
            settings=self.settings.model_dump(exclude_defaults=True),
            vouchers=tuple(self.vouchers),
            kept_apart=in_order(wish.read() for wish in self.kept_apart),
            erased=tuple(sorted({erasure.read(self) for erasure in self.erased})),
        )

    @classmethod
    def values(cls, archive: Archive, standings: Sequence[Standing]) -> dict[str, object]:
        """Return the JSON values of the file."""
        return cls.as_in_file(
            archive,
            format=FORMAT,
            status=CLOSED if archive.is_closed else None,
            rules=RulesPart.values(archive),
            fee=FeePart.values(archive.fee),
            prizes=[PrizePart.as_in_file(prize) for prize in archive.only_prizes],
            costs=[CostPart.as_in_file(cost) for cost in archive.prizes if cost.place == NO_PLACE],
            settings={key: archive.settings[key] for key in SETTINGS if key in archive.settings} or None,
            vouchers=[OtherVoucher.as_in_file(voucher) for voucher in archive.vouchers],
            players=[Player.values(player) for player in archive.players],
            erased=[ErasedPart.values(erasure, archive) for erasure in archive.erased],
            kept_apart=[KeptApartPart.values(wish) for wish in archive.kept_apart],
            rounds=[RoundPart.values(round_, archive) for round_ in archive.rounds],
            standings=[standing_values(standing) for standing in standings],
        )


def standing_values(standing: Standing) -> dict[str, object]:
    return {
        "rank": standing.rank,
        "player": standing.number,
        **{criterion.value: figure for criterion, figure in standing.figures.items()},
        "decided_by": standing.decided_by,
    }


def written(values: Mapping[str, Any]) -> bytes:
    """Write values as indented JSON; raises PydanticSerializationError for a text that is not valid Unicode."""
    return to_json(values, indent=1)


def write_archive(archive: Archive, standings: Sequence[Standing]) -> bytes:
    """Return the file as bytes, always the same for the same tournament."""
    return written(TournamentPart.values(archive, standings))
