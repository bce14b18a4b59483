"""Rounds are drawn, released to everyone, and removed."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from django.contrib.auth.models import User

from tournament.actions.change import Change, change
from tournament.actions.fees import settle_fee
from tournament.actions.games import forget_how_played
from tournament.actions.texts import clean_line
from tournament.engine.by_hand import Pair
from tournament.engine.pairing import DrawnRound, draw
from tournament.engine.record import has_left
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Absence, Entry, Pairing, PastResult, Round, Tournament
from tournament.queries.evening import record_of
from tournament.queries.players import absent_in
from tournament.queries.record import result_of

SEED_LIMIT = 200


class Presence(StrEnum):
    """What has become of a player who was asked for before a round."""

    HERE = "here"
    PAUSES = "pauses"
    HAS_LEFT = "has_left"


def draw_round(
    tournament: Tournament,
    *,
    by: User,
    number: int,
    draw_seed: str = "",
    rematches_allowed: bool = False,
    presence: Mapping[int, Presence] | None = None,
) -> Round:
    """Pair round `number`, which must be the next one; a round that is already there is given back as it is.

    The first draw settles the draw seed for good: the text given (dice rolled in front of everybody), or one
    from the operating system's random source; and the fee, where it follows from the number of players. `presence`
    says by start number what has become of those who were missed; nothing of it is kept where the round cannot be
    paired.
    """
    with change(tournament, by=by, action="round_drawn") as step:
        current = step.tournament
        already = Round.objects.filter(tournament=current, number=number).first()
        if already:
            return already
        _note_presence(step, number, presence or {})
        if not current.draw_seed:
            step.update_without_undo(current, draw_seed=clean_seed(draw_seed) or secrets.token_hex(8))
        drawn = draw(record_of(current), rematches_allowed=rematches_allowed)
        if drawn.number != number:
            raise Refused("round_is_not_next", round=number, next=drawn.number)
        step.facts |= {"round": number, "tables": sum(pairing.second is not None for pairing in drawn.pairings)}
        if number == 1:
            settle_fee(step)
            step.facts["seed"] = current.draw_seed
        return _store(step, drawn)


def release_round(tournament: Tournament, *, by: User, number: int) -> None:
    """Show a hidden round to everyone, and let it begin; twice means once."""
    with change(tournament, by=by, action="round_released") as step:
        round_ = last_round(step.tournament, number)
        step.facts = {"round": number}
        if round_.is_hidden:
            step.update(round_, is_hidden=False, started_at=step.at)


def remove_round(tournament: Tournament, *, by: User, number: int, confirmed: str) -> None:
    """Remove the last round with all its results; its number is typed to confirm.

    Drawn again from the same results and with the same players it comes out the same, for the draw seed stays.
    """
    with change(tournament, by=by, action="round_removed") as step:
        if not Round.objects.filter(tournament=step.tournament, number=number).exists():
            return
        round_ = last_round(step.tournament, number)
        if confirmed.strip() != str(number):
            raise Refused("round_not_confirmed", round=number)
        decided = Pairing.objects.filter(round=round_).exclude(outcome__in=[Outcome.PENDING.value, Outcome.BYE.value])
        step.facts = {"round": number, "results": decided.count()}
        let_round_go(step, round_)


def let_round_go(step: Change, round_: Round) -> None:
    """Remove the last round. Who came or left while it ran came or left before it.

    "Removing round n lowers only values that meant n": who has said that they come or go later still does.
    """
    number = round_.number
    pairings = list(Pairing.objects.filter(round=round_).order_by("-position"))
    drop_past_results(step, number)
    forget_how_played(step, pairings)
    for pairing in pairings:
        step.remove(pairing)
    step.remove(round_)
    for entry in Entry.objects.filter(tournament=step.tournament).order_by("number"):
        if entry.joined_round == number + 1:
            step.update(entry, joined_round=number)
        if entry.withdrawn_after == number:
            step.update(entry, withdrawn_after=number - 1)


def last_round(tournament: Tournament, number: int) -> Round:
    """The round of this number. Raises Refused where it is not the last one paired."""
    last = Round.objects.filter(tournament=tournament).order_by("-number").first()
    if last is None or last.number != number:
        raise Refused("round_is_not_last", round=number)
    return last


def drop_past_results(step: Change, number: int) -> None:
    """Let the results of today be those in force for round `number`, the last one, which is paired no more or anew.

    "`until`: the result in force when the rounds up to and including `until` were paired": what stood until this
    round stood until the one before, where that was paired on it.
    """
    pasts = PastResult.objects.filter(pairing__round__tournament=step.tournament, until=number)
    for past in pasts.select_related("pairing__round", "winner").order_by("pk"):
        before = PastResult.objects.filter(pairing=past.pairing, until=number - 1).select_related("winner").first()
        if before is not None or past.pairing.round.number >= number - 1:
            step.remove(past)
            if before is not None and result_of(before) == result_of(past.pairing):
                step.remove(before)
        else:
            step.update(past, until=number - 1)


def clean_seed(typed: str) -> str:
    """The dice or words as typed, in Unicode NFC, on one line."""
    return clean_line(typed, SEED_LIMIT, Refused("seed_too_long", limit=SEED_LIMIT), Refused("seed_unprintable"))


def _note_presence(step: Change, number: int, presence: Mapping[int, Presence]) -> None:
    for entry in Entry.objects.filter(tournament=step.tournament, number__in=presence).order_by("number"):
        said = presence[entry.number]
        step.facts.setdefault(said.value, []).append(entry.name)
        if said is Presence.HERE:
            step.update(entry, is_here=True)
        elif said is Presence.HAS_LEFT:
            if not has_left(entry.withdrawn_after, number - 1):
                step.update(entry, withdrawn_after=number - 1)
        elif not entry.absences.filter(round_number=number).exists():
            step.add(Absence(entry=entry, round_number=number))


def _store(step: Change, drawn: DrawnRound) -> Round:
    round_ = step.add(
        Round(
            tournament=step.tournament,
            number=drawn.number,
            planned_rounds=drawn.planned_rounds,
            rematches_allowed=drawn.rematches_allowed,
            lookahead_bound=drawn.lookahead_bound,
            is_hidden=step.tournament.hides_new_rounds,
            started_at=step.at,
        )
    )
    store_pairings(step, round_, [(pairing.first, pairing.second) for pairing in drawn.pairings])
    return round_


def store_pairings(
    step: Change,
    round_: Round,
    pairs: Sequence[Pair],
    stored: Mapping[Pair, Pairing] | None = None,
    changed_at: datetime | None = None,
) -> None:
    """Store pairs of start numbers in pairing order; those `stored` already keep their tables.

    The others say that they were `changed_at` this time. Who is in the round has come by then; who is not, and left
    while it ran, has left before it.
    """
    stored = stored or {}
    keys = dict(Entry.objects.filter(tournament=step.tournament).values_list("number", "pk"))
    tables = tables_of(pairs, step.tournament, {pair: pairing.table for pair, pairing in stored.items()})
    added = []
    for position, (pair, table) in enumerate(zip(pairs, tables, strict=True), start=1):
        if pair in stored:
            step.update(stored[pair], position=position)
            continue
        first, second = pair
        added.append(
            Pairing(
                round=round_,
                position=position,
                table=table,
                first_id=keys[first],
                second_id=None if second is None else keys[second],
                outcome=(Outcome.BYE if second is None else Outcome.PENDING).value,
                changed_at=changed_at,
            )
        )
    step.add_all(added)
    seated = {number for pair in pairs for number in pair}
    sits_out = set(absent_in(step.tournament, round_.number))
    for entry in Entry.objects.filter(tournament=step.tournament).order_by("number"):
        if entry.number in seated:
            step.update(entry, joined_round=min(entry.joined_round, round_.number))
        elif entry.withdrawn_after == round_.number and entry.number not in sits_out:
            step.update(entry, withdrawn_after=round_.number - 1)


def tables_of(pairs: Sequence[Pair], tournament: Tournament, given: Mapping[Pair, int | None]) -> list[int | None]:
    """ "Numbered 1, 2, … in that order, skipping the bye, unless a fixed table was asked for." """
    fixed = dict(
        Entry.objects.filter(tournament=tournament, fixed_table__isnull=False).values_list("number", "fixed_table")
    )
    wanted: list[int | None] = [given.get(pair) for pair in pairs]
    for index, pair in enumerate(pairs):
        if wanted[index] is None and pair[1] is not None:
            asked = [fixed[number] for number in pair if number in fixed]
            wanted[index] = next((table for table in asked if table not in wanted), None)
    taken = set(wanted)
    free = (number for number in range(1, len(wanted) + len(taken) + 1) if number not in taken)
    return [None if pair[1] is None else table or next(free) for pair, table in zip(pairs, wanted, strict=True)]
