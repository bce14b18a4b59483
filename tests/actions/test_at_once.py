"""Several hands at several laptops, at the same moment."""

import uuid
from collections.abc import Callable
from datetime import date
from threading import Barrier, Thread

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client

from tests.factories import draw_next_round, entry_of, make_director, make_tournament, pairing_of
from tournament.actions.cash import set_fee
from tournament.actions.persons import set_appearance
from tournament.actions.players import NewPlayer, add_entries
from tournament.actions.results import record_result
from tournament.actions.rounds import draw_round
from tournament.actions.tournaments import create_tournament
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Entry, JournalLine, Pairing, Round, Tournament, Voucher, Wish, Wished
from tournament.queries.players import player_link
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db(transaction=True)
HANDS = 8
WIN, LOSS = Result(Outcome.PLAYED, (3, 1)), Result(Outcome.PLAYED, (2, 3))


def at_once(*hands: Callable[[], object]) -> list[object]:
    """What each gives back, or the exception it ends with, all begun at the same moment on threads of their own."""
    everybody_ready = Barrier(len(hands))
    ends: list[object] = [None] * len(hands)

    def work(index: int, hand: Callable[[], object]) -> None:
        everybody_ready.wait()
        try:
            ends[index] = hand()
        except Exception as problem:
            ends[index] = problem
        finally:
            connection.close()

    threads = [Thread(target=work, args=each) for each in enumerate(hands)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ends


def codes(ends):
    return [end.code if isinstance(end, Refused) else end for end in ends]


@pytest.fixture
def director():
    return make_director()


def test_a_word_that_is_said_twice_at_the_same_moment_enters_once(director):
    tournament = make_tournament(4)
    draw_next_round(tournament)
    match = pairing_of(tournament, 1, 1)
    path = player_link(match.first).removeprefix(settings.PUBLIC_URL)
    said = {"match": match.pk, "seen": "", "result": "played/3/1/"}
    word = {"HX-Request": "true", "Word": uuid.uuid4().hex}

    ends = at_once(*[lambda: Client().post(f"/en{path}", said, headers=word).status_code] * 4)

    assert sorted(ends) == [200, 204, 204, 204]
    assert JournalLine.objects.filter(action="result_reported").count() == 1


def test_results_of_different_tables_never_disturb_each_other(director):
    tournament = make_tournament(entries=2 * HANDS)
    draw_next_round(tournament)
    version = Tournament.objects.get().version
    tables = [pairing_of(tournament, 1, table) for table in range(1, HANDS + 1)]

    ends = at_once(
        *(
            lambda pairing=pairing: record_result(pairing, by=director, expected=PENDING, result=WIN)
            for pairing in tables
        )
    )

    assert [end.line is not None for end in ends] == [True] * HANDS
    assert [result_of(pairing) for pairing in Pairing.objects.all()] == [WIN] * HANDS
    assert Tournament.objects.get().version == version + HANDS


def test_of_two_results_for_a_table_the_second_hears_of_the_first(director):
    tournament = make_tournament(entries=2)
    draw_next_round(tournament)
    pairing = pairing_of(tournament, 1, 1)

    ends = at_once(
        *(
            lambda result=result: record_result(pairing, by=director, expected=PENDING, result=result)
            for result in (WIN, LOSS)
        )
    )

    stands = result_of(pairing_of(tournament, 1, 1))
    entered = ["entered", "result_entered_meanwhile"] if stands == WIN else ["result_entered_meanwhile", "entered"]
    assert [end.code if isinstance(end, Refused) else "entered" for end in ends] == entered
    told = next(end for end in ends if isinstance(end, Refused)).values["result"]
    assert (told["outcome"], told["score"]) == (stands.outcome, stands.score)


def test_two_draws_give_one_round(director):
    tournament = make_tournament(entries=4)

    ends = at_once(
        *(lambda seed=seed: draw_round(tournament, by=director, number=1, draw_seed=seed) for seed in ("6-3", "4-4"))
    )

    assert ends == [Round.objects.get()] * 2
    assert JournalLine.objects.filter(action="round_drawn").count() == 1


def test_a_name_entered_at_two_doors_is_asked_about_at_one(director):
    tournament = make_tournament(entries=0)

    ends = at_once(*[lambda: add_entries(tournament, by=director, players=[NewPlayer("Anna")])] * 2)

    assert sorted(codes(ends), key=str) == [[Entry.objects.get()], "name_taken"]


def test_two_tills_at_once_give_different_numbers(director):
    tournament = make_tournament(entries=HANDS, fee_cents=800)
    entries = list(tournament.entries.all())

    ends = at_once(*(lambda entry=entry: set_fee(entry, by=director, paid=True) for entry in entries))

    assert ends == [None] * HANDS
    numbers = {voucher.entry_id: voucher.number for voucher in Voucher.objects.all()}
    assert (set(numbers), sorted(numbers.values())) == ({entry.pk for entry in entries}, [*range(1, HANDS + 1)])


def test_no_wish_waits_for_a_payment_that_waits_for_it(director):
    tournament = make_tournament(entries=HANDS, fee_cents=800)
    entries = list(tournament.entries.all())

    def wish_again_and_again(entry):
        for wish in (Wish.ABBREVIATED, Wish.HIDDEN) * 3:
            set_appearance(entry, by=director, wished=Wished(wish))

    def pay_again_and_again(entry):
        for paid in (True, False) * 3:
            set_fee(entry, by=director, paid=paid)

    ends = at_once(
        *(lambda entry=entry: wish_again_and_again(entry) for entry in entries[::2]),
        *(lambda entry=entry: pay_again_and_again(entry) for entry in entries[1::2]),
    )

    assert ends == [None] * HANDS


def test_a_form_sent_twice_at_once_makes_one_tournament(director):
    key = uuid.uuid4()

    ends = at_once(*[lambda: create_tournament(by=director, request_key=key, name="Open", date=date(2026, 11, 20))] * 2)

    assert ends == [Tournament.objects.get()] * 2


@pytest.mark.costly
def test_eight_writers_of_ten_results_each_lose_none(director):
    tournament = make_tournament(entries=2 * HANDS)
    draw_next_round(tournament)
    version = Tournament.objects.get().version

    def enter_and_correct(table):
        seen = PENDING
        for result in (WIN, LOSS) * 5:
            record_result(pairing_of(tournament, 1, table), by=director, expected=seen, result=result)
            seen = result

    ends = at_once(*(lambda table=table: enter_and_correct(table) for table in range(1, HANDS + 1)))

    assert ends == [None] * HANDS
    versions = (
        JournalLine.objects.filter(action="result_recorded").order_by("version").values_list("version", flat=True)
    )
    assert list(versions) == list(range(version + 1, version + 1 + 10 * HANDS))
    assert [result_of(pairing) for pairing in Pairing.objects.all()] == [LOSS] * HANDS


def test_of_payments_at_once_on_several_evenings_of_a_club_each_has_the_next_number_of_its_year(director):
    evenings = [make_tournament(entries=2, fee_cents=800) for _ in range(HANDS)]

    at_once(*(lambda one=one: set_fee(entry_of(one, 1), by=director, paid=True) for one in evenings))

    numbers = Voucher.objects.values_list("year_number", flat=True)
    assert sorted(numbers) == list(range(1, HANDS + 1))
