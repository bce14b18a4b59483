"""Why a pairing is as it is and a place is where it is, in sentences with the players' names."""

from collections.abc import Mapping, Sequence
from functools import partial

from django.core.cache import cache
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament import phrases
from tournament.engine.pairing import DrawnPairing
from tournament.engine.record import TournamentRecord
from tournament.models import Entry, Round, Tournament
from tournament.queries.crosstable import PathRow
from tournament.queries.drawn import drawn_by_the_rules
from tournament.queries.record import record_of
from tournament.queries.standings import StandingRow, StandingsPage, entries_by_number, places_before


def pairing_reasons(
    tournament: Tournament, number: int | None = None, record: TournamentRecord | None = None
) -> dict[int, str]:
    """Why the pairings of a round are as they are, by the first player's start number.

    By default the last round that everyone may see.
    """
    paired = Round.objects.filter(tournament=tournament)
    chosen = paired.released() if number is None else paired.filter(number=number)
    stored = chosen.order_by("-number").first()
    if stored is None:
        return {}
    key = f"reasons-{tournament.pk}-{tournament.version}-{stored.number}-{get_language()}"
    return cache.get_or_set(key, partial(_pairing_reasons, tournament, stored, record), timeout=None)


def _pairing_reasons(tournament: Tournament, stored: Round, record: TournamentRecord | None) -> dict[int, str]:
    record = record or record_of(tournament)
    pairings = record.rounds[stored.number - 1].pairings
    if stored.manual:
        by_hand = _("The director set this pairing.")
        return {pairing.first: by_hand for pairing in pairings}
    ranks = places_before(record, stored.number)
    names = {number: entry.display_name for number, entry in entries_by_number(tournament).items()}
    # A tournament from elsewhere may hold pairings that the rules do not give.
    paired = {(pairing.first, pairing.second) for pairing in pairings}
    drawn = drawn_by_the_rules(stored, record)
    return {
        pairing.first: _sentence(pairing, names, ranks, stored.number)
        for pairing in (drawn.pairings if drawn else ())
        if (pairing.first, pairing.second) in paired
    }


def _sentence(pairing: DrawnPairing, names: dict[int, str], ranks: dict[int, int], number: int) -> str:
    second = None if pairing.second is None else (names[pairing.second], ranks[pairing.second])
    passed_over = [
        ("", 0, passed.why) if passed.number is None else (names[passed.number], ranks[passed.number], passed.why)
        for passed in pairing.passed_over
    ]
    first = (names[pairing.first], ranks[pairing.first])
    return phrases.pairing_reason(first, second, passed_over, by_lot=number == 1)


def place_reasons(row: StandingRow, entries: Mapping[int, Entry]) -> tuple[str, ...]:
    """Why a player is below the one above and above the one below."""
    names = _names(entries)
    sentences = []
    if row.above:
        sentences.append(phrases.place_reason(row.above.standing, row.standing, names))
    if row.below:
        sentences.append(phrases.place_reason(row.standing, row.below.standing, names))
    return tuple(sentences)


def order_reasons(ranking: StandingsPage) -> tuple[str, ...]:
    """Why each player is above the next, from the top of the ranking to its end."""
    names = _names(ranking.entries)
    return tuple(phrases.place_reason(row.standing, row.below.standing, names) for row in ranking.rows if row.below)


def _names(entries: Mapping[int, Entry]) -> dict[int, str]:
    """Everybody's: in a circle of direct wins somebody further off may have decided."""
    return {number: entry.display_name for number, entry in entries.items()}


def own_pairing_reasons(entry: Entry, path: Sequence[PathRow], record: TournamentRecord) -> tuple[tuple[int, str], ...]:
    """Why a player met whom they met: the round and the sentence."""
    sentences = []
    for row in path:
        reasons = pairing_reasons(entry.tournament, row.round_number, record) if row.result else {}
        first = row.opponent.number if row.opponent and row.opponent.number in reasons else entry.number
        if first in reasons:
            sentences.append((row.round_number, reasons[first]))
    return tuple(sentences)
