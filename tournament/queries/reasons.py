"""Why a pairing is as it is and a place is where it is, in sentences with the players' names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from tournament.engine.pairing import DrawnPairing
from tournament.engine.record import TournamentRecord
from tournament.models import Entry, Round, Tournament
from tournament.names import isolated
from tournament.once import once
from tournament.phrases.pairings import pairing_reason
from tournament.phrases.standings import place_reason
from tournament.queries.crosstable import PathRow
from tournament.queries.drawn import drawn_by_the_rules
from tournament.queries.record import record_of
from tournament.queries.standings import StandingRow, StandingsPage, entries_by_number, places_before


@dataclass(frozen=True, slots=True)
class AsPaired:
    """A round as the rules give it: the `pairings` by their first player, with the places and names of then."""

    number: int
    by_hand: bool
    pairings: Mapping[int, DrawnPairing | None]
    names: Mapping[int, str]
    ranks: Mapping[int, int]

    def reason(self, first: int) -> str:
        """Why the pairing with this first player is as it is; empty where the rules do not give it."""
        pairing = self.pairings.get(first)
        if self.by_hand and first in self.pairings:
            return _("The director set this pairing.")
        return _sentence(pairing, self.names, self.ranks, self.number) if pairing else ""


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
    found = as_paired(tournament, stored, record)
    return {first: found.reason(first) for first in found.pairings}


def as_paired(tournament: Tournament, stored: Round, record: TournamentRecord | None = None) -> AsPaired:
    """A stored round as the rules give it, worked out once for each version of the tournament."""
    key = ("as paired", tournament.pk, tournament.version, stored.number)
    return once(key, partial(_worked_out, tournament, stored, record))


def _worked_out(tournament: Tournament, stored: Round, record: TournamentRecord | None) -> AsPaired:
    record = record or record_of(tournament)
    pairings = record.rounds[stored.number - 1].pairings
    if stored.manual:
        return AsPaired(stored.number, True, {pairing.first: None for pairing in pairings}, {}, {})
    names = {number: isolated(entry.display_name) for number, entry in entries_by_number(tournament).items()}
    # A tournament from elsewhere may hold pairings that the rules do not give.
    paired = {(pairing.first, pairing.second) for pairing in pairings}
    drawn = drawn_by_the_rules(stored, record)
    as_drawn = {
        pairing.first: pairing
        for pairing in (drawn.pairings if drawn else ())
        if (pairing.first, pairing.second) in paired
    }
    return AsPaired(stored.number, False, as_drawn, names, places_before(record, stored.number))


def _sentence(pairing: DrawnPairing, names: Mapping[int, str], ranks: Mapping[int, int], number: int) -> str:
    second = None if pairing.second is None else (names[pairing.second], ranks[pairing.second])
    passed_over = [
        ("", 0, passed.why) if passed.number is None else (names[passed.number], ranks[passed.number], passed.why)
        for passed in pairing.passed_over
    ]
    first = (names[pairing.first], ranks[pairing.first])
    return pairing_reason(first, second, passed_over, by_lot=number == 1)


def place_reasons(row: StandingRow, entries: Mapping[int, Entry]) -> tuple[str, ...]:
    """Why a player is below the one above and above the one below."""
    names = _names(entries)
    sentences = []
    if row.above:
        sentences.append(place_reason(row.above.standing, row.standing, names))
    if row.below:
        sentences.append(place_reason(row.standing, row.below.standing, names))
    return tuple(sentences)


def order_reasons(ranking: StandingsPage) -> tuple[str, ...]:
    """Why each player is above the next, from the top of the ranking to its end."""
    names = _names(ranking.entries)
    return tuple(place_reason(row.standing, row.below.standing, names) for row in ranking.rows if row.below)


def _names(entries: Mapping[int, Entry]) -> dict[int, str]:
    """Everybody's: in a circle of direct wins somebody further off may have decided."""
    return {number: isolated(entry.display_name) for number, entry in entries.items()}


def own_pairing_reasons(
    number: int, path: Sequence[PathRow], paired: Sequence[AsPaired]
) -> tuple[tuple[int, str], ...]:
    """Why a player met whom they met, the rounds `paired` so far given: the round and the sentence."""
    sentences = []
    for row, found in zip(path, paired, strict=True):
        reason = row.result and ((row.opponent and found.reason(row.opponent.number)) or found.reason(number))
        if reason:
            sentences.append((row.round_number, reason))
    return tuple(sentences)
