"""Every sentence has a German translation, and the compiled catalogue is up to date."""

import ast
import gettext
import os
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.installed import has_gettext
from tests.source import calls
from tournament.languages import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "en"
CATALOGUES = {
    language.short: Path("tournament", "locale", language.short, "LC_MESSAGES")
    for language in LANGUAGES
    if language.short != SOURCE
}
GERMAN = CATALOGUES["de"]
each_catalogue = pytest.mark.parametrize("language", CATALOGUES)

pytestmark = pytest.mark.skipif(not has_gettext(), reason="GNU gettext is not installed")


def output(*command, cwd=ROOT):
    environment = {**os.environ, "LC_ALL": "C", "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    done = subprocess.run(
        command, cwd=cwd, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    return done.stdout


@pytest.mark.costly
@each_catalogue
def test_a_catalogue_holds_every_sentence_of_the_program_and_no_other(language, tmp_path):
    folder_of_it = CATALOGUES[language]
    for folder in ("templates", "tournament"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("locale", "__pycache__"))
    (tmp_path / folder_of_it).mkdir(parents=True)
    shutil.copy(ROOT / "manage.py", tmp_path)
    collected = output(sys.executable, "manage.py", "makemessages", "--locale", language, cwd=tmp_path)
    assert collected == f"processing locale {language}\n"

    assert output("msgcmp", ROOT / folder_of_it / "django.po", tmp_path / folder_of_it / "django.po") == ""


# A message inside an f-string is not found by GNU gettext, so nobody would be asked to translate it.
MARKS = ("_", "gettext", "gettext_lazy", "pgettext", "ngettext", "ngettext_lazy", "npgettext", "pgettext_lazy")


@pytest.mark.costly
def test_every_sentence_of_the_source_is_found_by_the_collector():
    with_context = {mark for mark in MARKS if "pgettext" in mark}
    said = {
        (call.args[0].value, call.args[1].value) if mark in with_context else (None, call.args[0].value)
        for mark in MARKS
        for _module, call in calls(mark)
        if isinstance(call.args[0], ast.Constant)
    }
    collected = {(entry.msgctxt, entry.msgid) for entry in polib.pofile(str(ROOT / GERMAN / "django.po"))}

    assert said - collected == set()


@each_catalogue
def test_a_catalogue_has_no_mistakes_of_form(language, tmp_path):
    written = ROOT / CATALOGUES[language] / "django.po"
    checked = output("msgfmt", "--check-format", f"--output-file={tmp_path / 'django.mo'}", written)

    assert checked == ""


@each_catalogue
def test_the_compiled_catalogue_is_up_to_date(language, tmp_path):
    kept = ROOT / CATALOGUES[language]
    output("msgfmt", f"--output-file={tmp_path / 'django.mo'}", kept / "django.po")

    compiled = [catalogue(folder / "django.mo") for folder in (kept, tmp_path)]

    assert compiled[0] == compiled[1]


def catalogue(path):
    with path.open("rb") as file:
        return gettext.GNUTranslations(file)._catalog
