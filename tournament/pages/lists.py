"""A list that is too long for one page, in parts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Row = TypeVar("Row")
# What a phone still reads and loads: about a hundred kilobytes of a page, names of a hundred letters included.
ROWS = 200


@dataclass(frozen=True, slots=True)
class ListPart(Generic[Row]):
    """The `rows` of one part; parts and rows count from 1, `first` to `last` are those of the whole list."""

    rows: tuple[Row, ...]
    number: int
    total: int
    size: int

    @property
    def first(self) -> int:
        return (self.number - 1) * self.size + 1

    @property
    def last(self) -> int:
        return self.first + len(self.rows) - 1

    @property
    def parts(self) -> int:
        """How many parts there are, at least one."""
        return max(1, -(-self.total // self.size))

    @property
    def ranges(self) -> tuple[tuple[int, int, int], ...]:
        """Every part: its number, its first row and its last."""
        return tuple(
            (number, (number - 1) * self.size + 1, min(number * self.size, self.total))
            for number in range(1, self.parts + 1)
        )


def list_part(rows: Sequence[Row], number: int, size: int = ROWS) -> ListPart[Row] | None:
    """A part of the rows; None where there is no such part. An empty list is one part."""
    begin = (number - 1) * size
    if number < 1 or (number > 1 and begin >= len(rows)):
        return None
    return ListPart(tuple(rows[begin : begin + size]), number, len(rows), size)
