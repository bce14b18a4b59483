"""Whether a play is allowed, and if not, why: a code with facts, and the rule it rests on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product
from typing import Any

from tournament.board.games import BAR, OFF, Variant
from tournament.board.notation import Move, write_play
from tournament.board.plays import CheckerMove, Obstacle, Play, Roll, legal_plays, obstacle, stepped
from tournament.board.positions import Position, highest
from tournament.engine.refusals import Refused


class Rule(StrEnum):
    """The rules of moving, in the order in which they are listed."""

    NUMBERS = "numbers"
    WHOLE_ROLL = "whole_roll"
    DOUBLE = "double"
    CLOSED = "closed"
    BAR = "bar"
    PIN = "pin"
    FIRST_CHECKER = "first_checker"
    SIX_AT_THE_START = "six_at_the_start"
    SIX_BEFORE = "six_before"
    HOME = "home"
    BEARING_OFF = "bearing_off"


class Fault(StrEnum):
    """A way in which a complete play breaks the rules; `Obstacle` lists those of a single checker move."""

    NOT_THE_NUMBERS = "not_the_numbers"
    BOTH_NUMBERS = "both_numbers"
    A_NUMBER = "a_number"
    MORE_OF_THE_DOUBLE = "more_of_the_double"
    HIGHER_NUMBER = "higher_number"
    SIX_BEFORE = "six_before"


RULES: Mapping[Obstacle | Fault, Rule] = {
    Obstacle.NO_CHECKER: Rule.NUMBERS,
    Obstacle.BAR_FIRST: Rule.BAR,
    Obstacle.PINNED: Rule.PIN,
    Obstacle.FIRST_CHECKER: Rule.FIRST_CHECKER,
    Obstacle.CLOSED: Rule.CLOSED,
    Obstacle.NOT_HOME: Rule.HOME,
    Obstacle.HIGHER_CHECKER: Rule.BEARING_OFF,
    Obstacle.SIX_BLOCK: Rule.SIX_AT_THE_START,
    Fault.NOT_THE_NUMBERS: Rule.NUMBERS,
    Fault.BOTH_NUMBERS: Rule.WHOLE_ROLL,
    Fault.A_NUMBER: Rule.WHOLE_ROLL,
    Fault.MORE_OF_THE_DOUBLE: Rule.DOUBLE,
    Fault.HIGHER_NUMBER: Rule.WHOLE_ROLL,
    Fault.SIX_BEFORE: Rule.SIX_BEFORE,
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a play; `code` is None if it is legal. `steps` are those asked for, as far as they can be made.

    Facts by code:
    - no_checker, pinned, not_home (the one farthest back): `point`
    - closed: `point`, `count`; bar_first: `count`; higher_checker: `point`, `number`, `highest`
    - not_the_numbers: `roll`; a_number, higher_number: `number`, `play`
    - both_numbers: `first`, `second` in the order that works, `play`
    - more_of_the_double: `played`, `most`, `play`; the others none.

    `unplayed` is the number that closed points stop after the play, with those points; None if something else does.
    """

    steps: tuple[CheckerMove, ...]
    code: Obstacle | Fault | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    unplayed: tuple[int, tuple[int, ...]] | None = None

    @property
    def rule(self) -> Rule | None:
        """The rule that forbids the play; None if it is legal."""
        return RULES[self.code] if self.code else None


def judge(position: Position, roll: Roll, moves: Sequence[Move]) -> Verdict:
    """Judge whether the roll allows these moves. Raises Refused: board_play_unclear if several plays fit."""
    play_by_position, failed = _realised(position, roll, moves)
    if not play_by_position:
        return failed
    # Outside of Fevga, a play that uses the whole roll is always legal, so the legal plays need not be listed.
    whole = 2 if roll[0] != roll[1] else 4
    is_enough = position.game is not Variant.FEVGA and all(
        len(play.steps) == whole for play in play_by_position.values()
    )
    plays = tuple(play_by_position.values()) if is_enough else legal_plays(position, roll)
    allowed = {play.after for play in plays}
    meant = _meant(play_by_position, moves, allowed)
    if meant.after in allowed:
        return Verdict(meant.steps)
    return _less_than_all(roll, meant, plays)


def _realised(position: Position, roll: Roll, moves: Sequence[Move]) -> tuple[dict[Position, Play], Verdict]:
    """Make the moves step by step in every order of every way; return the plays, and why the simplest way failed.

    The simplest way has the fewest steps; of its orders the one that came farthest tells why.
    """
    play_by_position: dict[Position, Play] = {}
    failed: list[tuple[int, int, Verdict]] = []
    for chains in _ways(moves, roll):
        for play, verdict in _in_every_order(Play((), position), chains):
            if verdict:
                failed.append((sum(map(len, chains)), -len(verdict.steps), verdict))
            elif play.after not in play_by_position or len(play_by_position[play.after].steps) < len(play.steps):
                play_by_position[play.after] = play
    if not failed:
        return play_by_position, Verdict((), Fault.NOT_THE_NUMBERS, {"roll": roll})
    return play_by_position, min(failed, key=lambda failure: failure[:2])[2]


Chain = tuple[tuple[int, int], ...]


def _ways(moves: Sequence[Move], roll: Roll) -> Iterator[tuple[Chain, ...]]:
    """Yield every way to split the moves into steps (start and number) with the numbers of the roll."""
    numbers = list(roll) if roll[0] != roll[1] else [roll[0]] * 4
    for chains in product(*(list(_chains(move.points, numbers)) for move in moves)):
        unused_numbers = list(numbers)
        used = [number for chain in chains for _start, number in chain]
        for number in used:
            if number in unused_numbers:
                unused_numbers.remove(number)
        if len(unused_numbers) == len(numbers) - len(used):
            yield chains


def _chains(points: tuple[int, ...], numbers: Sequence[int]) -> Iterator[Chain]:
    start, *stops = points
    if not stops:
        yield ()
        return
    for number in dict.fromkeys(numbers):
        unused_numbers = list(numbers)
        unused_numbers.remove(number)
        target = max(start - number, OFF)
        if target < stops[0]:
            continue
        stops_ahead = stops[1:] if target == stops[0] else stops
        for chain in _chains((target, *stops_ahead), unused_numbers):
            yield ((start, number), *chain)


def _in_every_order(play: Play, chains: Sequence[Chain]) -> Iterator[tuple[Play, Verdict | None]]:
    if not any(chains):
        yield play, None
    for index, chain in enumerate(chains):
        if not chain or chain in chains[:index]:
            continue
        start, number = chain[0]
        code = obstacle(play.after, start, number)
        if code:
            yield play, Verdict(play.steps, code, _facts(play.after, code, start, number))
            continue
        step, after = stepped(play.after, start, number)
        chains_left = (*chains[:index], chain[1:], *chains[index + 1 :])
        yield from _in_every_order(Play((*play.steps, step), after), chains_left)


def _facts(position: Position, code: Obstacle, start: int, number: int) -> dict[str, object]:
    if code is Obstacle.CLOSED:
        return {"point": start - number, "count": position.facing(start - number)}
    if code is Obstacle.BAR_FIRST:
        return {"count": position.own[BAR]}
    if code is Obstacle.NOT_HOME:
        return {"point": highest(position.own)}
    if code is Obstacle.HIGHER_CHECKER:
        return {"point": start, "number": number, "highest": highest(position.own)}
    return {"point": start} if code in (Obstacle.NO_CHECKER, Obstacle.PINNED) else {}


def _meant(play_by_position: Mapping[Position, Play], moves: Sequence[Move], allowed: set[Position]) -> Play:
    """Choose the play whose hits differ least from those written, preferably a legal one."""
    written_hits = sorted(point for move in moves for point in move.hits)
    ends = [move.target for move in moves]

    def differs(play: Play) -> tuple[int, int]:
        hits = [step.target for step in play.steps if step.is_hit]
        unwritten = [point for point in hits if point not in written_hits and point not in ends]
        return len(unwritten), len([point for point in written_hits if point not in hits])

    best = min(differs(play) for play in play_by_position.values())
    fitting = [play for play in play_by_position.values() if differs(play) == best]
    legal = [play for play in fitting if play.after in allowed]
    candidates = legal or fitting
    if len(candidates) > 1:
        raise Refused("board_play_unclear", plays=" | ".join(sorted(write_play(play.steps) for play in candidates)))
    return candidates[0]


def _less_than_all(roll: Roll, meant: Play, plays: Sequence[Play]) -> Verdict:
    """Judge a play that is illegal although each step is legal, usually because it uses too little of the roll."""
    example = plays[0]
    step_count, most = len(meant.steps), len(example.steps)
    play_text = write_play(example.steps)
    first = example.steps[0].number
    if step_count == most > 1 or (step_count == most and first == meant.steps[0].number):
        return Verdict(meant.steps, Fault.SIX_BEFORE)
    if step_count == most:
        return Verdict(meant.steps, Fault.HIGHER_NUMBER, {"number": first, "play": play_text})
    if roll[0] == roll[1]:
        return Verdict(meant.steps, Fault.MORE_OF_THE_DOUBLE, {"played": step_count, "most": most, "play": play_text})
    if most == 1:
        return Verdict(meant.steps, Fault.A_NUMBER, {"number": first, "play": play_text})
    facts = {"first": first, "second": example.steps[1].number, "play": play_text}
    return Verdict(meant.steps, Fault.BOTH_NUMBERS, facts, _stopped(roll, meant))


def _stopped(roll: Roll, meant: Play) -> tuple[int, tuple[int, ...]] | None:
    """Return the number left over and the closed points that stop it; None if something else does."""
    unused_numbers = list(roll)
    for step in meant.steps:
        unused_numbers.remove(step.number)
    if len(unused_numbers) != 1:
        return None
    number = unused_numbers[0]
    starts = [point for point in range(BAR, 0, -1) if meant.after.own[point]]
    reasons = {point: obstacle(meant.after, point, number) for point in starts}
    closed = tuple(point - number for point, reason in reasons.items() if reason is Obstacle.CLOSED)
    other_reasons = set(reasons.values()) - {Obstacle.CLOSED, Obstacle.NOT_HOME}
    return (number, closed) if closed and not other_reasons else None
