"""Plays as people write them: `24/18 13/11`, `bar/20`, `6/off`, `13/7*`, `8/5(2)`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournament.board.games import BAR, OFF
from tournament.board.plays import CheckerMove
from tournament.engine.refusals import Refused

MOST_CHARACTERS = 100
MOST_STEPS = 4
NOTHING = frozenset({"", "-", "–", "—", "0", "pass"})
_POINT = r"(?:bar|off|[0-9]{1,2})"
_MOVE = re.compile(rf"({_POINT}[*x]?(?:[/-]{_POINT}[*x]?)+)(?:\(([1-4])\))?([*x]?)", re.ASCII)
_STOP = re.compile(rf"({_POINT})([*x]?)", re.ASCII)
_NAMES = {"bar": BAR, "off": OFF}


@dataclass(frozen=True, slots=True)
class Move:
    """The move of one checker: its start, the stops that are written and its end; `hits` are where it hits."""

    points: tuple[int, ...]
    hits: frozenset[int] = frozenset()

    @property
    def start(self) -> int:
        return self.points[0]

    @property
    def target(self) -> int:
        return self.points[-1]


def point_name(point: int) -> str:
    """Write a point: `bar`, `off`, or its number."""
    return {BAR: "bar", OFF: "off"}.get(point, str(point))


def moves_of(steps: Iterable[CheckerMove]) -> list[Move]:
    """Join the steps of each checker; between start and end keep only the points where it hits."""
    moves: list[Move] = []
    for step in steps:
        hits = frozenset({step.target}) if step.is_hit else frozenset()
        earlier_move = next((move for move in moves if move.target == step.start and step.start != OFF), None)
        if earlier_move:
            moves.remove(earlier_move)
            kept_points = earlier_move.points if earlier_move.target in earlier_move.hits else earlier_move.points[:-1]
            moves.append(Move((*kept_points, step.target), earlier_move.hits | hits))
        else:
            moves.append(Move((step.start, step.target), hits))
    return sorted(moves, key=lambda move: (-move.start, move.target, move.points))


def write_play(steps: Sequence[CheckerMove]) -> str:
    """Write a play; empty if nothing was played."""
    return write_moves(moves_of(steps))


def write_moves(moves: Iterable[Move]) -> str:
    """Write the moves in their order, equal ones once with their count, like `8/5(2)`."""
    counts: dict[tuple[int, ...], int] = {}
    hits: dict[tuple[int, ...], frozenset[int]] = {}
    for move in moves:
        counts[move.points] = counts.get(move.points, 0) + 1
        hits[move.points] = hits.get(move.points, frozenset()) | move.hits
    return " ".join(_written(points, hits[points], count) for points, count in counts.items())


def _written(points: tuple[int, ...], hits: frozenset[int], count: int) -> str:
    stops = "/".join(point_name(point) + "*" * (point in hits) for point in points)
    return f"{stops}({count})" if count > 1 else stops


def read_moves(text: str) -> tuple[Move, ...]:
    """Read the moves of a play, written in any order; none for a roll that is not played.

    Raises Refused: board_play_not_understood, board_play_backwards, board_play_too_long.
    """
    words = text[:MOST_CHARACTERS].lower().replace("×", "x").replace(",", " ").replace(";", " ")
    if words.strip() in NOTHING:
        return ()
    moves = tuple(move for word in words.split() for move in _read(word))
    if len(moves) > MOST_STEPS:
        raise Refused("board_play_too_long", most=MOST_STEPS)
    return moves


def _read(word: str) -> Iterator[Move]:
    pattern_match = _MOVE.fullmatch(word)
    if not pattern_match:
        raise Refused("board_play_not_understood", text=word)
    stops = _STOP.findall(pattern_match[1])
    points = tuple(_NAMES[name] if name in _NAMES else int(name) for name, _mark in stops)
    hits = {point for point, (_name, mark) in zip(points, stops, strict=True) if mark}
    if pattern_match[3]:
        hits.add(points[-1])
    if max(points) > BAR:
        raise Refused("board_play_not_understood", text=word)
    if any(later >= earlier for earlier, later in pairwise(points)):
        raise Refused("board_play_backwards", text=word)
    for _time in range(int(pattern_match[2] or 1)):
        yield Move(points, frozenset(hits))
