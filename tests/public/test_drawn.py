"""Pages for everyone: drawn once for each version and language, and no more than what is new."""

import re
from gzip import decompress
from itertools import permutations

import pytest
from django.http import Http404
from django.template.loader import render_to_string
from django.utils.translation import override

from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of
from tournament.actions.players import change_entry
from tournament.actions.tournaments import change_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Pairing, Tournament
from tournament.public import pages as public
from tournament.public.drawn import ROW, drawn, drop_unchanged_rows, news, whole_page
from tournament.public.packed import pack
from tournament.public.parts import LivePart, Page

pytestmark = pytest.mark.django_db
PAGES = (
    (public.STANDINGS, {}),
    (public.ROUND, {"number": 1}),
    (public.ROUND_SHARE, {"number": 1}),
    (public.BRACKET, {}),
    (public.BRACKET_SHARE, {}),
    (public.ORDER, {}),
    (public.SHARE, {}),
    (public.PLAYER, {"number": 1}),
    (public.SEAT, {"number": 1}),
    (public.CROSSTABLE, {}),
    (public.COURSE, {}),
    (public.DRAW, {}),
    (public.DRAW_AFTER, {"after_round": 1}),
    (public.COSTS, {}),
    (public.WALL, {}),
)
LANGUAGES = {"de": "Runde", "en-gb": "Round"}


def current(tournament):
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.parametrize(("page", "values"), PAGES, ids=[page.name for page, _values in PAGES])
@pytest.mark.parametrize("order", list(permutations(LANGUAGES)))
def test_a_page_comes_in_the_language_asked_for_whoever_asked_before(page, values, order):
    tournament = make_tournament(entries=4, played=1, shows_costs=True)
    texts = {}
    for language in order:
        with override(language):
            texts[language] = [drawn(page, tournament, values).html, *_whole(page, tournament, values)]

    for language in order:
        with override(language):
            again = [drawn(page, tournament, values).html, *_whole(page, tournament, values)]
        assert again == texts[language]
    assert texts["de"] != texts["en-gb"]
    assert [f' lang="{code}"' in text for code, text in (("de", texts["de"][-1]), ("en-gb", texts["en-gb"][-1]))] == [
        page is not public.SEAT
    ] * 2


def _whole(page, tournament, values):
    """The page with its frame; a seat stands in other pages only."""
    return [] if page is public.SEAT else [whole_page(page, tournament, values).plain.decode()]


def test_what_goes_over_the_wire_is_the_page_compressed():
    packed = pack("Grüße")

    assert packed.plain == "Grüße".encode()
    assert decompress(packed.zipped) == packed.plain
    assert pack("Grüße").tag == packed.tag != pack("Grüsse").tag


def test_who_has_seen_a_version_gets_the_rows_that_are_new_and_knows_where_the_others_stand():
    tournament = make_tournament(entries=12, played=2)
    draw_next_round(tournament)
    tournament = current(tournament)
    pages = ((public.STANDINGS, {}), (public.ROUND, {"number": 3}), (public.ORDER, {}))
    for table, (page, values) in enumerate(pages, start=1):
        seen = drawn(page, tournament, values)
        enter_result(pairing_of(tournament, 3, table), Result(Outcome.PLAYED, (3, 0)))
        tournament = current(tournament)

        part = news(page, tournament, values, seen.edition).plain.decode()

        newest = drawn(page, tournament, values)
        assert _completed(part, seen.html) == f"<title>{newest.title}</title>{_heading(tournament)}{newest.html}"
        assert 0 < part.count("data-same") < len(ROW.findall(newest.html))


def _heading(tournament):
    return render_to_string("public/heading.html", {"tournament": tournament, "is_news": True})


def _completed(part, seen):
    """What a browser makes of the news: rows that are only named stay as they were seen."""
    rows = {row["id"]: row[0] for row in ROW.finditer(seen)}
    return re.sub(r'<(\w+) id="([\w-]+)" data-same></\1>', lambda named: rows[named[2]], part)


def test_who_has_seen_a_version_that_nobody_remembers_gets_everything():
    tournament = make_tournament(entries=4, played=1)

    parts = [news(public.STANDINGS, tournament, {}, seen).plain.decode() for seen in ("", "0", "x")]

    newest = drawn(public.STANDINGS, tournament, {})
    assert parts == [f"<title>{newest.title}</title>{_heading(tournament)}{newest.html}"] * 3


def test_rows_that_differ_in_a_letter_are_sent():
    seen = '<table><tr id="a"><td>1</td></tr><tr id="b"><td>2</td></tr></table>'

    assert drop_unchanged_rows(seen.replace("2", "3"), seen) == (
        '<table><tr id="a" data-same></tr><tr id="b"><td>3</td></tr></table>'
    )


def test_a_page_that_was_overtaken_while_it_was_drawn_is_of_the_version_that_it_shows():
    tournament = make_tournament(entries=2, played=1)
    names = []

    def part(drawn_of):
        names.append(drawn_of.entries.get(number=1).name)
        if len(names) == 1:
            change_entry(drawn_of.entries.get(number=1), by=make_director(), name="Zoë")
        return LivePart("public/rules.html", names[-1], {})

    named = Page("standings", part)
    page = drawn(named, tournament, {})

    assert (names, page.title) == (["Player 1", "Zoë"], "Zoë")
    assert page.edition == named.edition_of(current(tournament))


def test_what_is_not_there_is_looked_for_once_however_often_it_is_asked_for():
    tournament = make_tournament(entries=2)
    asked = []

    def part(drawn_of):
        asked.append(drawn_of)
        raise Http404

    for _ask in range(3):
        with pytest.raises(Http404):
            drawn(Page("standings", part), tournament, {})

    assert len(asked) == 1


@pytest.mark.parametrize(("page", "values"), PAGES, ids=[page.name for page, _values in PAGES])
def test_a_tournament_that_was_renamed_under_the_hand_has_its_new_name_in_every_part_of_a_page(page, values):
    read_before = current(make_tournament(entries=4, played=1, shows_costs=True))
    change_tournament(current(read_before), by=make_director(), name="Lake Open", venue="Lindau")

    overtaken, newest = (
        [news(page, tournament, values, "").plain.decode(), *_whole(page, tournament, values)]
        for tournament in (read_before, current(read_before))
    )

    assert overtaken == newest


@pytest.mark.costly
def test_a_result_among_two_hundred_players_costs_a_phone_less_than_five_kilobytes():
    tournament = make_tournament(entries=200, played=2)
    draw_next_round(tournament)
    open_tables = Pairing.objects.filter(round__tournament=tournament, round__number=3).order_by("table")
    for pairing in open_tables[:50]:
        enter_result(pairing, Result(Outcome.PLAYED, (3, 1)))
    tournament = current(tournament)
    pages = ((public.STANDINGS, {}), (public.ROUND, {"number": 3}), (public.SEAT, {"number": 7}))
    seen = [drawn(page, tournament, values).edition for page, values in pages]

    enter_result(pairing_of(tournament, 3, 60), Result(Outcome.PLAYED, (0, 3)))

    sizes = [
        len(news(page, current(tournament), values, version).zipped)
        for (page, values), version in zip(pages, seen, strict=True)
    ]
    assert max(sizes) < 5000
