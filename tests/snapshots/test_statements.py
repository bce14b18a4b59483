"""What a backup's schema is compared with knows every version of the program."""

import pytest

from tests.snapshots.statements import KNOWN, statements_of_all_migrations


@pytest.mark.costly
def test_what_any_migration_leaves_in_a_schema_is_known(django_db_blocker):
    known = set(KNOWN.read_text(encoding="utf-8").splitlines())

    with django_db_blocker.unblock():
        made = statements_of_all_migrations()

    assert made - known == set(), "after a new migration: make statements"
