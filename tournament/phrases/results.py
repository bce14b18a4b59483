"""Results, short for table cells and in sentences."""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.engine.record import Result, Score
from tournament.engine.terms import Outcome
from tournament.phrases.rounds import with_round_named
from tournament.phrases.values import enumeration

RESULT_REFUSALS: dict[str, Any] = {
    "finals_need_a_winner": gettext_lazy(
        "A match of the finals needs a winner: a stopped match counts only with somebody ahead."
    ),
    "finals_drawn_on_result": gettext_lazy(
        "Who plays whom later follows from this result. Remove the later rounds first, then correct the result."
    ),
    "evening_ended_on_result": gettext_lazy(
        "The evening was ended with this result, and the match for third place fell away. It can be corrected, "
        "but not deleted."
    ),
    "correction_is_the_directors": gettext_lazy("Round %(round)s is over, so only the director can correct it."),
    "result_incomplete": gettext_lazy("This result is incomplete. Enter it again."),
    "past_result_is_needed": gettext_lazy(
        "Later rounds were paired on the results of round %(round)s, so this result can be corrected but not deleted."
    ),
    "result_entered_meanwhile": gettext_lazy(
        "Someone has entered %(result)s here in the meantime. To correct it, choose again."
    ),
    "score_not_understood": gettext_lazy("Enter the score as two numbers, for example 3 1 or 3:1."),
    "score_runs_together": gettext_lazy(
        "In a match to %(length)s points, leave a blank or a colon between the two numbers, for example 11 9."
    ),
    "score_negative": gettext_lazy("Points cannot be negative."),
    "score_two_winners": gettext_lazy(
        "%(first)s:%(second)s is not a possible score: only one player can reach %(length)s points."
    ),
    "score_without_winner": gettext_lazy(
        "%(first)s:%(second)s has no winner: a match is played to %(length)s points. For an unfinished "
        "match, use “Stopped at”."
    ),
    "score_too_high": gettext_lazy(
        "%(first)s:%(second)s is not a possible score: the winner has at most %(highest)s points."
    ),
    "stopped_score_is_final": gettext_lazy(
        "At %(first)s:%(second)s the match is over. Enter it as a result, not as stopped."
    ),
    "score_out_of_reach": gettext_lazy(
        "No games add up to %(first)s:%(second)s in a match to %(length)s points. Check the score."
    ),
    "stopped_score_out_of_reach": gettext_lazy(
        "No games add up to %(first)s:%(second)s in a match to %(length)s points. Check the score."
    ),
}

OUTCOMES = {
    Outcome.PLAYED: gettext_lazy("played"),
    Outcome.FORFEIT: gettext_lazy("did not appear"),
    Outcome.DOUBLE_FORFEIT: gettext_lazy("neither appeared"),
    Outcome.STOPPED: gettext_lazy("stopped"),
    Outcome.BYE: gettext_lazy("bye"),
    Outcome.PENDING: gettext_lazy("open"),
}


def outcome_label(outcome: Outcome) -> str:
    return str(OUTCOMES[outcome])


def score_text(score: Score) -> str:
    """Write a score: 3:1."""
    return f"{score[0]}:{score[1]}"


def result_text(result: Result, first: int) -> str:
    """Write a result for a cell: 3:1, a forfeit as +:−, an open match as –.

    `first` is the start number of the player named first.
    """
    if result.score is not None:
        return score_text(result.score)
    if result.outcome is Outcome.FORFEIT:
        return "+:−" if result.winner == first else "−:+"
    return "−:−" if result.outcome is Outcome.DOUBLE_FORFEIT else "–"


def win_words(name: str, points: Score) -> str:
    """Say who won and how, with the winner's points first."""
    return _("%(name)s wins %(score)s") % {"name": name, "score": f"{max(points)}:{min(points)}"}


MEETING_SIGNS = {"won": "✓", "lost": "✗", "level": "=", "open": "", "bye": "✓", "absent": "–"}


def meeting_sign(meeting: str, opponent_place: int | None) -> str:
    """Write the opponent's place, if any, and the outcome: 3 ✓ won, 7 ✗ lost, 4 = level, or 5 for an open match."""
    return f"{opponent_place or '–'} {MEETING_SIGNS[meeting]}".strip()


def special_result(result: Result, counting_score: Score | None) -> str:
    """Say what the score buttons cannot show: a forfeit, a stopped match, points that do not count; else empty."""
    if result.outcome is Outcome.STOPPED:
        return _("stopped at %(score)s") % {"score": result_text(result, 0)}
    if result.outcome in (Outcome.FORFEIT, Outcome.DOUBLE_FORFEIT):
        return outcome_label(result.outcome)
    return counts_as(result, counting_score)


def counts_as(result: Result, counting_score: Score | None) -> str:
    """Say as what a score counts of which some points do not; else empty."""
    if result.score is None or counting_score in (None, result.score):
        return ""
    return _("counts as %(score)s") % {"score": score_text(counting_score)}


def correction_sentence(
    place_of_match: tuple[str, int | None], names: tuple[str, str], first: int, before: Result, after: Result
) -> str:
    """Say which result replaces which, with table and round; `first` is the start number of the first name."""
    round_name, table = place_of_match
    becomes = result_text(after, first)
    if after.outcome is Outcome.FORFEIT:
        absent = names[1] if after.winner == first else names[0]
        becomes += " ({})".format(_("%(name)s did not appear") % {"name": absent})
    elif after.outcome is not Outcome.PLAYED:
        becomes += f" ({outcome_label(after.outcome)})"
    facts = {"round": round_name, "table": table, "first": names[0], "second": names[1], "after": becomes}
    sentence = _("%(round)s, table %(table)s: %(first)s %(before)s %(second)s becomes %(after)s.")
    return sentence % {**facts, "before": result_text(before, first)}


def overtaken_sentences(rounds: Sequence[int], anew: int | None, *, changes_seeds: bool = False) -> tuple[str, ...]:
    """Say which later rounds the rules would pair differently after a correction; round `anew` can be re-paired.

    `changes_seeds`: other players would be in the finals, or in another order.
    """
    staying = [str(number) for number in rounds if number != anew]
    sentences = []
    if staying:
        sentence = ngettext(
            "Round %(rounds)s was paired on the current result; the corrected one would have given different"
            " pairings. The round stays as it is.",
            "Rounds %(rounds)s were paired on the current result; the corrected one would have given "
            "different pairings. The rounds stay as they are.",
            len(staying),
        )
        sentences.append(sentence % {"rounds": enumeration(staying)})
    if anew is not None:
        sentence = _(
            "Round %(round)s was paired on the current result; the corrected one would have given different "
            "pairings. As long as the round has no results, it can be re-paired."
        )
        sentences.append(sentence % {"round": anew})
    if changes_seeds:
        sentences.append(
            _(
                "The finals were drawn on the current result; the corrected one would have given other players or "
                "another order. The finals stay as they were drawn."
            )
        )
    return tuple(sentences)


# A result as the journal stores it: outcome, score and winner.
PlainResult = Mapping[str, Any]


class MatchFacts(TypedDict):
    """A match and its result as the journal stores them; `round_places` says how many can play in a final round."""

    round: int
    round_places: NotRequired[int]
    table: int | None
    first: str
    second: str
    result: PlainResult


def stored_result_text(plain: PlainResult) -> str:
    """Write a result stored in the journal: 3:1, or the outcome in a word."""
    if plain["score"]:
        return score_text(plain["score"])
    return outcome_label(Outcome(plain["outcome"]))


def result_line(facts: Mapping[str, Any], *, is_past: bool = False) -> str:
    """Write a match with its result, in which round only if it `is_past`."""
    words = {**with_round_named(facts), "result": stored_result_text(facts["result"])}
    if is_past and facts["result"]["score"]:
        return _("round %(round)s, table %(table)s, %(first)s %(result)s %(second)s") % words
    if is_past:
        return _("round %(round)s, table %(table)s, %(first)s – %(second)s: %(result)s") % words
    if facts["result"]["score"]:
        return _("table %(table)s, %(first)s %(result)s %(second)s") % words
    return _("table %(table)s, %(first)s – %(second)s: %(result)s") % words


def came_in_sentence(moment: str, *, is_by_phone: bool) -> str:
    return (_("from the phone, %(moment)s") if is_by_phone else _("entered %(moment)s")) % {"moment": moment}
