"""A running server, and an inspection of what it leaves behind."""

from pathlib import Path

import pytest

from tests.factories import draw_next_round, make_tournament
from tests.faults.inspection import rows_of_the_journal, rows_of_the_tables
from tests.faults.server import Server
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.engine.checking import check_rounds
from tournament.models import JournalLine, Tournament


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("installation")


@pytest.fixture
def server(transactional_db, tmp_path):
    """Not yet started; ended with the test, before the database is emptied."""
    made = Server(tmp_path)
    yield made
    made.kill()


@pytest.fixture
def inspect(transactional_db):
    """Ask whether the tournament stands as its journal tells, without a gap, and as the rules give it."""

    def ask():
        stored = Tournament.objects.get()
        lines = JournalLine.objects.order_by("version")
        assert list(lines.values_list("version", flat=True)) == list(range(1, stored.version + 1))
        assert rows_of_the_tables() == rows_of_the_journal()
        assert check_rounds(read_archive(dump(stored)).record) == ()

    return ask


def tournament_of_all(entries):
    """A tournament with a round drawn, matches to seven, in which every account of the club may enter."""
    made = make_tournament(entries=entries, match_length=7, planned_rounds=11)
    draw_next_round(made)
    return made
