"""What pages show of results: buttons, codes, and what came in."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import django_tables2 as tables
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournament.engine.criteria import OWN_MATCHES_ALONE, counted
from tournament.engine.record import Result, Rules, Score
from tournament.engine.refusals import Refused
from tournament.engine.scores import counted_score
from tournament.engine.terms import Criterion, Outcome, Ranking
from tournament.matches.formats import MatchFormat
from tournament.matches.scores import final_scores, possible_scores
from tournament.pages.tables import NUMBER, ListTable
from tournament.phrases.results import came_in_sentence, score_text
from tournament.phrases.standings import criterion_label, figure_text
from tournament.phrases.values import changed, moment
from tournament.queries import results as queries
from tournament.queries.evening import Evening
from tournament.queries.rounds import pairings

# Results that came in since the director opened the page of a round and might enter them again.


@dataclass(frozen=True, slots=True)
class CameIn:
    """The source and time of a result, like "from the phone, 20:41"."""

    is_by_phone: bool
    said: str


def has_settled(row: pairings.PairingRow, since: int) -> bool:
    """Whether a table was finished before the Unix time `since`, or at an unknown time."""
    return not row.is_open and (row.finished_at is None or row.finished_at.timestamp() < since)


def came_in(evening: Evening, number: int, rows: Collection[pairings.PairingRow], since: int) -> dict[int, CameIn]:
    """Map the match keys of rows finished since the Unix time `since` to source and time."""
    new = {row.key: row.finished_at for row in rows if not row.is_open and not has_settled(row, since)}
    reported = [pairing.key for pairing in evening.pairings[number] if pairing.is_reported and pairing.key in new]
    by_phone = queries.reported_as_stored(reported) if reported else frozenset()
    today = timezone.localdate()
    return {
        key: CameIn(key in by_phone, came_in_sentence(moment(at, today), is_by_phone=key in by_phone))
        for key, at in new.items()
        if at
    }


# A result as a short code.


def result_code(result: Result) -> str:
    """Encode a result as a short text, for buttons and to tell which result a page has shown."""
    first, second = result.score or ("", "")
    return f"{result.outcome.value}/{first}/{second}/{result.winner or ''}"


def result_from_code(code: str) -> Result:
    """Decode a result. Raises Refused if the code is invalid."""
    try:
        outcome, first, second, winner = code.split("/")
        score = (int(first), int(second)) if first or second else None
        return Result(Outcome(outcome), score, int(winner) if winner else None)
    except ValueError as error:
        raise Refused("result_incomplete") from error


# Score buttons, at the desk and on a player's own phone.

# The most buttons per player that fit between two names; with more scores, the winner is tapped first.
MOST_A_SIDE = 3
# With more scores above the match length whose excess does not count, such a score is typed instead.
MOST_EXCESS = 12


@dataclass(frozen=True, slots=True)
class ScoreButton:
    """A score to tap; `code` is the value sent, `is_standing` whether the current result counts as this score."""

    text: str
    code: str
    is_standing: bool


Buttons = tuple[ScoreButton, ...]


@lru_cache(maxsize=256)
def offered_scores(wanted: MatchFormat, *, counts_excess: bool) -> tuple[Score, ...]:
    """List the scores to choose from, ascending, winner's points first; beyond the match length only if that counts."""
    return tuple(sorted(score for score in final_scores(wanted) if counts_excess or score[0] == wanted.match_length))


def takes_winner_first(wanted: MatchFormat, rules: Rules) -> bool:
    """Whether there are so many scores that the winner is tapped before the points."""
    return len(offered_scores(wanted, counts_excess=rules.count_excess_points)) > MOST_A_SIDE


def score_buttons(wanted: MatchFormat, rules: Rules, standing: Result) -> tuple[Buttons, Buttons]:
    """Buttons for the scores that count as they are: won by the first player, and won by the second."""
    won = offered_scores(wanted, counts_excess=rules.count_excess_points)
    stands = standing.score if standing.outcome is Outcome.PLAYED else None
    counted = stands and counted_score(rules, stands)
    return _buttons(won, counted), _buttons(_lost(wanted, rules, won), counted)


def _lost(wanted: MatchFormat, rules: Rules, won: Iterable[Score]) -> tuple[Score, ...]:
    """Turn scores to the loser's points first; where all buttons share one row, order them from closest to clearest."""
    lost = tuple((loser, winner) for winner, loser in won)
    return lost if rules.count_excess_points or takes_winner_first(wanted, rules) else lost[::-1]


@lru_cache(maxsize=4096)
def _buttons(scores: tuple[Score, ...], standing: Score | None) -> Buttons:
    return tuple(ScoreButton(score_text(score), _code(score), score == standing) for score in scores)


def gammon_buttons(wanted: MatchFormat, rules: Rules) -> Buttons:
    """Buttons for scores whose excess does not count, which only a gammon or backgammon reaches; empty if too many."""
    return _buttons(_excess(wanted, rules), None)


def own_score_buttons(wanted: MatchFormat, rules: Rules, *, is_first: bool) -> tuple[Buttons, Buttons]:
    """Buttons for a player's own phone: the scores they have won and those they have lost, their own points first."""
    won = offered_scores(wanted, counts_excess=rules.count_excess_points)
    lost = _lost(wanted, rules, won)
    if is_first:
        return _buttons(won, None), _buttons(lost, None)
    return _turned(won), _turned(lost)


def _turned(scores: Iterable[Score]) -> Buttons:
    """Buttons for the second player of the pairing, with their own points first."""
    return tuple(ScoreButton(score_text(score), _code(score[::-1]), is_standing=False) for score in scores)


def excess_buttons(wanted: MatchFormat, rules: Rules, *, is_first: bool) -> tuple[tuple[str, str, str], ...]:
    """Buttons for scores whose excess does not count, from the player's clearest win to their clearest loss.

    Each has the score with the player's own points first, its code, and the score that it counts as.
    """
    scores = _excess(wanted, rules)
    return tuple(
        (_own(score, is_first), _code(score), _own(counted_score(rules, score), is_first))
        for score in (scores if is_first else reversed(scores))
    )


def types_excess(wanted: MatchFormat, rules: Rules) -> bool:
    """Whether there are scores whose excess does not count, but too many for buttons."""
    return bool(_all_excess(wanted, rules)) and not _excess(wanted, rules)


def _excess(wanted: MatchFormat, rules: Rules) -> tuple[Score, ...]:
    """The scores whose excess does not count; empty if there are too many for buttons."""
    found = _all_excess(wanted, rules)
    return found if len(found) <= MOST_EXCESS else ()


@lru_cache(maxsize=256)
def _all_excess(wanted: MatchFormat, rules: Rules) -> tuple[Score, ...]:
    return tuple(score for score in possible_scores(wanted) if counted_score(rules, score) != score)


def surprising_button(score: Score, is_first: bool) -> ScoreButton:
    """The button to confirm a typed score that is unusual, with the player's own points first."""
    return ScoreButton(_own(score, is_first), _code(score), is_standing=False)


def _code(score: Score) -> str:
    return result_code(Result(Outcome.PLAYED, score))


def _own(score: Score, is_first: bool) -> str:
    return score_text(score if is_first else score[::-1])


# The effect of a correction on the ranking.


class ChangedFigure(tables.Column):
    """The column of a criterion with its values before and after a correction."""

    def __init__(self, criterion: Criterion) -> None:
        heading = _("Wins") if criterion is Criterion.MATCH_WINS else capfirst(criterion_label(criterion))
        super().__init__(verbose_name=heading, attrs=NUMBER, empty_values=())
        self.criterion = criterion

    def render(self, record: queries.PlayerChange) -> str:
        before, after = (
            figure_text(self.criterion, row.figures[self.criterion]) for row in (record.before, record.after)
        )
        return changed(before, after)


class EffectTable(ListTable):
    """The effect of a correction on those criteria of the two players that depend on their own matches alone."""

    caption = _("Effect on the two players")
    name = tables.Column(_("Name"), accessor="entry__display_name")

    def __init__(self, rows: Sequence[queries.PlayerChange], ranking: Ranking) -> None:
        shown = [criterion for criterion in counted(ranking) if criterion in OWN_MATCHES_ALONE]
        super().__init__(rows, extra_columns=[(criterion.value, ChangedFigure(criterion)) for criterion in shown])
