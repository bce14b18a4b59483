"""The door of the helpers, their desk, and the page on which the director sees them."""

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from tests.factories import (
    draw_next_round,
    enter_result,
    make_co_director,
    make_director,
    make_helper,
    make_tournament,
    pairing_of,
    stored_rows,
    token_of,
)
from tests.views.conftest import logged_in, sentence
from tournament.actions.accounts import end_invitation, send_away, take_access
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Helper, Tournament
from tournament.queries.clubs import helpers_in, invitation_link
from tournament.queries.players import player_link

pytestmark = pytest.mark.django_db
PLAYED = "played/3/1/"
OPEN = "pending///"


def door(tournament, token=None):
    return reverse("join", args=[tournament.slug, token or token_of(tournament)])


def desk(tournament, name="desk", *values):
    return reverse(name, args=[tournament.slug, *values])


def names_in(tournament):
    return [helper.user.first_name for helper in helpers_in(tournament)]


def said(answer):
    return [str(message) for message in answer.context["messages"]]


def test_a_helper_comes_in_by_a_name_and_is_at_the_desk(tournament, client):
    answer = client.post(door(tournament), {"name": "Ida"})

    assert (answer.status_code, answer["Location"]) == (302, desk(tournament))
    assert client.get(answer["Location"], follow=True).status_code == 200
    assert names_in(tournament) == ["Mia", "Ida"]


def test_looking_at_the_link_lets_nobody_in(tournament, client):
    answer = client.get(door(tournament))

    assert (answer.status_code, names_in(tournament)) == (200, ["Mia"])
    assert "sessionid" not in answer.cookies


def test_the_door_stays_in_no_cache_and_goes_to_no_other_computer(tournament, client):
    answer = client.get(door(tournament))

    assert answer["Cache-Control"] == "private, no-store"
    assert answer["Referrer-Policy"] == "same-origin"


def test_the_door_is_opened_from_its_own_page_only(tournament):
    strict = Client(enforce_csrf_checks=True)

    answer = strict.post(door(tournament), {"name": "Ida"})

    assert (answer.status_code, names_in(tournament)) == (403, ["Mia"])


def test_the_secret_of_the_link_is_stored_nowhere(tournament, client):
    client.post(door(tournament), {"name": "Ida"})
    client.get(desk(tournament))

    rows = [list(model._default_manager.values()) for model in apps.get_models()]

    assert (str(rows).count("Ida"), str(rows).count(token_of(tournament))) == (1, 0)


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", sentence("name_empty")),
        ("mia", sentence("helper_is_in", name="mia")),
        ("x" * 50_000, sentence("name_too_long", limit=100)),
        ("a\x00b", sentence("name_unprintable")),
    ],
)
def test_a_helper_whose_name_is_refused_reads_why(tournament, client, name, problem):
    answer = client.post(door(tournament), {"name": name})

    assert (answer.status_code, answer.context["problem"], answer.context["name"]) == (422, problem, name)


def test_a_link_that_is_over_says_whom_to_ask(tournament, client):
    address = door(tournament)
    end_invitation(tournament, by=make_director())

    answers = [client.get(address), client.post(address, {"name": "Ida"})]

    assert [answer.status_code for answer in answers] == [410, 410]
    assert [answer.context["sentence"] for answer in answers] == [sentence("invitation_ended")] * 2


def test_the_director_finds_the_link_and_who_is_in(tournament, director):
    make_helper(tournament, "Ida")

    answer = director.get(desk(tournament, "helpers"))

    page = answer.content.decode()
    assert page.count(f'href="{invitation_link(tournament)}"') == 1
    assert [helper.user.first_name for helper in answer.context["helpers"]] == ["Mia", "Ida"]
    assert page.count("http://club.example/t/bodensee-open-2026/help/") == 2


def test_the_director_makes_a_new_link_and_ends_the_invitation(tournament, director):
    first = invitation_link(tournament)
    director.post(desk(tournament, "make_invitation"))
    second = invitation_link(tournament)
    director.post(desk(tournament, "end_invitation"))

    assert len({first, second, ""}) == 3
    assert invitation_link(tournament) == ""
    assert director.get(desk(tournament, "helpers")).content.decode().count("Invite helpers") == 1


def test_the_director_replaces_the_links_that_a_former_director_of_the_evening_knew(tournament, director):
    make_co_director(tournament)
    seen = player_link(tournament.entries.first())

    gone = director.post(desk(tournament, "choose_director"), {"name": "co-director", "access": "no"}, follow=True)
    renewed = director.post(desk(tournament, "renew_player_links"), follow=True)

    assert [[str(message) for message in answer.context["messages"]] for answer in (gone, renewed)] == [
        [
            "The invitation for helpers of 1 tournament has ended, for co-director knew its link. Helpers who have"
            " joined stay; they are listed under Helpers and access.",
            "co-director may know the private links of the players. They can be replaced on this page.",
        ],
        ["All players have new private links. Print their match slips and player cards anew."],
    ]
    assert gone.content.decode().count(reverse("renew_player_links", args=[tournament.slug])) == 1
    assert player_link(tournament.entries.first()) != seen


def test_the_very_next_request_of_a_helper_who_was_sent_away_is_refused(tournament, director, helper):
    key = pairing_of(tournament, 2, 2).pk
    director.post(desk(tournament, "end_session", Helper.objects.get().pk))
    before = stored_rows()

    page = helper.get(desk(tournament, "desk_round", 2))
    entered = helper.post(desk(tournament, "result", key), {"seen": OPEN, "result": PLAYED})
    asks = helper.get(desk(tournament, "desk_round", 2), {"v": tournament.edition}, headers={"HX-Request": "true"})

    assert [answer.status_code for answer in (page, entered)] == [403, 403]
    assert [answer.templates[0].name for answer in (page, entered)] == ["registration/session_ended.html"] * 2
    assert asks["HX-Redirect"] == desk(tournament)
    assert stored_rows() == before


def test_who_was_sent_away_comes_in_again_only_by_a_link(tournament, helper):
    send_away(Helper.objects.get(), by=make_director())

    assert helper.get(desk(tournament)).status_code == 403
    helper.post(door(tournament), {"name": "Mia"})

    assert helper.get(desk(tournament)).status_code == 302


def test_a_helper_who_logs_out_is_not_in_any_more_and_sees_what_everyone_sees(tournament, helper):
    answer = helper.post(reverse("logout"))

    assert (answer["Location"], names_in(tournament)) == (reverse("standings", args=[tournament.slug]), [])
    assert helper.get(desk(tournament)).status_code == 302
    assert "_auth_user_id" not in helper.session


def test_a_helper_enters_a_result_and_the_journal_says_who_it_was(tournament, director, helper):
    key = pairing_of(tournament, 2, 2).pk

    answer = helper.post(desk(tournament, "result", key), {"seen": OPEN, "result": PLAYED})

    assert answer["Location"] == desk(tournament, "desk_round", 2)
    line = director.get(desk(tournament, "journal")).context["lines"]["rows"][0]
    assert (line.who, line.what.startswith("table 2")) == ("Mia (helper)", True)


def test_a_helper_corrects_the_running_round_after_a_look_at_what_changes(tournament, helper):
    for table in (2, 3):
        enter_result(pairing_of(tournament, 2, table), Result(Outcome.PLAYED, (3, 1)))
    pairing = pairing_of(tournament, 2, 2)
    sent = {"seen": PLAYED, "result": "played/1/3/"}

    shown = helper.post(desk(tournament, "result", pairing.pk), sent, follow=True)
    helper.post(desk(tournament, "result", pairing.pk), {**sent, "confirmed": "1"})

    assert shown.templates[0].name == "desk/correction.html"
    pairing.refresh_from_db()
    assert (pairing.first_points, pairing.second_points) == (1, 3)


def test_a_helper_finds_a_round_that_is_over_locked_and_is_told_so(tournament, helper):
    pairing = pairing_of(tournament, 1, 1)

    page = helper.get(desk(tournament, "desk_round", 1))
    answer = helper.post(desk(tournament, "result", pairing.pk), {"seen": PLAYED, "result": "played/1/3/"})

    assert (page.context["around"].can_enter, answer.status_code) == (False, 422)
    # A row stays among the open ones as long as it was finished in the second in which the page was opened.
    rows = answer.context["rows"]
    assert [row.problem for row in rows if row.problem] == [sentence("correction_is_the_directors", round=1)]


def test_a_helper_sees_no_round_that_is_hidden():
    tournament = make_tournament(entries=4, played=1)
    Tournament.objects.update(hides_new_rounds=True)
    draw_next_round(tournament)
    mia = logged_in(make_helper(tournament))
    key = pairing_of(tournament, 2, 1).pk

    assert mia.get(desk(tournament))["Location"] == desk(tournament, "desk_round", 1)
    assert mia.get(desk(tournament, "desk_round", 2)).status_code == 404
    assert mia.post(desk(tournament, "result", key), {"seen": OPEN, "result": "played/9/9/"}).status_code == 404
    assert desk(tournament, "desk_round", 2) not in mia.get(desk(tournament, "desk_round", 1)).content.decode()


def test_a_helper_ticks_a_fee_but_does_not_waive_it(tournament, helper):
    address = desk(tournament, "mark_fee", 1)

    helper.post(address, {"fee": "paid"})
    waived = helper.post(address, {"fee": "waived"}, follow=True)

    assert (tournament.entries.get(number=1).paid_cents, said(waived)) == (0, [sentence("not_allowed")])


def test_a_helper_sees_the_first_page_like_a_guest(tournament, helper, client):
    pages = [browser.get("/", headers={"accept-language": "en"}, follow=True) for browser in (helper, client)]

    assert [[row.tournament for row in page.context["rows"]] for page in pages] == [[tournament]] * 2
    assert [reverse("create") in page.content.decode() for page in pages] == [False, False]


def test_the_director_gives_another_account_access_and_takes_it_again(tournament, director, stranger):
    director.post(desk(tournament, "choose_director"), {"name": "stranger", "access": "yes"})
    listed = [row.tournament for row in stranger.get("/").context["rows"]]
    page = stranger.get(desk(tournament, "helpers"))
    director.post(desk(tournament, "choose_director"), {"name": "stranger", "access": "no"})

    assert (listed, page.status_code) == ([tournament], 200)
    assert page.content.decode().count('name="access"') == 0
    assert (list(stranger.get("/").context["rows"]), stranger.get(desk(tournament)).status_code) == ([], 403)


def test_who_was_given_access_cannot_pass_it_on(tournament):
    co_director = logged_in(make_co_director(tournament))

    answer = co_director.post(desk(tournament, "choose_director"), {"name": "co-director", "access": "no"}, follow=True)

    assert (said(answer), tournament.co_directors.count()) == ([sentence("not_allowed")], 1)


def test_a_page_that_was_open_while_access_was_taken_leads_to_where_that_is_said(tournament):
    co_director = logged_in(make_co_director(tournament))
    take_access(tournament, by=make_director(), name="co-director")

    answer = co_director.get(desk(tournament, "desk_round", 2), headers={"HX-Request": "true"})

    assert answer["HX-Redirect"] == desk(tournament)
    assert co_director.get(desk(tournament)).status_code == 403
