"""Which places a player can have once the running round of the Swiss system is over.

They bound what can happen and promise nothing: in no ending does the player stand outside of them. Where the figures of
several open matches decide together (Buchholz, head-to-head), they may be wider than what can happen.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from tournament.engine.criteria import COUNTS, OWN_MATCHES_ALONE, counted
from tournament.engine.crosstable import crosstable
from tournament.engine.finals import shown_standings
from tournament.engine.lot import lot
from tournament.engine.record import Score, TournamentRecord
from tournament.engine.scores import counted_score
from tournament.engine.terms import Criterion

Bounds = tuple[float, float]
"""The least and the greatest that a figure can be in the end."""
ANYTHING: Bounds = (float("-inf"), float("inf"))

Figures = tuple[float, ...]
"""Figures in the order in which they decide, the greater one ahead, the lot below 0 as the last one."""
Span = tuple[Figures, Figures]
"""The least and the greatest figures of a player: whose least are above another's greatest is ahead in any case."""


class PossiblePlaces:
    """The places that players can have after the running round, whatever its open matches end with.

    `scores` are all scores that a match can end with, first against second.

    Of the two players of an open match, at least one ends above some figures where, in each of its endings, the better
    one does, and both where the other one does, too. So a match has two figures that are surely reached, as a player
    without an open match has one, and two that are perhaps reached: `sure` and `perhaps` are all of these, in order.
    """

    def __init__(self, record: TournamentRecord, scores: Iterable[Score]) -> None:
        last = len(record.rounds)
        table = crosstable(record, last)
        self.criteria = counted(record.rules.ranking)
        by_lot = sorted(table.opponents, key=lambda number: lot(record.draw_seed, last, number))
        # Head-to-head, always the last criterion, may decide before the lot.
        is_lot_next = Criterion.HEAD_TO_HEAD not in record.rules.ranking
        self.lots = {number: (-place,) * is_lot_next for place, number in enumerate(by_lot)}
        self.standing = {row.number: row.rank for row in shown_standings(record, last) if row.has_place}
        matches = [(first, second) for first, second in record.rounds[-1].open_pairs if second is not None]
        self.match_of = {number: match for match in matches for number in match}
        self.figures = {criterion: table.by_number(COUNTS[criterion](table)) for criterion in self.criteria}
        self.met = {number: Counter(opponents) for number, opponents in table.opponents.items()}
        for first, second in matches:
            self.met[first][second] += 1
            self.met[second][first] += 1
        self.others = {number: self._of_others(number) for number in self.lots}
        counted_scores = {counted_score(record.rules, score) for score in scores}
        self.endings = {
            match: [(self._span(match[0], score), self._span(match[1], score[::-1])) for score in counted_scores]
            for match in matches
        }
        self.settled = {number: self._span(number, (0, 0)) for number in self.standing if number not in self.match_of}
        self.sure_in = {match: _reached_in_all(endings) for match, endings in self.endings.items()}
        self.perhaps_in = {match: _reached_in_any(endings) for match, endings in self.endings.items()}
        self.sure = sorted([least for least, _most in self.settled.values()] + list(chain(*self.sure_in.values())))
        self.perhaps = sorted([most for _least, most in self.settled.values()] + list(chain(*self.perhaps_in.values())))

    def of(self, number: int) -> tuple[int, int]:
        """Return the best and the worst place that the player can have."""
        if not self.match_of:
            return self.standing[number], self.standing[number]
        match = self.match_of.get(number)
        if match is None:
            least, most = self.settled[number]
            # The player is among those who perhaps reach these figures.
            return 1 + _above(self.sure, most), _not_below(self.perhaps, least)
        side, sure, perhaps = match.index(number), self.sure_in[match], self.perhaps_in[match]
        best, worst = [], []
        for ending in self.endings[match]:
            (least, most), (their_least, their_most) = ending[side], ending[1 - side]
            best.append(1 + _above(self.sure, most) - _above(sure, most) + (their_least > most))
            worst.append(1 + _not_below(self.perhaps, least) - _not_below(perhaps, least) + (their_most >= least))
        return min(best), max(worst)

    def _span(self, number: int, score: Score) -> Span:
        bounds = self._bounds(number, score)
        return (
            (*(least for least, _most in bounds), *self.lots[number]),
            (*(most for _least, most in bounds), *self.lots[number]),
        )

    def _bounds(self, number: int, score: Score) -> tuple[Bounds, ...]:
        """Return the figures of a player whose open match ends with this score; (0, 0) stands for none."""
        own_points, their = score
        gained: Mapping[Criterion, int] = {
            Criterion.MATCH_WINS: int(own_points > their),
            Criterion.POINT_DIFFERENCE: own_points - their,
            Criterion.POINTS_WON: own_points,
        }
        return tuple(
            (figure := self.figures[criterion][number] + gained[criterion], figure)
            if criterion in OWN_MATCHES_ALONE
            else self.others[number][criterion]
            for criterion in self.criteria
        )

    def _of_others(self, number: int) -> Mapping[Criterion, Bounds]:
        """Return the figures that depend on the matches of the player's opponents."""
        times_met = self.met[number]
        concerned = {match for other in times_met if (match := self.match_of.get(other))}
        is_settled = not concerned and number not in self.match_of
        bounds_by_criterion: dict[Criterion, Bounds] = {}
        for criterion in self.criteria:
            figure = self.figures[criterion][number]
            if criterion is Criterion.BUCHHOLZ:
                wins = self.figures[Criterion.MATCH_WINS]
                so_far = sum(wins[other] * times for other, times in times_met.items())
                least = sum(min(times_met[first], times_met[second]) for first, second in concerned)
                most = sum(max(times_met[first], times_met[second]) for first, second in concerned)
                bounds_by_criterion[criterion] = so_far + least, so_far + most
            elif criterion not in OWN_MATCHES_ALONE:
                bounds_by_criterion[criterion] = (figure, figure) if is_settled else ANYTHING
        return bounds_by_criterion


def _reached_in_all(endings: Sequence[tuple[Span, Span]]) -> tuple[Figures, Figures]:
    """Return the figures that both players of a match surely reach, and those that at least one of them does."""
    least = [sorted((first[0], second[0])) for first, second in endings]
    return min(lower for lower, _upper in least), min(upper for _lower, upper in least)


def _reached_in_any(endings: Sequence[tuple[Span, Span]]) -> tuple[Figures, Figures]:
    """Return the figures that both players of a match perhaps reach, and those that at least one of them does."""
    most = [sorted((first[1], second[1])) for first, second in endings]
    return max(lower for lower, _upper in most), max(upper for _lower, upper in most)


def _above(ordered: Sequence[Figures], figures: Figures) -> int:
    """Count those that are above these figures."""
    return len(ordered) - bisect_right(ordered, figures)


def _not_below(ordered: Sequence[Figures], figures: Figures) -> int:
    """Count those that are above these figures or equal to them."""
    return len(ordered) - bisect_left(ordered, figures)
