"""Sentences about the four games on the board: errors in positions and plays, and the rules behind them."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, gettext_lazy as _, ngettext, ngettext_lazy, pgettext

from tournament.board.ending import BoardEnding, Ending
from tournament.board.games import BAR, MANNERS, Single, Variant
from tournament.board.judging import Fault, Rule, Verdict
from tournament.board.plays import Obstacle
from tournament.phrases.values import enumeration

BOARD_REFUSALS: dict[str, Any] = {
    "board_not_understood": _(
        "A position is written with one slash between the two sides, for example 24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5."
    ),
    "board_stack": _(
        "“%(text)s” is not a point with its checkers. Write the point (1 to 25), a colon and the number, such as 13:5."
    ),
    "board_point_twice": _("Point %(point)s is named twice."),
    "board_too_many": _("Each side has %(most)s checkers. Remove the extra ones."),
    "board_has_no_bar": _("This game has no bar, as nothing is hit."),
    "board_both_on_point": _("Both sides stand on point %(point)s. Move one of them."),
    "board_pin_alone": _(
        "The checker on point %(point)s is not pinned: only a single checker under the other side’s can be, in Plakoto."
    ),
    "board_second_checker": _(
        "In Fevga, only one checker may be on its way until the first has passed the other side’s starting point."
    ),
    "board_decided": _("This game is already decided. Set up a position in which someone can still play."),
    "board_line": _("“%(text)s” is not a question. Write GAME;POSITION;ROLL, one a line."),
    "board_roll": _("“%(text)s” is not a roll. Write two numbers from 1 to 6, such as 31."),
    "board_position_id": _("“%(text)s” is not a Position ID. It has 14 letters and digits."),
    "board_xgid": _(
        "“%(text)s” is not an XGID. It has 26 signs for the position and then nine values, separated by colons."
    ),
    "board_match_id": _("“%(text)s” is not a Match ID. It has 12 letters and digits."),
    "board_play_not_understood": _("“%(text)s” is not a move. Write it from point to point, such as 13/8."),
    "board_play_backwards": _("“%(text)s” goes backwards. Checkers move from higher to lower points."),
    "board_play_too_long": _("A roll has at most %(most)s steps."),
    "board_play_unclear": _("This could mean several plays: %(plays)s. Write the one that was played."),
}

GAMES = {Variant.BACKGAMMON: "Backgammon", Variant.PORTES: "Portes", Variant.PLAKOTO: "Plakoto", Variant.FEVGA: "Fevga"}
COMMON_POSITIONS: dict[str, Any] = {
    "start": _("Starting position"),
    "bearing_off": _("Bearing off"),
    "entering": _("Entering from the bar"),
    "empty": _("Empty board"),
}
FAULTS: dict[Obstacle | Fault, Any] = {
    Obstacle.NO_CHECKER: _("No checker of the side on turn stands on point %(point)s."),
    Obstacle.BAR_FIRST: _("What is on the bar must enter first."),
    Obstacle.PINNED: _("The checker on point %(point)s is pinned and cannot move."),
    Obstacle.FIRST_CHECKER: _("No other checker may move until the first has passed the other side’s starting point."),
    Obstacle.CLOSED: ngettext_lazy(
        "Point %(point)s is closed by an opposing checker.",
        "Point %(point)s is closed: %(count)d opposing checkers stand there.",
        "count",
    ),
    Obstacle.NOT_HOME: _(
        "Bearing off begins once all checkers are in the home board; one is still on point %(point)s."
    ),
    Obstacle.HIGHER_CHECKER: _(
        "A %(number)s bears off from point %(point)s only if no higher point is held; there is a checker on"
        " %(highest)s."
    ),
    Obstacle.SIX_BLOCK: _("This would hold all six points from 24 to 19, which is never allowed."),
    Fault.NOT_THE_NUMBERS: _("These moves cannot be made with the roll %(roll)s."),
    Fault.BOTH_NUMBERS: _("Both numbers can be played, %(first)s and then %(second)s, so both must be played."),
    Fault.A_NUMBER: _("The %(number)s can be played, so it must be played."),
    Fault.MORE_OF_THE_DOUBLE: ngettext_lazy(
        "The double can be played %(most)d time, so it must be.",
        "The double can be played %(most)d times, so it must be.",
        "most",
    ),
    Fault.HIGHER_NUMBER: _(
        "Only one of the two numbers can be played, and then it must be the higher one, the %(number)s."
    ),
    Fault.SIX_BEFORE: _("The six points before all 15 opposing checkers are held; one must be opened."),
}
# The numbers of the rules in the tournament rules of Konstanz, in their order.
RULE_NUMBERS = {
    Rule.NUMBERS: "10a",
    Rule.HOME: "10c",
    Rule.DOUBLE: "11",
    Rule.WHOLE_ROLL: "12",
    Rule.CLOSED: "13",
    Rule.BAR: "15",
    Rule.BEARING_OFF: "16",
}
RULE_TITLES = {
    Rule.NUMBERS: _("Moving"),
    Rule.WHOLE_ROLL: _("Whole roll"),
    Rule.DOUBLE: _("Doubles"),
    Rule.CLOSED: _("Closed points"),
    Rule.BAR: _("Bar"),
    Rule.PIN: _("Pinned checkers"),
    Rule.FIRST_CHECKER: _("First checker"),
    Rule.SIX_AT_THE_START: _("Six points at the start"),
    Rule.SIX_BEFORE: _("Six points before all others"),
    Rule.HOME: _("Home board"),
    Rule.BEARING_OFF: _("Bearing off"),
}
RULE_TEXTS = {
    Rule.NUMBERS: _(
        "Each number of the roll moves one checker forward by exactly that many points. One checker may use several"
        " numbers, and lands after each."
    ),
    Rule.WHOLE_ROLL: _(
        "As many numbers as possible must be played, in either order. If only one of the two can be played, it must"
        " be the higher one where there is a choice."
    ),
    Rule.DOUBLE: _("A double is played four times, or as often as possible."),
    Rule.BAR: _(
        "Whoever has a checker on the bar must bring it in before moving any other: with a 1 on point 24, a 2 on 23 and"
        " so on to a 6 on 19. While those points are closed, nothing moves."
    ),
    Rule.PIN: _(
        "A single checker that an opposing one lands on is pinned: it stays where it is until the point is left."
    ),
    Rule.FIRST_CHECKER: _(
        "Until the first checker has passed the other side’s starting point, no other checker may move."
    ),
    Rule.SIX_AT_THE_START: _("Nobody may hold all six points 24 to 19 at once, not even during a play."),
    Rule.SIX_BEFORE: _(
        "While all 15 opposing checkers stand on one point, whoever holds the six points before it must open one"
        " of them if possible."
    ),
    Rule.HOME: _("Bearing off begins once all one’s checkers are in the home board, points 6 to 1."),
    Rule.BEARING_OFF: _(
        "A number bears off from its own point. If it is higher than every point held, it bears off from the highest."
        " Moving inside the home board instead is always allowed."
    ),
}
CLOSED_TEXTS = {
    Single.HIT: _("A point with two or more opposing checkers is closed. A single one is hit: it is put on the bar."),
    Single.PINNED: _(
        "A point is closed by two or more opposing checkers, or by one that pins. A single one is pinned."
    ),
    Single.CLOSES: _("A point with any opposing checker is closed."),
}


def rules_of_game(game: Variant) -> tuple[Rule, ...]:
    """Return the movement rules of a game, in the order of their numbers."""
    if game is Variant.BACKGAMMON:
        return tuple(RULE_NUMBERS)
    single = MANNERS[game].single
    other_rules = {
        Single.HIT: {Rule.PIN, Rule.FIRST_CHECKER, Rule.SIX_AT_THE_START, Rule.SIX_BEFORE},
        Single.PINNED: {Rule.BAR, Rule.FIRST_CHECKER, Rule.SIX_AT_THE_START, Rule.SIX_BEFORE},
        Single.CLOSES: {Rule.BAR, Rule.PIN},
    }
    return tuple(rule for rule in Rule if rule not in other_rules[single])


def rule_label(game: Variant, rule: Rule) -> str:
    """Name a rule: by its number in the tournament rules, for other games than backgammon in the game's own list."""
    if game is Variant.BACKGAMMON:
        return gettext("Rule %(number)s") % {"number": RULE_NUMBERS[rule]}
    return f"{GAMES[game]} {rules_of_game(game).index(rule) + 1}"


def rule_text(game: Variant, rule: Rule) -> str:
    return str(CLOSED_TEXTS[MANNERS[game].single] if rule is Rule.CLOSED else RULE_TEXTS[rule])


def fault_sentence(verdict: Verdict) -> str:
    """Say why the play is illegal; empty if it is not."""
    code, facts = verdict.code, verdict.facts
    if code is Obstacle.NO_CHECKER and facts["point"] == BAR:
        return gettext("No checker of the side on turn is on the bar.")
    if code is Fault.NOT_THE_NUMBERS:
        facts = {"roll": roll_text(facts["roll"])}
    return str(FAULTS[code] % {**facts}) if code else ""


def left_over_sentence(verdict: Verdict, play: str) -> str:
    """Say which number cannot be played after the play, and what prevents it; empty if all numbers were played."""
    if not verdict.unplayed:
        return ""
    number, points = verdict.unplayed
    facts = {"play": play, "number": number, "points": enumeration([str(point) for point in points])}
    sentence = ngettext(
        "After %(play)s no %(number)s is possible: point %(points)s is closed.",
        "After %(play)s no %(number)s is possible: points %(points)s are closed.",
        len(points),
    )
    return sentence % facts


def roll_text(roll: tuple[int, int]) -> str:
    """Write a roll as 5-2."""
    return f"{roll[0]}-{roll[1]}"


def side_name(*, is_dark: bool) -> str:
    """Name the side by the colour of its checkers."""
    return pgettext("checkers", "Black") if is_dark else pgettext("checkers", "White")


def steps_text(numbers: Sequence[int]) -> str:
    """Write the order in which the numbers are played: 2, then 5."""
    return gettext(", then ").join(map(str, numbers))


def ending_text(ending: Ending) -> str:
    """Say what a play wins."""
    if ending.kind is BoardEnding.DRAWN:
        return gettext("drawn")
    if not ending.is_own:
        return gettext("lost")
    names = {
        BoardEnding.SINGLE: gettext("wins"),
        BoardEnding.GAMMON: gettext("wins a gammon"),
        BoardEnding.BACKGAMMON: gettext("wins a backgammon"),
    }
    return names[ending.kind]
