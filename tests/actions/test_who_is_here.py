"""Who is here now is paired, who is not is not: whatever was done, undone and done again before.

In the suite 600 random steps in two parts, which both cores share; `make prove` takes 10,000. The seed is printed.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from random import Random

import pytest

from tests.factories import make_director, make_tournament
from tournament.actions.entries import NewPlayer, add_entries, return_entry, set_pause, withdraw_entry
from tournament.actions.history import history, redo, undo
from tournament.actions.pairings import let_bye_step_in, pair_anew, pair_by_hand, seat_latecomer
from tournament.actions.results import record_result
from tournament.actions.rounds import Presence, draw_round, release_round, remove_round
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Pairing, Tournament
from tournament.queries.by_hand import seated, stored_pairs
from tournament.queries.record import record_before, record_of

pytestmark = pytest.mark.django_db
STEPS_PER_EVENING = 50
MOST_PLAYERS = 9


@dataclass
class Room:
    """Who is in the room as somebody standing in it would say, and who sits in each round."""

    here: set[int]
    sitting_out: set[tuple[int, int]] = field(default_factory=set)
    rounds: list[set[int]] = field(default_factory=list)

    def players_of(self, round_number):
        """Who is to be paired in a round that is paired now."""
        return {number for number in self.here if (number, round_number) not in self.sitting_out}


class Evening:
    """A director who does something at random, and beside it the room."""

    def __init__(self, chance):
        self.chance = chance
        entries = chance.randint(3, 7)
        tournament = make_tournament(entries=entries, planned_rounds=4, hides_new_rounds=chance.random() < 0.5)
        self.pk = tournament.pk
        self.on_the_list = entries
        self.room = Room(set(range(1, entries + 1)))
        self.done = []
        self.undone = []
        self.is_drawn = False

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
        withdraw_entry(self.entry(number), by=make_director())
        self.room.here.discard(number)

    def come_back(self):
        number = self.someone()
        return_entry(self.entry(number), by=make_director())
        self.room.here.add(number)

    def enter(self):
        if self.on_the_list < MOST_PLAYERS:
            (entry,) = add_entries(self.tournament, by=make_director(), players=[NewPlayer(f"L{self.on_the_list + 1}")])
            self.on_the_list += 1
            self.room.here.add(entry.number)

    def pause(self):
        asked = (self.someone(), self.last + self.chance.randint(0, 2))
        pauses = self.chance.random() < 0.6
        set_pause(self.entry(asked[0]), by=make_director(), round_number=asked[1], pauses=pauses)
        (self.room.sitting_out.add if pauses else self.room.sitting_out.discard)(asked)

    def draw(self):
        number = self.last + 1
        missed = self.chance.choice([{}, {}, {self.someone(): self.chance.choice(list(Presence))}])
        try:
            draw_round(self.tournament, by=make_director(), number=number, presence=missed)
        except Refused as refused:
            if refused.code != "no_pairing_without_rematch":
                raise
            draw_round(self.tournament, by=make_director(), number=number, presence=missed, rematches_allowed=True)
        for player, said in missed.items():
            if said is Presence.HAS_LEFT:
                self.room.here.discard(player)
            elif said is Presence.PAUSES:
                self.room.sitting_out.add((player, number))
        self.room.rounds.append(self.room.players_of(number))

    def finish(self):
        """Every open table of the last round gets a result."""
        for _table in range(self.open_tables().count()):
            self.change(Evening.enter_result)

    def enter_result(self):
        pairing = self.open_tables().first()
        if pairing:
            result = Result(Outcome.PLAYED, self.chance.choice([(3, 1), (1, 3), (3, 0)]))
            record_result(pairing, by=make_director(), expected=PENDING, result=result)

    def open_tables(self):
        return Pairing.objects.filter(round__tournament=self.pk, outcome="pending").order_by("pk")

    def remove(self):
        number = self.last
        remove_round(self.tournament, by=make_director(), number=number, confirmed=str(number))
        del self.room.rounds[-1:]

    def pair_again(self):
        pair_anew(self.tournament, by=make_director(), number=self.last)
        self.room.rounds[-1] = self.room.players_of(self.last)

    def by_hand(self):
        if not self.last:
            return
        order = sorted(self.room.players_of(self.last))
        self.chance.shuffle(order)
        pairs = [(order[i], order[i + 1] if i + 1 < len(order) else None) for i in range(0, len(order), 2)]
        seen = stored_pairs(self.last_round())
        pair_by_hand(self.tournament, by=make_director(), number=self.last, expected=seen, pairs=pairs, reason="wish")
        self.room.rounds[-1] = set(order)

    def seat(self):
        number = self.someone()
        seat_latecomer(self.entry(number), by=make_director())
        if number not in self.room.rounds[-1]:
            assert number in self.room.players_of(self.last)
            self.room.rounds[-1].add(number)

    def step_in(self):
        number = self.someone()
        let_bye_step_in(self.entry(number), by=make_director())
        if self.last and number in self.room.rounds[-1]:
            assert number not in self.room.here
            self.room.rounds[-1].remove(number)

    def release(self):
        release_round(self.tournament, by=make_director(), number=self.last)

    def undo(self):
        line = history(self.tournament).undoable
        if line and self.done:
            before, after = self.done.pop()
            assert self.room == after
            undo(line, by=make_director())
            self.room = deepcopy(before)
            self.undone.append((before, after))
            self.count_the_list()

    def redo(self):
        line = history(self.tournament).redoable
        if line and self.undone:
            before, after = self.undone.pop()
            redo(line, by=make_director())
            self.room = deepcopy(after)
            self.done.append((before, after))
            self.count_the_list()

    def count_the_list(self):
        """Who was entered goes with the undo, from the end of the list."""
        self.on_the_list = self.tournament.entries.count()

    def check(self):
        tournament, room, following = self.tournament, self.room, self.last + 1
        stored = [set(seated(stored_pairs(round_))) for round_ in tournament.rounds.order_by("number")]
        record = record_of(tournament)
        assert stored == room.rounds
        assert [set(record.present(number)) for number in range(1, following)] == room.rounds
        assert set(record.present(following)) == room.players_of(following)
        if self.last:
            assert set(record_before(tournament, self.last).present(self.last)) == room.players_of(self.last)


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
    Evening.seat: 5,
    Evening.step_in: 6,
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


@pytest.mark.parametrize("_part", range(2))
def test_who_is_here_is_paired_and_who_is_not_is_not_in_300_random_steps(_part):
    take_steps(300)


@pytest.mark.prove
def test_who_is_here_is_paired_and_who_is_not_is_not_in_10000_random_steps():
    take_steps(10_000)
