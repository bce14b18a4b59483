"""`manage.py legal_plays`: every legal play of a roll, tab, the position after it; with `--batch` lines of JSON."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.board import identifiers, notation, position_text
from tournament.board.games import Variant
from tournament.board.plays import legal_plays
from tournament.engine.refusals import Refused
from tournament.machine.terminal import _
from tournament.management.words import terminal_sentence


class Command(BaseCommand):
    help = _("Print the legal plays of a roll, sorted by the position after them.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        games = [game.value for game in Variant]
        parser.add_argument("--game", choices=games, default=Variant.BACKGAMMON.value, help=_("backgammon by default"))
        parser.add_argument(
            "--position",
            metavar="TEXT",
            help=_("the checkers as 24:2 13:5 8:3 6:5 / 24:2 13:5 8:3 6:5, a Position ID or an XGID"),
        )
        parser.add_argument("--roll", metavar="31", help=_("the two dice"))
        parser.add_argument("--batch", action="store_true", help=_("read lines GAME;TEXT;ROLL from standard input"))

    def handle(self, *args: Any, **options: Any) -> None:
        if options["batch"]:
            for line in sys.stdin:
                self.stdout.write(json.dumps(answer(line.rstrip("\r\n")), ensure_ascii=False))
        elif options["position"] is None or (options["roll"] is None and "XGID" not in options["position"].upper()):
            raise CommandError(_("Which position? Name --position and --roll, or --batch."))
        else:
            try:
                for play, position in plays(options["game"], options["position"], options["roll"] or ""):
                    self.stdout.write(f"{play}\t{position}")
            except Refused as refused:
                raise CommandError(terminal_sentence(refused)) from refused


def answer(line: str) -> dict[str, Any]:
    """Return the plays for a line of a batch, or the error, for JSON."""
    game, *fields = (part.strip() for part in line.split(";"))
    try:
        if game not in Variant.__members__.values() or len(fields) != 2:
            raise Refused("board_line", text=line[:100])
        return {"plays": [{"play": play, "position": position} for play, position in plays(game, *fields)]}
    except Refused as refused:
        return {"error": terminal_sentence(refused)}


def plays(game: str, text: str, roll: str) -> Iterator[tuple[str, str]]:
    """Each play and the position after it, sorted by the position; an XGID may name its roll. Raises Refused."""
    position, rolled = identifiers.read_any(Variant(game), text)
    possible_plays = legal_plays(position, rolled if any(rolled) and not roll else position_text.read_roll(roll))
    play_texts = {position_text.write_position(play.after): notation.write_play(play.steps) for play in possible_plays}
    return ((play_texts[after], after) for after in sorted(play_texts))
