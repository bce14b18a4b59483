"""Reads the keys of the tournament archive, format 1; `format_2` has the keys that format 2 adds.

Keys may stand in any order, and optional keys may be written out at their defaults. `standings` is left unread.
"""

import datetime
import re
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from tournament.archive.contents import Archive, ArchivePlayer, ArchivePrize, ArchiveRound, Fee
from tournament.archive.strict_json import Part, broken, composed, number, quote, refuse_unless_ascending, verbatim
from tournament.engine.record import CorrectedResult, EntryRecord, PairingRecord, Result, RoundRecord, Rules
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.languages import LANGUAGES
from tournament.matches.formats import MatchFormat

FORMAT_1 = "backgammon-swiss/1"
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


# A later year is a typing error, and no calendar or season can deal with it.
LAST_YEAR = 2200


def refuse_later_year(text: str) -> None:
    """Refuse a date or a time, which begins with its year, after `LAST_YEAR`."""
    if int(text[:4]) > LAST_YEAR:
        raise broken("archive_too_late", value=quote(text), year=LAST_YEAR)


def calendar_day(text: str) -> str:
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        date = None
    # Python also reads 20261120 and 2026-W47-5.
    if date is None or date.isoformat() != text:
        raise broken("archive_not_a_date", value=quote(text))
    refuse_later_year(text)
    return text


def currency_code(text: str) -> str:
    """Check that a currency is a code of three capitals."""
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


class RulesPart(Part):
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


class FeePart(Part):
    amount_cents: Cents
    currency: Annotated[str, verbatim(LONGEST_NAME), AfterValidator(currency_code)]

    def fee(self) -> Fee:
        return Fee(self.amount_cents, self.currency)


class _PrizePart(Part):
    place: Annotated[int, number(1, MOST_PLACES)]
    description: Remark
    price_cents: Cents


class PlayerPart(Part):
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


class _ResultPart(Part):
    """A result; which keys it has follows from its outcome."""

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


class _PastResultPart(_ResultPart):
    until: RoundNumber
    outcome: Literal["played", "forfeit", "double_forfeit", "stopped"]


def _until_ascends(past: list[_PastResultPart]) -> list[_PastResultPart]:
    refuse_unless_ascending([result.until for result in past])
    return past


def two(found: object) -> object:
    if isinstance(found, list):
        if len(found) != 2:
            raise broken("archive_not_two", count=len(found))
        return tuple(found)
    return found


class PairingPart(_ResultPart):
    table: Annotated[int, number(1)] | None
    players: Annotated[tuple[StartNumber, StartNumber | None], BeforeValidator(two)]
    outcome: Literal["played", "forfeit", "double_forfeit", "stopped", "bye", "pending"]
    was: Annotated[list[_PastResultPart], AfterValidator(_until_ascends)] = []

    def pairing(self) -> PairingRecord:
        first, second = self.players
        past = tuple(CorrectedResult(past.until, past.result()) for past in self.was)
        return PairingRecord(first, second, self.result(), self.table, past)


class RoundPart(Part):
    number: RoundNumber
    manual: bool
    rematches_allowed: bool
    pairings: list[PairingPart]
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


class TournamentPart(Part):
    format: Literal["backgammon-swiss/1"]
    name: Text
    date: Annotated[str, verbatim(LONGEST_NAME), AfterValidator(calendar_day)]
    venue: TextOrNothing
    language: Annotated[str, AfterValidator(_language)]
    rules: RulesPart
    draw_seed: Annotated[str, verbatim(LONGEST_SEED)]
    fee: FeePart
    prizes: list[_PrizePart]
    players: list[PlayerPart]
    rounds: list[RoundPart]
    standings: object
    status: Literal["running", "closed"] = "running"

    def archive(self) -> Archive:
        rules = self.rules.rules()
        prizes = (ArchivePrize(prize.place, prize.description, prize.price_cents) for prize in self.prizes)
        players = (player.player() for player in self.players)
        return Archive(
            name=self.name,
            date=datetime.date.fromisoformat(self.date),
            venue=self.venue,
            language=self.language,
            format=self.rules.format(),
            rules=rules,
            draw_seed=self.draw_seed,
            fee=self.fee.fee(),
            prizes=tuple(sorted(prizes, key=lambda prize: prize.place)),
            players=tuple(sorted(players, key=lambda player: player.entry.number)),
            rounds=tuple(round_.round(rules.rounds) for round_ in self.rounds),
            is_closed=self.status == CLOSED,
        )
