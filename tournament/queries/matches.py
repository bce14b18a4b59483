"""Running matches: attached transcripts and open score sheets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from tournament.engine.record import PENDING, Score
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.machine.cache import Weighed, cached
from tournament.matches.formats import MatchFormat
from tournament.matches.games import PlayedGame, after_games
from tournament.models import Pairing, Round, SheetChanges, Tournament, Transcript
from tournament.queries.evening import Evening
from tournament.queries.results import NOTHING_KEPT, KeptGames, kept_by_pairing, open_games_of
from tournament.transcripts import checking, reading, renaming, replays, writing

# Transcripts of matches.

# Estimated bytes of one scene of a replay, with the board and the text.
BYTES_OF_A_SCENE = 3_000


class ReadTranscript:
    """An attached transcript as read, with the mistakes found in it.

    `games` are the games of the match in the order of its pairing; empty where one of them breaks off or has impossible
    points, or the file begins later than the match. `score` is the score after the last game, in the same order.
    """

    def __init__(self, text: str, *, is_turned: bool) -> None:
        self.is_turned, self.written = is_turned, reading.read_transcript(text.encode())
        checked = tuple(checking.checked_games(self.written))
        self.findings = tuple(finding for game in checked for finding in game.findings)
        self.scenes = replays.scenes(self.written)
        self.games = games_of(checked, is_turned=is_turned)
        first, second = self.written.score
        self.score: Score = (second, first) if is_turned else (first, second)

    @property
    def kept_bytes(self) -> int:
        return BYTES_OF_A_SCENE * (len(self.scenes) + 10)


def transcript_of(pairing: Pairing) -> Transcript | None:
    return Transcript.objects.filter(pairing=pairing).first()


def tables_with_transcript(round_: Round) -> frozenset[int]:
    """Return the tables of a round whose matches can be replayed."""
    tables = Transcript.objects.filter(pairing__round=round_).values_list("pairing__table", flat=True)
    return frozenset(table for table in tables if table is not None)


def read(transcript: Transcript) -> ReadTranscript:
    """Return the transcript with its games and scenes, computed once."""
    return cached(
        ("transcript", transcript.text, transcript.is_turned),
        lambda: ReadTranscript(transcript.text, is_turned=transcript.is_turned),
    )


def games_of(checked: Iterable[checking.CheckedGame], *, is_turned: bool) -> tuple[PlayedGame, ...]:
    """Return the games of the match in the order of the pairing; empty where one of them is missing or unclear."""
    games = list(checked)
    results = [game.result for game in games if game.result]
    if len(results) < len(games) or games[0].game.score != (0, 0):
        return ()
    if not is_turned:
        return tuple(results)
    return tuple(game if game.winner is None else replace(game, winner=1 - game.winner) for game in results)


def proposed_score(match_format: MatchFormat, games: Sequence[PlayedGame]) -> Score | None:
    """Return the final score that the games add up to; None where they are no complete match of this format."""
    try:
        standing = after_games(match_format, games)
    except Refused:
        return None
    return standing.score if standing.is_decided(match_format) else None


def file_of(pairing: Pairing, transcript: Transcript) -> bytes:
    """Return the transcript as a file, with the players' names as shown today.

    It is written in the form that every program reads; one with unreadable lines stays as it came, with these names.
    """
    names = [entry.display_name for entry in (pairing.first, pairing.second) if entry]
    first, second = reversed(names) if transcript.is_turned else names
    match = read(transcript).written
    if any(game.unread for game in match.games):
        return renaming.with_names(transcript.text.strip("\n"), (first, second)).encode()
    return writing.write_transcript(match, (first, second)).encode()


# Score sheets of open matches.
#
# An entry on a sheet (a "word") raises the version of its tournament, but leaves its edition, so that only pages that
# show it are rendered again. A page takes its edition before it reads a sheet, so it never shows an older sheet.

BYTES, BYTES_OF_A_SHEET = 500, 4_000


def open_sheets(tournament: Tournament) -> Mapping[int, KeptGames]:
    """Return the score sheets of open matches by pairing, in the version the tournament was read in."""
    read = partial(_read_open_sheets, tournament)
    return cached(("open sheets", tournament.version_mark), read).value


def _read_open_sheets(tournament: Tournament) -> Weighed[Mapping[int, KeptGames]]:
    return _weighed(kept_by_pairing(open_games_of(tournament)))


def note_open_sheets(evening: Evening) -> None:
    """Cache that the evening has no open score sheets, where that is so, which saves `open_sheets` its query."""
    paired = (pairing for pairings in evening.pairings.values() for pairing in pairings)
    if not any(pairing.has_games and pairing.record.result == PENDING for pairing in paired):
        cached(("open sheets", evening.tournament.version_mark), lambda: _weighed({}))


def _weighed(games_by_key: Mapping[int, KeptGames]) -> Weighed[Mapping[int, KeptGames]]:
    return Weighed(games_by_key, BYTES + BYTES_OF_A_SHEET * len(games_by_key))


def sheet_marks(tournament: Tournament) -> Mapping[int, str]:
    """Return a mark of each open match's score sheet by pairing, in the version the tournament was read in.

    A sheet that was changed and changed back has another mark: a page needs its new digest for the next word.
    """

    def read() -> Weighed[Mapping[int, str]]:
        changes = SheetChanges.objects.filter(pairing__round__tournament=tournament, pairing__outcome=Outcome.PENDING)
        counts, games_by_key = dict(changes.values_list("pairing", "count")), open_sheets(tournament)
        marks = {key: replace(games_by_key.get(key, NOTHING_KEPT), changes=count).mark for key, count in counts.items()}
        marks |= {key: games.look for key, games in games_by_key.items() if key not in counts}
        return Weighed(marks, BYTES * (1 + len(marks)))

    return cached(("sheet marks", tournament.version_mark), read).value
