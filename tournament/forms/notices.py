"""The imprint and the privacy notice, in every language of the program."""

from django import forms
from django.utils import translation

from tournament.engine.refusals import Refused
from tournament.languages import LANGUAGES, Language
from tournament.machine.notices import MOST_BYTES
from tournament.models import Club
from tournament.names import is_printable, tidy
from tournament.phrases.clubs import DRAFTS, NOTICE_TITLES
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.clubs import mark_of, missing_notices, stored_notices


class NoticesForm(forms.Form):
    """A text for each notice and language; the draft stands where nothing was entered yet.

    They are those of the club, or of the installation; `stored_mark` tells them as they stand from any others.
    """

    mark = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: object = None, club: Club | None = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # A QueryDict or nothing.
        stored = stored_notices(club)
        self.stored_mark = mark_of(stored)
        self._drafts = {(name, language.short): _draft(name, language) for language in LANGUAGES for name in DRAFTS}
        self.missing = missing_notices(NOTICE_TITLES, club)
        for (name, short), draft in self._drafts.items():
            self.fields[f"{name}_{short}"] = forms.CharField(
                label=f"{NOTICE_TITLES[name]} · {short.upper()}",
                required=False,
                max_length=MOST_BYTES // 4,
                initial=stored.get((name, short), draft),
                widget=forms.Textarea(attrs={"rows": 14, "lang": short}),
            )

    def texts(self) -> dict[tuple[str, str], str]:
        """The texts by name and language; an unchanged draft counts as empty."""
        sent = {key: _tidy(self.cleaned_data["_".join(key)]) for key in self._drafts}
        return {key: "" if text == self._drafts[key] else text for key, text in sent.items()}

    def refuse(self, refused: Refused) -> None:
        """Tell it above the fields."""
        self.add_error(None, refusal_sentence(refused))


def _tidy(text: str) -> str:
    """The text line by line without what nobody sees, which a club's file could not hold."""
    lines = ("".join(filter(is_printable, line.replace("\t", " "))) for line in text.splitlines())
    return "\n".join(tidy(line) for line in lines).strip()


def _draft(name: str, language: Language) -> str:
    with translation.override(language.code):
        return str(DRAFTS[name])
