"""Who is invited into a club and comes in, and whose password its directors may renew."""

from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from tests.factories import make_director, make_helper, make_member, make_tournament, only_club, stored_rows
from tournament.actions.accounts import (
    MOST_OPEN,
    accept_with_account,
    accept_with_new_account,
    create_account,
    give_access,
    invite as invite_helpers,
    invite_to_club,
    login_link,
    make_password_link,
    withdraw_invitation,
)
from tournament.actions.clubs import Lost, club_called, found_club, set_member
from tournament.actions.journal import history
from tournament.engine.refusals import Refused
from tournament.models import Club, ClubInvitation, Invitation, JournalLine, MemberRole, Tournament
from tournament.queries.accounts import invited_address, open_invitations, user_of_login_link

pytestmark = pytest.mark.django_db
PASSWORD = "six-point prime"


def refused(action, *arguments, **details):
    with pytest.raises(Refused) as refusal:
        action(*arguments, **details)
    return refusal.value.code


def invite(role="director", club=None, **details):
    return invite_to_club(club or only_club(), by=details.pop("by", None) or make_member("ada"), role=role, **details)


def opened_by(invitation):
    key, token = invited_address(invitation).rstrip("/").split("/")[-2:]
    return {"key": int(key), "token": token}


def come_in(link, name="Eva"):
    return accept_with_new_account(**link, name=name, password=PASSWORD)


def roles(account):
    return list(account.memberships.order_by("club").values_list("club__slug", "role"))


def make_operator():
    return User.objects.create_user("operator", is_superuser=True)


def test_an_invitation_makes_one_account_in_the_club_and_is_spent_with_it():
    link = opened_by(invite("helper"))

    eva = come_in(link)

    assert (eva.username, eva.check_password(PASSWORD), roles(eva)) == ("Eva", True, [("club", "helper")])
    assert refused(come_in, link, "Bo") == "club_invitation_ended"
    assert list(User.objects.order_by("pk").values_list("username", flat=True)) == ["ada", "Eva"]


@pytest.mark.parametrize("how", ["withdrawn", "a week old", "guessed", "of another one", "never given out"])
def test_a_link_that_is_not_open_lets_nobody_in(how):
    invitation = invite()
    link = opened_by(invitation)
    if how == "withdrawn":
        withdraw_invitation(invitation, by=make_member("ada"))
    elif how == "a week old":
        ClubInvitation.objects.update(made_at=timezone.now() - timedelta(days=7))
    elif how == "guessed":
        link["token"] = "x" * len(link["token"])
    elif how == "of another one":
        link["token"] = opened_by(invite())["token"]
    else:
        link["key"] = 10**30

    assert refused(come_in, link) == "club_invitation_ended"
    assert User.objects.filter(username="Eva").exists() is False


@pytest.mark.parametrize("name", ["ADA", "ada\u200b", "аda", "AdА"])
def test_a_name_that_is_taken_spends_nothing(name):
    link = opened_by(invite())

    assert refused(come_in, link, name) == "account_name_taken"
    assert come_in(link).username == "Eva"


def test_neither_the_database_nor_the_journal_holds_the_secret_of_a_link():
    invitation = invite()
    token = opened_by(invitation)["token"]
    withdraw_invitation(invitation, by=make_member("ada"))

    assert token not in repr(stored_rows())


def test_the_journal_tells_of_it_and_undo_passes_over_it():
    come_in(opened_by(invite("helper")))
    withdraw_invitation(invite(), by=make_member("ada"))
    make_password_link(only_club(), by=make_member("ada"), name="Eva")

    lines = JournalLine.objects.order_by("version").values_list("action", "by_name", "facts", "changes")
    assert list(lines) == [
        ("member_invited", "ada", {"role": "helper"}, []),
        ("invitation_accepted", "Eva", {"name": "Eva", "role": "helper"}, []),
        ("member_invited", "ada", {"role": "director"}, []),
        ("invitation_withdrawn", "ada", {"role": "director"}, []),
        ("password_link_made", "ada", {"name": "Eva"}, []),
    ]
    assert (history(only_club()).undoable, history(only_club()).redoable) == (None, None)


def test_an_account_comes_into_one_more_club_and_links_that_open_it_end():
    eva = make_member("eva", club=club_called("ulm"))
    token = login_link(eva).rstrip("/").rpartition("/")[2]

    accept_with_account(**opened_by(invite("helper")), account=eva)

    assert roles(eva) == [("club", "helper"), ("ulm", "director")]
    assert refused(user_of_login_link, user_id=eva.pk, token=token) == "link_used"


@pytest.mark.parametrize(
    ("before", "offered", "after"), [("helper", "director", "director"), ("director", "helper", "director")]
)
def test_accepting_an_invitation_never_lowers_a_role(before, offered, after):
    eva = make_member("eva", MemberRole(before))

    accept_with_account(**opened_by(invite(offered)), account=eva)

    assert roles(eva) == [("club", after)]


@pytest.mark.parametrize("who", ["helper", "club's helper", "other club's director", "operator"])
def test_nobody_but_its_directors_invites_and_withdraws(who):
    invitation = invite()
    by = {
        "helper": lambda: make_helper(make_tournament(entries=0)),
        "club's helper": lambda: make_member("ina", MemberRole.HELPER),
        "other club's director": lambda: make_member("eva", club=club_called("ulm")),
        "operator": make_operator,
    }[who]()

    assert refused(invite, by=by) == refused(withdraw_invitation, invitation, by=by) == "not_allowed"
    assert refused(make_password_link, only_club(), by=by, name="ada") == "not_allowed"


def test_whoever_runs_the_installation_sets_up_a_club_and_invites_its_first_director_alone():
    make_member("ada")
    club = found_club(by=make_operator(), name=" BC  Ulm ", place="Ulm")
    link = opened_by(invite(club=club, by=User.objects.get(username="operator")))
    assert (club.name, club.slug, roles(User.objects.get(username="operator"))) == ("BC Ulm", "bc-ulm", [])

    assert roles(come_in(link)) == [("bc-ulm", "director")]
    assert refused(invite, club=club, by=User.objects.get(username="operator")) == "not_allowed"


def test_nobody_else_sets_up_a_club():
    assert refused(found_club, by=make_member("ada"), name="BC Ulm", place="") == "not_allowed"
    assert Club.objects.count() == 1


def test_the_first_account_made_at_the_machine_runs_the_installation_and_no_other():
    made = [create_account(name="Ada"), create_account(name="Bo"), come_in(opened_by(invite()))]

    assert [account.is_superuser for account in made] == [True, False, False]


def test_the_number_of_open_invitations_is_limited_and_ended_ones_do_not_count():
    for _time in range(MOST_OPEN):
        invitation = invite()
    assert refused(invite) == "too_many_invitations"

    ClubInvitation.objects.exclude(pk=invitation.pk).update(made_at=timezone.now() - timedelta(days=8))
    invite()

    assert (ClubInvitation.objects.count(), open_invitations(only_club()).count()) == (2, 2)


def test_the_next_invitation_forgets_the_addresses_of_those_that_have_ended_in_every_club():
    ulm = club_called("ulm")
    eva = make_member("eva", club=ulm)
    old, _new = (invite(mail=mail, club=ulm, by=eva) for mail in ("old@ulm.example", "new@ulm.example"))
    ClubInvitation.objects.filter(pk=old.pk).update(made_at=timezone.now() - timedelta(days=7))

    invite(mail="new@konstanz.example")

    kept = ClubInvitation.objects.order_by("mail").values_list("mail", flat=True)
    assert list(kept) == ["new@konstanz.example", "new@ulm.example"]


def test_a_director_makes_a_link_for_an_account_of_the_club():
    eva = make_member("eva")

    link = make_password_link(only_club(), by=make_member("ada"), name="eva")

    token = link.rstrip("/").rpartition("/")[2]
    assert link.startswith("http://club.example/login-link/")
    assert user_of_login_link(user_id=eva.pk, token=token) == eva


@pytest.mark.parametrize(
    "what", ["member elsewhere", "director elsewhere", "given access elsewhere", "runs the installation"]
)
def test_an_account_that_opens_more_than_the_club_is_not_taken_over_by_its_directors(what):
    eva, ulm = make_member("eva"), club_called("ulm")
    elsewhere = Tournament.objects.create(club=ulm, slug="open", name="Open", date=date(2026, 1, 1))
    if what == "member elsewhere":
        make_member("eva", MemberRole.HELPER, club=ulm)
    elif what == "director elsewhere":
        Tournament.objects.update(director=eva)
    elif what == "given access elsewhere":
        elsewhere.co_directors.add(eva)
    else:
        User.objects.filter(pk=eva.pk).update(is_superuser=True)

    assert refused(make_password_link, only_club(), by=make_member("ada"), name="eva") == "account_opens_more"


def with_a_role(eva, tournament, role):
    """Give the account this role, and return whether it has seen the links of the club, and those of the evening."""
    if role == "director of the club":
        make_member("eva")
    elif role == "helper of the club":
        make_member("eva", MemberRole.HELPER)
    elif role == "helper of the club with access to the evening":
        make_member("eva", MemberRole.HELPER), give_access(tournament, by=make_director(), name="eva")
    elif role == "helper of the club who has set up the evening":
        make_member("eva", MemberRole.HELPER), Tournament.objects.filter(pk=tournament.pk).update(director=eva)
    else:
        assert role == "director of the club with access to the evening"
        make_member("eva"), give_access(tournament, by=make_director(), name="eva")
    return role.startswith("director"), role != "helper of the club"


ROLES = [
    "director of the club",
    "helper of the club",
    "helper of the club with access to the evening",
    "helper of the club who has set up the evening",
    "director of the club with access to the evening",
]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("left", ["helper", ""])
def test_whoever_loses_a_role_in_the_club_comes_back_by_no_link_that_they_have_seen(role, left):
    eva, ada, tournament = User.objects.create_user("eva"), make_member("ada"), make_tournament()
    saw_the_clubs, saw_the_helpers = with_a_role(eva, tournament, role)
    link = opened_by(invite(by=ada))
    token = make_password_link(only_club(), by=ada, name="ada").rstrip("/").rpartition("/")[2]
    invite_helpers(tournament, by=ada)
    loses = left == "" or saw_the_clubs

    lost = set_member(only_club(), by=ada, name="eva", role=left)

    assert lost == Lost(int(saw_the_clubs), int(saw_the_helpers and loses), directed=saw_the_helpers and loses)
    assert open_invitations(only_club()).exists() is not saw_the_clubs
    assert Invitation.objects.exists() is not (saw_the_helpers and loses)
    if saw_the_clubs:
        assert refused(accept_with_account, **link, account=eva) == "club_invitation_ended"
        assert refused(user_of_login_link, user_id=ada.pk, token=token) == "link_used"


def test_the_helpers_of_another_club_are_still_invited_when_a_director_goes():
    make_member("eva"), make_member("director", club=club_called("ulm"))
    make_tournament(club=club_called("ulm"))
    invite_helpers(Tournament.objects.get(), by=make_director())

    assert set_member(only_club(), by=make_member("ada"), name="eva", role="") == Lost()

    assert Invitation.objects.count() == 1


def test_the_accounts_of_another_club_are_as_good_as_not_there():
    ada = make_member("ada")
    make_member("eva", club=club_called("ulm"))

    for name in ("eva", "nobody"):
        assert refused(set_member, only_club(), by=ada, name=name, role="helper") == "no_such_account"
        assert refused(make_password_link, only_club(), by=ada, name=name) == "no_such_account"


def test_whoever_goes_can_still_be_invited_where_there_are_other_clubs():
    eva = make_member("eva")
    club_called("ulm")

    set_member(only_club(), by=make_member("ada"), name="eva", role="")

    eva.refresh_from_db()
    assert (eva.is_active, roles(eva)) == (True, [])


def test_a_role_that_is_chosen_twice_is_told_once():
    make_director()
    for _click in range(2):
        set_member(only_club(), by=make_member("ada"), name="director", role="helper")

    assert [line.facts for line in JournalLine.objects.all()] == [{"name": "director", "role": "helper"}]
