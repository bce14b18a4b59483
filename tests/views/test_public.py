"""What everyone sees."""

import json
import re
from io import BytesIO
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override
from PIL import Image

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_member,
    make_tournament,
    pairing_of,
    play_round,
    player_token,
)
from tournament.actions.clubs import change_settings
from tournament.actions.permissions import Guest
from tournament.actions.persons import set_appearance
from tournament.actions.players import (
    NewPlayer,
    add_entries,
    ask_to_join,
    change_entry,
    return_entry,
    set_pause,
    withdraw_entry,
)
from tournament.actions.rounds import release_round
from tournament.actions.tournaments import change_tournament
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.machine.cache import clear_cache
from tournament.models import Entry, Tournament, Wish, Wished
from tournament.names import NOT_IN_PUBLIC
from tournament.pages.standings import crosstable_sheet, standings_sheet
from tournament.public.pages import STANDINGS, rows_in_standings
from tournament.queries.evening import evening_of, public_evening
from tournament.queries.standings import crosstable_page, place_of, standings_page

pytestmark = pytest.mark.django_db


def page(client, name, tournament, *values, **data):
    answer = client.get(reverse(name, args=[tournament.slug, *values]), data)
    assert answer.status_code == 200
    return answer


def words(answer):
    """What stands on the page, without the markup."""
    text = re.sub(r"(?s)<(script|style|head)\b.*?</\1>|<[^>]+>", " ", answer.content.decode())
    return " ".join(text.split())


def heading(answer):
    marked = re.search("(?s)<h1[^>]*>(.*?)</h1>", answer.content.decode())[1]
    return " ".join(re.sub("<[^>]+>", "", marked).split())


def listed(answer):
    """The start numbers of the rows, in their order."""
    return [int(number) for number in re.findall(r'data-number="(\d+)"', answer.content.decode())]


def test_the_drawing_names_a_hidden_player_in_the_language_of_each_reader(client):
    tournament = make_tournament(2, played=1)
    set_appearance(entry_of(tournament, 2), by=make_director(), wished=Wished(Wish.HIDDEN))

    names = {}
    for language in ("de", "en-gb"):
        with override(language):
            course = page(client, "course", tournament).context["course"]
        names[language] = {line.number: line.display_name for line in course.lines}[2]

    assert names == {"de": "Spieler 2", "en-gb": "Player 2"}


@pytest.mark.parametrize("name", ["standings", "crosstable", "course", "draw_check", "find", "standings_pdf"])
@pytest.mark.parametrize("entries", [0, 1])
def test_a_tournament_that_has_hardly_begun_has_its_pages(client, name, entries):
    page(client, name, make_tournament(entries=entries), **({"q": "Player"} if name == "find" else {}))


@pytest.mark.parametrize("played", [0, 1])
def test_everybody_is_on_the_first_page_however_many_they_are(client, played):
    tournament = make_tournament(entries=60, played=played)

    for asked in ({}, {"page": "2"}, {"sort": "-name"}):
        assert sorted(listed(page(client, "standings", tournament, **asked))) == list(range(1, 61))


def test_the_standings_say_how_far_the_evening_is(client):
    tournament = make_tournament(entries=4)
    headings = [heading(page(client, "standings", tournament))]
    round_ = draw_next_round(tournament)
    headings.append(heading(page(client, "standings", tournament)))
    play_round(round_)
    headings.append(heading(page(client, "standings", tournament)))
    Tournament.objects.update(is_closed=True, version=99)
    headings.append(heading(page(client, "standings", tournament)))

    assert headings == ["Players", "Tables: Round 1", "Standings after round 1", "Final standings"]


def test_a_result_is_on_the_standings_at_once(client, tournament):
    before = words(page(client, "standings", tournament))

    enter_result(pairing_of(tournament, 2, 2), Result(Outcome.PLAYED, (3, 0)))

    assert words(page(client, "standings", tournament)) != before


def test_a_round_shows_tables_results_and_the_bye(client):
    tournament = make_tournament(entries=5)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.FORFEIT, winner=2))

    answer = page(client, "round", tournament, 1)

    assert listed(answer) == [5, 2, 4, 3, 1]
    assert "1 Player 5 Player 2 −:+ 2 Player 4 Player 3 – – Player 1 bye" in words(answer)


def test_the_latest_and_the_earlier_rounds_are_there(client, tournament):
    assert [heading(page(client, "round", tournament, number)) for number in (1, 2)] == ["Round 1", "Round 2"]


@pytest.mark.parametrize("outcome", [Result(Outcome.PLAYED, (4, 1)), Result(Outcome.STOPPED, (1, 1)), DOUBLE_FORFEIT])
def test_a_player_s_page_is_there_whatever_happened(client, outcome):
    tournament = make_tournament(entries=3)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 1), outcome)
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    add_entries(tournament, by=make_director(), players=[NewPlayer("Late")])

    for number, name in enumerate(["Player 1", "Player 2", "Player 3", "Late"], start=1):
        assert heading(page(client, "player", tournament, number)) == name


def test_a_player_s_page_explains_the_place(client, tournament):
    answer = page(client, "player", tournament, 5)

    assert answer.context["reasons"] != ()
    assert all(reason in answer.content.decode() for reason in answer.context["reasons"])


def test_the_check_of_an_earlier_draw_leaves_out_latecomers(client):
    tournament = make_tournament(entries=3, played=1)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Late")])

    lots = [page(client, "draw_check_after", tournament, after).context["table"].data for after in (0, 1)]
    numbers = [sorted(entry.number for _lot, entry in listed) for listed in lots]

    assert numbers == [[1, 2, 3], [1, 2, 3, 4]]
    assert "for p in[1,2,3])" in page(client, "draw_check", tournament).context["command"]


def found(answer):
    rows = [(entry.name, pairing and pairing.table) for entry, pairing, *_more in answer.context["found"]]
    return rows, answer.context["more"]


def test_a_player_is_found_by_a_part_of_the_name_and_without_marks(client):
    names = ["Jörg Weiß", "Łukasz Ćwik", "Georg", "Anna"]
    tournament = make_tournament(players=[NewPlayer(name) for name in names])
    draw_next_round(tournament)

    assert found(page(client, "find", tournament, q="org")) == ([("Georg", 2), ("Jörg Weiß", 2)], 0)
    assert found(page(client, "find", tournament, q=" cwik ")) == ([("Łukasz Ćwik", 1)], 0)
    assert found(page(client, "find", tournament, q="WEISS")) == ([("Jörg Weiß", 2)], 0)
    assert found(page(client, "find", tournament, q="")) == ([], 0)
    assert found(page(client, "find", tournament, q="x")) == ([], 0)


def test_where_nobody_is_found_whoever_may_be_meant_is_asked_about_and_no_name_that_is_not_shown(client):
    names = ["Anna Keller", "Đorđe Petrović", "Hugo Geheim", "Karl Verborgen"]
    tournament = make_tournament(players=[NewPlayer(name) for name in names])
    for number, wish in ((3, Wish.ABBREVIATED), (4, Wish.HIDDEN)):
        set_appearance(entry_of(tournament, number), by=make_director(), wished=Wished(wish))

    meant = {
        typed: page(client, "find", tournament, q=typed).context["meant"]
        for typed in (
            "Kelelr",
            "Djordja",
            "Gehein",
            "Hugo Gehein",
            "Verborgn",
            "Hugp",
            "Keller",
        )
    }

    assert meant == {
        "Kelelr": ("Anna Keller",),
        "Djordja": ("Đorđe Petrović",),
        "Gehein": (),
        "Hugo Gehein": (),
        "Verborgn": (),
        "Hugp": ("Hugo G.",),
        "Keller": (),
    }
    shown = page(client, "find", tournament, q="Kelelr").content.decode()
    assert f'{reverse("find", args=[tournament.slug])}?q=Anna%20Keller"' in shown


def test_a_table_is_found_by_its_number_before_the_names_that_have_it(client):
    tournament = make_tournament(entries=6)
    draw_next_round(tournament)
    table = pairing_of(tournament, 1, 2)
    at_table = {table.first.name, table.second.name}

    for typed in ("2", "Table 2", " tisch 2"):
        names = [name for name, _table in found(page(client, "find", tournament, q=typed))[0]]
        assert set(names[:2]) == at_table
    assert found(page(client, "find", tournament, q="99")) == ([], 0)


def test_who_is_found_is_told_their_place_and_shown_in_the_list(client, tournament):
    _entry, _pairing, _left, place, in_list, _title = page(client, "find", tournament, q="player 5").context["found"][0]

    assert place == place_of(public_evening(tournament), 5)
    assert in_list == f"{reverse('standings', args=[tournament.slug])}#player-5"
    assert 'id="player-5"' in client.get(in_list).content.decode()


def test_a_row_in_a_later_part_of_the_standings_is_led_to_there():
    tournament = make_tournament(entries=202)

    assert rows_in_standings(public_evening(tournament), [202]) == {
        202: f"{reverse('standings', kwargs={'slug': tournament.slug, 'part': 2})}#player-202"
    }


def test_who_is_looked_for_is_looked_for_in_the_other_language_too(client):
    tournament = make_tournament(players=[NewPlayer("Jörg Weiß")])

    (_german, in_german, _is_this), *_others = page(client, "find", tournament, q="Weiß").context["in_languages"]

    assert in_german == f"/de/t/{tournament.slug}/find/?q=Wei%C3%9F"


def test_a_search_lists_names_that_begin_with_the_text_first_and_counts_the_rest(client):
    tournament = make_tournament(players=[NewPlayer("Van Ann"), *(NewPlayer(f"Anna {n}") for n in range(1, 10))])

    names, more = found(page(client, "find", tournament, q="ann"))

    assert (names[0], len(names), more) == (("Anna 1", None), 8, 2)


def test_a_player_is_found_by_the_name_they_appear_under(client):
    tournament = make_tournament(players=[NewPlayer("Anna")])
    Entry.objects.update(shown_as="Die Gräfin")

    assert found(page(client, "find", tournament, q="grafin")) == ([("Anna", None)], 0)
    assert found(page(client, "find", tournament, q="anna")) == ([], 0)
    assert "Anna" not in words(page(client, "standings", tournament))


def test_a_corrected_name_is_on_every_page_at_once(client, tournament):
    pages = [
        ("standings", ()),
        ("round", (2,)),
        ("player", (5,)),
        ("draw_check", ()),
        ("crosstable", ()),
        ("course", ()),
    ]
    for name, values in pages:
        page(client, name, tournament, *values)

    change_entry(entry_of(tournament, 5), by=make_director(), name="Zoë")

    assert ["Zoë" in words(page(client, name, tournament, *values)) for name, values in pages] == [True] * 6


def test_the_draw_can_be_checked_after_every_round(client, tournament):
    lots = [
        [entry.number for _lot, entry in page(client, "draw_check_after", tournament, k).context["table"].data]
        for k in (0, 1)
    ]

    assert lots[0] == [6, 5, 2, 4, 7, 3, 1]
    assert sorted(lots[1]) == [1, 2, 3, 4, 5, 6, 7]
    assert [entry.number for _lot, entry in page(client, "draw_check", tournament).context["table"].data] == lots[0]


QUERIES = {
    "standings": 4,
    "crosstable": 4,
    "course": 4,
    "round": 5,
    "player": 5,
    "draw_check": 4,
    "find": 4,
}


@pytest.mark.parametrize("entries", [4, 40])
def test_a_page_takes_as_many_queries_for_few_as_for_many(client, entries):
    tournament = make_tournament(entries=entries, played=1)

    asked = {}
    for name in QUERIES:
        clear_cache()
        with CaptureQueriesContext(connection) as queries:
            values = (1,) if name in ("round", "player") else ()
            page(client, name, tournament, *values, **({"q": "Player"} if name == "find" else {}))
        asked[name] = len(queries)

    assert asked == QUERIES


def test_a_tournament_that_the_rules_do_not_give_has_its_pages(client):
    values = json.loads(dump(make_tournament(entries=2, played=1)))
    values["rounds"].append({**values["rounds"][0], "number": 2})
    copy = restore(json.dumps(values).encode(), by=None).tournament

    assert heading(page(client, "round", copy, 2)) == "Round 2"
    assert heading(page(client, "player", copy, 1)) == "Player 1"
    assert page(client, "seat_live", copy, 1).context["pairing_reason"] == ""


@pytest.fixture
def with_a_hidden_round():
    """Five players; round 1 is played, round 2 paired but hidden."""
    made = make_tournament(entries=5, played=1)
    change_tournament(made, by=make_director(), hides_new_rounds=True)
    draw_next_round(made)
    return made


def test_the_director_prints_a_round_before_it_is_released(director, with_a_hidden_round):
    assert page(director, "pairings_pdf", with_a_hidden_round, 2)["Content-Type"] == "application/pdf"


def test_what_buchholz_is_added_up_from_stands_on_the_player_s_page(client):
    tournament = make_tournament(entries=4, played=2)

    assert "Buchholz 0 + 2 = 2: the match wins" in words(page(client, "player", tournament, 1))


def test_who_sits_where_is_on_every_player_s_own_page(client, tournament):
    for number, other in ((5, 2), (2, 5)):
        assert f"Player {number} Round 2 · against Player {other} " in words(page(client, "player", tournament, number))


def test_a_player_s_page_tells_the_result_from_their_side(client):
    tournament = make_tournament(entries=2)
    round_ = draw_next_round(tournament)
    play_round(round_, [(3, 1)])
    pairing = round_.pairings.get()

    lines = [words(page(client, "player", tournament, entry.number)) for entry in (pairing.first, pairing.second)]

    assert [re.search(r"against Player \d · (\S+)", line)[1] for line in lines] == ["3:1", "1:3"]


def test_the_page_of_who_has_the_bye_says_so(client):
    tournament = make_tournament(entries=3)
    draw_next_round(tournament)

    assert "Player 1 Round 1 · bye: counts as a win" in words(page(client, "player", tournament, 1))


def says_that_player_4_has_left(client, director, tournament):
    """By page and paper, whether that is said there."""
    public = {name: words(page(client, name, tournament)) for name in ("standings", "crosstable", "wall")}
    public |= {"player": words(page(client, "player", tournament, 4))}
    public |= {"share": words(page(client, "share", tournament))}
    public |= {"find": words(page(client, "find", tournament, q="Player 4"))}
    desk = {name: words(page(director, name, tournament)) for name in ("desk_standings", "desk_players")}
    desk |= {"desk_round": words(page(director, "desk_round", tournament, 2))}
    papers = {
        "standings paper": " ".join(standings_sheet(tournament, standings_page(evening_of(tournament))).notes),
        "cross table paper": " ".join(crosstable_sheet(tournament, crosstable_page(evening_of(tournament))).notes),
    }
    said = {**public, **desk, **papers}
    return {where: re.findall("has left|left after round 1", text) for where, text in said.items()}


def test_who_has_left_is_said_to_have_left_everywhere_and_after_a_return_nowhere(client, director):
    tournament = make_tournament(entries=6)
    play_round(draw_next_round(tournament))
    withdraw_entry(entry_of(tournament, 4), by=make_director())
    play_round(draw_next_round(tournament))
    tournament.refresh_from_db()
    gone = says_that_player_4_has_left(client, director, tournament)

    return_entry(entry_of(tournament, 4), by=make_director())
    tournament.refresh_from_db()
    back = says_that_player_4_has_left(client, director, tournament)

    # On their own page once as the heading's and once for the running round.
    often = {"player": ["has left"] * 2, "desk_round": ["left after round 1"]}
    assert gone == {where: often.get(where, ["has left"]) for where in gone}
    assert back == {where: [] for where in gone}


def test_who_waits_for_the_draw_and_who_has_left_have_no_table(client):
    tournament = make_tournament(entries=4)
    waiting = words(page(client, "player", tournament, 4))
    play_round(draw_next_round(tournament))
    withdraw_entry(entry_of(tournament, 4), by=make_director())
    draw_next_round(tournament)

    assert "Player 4 on the list; round 1 has not been drawn yet" in waiting
    assert "Player 4 Round 2 · has left" in words(page(client, "player", tournament, 4))


def test_the_part_that_a_phone_shows_of_its_player_is_the_one_on_their_page(client, tournament):
    part = page(client, "seat_live", tournament, 5).content.decode().partition("<section")[2]

    assert part.strip().removesuffix("</section>").strip() in page(client, "player", tournament, 5).content.decode()


def test_before_the_first_result_nobody_has_a_place(client):
    tournament = make_tournament(players=[NewPlayer(name) for name in ("Zoë", "Anna", "Bo", "Cem")])
    draw_next_round(tournament)
    before = page(client, "standings", tournament)
    enter_result(pairing_of(tournament, 1, 1), Result(Outcome.PLAYED, (3, 0)))

    assert (heading(before), listed(before)) == ("Tables: Round 1", [2, 3, 4, 1])
    assert "Place" not in words(before)
    assert heading(page(client, "standings", tournament)) == "Round 1 in progress"


@pytest.mark.parametrize("comes_late", [False, True])
def test_before_the_first_result_who_does_not_play_stands_among_the_others_without_a_table(client, comes_late):
    tournament = make_tournament(entries=4 if comes_late else 5)
    if not comes_late:
        set_pause(entry_of(tournament, 5), by=make_director(), round_number=1, pauses=True)
    draw_next_round(tournament)
    if comes_late:
        add_entries(tournament, by=make_director(), players=[NewPlayer("Player 5")])

    answer = page(client, "standings", tournament)

    row = re.search(r'(?s)<tr[^>]* id="player-5"[^>]*>(.*?)</tr>', answer.content.decode())[1]
    assert listed(answer) == [1, 2, 3, 4, 5]
    assert re.sub("<[^>]+>", " ", row).split() == ["Player", "5", "–"]


def test_a_seat_is_that_of_the_round_before_until_the_next_is_released(client, with_a_hidden_round):
    hidden = with_a_hidden_round
    bye = pairing_of(hidden, 2, None).first.number
    seats = [page(client, "player", hidden, bye).context["pairing"].is_bye]

    release_round(hidden, by=make_director(), number=2)

    seats.append(page(client, "player", hidden, bye).context["pairing"].is_bye)
    assert seats == [False, True]


def test_who_has_to_wait_for_a_board_reads_it_on_their_page(client):
    tournament = make_tournament(entries=4, boards=1)
    draw_next_round(tournament)
    first = [pairing_of(tournament, 1, table).first.number for table in (1, 2)]

    said = ["as soon as a board is free" in words(page(client, "player", tournament, number)) for number in first]

    assert said == [False, True]
    assert words(page(client, "round", tournament, 1)).count("later") == 1


def test_the_standings_say_who_can_still_win_and_a_page_beside_them_why_the_order_is_so(client):
    tournament = make_tournament(entries=4, played=1, planned_rounds=2)
    draw_next_round(tournament)

    assert "Player 2 wins the tournament with any win." in words(page(client, "standings", tournament))
    assert re.findall("<li[^>]*>(.*)</li>", page(client, "order", tournament).content.decode())[0] == (
        "Player 2 is ahead of Player 1 (2nd): level on match wins, point difference +2 against +1."
    )


def test_standings_and_rounds_can_be_shared_as_text(client, tournament):
    texts = [page(client, name, tournament, *values) for name, values in (("share", ()), ("round_share", (2,)))]

    for answer, line in zip(texts, ("Bodensee Open · Standings after round 2", "Bodensee Open · Round 2"), strict=True):
        assert re.search(r"<textarea[^>]*>(.*)", answer.content.decode())[1] == line


def test_a_hidden_round_says_nothing_to_anybody(client, with_a_hidden_round):
    hidden = with_a_hidden_round
    gone = [("round", 2), ("round_share", 2), ("pairings_pdf", 2), ("pairings_by_name_pdf", 2), ("draw_check_after", 2)]

    context = page(client, "standings", hidden).context
    assert (context["last_round"].number, context["ranking"].after_round) == (1, 1)
    assert context["ranking"].is_provisional is False
    assert list(page(client, "round", hidden, 1).context["round_numbers"]) == [1]
    assert page(client, "crosstable", hidden).context["crossed"].after_round == 1
    assert page(client, "course", hidden).context["course"].rounds == 1
    assert [row.round_number for row in page(client, "player", hidden, 1).context["path"]] == [1]
    found = [client.get(reverse(name, args=[hidden.slug, number])).status_code for name, number in gone]
    assert found == [404] * 5


def test_a_poll_with_the_latest_edition_takes_one_query_and_is_empty(client, tournament, django_assert_num_queries):
    address = reverse("standings_live", args=[tournament.slug])

    with django_assert_num_queries(1):
        answer = client.get(address, {"v": STANDINGS.edition_of(tournament)})

    assert (answer.status_code, answer.content) == (204, b"")


def test_a_page_drawn_already_takes_one_query(client, tournament, django_assert_num_queries):
    before = page(client, "standings", tournament)

    with django_assert_num_queries(1):
        assert page(client, "standings", tournament).content == before.content


def test_a_page_whose_round_was_removed_meanwhile_leads_to_the_standings(client, tournament):
    answer = client.get(reverse("round_live", args=[tournament.slug, 3]), {"v": "1"})

    assert answer["HX-Redirect"] == reverse("standings", args=[tournament.slug])


def test_a_browser_that_has_the_bytes_is_sent_none(client, tournament):
    address = reverse("standings", args=[tournament.slug])
    tag = client.get(address)["ETag"]

    again = [client.get(address, headers={"if-none-match": held}) for held in (tag, 'W/"another"')]

    assert [(answer.status_code, len(answer.content) > 0) for answer in again] == [(304, False), (200, True)]


@pytest.mark.parametrize("language", ["de", "en-gb"])
def test_every_page_is_called_differently(client, tournament, language):
    beginning = make_tournament(2, opens_joining=True)
    asked = uuid4()
    ask_to_join(beginning, by=Guest("Zoë"), request_key=asked, name="Zoë", club="")
    pages = [
        ("ask_to_join", beginning, ()),
        ("asked", beginning, (asked.hex,)),
        ("standings", beginning, ()),
        *(
            (name, tournament, ())
            for name in ("standings", "order", "share", "crosstable", "course", "draw_check", "costs", "wall", "find")
        ),
        *((name, tournament, (number,)) for name in ("round", "round_share", "draw_check_after") for number in (1, 2)),
        *(("player", tournament, (number,)) for number in range(1, 8)),
    ]

    with override(language):
        titles = [
            re.search("(?s)<title>(.*?)</title>", page(client, name, shown, *values).content.decode())[1]
            for name, shown, values in pages
        ]

    assert len(set(titles)) == len(pages) == 25
    assert all(title.endswith(" · Bodensee Open") for title in titles)


@pytest.mark.parametrize("address", ["/en/t/nowhere/", "/nowhere/", "/en/c/nowhere/"])
def test_a_page_that_is_not_there_gives_a_guest_no_cookie(client, address):
    answer = client.get(address, follow=True)

    assert (answer.status_code, dict(answer.cookies)) == (404, {})


def test_a_form_that_came_without_its_cookie_gives_a_guest_none():
    answer = Client(enforce_csrf_checks=True).post(reverse("login"), {"username": "Ada", "password": "guessed"})

    assert (answer.status_code, dict(answer.cookies)) == (403, {})


def shared_link(answer):
    """What a messenger shows of a link: title, words and picture."""
    shown = answer.content.decode()
    return tuple(re.findall(r'<meta property="og:(?:title|description|image)" content="([^"]*)">', shown))


def told_of_link(page):
    """What a page tells messengers about itself, by the name of the property."""
    return dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', page.content.decode()))


def test_a_shared_link_names_its_address_and_a_picture_that_is_there(client, tournament):
    told = told_of_link(client.get(reverse("standings", args=[tournament.slug])))
    picture = client.get(told["og:image"].removeprefix("http://club.example"))
    shown = Image.open(BytesIO(picture.content))

    assert told["og:url"] == f"http://club.example/en/t/{tournament.slug}/"
    assert told["og:image:alt"] == "Standings · Bodensee Open"
    assert (told["og:image:width"], told["og:image:height"]) == tuple(map(str, shown.size))
    assert (picture["Content-Type"], picture["Cache-Control"]) == ("image/png", "public, max-age=0, s-maxage=1")


def test_a_picture_has_another_address_once_its_page_says_something_else(client, tournament):
    def address():
        return told_of_link(client.get(reverse("round", args=[tournament.slug, 2])))["og:image"]

    before = address()
    as_before = address()
    enter_result(pairing_of(tournament, 2, 2), Result(Outcome.PLAYED, (3, 1)))

    assert (as_before, address() != before) == (before, True)


def test_a_picture_has_the_name_of_the_club_as_it_is_now(client, tournament):
    address = reverse("standings_card", args=[tournament.slug])
    before = client.get(address).content

    change_settings(tournament.club, by=make_member("ada"), name="BC Ulm", place="")

    assert client.get(address).content != before


def test_a_shared_link_says_what_it_leads_to_in_the_language_of_its_address(client, tournament):
    tournament.club.name = "BC Konstanz"
    tournament.club.place = "Konstanz"
    tournament.club.save()
    links = {
        "standings": (tournament.slug,),
        "round": (tournament.slug, 2),
        "player": (tournament.slug, 5),
        "club": (tournament.club.slug,),
    }
    told = {}
    for language in ("en", "de"):
        with override(language):
            told[language] = [shared_link(client.get(reverse(name, args=values))) for name, values in links.items()]
    pictures = {picture for links in told.values() for _title, _words, picture in links}
    player = entry_of(tournament, 5)

    assert {re.sub(r"\?v=[\w-]+$", "", picture) for picture in pictures} == {
        f"http://club.example/{language}/{page}card.png"
        for language in ("en", "de")
        for page in (
            f"t/{tournament.slug}/",
            f"t/{tournament.slug}/rounds/2/",
            f"t/{tournament.slug}/players/5/",
            f"c/{tournament.club.slug}/",
        )
    }
    assert [one[:2] for one in told["en"]] == [
        ("Standings · Bodensee Open", "Backgammon tournament · 20 Nov 2026 · Konstanz · 7 players"),
        ("Round 2 · Bodensee Open", "Backgammon tournament · 20 Nov 2026 · Konstanz · 1 of 3 tables done"),
        (
            f"{player.display_name} · Bodensee Open",
            "Backgammon tournament · 20 Nov 2026 · Konstanz · 7th of 7 so far",
        ),
        ("BC Konstanz", "Backgammon club · Konstanz"),
    ]
    assert [one[:2] for one in told["de"]] == [
        ("Rangliste · Bodensee Open", "Backgammon-Turnier · 20. November 2026 · Konstanz · 7 Spieler"),
        ("Runde 2 · Bodensee Open", "Backgammon-Turnier · 20. November 2026 · Konstanz · 1 von 3 Tischen fertig"),
        (
            f"{player.display_name} · Bodensee Open",
            "Backgammon-Turnier · 20. November 2026 · Konstanz · bisher 7. von 7",
        ),
        ("BC Konstanz", "Backgammon-Verein · Konstanz"),
    ]


def test_a_shared_link_says_nothing_of_a_hidden_name_a_private_page_or_a_search(client, tournament):
    hidden, named = entry_of(tournament, 4), entry_of(tournament, 5)
    Entry.objects.filter(pk=hidden.pk).update(shown_as=NOT_IN_PUBLIC)
    private = reverse("my_match", args=[tournament.slug, named.number, player_token(named)])
    answers = [
        page(client, "player", tournament, hidden.number),
        client.get(private),
        client.get(f"{private}sheet/"),
        page(client, "find", tournament, q="5"),
    ]

    assert [shared_link(answer) for answer in answers] == [()] * 4
