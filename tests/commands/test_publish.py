"""Tournaments published from the command line."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_tournament
from tests.publishing.site import published_files

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament(entries=2, played=1)


def test_the_pages_are_written_and_the_first_is_named(tournament, tmp_path):
    printed = StringIO()

    call_command("publish", tournament.slug, tmp_path / "site", stdout=printed)

    written = {path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*.*")}
    assert written == {*published_files(tournament), "files.txt"}
    assert printed.getvalue() == f"{tmp_path / 'site' / 'index.html'}\n"


def test_the_pages_are_in_the_language_that_is_asked_for_and_papers_and_data_in_their_own(tournament, tmp_path):
    call_command("publish", "--language", "de", tournament.slug, tmp_path / "site", stdout=StringIO())

    pages = [path.read_text("utf-8") for path in (tmp_path / "site").rglob("*.html")]
    assert {page.partition('<html lang="')[2][:2] for page in pages} == {"de"}
    assert (tmp_path / "site" / "standings.csv").read_bytes() == published_files(tournament)["standings.csv"]


def test_a_link_to_a_folder_whose_address_is_named_has_its_picture(tournament, tmp_path):
    call_command(
        "publish", "--address", "https://club.example/open", tournament.slug, tmp_path / "site", stdout=StringIO()
    )

    page = (tmp_path / "site" / "index.html").read_text("utf-8")
    assert page.partition('property="og:image" content="')[2].partition('"')[0] == "https://club.example/open/card.png"


def test_a_terminal_is_told_how_far_the_work_is(tournament, tmp_path):
    terminal = StringIO()
    terminal.isatty = lambda: True
    pages = sum(path.endswith("index.html") for path in published_files(tournament))

    call_command("publish", tournament.slug, tmp_path / "site", stdout=StringIO(), stderr=terminal)

    told = [line.strip() for line in terminal.getvalue().split("\r")]
    assert told == ["", *(f"Web pages: {done} of {pages} done" for done in range(pages)), "", ""]


def test_a_tournament_that_is_not_there_is_answered_with_those_that_are(tournament, tmp_path):
    with pytest.raises(CommandError) as error:
        call_command("publish", "other", tmp_path)

    assert str(error.value) == "There is no tournament other. There are: bodensee-open-2026"


def test_a_folder_with_something_else_in_it_is_refused_in_a_sentence(tournament, tmp_path):
    (tmp_path / "letter.txt").touch()

    with pytest.raises(CommandError) as error:
        call_command("publish", tournament.slug, tmp_path)

    assert str(error.value) == (
        f"{tmp_path} contains letter.txt, which was not published there. "
        "Choose an empty folder or one used for publishing before."
    )


def test_a_folder_that_cannot_be_made_is_named(tournament, tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(CommandError) as error:
        call_command("publish", tournament.slug, tmp_path / "file" / "site")

    assert str(error.value) == f"{tmp_path / 'file'}: something else is there"
