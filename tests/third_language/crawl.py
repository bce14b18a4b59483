"""Every page, paper and file in a language of marked messages: a Latin letter left is one that nobody can translate.

Run by tests/test_third_language.py, with settings of its own.
"""

import html
import re
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pypdf import PdfReader

# The fixtures of the browser tests: this file lies beside their folder.
from tests.browser.conftest import (
    FAMILIES,
    PHONE,
    base_url,  # noqa: F401
    browser_type_launch_args,  # noqa: F401
    complaints,  # noqa: F401
    in_one_family,  # noqa: F401
    new_context,  # noqa: F401
    open_page,  # noqa: F401
)
from tests.browser.test_looks import CUT_OFF
from tests.factories import (
    draw_next_round,
    enter_result,
    make_director,
    make_helper,
    make_tournament,
    pairing_of,
    vouch_for_payments,
)
from tests.views.conftest import logged_in
from tests.views.test_every_address import (
    ADDRESSES,
    LEADS_ON,
    PART_OF_A_PAGE,
    give_its_club_a_past,
    is_a_page,
    path,
    readable,
    write_down,
)
from tournament.actions.cash import add_prize, change_costs
from tournament.actions.players import NewPlayer
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.handbook.books import BOOKS, read_book
from tournament.languages import LANGUAGES, language_called
from tournament.machine.notices import IMPRINT, PRIVACY, Notice
from tournament.models import Club, Season, Tournament
from tournament.snapshots.names import Reason
from tournament.snapshots.taking import take_snapshot

pytestmark = pytest.mark.django_db
NAMES = ["Άννα", "Βάσω", "Γιώργος", "Δανάη", "Ελένη", "Ζωή", "Ηώ"]
# Names of things, the same in every language.
NOT_TRANSLATED = re.compile(
    r"\b(?:Backgammon(?: Swiss)?|Portes|Plakoto|Fevga|Position ID|Match ID|XGID(?:=\S+)?)\b"
    r"|\b(?:PDF|CSV|JSON|Excel|QR|A4|USB|ZIP|SHA-?256|Swiss|EO)\b"
    rf"|\b(?:{'|'.join(name for language in LANGUAGES for name in (language.name, language.short.upper()))})\b"
    r"|\b(?:EUR|CHF|GBP|DKK|SEK|NOK|PLN|CZK|RON|TRY|USD|CAD|AUD)\b"
    r"|\b(?:Letter|director|konstanz|KB|Jahr)\b|\b[0-9a-f]{7,}…?|\b\d{1,2}-a de [a-z]+ \d{4}|\b[a-z]+ \d{4}"
    r"|\b(?:januaro|februaro|marto|aprilo|majo|junio|julio|a.{1,2}gusto|septembro|oktobro|novembro|decembro)\b"
    r"|\b(?:Jan|Feb|Mar|Apr|Maj|Jun|Jul|A.{1,2}g|Sep|Okt|Nov|Dec)\b"
    r"|(?<!\w)/[\w./-]+"
    r"|https?://\S+|club\.example\S*|[\w-]+\.(?:sqlite3|json|zip)|--[\w-]+|manage\.py \w+|python\S*|make \w+"
)


@pytest.fixture
def family():
    """Of the one in which the crawl was asked for."""
    return "".join(FAMILIES).replace("_", " ")


@pytest.fixture
def tournament(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    settings.NOTICES = tuple(Notice(name, "", "Λέσχη") for name in (IMPRINT, PRIVACY))
    made = make_tournament(players=[NewPlayer(name) for name in NAMES], played=1, name="Αγών", venue="Αθήνα")
    draw_next_round(made)
    add_prize(made, by=make_director(), place=1, description="Έπαθλο", price_cents=5900)
    change_costs(made, by=make_director(), treasurer="", surplus_note="", shows_costs=True)
    enter_result(pairing_of(made, 2, 1), Result(Outcome.PLAYED, (3, 1)))
    make_helper(made, "Μία")
    made.entries.filter(number=1).update(paid_cents=800)
    vouch_for_payments(made)
    write_down(made)
    give_its_club_a_past(made, name="Λέσχη", place="Αθήνα")
    Season.objects.update(name="Έτος")
    Club.objects.update(slug="1")
    User.objects.filter(username="director").update(username="Ωμέγα")
    Tournament.objects.update(language="eo", slug="1", finals_players=4)
    take_snapshot(Reason.BY_HAND)
    made.refresh_from_db()
    return made


SPEAKING = [name for name in ADDRESSES if readable(name) and name not in LEADS_ON]
# Its texts lie in files of their own, and are shown in English where there is none in the language.
HANDBOOK = ("handbook", "handbook_book", "quick_guide")


def test_nothing_is_said_in_letters_that_are_not_marked(tournament):
    browser = logged_in(User.objects.get(username="Ωμέγα"))
    browser.cookies["django_language"] = "eo"
    found = {}
    for name in (name for name in SPEAKING if name not in HANDBOOK):
        with override("eo"):
            answer = browser.get(path(name, tournament))
        assert answer.status_code == 200
        if said := unmarked(answer):
            found[name] = said

    assert found == {}


def test_the_handbook_is_read_searched_and_printed_in_a_book_of_this_language_and_in_english(settings, tmp_path):
    docs = settings.HANDBOOK_DIR
    books = {name: (docs / f"{name}.md").read_text("utf-8") for name in BOOKS}
    for name, text in books.items():
        (tmp_path / f"{name}.md").write_text(text, "utf-8")
    (tmp_path / "director.eo.md").write_text(books["director"], "utf-8")
    settings.HANDBOOK_DIR = tmp_path

    with override("eo"):
        addresses = [reverse("handbook"), f"{reverse('handbook')}?q=backup", reverse("quick_guide")]
        addresses += [reverse("handbook_book", args=[book]) for book in ("director", "club")]
    answers = [Client().get(address) for address in addresses]

    assert [answer.status_code for answer in answers] == [200] * len(addresses)
    assert "«" in read_book(tmp_path, "director", language_called("eo"), lambda target: target).sections[0].text


def test_no_page_overflows_where_every_message_is_a_third_longer(tournament, open_page, live_server):  # noqa: F811
    browser = logged_in(User.objects.get(username="Ωμέγα"))
    session = browser.cookies["sessionid"].value
    page = open_page(**PHONE)
    cookies = {"sessionid": session, "django_language": "eo"}
    page.context.add_cookies([{"name": name, "value": cookies[name], "url": live_server.url} for name in cookies])
    found = {}
    for name in SPEAKING:
        if name not in PART_OF_A_PAGE and is_a_page(name):
            with override("eo"):
                page.goto(live_server.url + path(name, tournament))
            if cut_off := page.evaluate(CUT_OFF):
                found[name] = cut_off

    assert found == {}


def unmarked(answer):
    kind = answer["Content-Type"]
    body = b"".join(answer) if answer.streaming else answer.content
    if "html" in kind:
        text = read_aloud(body.decode())
    elif "pdf" in kind:
        text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(body)).pages)
    elif "csv" in kind:
        text = body.decode("utf-8-sig").partition("\r\n")[0]
    else:
        return []
    return re.findall(r".{0,30}[A-Za-z]{3,}.{0,30}", NOT_TRANSLATED.sub("", text))


def read_aloud(page):
    """What of a page is for people: its text, and the attributes that are read or shown."""
    page = re.sub(r"<(script|style|svg|code|pre|textarea)\b.*?</\1>", " ", page, flags=re.DOTALL)
    spoken = re.findall(r'\b(?:title|aria-label|placeholder|alt|content)="([^"]*)"', re.sub(r"<meta[^>]*>", "", page))
    return html.unescape("\n".join([*spoken, re.sub(r"<[^>]*>", "\n", page)]))
