"""What the rules gave for a stored round, and whether the rounds planned can be played after it."""

from functools import partial

from tournament.engine.pairing import DrawnRound, redraw
from tournament.engine.planning import possible_rounds
from tournament.engine.record import TournamentRecord
from tournament.engine.refusals import Refused
from tournament.models import Round
from tournament.once import once
from tournament.phrases.pairings import lookahead_bound_sentence, possible_rounds_sentence


def drawn_by_the_rules(stored: Round, record: TournamentRecord) -> DrawnRound | None:
    """The round as the rules give it, or None where they give no such round."""
    paired = record.rounds[stored.number - 1]
    pairs = tuple((pairing.first, pairing.second) for pairing in paired.pairings)
    # What a round stands on changes only where it is paired anew, so it is worked out once.
    return once(("drawn", stored.pk, stored.planned_rounds, pairs), partial(_drawn, record, stored.number))


def _drawn(record: TournamentRecord, number: int) -> DrawnRound | None:
    try:
        return redraw(record, number)
    except Refused:
        return None


def lookahead_sentence(stored: Round, record: TournamentRecord) -> str:
    """That the look-ahead of a round met its bound, and how many rounds it keeps nevertheless; else nothing."""
    if not stored.lookahead_bound:
        return ""
    drawn = drawn_by_the_rules(stored, record)
    return lookahead_bound_sentence(drawn.later_rounds if drawn else 0)


def too_many_rounds_sentence(record: TournamentRecord) -> str:
    """Before round 1: that more rounds are planned than so many players can play without a rematch; else nothing."""
    planned, present = record.rules.rounds, len(record.present(1))
    if record.rounds or present < 2 or planned <= possible_rounds(present):
        return ""
    return possible_rounds_sentence(planned, present, possible_rounds(present))
