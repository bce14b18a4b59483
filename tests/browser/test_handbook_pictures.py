"""Takes the pictures of the handbook, in each language, by `make pictures`."""

from datetime import timedelta
from io import BytesIO
from json import dumps, loads
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _, override
from PIL import Image

from tests.factories import draw_next_round, make_director
from tournament.actions.players import withdraw_entry
from tournament.actions.tournaments import change_tournament
from tournament.archive.storing import restore
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.languages import LANGUAGES
from tournament.models import Pairing, Round
from tournament.pages.results import result_code
from tournament.queries.record import result_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.pictures]
ROOT = Path(__file__).resolve().parent.parent.parent
ARCHIVES = ROOT / "fixtures" / "archives"
PICTURES = ROOT / "static" / "handbook"
# Enough for a page, and a quarter of the bytes.
COLOURS = 96
NAMES = {"de": "Novemberturnier", "en": "November evening"}
LAPTOP = {"viewport": {"width": 1120, "height": 700}}
PHONE = {"viewport": {"width": 390, "height": 700}, "has_touch": True, "is_mobile": True, "device_scale_factor": 1.5}


def evening(language, *, rounds):
    """The archive of a club evening, with as many of its rounds."""
    data = loads((ARCHIVES / "vereinsabend-konstanz.json").read_text("utf-8"))
    data |= {"name": NAMES[language.short], "language": language.short, "status": "running"}
    data["rounds"] = data["rounds"][:rounds]
    if not rounds:
        data["draw_seed"] = ""
    data["standings"] = []
    del data["status"]
    for player in data["players"][9:]:
        player["fee_paid"] = bool(rounds)
    tournament = restore(dumps(data).encode(), by=make_director()).tournament
    now = timezone.now()
    tournament.rounds.update(started_at=now - timedelta(minutes=20))
    return tournament


@pytest.fixture(params=LANGUAGES, ids=[language.short for language in LANGUAGES])
def language(request):
    with override(request.param.code):
        yield request.param


@pytest.fixture
def take(language, open_desk, open_page):
    """Opens an address and takes a picture of what is there."""

    def take_one(name, address, *, desk=True, then=lambda page: None, **options):
        page = (open_desk if desk else open_page)(**{**LAPTOP, "locale": language.code, **options})
        page.goto(address)
        then(page)
        folder = PICTURES / language.short
        folder.mkdir(parents=True, exist_ok=True)
        page.mouse.move(0, 0)
        picture = Image.open(BytesIO(page.screenshot(animations="disabled", caret="hide")))
        picture.quantize(COLOURS).save(folder / f"{name}.png", optimize=True)

    return take_one


def test_the_evening(take, language):
    before = evening(language, rounds=0)
    before.entries.filter(number__lte=11).update(is_here=True)
    take("new", reverse("create"))
    take("players", at(before, "desk_players"))
    take("owing", at(before, "owing"))
    take("draw", at(before, "desk_players"), then=go_on)

    running = evening(language, rounds=3)
    third = running.rounds.get(number=3)
    open_again(third, 3)
    take("round", at(running, "desk_round", 3))
    take("print", at(running, "files"))
    take("costs", at(running, "desk_costs"))
    take("why", at(running, "desk_round", 3), then=open_reasons)
    played = Pairing.objects.filter(round__number=1, round__tournament=running, second__isnull=False).first()
    take("correction", correction_address(running, played))
    phone = reverse("round", args=[running.slug, 3])
    take("phone", phone, desk=False, **PHONE)
    withdraw_entry(Pairing.objects.filter(round=third, outcome=Outcome.PENDING).first().second, by=make_director())
    take("leaving", at(running, "desk_round", 3))


def test_the_finals(take, language):
    running = evening(language, rounds=5)
    change_tournament(running, by=make_director(), finals_players=4, finals_third_place=True)
    draw_next_round(running)
    take("finals", at(running, "desk_round", 6))


def test_the_end(take, language):
    data = loads((ARCHIVES / "vereinsabend-konstanz.json").read_text("utf-8"))
    data |= {"name": NAMES[language.short], "language": language.short}
    closed = restore(dumps(data).encode(), by=make_director()).tournament
    take("closed", reverse("desk_standings", args=[closed.slug]))


def test_the_first_page(take):
    User.objects.all().delete()
    take("welcome", "/", desk=False)


def at(tournament, name, *values):
    return reverse(name, args=[tournament.slug, *values])


def correction_address(tournament, pairing):
    """What the preview is asked where the first player is said to have lost after all."""
    asked = {"seen": result_code(result_of(pairing)), "result": result_code(Result(Outcome.PLAYED, (2, 3)))}
    return f"{at(tournament, 'correction', pairing.pk)}?{urlencode(asked)}"


def open_again(round_: Round, tables: int) -> None:
    """The last tables are still playing."""
    Pairing.objects.filter(
        pk__in=list(round_.pairings.order_by("-table").values_list("pk", flat=True)[:tables])
    ).update(outcome=Outcome.PENDING.value, first_points=None, second_points=None)


def open_reasons(page):
    reasons = page.get_by_text(_("Why these pairings?"))
    reasons.click()
    reasons.evaluate("element => element.scrollIntoView()")


def go_on(page):
    page.locator("#next-action").click()
    page.wait_for_load_state("networkidle")
