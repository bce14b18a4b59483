"""Who could play whom: pairing by hand, players without an opponent, and leavers of a running round."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament.engine import by_hand
from tournament.engine.crosstable import crosstable
from tournament.engine.pairing import NEEDS_CONSENT, DrawnRound, draw
from tournament.engine.record import RoundRecord, Score, TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.seating import FreePlayer, Waits, free_players, is_running, place_of, proposals, seat_for
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.models import Entry, Game, Pairing, Round, Tournament
from tournament.queries.evening import Evening, StoredPairing, evening_of, record_of
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
        drawn_round = drawn_anew(round_)
    except Refused as refused:
        return (), refused
    return with_names(round_, [(pairing.first, pairing.second) for pairing in drawn_round.pairings]), None


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


def joins_who_are_kept_apart(round_: Round, draft: by_hand.Draft, stored_draft: by_hand.Draft) -> bool:
    """Tell whether the draft newly pairs two players who are kept apart; the page then says so before saving."""
    apart = evening_of(round_.tournament).until(round_.number - 1).record.apart(round_.number)
    pairs_before = {frozenset(pair) for pair in stored_draft.pairs}
    joined = [pair for pair in draft.pairs if frozenset(pair) not in pairs_before]
    return any(second in apart.get(first, ()) for first, second in joined)


def is_overtaken(round_: Round, record: TournamentRecord | None = None) -> bool:
    """Tell whether, after a correction, the rules would pair the last round otherwise, while it has no result."""
    record = record or record_of(round_.tournament)
    pairings = (pairing for round_record in record.rounds for pairing in round_record.pairings)
    if (
        round_.is_finals
        or round_.manual
        or not any(past.until == round_.number for pairing in pairings for past in pairing.was)
        or has_results(record.rounds[round_.number - 1])
    ):
        return False
    try:
        drawn_round = drawn_anew(round_)
    except Refused:
        return True
    return stored_pairs(round_) != tuple((pairing.first, pairing.second) for pairing in drawn_round.pairings)


def has_results(round_: RoundRecord) -> bool:
    return any(pairing.result.outcome not in (Outcome.PENDING, Outcome.BYE) for pairing in round_.pairings)


# Players without an opponent in the running round, and whom they could play.


class Waiting:
    """A free player, why they are free, and what can be done if nobody is free to play them.

    `key` and `table` are those of the stored pairing that would be dropped, `leaver` is the opponent who has left.
    """

    def __init__(self, without: "WithoutOpponent", player: FreePlayer) -> None:
        pairing, entries = player.pairing, without.evening.entries
        self.without, self.why, self.entry = without, player.why, entries[player.number]
        self.place = place_of(without.record, player.number)
        self.key = None if pairing is None else without.keys[pairing.first]
        self.table = None if pairing is None else pairing.table
        self.leaver = None if player.leaver is None else entries[player.leaver]

    @property
    def is_back(self) -> bool:
        """Whether the player was on the list before the round."""
        return self.why is Waits.CAME and self.entry.joined_round <= self.without.round_number

    @property
    def may_have_win(self) -> bool:
        """Whether the player can get a win by forfeit."""
        return self.why is Waits.LEFT_ALONE

    @property
    def may_have_bye(self) -> bool:
        return self.why is not Waits.BYE and not self.without.has_bye

    @property
    def has_met_bye(self) -> bool:
        """Whether the player has had a bye."""
        return self.without.crosstable.has_met_bye(self.entry.number)

    @property
    def is_left_over(self) -> bool:
        """Whether no proposal includes the player."""
        return all(self.entry.number not in pair for pair in self.without.proposed)


class PossiblePairing:
    """Two free players, the table they would get, and whether they should be kept apart."""

    def __init__(self, without: "WithoutOpponent", first: int, second: int) -> None:
        self.without, self.numbers = without, (first, second)
        self.first, self.second = without.waiting[first], without.waiting[second]
        players = [without.players[first], without.players[second]]
        self.table = seat_for(without.record, players, without.ranking, without.fixed).table
        self.are_kept_apart = second in without.apart.get(first, ())

    @cached_property
    def met(self) -> tuple[int, Score] | None:
        """The round and the score, from the side of the first, of the last played match of the two, if any."""
        first, second = self.numbers
        if second not in self.without.crosstable.opponents[first]:
            return None
        together = (
            (round_.number, pairing)
            for round_ in reversed(self.without.record.rounds[:-1])
            for pairing in round_.pairings
            if {pairing.first, pairing.second} == {first, second} and pairing.result.score
        )
        number, pairing = next(together)
        score = pairing.result.score or (0, 0)
        return number, (score if pairing.first == first else score[::-1])


class WithoutOpponent:
    """The players of the running round who have no opponent; `sitting_out` are those who asked to miss it.

    `tapped` is the player whose possible pairings are shown, if it is one of these. The ranking is computed once.
    """

    def __init__(
        self, round_: Round, evening: Evening, free: Sequence[FreePlayer], sitting_out: tuple[Entry, ...], tapped: int
    ) -> None:
        self.evening, self.sitting_out, self.round_number = evening, sitting_out, round_.number
        self.record = record = evening.record
        self.players = {player.number: player for player in free}
        self.crosstable = crosstable(record, round_.number - 1)
        self.ranking = [row.number for row in standings(record, round_.number - 1, as_of=round_.number)]
        self.fixed = fixed_tables(evening.entries.values())
        self.keys = {stored.record.first: stored.key for stored in evening.pairings[round_.number]}
        self.has_bye = any(pairing.second is None for pairing in record.rounds[-1].pairings)
        self.apart = record.apart(round_.number + 1)
        self.proposed = proposals(tuple(free), self.crosstable, self.apart)
        self.waiting = {player.number: Waiting(self, player) for player in free}
        self.tapped = self.waiting.get(tapped)

    @property
    def free(self) -> tuple[Waiting, ...]:
        return tuple(self.waiting.values())

    @cached_property
    def proposals(self) -> tuple[PossiblePairing, ...]:
        """The pairings that are proposed, the best first."""
        return tuple(PossiblePairing(self, *pair) for pair in self.proposed)

    @cached_property
    def chances(self) -> dict[int, PossiblePairing]:
        """The possible pairings of the tapped player, by start number of the other."""
        if self.tapped is None:
            return {}
        number = self.tapped.entry.number
        return {other: PossiblePairing(self, number, other) for other in self.players if other != number}

    @property
    def has_waiting(self) -> bool:
        """Tell whether a player waits for an opponent; one with the bye does not."""
        return any(player.why is not Waits.BYE for player in self.free)


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
    begun = {
        stored_pairing.record.first for stored_pairing in evening.pairings[round_.number] if stored_pairing.has_games
    }
    free = free_players(record, begun, evening.absent_in(round_.number))
    sitting_out = tuple(
        absent_player.entry
        for absent_player in not_playing(round_, evening)
        if absent_player.why is WhyNotPlaying.SITS_OUT
    )
    if not is_running(record) or (not sitting_out and all(player.why is Waits.BYE for player in free)):
        return None
    return WithoutOpponent(round_, evening, free, sitting_out, tapped or 0)


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


# Leavers of the running round, and what can be done about them.


class Leaver:
    """A player who left while their pairing was open; `key` is the key of the stored pairing.

    `opponent` is None for the bye. `has_begun` tells that games of the match are stored.
    """

    def __init__(self, evening: Evening, stored: StoredPairing) -> None:
        pairing, left = stored.record, evening.record.left
        number, opponent = pairing.first, pairing.second
        if number not in left and opponent is not None:
            number, opponent = opponent, number
        self.entry = evening.entries[number]
        self.key, self.table, self.has_begun = stored.key, pairing.table, stored.has_games
        self.opponent = None if opponent is None else evening.entries[opponent]
        self.opponent_has_left = opponent in left


def leavers(round_: Round, evening: Evening) -> tuple[tuple[Leaver, ...], bool]:
    """Return the leavers of the running round in pairing order, and whether it can be paired again without them.

    There are none where the round is not the last one, or the tournament is closed.

    If both players of a match have left, only the first is listed. A leaver with the bye is listed only while the round
    can be paired again. Leavers whose opponent is free in a public round are left out; `without_opponent` lists that
    opponent. In the finals nobody is free.
    """
    record = evening.record
    if evening.tournament.is_closed or round_.number != len(record.rounds):
        return (), False
    round_record = record.rounds[-1]
    left = record.left
    if not left & round_record.seated:
        return (), False
    may_pair_again = can_be_paired_again(round_, record)
    rows = []
    for stored_pairing in evening.pairings[round_.number]:
        pairing = stored_pairing.record
        left_numbers = [number for number in (pairing.first, pairing.second) if number in left]
        is_open = pairing.result.outcome is Outcome.PENDING or (pairing.second is None and may_pair_again)
        leaves_one_free = (
            len(left_numbers) == 1 and pairing.second and not stored_pairing.has_games and not round_.is_finals
        )
        if not left_numbers or not is_open or (leaves_one_free and not round_.is_hidden):
            continue
        rows.append(Leaver(evening, stored_pairing))
    return tuple(rows), may_pair_again
