"""A database from when a library noted who had tried a password."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

pytestmark = [pytest.mark.installation, pytest.mark.django_db(transaction=True)]
BEFORE = [("tournament", "0008_reports_are_kept")]


def test_the_names_and_addresses_that_were_noted_are_gone_and_counting_begins():
    MigrationExecutor(connection).migrate(BEFORE)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE axes_accessattempt (id integer PRIMARY KEY, username text, ip_address text)")
    before = set(connection.introspection.table_names())

    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())

    after = set(connection.introspection.table_names())
    assert ("rates" in before, "rates" in after) == (False, True)
    assert "axes_accessattempt" not in after
