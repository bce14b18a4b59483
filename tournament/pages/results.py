"""What pages show of results: buttons, codes, and what came in."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import django_tables2 as tables
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournament.engine.criteria import OWN_MATCHES_ALONE, counted
from tournament.engine.record import Result, Rules, Score
from tournament.engine.refusals import Refused
from tournament.engine.scores import counted_score
from tournament.engine.standings import Standing
from tournament.engine.terms import Criterion, Outcome, Ranking
from tournament.matches.formats import MatchFormat
from tournament.matches.scores import final_scores, possible_scores
from tournament.pages.tables import NUMBER, ListTable
from tournament.phrases.results import came_in_sentence, correction_sentence, overtaken_sentences, score_text
from tournament.phrases.rounds import round_name
from tournament.phrases.standings import criterion_label, figure_text
from tournament.phrases.values import changed, moment, ordinal
from tournament.queries import results as queries
from tournament.queries.evening import Evening
from tournament.queries.record import places_in
from tournament.queries.rounds import pairings

# Results that came in since the director opened the page of a round and might enter them again.


def has_settled(row: pairings.PairingRow, since: int) -> bool:
    """Whether a table was finished before the Unix time `since`, or at an unknown time."""
    return not row.is_open and (row.finished_at is None or row.finished_at.timestamp() < since)


def came_in(
    evening: Evening, number: int, rows: Collection[pairings.PairingRow], since: int
) -> dict[int, tuple[str, bool]]:
    """Say where the results of rows finished since the Unix time `since` came from, like "from the phone, 20:41".

    By the key of the pairing; beside each sentence stands whether it was a phone.
    """
    at_by_key = {row.key: row.finished_at for row in rows if not row.is_open and not has_settled(row, since)}
    reported = [pairing.key for pairing in evening.pairings[number] if pairing.is_reported and pairing.key in at_by_key]
    by_phone = queries.reported_as_stored(reported) if reported else frozenset()
    today = timezone.localdate()
    return {
        key: (came_in_sentence(moment(at, today), is_by_phone=key in by_phone), key in by_phone)
        for key, at in at_by_key.items()
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
def offered_scores(match_format: MatchFormat, *, counts_excess: bool) -> tuple[Score, ...]:
    """List the scores to choose from, ascending, winner's points first; beyond the match length only if that counts."""
    return tuple(
        sorted(score for score in final_scores(match_format) if counts_excess or score[0] == match_format.match_length)
    )


def takes_winner_first(match_format: MatchFormat, rules: Rules) -> bool:
    """Whether there are so many scores that the winner is tapped before the points."""
    return len(offered_scores(match_format, counts_excess=rules.count_excess_points)) > MOST_A_SIDE


def score_buttons(match_format: MatchFormat, rules: Rules, standing: Result) -> tuple[Buttons, Buttons]:
    """Buttons for the scores that count as they are: won by the first player, and won by the second."""
    won_scores = offered_scores(match_format, counts_excess=rules.count_excess_points)
    score = standing.score if standing.outcome is Outcome.PLAYED else None
    counting_score = score and counted_score(rules, score)
    return _buttons(won_scores, counting_score), _buttons(_lost(match_format, rules, won_scores), counting_score)


def _lost(match_format: MatchFormat, rules: Rules, won_scores: Iterable[Score]) -> tuple[Score, ...]:
    """Turn scores to the loser's points first; where all buttons share one row, order them from closest to clearest."""
    lost_scores = tuple((loser, winner) for winner, loser in won_scores)
    return lost_scores if rules.count_excess_points or takes_winner_first(match_format, rules) else lost_scores[::-1]


@lru_cache(maxsize=4096)
def _buttons(scores: tuple[Score, ...], standing: Score | None) -> Buttons:
    return tuple(ScoreButton(score_text(score), _code(score), score == standing) for score in scores)


def gammon_buttons(match_format: MatchFormat, rules: Rules) -> Buttons:
    """Buttons for scores whose excess does not count, which only a gammon or backgammon reaches; empty if too many."""
    return _buttons(_excess(match_format, rules), None)


def own_score_buttons(match_format: MatchFormat, rules: Rules, *, is_first: bool) -> tuple[Buttons, Buttons]:
    """Buttons for a player's own phone: the scores they have won and those they have lost, their own points first."""
    won_scores = offered_scores(match_format, counts_excess=rules.count_excess_points)
    lost_scores = _lost(match_format, rules, won_scores)
    if is_first:
        return _buttons(won_scores, None), _buttons(lost_scores, None)
    return _turned(won_scores), _turned(lost_scores)


def _turned(scores: Iterable[Score]) -> Buttons:
    """Buttons for the second player of the pairing, with their own points first."""
    return tuple(ScoreButton(score_text(score), _code(score[::-1]), is_standing=False) for score in scores)


def excess_buttons(match_format: MatchFormat, rules: Rules, *, is_first: bool) -> tuple[tuple[str, str, str], ...]:
    """Buttons for scores whose excess does not count, from the player's clearest win to their clearest loss.

    Each has the score with the player's own points first, its code, and the score that it counts as.
    """
    scores = _excess(match_format, rules)
    return tuple(
        (_own(score, is_first), _code(score), _own(counted_score(rules, score), is_first))
        for score in (scores if is_first else reversed(scores))
    )


def types_excess(match_format: MatchFormat, rules: Rules) -> bool:
    """Whether there are scores whose excess does not count, but too many for buttons."""
    return bool(_all_excess(match_format, rules)) and not _excess(match_format, rules)


def _excess(match_format: MatchFormat, rules: Rules) -> tuple[Score, ...]:
    """The scores whose excess does not count; empty if there are too many for buttons."""
    scores = _all_excess(match_format, rules)
    return scores if len(scores) <= MOST_EXCESS else ()


@lru_cache(maxsize=256)
def _all_excess(match_format: MatchFormat, rules: Rules) -> tuple[Score, ...]:
    return tuple(score for score in possible_scores(match_format) if counted_score(rules, score) != score)


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
        criteria = [criterion for criterion in counted(ranking) if criterion in OWN_MATCHES_ALONE]
        super().__init__(rows, extra_columns=[(criterion.value, ChangedFigure(criterion)) for criterion in criteria])


# The number of changes listed at once; more would not be read.
SHOWN = 10


class CorrectionPage:
    """The preview of a correction: what it does at the table and to the others, and which later round it overtakes."""

    def __init__(self, correction: queries.Correction) -> None:
        self.correction, self.after_round = correction, correction.after_round
        self.expected, self.result = result_code(correction.before), result_code(correction.after)
        self.at_table = EffectTable(correction.at_table, correction.ranking)

    @property
    def sentence(self) -> str:
        pairing, round_ = self.correction.pairing, self.correction.pairing.round
        assert pairing.second is not None
        return correction_sentence(
            (round_name(round_.number, places_in(round_)), pairing.table),
            (pairing.first.name, pairing.second.display_name),
            pairing.first.number,
            self.correction.before,
            self.correction.after,
        )

    @property
    def anew(self) -> int | None:
        """The running round if it can be paired again by the rules."""
        return self.correction.overtaken[-1] if self.correction.can_be_paired_anew else None

    @property
    def notices(self) -> tuple[str, ...]:
        overtaken, changes_seeds = self.correction.overtaken, self.correction.changes_seeds
        return tuple(overtaken_sentences(overtaken, self.anew, changes_seeds=changes_seeds))

    @property
    def rank_changes(self) -> dict[str, list[tuple[str, str]]]:
        return _changes(self.correction.rank_changes, lambda row: ordinal(row.place) if row.place else "–")

    @property
    def figures(self) -> list[tuple[str, str, dict[str, list[tuple[str, str]]]]]:
        """The changes by criterion: its key, its name, and the changes."""
        return [
            (criterion.value, capfirst(criterion_label(criterion)), _changes(changes, partial(_figure, criterion)))
            for criterion, changes in self.correction.figure_changes.items()
        ]


def _figure(criterion: Criterion, row: Standing) -> str:
    return figure_text(criterion, row.figures[criterion])


def _changes(
    changes: Sequence[queries.PlayerChange], text: Callable[[Standing], str]
) -> dict[str, list[tuple[str, str]]]:
    """The names with their changes: the first `SHOWN`, and `more` that unfold on a tap."""
    lines = [(change.entry.name, changed(text(change.before), text(change.after))) for change in changes]
    return {"shown": lines[:SHOWN], "more": lines[SHOWN:]}
