"""Titles of the imprint and the privacy notice, what they must contain, and a draft of each."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext, gettext_lazy as _

from tournament.languages import LANGUAGES
from tournament.machine.notices import IMPRINT, PRIVACY

CLUB_REFUSALS: dict[str, Any] = {
    "changed_while_publishing": _("The tournament has just been changed. Try again in a moment."),
    "place_is_no_folder": _("%(folder)s is not a folder."),
    "folder_holds_something_else": _(
        "%(folder)s contains %(file)s, which was not published there. Choose an empty folder or one used"
        " for publishing before."
    ),
    "invitation_ended": _("This link is no longer valid. Ask the director for the current one."),
    "notice_is_a_draft": _("Nothing is saved yet. Replace or delete: %(places)s."),
    "upload_is_gone": _("The file is no longer kept here. Choose it again."),
    "no_such_club": _("There is no club with the address “%(slug)s”."),
    "club_not_said": _("There are several clubs here. Say which one with --club."),
    "club_address_unusable": _("The address of a club consists of small letters, digits and hyphens."),
    "club_name_needed": _("The club has a name already and keeps one. Enter it."),
    "club_is_not_public": _("The club has no public pages yet. Enter its name in its settings."),
    "name_empty": _("Enter a name."),
    "name_too_long": _("A name can have at most %(limit)s characters."),
    "club_too_long": _("A club name can have at most %(limit)s characters."),
    "name_turned": _("The name contains invisible signs that turn the order of its letters. Type it without them."),
    "name_is_contact": _(
        "“%(text)s” contains an e-mail address, a telephone number or a link, which everyone would see."
        " Type the name or club without it."
    ),
}


def member_line(name: str, role: str) -> str:
    """Say what an account may do in the club from now on."""
    sentences = {
        "": _("%(name)s no longer belongs to the club"),
        "director": _("%(name)s directs all tournaments of the club"),
        "helper": _("%(name)s helps at all tournaments of the club"),
    }
    return sentences[role] % {"name": name}


NOTICE_TITLES = {IMPRINT: _("Imprint"), PRIVACY: _("Privacy")}
MISSING = {
    IMPRINT: _(
        "The imprint is missing: name and address of the club, who represents it, a mail address and a telephone "
        "number."
    ),
    PRIVACY: _(
        "The privacy notice is missing: who is responsible, which data is stored what for and for how long, who sees "
        "it, and which rights people have."
    ),
}
ENTERED_BY_INSTALLATION = _("Whoever runs this program enters it on the page Imprint and privacy.")
ENTERED_BY_CLUB = _("A director of the club enters it in the settings of the club.")
DRAFTS = {
    IMPRINT: _(
        "%(club)s\n[Street and number]\n[Postcode] %(town)s\n\nRepresented by: [name of the chair]\n\n"
        "Mail: [address]\nTelephone: [number]\n\nRegister: [court and number, or delete this line]"
    ),
    PRIVACY: _(
        "Responsible for the data: %(club)s, [address of the club, mail address].\n\n"
        "Of everybody who plays or signs up we store: name, club, start number, results and, where there is an entry "
        "fee, what was paid. We need it to hold the tournament (GDPR, article 6 (1) b) and to publish results and "
        "standings, in which we have a legitimate interest (article 6 (1) f).\n\n"
        "Names, results and standings can be read by everyone on the pages of the tournament, and lie out or hang on "
        "the wall as paper. Everybody can choose to appear abbreviated or without a name, on sign-up, on their private "
        "page or by telling the director. Payments are seen by the directors and their helpers alone.\n\n"
        "Results are kept for as long as the club keeps its records. Vouchers are kept for %(years)s years, and the "
        "cash reports of closed years as long as the law asks (article 6 (1) c). Whoever asks for it is erased from "
        "everything else.\n\n"
        "The pages on which guests read set no cookie. A phone keeps in its own memory whose page it shows; one on "
        "which somebody signs up or reports keeps cookies for a year, which protect the forms and by which the phone "
        "reports their results. The server keeps [its log for 14 days].\n\n"
        "Everybody has the right to a copy of their data, to its correction and erasure, to restrict or object to its "
        "use, and to complain to a supervisory authority: [name of the authority]. To ask, write to [mail address]."
    ),
}
# A placeholder in a draft, such as "[address]".
PLACE = re.compile(r"\[[^\[\]]+\]")


def draft(name: str, club: str = "", town: str = "", years: int | None = None) -> str:
    """Return a draft in the active language, with club, town and the years that vouchers are kept, where known."""
    facts = {"club": club or gettext("[Name of the club]"), "town": town or gettext("[town]")}
    return str(DRAFTS[name]) % {**facts, "years": "[8]" if years is None else years}


def open_places(text: str) -> tuple[str, ...]:
    """Return the placeholders of the drafts, in any language, that a text still contains."""
    if "[" not in text:
        return ()
    placeholders = set()
    for language in LANGUAGES:
        with translation.override(language.code):
            placeholders |= {place.casefold() for name in DRAFTS for place in PLACE.findall(draft(name))}
    return tuple(place for place in PLACE.findall(text) if place.casefold() in placeholders)


def saved_sentence(texts: Mapping[tuple[str, str], str]) -> str:
    """Say which of the saved texts, keyed by name and language, everybody can read: all that are not empty."""
    public = [f"{NOTICE_TITLES[name]} {language.upper()}" for (name, language), text in texts.items() if text]
    if not public:
        return gettext("Saved. Nobody can read a draft before it is filled in.")
    return gettext("Saved. Everybody can read now: %(texts)s.") % {"texts": ", ".join(public)}
