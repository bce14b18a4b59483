"""Which database holds the tournaments."""

from importlib import import_module

import pytest

from tournament.machine import limits
from tournament.machine.databases import database, database_at
from tournament.machine.installation import InstallationError


def test_the_database_lies_in_the_data_folder_whatever_its_name(tmp_path):
    folder = tmp_path / "50 % off? #1"

    assert database(folder)["NAME"] == folder / "tournaments.sqlite3"


def test_the_database_that_is_named_is_used(monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "postgres://ada:p%40ss@db.example:5433/club?sslmode=require")
    found = database(tmp_path)

    assert [found[name] for name in ("ENGINE", "USER", "PASSWORD", "HOST", "PORT", "NAME")] == [
        "django.db.backends.postgresql",
        "ada",
        "p@ss",
        "db.example",
        5433,
        "club",
    ]
    assert (found["OPTIONS"]["sslmode"], found["OPTIONS"]["pool"]["max_size"]) == ("require", 10)


def test_every_wait_of_a_request_for_a_server_ends_within_one_budget():
    """Requests are answered within two seconds, and half a second is for the rest."""
    silence = import_module("tournament.machine.silence")
    options = database_at("postgres://ada@db.example/club")["OPTIONS"]

    assert [options["pool"]["timeout"], options["tcp_user_timeout"] / 1000] == [limits.DATABASE_SECONDS] * 2
    assert "lock_timeout=1500 " in options["options"]
    assert silence.SILENT_SECONDS + silence.ASKED_AGAIN_SECONDS == limits.DATABASE_SECONDS == 1.5


def test_a_file_keeps_its_promises_wherever_it_lies(tmp_path):
    assert database_at(f"sqlite:///{tmp_path}/x.sqlite3")["OPTIONS"] == database(tmp_path)["OPTIONS"]


@pytest.mark.parametrize("url", ["nonsense", "mysql://localhost/x", "sqlite://:memory:", "postgres://host:5432/"])
def test_what_is_no_address_of_a_database_is_refused(url):
    with pytest.raises(InstallationError):
        database_at(url)
