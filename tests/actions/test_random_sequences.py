"""Whatever is done, undone and done again in whatever order, the rules hold, the archive is sound, every page is there.

The second reading of the rules checks it too, finals and all.

Six evenings with `make test`, a thousand with `make prove`: two hundred of each kind of finals, in the end of each of
which every address is asked.
"""

import json
from contextlib import contextmanager, suppress
from dataclasses import replace
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.evening_addresses import Readers
from tests.factories import make_director, make_tournament, seat
from tests.reference.check import disagreements as reference
from tournament.actions.cash import add_prize, change_prize, give_back_fee, remove_prize, set_fee
from tournament.actions.journal import history, redo, remove_drawn_round, undo
from tournament.actions.permissions import Guest
from tournament.actions.players import (
    NewPlayer,
    accept_requests,
    add_entries,
    ask_to_join,
    change_entry,
    decline,
    keep_apart,
    let_meet,
    remove_entry,
    return_entry,
    set_fixed_table,
    set_here,
    set_pause,
    withdraw_entry,
)
from tournament.actions.results import record_result, renew_player_link, report_score
from tournament.actions.rounds import Presence, draw_round, end_consolation, pair_anew, pair_by_hand, release_round
from tournament.actions.tournaments import change_tournament, close_tournament, end_evening, reopen_tournament
from tournament.archive.checks import read_archive
from tournament.archive.dump import archive_of, dump
from tournament.engine.checking import check_rounds
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.forms.sent import second_bracket
from tournament.languages import LANGUAGES
from tournament.models import Pairing, Round, Tournament, Wish
from tournament.queries.evening import evening_of, latest_evening, record_of
from tournament.queries.journal import drawn_round
from tournament.queries.players import waiting
from tournament.queries.record import length_columns, result_of
from tournament.queries.rounds.seating import ranking_before, stored_pairs

pytestmark = pytest.mark.django_db
PICK = st.integers(min_value=0, max_value=1000)
RESULTS = st.sampled_from(
    [
        *(Result(Outcome.PLAYED, score) for score in ((3, 0), (3, 1), (2, 3), (4, 2), (0, 3))),
        Result(Outcome.STOPPED, (2, 1)),
        Result(Outcome.STOPPED, (1, 1)),
        DOUBLE_FORFEIT,
        PENDING,
        "first did not appear",
    ]
)


def written(tournament):
    """The archive of the tournament without its vouchers: the cancelled ones stay."""
    archive = archive_of(tournament)
    players = tuple(player.model_copy(update={"payments": []}) for player in archive.players)
    return replace(archive, vouchers=(), players=players)


def all_of(evening):
    """Every value of an evening, the players' and the rounds' rows among it."""
    rows = [
        {name: value for name, value in vars(row).items() if name != "_state"}
        for row in (*evening.entries.values(), *evening.rounds)
    ]
    ranks = [evening.ranks_before(round_.number) for round_ in evening.rounds]
    return rows, evening.sits_out, evening.pairings, evening.record, ranks, evening.tournament.version_mark


class Evening(RuleBasedStateMachine):
    """A director at work, and beside it what the archive was before and after each step.

    `few` is how many addresses are asked after a step; `has_end` says that every address is asked in the end.
    """

    few = 2
    has_end = False

    def __init__(self):
        super().__init__()
        self.pk = None
        self.now = b""
        self.done = []
        self.undone = []
        self.inspected = None
        self.readers = Readers()

    @initialize(
        entries=st.integers(3, 7),
        played=st.sampled_from([0, 2, 3]),
        finals=st.sampled_from([None, None, 2, 4, 8]),
        has_third=st.booleans(),
    )
    def begin(self, entries, played, finals, has_third):
        played = min(played, entries - 1)
        tournament = make_tournament(
            entries=entries,
            played=played,
            planned_rounds=max(played, 1) if finals else 4,
            opens_joining=True,
            finals_players=finals,
            finals_third_place=has_third and finals in (4, 8),
        )
        self.pk = tournament.pk
        self.now = written(tournament)

    @property
    def tournament(self):
        return Tournament.objects.get(pk=self.pk)

    @contextmanager
    def step(self):
        """One action: refused without a trace, or one more that can be undone."""
        tournament, before = self.tournament, self.now
        try:
            yield tournament, make_director()
        except Refused:
            assert written(self.tournament) == before
            return
        after = self.tournament
        self.now = written(after)
        if after.version == tournament.version:
            assert self.now == before
        else:
            if after.draw_seed and not tournament.draw_seed:
                # What came before the first draw stands, and the seed with it.
                self.done.clear()
                before = None
            self.done.append((before, self.now))
            self.undone.clear()

    def entry(self, tournament, pick):
        entries = list(tournament.entries.order_by("number"))
        return entries[pick % len(entries)]

    def last_round(self, tournament):
        return tournament.rounds.order_by("-number").first()

    @rule(name=st.sampled_from(["Zoë", "Ł."]))
    def enter(self, name):
        with self.step() as (tournament, by):
            add_entries(tournament, by=by, players=[NewPlayer(name, "Ulm")])

    @rule(pick=PICK, wish=st.sampled_from(Wish))
    def ask_and_answer(self, pick, wish):
        """Who only asks changes nothing that can be undone; who answers does."""
        tournament = self.tournament
        with suppress(Refused):
            guest = Guest(f"Ute {pick}")
            ask_to_join(tournament, by=guest, request_key=uuid4(), name=guest.name, wish=wish)
        assert written(self.tournament) == self.now
        asked = list(waiting(tournament))
        if asked and pick % 3 == 0:
            with self.step() as (tournament, by):
                decline(tournament, by=by, keys=[asked[-1].pk])
        if pick % 3 == 1:
            with self.step() as (tournament, by):
                accept_requests(tournament, by=by, chosen={one.pk: 0 for one in asked})

    @rule(pick=PICK)
    def report_or_end_a_link(self, pick):
        """What one player reports, and a link that is ended, change nothing that can be undone."""
        tournament = self.tournament
        pending = Pairing.objects.filter(round__tournament=tournament, outcome=Outcome.PENDING).first()
        with suppress(Refused):
            if pending and pick % 2:
                report_score(pending.first, key=pending.pk, expected=None, score=(3, pick % 3))
            else:
                renew_player_link(self.entry(tournament, pick), by=make_director())
        assert written(self.tournament) == self.now

    @rule(pick=PICK, what=st.sampled_from(["name", "fee", "waived", "give back", "here", "not here", "table"]))
    def note(self, pick, what):
        with self.step() as (tournament, by):
            entry = self.entry(tournament, pick)
            if what == "name":
                change_entry(entry, by=by, name=f"Ida {'RST'[pick % 3]}oth", namesakes=9)
            elif what in ("fee", "waived"):
                set_fee(entry, by=by, paid=what == "fee", waived="helps" if what == "waived" else "")
            elif what == "give back":
                give_back_fee(entry, by=by)
            elif what == "table":
                set_fixed_table(entry, by=by, table=None if entry.fixed_table else pick % 9)
            else:
                set_here(entry, by=by, is_here=what == "here")

    @rule(pick=PICK, other=PICK, act=st.sampled_from([keep_apart, keep_apart, let_meet]))
    def wish(self, pick, other, act):
        with self.step() as (tournament, by):
            act(self.entry(tournament, pick), self.entry(tournament, other), by=by)

    @rule(pick=PICK, what=st.sampled_from(["buy", "correct", "give back"]))
    def prize(self, pick, what):
        with self.step() as (tournament, by):
            values = {"place": 1 + pick % 4, "description": f"Prize {pick % 3}", "price_cents": pick}
            bought = list(tournament.prizes.order_by("pk"))
            if what == "buy":
                add_prize(tournament, by=by, **values)
            elif bought and what == "correct":
                change_prize(bought[pick % len(bought)], by=by, **values)
            elif bought:
                remove_prize(bought[pick % len(bought)], by=by)

    @rule(
        pick=PICK,
        how=st.sampled_from([remove_entry, withdraw_entry, withdraw_entry, return_entry]),
    )
    def come_or_go(self, pick, how):
        with self.step() as (tournament, by):
            if how is not remove_entry or tournament.entries.count() > 2:
                how(self.entry(tournament, pick), by=by)

    @precondition(lambda self: self.last_round(self.tournament))
    @rule(pick=PICK, other=PICK, is_bye=st.booleans())
    def set_two_at_a_table(self, pick, other, is_bye):
        with self.step() as (tournament, by):
            first, second = (self.entry(tournament, each).number for each in (pick, other))
            seat(tournament, *([first] if is_bye else [first, second]), by=by, knows_met=True)

    @rule(pick=PICK, ahead=st.integers(0, 2), pauses=st.booleans())
    def pause(self, pick, ahead, pauses):
        with self.step() as (tournament, by):
            number = tournament.rounds.count() + ahead
            set_pause(self.entry(tournament, pick), by=by, round_number=number, pauses=pauses)

    @rule(pick=PICK, said=st.sampled_from([None, *Presence]), rematches=st.booleans())
    def draw(self, pick, said, rematches):
        with self.step() as (tournament, by):
            presence = {self.entry(tournament, pick).number: said} if said else {}
            number = tournament.rounds.count() + 1
            draw_round(tournament, by=by, number=number, presence=presence, rematches_allowed=rematches)

    @rule()
    def finish_and_draw(self):
        """So that evenings get beyond their first rounds."""
        for pairing in Pairing.objects.filter(round__tournament=self.pk, outcome="pending").order_by("pk"):
            self.enter_result(pairing, Result(Outcome.PLAYED, ((3, 1), (1, 3), (3, 0))[pairing.pk % 3]))
        with self.step() as (tournament, by):
            draw_round(tournament, by=by, number=tournament.rounds.count() + 1)

    @rule(pick=PICK, result=RESULTS)
    def result(self, pick, result):
        matches = list(Pairing.objects.filter(round__tournament=self.pk, second__isnull=False).order_by("pk"))
        if matches:
            self.enter_result(matches[pick % len(matches)], result)

    @rule(result=RESULTS)
    def correct_the_first_round(self, result):
        first = Pairing.objects.filter(round__tournament=self.pk, round__number=1, second__isnull=False)
        if first:
            self.enter_result(first.earliest("pk"), result)

    def enter_result(self, pairing, result):
        if result == "first did not appear":
            result = Result(Outcome.FORFEIT, winner=pairing.second.number)
        with self.step() as (_tournament, by):
            record_result(pairing, by=by, expected=result_of(pairing), result=result)

    @rule(data=st.data())
    def choose_pairings(self, data):
        round_ = self.last_round(self.tournament)
        if round_ is None:
            return
        order = data.draw(st.permutations(ranking_before(self.tournament, round_.number)))
        pairs = [(order[i], order[i + 1] if i + 1 < len(order) else None) for i in range(0, len(order), 2)]
        with self.step() as (tournament, by):
            seen = stored_pairs(round_)
            pair_by_hand(tournament, by=by, number=round_.number, expected=seen, pairs=pairs, reason="wish")

    @rule()
    def back_to_the_rules(self):
        round_ = self.last_round(self.tournament)
        if round_:
            with self.step() as (tournament, by):
                pair_anew(tournament, by=by, number=round_.number)

    @precondition(lambda self: self.last_round(self.tournament))
    @rule()
    def remove_the_last_round(self):
        number = self.last_round(self.tournament).number
        line = history(self.tournament).undoable
        if line and drawn_round(line) == number:
            self.undo()
        else:
            with self.step() as (tournament, by):
                remove_drawn_round(tournament, by=by, number=number, confirmed=str(number))

    @precondition(lambda self: self.last_round(self.tournament))
    @rule(score=st.sampled_from([None, None, (1, 0)]))
    def end_the_evening(self, score):
        number = self.last_round(self.tournament).number
        still_open = Pairing.objects.filter(round__tournament=self.pk, round__number=number, outcome="pending")
        scores = dict.fromkeys(still_open.values_list("pk", flat=True), score)
        with self.step() as (tournament, by):
            end_evening(tournament, by=by, number=number, scores=scores)

    @rule(hides=st.booleans(), rounds=st.integers(0, 6), fee=st.integers(0, 1000))
    def change_settings(self, hides, rounds, fee):
        with self.step() as (tournament, by):
            change_tournament(tournament, by=by, hides_new_rounds=hides, planned_rounds=rounds, fee_cents=fee)

    @rule(
        players=st.sampled_from([None, 2, 4, 8]),
        lengths=st.sampled_from([(), (3,), (5,), (3, 5), (1, 3, 5)]),
        has_third=st.booleans(),
        second=st.sampled_from(["", "rest 2", "rest 4", "losers", "first_losers"]),
    )
    def change_finals(self, players, lengths, has_third, second):
        with self.step() as (tournament, by):
            finals = {"finals_players": players, "finals_third_place": has_third, **length_columns(lengths)}
            finals |= second_bracket(second)
            change_tournament(tournament, by=by, **finals)

    @precondition(lambda self: self.last_round(self.tournament) and self.last_round(self.tournament).is_finals)
    @rule()
    def end_the_consolation(self):
        with self.step() as (tournament, by):
            end_consolation(tournament, by=by, number=self.last_round(tournament).number)

    @precondition(lambda self: self.last_round(self.tournament) and self.last_round(self.tournament).is_finals)
    @rule(pick=PICK, result=RESULTS)
    def result_of_finals(self, pick, result):
        finals = {"round__tournament": self.pk, "round__is_finals": True}
        matches = list(Pairing.objects.filter(**finals, second__isnull=False).order_by("pk"))
        if matches:
            self.enter_result(matches[pick % len(matches)], result)

    @rule(up_to=st.integers(1, 9), fees=st.lists(st.integers(0, 1000), max_size=3))
    def change_fees(self, up_to, fees):
        """The fewer the dearer, or not; now and then no table at all."""
        with self.step() as (tournament, by):
            numbers = [up_to + index for index in range(len(fees) - 1)]
            steps = list(zip([*numbers, None], fees, strict=False))
            change_tournament(tournament, by=by, fee_steps=steps)

    @rule()
    def release(self):
        round_ = self.last_round(self.tournament)
        if round_:
            with self.step() as (tournament, by):
                release_round(tournament, by=by, number=round_.number)

    @rule(how=st.sampled_from([close_tournament, reopen_tournament, reopen_tournament, reopen_tournament]))
    def close_or_reopen(self, how):
        with self.step() as (tournament, by):
            how(tournament, by=by)

    @rule()
    def undo(self):
        line = history(self.tournament).undoable
        if line is None or not self.done:
            return
        before, after = self.done.pop()
        assert self.now == after
        undo(line, by=make_director())
        self.now = written(self.tournament)
        assert self.now == (before or self.now)
        self.undone.append((self.now, after))

    @rule()
    def redo(self):
        line = history(self.tournament).redoable
        assert (line is not None) == bool(self.undone)
        if line is not None:
            before, after = self.undone.pop()
            assert self.now == before
            redo(line, by=make_director())
            self.now = written(self.tournament)
            assert self.now == after
            self.done.append((before, after))

    @invariant()
    def the_rules_hold_and_the_archive_is_sound(self):
        """Everyone present is paired once, every round is what the rules give or manual, the file can be read."""
        if self.pk is None or self.tournament.version == self.inspected:
            return
        tournament = self.tournament
        self.inspected = tournament.version
        record = record_of(tournament)
        for round_ in record.rounds:
            named = [number for p in round_.pairings for number in (p.first, p.second) if number is not None]
            present = record.present(round_.number)
            assert set(named) <= set(present) if round_.finals else sorted(named) == sorted(present)
        assert check_rounds(record) == ()
        assert all_of(latest_evening(tournament)) == all_of(evening_of(tournament))
        assert read_archive(dump(tournament)).record == record
        assert reference(json.loads(dump(tournament))) == []
        assert evening_of(tournament).record == record
        self.readers.ask(tournament, self.few)

    def teardown(self):
        if self.has_end and self.pk:
            tournament = self.tournament
            self.readers.ask_everything(tournament, [LANGUAGES[tournament.version % len(LANGUAGES)]])
        Round.objects.filter(tournament=self.pk).delete()
        Tournament.objects.filter(pk=self.pk).delete()


# By the kind: how many rounds of the Swiss, how many places, and the second bracket.
FINALS = {
    "knock-out": [(0, 4, ""), (0, 8, ""), (0, 16, "")],
    "rest": [(1, 4, "rest 4"), (1, 4, "rest 8"), (1, 8, "rest 4")],
    "losers": [(0, 8, "losers"), (0, 16, "losers"), (1, 8, "losers")],
    "first_losers": [(0, 8, "first_losers"), (0, 16, "first_losers"), (1, 8, "first_losers")],
}


class EveningOfFinals(Evening):
    """An evening whose finals begin soon and have a second bracket or a match for third place, and little beside."""

    ask_and_answer = report_or_end_a_link = note = wish = prize = change_fees = None
    set_two_at_a_table = choose_pairings = back_to_the_rules = change_settings = change_finals = None
    finals = [choice for choices in FINALS.values() for choice in choices]

    @initialize(data=st.data(), entries=st.integers(5, 12))
    def begin(self, data, entries):
        swiss, players, kind = data.draw(st.sampled_from(self.finals))
        tournament = make_tournament(
            entries=entries,
            planned_rounds=swiss,
            finals_players=players,
            finals_third_place=kind in ("", "rest 4", "rest 8"),
            **second_bracket(kind),
        )
        self.pk = tournament.pk
        self.now = written(tournament)

    @rule()
    def play_on(self):
        self.finish_and_draw()


def play(machine, evenings):
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=evenings,
            stateful_step_count=40,
            deadline=None,
            print_blob=True,
            suppress_health_check=list(HealthCheck),
        ),
    )


@pytest.mark.costly
@pytest.mark.long
def test_random_sequences_of_actions_undos_and_redos_keep_the_rules():
    play(Evening, 3)


@pytest.mark.costly
@pytest.mark.long
def test_random_sequences_in_finals_with_a_second_bracket_keep_the_rules():
    play(EveningOfFinals, 3)


@pytest.mark.prove
@pytest.mark.parametrize("kind", FINALS)
def test_hundreds_of_random_sequences_in_finals_of_a_kind_keep_the_rules(kind):
    play(type("EveningOfFinals", (EveningOfFinals,), {"finals": FINALS[kind], "has_end": True}), 200)


@pytest.mark.prove
def test_hundreds_of_random_sequences_of_actions_undos_and_redos_keep_the_rules():
    play(type("Evening", (Evening,), {"has_end": True}), 200)
