"""The page "Is this play legal?": the board, what a tap on it does, the verdict, and the legal plays."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext

from tournament.arbiter.board_picture import FIRST_CHECKER, NEXT_CHECKER, Board, Die, Picture, die_of
from tournament.arbiter.question import NOT_ROLLED, TOOLS, Question
from tournament.board import checking, gnu_ids, identifiers, notation, position_text, setting_up
from tournament.board.ending import ending
from tournament.board.games import BAR, MANNERS, OFF, Variant
from tournament.board.judging import Rule, Verdict, judge
from tournament.board.plays import CheckerMove, Play, after_steps, legal_plays
from tournament.board.positions import Position
from tournament.engine.refusals import Refused
from tournament.phrases import board as phrases
from tournament.phrases.refusals import refusal_sentence

LONGEST_LIST = 12
REMOVE = gettext_lazy("Remove")


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the page; `is_here` marks the current choice.

    `note` tells the numbers that a play uses, or how many plays begin alike; a number of the roll is drawn as a `die`.
    """

    name: str
    address: str
    is_here: bool = False
    note: str = ""
    die: Die | None = None


@dataclass(frozen=True, slots=True)
class BoardCell:
    """A place on the board: a label with its checkers, and the address that a tap opens, if any.

    `heights` are the addresses that set a stack of one, two, … checkers there, separated by blanks.
    """

    key: str
    label: str
    address: str = ""
    look: str = ""
    heights: str = ""


@dataclass(frozen=True, slots=True)
class RuleLine:
    key: Rule
    label: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict; `word` is "Yes.", "No." or empty without a verdict, `problem` what is wrong with the question."""

    word: str = ""
    sentence: str = ""
    more: str = ""
    rule: RuleLine | None = None
    problem: str = ""


def question_page(question: Question) -> dict[str, Any]:
    problem = _game_problem(question.position)
    plays = {} if problem or not question.is_rolled else _legal_plays(question)
    shown_play = plays.get(question.shown) if question.shown else None
    verdict, answer = _judged(question) if plays and question.play else (None, Answer(problem=problem))
    if verdict and verdict.code and not shown_play:
        shown_play = next(iter(plays.values()))
    return {
        "question": question,
        "title": _("Is this play legal?"),
        "games": [Link(phrases.GAMES[game], _of_game(question, game), game is question.game) for game in Variant],
        "picture": _picture(question, shown_play, verdict),
        "cells": tuple(_cells(question, playable=bool(plays))),
        "description": _description(question),
        "answer": answer,
        "refused": {name: refusal_sentence(refused) for name, refused in question.refused.items()},
        "dice": tuple(_dice(question)),
        "rolled_dice": [die_of(number) for number in question.roll],
        "roll": phrases.roll_text(question.roll) if question.is_rolled else "",
        "roll_digits": "".join(map(str, question.roll)) if any(question.roll) else "",
        "plays": tuple(_rows(question, plays)),
        "plays_heading": _plays_heading(plays),
        "nothing_to_play": "" in plays,
        "whole_roll": phrases.rule_label(question.game, Rule.WHOLE_ROLL),
        "narrowed": [Link(move, _without_move(question, move)) for move in question.narrowed],
        "replay": _replay(question, shown_play) if question.shown and shown_play else None,
        "turns": tuple(_turns(question)),
        "tools": tuple(_tools(question)),
        "play_back": question.asking(play="").query(),
        "set_up": question.asking(tool="own", play="").query(),
        "set_up_anew": question.asking(position=setting_up.empty(question.game), tool="own", play="").query(),
        "first_checker": FIRST_CHECKER,
        "next_checker": NEXT_CHECKER,
        "mirrored": replace(question, is_mirrored=not question.is_mirrored).query(),
        "colours": replace(question, is_dark=not question.is_dark).query(),
        "set_up_done": replace(question, tool="").query(),
        "common": [
            Link(str(phrases.COMMON_POSITIONS[name]), question.asking(position=position, play="").query())
            for name, position in setting_up.common_positions(question.game).items()
        ],
        "position_text": position_text.write_position(question.position),
        **({} if problem or question.game is not Variant.BACKGAMMON else _identifiers(question)),
        "rules": rule_lines(question.game),
        "numbered": question.game is Variant.BACKGAMMON,
    }


def _identifiers(question: Question) -> dict[str, str]:
    return {
        "position_id": gnu_ids.write_position_id(question.position),
        "xgid": identifiers.write_position_as_xgid(question.position, question.roll),
    }


def _asked(question: Question) -> tuple[Position, tuple[int, int]]:
    return question.position, (max(question.roll), min(question.roll))


def _legal_plays(question: Question) -> dict[str, Play]:
    """The legal plays by their notation, those from the highest points first."""
    return {text: play for _order, text, play in sorted(map(_in_order, legal_plays(*_asked(question))))}


def _in_order(play: Play) -> tuple[tuple[int, ...], str, Play]:
    moves = notation.moves_of(play.steps)
    return tuple(end for move in moves for end in (-move.start, move.target)), notation.write_moves(moves), play


def _game_problem(position: Position) -> str:
    try:
        checking.check_game(position)
    except Refused as refused:
        return refusal_sentence(refused)
    return ""


def _judged(question: Question) -> tuple[Verdict | None, Answer]:
    position, roll = _asked(question)
    try:
        verdict = judge(position, roll, notation.read_moves(question.play))
    except Refused as refused:
        return None, Answer(problem=refusal_sentence(refused))
    if not verdict.code:
        return verdict, Answer(pgettext("verdict", "Yes."), _("This play is legal."))
    sentence = phrases.fault_sentence(verdict)
    rule = _rule_line(question.game, verdict.rule) if verdict.rule else None
    more = phrases.left_over_sentence(verdict, notation.write_play(verdict.steps)) if verdict.steps else ""
    return verdict, Answer(pgettext("verdict", "No."), sentence, more, rule)


def rule_lines(game: Variant) -> tuple[RuleLine, ...]:
    return tuple(_rule_line(game, rule) for rule in phrases.rules_of_game(game))


def _rule_line(game: Variant, rule: Rule) -> RuleLine:
    return RuleLine(rule, phrases.rule_label(game, rule), str(phrases.RULE_TITLES[rule]), phrases.rule_text(game, rule))


def _picture(question: Question, shown_play: Play | None, verdict: Verdict | None) -> Picture:
    """Draw the board before the roll with the steps as arrows; in a replay, after the first few of them."""
    board = Board(question.position, question.is_dark, question.is_mirrored)
    if shown_play and question.shown and question.step is not None:
        board = replace(board, position=after_steps(question.position, shown_play.steps[: question.step]))
        return board.picture(question.roll, (), shown_play.steps[question.step : question.step + 1])
    if question.tool:
        return board.picture()
    asked_steps = _asked_steps(question, verdict)
    if verdict and not verdict.code and not question.shown:
        return board.picture(question.roll, (), asked_steps)
    return board.picture(question.roll, asked_steps, shown_play.steps if shown_play else ())


def _asked_steps(question: Question, verdict: Verdict | None) -> Sequence[CheckerMove]:
    """Return the steps of the play in question that can be made; if none can, its moves as typed."""
    if not verdict:
        return ()
    if verdict.steps or not verdict.code:
        return verdict.steps
    return [
        CheckerMove(move.start, move.target, move.start - move.target, False)
        for move in notation.read_moves(question.play)
    ]


def _description(question: Question) -> str:
    """The position in words, for people who do not see the board."""
    turn = _("%(side)s to play.") % {"side": phrases.side_name(is_dark=question.is_dark)}
    roll = _("Roll %(roll)s.") % {"roll": phrases.roll_text(question.roll)} if question.is_rolled else ""
    return " ".join(filter(None, (turn, roll, position_in_words(question.position, is_dark=question.is_dark))))


def position_in_words(position: Position, *, is_dark: bool) -> str:
    """Where both sides' checkers stand, by the points of the player at the foot; `is_dark` is that player's colour."""
    own_name, other_name = phrases.side_name(is_dark=is_dark), phrases.side_name(is_dark=not is_dark)
    facing = (position.other[OFF], *map(position.facing, range(1, BAR)), position.other[BAR])
    return f"{own_name}: {stacks_text(position.own)}. {other_name}: {stacks_text(facing)}."


def stacks_text(checkers: Sequence[int]) -> str:
    """Where the checkers of a side stand, the farthest first, as "3 on 8, 5 on 6"."""
    words, on_point = {BAR: _("%(count)s on the bar"), OFF: _("%(count)s off")}, _("%(count)s on %(point)s")
    stacks = ((point, checkers[point]) for point in range(BAR, -1, -1) if checkers[point])
    return ", ".join(words.get(point, on_point) % {"count": count, "point": point} for point, count in stacks)


def _cells(question: Question, *, playable: bool) -> Iterator[BoardCell]:
    """The board's places row by row, from left to right."""
    upper = (*range(13, 19), "own-bar", *range(19, 25), "other-off")
    lower = (*range(12, 6, -1), "other-bar", *range(6, 0, -1), "own-off")
    for row in (upper, lower):
        for spot in reversed(row) if question.is_mirrored else row:
            yield _cell(question, spot, playable=playable)


def _cell(question: Question, spot: int | str, *, playable: bool) -> BoardCell:
    point, is_own = _point_of(spot)
    key = f"place-{spot}"
    label = _cell_label(question, spot, point, is_own=is_own)
    if question.tool:
        heights = " ".join(_height_addresses(question, point))
        return BoardCell(key, label, _set_up_address(question, point, is_own=is_own), heights=heights)
    if not playable or spot in ("other-bar", "other-off"):
        return BoardCell(key, label)
    if question.start is not None and point in _targets(question):
        play = f"{question.play} {notation.point_name(question.start)}/{notation.point_name(point)}".strip()
        label = _("Play %(move)s") % {"move": f"{notation.point_name(question.start)}/{notation.point_name(point)}"}
        return BoardCell(key, label, question.asking(play=play).query(), "target")
    if point != OFF and point in _starts(question):
        if point == question.start:
            return BoardCell(key, label, question.asking().query(), "start")
        return BoardCell(key, _("%(place)s, move from here") % {"place": label}, question.asking(start=point).query())
    return BoardCell(key, label)


def _point_of(spot: int | str) -> tuple[int, bool]:
    if isinstance(spot, int):
        return spot, True
    return (BAR if spot.endswith("bar") else OFF), spot.startswith("own")


def _cell_label(question: Question, spot: int | str, point: int, *, is_own: bool) -> str:
    position = question.position
    own_count = position.own[point] if is_own else 0
    other_count = position.facing(point) if isinstance(spot, int) else 0 if is_own else position.other[point]
    names = {BAR: _("Bar"), OFF: _("Off")}
    sides = [
        f"{count} {phrases.side_name(is_dark=is_dark)}"
        for count, is_dark in ((own_count, question.is_dark), (other_count, not question.is_dark))
        if count
    ]
    name = names.get(point) or _("Point %(point)s") % {"point": point}
    sides_text = ", ".join(sides) or _("empty")
    return f"{name}: {sides_text}"


def _set_up_address(question: Question, point: int, *, is_own: bool) -> str:
    """Return the address that a tap on a point opens while a position is set up; empty if it changes nothing."""
    position = question.position
    if point == OFF or (point == BAR and not MANNERS[position.game].has_bar):
        return ""
    if question.tool == "remove" or (point == BAR and (question.tool == "own") != is_own):
        position_after = setting_up.taken(position, point, from_own=is_own)
    else:
        position_after = setting_up.added(position, point, is_own=question.tool == "own")
    return "" if position_after == position else _set_up_so(question, position_after).query()


def _height_addresses(question: Question, point: int) -> Iterator[str]:
    """The addresses that put a stack of one, two, … checkers of the chosen side on the point."""
    if question.tool == "remove" or point in (OFF, BAR):
        return
    for count in range(1, setting_up.HIGHEST_TO_NAME + 1):
        position_after = setting_up.stacked(question.position, point, count, is_own=question.tool == "own")
        yield _set_up_so(question, position_after).query()


def _set_up_so(question: Question, position_after: Position) -> Question:
    """Put the position into the question; once all checkers of a side are on the board, taps set the other side."""
    off_counts = {"own": position_after.own[OFF], "other": position_after.other[OFF]}
    is_set = off_counts.get(question.tool) == 0 and any(off_counts.values())
    tool = next(name for name in off_counts if name != question.tool) if is_set else question.tool
    return question.asking(position=position_after, play="", tool=tool)


def _starts(question: Question) -> set[int]:
    """The points from which a checker may move: where one stands, or where the moves so far have put one."""
    starts = {point for point in range(1, BAR + 1) if question.position.own[point]}
    try:
        return starts | {move.target for move in notation.read_moves(question.play)}
    except Refused:
        return starts


def _targets(question: Question) -> set[int]:
    high, low = max(question.roll), min(question.roll)
    distances = [high * times for times in range(1, 5)] if high == low else [high, low, high + low]
    return {max((question.start or 0) - distance, OFF) for distance in distances}


def _dice(question: Question) -> Iterator[tuple[str, tuple[Link, ...]]]:
    """The name of each die, and the links to the numbers that it can show."""
    first, second = question.roll
    yield _("First die"), tuple(_numbers(question, first, [(number, second) for number in range(1, 7)]))
    yield _("Second die"), tuple(_numbers(question, second, [(first, number) for number in range(1, 7)]))


def _numbers(question: Question, chosen_number: int, rolls: Sequence[tuple[int, int]]) -> Iterator[Link]:
    for number, roll in enumerate(rolls, 1):
        address = question.asking(roll=roll, play="", tool="").query()
        yield Link(str(number), address, number == chosen_number, die=die_of(number))


def _rows(question: Question, plays: Mapping[str, Play]) -> Iterator[Link]:
    """Yield the plays that begin with the chosen moves; many are grouped by their next move and counted."""
    depth = len(question.narrowed)
    alike = [text for text in plays if text and tuple(text.split()[:depth]) == question.narrowed]
    if len(alike) <= LONGEST_LIST:
        for text in alike:
            yield _play_row(question, text, plays[text])
        return
    groups: dict[str, list[str]] = {}
    for text in alike:
        groups.setdefault(" ".join(text.split()[: depth + 1]), []).append(text)
    for begun, group in groups.items():
        if len(group) == 1:
            yield _play_row(question, group[0], plays[group[0]])
        else:
            note = ngettext("%(count)d play", "%(count)d plays", len(group)) % {"count": len(group)}
            address = replace(question, narrowed=tuple(begun.split()), shown="", step=None).query()
            yield Link(f"{begun} …", address, note=note)


def _play_row(question: Question, text: str, play: Play) -> Link:
    is_here = text == question.shown
    address = replace(question, shown="" if is_here else text, step=None, start=None).query()
    numbers = [step.number for step in play.steps]
    is_double = len(numbers) > 1 and len(set(numbers)) == 1
    notes = [f"{len(numbers)} × {numbers[0]}" if is_double else phrases.steps_text(numbers)]
    if end := ending(play.after):
        notes.append(phrases.ending_text(end))
    return Link(text, address, is_here, " · ".join(notes))


def _plays_heading(plays: Mapping[str, Play]) -> str:
    count = 0 if "" in plays else len(plays)
    return ngettext("%(count)d legal play", "%(count)d legal plays", count) % {"count": count} if count else ""


def _without_move(question: Question, move: str) -> str:
    earlier_moves = question.narrowed[: question.narrowed.index(move)]
    return replace(question, narrowed=earlier_moves, shown="", step=None).query()


def _replay(question: Question, shown_play: Play) -> dict[str, Any]:
    """Return the links that replay the shown play step by step."""
    last, at, after = len(shown_play.steps), question.step, shown_play.after
    return {
        "back": replace(question, step=at - 1).query() if at else "",
        "on": "" if at is not None and at >= last else replace(question, step=0 if at is None else at + 1).query(),
        "whole": "" if at is None else replace(question, step=None).query(),
        "state": "" if at is None else _("%(step)s of %(steps)s steps") % {"step": min(at, last), "steps": last},
        "go_on": ""
        if ending(after)
        else question.asking(position=after.turned(), is_dark=not question.is_dark, roll=NOT_ROLLED, play="").query(),
    }


def _turns(question: Question) -> Iterator[Link]:
    """The choice of who is on turn; the board is seen from their side."""
    for is_dark in (False, True):
        if is_dark == question.is_dark:
            yield Link(phrases.side_name(is_dark=is_dark), question.query(), is_here=True)
        else:
            turned = question.asking(position=question.position.turned(), is_dark=is_dark, play="")
            yield Link(phrases.side_name(is_dark=is_dark), turned.query())


def _tools(question: Question) -> Iterator[Link]:
    names = (phrases.side_name(is_dark=question.is_dark), phrases.side_name(is_dark=not question.is_dark), str(REMOVE))
    for tool, name in zip(TOOLS, names, strict=True):
        yield Link(name, replace(question, tool=tool).query(), tool == question.tool)


def _of_game(question: Question, game: Variant) -> str:
    return question.asking(position=setting_up.common_positions(game)["start"], play="", tool="").query()
