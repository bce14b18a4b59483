"""Names on phones: each word of them stands whole in its line."""

import re
from datetime import date

import pytest
from django.conf import settings
from django.db.models import F
from django.urls import reverse

from tests.browser.steps import is_there
from tests.factories import (
    draw_next_round,
    enter_result,
    make_director,
    make_member,
    make_tournament,
    only_club,
    pairing_of,
    play_round,
    say_words,
)
from tournament.actions.clubs import change_ratings, change_settings
from tournament.actions.players import NewPlayer
from tournament.actions.seasons import set_up_season
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Tournament
from tournament.queries.players import player_link

NAMES = (
    "Konstantinos Alexandropoulos",
    "Maximiliane Schillingsfürst",
    "Wolfgang Schwarzenbacher",
    "Annegret Müller-Lüdenscheidt",
    "Bartholomäus Wolkenstein",
    "Christiane Feuchtwangerin",
    "Friedrich-Wilhelm Mommsenhauer",
    "Lukas Hoffmann",
)
IN_GREEK = (
    "Κωνσταντίνος Οικονομόπουλος",
    "Παναγιώτης Χατζηπαναγιώτου",
    "Αικατερίνη Δημητρακοπούλου",
    "Ευάγγελος Παπακωνσταντίνου",
)
# Of every text the words and numbers that stand in more than one line: between two letters of them there is a break.
BROKEN = """() => {
    const broken = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!text.parentElement.checkVisibility() || text.parentElement.closest("script, .visually-hidden")) continue;
        for (const word of text.data.matchAll(/[\\p{L}\\p{M}\\p{N}]{2,}/gu)) {
            const range = new Range();
            range.setStart(text, word.index);
            range.setEnd(text, word.index + word[0].length);
            const boxes = [...range.getClientRects()].filter((one) => one.width);
            if (new Set(boxes.map((one) => Math.round(one.top))).size > 1) broken.push(word[0]);
        }
    }
    return broken;
}"""


@pytest.fixture
def evening(live_server):
    """The second of a season, the first of which is over; in its second round a match is kept on a score sheet."""
    make_member("director")
    players = [NewPlayer(name, "Backgammonfreunde Friedrichshafen") for name in NAMES]
    over = make_tournament(players=players, planned_rounds=1, name="Herbstturnier", date=date(2026, 11, 13))
    play_round(draw_next_round(over))
    close_tournament(Tournament.objects.get(pk=over.pk), by=make_director())
    made = make_tournament(players=players, match_length=5, cube=True, planned_rounds=3)
    play_round(draw_next_round(made), [(5, 3), (5, 4), (3, 5), (5, 0)])
    draw_next_round(made)
    say_words(pairing_of(made, 2, 1), "0-won-single 1-won-single 0-double 1-take 0-won-single")
    enter_result(pairing_of(made, 2, 2), Result(Outcome.PLAYED, (5, 3)))
    club = change_settings(only_club(), by=make_director(), name="Backgammonclub Ulm", place="Ulm")
    change_ratings(club, by=make_director(), rates=True, rating_start=1500, rating_ramp="fibs", rates_stopped=False)
    set_up_season(club, by=make_director(), name="Saison", begins=date(2026, 1, 1), ends=date(2026, 12, 31))
    return Tournament.objects.get(pk=made.pk)


def addresses(evening):
    slug, match = evening.slug, pairing_of(evening, 2, 1)
    own, person = player_link(match.first).removeprefix(settings.PUBLIC_URL), match.first.person_id
    club, season = [only_club().slug], [only_club().slug, "saison"]
    return [
        *(reverse(name, args=[slug]) for name in ("standings", "order", "crosstable", "course")),
        *(reverse("round", args=[slug, number]) for number in (1, 2)),
        *(reverse("player", args=[slug, number]) for number in (1, 2)),
        f"{reverse('find', args=[slug])}?q=schwarz",
        reverse("desk_sheet", args=[slug, match.pk]),
        own,
        f"{own}sheet/",
        *(reverse(name, args=club) for name in ("club", "evenings", "ratings")),
        *(reverse(name, args=season) for name in ("season", "season_course", "season_order")),
        reverse("club_player", args=[*club, person]),
    ]


@pytest.mark.measures
@pytest.mark.widest
@pytest.mark.parametrize("locale", ["de-DE", "en-GB"])
def test_no_name_breaks_inside_a_word_on_the_smallest_phone(open_desk, evening, locale):
    page = open_desk(viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True, locale=locale)
    found = {}
    for address in addresses(evening):
        page.goto(re.sub("^/en/", f"/{locale[:2]}/", address))
        is_there(page)
        if broken := page.evaluate(BROKEN):
            found[address] = broken

    assert found == {}


@pytest.mark.measures
@pytest.mark.parametrize("width", [320, 360, 390])
def test_no_greek_name_and_no_number_of_a_table_breaks_on_a_phone(open_desk, live_server, width):
    evening = make_tournament(players=[NewPlayer(name) for name in IN_GREEK], played=1)
    round_ = draw_next_round(evening)
    round_.pairings.update(table=F("table") + 99)
    enter_result(pairing_of(evening, 2, 100), Result(Outcome.PLAYED, (3, 1)))
    page = open_desk(viewport={"width": width, "height": 700}, has_touch=True, is_mobile=True, locale="de-DE")
    found = {}
    for name, more in (("desk_round", [2]), ("desk_players", []), ("standings", []), ("round", [2])):
        page.goto(reverse(name, args=[evening.slug, *more]))
        is_there(page)
        if broken := page.evaluate(BROKEN):
            found[name] = broken

    assert found == {}


# In the letters that the browser chooses: in DejaVu Sans, which are a tenth wider, the longest words break.
@pytest.mark.parametrize("width", [820, 1024, 1280])
def test_no_name_breaks_inside_a_word_in_a_bracket_and_its_consolation(open_desk, live_server, width):
    longest = "Maximiliane Oberhuber-Breitschwerdt"
    players = [NewPlayer(name) for name in (*NAMES, *IN_GREEK[2:], longest, "Νικόλαος Παπαδόπουλος", "Al", "Bo", "Cy")]
    evening = make_tournament(players=players, played=1, planned_rounds=0, finals_players=16, finals_second="losers")
    draw_next_round(evening)
    page = open_desk(viewport={"width": width, "height": 800}, locale="de-DE")
    found = {}
    for name, more in (("desk_round", [2]), ("standings", []), ("bracket", [])):
        page.goto(reverse(name, args=[evening.slug, *more]))
        is_there(page)
        if broken := page.evaluate(BROKEN):
            found[name] = broken

    assert found == {}
