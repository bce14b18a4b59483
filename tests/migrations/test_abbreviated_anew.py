"""A database in which names are abbreviated as they were before titles, particles and commas were known."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.factories import make_tournament
from tournament.actions.players import NewPlayer
from tournament.models import Entry, Person, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.costly
def test_abbreviations_of_before_are_computed_anew_and_names_of_ones_own_choice_stay():
    names = ["Dr. Hans Maier jun.", "Dörte von der Heide", "O'Brien, Pat", "Anna Keller", "Prof. Eva Kern"]
    tournament = make_tournament(players=[NewPlayer(name) for name in names])
    Person.objects.update(wish="abbreviated")
    Person.objects.filter(name="Prof. Eva Kern").update(shown_as="Die Gräfin")
    for number, shown_as in enumerate(("Dr. j.", "Dörte H.", "O'Brien, P.", "Anna K.", "Die Gräfin"), start=1):
        Entry.objects.filter(number=number).update(shown_as=shown_as)
    version = Tournament.objects.get(pk=tournament.pk).version
    executor = MigrationExecutor(connection)
    executor.migrate([("tournament", "0042_one_beginning")])
    executor = MigrationExecutor(connection)

    executor.migrate(executor.loader.graph.leaf_nodes())

    shown = list(Entry.objects.order_by("number").values_list("shown_as", flat=True))
    assert shown == ["Hans M.", "Dörte H.", "Pat O.", "Anna K.", "Die Gräfin"]
    assert Tournament.objects.get(pk=tournament.pk).version == version + 1
