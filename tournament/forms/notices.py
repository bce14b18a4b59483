"""The imprint and the privacy notice, in every language of the program."""

from django import forms
from django.utils import translation

from tournament.languages import LANGUAGES, Language
from tournament.machine.notices import MOST_BYTES
from tournament.phrases.notices import DRAFTS, NOTICE_TITLES
from tournament.queries.notices import stored_notices


class NoticesForm(forms.Form):
    """A text for each notice and language; the draft stands where nothing was entered yet."""

    def __init__(self, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]  # A QueryDict or nothing.
        stored = stored_notices()
        self._drafts = {(name, language.short): _draft(name, language) for language in LANGUAGES for name in DRAFTS}
        self.missing = [name for name in NOTICE_TITLES if not any(key[0] == name for key in stored)]
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
        sent = {key: self.cleaned_data["_".join(key)].replace("\r\n", "\n").strip() for key in self._drafts}
        return {key: "" if text == self._drafts[key] else text for key, text in sent.items()}


def _draft(name: str, language: Language) -> str:
    with translation.override(language.code):
        return str(DRAFTS[name])
