"""Pairings as they are changed by hand: a draft that lives in the page until it is saved."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import QueryDict

from tournament.engine.by_hand import Pair
from tournament.engine.refusals import Refused
from tournament.forms.answers import whole_number

TOKEN = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")
NO_OPPONENT = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """Pairs of start numbers, the second None for the bye, and those who are free at the moment."""

    pairs: tuple[Pair, ...]
    free: tuple[int, ...] = ()

    def changed(self, data: QueryDict) -> "Draft":
        """The draft after what was pressed: `swap`, `join`, `bye` with the players ticked, or `part` a pair."""
        picked = tuple(dict.fromkeys(whole_number(text) for text in data.getlist("pick")))
        if "part" in data:
            return self._parted(whole_number(data["part"]))
        if "swap" in data:
            return self._swapped(picked)
        if "join" in data:
            return self._joined(picked)
        return self._with_bye(picked)

    def _parted(self, player: int) -> "Draft":
        pair = self._pair_of(player)
        if pair is None:
            return self
        kept = tuple(other for other in self.pairs if other != pair)
        return Draft(kept, (*self.free, *(number for number in pair if number is not None)))

    def _swapped(self, picked: Sequence[int]) -> "Draft":
        """Two players change places; one of them may be free."""
        if len(picked) != 2 or self._pair_of(picked[0]) == self._pair_of(picked[1]):
            raise Refused("pick_two")
        other = {picked[0]: picked[1], picked[1]: picked[0]}
        pairs = [(other.get(first, first), second and other.get(second, second)) for first, second in self.pairs]
        return Draft(tuple(pairs), tuple(other.get(number, number) for number in self.free))

    def _joined(self, picked: Sequence[int]) -> "Draft":
        if len(picked) != 2 or not set(picked) <= set(self.free):
            raise Refused("pick_two_free")
        return Draft((*self.pairs, (picked[0], picked[1])), self._free_without(picked))

    def _with_bye(self, picked: Sequence[int]) -> "Draft":
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
    """The draft to begin with: the pairs as they stand, less whoever is gone; who is without a place is free."""
    kept = tuple(pair for pair in pairs if all(number is None or number in present for number in pair))
    placed = {number for pair in kept for number in pair}
    return Draft(kept, tuple(number for number in present if number not in placed))


def draft_text(draft: Draft) -> str:
    """A draft as one short text, for the page that holds it: "3-7 1-0 4", the bye as 0, who is free alone."""
    pairs = [f"{first}-{second or NO_OPPONENT}" for first, second in draft.pairs]
    return " ".join([*pairs, *(str(number) for number in draft.free)])


def draft_from_text(text: str, present: Iterable[int]) -> Draft:
    """The draft of such a text; refused where it does not name everyone present once."""
    pairs: list[Pair] = []
    free: list[int] = []
    for token in text.split():
        match = TOKEN.fullmatch(token)
        if match is None:
            raise Refused("not_understood")
        if match[2] is None:
            free.append(int(match[1]))
        else:
            pairs.append((int(match[1]), int(match[2]) or None))
    named = [number for pair in pairs for number in pair if number is not None] + free
    if sorted(named) != sorted(present):
        raise Refused("pairings_changed_meanwhile")
    return Draft(tuple(pairs), tuple(free))
