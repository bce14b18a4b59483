"""How the matches of a running round stand on their score sheets, for whoever follows them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.matches.score_sheet import sheet_of
from tournament.models import Tournament
from tournament.phrases.matches import cube_at
from tournament.queries.facts import games_of
from tournament.queries.record import format_of
from tournament.queries.rounds import PairingRow


@dataclass(frozen=True, slots=True)
class LiveScore:
    """The points of both, which game is being played, and its cube."""

    points: tuple[int, int]
    game: int
    cube: int

    @property
    def score(self) -> str:
        return "{}:{}".format(*self.points)

    @property
    def beside(self) -> str:
        """Which game is on, and the cube once it is turned."""
        game = _("Game %(number)s") % {"number": self.game}
        return f"{game} · {cube_at(self.cube)}" if self.cube > 1 else game

    def words(self, *, is_first: bool) -> str:
        """2:1 · Game 4, as this side says it."""
        first, second = self.points if is_first else self.points[::-1]
        return f"{first}:{second} · {self.beside}"


def live_scores(tournament: Tournament, rows: Iterable[PairingRow]) -> dict[int, LiveScore]:
    """By the key of their pairings, those of the open matches whose sheet is kept; none where they are not shown."""
    running = [row for row in rows if row.is_open] if tournament.shows_live_scores else []
    if not running:
        return {}
    stored, wanted = games_of(tournament), format_of(tournament)
    found = {}
    for row in running:
        if row.key in stored:
            kept = stored[row.key]
            sheet = sheet_of(wanted, kept.words, kept.games)
            if not sheet.standing.is_decided(wanted):
                found[row.key] = LiveScore(sheet.standing.score, len(sheet.games) + 1, sheet.cube)
    return found
