"""What a phone needs to go on with a score sheet where it has no connection."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from itertools import product
from typing import Any

from django.utils.translation import gettext as _

from tournament.matches.formats import TAVLI_GAMES, MatchFormat, MatchGame
from tournament.matches.games import GameEnding
from tournament.matches.score_sheet import Said, Word, write_words
from tournament.models import Entry, Tournament
from tournament.pages.score_sheet import names_on_sheet
from tournament.phrases import matches as phrases
from tournament.queries.record import format_of
from tournament.queries.results import KeptGames
from tournament.queries.rounds import NamedPairing

KINDS = (GameEnding.SINGLE, GameEnding.GAMMON, GameEnding.BACKGAMMON)
OFFERS = (Word.DOUBLE, Word.BEAVER, Word.CONCEDE)


def store_of_player(entry: Entry) -> str:
    """By what name a phone keeps the words of this player that wait."""
    return f"sheet-{entry.tournament.slug}-player-{entry.number}"


def store_of_desk(tournament: Tournament) -> str:
    """How the names begin by which a device of the desk keeps them, each with the key of a pairing."""
    return f"sheet-{tournament.slug}-table-"


def sheet_on_phone(tournament: Tournament, pairing: NamedPairing, kept: KeptGames, key: int) -> str:
    """The format of the match, what is kept of it, and every word that may be said, as JSON.

    In the phrases the phone fills in what follows from the words: `{cube}`, `{points}`, `{score}`, `{what}`.
    """
    wanted = format_of(tournament)
    values = {
        "match": key,
        "mark": kept.mark,
        "leaves": kept.before_last_word.mark,
        "kept": {
            "games": [asdict(game) for game in kept.games],
            "ended": [_words(words) for words in kept.ended],
            "words": _words(kept.words),
        },
        "format": asdict(wanted),
        "phrases": _phrases(wanted, names_on_sheet(pairing)),
    }
    return json.dumps(values, ensure_ascii=False, separators=(",", ":"))


def _words(said: Sequence[Said]) -> list[str]:
    return [write_words([one]) for one in said]


def _phrases(wanted: MatchFormat, names: tuple[str, str]) -> dict[str, Any]:
    every = [_said(word, side, kind) for word, side, kind in product(Word, (0, 1), KINDS)]
    said = {write_words([one]): one for one in every if wanted.cube or not _is_of_the_cube(one)}
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
        "last_game": phrases.last_game_words(),
        "changed": _("The sheet was changed on another device."),
        "gone": _("The pairing has changed. What was tapped for the earlier match was not sent."),
    }


def _said(word: Word, side: int, kind: GameEnding) -> Said:
    """Of words that belong to nobody the side says nothing, the kind of most."""
    return Said(
        word,
        0 if word in (Word.DRAWN, Word.AUTOMATIC) else side,
        kind if word in (Word.WON, Word.CONCEDE) else GameEnding.SINGLE,
    )


def _is_of_the_cube(said: Said) -> bool:
    return said.word in (Word.DOUBLE, Word.TAKE, Word.PASS, Word.BEAVER, Word.AUTOMATIC)
