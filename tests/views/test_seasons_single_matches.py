"""The page on which single matches are entered and corrected."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.factories import entry_of, make_member, make_tournament, only_club
from tournament.models import ImportedMatch, MemberRole, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    return make_tournament(entries=2)


@pytest.fixture
def desk(client, tournament):
    client.force_login(make_member("helga", MemberRole.HELPER))
    return client


def address(name="single_matches", *values):
    return reverse(name, args=[only_club().slug, *values])


def sent(**other):
    day = timezone.localdate().isoformat()
    match = {"date": day, "winner": "Player 1", "loser": "Player 2", "match_length": "5", "winner_points": "5"}
    return {**match, "loser_points": "3", **other}


def test_a_match_is_entered_corrected_and_removed(desk):
    assert desk.post(address(), sent()).status_code == 302
    match = ImportedMatch.objects.get()

    corrected = sent(loser_points="4", expected=match.mark)
    assert desk.post(address("single_match", match.pk), corrected).status_code == 302
    match.refresh_from_db()
    assert (match.winner_points, match.loser_points) == (5, 4)

    desk.post(address("remove_single_match", match.pk), {"expected": match.mark})
    assert not ImportedMatch.objects.exists()


def test_who_is_meant_is_asked_where_a_name_is_new_or_has_several(desk, tournament):
    Person.called("Player 2", tournament.club).save()
    doubtful = sent(winner="Newcomer")

    asked = desk.post(address(), doubtful)
    assert [name.name for name, _persons in asked.context["choices"]] == ["Player 2", "Newcomer"]
    assert not ImportedMatch.objects.exists()
    known = entry_of(tournament, 2).person_id
    desk.post(address(), {**doubtful, "name": ["Newcomer", "Player 2"], "person": ["new", str(known)]})

    match = ImportedMatch.objects.get()
    assert (match.winner.name, match.loser_id) == ("Newcomer", known)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"date": "2999-01-01"}, "date"),
        ({"loser": "PLAYER 1"}, "loser"),
        ({"winner": " "}, "winner"),
        ({"loser": "BYE"}, "loser"),
        ({"loser_points": "5"}, "winner_points"),
        ({"match_length": "0"}, "match_length"),
    ],
)
def test_a_wrong_value_is_refused_beside_its_field(desk, wrong, field):
    answer = desk.post(address(), sent(**wrong))

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])


def test_a_stale_page_is_told_so_and_changes_nothing(desk):
    desk.post(address(), sent())
    match = ImportedMatch.objects.get()

    answer = desk.post(address("single_match", match.pk), sent(loser_points="0", expected="older"))

    assert answer.status_code == 422
    assert ImportedMatch.objects.get().loser_points == 3
