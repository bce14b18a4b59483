"""Checks the cube in a game of a transcript, by the rules of the score sheet.

A double that is not allowed is reported once: from then on the cube counts as doubled or as not doubled, and what fits
either is no mistake.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from tournament.matches.formats import MatchFormat
from tournament.matches.games import MatchStanding
from tournament.matches.score_sheet import Said, ScoreSheet, Word, possible_words
from tournament.transcripts.following import Finding, Mistake
from tournament.transcripts.written import WrittenAction, WrittenActionKind, WrittenGame

ANSWERS = {
    WrittenActionKind.TAKE: Word.TAKE,
    WrittenActionKind.DROP: Word.PASS,
    WrittenActionKind.BEAVER: Word.BEAVER,
    WrittenActionKind.RACCOON: Word.BEAVER,
}
# Who rolled last before a position was set up.
_NOT_KNOWN = -1
_TURNS_AGAIN = {WrittenActionKind.BEAVER: Mistake.BEAVER, WrittenActionKind.RACCOON: Mistake.RACCOON}


def cube_in(
    game: WrittenGame, match_format: MatchFormat, standing: MatchStanding
) -> tuple[tuple[int, ...], Sequence[Finding]]:
    """Return the possible values of the cube at the end of a game, the likeliest first, and mistakes with it.

    After a pass it is the cube before the double. `standing` is the state of the match before the game.
    """
    course = _CubeCourse(match_format, [ScoreSheet(standing)])
    for action in game.actions:
        course.follow(action)
    if game.ends:
        course.play_on()
    return tuple(dict.fromkeys(sheet.cube for sheet in course.sheets)), course.findings


@dataclass(slots=True)
class _CubeCourse:
    """The cube through the course of a game.

    `sheets` are its possible states, `offer` is the double that waits for an answer, `taken` are the possible states
    once that double is taken.
    """

    wanted: MatchFormat
    sheets: list[ScoreSheet]
    offer: WrittenAction | None = None
    taken: list[ScoreSheet] = field(default_factory=list)
    last_roller: int | None = None
    findings: list[Finding] = field(default_factory=list)

    def follow(self, action: WrittenAction) -> None:
        if action.kind in ANSWERS:
            self._answer(action)
            return
        if action.kind is WrittenActionKind.SET_POSITION:
            self._set_up(action.value)
            return
        self.play_on()
        if action.is_roll:
            self.last_roller = action.player
        elif action.kind is WrittenActionKind.DOUBLE:
            self._double(action)

    def name(self, action: WrittenAction, mistake: Mistake) -> None:
        """Note a mistake in the line of an action."""
        self.findings.append(Finding(action.line, mistake))

    def play_on(self) -> None:
        """Go on after a double that was not answered, but may have been taken. A beaver needs no answer."""
        if self.offer is None:
            return
        if self.offer.kind is WrittenActionKind.DOUBLE:
            self.name(self.offer, Mistake.NOT_ANSWERED)
        self._go_on([*self.taken, *self.sheets])

    def _go_on(self, sheets: Sequence[ScoreSheet]) -> None:
        self.sheets, self.taken, self.offer = list(sheets), [], None

    def _set_up(self, cube: int) -> None:
        """Go on from a position that the file sets up; who owns the cube there is not said for certain."""
        self.last_roller = _NOT_KNOWN
        owners = (None,) if cube == 1 else (0, 1)
        set_up = [replace(self.sheets[0], cube=cube, owner=owner) for owner in owners if cube]
        self.sheets = list(dict.fromkeys([*set_up, *self.sheets]))

    def _double(self, action: WrittenAction) -> None:
        findings = list(_sheet_faults(self.wanted, self.sheets, action))
        if self.last_roller is None:
            findings.append(Finding(action.line, Mistake.DOUBLE_BEFORE_FIRST_ROLL))
        elif self.last_roller == action.player:
            findings.append(Finding(action.line, Mistake.DOUBLE_AFTER_ROLL))
        self.findings += findings
        fitting = [sheet for sheet in self.sheets if not list(_sheet_faults(self.wanted, [sheet], action))]
        doubled = [_turned(sheet, 1 - action.player) for sheet in fitting or self.sheets]
        if action.value and not fitting:
            doubled.append(replace(doubled[0], cube=action.value))
        if findings:
            doubled = [*doubled, *self.sheets]
        self.offer, self.taken = action, doubled

    def _answer(self, action: WrittenAction) -> None:
        if self.offer is None:
            self.name(action, Mistake.NOTHING_TO_ANSWER)
            return
        if action.player == self.offer.player:
            self.name(action, Mistake.ANSWERED_BY_DOUBLER)
        if action.kind is WrittenActionKind.TAKE:
            self._go_on(self.taken)
        elif action.kind is WrittenActionKind.DROP:
            self._go_on(self.sheets)
        else:
            self._turn_again(action)

    def _turn_again(self, action: WrittenAction) -> None:
        offered = [replace(sheet, offer=Said(Word.DOUBLE, 1 - action.player)) for sheet in self.sheets]
        sheet_word = Said(ANSWERS[action.kind], action.player)
        if action.kind is WrittenActionKind.RACCOON or not any(
            sheet_word in possible_words(self.wanted, sheet) for sheet in offered
        ):
            self.name(action, _TURNS_AGAIN[action.kind])
        # The player who beavers or raccoons keeps the cube.
        again = [_turned(sheet, action.player) for sheet in self.taken]
        self.sheets, self.taken, self.offer = self.taken, again, action


def _turned(sheet: ScoreSheet, owner: int) -> ScoreSheet:
    return replace(sheet, cube=2 * sheet.cube, owner=owner)


def _sheet_faults(match_format: MatchFormat, sheets: Sequence[ScoreSheet], action: WrittenAction) -> Iterator[Finding]:
    """Yield the mistakes of a double by these possible score sheets; none if one of them allows it."""
    allowed = [sheet for sheet in sheets if Said(Word.DOUBLE, action.player) in possible_words(match_format, sheet)]
    if not allowed:
        yield Finding(action.line, _mistake_of_double(sheets[0], action.player), expected=match_format.cube_limit)
        allowed = list(sheets)
    if action.value and action.value not in [2 * sheet.cube for sheet in allowed]:
        yield Finding(action.line, Mistake.DOUBLE_TO_OTHER_VALUE, value=action.value, expected=2 * allowed[0].cube)


def _mistake_of_double(sheet: ScoreSheet, player: int) -> Mistake:
    if sheet.standing.is_crawford:
        return Mistake.DOUBLE_IN_CRAWFORD
    if sheet.owner not in (None, player):
        return Mistake.DOUBLE_WITHOUT_CUBE
    return Mistake.DOUBLE_BEYOND_LIMIT
