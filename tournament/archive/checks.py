"""Reads an archive, and checks it against the rules."""

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from tournament.archive import format as file_format, strict_json
from tournament.engine.brackets import size_for
from tournament.engine.crosstable import match_winner
from tournament.engine.finals import bracket_pairs, cut, keeps_rounds, pairs_in
from tournament.engine.record import (
    PairingRecord,
    Result,
    RoundRecord,
    SecondKind,
    TournamentRecord,
    has_left,
)
from tournament.engine.refusals import Refused
from tournament.engine.standings import Standing
from tournament.engine.terms import Outcome
from tournament.matches.formats import MatchFormat
from tournament.matches.games import after_games, refuse_score_of_games
from tournament.matches.scores import refuse_score, refuse_stopped_score
from tournament.money.payments import Payer
from tournament.money.vouchers import Movement

# Rules that involve several values. Refusals name pairings by round and start numbers, as people in the room know them.


def refuse_what_does_not_fit_together(archive: file_format.Archive) -> None:
    """Refuse an archive for the first rule that it breaks: of play, of the players and money, then round by round."""
    record = archive.record
    _refuse_fee_steps(archive.fee)
    _refuse_players(archive)
    _refuse_vouchers(archive)
    _refuse_wishes(record)
    if record.rounds and not record.draw_seed:
        raise Refused("archive_no_draw_seed")
    for position, round_ in enumerate(archive.rounds, start=1):
        if round_.record.number != position:
            raise Refused("archive_rounds_not_in_order", round=position, number=round_.record.number)
        if not (round_.record.planned_rounds or round_.record.finals):
            place = f"rounds[{position - 1}].planned_rounds"
            raise Refused("archive_out_of_range", place=place, value="0", least=1, most=file_format.MOST_ROUNDS)
        if round_.reason and not round_.record.manual:
            raise Refused("archive_reason_without_manual", round=position)
        if round_.is_hidden and position < len(archive.rounds):
            raise Refused("archive_hidden_too_early", round=position)
        _refuse_seats(record, round_.record)
        _refuse_tables(round_.record)
        for pairing in round_.record.pairings:
            match_format = archive.format_of(round_.record, in_second=pairing.in_second)
            _refuse_pairing(match_format, record, position, pairing)
            if match := round_.matches.get(pairing.first):
                _refuse_games(match_format, position, pairing, match)
    _refuse_finals(record)
    if archive.is_closed and record.completed_rounds < len(record.rounds):
        raise Refused("archive_closed_with_open_matches", round=len(record.rounds))


def _refuse_fee_steps(fee: file_format.Fee) -> None:
    """Refuse fee steps unless their numbers of players ascend and only the last one, for all others, has none."""
    numbers = [up_to for up_to, _cents in fee.steps]
    limited = [up_to for up_to in numbers if up_to is not None]
    if numbers and (numbers != [*limited, None] or limited != sorted(set(limited))):
        raise Refused("archive_fee_steps")


def _refuse_players(archive: file_format.Archive) -> None:
    """Refuse a start number that occurs twice, a `fee_paid` that contradicts the fee, a waiver or the payments, and
    payments that contradict one another.
    """
    for number, occurrences in Counter(player.number for player in archive.players).items():
        if occurrences > 1:
            raise Refused("archive_start_number_twice", player=number)
    for player in archive.players:
        number = player.number
        if player.fee_waived and (player.fee_paid or player.payments):
            raise Refused("archive_fee_waived_and_paid", player=number)
        if not (archive.fee.amount_cents or player.fee_paid or player.fee_waived):
            raise Refused("archive_nothing_owed", player=number)
        if not player.payments:
            continue
        amounts = [payment.amount_cents for payment in player.payments]
        payer = Payer(
            fee_cents=archive.fee.amount_cents,
            paid_cents=sum(cents for cents in amounts if cents > 0),
            refunded_cents=-sum(cents for cents in amounts if cents < 0),
            has_left=has_left(player.withdrawn_after, len(archive.rounds)),
        )
        if payer.kept_cents < 0:
            raise Refused("archive_more_refunded_than_paid", player=number)
        if archive.fee.amount_cents and player.fee_paid != (not payer.owed_cents):
            raise Refused("archive_fee_paid_and_payments", player=number)


def _refuse_vouchers(archive: file_format.Archive) -> None:
    """Refuse a voucher number that occurs twice, and vouchers that do not fit their player or prize."""
    numbers = Counter(payment.voucher for payment in archive.payments)
    for number, occurrences in numbers.items():
        if occurrences > 1:
            raise Refused("archive_voucher_twice", voucher=number)
    player_numbers = {player.number for player in archive.players}
    bought: set[int] = set()
    countered = _countered(archive, numbers)
    for voucher in archive.vouchers:
        number = voucher.voucher
        if number in countered:
            continue
        if voucher.player and voucher.player not in player_numbers:
            raise Refused("archive_voucher_player", voucher=number, player=voucher.player)
        if voucher.player and not voucher.cancelled_at:
            raise Refused("archive_voucher_of_player_in_force", voucher=number, player=voucher.player)
        is_in_force = not voucher.cancelled_at
        if not (_fits_its_prize(archive, voucher) or (voucher.counters and not is_in_force)):
            raise Refused("archive_voucher_prize", voucher=number)
        if voucher.prize and is_in_force:
            if voucher.prize in bought:
                raise Refused("archive_voucher_prize", voucher=number)
            bought.add(voucher.prize)


def _countered(archive: file_format.Archive, numbers: Collection[int]) -> set[int]:
    """Return the numbers of vouchers that reverse another or are reversed; refuse a pair that does not match.

    A cancelled counter-entry reverses nothing: the other voucher may be valid, or reversed by another one.
    """
    valid_by_number = {row.voucher: row for row in archive.vouchers if not row.cancelled_at}
    countered_numbers: set[int] = set()
    for voucher in archive.vouchers:
        if not voucher.counters:
            continue
        number, first = voucher.voucher, valid_by_number.get(voucher.counters)
        if voucher.cancelled_at:
            if voucher.counters not in numbers or voucher.counters == number:
                raise Refused("archive_voucher_counters", voucher=number)
            continue
        moved = (voucher.player, voucher.party, voucher.purchase, -voucher.amount_cents)
        is_fit = first and moved == (first.player, first.party, first.purchase, first.amount_cents)
        if not is_fit or (first and first.counters) or countered_numbers & {number, voucher.counters}:
            raise Refused("archive_voucher_counters", voucher=number)
        if voucher.player and voucher.player not in {player.number for player in archive.players}:
            raise Refused("archive_voucher_player", voucher=number, player=voucher.player)
        countered_numbers |= {number, voucher.counters}
    return countered_numbers


def _fits_its_prize(archive: file_format.Archive, voucher: file_format.OtherVoucher) -> bool:
    """Whether a voucher for a prize matches one on the list, or is cancelled; any other voucher must name none."""
    if voucher.movement is not Movement.PRIZE:
        return not voucher.prize
    if voucher.player or voucher.amount_cents > 0:
        return False
    if not voucher.prize:
        return bool(voucher.cancelled_at)
    if voucher.prize > len(archive.prizes):
        return False
    prize = archive.prizes[voucher.prize - 1]
    is_same = (voucher.purchase, -voucher.amount_cents) == (prize.description, prize.price_cents)
    return is_same or bool(voucher.cancelled_at)


def _refuse_wishes(record: TournamentRecord) -> None:
    """Refuse kept-apart pairs of unknown players, in rounds later than the next, or in overlapping spans."""
    player_numbers, paired_count = {entry.number for entry in record.entries}, len(record.rounds)
    ends: dict[tuple[int, int], int] = {}
    for wish in record.kept_apart:
        pair = {"first": wish.first, "second": wish.second}
        for number in pair.values():
            if number not in player_numbers:
                raise Refused("archive_kept_apart_unknown", player=number)
        until = paired_count + 1 if wish.until is None else wish.until
        if not wish.since <= until or (wish.until or 0) > paired_count:
            raise Refused("archive_kept_apart_rounds", **pair, paired=paired_count)
        if wish.since <= ends.get((wish.first, wish.second), 0):
            raise Refused("archive_kept_apart_twice", **pair)
        ends[wish.first, wish.second] = until


def _refuse_seats(record: TournamentRecord, round_: RoundRecord) -> None:
    """Refuse a round unless everyone present is in exactly one pairing, and everyone else in none.

    In the finals, players who are present may have no pairing.
    """
    occurrences_of = Counter(
        number for pairing in round_.pairings for number in (pairing.first, pairing.second) if number is not None
    )
    present = set(record.present(round_.number))
    player_numbers = {entry.number for entry in record.entries}
    for number, occurrences in occurrences_of.items():
        if number not in player_numbers:
            raise Refused("archive_unknown_player", round=round_.number, player=number)
        if number not in present:
            raise Refused("archive_absent_player_paired", round=round_.number, player=number)
        if occurrences > 1:
            raise Refused("archive_player_twice", round=round_.number, player=number)
    for number in () if round_.finals else sorted(present - occurrences_of.keys()):
        raise Refused("archive_present_player_not_paired", round=round_.number, player=number)


def _refuse_finals(record: TournamentRecord) -> None:
    """Refuse finals that the tournament's rules lack, that come too early, are made by hand, or break the bracket."""
    _refuse_late_seeds(record)
    _refuse_second_ended(record)
    finals = [round_ for round_ in record.rounds if round_.finals]
    if not finals:
        return
    number, rules = finals[0].number, record.rules.finals
    if rules is None:
        raise Refused("archive_finals_not_in_rules", round=number)
    for round_ in record.rounds[number:]:
        if not round_.finals:
            raise Refused("archive_finals_before_swiss", round=round_.number)
    if record.swiss_rounds < record.rules.rounds:
        raise Refused("archive_finals_too_early", round=number, planned=record.rules.rounds)
    seeds = {player for pair, in_second in pairs_in(finals[0]) if not in_second for player in pair} - {None}
    if not 2 <= len(seeds) <= rules.players:
        raise Refused("archive_finals_seeds_count", round=number, players=rules.players)
    _refuse_second_seeds(record, finals[0], seeds)
    if rules.second and cut(rules, len(seeds) - finals[0].late_seeds, len(finals[0].second_seeds)) != rules:
        raise Refused("archive_finals_not_cut", round=number)
    for round_ in finals:
        is_drawn_otherwise = round_.planned_rounds != record.rules.rounds or round_.lookahead_bound
        if round_.manual or round_.rematches_allowed or is_drawn_otherwise:
            raise Refused("archive_finals_by_hand", round=round_.number)
        expected = bracket_pairs(record, round_.number)
        if not expected:
            raise Refused("archive_finals_over", round=round_.number)
        for position, (pair, gives) in enumerate(zip_longest(pairs_in(round_), expected), start=1):
            if pair != gives:
                raise Refused("archive_finals_bracket", round=round_.number, pairing=position)
        for pairing in round_.pairings:
            _refuse_level_result(round_.number, pairing)
    _refuse_corrections_of_finals(record, finals)


def _refuse_late_seeds(record: TournamentRecord) -> None:
    """Refuse late seeds but those who took empty places in the first round of a knock-out evening."""
    rules = record.rules.finals
    for round_ in record.rounds:
        if not round_.late_seeds:
            continue
        in_time = sum(not in_second for pair, in_second in pairs_in(round_) for player in pair if player)
        in_time -= round_.late_seeds
        is_first = round_.finals and round_.number == 1
        if rules is None or not is_first or in_time < 2 or size_for(in_time) != rules.players:
            raise Refused("archive_finals_late", round=round_.number)


def _refuse_second_ended(record: TournamentRecord) -> None:
    """Refuse an end of the second bracket in a round that has none, a second one, and matches still open in it."""
    rules = record.rules.finals
    ended_rounds = [round_ for round_ in record.rounds if round_.second_ended]
    for round_ in ended_rounds:
        has_second = round_.finals and rules is not None and rules.second is not None
        is_open = any(pairing.in_second and pairing.result.outcome is Outcome.PENDING for pairing in round_.pairings)
        if not has_second or is_open or round_ is not ended_rounds[0]:
            raise Refused("archive_second_ended", round=round_.number)


def _refuse_second_seeds(record: TournamentRecord, first: RoundRecord, seeds: Collection[int | None]) -> None:
    """Refuse seeds of a second bracket but those of one of the rest, who are present and not among the others."""
    second = record.rules.finals.second if record.rules.finals else None
    most = second.players or 0 if second and second.kind is SecondKind.REST else 0
    for round_ in record.rounds:
        if round_.second_seeds and not (most and round_ is first):
            raise Refused("archive_second_seeds", round=round_.number)
    own = Counter(first.second_seeds)
    is_sound = own.keys() <= {*record.present(first.number)} - {*seeds} and 2 <= own.total() == len(own) <= most
    if most and not is_sound:
        raise Refused("archive_second_seeds", round=first.number)


def _refuse_level_result(round_number: int, pairing: PairingRecord) -> None:
    """Refuse a match of the finals that was stopped at a level score."""
    for result in (pairing.result, *(past.result for past in pairing.was)):
        is_level = match_winner(result, pairing.first, pairing.second or 0) is None
        if result.outcome is Outcome.STOPPED and is_level:
            raise Refused("archive_finals_level", round=round_number, first=pairing.first, second=pairing.second)


def _refuse_corrections_of_finals(record: TournamentRecord, finals: Sequence[RoundRecord]) -> None:
    """Refuse corrections by which a later round of the finals would hold other pairings."""
    corrected = [(round_.number, pairing) for round_ in finals for pairing in round_.pairings if pairing.was]
    if not corrected or keeps_rounds(record, finals[0].number):
        return
    number, pairing = next((correction for correction in corrected if _has_changed_winner(correction[1])), corrected[0])
    raise Refused("archive_finals_winner_changed", round=number, first=pairing.first, second=pairing.second)


def _has_changed_winner(pairing: PairingRecord) -> bool:
    results = (pairing.result, *(past.result for past in pairing.was))
    return len({match_winner(result, pairing.first, pairing.second or 0) for result in results}) > 1


def _refuse_seeds(archive: file_format.Archive, part: file_format.TournamentPart) -> None:
    """Refuse seeds that differ from the pairings of the first round of the finals, or are given for another round."""
    first = archive.first_of_finals
    for round_ in part.rounds:
        expected = archive.seeds if first and round_.number == first.number else ()
        if tuple(round_.seeds) != expected:
            raise Refused("archive_finals_seeds", round=round_.number)


def _refuse_tables(round_: RoundRecord) -> None:
    """Refuse a round unless every match has a table of its own, and the bye none."""
    taken_tables: set[int] = set()
    for pairing in round_.pairings:
        if pairing.second is None:
            if pairing.table is not None:
                raise Refused("archive_bye_at_a_table", round=round_.number, player=pairing.first, table=pairing.table)
        elif pairing.table is None:
            raise Refused("archive_no_table", round=round_.number, first=pairing.first, second=pairing.second)
        elif pairing.table in taken_tables:
            raise Refused("archive_table_twice", round=round_.number, table=pairing.table)
        else:
            taken_tables.add(pairing.table)


def _refuse_pairing(
    match_format: MatchFormat, record: TournamentRecord, round_number: int, pairing: PairingRecord
) -> None:
    last_round = len(record.rounds)
    outcome = pairing.result.outcome
    if (pairing.second is None) != (outcome is Outcome.BYE):
        raise Refused("archive_bye_and_opponent", round=round_number, player=pairing.first, outcome=outcome.value)
    if pairing.second is None:
        if pairing.was:
            raise Refused("archive_bye_corrected", round=round_number, player=pairing.first)
        return
    facts = {"round": round_number, "first": pairing.first, "second": pairing.second}
    if outcome is Outcome.PENDING and round_number < last_round:
        raise Refused("archive_pending_too_early", **facts)
    _refuse_result(match_format, pairing, pairing.result, facts)
    for past in pairing.was:
        if not round_number < past.until <= last_round:
            raise Refused("archive_was_until", **facts, until=past.until, last_round=last_round)
        _refuse_result(match_format, pairing, past.result, facts)


def _refuse_result(match_format: MatchFormat, pairing: PairingRecord, result: Result, facts: dict[str, int]) -> None:
    if result.winner is not None and result.winner not in (pairing.first, pairing.second):
        raise Refused("archive_winner_not_in_pairing", **facts, winner=result.winner)
    if result.score is None:
        return
    try:
        if result.outcome is Outcome.PLAYED:
            refuse_score(match_format, result.score)
        else:
            refuse_stopped_score(match_format, result.score)
    except Refused as refusal:
        raise Refused("archive_score", **facts, because=refusal) from refusal


def _refuse_games(
    match_format: MatchFormat, round_number: int, pairing: PairingRecord, match: file_format.ArchiveMatch
) -> None:
    """Refuse games that do not add up to the score of their match, or are impossible in a match without result."""
    score = pairing.result.score
    try:
        if score is None:
            after_games(match_format, match.games)
        elif match.games:
            refuse_score_of_games(match_format, match.games, score, gave_up=match.gave_up)
    except Refused as refusal:
        facts = {"round": round_number, "first": pairing.first, "second": pairing.second}
        raise Refused("archive_games", **facts, because=refusal) from refusal
    if match.gave_up and score is not None and max(score) != match_format.match_length:
        raise Refused("archive_gave_up", round=round_number, first=pairing.first, second=pairing.second)


# Reading an archive. Raises Refused if it breaks a rule.

MOST_BYTES = 15_000_000
MOST_VALUES = 500_000
"""Enough for thirteen rounds of 5,000 players, the most that an imported list may have."""

CLUB_FORMAT = "backgammon-swiss-club/1"


def read_archive(data: bytes) -> file_format.Archive:
    """Read the tournament in the file; players are sorted by start number, prizes by place.

    Refuses a file that breaks any rule of its format, naming the place or the round and the players.
    """
    return archive_with(values_in(data))


def values_in(data: bytes, most: int = MOST_VALUES) -> dict[str, object]:
    """Parse a file. Raises Refused if it is no JSON object, is too large or has more than `most` values."""
    if len(data) > MOST_BYTES:
        raise Refused("archive_too_large", megabytes=MOST_BYTES // 1_000_000)
    return strict_json.parse(data, most)


def archive_with(values: Mapping[str, Any]) -> file_format.Archive:
    """Read the tournament from parsed values. Raises Refused if they break a rule of their format."""
    format_name = values.get("format")
    # Checked before the other keys, of which a later format may have more.
    if format_name == CLUB_FORMAT:
        raise Refused("file_of_a_club")
    if format_name != file_format.FORMAT:
        raise Refused("archive_wrong_format", found=strict_json.quote(format_name), expected=file_format.FORMAT)
    part = file_format.TournamentPart.of(values)
    archive = part.archive()
    refuse_what_does_not_fit_together(archive)
    _refuse_seeds(archive, part)
    return archive


# Comparing the standings in a file with those that the rules give.


def differing_rows(written: object, standings: Sequence[Standing]) -> list[tuple[int, str, str]]:
    """Return the rows of the `written` standings of a valid archive that differ from the standings by the rules.

    Each has its number, the row by the rules and the row in the file, both as JSON, with `null` for a missing row.
    """
    rows = written if isinstance(written, list) else [written]
    expected_rows = [file_format.standing_values(standing) for standing in standings]
    return [
        (row, json.dumps(expected, ensure_ascii=False), json.dumps(written_row, ensure_ascii=False))
        for row, (expected, written_row) in enumerate(zip_longest(expected_rows, rows), start=1)
        if expected != written_row
    ]
