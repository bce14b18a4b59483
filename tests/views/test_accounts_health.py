"""What a supervisor is told."""

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.factories import make_tournament

pytestmark = pytest.mark.django_db


def told(client, path):
    answer = client.get(path)
    return answer.status_code, answer.content.decode()


def test_the_program_says_that_it_is_alive_without_a_look_at_the_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert told(client, "/healthz") == (200, "alive\n")


def test_it_is_ready_where_the_database_is_of_this_version(client):
    make_tournament(entries=2)

    assert told(client, "/readyz") == (200, "ready\n")


def test_it_is_not_ready_where_a_migration_is_missing(client):
    newest = MigrationLoader(connection).graph.leaf_nodes("tournament")
    MigrationRecorder(connection).record_unapplied(*newest[0])

    assert told(client, "/readyz") == (503, "migrations missing\n")


def test_it_stays_ready_where_a_newer_version_has_been_at_the_database(client):
    MigrationRecorder(connection).record_applied("tournament", "9999_later")

    assert told(client, "/readyz") == (200, "ready, database newer\n")


def test_it_is_not_ready_where_its_folder_takes_no_file(client, settings, tmp_path):
    settings.DATA_DIR = tmp_path / "taken away"

    assert told(client, "/readyz") == (503, "disk missing\n")
