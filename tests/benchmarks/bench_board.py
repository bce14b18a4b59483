"""All plays of the worst doubles found, beside a brute force, and the page that answers with them.

Seconds of the processor alone. `make bench`."""

import os
import random
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

import django

django.setup()

from django.test import RequestFactory  # noqa: E402

from tests.benchmarks.clock import machine, measure, report  # noqa: E402
from tests.reference.board import ends_of  # noqa: E402
from tests.reference.board_positions import crowded, made_positions, played_positions  # noqa: E402
from tournament.arbiter.question import Question  # noqa: E402
from tournament.board.games import Variant  # noqa: E402
from tournament.board.plays import legal_plays  # noqa: E402
from tournament.board.position_text import read_board, write_position  # noqa: E402
from tournament.board.positions import Position  # noqa: E402
from tournament.views.rule_question import rule_question  # noqa: E402

CANDIDATES = 1500
# Fifteen checkers on fifteen points, and nothing in their way.
SPREAD = "24:1 23:1 22:1 21:1 20:1 19:1 18:1 17:1 16:1 15:1 14:1 13:1 11:1 10:1 9:1 / 24:15"
SPREAD_IN_FEVGA = "24:1 23:1 22:1 21:1 20:1 18:1 17:1 16:1 15:1 14:1 12:1 11:1 10:1 9:1 8:1 / 13:14 1:1"


def main() -> None:
    print(machine())
    for game in Variant:
        position, number = worst_double(game)
        count = len(legal_plays(position, (number, number)))
        text = write_position(position)
        contenders = {
            "all legal plays": lambda at=position, roll=(number, number): legal_plays(at, roll),
            "the page": lambda at=position, roll=(number, number): page(at, roll),
            "brute force": lambda at=text, roll=(number, number), kind=game.value: ends_of(kind, at, roll),
        }
        seconds = measure(contenders, 5, time.process_time)
        report(f"{game}, {text}, {number}-{number}: {count:,} plays", seconds, "all legal plays")


def worst_double(game: Variant) -> tuple[Position, int]:
    """The double with the most plays among many positions."""
    chance = random.Random(f"worst/{game}")
    positions = [position for position, _roll in made_positions(game, chance, CANDIDATES)]
    positions += [position for position, _roll in played_positions(game, chance, CANDIDATES)]
    positions += [crowded(game, chance) for _position in range(CANDIDATES)]
    positions.append(read_board(game, SPREAD_IN_FEVGA if game is Variant.FEVGA else SPREAD))
    doubles = ((position, number) for position in positions for number in range(1, 7))
    return max(doubles, key=lambda double: len(legal_plays(double[0], (double[1], double[1]))))


def page(position: Position, roll: tuple[int, int]) -> object:
    """The answer of the page, as far as the server makes it."""
    return rule_question(RequestFactory().get(f"/de/rule-question/{Question(position, roll).query()}"))


if __name__ == "__main__":
    main()
