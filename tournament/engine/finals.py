"""The finals: a knock-out of the best-placed players after the Swiss rounds, its bracket, and the final ranking.

"A tournament may end with a knock-out of its first 2, 4, 8 or 16." The seeds are these players, best first. Match wins,
figures, meetings and byes are those of the Swiss rounds alone.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tournament.engine import criteria
from tournament.engine.crosstable import match_winner
from tournament.engine.record import FinalsRules, PairingRecord, RoundRecord, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.standings import Standing, standings
from tournament.engine.terms import Criterion, Outcome, Ranking

SIZES = (2, 4, 8, 16)
"""The numbers of players for which there can be a bracket."""

Pair = tuple[int, int | None]
"""Two start numbers, the better seed first, or one and the bye."""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket: the players who have reached it so far, better seed first, and its pairing once drawn.

    Of two players who have reached it, the pairing may hold only one, with the bye: the other had left or was absent.
    """

    players: tuple[int, ...]
    pairing: PairingRecord | None = None

    @property
    def winner(self) -> int | None:
        """The player who goes on to the next round; None while the match is open, and after a double forfeit."""
        if self.pairing is None:
            return None
        if self.pairing.second is None:
            return self.pairing.first
        return match_winner(self.pairing.result, self.pairing.first, self.pairing.second)

    @property
    def still_in(self) -> tuple[int, ...]:
        """Return the players who can reach the next round: both before the result, then the winner, if any."""
        if self.pairing is None or self.pairing.result.outcome is Outcome.PENDING:
            return self.players
        return () if self.winner is None else (self.winner,)

    @property
    def is_decided(self) -> bool:
        """Whether it is known who goes on, in a round that has been drawn: nobody, where no match was possible."""
        return self.pairing is None or self.pairing.result.outcome is not Outcome.PENDING

    @property
    def loser(self) -> int | None:
        """The one of those who had reached a decided match who does not go on, played or not.

        None if nobody had a chance to go out, or two had and neither goes on.
        """
        out = [player for player in self.players if player != self.winner]
        return out[0] if len(out) == 1 else None

    @property
    def was_played(self) -> bool:
        return self.pairing is not None and self.pairing.result.score is not None


@dataclass(frozen=True, slots=True)
class Bracket:
    """The whole bracket: its seeds as start numbers, best first, and its rounds from the first to the final.

    A round lists its matches in bracket order, those to come as well: the winners of matches 1 and 2 play match 1 of
    the next round, and so on. `third` is the match for third place once those who play it are known.
    """

    seeds: tuple[int, ...]
    rounds: tuple[tuple[BracketMatch, ...], ...]
    third: BracketMatch | None = None


def refuse_finals(rules: FinalsRules) -> None:
    """Refuse a number of players that no bracket has, and a match for third place where there are no semi-finals."""
    if rules.players not in SIZES:
        raise Refused("finals_size", sizes=SIZES)
    if rules.third_place and rules.players == SIZES[0]:
        raise Refused("finals_third_of_two")


def order_of_places(size: int) -> tuple[int, ...]:
    """Return the seeds, counted from 1, in the order of their places in the bracket.

    "For 2: 1, 2; for 2m: each x of the order for m followed by 2m + 1 − x."
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        order = tuple(seed for x in order for seed in (x, 2 * len(order) + 1 - x))
    return order


def seeds_drawn(size: int, pairs: Iterable[Pair]) -> tuple[int, ...]:
    """Return the seeds, best first, from the pairs of the first finals round, which has every seed."""
    players = [player for pair in pairs for player in pair if player is not None]
    order = order_of_places(size)
    in_matches = (sorted(match) for match in zip(order[::2], order[1::2], strict=True))
    seeds = [seed for match in in_matches for seed in match if seed <= len(players)]
    return tuple(player for _seed, player in sorted(zip(seeds, players, strict=True)))


def bracket(rules: FinalsRules, seeds: Sequence[int], rounds: Sequence[RoundRecord] = ()) -> Bracket:
    """Build the bracket of these seeds, as start numbers with the best first, from the finals rounds drawn so far."""
    places: list[int | None] = [
        seeds[seed - 1] if seed <= len(seeds) else None for seed in order_of_places(rules.players)
    ]
    built: list[tuple[BracketMatch, ...]] = []
    while len(places) > 1:
        drawn = rounds[len(built)].pairings if len(built) < len(rounds) else ()
        built.append(
            tuple(_match((upper, lower), seeds, drawn) for upper, lower in zip(places[::2], places[1::2], strict=True))
        )
        places = [match.winner for match in built[-1]]
    third = None
    if rules.third_place and 1 < len(built) <= len(rounds) + 1 and all(match.is_decided for match in built[-2]):
        players = [match.loser for match in built[-2]]
        if any(players):
            third = _match(players, seeds, rounds[len(built) - 1].pairings if len(built) == len(rounds) else ())
    return Bracket(tuple(seeds), tuple(built), third)


def _match(places: Sequence[int | None], seeds: Sequence[int], drawn: Sequence[PairingRecord]) -> BracketMatch:
    players = tuple(sorted((player for player in places if player is not None), key=seeds.index))
    return BracketMatch(players, next((pairing for pairing in drawn if pairing.first in players), None))


def bracket_of(record: TournamentRecord) -> Bracket | None:
    """Return the bracket of the tournament; None before its finals are drawn."""
    rounds, rules = record.rounds[record.swiss_rounds :], record.rules.finals
    if not rounds or rules is None:
        return None
    seeds = seeds_drawn(rules.players, ((pairing.first, pairing.second) for pairing in rounds[0].pairings))
    return bracket(rules, seeds, rounds)


def third_place(record: TournamentRecord) -> PairingRecord | None:
    """Return the pairing of the match for third place, which belongs to the last round; None before it is drawn."""
    found = bracket_of(record)
    return found.third.pairing if found and found.third else None


def seeds_of(record: TournamentRecord) -> tuple[int, ...]:
    """Return the start numbers of the players who would play the finals, best first.

    "The first k of the ranking who are present; those absent or gone are passed over." Refuses `finals_too_early`
    (`missing`: how many Swiss rounds are still planned) and `finals_too_few` (`present`).
    """
    assert record.rules.finals is not None
    missing = record.rules.rounds - record.swiss_rounds
    if missing > 0:
        raise Refused("finals_too_early", missing=missing)
    seeds = _present_seeds(record)
    if len(seeds) < 2:
        raise Refused("finals_too_few", present=len(seeds))
    return seeds


def _present_seeds(record: TournamentRecord) -> tuple[int, ...]:
    assert record.rules.finals is not None
    present = set(record.present(record.swiss_rounds + 1))
    ranked = [row.number for row in standings(record) if row.number in present]
    return tuple(ranked[: record.rules.finals.players])


def finals_are_next(record: TournamentRecord) -> bool:
    """Tell whether the next round is one of the finals: they are planned, and all planned Swiss rounds are paired."""
    return record.rules.finals is not None and record.swiss_rounds >= record.rules.rounds


def places_of(rules: FinalsRules, number: int) -> int:
    """Return how many can play in a round of the finals, counted from 1: 4 in the semi-finals, 2 in the final."""
    return rules.players >> (number - 1)


@dataclass(frozen=True, slots=True)
class DrawnFinals:
    """A round of the finals: its pairs in bracket order, the match for third place last.

    `places` is how many can play in it, apart from the match for third place: 4 in the semi-finals, 2 in the final.
    """

    number: int
    places: int
    pairs: tuple[Pair, ...]


def draw_finals(record: TournamentRecord) -> DrawnFinals:
    """Pair the next round of the finals.

    "Whoever has nobody opposite has a bye and goes on; where both places are empty there is no match." Refuses with
    `results_missing` (`round`, `missing`: the pairs of start numbers still playing), what `seeds_of` refuses, and
    `finals_over`.
    """
    assert record.rules.finals is not None
    number = len(record.rounds) + 1
    if record.rounds and not record.rounds[-1].is_complete:
        raise Refused("results_missing", round=number - 1, missing=record.rounds[-1].open_pairs)
    pairs = _next_pairs(bracket_of(record) or bracket(record.rules.finals, seeds_of(record)), record)
    if not pairs:
        raise Refused("finals_over")
    return DrawnFinals(number, places_of(record.rules.finals, number - record.swiss_rounds), pairs)


def _next_pairs(found: Bracket, record: TournamentRecord) -> tuple[Pair, ...]:
    """Return the pairs of the next round of the finals; empty if they are over."""
    drawn = len(record.rounds) - record.swiss_rounds
    if drawn == len(found.rounds):
        return ()
    present = set(record.present(len(record.rounds) + 1))
    matches = found.rounds[drawn]
    if found.third and drawn == len(found.rounds) - 1:
        matches = (*matches, found.third)
    pairs: list[Pair] = []
    for match in matches:
        here = [player for player in match.players if player in present]
        if here:
            pairs.append((here[0], here[1] if len(here) > 1 else None))
    return tuple(pairs)


def players_of(record: TournamentRecord, number: int) -> frozenset[int]:
    """Return the players who have reached a round of the finals, by its number among all rounds, even if gone since."""
    found = bracket_of(record)
    assert found is not None
    matches = found.rounds[number - record.swiss_rounds - 1]
    return frozenset(player for match in matches for player in match.players)


def next_pairs(record: TournamentRecord) -> tuple[Pair, ...]:
    """Return the pairs of the next round of the finals as things stand, with the winners so far of a running round.

    Empty if the next round is not one of the finals, or nobody is left to play.
    """
    if not finals_are_next(record):
        return ()
    assert record.rules.finals is not None
    seeds = _present_seeds(record)
    found = bracket_of(record) or (bracket(record.rules.finals, seeds) if len(seeds) > 1 else None)
    return _next_pairs(found, record) if found else ()


def may_play_next(record: TournamentRecord) -> frozenset[int]:
    """Return who can still reach the next round of the finals, present or not; before they are drawn, everybody."""
    found, drawn = bracket_of(record), len(record.rounds) - record.swiss_rounds
    if found is None:
        return frozenset(entry.number for entry in record.entries)
    if drawn == len(found.rounds):
        return frozenset()
    assert record.rules.finals is not None
    last = found.rounds[drawn - 1]
    if drawn == len(found.rounds) - 1 and record.rules.finals.third_place:
        return frozenset(player for match in last for player in match.players)
    return frozenset(player for match in last for player in match.still_in)


def asked_about(record: TournamentRecord, missed: Collection[int]) -> frozenset[int]:
    """Return the missed players who would play the next round of the finals, whether other missed players come or not.

    Before the finals are drawn, a missed player may be passed over, and the next in the ranking takes the place.
    """
    assert record.rules.finals is not None
    if bracket_of(record):
        playing = {player for pair in next_pairs(record) for player in pair}
        return frozenset(player for player in missed if player in playing)
    present = set(record.present(len(record.rounds) + 1))
    asked, places = set(), record.rules.finals.players
    for row in standings(record):
        if places and row.number in present:
            if row.number in missed:
                asked.add(row.number)
            else:
                places -= 1
    return frozenset(asked)


def are_over(record: TournamentRecord) -> bool:
    """Tell whether the finals were drawn and are over: "no match and no bye is possible any more"."""
    found = bracket_of(record)
    return found is not None and record.rounds[-1].is_complete and not _next_pairs(found, record)


def redraw_finals(record: TournamentRecord, number: int) -> DrawnFinals:
    """Pair a round of the finals again, seeds included, by the results in force when it was paired.

    Refuses with the codes of `draw_finals`.
    """
    return draw_finals(record.as_of(number))


def bracket_pairs(record: TournamentRecord, number: int) -> tuple[Pair, ...]:
    """Return the pairs that a drawn round of the finals should have by the seeds as drawn; empty if they were over.

    Whether the ranking gives these seeds is checked by `redraw_finals`.
    """
    found = bracket_of(record)
    assert found is not None
    assert record.rules.finals is not None
    before = record.as_of(number)
    return _next_pairs(bracket(record.rules.finals, found.seeds, before.rounds[before.swiss_rounds :]), before)


def changes_seeds(record: TournamentRecord, corrected: TournamentRecord) -> bool:
    """Tell whether a correction in the Swiss rounds gives seeds that differ from those before it and those drawn."""
    drawn = bracket_of(record)
    assert drawn is not None
    return _present_seeds(corrected) not in (_present_seeds(record), drawn.seeds)


def shown_standings(record: TournamentRecord, after_round: int | None = None) -> tuple[Standing, ...]:
    """Return the ranking of everyone who ever entered as it is shown: finals included, who never took part at the end.

    "The winner of the final; its loser; the third and fourth by their match; the losers of each earlier round, later
    rounds first; then everybody else. Within a level whoever went out in a match played or stopped stands before
    whoever went out without one, then the Swiss order." Until the finals are over, this is the ranking of the Swiss;
    `after_round` defaults to the last complete round.
    """
    swiss = standings(record, after_round)
    found, is_last = bracket_of(record), after_round is None or after_round == len(record.rounds)
    levels = _levels(found) if found and is_last and are_over(record) else {}
    absent = record.never_took_part.difference(found.seeds if found else ())
    if not levels and not absent:
        return swiss
    lowest = (0, False)
    rows: list[Standing] = []
    above: Standing | None = None
    for row in sorted(swiss, key=lambda row: (levels.get(row.number, lowest), row.number not in absent), reverse=True):
        decided_by, matches = row.decided_by, row.matches
        if above is None:
            decided_by = matches = None
        elif levels.get(row.number) != levels.get(above.number):
            decided_by, matches = Criterion.FINALS, None
        elif (row.number in absent) != (above.number in absent):
            decided_by, matches = Criterion.TOOK_PART, None
        elif row.rank > above.rank + 1:
            decided_by, matches = _first_between(swiss[above.rank : row.rank], record.rules.ranking), None
        has_place = row.number not in absent
        rows.append(Standing(len(rows) + 1, row.number, row.figures, decided_by, matches, has_place))
        above = row
    return tuple(rows)


def _levels(found: Bracket) -> dict[int, tuple[int, bool]]:
    """Return how far each seed has come in finals that are over: more is better, then going out in a match.

    Third and fourth place count between the semi-finals and the final.
    """
    levels: dict[int, tuple[int, bool]] = {}
    for number, matches in enumerate(found.rounds, start=1):
        for match in matches:
            levels |= dict.fromkeys(match.players, (4 * number, match.was_played))
    third = found.third
    if third and third.winner is not None:
        semi_finals = 4 * (len(found.rounds) - 1)
        levels |= dict.fromkeys(third.players, (semi_finals + 1, third.was_played))
        levels[third.winner] = (semi_finals + 2, True)
    winner = found.rounds[-1][0].winner
    if winner is not None:
        levels[winner] = (4 * len(found.rounds) + 4, True)
    return levels


def _first_between(rows: Sequence[Standing], ranking: Ranking) -> Criterion:
    """Return the first criterion, in the order of the ranking, of those that separate each row from the one above."""
    between = {row.decided_by for row in rows}
    return next(criterion for criterion in criteria.whole(ranking) if criterion in between)
