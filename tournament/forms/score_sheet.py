"""A word on a score sheet, as it is tapped."""

from tournament.engine.refusals import Refused
from tournament.forms.answers import whole_number
from tournament.forms.reports import phone_name
from tournament.forms.sent import ReadField, SentForm
from tournament.matches.score_sheet import Said, read_words


def _one_word(text: str) -> Said:
    words = read_words(text)
    if len(words) != 1:
        raise Refused("word_not_understood")
    return words[0]


class ScoreSheetForm(SentForm):
    """The match, the mark of the sheet that the page showed, and a word; or what the last one leaves when it goes."""

    match = ReadField(whole_number, optional=True)
    seen = ReadField()
    word = ReadField(_one_word, optional=True)
    leaves = ReadField(optional=True)
    phone = ReadField(phone_name)
