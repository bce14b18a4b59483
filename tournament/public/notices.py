"""The context of pages with the imprint or the privacy notice."""

from typing import Any

from tournament.languages import active_language
from tournament.models import Club
from tournament.phrases.clubs import ENTERED_BY_CLUB, ENTERED_BY_INSTALLATION, MISSING, NOTICE_TITLES, open_places
from tournament.queries.clubs import notice_to_show


def notice_context(name: str, club: Club | None = None) -> dict[str, Any]:
    """Build the context of a club's or the installation's notice; or what is missing, and who adds it.

    A draft with open places is not published, wherever it comes from: stored earlier, a club's file, or the folder.
    """
    found = notice_to_show(name, active_language().short, club, is_draft=open_places)
    missing = "" if found else f"{MISSING[name]} {ENTERED_BY_CLUB if club else ENTERED_BY_INSTALLATION}"
    return {"notice": found, "missing": missing, "title": NOTICE_TITLES[name]}
