"""The brackets of finals: the main one, the match for third place, and a second one for those who are out.

A stage is a row of neighbouring places; whoever stands there has reached it. Stages are played round by round: a round
of the finals holds every stage whose players were known before it. Nothing here knows rankings or presence.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.engine.crosstable import match_winner
from tournament.engine.record import FinalsRules, PairingRecord, RoundRecord, SecondKind
from tournament.engine.terms import Outcome

Place = int | None
"""A start number, or None where a place of a stage is empty."""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of a bracket: the players who have reached it so far, better seed first, and its pairing once drawn.

    Of two players who have reached it, the pairing may hold only one, with the bye: the other had left or was absent.
    `is_held` tells that its round has been drawn; in a stage that is passed over, a single player goes on unpaired.
    `is_for_third` is the match for third place.
    """

    players: tuple[int, ...]
    pairing: PairingRecord | None = None
    is_held: bool = False
    is_passed_over: bool = False
    is_for_third: bool = False

    @property
    def winner(self) -> int | None:
        """The player who goes on to the next stage; None while the match is open, and after a double forfeit."""
        if self.is_passed_over:
            return self.players[0] if self.players else None
        if self.pairing is None:
            return None
        if self.pairing.second is None:
            return self.pairing.first
        return match_winner(self.pairing.result, self.pairing.first, self.pairing.second)

    @property
    def still_in(self) -> tuple[int, ...]:
        """Return the players who can reach the next round: both before the result, then the winner, if any."""
        if not self.is_decided:
            return self.players
        return () if self.winner is None else (self.winner,)

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on: nobody, where no match was possible in the round that held it."""
        return self.is_held and (self.pairing is None or self.pairing.result.outcome is not Outcome.PENDING)

    @property
    def loser(self) -> int | None:
        """The one of those who had reached a decided match who does not go on, played or not.

        None if nobody had a chance to go out, or two had and neither goes on.
        """
        out = [player for player in self.players if player != self.winner]
        return out[0] if self.is_decided and len(out) == 1 else None

    @property
    def was_played(self) -> bool:
        return self.pairing is not None and self.pairing.result.score is not None


Matches = tuple[BracketMatch, ...]


class StageKind(StrEnum):
    """How the places of a stage of the second bracket are filled."""

    SEEDS = "seeds"
    LOSERS = "losers"
    HALVED = "halved"
    DROPS = "drops"


@dataclass(frozen=True, slots=True)
class SecondStage:
    """A stage of the second bracket: whoever drops comes from round `drops_from` of the main one; 0: nobody does."""

    kind: StageKind
    count: int
    drops_from: int = 0
    matches: Matches = ()

    @property
    def is_held(self) -> bool:
        return any(match.is_held for match in self.matches)


@dataclass(frozen=True, slots=True)
class Bracket:
    """Both brackets: the seeds as start numbers, best first, and the rounds of the main one, the final last.

    A round lists its matches in bracket order, those to come as well: the winners of matches 1 and 2 play match 1 of
    the next round, and so on. `third` is the match for third place once those who play it are known. `second` has all
    stages of the second bracket, without matches where it is not known yet who reaches them.
    """

    seeds: tuple[int, ...]
    rounds: tuple[Matches, ...]
    third: BracketMatch | None = None
    second_seeds: tuple[int, ...] = ()
    second: tuple[SecondStage, ...] = ()
    second_is_ended: bool = False

    @property
    def everybody(self) -> tuple[int, ...]:
        """All seeds, those of the second bracket behind the others."""
        return (*self.seeds, *self.second_seeds)


def order_of_places(size: int) -> tuple[int, ...]:
    """Return the seeds, counted from 1, in the order of their places in the bracket.

    "For 2: 1, 2; for 2m: each x of the order for m followed by 2m + 1 − x."
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        order = tuple(seed for x in order for seed in (x, 2 * len(order) + 1 - x))
    return order


def size_for(seeds: int) -> int:
    """Return the smallest bracket that holds so many seeds."""
    return 1 << max(seeds - 1, 1).bit_length()


def rounds_of(size: int) -> int:
    """Return how many rounds a bracket of this size has."""
    return size.bit_length() - 1


def rounds_with_second(rules: FinalsRules) -> int:
    """Return how many rounds the finals have with their second bracket, where every place is taken and all is played.

    Nobody drops from round 2 into the one for first losers then, as everybody has played in round 1.
    """
    last = 0
    for stage in stages_of(rules):
        is_passed_over = stage.kind is StageKind.DROPS and rules.second and rules.second.kind is SecondKind.FIRST_LOSERS
        last = max(last, stage.drops_from) + (not is_passed_over)
    return max(rounds_of(rules.players), last)


def matches_with_second(rules: FinalsRules) -> int:
    """Return how many matches both brackets have where every place is taken and all is played."""
    is_of_first = rules.second is not None and rules.second.kind is SecondKind.FIRST_LOSERS
    played = (stage for stage in stages_of(rules) if not (is_of_first and stage.kind is StageKind.DROPS))
    return rules.players - 1 + sum(stage.count for stage in played)


def stages_of(rules: FinalsRules) -> tuple[SecondStage, ...]:
    """Return the stages of the second bracket in their order, without matches; empty without one."""
    second = rules.second
    if second is None:
        return ()
    if second.kind is SecondKind.REST:
        places = second.players or 0
        return (SecondStage(StageKind.SEEDS, places // 2), *_halved(places // 2))
    places = rules.players // 4
    stages = [SecondStage(StageKind.LOSERS, places, drops_from=1)]
    last = 2 if second.kind is SecondKind.FIRST_LOSERS else rounds_of(rules.players) - 1
    for number in range(2, last + 1):
        match_count = rules.players >> number
        if places > match_count:
            stages.append(SecondStage(StageKind.HALVED, match_count))
        stages.append(SecondStage(StageKind.DROPS, match_count, drops_from=number))
        places = match_count
    return (*stages, *_halved(places))


def _halved(places: int) -> Iterator[SecondStage]:
    """Yield the stages in which neighbours play until one is left."""
    while places > 1:
        places //= 2
        yield SecondStage(StageKind.HALVED, places)


def crossed(number: int, match_count: int) -> int:
    """Return by which mask the losers of a main round are crossed over before they drop, against early rematches."""
    if match_count >= 4:
        return 2
    return 1 if match_count == 2 and number == 2 else 0


def bracket(
    rules: FinalsRules,
    seeds: Sequence[int],
    rounds: Sequence[RoundRecord] = (),
    second_seeds: Sequence[int] = (),
) -> Bracket:
    """Build the brackets of these seeds, as start numbers with the best first, from the finals rounds drawn so far."""
    course = Course(rules, seeds, second_seeds)
    for round_ in rounds:
        course.hold(round_)
    return course.bracket()


def sources(stages: Sequence[SecondStage], nth: int, match: int) -> tuple[tuple[str, int], tuple[str, int]]:
    """Return where the two players of a match come from, in a stage of the second bracket, both counted from 0.

    Each is `seed` with a place of the seeds, `winner` with a match of the stage before, or `loser` with a match of the
    main round `drops_from`.
    """
    stage, places = stages[nth], (2 * match, 2 * match + 1)
    if stage.kind is StageKind.DROPS:
        return ("winner", match), ("loser", match ^ crossed(stage.drops_from, stage.count))
    what = {StageKind.SEEDS: "seed", StageKind.LOSERS: "loser", StageKind.HALVED: "winner"}[stage.kind]
    return (what, places[0]), (what, places[1])


class Course:
    """Replays the rounds of finals: which stages each round holds, who has reached them, and who goes on.

    `third_in` is the number of the round that holds the match for third place; 0 before.
    """

    def __init__(self, rules: FinalsRules, seeds: Sequence[int], second_seeds: Sequence[int] = ()) -> None:
        self.rules = rules
        self.seeds, self.second_seeds = tuple(seeds), tuple(second_seeds)
        self._place = {player: place for place, player in enumerate((*seeds, *second_seeds))}
        self.main: list[Matches] = []
        self.third: BracketMatch | None = None
        self.third_in = 0
        self.second: list[SecondStage] = []
        self.plan = stages_of(rules)
        self.is_ended = False
        self.is_complete = True

    def bracket(self) -> Bracket:
        """Return the brackets as they stand, with the main rounds to come, and who has reached the next stages."""
        rounds = list(self.main)
        while len(rounds) < rounds_of(self.rules.players):
            rounds.append(self._next_of_main(rounds))
        second = [*self.second]
        if (upcoming := self._next_of_second()) and not self.is_ended:
            second.append(upcoming)
        return Bracket(
            self.seeds,
            tuple(rounds),
            self.third or self._next_third(),
            self.second_seeds,
            (*second, *self.plan[len(second) :]),
            self.is_ended,
        )

    def next_round(self, present: Callable[[int], bool]) -> "tuple[Matches, Matches]":
        """Return the matches of the next round with those present in them, of the main and of the second bracket.

        A round that would hold no pairing counts as played by nobody. Empty when the finals are over.
        """
        ahead = self._copy()
        while True:
            main, second = ahead._ready()
            if not main and not second:
                return (), ()
            parts = tuple(tuple(filter(None, (_those(match, present) for match in part))) for part in (main, second))
            if any(parts):
                return parts[0], parts[1]
            ahead._take(())

    def _copy(self) -> "Course":
        course = Course(self.rules, self.seeds, self.second_seeds)
        course.main, course.second = [*self.main], [*self.second]
        course.third, course.third_in = self.third, self.third_in
        course.is_ended, course.is_complete = self.is_ended, self.is_complete
        return course

    def hold(self, round_: RoundRecord) -> None:
        """Take a drawn round with its pairings; stages in which nobody could play before it count as played."""
        while self._take(round_.pairings) is False:
            continue
        if self.third and not self.third_in:
            self.third_in = round_.number
        self.is_complete = round_.is_complete
        self.is_ended = self.is_ended or round_.second_ended

    def pass_over(self) -> None:
        """Let everybody go on from the stages of the second bracket in which nobody has an opponent to reach."""
        while self.is_complete and (stage := self._ready_second()):
            if any(len(match.players) > 1 for match in stage.matches):
                return
            passed = (replace(match, is_held=True, is_passed_over=True) for match in stage.matches)
            self.second.append(replace(stage, matches=tuple(passed)))

    def run_out(self) -> None:
        """Count all stages to come as played by nobody: the finals are over."""
        while self._take(()) is not None:
            continue

    def _take(self, pairings: Sequence[PairingRecord]) -> bool | None:
        """Hold all stages that are ready; tell whether any has a pairing, None if no stage is ready."""
        self.pass_over()
        main, third, second = self._ready_main(), self._ready_third(), self._ready_second()
        if not (main or third or second):
            return None
        if main:
            self.main.append(tuple(_held(match, pairings) for match in main))
        if third:
            self.third = _held(third, pairings)
        if second:
            self.second.append(replace(second, matches=tuple(_held(match, pairings) for match in second.matches)))
        held_matches = (*(self.main[-1] if main else ()), *([self.third] if third and self.third else ()))
        return any(match.pairing for match in (*held_matches, *(self.second[-1].matches if second else ())))

    def _ready(self) -> tuple[Matches, Matches]:
        self.pass_over()
        third, second = self._ready_third(), self._ready_second()
        main = (*self._ready_main(), *([third] if third else ()))
        return main, second.matches if second else ()

    def _ready_main(self) -> Matches:
        return self._next_of_main(self.main) if len(self.main) < rounds_of(self.rules.players) else ()

    def _next_of_main(self, earlier_stages: Sequence[Matches]) -> Matches:
        if earlier_stages:
            return self._neighbours([match.winner for match in earlier_stages[-1]])
        order = order_of_places(self.rules.players)
        return self._neighbours([self.seeds[seed - 1] if seed <= len(self.seeds) else None for seed in order])

    def _ready_third(self) -> BracketMatch | None:
        """Return the match for third place where the final is ready too."""
        return self._next_third() if self.third is None else None

    def _next_third(self) -> BracketMatch | None:
        last = rounds_of(self.rules.players)
        if not self.rules.third_place or last < 2 or len(self.main) != last - 1:
            return None
        semi_finals = self.main[-1]
        if not all(match.is_decided for match in semi_finals):
            return None
        players = [match.loser for match in semi_finals]
        return replace(self._match(players), is_for_third=True) if any(players) else None

    def _ready_second(self) -> SecondStage | None:
        return None if self.is_ended else self._next_of_second()

    def _next_of_second(self) -> SecondStage | None:
        """Return the next stage of the second bracket with its matches; None before those who drop can be known."""
        if len(self.second) == len(self.plan):
            return None
        stage = self.plan[len(self.second)]
        if stage.drops_from > len(self.main):
            return None
        return replace(stage, matches=self._neighbours(self._places(stage)))

    def _places(self, stage: SecondStage) -> list[Place]:
        if stage.kind is StageKind.SEEDS:
            order = order_of_places(2 * stage.count)
            return [self.second_seeds[seed - 1] if seed <= len(self.second_seeds) else None for seed in order]
        if stage.kind is StageKind.LOSERS:
            return [self._drop(1, match) for match in self.main[0]]
        survivors = [match.winner for match in self.second[-1].matches]
        if stage.kind is StageKind.HALVED:
            return survivors
        number = stage.drops_from
        mask, main_round = crossed(number, stage.count), self.main[number - 1]
        drops = [self._drop(number, main_round[place ^ mask]) for place in range(stage.count)]
        return [place for pair in zip(survivors, drops, strict=True) for place in pair]

    def _drop(self, number: int, match: BracketMatch) -> Place:
        """Return who drops from a match of a main round into the second bracket."""
        loser = match.loser
        return loser if loser is not None and drops(self.rules, self.main[0], number, loser) else None

    def _neighbours(self, places: Sequence[Place]) -> Matches:
        return tuple(self._match(pair) for pair in zip(places[::2], places[1::2], strict=True))

    def _match(self, places: Sequence[Place]) -> BracketMatch:
        players = (player for player in places if player is not None)
        return BracketMatch(tuple(sorted(players, key=self._place.__getitem__)))


def drops(rules: FinalsRules, first_round: Matches, number: int, player: int) -> bool:
    """Tell whether whoever goes out in this main round is due to drop into the second bracket.

    Into the one for first losers drop those of round 1, "and of round 2 whoever has played no match in round 1".
    """
    kind = rules.second.kind if rules.second else SecondKind.REST
    if kind is SecondKind.LOSERS:
        return number < rounds_of(rules.players)
    if kind is SecondKind.REST or number > 2:
        return False
    return number == 1 or not any(match.was_played and player in match.players for match in first_round)


def _held(match: BracketMatch, pairings: Sequence[PairingRecord]) -> BracketMatch:
    pairing = next((pairing for pairing in pairings if pairing.first in match.players), None)
    return replace(match, pairing=pairing, is_held=True)


def _those(match: BracketMatch, present: Callable[[int], bool]) -> BracketMatch | None:
    """Return the match with those present alone; None if nobody is."""
    numbers = tuple(filter(present, match.players))
    return replace(match, players=numbers) if numbers else None
