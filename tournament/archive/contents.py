"""What an archive holds, as plain frozen values: the bridge between the file and the stored tournament."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from tournament.engine.record import EntryRecord, KeptApart, RoundRecord, Rules, TournamentRecord
from tournament.matches.clocks import Clock
from tournament.matches.formats import MatchFormat
from tournament.matches.games import PlayedGame
from tournament.money.fees import FeeBand
from tournament.money.vouchers import Movement


@dataclass(frozen=True, slots=True)
class Fee:
    """The entry fee, the same for all, in whole cents; `steps` are the table that sets it by the number of players."""

    amount_cents: int
    currency: str = "EUR"
    steps: tuple[FeeBand, ...] = ()


@dataclass(frozen=True, slots=True)
class ArchivePrize:
    """A prize in kind: the place it goes to, what it is, its price in whole cents."""

    place: int
    description: str
    price_cents: int


@dataclass(frozen=True, slots=True)
class Payment:
    """A voucher for what a player paid, or got back: then `amount_cents` is below 0. `at` and `by` may be unknown.

    `kept_cents` is what the player had paid in all then, `open_cents` what was still open of the fee; None where both
    follow from the payments before and the fee.
    """

    voucher: int
    amount_cents: int
    at: datetime.datetime | None = None
    by: str = ""
    kept_cents: int | None = None
    open_cents: int | None = None
    year_number: str = ""


@dataclass(frozen=True, slots=True)
class OtherVoucher:
    """A voucher that is no valid payment of a listed player: for a prize, of a player off the list, or cancelled.

    Money received is above 0, money spent below. `player` is a start number, `prize` the position in the list of
    prizes counted from 1, both if they still exist. A voucher that `counters` another, by its number, reverses it, and
    both remain. Only a voucher for a prize has a `purchase`.
    """

    payment: Payment
    player: int | None = None
    party: str = ""
    prize: int | None = None
    purchase: str = ""
    cancelled_at: datetime.datetime | None = None
    cancelled_by: str = ""
    counters: int | None = None

    @property
    def movement(self) -> Movement:
        if self.purchase:
            return Movement.PRIZE
        return Movement.FEE if (self.payment.amount_cents > 0) != bool(self.counters) else Movement.REFUND


@dataclass(frozen=True, slots=True)
class ArchivePlayer:
    """A player: the engine's entry, and what the engine does not need to know.

    `fee_waived` is the reason, `shown_as` the name under which the player wishes to appear, each empty where there is
    none. `not_in_public`: the player wishes to appear under no name. A player with `payments` has paid those; without
    any, `fee_paid` says that the fee was paid.
    """

    entry: EntryRecord
    name: str
    club: str = ""
    fee_paid: bool = False
    fee_waived: str = ""
    shown_as: str = ""
    not_in_public: bool = False
    fixed_table: int | None = None
    payments: tuple[Payment, ...] = ()


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
    """A paired round, why it was changed by hand, since when it is public, or that it is hidden.

    `matches` holds more of the matches than their results, by the start number of the first player.
    """

    record: RoundRecord
    reason: str = ""
    drawn_at: datetime.datetime | None = None
    is_hidden: bool = False
    matches: Mapping[int, ArchiveMatch] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Archive:
    """A whole tournament; an empty `draw_seed` says that nothing has been drawn yet.

    `settings` holds those that differ from their default, by their keys in the file. Without any vouchers and payments
    the vouchers follow from who has paid and from the prizes.
    """

    name: str
    date: datetime.date
    venue: str
    language: str
    format: MatchFormat
    rules: Rules
    draw_seed: str
    fee: Fee
    prizes: tuple[ArchivePrize, ...] = ()
    players: tuple[ArchivePlayer, ...] = ()
    rounds: tuple[ArchiveRound, ...] = ()
    is_closed: bool = False
    clock: Clock | None = None
    settings: Mapping[str, str | int | bool] = field(default_factory=dict)
    vouchers: tuple[OtherVoucher, ...] = ()
    kept_apart: tuple[KeptApart, ...] = ()

    @property
    def payments(self) -> tuple[Payment, ...]:
        """The payments of the players in the order of their list, then those of the other vouchers."""
        of_players = tuple(payment for player in self.players for payment in player.payments)
        return of_players + tuple(voucher.payment for voucher in self.vouchers)

    @property
    def record(self) -> TournamentRecord:
        """The facts that the engine reads."""
        return TournamentRecord(
            rules=self.rules,
            draw_seed=self.draw_seed,
            entries=tuple(player.entry for player in self.players),
            rounds=tuple(round_.record for round_ in self.rounds),
            kept_apart=self.kept_apart,
        )
