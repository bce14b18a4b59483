"""Fields as WebKit draws them."""

import pytest

from tests.factories import make_tournament
from tests.views.test_every_address import write_down
from tests.webkit.conftest import LAPTOP, PHONE

pytestmark = pytest.mark.sample
# Lines that are dark enough to be read stand out from what is behind them by so many levels of grey, of 255.
SEEN = 90


def ink(picture, left, right, inset=4):
    """Where something is drawn in a part of a field, its edge left out: left, top, right, bottom within the field."""
    part = picture.crop((left, inset, right, picture.height - inset))
    paper = part.getpixel((0, 0))
    drawn = part.point(lambda level: 255 if abs(level - paper) >= SEEN else 0)
    box = drawn.getbbox()
    return box and (box[0] + left, box[1] + inset, box[2] + left, box[3] + inset)


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_the_date_stands_in_the_middle_of_its_field(open_desk, width):
    page = open_desk(width)
    page.open("/new/")

    field = page.picture("input[type=date]")
    _left, top, _right, bottom = ink(field, 8, field.width // 2)

    assert abs((top + bottom) / 2 - field.height / 2) <= 1.5


@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_the_arrow_of_a_field_to_choose_from_is_seen(open_desk, is_dark):
    tournament = make_tournament(entries=4)
    page = open_desk(is_dark=is_dark)
    page.open(f"/t/{tournament.slug}/desk/settings/")
    assert page.run("() => matchMedia('(prefers-color-scheme: dark)').matches") == is_dark

    field = page.picture(".form-select")
    assert ink(field, field.width - 36, field.width - 4) is not None


def test_a_slider_shows_where_it_stands(open_page):
    tournament = make_tournament(entries=4, played=1)
    write_down(tournament)
    page = open_page()
    page.open(f"/en/t/{tournament.slug}/rounds/1/tables/2/replay/")

    slider = page.picture("[type=range]")
    left, _top, right, _bottom = ink(slider, 0, slider.width)

    # The first of its moments, at the left end.
    assert (left < 8, right) == (True, pytest.approx(16, abs=8))


def test_a_heading_within_a_form_keeps_its_distance_from_what_it_heads(open_page):
    page = open_page()
    page.open("/en/clock/?clock=delay&length=7")
    page.click(".clock-mid .menu")

    gaps = page.run(
        "() => [...document.querySelectorAll('.clock-menu legend')].filter(one => one.checkVisibility())"
        ".map(one => one.nextElementSibling.getBoundingClientRect().top - one.getBoundingClientRect().bottom)"
    )
    assert (len(gaps), [gap for gap in gaps if gap < 6]) == (3, [])
