"""What is done with a page in WebKit, and what is seen of it."""

import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from PIL import Image
from selenium.common.exceptions import TimeoutException
from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

# Answers where an element lies in the window: left, top, right, bottom.
INTO_VIEW = """async (one) => {
    one.scrollIntoView({ block: "center", behavior: "instant" });
    for (const _frame of [1, 2, 3]) await new Promise(requestAnimationFrame);
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom];
}"""
# In seconds: much longer than a busy machine takes, so that only what never comes fails.
AT_THE_LATEST = 60


class Page:
    """A page in a window of its own."""

    def __init__(self, browser: WebKitGTK, site: str) -> None:
        self.browser = browser
        self.site = site

    def open(self, address: str) -> None:
        """Addresses begin with a slash."""
        self.browser.get(self.site + address)

    def be_wide(self, width: int) -> None:
        """Make the window so many pixels wide."""
        if width != self.run("() => innerWidth"):
            self.browser.set_window_rect(width=width, height=self.run("() => innerHeight"))
            self._waits_until(lambda: self.run("() => innerWidth") == width)

    def run(self, function: str) -> Any:
        """What a function of JavaScript answers on this page."""
        return self.browser.execute_script(f"return ({function})()")

    def all(self, css: str) -> list[WebElement]:
        """Every element that is meant by a selector."""
        return self.browser.find_elements(By.CSS_SELECTOR, css)

    def one(self, css: str) -> WebElement:
        """The first element that is meant, as soon as it is there."""
        self._waits_until(lambda: self.all(css))
        return self.all(css)[0]

    def click(self, css: str) -> None:
        """Press what is meant."""
        self.one(css).click()

    def texts(self, css: str) -> list[str]:
        """What is written in each element that can be seen."""
        found = self.run(
            f"() => [...document.querySelectorAll({css!r})].filter(one => one.checkVisibility())"
            ".map(one => one.innerText)"
        )
        return [" ".join(text.split()) for text in found]

    def reads(self, css: str, *texts: str) -> None:
        """These texts, and no others, stand there soon."""
        with suppress(TimeoutException):
            self._waits_until(lambda: self.texts(css) == [*texts])
        assert self.texts(css) == [*texts]

    def is_at(self, end: str) -> None:
        """The address of the page ends so, soon."""
        with suppress(TimeoutException):
            self._waits_until(lambda: self.browser.current_url.endswith(end))
        assert self.browser.current_url.partition(end)[1:] == (end, "")

    def _waits_until(self, holds: Callable[[], object]) -> None:
        WebDriverWait(self.browser, AT_THE_LATEST, poll_frequency=0.1).until(lambda _browser: holds())

    def picture(self, css: str) -> Image.Image:
        """How the first element looks that is meant, in grey levels."""
        box = self.browser.execute_script(f"return ({INTO_VIEW})(arguments[0])", self.one(css))
        return cut_out(self.browser.get_screenshot_as_png(), box)


def cut_out(window: bytes, box: Sequence[float]) -> Image.Image:
    """What is seen of an element in the picture of its window, in grey levels; `box` is its place in pixels."""
    return Image.open(io.BytesIO(window)).convert("L").crop([round(edge) for edge in box])
