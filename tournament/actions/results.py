"""Results are entered and corrected."""

from datetime import datetime
from typing import TypeGuard

from django.contrib.auth.models import User

from tournament.actions.change import Change, change
from tournament.actions.games import agree_with_games
from tournament.actions.permissions import Visitor, can
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.matches.scores import refuse_score, refuse_stopped_score
from tournament.models import Entry, Pairing, PastResult, Tournament
from tournament.queries.record import format_of, result_of
from tournament.queries.rounds import PairingToEnter, pairings_to_enter


def record_result(pairing: Pairing, *, by: User, expected: Result, result: Result, gave_up: bool = False) -> Change:
    """Enter or correct the result of a pairing; `PENDING` takes it away. Gives back what has changed.

    `expected` is the result that stood on the page of whoever enters it: where somebody else has entered another
    one meanwhile, the entry is refused with theirs. The same result said twice changes nothing. `gave_up`: its loser
    gave the match up.
    """
    tournament = pairing.round.tournament
    with change(tournament, by=by, action="result_recorded") as step:
        stored = _as_it_stands(pairing, step.tournament)
        if result_of(stored) != result:
            refuse_result(step.tournament, stored, by=by, expected=expected, result=result)
            enter_result(step, stored, result, gave_up=gave_up)
    return step


def _as_it_stands(pairing: Pairing, current: Tournament) -> PairingToEnter:
    """The pairing itself where nothing has changed since it was read with its tournament, else read anew."""
    if _is_to_enter(pairing) and pairing.round.tournament.version == current.version:
        return pairing
    return pairings_to_enter().get(pk=pairing.pk)


def _is_to_enter(pairing: Pairing) -> TypeGuard[PairingToEnter]:
    return hasattr(pairing, "last_paired")


def enter_result(step: Change, pairing: PairingToEnter, result: Result, *, gave_up: bool = False) -> None:
    """Store a result that has been looked at, in the name of whoever makes the change; what was reported is settled."""
    standing = result_of(pairing)
    _keep_what_stood(step, pairing, standing, result)
    if pairing.has_games:
        agree_with_games(step, pairing, result, gave_up=gave_up)
    columns = result_columns(pairing, result)
    step.update(pairing, **columns, finished_at=_finished_at(step, pairing, result), gave_up=gave_up)
    if pairing.is_reported and result == PENDING:
        pairing.reports.all().delete()
    elif pairing.is_reported:
        pairing.reports.update(is_settled=True)
    step.action = "result_recorded"
    step.facts = {**result_facts(pairing, result), "before": plain_result(standing)}
    if pairing.round.number < pairing.last_paired:
        step.facts["is_past"] = True


def _finished_at(step: Change, stored: Pairing, result: Result) -> datetime | None:
    """When the first result of the pairing was entered. A correction keeps that time; None without a result."""
    if result == PENDING:
        return None
    return step.at if result_of(stored) == PENDING else stored.finished_at


def result_columns(pairing: Pairing, result: Result) -> dict[str, object]:
    """The columns that store a result of this pairing."""
    first, second = result.score or (None, None)
    players = {entry.number: entry for entry in (pairing.first, pairing.second) if entry}
    winner = None if result.winner is None else players[result.winner].pk
    return {"outcome": result.outcome.value, "first_points": first, "second_points": second, "winner_id": winner}


def refuse_result(
    tournament: Tournament, pairing: PairingToEnter, *, by: Visitor, expected: Result, result: Result
) -> None:
    """Refuse a result where another one than `expected` stands, and what no match of the pairing can end with."""
    is_over = pairing.round.number < pairing.last_paired
    if is_over and not can(by, "result_corrected", tournament):
        raise Refused("correction_is_the_directors", round=pairing.round.number)
    standing = result_of(pairing)
    if standing != expected:
        raise Refused("result_entered_meanwhile", **result_facts(pairing, standing))
    if pairing.round.is_hidden:
        raise Refused("round_is_hidden", round=pairing.round.number)
    if pairing.second is None or result.outcome is Outcome.BYE:
        raise Refused("bye_has_no_result")
    players = (pairing.first.number, pairing.second.number)
    if result.winner not in (players if result.outcome is Outcome.FORFEIT else (None,)):
        raise Refused("result_incomplete")
    if (result.outcome in (Outcome.PLAYED, Outcome.STOPPED)) != (result.score is not None):
        raise Refused("result_incomplete")
    if result.score is not None:
        check = refuse_score if result.outcome is Outcome.PLAYED else refuse_stopped_score
        check(format_of(tournament), result.score)
    if result == PENDING and is_over:
        raise Refused("past_result_is_needed", round=pairing.round.number)


def _keep_what_stood(step: Change, pairing: PairingToEnter, standing: Result, result: Result) -> None:
    """Keep the result in force when later rounds were paired, so that their pairing can still be checked."""
    if pairing.round.number == pairing.last_paired:
        return
    kept = pairing.past_results.filter(until=pairing.last_paired).select_related("winner").first()
    if kept is None:
        step.add(PastResult(pairing=pairing, until=pairing.last_paired, **result_columns(pairing, standing)))
    elif result_of(kept) == result:
        step.remove(kept)


def result_facts(pairing: Pairing, result: Result) -> dict[str, object]:
    """What the journal tells of a result: which match, and how it ended."""
    return {
        "round": pairing.round.number,
        "table": pairing.table,
        "first": _name(pairing.first),
        "second": _name(pairing.second),
        "result": plain_result(result),
    }


def _name(entry: Entry | None) -> str:
    return entry.display_name if entry else ""


def plain_result(result: Result) -> dict[str, object]:
    """A result as the journal keeps it."""
    return {"outcome": result.outcome.value, "score": result.score, "winner": result.winner}
