"""The tournament as it is stored now, which hundreds of phones ask for at once."""

import pytest

from tests.factories import make_director, make_tournament
from tournament.actions.tournaments import change_tournament
from tournament.models import Club, Tournament
from tournament.queries.editions import stored_now

pytestmark = pytest.mark.django_db


def values(tournament):
    return {field.attname: getattr(tournament, field.attname) for field in Tournament._meta.concrete_fields}


def test_of_a_version_that_is_known_one_query_asks_whether_it_is_the_newest(django_assert_num_queries):
    tournament = make_tournament(entries=4)
    stored_now(tournament.slug)

    with django_assert_num_queries(1):
        again = stored_now(tournament.slug)
        found = values(again)

    assert found == values(Tournament.objects.get())


def test_after_a_change_all_of_it_is_read_anew():
    tournament = make_tournament(entries=4)
    stored_now(tournament.slug)

    change_tournament(tournament, by=make_director(), venue="Konzil")

    assert values(stored_now(tournament.slug)) == values(Tournament.objects.get())
    assert stored_now(tournament.slug).venue == "Konzil"


def test_what_one_request_has_read_through_it_is_not_given_to_another():
    tournament = make_tournament(entries=4)
    read = stored_now(tournament.slug)
    Club.objects.filter(pk=read.club.pk).update(name="Bodensee")

    assert (stored_now(tournament.slug).club.name, stored_now(tournament.slug) is read) == ("Bodensee", False)


def test_one_that_is_gone_is_none():
    tournament = make_tournament(entries=4)
    stored_now(tournament.slug)
    Tournament.objects.all().delete()

    assert stored_now(tournament.slug) is None
