"""A stored tournament as an archive: always the same bytes for the same facts."""

from collections import defaultdict

from django.db import transaction

from tournament.archive.cash import vouchers_in_file
from tournament.archive.contents import OF_PAIRING, Archive, ArchiveMatch, ArchivePlayer, ArchiveRound, Fee, Prize
from tournament.archive.format_2 import SETTINGS
from tournament.archive.losses import Loss, has_format_1, in_format_1, lost_in_format_1
from tournament.archive.writing import write_archive
from tournament.engine.record import RoundRecord
from tournament.engine.standings import standings
from tournament.matches.clocks import clock_named
from tournament.models import Entry, Pairing, Round, Tournament
from tournament.models import Prize as StoredPrize
from tournament.money.payments import FeeState
from tournament.queries.fees import fee_steps, fees_of
from tournament.queries.games import NOTHING_KEPT, kept_games_of
from tournament.queries.record import format_of, record_of

SETTLED = (FeeState.PAID, FeeState.REFUNDED)


def dump(tournament: Tournament, *, in_first_format: bool = False) -> bytes:
    """The whole tournament with its standings, as it stands between two changes.

    In format 1 where that says everything, or where it is asked for: then without what it has no words for.
    """
    archive = _locked(tournament)
    if in_first_format:
        archive = in_format_1(archive)
    return write_archive(archive, standings(archive.record))


def lost_by_format_1(tournament: Tournament) -> tuple[Loss, ...]:
    """What an archive of the tournament in format 1 leaves out; nothing where there can be none."""
    archive = _locked(tournament)
    return lost_in_format_1(archive) if has_format_1(archive) else ()


def _locked(tournament: Tournament) -> Archive:
    with transaction.atomic():
        return archive_of(Tournament.objects.select_for_update().get(pk=tournament.pk))


def archive_of(tournament: Tournament) -> Archive:
    """The stored rows as the values of an archive."""
    record = record_of(tournament)
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    fees = fees_of(tournament, entries)
    prizes = tuple(StoredPrize.objects.filter(tournament=tournament).order_by("place", "pk"))
    payments, vouchers = vouchers_in_file(tournament, fees, prizes)
    return Archive(
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        language=tournament.language,
        format=format_of(tournament),
        clock=clock_named(tournament.clock),
        rules=record.rules,
        draw_seed=record.draw_seed,
        fee=Fee(fees.fee_cents, tournament.currency, fee_steps(tournament)),
        prizes=tuple(Prize(prize.place, prize.description, prize.price_cents) for prize in prizes),
        settings=_settings(tournament),
        vouchers=vouchers,
        players=tuple(
            ArchivePlayer(
                entry=entry_record,
                name=row.entry.name,
                club=row.entry.club,
                fee_paid=row.state in SETTLED,
                payments=payments.get(row.entry.pk, ()),
                fee_waived=row.entry.fee_waived,
                shown_as="" if row.entry.is_hidden else row.entry.shown_as,
                not_in_public=row.entry.is_hidden,
                fixed_table=row.entry.fixed_table,
            )
            for entry_record, row in zip(record.entries, fees.rows, strict=True)
        ),
        rounds=_rounds(tournament, record.rounds),
        is_closed=tournament.is_closed,
    )


def _settings(tournament: Tournament) -> dict[str, str | int | bool]:
    """The settings that differ from their default."""
    plain = Tournament()
    return {
        key: getattr(tournament, field)
        for key, field in SETTINGS.items()
        if getattr(tournament, field) != getattr(plain, field)
    }


def _rounds(tournament: Tournament, records: tuple[RoundRecord, ...]) -> tuple[ArchiveRound, ...]:
    matches = _matches(tournament)
    stored = Round.objects.filter(tournament=tournament).order_by("number")
    return tuple(
        ArchiveRound(record, round_.reason, round_.started_at, round_.is_hidden, matches[round_.number])
        for record, round_ in zip(records, stored, strict=True)
    )


def _matches(tournament: Tournament) -> dict[int, dict[int, ArchiveMatch]]:
    """By round and first player what is kept of the matches; a game that is still being played is not."""
    games = kept_games_of(tournament)
    matches: dict[int, dict[int, ArchiveMatch]] = defaultdict(dict)
    stored = Pairing.objects.filter(round__tournament=tournament)
    for key, round_number, first, *beside in stored.values_list("pk", "round__number", "first__number", *OF_PAIRING):
        match = ArchiveMatch(games.get(key, NOTHING_KEPT).games, **dict(zip(OF_PAIRING, beside, strict=True)))
        if match != ArchiveMatch():
            matches[round_number][first] = match
    return matches
