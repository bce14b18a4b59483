"""What pages show of a running match: score sheet, live score, replay and transcript."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import product
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.arbiter.answer import position_in_words
from tournament.arbiter.board_picture import Board, Picture
from tournament.arbiter.question import Question
from tournament.engine.record import Score
from tournament.engine.refusals import Refused
from tournament.matches.formats import TAVLI_GAMES, MatchFormat, MatchGame
from tournament.matches.games import GameEnding, PlayedGame, after_games, points_of
from tournament.matches.score_sheet import Said, Word, possible_words, sheet_of, write_words
from tournament.models import Pairing, Tournament, Transcript
from tournament.names import isolated, short_name
from tournament.pages.sheets import Column, ColumnKind, Row, Sheet, occasion
from tournament.phrases import matches as phrases
from tournament.phrases.findings import finding_sentence
from tournament.phrases.matches import cube_at, cube_sentence, scene_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.results import score_text
from tournament.queries.matches import ReadTranscript, proposed_score, read
from tournament.queries.record import format_in, format_of
from tournament.queries.results import KeptGames, games_of, kept_games
from tournament.queries.rounds.pairings import PairingRow, RoundPage
from tournament.transcripts.replays import Scene, xgid_of
from tournament.transcripts.written import WrittenActionKind

# A transcript as the director sees it: findings and contents.


class AttachedTranscript:
    """The transcript of a match as the director sees it; `is_there` tells that one is attached, else only names are."""

    def __init__(self, tournament: Tournament, pairing: Pairing, stored: Transcript | None) -> None:
        self.tournament, self.pairing, self.stored = tournament, pairing, stored
        self.first, self.second = names_of(pairing)
        self.is_there = stored is not None
        self.match_format = format_in(tournament, pairing)
        self.match_length = self.match_format.match_length

    @cached_property
    def transcript(self) -> ReadTranscript:
        if self.stored is None:
            raise ValueError("No transcript is attached to this match.")
        return read(self.stored)

    @property
    def columns(self) -> tuple[str, str]:
        return in_columns(self.transcript, (self.first, self.second))

    @property
    def games(self) -> int:
        return len(self.transcript.written.games)

    @property
    def findings(self) -> list[str]:
        return [finding_sentence(finding) for finding in self.transcript.findings]

    @property
    def score(self) -> str:
        return score_text(self.transcript.score)

    @cached_property
    def proposal(self) -> Score | None:
        """The score of the match by its games in the transcript."""
        return proposed_score(self.match_format, self.transcript.games) if self.transcript.games else None

    @cached_property
    def stored_score(self) -> tuple[int | None, int | None]:
        return self.pairing.first_points, self.pairing.second_points

    @property
    def other_score(self) -> str:
        """The result of the match if the transcript has another."""
        is_other = self.stored_score[0] is not None and self.stored_score not in (self.transcript.score, self.proposal)
        return "{}:{}".format(*self.stored_score) if is_other else ""

    @property
    def proposed(self) -> str:
        """The score that can be accepted as the result."""
        is_open = self.stored_score[0] is None
        is_to_accept = is_open or (self.stored_score == self.proposal and not self.has_its_games)
        return score_text(self.proposal) if self.proposal and is_to_accept else ""

    @cached_property
    def has_its_games(self) -> bool:
        """Whether the games of the match are those of the transcript."""
        return bool(self.transcript.games) and kept_games(self.pairing).games == self.transcript.games

    @property
    def other_length(self) -> int | None:
        """The length of the transcript's match if it differs from those of the tournament."""
        length = self.transcript.written.match_length
        return length if length != self.match_length else None

    @property
    def replay(self) -> str:
        """The address of the replay, empty while the round is hidden."""
        round_, table = self.pairing.round, self.pairing.table
        return (
            ""
            if round_.is_hidden or not table
            else reverse("replay", args=[self.tournament.slug, round_.number, table])
        )


def names_of(pairing: Pairing | PairingRow) -> tuple[str, str]:
    return pairing.first.display_name, pairing.second.display_name if pairing.second else ""


def in_columns(transcript: ReadTranscript, names: tuple[str, str]) -> tuple[str, str]:
    """The players' names in the order of the transcript's columns."""
    return (names[1], names[0]) if transcript.is_turned else names


# Live scores: the current scores of a running round's matches, from their score sheets.


@dataclass(frozen=True, slots=True)
class LiveScore:
    """The score of a running match, the number of the current game, and the value of the cube."""

    points: tuple[int, int]
    game: int
    cube: int

    @property
    def score(self) -> str:
        return score_text(self.points)

    @property
    def beside(self) -> str:
        """The number of the game, and the value of the cube once it has been turned."""
        game = _("Game %(number)s") % {"number": self.game}
        return f"{game} · {cube_at(self.cube)}" if self.cube > 1 else game

    def words(self, *, is_first: bool) -> str:
        """Format the live score with the first or the second player's points first, like 2:1 · Game 4."""
        return f"{score_text(self.points if is_first else self.points[::-1])} · {self.beside}"


def live_scores(tournament: Tournament, pairing_rows: Iterable[PairingRow]) -> dict[int, LiveScore]:
    """Map pairing keys of undecided matches with a score sheet to their live scores; empty if these are not public."""
    open_rows = [row for row in pairing_rows if row.is_open] if tournament.shows_live_scores else []
    if not open_rows:
        return {}
    games_by_key = games_of(tournament)
    score_by_key = {}
    for row in open_rows:
        if row.key in games_by_key:
            stored_games, match_format = games_by_key[row.key], format_of(tournament, length=row.length)
            sheet = sheet_of(match_format, stored_games.words, stored_games.games)
            if not sheet.standing.is_decided(match_format):
                score_by_key[row.key] = LiveScore(sheet.standing.score, len(sheet.games) + 1, sheet.cube)
    return score_by_key


# Replay of a match on the board, move by move.


class ReplayPage:
    """The replay of a match at scene `at`, counted from 0; beyond the last scene, at the last."""

    def __init__(self, pairing: Pairing, stored: Transcript, at: int) -> None:
        transcript = read(stored)
        self.pairing, self.scenes = pairing, transcript.scenes
        self.length = transcript.written.match_length
        self.last = len(self.scenes) - 1
        self.at = min(at, self.last)
        self.back = self.at - 1 if self.at else None
        self.on = self.at + 1 if self.at < self.last else None
        self.scene = self.scenes[self.at]
        self.names = in_columns(transcript, names_of(pairing))

    @property
    def score(self) -> str:
        return score_text(self.scene.score)

    @property
    def sentence(self) -> str:
        return scene_sentence(self.scene, [isolated(name) for name in self.names])

    @property
    def cube(self) -> str:
        return cube_sentence(self.scene, [isolated(name) for name in self.names])

    @property
    def finding(self) -> str:
        return finding_sentence(self.scene.finding) if self.scene.finding else ""

    @property
    def picture(self) -> Picture:
        return _picture(self.scene)

    @property
    def description(self) -> str:
        return position_in_words(self.scene.position, is_dark=False)

    @property
    def question(self) -> str:
        return _question(self.scene)

    @property
    def xgid(self) -> str:
        return xgid_of(self.scene, self.length)

    @property
    def games(self) -> list[dict[str, Any]]:
        """Each game: its number, its first scene, and whether the scene shown is one of it."""
        return [
            {"number": begin.game, "at": index, "is_here": begin.game == self.scene.game}
            for index, begin in enumerate(self.scenes)
            if begin.action is None and begin.winner is None
        ]


def _picture(scene: Scene) -> Picture:
    """Draw the board before a roll with the play as arrows; without a roll, the position as it is."""
    if scene.action is None or scene.action.kind is not WrittenActionKind.ROLL:
        return Board(scene.position).picture()
    if not scene.steps:
        return Board(scene.position).picture(scene.action.roll, are_of_other=scene.action.player == 1)
    board = Board(scene.before)
    return board.picture(scene.action.roll, (), scene.steps, are_of_other=scene.action.player == 1)


def _question(scene: Scene) -> str:
    """The address of a rule question about this roll; empty if the scene has no roll."""
    if scene.action is None or scene.action.kind is not WrittenActionKind.ROLL:
        return ""
    is_second = scene.action.player == 1
    position = scene.before.turned() if is_second else scene.before
    query = Question(position, scene.action.roll, scene.action.play, is_dark=is_second).query()
    return f"{reverse('rule_question')}{query}"


# The score sheet of a match: score, finished games, and the possible next events, such as a double or a win.

# In longer matches, points are shown as numbers without triangles.
MOST_TRIANGLES = 15


@dataclass(frozen=True, slots=True)
class WordButton:
    """A button that records an event of a game; `code` is the value sent, `gives` the resulting score or cube."""

    code: str
    label: str
    gives: str = ""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A finished game: its winner (empty if drawn), how it ended, its points, and the score after it."""

    number: int
    who: str
    how: str
    points: int
    score: str


class ScoreSheetPage:
    """The page of a score sheet: score, finished games, and what can be said next; read and worded as it is drawn."""

    def __init__(self, tournament: Tournament, pairing: PairingRow, kept: KeptGames) -> None:
        self.match_format = format_of(tournament, length=pairing.length)
        self.names = names_of(pairing)
        self.short = _distinct_names(self.names)
        self.kept = kept
        self.sheet = sheet_of(self.match_format, kept.words, kept.games)
        self.standing = self.sheet.standing
        self.possible = possible_words(self.match_format, self.sheet)

    @property
    def mark(self) -> str:
        """The digest of the sheet."""
        return self.kept.mark

    @property
    def leaves(self) -> str:
        """The digest of the sheet without its last event."""
        return self.kept.before_last_word.look

    @cached_property
    def sides(self) -> "tuple[SheetSide, SheetSide]":
        return SheetSide(self, 0), SheetSide(self, 1)

    @property
    def points(self) -> tuple[int, int]:
        return self.standing.score

    @property
    def is_decided(self) -> bool:
        return self.standing.is_decided(self.match_format)

    @property
    def game(self) -> str:
        """The title of the running game, empty once the match is decided."""
        game, number = self.match_format.game_at(self.standing.decided_games), len(self.sheet.games) + 1
        is_tavli = game is not self.match_format.game
        return "" if self.is_decided else phrases.game_title(number, game, is_tavli=is_tavli)

    @property
    def opening(self) -> str:
        """Say which player opens the game; empty once something has happened in it."""
        if self.is_decided or self.kept.words:
            return ""
        games = self.sheet.games
        if games and games[-1].winner is None and self.standing.opener is None:
            return _("played over by whoever opened it")
        opener = self.standing.opener
        if opener is None:
            return _("opening roll decides who begins")
        return _("%(name)s opens with both dice") % {"name": self.short[opener]}

    @property
    def has_cube(self) -> bool:
        return self.match_format.cube and not self.is_decided

    @property
    def cube(self) -> int:
        return self.sheet.cube

    @property
    def cube_at(self) -> int | None:
        """The side that owns the cube, None in the middle."""
        return self.sheet.owner

    @property
    def crawford(self) -> str:
        """An explanation of the Crawford game while it is played."""
        if self.is_decided or not self.standing.is_crawford:
            return ""
        leader = int(self.standing.score[1] > self.standing.score[0])
        return _("%(name)s has %(points)s. From game %(game)s on with the cube again.") % {
            "name": self.short[leader],
            "points": max(self.standing.score),
            "game": len(self.sheet.games) + 2,
        }

    @property
    def hint(self) -> str:
        """An announcement of the Crawford game before it."""
        if self.is_decided or self.standing.crawford_played or not self.match_format.crawford:
            return ""
        sentence = _("Crawford: once someone has %(points)s, the next game is played without the cube.")
        return sentence % {"points": self.match_format.match_length - 1}

    @cached_property
    def offer(self) -> dict[str, Any] | None:
        """An offer to answer: the `side` that made it, who `decides`, the `answers`; `cube` is the value offered.

        On the offering player's phone the answers are folded up under `elsewhere`, for a table that shares one phone.
        """
        offer = self.sheet.offer
        if offer is None:
            return None
        cube = 2 * self.sheet.cube if offer.word in (Word.DOUBLE, Word.BEAVER) else None
        return {
            "side": offer.side,
            "elsewhere": phrases.answers_here(self.short[1 - offer.side]),
            "title": phrases.offer_sentence(offer, self.short[offer.side], cube),
            "decides": phrases.waits_for(self.short[1 - offer.side]),
            "answers": tuple(self.button(said) for said in self.possible),
            "cube": cube,
        }

    @property
    def others(self) -> tuple[WordButton, ...]:
        """The buttons for events of neither player."""
        return tuple(self.button(said) for said in self.possible if said.word in (Word.DRAWN, Word.AUTOMATIC))

    @cached_property
    def games(self) -> tuple[GameLine, ...]:
        game_rows = []
        games = self.sheet.games
        for number, game in enumerate(games, start=1):
            before, after = (
                after_games(self.match_format, games[: number - 1]),
                after_games(self.match_format, games[:number]),
            )
            match_game = self.match_format.game_at(before.decided_games)
            loser = "" if game.winner is None else self.short[1 - game.winner]
            how = phrases.how_it_ended(game, loser, match_game if match_game is not self.match_format.game else None)
            who = "" if game.winner is None else self.short[game.winner]
            game_rows.append(GameLine(number, who, how, points_of(self.match_format, game), score_text(after.score)))
        return tuple(game_rows)

    @property
    def last_word(self) -> str:
        """The last event, which can be taken back."""
        if not (self.kept.games or self.kept.words):
            return ""
        said = self.kept.last_word
        return phrases.word_sentence(said, self.short[said.side]) if said else _("the last game")

    @property
    def has_concessions(self) -> bool:
        return any(side.concessions for side in self.sides)

    def button(self, said: Said) -> WordButton:
        return WordButton(write_words([said]), phrases.word_label(said, 2 * self.sheet.cube), self._effect(said))

    def _effect(self, said: Said) -> str:
        """Describe the effect of an event: points and score, or the cube's value and owner; else empty."""
        sheet_after = sheet_of(self.match_format, (*self.kept.words, said), self.kept.games)
        if len(sheet_after.games) > len(self.sheet.games):
            game = sheet_after.games[-1]
            points = points_of(self.match_format, game)
            who = "" if said.word is Word.WON or game.winner is None else self.short[game.winner]
            score = "" if sheet_after.standing.is_decided(self.match_format) else score_text(sheet_after.standing.score)
            return phrases.what_is_won(who, points, score)
        if said.word in (Word.TAKE, Word.BEAVER):
            cube = sheet_after.cube if said.word is Word.TAKE else 2 * sheet_after.cube
            return _("for %(cube)s, cube with %(name)s") % {"cube": cube, "name": self.short[sheet_after.owner or 0]}
        return _("the game goes on") if said.word is Word.DECLINE else ""


class SheetSide:
    """A player on the sheet, with what they can say."""

    def __init__(self, page: ScoreSheetPage, side: int) -> None:
        self.page = page
        self.name, self.short, self.points = page.names[side], page.short[side], page.points[side]
        self.own_words = [said for said in page.possible if said.side == side]
        self.double_said = Said(Word.DOUBLE, side)

    @property
    def won(self) -> tuple[bool, ...]:
        """For each point of a short match, whether the player has won it."""
        length = self.page.match_format.match_length
        return tuple(point < self.points for point in range(length)) if length <= MOST_TRIANGLES else ()

    @cached_property
    def wins(self) -> tuple[WordButton, ...]:
        return tuple(self.page.button(said) for said in self.own_words if said.word is Word.WON)

    @cached_property
    def concessions(self) -> tuple[WordButton, ...]:
        return tuple(self.page.button(said) for said in self.own_words if said.word is Word.CONCEDE)

    @cached_property
    def double(self) -> WordButton | None:
        return self.page.button(self.double_said) if self.double_said in self.own_words else None

    @property
    def no_double(self) -> str:
        """Why the player may not double, empty in a match without cube."""
        page = self.page
        if not page.match_format.cube:
            return ""
        if page.sheet.owner is not None and 2 * page.sheet.cube <= page.match_format.cube_limit:
            return _("Cube with %(name)s") % {"name": page.short[page.sheet.owner]}
        return _("Cube at its limit")


def game_lines(tournament: Tournament, pairing: PairingRow, games: Sequence[PlayedGame]) -> tuple[GameLine, ...]:
    return ScoreSheetPage(tournament, pairing, KeptGames(tuple(games))).games


def games_text(tournament: Tournament, pairing: PairingRow, games: Sequence[PlayedGame], number: int) -> str:
    """Format games in one line: the score after each, this player's points first, like 1:0 · 1:2 (gammon)."""
    is_first = pairing.first.number == number
    parts = []
    for line, game in zip(game_lines(tournament, pairing, games), games, strict=True):
        score = line.score if is_first else ":".join(reversed(line.score.split(":")))
        parts.append(score if game == PlayedGame(game.winner) else f"{score} ({line.how})")
    return " · ".join(parts)


def games_sheet(tournament: Tournament, rounds: Iterable[RoundPage], games_by_key: Mapping[int, KeptGames]) -> Sheet:
    """List every recorded game of a tournament by round, table and order of play."""
    return Sheet(
        title=tournament.name,
        subtitle=_("Games"),
        columns=(
            Column(_("Round"), ColumnKind.NUMBER),
            Column(_("Table"), ColumnKind.TABLE),
            Column(_("Player 1"), ColumnKind.NAME),
            Column(_("Player 2"), ColumnKind.NAME),
            Column(_("Game"), ColumnKind.NUMBER),
            Column(_("Winner"), ColumnKind.NAME),
            Column(_("How it ended"), ColumnKind.REMARK),
            Column(_("Points 1"), ColumnKind.POINTS),
            Column(_("Points 2"), ColumnKind.POINTS),
        ),
        rows=tuple(
            cells
            for page in rounds
            for row in page.tables
            if row.key in games_by_key
            for cells in _games_of(tournament, page.round.number, row, games_by_key[row.key].games)
        ),
        notes=(*occasion(tournament), _("The points are those after the game.")),
    )


def _games_of(tournament: Tournament, number: int, row: PairingRow, games: Sequence[PlayedGame]) -> Iterator[Row]:
    names = names_of(row)
    for line, game in zip(game_lines(tournament, row, games), games, strict=True):
        winner = "" if game.winner is None else names[game.winner]
        first, second = map(int, line.score.split(":"))
        yield number, row.table, *names, line.number, winner, line.how, first, second


def _distinct_names(names: tuple[str, str]) -> tuple[str, str]:
    """First names for narrow columns; longer ones where both first names are equal or one of them is long."""
    firsts = tuple(name.split()[0] for name in names)
    short = firsts if firsts[0] != firsts[1] and max(map(len, firsts)) <= 13 else tuple(map(short_name, names))
    if short[0] == short[1]:
        short = names
    return isolated(short[0]), isolated(short[1])


# The score sheet on a phone that may lose its connection.

KINDS = (GameEnding.SINGLE, GameEnding.GAMMON, GameEnding.BACKGAMMON)
OFFERS = (Word.DOUBLE, Word.BEAVER, Word.CONCEDE)
OF_THE_CUBE = (Word.DOUBLE, Word.TAKE, Word.PASS, Word.BEAVER, Word.AUTOMATIC)


def outbox_of_player(tournament: Tournament, number: int) -> str:
    """The name under which a phone keeps what this player has said until it has its answer."""
    return f"{tournament.slug}/p{number}"


def sheet_on_phone(
    tournament: Tournament, pairing: PairingRow, stored_games: KeptGames, key: int, own_side: int | None = None
) -> str:
    """Write as JSON what the phone needs: match format, games so far, own side, and the wording of every event.

    The phone itself fills in the variables of the phrases: `{cube}`, `{points}`, `{score}`, `{what}`.
    """
    match_format = format_of(tournament, length=pairing.length)
    values = {
        "match": key,
        "own": own_side,
        "mark": stored_games.mark,
        "leaves": stored_games.before_last_word.look,
        "changes": stored_games.changes,
        "kept": {
            "games": [asdict(game) for game in stored_games.games],
            "ended": [[write_words([word]) for word in words] for words in stored_games.ended],
            "words": [write_words([word]) for word in stored_games.words],
        },
        "format": asdict(match_format),
        "phrases": _phrases(match_format, _distinct_names(names_of(pairing))),
    }
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _phrases(match_format: MatchFormat, names: tuple[str, str]) -> dict[str, Any]:
    every = [_word_for_phrase(word, side, kind) for word, side, kind in product(Word, (0, 1), KINDS)]
    word_by_code = {
        write_words([sheet_word]): sheet_word
        for sheet_word in every
        if match_format.cube or sheet_word.word not in OF_THE_CUBE
    }
    return {
        "names": names,
        "titles": {
            game: phrases.game_title("{number}", game, is_tavli=match_format.game is MatchGame.TAVLI)
            for game in (TAVLI_GAMES if match_format.game is MatchGame.TAVLI else (match_format.game,))
        },
        "labels": {code: phrases.word_label(sheet_word, "{cube}") for code, sheet_word in word_by_code.items()},
        "sentences": {
            code: phrases.word_sentence(sheet_word, names[sheet_word.side]) for code, sheet_word in word_by_code.items()
        },
        "offers": {
            code: phrases.offer_sentence(sheet_word, names[sheet_word.side], "{cube}")
            for code, sheet_word in word_by_code.items()
            if sheet_word.word in OFFERS
        },
        "decides": [phrases.waits_for(name) for name in names],
        "elsewhere": [phrases.answers_here(name) for name in names],
        "wins": [_("%(name)s wins") % {"name": name} for name in names],
        "gives_up": [_("%(name)s gives up") % {"name": name} for name in names],
        "give_up": _("Give up this game"),
        "cube": _("Cube at %(cube)s") % {"cube": "{cube}"},
        "crawford": _("Crawford game: no cube."),
        "then": phrases.what_is_won("", "{points}", "{score}"),
        "match": phrases.what_is_won("", "{points}", ""),
        "drawn": phrases.what_is_won("", 0, ""),
        "decided": _("The match is decided."),
        "back": _("Take back: %(what)s") % {"what": "{what}"},
        "last_game": _("the last game"),
        "changed": refusal_sentence(Refused("sheet_has_changed")),
    }


def _word_for_phrase(word: Word, side: int, kind: GameEnding) -> Said:
    """Build an event to put into words; for events of neither player the side does not matter."""
    return Said(
        word,
        0 if word in (Word.DRAWN, Word.AUTOMATIC) else side,
        kind if word in (Word.WON, Word.CONCEDE) else GameEnding.SINGLE,
    )
