"""Eight people enter as fast as they can, each at a table of their own and all at two tables together.

Forty entries of each with `make test`, two hundred with `make prove`.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.conftest import tournament_of_all
from tests.faults.writers import Writer, results_on, said_in
from tournament.models import JournalLine, Pairing

WRITERS = 8


def enter_many(writer, own, shared, entries):
    """Three of four at the own table; where somebody else was faster, the answer shows what stands."""
    stands = results_on(writer.look())
    for number in range(entries):
        key = own if number % 4 else shared[number // 4 % len(shared)]
        result = writer.next_result(key)
        answer = writer.enter(key, stands[key], result, in_place=False)
        stands[key] = result if answer.status == 302 else results_on(answer.text)[key]
    writer.forget_connection()


@pytest.mark.long
@pytest.mark.parametrize("entries", [40, pytest.param(200, marks=pytest.mark.prove)])
def test_eight_writers_meet_no_error_and_lose_no_entry(server, inspect, entries):
    # One table stays open: with all results in, every entry would be a correction that asks first.
    tournament = tournament_of_all(entries=2 * (WRITERS + 3))
    writers = [
        Writer(f"writer {index}", index, WRITERS, slug=tournament.slug, port=server.port) for index in range(WRITERS)
    ]
    *own, first_shared, second_shared, _open = Pairing.objects.order_by("table").values_list("pk", flat=True)
    server.begin()
    server.wait_until_it_runs()

    with ThreadPoolExecutor(WRITERS) as hands:
        list(hands.map(enter_many, writers, own, [(first_shared, second_shared)] * WRITERS, [entries] * WRITERS))

    assert server.complaints.read_text("utf-8") == ""
    assert [writer.unexpected for writer in writers] == [[]] * WRITERS
    for writer, key in zip(writers, own, strict=True):
        stored = [said_in(line) for line in JournalLine.objects.filter(by_name=writer.name).order_by("version")]
        assert stored == writer.acknowledged
        assert [said[1] for said in stored].count(key) == entries * 3 / 4
    inspect()
