"""The evening on a laptop: the ranking and the running round side by side, on the first screen."""

import os
from pathlib import Path

import pytest

from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of, play_round
from tournament.actions.cash import add_prize
from tournament.actions.players import NewPlayer
from tournament.engine.record import Result
from tournament.engine.terms import Outcome

pytestmark = pytest.mark.django_db(transaction=True)
PLAYERS = ["Maximiliane Oberhuber-Breitschwerdt", "محمد عبد الرحمن", "Νικόλαος Παπαδόπουλος"]
PLAYERS += [f"Hannes Kaya {number}" for number in range(4, 33)]
# How many of these elements are seen as a whole without scrolling.
ON_THE_FIRST_SCREEN = """(all, of) => [...document.querySelectorAll(of)].filter(one => {
  const at = one.getBoundingClientRect();
  return at.height && at.top >= 0 && at.bottom <= innerHeight && at.left >= 0 && at.right <= innerWidth;
}).length"""


def seen(page, of):
    return page.evaluate(f"of => ({ON_THE_FIRST_SCREEN})(null, of)", of)


def look(page, name):
    if os.environ.get("LOOK"):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=Path(os.environ["LOOK"]) / f"{name}-{scheme}.png")


def test_ranking_and_round_stand_side_by_side_from_960_px_on(page, live_server):
    tournament = make_tournament(players=[NewPlayer(name) for name in PLAYERS], played=1, planned_rounds=3)
    draw_next_round(tournament)
    for table in (1, 4, 9):
        enter_result(pairing_of(tournament, 2, table), Result(Outcome.PLAYED, (3, 1)))
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}/en/t/{tournament.slug}/")
    look(page, "round")

    order = page.locator(".match-box .number").all_inner_texts()
    on_screen = seen(page, "#live .table tbody tr"), seen(page, ".match-box")

    assert [int(number.split()[-1]) for number in order] == [
        *(table for table in range(1, 17) if table not in (1, 4, 9)),
        *(1, 4, 9),
    ]
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    assert on_screen[0] >= 19
    assert on_screen[1] == 16
    page.set_viewport_size({"width": 959, "height": 800})
    assert seen(page, ".match-box") == 0


def test_the_bracket_stands_beside_the_ranking_and_in_the_end_the_podium_above_both(page, live_server):
    tournament = make_tournament(players=[NewPlayer(name) for name in PLAYERS[:8]], planned_rounds=1, finals_players=4)
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=2000)
    play_round(draw_next_round(tournament))
    play_round(draw_next_round(tournament))
    final = draw_next_round(tournament)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}/en/t/{tournament.slug}/")
    look(page, "finals")
    running = [seen(page, of) for of in (".round-beside .bracket-box", "#live .table tbody tr", ".podium li")]
    play_round(final)
    page.reload()
    look(page, "over")
    over = [seen(page, of) for of in (".bracket-box", "#live .table tbody tr", ".podium li", ".podium .prize")]

    assert running == [3, 8, 0]
    assert over[0] == 3
    assert over[2:] == [3, 1]
    page.set_viewport_size({"width": 959, "height": 800})
    assert [seen(page, of) for of in (".bracket-box", "#live .table tbody tr", ".podium li")] == [0, 7, 0]
