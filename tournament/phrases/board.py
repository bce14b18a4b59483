"""The four games on the board: what a position, a roll or a play lacks."""

from typing import Any

from django.utils.translation import gettext_lazy

BOARD_REFUSALS: dict[str, Any] = {
    "board_not_understood": gettext_lazy(
        "A position is written with one slash between the two sides, for example 24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5."
    ),
    "board_stack": gettext_lazy(
        "“%(text)s” is not a point with its checkers. Write the point (1 to 25), a colon and the number, such as 13:5."
    ),
    "board_point_twice": gettext_lazy("Point %(point)s is named twice."),
    "board_too_many": gettext_lazy("Each side has %(most)s checkers. Remove the extra ones."),
    "board_has_no_bar": gettext_lazy("This game has no bar, as nothing is hit."),
    "board_both_on_point": gettext_lazy("Both sides stand on point %(point)s. Move one of them."),
    "board_pin_alone": gettext_lazy(
        "The checker on point %(point)s is not pinned: only a single checker under the other side’s can be, in Plakoto."
    ),
    "board_second_checker": gettext_lazy(
        "In Fevga, only one checker may be on its way until the first has passed the other side’s starting point."
    ),
    "board_decided": gettext_lazy("This game is already decided. Set up a position in which someone can still play."),
    "board_line": gettext_lazy("“%(text)s” is not a question. Write GAME;POSITION;ROLL, one a line."),
    "board_roll": gettext_lazy("“%(text)s” is not a roll. Write two numbers from 1 to 6, such as 31."),
    "board_position_id": gettext_lazy("“%(text)s” is not a Position ID. It has 14 letters and digits."),
    "board_match_id": gettext_lazy("“%(text)s” is not a Match ID. It has 12 letters and digits."),
    "board_play_not_understood": gettext_lazy("“%(text)s” is not a move. Write it from point to point, such as 13/8."),
    "board_play_backwards": gettext_lazy("“%(text)s” goes backwards. Checkers move from higher to lower points."),
    "board_play_too_long": gettext_lazy("A roll has at most %(most)s steps."),
    "board_play_unclear": gettext_lazy("This could mean several plays: %(plays)s. Write the one that was played."),
}
