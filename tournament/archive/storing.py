"""Stores an archive as rows: players, rounds and vouchers of a tournament."""

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournament.actions import cash, clubs, permissions, results, tournaments
from tournament.actions.change import lock_club, write_lines
from tournament.actions.following import LockedBooks, NewPlayer, VoucherUpdate, set_shown_names
from tournament.actions.players import link_to_persons
from tournament.actions.step import Change
from tournament.actions.tournaments import tournament_imported
from tournament.archive import checks, format as file_format
from tournament.engine.checking import Disagreement, check_rounds
from tournament.engine.record import PairingRecord, Result
from tournament.engine.refusals import Refused
from tournament.machine.locks import take_lock
from tournament.matches.clocks import clock_name
from tournament.models import (
    Absence,
    Club,
    Entry,
    Erasure,
    FeeStep,
    Game,
    KeptApart,
    Pairing,
    PastResult,
    Person,
    Prize,
    Round,
    Tournament,
    Voucher,
)
from tournament.money.fees import Fees
from tournament.money.payments import FeeState
from tournament.money.vouchers import Movement
from tournament.money.years import RunNumber, fiscal_year
from tournament.names import NOT_IN_PUBLIC
from tournament.phrases.backups import similar_sentence
from tournament.phrases.refusals import disagreement_sentence
from tournament.queries.cash import FeeRow, fees_of
from tournament.queries.persons import Likeness, likenesses
from tournament.queries.record import finals_columns, format_columns

# Vouchers: from rows to the archive, and back.

VouchersInFile = tuple[dict[int, tuple[file_format.Payment, ...]], tuple[file_format.OtherVoucher, ...]]


def vouchers_in_file(vouchers: Sequence[Voucher], fees: Fees[FeeRow], prizes: Sequence[Prize]) -> VouchersInFile:
    """Split vouchers into valid payments and refunds of listed players, by entry key, and all others.

    `vouchers` are all vouchers of a tournament in the order of their numbers. Both parts are empty if restoring the
    tournament would create the same vouchers anyway.
    """
    if _follow_from_fees_and_prizes(vouchers, fees, prizes):
        return {}, ()
    numbers: dict[int | None, int] = {row.entry.pk: row.entry.number for row in fees.rows}
    prize_numbers: dict[int | None, int] = {prize.pk: number for number, prize in enumerate(prizes, start=1)}
    payments: dict[int, tuple[file_format.Payment, ...]] = defaultdict(tuple)
    countering = [voucher for voucher in vouchers if voucher.counters_id and not voucher.cancelled_at]
    settled = {key for voucher in countering for key in (voucher.pk, voucher.counters_id)}
    of_evening = {voucher.pk: voucher.number for voucher in vouchers}
    other_vouchers = []
    for voucher in vouchers:
        entry = voucher.entry_id
        if entry is not None and entry in numbers and not voucher.cancelled_at and voucher.pk not in settled:
            payments[entry] += (_payment(voucher, payments[entry], fees.fee_cents),)
        else:
            other_vouchers.append(
                file_format.OtherVoucher.model_construct(
                    **dict(_payment(voucher, (), 0)),
                    player=numbers.get(entry),
                    party=voucher.party,
                    prize=prize_numbers.get(voucher.prize_id),
                    purchase=voucher.purchase,
                    cancelled_at=voucher.cancelled_at,
                    cancelled_by=voucher.cancelled_by,
                    counters=of_evening[voucher.counters_id] if voucher.counters_id else None,
                )
            )
    return dict(payments), tuple(other_vouchers)


def _payment(voucher: Voucher, earlier_payments: Sequence[file_format.Payment], fee_cents: int) -> file_format.Payment:
    is_fee = voucher.movement == Movement.FEE
    cents = voucher.cents if is_fee != bool(voucher.counters_id) else -voucher.cents
    payment = file_format.Payment.model_construct(
        voucher=voucher.number or 0, at=voucher.at, amount_cents=cents, by=voucher.hand, year_number=voucher.label
    )
    if (voucher.kept_cents, voucher.open_cents) == _paid_and_due(payment, earlier_payments, fee_cents):
        return payment
    return payment.model_copy(update={"kept_cents": voucher.kept_cents, "open_cents": voucher.open_cents})


def _paid_and_due(
    payment: file_format.Payment, earlier_payments: Sequence[file_format.Payment], fee_cents: int
) -> tuple[int, int]:
    """Return the cents paid in all after this payment, and those still due; figures stored with it take precedence."""
    usual_cents = max(sum(payment_so_far.amount_cents for payment_so_far in (*earlier_payments, payment)), 0)
    kept_cents = usual_cents if payment.kept_cents is None else payment.kept_cents
    usually_open_cents = max(fee_cents - usual_cents, 0) if payment.amount_cents > 0 else 0
    return kept_cents, usually_open_cents if payment.open_cents is None else payment.open_cents


def _follow_from_fees_and_prizes(vouchers: Sequence[Voucher], fees: Fees[FeeRow], prizes: Sequence[Prize]) -> bool:
    """Whether the vouchers are exactly those that paid fees and the prices of prizes produce."""
    following = [
        *((Movement.FEE.value, fees.fee_cents, row.entry.pk) for row in fees.rows if row.state is FeeState.PAID),
        *((Movement.PRIZE.value, prize.price_cents, prize.pk) for prize in prizes),
    ]
    issued = [(voucher.movement, voucher.cents, voucher.entry_id or voucher.prize_id) for voucher in vouchers]
    return issued == [voucher for voucher in following if voucher[1]] and all(
        voucher.number == number and not (voucher.at or voucher.hand or voucher.cancelled_at or voucher.label)
        for number, voucher in enumerate(vouchers, start=1)
    )


def paid_columns(player: file_format.Player, fee_cents: int) -> dict[str, object]:
    """The columns of an entry that say what the player has paid and got back."""
    if not player.payments:
        return {"paid_cents": (fee_cents or None) if player.fee_paid else None}
    paid = [payment for payment in player.payments if payment.amount_cents > 0]
    refunded = [payment for payment in player.payments if payment.amount_cents < 0]
    return {
        "paid_cents": sum(payment.amount_cents for payment in paid),
        "paid_at": paid[-1].at if paid else None,
        "paid_to": paid[-1].by if paid else "",
        "refunded_cents": -sum(payment.amount_cents for payment in refunded),
        "refunded_at": refunded[-1].at if refunded else None,
        "refunded_by": refunded[-1].by if refunded else "",
    }


def archived_vouchers(
    archive: file_format.Archive,
    tournament: Tournament,
    entries: Mapping[int, Entry],
    prizes: Sequence[Prize],
    books: LockedBooks | None,
    run: Mapping[int, RunNumber],
) -> list[Voucher]:
    """Make the vouchers of the archive, unsaved, with their numbers; `books` is None in practice.

    `run` has the numbers that vouchers keep in a year of the club, by their numbers in the tournament.
    """
    vouchers = []
    for player in archive.players:
        entry = entries[player.number]
        for index, payment in enumerate(player.payments):
            earlier_payments = player.payments[:index]
            vouchers.append(
                _voucher(payment, earlier_payments, archive.fee.amount_cents, entry=entry, party=player.name)
            )
    for other_voucher in archive.vouchers:
        vouchers.append(
            _voucher(
                other_voucher,
                (),
                0,
                movement=other_voucher.movement.value,
                entry=entries[other_voucher.player] if other_voucher.player else None,
                prize=prizes[other_voucher.prize - 1] if other_voucher.prize else None,
                party=other_voucher.party,
                purchase=other_voucher.purchase,
                cancelled_at=other_voucher.cancelled_at,
                cancelled_by=other_voucher.cancelled_by,
            )
        )
    for payment, voucher in zip(archive.payments, vouchers, strict=True):
        voucher.tournament, voucher.club_id = tournament, tournament.club_id
        if books:
            books.enter([voucher], day=day_of(voucher, tournament), is_imported=True)
        if in_run := run.get(payment.voucher):
            (voucher.year, voucher.year_number), voucher.printed_number = in_run, ""
    return vouchers


def day_of(voucher: Voucher, tournament: Tournament) -> datetime.date:
    """Return the day of a voucher, in whose fiscal year it is entered unless that year is closed."""
    return timezone.localdate(voucher.at) if voucher.at else tournament.date


def _voucher(
    payment: file_format.Payment, earlier_payments: Sequence[file_format.Payment], fee_cents: int, **columns: object
) -> Voucher:
    kept_cents, open_cents = _paid_and_due(payment, earlier_payments, fee_cents)
    usual: dict[str, object] = {"movement": (Movement.FEE if payment.amount_cents > 0 else Movement.REFUND).value}
    return Voucher(
        number=payment.voucher,
        cents=abs(payment.amount_cents),
        hand=payment.by,
        at=payment.at,
        kept_cents=kept_cents,
        open_cents=open_cents,
        printed_number=payment.year_number,
        **usual | columns,
    )


def entered_late(archives: Iterable[file_format.Archive], club: Club) -> tuple[int, str] | None:
    """Count the vouchers of closed years, and name the year that they would be entered in; None without any."""
    books = LockedBooks(club)
    days = [day for archive in archives for day in _voucher_days(archive)]
    count = sum(books.is_closed(fiscal_year(day, club.fiscal_month)) for day in days)
    return (count, club.year_named(books.year_of(timezone.localdate()))) if count else None


def _voucher_days(archive: file_format.Archive) -> Iterator[datetime.date]:
    """Yield the day of each voucher in the archive, else of those that paid fees and prices of prizes produce."""
    if archive.settings.get("practice"):
        return
    if archive.payments:
        yield from (timezone.localdate(payment.at) if payment.at else archive.date for payment in archive.payments)
        return
    paid = sum(player.fee_paid for player in archive.players) if archive.fee.amount_cents else 0
    yield from (paid + sum(bool(prize.price_cents) for prize in archive.prizes)) * [archive.date]


# Erased persons named in a file: found by tournament and start number, for their names are not kept.


def forgotten_in(archives: Iterable[file_format.Archive], club: Club) -> tuple[str, ...]:
    """Return names of erased persons in archives: of players whose start number was erased in the same tournament.

    Two tournaments are the same if they share the day and the name, or the day and the draw seed.
    """
    erased = list(Erasure.objects.filter(club=club))
    tournament_keys = {erasure.tournament_id for erasure in erased}
    stored_names = set(Entry.objects.filter(tournament__in=tournament_keys).values_list("tournament", "number", "name"))
    return tuple(
        dict.fromkeys(
            player.name
            for archive in archives
            for erasure in erased
            if erasure.date == archive.date
            if erasure.evening == archive.name or (archive.draw_seed and erasure.draw_seed == archive.draw_seed)
            for player in archive.players
            if player.number == erasure.number
            if (erasure.tournament_id, player.number, player.name) not in stored_names
            # An archive that carries the erasure itself was made after it.
            if erasure.number not in {archived_erasure.number for archived_erasure in archive.erased}
        )
    )


# Storing archives, with as few statements for many tournaments as for one: first the tournaments, so that their players
# can be found in the register; then, once every entry has its person, all other rows, table by table.


@dataclass(slots=True)
class Arrival:
    """A tournament being imported: its archive, the change to log, and its unsaved entries by start number.

    The other rows are set when they are stored. `run` has the numbers that vouchers keep in a year of the club, by
    their numbers in the tournament.
    """

    archive: file_format.Archive
    step: Change
    entries: Mapping[int, Entry]
    rounds: Sequence[Round] = ()
    prizes: Sequence[Prize] = ()
    vouchers: Sequence[Voucher] = ()
    run: Mapping[int, RunNumber] = field(default_factory=dict)

    @property
    def tournament(self) -> Tournament:
        return self.step.tournament


def new_tournament(
    archive: file_format.Archive,
    club: Club,
    by: User | None,
    is_taken: Callable[[str], bool] = tournaments.is_slug_taken,
) -> Tournament:
    """Make an unsaved tournament from the archive, with a slug for which `is_taken` is false."""
    return Tournament(
        slug=tournaments.free_slug(archive.name, archive.date, is_taken),
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
        **finals_columns(archive.rules.finals),
        draw_seed=archive.draw_seed,
        fee_cents=archive.fee.amount_cents,
        currency=archive.fee.currency,
        **{file_format.SETTINGS[key]: value for key, value in archive.settings.items()},
    )


def arrive(coming: Sequence[tuple[file_format.Archive, Tournament]], *, by: User | None) -> Sequence[Arrival]:
    """Store the tournaments without anything else; their entries are made, but not stored yet."""
    Tournament.objects.bulk_create(tournament for _archive, tournament in coming)
    arrivals = []
    for archive, tournament in coming:
        step = Change(tournament, action=tournament_imported, by=by)
        step.note_stored(tournament)
        step.facts = tournament_imported.facts(name=archive.name)
        entries = {player.number: _entry(player, archive, tournament) for player in archive.players}
        arrivals.append(Arrival(archive, step, entries))
    return arrivals


def store(arrivals: Sequence[Arrival]) -> None:
    """Store all other rows of one club's tournaments, whose entries have persons by now, and their journal lines."""
    if not arrivals:
        return
    for arrival in arrivals:
        set_shown_names(tuple(arrival.entries.values()))
    Entry.objects.bulk_create(entry for arrival in arrivals for entry in arrival.entries.values())
    Absence.objects.bulk_create(
        Absence(entry=arrival.entries[player.number], round_number=number)
        for arrival in arrivals
        for player in arrival.archive.players
        for number in player.absent_rounds
    )
    KeptApart.objects.bulk_create(
        KeptApart(
            first=arrival.entries[wish.first],
            second=arrival.entries[wish.second],
            since=wish.since,
            until=wish.until,
        )
        for arrival in arrivals
        for wish in arrival.archive.kept_apart
    )
    Erasure.objects.bulk_create(
        Erasure(club=arrival.tournament.club, tournament=arrival.tournament, **erasure._asdict())
        for arrival in arrivals
        for erasure in arrival.archive.erased
    )
    FeeStep.objects.bulk_create(
        FeeStep(tournament=arrival.tournament, up_to=up_to, fee_cents=cents)
        for arrival in arrivals
        for up_to, cents in arrival.archive.fee.steps
    )
    for arrival in arrivals:
        arrival.prizes = [Prize(tournament=arrival.tournament, **asdict(prize)) for prize in arrival.archive.prizes]
        arrival.rounds = _rounds(arrival)
    Prize.objects.bulk_create(prize for arrival in arrivals for prize in arrival.prizes)
    Round.objects.bulk_create(round_ for arrival in arrivals for round_ in arrival.rounds)
    _store_matches(arrivals)
    _store_vouchers(arrivals)
    write_lines([arrival.step for arrival in arrivals])


def _entry(player: file_format.Player, archive: file_format.Archive, tournament: Tournament) -> Entry:
    return Entry(
        tournament=tournament,
        number=player.number,
        shown_as=NOT_IN_PUBLIC if player.not_in_public else player.shown_as,
        **paid_columns(player, archive.fee.amount_cents),
        **{name: getattr(player, name) for name in file_format.OF_ENTRY},
        joined_round=player.joined_round,
        withdrawn_after=player.withdrawn_after,
    )


def _rounds(arrival: Arrival) -> Sequence[Round]:
    return [
        Round(
            tournament=arrival.tournament,
            number=archived.record.number,
            planned_rounds=archived.record.planned_rounds,
            manual=archived.record.manual,
            reason=archived.reason,
            rematches_allowed=archived.record.rematches_allowed,
            is_finals=archived.record.finals,
            late_seeds=archived.record.late_seeds,
            second_seeds=" ".join(map(str, archived.record.second_seeds)),
            second_ended=archived.record.second_ended,
            lookahead_bound=archived.record.lookahead_bound,
            wishes=archived.record.wishes,
            is_hidden=archived.is_hidden,
            started_at=archived.drawn_at,
        )
        for archived in arrival.archive.rounds
    ]


def _store_matches(arrivals: Sequence[Arrival]) -> None:
    seated = [(arrival.entries, *match) for arrival in arrivals for match in _pairings(arrival)]
    Pairing.objects.bulk_create(pairing for _entries, pairing, _record, _match in seated)
    Game.objects.bulk_create(
        results.game_row(pairing, number, game)
        for _entries, pairing, _record, match in seated
        for number, game in enumerate(match.games, start=1)
    )
    PastResult.objects.bulk_create(
        PastResult(pairing=pairing, until=past.until, **_result(past.result, entries))
        for entries, pairing, record, _match in seated
        for past in record.was
    )


def _pairings(arrival: Arrival) -> Iterator[tuple[Pairing, PairingRecord, file_format.ArchiveMatch]]:
    """Yield each unsaved pairing with its record and its match in the archive."""
    entries = arrival.entries
    for round_, archived in zip(arrival.rounds, arrival.archive.rounds, strict=True):
        for position, record in enumerate(archived.record.pairings, start=1):
            match = archived.matches.get(record.first, file_format.ArchiveMatch())
            pairing = Pairing(
                round_id=round_.pk,
                position=position,
                table=record.table,
                first_id=entries[record.first].pk,
                second_id=None if record.second is None else entries[record.second].pk,
                in_second=record.in_second,
                **{name: getattr(match, name) for name in file_format.OF_PAIRING},
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
    """Store the vouchers in the archives, then those that paid fees and prices of prizes still require."""
    books = LockedBooks(arrivals[0].tournament.club)
    for arrival in arrivals:
        of_club = None if arrival.tournament.is_practice else books
        arrival.vouchers = archived_vouchers(
            arrival.archive, arrival.tournament, arrival.entries, arrival.prizes, of_club, arrival.run
        )
    Voucher.objects.bulk_create(voucher for arrival in arrivals for voucher in arrival.vouchers)
    countering = []
    for arrival in arrivals:
        numbered = {voucher.number: voucher for voucher in arrival.vouchers}
        for other_voucher in arrival.archive.vouchers:
            if other_voucher.counters:
                numbered[other_voucher.voucher].counters = numbered[other_voucher.counters]
                countering.append(numbered[other_voucher.voucher])
    Voucher.objects.bulk_update(countering, ["counters"])
    Voucher.objects.bulk_create(
        voucher
        for arrival in arrivals
        for voucher in cash.vouchers_for_all(_update(arrival, books), arrival.entries.values(), arrival.prizes)
    )


def _update(arrival: Arrival, books: LockedBooks) -> VoucherUpdate:
    archive, paired_count = arrival.archive, len(arrival.rounds)
    return VoucherUpdate(
        arrival.tournament,
        None if arrival.tournament.is_practice else books,
        sorted(arrival.vouchers, key=lambda voucher: voucher.number or 0),
        fee_cents=fees_of(arrival.tournament, arrival.entries.values(), paired_count, archive.fee.steps).fee_cents,
        paired_count=paired_count,
        at=None,
        by_name="",
    )


# Restoring one archive, all or nothing.


@dataclass(frozen=True, slots=True)
class Restored:
    """The new tournament, and the rounds whose pairings differ from the rules.

    `stricter` names persons of whose names less is shown now, in all tournaments, because the archive asks for it.
    `similar` are players new to the register who may be in it under another spelling.
    """

    tournament: Tournament
    disagreements: tuple[Disagreement, ...]
    stricter: tuple[str, ...] = ()
    similar: tuple[Likeness, ...] = ()

    def warnings(self) -> Iterator[str]:
        """Say which pairings differ from the rules, and which players may be known under another spelling."""
        yield from map(disagreement_sentence, self.disagreements)
        if self.similar:
            yield similar_sentence({likeness.name: likeness.others for likeness in self.similar})


def restore(
    data: bytes,
    *,
    by: User | None,
    request_key: UUID | None = None,
    is_practice: bool = False,
    club: Club | None = None,
    brings_back: bool = False,
    books_now: bool = False,
) -> Restored:
    """Import an archive as a new tournament; if `by` is None, it has no director.

    It belongs to `club`, by default the first that the user directs, whose persons are matched to its players by name.
    `is_practice` makes it a practice tournament, whatever the archive says. Refuses an archive with erased persons
    unless `brings_back`, and one with vouchers of closed years unless `books_now`, which enters them in the current
    year. Pairings that differ from the rules are reported. One `request_key` sent twice makes one tournament.
    """
    if by is not None and not permissions.can_set_up(by):
        raise Refused("not_allowed")
    archive = checks.read_archive(data)
    disagreements = check_rounds(archive.record)
    with transaction.atomic():
        take_lock("tournaments")
        already = request_key and Tournament.objects.filter(request_key=request_key).first()
        if already:
            return Restored(already, disagreements)
        tournament = new_tournament(archive, lock_club(clubs.club_to_set_up_in(by, club).pk), by)
        tournament.request_key = request_key
        if not brings_back and (names := forgotten_in([archive], tournament.club)):
            raise Refused("archive_names_forgotten", erased=names)
        tournament.is_practice = is_practice or tournament.is_practice
        if not (books_now or tournament.is_practice) and (late := entered_late([archive], tournament.club)):
            raise Refused("archive_of_closed_year", count=late[0], year=late[1])
        (arrival,) = arrive([(archive, tournament)], by=by)
        entries = list(arrival.entries.values())
        new_players = [NewPlayer(entry.name, entry.club, wished=entry.wished) for entry in entries]
        entry_names = [entry.name for entry in entries]
        similar = () if tournament.is_practice else likenesses(tournament.club, entry_names)
        stricter = link_to_persons(
            tournament, tournament.club, entries, new_players, store=Person.objects.bulk_create, by=by
        )
        store([arrival])
    return Restored(tournament, disagreements, stricter, similar)
