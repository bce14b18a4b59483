"""Every kind of page opens in WebKit, on a phone and on a laptop."""

import pytest

from tests.browser.test_looks import CUT_OFF, DIRECTOR, PUBLIC, addresses, slug  # noqa: F401
from tests.webkit.conftest import LAPTOP, PHONE

# A page that is answered, understood and laid out: it has its heading, and htmx where it asks for it.
IS_THERE = """() => Boolean(document.querySelector("h1")?.textContent.trim())
    && (!document.querySelector("script[src*=htmx]") || Boolean(window.htmx))"""
# Safari enlarges the page around a field with smaller letters, and leaves it so.
SMALL_LETTERS = """() => [...document.querySelectorAll("input:read-write, select, textarea")]
    .filter(one => parseFloat(getComputedStyle(one).fontSize) < 16).map(one => one.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("width", [PHONE, LAPTOP])
def test_every_page_opens_and_nothing_of_it_is_cut_off(open_page, open_desk, slug, width):  # noqa: F811
    wrong = {}
    for page, places in ((open_page(width), PUBLIC), (open_desk(width), DIRECTOR)):
        for name, address in addresses(places, slug).items():
            page.open(address)
            found = {
                "not there": not page.run(IS_THERE),
                "cut off": page.run(CUT_OFF),
                "small letters": width == PHONE and page.run(SMALL_LETTERS),
            }
            if any(found.values()):
                wrong[name] = found

    assert wrong == {}
