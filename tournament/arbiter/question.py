"""A question about a play, and the query string that holds all of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from tournament.board import games, position_text
from tournament.board.positions import Position, start
from tournament.engine.refusals import Refused

TOOLS = ("own", "other", "remove")
NOT_ROLLED = (0, 0)


@dataclass(frozen=True, slots=True)
class Question:
    """The position set up and the play asked about; a number of the roll that is not chosen yet is 0.

    `tool` is what a tap does while the position is set up, empty otherwise. `start` is the point tapped as the start of
    a move. `shown` is a legal play to look at, after `step` of its steps if one is given; `narrowed` are the moves
    with which the listed plays begin. `refused` holds the errors of fields that could not be read.
    """

    position: Position
    roll: tuple[int, int] = NOT_ROLLED
    play: str = ""
    is_dark: bool = False
    is_mirrored: bool = False
    tool: str = ""
    start: int | None = None
    shown: str = ""
    step: int | None = None
    narrowed: tuple[str, ...] = ()
    refused: Mapping[str, Refused] = field(default_factory=dict)

    @property
    def game(self) -> games.Variant:
        return self.position.game

    @property
    def is_rolled(self) -> bool:
        """Whether both numbers are chosen."""
        return all(self.roll)

    def query(self) -> str:
        """The query string of the question; equal questions have equal ones."""
        parameters = {
            "game": self.game.value if self.game is not games.Variant.BACKGAMMON else "",
            "position": position_text.write_position(self.position) if self.position != start(self.game) else "",
            "roll": "".join(map(str, self.roll)) if any(self.roll) else "",
            "play": self.play,
            "dark": "1" if self.is_dark else "",
            "mirrored": "1" if self.is_mirrored else "",
            "tool": self.tool,
            "from": "" if self.start is None else str(self.start),
            "with": " ".join(self.narrowed),
            "shown": self.shown,
            "step": "" if self.step is None else str(self.step),
        }
        query = urlencode({name: value for name, value in parameters.items() if value}, safe=":/*()")
        return f"?{query}" if query else "?"

    def asking(self, **changes: Any) -> "Question":
        """The question with these changes, and nothing shown or tapped yet."""
        values: dict[str, Any] = {"start": None, "shown": "", "step": None, "narrowed": (), **changes}
        return replace(self, **values)
