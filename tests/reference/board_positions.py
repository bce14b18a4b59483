"""Positions to compare the two generators on: from games played at random, and made for the hard cases."""

from tournament.board.checking import check
from tournament.board.ending import ending
from tournament.board.games import BAR, HIGHEST_POINT, MANNERS, Single, Variant
from tournament.board.plays import legal_plays
from tournament.board.positions import Position, side, start
from tournament.engine.refusals import Refused


def random_roll(chance):
    return chance.randint(1, 6), chance.randint(1, 6)


def game_from_start(game, chance):
    """Position and roll before each play of a game played at random to its end; the position of the end last."""
    position = start(game)
    while not ending(position):
        roll = random_roll(chance)
        yield position, roll
        position = chance.choice(legal_plays(position, roll)).after.turned()
    yield position, None


def played_positions(game, chance, count):
    while True:
        for position, roll in game_from_start(game, chance):
            if roll:
                yield position, roll
                count -= 1
            if count == 0:
                return


def made_positions(game, chance, count):
    """Positions that are possible on the board, each kind of hard case as often as the others."""
    makers = MAKERS[game]
    made = 0
    while made < count:
        position = makers[made % len(makers)](game, chance)
        try:
            check(position)
        except Refused:
            continue
        made += 1
        number, other = random_roll(chance)
        yield position, (number, number if chance.random() < 0.25 else other)


def scattered(chance, points, count, most=15):
    stands = {}
    for _checker in range(count):
        point = chance.choice(points)
        if stands.get(point, 0) < most:
            stands[point] = stands.get(point, 0) + 1
    return stands


def walls(chance, points, count):
    """Two or three checkers on as many points as that fills."""
    stands = {}
    for point in chance.sample(points, min(len(points), count // 2)):
        stands[point] = chance.choice((2, 2, 3)) if sum(stands.values()) < count - 2 else 0
    return {point: stood for point, stood in stands.items() if stood}


def without(game, stands, other):
    """My stacks where the other has none."""
    facing = MANNERS[game].facing
    return {point: count for point, count in stands.items() if point == BAR or not other.get(facing(point))}


def together(game, own, other, pinned=frozenset()):
    return Position(game, side(own), side(other), pinned)


def on_the_bar(game, chance):
    other = walls(chance, range(1, 9), 12)
    if chance.random() < 0.3:
        other[BAR] = chance.randint(1, 2)
    own = without(game, scattered(chance, range(1, 25), 15 - 3), other)
    own[BAR] = chance.randint(1, 3)
    return together(game, own, other)


def bearing_off(game, chance):
    own = scattered(chance, range(1, chance.randint(2, 7)), chance.randint(1, 15))
    if chance.random() < 0.3:
        own[chance.randint(7, 12)] = 1
    facing = MANNERS[game].facing
    other = scattered(chance, [facing(point) for point in range(1, 25) if point not in own], chance.randint(1, 10))
    return together(game, own, other)


def walled_in(game, chance):
    """Few checkers of mine before many closed points: part of a roll can be played, or the higher number alone."""
    facing = MANNERS[game].facing
    other = walls(chance, [facing(point) for point in range(1, 24)], 15)
    if game is Variant.FEVGA:
        other = dict.fromkeys(chance.sample([facing(point) for point in range(1, 24)], 13), 1)
    own = without(game, scattered(chance, range(2, 25), chance.randint(1, 4)), other)
    return together(game, own, other)


def before_closed_points(game, chance):
    """A checker that meets closed points wherever both numbers would lead, and another that is stuck."""
    facing = MANNERS[game].facing
    start, other_start = chance.randint(14, 24), chance.randint(7, 13)
    closed = {start - distance for distance in (7, 8, 9)} | {other_start - number for number in range(1, 7)}
    closed -= {start, other_start}
    count = 1 if game is Variant.FEVGA else 2
    other = {facing(point): count for point in closed if point > 0 and chance.random() < 0.8}
    own = without(game, {start: 1, other_start: 1}, other)
    return together(game, own, other)


def crowded(game, chance):
    other = scattered(chance, range(1, 25), 15, most=2)
    return together(game, without(game, scattered(chance, range(1, 25), 15, most=2), other), other)


def pinning(game, chance):
    """Pins on both sides, the mothers' points among them."""
    facing = MANNERS[game].facing
    other = scattered(chance, range(1, 25), chance.randint(4, 13), most=chance.choice((1, 2, 5)))
    own = without(game, scattered(chance, range(1, 25), chance.randint(4, 13)), other)
    pinned = set()
    for point in range(1, 25):
        if other.get(facing(point)) and not own.get(point) and chance.random() < 0.25 and sum(own.values()) < 15:
            own[point] = 1
            pinned.add(point)
        elif own.get(point) and not other.get(facing(point)) and chance.random() < 0.25 and sum(other.values()) < 15:
            other[facing(point)] = 1
    return together(game, own, other, frozenset(pinned))


def pinned_at_home(game, chance):
    """Bearing off beside pinned checkers."""
    own = scattered(chance, range(1, 7), chance.randint(2, 12))
    other, pinned = {}, set()
    facing = MANNERS[game].facing
    for point in range(1, 7):
        if own.get(point) == 1 and chance.random() < 0.6:
            pinned.add(point)
            other[facing(point)] = chance.randint(1, 3)
    if chance.random() < 0.2:
        point = chance.randint(7, 12)
        own[point], other[facing(point)] = 1, chance.randint(1, 2)
        pinned.add(point)
    return together(game, own, other, frozenset(pinned))


def first_checker(game, chance):
    own = {HIGHEST_POINT: 14, chance.randint(12, 23): 1} if chance.random() < 0.8 else {HIGHEST_POINT: 15}
    other = without(game, scattered(chance, range(1, 24), 15), own)
    return together(game, own, other)


def six_at_the_start(game, chance):
    """Five of the six starting points held, or a step from it."""
    own = dict.fromkeys(chance.sample(range(19, 25), 5), 1)
    own |= scattered(chance, range(1, 25), 3)
    own[chance.randint(1, 11)] = 1
    for point in own:
        own[point] += chance.random() < 0.3
    return together(game, own, without(game, scattered(chance, range(1, 25), 8), own))


def six_before_the_other(game, chance):
    """All 15 of the other on one point, and six of mine right before it; sometimes with closed ways or none spare."""
    stand = chance.randint(7, 24)
    facing = MANNERS[game].facing
    six = [facing(point) for point in range(stand - 6, stand)]
    own = dict.fromkeys(six, 1)
    if chance.random() < 0.3:
        del own[chance.choice(six)]
    for point, count in scattered(chance, [point for point in range(1, 25) if point != facing(stand)], 6).items():
        own[point] = own.get(point, 0) + count
    return together(game, own, {stand: 15})


COMMON = (bearing_off, walled_in, before_closed_points, crowded)
MAKERS = {
    Variant.BACKGAMMON: (on_the_bar, *COMMON),
    Variant.PORTES: (on_the_bar, *COMMON),
    Variant.PLAKOTO: (pinning, pinned_at_home, *COMMON),
    Variant.FEVGA: (first_checker, six_at_the_start, six_before_the_other, *COMMON),
}
assert all((MANNERS[game].single is Single.HIT) == (on_the_bar in makers) for game, makers in MAKERS.items())
