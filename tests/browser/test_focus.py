"""Wherever the keyboard leads, it can be seen where it is."""

import pytest
from django.urls import reverse

from tests.factories import draw_next_round, make_tournament, player_token

# Of the element with the cursor: its ring, and how it stands out from what it lies on; forced colours are the system's.
RING = """() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  const luminance = (color) => {
    const parts = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
    const [red, green, blue] = parts.map((part) => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4);
    return .2126 * red + .7152 * green + .0722 * blue;
  };
  const isOpaque = (color) => !/^rgba\\(.*, 0\\)$|^transparent$/.test(color) && !/, 0\\.\\d+\\)$/.test(color);
  let under = one.parentElement;
  while (under.parentElement && !isOpaque(getComputedStyle(under).backgroundColor)) under = under.parentElement;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
  const [light, dark] = [outlineColor, getComputedStyle(under).backgroundColor].map(luminance).sort().reverse();
  const contrast = (Math.max(light, dark) + .05) / (Math.min(light, dark) + .05);
  return [one.outerHTML.slice(0, 80), outlineStyle !== "none" && parseFloat(outlineWidth) >= 2, contrast];
}"""


@pytest.fixture
def addresses(live_server):
    tournament = make_tournament(4, match_length=5, cube=True, crawford=True)
    draw_next_round(tournament)
    own = [tournament.slug, 1, player_token(tournament.entries.get(number=1))]
    return [
        reverse("desk_round", args=[tournament.slug, 1]),
        reverse("desk_players", args=[tournament.slug]),
        reverse("settings", args=[tournament.slug]),
        reverse("standings", args=[tournament.slug]),
        reverse("my_match", args=own),
        reverse("my_sheet", args=own),
        reverse("rule_question"),
    ]


@pytest.mark.only_browser("chromium", reason="forced colours are the tool's there alone")
@pytest.mark.parametrize("look", [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}])
def test_every_stop_of_the_keyboard_has_a_ring(open_desk, addresses, look):
    page, without = open_desk(**look), []
    for address in addresses:
        page.goto(address)
        for _stop in range(45):
            page.keyboard.press("Tab")
            found = page.evaluate(RING)
            if found is None:
                break
            name, has_ring, contrast = found
            if not has_ring or ("forced_colors" not in look and contrast < 3):
                without.append((address, name, has_ring, round(contrast, 2)))

    assert without == []
