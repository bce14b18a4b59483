"""A board as lines, circles and texts, for an SVG: the player on turn sits at the foot and bears off at the right.

Lengths are those of the picture, 666 by 574; y counts from the top. On the narrowest phone, 320 pixels wide, a point is
24 pixels wide; the bar, the trays and the edges share the rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tournament.board import games, plays, positions

WIDTH, HEIGHT, MIDDLE = 666, 574, 287
TOP, FOOT, BASE, POINT_HEIGHT = 26, 548, 50, 215
HALF = 6 * BASE
LEFT_HALF, RIGHT_HALF, BAR_MIDDLE, TRAY = 2, 335, 318.5, 649.5
STACK_STEP, FIRST_AT = 46, 24
ON_BAR = 37
FULL_STACK = 5
DISC = 13
TRAY_WIDTH, DISC_WIDTH = 25, 21
# Shares of a half's height, from the edge: where the first checker begins, and how high each checker of a stack is.
FIRST_CHECKER, NEXT_CHECKER = round((TOP + FIRST_AT - STACK_STEP / 2) / MIDDLE, 4), round(STACK_STEP / MIDDLE, 4)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the picture, and what is drawn there: a text centred at x, or a checker of the colour `look`.

    A checker is seen from above with its middle at x and y, or, if it is off, from the side with its corner there.
    """

    x: float
    y: float
    look: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Die:
    """A die with its middle at x and y."""

    x: float
    y: float
    pips: tuple[Spot, ...]


# An arrow for a step: the curve, its head, and the ring where the checker lands, None where it is borne off.
Arrow = tuple[str, str, Spot | None]


@dataclass(slots=True)
class Picture:
    """All that is drawn; `fields` are the left edges of the two halves of the board, `tray` is that of the trays."""

    fields: tuple[float, float]
    tray: float
    points: list[tuple[str, str]] = field(default_factory=list)
    numbers: list[Spot] = field(default_factory=list)
    checkers: list[Spot] = field(default_factory=list)
    discs: list[Spot] = field(default_factory=list)
    counts: list[Spot] = field(default_factory=list)
    dice: list[Die] = field(default_factory=list)
    asked: list[Arrow] = field(default_factory=list)
    shown: list[Arrow] = field(default_factory=list)


def die_of(number: int, x: float = 22, y: float = 22) -> Die:
    """A die with this number; without pips for 0."""
    return Die(x, y, tuple(Spot(x + right * 9, y + down * 9) for right, down in games.PIPS.get(number, ())))


@dataclass(frozen=True, slots=True)
class Board:
    """A position seen by the player on turn; `is_dark` is the colour of that player's checkers."""

    position: positions.Position
    is_dark: bool = False
    is_mirrored: bool = False

    def picture(
        self,
        roll: Sequence[int] = (),
        asked_steps: Sequence[plays.CheckerMove] = (),
        shown_steps: Sequence[plays.CheckerMove] = (),
        *,
        are_of_other: bool = False,
    ) -> Picture:
        """Draw the board, the dice, and arrows for the steps of the play in question and of a legal one to show.

        `are_of_other`: the other side has rolled; the steps are as that side sees them.
        """
        halves = (WIDTH - LEFT_HALF - HALF, WIDTH - RIGHT_HALF - HALF) if self.is_mirrored else (LEFT_HALF, RIGHT_HALF)
        picture = Picture(halves, self._x(games.OFF) - TRAY_WIDTH / 2)
        for point in range(1, games.BAR):
            x, looks = self._x(point), self._looks(point)
            edge, tip = (TOP, TOP + POINT_HEIGHT) if point > 12 else (FOOT, FOOT - POINT_HEIGHT)
            path = f"M{x - BASE / 2:g} {edge}h{BASE}L{x:g} {tip}z"
            picture.points.append((path, "pa" if point % 2 == 0 else "pb"))
            picture.numbers.append(Spot(x, TOP - 7 if point > 12 else FOOT + 20, text=str(point)))
            heights = [self._y(point, index, len(looks)) for index in range(len(looks))]
            picture.checkers += [Spot(x, y, look) for y, look in zip(heights, looks, strict=True)]
            if len(looks) > FULL_STACK:
                picture.counts.append(Spot(x, heights[-1] + 7, looks[-1], str(len(looks))))
        self._draw_bar_and_trays(picture)
        if all(roll):
            lefts = (124, 180) if are_of_other != self.is_mirrored else (457, 513)
            picture.dice = [die_of(number, x, MIDDLE) for number, x in zip(roll, lefts, strict=False)]
        picture.asked = list(self._arrows(asked_steps, are_of_other))
        picture.shown = list(self._arrows(shown_steps, are_of_other))
        return picture

    def _turn(self, x: float) -> float:
        return WIDTH - x if self.is_mirrored else x

    def _x(self, point: int) -> float:
        """The middle of a point, the bar or the tray."""
        if point == games.BAR:
            return self._turn(BAR_MIDDLE)
        if point == games.OFF:
            return self._turn(TRAY)
        column = 12 - point if point <= 12 else point - 13
        return self._turn((LEFT_HALF if column < 6 else RIGHT_HALF) + column % 6 * BASE + BASE / 2)

    def _y(self, point: int, index: int, count: int) -> float:
        """The middle of a checker in its stack, counted from 0 at the edge."""
        step = STACK_STEP if count <= FULL_STACK else STACK_STEP * (FULL_STACK - 1) / (count - 1)
        away = round(FIRST_AT + index * step, 1)
        return TOP + away if point > 12 else FOOT - away

    def _look(self, *, is_own: bool) -> str:
        return "k" if is_own == self.is_dark else "w"

    def _looks(self, point: int) -> list[str]:
        """Return the colours of the checkers on a point, from the edge on; a pinned one comes first."""
        own_count, other_count = self.position.own[point], self.position.facing(point)
        mine, theirs = [self._look(is_own=True)] * own_count, [self._look(is_own=False)] * other_count
        return mine + theirs if point in self.position.pinned else theirs + mine

    def _draw_bar_and_trays(self, picture: Picture) -> None:
        for checkers, is_own in ((self.position.own, True), (self.position.other, False)):
            look = self._look(is_own=is_own)
            for index in range(min(checkers[games.BAR], 4)):
                away = ON_BAR + index * STACK_STEP
                y = MIDDLE - away if is_own else MIDDLE + away
                picture.checkers.append(Spot(self._x(games.BAR), y, look))
            if checkers[games.BAR] > 1:
                y = MIDDLE + (-ON_BAR if is_own else ON_BAR) + 7
                picture.counts.append(Spot(self._x(games.BAR), y, look, str(checkers[games.BAR])))
            for index in range(checkers[games.OFF]):
                y = FOOT - (index + 1) * DISC - 1 if is_own else TOP + index * DISC + 2
                picture.discs.append(Spot(self._x(games.OFF) - DISC_WIDTH / 2, y, look))

    def _arrows(self, steps: Sequence[plays.CheckerMove], are_of_other: bool) -> Iterator[Arrow]:
        """Yield an arrow for each step, from the uppermost checker at its start to where it lands."""
        height = {point: len(self._looks(self._own_point(point, are_of_other))) for point in range(1, games.BAR)}
        for step in steps:
            start = self._spot(step.start, max(height.get(step.start, 1) - 1, 0), are_of_other)
            landing = max(height.get(step.target, 0) - (1 if step.is_hit else 0), 0)
            end = self._spot(step.target, landing, are_of_other)
            height[step.start] = max(height.get(step.start, 0) - 1, 0)
            height[step.target] = landing + 1
            yield _arrow(start, end, is_off=step.target == games.OFF)

    def _own_point(self, point: int, is_of_other: bool) -> int:
        """The number of a point as the player at the foot counts it."""
        return games.MANNERS[self.position.game].facing(point) if is_of_other else point

    def _spot(self, point: int, index: int, is_of_other: bool) -> Spot:
        if point == games.BAR:
            return Spot(self._x(games.BAR), MIDDLE + (ON_BAR if is_of_other else -ON_BAR))
        if point == games.OFF:
            return Spot(self._x(games.OFF), MIDDLE + (-137 if is_of_other else 137))
        own_point = self._own_point(point, is_of_other)
        return Spot(self._x(own_point), self._y(own_point, min(index, FULL_STACK - 1), FULL_STACK))


def _arrow(start: Spot, end: Spot, *, is_off: bool) -> Arrow:
    """Draw a curve from the edge of one checker to that of another, bent towards the middle of the board."""
    bend = 46 if (start.y + end.y) / 2 < HEIGHT / 2 else -46
    middle = Spot((start.x + end.x) / 2, (start.y + end.y) / 2 + bend)
    away, towards = _direction(start, middle), _direction(middle, end)
    first = Spot(start.x + away.x * 17, start.y + away.y * 17)
    last = Spot(end.x - towards.x * 24, end.y - towards.y * 24)
    tip = Spot(end.x - towards.x * 12, end.y - towards.y * 12)
    side = Spot(-towards.y * 9, towards.x * 9)
    curve = f"M{first.x:.1f} {first.y:.1f}Q{middle.x:.1f} {middle.y:.1f} {last.x:.1f} {last.y:.1f}"
    head = (
        f"M{tip.x:.1f} {tip.y:.1f}L{last.x + side.x:.1f} {last.y + side.y:.1f}"
        f"L{last.x - side.x:.1f} {last.y - side.y:.1f}z"
    )
    return (curve, head, None if is_off else end)


def _direction(start: Spot, end: Spot) -> Spot:
    length = ((end.x - start.x) ** 2 + (end.y - start.y) ** 2) ** 0.5 or 1
    return Spot((end.x - start.x) / length, (end.y - start.y) / length)
