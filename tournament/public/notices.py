"""What a page with the imprint or the privacy notice shows."""

from typing import Any

from tournament.languages import active_language
from tournament.models import Club
from tournament.phrases.clubs import ENTERED_BY_CLUB, ENTERED_BY_INSTALLATION, MISSING, NOTICE_TITLES
from tournament.queries.clubs import notice_to_show


def notice_context(name: str, club: Club | None = None) -> dict[str, Any]:
    """The notice of the club, or of the installation, in the active language; or what is missing, and who enters it."""
    found = notice_to_show(name, active_language().short, club)
    missing = "" if found else f"{MISSING[name]} {ENTERED_BY_CLUB if club else ENTERED_BY_INSTALLATION}"
    return {"notice": found, "missing": missing, "title": NOTICE_TITLES[name]}
