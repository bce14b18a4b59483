"""The private page of a player: what it opens with, what it answers to a tap, and when it has ended."""

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament, pairing_of, player_token
from tests.views.conftest import with_private_link
from tournament.actions.reports import renew_player_link, report_score
from tournament.models import Report, Tournament
from tournament.queries.record import result_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def address(entry):
    return f"/t/{entry.tournament.slug}/p/{entry.number}/{player_token(entry)}/"


@pytest.fixture
def match(tournament):
    """An open table of round 2."""
    return pairing_of(tournament, 2, 2)


def tapped(match, code="played/3/1/", seen=""):
    return {"match": match.pk, "seen": seen, "result": code}


def test_it_opens_with_table_opponent_place_and_the_reason(client, match):
    context = client.get(address(match.first)).context

    assert (context["match"].seat.table, context["match"].opponent, context["place"]) == (2, match.second, 2)
    assert context["reason"] == (
        f"{match.first.name} (3rd) plays {match.second.name} (4th): "
        f"{match.second.name} is the best-placed opponent not yet met."
    )


def test_no_place_is_named_before_anybody_has_played(client):
    tournament = make_tournament(4)
    draw_next_round(tournament)

    assert client.get(address(entry_of(tournament, 1))).context["place"] is None


def test_a_tap_is_answered_with_what_has_arrived(client, match):
    answer = client.post(address(match.first), tapped(match), headers=HTMX)

    assert (answer.status_code, answer.context["match"].state) == (200, "own_report")


def test_without_scripts_a_tap_leads_back_to_the_page(client, match):
    answer = client.post(address(match.first), tapped(match))

    assert (answer.status_code, answer["Location"]) == (302, address(match.first))
    assert Report.objects.count() == 1


def test_a_tap_that_cannot_be_taken_is_told_and_the_page_shows_what_stands(client, match):
    for entry in (match.first, match.second):
        report_score(entry, key=match.pk, seen=None, score=(3, 1))

    answer = client.post(address(match.second), tapped(match, "played/1/3/"), headers=HTMX)

    match.refresh_from_db()
    assert (answer.status_code, result_of(match).score) == (422, (3, 1))
    assert answer.context["problem"] == (
        f"The result is already in: table 2, {match.first.name} 3:1 {match.second.name}. "
        "What was tapped here was not saved. If the result is wrong, please tell the director."
    )


def test_it_is_kept_by_no_cache_and_found_by_no_search_engine(client, match):
    answer = client.get(address(match.first))

    assert answer["Cache-Control"].split(", ")[-1] == "private"
    assert (answer["X-Robots-Tag"], answer["Referrer-Policy"]) == ("noindex, nofollow", "same-origin")


@pytest.mark.parametrize("is_encrypted", [True, False])
def test_a_phone_that_came_encrypted_keeps_the_link_for_that_alone(client, match, settings, is_encrypted):
    settings.SESSION_COOKIE_SECURE = is_encrypted

    cookies = client.get(address(match.first)).cookies

    assert {name: bool(cookie["secure"]) for name, cookie in cookies.items() if name.startswith("player-")} == {
        f"player-{match.round.tournament_id}": is_encrypted,
        f"player-link-{match.round.tournament_id}": is_encrypted,
    }


@pytest.mark.parametrize("end", ["renewed", "closed", "wrong"])
def test_a_link_that_has_ended_says_so_and_is_forgotten_by_the_phone(tournament, match, end):
    link = address(match.first)
    phone = with_private_link(match.first)
    if end == "renewed":
        renew_player_link(match.first, by=make_director())
    elif end == "closed":
        Tournament.objects.update(is_closed=True)
    else:
        link = link[:-3] + "xx/"

    open_page = phone.get(link, headers=HTMX)
    whole_page = phone.get(link)

    assert (open_page.status_code, open_page["HX-Refresh"]) == (200, "true")
    assert (whole_page.status_code, whole_page.templates[0].name) == (410, "registration/player_link_ended.html")
    assert phone.get(f"/t/{tournament.slug}/").context["me"] is None


def test_a_phone_that_was_there_is_led_back_from_the_public_pages(tournament, match):
    phone = with_private_link(match.first)

    assert phone.get(f"/t/{tournament.slug}/").context["my_link"] == address(match.first)


def test_the_director_ends_a_link_and_shows_the_new_one(tournament, match, director):
    page = f"/t/{tournament.slug}/desk/players/{match.first.number}/link/"
    before = director.get(page).context["link"]

    answer = director.post(page)

    after = director.get(page).context["link"]
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert before != after
    assert after.endswith(address(entry_of(tournament, match.first.number)))
