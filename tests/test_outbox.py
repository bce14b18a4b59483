"""The outbox as a model: what a device and the program agree on, whatever the network, other people and the owner do.

Two pages of one device, requests that arrive late or never, answers that nobody hears, a network that is cut, pages
that are loaded again, a login that ends, a desk that enters and removes. The promise: each word enters at most once;
each has entered, or is named on the device, or was let go by its owner; what was told not to have entered never enters,
nor does what is held behind a refusal, as long as that stands. Six parts of the design hold it up: without any of them
the promise is broken, and the model shows it.

What the scripts and the program do is tested in tests/browser/test_outbox.py and tests/actions/test_words.py.
"""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import Phase, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

SCORES = st.sampled_from(["3:0", "3:1", "0:3"])
TABS = st.integers(0, 1)
# What becomes of a request at once; on its way it may still arrive, or not.
FATES = st.sampled_from(["is answered", "arrives", "is on its way"])
# What the promise rests on.
PARTS = (
    "names",
    "discarding",
    "stored refusals",
    "drawing only on news of the other page",
    "holding what follows a refusal",
    "waiting for the login",
)


@dataclass
class Word:
    name: int
    says: str
    seen: str | None
    tries: int = 0
    state: str = "waits"
    # The words that were refused before it, whose owner has not answered yet.
    behind: frozenset[int] = frozenset()


@dataclass
class Flight:
    """A request that is under way from this page, with what it says of its word, and later with its answer."""

    tab: int
    word: Word
    answer: str = ""


@dataclass
class Program:
    """What is stored: the report, and the names of words with it."""

    parts: frozenset[str]
    report: str | None = None
    names: set[int] = field(default_factory=set)
    refusals: set[int] = field(default_factory=set)
    entered: list[int] = field(default_factory=list)

    def take(self, word: Word) -> str:
        if "names" in self.parts and word.name in self.names:
            return "known"
        if "stored refusals" in self.parts and word.name in self.refusals:
            return "refused"
        if self.report not in (None, word.says, word.seen):
            self.refusals.add(word.name)
            return "refused"
        if self.report != word.says:
            self.entered.append(word.name)
        self.report = word.says
        self.names.add(word.name)
        return "taken"

    def discard(self, word: Word) -> str:
        is_known = word.name in self.names
        if "discarding" in self.parts:
            self.names.add(word.name)
        return "has entered" if is_known else "never"


class Outbox(RuleBasedStateMachine):
    """A device with its shelf, seen by two pages, and the program."""

    parts = frozenset(PARTS)

    @initialize()
    def begin(self) -> None:
        self.program = Program(self.parts)
        self.shelf: list[Word] = []
        self.flights: list[Flight] = []
        self.shown: list[str | None] = [None, None]
        self.is_cut = False
        self.is_logged_in = True
        self.is_out = [False, False]
        self.said: set[int] = set()
        self.let_go: set[int] = set()
        self.answered: set[int] = set()
        self.not_entered: set[int] = set()
        self.entered_by_then: dict[int, int] = {}
        self.sendings = self.occasions = 0

    def next(self) -> Word | None:
        return next((word for word in self.shelf if word.state not in ("refused", "held")), None)

    def on_the_shelf(self, name: int) -> Word | None:
        return next((word for word in self.shelf if word.name == name), None)

    # The owner.

    @rule(tab=TABS, says=SCORES, fate=FATES)
    def says_something(self, tab: int, says: str, fate: str) -> None:
        waiting = [word for word in self.shelf if word.state == "waits"]
        before = waiting[-1] if waiting else None
        if before and before.says == says:
            return
        seen = self.shown[tab]
        if before and not before.tries:
            self.shelf.remove(before)
            self.let_go.add(before.name)
            seen = before.seen
        elif before:
            seen = before.says
        refused = [word for word in self.shelf if word.state == "refused"]
        self.let_go |= {word.name for word in refused}
        word = Word(len(self.said) + 1, says, seen)
        self.said.add(word.name)
        self.shelf = [word for word in self.shelf if word not in refused] + [word]
        self.let_the_held_go_on()
        self.send(tab, fate)

    @precondition(lambda self: any(word.state == "refused" for word in self.shelf))
    @rule(tab=TABS, says=SCORES, fate=FATES)
    def says_something_behind_a_refusal(self, tab: int, says: str, fate: str) -> None:
        """At the desk: what it is about depends on the line that was refused."""
        behind = frozenset(word.name for word in self.shelf if word.state == "refused")
        state = "held" if "holding what follows a refusal" in self.parts else "waits"
        word = Word(len(self.said) + 1, says, self.shown[tab], state=state, behind=behind)
        self.said.add(word.name)
        self.shelf.append(word)
        self.send(tab, fate)

    def let_the_held_go_on(self) -> None:
        if not any(word.state == "refused" for word in self.shelf):
            for word in self.shelf:
                if word.state == "held":
                    word.state, word.behind = "waits", frozenset()

    @precondition(lambda self: self.shelf)
    @rule(data=st.data())
    def discards(self, data: st.DataObject) -> None:
        word = data.draw(st.sampled_from(self.shelf))
        if word.state == "discarded":
            return
        if word.state == "refused" or not word.tries:
            self.shelf.remove(word)
            self.let_go.add(word.name)
            self.not_entered.add(word.name)
            self.let_the_held_go_on()
        else:
            word.state = "discarded"

    # The pages.

    @rule(tab=TABS, fate=FATES)
    def timer(self, tab: int, fate: str) -> None:
        self.send(tab, fate)

    def send(self, tab: int, fate: str) -> None:
        before = list(self.flights)
        self.occasions += 1
        self.send_now(tab)
        for flight in list(self.flights):
            if flight not in before and fate != "is on its way":
                flight.answer = self.answer(flight.word) if self.is_logged_in else "login"
                if fate == "is answered":
                    self.is_told(flight)

    def send_now(self, tab: int) -> None:
        if self.is_out[tab] and "waiting for the login" in self.parts:
            # The page asks for itself, and sends nothing before the same account is there.
            self.is_out[tab] = self.is_cut or not self.is_logged_in
            if self.is_out[tab]:
                return
        word = self.next()
        is_busy = any(flight.tab == tab for flight in self.flights)
        if word is None or is_busy or self.sendings > 3 * self.occasions:
            return
        word.tries += 1
        self.sendings += 1
        if self.is_cut:
            # Nobody answers. That it was tried is noted on the shelf, which the other page hears.
            if "drawing only on news of the other page" not in self.parts:
                self.send_now(1 - tab)
            return
        self.flights.append(Flight(tab, replace(word)))

    @rule(tab=TABS)
    def looks_again(self, tab: int) -> None:
        if not self.is_cut:
            self.shown[tab] = self.program.report

    @rule(tab=TABS)
    def is_loaded_again(self, tab: int) -> None:
        """What the page before has sent may still arrive, and nobody hears the answer."""
        self.is_out[tab] = False
        for flight in self.flights:
            if flight.tab == tab:
                flight.tab = -1

    # The network.

    @rule(state=st.sampled_from(["there", "there", "cut", "without the login"]))
    def network_is(self, state: str) -> None:
        self.is_cut, self.is_logged_in = state == "cut", state != "without the login"

    @precondition(lambda self: any(not flight.answer for flight in self.flights))
    @rule(data=st.data())
    def arrives(self, data: st.DataObject) -> None:
        flight = data.draw(st.sampled_from([flight for flight in self.flights if not flight.answer]))
        flight.answer = self.answer(flight.word) if self.is_logged_in else "login"

    def answer(self, word: Word) -> str:
        if word.state == "discarded":
            return self.program.discard(word)
        entered = len(self.program.entered)
        answer = self.program.take(word)
        refused = {other.name for other in self.shelf if other.state == "refused"}
        assert len(self.program.entered) == entered or not word.behind & refused
        return answer

    @precondition(lambda self: any(not flight.answer for flight in self.flights))
    @rule(data=st.data())
    def never_arrives(self, data: st.DataObject) -> None:
        """The page gives it up; who knows whether it arrives later."""
        flight = data.draw(st.sampled_from([flight for flight in self.flights if not flight.answer]))
        flight.tab = -1

    @precondition(lambda self: any(flight.answer for flight in self.flights))
    @rule(data=st.data(), is_lost=st.booleans())
    def is_answered(self, data: st.DataObject, *, is_lost: bool) -> None:
        flight = data.draw(st.sampled_from([flight for flight in self.flights if flight.answer]))
        if is_lost or self.is_cut:
            self.flights.remove(flight)
        else:
            self.is_told(flight)

    def is_told(self, flight: Flight) -> None:
        self.flights.remove(flight)
        if flight.tab < 0:
            return
        if flight.answer == "login":
            # The page asks at once whether somebody is there again, and only then sends again.
            self.is_out[flight.tab] = True
            self.occasions += 1
            self.send_now(flight.tab)
            return
        self.hear(flight.word, flight.answer)
        self.shown[flight.tab] = self.program.report

    def hear(self, sent: Word, answer: str) -> None:
        self.answered.add(sent.name)
        word = self.on_the_shelf(sent.name)
        if word is None:
            return
        if sent.state == "discarded":
            self.shelf.remove(word)
            self.let_go.add(word.name)
            if answer == "never":
                self.not_entered.add(word.name)
        elif word.state == "discarded":
            return
        elif answer == "refused":
            word.state = "refused"
        else:
            self.shelf.remove(word)

    # Others.

    @rule(report=st.one_of(st.none(), SCORES))
    def somebody_else_enters_or_removes(self, report: str | None) -> None:
        self.program.report = report

    # The promise.

    @invariant()
    def each_word_enters_at_most_once(self) -> None:
        assert len(self.program.entered) == len(set(self.program.entered))

    @invariant()
    def each_word_has_entered_or_is_named_or_was_let_go(self) -> None:
        named = {word.name for word in self.shelf}
        assert self.said <= named | self.program.names | self.let_go

    @invariant()
    def what_was_told_not_to_have_entered_never_enters(self) -> None:
        told = self.not_entered | {word.name for word in self.shelf if word.state == "refused"}
        for name in told:
            before = self.entered_by_then.setdefault(name, self.program.entered.count(name))
            assert self.program.entered.count(name) == before

    @invariant()
    def what_is_answered_waits_no_more(self) -> None:
        assert not [word for word in self.shelf if word.state == "waits" and word.name in self.answered]

    @invariant()
    def pages_send_at_their_own_time_alone(self) -> None:
        assert self.sendings <= self.occasions

    @invariant()
    def nothing_goes_out_before_the_login(self) -> None:
        assert not [flight for flight in self.flights if flight.tab >= 0 and self.is_out[flight.tab]]

    def teardown(self) -> None:
        """In calm everything settles, and nothing that arrives after that enters."""
        if not hasattr(self, "shelf"):
            return
        while word := self.next():
            self.hear(word, self.answer(word))
        entered = list(self.program.entered)
        self.program.report = None
        for flight in self.flights:
            if not flight.answer and flight.word.state != "discarded":
                self.program.take(flight.word)
        assert self.program.entered == entered


def without(part: str) -> type[Outbox]:
    return type(f"Without{part.title().replace(' ', '')}", (Outbox,), {"parts": frozenset(PARTS) - {part}})


def run(machine: type[Outbox], examples: int, **options: Any) -> None:
    chosen = settings(max_examples=examples, stateful_step_count=40, deadline=None, derandomize=True, database=None)
    run_state_machine_as_test(machine, settings=settings(chosen, **options))


@pytest.mark.costly
def test_each_word_enters_once_or_is_named_as_not_entered():
    run(Outbox, 150)


@pytest.mark.prove
def test_so_it_is_in_many_sequences():
    run(Outbox, 3000)


@pytest.mark.costly
@pytest.mark.parametrize("part", PARTS)
def test_without_one_part_of_the_design_the_promise_is_broken(part):
    with pytest.raises(AssertionError):
        run(without(part), 600, phases=(Phase.generate,), report_multiple_bugs=False)
