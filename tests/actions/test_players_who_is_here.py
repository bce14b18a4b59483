"""Who is here now is paired, who is not is not: whatever was done, undone and done again before.

Beside the program a room of its own: who is in it, who sits opposite whom, and who of them is free. What becomes of a
round in which two are set at a table is read a second time in `tests/reference`, as is the archive of every evening at
its end. In the suite 200 random steps, other ones at each run; `make prove` takes 10,000. The seed is printed.
"""

import json
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random

import pytest

from tests.factories import make_director, make_tournament, seat
from tests.reference.check import disagreements
from tests.reference.seating import after_setting
from tournament.actions.journal import history, redo, undo
from tournament.actions.players import NewPlayer, add_entries, return_entry, set_pause, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.rounds import Presence, draw_round, pair_anew, pair_by_hand, release_round, remove_round
from tournament.actions.tournaments import end_evening
from tournament.archive.dump import dump
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Pairing, Tournament
from tournament.queries.evening import evening_of, record_of
from tournament.queries.rounds.seating import free_now, stored_pairs

pytestmark = pytest.mark.django_db
STEPS_PER_EVENING = 50
MOST_PLAYERS = 9


@dataclass
class Room:
    """Who is in the room as somebody standing in it would say, and who sits opposite whom in each round.

    A pair is of two or, with the bye, of one; whether it is decided, a bye always is.
    """

    here: set[int]
    sitting_out: set[tuple[int, int]] = field(default_factory=set)
    rounds: list[dict[frozenset[int], bool]] = field(default_factory=list)
    is_hidden: bool = False
    planned: int = 4

    def players_of(self, round_number):
        """Who is to be paired in a round that is paired now."""
        return {number for number in self.here if (number, round_number) not in self.sitting_out}

    def free(self):
        """Who has nobody to play in the running round: left alone, with the bye, or not in it though here."""
        if not self.rounds or self.is_hidden or all(self.rounds[-1].values()):
            return set()
        seated = set().union(*self.rounds[-1])
        alone = {
            number
            for pair, is_decided in self.rounds[-1].items()
            for number in pair & self.here
            if len(pair) == 1 or (not is_decided and len(pair & self.here) == 1)
        }
        return alone | (self.players_of(len(self.rounds)) - seated)

    def has_bye(self):
        """Whether somebody has the bye of the last round, here or not."""
        return any(len(pair) == 1 for pair in self.rounds[-1])

    def set_together(self, players):
        """They sit at a table; whoever sat with them is not in the round."""
        last = self.rounds[-1]
        self.rounds[-1] = {pair: decided for pair, decided in last.items() if not pair & players}
        self.rounds[-1][frozenset(players)] = len(players) == 1


class Evening:
    """A director who does something at random, and beside it the room."""

    def __init__(self, chance):
        self.chance = chance
        self.by = make_director()
        entries = chance.randint(3, 7)
        self.hides = chance.random() < 0.5
        tournament = make_tournament(entries=entries, planned_rounds=4, hides_new_rounds=self.hides)
        self.pk = tournament.pk
        self.on_the_list = entries
        self.room = Room(set(range(1, entries + 1)))
        self.done = []
        self.undone = []
        self.is_drawn = False
        self.checked = None

    @property
    def tournament(self):
        return Tournament.objects.get(pk=self.pk)

    @property
    def last(self):
        return len(self.room.rounds)

    def someone(self):
        return self.chance.randint(1, self.on_the_list)

    def entry(self, number):
        return self.tournament.entries.get(number=number)

    def last_round(self):
        return self.tournament.rounds.get(number=self.last)

    def step(self):
        does = self.chance.choices(list(ACTIONS), ACTIONS.values())[0]
        if does in (Evening.undo, Evening.redo, Evening.finish):
            does(self)
        else:
            self.change(does)
        self.check()

    def change(self, does, *arguments):
        """One change: refused without a trace, or one more that can be undone."""
        before, version = deepcopy(self.room), self.tournament.version
        try:
            does(self, *arguments)
        except Refused:
            self.room = before
            assert self.tournament.version == version
            return
        if self.tournament.version != version:
            if self.last and not self.is_drawn:
                # What came before the first draw stands.
                self.is_drawn = True
                self.done.clear()
            self.done.append((before, deepcopy(self.room)))
            self.undone.clear()

    def leave(self):
        number = self.someone()
        withdraw_entry(self.entry(number), by=self.by)
        self.room.here.discard(number)

    def come_back(self):
        number = self.someone()
        return_entry(self.entry(number), by=self.by)
        self.room.here.add(number)

    def enter(self):
        if self.on_the_list < MOST_PLAYERS:
            (entry,) = add_entries(self.tournament, by=self.by, players=[NewPlayer(f"L{self.on_the_list + 1}")])
            self.on_the_list += 1
            self.room.here.add(entry.number)

    def pause(self):
        asked = (self.someone(), self.last + self.chance.randint(0, 2))
        pauses = self.chance.random() < 0.6
        set_pause(self.entry(asked[0]), by=self.by, round_number=asked[1], pauses=pauses)
        (self.room.sitting_out.add if pauses else self.room.sitting_out.discard)(asked)

    def draw(self):
        number = self.last + 1
        missed = self.chance.choice([{}, {}, {self.someone(): self.chance.choice(list(Presence))}])
        try:
            draw_round(self.tournament, by=self.by, number=number, presence=missed)
        except Refused as refused:
            if refused.code != "no_pairing_without_rematch":
                raise
            draw_round(self.tournament, by=self.by, number=number, presence=missed, rematches_allowed=True)
        for player, said in missed.items():
            if said is Presence.HAS_LEFT:
                self.room.here.discard(player)
            elif said is Presence.PAUSES:
                self.room.sitting_out.add((player, number))
        self.room.is_hidden = self.hides
        self.room.rounds.append(self.as_stored(number))
        assert set().union(*self.room.rounds[-1]) == self.room.players_of(number)

    def finish(self):
        """Every open table of the last round gets a result."""
        for _table in range(self.open_tables().count()):
            self.change(Evening.enter_result)

    def enter_result(self):
        pairing = self.open_tables().first()
        if pairing:
            result = Result(Outcome.PLAYED, self.chance.choice([(3, 1), (1, 3), (3, 0)]))
            self.decide(pairing, result)

    def decide(self, pairing, result):
        record_result(pairing, by=self.by, expected=PENDING, result=result)
        self.room.rounds[-1][frozenset((pairing.first.number, pairing.second.number))] = True

    def forfeit(self):
        """Against who has left the opponent has the win; where both have, neither."""
        for pairing in self.open_tables():
            players = {pairing.first.number, pairing.second.number}
            here = players & self.room.here
            if here != players:
                won = Result(Outcome.FORFEIT, winner=min(here)) if here else DOUBLE_FORFEIT
                self.decide(pairing, won)
                return

    def set_two(self):
        """Two are set at a table, or one has the bye: just those of whom the room says that they are free."""
        everyone = list(range(1, self.on_the_list + 1))
        free = sorted(self.room.free())
        among = free if len(free) > 1 and self.chance.random() < 0.8 else everyone
        players = frozenset(self.chance.sample(among, min(len(among), self.chance.choice([1, 2, 2, 2]))))
        if not self.last or players in self.room.rounds[-1]:
            return
        may = players <= self.room.free() and (len(players) == 2 or not self.room.has_bye())
        after = after_setting(self.archive(), players, self.sitting_out_now())
        assert may == (after is not None)
        try:
            seat(self.tournament, *sorted(players), by=self.by, knows_met=True)
        except Refused:
            assert not may
            raise
        assert may
        rows = self.archive()["rounds"][-1]["pairings"]
        assert [(tuple(row["players"]), row["table"]) for row in rows] == after
        self.room.set_together(players)

    def end(self):
        """Open matches are stopped or fall away; a round of which nothing is left was none."""
        matches = {pairing.pk: pairing for pairing in self.open_tables()} if self.last else {}
        scores = {key: self.chance.choice([None, None, (2, 1), (0, 0)]) for key in matches}
        if self.room.is_hidden:
            scores = dict.fromkeys(scores)
        end_evening(self.tournament, by=self.by, number=self.last, scores=scores)
        last = self.room.rounds[-1]
        for key, pairing in matches.items():
            pair = frozenset((pairing.first.number, pairing.second.number))
            last[pair] = True
            if scores[key] is None:
                del last[pair]
        if all(len(pair) == 1 for pair in last):
            del self.room.rounds[-1]
            self.room.is_hidden = False
        self.room.planned = self.last

    def sitting_out_now(self):
        return {number for number, round_number in self.room.sitting_out if round_number == self.last}

    def archive(self):
        return json.loads(dump(self.tournament))

    def open_tables(self):
        return Pairing.objects.filter(round__tournament=self.pk, outcome="pending").order_by("pk")

    def remove(self):
        number = self.last
        remove_round(self.tournament, by=self.by, number=number, confirmed=str(number))
        del self.room.rounds[-1:]
        self.room.is_hidden = False

    def pair_again(self):
        pair_anew(self.tournament, by=self.by, number=self.last)
        self.room.rounds[-1] = self.as_stored(self.last)
        assert set().union(*self.room.rounds[-1]) == self.room.players_of(self.last)

    def by_hand(self):
        if not self.last:
            return
        order = sorted(self.room.players_of(self.last))
        self.chance.shuffle(order)
        pairs = [(order[i], order[i + 1] if i + 1 < len(order) else None) for i in range(0, len(order), 2)]
        seen = stored_pairs(self.last_round())
        pair_by_hand(self.tournament, by=self.by, number=self.last, expected=seen, pairs=pairs, reason="wish")
        self.room.rounds[-1] = {frozenset({*pair} - {None}): None in pair for pair in pairs}

    def release(self):
        release_round(self.tournament, by=self.by, number=self.last)
        self.room.is_hidden = False

    def undo(self):
        line = history(self.tournament).undoable
        if line and self.done:
            before, after = self.done.pop()
            assert self.room == after
            undo(line, by=self.by)
            self.room = deepcopy(before)
            self.undone.append((before, after))
            self.count_the_list()

    def redo(self):
        line = history(self.tournament).redoable
        if line and self.undone:
            before, after = self.undone.pop()
            redo(line, by=self.by)
            self.room = deepcopy(after)
            self.done.append((before, after))
            self.count_the_list()

    def count_the_list(self):
        """Who was entered goes with the undo, from the end of the list."""
        self.on_the_list = self.tournament.entries.count()

    def as_stored(self, number):
        """The pairs of a round as the program keeps them, and which are decided."""
        stored = Pairing.objects.filter(round__tournament=self.pk, round__number=number)
        return pairs_of(stored.values_list("first__number", "second__number", "outcome"))

    def check(self):
        """All that the program says of the room is as the room has it; where nothing was done, it was said before."""
        tournament, room, following = self.tournament, self.room, self.last + 1
        if tournament.version == self.checked:
            return
        self.checked = tournament.version
        record = record_of(tournament)
        assert [
            pairs_of((pairing.first, pairing.second, pairing.result.outcome) for pairing in round_.pairings)
            for round_ in record.rounds
        ] == room.rounds
        assert [set(record.present(number)) for number in range(1, following)] == [
            set().union(*pairs) for pairs in room.rounds
        ]
        assert tournament.planned_rounds == room.planned
        assert record.left == set(range(1, self.on_the_list + 1)) - room.here
        assert set(record.present(following)) == room.players_of(following)
        if self.last:
            assert {player.number for player in free_now(self.last_round(), record)} == room.free()
            assert set(evening_of(tournament).until(self.last - 1).record.present(self.last)) == room.players_of(
                self.last
            )


def pairs_of(rows):
    return {frozenset({first, second} - {None}): outcome != Outcome.PENDING for first, second, outcome in rows}


ACTIONS = {
    Evening.leave: 10,
    Evening.come_back: 12,
    Evening.enter: 5,
    Evening.pause: 8,
    Evening.draw: 14,
    Evening.enter_result: 3,
    Evening.finish: 8,
    Evening.remove: 5,
    Evening.pair_again: 10,
    Evening.by_hand: 7,
    Evening.set_two: 16,
    Evening.forfeit: 4,
    Evening.end: 2,
    Evening.release: 6,
    Evening.undo: 9,
    Evening.redo: 6,
}


def take_steps(steps):
    seed = Random().randrange(10**6)
    print(f"{seed=}")
    chance = Random(seed)
    for _evening in range(steps // STEPS_PER_EVENING):
        evening = Evening(chance)
        for _step in range(STEPS_PER_EVENING):
            evening.step()
        assert disagreements(evening.archive()) == []


@pytest.mark.costly
def test_who_is_here_is_paired_and_who_is_not_is_not_in_200_random_steps():
    take_steps(200)


@pytest.mark.prove
def test_who_is_here_is_paired_and_who_is_not_is_not_in_10000_random_steps():
    take_steps(10_000)
