"""The standings inside the desk: nobody is led out of it, and the results of the rounds stand beside the names."""

import re

import pytest
from django.urls import reverse

from tests.factories import draw_next_round, make_tournament

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
PAGES = (
    "desk_standings",
    "desk_crosstable",
    "desk_course",
    "desk_order",
    "desk_share",
    "desk_draw_check",
)


def leads_to(answer):
    """The addresses of the tournament to which the content of a page links."""
    content = answer.content.decode().split('id="live"')[1]
    links = re.findall("<a [^>]*>", content)
    return {re.search('href="([^"#?]+)', link)[1] for link in links if "/t/" in link and 'href="#' not in link}


@pytest.mark.parametrize(("name", "values"), [*((name, ()) for name in PAGES), ("desk_player", (1,))])
def test_every_view_of_the_standings_stays_inside_the_desk(director, name, values):
    tournament = make_tournament(entries=4, played=2)

    found = leads_to(director.get(reverse(name, args=[tournament.slug, *values])))

    inside = reverse("desk_standings", args=[tournament.slug])
    # The card of a player is a paper, which lies outside the desk.
    papers = {reverse("player_card_pdf", args=[tournament.slug, *values])} if values else set()
    assert found - papers
    assert {address for address in found if not address.startswith(inside)} == papers


def test_an_open_view_is_told_what_is_new_and_nothing_where_nothing_is(director):
    tournament = make_tournament(entries=4, played=1)
    address = reverse("desk_crosstable", args=[tournament.slug])
    version = re.search('name="v" value="([^"]+)"', director.get(address).content.decode())[1]

    same = director.get(address, {"v": version}, headers=HTMX)
    draw_next_round(tournament)
    new = director.get(address, {"v": version}, headers=HTMX)

    assert (same.status_code, new.status_code, "<header" in new.content.decode()) == (204, 200, False)


def test_the_standings_at_the_desk_have_the_result_of_each_round_and_those_for_everyone_have_not(director, client):
    tournament = make_tournament(entries=3, played=2)

    desk, everyone = (
        len(re.findall("<td[^>]*of-round[^>]*>", browser.get(reverse(name, args=[tournament.slug])).content.decode()))
        for browser, name in ((director, "desk_standings"), (client, "standings"))
    )

    assert (desk, everyone) == (6, 0)
