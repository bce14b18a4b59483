"""The rules of an archive that no single value can break: what has to fit together.

Pairings are named by round and start numbers, as people in the room know them.
"""

from collections import Counter
from collections.abc import Iterable

from tournament.archive.contents import Archive, ArchivePlayer
from tournament.engine.record import PairingRecord, Result, RoundRecord, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.matches.formats import MatchFormat
from tournament.matches.scores import refuse_score, refuse_stopped_score


def refuse_what_does_not_fit_together(archive: Archive) -> None:
    """Refuse the first rule broken: of the rules of play, the players, then round by round."""
    record = archive.record
    if archive.format.backgammons and not archive.format.gammons:
        raise Refused("archive_backgammons_without_gammons")
    _refuse_players(archive.players)
    if record.rounds and not record.draw_seed:
        raise Refused("archive_no_draw_seed")
    for position, round_ in enumerate(archive.rounds, start=1):
        if round_.record.number != position:
            raise Refused("archive_rounds_not_in_order", round=position, number=round_.record.number)
        if round_.reason and not round_.record.manual:
            raise Refused("archive_reason_without_manual", round=position)
        _refuse_seats(record, round_.record)
        _refuse_tables(round_.record)
        for pairing in round_.record.pairings:
            _refuse_pairing(archive.format, record, position, pairing)
    if archive.is_closed and record.completed_rounds < len(record.rounds):
        raise Refused("archive_closed_with_open_matches", round=len(record.rounds))


def _refuse_players(players: Iterable[ArchivePlayer]) -> None:
    for number, occurrences in Counter(player.entry.number for player in players).items():
        if occurrences > 1:
            raise Refused("archive_start_number_twice", player=number)
    for player in players:
        if player.fee_waived and player.fee_paid:
            raise Refused("archive_fee_waived_and_paid", player=player.entry.number)


def _refuse_seats(record: TournamentRecord, round_: RoundRecord) -> None:
    """Everyone present stands in exactly one pairing of the round, everyone else in none."""
    seats = Counter(
        number for pairing in round_.pairings for number in (pairing.first, pairing.second) if number is not None
    )
    present = set(record.present(round_.number))
    known = {entry.number for entry in record.entries}
    for number, occurrences in seats.items():
        if number not in known:
            raise Refused("archive_unknown_player", round=round_.number, player=number)
        if number not in present:
            raise Refused("archive_absent_player_paired", round=round_.number, player=number)
        if occurrences > 1:
            raise Refused("archive_player_twice", round=round_.number, player=number)
    for number in sorted(present - seats.keys()):
        raise Refused("archive_present_player_not_paired", round=round_.number, player=number)


def _refuse_tables(round_: RoundRecord) -> None:
    """Every match has a table of its own, the bye has none."""
    taken: set[int] = set()
    for pairing in round_.pairings:
        if pairing.second is None:
            if pairing.table is not None:
                raise Refused("archive_bye_at_a_table", round=round_.number, player=pairing.first, table=pairing.table)
        elif pairing.table is None:
            raise Refused("archive_no_table", round=round_.number, first=pairing.first, second=pairing.second)
        elif pairing.table in taken:
            raise Refused("archive_table_twice", round=round_.number, table=pairing.table)
        else:
            taken.add(pairing.table)


def _refuse_pairing(wanted: MatchFormat, record: TournamentRecord, round_number: int, pairing: PairingRecord) -> None:
    last_round = len(record.rounds)
    outcome = pairing.result.outcome
    if (pairing.second is None) != (outcome is Outcome.BYE):
        raise Refused("archive_bye_and_opponent", round=round_number, player=pairing.first, outcome=outcome.value)
    if pairing.second is None:
        if pairing.was:
            raise Refused("archive_bye_corrected", round=round_number, player=pairing.first)
        return
    here = {"round": round_number, "first": pairing.first, "second": pairing.second}
    if outcome is Outcome.PENDING and round_number < last_round:
        raise Refused("archive_pending_too_early", **here)
    _refuse_result(wanted, pairing, pairing.result, here)
    for past in pairing.was:
        if not round_number < past.until <= last_round:
            raise Refused("archive_was_until", **here, until=past.until, last_round=last_round)
        _refuse_result(wanted, pairing, past.result, here)


def _refuse_result(wanted: MatchFormat, pairing: PairingRecord, result: Result, here: dict[str, int]) -> None:
    if result.winner is not None and result.winner not in (pairing.first, pairing.second):
        raise Refused("archive_winner_not_in_pairing", **here, winner=result.winner)
    if result.score is None:
        return
    try:
        if result.outcome is Outcome.PLAYED:
            refuse_score(wanted, result.score)
        else:
            refuse_stopped_score(wanted, result.score)
    except Refused as refusal:
        raise Refused("archive_score", **here, because=refusal) from refusal
