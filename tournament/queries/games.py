"""The games that are kept of matches."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import QuerySet

from tournament.engine.terms import Outcome
from tournament.matches.games import GameEnding, PlayedGame
from tournament.matches.score_sheet import Said, read_words, write_words
from tournament.models import Game, Pairing, Tournament
from tournament.queries.record import keys_of


@dataclass(frozen=True, slots=True)
class KeptGames:
    """The games of a match that are over, and the words of the one being played.

    `ended` are the words of each game that is over; none of one that came from elsewhere.
    """

    games: tuple[PlayedGame, ...] = ()
    words: tuple[Said, ...] = ()
    ended: tuple[tuple[Said, ...], ...] = ()

    @property
    def last_word(self) -> Said | None:
        """What was said last, in this game or at the end of the one before; None: nothing."""
        said = self.words or (self.ended[-1] if self.ended else ())
        return said[-1] if said else None

    @property
    def before_last_word(self) -> "KeptGames":
        """How it stood before that: the last game that is over goes on where no other has begun."""
        if self.words:
            return KeptGames(self.games, self.words[:-1], self.ended)
        words = self.ended[-1][:-1] if self.ended else ()
        return KeptGames(self.games[:-1], words, self.ended[:-1])

    @property
    def mark(self) -> str:
        """A short text that is another one as soon as anything is said or taken back."""
        games = [f"{game.winner} {game.kind} {game.cube} {game.automatic} {game.conceded}" for game in self.games]
        return sha256("\n".join([*games, write_words(self.words)]).encode()).hexdigest()[:16]


NOTHING_KEPT = KeptGames()


def kept_games(pairing: Pairing) -> KeptGames:
    return _kept(pairing.first_id, pairing.games.order_by("number"))


def kept_games_of(tournament: Tournament) -> dict[int, KeptGames]:
    """What is kept of each match of a tournament, by the key of its pairing, in one query."""
    return kept_games_in([tournament])


def kept_games_in(tournaments: Iterable[Tournament]) -> dict[int, KeptGames]:
    """What is kept of each match of several tournaments, in one query."""
    return kept_by_pairing(_stored(Game.objects.filter(pairing__round__tournament__in=keys_of(tournaments))))


def kept_games_at(keys: Collection[int]) -> dict[int, KeptGames]:
    """The same of the matches with these keys; without any, without asking."""
    return kept_by_pairing(_stored(Game.objects.filter(pairing__in=keys))) if keys else {}


def open_games_of(tournament: Tournament) -> QuerySet[Game]:
    """What is stored of the open matches of a tournament, with who plays them, in the order of each match."""
    stored = Game.objects.filter(pairing__round__tournament=tournament, pairing__outcome=Outcome.PENDING)
    return _stored(stored).select_related("pairing__first", "pairing__second")


def _stored(games: QuerySet[Game]) -> QuerySet[Game]:
    return games.select_related("pairing").order_by("pairing", "number")


def kept_by_pairing(stored: Iterable[Game]) -> dict[int, KeptGames]:
    """What is kept of the matches of these games, which come in the order of each match."""
    rows: dict[int, list[Game]] = defaultdict(list)
    for row in stored:
        rows[row.pairing_id].append(row)
    return {key: _kept(games[0].pairing.first_id, games) for key, games in rows.items()}


def _kept(first_id: int, rows: Iterable[Game]) -> KeptGames:
    games: list[PlayedGame] = []
    words: tuple[Said, ...] = ()
    ended: list[tuple[Said, ...]] = []
    for row in rows:
        if row.kind:
            games.append(_played(first_id, row))
            ended.append(read_words(row.words))
        else:
            words = read_words(row.words)
    return KeptGames(tuple(games), words, tuple(ended))


def _played(first_id: int, row: Game) -> PlayedGame:
    winner = None if row.winner_id is None else int(row.winner_id != first_id)
    return PlayedGame(winner, GameEnding(row.kind), row.cube, row.automatic, row.conceded)
