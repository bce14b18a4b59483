"""Whether the planned rounds can be played, in sentences."""

from tournament.engine.planning import possible_rounds
from tournament.engine.record import TournamentRecord
from tournament.models import Round
from tournament.phrases.rounds import lookahead_bound_sentence, possible_rounds_sentence
from tournament.queries.drawn import drawn_by_the_rules


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
