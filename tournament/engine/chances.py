"""What the first few still need to win the tournament, while its last round is being played.

A margin is a player's counted points in a match minus the opponent's. An ending is a possible result of an open match.
Two players are level if their match wins and point differences are equal.

Match wins and point difference depend on a player's own match alone, so each open match can be looked at by itself:
which of its endings put one of its players ahead of the one in question, or level. Only between level players does
Buchholz depend on who wins other matches; these few endings are tried one by one. Every open match is taken to be
played to its end.

This holds if the tournament ranks by the point difference right after the wins. Otherwise a player's own match
settles the wins alone, players with equal wins are level, and the answer only tells a win from any other result. If a
later criterion depends on more than wins and direct matches, a player who is level on all criteria before it may be
first or not: nothing is certain, and nobody is out of reach.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from hashlib import shake_256
from itertools import product
from math import prod
from typing import NamedTuple

from tournament.engine.criteria import COUNTS
from tournament.engine.crosstable import crosstable
from tournament.engine.record import Score, TournamentRecord
from tournament.engine.scores import counted_score
from tournament.engine.standings import Level, in_order, standings
from tournament.engine.terms import KONSTANZ, Criterion

# The most combinations of endings that are tried: enough for ten other matches with two endings each, and few enough
# for a page to answer in a fraction of a second. Of more, at most a sample is drawn.
MOST_ENDINGS = 1024
SIMULATED_ENDINGS = 256
BYTES_OF_CHANCE = 4
# A sentence cannot name more rivals.
MOST_RIVALS = 3


class Chance(NamedTuple):
    """What a player needs for the first place; `margins` are those possible in the player's own match, highest first.

    If the ranking does not use the point difference right after the wins (`has_margins`), the margin 1 stands for a win
    and 0 for any other result. A player without an open match has the single margin 0.

    From `secure_from` on, the first place is certain, whatever happens elsewhere; below `possible_from` it is out of
    reach. If no margin makes it certain, `rivals` are players whose win may cost it; if none of them wins, it is
    certain from `enough_from` on; `must_not_win` are those of them whose win costs it in any case. None stands for no
    such margin. `is_proven` is false if only a sample of all endings was tried.
    """

    number: int
    margins: tuple[int, ...]
    secure_from: int | None
    possible_from: int | None
    rivals: tuple[int, ...]
    must_not_win: tuple[int, ...]
    enough_from: int | None
    is_proven: bool
    has_margins: bool = True

    @property
    def has_won(self) -> bool:
        return self.secure_from == self.margins[-1]


class _Ending(NamedTuple):
    """How a match may end as far as it concerns one player: who wins, and who of the two is level with that player."""

    winner: int
    level: frozenset[int]


class _Verdict(NamedTuple):
    """Whether a player can be first, and must be; it is proven if all endings were tried, not only a sample.

    A win of one of the `rivals` may cost the first place, a win of a player in `must_not_win` does in any case.
    """

    can: bool
    must: bool
    is_proven: bool = True
    rivals: tuple[int, ...] = ()
    must_not_win: tuple[int, ...] = ()


NEVER = _Verdict(can=False, must=False)


def chances(record: TournamentRecord, scores: Iterable[Score], most: int = 5) -> tuple[Chance, ...]:
    """Return the chances of the `most` best-placed players while the last planned round is played, else nothing.

    `scores` are all scores that a match can end with, first against second.
    """
    last = len(record.rounds)
    if last < 2 or last != record.rules.rounds or record.rounds[-1].is_complete:
        return ()
    field = _LastRound(record, scores)
    return tuple(_chance(field, row.number) for row in standings(record, last - 1)[:most])


def contenders(record: TournamentRecord) -> frozenset[int]:
    """Return the start numbers of all who can still be first, and perhaps some more: a bound by match wins alone.

    Nobody else can: with a win in every planned round that is left, they would have fewer wins than somebody has now.
    """
    paired = len(record.rounds)
    table = crosstable(record, paired)
    wins = table.by_number(table.match_wins)
    playing = {number for pair in record.rounds[-1].open_pairs for number in pair} if record.rounds else set()
    to_come = max(record.rules.rounds - paired, 0)
    most = {
        number: won + (number in playing) + (0 if number in record.left else to_come) for number, won in wins.items()
    }
    return frozenset(number for number, reached in most.items() if reached >= max(wins.values()))


def _chance(field: "_LastRound", number: int) -> Chance:
    margins = field.margins if number in field.opponent else (0,)
    plain = _Verdicts(field, number)
    secure_from = _lowest(margins, lambda margin: plain[margin].must)
    best = plain[margins[0]] if secure_from is None else NEVER
    helped = _Verdicts(field, number, best.rivals)
    is_helped = 0 < len(best.rivals) <= MOST_RIVALS
    return Chance(
        number,
        margins,
        secure_from,
        _lowest(margins, lambda margin: plain[margin].can),
        best.rivals,
        best.must_not_win,
        _lowest(margins, lambda margin: helped[margin].must) if is_helped else None,
        all(verdict.is_proven for verdict in (*plain.values(), *helped.values())),
        field.has_margins,
    )


class _Verdicts(dict[int, _Verdict]):
    """The verdict on a player for each margin of their own match, computed at first access."""

    def __init__(self, field: "_LastRound", number: int, losers: Collection[int] = ()) -> None:
        super().__init__()
        self.field, self.number, self.losers = field, number, losers

    def __missing__(self, margin: int) -> _Verdict:
        self[margin] = self.field.verdict(self.number, margin, self.losers)
        return self[margin]


def _lowest(margins: Sequence[int], is_enough: Callable[[int], bool]) -> int | None:
    """Return the lowest margin that is enough, None if none is; `margins` fall, and below one too low all are."""
    enough = bisect_left(margins, True, key=lambda margin: not is_enough(margin))
    return margins[enough - 1] if enough else None


class _LastRound:
    """The last round: what is settled already, and the matches that are still open."""

    def __init__(self, record: TournamentRecord, scores: Iterable[Score]) -> None:
        self.after_round = len(record.rounds)
        self.draw_seed = record.draw_seed
        table = crosstable(record, self.after_round)
        self.matches = [(first, second) for first, second in record.rounds[-1].open_pairs if second is not None]
        self.opponent = {player: opponent for a, b in self.matches for player, opponent in ((a, b), (b, a))}
        self.match_of = {number: index for index, match in enumerate(self.matches) for number in match}
        self.resting = [number for number in table.opponents if number not in self.opponent]
        ranking = record.rules.ranking
        self.has_margins = ranking[:1] == (Criterion.POINT_DIFFERENCE,)
        self.ranking = ranking[self.has_margins :]
        self.may_simulate = ranking == KONSTANZ
        self.is_open = not {*self.ranking} <= {Criterion.BUCHHOLZ, Criterion.HEAD_TO_HEAD}
        points = [counted_score(record.rules, score) for score in scores]
        won_by = {own_points - other_points for own_points, other_points in points} if self.has_margins else {1, 0}
        self.margins = tuple(sorted(won_by, reverse=True))
        self.leads = sorted(margin for margin in self.margins if margin > 0)
        self.wins = table.by_number(table.match_wins)
        self.difference = table.by_number(COUNTS[Criterion.POINT_DIFFERENCE](table))
        self.defeated = table.defeated()
        met = {
            number: Counter(opponents) + Counter([self.opponent[number]] if number in self.opponent else [])
            for number, opponents in table.opponents.items()
        }
        self.buchholz = {
            number: sum(self.wins[other] * times for other, times in others.items()) for number, others in met.items()
        }
        self.still_playing = {
            number: {other: times for other, times in others.items() if other in self.opponent}
            for number, others in met.items()
        }

    def verdict(self, number: int, margin: int, losers: Collection[int] = ()) -> _Verdict:
        """Judge whether the player can be first with this margin, given that none of the `losers` wins."""
        own_level = self._level(number, won=margin > 0, margin=margin)
        other_levels = {other: self._level(other) for other in self.resting if other != number}
        if any(level > own_level for level in other_levels.values()):
            return NEVER
        resting = frozenset(other for other, level in other_levels.items() if level == own_level)
        is_safe = True
        endings: list[list[_Ending]] = []
        rivals, must_not_win = [], []
        for match in self.matches:
            possible = self._results(match, number, margin, own_level, losers)
            match_endings = [self._ending(result, number, own_level) for result in possible]
            harmless = [ending for ending in match_endings if ending]
            is_safe = is_safe and len(harmless) == len(possible)
            endings.append(list(set(harmless)))
            if number not in match:
                winning = {ending.winner for ending in harmless}
                ends = zip(possible, match_endings, strict=True)
                rivals += sorted({result[0] for result, ending in ends if ending is None or ending.level})
                must_not_win += [player for player in match if player not in winning]
        if not all(endings):
            return NEVER
        can, must, is_proven = self._decide(number, own_level, endings, resting, is_safe)
        return _Verdict(can, must, is_proven, tuple(rivals), tuple(must_not_win)) if can else NEVER

    def _level(self, number: int, *, won: bool = False, margin: int = 0) -> Level:
        """Return a player's wins after the own match, and the point difference if it ranks right after them."""
        settled = (self.wins[number] + won, self.difference[number] + margin)
        return settled if self.has_margins else settled[:1]

    def _results(
        self, match: tuple[int, int], number: int, margin: int, own_level: Level, losers: Collection[int]
    ) -> list[tuple[int, int, int]]:
        """Return possible results of a match as winner, loser and margin; of those with one effect at least one."""
        first, second = match
        if number in match:
            own_match = (first, second) if (number == first) == (margin > 0) else (second, first)
            results = [(*own_match, abs(margin))]
        else:
            sides = ((first, second), (second, first))
            results = [
                (winner, loser, lead) for winner, loser in sides for lead in self._leads(winner, loser, own_level)
            ]
        return [result for result in results if result[0] not in losers]

    def _leads(self, winner: int, loser: int, own_level: Level) -> Collection[int]:
        """Return the smallest and the largest margin, and those next to which one of the two reaches `own_level`."""
        telling = {self.leads[0], self.leads[-1]}
        if not self.has_margins:
            return telling
        own_wins, own_difference = own_level
        for player, is_winner in ((winner, True), (loser, False)):
            if self.wins[player] + is_winner != own_wins:
                continue
            missing = own_difference - self.difference[player]
            index = bisect_left(self.leads, missing if is_winner else -missing)
            telling.update(self.leads[max(index - 1, 0) : index + 2])
        return telling

    def _ending(self, result: tuple[int, int, int], number: int, own_level: Level) -> _Ending | None:
        """Describe what a result changes for the player `number` on `own_level`; None if it puts somebody ahead."""
        winner, loser, margin = result
        reached = {winner: self._level(winner, won=True, margin=margin), loser: self._level(loser, margin=-margin)}
        reached.pop(number, None)
        if any(level > own_level for level in reached.values()):
            return None
        return _Ending(winner, frozenset(other for other, level in reached.items() if level == own_level))

    def _decide(
        self, number: int, own_level: Level, endings: list[list[_Ending]], resting: frozenset[int], is_safe: bool
    ) -> tuple[bool, bool, bool]:
        """Return whether the player can be first, must be, and whether that is proven; `endings` put nobody ahead."""
        harmless = self._harmless(number, endings, resting)
        resting -= harmless
        endings_left = (
            {_Ending(match_ending.winner, match_ending.level - harmless) for match_ending in those} for those in endings
        )
        tried = [sorted(those, key=_by_level) for those in endings_left]
        rivals = resting.union(*(match_ending.level for those in tried for match_ending in those))
        concerned = {number, *rivals}
        tried = [those if self._matters(those, concerned) else those[:1] for those in tried]
        count = prod(map(len, tried))
        if count > MOST_ENDINGS and not self.may_simulate:
            return True, False, True
        is_first = set() if is_safe else {False}
        simulated = self._simulated(tried, f"{self.draw_seed}|{self.after_round}|{number}")
        for combination in product(*tried) if count <= MOST_ENDINGS else simulated:
            winners = {ending.winner for ending in combination}
            level = resting.union(*(ending.level for ending in combination))
            is_first |= self._is_first(number, own_level, winners, level)
            if len(is_first) == 2:
                return True, False, True
        return True in is_first, is_first == {True}, count <= MOST_ENDINGS

    def _harmless(self, number: int, endings: list[list[_Ending]], resting: frozenset[int]) -> frozenset[int]:
        """Return the rivals who may draw level, but are then behind on Buchholz whoever wins elsewhere; none if
        Buchholz does not decide next.
        """
        if self.ranking[:1] != (Criterion.BUCHHOLZ,):
            return frozenset()
        rivals = resting.union(*(ending.level for those in endings for ending in those))
        return frozenset(rival for rival in rivals if self._best_lead(rival, number, endings) < 0)

    def _best_lead(self, rival: int, number: int, endings: list[list[_Ending]]) -> int:
        """Return the most by which the rival's Buchholz can end above the player's."""
        gained, own_times = self.still_playing[rival], self.still_playing[number]
        best = self.buchholz[rival] - self.buchholz[number]
        for index in {self.match_of[other] for other in (*gained, *own_times)}:
            best += max(gained.get(ending.winner, 0) - own_times.get(ending.winner, 0) for ending in endings[index])
        return best

    def _matters(self, endings: list[_Ending], concerned: Collection[int]) -> bool:
        """Tell whether a match puts somebody level or counts for the Buchholz of the players concerned."""
        return any(
            ending.level or any(ending.winner in self.still_playing[other] for other in concerned) for ending in endings
        )

    def _is_first(self, number: int, own_level: Level, winners: Collection[int], level: Collection[int]) -> set[bool]:
        """Return whether the player is first of the players then level: a set with both answers if it stays open."""
        if not level:
            return {True}
        buchholz = {other: self._final_buchholz(other, winners) for other in (number, *level)}
        if self.is_open:
            lead = buchholz[number] - max(buchholz[other] for other in level)
            return {lead > 0} if lead and self.ranking[:1] == (Criterion.BUCHHOLZ,) else {True, False}
        counts_buchholz = Criterion.BUCHHOLZ in self.ranking
        tied_on: dict[Level, list[int]] = defaultdict(list)
        for other, figure in buchholz.items():
            tied_on[(own_level[0], figure) if counts_buchholz else own_level[:1]].append(other)
        defeated = {}
        if Criterion.HEAD_TO_HEAD in self.ranking:
            defeated = {
                other: (*self.defeated.get(other, ()), *([self.opponent[other]] if other in winners else ()))
                for other in buchholz
            }
        return {next(in_order(tied_on, self.ranking, defeated, self.draw_seed, self.after_round)).number == number}

    def _final_buchholz(self, number: int, winners: Collection[int]) -> int:
        playing = self.still_playing[number].items()
        return self.buchholz[number] + sum(times for other, times in playing if other in winners)

    def _simulated(self, endings: list[list[_Ending]], seed: str) -> Iterator[tuple[_Ending, ...]]:
        """Draw endings from the draw seed, so that every machine draws the same ones."""
        for turn in range(SIMULATED_ENDINGS):
            random_bytes = shake_256(f"{seed}|{turn}".encode()).digest(BYTES_OF_CHANCE * len(endings))
            yield tuple(
                those[int.from_bytes(random_bytes[start : start + BYTES_OF_CHANCE]) % len(those)]
                for those, start in zip(endings, range(0, len(random_bytes), BYTES_OF_CHANCE), strict=True)
            )


def _by_level(ending: _Ending) -> tuple[int, int, tuple[int, ...]]:
    """Sort key with endings that put nobody level first: they soon show that a player can be first."""
    return len(ending.level), ending.winner, tuple(ending.level)
