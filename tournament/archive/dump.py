"""A stored tournament as an archive: always the same bytes for the same facts."""

from django.db import transaction

from tournament.archive.contents import Archive, ArchivePlayer, ArchiveRound, Fee, Prize
from tournament.archive.format_1 import write_archive
from tournament.engine.standings import standings
from tournament.models import Entry, Round, Tournament
from tournament.models import Prize as StoredPrize
from tournament.queries.record import record_of


def dump(tournament: Tournament) -> bytes:
    """The whole tournament with its standings, in format 1, as it stands between two changes."""
    with transaction.atomic():
        archive = archive_of(Tournament.objects.select_for_update().get(pk=tournament.pk))
    return write_archive(archive, standings(archive.record))


def archive_of(tournament: Tournament) -> Archive:
    """The stored rows as the values of an archive."""
    record = record_of(tournament)
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    reasons = Round.objects.filter(tournament=tournament).order_by("number").values_list("reason", flat=True)
    prizes = StoredPrize.objects.filter(tournament=tournament).order_by("place", "pk")
    return Archive(
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        language=tournament.language,
        rules=record.rules,
        draw_seed=record.draw_seed,
        fee=Fee(tournament.fee_cents, tournament.currency),
        prizes=tuple(Prize(prize.place, prize.description, prize.price_cents) for prize in prizes),
        players=tuple(
            ArchivePlayer(
                entry=entry_record,
                name=entry.name,
                club=entry.club,
                fee_paid=entry.fee_paid,
                fee_waived=entry.fee_waived,
                shown_as=entry.shown_as,
                fixed_table=entry.fixed_table,
            )
            for entry_record, entry in zip(record.entries, entries, strict=True)
        ),
        rounds=tuple(
            ArchiveRound(round_record, reason) for round_record, reason in zip(record.rounds, reasons, strict=True)
        ),
        is_closed=tournament.is_closed,
    )
