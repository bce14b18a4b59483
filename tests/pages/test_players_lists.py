"""A long list in parts: everybody once, and none longer than a page."""

import pytest

from tournament.pages.players import list_part


@pytest.mark.parametrize(("total", "sizes"), [(0, [0]), (1, [1]), (3, [3]), (4, [3, 1]), (6, [3, 3]), (7, [3, 3, 1])])
def test_the_parts_hold_everybody_once_in_order(total, sizes):
    rows = list(range(total))
    first = list_part(rows, 1, size=3)

    parts = [list_part(rows, number, size=3) for number in range(1, first.parts + 1)]

    assert [len(part.rows) for part in parts] == sizes
    assert [row for part in parts for row in part.rows] == rows
    assert [rows[part.first - 1 : part.last] for part in parts] == [list(part.rows) for part in parts]


def test_each_part_is_called_by_its_rows():
    part = list_part("abcdefg", 2, size=3)

    assert (part.first, part.last, part.ranges) == (4, 6, ((1, 1, 3), (2, 4, 6), (3, 7, 7)))


@pytest.mark.parametrize("number", [0, -1, 2, 10**30])
def test_there_is_no_part_beyond_the_last(number):
    assert list_part([1, 2, 3], number, size=3) is None
