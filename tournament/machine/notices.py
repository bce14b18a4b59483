"""The public notices of an installation: the imprint, and the privacy notice.

Each is a text file in a folder, read once at the start: `imprint.txt`, `privacy.txt`; for a language `imprint.de.txt`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tournament.languages import LANGUAGES
from tournament.machine.installation import InstallationError, named_folder
from tournament.machine.terminal import _, reason

IMPRINT, PRIVACY = "imprint", "privacy"
# A longer notice belongs on a web site of its own.
MOST_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class Notice:
    """The text of a notice; `name` is `IMPRINT` or `PRIVACY`, `language` a short name, empty if the file names none."""

    name: str
    language: str
    text: str


def own_notices(data_folder: Path) -> tuple[Notice, ...]:
    """The notices in the folder that `TEXTS_DIR` names, else in the data folder, without empty files.

    Raises `InstallationError` for a file that cannot be read, and for a named folder that does not exist.
    """
    texts_folder = named_folder("TEXTS_DIR")
    if texts_folder and not texts_folder.is_dir():
        raise InstallationError(_("TEXTS_DIR names %(path)s, which is not a folder.") % {"path": texts_folder})
    folder = texts_folder or data_folder
    return tuple(
        Notice(name, language, text)
        for name in (IMPRINT, PRIVACY)
        for language in ("", *(language.short for language in LANGUAGES))
        if (text := _text_in(folder / f"{name}{'.' if language else ''}{language}.txt"))
    )


def _text_in(file: Path) -> str:
    try:
        data = file.read_bytes() if file.exists() else b""
        text = data.decode("utf-8-sig").strip()
    except OSError as problem:
        raise InstallationError(
            _("The file %(path)s cannot be read (%(reason)s).") % {"path": file, "reason": reason(problem)}
        ) from problem
    except UnicodeDecodeError as problem:
        raise InstallationError(
            _("The file %(path)s is no text in UTF-8. Save it as one.") % {"path": file}
        ) from problem
    if len(data) > MOST_BYTES:
        raise InstallationError(_("The file %(path)s is longer than 100 kB. Shorten it.") % {"path": file})
    return text


def notice_for(notices: Sequence[Notice], name: str, language: str) -> Notice | None:
    """The notice of this name in this language, else without a language, else in any; None if there is none."""
    of_this_name = [notice for notice in notices if notice.name == name]
    order = {language: 0, "": 1}
    return min(of_this_name, key=lambda notice: order.get(notice.language, 2), default=None)
