"""The evening ends here: closing time, or everybody leaves."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.actions.change import Change, change
from tournament.actions.games import forget_how_played
from tournament.actions.results import enter_result
from tournament.actions.rounds import last_round, let_round_go
from tournament.actions.texts import shortened_reason
from tournament.engine.record import Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.matches.scores import refuse_stopped_score
from tournament.models import JournalLine, Pairing, Round, Tournament
from tournament.queries.record import format_of, paired_rounds
from tournament.queries.rounds import pairings_to_enter


def end_evening(tournament: Tournament, *, by: User, number: int, scores: Mapping[int, Score | None]) -> None:
    """End it with round `number`, the last one: as many rounds are planned as are paired.

    `scores` says for each open match, by the key of its pairing, at what it is stopped; None: it falls away, and both
    have missed the round. "A last round without any result is removed." Refused where other matches are open by now.
    """
    with change(tournament, by=by, action="evening_ended") as step:
        round_ = last_round(step.tournament, number)
        still_open = list(pairings_to_enter().filter(round=round_, outcome=Outcome.PENDING.value).order_by("position"))
        if {pairing.pk for pairing in still_open} != set(scores):
            raise Refused("round_changed_meanwhile", round=number)
        fallen = [pairing for pairing in still_open if scores[pairing.pk] is None]
        if round_.is_hidden and len(fallen) < len(still_open):
            raise Refused("round_is_hidden", round=number)
        for pairing in still_open:
            if score := scores[pairing.pk]:
                refuse_stopped_score(format_of(step.tournament), score)
                enter_result(step, pairing, Result(Outcome.STOPPED, score))
        _let_fall(step, round_, fallen)
        paired_count = paired_rounds(step.tournament)
        if not paired_count:
            raise Refused("evening_without_result")
        step.action = "evening_ended"
        step.facts = {"rounds": paired_count, "stopped": len(still_open) - len(fallen), "fallen": len(fallen)}
        step.update(step.tournament, planned_rounds=paired_count)


def _let_fall(step: Change, round_: Round, fallen: Sequence[Pairing]) -> None:
    """Remove these matches from the round, and the round itself where no result is left."""
    without_result = [Outcome.PENDING.value, Outcome.BYE.value]
    if not Pairing.objects.filter(round=round_).exclude(outcome__in=without_result).exists():
        let_round_go(step, round_)
        return
    if not fallen:
        return
    forget_how_played(step, fallen)
    for pairing in reversed(fallen):
        step.remove(pairing)
    with translation.override(step.tournament.language):
        reason = " ".join(filter(None, [round_.reason, _("The evening ended before every match was played.")]))
    step.update(round_, manual=True, reason=shortened_reason(reason), rematches_allowed=False, lookahead_bound=False)


def keep_evening_open(tournament: Tournament, *, by: User) -> None:
    """The evening has not ended, though nothing has happened for long: it is not asked again."""
    with change(tournament, by=by, action="evening_goes_on") as step:
        said_before = JournalLine.objects.filter(tournament=step.tournament, action="evening_goes_on")
        step.always_log = not said_before.exists()
