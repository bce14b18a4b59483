"""What is costly is made once for all who ask at the same time."""

from threading import Event, Thread

import pytest

from tests.commands.conftest import AT_THE_LATEST
from tournament.machine.cache import KEPT_BYTES, MOST_BYTES_OF_ONE, cached, cached_value, weigh_again


class Made:
    kept_bytes = 1


def test_what_was_made_is_kept_under_its_key():
    made = [cached(key, Made) for key in ("a", "a", "b")]

    assert made[0] is made[1]
    assert made[1] is not made[2]
    assert (cached_value("a"), cached_value("c")) == (made[0], None)


class Key:
    """A key that tells when it is looked up."""

    def __init__(self):
        self.looked_up = Event()

    def __hash__(self):
        self.looked_up.set()
        return 1

    def __eq__(self, other):
        return isinstance(other, Key)


def test_who_asks_while_it_is_being_made_gets_the_same():
    begun, may_end = Event(), Event()
    made = {}

    def make_slowly():
        begun.set()
        assert may_end.wait(AT_THE_LATEST)
        return Made()

    def ask(name, key, make):
        made[name] = cached(key, make)

    second_key = Key()
    first = Thread(target=ask, args=("first", Key(), make_slowly))
    second = Thread(target=ask, args=("second", second_key, Made))
    first.start()
    assert begun.wait(AT_THE_LATEST)
    second.start()
    # The second looks its key up while the cache is locked, and then waits; only now may the first be done.
    assert second_key.looked_up.wait(AT_THE_LATEST)
    may_end.set()
    first.join(AT_THE_LATEST)
    second.join(AT_THE_LATEST)

    assert made["first"] is made["second"]


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
