"""Every kind of page opens in WebKit, on a laptop and on a phone; its window is made narrow as a phone is turned."""

import pytest

from tests.browser.pages import ON_LARGE_SCREENS, furnish, kinds_of_pages
from tests.browser.test_looks import CUT_OFF, slug  # noqa: F401
from tests.webkit.conftest import LAPTOP, PHONE

pytestmark = pytest.mark.sample
# A page that is answered, understood and laid out: it has its heading, and htmx where it asks for it.
IS_THERE = """() => Boolean(document.querySelector("h1")?.textContent.trim())
    && (!document.querySelector("script[src*=htmx]") || Boolean(window.htmx))"""
# Safari enlarges the page around a field with smaller letters, and leaves it so.
SMALL_LETTERS = """() => [...document.querySelectorAll("input:read-write, select, textarea")]
    .filter(one => parseFloat(getComputedStyle(one).fontSize) < 16).map(one => one.outerHTML.slice(0, 80))"""


def test_every_page_opens_and_nothing_of_it_is_cut_off(open_desk, slug, settings, tmp_path):  # noqa: F811
    settings.DATA_DIR = tmp_path
    tournament = furnish(slug)
    page = open_desk(PHONE)
    wrong = {}
    for name, address in kinds_of_pages(tournament).items():
        page.open(address)
        found = {"not there": not page.run(IS_THERE)}
        for width in (LAPTOP,) if name in ON_LARGE_SCREENS else (PHONE, LAPTOP):
            page.be_wide(width)
            found[f"cut off at {width}"] = page.run(CUT_OFF)
            found[f"small letters at {width}"] = width == PHONE and page.run(SMALL_LETTERS)
        if any(found.values()):
            wrong[name] = found

    assert wrong == {}
