"""A process that reads what it is given within bounds, and backups to make evil ones of."""

import gzip
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.hostile.reader import MOST_MEGABYTES

EARLIER = Path(__file__).parents[2] / "fixtures" / "earlier"


@pytest.fixture(scope="session")
def reader():
    """Started once: what it takes to start is as much as to read fifty files."""
    serve = "import django; django.setup(); from tests.hostile.reader import serve; serve()"
    with subprocess.Popen(
        [sys.executable, "-c", serve],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        cwd=Path(__file__).parents[2],
    ) as process:
        yield process
        process.stdin.close()


@pytest.fixture
def read(reader):
    """What the reading of a file ends in; that it takes no more memory is seen to here."""

    def ask(kind, file):
        print(kind, file, file=reader.stdin, flush=True)
        outcome, megabytes = reader.stdout.readline().split()
        assert int(megabytes) < MOST_MEGABYTES
        return outcome

    return ask


@pytest.fixture
def backup(tmp_path):
    """The newest of those that are kept."""
    newest = max(EARLIER.glob("*/backup.sqlite3.gz"), key=lambda file: [*map(int, file.parent.name.split("."))])
    return unpacked(newest, tmp_path / "backup.sqlite3")


def unpacked(packed, file):
    file.write_bytes(gzip.decompress(packed.read_bytes()))
    return file


def change(file, *statements):
    """What a stranger with any tool for databases can do to the file, its schema included."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema=ON")
        database.execute("PRAGMA ignore_check_constraints=ON")
        database.execute("PRAGMA journal_mode=OFF")
        for statement in statements:
            database.execute(statement)
