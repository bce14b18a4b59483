"""Makes archives of stored tournaments, complete or reduced to what everybody may see."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.archive import format as file_format, storing
from tournament.engine.finals import shown_standings
from tournament.matches.clocks import clock_named
from tournament.models import Erasure, Pairing, Prize, Tournament, Voucher
from tournament.money.fees import FeeBand
from tournament.money.payments import FeeState
from tournament.queries import cash, results
from tournament.queries.evening import Evening, evenings_of
from tournament.queries.record import format_of, keys_of

# Archives for publishing: what everybody may see of a tournament, with names as the players wish to appear.

ABOUT_COSTS = frozenset({"treasurer", "surplus_note"})
# The fields of a player, beside the name; every other one has its default.
PUBLISHED = {"number", "club", "joined_round", "withdrawn_after", "absent_rounds", "fixed_table"}


def for_everybody(archive: file_format.Archive) -> file_format.Archive:
    """Remove payments, vouchers, reasons for waived fees and manual rounds, kept-apart pairs and hidden rounds.

    A round says that it was drawn while somebody was kept apart, but not who.
    Players get the names they wish to show. Prices, other costs and the treasurer stay if `shows_costs` is set.
    """
    shows_costs = archive.settings.get("shows_costs", False)
    settings = {key: value for key, value in archive.settings.items() if shows_costs or key not in ABOUT_COSTS}
    prizes = archive.prizes if shows_costs else tuple(replace(prize, price_cents=0) for prize in archive.only_prizes)
    record = archive.record
    released = tuple(
        replace(
            round_,
            reason="",
            record=replace(round_.record, wishes=round_.record.wishes or record.keeps_apart(round_.record)),
        )
        for round_ in archive.rounds
        if not round_.is_hidden
    )
    players = []
    with translation.override(archive.language):
        for player in archive.players:
            nobody = _("Player %(number)s") % {"number": player.number}
            name = nobody if player.not_in_public else player.shown_as or player.name
            public_values = player.model_dump(include=PUBLISHED)
            players.append(
                file_format.Player.model_construct(name=name, fee_paid=not archive.fee.amount_cents, **public_values)
            )
    return replace(
        archive,
        draw_seed=archive.draw_seed if released else "",
        settings=settings,
        prizes=prizes,
        vouchers=(),
        players=tuple(players),
        rounds=released,
        kept_apart=(),
        erased=(),
    )


# Stored tournaments as archives; the same facts always give the same bytes.

Row = TypeVar("Row", Prize, Voucher, Erasure)
SETTLED = (FeeState.PAID, FeeState.REFUNDED)


def dump(tournament: Tournament, *, for_publishing: bool = False) -> bytes:
    """Dump the tournament and its standings under its lock; `for_publishing` keeps only what everybody may see."""
    with transaction.atomic():
        archive = archive_of(Tournament.objects.select_for_update().get(pk=tournament.pk))
    if for_publishing:
        archive = for_everybody(archive)
    return file_format.write_archive(archive, shown_standings(archive.record))


def dump_values(tournaments: QuerySet[Tournament]) -> dict[int, dict[str, object]]:
    """Return the JSON values of each archive by tournament key, read while all the tournaments are locked."""
    return {
        key: file_format.TournamentPart.values(archive, shown_standings(archive.record))
        for key, archive in locked_archives(tournaments).items()
    }


def locked_archives(tournaments: QuerySet[Tournament]) -> dict[int, file_format.Archive]:
    """Make the archive of each tournament, by its key, while all of them are locked."""
    with transaction.atomic():
        return archives_of(tournaments.select_for_update().order_by("pk"))


def archive_of(tournament: Tournament) -> file_format.Archive:
    return archives_of([tournament])[tournament.pk]


def archives_of(tournaments: Iterable[Tournament]) -> dict[int, file_format.Archive]:
    """Make the archive of each tournament, by its key, in a fixed number of queries."""
    tournaments = list(tournaments)
    among = {"tournament__in": keys_of(tournaments)}
    evenings, matches, steps = evenings_of(tournaments), _matches(tournaments), cash.fee_steps_in(tournaments)
    prizes = by_tournament(Prize.objects.filter(**among).in_order())
    vouchers = by_tournament(Voucher.objects.filter(**among).order_by("number"))
    erased = by_tournament(Erasure.objects.filter(**among))
    return {
        key: replace(_archive(evening, matches, steps[key], prizes[key], vouchers[key]), erased=erasures(erased[key]))
        for key, evening in evenings.items()
    }


def erasures(stored_erasures: Iterable[Erasure]) -> tuple[file_format.Erased, ...]:
    """Return who was erased as a file holds it, each once."""
    return tuple(
        sorted(
            {
                file_format.Erased(erasure.date, erasure.evening, erasure.draw_seed, erasure.number)
                for erasure in stored_erasures
            }
        )
    )


def by_tournament(stored_rows: QuerySet[Row]) -> Mapping[int, Sequence[Row]]:
    """Group the rows by tournament key; a key without rows gives an empty list."""
    rows: dict[int, list[Row]] = defaultdict(list)
    for row in stored_rows:
        rows[row.tournament_id or 0].append(row)
    return rows


def _archive(
    evening: Evening,
    matches: Mapping[int, Mapping[int, file_format.ArchiveMatch]],
    steps: tuple[FeeBand, ...],
    prizes: Sequence[Prize],
    vouchers: Sequence[Voucher],
) -> file_format.Archive:
    """Make the archive of an evening; `matches` is keyed by round, then by the first player's start number."""
    tournament = evening.tournament
    record = evening.record
    fees = cash.fees_of(tournament, tuple(evening.entries.values()), len(record.rounds), steps)
    payments, other_vouchers = storing.vouchers_in_file(vouchers, fees, prizes)
    return file_format.Archive(
        name=tournament.name,
        date=tournament.date,
        venue=tournament.venue,
        language=tournament.language,
        format=format_of(tournament),
        clock=clock_named(tournament.clock),
        rules=record.rules,
        draw_seed=record.draw_seed,
        fee=file_format.Fee(fees.fee_cents, tournament.currency, steps),
        prizes=tuple(file_format.ArchivePrize(prize.place, prize.description, prize.price_cents) for prize in prizes),
        settings=_settings(tournament),
        vouchers=other_vouchers,
        players=tuple(
            file_format.Player.of_entry(
                entry_record,
                fee_paid=row.state in SETTLED or not (fees.fee_cents or row.entry.fee_waived),
                payments=[*payments.get(row.entry.pk, ())],
                shown_as="" if row.entry.is_hidden else row.entry.shown_as,
                not_in_public=row.entry.is_hidden,
                **{name: getattr(row.entry, name) for name in file_format.OF_ENTRY},
            )
            for entry_record, row in zip(record.entries, fees.rows, strict=True)
        ),
        rounds=tuple(
            file_format.ArchiveRound(of_round, round_.reason, round_.started_at, round_.is_hidden, matches[round_.pk])
            for of_round, round_ in zip(record.rounds, evening.rounds, strict=True)
        ),
        is_closed=tournament.is_closed,
        kept_apart=record.kept_apart,
    )


def _settings(tournament: Tournament) -> dict[str, str | int | bool]:
    """Return the settings that differ from their defaults, by their keys in the file."""
    plain = Tournament()
    return {
        key: getattr(tournament, field)
        for key, field in file_format.SETTINGS.items()
        if getattr(tournament, field) != getattr(plain, field)
    }


def _matches(tournaments: Sequence[Tournament]) -> Mapping[int, Mapping[int, file_format.ArchiveMatch]]:
    """Return finished games and the other facts beside each result, by round key and first player's start number."""
    games = results.kept_games_in(tournaments)
    matches: dict[int, dict[int, file_format.ArchiveMatch]] = defaultdict(dict)
    pairings = Pairing.objects.filter(round__tournament__in=keys_of(tournaments))
    for key, round_key, first, *beside in pairings.values_list("pk", "round", "first__number", *file_format.OF_PAIRING):
        match = file_format.ArchiveMatch(
            games.get(key, results.NOTHING_KEPT).games, **dict(zip(file_format.OF_PAIRING, beside, strict=True))
        )
        if match != file_format.ArchiveMatch():
            matches[round_key][first] = match
    return matches
