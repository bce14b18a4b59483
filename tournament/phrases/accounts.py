"""Subjects and texts of the program's mails, and names of browsers."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

ACCOUNT_REFUSALS: dict[str, Any] = {
    "helper_is_in": gettext_lazy("There is already a helper called %(name)s. Add the first letter of the surname."),
    "no_such_account": gettext_lazy("There is no account with this name."),
    "account_name_taken": gettext_lazy("An account named “%(name)s” already exists."),
    "passwords_at_once": gettext_lazy(
        "Others are logging in right now, so this password was not checked. Try again in a moment."
    ),
    "passwords_too_often": gettext_lazy("Too many wrong passwords. Wait %(wait)s, then try again."),
    "password_changed_meanwhile": gettext_lazy(
        "The password of this account has just been changed elsewhere, so nothing was changed here. Log in again."
    ),
    "link_used": gettext_lazy("This link has already been used or has expired."),
    "club_invitation_ended": gettext_lazy(
        "This invitation has been used or withdrawn, or it is older than a week. Ask a director of the club for a new "
        "one."
    ),
    "mails_too_often": gettext_lazy("Too many links asked for. Wait %(wait)s, then try again."),
    "names_too_often": gettext_lazy("Too many names tried. Wait %(wait)s, then try again."),
}

# Names by a word in the User-Agent header; browsers that also send the word of another browser come first.
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Windows": "Windows",
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


def browser_sentence(user_agent: str) -> str:
    """Name the browser and the operating system, as far as the User-Agent header tells."""
    browser = next((name for mark, name in BROWSERS.items() if mark in user_agent), _("Another browser"))
    system = next((name for mark, name in SYSTEMS.items() if mark in user_agent), "")
    return _("%(browser)s on %(system)s") % {"browser": browser, "system": system} if system else browser


def invitation_mail(club: str, link: str) -> tuple[str, str]:
    subject = _("Invitation of %(club)s") % {"club": club}
    text = _(
        "%(club)s offers an account for its tournaments. This link opens it once, within a week:\n\n%(link)s\n\n"
        "Whoever does not know the club can ignore this mail."
    )
    return subject, text % {"club": club, "link": link}


def password_mail(name: str, link: str) -> tuple[str, str]:
    text = _(
        "This link opens the account %(name)s once, within a day, and asks for a new password:\n\n%(link)s\n\n"
        "Whoever did not ask for it can ignore this mail: the password stays as it is."
    )
    return _("New password"), text % {"name": name, "link": link}


def lost_sentences(invitations: int, helpers: int, name: str, *, directed: bool) -> Iterator[str]:
    """Say which links have ended as somebody who knew them has lost a role, and which may be replaced."""
    if invitations:
        sentence = ngettext(
            "%(count)s open invitation has ended, for %(name)s knew its link. Invite again where needed.",
            "%(count)s open invitations have ended, for %(name)s knew their links. Invite again where needed.",
            invitations,
        )
        yield sentence % {"count": invitations, "name": name}
    if helpers:
        sentence = ngettext(
            "The invitation for helpers of %(count)s tournament has ended, for %(name)s knew its link. Helpers who have"
            " joined stay; they are listed under Helpers and access.",
            "The invitations for helpers of %(count)s tournaments have ended, for %(name)s knew their links. Helpers"
            " who have joined stay; they are listed under Helpers and access.",
            helpers,
        )
        yield sentence % {"count": helpers, "name": name}
    if directed:
        yield _("%(name)s may know the private links of the players. They can be replaced on this page.") % {
            "name": name
        }
