"""Texts for the terminal, in the language of the environment.

They need no Django settings, so that they can report an error in the settings.
"""

import errno
import gettext
import locale
import os
from pathlib import Path

from tournament.languages import LANGUAGES


def terminal_language() -> str:
    """The short name of the language that the environment names, English if the program does not have it."""
    locale_names = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    locale_name = next(filter(None, locale_names), locale.getlocale()[0] or "")
    # Windows calls it German_Germany.
    locale_name = locale.normalize(locale_name.partition("_")[0])
    return next((language.short for language in LANGUAGES if locale_name.startswith(language.short)), "en")


def territory() -> str:
    """The country that the environment names: `US`, on Windows `United States`; empty if it names none."""
    locale_names = (os.environ.get(name) for name in ("LC_ALL", "LC_PAPER", "LANG"))
    locale_name = next(filter(None, locale_names), locale.getlocale()[0] or "")
    return locale_name.partition("_")[2].partition(".")[0].partition("@")[0]


CATALOGUES = Path(__file__).parent.parent / "locale"
_catalogue = gettext.translation("django", CATALOGUES, languages=[terminal_language()], fallback=True)
_ = _catalogue.gettext
ngettext = _catalogue.ngettext

# They replace the system's messages, which are in the system's language, and on Windows in English.
REASONS = {
    errno.EACCES: _("no permission"),
    errno.EPERM: _("no permission"),
    errno.EROFS: _("write-protected"),
    errno.ENOENT: _("not found"),
    errno.ENOSPC: _("the disk is full"),
    errno.EISDIR: _("it is a folder"),
    errno.ENOTDIR: _("it is no folder"),
    errno.EEXIST: _("something else is there"),
}


def reason(problem: OSError) -> str:
    """Why a file or a port cannot be used, in the language of the environment as far as that is known."""
    return REASONS.get(problem.errno or 0) or problem.strerror or str(problem)


def translate_argparse() -> None:
    """Let argparse translate its messages by the program's catalogue."""
    os.environ["LANGUAGE"] = terminal_language()
    gettext.bindtextdomain("django", CATALOGUES)
    gettext.textdomain("django")
