"""Every kind of page opens, on a phone and on a laptop; what looks different in between is for test_looks.py."""

import pytest

from tests.browser.pages import ON_LARGE_SCREENS, furnish, kinds_of_pages
from tests.browser.test_looks import LAPTOP, PHONE, TOO_LOW, cut_off_at, slug  # noqa: F401

PRESSED = ".btn, .form-control, select, summary"


@pytest.mark.long
@pytest.mark.every_engine
def test_of_every_page_nothing_is_cut_off_and_nothing_is_too_low_for_a_thumb(open_desk, slug, settings, tmp_path):  # noqa: F811
    settings.DATA_DIR = tmp_path
    tournament = furnish(slug)
    page = open_desk()
    wrong = {}
    widths = [LAPTOP, PHONE]
    for name, address in kinds_of_pages(tournament).items():
        page.goto(address)
        found, screens = {}, [LAPTOP] if name in ON_LARGE_SCREENS else widths
        for width in screens:
            found[width] = cut_off_at(page, width)
            if width == min(screens):
                found["too low"] = page.locator(PRESSED).evaluate_all(TOO_LOW)
        # The next page opens as wide as this one was last, and is laid out anew only once.
        widths.reverse()
        if any(found.values()):
            wrong[name] = found

    assert wrong == {}
