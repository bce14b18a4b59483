"""What an operator can watch for in the log: rights given and taken, links made or ended, everything taken along."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests.factories import make_director, make_helper, make_member, make_tournament, only_club
from tests.views.conftest import logged_in
from tournament.actions.accounts import invite, invite_to_club
from tournament.models import Club, MemberRole

pytestmark = pytest.mark.django_db


@pytest.fixture
def noted(caplog):
    """The events so far, each with its account and whom or what it was about."""
    caplog.set_level("INFO", "tournament.security")

    def read():
        lines = [line for line in caplog.records if line.name == "tournament.security"]
        found = [(line.getMessage(), *line.details.values()) for line in lines]
        caplog.clear()
        return found

    return read


def test_who_is_given_or_loses_access_to_a_tournament_is_noted(noted):
    tournament = make_tournament(entries=2)
    director = logged_in(make_director())
    make_member("ada", MemberRole.HELPER)
    helper = make_helper(tournament)
    noted()

    for name, sent in (
        ("make_invitation", {}),
        ("end_invitation", {}),
        ("choose_director", {"name": "ada", "access": "yes"}),
        ("choose_director", {"name": "ada", "access": "no"}),
    ):
        director.post(reverse(name, args=[tournament.slug]), sent)
    director.post(reverse("end_session", args=[tournament.slug, helper.helper.pk]))

    assert noted() == [
        ("helpers_invited", "director", tournament.slug),
        ("helpers_invitation_ended", "director", tournament.slug),
        ("access_given", "director", tournament.slug, "ada"),
        ("access_taken", "director", tournament.slug, "ada"),
        ("helper_sent_away", "director", tournament.slug),
    ]


def test_whose_role_in_the_club_changes_and_which_link_was_ended_is_noted(noted):
    club = only_club()
    by = make_member("director")
    director = logged_in(by)
    make_member("ada", MemberRole.HELPER)
    invitation = invite_to_club(club, by=by, role=MemberRole.HELPER.value)

    director.post(reverse("end_member_invitation", args=[club.slug, invitation.pk]))
    director.post(reverse("choose_member", args=[club.slug]), {"name": "ada", "role": "director"})
    director.post(reverse("require_second_factor", args=[club.slug]), {"required": "yes"})

    assert [event[:3] for event in noted()] == [
        ("member_invited", "director", club.slug),
        ("invitation_withdrawn", "director", club.slug),
        ("member_changed", "director", club.slug),
        ("second_factor_rule_changed", "director", club.slug),
    ]


@pytest.mark.parametrize(
    ("name", "more", "event"),
    [
        ("club_file", [], "club_exported"),
        ("register_file", ["csv"], "register_exported"),
        ("all_matches_file", ["csv"], "matches_exported"),
    ],
)
def test_who_takes_everything_of_a_club_along_is_noted(name, more, event, noted):
    club = only_club()
    director = logged_in(make_member("director"))

    director.get(reverse(name, args=[club.slug, *more]))

    assert noted() == [(event, "director", club.slug)]


@pytest.mark.parametrize(
    ("command", "event"),
    [
        (("login_link", "director"), ("login_link_made", None, "command", "director")),
        (("export_club", "club", "file"), ("club_exported", None, "command", "club")),
        (("export_tournament", "evening", "-o", "file"), ("tournament_exported", None, "command", "evening", "json")),
        (("publish", "evening", "folder"), ("pages_exported", None, "command", "evening")),
        (("publish", "--club", "club", "folder"), ("pages_exported", None, "command", "club")),
    ],
)
def test_what_a_command_takes_along_or_opens_is_noted(command, event, noted, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    make_tournament(entries=2, slug="evening")
    make_member("director")
    Club.objects.update(slug="club", name="Club")
    noted()

    call_command(*command, stdout=StringIO())

    assert noted() == [event]


def test_what_is_refused_is_no_event(noted):
    tournament = make_tournament(entries=2)
    invite(tournament, by=make_director())
    noted()

    logged_in(make_helper(tournament)).post(reverse("end_invitation", args=[tournament.slug]))

    assert noted() == []
