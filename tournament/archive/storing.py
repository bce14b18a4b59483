"""Archives become rows: those of many tournaments with as few statements as those of one.

First the tournaments are stored, so that their players can be found in the register; then, when every entry has its
person, all that stands on them, table by table.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import User

from tournament.actions.cash import Cash, LockedBooks, vouch_for_all
from tournament.actions.change import Change, write_lines
from tournament.actions.persons import let_appear
from tournament.actions.results import game_row
from tournament.actions.tournaments import free_slug, is_slug_taken
from tournament.archive.cash import let_counter, paid_columns, told_vouchers
from tournament.archive.contents import OF_PAIRING, Archive, ArchiveMatch, ArchivePlayer
from tournament.archive.format_2 import SETTINGS
from tournament.engine.record import PairingRecord, Result
from tournament.matches.clocks import clock_name
from tournament.models import (
    Absence,
    Club,
    Entry,
    FeeStep,
    Game,
    Pairing,
    PastResult,
    Prize,
    Round,
    Tournament,
    Voucher,
)
from tournament.money.years import RunNumber
from tournament.names import NOT_IN_PUBLIC
from tournament.queries.cash import fees_of
from tournament.queries.record import format_columns


@dataclass(slots=True)
class Arrival:
    """A tournament that comes in: its archive, the row that is stored, and entries by start number that are not yet.

    The other rows are there as soon as they are stored; pairings with what the archive says of each. `run` has the
    numbers in the run of the club that come along with it, by the numbers of their vouchers on the evening.
    """

    archive: Archive
    step: Change
    entries: Mapping[int, Entry]
    rounds: Sequence[Round] = ()
    pairings: Sequence[tuple[Pairing, PairingRecord, ArchiveMatch]] = ()
    prizes: Sequence[Prize] = ()
    vouchers: Sequence[Voucher] = ()
    run: Mapping[int, RunNumber] = field(default_factory=dict)

    @property
    def tournament(self) -> Tournament:
        return self.step.tournament


def new_tournament(
    archive: Archive, club: Club, by: User | None, is_taken: Callable[[str], bool] = is_slug_taken
) -> Tournament:
    """The row of a tournament, still to be stored, at an address that is not `is_taken`."""
    return Tournament(
        slug=free_slug(archive.name, archive.date, is_taken),
        director=by,
        club=club,
        is_closed=archive.is_closed,
        name=archive.name,
        date=archive.date,
        venue=archive.venue,
        language=archive.language,
        **format_columns(archive.format),
        clock=clock_name(archive.clock),
        planned_rounds=archive.rules.rounds,
        count_excess_points=archive.rules.count_excess_points,
        unplayed_win_points=archive.rules.unplayed_win_points,
        ranking=" ".join(archive.rules.ranking),
        draw_seed=archive.draw_seed,
        fee_cents=archive.fee.amount_cents,
        currency=archive.fee.currency,
        **{SETTINGS[key]: value for key, value in archive.settings.items()},
    )


def arrive(coming: Sequence[tuple[Archive, Tournament]], *, by: User | None) -> Sequence[Arrival]:
    """Store new tournaments, each of an archive, with nobody on their lists yet."""
    Tournament.objects.bulk_create(tournament for _archive, tournament in coming)
    arrivals = []
    for archive, tournament in coming:
        step = Change(tournament, action="tournament_imported", by=by)
        step.note_stored(tournament)
        step.facts = {"name": archive.name}
        entries = {player.entry.number: _entry(player, archive, tournament) for player in archive.players}
        arrivals.append(Arrival(archive, step, entries))
    return arrivals


def store(arrivals: Sequence[Arrival]) -> None:
    """Store all else of tournaments of one club, whose entries have their persons, each with a line in its journal."""
    if not arrivals:
        return
    for arrival in arrivals:
        let_appear(tuple(arrival.entries.values()))
    Entry.objects.bulk_create(entry for arrival in arrivals for entry in arrival.entries.values())
    Absence.objects.bulk_create(
        Absence(entry=arrival.entries[player.entry.number], round_number=number)
        for arrival in arrivals
        for player in arrival.archive.players
        for number in player.entry.absent_rounds
    )
    FeeStep.objects.bulk_create(
        FeeStep(tournament=arrival.tournament, up_to=up_to, fee_cents=cents)
        for arrival in arrivals
        for up_to, cents in arrival.archive.fee.steps
    )
    for arrival in arrivals:
        arrival.prizes = _prizes(arrival)
        arrival.rounds = _rounds(arrival)
    Prize.objects.bulk_create(prize for arrival in arrivals for prize in arrival.prizes)
    Round.objects.bulk_create(round_ for arrival in arrivals for round_ in arrival.rounds)
    _store_matches(arrivals)
    _store_vouchers(arrivals)
    write_lines([arrival.step for arrival in arrivals])


def _entry(player: ArchivePlayer, archive: Archive, tournament: Tournament) -> Entry:
    return Entry(
        tournament=tournament,
        number=player.entry.number,
        name=player.name,
        club=player.club,
        shown_as=NOT_IN_PUBLIC if player.not_in_public else player.shown_as,
        **paid_columns(player, archive.fee.amount_cents),
        fee_waived=player.fee_waived,
        fixed_table=player.fixed_table,
        joined_round=player.entry.joined_round,
        withdrawn_after=player.entry.withdrawn_after,
    )


def _prizes(arrival: Arrival) -> Sequence[Prize]:
    return [
        Prize(
            tournament=arrival.tournament,
            place=prize.place,
            description=prize.description,
            price_cents=prize.price_cents,
        )
        for prize in arrival.archive.prizes
    ]


def _rounds(arrival: Arrival) -> Sequence[Round]:
    return [
        Round(
            tournament=arrival.tournament,
            number=archived.record.number,
            planned_rounds=archived.record.planned_rounds,
            manual=archived.record.manual,
            reason=archived.reason,
            rematches_allowed=archived.record.rematches_allowed,
            lookahead_bound=archived.record.lookahead_bound,
            is_hidden=archived.is_hidden,
            started_at=archived.drawn_at,
        )
        for archived in arrival.archive.rounds
    ]


def _store_matches(arrivals: Sequence[Arrival]) -> None:
    for arrival in arrivals:
        arrival.pairings = tuple(_pairings(arrival))
    seated = [(arrival.entries, *match) for arrival in arrivals for match in arrival.pairings]
    Pairing.objects.bulk_create(pairing for _entries, pairing, _record, _match in seated)
    Game.objects.bulk_create(
        game_row(pairing, number, game)
        for _entries, pairing, _record, match in seated
        for number, game in enumerate(match.games, start=1)
    )
    PastResult.objects.bulk_create(
        PastResult(pairing=pairing, until=past.until, **_result(past.result, entries))
        for entries, pairing, record, _match in seated
        for past in record.was
    )


def _pairings(arrival: Arrival) -> Iterator[tuple[Pairing, PairingRecord, ArchiveMatch]]:
    """Each match with what the archive says of it."""
    entries = arrival.entries
    for stored, archived in zip(arrival.rounds, arrival.archive.rounds, strict=True):
        for position, record in enumerate(archived.record.pairings, start=1):
            match = archived.matches.get(record.first, ArchiveMatch())
            pairing = Pairing(
                round_id=stored.pk,
                position=position,
                table=record.table,
                first_id=entries[record.first].pk,
                second_id=None if record.second is None else entries[record.second].pk,
                **{name: getattr(match, name) for name in OF_PAIRING},
                **_result(record.result, entries),
            )
            yield pairing, record, match


def _result(result: Result, entries: Mapping[int, Entry]) -> dict[str, object]:
    first, second = result.score or (None, None)
    return {
        "outcome": result.outcome.value,
        "first_points": first,
        "second_points": second,
        "winner_id": None if result.winner is None else entries[result.winner].pk,
    }


def _store_vouchers(arrivals: Sequence[Arrival]) -> None:
    """Those that the archives tell, and then those that follow from who has paid and from the prizes."""
    books = LockedBooks(arrivals[0].tournament.club)
    for arrival in arrivals:
        of_club = None if arrival.tournament.is_practice else books
        arrival.vouchers = told_vouchers(
            arrival.archive, arrival.tournament, arrival.entries, arrival.prizes, of_club, arrival.run
        )
    Voucher.objects.bulk_create(voucher for arrival in arrivals for voucher in arrival.vouchers)
    countering = [each for arrival in arrivals for each in let_counter(arrival.archive, arrival.vouchers)]
    Voucher.objects.bulk_update(countering, ["counters"])
    Voucher.objects.bulk_create(
        voucher
        for arrival in arrivals
        for voucher in vouch_for_all(
            _cash(arrival),
            arrival.entries.values(),
            arrival.prizes,
            None if arrival.tournament.is_practice else books,
        )
    )


def _cash(arrival: Arrival) -> Cash:
    archive, paired_count = arrival.archive, len(arrival.rounds)
    fees = fees_of(arrival.tournament, arrival.entries.values(), paired_count, archive.fee.steps)
    vouchers = sorted(arrival.vouchers, key=lambda voucher: voucher.number or 0)
    return Cash(arrival.tournament, fees.fee_cents, paired_count, vouchers)
