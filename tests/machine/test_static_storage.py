"""What is collected: one style sheet, under a name that says what is in it."""

from contextlib import closing

import pytest
from django.core.management import call_command

from tournament.machine.installation import lock_static_files
from tournament.machine.static_storage import joined
from tournament.management.database import collect_static_files


@pytest.fixture
def folder(settings, tmp_path):
    """The folder into which a style sheet of two parts is to be collected."""
    lying = tmp_path / "lying"
    (lying / "style").mkdir(parents=True)
    (lying / "sheet.css").write_text('/* Look */\n@import url("style/one.css");\n@import url("style/two.css");\n')
    (lying / "style" / "one.css").write_text('a { background: url("../spot.svg"); }\n')
    (lying / "style" / "two.css").write_text("b { color: red; }\n")
    (lying / "spot.svg").write_text("<svg/>")
    settings.STATICFILES_DIRS = [lying]
    settings.STATIC_ROOT = tmp_path / "collected"
    return settings.STATIC_ROOT


@pytest.fixture
def collected(folder):
    """The same, once it has been."""
    call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def test_the_parts_of_a_style_sheet_are_collected_inside_it(collected):
    assert not list(collected.glob("style/*"))
    sheet = next(collected.glob("sheet.????????????.css")).read_text()
    picture = next(collected.glob("spot.????????????.svg")).name
    assert sheet == f'/* Look */\na {{ background: url("{picture}"); }}\nb {{ color: red; }}\n'


def test_what_has_changed_is_collected_at_the_start_and_sent_compressed(folder, settings):
    (settings.STATICFILES_DIRS[0] / "sheet.css").write_text("b { color: red; }\n" * 100)

    collect_static_files()

    assert (settings.IS_COLLECTED, settings.WHITENOISE_USE_FINDERS) == (True, False)
    assert len(list(folder.glob("sheet.????????????.css.gz"))) == 1


def test_while_another_start_collects_the_files_are_served_as_they_lie(folder, settings):
    folder.mkdir()
    with closing(lock_static_files(folder)):
        collect_static_files()

    assert (settings.IS_COLLECTED, list(folder.glob("*.css"))) == (False, [])


def test_a_joined_style_sheet_finds_its_pictures_from_where_it_lies(tmp_path):
    (tmp_path / "style").mkdir()
    (tmp_path / "style" / "one.css").write_text('a { background: url("../spot.svg"); }\n')
    (tmp_path / "sheet.css").write_text('@import url("style/one.css");\nb { color: red; }\n')

    assert joined(tmp_path / "sheet.css") == 'a { background: url("spot.svg"); }\nb { color: red; }\n'
