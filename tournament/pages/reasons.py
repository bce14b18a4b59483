"""Why a pairing is as it is and a place is where it is, in sentences with the players' names."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from tournament.models import Entry, Tournament
from tournament.names import isolated
from tournament.phrases.rounds import pairing_reason
from tournament.phrases.standings import place_reason
from tournament.queries.drawn import AsPaired, as_paired
from tournament.queries.evening import Evening
from tournament.queries.standings import PathRow, StandingRow, StandingsPage


def pairing_reasons(
    tournament: Tournament, number: int | None = None, evening: Evening | None = None
) -> dict[int, str]:
    """Why the pairings of a round are as they are, by the first player's start number.

    By default the last round that everyone may see.
    """
    chosen = tournament.rounds.released() if number is None else tournament.rounds.filter(number=number)
    stored = chosen.order_by("-number").first()
    if stored is None:
        return {}
    found = as_paired(stored, evening)
    return {first: reason_of(found, first) for first in found.pairings}


def reason_of(found: AsPaired, first: int) -> str:
    """Why the pairing with this first player is as it is; empty where the rules do not give it."""
    if first in found.set_by_hand:
        return _("The director set this pairing.")
    if first not in found.pairings:
        return ""
    pairing = found.pairings[first]
    if pairing is None:
        return _("The director changed this round, so the rules alone no longer explain this pairing.")
    passed_over = [
        ("", 0, passed.why) if passed.number is None else (*_player(found, passed.number), passed.why)
        for passed in pairing.passed_over
    ]
    second = None if pairing.second is None else _player(found, pairing.second)
    return pairing_reason(
        _player(found, pairing.first),
        second,
        passed_over,
        by_lot=found.number == 1,
        rematches_allowed=found.rematches_allowed,
        meetings=found.meetings.get(first) if pairing.is_rematch else None,
        has_bye=pairing.is_rematch and any(one and one.second is None for one in found.pairings.values()),
    )


def _player(found: AsPaired, number: int) -> tuple[str, int]:
    """The player's name, and their place when the round was paired."""
    return isolated(found.entries[number].display_name), found.ranks[number]


def place_reasons(row: StandingRow, page: StandingsPage) -> tuple[str, ...]:
    """Why a player is below the one above and above the one below."""
    names = _Names(page.entries)
    sentences = []
    if row.above:
        sentences.append(place_reason(row.above.standing, row.standing, names, page.ranking))
    if row.below:
        sentences.append(place_reason(row.standing, row.below.standing, names, page.ranking))
    return tuple(sentences)


def order_reasons(rows: Iterable[StandingRow], page: StandingsPage) -> tuple[str, ...]:
    """Why each of these players is above the next, in their order; the last of the ranking is above nobody."""
    names = _Names(page.entries)
    return tuple(place_reason(row.standing, row.below.standing, names, page.ranking) for row in rows if row.below)


class _Names(dict[int, str]):
    """Everybody's, each made when it is asked for: in a circle of direct wins somebody further off may have decided."""

    def __init__(self, entries: Mapping[int, Entry]) -> None:
        super().__init__()
        self._entries = entries

    def __missing__(self, number: int) -> str:
        name = self[number] = isolated(self._entries[number].display_name)
        return name


def own_pairing_reasons(
    number: int, path: Sequence[PathRow], rounds: Sequence[AsPaired]
) -> tuple[tuple[int, str], ...]:
    """Why a player met whom they met, the `rounds` so far given: the round and the sentence."""
    sentences = []
    for row, found in zip(path, rounds, strict=True):
        by_opponent = row.opponent and reason_of(found, row.opponent.number)
        reason = row.result and (by_opponent or reason_of(found, number))
        if reason:
            sentences.append((row.round_number, reason))
    return tuple(sentences)
