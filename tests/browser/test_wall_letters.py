"""The letters of the wall, measured: how large they are, and that no name is cut, for one table and for a hundred.

With WALL_PICTURES, a folder, every layout is also taken as a picture.
"""

import os
from pathlib import Path

import pytest

from tests.browser.test_looks import LONGEST, UNBROKEN
from tests.browser.test_wall import CUT, open_wall  # noqa: F401
from tests.factories import draw_next_round, make_tournament, play_round
from tournament.actions.players import NewPlayer

FIRST = ("Anna", "Ben", "Clara", "David", "Elif", "Felix", "Greta", "Hannes", "Ines", "Jonas", "Katharina", "Lukas")
LAST = ("Weiß", "Schmid", "Müller", "Kaya", "Brunner", "Vogel", "Hartmann", "Oberholzer", "Keller", "Lang", "Schöne")
ODD = ("Maximiliane Oberhuber-Breitschwerdt", "Νικόλαος Παπαδόπουλος", "محمد عبد الرحمن", "Дмитрий Кузнецов")
GREEK = ("Ελευθερία Αγγελοπούλου", "Νίκος Παππάς", "Ἰωάννης Ὑψηλάντης")
ARABIC = ("محمد عبد الرحمن", "فاطمة الزهراء", "عبد الله بن محمد")
HUGE = (LONGEST, UNBROKEN, "Ådne Ǻ")
# Floors in DejaVu Sans, whose letters are so wide that fewer stand on a line: measured there for the first time at 57.9
# and 59.96 pixels.
IN_WIDE_LETTERS = {"standings of 14": 57, "final of 4 round 1": 59}
LARGE, SMALL = (1920, 1080), (1280, 720)


def people(count, odd=ODD):
    """So many names, every ninth of them one of the odd ones."""
    usual = [f"{FIRST[nth * 7 % 12]} {LAST[nth * 4 % 11]}" for nth in range(count)]
    return [odd[nth // 9 % len(odd)] if nth % 9 == 3 else name for nth, name in enumerate(usual)]


# The rows of a list become so many, with these names; a third of the tables are done, and a third have a live score.
FILL = """([id, names, isRound]) => {
  const part = document.getElementById(id);
  const list = part.querySelector("ol");
  const one = list.querySelector("li").cloneNode(true);
  const each = one.querySelectorAll(".who").length;
  list.replaceChildren(...Array.from({length: Math.ceil(names.length / each)}, (_, nth) => {
    const row = one.cloneNode(true);
    row.hidden = false;
    row.querySelector(".number").textContent = nth + 1;
    row.querySelectorAll(".who").forEach((who, side) => {
      who.textContent = names[(each * nth + side) % names.length];
      who.classList.toggle("winner", isRound && nth % 3 === 0 && side === nth % 2);
    });
    if (!isRound) return row;
    const match = row.querySelector(".match");
    match.classList.toggle("finished", nth % 3 === 0);
    match.classList.toggle("is-open", nth % 3 !== 0);
    row.querySelectorAll(".score").forEach((points, side) => {
      points.textContent = nth % 3 === 2 ? "" : side === nth % 2 ? 3 : nth % 3;
    });
    return row;
  }));
}"""
KEEP = "ids => document.querySelectorAll('.wall-list').forEach(part => ids.includes(part.id) || part.remove())"
LAY_OUT = "document.dispatchEvent(new Event('htmx:afterSwap'))"
# In the turn that is seen: the letters of the names of matches, else of a list; the smallest of a list as a part of its
# usual ones; and how many matches or lines lie over one another.
MEASURE = """() => {
  const seen = (cells) => [...document.querySelectorAll(cells)].filter((cell) => cell.offsetParent);
  const sizes = (names) => names.map((name) => parseFloat(getComputedStyle(name).fontSize)).sort((a, b) => a - b);
  const median = (all) => all[all.length >> 1];
  const lists = [".match .who:not(.words)", ".wall-lines .who"].map((cells) => sizes(seen(cells)))
    .filter((all) => all.length);
  const boxes = seen(".match, .wall-lines li, .wall h2").map((cell) => cell.getBoundingClientRect());
  const over = boxes.flatMap((a, nth) => boxes.slice(nth + 1).filter((b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)).length;
  return [median(lists[0]), Math.min(...lists.map((all) => all[0] / median(all))), over];
}"""
PICTURES = os.environ.get("WALL_PICTURES", "")


class Measured:
    """A wall as it was opened, and what is wrong with the layouts that were measured on it."""

    def __init__(self, wall, family):
        self.wall, self.wrong = wall, []
        self.floors = IN_WIDE_LETTERS if family == "DejaVu Sans" else {}

    def check(self, layout, floor):
        """Lay the wall out on both screens, and in the light; on the small one two thirds of the letters do."""
        floor = self.floors.get(layout, floor)
        for scheme, size, least in (("dark", SMALL, floor * 2 / 3), ("dark", LARGE, floor), ("light", LARGE, floor)):
            self.wall.set_viewport_size({"width": size[0], "height": size[1]})
            self.wall.evaluate(f"location.hash = '{scheme}'; {LAY_OUT}")
            median, smallest, over = self.wall.evaluate(MEASURE)
            cut = self.wall.evaluate(CUT)
            name = f"{layout} {size[0]} {scheme}"
            if PICTURES:
                self.wall.screenshot(path=Path(PICTURES) / f"{name}.png".replace(" ", "-"))
            if median < least or cut or over:
                self.wrong.append((name, median, cut, over))
            # A name of a hundred letters may take smaller ones.
            if smallest < 0.55 and "huge" not in layout:
                self.wrong.append((name, smallest))


@pytest.mark.measures
def test_a_round_and_its_standings_are_as_large_as_the_screen_allows(live_server, open_wall, family):  # noqa: F811
    tournament = make_tournament(entries=6, played=1, round_minutes=45, name="Clubabend Konstanz")
    draw_next_round(tournament)
    wall = open_wall(tournament, locale="de")
    measured = Measured(wall, family)
    for tables, floor in ((1, 90), (3, 90), (7, 60), (16, 46), (40, 46), (100, 44)):
        wall.evaluate(FILL, ["wall-tables", people(2 * tables if tables < 40 else 4 * tables // 3), True])
        wall.evaluate(FILL, ["wall-standings", people(2 * tables), False])
        measured.check(f"{tables} tables", floor)
    for kind, names in (("greek", GREEK * 11), ("arabic", ARABIC * 11), ("huge", people(32, HUGE))):
        wall.evaluate(FILL, ["wall-tables", names[:32], True])
        measured.check(f"16 {kind} tables", 40)
    wall.evaluate(KEEP, ["wall-standings"])
    for players, floor in ((2, 90), (6, 90), (14, 60), (32, 44), (80, 44), (200, 40)):
        wall.evaluate(FILL, ["wall-standings", people(players), False])
        measured.check(f"standings of {players}", floor)
    assert measured.wrong == []


@pytest.mark.measures
@pytest.mark.parametrize(("count", "floors"), [(4, (60, 60)), (8, (60, 60, 60)), (16, (50, 50, 50, 50))])
def test_finals_are_as_large_as_the_screen_allows(live_server, open_wall, family, count, floors):  # noqa: F811
    players = [NewPlayer(name) for name in people(count)]
    tournament = make_tournament(players=players, planned_rounds=0, finals_players=count, finals_third_place=True)
    round_ = draw_next_round(tournament)
    measured = Measured(open_wall(tournament), family)
    for nth, floor in enumerate(floors):
        measured.check(f"final of {count} round {nth}", floor)
        play_round(round_)
        if nth + 1 < len(floors):
            round_ = draw_next_round(tournament)
            measured.wall.reload()
    assert measured.wrong == []
