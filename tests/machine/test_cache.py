"""What is costly is made once for all who ask at the same time."""

from threading import Event, Thread

import pytest

from tournament.machine.cache import KEPT_BYTES, MOST_BYTES_OF_ONE, cached, cached_value, weigh_again


class Made:
    kept_bytes = 1


def test_what_was_made_is_kept_under_its_key():
    made = [cached(key, Made) for key in ("a", "a", "b")]

    assert made[0] is made[1]
    assert made[1] is not made[2]
    assert (cached_value("a"), cached_value("c")) == (made[0], None)


def test_who_asks_while_it_is_being_made_gets_the_same():
    begun, may_end, second_asks = Event(), Event(), Event()
    made = []

    def slowly():
        begun.set()
        may_end.wait(10)
        return Made()

    def ask_second():
        second_asks.set()
        made.append(cached("slow", Made))

    first = Thread(target=lambda: made.append(cached("slow", slowly)))
    first.start()
    begun.wait(10)
    second = Thread(target=ask_second)
    second.start()
    second_asks.wait(10)
    may_end.set()
    first.join(10)
    second.join(10)

    assert len(made) == 2
    assert made[0] is made[1]


def test_where_it_could_not_be_made_the_next_one_tries_again():
    def fail():
        raise ValueError("not this time")

    with pytest.raises(ValueError, match="not this time"):
        cached("failing", fail)

    made = Made()

    assert cached("failing", lambda: made) is made


def test_what_has_grown_pushes_out_what_was_asked_for_longest_ago():
    first, second, third = (cached(key, Made) for key in ("first", "second", "third"))
    second.kept_bytes = third.kept_bytes = MOST_BYTES_OF_ONE // 2

    weigh_again("second")
    weigh_again("third")
    assert [cached_value(key) for key in ("first", "second", "third")] == [first, second, third]

    third.kept_bytes = MOST_BYTES_OF_ONE
    weigh_again("third")
    assert [cached_value(key) for key in ("first", "second", "third")] == [None, None, third]


def test_what_is_larger_than_the_whole_cache_is_kept_alone():
    largest = cached("largest", Made)
    largest.kept_bytes = 10 * KEPT_BYTES
    weigh_again("largest")

    assert cached_value("largest") is largest
