"""Missing programs are named before the tests begin."""

import pytest

from tests.installed import GETTEXT_NAMES, WEBKIT_NAMES, chromium, missing

ENGINES = ("firefox-esr", *WEBKIT_NAMES)


@pytest.fixture
def installs(tmp_path, monkeypatch):
    """A function that leaves only programs with these names on the search path, and returns their folder."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def install(*names):
        for name in names:
            (tmp_path / name).touch(mode=0o755)
        return tmp_path

    return install


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"])
def test_chromium_is_found_by_any_of_its_names(installs, name):
    folder = installs(name)

    assert chromium() == str(folder / name)


def test_the_engine_of_chromium_without_windows_comes_first(installs):
    folder = installs("chromium", "chromium-headless-shell")

    assert chromium() == str(folder / "chromium-headless-shell")


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("chromium", "nginx", *GETTEXT_NAMES, *ENGINES), ""),
        (
            ("chromium", "nginx", *ENGINES),
            "Not installed: GNU gettext (for the translations); the tests that need it are skipped.",
        ),
        (
            ("nginx", *GETTEXT_NAMES, *ENGINES),
            "Not installed: Chromium (for the pages); the tests that need it are skipped.",
        ),
        (
            ("chromium", "nginx", *GETTEXT_NAMES, "firefox", "WebKitWebDriver"),
            "Not installed: WebKit (for make engines); the tests that need it are skipped.",
        ),
        (
            (),
            "Not installed: Chromium (for the pages), GNU gettext (for the translations), nginx (for what it keeps of "
            "the pages), Firefox (for make engines) and WebKit (for make engines); the tests that need it are skipped.",
        ),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(installs, names, sentence):
    installs(*names)

    assert missing() == sentence
