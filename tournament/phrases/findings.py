"""What is wrong in a transcript."""

from typing import Any

from django.utils.translation import gettext_lazy

from tournament.phrases.board import BOARD_REFUSALS, fault_sentence, roll_text
from tournament.transcripts.following import Finding, Mistake

TRANSCRIPT_REFUSALS: dict[str, Any] = {
    "transcript_too_large": gettext_lazy("A transcript can have at most %(most)s KB."),
    "transcript_too_long": gettext_lazy("A transcript can have at most %(most)s games."),
    "transcript_no_match": gettext_lazy("This is not a transcript: the first line is not one such as “3 point match”."),
    "transcript_no_game": gettext_lazy("There is no game in this transcript."),
    "transcript_line": gettext_lazy("Line %(line)s cannot be read: “%(text)s”."),
}
MISTAKES: dict[Mistake, Any] = {
    Mistake.NOT_ALLOWED: gettext_lazy("Line %(line)s: %(play)s with %(roll)s is not legal. %(because)s"),
    Mistake.NOT_PLAYED: gettext_lazy("Line %(line)s: the roll %(roll)s must be played. %(because)s"),
    Mistake.NOT_UNDERSTOOD: gettext_lazy("Line %(line)s: %(because)s The rest of the game is not checked."),
    Mistake.IMPOSSIBLE: gettext_lazy(
        "Line %(line)s: %(play)s with %(roll)s cannot be made on the board. %(because)s"
        " The rest of the game is not checked."
    ),
    Mistake.OUT_OF_TURN: gettext_lazy(
        "Line %(line)s: it is the other player’s turn. The rest of the game is not checked."
    ),
    Mistake.OTHER_SCORE: gettext_lazy(
        "Line %(line)s: the score is given as %(stated)s, but the games before add up to %(counted)s."
    ),
    Mistake.OTHER_WORTH: gettext_lazy(
        "Line %(line)s: this end of the game does not fit the board. Points stated: %(stated)s, counted: %(counted)s."
    ),
    Mistake.GOES_ON: gettext_lazy("Line %(line)s: the game is already over."),
}


def finding_sentence(finding: Finding) -> str:
    """What is wrong on a line of a transcript; the second player's points are named second."""
    facts: dict[str, Any] = {"line": finding.line, "play": finding.play, "roll": roll_text(finding.roll)}
    if finding.verdict:
        facts["because"] = fault_sentence(finding.verdict)
    if finding.refused:
        facts["because"] = str(BOARD_REFUSALS[finding.refused.code]) % finding.refused.values
    if finding.stated and finding.counted:
        facts |= {"stated": "{}:{}".format(*finding.stated), "counted": "{}:{}".format(*finding.counted)}
    return str(MISTAKES[finding.mistake]) % facts
