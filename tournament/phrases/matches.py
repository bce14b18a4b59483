"""Sentences about score sheets and replays."""

from collections.abc import Callable, Sequence
from typing import Any, NotRequired, TypedDict

from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext

from tournament.engine.record import Score
from tournament.matches.formats import MatchGame
from tournament.matches.games import GameEnding, PlayedGame
from tournament.matches.score_sheet import Said, Word
from tournament.phrases.board import roll_text
from tournament.phrases.tournaments import game_label
from tournament.transcripts.replays import Scene
from tournament.transcripts.written import WrittenActionKind

MATCH_REFUSALS: dict[str, Any] = {
    "format_length": gettext_lazy("A match is played to 1 to 25 points."),
    "format_cube_limit": gettext_lazy("The cube goes up to 2, 4, 8, 16, 32 or 64."),
    "format_automatic_doubles": gettext_lazy("Equal opening dice can turn the cube three times at most."),
    "format_tavli_single": gettext_lazy("Tavli is three games in turn. Choose a match to at least 2 points."),
    "format_gammons_count": gettext_lazy("In this game a gammon always counts 2."),
    "format_backgammons": gettext_lazy("A backgammon counts 3 only in Backgammon, and only where a gammon counts 2."),
    "format_cube": gettext_lazy("The doubling cube is used in Backgammon only."),
    "format_limit_without_cube": gettext_lazy("Without the doubling cube there is no limit to set."),
    "format_crawford": gettext_lazy("The Crawford rule needs the doubling cube and a match to at least 2 points."),
    "format_jacoby": gettext_lazy("The Jacoby rule is not used in match play. It needs a single game with the cube."),
    "format_beavers": gettext_lazy("Beavers are not used in match play. They need a single game with the cube."),
    "format_automatic_doubles_in_match": gettext_lazy(
        "Automatic doubles are not used in match play. They need a single game with the cube."
    ),
    "format_automatic_doubles_beyond_limit": gettext_lazy(
        "So many automatic doubles would turn the cube beyond its limit."
    ),
    "format_opens_single": gettext_lazy("After a single game there is no next one to open."),
    "format_excess_with_cube": gettext_lazy(
        "With the cube, excess points are counted in single games only: one game could otherwise outweigh all others."
    ),
    "game_after_the_end": gettext_lazy("Game %(game)s comes after the match was decided."),
    "game_without_winner": gettext_lazy("Game %(game)s needs a winner, or it was drawn."),
    "game_drawn": gettext_lazy("Game %(game)s cannot be drawn: only Plakoto can."),
    "game_conceded": gettext_lazy("Game %(game)s was passed or drawn, so nobody gave it up."),
    "game_cube_in_crawford": gettext_lazy("Game %(game)s is the Crawford game: it is played without the cube."),
    "game_without_cube": gettext_lazy("Game %(game)s was played without the doubling cube."),
    "game_cube": gettext_lazy("Game %(game)s has a cube that does not exist or is beyond the limit."),
    "game_automatic": gettext_lazy("Game %(game)s has more automatic doubles than are possible."),
    "game_pass": gettext_lazy("In game %(game)s no double could be refused."),
    "score_is_not_of_the_games": gettext_lazy(
        "The games add up to %(games_first)s:%(games_second)s, not to %(first)s:%(second)s."
    ),
    "gave_up_a_decided_match": gettext_lazy("The games decide the match, so nobody gave it up."),
    "word_not_understood": gettext_lazy(
        "The score sheet does not know this entry. Look at the sheet and enter it again."
    ),
    "clock_not_known": gettext_lazy("Choose a match clock from the list, or none."),
    "clock_out_of_bounds": gettext_lazy(
        "The match clock has 1 to %(reserve)s seconds of reserve and 0 to %(delay)s seconds for a move."
    ),
    "pairing_is_gone": gettext_lazy("These two do not play each other any more: the pairings have been changed."),
    "transcript_is_gone": gettext_lazy("This transcript has been removed in the meantime."),
    "sheet_has_changed": gettext_lazy(
        "The score sheet stands differently by now. It is shown as it is; what was tapped here was not saved."
    ),
    "sheet_has_its_result": gettext_lazy("The result is already in: %(what)s. Correct it in the round first."),
    "word_not_possible": gettext_lazy("The match stands differently by now. Look at the sheet and enter it again."),
}

# Replays of matches, move by move.


def scene_sentence(scene: Scene, names: Sequence[str]) -> str:
    """Describe a scene of a replay; `names` are the players in the order of the transcript."""
    if scene.action is None:
        if scene.winner is None:
            return _("Game %(game)s begins.") % {"game": scene.game}
        sentence = ngettext("%(name)s wins %(count)d point.", "%(name)s wins %(count)d points.", scene.points)
        return sentence % {"name": names[scene.winner], "count": scene.points}
    name = names[scene.action.player]
    match scene.action.kind:
        case WrittenActionKind.DOUBLE:
            return _("%(name)s doubles to %(cube)s.") % {"name": name, "cube": scene.action.value}
        case WrittenActionKind.TAKE:
            return _("%(name)s takes.") % {"name": name}
        case WrittenActionKind.DROP:
            return _("%(name)s passes.") % {"name": name}
        case WrittenActionKind.RESIGN:
            return _("%(name)s resigns.") % {"name": name}
        case WrittenActionKind.UNKNOWN_ROLL:
            return _("%(name)s rolls; nobody wrote down what.") % {"name": name}
        case WrittenActionKind.CALLED_ILLEGAL:
            return _("%(name)s rolls %(roll)s and makes a play that the file calls illegal.") % {
                "name": name,
                "roll": roll_text(scene.action.roll),
            }
    rolled = {"name": name, "roll": roll_text(scene.action.roll), "play": scene.action.play}
    if not scene.action.play:
        return _("%(name)s rolls %(roll)s and cannot move.") % rolled
    return _("%(name)s rolls %(roll)s and plays %(play)s.") % rolled


def cube_sentence(scene: Scene, names: Sequence[str]) -> str:
    """Say the value and the owner of the cube; empty until it has been turned."""
    if scene.owner is None:
        return ""
    return _("Cube: %(cube)s, with %(name)s") % {"cube": scene.cube, "name": names[scene.owner]}


# The words of a score sheet, such as a double, and the games of a match.

WINS = {
    GameEnding.SINGLE: gettext_lazy("%(name)s wins a single game"),
    GameEnding.GAMMON: gettext_lazy("%(name)s wins a gammon"),
    GameEnding.BACKGAMMON: gettext_lazy("%(name)s wins a backgammon"),
}
OFFERS = {
    GameEnding.SINGLE: gettext_lazy("%(name)s offers to give up a single game"),
    GameEnding.GAMMON: gettext_lazy("%(name)s offers to give up a gammon"),
    GameEnding.BACKGAMMON: gettext_lazy("%(name)s offers to give up a backgammon"),
}
SAID: dict[Word, Callable[[GameEnding], str]] = {
    Word.AUTOMATIC: lambda kind: _("equal opening dice: automatic double"),
    Word.DOUBLE: lambda kind: _("%(name)s doubles"),
    Word.TAKE: lambda kind: _("%(name)s takes the double"),
    Word.BEAVER: lambda kind: _("%(name)s beavers"),
    Word.PASS: lambda kind: _("%(name)s passes"),
    Word.CONCEDE: lambda kind: str(OFFERS[kind]),
    Word.ACCEPT: lambda kind: _("%(name)s accepts the offer"),
    Word.DECLINE: lambda kind: _("%(name)s declines the offer"),
    Word.WON: lambda kind: str(WINS[kind]),
    Word.DRAWN: lambda kind: _("the game is drawn"),
}


KIND_LABELS = {
    GameEnding.SINGLE: gettext_lazy("Single"),
    GameEnding.GAMMON: gettext_lazy("Gammon"),
    GameEnding.BACKGAMMON: gettext_lazy("Backgammon"),
}
LABELS: dict[Word, Callable[[int | str], str]] = {
    Word.AUTOMATIC: lambda cube: _("Equal opening dice: cube to %(cube)s") % {"cube": cube},
    Word.DOUBLE: lambda cube: _("Double to %(cube)s") % {"cube": cube},
    Word.TAKE: lambda cube: pgettext("a double", "Take"),
    Word.BEAVER: lambda cube: _("Beaver"),
    Word.PASS: lambda cube: pgettext("a double", "Pass"),
    Word.ACCEPT: lambda cube: pgettext("an offer to give up", "Accept"),
    Word.DECLINE: lambda cube: pgettext("an offer to give up", "Decline"),
    Word.DRAWN: lambda cube: _("Drawn game"),
}


def word_label(sheet_word: Said, cube: int | str) -> str:
    """Label the button for a word of the score sheet; `cube` is the value to which the word would turn the cube."""
    return (
        str(KIND_LABELS[sheet_word.kind])
        if sheet_word.word in (Word.WON, Word.CONCEDE)
        else LABELS[sheet_word.word](cube)
    )


def word_sentence(word: Said, name: str) -> str:
    """Describe a word of the score sheet: "Anna doubles"."""
    return SAID[word.word](word.kind) % {"name": name}


def what_is_won(name: str, points: int | str, score: str) -> str:
    """Say what a game would bring: "Anna +2 · then 3:4"; "+2 · match" without a score, "played over" for 0 points."""
    if not points:
        return _("played over")
    sentence = _("%(won)s · then %(score)s") if score else _("%(won)s · match")
    return sentence % {"won": f"{name} +{points}".strip(), "score": score}


def offer_sentence(offer: Said, name: str, cube: int | str | None) -> str:
    """Describe an offer that is not answered yet: "Anna doubles to 4"."""
    if offer.word is Word.DOUBLE:
        return _("%(name)s doubles to %(cube)s") % {"name": name, "cube": cube}
    if offer.word is Word.BEAVER:
        return _("%(name)s beavers to %(cube)s") % {"name": name, "cube": cube}
    return word_sentence(offer, name)


def waits_for(name: str) -> str:
    """Say which player has to answer an offer."""
    return _("%(name)s decides") % {"name": name}


def answers_here(name: str) -> str:
    """Label the part where the other player answers on the phone of the player who made the offer."""
    return _("%(name)s answers on this phone") % {"name": name}


def game_title(number: int | str, game: MatchGame, *, is_tavli: bool) -> str:
    """Return the title of the current game: "Game 4", in Tavli "Game 4: Portes"."""
    if is_tavli:
        return _("Game %(number)s: %(game)s") % {"number": number, "game": game_label(game)}
    return _("Game %(number)s") % {"number": number}


def cube_at(cube: int) -> str:
    return _("cube %(cube)s") % {"cube": cube}


def how_it_ended(game: PlayedGame, loser: str, match_game: MatchGame | None) -> str:
    """Say in a few words how a game ended: "gammon, cube 2"; with `match_game`, that game's name comes first."""
    words_by_ending = {
        GameEnding.SINGLE: _("single"),
        GameEnding.GAMMON: _("gammon"),
        GameEnding.BACKGAMMON: _("backgammon"),
        GameEnding.PASS: _("%(name)s passes") % {"name": loser},
        GameEnding.DRAWN: _("drawn"),
    }
    parts = [words_by_ending[game.kind]]
    if game.conceded:
        parts.append(_("given up"))
    if game.cube > 1:
        parts.append(cube_at(game.cube))
    words = ", ".join(parts)
    return _("%(game)s: %(how)s") % {"game": game_label(match_game), "how": words} if match_game else words


class WordFacts(TypedDict):
    """An entry of a score sheet as the journal stores it; without a `word`, a whole game was taken back."""

    round: int
    round_places: NotRequired[int]
    table: int | None
    first: str
    second: str
    game: int
    score: Score
    word: str | None
    side: int | None
    kind: str | None


def said_line(facts: WordFacts) -> str:
    """Describe a word of the score sheet for the journal: "table 5, game 3: Anna doubles, now 1:1"."""
    return _("table %(table)s, game %(game)s: %(what)s, now %(score)s") % _line_facts(facts)


def taken_back_line(facts: WordFacts) -> str:
    """Describe for the journal which word of the score sheet was taken back, at which table and in which game."""
    return _("table %(table)s, game %(game)s: taken back (%(what)s), now %(score)s") % _line_facts(facts)


def _line_facts(facts: WordFacts) -> dict[str, object]:
    what = _("the last game")
    if facts["word"] and facts["kind"]:
        sheet_word = Said(Word(facts["word"]), kind=GameEnding(facts["kind"]))
        what = word_sentence(sheet_word, facts["second"] if facts.get("side") else facts["first"])
    return {**facts, "what": what, "score": "{}:{}".format(*facts["score"])}
