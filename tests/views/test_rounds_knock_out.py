"""A knock-out evening on its pages, from setting it up to the ranking."""

import pytest
from django.urls import reverse

from tests.factories import make_director, play_round
from tests.views.conftest import on_one_line
from tests.views.test_tournaments_home import FILLED
from tournament.actions.players import NewPlayer, add_entries
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


def test_knock_out_is_set_up_drawn_and_ranked_on_its_pages(director):
    director.post(reverse("create"), {**FILLED, "kind": "knock_out"})
    tournament = Tournament.objects.get()
    add_entries(tournament, by=make_director(), players=[NewPlayer(name) for name in ("Anna", "Ben", "Cleo", "Dora")])

    asked = on_one_line(director.post(reverse("draw", args=[tournament.slug]), {"number": "1"}))
    director.post(reverse("draw", args=[tournament.slug]), {"number": "1", "draw_seed": "6-3 5-1"})
    play_round(tournament.rounds.get(number=1), [(3, 1), (3, 1)])
    public = on_one_line(director.get(f"/en/t/{tournament.slug}/"))

    tournament.refresh_from_db()
    settled = director.get(reverse("settings", args=[tournament.slug])).context["form"]
    assert (tournament.planned_rounds, tournament.finals_players) == (0, 4)
    assert "Recommended" not in asked
    assert "Ranked by how far each has come; where that is level, by the lot." in public
    assert (settled["kind"].value(), settled.fields["kind"].disabled) == ("knock_out", True)
