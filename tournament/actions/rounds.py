"""Rounds are drawn."""

import secrets

from django.contrib.auth.models import AbstractBaseUser

from tournament.actions.change import Change, change
from tournament.engine.pairing import DrawnRound, draw
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Entry, Pairing, Round, Tournament
from tournament.names import is_printable, tidy
from tournament.queries.record import record_of

SEED_LIMIT = 200


def draw_round(
    tournament: Tournament,
    *,
    by: AbstractBaseUser,
    number: int,
    draw_seed: str = "",
    rematches_allowed: bool = False,
) -> Round:
    """Pair round `number`, which must be the next one; a round that is already there is given back as it is.

    The first draw settles the draw seed for good: the text given (dice rolled in front of everybody), or one
    from the operating system's random source.
    """
    with change(tournament, by=by, action="round_drawn") as step:
        current = step.tournament
        already = Round.objects.filter(tournament=current, number=number).first()
        if already:
            return already
        if not current.draw_seed:
            step.update(current, draw_seed=clean_seed(draw_seed) or secrets.token_hex(8))
        drawn = draw(record_of(current), rematches_allowed=rematches_allowed)
        if drawn.number != number:
            raise Refused("round_is_not_next", round=number, next=drawn.number)
        step.facts = {"round": number, "tables": sum(pairing.second is not None for pairing in drawn.pairings)}
        return _store(step, drawn)


def clean_seed(typed: str) -> str:
    """The dice or words as typed, in Unicode NFC, on one line."""
    seed = tidy(typed)
    if len(seed) > SEED_LIMIT:
        raise Refused("seed_too_long", limit=SEED_LIMIT)
    if not is_printable(seed):
        raise Refused("seed_unprintable")
    return seed


def _store(step: Change, drawn: DrawnRound) -> Round:
    keys = dict(Entry.objects.filter(tournament=step.tournament).values_list("number", "pk"))
    paired = step.add(
        Round(
            tournament=step.tournament,
            number=drawn.number,
            planned_rounds=drawn.planned_rounds,
            rematches_allowed=drawn.rematches_allowed,
            lookahead_bound=drawn.lookahead_bound,
        )
    )
    tables = _tables(drawn, step.tournament)
    step.add_all(
        [
            Pairing(
                round=paired,
                position=position,
                table=table,
                first_id=keys[pairing.first],
                second_id=None if pairing.second is None else keys[pairing.second],
                outcome=(Outcome.BYE if pairing.second is None else Outcome.PENDING).value,
            )
            for position, (pairing, table) in enumerate(zip(drawn.pairings, tables, strict=True), start=1)
        ]
    )
    return paired


def _tables(drawn: DrawnRound, tournament: Tournament) -> list[int | None]:
    """ "Numbered 1, 2, … in that order, skipping the bye, unless a fixed table was asked for." """
    fixed = dict(
        Entry.objects.filter(tournament=tournament, fixed_table__isnull=False).values_list("number", "fixed_table")
    )
    wanted: list[int | None] = []
    for pairing in drawn.pairings:
        players = () if pairing.second is None else (pairing.first, pairing.second)
        asked = [fixed[number] for number in players if number in fixed]
        wanted.append(next((table for table in asked if table not in wanted), None))
    taken = set(wanted)
    free = (number for number in range(1, len(wanted) + len(taken) + 1) if number not in taken)
    return [
        None if pairing.second is None else table or next(free)
        for pairing, table in zip(drawn.pairings, wanted, strict=True)
    ]
