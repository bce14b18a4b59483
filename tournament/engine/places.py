"""Which places a player can have once the running round of the Swiss system is over.

They bound what can happen and promise nothing: in no ending does the player stand outside of them. Where the figures of
several open matches decide together (Buchholz, head-to-head), they may be wider than what can happen.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

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
AHEAD, EITHER, BEHIND = 1, 0, -1


class PossiblePlaces:
    """The places that players can have after the running round, whatever its open matches end with.

    `scores` are all scores that a match can end with, first against second.
    """

    def __init__(self, record: TournamentRecord, scores: Iterable[Score]) -> None:
        last = len(record.rounds)
        table = crosstable(record, last)
        self.ranking = record.rules.ranking
        self.criteria = counted(self.ranking)
        self.lots = {number: lot(record.draw_seed, last, number) for number in table.opponents}
        self.placed = [row.number for row in shown_standings(record, last) if row.has_place]
        self.standing = {row.number: row.rank for row in shown_standings(record, last)}
        self.matches = [(first, second) for first, second in record.rounds[-1].open_pairs if second is not None]
        self.match_of = {number: match for match in self.matches for number in match}
        self.scores = sorted({counted_score(record.rules, score) for score in scores})
        self.figures = {criterion: table.by_number(COUNTS[criterion](table)) for criterion in self.criteria}
        self.met = {number: Counter(opponents) for number, opponents in table.opponents.items()}
        for first, second in self.matches:
            self.met[first][second] += 1
            self.met[second][first] += 1
        self.others = {number: self._of_others(number) for number in self.lots}
        self.settled = {number: self._bounds(number, (0, 0)) for number in self.placed if number not in self.match_of}
        self.endings = {
            match: [(self._bounds(match[0], score), self._bounds(match[1], score[::-1])) for score in self.scores]
            for match in self.matches
        }

    def of(self, number: int) -> tuple[int, int]:
        """Return the best and the worst place that the player can have."""
        if not self.matches:
            return self.standing[number], self.standing[number]
        match = self.match_of.get(number)
        if match is None:
            return self._places(number, self.settled[number], None)
        side = match.index(number)
        found = [self._places(number, ending[side], ending[1 - side]) for ending in self.endings[match]]
        return min(best for best, _worst in found), max(worst for _best, worst in found)

    def _places(self, number: int, own: Sequence[Bounds], theirs: Sequence[Bounds] | None) -> tuple[int, int]:
        """Return the bounds of the place with these figures of the player, and of the opponent in an open match."""
        best = worst = 1
        alone: list[tuple[int, Sequence[Bounds]]] = [
            (other, figures) for other, figures in self.settled.items() if other != number
        ]
        for match in self.matches:
            if number in match and theirs is not None:
                alone.append((match[0] if match[1] == number else match[1], theirs))
        for other, figures in alone:
            compared = self._compare(number, own, other, figures)
            best += compared == BEHIND
            worst += compared != AHEAD
        for match, endings in self.endings.items():
            if number in match:
                continue
            found = [
                [self._compare(number, own, other, figures) for other, figures in zip(match, ending, strict=True)]
                for ending in endings
            ]
            best += min(each.count(BEHIND) for each in found)
            worst += max(2 - each.count(AHEAD) for each in found)
        return best, worst

    def _compare(self, number: int, own: Sequence[Bounds], other: int, theirs: Sequence[Bounds]) -> int:
        """Tell whether the player is ahead of the other or behind, whatever happens elsewhere, or perhaps either."""
        for (least, most), (their_least, their_most) in zip(own, theirs, strict=True):
            if least > their_most:
                return AHEAD
            if most < their_least:
                return BEHIND
            if not least == most == their_least == their_most:
                return EITHER
        if Criterion.HEAD_TO_HEAD in self.ranking:
            return EITHER
        return AHEAD if self.lots[number] < self.lots[other] else BEHIND

    def _bounds(self, number: int, score: Score) -> tuple[Bounds, ...]:
        """Return the figures of a player whose open match ends with this score; (0, 0) stands for none."""
        own, their = score
        gained: Mapping[Criterion, int] = {
            Criterion.MATCH_WINS: int(own > their),
            Criterion.POINT_DIFFERENCE: own - their,
            Criterion.POINTS_WON: own,
        }
        return tuple(
            (figure := self.figures[criterion][number] + gained[criterion], figure)
            if criterion in OWN_MATCHES_ALONE
            else self.others[number][criterion]
            for criterion in self.criteria
        )

    def _of_others(self, number: int) -> Mapping[Criterion, Bounds]:
        """Return the figures that depend on the matches of the player's opponents."""
        met = self.met[number]
        concerned = {match for other in met if (match := self.match_of.get(other))}
        is_settled = not concerned and number not in self.match_of
        found: dict[Criterion, Bounds] = {}
        for criterion in self.criteria:
            figure = self.figures[criterion][number]
            if criterion is Criterion.BUCHHOLZ:
                wins = self.figures[Criterion.MATCH_WINS]
                so_far = sum(wins[other] * times for other, times in met.items())
                least = sum(min(met[first], met[second]) for first, second in concerned)
                most = sum(max(met[first], met[second]) for first, second in concerned)
                found[criterion] = so_far + least, so_far + most
            elif criterion not in OWN_MATCHES_ALONE:
                found[criterion] = (figure, figure) if is_settled else ANYTHING
        return found
