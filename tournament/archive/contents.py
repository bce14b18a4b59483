"""What an archive holds, as plain frozen values: the bridge between the file and the stored tournament."""

import datetime
from dataclasses import dataclass

from tournament.engine.record import EntryRecord, RoundRecord, Rules, TournamentRecord
from tournament.matches.formats import MatchFormat


@dataclass(frozen=True, slots=True)
class Fee:
    """The entry fee, the same for all, in whole cents."""

    amount_cents: int
    currency: str = "EUR"


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize in kind: the place it goes to, what it is, its price in whole cents."""

    place: int
    description: str
    price_cents: int


@dataclass(frozen=True, slots=True)
class ArchivePlayer:
    """A player: the engine's entry, and what the engine does not need to know.

    `fee_waived` is the reason, `shown_as` the name the player wishes to appear under; empty says nothing.
    """

    entry: EntryRecord
    name: str
    club: str = ""
    fee_paid: bool = False
    fee_waived: str = ""
    shown_as: str = ""
    fixed_table: int | None = None


@dataclass(frozen=True, slots=True)
class ArchiveRound:
    """A paired round, and why it was changed by hand."""

    record: RoundRecord
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Archive:
    """A whole tournament; an empty `draw_seed` says that nothing has been drawn yet."""

    name: str
    date: datetime.date
    venue: str
    language: str
    format: MatchFormat
    rules: Rules
    draw_seed: str
    fee: Fee
    prizes: tuple[Prize, ...] = ()
    players: tuple[ArchivePlayer, ...] = ()
    rounds: tuple[ArchiveRound, ...] = ()
    is_closed: bool = False

    @property
    def record(self) -> TournamentRecord:
        """The facts that the engine reads."""
        return TournamentRecord(
            rules=self.rules,
            draw_seed=self.draw_seed,
            entries=tuple(player.entry for player in self.players),
            rounds=tuple(round_.record for round_ in self.rounds),
        )
