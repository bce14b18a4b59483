"""What the rules gave for a stored round, and whether the rounds planned can be played after it."""

from functools import partial

from django.core.cache import cache

from tournament import phrases
from tournament.engine.pairing import DrawnRound, redraw
from tournament.engine.planning import possible_rounds
from tournament.engine.record import TournamentRecord
from tournament.engine.refusals import Refused
from tournament.models import Round, Tournament


def drawn_by_the_rules(stored: Round, record: TournamentRecord) -> DrawnRound | None:
    """The round as the rules give it, or None where they give no such round."""
    paired = record.rounds[stored.number - 1]
    pairs = tuple((pairing.first, pairing.second) for pairing in paired.pairings)
    # What a round stands on changes only where it is paired anew, so it is worked out once.
    key = f"drawn-{stored.pk}-{stored.planned_rounds}-{hash(pairs)}"
    return cache.get_or_set(key, partial(_drawn, record, stored.number), timeout=None)


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
    return phrases.lookahead_bound_sentence(drawn.later_rounds if drawn else 0)


def too_many_rounds_sentence(tournament: Tournament, record: TournamentRecord, last: Round | None) -> str:
    """That those present cannot play all rounds planned without a rematch, and how many they can; else nothing.

    `last` is the last round paired, if there is one.
    """
    planned, paired = tournament.planned_rounds, len(record.rounds)
    present = len(record.present(paired + 1))
    if tournament.is_closed or paired >= planned or present < 2 or (last and last.rematches_allowed):
        return ""
    if last and not last.manual and not last.lookahead_bound:
        drawn = drawn_by_the_rules(last, record)
        if drawn and not drawn.keeps_all_rounds and planned > paired + drawn.later_rounds:
            return phrases.later_rounds_sentence(planned, drawn.later_rounds)
    if planned > possible_rounds(present):
        return phrases.possible_rounds_sentence(planned, present, possible_rounds(present))
    return ""
