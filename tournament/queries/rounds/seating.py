"""Who could play whom: pairing by hand, players without an opponent, and leavers of a running round."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament.engine import by_hand
from tournament.engine.crosstable import crosstable
from tournament.engine.pairing import NEEDS_CONSENT, DrawnRound, draw
from tournament.engine.record import RoundRecord, Score, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.seating import FreePlayer, Place, Waits, free_players, is_running, place_of, proposals, seat_for
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.models import Entry, Game, Pairing, Round, Tournament
from tournament.queries.evening import Evening, evening_of, record_of
from tournament.queries.players import absent_in
from tournament.queries.rounds.pairings import WhyNotPlaying, not_playing

# Changing pairings by hand: what the director needs to know.


@dataclass(frozen=True, slots=True)
class ChosenPair:
    """A pair with players and ranks; without a second it is the bye, or a free player without an opponent yet.

    `is_objected`: they have met before, or it is a second bye; `are_kept_apart`: they should not meet. `table` is where
    they would sit; None where that is not asked for.
    """

    first: Entry
    first_rank: int
    second: Entry | None
    second_rank: int | None
    is_objected: bool
    are_kept_apart: bool
    table: int | None = None

    @property
    def pair(self) -> by_hand.Pair:
        return self.first.number, self.second.number if self.second else None


def stored_pairs(round_: Round) -> tuple[by_hand.Pair, ...]:
    """Return the pairs of a stored round as start numbers, in pairing order."""
    pairings = Pairing.objects.filter(round=round_).order_by("position")
    return tuple(pairings.values_list("first__number", "second__number"))


def seated(pairs: Iterable[by_hand.Pair]) -> tuple[int, ...]:
    """Return the start numbers of all players in the pairs."""
    return tuple(number for pair in pairs for number in pair if number is not None)


def ranking_before(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Return the players who would be paired if the round were drawn now, the best first by today's results."""
    record = evening_of(tournament).until(number - 1).record
    present = set(record.present(number))
    return tuple(row.number for row in standings(record, number - 1) if row.number in present)


def drawn_anew(round_: Round) -> DrawnRound:
    """Pair the last round again by the rules, from today's results; with rematches if it allowed them and has to."""
    record = evening_of(round_.tournament).until(round_.number - 1).record
    try:
        return draw(record)
    except Refused as refused:
        if refused.code not in NEEDS_CONSENT or not round_.rematches_allowed:
            raise
    return draw(record, rematches_allowed=True)


def rules_pairs(round_: Round) -> tuple[tuple[ChosenPair, ...], Refused | None]:
    """Return the pairs that the rules make from today's results, in pairing order, or none and the reason."""
    try:
        drawn = drawn_anew(round_)
    except Refused as refused:
        return (), refused
    return with_names(round_, [(pairing.first, pairing.second) for pairing in drawn.pairings]), None


def with_names(round_: Round, pairs: list[by_hand.Pair]) -> tuple[ChosenPair, ...]:
    """Return the pairs with players, ranks, and whether the rules would avoid them."""
    evening = evening_of(round_.tournament).until(round_.number - 1)
    record, entries = evening.record, evening.entries
    ranks = {row.number: row.rank for row in standings(record, round_.number - 1)}
    apart = record.apart(round_.number)
    objected = by_hand.objections(pairs, crosstable(record, round_.number - 1))
    return tuple(
        ChosenPair(
            entries[first],
            ranks[first],
            None if second is None else entries[second],
            None if second is None else ranks[second],
            (first, second) in objected,
            second in apart.get(first, ()),
        )
        for first, second in pairs
    )


def joins_who_are_kept_apart(round_: Round, draft: by_hand.Draft, stored: by_hand.Draft) -> bool:
    """Tell whether the draft newly pairs two players who are kept apart; the page then says so before saving."""
    apart = evening_of(round_.tournament).until(round_.number - 1).record.apart(round_.number)
    before = {frozenset(pair) for pair in stored.pairs}
    joined = [pair for pair in draft.pairs if frozenset(pair) not in before]
    return any(second in apart.get(first, ()) for first, second in joined)


def is_overtaken(round_: Round, record: TournamentRecord | None = None) -> bool:
    """Tell whether, after a correction, the rules would pair the last round otherwise, while it has no result."""
    record = record or record_of(round_.tournament)
    stored = (pairing for each in record.rounds for pairing in each.pairings)
    if (
        round_.is_finals
        or round_.manual
        or not any(past.until == round_.number for pairing in stored for past in pairing.was)
        or has_results(record.rounds[round_.number - 1])
    ):
        return False
    try:
        drawn = drawn_anew(round_)
    except Refused:
        return True
    return stored_pairs(round_) != tuple((pairing.first, pairing.second) for pairing in drawn.pairings)


def has_results(round_: RoundRecord) -> bool:
    return any(pairing.result.outcome not in (Outcome.PENDING, Outcome.BYE) for pairing in round_.pairings)


# Players without an opponent in the running round, and whom they could play.


@dataclass(frozen=True, slots=True)
class Waiting:
    """A free player, why they are free, and what can be done if nobody is free to play them.

    `key` and `table` are those of the stored pairing that would be dropped, `leaver` is the opponent who has left.
    `may_have_win` is by forfeit; `has_met_bye` tells that they have had a bye. `is_back` tells that they were on the
    list before the round, `is_left_over` that no proposal includes them.
    """

    entry: Entry
    why: Waits
    place: Place
    key: int | None
    table: int | None
    leaver: Entry | None
    is_back: bool
    may_have_win: bool
    may_have_bye: bool
    has_met_bye: bool
    is_left_over: bool


@dataclass(frozen=True, slots=True)
class PossiblePairing:
    """Two free players, the table they would get, and whether they should be kept apart.

    `met` is the round of their last match, with its score from the side of the first.
    """

    first: Waiting
    second: Waiting
    table: int | None
    met: tuple[int, Score] | None
    are_kept_apart: bool


@dataclass(frozen=True, slots=True)
class WithoutOpponent:
    """The free players, the `proposals`, the best first, and all possible pairings (`chances`) of the `tapped` player.

    `sitting_out` are players who asked to miss the round: they are free once they come after all.
    """

    round_number: int
    free: tuple[Waiting, ...]
    proposals: tuple[PossiblePairing, ...]
    tapped: Waiting | None
    chances: Mapping[int, PossiblePairing]
    sitting_out: tuple[Entry, ...]

    @property
    def has_waiting(self) -> bool:
        """Tell whether a player waits for an opponent; one with the bye does not."""
        return any(one.why is not Waits.BYE for one in self.free)


def fixed_tables(entries: Iterable[Entry]) -> dict[int, int]:
    return {entry.number: entry.fixed_table for entry in entries if entry.fixed_table}


def free_now(round_: Round, record: TournamentRecord) -> tuple[FreePlayer, ...]:
    """Return the players of the last round who have no opponent, or the bye.

    Nobody is free while the round is hidden, nor in the finals.
    """
    if round_.is_hidden or round_.is_finals:
        return ()
    begun = Game.objects.filter(pairing__round=round_).values_list("pairing__first__number", flat=True)
    return free_players(record, frozenset(begun), absent_in(round_.tournament, round_.number))


def without_opponent(round_: Round, evening: Evening, tapped: int | None = None) -> WithoutOpponent | None:
    """Return the players without an opponent in the running round; None if nobody but a player with the bye.

    None in the finals, too, where opponents only come from the bracket.
    """
    record = evening.record
    if evening.tournament.is_closed or round_.is_hidden or round_.is_finals or round_.number != len(record.rounds):
        return None
    begun = {stored.record.first for stored in evening.pairings[round_.number] if stored.has_games}
    free = free_players(record, begun, evening.absent_in(round_.number))
    sitting_out = tuple(one.entry for one in not_playing(round_, evening) if one.why is WhyNotPlaying.SITS_OUT)
    if not is_running(record) or (not sitting_out and all(player.why is Waits.BYE for player in free)):
        return None
    view = _View(round_, evening, free)
    chosen = view.waiting.get(tapped or 0)
    others = [player for player in free if chosen and player.number != chosen.entry.number]
    return WithoutOpponent(
        round_number=round_.number,
        free=tuple(view.waiting.values()),
        proposals=tuple(view.chance(one.first, one.second) for one in view.proposed),
        tapped=chosen,
        chances={other.number: view.chance(tapped or 0, other.number) for other in others},
        sitting_out=sitting_out,
    )


def seats(round_: Round) -> dict[int | None, by_hand.Pair]:
    """Map each table of a round to its two players; the table of the bye is None."""
    pairings = Pairing.objects.filter(round=round_).values_list("table", "first__number", "second__number")
    return {table: (first, second) for table, first, second in pairings}


def can_be_paired_again(round_: Round, record: TournamentRecord) -> bool:
    """Tell whether the round has no result yet and the rules can pair the players who are here now."""
    if round_.is_finals or has_results(record.rounds[round_.number - 1]):
        return False
    try:
        drawn_anew(round_)
    except Refused:
        return False
    return True


class _View:
    """Builds the values shown for free players; the ranking is computed once."""

    def __init__(self, round_: Round, evening: Evening, free: tuple[FreePlayer, ...]) -> None:
        self.evening = evening
        self.record = record = evening.record
        self.number = round_.number
        self.free = {player.number: player for player in free}
        self.table = crosstable(record, self.number - 1)
        self.ranking = [row.number for row in standings(record, self.number - 1, as_of=self.number)]
        self.fixed = fixed_tables(evening.entries.values())
        self.keys = {stored.record.first: stored.key for stored in evening.pairings[self.number]}
        self.has_bye = any(pairing.second is None for pairing in record.rounds[-1].pairings)
        self.apart = record.apart(self.number + 1)
        self.proposed = proposals(free, self.table, self.apart)
        seated = {number for proposal in self.proposed for number in (proposal.first, proposal.second)}
        self.waiting = {player.number: self._waiting(player, player.number not in seated) for player in free}

    def _waiting(self, player: FreePlayer, is_left_over: bool) -> Waiting:
        entry, pairing = self.evening.entries[player.number], player.pairing
        return Waiting(
            entry=entry,
            why=player.why,
            place=place_of(self.record, player.number),
            key=None if pairing is None else self.keys[pairing.first],
            table=None if pairing is None else pairing.table,
            leaver=None if player.leaver is None else self.evening.entries[player.leaver],
            is_back=player.why is Waits.CAME and entry.joined_round <= self.number,
            may_have_win=player.why is Waits.LEFT_ALONE,
            may_have_bye=player.why is not Waits.BYE and not self.has_bye,
            has_met_bye=self.table.has_met_bye(player.number),
            is_left_over=is_left_over,
        )

    def chance(self, first: int, second: int) -> PossiblePairing:
        seat = seat_for(self.record, [self.free[first], self.free[second]], self.ranking, self.fixed)
        are_kept_apart = second in self.apart.get(first, ())
        met = self._met(first, second)
        return PossiblePairing(self.waiting[first], self.waiting[second], seat.table, met, are_kept_apart)

    def _met(self, first: int, second: int) -> tuple[int, Score] | None:
        """Return the round and the score of the last played match of the two, if any."""
        if second not in self.table.opponents[first]:
            return None
        together = (
            (round_.number, pairing)
            for round_ in reversed(self.record.rounds[:-1])
            for pairing in round_.pairings
            if {pairing.first, pairing.second} == {first, second} and pairing.result.score
        )
        number, pairing = next(together)
        score = pairing.result.score or (0, 0)
        return number, (score if pairing.first == first else score[::-1])


# Leavers of the running round, and what can be done about them.


@dataclass(frozen=True, slots=True)
class Leaver:
    """A player who left while their pairing was open; `key` is the key of the stored pairing.

    `opponent` is None for the bye. `has_begun` tells that games of the match are stored.
    """

    entry: Entry
    key: int
    table: int | None
    opponent: Entry | None
    opponent_has_left: bool
    has_begun: bool


def leavers(round_: Round, evening: Evening) -> tuple[tuple[Leaver, ...], bool]:
    """Return the leavers of the running round in pairing order, and whether it can be paired again without them.

    There are none where the round is not the last one, or the tournament is closed.

    If both players of a match have left, only the first is listed. A leaver with the bye is listed only while the round
    can be paired again. Leavers whose opponent is free in a public round are left out; `without_opponent` lists that
    opponent. In the finals nobody is free.
    """
    record, entries = evening.record, evening.entries
    if evening.tournament.is_closed or round_.number != len(record.rounds):
        return (), False
    running = record.rounds[-1]
    left = record.left
    if not left & running.seated:
        return (), False
    may_pair_again = can_be_paired_again(round_, record)
    rows = []
    for stored in evening.pairings[round_.number]:
        pairing = stored.record
        gone = [number for number in (pairing.first, pairing.second) if number in left]
        is_open = pairing.result.outcome is Outcome.PENDING or (pairing.second is None and may_pair_again)
        leaves_one_free = len(gone) == 1 and pairing.second and not stored.has_games and not round_.is_finals
        if not gone or not is_open or (leaves_one_free and not round_.is_hidden):
            continue
        opponent = pairing.first if gone[0] == pairing.second else pairing.second
        rows.append(
            Leaver(
                entry=entries[gone[0]],
                key=stored.key,
                table=pairing.table,
                opponent=None if opponent is None else entries[opponent],
                opponent_has_left=len(gone) == 2,
                has_begun=stored.has_games,
            )
        )
    return tuple(rows), may_pair_again
