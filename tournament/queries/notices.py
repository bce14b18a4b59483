"""The imprint and the privacy notice: as entered in the program, else as they lie in the folder of the texts."""

from django.conf import settings

from tournament.machine.notices import Notice, notice_for
from tournament.models import NoticeText


def stored_notices() -> dict[tuple[str, str], str]:
    """Those entered in the program, by name and language."""
    return {(one.name, one.language): one.text for one in NoticeText.objects.all()}


def notice_to_show(name: str, language: str) -> Notice | None:
    """The notice in this language, else in another one; what was entered goes before the files. None: it is missing."""
    entered = [Notice(*key, text) for key, text in sorted(stored_notices().items())]
    return notice_for(entered, name, language) or notice_for(settings.NOTICES, name, language)
