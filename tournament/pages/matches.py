"""What pages show of a running match: score sheet, live score, replay and transcript."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.arbiter.answer import position_in_words
from tournament.arbiter.board_picture import Board, Picture
from tournament.arbiter.question import Question
from tournament.matches.formats import TAVLI_GAMES, MatchFormat, MatchGame
from tournament.matches.games import GameEnding, PlayedGame, after_games, points_of
from tournament.matches.score_sheet import Said, Word, possible_words, sheet_of, write_words
from tournament.models import Entry, Pairing, Tournament, Transcript
from tournament.names import isolated, short_name
from tournament.pages.sheets import Column, ColumnKind, Row, Sheet, occasion
from tournament.phrases import matches as phrases
from tournament.phrases.findings import finding_sentence
from tournament.phrases.matches import cube_at, cube_sentence, scene_sentence
from tournament.phrases.results import score_text
from tournament.queries.matches import ReadTranscript, proposed_score, read
from tournament.queries.record import format_in, format_of
from tournament.queries.results import KeptGames, games_of, kept_games
from tournament.queries.rounds.pairings import PairingRow, RoundPage
from tournament.transcripts.replays import Scene, xgid_of
from tournament.transcripts.written import WrittenActionKind

# A transcript as the director sees it: findings and contents.


def attached_page(tournament: Tournament, pairing: Pairing, stored: Transcript | None) -> dict[str, Any]:
    """Build the context of a match's transcript; `other_score` is the match's score if the transcript has another."""
    first, second = names_of(pairing)
    shown = {"pairing": pairing, "first": first, "second": second, "is_there": stored is not None}
    if stored is None:
        return shown
    transcript = read(stored)
    stands = pairing.first_points is not None
    score = (pairing.first_points, pairing.second_points)
    length, wanted = (
        transcript.written.match_length,
        format_in(tournament, pairing),
    )
    proposed = proposed_score(wanted, transcript.games) if transcript.games else None
    has_its_games = bool(transcript.games) and kept_games(pairing).games == transcript.games
    is_to_accept = proposed and (not stands or (score == proposed and not has_its_games))
    return {
        **shown,
        "columns": in_columns(transcript, (first, second)),
        "is_turned": stored.is_turned,
        "games": len(transcript.written.games),
        "findings": [finding_sentence(finding) for finding in transcript.findings],
        "score": score_text(transcript.score),
        "other_score": "{}:{}".format(*score) if stands and score not in (transcript.score, proposed) else "",
        "proposed": score_text(proposed) if proposed and is_to_accept else "",
        "has_its_games": has_its_games,
        "other_length": length if length != wanted.match_length else None,
        "match_length": wanted.match_length,
        "replay": reverse("replay", args=[tournament.slug, pairing.round.number, pairing.table])
        if pairing.table and not pairing.round.is_hidden
        else "",
    }


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


def live_scores(tournament: Tournament, rows: Iterable[PairingRow]) -> dict[int, LiveScore]:
    """Map pairing keys of undecided matches with a score sheet to their live scores; empty if these are not public."""
    running = [row for row in rows if row.is_open] if tournament.shows_live_scores else []
    if not running:
        return {}
    stored = games_of(tournament)
    found = {}
    for row in running:
        if row.key in stored:
            kept, wanted = stored[row.key], format_of(tournament, length=row.length)
            sheet = sheet_of(wanted, kept.words, kept.games)
            if not sheet.standing.is_decided(wanted):
                found[row.key] = LiveScore(sheet.standing.score, len(sheet.games) + 1, sheet.cube)
    return found


# Replay of a match on the board, move by move.


def replay_page(tournament: Tournament, pairing: Pairing, stored: Transcript, at: int) -> dict[str, Any]:
    """Build the context of a replay at scene `at`, counted from 0; beyond the last scene, at the last."""
    transcript = read(stored)
    scenes = transcript.scenes
    at = min(at, len(scenes) - 1)
    scene = scenes[at]
    names = in_columns(transcript, names_of(pairing))
    return {
        "tournament": tournament,
        "pairing": pairing,
        "names": names,
        "score": score_text(scene.score),
        "length": transcript.written.match_length,
        "sentence": scene_sentence(scene, [isolated(name) for name in names]),
        "cube": cube_sentence(scene, [isolated(name) for name in names]),
        "finding": finding_sentence(scene.finding) if scene.finding else "",
        "picture": _picture(scene),
        "description": position_in_words(scene.position, is_dark=False),
        "question": _question(scene),
        "xgid": xgid_of(scene, transcript.written.match_length),
        "at": at,
        "last": len(scenes) - 1,
        "back": at - 1 if at else None,
        "on": at + 1 if at + 1 < len(scenes) else None,
        "games": [
            {"number": begin.game, "at": index, "is_here": begin.game == scene.game}
            for index, begin in enumerate(scenes)
            if begin.action is None and begin.winner is None
        ],
    }


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


@dataclass(frozen=True, slots=True)
class SheetSide:
    """A player on the sheet; `won` says for each point if they have won it, `no_double` why they may not double."""

    name: str
    short: str
    points: int
    won: tuple[bool, ...]
    wins: tuple[WordButton, ...]
    concessions: tuple[WordButton, ...]
    double: WordButton | None
    no_double: str


@dataclass(frozen=True, slots=True)
class WaitingOffer:
    """An offer to answer: the side that made it, who `decides`, the `answers`; `cube` is the value offered, if any.

    On the offering player's phone the answers are folded up under `elsewhere`, for a table that shares one phone.
    """

    side: int
    title: str
    elsewhere: str
    decides: str
    answers: tuple[WordButton, ...]
    cube: int | None


@dataclass(frozen=True, slots=True)
class ScoreSheetPage:
    """The page of a score sheet; `mark` is its digest, `leaves` the digest of the sheet without its last event.

    `cube_at` is the side that owns the cube, None in the middle. `crawford` explains the Crawford game while it is
    played, `hint` announces it beforehand. `others` are buttons for events of neither player.
    """

    mark: str
    leaves: str
    sides: tuple[SheetSide, SheetSide]
    points: tuple[int, int]
    is_decided: bool
    game: str
    opening: str
    has_cube: bool
    cube: int
    cube_at: int | None
    crawford: str
    hint: str
    offer: WaitingOffer | None
    others: tuple[WordButton, ...]
    games: tuple[GameLine, ...]
    last_word: str

    @property
    def has_concessions(self) -> bool:
        return any(side.concessions for side in self.sides)


def score_sheet(tournament: Tournament, pairing: PairingRow, kept: KeptGames) -> ScoreSheetPage:
    return _Drawing(format_of(tournament, length=pairing.length), names_of(pairing), kept).whole()


def game_lines(tournament: Tournament, pairing: PairingRow, games: Sequence[PlayedGame]) -> tuple[GameLine, ...]:
    wanted = format_of(tournament, length=pairing.length)
    return _Drawing(wanted, names_of(pairing), KeptGames(tuple(games))).game_lines()


def games_text(tournament: Tournament, pairing: PairingRow, games: Sequence[PlayedGame], number: int) -> str:
    """Format games in one line: the score after each, this player's points first, like 1:0 · 1:2 (gammon)."""
    is_first = pairing.first.number == number
    parts = []
    for line, game in zip(game_lines(tournament, pairing, games), games, strict=True):
        score = line.score if is_first else ":".join(reversed(line.score.split(":")))
        parts.append(score if game == PlayedGame(game.winner) else f"{score} ({line.how})")
    return " · ".join(parts)


def games_sheet(tournament: Tournament, rounds: Iterable[RoundPage], kept: Mapping[int, KeptGames]) -> Sheet:
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
            if row.key in kept
            for cells in _games_of(tournament, page.round.number, row, kept[row.key].games)
        ),
        notes=(*occasion(tournament), _("The points are those after the game.")),
    )


def _games_of(tournament: Tournament, number: int, row: PairingRow, games: Sequence[PlayedGame]) -> Iterator[Row]:
    names = names_of(row)
    for line, game in zip(game_lines(tournament, row, games), games, strict=True):
        winner = "" if game.winner is None else names[game.winner]
        first, second = map(int, line.score.split(":"))
        yield number, row.table, *names, line.number, winner, line.how, first, second


class _Drawing:
    """Builds the score sheet of one match from its format, its players and its stored games."""

    def __init__(self, wanted: MatchFormat, names: tuple[str, str], kept: KeptGames) -> None:
        self.wanted = wanted
        self.names = names
        self.short = _distinct_names(names)
        self.kept = kept
        self.sheet = sheet_of(wanted, kept.words, kept.games)
        self.standing = self.sheet.standing
        self.possible = possible_words(wanted, self.sheet)

    def whole(self) -> ScoreSheetPage:
        is_decided = self.standing.is_decided(self.wanted)
        game = self.wanted.game_at(self.standing.decided_games)
        lines = self.game_lines()
        return ScoreSheetPage(
            mark=self.kept.mark,
            leaves=self.kept.before_last_word.look,
            sides=(self._side(0), self._side(1)),
            points=self.standing.score,
            is_decided=is_decided,
            game="" if is_decided else phrases.game_title(len(lines) + 1, game, is_tavli=game is not self.wanted.game),
            opening="" if is_decided or self.kept.words else self._opening(),
            has_cube=self.wanted.cube and not is_decided,
            cube=self.sheet.cube,
            cube_at=self.sheet.owner,
            crawford=self._crawford() if self.standing.is_crawford and not is_decided else "",
            hint=self._hint() if not is_decided else "",
            offer=self._offer(self.sheet.offer) if self.sheet.offer else None,
            others=tuple(self._button(said) for said in self.possible if said.word in (Word.DRAWN, Word.AUTOMATIC)),
            games=lines,
            last_word=self._last_word(),
        )

    def game_lines(self) -> tuple[GameLine, ...]:
        lines = []
        games = self.sheet.games
        for number, game in enumerate(games, start=1):
            before, after = after_games(self.wanted, games[: number - 1]), after_games(self.wanted, games[:number])
            played = self.wanted.game_at(before.decided_games)
            loser = "" if game.winner is None else self.short[1 - game.winner]
            how = phrases.how_it_ended(game, loser, played if played is not self.wanted.game else None)
            who = "" if game.winner is None else self.short[game.winner]
            lines.append(GameLine(number, who, how, points_of(self.wanted, game), score_text(after.score)))
        return tuple(lines)

    def _side(self, side: int) -> SheetSide:
        points = self.standing.score[side]
        length = self.wanted.match_length
        mine = [said for said in self.possible if said.side == side]
        double = Said(Word.DOUBLE, side)
        return SheetSide(
            name=self.names[side],
            short=self.short[side],
            points=points,
            won=tuple(point < points for point in range(length)) if length <= MOST_TRIANGLES else (),
            wins=tuple(self._button(said) for said in mine if said.word is Word.WON),
            concessions=tuple(self._button(said) for said in mine if said.word is Word.CONCEDE),
            double=self._button(double) if double in mine else None,
            no_double=self._no_double() if self.wanted.cube else "",
        )

    def _button(self, said: Said) -> WordButton:
        return WordButton(write_words([said]), phrases.word_label(said, 2 * self.sheet.cube), self._effect(said))

    def _effect(self, said: Said) -> str:
        """Describe the effect of an event: points and score, or the cube's value and owner; else empty."""
        after = sheet_of(self.wanted, (*self.kept.words, said), self.kept.games)
        if len(after.games) > len(self.sheet.games):
            game = after.games[-1]
            points = points_of(self.wanted, game)
            who = "" if said.word is Word.WON or game.winner is None else self.short[game.winner]
            score = "" if after.standing.is_decided(self.wanted) else score_text(after.standing.score)
            return phrases.what_is_won(who, points, score)
        if said.word in (Word.TAKE, Word.BEAVER):
            cube = after.cube if said.word is Word.TAKE else 2 * after.cube
            return _("for %(cube)s, cube with %(name)s") % {"cube": cube, "name": self.short[after.owner or 0]}
        return _("the game goes on") if said.word is Word.DECLINE else ""

    def _offer(self, offer: Said) -> WaitingOffer:
        cube = 2 * self.sheet.cube if offer.word in (Word.DOUBLE, Word.BEAVER) else None
        return WaitingOffer(
            side=offer.side,
            elsewhere=phrases.answers_here(self.short[1 - offer.side]),
            title=phrases.offer_sentence(offer, self.short[offer.side], cube),
            decides=phrases.waits_for(self.short[1 - offer.side]),
            answers=tuple(self._button(said) for said in self.possible),
            cube=cube,
        )

    def _opening(self) -> str:
        games = self.sheet.games
        if games and games[-1].winner is None and self.standing.opener is None:
            return _("played over by whoever opened it")
        opener = self.standing.opener
        if opener is None:
            return _("opening roll decides who begins")
        return _("%(name)s opens with both dice") % {"name": self.short[opener]}

    def _no_double(self) -> str:
        if self.sheet.owner is not None and 2 * self.sheet.cube <= self.wanted.cube_limit:
            return _("Cube with %(name)s") % {"name": self.short[self.sheet.owner]}
        return _("Cube at its limit")

    def _crawford(self) -> str:
        leader = int(self.standing.score[1] > self.standing.score[0])
        return _("%(name)s has %(points)s. From game %(game)s on with the cube again.") % {
            "name": self.short[leader],
            "points": max(self.standing.score),
            "game": len(self.sheet.games) + 2,
        }

    def _hint(self) -> str:
        if self.standing.crawford_played or not self.wanted.crawford:
            return ""
        sentence = _("Crawford: once someone has %(points)s, the next game is played without the cube.")
        return sentence % {"points": self.wanted.match_length - 1}

    def _last_word(self) -> str:
        if not (self.kept.games or self.kept.words):
            return ""
        said = self.kept.last_word
        return phrases.word_sentence(said, self.short[said.side]) if said else _("the last game")


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


def store_of_player(entry: Entry) -> str:
    """The key under which a phone stores the events on this player's score sheet that are not sent yet."""
    return f"sheet-{entry.tournament.slug}-player-{entry.number}"


def store_of_desk(tournament: Tournament) -> str:
    """The key under which a desk device stores events that are not sent yet, to be completed by a pairing's key."""
    return f"sheet-{tournament.slug}-table-"


def sheet_on_phone(
    tournament: Tournament, pairing: PairingRow, kept: KeptGames, key: int, own_side: int | None = None
) -> str:
    """Write as JSON what the phone needs: match format, games so far, own side, and the wording of every event.

    The phone itself fills in the variables of the phrases: `{cube}`, `{points}`, `{score}`, `{what}`.
    """
    wanted = format_of(tournament, length=pairing.length)
    values = {
        "match": key,
        "own": own_side,
        "mark": kept.mark,
        "leaves": kept.before_last_word.look,
        "changes": kept.changes,
        "kept": {
            "games": [asdict(game) for game in kept.games],
            "ended": [[write_words([word]) for word in words] for words in kept.ended],
            "words": [write_words([word]) for word in kept.words],
        },
        "format": asdict(wanted),
        "phrases": _phrases(wanted, _distinct_names(names_of(pairing))),
    }
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _phrases(wanted: MatchFormat, names: tuple[str, str]) -> dict[str, Any]:
    every = [_word_for_phrase(word, side, kind) for word, side, kind in product(Word, (0, 1), KINDS)]
    said = {write_words([one]): one for one in every if wanted.cube or one.word not in OF_THE_CUBE}
    return {
        "names": names,
        "titles": {
            game: phrases.game_title("{number}", game, is_tavli=wanted.game is MatchGame.TAVLI)
            for game in (TAVLI_GAMES if wanted.game is MatchGame.TAVLI else (wanted.game,))
        },
        "labels": {code: phrases.word_label(one, "{cube}") for code, one in said.items()},
        "sentences": {code: phrases.word_sentence(one, names[one.side]) for code, one in said.items()},
        "offers": {
            code: phrases.offer_sentence(one, names[one.side], "{cube}")
            for code, one in said.items()
            if one.word in OFFERS
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
        "changed": _("The sheet was changed on another device."),
        "gone": _("The pairing has changed. What was tapped for the earlier match was not sent."),
    }


def _word_for_phrase(word: Word, side: int, kind: GameEnding) -> Said:
    """Build an event to put into words; for events of neither player the side does not matter."""
    return Said(
        word,
        0 if word in (Word.DRAWN, Word.AUTOMATIC) else side,
        kind if word in (Word.WON, Word.CONCEDE) else GameEnding.SINGLE,
    )
