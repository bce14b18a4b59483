"""Which tournaments somebody may see at their desk."""

from datetime import date

import pytest
from django.contrib.auth.models import User

from tests.factories import make_director, make_stranger
from tournament.actions.helpers import take_access
from tournament.models import Tournament
from tournament.queries.tournaments import directed_by

pytestmark = pytest.mark.django_db


def test_a_director_sees_their_own_and_those_of_nobody_newest_first():
    for day, (name, director) in enumerate(
        [("Mine", make_director()), ("Theirs", make_stranger()), ("Nobody's", None), ("Mine too", make_director())], 1
    ):
        Tournament.objects.create(slug=f"open-{day}", name=name, date=date(2026, 1, day), director=director)

    assert [tournament.name for tournament in directed_by(make_director())] == ["Mine too", "Nobody's", "Mine"]


def test_a_director_sees_once_each_those_they_were_given_access_to():
    for slug in ("theirs", "theirs-too"):
        theirs = Tournament.objects.create(slug=slug, name=slug, date=date(2026, 1, 1), director=make_stranger())
        for name in ("director", "stranger", "somebody"):
            theirs.co_directors.add(User.objects.get_or_create(username=name)[0])
    take_access(theirs, by=make_stranger(), name="director")

    assert [tournament.name for tournament in directed_by(make_director())] == ["theirs"]


def test_of_one_day_the_one_set_up_last_comes_first():
    for name in ("First", "Second"):
        Tournament.objects.create(slug=name, name=name, date=date(2026, 1, 1))

    assert [tournament.name for tournament in directed_by(make_director())] == ["Second", "First"]
