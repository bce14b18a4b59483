"""Tournaments written to files from the command line."""

from io import BytesIO

import pytest
from django.core.management import CommandError, call_command
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.factories import make_tournament
from tournament.archive.dump import dump

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament(entries=4, played=1)


@pytest.fixture
def export(tournament, tmp_path):
    """Writes the tournament and gives back the bytes."""

    def run(*options):
        file = tmp_path / "out"
        call_command("export_tournament", tournament.slug, "--output", file, *options)
        return file.read_bytes()

    return run


@pytest.mark.parametrize("options", [(), ("--format", "json")])
def test_an_archive_is_written(tournament, export, options):
    assert export(*options) == dump(tournament)


def test_an_archive_for_publishing_is_written(tournament, export):
    assert export("--format", "json-public") == dump(tournament, for_publishing=True)


def test_a_workbook_is_written(export):
    assert load_workbook(BytesIO(export("--format", "xlsx"))).worksheets != []


def test_the_standings_are_written_with_the_public_address(export):
    (page,) = PdfReader(BytesIO(export("--format", "pdf"))).pages

    text = page.extract_text()
    assert ["Bodensee Open" in text, "Player 2" in text, "club.example/t/bodensee-open-2026/" in text] == [True] * 3


def test_a_tournament_that_is_not_there_is_answered_with_those_that_are(tournament, tmp_path):
    with pytest.raises(CommandError) as error:
        call_command("export_tournament", "other", "--output", tmp_path / "out")

    assert str(error.value) == "There is no tournament other. There are: bodensee-open-2026"
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_named(tournament, tmp_path):
    with pytest.raises(CommandError) as error:
        call_command("export_tournament", tournament.slug, "--output", tmp_path)

    assert str(error.value) == f"{tmp_path}: it is a folder"
