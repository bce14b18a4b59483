"""Subjects and texts of the program's mails, and names of browsers."""

from django.utils.translation import gettext as _

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
