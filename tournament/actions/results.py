"""Results of matches, and reports of them from phones."""

from collections.abc import Collection, Sequence
from typing import TypeGuard, Unpack

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from tournament.actions.catalogue import DESK, ActionKind, Role, Undo, action
from tournament.actions.change import change, take_back
from tournament.actions.permissions import Guest, Visitor, can
from tournament.actions.step import Change
from tournament.engine.crosstable import match_winner
from tournament.engine.finals import keeps_rounds
from tournament.engine.record import PENDING, Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.machine.rates import Rate
from tournament.matches.games import PlayedGame, after_games, refuse_score_of_games
from tournament.matches.scores import refuse_score, refuse_stopped_score
from tournament.models import Club, Entry, Game, JournalLine, Pairing, PastResult, Report, Tournament, Transcript
from tournament.models.tournament import Reporting
from tournament.phrases.results import MatchFacts, PlainResult, result_line
from tournament.queries.evening import record_of
from tournament.queries.record import format_in, result_of, round_facts
from tournament.queries.results import confirmation_of, kept_games, with_result
from tournament.queries.rounds.pairings import PairingToEnter, pairings_to_enter

# Games of a match: stored, and removed where a result disagrees.


def keep_games(step: Change, pairing: Pairing, games: Sequence[PlayedGame]) -> None:
    """Replace the stored games of a match by these. Raises Refused for games that its match format does not allow.

    If the match has a result, the games must add up to it.
    """
    match_format = format_in(step.tournament, pairing)
    after_games(match_format, games)
    score = None if pairing.first_points is None else (pairing.first_points, pairing.second_points or 0)
    if games and score is not None:
        refuse_score_of_games(match_format, games, score, gave_up=pairing.gave_up)
    remove_games(step, [pairing])
    step.add_all([game_row(pairing, number, game) for number, game in enumerate(games, start=1)])


def game_row(pairing: Pairing, number: int, game: PlayedGame, words: str = "") -> Game:
    """Return the row for a finished game, unsaved."""
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


def remove_games(step: Change, pairings: Collection[Pairing | int], but: Collection[int] = ()) -> None:
    """Remove the games of these matches, apart from the games with the keys in `but`; undo brings them back."""
    for row in Game.objects.filter(pairing__in=pairings).exclude(pk__in=but).order_by("pairing", "-number"):
        step.remove(row)


def remove_games_and_transcripts(step: Change, pairings: Sequence[Pairing]) -> None:
    """Remove games and transcripts of matches that are about to be removed; undo brings them back."""
    remove_games(step, pairings)
    for transcript in Transcript.objects.filter(pairing__in=pairings).order_by("pk"):
        step.remove(transcript)


def remove_games_that_disagree(step: Change, pairing: Pairing, result: Result, *, gave_up: bool) -> None:
    """Remove the games of a match that do not add up to its new result; without a result, the games so far stay."""
    if result.outcome is Outcome.PENDING:
        return
    games = kept_games(pairing).games
    try:
        refuse_score_of_games(
            format_in(step.tournament, pairing),
            games,
            result.score or (0, 0),
            gave_up=gave_up,
        )
    except Refused:
        remove_games(step, [pairing])


def remove_games_in_the_way(step: Change, line: JournalLine) -> None:
    """Before an undo, remove the games in whose place it restores others, or whose match it removes.

    Score sheets are not part of undo, so games may have been added since.
    """
    pairing_keys = {entry["id"] for entry in line.changes if entry["model"] == "pairing" and entry["before"] is None}
    games = [entry for entry in line.changes if entry["model"] == "game"]
    back = {entry["before"]["pairing_id"] for entry in games if entry["after"] is None}
    remove_games(step, pairing_keys | back, but={entry["id"] for entry in games if entry["before"] is None})


def recheck_games(step: Change, line: JournalLine) -> None:
    """After an undo, remove games that do not add up to the restored result."""
    touched = [entry["id"] for entry in line.changes if entry["model"] == "pairing"]
    for pairing in Pairing.objects.filter(pk__in=touched, games__isnull=False).select_related("winner").distinct():
        remove_games_that_disagree(step, pairing, result_of(pairing), gave_up=pairing.gave_up)


# Results: entered and corrected.


@action(
    ActionKind.RESULTS,
    DESK,
    refuses={
        "transcript_says_otherwise": gettext_lazy(
            "The transcript has been changed in the meantime. Look at its result again."
        ),
    },
)
def result_recorded(
    *, before: PlainResult, is_past: bool, earlier: Score | None = None, **match: Unpack[MatchFacts]
) -> str:
    return result_line(match, is_past=is_past)


def record_result(pairing: Pairing, *, by: User, expected: Result, result: Result, gave_up: bool = False) -> Change:
    """Enter or correct the result of a pairing; `PENDING` removes it. Return the change.

    `expected` is the result that the page showed. Raises Refused where another result was entered meanwhile; the same
    result entered twice changes nothing. `gave_up` means that the loser gave up the match.
    """
    tournament = pairing.round.tournament
    with change(tournament, by=by, action=result_recorded) as step:
        is_current = tournament.version == step.tournament.version
        stored_pairing = pairing if is_current and _is_to_enter(pairing) else pairings_to_enter().get(pk=pairing.pk)
        if result_of(stored_pairing) != result:
            refuse_result(step.tournament, stored_pairing, by=by, expected=expected, result=result)
            enter_result(step, stored_pairing, result, gave_up=gave_up)
    return step


def _is_to_enter(pairing: Pairing) -> TypeGuard[PairingToEnter]:
    return hasattr(pairing, "last_paired")


def enter_result(
    step: Change, pairing: PairingToEnter, result: Result, *, gave_up: bool = False, earlier: Score | None = None
) -> None:
    """Store a checked result, in the name of the user who makes the change; settle the reports of the match.

    `earlier` is what a player had reported before the report that made this the result.
    """
    standing = result_of(pairing)
    _keep_past_result(step, pairing, standing, result)
    if pairing.has_games:
        remove_games_that_disagree(step, pairing, result, gave_up=gave_up)
    # A correction keeps the time of the first result.
    finished_at = None if result == PENDING else step.at if standing == PENDING else pairing.finished_at
    step.update(pairing, **result_columns(pairing, result), finished_at=finished_at, gave_up=gave_up)
    if pairing.is_reported and result == PENDING:
        pairing.reports.all().delete()
    elif pairing.is_reported:
        pairing.reports.update(is_settled=True)
    step.action = result_recorded.code
    is_past = pairing.round.number < pairing.last_paired
    match = result_facts(pairing, result)
    step.facts = result_recorded.facts(before=plain_result(standing), is_past=is_past, earlier=earlier, **match)


def result_columns(pairing: Pairing, result: Result) -> dict[str, object]:
    first, second = result.score or (None, None)
    entry_by_number = {entry.number: entry for entry in (pairing.first, pairing.second) if entry}
    winner = None if result.winner is None else entry_by_number[result.winner].pk
    return {"outcome": result.outcome.value, "first_points": first, "second_points": second, "winner_id": winner}


def refuse_result(
    tournament: Tournament, pairing: PairingToEnter, *, by: Visitor, expected: Result, result: Result
) -> None:
    """Refuse a result if another than `expected` is stored, the user may not enter it, or the match cannot end so."""
    is_over = pairing.round.number < pairing.last_paired
    if is_over and not can(by, "result_corrected", tournament):
        raise Refused("correction_is_the_directors", **round_facts(tournament, pairing.round.number))
    standing = result_of(pairing)
    if standing != expected:
        raise Refused("result_entered_meanwhile", **result_facts(pairing, standing))
    if pairing.round.is_hidden:
        raise Refused("round_is_hidden", **round_facts(tournament, pairing.round.number))
    if pairing.second is None or result.outcome is Outcome.BYE:
        raise Refused("bye_has_no_result")
    players = (pairing.first.number, pairing.second.number)
    if result.winner not in (players if result.outcome is Outcome.FORFEIT else (None,)):
        raise Refused("result_incomplete")
    if (result.outcome in (Outcome.PLAYED, Outcome.STOPPED)) != (result.score is not None):
        raise Refused("result_incomplete")
    if result.score is not None:
        check = refuse_score if result.outcome is Outcome.PLAYED else refuse_stopped_score
        check(format_in(tournament, pairing), result.score)
    if result == PENDING and is_over:
        raise Refused("past_result_is_needed", **round_facts(tournament, pairing.round.number))
    if pairing.round.is_finals:
        _refuse_result_of_finals(tournament, pairing, result)


def _refuse_result_of_finals(tournament: Tournament, pairing: PairingToEnter, result: Result) -> None:
    """Refuse a stopped match without a winner, and a correction by which a later round would hold other pairings."""
    number, first, second = pairing.round.number, pairing.first.number, pairing.second
    if result.outcome is Outcome.STOPPED and match_winner(result, first, second.number if second else 0) is None:
        raise Refused("finals_need_a_winner")
    if number == pairing.last_paired and result != PENDING:
        return
    corrected = with_result(record_of(tournament), number, first, result)
    if not keeps_rounds(corrected, number):
        raise Refused("finals_drawn_on_result", round=number, next=number + 1)
    if not keeps_rounds(corrected, number - 1):
        raise Refused("evening_ended_on_result")


def _keep_past_result(step: Change, pairing: PairingToEnter, standing: Result, result: Result) -> None:
    """Keep the result on which later rounds were paired, so that their pairing can still be checked."""
    if pairing.round.number == pairing.last_paired:
        return
    past_result = pairing.past_results.filter(until=pairing.last_paired).select_related("winner").first()
    if past_result is None:
        step.add(PastResult(pairing=pairing, until=pairing.last_paired, **result_columns(pairing, standing)))
    elif result_of(past_result) == result:
        step.remove(past_result)


def result_facts(pairing: Pairing, result: Result) -> MatchFacts:
    """Return the journal's facts of a result: the match, and how it ended."""
    return {
        **round_facts(pairing.round.tournament, pairing.round.number),
        "table": pairing.table,
        "first": pairing.first.display_name,
        "second": pairing.second.display_name if pairing.second else "",
        "result": plain_result(result),
    }


def plain_result(result: Result) -> PlainResult:
    """Return a result as the journal stores it."""
    return {"outcome": result.outcome.value, "score": result.score, "winner": result.winner}


# Reports: players report the score of their own match from their phones. Renewing their links.

# More than anybody needs to correct wrong taps; each report adds a line to the journal.
OF_A_PLAYER = Rate("reports-of-a-player", at_once=10, seconds=30)


@action(
    ActionKind.RESULTS,
    frozenset({Role.PLAYER}),
    undo=Undo.ASIDE,
    refuses={
        "reported_meanwhile": gettext_lazy(
            "Another phone has since reported under this name: %(what)s. What was tapped here was not saved."
            " To correct the report, choose again."
        ),
        "reported_too_often": gettext_lazy(
            "This score has been corrected many times. Wait %(wait)s, or tell the director."
        ),
    },
)
def result_reported(*, by: str, **match: Unpack[MatchFacts]) -> str:
    return _("reported by %(name)s: %(what)s") % {"name": by, "what": result_line(match)}


def report_score(entry: Entry, *, key: int, expected: Score | None, score: Score, phone: str = "") -> None:
    """Take a player's report of how the match of the pairing `key` ended; scores are in the order of the pairing.

    `expected` is the player's earlier report as their page knew it. Raises Refused where another phone of theirs has
    reported something else meanwhile. The score becomes the result once both players have reported it, or one where
    that is enough; the same report sent twice changes nothing. A result that is already stored can only be corrected at
    the desk. `phone` identifies the phone.
    """
    by = Guest(entry.display_name, entry)
    with change(entry.tournament, by=by, action=result_reported) as step:
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
        own_report, _others = _reports(pairing, entry)
        if own_report is not None and _score(own_report) == score:
            return
        if own_report is not None and _score(own_report) != expected:
            raise Refused("reported_meanwhile", **result_facts(pairing, Result(Outcome.PLAYED, _score(own_report))))
        if seconds := OF_A_PLAYER.wait(entry.pk):
            raise Refused("reported_too_often", seconds=seconds)
        OF_A_PLAYER.use(entry.pk)
        step.facts = result_reported.facts(by=entry.display_name, **result_facts(pairing, result))
        take_report(step, pairing, entry, score, phone)


def take_report(step: Change, pairing: PairingToEnter, entry: Entry, score: Score, phone: str) -> None:
    """Store the score as the player's report, in place of an earlier one; make it the result if the reports suffice."""
    own_report, other_report = _reports(pairing, entry)
    # Settled reports belong to a result that has been removed since.
    pairing.reports.filter(is_settled=True).delete()
    values = {"first_points": score[0], "second_points": score[1], "at": timezone.now(), "phone": phone}
    Report.objects.update_or_create(pairing=pairing, entry=entry, defaults=values)
    pairing.is_reported = True
    if step.tournament.reporting == Reporting.ONE or (other_report is not None and _score(other_report) == score):
        enter_result(
            step, pairing, Result(Outcome.PLAYED, score), earlier=None if own_report is None else _score(own_report)
        )
    else:
        # Not a row of the journal: a report is not yet a fact, and undo does not bring it back.
        step.always_log = True


# Allowed for a minute, to the player who confirmed the result.
@action(
    ActionKind.RESULTS,
    frozenset({Role.PLAYER}),
    refuses={
        "confirmation_stands": gettext_lazy(
            "A confirmation can be taken back for one minute, until somebody has changed the result or the next round"
            " is drawn. The result stays: %(what)s. If it is wrong, please tell the director."
        ),
    },
)
def confirmation_taken_back(*, by: str, **match: Unpack[MatchFacts]) -> str:
    return _("taken back by %(name)s: %(what)s") % {"name": by, "what": result_line(match)}


def take_back_confirmation(entry: Entry, *, key: int) -> None:
    """Remove the result of the pairing `key`, which the player has confirmed by mistake; restore the reports before it.

    Raises Refused unless the player's own report made it the result within the last minute, where anybody has changed
    it since, and once a later round is drawn. Repeating this changes nothing.
    """
    by = Guest(entry.display_name, entry)
    with change(entry.tournament, by=by, action=confirmation_taken_back) as step:
        pairing = own_pairing(entry, key)
        standing = result_of(pairing)
        if standing == PENDING:
            return
        if step.tournament.reporting == Reporting.OFF:
            raise Refused("reporting_is_off")
        line = confirmation_of(entry, pairing, at=step.begun_at)
        if line is None or pairing.round.number < pairing.last_paired:
            raise Refused("confirmation_stands", **result_facts(pairing, standing))
        take_back(step, line)
        # Not stored as an undo but as a change of its own, which the desk can undo.
        step.undoes = None
        step.facts = confirmation_taken_back.facts(by=entry.display_name, **result_facts(pairing, standing))
        pairing.reports.update(is_settled=False)
        own_reports = pairing.reports.filter(entry=entry)
        if earlier := line.facts.get("earlier"):
            own_reports.update(first_points=earlier[0], second_points=earlier[1])
        else:
            own_reports.delete()


@action(ActionKind.PLAYERS, undo=Undo.ASIDE)
def player_link_renewed(*, name: str) -> str:
    return _("new private link for %(name)s") % {"name": name}


def renew_player_link(entry: Entry, *, by: User) -> None:
    """Replace the player's private link by a new one; the old link stops working."""
    with change(entry.tournament, by=by, action=player_link_renewed) as step:
        current = Entry.objects.get(pk=entry.pk)
        step.facts = player_link_renewed.facts(name=current.name)
        step.update_without_undo(current, link_count=current.link_count + 1)


# Private links set how a player appears after the evening, too.
@action(ActionKind.PLAYERS, when_closed=True, undo=Undo.ASIDE)
def player_links_renewed() -> str:
    return _("new private links for all players")


def renew_player_links(tournament: Tournament, *, by: User) -> None:
    """Replace the private links of all players by new ones; the old links stop working, and phones that signed up."""
    with change(tournament, by=by, action=player_links_renewed) as step:
        Entry.objects.filter(tournament=step.tournament).update(link_count=F("link_count") + 1)
        step.always_log = True


def renew_player_links_of_club(club: Club, *, by: User) -> int:
    """Replace the private links in all tournaments of the club that are not closed; return how many these are."""
    with transaction.atomic():
        evenings = Tournament.objects.filter(club=club, is_closed=False).exclude(entries=None).order_by("pk")
        for tournament in evenings:
            renew_player_links(tournament, by=by)
    return len(evenings)


def own_pairing(entry: Entry, key: int) -> PairingToEnter:
    """Return the player's pairing with this key, read by `pairings_to_enter`. Raises Refused where it is not theirs."""
    pairing = pairings_to_enter().filter(Q(first=entry) | Q(second=entry), pk=key, round__is_hidden=False).first()
    if pairing is None:
        raise Refused("pairings_changed_meanwhile")
    return pairing


def _reports(pairing: Pairing, entry: Entry) -> tuple[Report | None, Report | None]:
    """Return the player's own report and the opponent's, where they are not settled yet."""
    reports = {report.entry_id == entry.pk: report for report in pairing.reports.filter(is_settled=False)}
    return reports.get(True), reports.get(False)


def _score(report: Report) -> Score:
    return report.first_points, report.second_points
