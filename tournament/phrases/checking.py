"""Differences between an archive and the rules."""

from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _

from tournament.engine.checking import Disagreement
from tournament.engine.terms import Outcome
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.results import outcome_label


def disagreement_sentence(disagreement: Disagreement) -> str:
    """Say where a round differs from the rules: its number and the first pairings that differ."""
    facts: dict[str, Any] = {"round": disagreement.round_number}
    if disagreement.expected is None:
        assert disagreement.refusal is not None
        facts["because"] = refusal_sentence(disagreement.refusal)
        return _("Round %(round)s is not possible under the rules. %(because)s") % facts
    pairs = zip_longest(disagreement.expected, disagreement.found)
    expected, found = next((gives, has) for gives, has in pairs if gives != has)
    facts |= {"expected": _pair(expected), "found": _pair(found)}
    return _("Round %(round)s: the rules give %(expected)s, but %(found)s is paired.") % facts


def row_difference_sentence(row: int, expected: str, found: str) -> str:
    """Say where the standings written in an archive differ from the rules."""
    return _("Standings, place %(place)s: the rules give %(expected)s, the file has %(found)s.") % {
        "place": row,
        "expected": expected,
        "found": found,
    }


def _pair(pair: tuple[int, int | None] | None) -> str:
    """Write a pairing as start numbers: 3 – 7."""
    if pair is None:
        return _("nothing")
    return f"{pair[0]} – {pair[1] or outcome_label(Outcome.BYE)}"
