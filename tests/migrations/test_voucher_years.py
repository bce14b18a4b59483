"""A database in which one period holds for vouchers and books."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournament.actions.clubs import club_called
from tournament.models import Club

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [("tournament", "0034_booked_on")]


@pytest.mark.costly
def test_a_club_that_has_chosen_how_long_it_keeps_books_keeps_vouchers_for_as_long():
    for slug, years in (("usual", 10), ("short", 6), ("never", 0)):
        Club.objects.filter(pk=club_called(slug).pk).update(books_years=years)
    executor = MigrationExecutor(connection)
    executor.migrate(BEFORE)
    executor = MigrationExecutor(connection)

    executor.migrate(executor.loader.graph.leaf_nodes())

    kept = Club.objects.filter(slug__in=["usual", "short", "never"]).values_list("slug", "voucher_years", "books_years")
    assert sorted(kept) == [("never", 0, 0), ("short", 6, 6), ("usual", 8, 10)]
