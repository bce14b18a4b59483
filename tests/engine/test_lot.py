from hashlib import sha256

from tournament.engine.lot import lot


def test_the_lot_is_the_hash_of_seed_round_and_number():
    assert lot("6-3 5-1 4-4", 2, 7) == sha256(b"6-3 5-1 4-4|2|7").hexdigest()


def test_the_seed_is_hashed_as_utf_8_exactly_as_it_stands():
    assert lot(" Zürich ", 0, 1) == sha256(" Zürich |0|1".encode()).hexdigest()


def test_the_published_example_comes_out():
    order = sorted(range(1, 9), key=lambda number: lot("konstanz", 0, number))

    assert order == [8, 6, 5, 2, 4, 7, 3, 1]
