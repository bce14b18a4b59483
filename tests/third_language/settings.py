"""The program with one row more in its table of languages, and a catalogue in which every message is marked."""

from pathlib import Path

import polib

from tests.third_language.marking import marked
from tournament import languages

languages.LANGUAGES += (languages.Language("eo", "eo", "Ꙗзык", ";", ("«", "»")),)

from tests.settings import *  # noqa: E402, F403


def write_catalogue(german: Path, folder: Path) -> None:
    """Every message of the German catalogue, marked."""
    catalogue = polib.pofile(str(german / "de" / "LC_MESSAGES" / "django.po"))
    catalogue.metadata["Plural-Forms"] = "nplurals=2; plural=(n != 1);"
    for message in catalogue:
        if message.msgid_plural:
            message.msgstr_plural = {0: marked(message.msgid), 1: marked(message.msgid_plural)}
        else:
            message.msgstr = marked(message.msgid)
    esperanto = folder / "eo" / "LC_MESSAGES"
    esperanto.mkdir(parents=True)
    catalogue.save_as_mofile(str(esperanto / "django.mo"))


write_catalogue(LOCALE_PATHS[0], DATA_DIR / "locale")  # noqa: F405
LOCALE_PATHS = [DATA_DIR / "locale"]  # noqa: F405
