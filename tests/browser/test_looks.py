"""Every kind of page: readable by everyone, nothing cut off, nothing too small for a thumb, fit to print."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from urllib.parse import urljoin
from uuid import UUID

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.db.models import F
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.steps import hold_back_news, is_there
from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_helper,
    make_member,
    make_tournament,
    only_club,
    pairing_of,
    say_words,
    token_of,
)
from tournament.actions.accounts import invite, send_away
from tournament.actions.cash import add_prize, change_costs, set_fee
from tournament.actions.clubs import change_ratings, change_settings
from tournament.actions.permissions import Guest
from tournament.actions.players import NewPlayer, add_entries, ask_to_join, set_here
from tournament.actions.results import report_score
from tournament.actions.seasons import set_up_season
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.models import Pairing, Person, Round, Tournament, Wish, Wished
from tournament.queries.players import player_link

LONGEST = "Maximiliane-Friederike von und zu Hohenlohe-Langenburg-Schillingsfürst, geb. Gräfin von Wolkensteins"
UNBROKEN = "Wolkenstein" * 9 + "s"
assert len(LONGEST) == len(UNBROKEN) == 100

LAPTOP, TABLET, PHONE, SMALLEST_PHONE, SHEET = 1280, 820, 390, 320, 720
TABLET_HEIGHT = 1180
PUBLIC = {
    "home": "/",
    "login": "/login/",
    "not there": "/t/nothing/",
    "standings": "/t/{slug}/",
    "round": "/t/{slug}/rounds/1/",
    "round as text": "/t/{slug}/rounds/1/share/",
    "order": "/t/{slug}/order/",
    "standings as text": "/t/{slug}/share/",
    "player": "/t/{slug}/players/1/",
    "cross table": "/t/{slug}/crosstable/",
    "course": "/t/{slug}/course/",
    "found": "/t/{slug}/find/?q=e",
    "not found": "/t/{slug}/find/?q=nobody",
    "draw": "/t/{slug}/draw/",
    "rules": "/t/{slug}/rules/",
    "invitation ended": "/t/{slug}/help/nobody/",
    "private link ended": "/t/{slug}/p/1/nobody/",
    "costs": "/t/{slug}/costs/",
    "club": "/c/backgammonclub-ulm/",
    "evenings": "/c/backgammonclub-ulm/evenings/",
    "season": "/c/backgammonclub-ulm/season/saison/",
    "season's course": "/c/backgammonclub-ulm/season/saison/course/",
    "season's order": "/c/backgammonclub-ulm/season/saison/order/",
    "season to come": "/c/backgammonclub-ulm/season/next/",
    "ratings": "/c/backgammonclub-ulm/ratings/",
    "person found": "/c/backgammonclub-ulm/find/?q=e",
    "match clock": f"/clock/?clock=delay&length=25&first={UNBROKEN}&second={LONGEST}",
}
DIRECTOR = {
    "director's home": "/",
    "create": "/new/",
    "create like an earlier one": "/new/?from={slug}",
    "restore": "/restore/",
    "backups": "/copies/",
    "second factor": "/account/second-factor/",
    "app for codes": "/account/second-factor/app/",
    "new passkey": "/account/second-factor/passkeys/add/",
    "players": "/t/{slug}/desk/players/",
    "desk round": "/t/{slug}/desk/rounds/1/",
    "paste": "/t/{slug}/desk/players/paste/",
    "files": "/t/{slug}/desk/files/",
    "files before the start": "/t/at-the-door-2026/desk/files/",
    "settings": "/t/{slug}/desk/settings/",
    "before closing": "/t/at-the-door-2026/desk/close/",
    "closed": "/t/over/desk/close/",
    "deletion": "/t/{slug}/desk/delete/",
    "director's standings": "/t/{slug}/desk/standings/",
    "journal": "/t/{slug}/desk/journal/",
    "helpers": "/t/{slug}/desk/helpers/",
    "director's costs": "/t/{slug}/desk/costs/",
    "private link": "/t/{slug}/desk/players/1/link/",
    "who still owes": "/t/{slug}/desk/owing/",
    "cash book": "/t/{slug}/desk/cash-book/",
    "club's settings": "/c/backgammonclub-ulm/desk/",
    "club's journal": "/c/backgammonclub-ulm/desk/journal/",
    "register": "/c/backgammonclub-ulm/desk/register/",
    "seasons": "/c/backgammonclub-ulm/desk/seasons/",
    "new season": "/c/backgammonclub-ulm/desk/season/",
    "changed season": "/c/backgammonclub-ulm/desk/season/saison/",
    "cash of the season": "/c/backgammonclub-ulm/desk/season/saison/cash/",
    "matches of earlier years": "/c/backgammonclub-ulm/desk/matches/",
}


def show_menu(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/desk/rounds/1/")
    page.locator("[data-table='2'] .more > summary").click()


def show_refused_score(page: Page, slug: str) -> None:
    show_menu(page, slug)
    page.locator("[data-table='2'] .folded > summary").click()
    page.locator("[data-table='2'] [name=stopped_first]").fill("5")
    page.keyboard.press("Enter")
    expect(page.locator(".under.problem")).to_be_visible()


def show_player_menu(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/desk/players/")
    page.locator(".entry-row summary").first.click()


def show_prize_menu(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/desk/costs/")
    page.locator(".entry-row summary").first.click()


def show_refused_prize(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/desk/costs/?share=90")
    page.locator("#price-new").fill("a lot")
    page.keyboard.press("Enter")
    expect(page.locator("#refused-add-prize")).to_be_visible()


def show_namesake(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/desk/players/")
    page.locator("#new_name").fill(LONGEST)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text=LONGEST)).to_be_visible()


def show_known_players(page: Page, slug: str) -> None:
    page.goto("/t/the-same-three-again-2026/desk/players/")
    page.locator("#new_name").press_sequentially("e")
    expect(page.locator("#known-players button")).to_have_count(6)


def show_preview(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/desk/players/paste/")
    page.locator("textarea").fill(f"1. {UNBROKEN}; BC Konstanz\nAnna Keller\n{'x' * 101}")
    page.locator("main .btn-main").click()
    expect(page.locator("tbody tr")).to_have_count(3)


def show_safe_copy(page: Page, slug: str) -> None:
    page.goto("/copies/")
    page.locator("main .btn-main").click()
    page.locator("tbody a").first.click()
    expect(page.locator("input[name=tournaments]")).not_to_have_count(0)


def show_remembered(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/players/2/")
    page.locator("#live .remember").click()
    page.goto(f"/t/{slug}/")
    expect(page.locator("#own .forget")).to_be_visible()


def show_somebody_else(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/players/3/")
    expect(page.locator("#own .forget")).to_be_visible()


def show_joining(page: Page, slug: str) -> None:
    page.goto("/t/who-would-like-to-play-2026/joining/")


def show_refused_joining(page: Page, slug: str) -> None:
    page.locator("#join-name").fill(LONGEST)
    page.keyboard.press("Enter")
    expect(page.locator("#outbox .refused")).to_contain_text(LONGEST)


def show_request(page: Page, slug: str) -> None:
    page.locator("#join-name").fill(UNBROKEN[1:])
    page.keyboard.press("Enter")
    expect(page.locator("#join-name")).to_have_count(0)


def show_clock_settings(page: Page, slug: str) -> None:
    page.goto(f"/clock/?clock=free&first={UNBROKEN}&second={LONGEST}")
    page.locator(".clock-mid .menu").click()
    expect(page.locator(".own-values")).to_be_visible()


def show_askings(page: Page, slug: str) -> None:
    page.goto("/t/who-would-like-to-play-2026/desk/players/")
    expect(page.locator(".asking .one")).not_to_have_count(0)


def show_stuck(page: Page, slug: str) -> None:
    page.goto("/t/the-same-three-again-2026/desk/")
    page.locator("#next-action").click()
    expect(page.locator("button[name=rematches]")).to_be_visible()


def show_correction(page: Page, slug: str) -> None:
    page.goto("/t/the-same-three-again-2026/desk/rounds/1/")
    page.locator("[data-table='1'] .result summary").first.click()
    page.locator("[data-table='1'] .scores [value='played/0/3/']").click()
    expect(page.locator("[name=confirmed]")).to_be_visible()


def show_by_hand(page: Page, slug: str) -> None:
    page.goto("/t/by-hand-2026/desk/rounds/1/pairings/")
    page.locator("[name=part]").first.click()
    expect(page.locator(".hand-row.open")).to_have_count(2)


def show_code(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/desk/rounds/1/")
    page.locator(".qr-menu summary").click()


def show_time_up(page: Page, slug: str) -> None:
    Round.objects.filter(tournament__slug=slug).update(started_at=timezone.now() - timedelta(hours=2))
    Tournament.objects.filter(slug=slug).update(version=F("version") + 1)
    page.goto(f"/t/{slug}/desk/rounds/1/")
    expect(page.locator(".clock.is-over")).to_be_visible()


def show_menu_of_a_round(page: Page, slug: str) -> None:
    page.goto("/t/by-hand-2026/desk/rounds/1/")
    page.locator(".lead-row .end details:not(.qr-menu) > summary").click()


def show_removal(page: Page, slug: str) -> None:
    page.goto("/t/by-hand-2026/desk/rounds/1/remove/")
    page.locator("main .btn-main").click()
    expect(page.get_by_role("alert")).to_be_visible()


def show_the_door(page: Page, slug: str) -> None:
    page.goto("/t/at-the-door-2026/desk/players/")


def show_overpaid(page: Page, slug: str) -> None:
    page.goto("/t/at-the-door-2026/desk/owing/")
    expect(page.locator(".owing")).to_have_count(2)


def show_menu_of_who_has_paid(page: Page, slug: str) -> None:
    show_the_door(page, slug)
    page.locator("#entry-2 summary").first.click()


def show_refused_fees(page: Page, slug: str) -> None:
    page.goto("/t/at-the-door-2026/desk/settings/")
    page.locator("summary", has=page.get_by_text(re.compile("Venue and fees|Ort und Startgeld"))).click()
    page.locator("#id_fee_steps_4").fill("9999")
    page.keyboard.press("Enter")
    expect(page.locator(".invalid-feedback")).to_be_visible()


def show_refused_tournament(page: Page, slug: str) -> None:
    page.goto("/new/")
    page.locator("#id_fee").fill("25")
    page.keyboard.press("Enter")
    expect(page.locator("#id_name")).to_be_focused()


def show_missed(page: Page, slug: str) -> None:
    show_the_door(page, slug)
    page.locator("#next-action").click()
    expect(page.locator("[name=all_here]")).to_be_visible()


def show_last_round(page: Page, slug: str) -> None:
    page.goto("/t/last-round-2026/")
    page.locator("details.outlook summary").click()
    expect(page.locator(".outlook li")).not_to_have_count(0)


def show_door(page: Page, slug: str) -> None:
    tournament = Tournament.objects.get(slug=slug)
    invite(tournament, by=make_director())
    page.goto(f"/t/{slug}/help/{token_of(tournament)}/")


def show_refused_name(page: Page, slug: str) -> None:
    page.locator("#name").fill("\u200b")
    page.keyboard.press("Enter")
    expect(page.locator(".problem")).to_be_visible()


def show_helped_round(page: Page, slug: str) -> None:
    page.locator("#name").fill(UNBROKEN)
    page.keyboard.press("Enter")
    expect(page.locator(".desk-row").first).to_be_visible()


def show_helped_players(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/desk/players/")


def show_helped_fees(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/desk/owing/")


def show_refusal(page: Page, slug: str) -> None:
    page.goto(f"/t/{slug}/desk/settings/")


def show_sent_away(page: Page, slug: str) -> None:
    send_away(Tournament.objects.get(slug=slug).helpers.get(), by=make_director())
    make_helper(Tournament.objects.get(slug=slug), UNBROKEN)
    page.goto(f"/t/{slug}/desk/")


HELPER: dict[str, Callable[[Page, str], None]] = {
    "door": show_door,
    "refused name": show_refused_name,
    "helper's round": show_helped_round,
    "helper's players": show_helped_players,
    "helper's list of who owes": show_helped_fees,
    "kept out": show_refusal,
    "sent away": show_sent_away,
}


def reported_match(table: int) -> Pairing:
    """A table of the evening on which players report."""
    return Pairing.objects.get(round__tournament__slug="on-the-phones-2026", table=table)


def show_private_page(page: Page, slug: str) -> None:
    link = player_link(reported_match(1).first)
    page.goto(link.removeprefix(settings.PUBLIC_URL))


def show_own_report(page: Page, slug: str) -> None:
    page.locator(".report-scores .btn").first.click()
    page.locator("#correct > summary").click()


def show_their_report(page: Page, slug: str) -> None:
    match = reported_match(1)
    link = player_link(match.second)
    page.goto(link.removeprefix(settings.PUBLIC_URL))
    expect(page.locator(".confirm .btn")).to_be_visible()


def show_disputed(page: Page, slug: str) -> None:
    page.locator("#correct > summary").click()
    page.locator("#correct .btn").first.click()
    expect(page.locator("ul.said")).to_be_visible()


def show_late_report(page: Page, slug: str) -> None:
    hold_back_news(page)
    match = reported_match(1)
    enter_result(match, Result(Outcome.PLAYED, (3, 0)))
    page.locator("#correct > summary").click()
    page.locator("#correct .btn").first.click()
    expect(page.locator("#outbox li")).to_be_visible()
    page.unroute_all()


def show_score_sheet(page: Page, slug: str) -> None:
    link = player_link(Pairing.objects.get(round__tournament__slug="with-the-cube-2026", table=1).first)
    page.goto(f"{link.removeprefix(settings.PUBLIC_URL)}sheet/")
    page.locator("#give-up summary").click()


def show_double(page: Page, slug: str) -> None:
    page.locator("[value='0-double']").click()
    page.locator("details:has(.answers) > summary").click()
    expect(page.locator(".answers")).to_be_visible()


def show_sheet_at_the_desk(page: Page, slug: str) -> None:
    match = Pairing.objects.get(round__tournament__slug="with-the-cube-2026", table=2)
    say_words(match, "0-won-gammon 1-double 0-take 1-won-single 0-won-gammon")
    page.goto(f"/t/with-the-cube-2026/desk/sheets/{match.pk}/")


def show_report_at_the_desk(page: Page, slug: str) -> None:
    match = reported_match(2)
    for entry, score in ((match.first, (3, 1)), (match.second, (1, 3))):
        report_score(entry, key=match.pk, expected=None, score=score)
    page.goto("/t/on-the-phones-2026/desk/rounds/1/")
    expect(page.locator(".reported")).to_be_visible()


def show_transcript(page: Page, slug: str) -> None:
    match = pairing_of(Tournament.objects.get(slug=slug), 1, 1)
    page.goto(f"/t/{slug}/desk/results/{match.pk}/transcript/")
    expect(page.locator("[type=file]")).to_be_visible()


def show_club_player(page: Page, slug: str) -> None:
    page.goto("/c/backgammonclub-ulm/season/saison/")
    page.get_by_role("link", name=UNBROKEN).click()
    expect(page.get_by_role("heading", name=UNBROKEN)).to_be_visible()


def show_person(page: Page, slug: str) -> None:
    person = Person.objects.filter(name=UNBROKEN).earliest("pk")
    page.goto(f"/c/{person.club.slug}/desk/register/{person.pk}/")
    expect(page.get_by_role("heading", name=UNBROKEN)).to_be_visible()


PLAYER: dict[str, Callable[[Page, str], None]] = {
    "private page": show_private_page,
    "own report": show_own_report,
    "their report": show_their_report,
    "disputed": show_disputed,
    "late report": show_late_report,
    "score sheet": show_score_sheet,
    "double": show_double,
}
GUEST: dict[str, Callable[[Page, str], None]] = {
    "my table": show_remembered,
    "somebody else's page": show_somebody_else,
    "joining": show_joining,
    "refused joining": show_refused_joining,
    "my request": show_request,
    "settings of the match clock": show_clock_settings,
    "player of the club": show_club_player,
}
STEPS: dict[str, Callable[[Page, str], None]] = {
    "reported": show_report_at_the_desk,
    "sheet at the desk": show_sheet_at_the_desk,
    "menu of a table": show_menu,
    "refused score": show_refused_score,
    "menu of a player": show_player_menu,
    "menu of a prize": show_prize_menu,
    "refused prize": show_refused_prize,
    "namesake": show_namesake,
    "known players": show_known_players,
    "preview": show_preview,
    "backup": show_safe_copy,
    "who asks": show_askings,
    "stuck": show_stuck,
    "correction": show_correction,
    "by hand": show_by_hand,
    "code for the players": show_code,
    "time is up": show_time_up,
    "menu of a round": show_menu_of_a_round,
    "removal": show_removal,
    "at the door": show_the_door,
    "overpaid": show_overpaid,
    "menu of who has paid": show_menu_of_who_has_paid,
    "refused fees": show_refused_fees,
    "refused tournament": show_refused_tournament,
    "missed": show_missed,
    "last round": show_last_round,
    "transcript": show_transcript,
    "person": show_person,
}


def everybody(count: int) -> list[NewPlayer]:
    names = [LONGEST, UNBROKEN, *(f"Spielerin Nummer {number}" for number in range(3, count + 1))]
    return [NewPlayer(name, "Backgammon-Club Konstanz" if number % 2 else "") for number, name in enumerate(names)]


def make_club() -> None:
    """Named and with ratings, in a season that takes in the evenings of all tests, and one to come."""
    director = make_member("director")
    club = change_settings(only_club(), by=director, name="Backgammonclub Ulm", place=LONGEST)
    change_ratings(club, by=director, rates=True, rating_start=1500, rating_ramp="fibs", rates_stopped=False)
    set_up_season(club, by=director, name="Saison", best=2, begins=date(2020, 1, 1), ends=date(2099, 12, 31))
    set_up_season(club, by=director, name="Next", begins=date(2100, 1, 1), ends=date(2100, 12, 31))


def make_evening(players: int) -> str:
    make_club()
    tournament = make_tournament(
        players=everybody(players)[:players], name=f"Abend zu {players}", fee_cents=800, round_minutes=45
    )
    for place, description in ((1, LONGEST), (2, UNBROKEN)):
        add_prize(tournament, by=make_director(), place=place, description=description, price_cents=999_999)
    change_costs(tournament, by=make_director(), treasurer=LONGEST, surplus_note=UNBROKEN, shows_costs=True)
    if players > 1:
        draw_next_round(tournament)
        enter_result(pairing_of(tournament, 1, 2), Result(Outcome.PLAYED, (4, 2)))
        enter_result(pairing_of(tournament, 1, 3), DOUBLE_FORFEIT)
    return tournament.slug


@pytest.fixture
def slug(live_server):
    make_tournament(3, played=3, name="The same three again")
    draw_next_round(make_tournament(players=everybody(5), name="By hand", hides_new_rounds=True))
    make_door()
    Tournament.objects.create(
        club=only_club(),
        slug="over",
        name=LONGEST,
        date=date(2026, 1, 1),
        director=make_director(),
        is_closed=True,
        is_practice=True,
    )
    draw_next_round(make_tournament(players=everybody(4), name="On the phones"))
    cube = {"match_length": 5, "cube": True, "crawford": True, "backgammons": True}
    draw_next_round(make_tournament(players=everybody(4), name="With the cube", **cube))
    draw_next_round(make_tournament(players=everybody(6), played=1, name="Last round", planned_rounds=2))
    joining = make_tournament(players=everybody(3), name="Who would like to play", opens_joining=True)
    for key, name in enumerate((UNBROKEN[2:], LONGEST[1:])):
        ask_to_join(
            joining, by=Guest(name), request_key=UUID(int=key), name=name, club="Backgammon-Club", wish=Wish.ABBREVIATED
        )
    add_entries(joining, by=make_director(), players=[NewPlayer(LONGEST[::-1], wished=Wished(Wish.ABBREVIATED))])
    return make_evening(8)


def make_door() -> None:
    """Two have paid the fee of four players, for which six now are too many; one has paid too little."""
    steps = [(4, 999), (8, 800), (None, 500)]
    door = make_tournament(players=everybody(4), name="At the door", fee_cents=800, fee_steps=steps, boards=2)
    for number in (1, 2):
        set_fee(entry_of(door, number), by=make_director(), paid=True)
    add_entries(door, by=make_director(), players=everybody(6)[4:])
    door.entries.filter(number=4).update(paid_cents=500)
    set_here(entry_of(door, 3), by=make_director(), is_here=True)


def addresses(places: dict[str, str], slug: str) -> dict[str, str]:
    return {name: address.format(slug=slug) for name, address in places.items()}


def every_page(open_desk, open_page, slug: str, **options) -> Iterator[tuple[str, Page]]:
    """Each kind of page in turn, and each state of it that looks different."""
    visitor, helper, player = (open_page(**options) for _who in range(3))
    director = open_desk(**options)
    for name, show in HELPER.items():
        show(helper, slug)
        is_there(helper)
        yield name, helper
    for page, places in ((visitor, PUBLIC), (director, DIRECTOR)):
        for name, address in addresses(places, slug).items():
            page.goto(address)
            yield name, page
    for page, steps in ((visitor, GUEST), (director, STEPS), (player, PLAYER)):
        for name, show in steps.items():
            show(page, slug)
            is_there(page)
            yield name, page


# Of axe's rules those that may judge an element otherwise in the dark or on a phone than in the light on a laptop; all
# others ask only what is there and seen. Colours take axe longest.
BY_COLOUR_OR_WIDTH = ["color-contrast", "link-in-text-block", "scrollable-region-focusable"]
SEEN = """
    () => [...document.querySelectorAll("*")].flatMap((one, place) => (one.checkVisibility() ? [place] : []))
"""


def keeps_out(page: Page) -> dict[tuple[str, int], list[tuple[str, str]]]:
    """What keeps somebody out of a page, in the dark on a phone and in the light on a laptop."""
    looks = {("dark", PHONE): {"runOnly": BY_COLOUR_OR_WIDTH}, ("light", LAPTOP): {}}
    found, seen = {}, {}
    for (scheme, width), options in looks.items():
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 700})
        seen[width] = set(page.evaluate(SEEN))
        found[scheme, width] = kept_out_by(page, options)
    if seen[PHONE] - seen[LAPTOP]:
        page.set_viewport_size({"width": PHONE, "height": 700})
        found["light", PHONE] = kept_out_by(page, {})
    return {look: violations for look, violations in found.items() if violations}


# A test asks for no more than it needs, as a whole answer takes long to hand over.
VIOLATIONS = """
    async (options) => (await axe.run(options)).violations.map((one) => [one.id, one.nodes[0].html])
"""


def kept_out_by(page: Page, options: dict[str, object]) -> list[tuple[str, str]]:
    """Each rule of axe that is broken, with the first element that breaks it; no rule here wants files loaded anew."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    return page.evaluate(VIOLATIONS, {"resultTypes": ["violations"], "preload": False, **options})


CUT_OFF = """
    () => [...document.querySelectorAll("body *")].filter((one) => {
        if (!one.checkVisibility()) return false;
        if (one.closest(".visually-hidden, .skip, .where, :has(> .list-preview)")) return false;
        const box = one.getBoundingClientRect();
        const scrolls = !one.matches("input, select") && one.scrollWidth > one.clientWidth + 1;
        const { overflowX, textOverflow } = getComputedStyle(one);
        const isCut = scrolls && overflowX !== "visible" && textOverflow !== "ellipsis";
        const card = one.matches(".btn") && one.parentElement.closest(".sheet, .notice, .panel");
        const edge = card && card.getBoundingClientRect();
        const isUnderTheEdge = edge && (box.right > edge.right + 1 || box.left < edge.left - 1);
        return box.width && (box.right > innerWidth + 1 || box.left < -1 || isCut || isUnderTheEdge);
    }).map((one) => one.outerHTML.slice(0, 80))
"""


# A box to tick and one to choose are tapped by their label.
TOO_LOW = """
    (all) => all.filter((one) => one.checkVisibility() && !one.matches(".skip, [type=hidden]"))
        .map((one) => (/checkbox|radio/.test(one.type) && one.closest("label")) || one)
        .filter((one) => one.getBoundingClientRect().height < 43.9).map((one) => one.outerHTML.slice(0, 80))
"""


def cut_off(page: Page) -> list[str]:
    return page.evaluate(CUT_OFF)


def looks_wrong(page: Page, name: str) -> dict[str, object]:
    """Find elements that are cut off on a phone or tablet, too low for a thumb, or buttons on paper."""
    looks: dict[str, object] = {"on paper": wrong_on_paper(page)}
    looks |= {f"cut off at {width}": cut_off_at(page, width) for width in (TABLET, SMALLEST_PHONE, PHONE)}
    looks["too low"] = too_low(page, name)
    return {what: wrong for what, wrong in looks.items() if wrong}


# In one walk, because half of the time is on the way; what keeps somebody out does so in every language. Of the two
# languages German is the longer one; the addresses of all pages are also opened in English by test_every_page.py.
@pytest.mark.long
def test_in_german_nothing_is_cut_off_too_low_or_to_be_pressed_on_paper_and_no_page_keeps_anybody_out(
    open_desk, open_page, slug
):
    options = {"viewport": {"width": PHONE, "height": 700}, "locale": "de-DE", "reduced_motion": "reduce"}
    found = {}
    for name, page in every_page(open_desk, open_page, slug, **options):
        # In this order, because a page whose width changes is laid out anew: it ends as wide as it began.
        if wrong := {**keeps_out(page), **looks_wrong(page, name)}:
            found[name] = wrong

    assert found == {}


@pytest.mark.prove
@pytest.mark.long
def test_in_english_nothing_is_cut_off_too_low_or_to_be_pressed_on_paper(open_desk, open_page, slug):
    options = {"viewport": {"width": PHONE, "height": 700}, "locale": "en-GB"}
    pages = every_page(open_desk, open_page, slug, **options)
    found = {name: wrong for name, page in pages if (wrong := looks_wrong(page, name))}

    assert found == {}


def cut_off_at(page: Page, width: int) -> list[str]:
    page.set_viewport_size({"width": width, "height": TABLET_HEIGHT if width == TABLET else 700})
    return cut_off(page)


def too_low(page: Page, name: str) -> list[str]:
    is_for_phones = name in (*PUBLIC, *GUEST, *HELPER, *PLAYER)
    tapped = "a, button, input, select, summary" if is_for_phones else ".btn, .form-control, select, summary"
    return page.locator(tapped).evaluate_all(TOO_LOW)


# A result that opens its buttons is read like any other.
PRESSED = "button:not([aria-pressed=true]), nav, input, summary:not(.result > summary)"
ON_PAPER = f"""
    () => [
        ...({CUT_OFF})(),
        ...[...document.querySelectorAll("{PRESSED}")].filter((one) => {{
            const {{ width, height }} = one.getBoundingClientRect();
            return width && height && one.checkVisibility({{ visibilityProperty: true }});
        }}).map((one) => one.outerHTML),
        ...[getComputedStyle(document.body).color].filter((colour) => colour !== "rgb(0, 0, 0)"),
    ]
"""


def wrong_on_paper(page: Page) -> list[str]:
    page.set_viewport_size({"width": SHEET, "height": 1000})
    page.emulate_media(media="print", color_scheme="dark")
    wrong = page.evaluate(ON_PAPER)
    page.emulate_media(media="screen", color_scheme="light")
    return wrong


@pytest.mark.measures
@pytest.mark.widest
@pytest.mark.parametrize("players", [pytest.param(1, marks=[pytest.mark.every_engine, pytest.mark.prove]), 200])
def test_nothing_is_cut_off_with_few_or_many_players(open_desk, live_server, players):
    page = open_desk(viewport={"width": SMALLEST_PHONE, "height": 700})
    slug = make_evening(players)
    found = {}
    for name, address in addresses({**PUBLIC, **DIRECTOR}, slug).items():
        page.goto(address)
        if lost := cut_off(page):
            found[name] = lost

    assert found == {}


@pytest.mark.parametrize("name", ["preview", "stuck"])
def test_the_language_changes_on_a_page_that_answered_a_form(open_desk, slug, name):
    page = open_desk()
    STEPS[name](page, slug)
    page.locator(".header-menu > summary").click()
    page.get_by_role("button", name="DE", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "de")


@pytest.mark.parametrize("locale", ["en", "de"])
def test_the_header_of_the_desk_is_one_line_from_820_pixels_and_names_the_tournament_from_1280(open_desk, locale):
    tournament = make_tournament(entries=4, is_practice=True, name="Konstanzer Herbstturnier")
    draw_next_round(tournament)
    page = open_desk(locale=locale)
    page.goto(f"/t/{tournament.slug}/desk/rounds/1/")
    brand, lines = page.locator(".top .brand"), {}
    for width in (820, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 720})
        height = page.locator(".top .page").bounding_box()["height"]
        is_whole = brand.evaluate("brand => brand.scrollWidth <= brand.clientWidth")
        lines[width] = (height, page.evaluate("document.documentElement.scrollWidth"), is_whole)

    assert (lines[820][:2], lines[1280], lines[1920]) == ((56, 820), (56, 1280, True), (56, 1920, True))


@pytest.mark.parametrize("width", [320, 360, 390])
def test_the_pages_of_the_desk_are_one_line_in_the_quarter_finals_on_a_phone(open_desk, live_server, width):
    tournament = make_tournament(8, planned_rounds=0, finals_players=8)
    draw_next_round(tournament)
    page = open_desk(viewport={"width": width, "height": 700}, locale="de-DE")
    page.goto(f"/t/{tournament.slug}/desk/rounds/1/")

    expect(page.locator(".top nav [aria-current]")).to_have_text("Viertelfinale")
    tops = {link.bounding_box()["y"] for link in page.locator(".top nav a").all()}
    assert (len(tops), page.evaluate("document.documentElement.scrollWidth")) == (1, width)


def test_the_icon_of_the_pages_is_there(open_page, live_server):
    page = open_page()
    page.goto("/")
    icon = page.request.get(page.locator("link[rel=icon]").get_attribute("href"))
    assert (icon.status, icon.headers["content-type"]) == (200, "image/svg+xml")


@pytest.mark.every_engine
def test_a_page_added_to_the_home_screen_has_name_and_icon_and_opens_where_it_was(open_page, live_server):
    page = open_page()
    page.goto("/")
    apple = page.request.get(page.locator("link[rel=apple-touch-icon]").get_attribute("href"))
    manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href"))
    told = manifest.json()
    icons = [page.request.get(urljoin(manifest.url, icon["src"])) for icon in told["icons"]]

    assert (told["name"], told["display"], "start_url" in told) == ("Backgammon Swiss", "browser", False)
    assert [(icon.status, icon.headers["content-type"]) for icon in (apple, *icons)] == [(200, "image/png")] * 3
    assert manifest.headers["content-type"] == "application/manifest+json"
