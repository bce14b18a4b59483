"""An installation of its own for every test, with a stick plugged in where one is asked for."""

import resource
import sqlite3
from contextlib import closing, contextmanager

import pytest

from tournament.snapshots import taking


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    settings.SNAPSHOT_DIR = None
    settings.DATA_DIR.mkdir()
    taking.last_problems.clear()
    yield settings.DATA_DIR
    taking.last_problems.clear()


@pytest.fixture
def stick(settings, tmp_path):
    settings.SNAPSHOT_DIR = tmp_path / "stick"
    settings.SNAPSHOT_DIR.mkdir()
    return settings.SNAPSHOT_DIR


def rows_of(file, question):
    with closing(sqlite3.connect(file)) as database:
        return database.execute(question).fetchall()


def write_into(file, *statements):
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        for statement in statements:
            database.execute(statement)


@contextmanager
def no_file_beyond(size):
    """A disk that is nearly full: the system refuses to let any file grow beyond `size` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
