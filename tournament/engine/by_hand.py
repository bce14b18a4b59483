"""Pairings chosen by the director: a draft, its pairing order, and the pairs that the rules would avoid."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.engine.crosstable import Crosstable
from tournament.engine.refusals import Refused

Pair = tuple[int, int | None]


@dataclass(frozen=True, slots=True)
class Draft:
    """A round being paired by hand: pairs of start numbers, the second None for the bye, and players still `free`."""

    pairs: tuple[Pair, ...]
    free: tuple[int, ...] = ()

    def parted(self, player: int) -> "Draft":
        """Return the draft without the player's pair, whose players are free then."""
        pair = self._pair_of(player)
        if pair is None:
            return self
        kept_pairs = tuple(other_pair for other_pair in self.pairs if other_pair != pair)
        return Draft(kept_pairs, (*self.free, *(number for number in pair if number is not None)))

    def swapped(self, picked: Sequence[int]) -> "Draft":
        """Return the draft with two players swapped; one of them may be free. Raises Refused: pick_two."""
        if len(picked) != 2 or self._pair_of(picked[0]) == self._pair_of(picked[1]):
            raise Refused("pick_two")
        partner = {picked[0]: picked[1], picked[1]: picked[0]}
        pairs = [(partner.get(first, first), second and partner.get(second, second)) for first, second in self.pairs]
        return Draft(tuple(pairs), tuple(partner.get(number, number) for number in self.free))

    def joined(self, picked: Sequence[int]) -> "Draft":
        """Return the draft with two free players paired. Raises Refused: pick_two_free."""
        if len(picked) != 2 or not set(picked) <= set(self.free):
            raise Refused("pick_two_free")
        return Draft((*self.pairs, (picked[0], picked[1])), self._free_without(picked))

    def with_bye(self, picked: Sequence[int]) -> "Draft":
        """Return the draft with the bye for a free player.

        Raises Refused: pick_one_free, byes_too_many, bye_not_needed.
        """
        if len(picked) != 1 or picked[0] not in self.free:
            raise Refused("pick_one_free")
        if any(second is None for _first, second in self.pairs):
            raise Refused("byes_too_many")
        if len(self.free) % 2 == 0:
            raise Refused("bye_not_needed")
        return Draft((*self.pairs, (picked[0], None)), self._free_without(picked))

    def _pair_of(self, player: int) -> Pair | None:
        return next((pair for pair in self.pairs if player in pair), None)

    def _free_without(self, picked: Iterable[int]) -> tuple[int, ...]:
        return tuple(number for number in self.free if number not in picked)


def draft_of_those_here(pairs: Iterable[Pair], present: Sequence[int]) -> Draft:
    """Return the initial draft: the pairs whose players are all present; every other player present is free."""
    numbers_here = {*present, None}
    kept_pairs = tuple(pair for pair in pairs if numbers_here.issuperset(pair))
    placed = {number for pair in kept_pairs for number in pair}
    return Draft(kept_pairs, tuple(number for number in present if number not in placed))


def in_pairing_order(pairs: Iterable[Pair], ranking: Sequence[int]) -> tuple[Pair, ...]:
    """Return the pairs in pairing order, None for the bye; `ranking` lists everyone present, the best first.

    "A manual round holds every present player exactly once, the better-ranked first in each pair." Refuses with
    `not_everyone_once` (`missing`, `twice`: start numbers) and, with more than one bye, `byes_too_many`.
    """
    rank_of = {number: rank for rank, number in enumerate(ranking)}
    paired_numbers = [tuple(number for number in pair if number is not None) for pair in pairs]
    all_numbers = [number for pair in paired_numbers for number in pair]
    times = Counter(all_numbers)
    missing = tuple(number for number in ranking if number not in times)
    twice = tuple(sorted(number for number, count in times.items() if count > 1 or number not in rank_of))
    if missing or twice:
        raise Refused("not_everyone_once", missing=missing, twice=twice)
    if sum(len(pair) == 1 for pair in paired_numbers) > 1:
        raise Refused("byes_too_many")
    ordered = sorted(sorted(rank_of[number] for number in pair) for pair in paired_numbers)
    return tuple((ranking[pair[0]], ranking[pair[1]] if len(pair) == 2 else None) for pair in ordered)


def objections(pairs: Iterable[Pair], table: Crosstable) -> tuple[Pair, ...]:
    """Return the pairs that are a rematch or a second bye, by the crosstable before the round."""
    return tuple(
        (first, second)
        for first, second in pairs
        if (table.has_met_bye(first) if second is None else second in table.opponents[first])
    )
