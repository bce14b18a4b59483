"""What is said in the terminal, in the language of the environment.

It needs no settings, so that it can say what is wrong with them.
"""

import gettext
import locale
import os
from pathlib import Path


def terminal_language() -> str:
    """`de` or `en`, as the environment asks for."""
    named = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next(filter(None, named), locale.getlocale()[0] or "")
    return "de" if wanted.lower().startswith(("de", "german")) else "en"


_catalogue = gettext.translation(
    "django", Path(__file__).parent / "locale", languages=[terminal_language()], fallback=True
)
_ = _catalogue.gettext
