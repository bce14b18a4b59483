"""Two who are without an opponent in the running round are set at a table, or one of them is given the bye."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.actions.change import Change, change
from tournament.actions.games import forget_how_played
from tournament.actions.rounds import last_round
from tournament.actions.texts import shortened_reason
from tournament.engine.crosstable import crosstable
from tournament.engine.record import TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.seating import FreePlayer, Place, Seat, Waits, is_running, place_of, seat_for
from tournament.engine.terms import Outcome
from tournament.models import Entry, Pairing, Round, Tournament
from tournament.queries.evening import record_of
from tournament.queries.rounds import fixed_tables, free_now, ranking_as_paired

Entries = dict[int, Entry]


def set_at_table(
    tournament: Tournament,
    *,
    by: User,
    number: int,
    players: Sequence[int],
    expected: Sequence[Place],
    knows_met: bool = False,
) -> None:
    """Let two `players` who are free in the running round `number` play each other; one alone has the bye.

    `expected` is where they stood on the page of whoever sets them: where that is no longer so, it is refused. Who
    `knows_met` has been told that the two have met, or that the player has had a bye. Twice means once.
    """
    with change(tournament, by=by, action="players_seated") as step:
        round_ = last_round(step.tournament, number)
        record = record_of(step.tournament)
        if _is_done(record, players):
            return
        if tuple(place_of(record, player) for player in players) != tuple(expected):
            raise Refused("pairings_changed_meanwhile")
        entries = {entry.number: entry for entry in Entry.objects.filter(tournament=step.tournament)}
        free = _free(round_, record, players, entries)
        if not knows_met:
            _refuse_met(record, players, entries)
        ranking = ranking_as_paired(step.tournament, number, list(entries))
        seat = seat_for(record, free, ranking, fixed_tables(entries.values()))
        _store(step, round_, seat, entries)
        came = [player.number for player in free if player.why is Waits.CAME]
        _mark_by_hand(step, round_, seat, came, entries)


def _is_done(record: TournamentRecord, players: Sequence[int]) -> bool:
    """Whether these players already have each other, or the one the bye."""
    wanted = {*players} if len(players) == 2 else {*players, None}
    return any(set(place_of(record, player)) == wanted for player in players)


def _free(round_: Round, record: TournamentRecord, players: Sequence[int], entries: Entries) -> tuple[FreePlayer, ...]:
    """The players as they are free. Raises Refused where one is not, or where there is no bye to be had."""
    if round_.is_hidden:
        raise Refused("round_is_hidden", round=round_.number)
    if not is_running(record):
        raise Refused("round_is_over", round=round_.number)
    free = {player.number: player for player in free_now(round_, record)}
    for number in players:
        if number not in free:
            name = entries[number].name if number in entries else str(number)
            raise Refused("player_is_not_free", name=name, round=round_.number)
    if len(players) != len({*players}) or len(players) not in (1, 2):
        raise Refused("not_understood")
    bye = next((pairing.first for pairing in record.rounds[-1].pairings if pairing.second is None), None)
    if len(players) == 1 and bye is not None:
        raise Refused("bye_is_taken", name=entries[bye].name, round=round_.number)
    return tuple(free[number] for number in players)


def _refuse_met(record: TournamentRecord, players: Sequence[int], entries: Entries) -> None:
    """ "Two who have met are set only after the page has said so." """
    table = crosstable(record, len(record.rounds) - 1)
    if len(players) == 1 and table.has_met_bye(players[0]):
        raise Refused("has_met_bye", name=entries[players[0]].name)
    if len(players) == 2 and players[1] in table.opponents[players[0]]:
        raise Refused("have_met", name=entries[players[0]].name, opponent=entries[players[1]].name)


def _store(step: Change, round_: Round, seat: Seat, entries: Entries) -> None:
    """The pairings that fall away go, the new one stands in their place; a leaver is no longer in the round."""
    gone = Pairing.objects.filter(round=round_, first__number__in=[pairing.first for pairing in seat.gone])
    rows = list(gone.order_by("-position"))
    position = _position(round_, seat)
    forget_how_played(step, rows)
    for row in rows:
        step.remove(row)
    first, second = seat.pair
    step.add(
        Pairing(
            round=round_,
            position=position,
            table=seat.table,
            first=entries[first],
            second=None if second is None else entries[second],
            outcome=(Outcome.BYE if second is None else Outcome.PENDING).value,
            changed_at=step.at,
        )
    )
    for leaver in seat.leavers:
        step.update(entries[leaver], withdrawn_after=round_.number - 1)
    for number in seat.pair:
        if number is not None:
            entry = entries[number]
            step.update(entry, joined_round=min(entry.joined_round, round_.number))


def _position(round_: Round, seat: Seat) -> int:
    """The place of what fell away, else behind all others."""
    positions = list(Pairing.objects.filter(round=round_).order_by("position").values_list("position", flat=True))
    return positions[seat.index] if seat.index < len(positions) else positions[-1] + 1


def _mark_by_hand(step: Change, round_: Round, seat: Seat, came: Sequence[int], entries: Entries) -> None:
    """The round is `manual`, and says why beside what it said before; so does the journal."""
    first, second = seat.pair
    step.facts = {
        "round": round_.number,
        "table": seat.table,
        "first": entries[first].name,
        "second": "" if second is None else entries[second].name,
        "left": [entries[number].name for number in seat.leavers],
        "came": [entries[number].name for number in came],
    }
    with translation.override(step.tournament.language):
        reason = " ".join(filter(None, [round_.reason, *_reason(step)]))
    step.update(round_, manual=True, reason=shortened_reason(reason), rematches_allowed=False, lookahead_bound=False)


def _reason(step: Change) -> list[str]:
    facts = step.facts
    why = [_("%(name)s has left.") % {"name": name} for name in facts["left"]]
    why += [_("%(name)s came late.") % {"name": name} for name in facts["came"]]
    done = _("%(first)s plays %(second)s.") if facts["second"] else _("%(first)s has the bye.")
    return [*why, done % facts]
