"""Results of matches, and what phones report of them."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeGuard

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from tournament.actions.change import Change, change
from tournament.actions.permissions import Guest, Visitor, can
from tournament.engine.record import PENDING, Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.machine.rates import Rate
from tournament.matches.games import PlayedGame, after_games, refuse_score_of_games
from tournament.matches.scores import refuse_score, refuse_stopped_score
from tournament.models import Entry, Game, JournalLine, Pairing, PastResult, Report, Tournament, Transcript
from tournament.models.tournament import Reporting
from tournament.queries.record import format_of, result_of
from tournament.queries.results import kept_games
from tournament.queries.rounds import PairingToEnter, pairings_to_enter

# The games of a match are kept, and let go where a result says otherwise.


def keep_games(step: Change, pairing: Pairing, games: Sequence[PlayedGame]) -> None:
    """Keep these games of a match instead of those it had. Raises Refused for what no match here can have.

    Where a result stands, they must add up to it.
    """
    wanted = format_of(step.tournament)
    after_games(wanted, games)
    score = None if pairing.first_points is None else (pairing.first_points, pairing.second_points or 0)
    if games and score is not None:
        refuse_score_of_games(wanted, games, score, gave_up=pairing.gave_up)
    let_games_go(step, [pairing])
    step.add_all([game_row(pairing, number, game) for number, game in enumerate(games, start=1)])


def game_row(pairing: Pairing, number: int, game: PlayedGame, words: str = "") -> Game:
    """A game that is over as it is stored."""
    winner_id = None if game.winner is None else (pairing.first_id, pairing.second_id)[game.winner]
    return Game(
        pairing=pairing,
        number=number,
        kind=game.kind.value,
        winner_id=winner_id,
        cube=game.cube,
        automatic=game.automatic,
        conceded=game.conceded,
        words=words,
    )


def let_games_go(step: Change, pairings: Sequence[Pairing]) -> None:
    """Forget the games of these matches; undo brings them back."""
    for row in Game.objects.filter(pairing__in=pairings).order_by("pairing", "-number"):
        step.remove(row)


def forget_how_played(step: Change, pairings: Sequence[Pairing]) -> None:
    """Remove the games and transcripts of matches that are about to be removed; undo brings them back."""
    let_games_go(step, pairings)
    for transcript in Transcript.objects.filter(pairing__in=pairings).order_by("pk"):
        step.remove(transcript)


def agree_with_games(step: Change, pairing: Pairing, result: Result, *, gave_up: bool) -> None:
    """Let the games go that do not add up to the result about to stand; without a result they are those so far."""
    if result.outcome is Outcome.PENDING:
        return
    games = kept_games(pairing).games
    try:
        refuse_score_of_games(format_of(step.tournament), games, result.score or (0, 0), gave_up=gave_up)
    except Refused:
        let_games_go(step, [pairing])


def make_way(step: Change, line: JournalLine) -> None:
    """Before a line is turned back: let the games go that stand where its own come back, or whose match goes.

    What is said on a score sheet is no step of undo, so more may have been said since.
    """
    gone = {entry["id"] for entry in line.changes if entry["model"] == "pairing" and entry["before"] is None}
    games = [entry for entry in line.changes if entry["model"] == "game"]
    back = {entry["before"]["pairing_id"] for entry in games if entry["after"] is None}
    its_own = {entry["id"] for entry in games if entry["before"] is None}
    in_the_way = Game.objects.filter(pairing__in=gone | back).exclude(pk__in=its_own)
    for row in in_the_way.order_by("pairing", "-number"):
        step.remove(row)


def agree_again(step: Change, line: JournalLine) -> None:
    """After a line has been turned back: let the games go that do not add up to the result that stands again."""
    touched = [entry["id"] for entry in line.changes if entry["model"] == "pairing"]
    for pairing in Pairing.objects.filter(pk__in=touched, games__isnull=False).select_related("winner").distinct():
        agree_with_games(step, pairing, result_of(pairing), gave_up=pairing.gave_up)


# Results are entered and corrected.


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


# Players report the score of their own match from their phones; a link of theirs is ended.

# More often than anybody taps wrong; each time, the journal has a line more.
OF_A_PLAYER = Rate("reports-of-a-player", at_once=10, seconds=30)


def report_score(entry: Entry, *, key: int, expected: Score | None, score: Score, phone: str = "") -> None:
    """A player reports how the match of the pairing `key` ended; both scores stand in the order of the pairing.

    `expected` is what the player had reported as far as their page knew: where another phone of theirs has said
    something else meanwhile, nothing is overwritten. What both players report, or one where one is enough,
    becomes the result; the same said twice changes nothing. A result that is in stands: only the desk corrects it.
    `phone` is what the phone calls itself.
    """
    by = Guest(entry.display_name, entry)
    with change(entry.tournament, by=by, action="result_reported") as step:
        pairing = own_pairing(entry, key)
        result = Result(Outcome.PLAYED, score)
        standing = result_of(pairing)
        if standing == result:
            return
        if standing != PENDING:
            raise Refused("result_stands", **result_facts(pairing, standing))
        if step.tournament.reporting == Reporting.OFF:
            raise Refused("reporting_is_off")
        refuse_result(step.tournament, pairing, by=by, expected=PENDING, result=result)
        own, _others = _reports(pairing, entry)
        if own is not None and _score(own) == score:
            return
        if own is not None and _score(own) != expected:
            raise Refused("reported_meanwhile", **result_facts(pairing, Result(Outcome.PLAYED, _score(own))))
        if seconds := OF_A_PLAYER.wait(entry.pk):
            raise Refused("reported_too_often", seconds=seconds)
        OF_A_PLAYER.use(entry.pk)
        step.facts = {**result_facts(pairing, result), "by": entry.display_name}
        take_report(step, pairing, entry, score, phone)


def take_report(step: Change, pairing: PairingToEnter, entry: Entry, score: Score, phone: str) -> None:
    """Keep the score as the player's report; where that is enough, it becomes the result."""
    _own, others = _reports(pairing, entry)
    _keep(pairing, entry, score, phone)
    if step.tournament.reporting == Reporting.ONE or (others is not None and _score(others) == score):
        enter_result(step, pairing, Result(Outcome.PLAYED, score))
    else:
        # No row of the journal: a report is a word, not yet a fact, and no undo brings it back.
        step.always_log = True


def renew_player_link(entry: Entry, *, by: User) -> None:
    """End the player's private link; the new one has to be handed out anew."""
    with change(entry.tournament, by=by, action="player_link_renewed") as step:
        current = Entry.objects.get(pk=entry.pk)
        step.facts = {"name": current.name}
        step.update_without_undo(current, link_count=current.link_count + 1)


def own_pairing(entry: Entry, key: int) -> PairingToEnter:
    """The match of the pairing `key`, with all that is asked before a result is entered."""
    pairing = pairings_to_enter().filter(Q(first=entry) | Q(second=entry), pk=key, round__is_hidden=False).first()
    if pairing is None:
        raise Refused("pairings_changed_meanwhile")
    return pairing


def _reports(pairing: Pairing, entry: Entry) -> tuple[Report | None, Report | None]:
    """The player's own report and the opponent's, as far as they wait for a result."""
    reports = {report.entry_id == entry.pk: report for report in pairing.reports.filter(is_settled=False)}
    return reports.get(True), reports.get(False)


def _score(report: Report) -> Score:
    return report.first_points, report.second_points


def _keep(pairing: PairingToEnter, entry: Entry, score: Score, phone: str) -> None:
    """In place of what was said before, also of a result that has been taken back since."""
    pairing.reports.filter(is_settled=True).delete()
    values = {"first_points": score[0], "second_points": score[1], "at": timezone.now(), "phone": phone}
    Report.objects.update_or_create(pairing=pairing, entry=entry, defaults=values)
    pairing.is_reported = True
