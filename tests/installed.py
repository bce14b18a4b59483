"""Programs that the tests need beside Python packages. `make test` first names those that are missing."""

import os
import shutil

# Its names in Linux distributions, Snap, Homebrew and from Google; the headless shell takes a third of the time.
CHROMIUM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
FIREFOX_NAMES = ("firefox-esr", "firefox")
# The driver of WebKit, and a virtual screen.
WEBKIT_NAMES = ("WebKitWebDriver", "Xvfb")
GETTEXT_NAMES = ("msgcmp", "msgfmt", "xgettext")


def chromium() -> str | None:
    """The path of Chromium, by the first of its names that is found."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def firefox() -> str | None:
    """The path of Firefox, of the one with long-term support first."""
    return next(filter(None, map(shutil.which, FIREFOX_NAMES)), None)


def has_webkit() -> bool:
    """Whether pages can be opened in the engine of Safari."""
    return all(map(shutil.which, WEBKIT_NAMES))


def has_gettext() -> bool:
    """Whether translations can be collected, compared and compiled."""
    return all(map(shutil.which, GETTEXT_NAMES))


def nginx() -> str | None:
    """The path of nginx; in Debian it is in a folder for the administrator."""
    found = os.environ["PATH"]
    return shutil.which("nginx", path=f"{found}{os.pathsep}{found.replace('/bin', '/sbin')}")


def gnubg() -> str | None:
    """The path of GNU Backgammon; in Debian it is in a folder for games."""
    return shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")


def missing() -> str:
    """One sentence about what is not installed; empty where nothing is missing."""
    pages = [] if chromium() else ["Chromium (for the pages)"]
    translations = [] if has_gettext() else ["GNU gettext (for the translations)"]
    proxies = [] if nginx() else ["nginx (for what it keeps of the pages)"]
    programs = [] if gnubg() else ["GNU Backgammon (for transcripts and identifiers)"]
    engines = [
        *([] if firefox() else ["Firefox (for make engines)"]),
        *([] if has_webkit() else ["WebKit (for make engines)"]),
    ]
    *most, last = [*pages, *translations, *proxies, *programs, *engines] or [""]
    names = f"{', '.join(most)} and {last}" if most else last
    return f"Not installed: {names}; the tests that need it are skipped." if names else ""


if __name__ == "__main__":
    if sentence := missing():
        print(sentence)
