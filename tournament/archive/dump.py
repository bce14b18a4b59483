"""A stored tournament as an archive: always the same bytes for the same facts."""

from django.db import transaction
from django.utils import translation

from tournament.archive.contents import Archive, ArchivePlayer, ArchiveRound, Fee, Prize
from tournament.archive.format_1 import write_archive
from tournament.engine.standings import standings
from tournament.models import Entry, Round, Tournament
from tournament.models import Prize as StoredPrize
from tournament.money.payments import FeeState
from tournament.phrases.fees import fee_state_label
from tournament.queries.fees import FeeRow, fees_of
from tournament.queries.record import format_of, record_of


def dump(tournament: Tournament) -> bytes:
    """The whole tournament with its standings, in format 1, as it stands between two changes."""
    with transaction.atomic():
        archive = archive_of(Tournament.objects.select_for_update().get(pk=tournament.pk))
    return write_archive(archive, standings(archive.record))


def archive_of(tournament: Tournament) -> Archive:
    """The stored rows as the values of an archive."""
    record = record_of(tournament)
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    fees = fees_of(tournament, entries)
    reasons = Round.objects.filter(tournament=tournament).order_by("number").values_list("reason", flat=True)
    prizes = StoredPrize.objects.filter(tournament=tournament).order_by("place", "pk")
    return Archive(
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        language=tournament.language,
        format=format_of(tournament),
        rules=record.rules,
        draw_seed=record.draw_seed,
        fee=Fee(fees.fee_cents, tournament.currency),
        prizes=tuple(Prize(prize.place, prize.description, prize.price_cents) for prize in prizes),
        players=tuple(
            ArchivePlayer(
                entry=entry_record,
                name=row.entry.name,
                club=row.entry.club,
                fee_paid=row.state is FeeState.PAID,
                fee_waived=_waived(row, tournament.language),
                shown_as=row.entry.shown_as,
                fixed_table=row.entry.fixed_table,
            )
            for entry_record, row in zip(record.entries, fees.rows, strict=True)
        ),
        rounds=tuple(
            ArchiveRound(round_record, reason) for round_record, reason in zip(record.rounds, reasons, strict=True)
        ),
        is_closed=tournament.is_closed,
    )


def _waived(row: FeeRow, language: str) -> str:
    """Why nothing is to be paid; what was given back is not owed, and the format knows no other word for that."""
    if row.state is not FeeState.REFUNDED:
        return row.entry.fee_waived
    with translation.override(language):
        return fee_state_label(FeeState.REFUNDED)
