"""Finds everything that is wrong in a transcript, in the order of its lines.

After a wrong score or a wrong value of a game, the next games may build on the written or on the counted points, so
that one mistake is reported once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from tournament.matches.games import MatchStanding, PlayedGame as GameResult, points_of, standing_at
from tournament.transcripts.cube import cube_in
from tournament.transcripts.following import Finding, Mistake, beyond_unknown, positions_set, turns
from tournament.transcripts.results import fits, formats_of, is_after_crawford, possible_results, told_result
from tournament.transcripts.written import Score, WrittenGame, WrittenMatch, points_to

# The most positions that are tried in a file because of unknown rolls; this takes a second or two.
MOST_BOARDS = 5_000


@dataclass(frozen=True, slots=True)
class CheckedGame:
    """A game with the errors found in it; `result` is how the game ended, None if unknown."""

    game: WrittenGame
    result: GameResult | None
    findings: tuple[Finding, ...]


def check_transcript(transcript: WrittenMatch) -> Iterator[Finding]:
    """Yield everything that is wrong with the plays, the cube, the ends of the games and the score."""
    for checked in checked_games(transcript):
        yield from checked.findings


def checked_games(transcript: WrittenMatch) -> Iterator[CheckedGame]:
    """Yield the games in order, each with its result and its mistakes."""
    course = _MatchCourse(transcript)
    for index, game in enumerate(transcript.games):
        yield course.check(game, is_last=index + 1 == len(transcript.games))


class _MatchCourse:
    """A match checked game by game.

    `scores` are the possible scores, the counted one first; none if the score is not known. `is_certain`: board or cube
    leave no doubt about how the game before ended. `boards_left` positions may still be tried after unknown rolls.
    """

    def __init__(self, transcript: WrittenMatch) -> None:
        self.length = transcript.match_length
        self.formats = formats_of(transcript.match_length, transcript.customs)
        # A file may hold the rest of a match: the score that it begins with is taken as given.
        self.scores: tuple[Score, ...] = (transcript.games[0].score,)
        self.crawford_played = is_after_crawford(transcript)
        self.is_certain = True
        self.boards_left = MOST_BOARDS

    def check(self, game: WrittenGame, *, is_last: bool) -> CheckedGame:
        """Check the next game against rules and score, and go on to the scores that may follow."""
        findings = list(self._head(game))
        standing = self._standing()
        cubes, cube_findings = cube_in(game, self.formats[0], standing)
        findings += cube_findings
        findings += [turn.finding for turn in turns(game) if turn.finding]
        beyond, boards = beyond_unknown(game, self.boards_left)
        self.boards_left -= boards
        findings += [*beyond, *positions_set(game)]
        if game.unread:
            line, text = game.unread
            findings.append(Finding(line, Mistake.NOT_READ, text))
        if game.goes_on_at:
            findings.append(Finding(game.goes_on_at, Mistake.GOES_ON))
        result = told_result(game, self.formats, cubes)
        at_the_end = list(self._end(game, cubes, is_last=is_last))
        self._go_on(
            game, cubes, has_other_worth=any(end_finding.mistake is Mistake.OTHER_WORTH for end_finding in at_the_end)
        )
        findings = sorted([*findings, *at_the_end], key=lambda finding: finding.line)
        self.is_certain = not findings and result is not None and not result.conceded
        return CheckedGame(game, result, tuple(findings))

    def _head(self, game: WrittenGame) -> Iterator[Finding]:
        """Check the score before the game; from here on both the counted and the written one are possible."""
        if not game.has_head:
            return
        is_right = not self.scores or game.score in self._as_they_are_written()
        is_over = bool(self.scores) and all(map(self._decides, self.scores))
        if is_over and (is_right or self.is_certain or self._decides(game.score)):
            yield Finding(game.line, Mistake.AFTER_THE_MATCH)
        elif not is_right:
            yield Finding(game.line + 1, Mistake.OTHER_SCORE, stated=game.score, counted=self.scores[0])
        self.scores = (game.score,) if is_right else (*self.scores, game.score)

    def _as_they_are_written(self) -> set[Score]:
        """Return the possible scores, also cut at the match length; in money play every game may begin at 0:0."""
        if not self.length:
            return {*self.scores, (0, 0)}
        return {*self.scores, *((min(first, self.length), min(second, self.length)) for first, second in self.scores)}

    def _decides(self, score: Score) -> bool:
        return self.length > 0 and max(score) >= self.length

    def _standing(self) -> MatchStanding:
        """Return the state of the match; the game is the Crawford game only if it is by every possible score."""
        scores = [score for score in self.scores if self.length and not self._decides(score)]
        standings = [standing_at(self.formats[0], score, crawford_played=self.crawford_played) for score in scores]
        if not standings or not all(standing.is_crawford for standing in standings):
            return MatchStanding()
        self.crawford_played = True
        return standings[0]

    def _end(self, game: WrittenGame, cubes: Sequence[int], *, is_last: bool) -> Iterator[Finding]:
        if not game.unread:
            yield from self._worth(game, list(possible_results(game, cubes)))
        for end in game.ends:
            if end.wins_match and not is_last and not any(map(self._decides, self._after(game.won))):
                yield Finding(end.line, Mistake.MATCH_GOES_ON)

    def _worth(self, game: WrittenGame, results: Sequence[GameResult]) -> Iterator[Finding]:
        """Report a game whose stated points do not follow from board and cube."""
        for end in game.ends:
            tried = product(results, self.formats, self.scores or [game.score])
            if not any(fits(end, result, match_format, score_before) for result, match_format, score_before in tried):
                result = next((result for result in results if result.winner == end.winner), results[0])
                assert result.winner is not None
                counted_points = points_to(result.winner, points_of(self.formats[0], result))
                yield Finding(
                    end.line, Mistake.OTHER_WORTH, stated=points_to(end.winner, end.points), counted=counted_points
                )
                return
        if len({(end.winner, end.points) for end in game.ends}) > 1 and not self._is_cut_in_one_column(game):
            yield Finding(game.ends[-1].line, Mistake.TWO_ENDS)

    def _is_cut_in_one_column(self, game: WrittenGame) -> bool:
        least = min(game.ends, key=lambda end: end.points)
        is_one = len({end.winner for end in game.ends}) == 1
        return is_one and any(least.points in (self.length, self.length - score[least.winner]) for score in self.scores)

    def _go_on(self, game: WrittenGame, cubes: Sequence[int], *, has_other_worth: bool) -> None:
        """Set the possible scores after the game."""
        scores_after = self._after(game.won) if game.ends else []
        if has_other_worth or not game.ends:
            results = () if game.unread else possible_results(game, cubes)
            scores_after += [score for result in results for score in self._after_result(result)]
        self.scores = tuple(dict.fromkeys(scores_after))

    def _after_result(self, result: GameResult) -> Iterator[Score]:
        assert result.winner is not None
        for match_format in self.formats:
            yield from self._after(points_to(result.winner, points_of(match_format, result)))

    def _after(self, points_won: Score) -> list[Score]:
        return [(score[0] + points_won[0], score[1] + points_won[1]) for score in self.scores]
