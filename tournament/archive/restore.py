"""An archive becomes a stored tournament, all or nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from tournament.actions.appearance import settle_appearances, take_stricter_wishes
from tournament.actions.change import Change, write_line
from tournament.actions.clubs import club_to_set_up_in
from tournament.actions.entries import NewPlayer, tie
from tournament.actions.games import game_row
from tournament.actions.permissions import can_set_up
from tournament.actions.tournaments import free_slug
from tournament.actions.vouchers import vouch_for_all
from tournament.archive.cash import paid_columns, restore_vouchers
from tournament.archive.contents import OF_PAIRING, Archive, ArchiveMatch, ArchiveRound
from tournament.archive.format_2 import SETTINGS
from tournament.archive.reading import read_archive
from tournament.engine.checking import Disagreement, check_rounds
from tournament.engine.record import PairingRecord, Result
from tournament.engine.refusals import Refused
from tournament.machine.locks import take_lock
from tournament.matches.clocks import clock_name
from tournament.models import (
    Absence,
    Club,
    Entry,
    FeeStep,
    Game,
    Pairing,
    PastResult,
    Person,
    Prize,
    Round,
    Tournament,
)
from tournament.names import NOT_IN_PUBLIC
from tournament.queries.record import format_columns


@dataclass(frozen=True, slots=True)
class Restored:
    """The new tournament, where its pairings are not what the rules give, and who appears otherwise now.

    `stricter` are known persons who hide more of their names by this archive than before, on all evenings.
    """

    tournament: Tournament
    disagreements: tuple[Disagreement, ...]
    stricter: tuple[str, ...] = ()


def restore(
    data: bytes,
    *,
    by: User | None,
    request_key: UUID | None = None,
    is_practice: bool = False,
    club: Club | None = None,
    persons: Sequence[Person] | None = None,
) -> Restored:
    """Read an archive into a new tournament beside those that are there; without a user it has no director.

    It is one of the `club`, by default of the first that the account directs. `persons` are those of its players in the
    order of their start numbers, of practice none; by default they are found by their names.

    `is_practice` makes a rehearsal of it, whatever the archive says.

    What breaks the format is refused; pairings that differ from the rules are let in and named.
    The same request sent twice makes one tournament.
    """
    if by is not None and not can_set_up(by):
        raise Refused("not_allowed")
    archive = read_archive(data)
    disagreements = check_rounds(archive.record)
    with transaction.atomic():
        take_lock("tournaments")
        already = request_key and Tournament.objects.filter(request_key=request_key).first()
        if already:
            return Restored(already, disagreements)
        tournament = _tournament(archive, by, request_key)
        tournament.club = club_to_set_up_in(by, club)
        tournament.is_practice = is_practice or tournament.is_practice
        step = Change(tournament, action="tournament_imported", by=by)
        step.add(tournament)
        entries, stricter = _entries(archive, tournament, persons, by)
        FeeStep.objects.bulk_create(
            FeeStep(tournament=tournament, up_to=up_to, fee_cents=cents) for up_to, cents in archive.fee.steps
        )
        prizes = Prize.objects.bulk_create(
            Prize(
                tournament=tournament,
                place=prize.place,
                description=prize.description,
                price_cents=prize.price_cents,
            )
            for prize in archive.prizes
        )
        for archived in archive.rounds:
            _round(archived, tournament, entries)
        restore_vouchers(archive, tournament, entries, prizes)
        vouch_for_all(tournament)
        step.facts = {"name": archive.name}
        write_line(step)
    return Restored(tournament, disagreements, stricter)


def _tournament(archive: Archive, by: User | None, request_key: UUID | None) -> Tournament:
    return Tournament(
        slug=free_slug(archive.name, archive.date),
        director=by,
        request_key=request_key,
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


def _entries(
    archive: Archive, tournament: Tournament, persons: Sequence[Person] | None, by: User | None
) -> tuple[dict[int, Entry], tuple[str, ...]]:
    entries = {
        player.entry.number: Entry(
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
        for player in archive.players
    }
    wishes = [entry.wished for entry in entries.values()]
    if persons is None:
        players = [
            NewPlayer(player.name, player.club, wished=wished)
            for player, wished in zip(archive.players, wishes, strict=True)
        ]
        stricter = tie(tournament, list(entries.values()), players, store=Person.objects.bulk_create, by=by)
    else:
        for entry, person in zip(entries.values(), persons, strict=False):
            entry.person = person
        stricter = take_stricter_wishes(tournament.club, zip(persons, wishes, strict=False), by=by)
    Entry.objects.bulk_create(entries.values())
    Absence.objects.bulk_create(
        Absence(entry=entries[player.entry.number], round_number=number)
        for player in archive.players
        for number in player.entry.absent_rounds
    )
    settle_appearances(tournament)
    return entries, stricter


def _round(archived: ArchiveRound, tournament: Tournament, entries: dict[int, Entry]) -> None:
    record = archived.record
    stored = Round.objects.create(
        tournament=tournament,
        number=record.number,
        planned_rounds=record.planned_rounds,
        manual=record.manual,
        reason=archived.reason,
        rematches_allowed=record.rematches_allowed,
        lookahead_bound=record.lookahead_bound,
        is_hidden=archived.is_hidden,
        started_at=archived.drawn_at,
    )
    matches = [archived.matches.get(pairing.first, ArchiveMatch()) for pairing in record.pairings]
    pairings = Pairing.objects.bulk_create(
        _pairing(pairing, match, position, stored, entries)
        for position, (pairing, match) in enumerate(zip(record.pairings, matches, strict=True), start=1)
    )
    Game.objects.bulk_create(
        game_row(pairing, number, game)
        for pairing, match in zip(pairings, matches, strict=True)
        for number, game in enumerate(match.games, start=1)
    )
    PastResult.objects.bulk_create(
        PastResult(pairing=pairing, until=past.until, **_result(past.result, entries))
        for pairing, archived_pairing in zip(pairings, record.pairings, strict=True)
        for past in archived_pairing.was
    )


def _pairing(
    archived: PairingRecord, match: ArchiveMatch, position: int, stored: Round, entries: dict[int, Entry]
) -> Pairing:
    return Pairing(
        round=stored,
        position=position,
        table=archived.table,
        first=entries[archived.first],
        second=None if archived.second is None else entries[archived.second],
        **{name: getattr(match, name) for name in OF_PAIRING},
        **_result(archived.result, entries),
    )


def _result(result: Result, entries: dict[int, Entry]) -> dict[str, object]:
    first, second = result.score or (None, None)
    return {
        "outcome": result.outcome.value,
        "first_points": first,
        "second_points": second,
        "winner": None if result.winner is None else entries[result.winner],
    }
