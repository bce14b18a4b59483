"""The imprint and the privacy notice: of a club, else of the installation, else from the folder of the texts."""

from collections.abc import Iterable, Mapping
from hashlib import sha256

from django.conf import settings

from tournament.machine.notices import Notice, notice_for
from tournament.models import Club, NoticeText

Texts = Mapping[tuple[str, str], str]


def stored_notices(club: Club | None = None) -> dict[tuple[str, str], str]:
    """Those entered in the program for the club, or for the installation, by name and language."""
    stored = club.notices.all() if club else NoticeText.objects.all()
    return {(one.name, one.language): one.text for one in stored.order_by("name", "language")}


def mark_of(texts: Texts) -> str:
    """Another one as soon as any of the texts has changed."""
    return sha256(repr(sorted(texts.items())).encode()).hexdigest()[:16]


def notice_to_show(name: str, language: str, club: Club | None = None) -> Notice | None:
    """The notice in this language, else in another one; None: it is missing.

    That of the club goes before that of the installation, what was entered before the files. Pages that are no club's
    show that of the only club that has any where the installation has none.
    """
    of_installation = (_entered(stored_notices()), settings.NOTICES)
    sources = (_entered(stored_notices(club)), *of_installation) if club else (*of_installation, _of_only_club())
    found = (notice_for(source, name, language) for source in sources)
    return next((notice for notice in found if notice), None)


def _entered(texts: Texts) -> list[Notice]:
    return [Notice(*key, text) for key, text in texts.items()]


def _of_only_club() -> list[Notice]:
    clubs = Club.objects.all()[:2]
    return _entered(stored_notices(clubs[0])) if len(clubs) == 1 else []


def missing_notices(names: Iterable[str], club: Club | None = None) -> list[str]:
    """Which of these everybody looks for in vain, on the pages of the club or of the installation."""
    return [name for name in names if notice_to_show(name, "", club) is None]
