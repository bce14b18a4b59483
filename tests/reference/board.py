"""The four games played by brute force: every order of every step tried, on one board of 24 cells and two bars.

Nothing of the program is used. A side is `"own"` or `"other"`; cells are counted along the way of `"own"`.
"""

from dataclasses import dataclass, field

OWN, OTHER = "own", "other"
SIDES = (OWN, OTHER)
OFF_POINT = "off"


@dataclass
class Board:
    """Stacks from the board upwards: a cell holds the sides of its checkers, a pinned one lowest."""

    game: str
    cells: dict = field(default_factory=lambda: {cell: [] for cell in range(1, 25)})
    bar: dict = field(default_factory=lambda: {OWN: 0, OTHER: 0})
    off: dict = field(default_factory=lambda: {OWN: 15, OTHER: 15})

    def copy(self):
        cells = {cell: list(stack) for cell, stack in self.cells.items()}
        return Board(self.game, cells, dict(self.bar), dict(self.off))


def cell_of(game, side, point):
    if side == OWN:
        return point
    if game == "fevga":
        return (point + 12 - 1) % 24 + 1
    return 25 - point


def board_from(game, text):
    board = Board(game)
    for side, stacks in zip(SIDES, text.split("/"), strict=True):
        for word in stacks.split():
            point, count = word.rstrip("p").split(":")
            board.off[side] -= int(count)
            if point == "25":
                board.bar[side] = int(count)
            elif word.endswith("p"):
                board.cells[cell_of(game, side, int(point))].insert(0, side)
            else:
                board.cells[cell_of(game, side, int(point))].extend([side] * int(count))
    return board


def text_of(board):
    return " / ".join(" ".join(words_of(board, side)) for side in SIDES)


def words_of(board, side):
    if board.bar[side]:
        yield f"25:{board.bar[side]}"
    for point in range(24, 0, -1):
        stack = board.cells[cell_of(board.game, side, point)]
        if side in stack:
            pinned = "p" if stack[0] == side and stack[-1] != side else ""
            yield f"{point}:{stack.count(side)}{pinned}"


def points_of(board, side):
    """The points on which the side has checkers, pinned ones too."""
    return [point for point in range(1, 25) if side in board.cells[cell_of(board.game, side, point)]]


def may_land(board, cell):
    stack = board.cells[cell]
    if board.game == "fevga":
        return OTHER not in stack
    if board.game == "plakoto":
        # Alone it can be pinned, below mine it is; on top of mine it holds the point.
        return stack.count(OTHER) == 0 or (stack[0] == OTHER and stack.count(OTHER) == 1)
    return stack.count(OTHER) < 2


def may_leave(board, point):
    if board.game == "fevga":
        has_passed = board.off[OWN] or any(each <= 11 for each in points_of(board, OWN))
        on_the_way = [each for each in points_of(board, OWN) if 12 <= each <= 23]
        if not has_passed and on_the_way and point not in on_the_way:
            return False
    return board.cells[point][-1:] == [OWN]


def is_home(board):
    return board.bar[OWN] == 0 and all(point <= 6 for point in points_of(board, OWN))


def put(board, cell):
    if board.game in ("backgammon", "portes") and board.cells[cell] == [OTHER]:
        board.cells[cell] = []
        board.bar[OTHER] += 1
    board.cells[cell].append(OWN)


def move_to(board, start, target):
    """A checker taken from a point (25: the bar) and put on another or off, allowed or not."""
    if start == 25:
        board.bar[OWN] -= 1
    else:
        board.cells[start].pop()
    if target == OFF_POINT:
        board.off[OWN] += 1
    else:
        put(board, target)


def one_step(board, number):
    """Every board that one number leads to."""
    if board.bar[OWN]:
        if may_land(board, 25 - number):
            after = board.copy()
            move_to(after, 25, 25 - number)
            yield after
        return
    for point in points_of(board, OWN):
        if not may_leave(board, point):
            continue
        after = board.copy()
        if point > number and may_land(board, point - number):
            move_to(after, point, point - number)
        elif point <= number and is_home(board) and (point == number or point == max(points_of(board, OWN))):
            move_to(after, point, OFF_POINT)
        else:
            continue
        if board.game == "fevga" and all(OWN in after.cells[each] for each in range(19, 25)):
            continue
        yield after


def longest(board, numbers, played=()):
    """Every end of every order of the numbers, with the numbers that were played, known ends once."""
    ends, seen = {}, set()
    waiting = [(board, tuple(numbers), played)]
    while waiting:
        here, left, done = waiting.pop()
        known = (text_of(here), tuple(sorted(left)))
        if known in seen:
            continue
        seen.add(known)
        ends.setdefault(done, {})[text_of(here)] = here
        for number in set(left):
            rest = list(left)
            rest.remove(number)
            waiting.extend((after, tuple(rest), tuple(sorted((*done, number)))) for after in one_step(here, number))
    return ends


def ends_of(game, text, roll):
    """The texts of all positions that the roll (two numbers) may lead to."""
    board = board_from(game, text)
    numbers = roll if roll[0] != roll[1] else roll * 2
    ends = longest(board, numbers)
    most = max(map(len, ends))
    counted = {done: boards for done, boards in ends.items() if len(done) == most}
    if most == 1:
        counted = {max(counted): counted[max(counted)]}
    boards = {end: after for reached in counted.values() for end, after in reached.items()}
    return opened(board, boards)


def opened(board, boards):
    """Fevga: six points held right before all 15 of the other must be opened if they can."""
    if board.game != "fevga":
        return set(boards)
    stands = points_of(board, OTHER)
    if len(stands) != 1 or board.off[OTHER] or stands[0] < 7:
        return set(boards)
    six = [cell_of("fevga", OTHER, point) for point in range(stands[0] - 6, stands[0])]
    if not all(OWN in board.cells[cell] for cell in six):
        return set(boards)
    free = {end for end, after in boards.items() if any(OWN not in after.cells[cell] for cell in six)}
    return free or set(boards)
