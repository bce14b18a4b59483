"""How somebody comes into a club: by mail or link, with a new account or their own; and how clubs begin."""

import re

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from tests.factories import make_helper, make_member, make_tournament, only_club
from tests.views.conftest import logged_in, sentence
from tournament.actions.accounts import invite_to_club
from tournament.actions.clubs import change_settings, club_called
from tournament.models import Club, ClubInvitation, MemberRole, Tournament
from tournament.queries.accounts import invited_address
from tournament.queries.players import player_link
from tournament.simulation.demonstration import open_demo

pytestmark = pytest.mark.django_db
PASSWORD = "six-point prime"
SITE = "http://club.example"


@pytest.fixture
def ada():
    """The director of BC Konstanz."""
    account = make_member("ada")
    change_settings(only_club(), by=account, name="BC Konstanz", place="")
    return account


@pytest.fixture
def link(ada):
    """The path of an invitation to help."""
    return invited_address(invite_to_club(only_club(), by=ada, role="helper")).removeprefix(SITE)


@pytest.fixture
def with_mail(settings):
    settings.SENDS_MAIL = True
    return mail.outbox


@pytest.fixture
def without_server(with_mail, settings):
    """There is one in the settings, but nobody answers."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1


def desk(name="club_settings", **values):
    return reverse(name, kwargs={"slug": only_club().slug, **values})


def own_tournament(director):
    tournament = make_tournament(entries=0)
    Tournament.objects.update(director=director)
    return tournament


def texts(answer):
    return [str(message) for message in answer.context["messages"]]


def test_the_directors_see_the_link_of_an_open_invitation_and_withdraw_it(ada):
    browser = logged_in(ada)
    answer = browser.post(desk("invite_member"), {"role": "helper"}, follow=True)
    invitation = ClubInvitation.objects.get()
    assertContains(answer, invited_address(invitation), count=1)

    answer = browser.post(desk("end_member_invitation", invitation=invitation.pk), follow=True)

    assertNotContains(answer, "/invitation/")
    assert ClubInvitation.objects.count() == 0


def test_an_invitation_goes_by_mail_where_there_is_a_server(ada, with_mail):
    answer = logged_in(ada).post(desk("invite_member"), {"role": "director", "mail": "eva@club.example"}, follow=True)

    (sent,) = with_mail
    assert texts(answer) == ["The invitation is on its way to eva@club.example."]
    assert (sent.to, sent.subject) == (["eva@club.example"], "Invitation of BC Konstanz")
    assert re.findall("http[^\n]+", sent.body) == [invited_address(ClubInvitation.objects.get())]


def word_in(answer):
    """The name under which the form of that page is said."""
    return re.search('name="word" value="([0-9a-f]{32})"', answer.content.decode())[1]


def test_a_form_that_is_sent_twice_invites_once(ada, with_mail):
    browser = logged_in(ada)
    word = word_in(browser.get(desk()))

    for _click in range(2):
        browser.post(desk("invite_member"), {"role": "helper", "mail": "eva@club.example", "word": word})

    assert (ClubInvitation.objects.count(), len(with_mail)) == (1, 1)


def test_one_address_is_invited_few_times_whatever_is_withdrawn_between(noon, ada, with_mail):
    browser, sent = logged_in(ada), {"role": "helper", "mail": "eva@club.example"}
    answers = []
    for _time in range(4):
        answers.append(browser.post(desk("invite_member"), sent))
        ClubInvitation.objects.all().delete()

    assert [answer.status_code for answer in answers] == [302, 302, 302, 422]
    assert answers[-1].context["invitation_form"].non_field_errors() == [sentence("mails_too_often", seconds=3600)]
    assert len(with_mail) == 3


def test_a_club_sends_few_mails_and_still_makes_links(noon, ada, with_mail):
    browser = logged_in(ada)
    for number in range(21):
        browser.post(desk("invite_member"), {"role": "helper", "mail": f"eva{number}@club.example"})
        ClubInvitation.objects.all().delete()

    assert len(with_mail) == 20
    assert browser.post(desk("invite_member"), {"role": "helper"}).status_code == 302


def test_making_a_director_a_helper_ends_the_invitations_that_they_have_seen(ada):
    make_member("eva"), invite_to_club(only_club(), by=ada, role="helper")

    answer = logged_in(ada).post(desk("choose_member"), {"name": "eva", "role": "helper"}, follow=True)

    assert texts(answer) == ["1 open invitation has ended, for eva knew its link. Invite again where needed."]


def test_the_director_reads_which_links_have_ended_and_replaces_the_others(ada):
    make_member("eva"), make_helper(tournament := make_tournament(2))
    seen = [player_link(entry) for entry in tournament.entries.all()]
    browser = logged_in(ada)

    gone = browser.post(desk("choose_member"), {"name": "eva", "role": ""}, follow=True)
    renewed = browser.post(desk("renew_links_of_club"), follow=True)

    assert texts(gone) == [
        "The invitation for helpers of 1 tournament has ended, for eva knew its link. Helpers who have joined stay;"
        " they are listed under Helpers and access.",
        "eva may know the private links of the players. They can be replaced on this page.",
    ]
    assertContains(gone, desk("renew_links_of_club"), count=1)
    assert texts(renewed) == ["The players of 1 tournament have new private links."]
    assert [Client().get(link, follow=True).status_code for link in seen] == [410, 410]
    assert [Client().get(player_link(entry), follow=True).status_code for entry in tournament.entries.all()] == [
        200,
        200,
    ]


def test_a_mail_that_cannot_be_sent_leaves_the_link(ada, without_server):
    answer = logged_in(ada).post(desk("invite_member"), {"role": "director", "mail": "eva@club.example"}, follow=True)

    assert texts(answer) == ["The mail to eva@club.example could not be sent. Hand the link on in another way."]
    assertContains(answer, invited_address(ClubInvitation.objects.get()), count=1)


def test_an_address_longer_than_the_database_takes_is_said_beside_its_field(ada, with_mail):
    address = f"{'x' * 243}@club.example"

    answer = logged_in(ada).post(desk("invite_member"), {"role": "director", "mail": address})

    assert (answer.status_code, list(answer.context["invitation_form"].errors)) == (422, ["mail"])


def test_what_is_no_mail_address_is_said_beside_its_field(ada, with_mail):
    answer = logged_in(ada).post(desk("invite_member"), {"role": "director", "mail": "eva@"})

    assert (answer.status_code, answer.context["invitation_form"].errors) == (
        422,
        {"mail": ["Enter a valid email address."]},
    )
    assert (ClubInvitation.objects.count(), with_mail) == (0, [])


def test_whoever_is_invited_chooses_name_and_password_and_is_in(client, link):
    assert client.get(link).context["form"].fields.keys() == {"name", "password"}

    answer = client.post(link, {"name": "Eva", "password": PASSWORD})

    assertRedirects(answer, reverse("home"), fetch_redirect_response=False)
    assert client.session["_auth_user_id"] == str(User.objects.get(username="Eva").pk)
    assert Client().get(link).status_code == 410


def test_where_mail_is_sent_the_invited_say_where_to(client, link, with_mail):
    client.post(link, {"name": "Eva", "password": PASSWORD, "mail": "eva@club.example"})

    assert User.objects.get(username="Eva").email == "eva@club.example"


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"name": "Eva", "password": "12345678"}, "password"),
        ({"name": "", "password": PASSWORD}, "name"),
        ({"name": "ADA", "password": PASSWORD}, "name"),
        ({"name": "x" * 120, "password": PASSWORD}, "name"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_spends_nothing(client, link, sent, field):
    answer = client.post(link, sent)

    assert (answer.status_code, list(answer.context["form"].errors)) == (422, [field])
    assert client.get(link).status_code == 200


def test_an_invitation_is_no_way_to_find_out_who_has_an_account(noon, client, link):
    tried = [client.post(link, {"name": "ada", "password": PASSWORD}) for _name in range(11)]

    assert [answer.context["form"].errors for answer in tried] == [
        *[{"name": [sentence("account_name_taken", name="ada")]}] * 10,
        {"name": [sentence("names_too_often", seconds=300)]},
    ]


def test_whoever_is_logged_in_accepts_with_that_account(link):
    eva = make_member("eva", club=club_called("ulm"))
    browser = logged_in(eva)
    assertContains(browser.get(link), "Logged in as eva", count=1)

    assertRedirects(browser.post(link), reverse("home"))

    assert list(eva.memberships.order_by("pk").values_list("club__slug", "role")) == [
        ("ulm", "director"),
        ("bc-konstanz", "helper"),
    ]


def test_the_demonstration_is_no_account_to_come_in_with(link):
    assert logged_in(open_demo()).get(link).context["form"].fields.keys() == {"name", "password"}


def test_an_account_that_is_there_is_asked_for_and_comes_back(client, link):
    User.objects.create_user("eva", password=PASSWORD)
    login = re.search('href="(/login/[?]next=[^"]+)"', client.get(link).content.decode())[1]

    answer = client.post(login, {"username": "eva", "password": PASSWORD, "next": link})

    assert answer["Location"] == link


def test_a_link_for_a_new_password_is_shown_once_to_be_handed_on(ada):
    make_member("eva")

    answer = logged_in(ada).post(desk("password_link"), {"name": "eva"})

    (link,) = re.findall(f"{SITE}/login-link/[^<]+", answer.content.decode())
    assert Client().get(link.removeprefix(SITE)).status_code == 200
    assertNotContains(logged_in(ada).get(desk()), "/login-link/")


def test_it_goes_by_mail_to_the_account_s_own_address_and_is_not_shown(ada, with_mail):
    User.objects.filter(pk=make_member("eva").pk).update(email="eva@club.example")

    answer = logged_in(ada).post(desk("password_link"), {"name": "eva"}, follow=True)

    assert [sent.to for sent in with_mail] == [["eva@club.example"]]
    assert texts(answer) == ["The link for a new password is on its way to eva."]
    assertNotContains(answer, "/login-link/")


def test_a_link_for_a_new_password_is_not_shown_when_too_many_mails_were_sent(noon, ada, with_mail):
    User.objects.filter(pk=make_member("eva").pk).update(email="eva@club.example")
    browser = logged_in(ada)

    for _time in range(4):
        answer = browser.post(desk("password_link"), {"name": "eva"}, follow=True)

    assert (len(with_mail), texts(answer)) == (3, [sentence("mails_too_often", seconds=3600)])
    assertNotContains(answer, "/login-link/")


def test_no_page_of_a_club_names_an_account_of_another(ada):
    tournament = own_tournament(ada)
    make_member("eva", club=club_called("ulm"))
    make_member("ina", MemberRole.HELPER)

    offered = logged_in(ada).get(reverse("helpers", args=[tournament.slug])).context["others"]
    members = logged_in(ada).get(desk())

    assert [account.username for account in offered] == ["ina"]
    assertNotContains(members, "eva")


def test_an_account_of_another_club_is_given_no_access_to_a_tournament(ada):
    tournament = own_tournament(ada)
    make_member("eva", club=club_called("ulm"))

    address, browser = reverse("choose_director", args=[tournament.slug]), logged_in(ada)
    answers = [browser.post(address, {"name": name, "access": "yes"}, follow=True) for name in ("eva", "nobody")]

    assert [texts(answer) for answer in answers] == [[sentence("no_such_account")]] * 2


def test_whoever_runs_the_installation_sets_up_a_club_and_sees_nothing_else_of_it(with_mail):
    make_member("ada")
    browser = logged_in(User.objects.create_user("operator", is_superuser=True))
    club_called("ulm")
    assertRedirects(browser.get(reverse("home")), reverse("clubs"))

    browser.post(reverse("clubs"), {"name": "BC Bern", "place": "Bern", "mail": "eva@club.example"})
    browser.post(reverse("invite_first_director", args=[Club.objects.get(slug="ulm").pk]))

    assert [sent.to for sent in with_mail] == [["eva@club.example"]]
    assertContains(browser.get(reverse("clubs")), f"{SITE}/invitation/", count=2)
    assert browser.get(reverse("club_settings", args=["bc-bern"])).status_code == 403


def test_a_club_that_is_sent_twice_is_set_up_once(with_mail):
    browser = logged_in(User.objects.create_user("operator", is_superuser=True))
    word = word_in(browser.get(reverse("clubs")))

    for _click in range(2):
        browser.post(reverse("clubs"), {"name": "BC Bern", "mail": "eva@club.example", "word": word})

    assert (Club.objects.filter(name="BC Bern").count(), len(with_mail)) == (1, 1)


def test_a_club_that_has_a_director_is_not_invited_to_from_outside():
    make_member("ada")
    browser = logged_in(User.objects.create_user("operator", is_superuser=True))

    answer = browser.post(reverse("invite_first_director", args=[only_club().pk]), follow=True)

    assert (texts(answer), ClubInvitation.objects.count()) == ([sentence("not_allowed")], 0)
