"""What is handed out for Windows: what it says of itself, and its first minute."""

import json
import re
import runpy

import pytest

from tests.commands.conftest import ROOT

FOLDER = ROOT / "packaging" / "windows"
CARRIED = runpy.run_path(str(FOLDER / "carried.py"))
FIRST_MINUTE = (FOLDER / "first-minute.txt").read_text("utf-8")
STARTER = (FOLDER / "Backgammon-Swiss.bat").read_bytes()


def of_windows(version):
    """A library as Windows has them, with its version among other things."""
    return b"MZ\0" + "FileVersion\0\0000.1\0ProductVersion\0\0\0".encode("utf-16-le") + version.encode("utf-16-le")


@pytest.fixture
def folders(tmp_path):
    """The embedded Python and the folder of the packages, as far as they are asked what they are."""
    python, site = tmp_path / "python", tmp_path / "site"
    python.mkdir()
    for name, version in (
        ("python3.dll", "0.0.0"),
        ("python314.dll", "3.14.8"),
        ("libcrypto-3.dll", "3.5.4"),
        ("sqlite3.dll", "3.50.4.0"),
    ):
        (python / name).write_bytes(of_windows(version) + b"\0\0")
    (python / "pyexpat.pyd").write_bytes(b"MZ\0expat_2.7.3\0")
    for name, version in (("segno", "1.6.6"), ("Django", "5.2.19")):
        (site / f"{name}-{version}.dist-info").mkdir(parents=True)
        told = f"Metadata-Version: 2.4\nName: {name}\nVersion: {version}\nLicense-Expression: BSD-3-Clause\n\n"
        (site / f"{name}-{version}.dist-info" / "METADATA").write_text(told, "utf-8")
    return python, site


def test_the_zip_says_what_its_files_say_they_are(folders):
    assert CARRIED["as_text"](CARRIED["carried"](*folders)).splitlines() == [
        "python 3.14.8",
        "openssl 3.5.4",
        "sqlite 3.50.4",
        "libexpat 2.7.3",
        "Django 5.2.19",
        "segno 1.6.6",
    ]


def test_a_library_that_does_not_say_its_version_is_not_handed_out(folders):
    python, site = folders
    (python / "libcrypto-3.dll").write_bytes(b"MZ")

    with pytest.raises(SystemExit, match=r"^libcrypto-3\.dll does not say which version it is\.$"):
        CARRIED["carried"](python, site)


def test_the_bill_of_materials_names_what_is_embedded_as_lists_of_known_holes_do(folders):
    bill = json.loads(CARRIED["as_bill"]("backgammon-swiss", "1.0.0", CARRIED["carried"](*folders)))

    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert [(one["purl"], one.get("cpe")) for one in bill["components"]] == [
        ("pkg:generic/python@3.14.8", "cpe:2.3:a:python:python:3.14.8:*:*:*:*:*:*:*"),
        ("pkg:generic/openssl@3.5.4", "cpe:2.3:a:openssl:openssl:3.5.4:*:*:*:*:*:*:*"),
        ("pkg:generic/sqlite@3.50.4", "cpe:2.3:a:sqlite:sqlite:3.50.4:*:*:*:*:*:*:*"),
        ("pkg:generic/libexpat@2.7.3", "cpe:2.3:a:libexpat_project:libexpat:2.7.3:*:*:*:*:*:*:*"),
        ("pkg:pypi/django@5.2.19", None),
        ("pkg:pypi/segno@1.6.6", None),
    ]


def test_the_starter_is_read_alike_by_every_windows():
    lines = STARTER.splitlines(keepends=True)

    assert STARTER.isascii()
    assert all(line.endswith(b"\r\n") for line in lines)


def test_the_first_minute_says_the_same_in_both_languages():
    german, english = FIRST_MINUTE.split("-" * 120)

    assert [re.findall(r"(?m)^\d\.", part) for part in (german, english)] == [["1.", "2.", "3.", "4."]] * 2
    assert german.count("\n\n") == english.count("\n\n")
    assert all(name in part for part in (german, english) for name in ("Backgammon-Swiss.bat", "%LOCALAPPDATA%"))
    assert max(map(len, FIRST_MINUTE.splitlines())) <= 120


def test_one_text_holds_the_licence_of_each_file_that_is_bundled():
    told = (ROOT / "docs" / "licences.txt").read_text("utf-8")
    texts = [*(ROOT / "static").rglob("*LICENSE*")]

    assert [text.name for text in texts if text.read_text("utf-8").strip() not in told] == []
    assert len(texts) == 3
