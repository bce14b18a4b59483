"""Sentences about errors in transcripts of matches."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.phrases.board import BOARD_REFUSALS, fault_sentence, roll_text
from tournament.transcripts.following import Finding, Mistake

TRANSCRIPT_REFUSALS: dict[str, Any] = {
    "transcript_too_large": _("A transcript can have at most %(most)s MB."),
    "transcript_too_many_lines": _("A transcript can have at most %(most)s lines."),
    "transcript_too_long": _("This is longer than any match: %(games)s games with %(rolls)s rolls."),
    "transcript_is_sgf": _(
        "This is a file of GNU Backgammon (.sgf). Open it there, and save the match once more as “Jellyfish Match”"
        " (.mat): that one can be read."
    ),
    "transcript_is_xg": _(
        "This is a file of eXtreme Gammon (.xg). Open it there, and export the match as text (.mat or .txt): that one"
        " can be read."
    ),
    "transcript_is_position": _(
        "This is a single position, not a match. Open the match in the program that it comes from, and export it as"
        " text (.mat): that one can be read."
    ),
    "transcript_no_game": _("There is no game in this file. Each begins with a line such as “Game 1”."),
}
# A play is unclear if it has two meanings on the board; the position of a play that is called illegal may be missing.
_UNCLEAR = _("Line %(line)s: %(because)s From here on the game is unchecked.")
_CALLED_ILLEGAL_ALONE = _(
    "Line %(line)s: the program that wrote this file calls the play of %(roll)s illegal and gives no position that can"
    " be read. From here on the game is unchecked."
)
MISTAKES: dict[Mistake, Any] = {
    Mistake.NOT_ALLOWED: _("Line %(line)s: %(play)s with %(roll)s is not legal. %(because)s"),
    Mistake.NOT_PLAYED: _("Line %(line)s: the roll %(roll)s must be played. %(because)s"),
    Mistake.NOT_UNDERSTOOD: _("Line %(line)s: the play “%(play)s” was not read. From here on the game is unchecked."),
    Mistake.IMPOSSIBLE: _(
        "Line %(line)s: %(play)s with %(roll)s cannot be made on the board. %(because)s"
        " From here on the game is unchecked."
    ),
    Mistake.UNKNOWN_ROLL: _(
        "Line %(line)s: nobody wrote down this roll, so it is not checked. The rest of the game is, as far as the board"
        " can be told."
    ),
    Mistake.CALLED_ILLEGAL: _(
        "Line %(line)s: the program that wrote this file calls the play of %(roll)s illegal. The game goes on from the"
        " position that it gives."
    ),
    Mistake.POSITION_SET: _("Line %(line)s: the file sets up a position here. The game goes on from it."),
    Mistake.ILLEGAL_ANYHOW: _(
        "Line %(line)s: what is written here for %(roll)s is not legal, however the roll that nobody wrote down was"
        " played. From here on the game is unchecked."
    ),
    Mistake.OUT_OF_TURN: _("Line %(line)s: it is the other player’s turn. From here on the game is unchecked."),
    Mistake.GOES_ON: _("Line %(line)s: the game is already over."),
    Mistake.NOT_READ: _("Line %(line)s was not read: “%(play)s”. From here on the game is unchecked."),
    Mistake.DOUBLE_IN_CRAWFORD: _("Line %(line)s: nobody may double in the Crawford game."),
    Mistake.DOUBLE_BEFORE_FIRST_ROLL: _("Line %(line)s: nobody may double before the first roll of a game."),
    Mistake.DOUBLE_AFTER_ROLL: _(
        "Line %(line)s: a double is offered before one’s own roll; this player has already rolled."
    ),
    Mistake.DOUBLE_WITHOUT_CUBE: _(
        "Line %(line)s: only the owner of the cube may double, and here it is the other player."
    ),
    Mistake.DOUBLE_BEYOND_LIMIT: _("Line %(line)s: the cube goes no higher than %(expected)s."),
    Mistake.DOUBLE_TO_OTHER_VALUE: _(
        "Line %(line)s: the double is written as %(value)s, but the cube goes to %(expected)s."
    ),
    Mistake.NOT_ANSWERED: _("Line %(line)s: the double is not answered."),
    Mistake.ANSWERED_BY_DOUBLER: _("Line %(line)s: the double is answered by the player who offered it."),
    Mistake.NOTHING_TO_ANSWER: _("Line %(line)s: there is no double to answer."),
    Mistake.BEAVER: _("Line %(line)s: there are no beavers in this match."),
    Mistake.RACCOON: _("Line %(line)s: there are no raccoons."),
    Mistake.OTHER_WORTH: _(
        "Line %(line)s: this end of the game does not fit board and cube. Points stated: %(stated)s, counted:"
        " %(counted)s."
    ),
    Mistake.TWO_ENDS: _("Line %(line)s: the two columns give different ends of the game."),
    Mistake.OTHER_SCORE: _(
        "Line %(line)s: the score is given as %(stated)s, but the games before add up to %(counted)s."
    ),
    Mistake.MATCH_GOES_ON: _("Line %(line)s: the match is said to be won here, but it goes on."),
    Mistake.AFTER_THE_MATCH: _("Line %(line)s: the match was already decided before this game."),
}


def finding_sentence(finding: Finding) -> str:
    """Describe the error on a line of a transcript; scores name the second player's points second."""
    facts: dict[str, Any] = {"line": finding.line, "play": finding.play, "roll": roll_text(finding.roll)}
    facts |= {"value": finding.value, "expected": finding.expected}
    if finding.verdict:
        facts["because"] = fault_sentence(finding.verdict)
    if finding.refused:
        facts["because"] = str(BOARD_REFUSALS[finding.refused.code]) % finding.refused.values
    if finding.stated and finding.counted:
        facts |= {"stated": "{}:{}".format(*finding.stated), "counted": "{}:{}".format(*finding.counted)}
    return str(_sentence_of(finding)) % facts


def _sentence_of(finding: Finding) -> Any:
    if finding.refused and finding.refused.code == "board_play_unclear":
        return _UNCLEAR
    if finding.mistake is Mistake.CALLED_ILLEGAL and not finding.goes_on:
        return _CALLED_ILLEGAL_ALONE
    return MISTAKES[finding.mistake]
