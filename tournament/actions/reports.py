"""Players report the score of their own match from their phones; a link of theirs is ended."""

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from tournament.actions.change import Change, change
from tournament.actions.permissions import Guest
from tournament.actions.results import enter_result, refuse_result, result_facts
from tournament.engine.record import PENDING, Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.machine.rates import Rate
from tournament.models import Entry, Pairing, Report
from tournament.models.tournament import Reporting
from tournament.queries.record import result_of
from tournament.queries.rounds import PairingToEnter, pairings_to_enter

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
