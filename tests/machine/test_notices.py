"""The imprint and the privacy notice, as they are read from their files."""

import pytest

from tournament.machine.installation import InstallationError
from tournament.machine.notices import MOST_BYTES, Notice, notice_for, own_notices


@pytest.fixture(autouse=True)
def no_other_folder(monkeypatch):
    monkeypatch.delenv("TEXTS_DIR", raising=False)


def test_without_files_there_is_no_notice(tmp_path):
    (tmp_path / "privacy.txt").write_text(" \n")

    assert own_notices(tmp_path) == ()


def test_each_language_may_have_a_file_of_its_own(tmp_path):
    (tmp_path / "imprint.txt").write_text("BC Konstanz\n", "utf-8-sig")
    (tmp_path / "privacy.de.txt").write_text("Wir löschen alles.", "utf-8")

    assert own_notices(tmp_path) == (
        Notice("imprint", "", "BC Konstanz"),
        Notice("privacy", "de", "Wir löschen alles."),
    )


def test_another_folder_can_be_named(tmp_path, monkeypatch):
    (tmp_path / "imprint.txt").write_text("BC Konstanz")
    monkeypatch.setenv("TEXTS_DIR", str(tmp_path))

    assert own_notices(tmp_path / "elsewhere") == (Notice("imprint", "", "BC Konstanz"),)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("Müller".encode("latin-1"), "is no text in UTF-8. Save it as one."),
        (b"x" * (MOST_BYTES + 1), "is longer than 100 kB. Shorten it."),
    ],
)
def test_a_file_that_is_no_notice_is_said_at_the_start(tmp_path, content, problem):
    file = tmp_path / "imprint.txt"
    file.write_bytes(content)

    with pytest.raises(InstallationError) as refusal:
        own_notices(tmp_path)

    assert str(refusal.value) == f"The file {file} {problem}"


def test_a_folder_that_is_named_and_not_there_is_said_at_the_start(tmp_path, monkeypatch):
    monkeypatch.setenv("TEXTS_DIR", str(tmp_path / "texst"))

    with pytest.raises(InstallationError) as refusal:
        own_notices(tmp_path)

    assert str(refusal.value) == f"TEXTS_DIR names {tmp_path / 'texst'}, which is not a folder."


def test_a_folder_in_place_of_a_file_cannot_be_read(tmp_path):
    (tmp_path / "imprint.txt").mkdir()

    with pytest.raises(InstallationError) as refusal:
        own_notices(tmp_path)

    assert str(refusal.value) == f"The file {tmp_path / 'imprint.txt'} cannot be read (it is a folder)."


@pytest.mark.parametrize(("there", "shown"), [(["", "de", "en"], "de"), (["en", ""], ""), (["en"], "en"), ([], None)])
def test_the_reader_s_language_comes_first_then_what_says_no_language(there, shown):
    notices = [Notice("imprint", language, "text") for language in there] + [Notice("privacy", "de", "other")]

    found = notice_for(notices, "imprint", "de")

    assert (found and found.language) == shown
