"""The pairings of a round are changed by the director, or made anew by the rules."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from tournament.actions.change import Change, change
from tournament.actions.games import forget_how_played
from tournament.actions.results import record_result
from tournament.actions.rounds import drop_past_results, last_round, store_pairings
from tournament.actions.texts import REASON_LIMIT, clean_reason
from tournament.engine.by_hand import Pair, in_pairing_order
from tournament.engine.pairing import DrawnRound
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Entry, Pairing, Round, Tournament
from tournament.queries.by_hand import drawn_anew, ranking_as_paired, ranking_before, seated, stored_pairs
from tournament.queries.leavers import stand_in_for
from tournament.queries.record import record_of


def pair_by_hand(
    tournament: Tournament,
    *,
    by: User,
    number: int,
    expected: Sequence[Pair],
    pairs: Sequence[Pair],
    reason: str,
) -> None:
    """Replace the pairings of the last round, as long as it has no result; it is then marked `manual`.

    `expected` are the pairs that stood on the page of whoever changes them. Who still plays the same opponent keeps
    the table. Pairs that are just what the rules give make it a round of the rules again.
    """
    with change(tournament, by=by, action="pairings_changed") as step:
        round_ = _round_without_result(step.tournament, number)
        standing = stored_pairs(round_)
        chosen = in_pairing_order(pairs, ranking_before(step.tournament, number))
        if set(chosen) == set(standing):
            return
        if set(standing) != {*expected}:
            raise Refused("pairings_changed_meanwhile")
        if chosen == _pairs_of_the_rules(round_):
            _pair_anew(step, round_, drawn_anew(round_))
            return
        cleaned = clean_pairing_reason(reason)
        step.facts = {
            "round": number,
            "reason": cleaned,
            "before": _names(step.tournament, [pair for pair in standing if pair not in chosen]),
            "after": _names(step.tournament, [pair for pair in chosen if pair not in standing]),
        }
        drop_past_results(step, number)
        step.update(round_, manual=True, reason=cleaned, rematches_allowed=False, lookahead_bound=False)
        _replace(step, round_, chosen, keeping=chosen)


def pair_anew(tournament: Tournament, *, by: User, number: int) -> None:
    """Give the last round back to the rules, from the results of today, as long as it has no result itself."""
    with change(tournament, by=by, action="round_paired_anew") as step:
        round_ = _round_without_result(step.tournament, number)
        _pair_anew(step, round_, drawn_anew(round_))


def correct_and_pair_anew(pairing: Pairing, *, by: User, expected: Result, result: Result, number: int) -> None:
    """Correct a result of a round that is over and give the last one back to the rules, both or neither."""
    with transaction.atomic():
        record_result(pairing, by=by, expected=expected, result=result)
        pair_anew(pairing.round.tournament, by=by, number=number)


def seat_latecomer(entry: Entry, *, by: User) -> None:
    """Let a player who came, or came back, after the running round was paired play whoever has its bye."""
    with change(entry.tournament, by=by, action="latecomer_seated") as step:
        entry.refresh_from_db()
        round_ = Round.objects.filter(tournament=step.tournament).order_by("-number").first()
        bye = Pairing.objects.filter(round=round_, second=None).select_related("first").first()
        if round_ is not None and entry.number in seated(stored_pairs(round_)):
            if bye is None:
                return
            raise Refused("plays_already", name=entry.name, round=round_.number)
        if round_ is None or bye is None or entry.number not in ranking_before(step.tournament, round_.number):
            raise Refused("no_bye_to_take", name=entry.name)
        if not Pairing.objects.filter(round=round_, outcome=Outcome.PENDING).exists():
            raise Refused("round_is_over", round=round_.number)
        step.facts = {"name": entry.name, "opponent": bye.first.name, "round": round_.number}
        with translation.override(step.tournament.language):
            reason = _("%(name)s came late and plays %(opponent)s, who had the bye.") % step.facts
        step.update(round_, manual=True, reason=reason[:REASON_LIMIT], rematches_allowed=False, lookahead_bound=False)
        pairs = [(entry.number, bye.first.number), *(pair for pair in stored_pairs(round_) if pair[1] is not None)]
        _store_in_pairing_order(step, round_, pairs)


def _store_in_pairing_order(step: Change, round_: Round, pairs: Sequence[Pair]) -> None:
    """Store these pairs of the running round; those that stand already keep everything."""
    ranking = ranking_as_paired(step.tournament, round_.number, seated(pairs))
    _replace(step, round_, in_pairing_order(pairs, ranking), keeping=pairs)


def let_bye_step_in(entry: Entry, *, by: User) -> None:
    """Let the opponent of a player who has left in the running round play whoever has its bye; twice means once."""
    with change(entry.tournament, by=by, action="leaver_replaced") as step:
        entry.refresh_from_db()
        record = record_of(step.tournament)
        if not record.rounds or entry.number not in record.rounds[-1].seated:
            return
        if entry.withdrawn_after is None:
            raise Refused("player_has_not_left", name=entry.name)
        round_ = last_round(step.tournament, len(record.rounds))
        standing = stored_pairs(round_)
        left = next(pair for pair in standing if entry.number in pair)
        opponent = left[1] if left[0] == entry.number else left[0]
        stand_in = stand_in_for(record, entry.number)
        if stand_in is None or opponent is None:
            raise Refused("nobody_steps_in", name=entry.name)
        names = dict(Entry.objects.filter(tournament=step.tournament).values_list("number", "name"))
        step.facts = {
            "name": entry.name,
            "stand_in": names[stand_in],
            "opponent": names[opponent],
            "round": round_.number,
        }
        with translation.override(step.tournament.language):
            reason = _("%(name)s has left. %(opponent)s plays %(stand_in)s, who had the bye.") % step.facts
        step.update(round_, manual=True, reason=reason[:REASON_LIMIT], rematches_allowed=False, lookahead_bound=False)
        kept = [pair for pair in standing if pair != left and pair[1] is not None]
        _store_in_pairing_order(step, round_, [(stand_in, opponent), *kept])


def clean_pairing_reason(typed: str) -> str:
    """Why pairings were changed by hand, tidied. Raises Refused where it is missing, too long or cannot be printed."""
    reason = clean_reason(typed)
    if not reason:
        raise Refused("pairing_reason_missing")
    return reason


def _round_without_result(tournament: Tournament, number: int) -> Round:
    round_ = last_round(tournament, number)
    if Pairing.objects.filter(round=round_).exclude(outcome__in=[Outcome.PENDING, Outcome.BYE]).exists():
        raise Refused("round_has_results", round=number)
    return round_


def _pairs_of_the_rules(round_: Round) -> tuple[Pair, ...] | None:
    try:
        return tuple((pairing.first, pairing.second) for pairing in drawn_anew(round_).pairings)
    except Refused:
        return None


def _names(tournament: Tournament, pairs: Sequence[Pair]) -> list[list[str]]:
    names = dict(Entry.objects.filter(tournament=tournament).values_list("number", "name"))
    return [[names[first], "" if second is None else names[second]] for first, second in pairs]


def _pair_anew(step: Change, round_: Round, drawn: DrawnRound) -> None:
    step.facts = {"round": round_.number}
    drop_past_results(step, round_.number)
    step.update(
        round_,
        manual=False,
        reason="",
        planned_rounds=drawn.planned_rounds,
        rematches_allowed=drawn.rematches_allowed,
        lookahead_bound=drawn.lookahead_bound,
    )
    pairs = [(pairing.first, pairing.second) for pairing in drawn.pairings]
    if pairs != [*stored_pairs(round_)]:
        _replace(step, round_, pairs, keeping=())


def _replace(step: Change, round_: Round, pairs: Sequence[Pair], keeping: Sequence[Pair]) -> None:
    """Store the pairs in this order; those to be kept keep row, result and table."""
    stored = {}
    gone = []
    for pairing in Pairing.objects.filter(round=round_).select_related("first", "second").order_by("-position"):
        pair = (pairing.first.number, pairing.second.number if pairing.second else None)
        if pair in keeping:
            stored[pair] = pairing
        else:
            gone.append(pairing)
    forget_how_played(step, gone)
    for pairing in gone:
        step.remove(pairing)
    store_pairings(step, round_, pairs, stored)
