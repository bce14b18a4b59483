"""What a director and a player do with the pages, in their own words."""

import re
from collections.abc import Sequence

from playwright.sync_api import Error, Locator, Page, expect

# The text of each element without that of the elements inside.
SCORES = ("3:1", "2:3", "3:0", "1:3", "3:2", "0:3")


# Beyond the last element of a page Firefox has bars of its own, out of which the tool does not lead the cursor.
TO_THERE = """
(target) => {
  const cursor = document.activeElement;
  if (cursor === target) return null;
  const isBeyond = target.compareDocumentPosition(cursor) & Node.DOCUMENT_POSITION_FOLLOWING;
  return isBeyond && cursor !== document.body ? "Shift+Tab" : "Tab";
}
"""


def press_tab_until(target: Locator) -> None:
    """Walk with the keyboard, on or back, until the cursor stands there."""
    for _step in range(100):
        key = target.evaluate(TO_THERE)
        if key is None:
            return
        target.page.keyboard.press(key)
    raise AssertionError(f"{target} cannot be reached with the keyboard")


# A click and a key count one each; the letters of a name, an amount or a date do not. What a key sets off in the page,
# as Enter does with a button, is no click of its own.
COUNT_PRESSES = """
(() => {
  const COUNTED = "presses";
  const count = () => sessionStorage.setItem(COUNTED, Number(sessionStorage.getItem(COUNTED)) + 1);
  const isLetter = ({ key, target }) => key.length === 1 && target.matches("input:not(#typed-table), textarea");
  addEventListener("click", (event) => { if (event.isTrusted && event.detail > 0) count(); }, true);
  addEventListener("keydown", (event) => { if (event.isTrusted && !isLetter(event)) count(); }, true);
})();
"""


def count_presses(page: Page) -> None:
    """Count the clicks and keys of this laptop from its next page on; what is filled in or chosen is not counted."""
    page.add_init_script(COUNT_PRESSES)


def presses(page: Page) -> int:
    """The clicks and keys so far, beyond names and amounts."""
    return int(page.evaluate("sessionStorage.getItem('presses')") or 0)


LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"
# A page asks one question after the other; the next one that it asks comes after the look.
HEAR = f"""() => {{
  delete document.body.dataset.heard;
  const live = document.getElementById("live");
  const note = () => {{ document.body.dataset.heard = ""; }};
  const listen = () => live.addEventListener("htmx:afterOnLoad", note, {{ once: true }});
  live.addEventListener("htmx:beforeRequest", listen, {{ once: true }});
  {LOOK_AGAIN};
}}"""


def look_again(page: Page) -> None:
    """Take up a laptop or phone that was put down: its page asks at once whether something is new.

    A page that news are just leading elsewhere has asked already.
    """
    try:
        page.evaluate(LOOK_AGAIN)
    except Error as error:
        if "because of a navigation" not in error.message:
            raise


def hear(page: Page) -> None:
    """Look again, and wait until the page has dealt with the answer."""
    page.evaluate(HEAR)
    expect(page.locator("body")).to_have_attribute("data-heard", "")


def hold_back_news(page: Page) -> None:
    """The page hears no more of what happens elsewhere, nor an answer that was under way."""
    page.route("**/?v=*", lambda route: route.fulfill(status=204))
    hear(page)


def is_there(page: Page) -> None:
    """The whole page has come, with its styles and scripts; a press leads to it as soon as its first words have."""
    page.wait_for_load_state()


class Desk:
    """The director's pages of one tournament."""

    def __init__(self, page: Page, slug: str = "") -> None:
        self.page = page
        self.slug = slug

    def set_up(self, name: str, rounds: int) -> None:
        """Set up a tournament with what is asked of every one."""
        self.page.goto("/")
        self.page.get_by_role("link", name="New tournament").click()
        self.page.get_by_label("Name").fill(name)
        # What is filled into a field for numbers is added to its value in Firefox, by the tool alone.
        self.page.get_by_role("spinbutton", name="Rounds").press("ControlOrMeta+a")
        self.page.keyboard.type(str(rounds))
        self.page.get_by_role("button", name="Set up the tournament").click()
        expect(self.page.get_by_role("heading", name="Players")).to_be_visible()
        self.slug = self.page.url.split("/t/")[1].split("/")[0]

    def go_to(self, link: str) -> None:
        """By the navigation in the header."""
        self.page.get_by_role("navigation", name="Tournament").get_by_role("link", name=link).click()
        is_there(self.page)

    def enter_players(self, names: Sequence[str]) -> None:
        """One after the other, each with Enter."""
        for name in names:
            self.name_field().fill(name)
            self.page.keyboard.press("Enter")
            expect(self.player(name)).to_be_visible()

    def name_field(self) -> Locator:
        """The one field in which a player is found or entered."""
        return self.page.get_by_label("Find or add a name")

    def mark_paid(self, name: str) -> None:
        """Tick that the player has paid; before round 1 they are then here too."""
        self.player(name).get_by_role("button", name=f"{name} has paid").click()
        expect(self.player(name).get_by_role("button", name=f"{name} has paid", pressed=True)).to_be_visible()

    def mark_all_paid(self) -> None:
        """Tick at once that all who are on the list have paid; before round 1 they are then here too."""
        everybody = self.page.locator(".entry-row").count()
        self.page.get_by_role("button", name=f"Mark all {everybody} as paid").click()
        expect(self.page.get_by_role("button", name="has paid", pressed=True)).to_have_count(everybody)

    def paste_players(self, names: Sequence[str]) -> None:
        """As a numbered list, all of them as they are understood."""
        self.page.get_by_label("More about the list").click()
        self.page.get_by_role("link", name="Paste or import a list").click()
        numbered = [f"{number}. {name}" for number, name in enumerate(names, start=1)]
        self.page.get_by_label("Player list").fill("\n".join(numbered))
        self.page.get_by_role("button", name="Preview").click()
        self.page.get_by_role("button", name=f"Add {len(names)} players").click()
        expect(self.page.get_by_text(f"{len(names)} players added")).to_be_visible()

    def player(self, name: str) -> Locator:
        """The row of a player on the list."""
        return self.page.locator(".entry-row").filter(has=self.page.locator(".who", has_text=name))

    def lets_go(self, name: str) -> None:
        """The player leaves the tournament."""
        self.player(name).get_by_label(f"More actions for {name}").click()
        self.player(name).get_by_role("button", name="Mark as left").click()
        expect(self.player(name).get_by_text("has left")).to_be_visible()

    def draw_round_1(self, dice: str) -> None:
        """With dice rolled in front of everybody, or by the computer where there are none."""
        self.next_step().click()
        self.page.get_by_label("Dice for the draw (optional)").fill(dice)
        self.page.keyboard.press("Enter")
        self.sees_round(1)

    def pair_round(self, number: int) -> None:
        """The main action, once the last table is in."""
        expect(self.next_step()).to_contain_text(f"Pair round {number}")
        self.next_step().click()
        self.sees_round(number)

    def go_to_round(self, number: int) -> None:
        """By its address."""
        self.page.goto(f"/t/{self.slug}/desk/rounds/{number}/")
        self.sees_round(number)

    def sees_round(self, number: int) -> None:
        """The round is on the page, with all its tables."""
        expect(self.page.get_by_role("heading", name=f"Round {number}", exact=True)).to_be_visible()
        is_there(self.page)

    def table(self, number: int) -> Locator:
        """The row of a table."""
        return self.page.get_by_role("region", name=f"Table {number}", exact=True)

    def players_at(self, number: int) -> list[str]:
        """The two names at a table."""
        is_there(self.page)
        return self.table(number).locator(".first bdi, .second bdi").all_inner_texts()

    def tables(self) -> range:
        """The numbers of the tables of this round."""
        is_there(self.page)
        return range(1, self.page.locator("[data-table]").count() + 1)

    def score(self, number: int, text: str) -> Locator:
        """The button of a score."""
        return self.table(number).get_by_role("button", name=text, exact=True)

    def field(self) -> Locator:
        """The one field in which results are typed."""
        return self.page.get_by_label("Table and score")

    def names(self, number: int) -> None:
        """The field says that this table comes next."""
        expect(self.page.locator("#named")).to_contain_text(f"Table {number}:")

    def awaits(self, number: int) -> None:
        """The cursor is in the field, which says that this table comes next."""
        self.names(number)
        expect(self.field()).to_be_focused()

    def tap(self, number: int, score: str) -> None:
        """Enter a result with a click, or correct it: then the row is opened first."""
        self.open_result(number)
        self.score(number, score).click()
        self.sees_result(number, score)

    def open_result(self, number: int) -> None:
        """Show the scores of a finished table."""
        result = self.table(number).locator(".result:not([open]) > summary")
        if result.count():
            result.click()

    def next_step(self) -> Locator:
        """The button or link at the right end of the header."""
        return self.page.locator("#next-action")

    def type(self, number: int, score: str) -> None:
        """Enter a result with the keyboard, by the number of its table."""
        self.field().fill(f"{number} {score}")
        self.field().press("Enter")

    def sees_result(self, number: int, score: str) -> None:
        """The score is the one that stands at the table."""
        expect(self.table(number).locator("[aria-pressed=true]")).to_have_text(score)

    def sees_no_result(self, number: int) -> None:
        """The table is still open."""
        expect(self.table(number).locator("[aria-pressed=true]")).to_have_count(0)

    def open_menu(self, number: int) -> Locator:
        """The rarer outcomes of a table."""
        self.table(number).get_by_label(f"More actions for table {number}").click()
        return self.table(number).locator(".panel")

    def did_not_appear(self, number: int, name: str) -> None:
        """The other player gets the match win."""
        self.open_menu(number).get_by_role("button", name=re.compile(f"{re.escape(name)}.? is absent")).click()
        expect(self.table(number).get_by_text("did not appear · match win for")).to_be_visible()

    def gave_up(self, number: int, name: str, points: int) -> None:
        """With the points won so far."""
        menu = self.open_menu(number)
        menu.get_by_label("Who gives up?").select_option(name)
        menu.get_by_label("Points won so far").select_option(str(points))
        menu.get_by_role("button", name="Save").first.click()

    def undo(self) -> None:
        """Take back the last result."""
        self.page.get_by_role("button", name="Undo").click()

    def play_round(self) -> None:
        """Enter every result, by turns with a tap and with the keyboard, and see the cursor lead on."""
        tables = self.tables()
        for number in tables:
            score = SCORES[number % len(SCORES)]
            if number % 2:
                self.tap(number, score)
            else:
                self.type(number, score.replace(":", " "))
                self.sees_result(number, score)
            if number + 1 in tables:
                self.names(number + 1)
                next_one = self.table(number + 1).locator(".scores .btn").first if number % 2 else self.field()
                expect(next_one).to_be_focused()
        expect(self.page.get_by_text(f"{len(tables)} of {len(tables)} tables done")).to_be_visible()


class Phone:
    """A player's phone."""

    def __init__(self, page: Page, slug: str) -> None:
        self.page = page
        self.slug = slug

    def scan_code(self) -> None:
        """The QR code leads to the standings."""
        self.page.goto(f"/t/{self.slug}/")

    def find_table_of(self, name: str) -> None:
        """Type the name and tap what is found, so that the phone remembers it."""
        self.page.get_by_label("Find my table: enter a name").fill(name)
        self.page.locator("#found").get_by_role("link", name=name).click()

    def ask_to_join(self, name: str, *, is_shortened: bool = False) -> None:
        """Put oneself on the list, as far as a player can."""
        self.page.get_by_label("First name and surname").fill(name)
        self.page.get_by_label("with first name and initial" if is_shortened else "with my full name").check()
        self.page.get_by_role("button", name="Sign up").click()

    def my_request(self) -> Locator:
        """What has become of it?"""
        return self.page.get_by_role("region", name="My sign-up")

    def my_table(self) -> Locator:
        """Where do I sit?"""
        return self.page.locator("section.seat")

    def row_of(self, name: str) -> Locator:
        """The row of a table on the page in which the name stands."""
        # On the own phone the word "you" stands behind the name.
        own = re.compile(f"^{re.escape(name)}( you)?$")
        return self.page.get_by_role("row").filter(has=self.page.get_by_role("link", name=own))


def ranking(page: Page) -> list[list[str]]:
    """The rows of the standings on the page: place, name, climbed, wins, difference, Buchholz; not who has left."""
    is_there(page)
    rows = page.get_by_role("table", name="Standings").locator("tbody tr")
    cells = [row.locator("td").all_inner_texts() for row in rows.all()]
    return [[cell.strip().removesuffix("\nhas left") for cell in row] for row in cells]
