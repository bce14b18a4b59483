"""Stored rounds as the rules pair them, and the lots, by which anyone can check the draw."""

import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import Any

from tournament.engine.crosstable import meetings
from tournament.engine.lot import lot
from tournament.engine.pairing import DrawnPairing, DrawnRound, redraw
from tournament.engine.record import EntryRecord, PairingRecord, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.machine.cache import Weighed, cached
from tournament.machine.logs import error_as
from tournament.models import Entry, JournalLine, Round, Tournament
from tournament.queries.evening import Evening, once, public_evening

# Estimated bytes of a pairing with the opponents it passed over, and of a change in the journal.
BYTES_OF_A_PAIRING = 700
BYTES_OF_A_CHANGE = 2_000
CHANGES_PAIRINGS = ("pairings_changed", "players_seated", "round_paired_anew", "evening_ended", "undone", "redone")
"""The actions that may change a round without removing it."""

HOW_DRAWN = ("manual", "rematches_allowed", "lookahead_bound", "wishes")

Pair = tuple[int, int | None]


class AsPaired:
    """A round as the rules pair it: `pairings` by first player, with the players and the ranks of that time.

    A stored pairing that the rules would not make is None if the director changed the round, else missing.
    `set_by_hand` holds the first players of pairings known to be set by the director. `drawn` is the whole round by the
    rules; None in the finals, if the rules allow no pairs, and if it is unknown what the director changed.
    """

    def __init__(self, evening: Evening, number: int) -> None:
        stored, seated = evening.rounds[number - 1], evening.record.rounds[number - 1].pairings
        before = _before_the_director(stored, evening, tuple(_newest_first(stored))) if stored.manual else evening
        record = before.record if before else None
        is_explained = record is not None and not stored.is_finals and not record.rounds[number - 1].wishes
        self.number, self.entries = number, evening.entries
        self.ranks = (before or evening).ranks_before(number)
        self.drawn = drawn_by_the_rules(stored, record) if record and is_explained else None
        # Who plays each first player now.
        self.seconds = dict(map(_pair, seated))
        known = {_pair(pairing) for pairing in record.rounds[number - 1].pairings} if record else set()
        explained = {
            (pairing.first, pairing.second): pairing for pairing in (self.drawn.pairings if self.drawn else ())
        }
        if stored.manual and explained.keys() != known:
            explained = {}
        self.pairings: dict[int, DrawnPairing | None] = {}
        by_hand = set()
        for one in evening.pairings[number]:
            pair = _pair(one.record)
            if stored.manual and (one.changed_at is not None or (before and pair not in known)):
                by_hand.add(one.record.first)
            elif stored.manual or pair in explained:
                self.pairings[one.record.first] = explained.get(pair)
        self.set_by_hand = frozenset(by_hand)
        # The earlier rounds of a rematch or second bye, and the players who had the bye before.
        again = [pairing for pairing in self.pairings.values() if pairing and pairing.is_rematch]
        self.meetings = {one.first: meetings(evening.record, number, one.first, one.second) for one in again}
        earlier = (pairing for round_ in evening.record.rounds[: number - 1] for pairing in round_.pairings)
        self.had_bye = frozenset(pairing.first for pairing in earlier if pairing.second is None)

    @property
    def kept_bytes(self) -> int:
        """The memory of the round in bytes, without the players, who are usually kept with the evening anyway."""
        return 1_000 + BYTES_OF_A_PAIRING * len(self.pairings)


@once
def as_paired(evening: Evening, number: int) -> AsPaired:
    """Return a stored round as the rules pair it.

    Every player's page needs all rounds. In the largest tournaments, rounds and evening would push each other out of
    the cache, and every page would compute everything again; so the evening holds the rounds and counts their weight.
    """
    paired_round = AsPaired(evening, number)
    evening.weigh(paired_round.kept_bytes)
    return paired_round


def _pair(pairing: PairingRecord) -> Pair:
    return pairing.first, pairing.second


def _unknown(round_: Round, evening: Evening, changes: Sequence[dict[str, Any]]) -> Evening | None:
    return None


@error_as(_unknown)
def _before_the_director(round_: Round, evening: Evening, changes: Sequence[dict[str, Any]]) -> Evening | None:
    """Return the tournament with the round as it was before the director changed it; `changes` has the newest first.

    None if that is not known: the round was imported as changed, or was paired on results that are no longer stored.
    """
    # Entries by key, as the journal names them: one that was undone since has no number any more.
    keys = {number: entry.pk for number, entry in evening.entries.items()}
    pairs = {
        stored_pairing.key: _renamed(_pair(stored_pairing.record), keys)
        for stored_pairing in evening.pairings[round_.number]
    }
    joined: dict[int, int] = {}
    fields: dict[str, bool] = {}
    for change in changes:
        before, after, key = change["before"], change["after"], change["id"]
        if change["model"] == "round" and key == round_.pk:
            fields |= {name: before[name] for name in HOW_DRAWN if name in (before or ())}
        elif change["model"] == "pairing" and after is None and before["round_id"] == round_.pk:
            pairs[key] = before["first_id"], before["second_id"]
        elif change["model"] == "pairing" and before is None:
            pairs.pop(key, None)
        elif change["model"] == "entry" and before and "joined_round" in before:
            joined[key] = before["joined_round"]
        elif change["model"] == "pastresult" and before and before.get("until") == round_.number:
            return None
    if fields.get("manual", True):
        return None
    numbers = {key: number for number, key in keys.items()}
    if not {player for pair in pairs.values() for player in pair} <= {*numbers, None}:
        return None
    paired = [_renamed(pair, numbers) for pair in pairs.values()]
    first_rounds = {numbers[key]: first for key, first in joined.items() if key in numbers}
    return _with_round(evening, round_.number, paired, first_rounds, fields)


def _renamed(pair: Pair, names: Mapping[int, int]) -> Pair:
    first, second = pair
    return names[first], None if second is None else names[second]


def _newest_first(round_: Round) -> Iterator[dict[str, Any]]:
    """Yield the changed rows in the journal since the round was last paired by the rules, the newest first."""
    key = ("changes of pairings", round_.tournament.edition)
    for changes in cached(key, partial(_changes_of_pairings, round_.tournament_id)).value:
        yield from reversed(changes)
        if any(
            change["model"] == "round" and change["id"] == round_.pk and (change["before"] or {}).get("manual") is False
            for change in changes
        ):
            return


def _changes_of_pairings(tournament: int) -> Weighed[tuple[list[dict[str, Any]], ...]]:
    """Read the rows changed by actions that may change a round, the newest first; one result serves all rounds."""
    journal_lines = JournalLine.objects.filter(tournament=tournament, action__in=CHANGES_PAIRINGS).order_by("-version")
    lines = tuple(journal_lines.values_list("changes", flat=True))
    return Weighed(lines, 1_000 + BYTES_OF_A_CHANGE * sum(map(len, lines)))


def _with_round(
    evening: Evening, number: int, pairs: Collection[Pair], joined: Mapping[int, int], fields: Mapping[str, Any]
) -> Evening:
    """Return the tournament with these pairs in the round, everybody else absent, and the first rounds in `joined`."""
    seated = {player for pair in pairs for player in pair}
    entries = tuple(
        EntryRecord(entry.number, joined.get(entry.number, entry.joined_round), None, ())
        if entry.number in seated
        else replace(entry, joined_round=joined.get(entry.number, entry.joined_round), absent_rounds=(number,))
        for entry in evening.record.entries
    )
    record = replace(evening.record, entries=entries)
    ranks = replace(evening, record=record).ranks_before(number)
    pairings = tuple(PairingRecord(*pair) for pair in sorted(pairs, key=lambda pair: ranks[pair[0]]))
    round_ = replace(record.rounds[number - 1], pairings=pairings, **fields)
    rounds = (*record.rounds[: number - 1], round_, *record.rounds[number:])
    return replace(evening, record=replace(record, rounds=rounds))


def drawn_by_the_rules(stored_round: Round, record: TournamentRecord) -> DrawnRound | None:
    """Return the round as the rules pair it; None if they allow no pairs."""
    # The facts a round depends on change only when it is paired again, or by the director, so it is computed once.
    round_, number = record.rounds[stored_round.number - 1], stored_round.number
    apart = tuple(wish for wish in record.kept_apart if wish.holds_in(number))
    results = (
        tuple(
            pairing.result_as_of(number)
            for round_record in record.rounds[: number - 1]
            for pairing in round_record.pairings
        )
        if stored_round.manual
        else ()
    )
    pairs = tuple(map(_pair, round_.pairings))
    key = ("drawn", stored_round.pk, round_.planned_rounds, pairs, apart, hash(results))
    return cached(key, partial(_drawn, record, number)).value


def _drawn(record: TournamentRecord, number: int) -> Weighed[DrawnRound | None]:
    """Compute the round as the rules pair it; None if they allow no pairs. Its cache key must include its pairs."""
    size = 1_000 + 2 * BYTES_OF_A_PAIRING * len(record.rounds[number - 1].pairings)
    try:
        return Weighed(redraw(record, number), size)
    except Refused:
        return Weighed(None, size)


BYTES_OF_A_LOT = 180


def drawn_lots(tournament: Tournament, after_round: int) -> tuple[tuple[str, Entry], ...]:
    """Return the lots of all players on the list after a round, the best first; computed once for all pages.

    A lot has 64 hexadecimal digits.
    """

    def draw() -> Weighed[tuple[tuple[str, Entry], ...]]:
        entries = _entries_by(tournament, after_round)
        lots = [(lot(tournament.draw_seed, after_round, entry.number), entry) for entry in entries]
        return Weighed(tuple(sorted(lots, key=itemgetter(0))), BYTES_OF_A_LOT * len(lots))

    return cached(("lots", tournament.edition, after_round), draw).value


def check_command(tournament: Tournament, after_round: int) -> str:
    """Return a shell command that prints the lots on any computer with Python: lot and start number, best first."""
    numbers = ",".join(str(entry.number) for entry in _entries_by(tournament, after_round))
    program = (
        "import sys,hashlib;print(*sorted("
        f"(hashlib.sha256(f'{{sys.argv[1]}}|{after_round}|{{p}}'.encode()).hexdigest(),p)"
        f"for p in[{numbers}]),sep='\\n')"
    )
    return f"python3 -c {shlex.quote(program)} {shlex.quote(tournament.draw_seed)}"


def _entries_by(tournament: Tournament, after_round: int) -> list[Entry]:
    return [entry for entry in public_evening(tournament).entries.values() if entry.joined_round <= after_round + 1]
