"""The pairings of a round are changed by the director, or made anew by the rules."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from tournament.actions.change import Change, change
from tournament.actions.games import forget_how_played
from tournament.actions.results import record_result
from tournament.actions.rounds import drop_past_results, last_round, store_pairings, tables_of
from tournament.actions.texts import clean_reason
from tournament.engine.by_hand import Pair, in_pairing_order
from tournament.engine.pairing import DrawnRound
from tournament.engine.record import Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Entry, Pairing, Round, Tournament
from tournament.queries.rounds import drawn_anew, ranking_before, stored_pairs


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
        cleaned = clean_reason(reason)
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
        _replace(step, round_, pairs, keeping=_at_the_same_table(round_, pairs))


def _at_the_same_table(round_: Round, pairs: Sequence[Pair]) -> list[Pair]:
    """Those of the pairs that sit already where they are to sit."""
    stored = Pairing.objects.filter(round=round_).values_list("first__number", "second__number", "table")
    sitting = {(first, second): table for first, second, table in stored}
    wanted = zip(pairs, tables_of(pairs, round_.tournament, {}), strict=True)
    return [pair for pair, table in wanted if pair in sitting and sitting[pair] == table]


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
    store_pairings(step, round_, pairs, stored, changed_at=None if round_.is_hidden else step.at)
