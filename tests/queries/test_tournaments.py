"""Which tournaments somebody may see at their desk."""

from datetime import date

import pytest
from django.contrib.auth.models import User

from tests.factories import make_director, make_member, make_stranger, only_club
from tournament.actions.accounts import take_access
from tournament.actions.clubs import club_called
from tournament.models import MemberRole, Tournament
from tournament.queries.tournaments import directed_by, helped_by, shown_to_everyone

pytestmark = pytest.mark.django_db


def test_a_director_sees_their_own_and_those_of_their_clubs_newest_first():
    own, other = only_club(), club_called("ulm")
    for day, (name, club, director) in enumerate(
        [
            ("Mine elsewhere", other, make_director()),
            ("Theirs", own, make_stranger()),
            ("Elsewhere", other, make_stranger()),
            ("Nobody's", own, None),
            ("Nobody's elsewhere", other, None),
        ],
        1,
    ):
        Tournament.objects.create(club=club, slug=f"open-{day}", name=name, date=date(2026, 1, day), director=director)
    make_member("director")
    make_member("helping", MemberRole.HELPER)

    assert [one.name for one in directed_by(make_director())] == ["Nobody's", "Theirs", "Mine elsewhere"]
    assert [one.name for one in directed_by(make_member("helping", MemberRole.HELPER))] == []
    assert [one.name for one in helped_by(make_member("helping", MemberRole.HELPER))] == ["Nobody's", "Theirs"]


def test_a_director_sees_once_each_their_own_and_those_they_were_given_access_to():
    for day, (name, director) in enumerate(
        [("Mine", make_director()), ("Theirs", make_stranger()), ("Given and taken", make_stranger())], 1
    ):
        made = Tournament.objects.create(
            club=only_club(), slug=f"open-{day}", name=name, date=date(2026, 1, day), director=director
        )
        for account in ("director", "stranger", "somebody"):
            made.co_directors.add(User.objects.get_or_create(username=account)[0])
    take_access(made, by=make_stranger(), name="director")

    assert [tournament.name for tournament in directed_by(make_director())] == ["Theirs", "Mine"]


def test_everyone_finds_all_but_practice_newest_first():
    for day, name in enumerate(("Winter", "Rehearsal", "Spring"), 1):
        Tournament.objects.create(
            club=only_club(),
            slug=name,
            name=name,
            date=date(2026, 1, day),
            is_practice=name == "Rehearsal",
            director=make_stranger(),
        )

    assert [tournament.name for tournament in shown_to_everyone()] == ["Spring", "Winter"]


def test_of_one_day_the_one_set_up_last_comes_first():
    for name in ("First", "Second"):
        Tournament.objects.create(club=only_club(), slug=name, name=name, date=date(2026, 1, 1))

    assert [tournament.name for tournament in directed_by(make_member("director"))] == ["Second", "First"]
