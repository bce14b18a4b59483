"""Paper: its sizes, the frame around all contents, and the pieces that a page is cut into.

Lengths on all papers are in points, 72 to the inch; y counts from the foot of the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm

from tournament.models.tournament import PaperSize

Item = TypeVar("Item")

# The margin that most printers leave white, and that scissors need.
EDGE = 7 * mm


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    foot: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.foot

    def inset(self, sides: float, ends: float) -> "Box":
        """Return the box made smaller: by `sides` left and right, by `ends` at head and foot."""
        return Box(self.left + sides, self.foot + ends, self.right - sides, self.top - ends)


@dataclass(frozen=True, slots=True)
class PaperPage:
    width: float
    height: float

    @property
    def frame(self) -> Box:
        """The frame for lists and texts; its left margin has room for a hole punch."""
        return Box(20 * mm, 10 * mm, self.width - 12 * mm, self.height - 12 * mm)

    @property
    def on_its_side(self) -> "PaperPage":
        return PaperPage(self.height, self.width)

    @property
    def upper_half(self) -> "PaperPage":
        """A page of half the height, printed in the upper half of a whole page."""
        return PaperPage(self.width, self.height / 2)

    def pieces(self, column_count: int, rows: int) -> tuple[Box, ...]:
        """The equal pieces that a page is cut into, in reading order."""
        width, height = self.width / column_count, self.height / rows
        return tuple(
            Box(column * width, self.height - (row + 1) * height, (column + 1) * width, self.height - row * height)
            for row in range(rows)
            for column in range(column_count)
        )


PAGES = {PaperSize.A4.value: PaperPage(*A4), PaperSize.LETTER.value: PaperPage(*LETTER)}
USUAL_PAGE = PAGES[PaperSize.A4.value]


def stacked(items: Sequence[Item], per_page: int) -> tuple[tuple[Item, ...], ...]:
    """Distribute the items over pages so that the pile, cut as a whole and its parts stacked, is in their order.

    The same place on consecutive pages holds neighbours; empty places come last.
    """
    pages = -(-len(items) // per_page)
    return tuple(tuple(items[page::pages]) for page in range(pages))
