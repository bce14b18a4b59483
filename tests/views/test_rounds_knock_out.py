"""A knock-out evening on its pages, from setting it up to the ranking."""

import pytest
from django.urls import reverse

from tests.factories import draw_next_round, make_director, make_tournament, play_round
from tests.views.conftest import on_one_line
from tests.views.test_tournaments_home import FILLED
from tournament.actions.players import NewPlayer, add_entries
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def test_knock_out_is_set_up_drawn_and_ranked_on_its_pages(director):
    director.post(reverse("create"), {**FILLED, "kind": "knock_out"})
    tournament = Tournament.objects.get()
    add_entries(tournament, by=make_director(), players=[NewPlayer(name) for name in ("Anna", "Ben", "Cleo", "Dora")])

    desk = on_one_line(director.get(reverse("desk", args=[tournament.slug]), follow=True))
    asked = on_one_line(director.post(reverse("draw", args=[tournament.slug]), {"number": "1"}))
    director.post(reverse("draw", args=[tournament.slug]), {"number": "1", "draw_seed": "6-3 5-1"})
    play_round(tournament.rounds.get(number=1), [(3, 1), (3, 1)])
    public = on_one_line(director.get(f"/en/t/{tournament.slug}/"))

    tournament.refresh_from_db()
    settled = director.get(reverse("settings", args=[tournament.slug])).context["form"]
    assert (tournament.planned_rounds, tournament.finals_players) == (0, 4)
    assert [page.count("Draw the semi-finals") for page in (desk, asked)] == [1, 3]
    assert [page.count("Draw round 1") for page in (desk, asked)] == [0, 0]
    assert "Recommended" not in asked
    assert "Ranked by how far each has come; where that is level, by the lot." in public
    assert (settled["kind"].value(), settled.fields["kind"].disabled) == ("knock_out", True)


def test_knock_out_is_set_up_whatever_stands_in_the_rounds_that_its_page_hides(director):
    director.post(reverse("create"), {**FILLED, "kind": "knock_out", "planned_rounds": ""})

    assert Tournament.objects.get().planned_rounds == 0


def test_page_of_the_players_says_how_many_can_still_come_to_a_knock_out(director):
    tournament = make_tournament(6, planned_rounds=0, finals_players=64, language="en")
    draw_next_round(tournament)
    page = reverse("desk_players", args=[tournament.slug])
    before = on_one_line(director.get(page))

    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoe")])
    after = on_one_line(director.get(page))

    assert "Whoever is added now takes an empty place of the first round: 2 are left." in before
    assert "Whoever is added now takes an empty place of the first round: 1 is left." in after
