"""The director's round."""

import re
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    log_in,
    make_co_director,
    make_director,
    make_helper,
    make_tournament,
    pairing_of,
    play_round,
    stored_rows,
)
from tests.views.conftest import logged_in, on_one_line, sentence
from tournament.actions.players import NewPlayer, add_entries, keep_apart, set_here, set_pause, withdraw_entry
from tournament.actions.results import record_result
from tournament.actions.rounds import remove_round
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.terms import Outcome
from tournament.machine.cache import bytes_held, clear_cache
from tournament.matches.formats import OFFERS
from tournament.models import JournalLine, Pairing, Round, Tournament
from tournament.queries.editions import Shows, edition_of
from tournament.queries.evening import record_of
from tournament.queries.record import result_of
from tournament.queries.rounds.seating import stored_pairs
from tournament.snapshots.kept import kept_snapshots

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
OPEN = "pending///"
WIN, OTHER_WIN = Result(Outcome.PLAYED, (3, 1)), Result(Outcome.PLAYED, (1, 3))


def send(browser, pairing, seen=OPEN, headers=None, **data):
    slug = pairing.round.tournament.slug
    return browser.post(reverse("result", args=[slug, pairing.pk]), {"seen": seen, **data}, headers=headers)


def draw(browser, tournament, **data):
    return browser.post(reverse("draw", args=[tournament.slug]), {"draw_seed": ""} | data, follow=True)


def show(browser, tournament, number):
    return browser.get(reverse("desk_round", args=[tournament.slug, number]))


def said(answer):
    return [str(message) for message in answer.context["messages"]]


def problem(answer):
    return re.search('(?s)class="problem[^>]*>(.*?)</p>', answer.content.decode())[1]


@pytest.fixture
def table(tournament):
    """Table 2 of the running round, still open."""
    return pairing_of(tournament, 2, 2)


@pytest.mark.parametrize(
    ("data", "result"),
    [
        ({"result": "played/3/1/"}, WIN),
        ({"typed": "3 1"}, WIN),
        ({"result": "double_forfeit///"}, DOUBLE_FORFEIT),
        ({"gave_up": "first", "points": "2"}, Result(Outcome.PLAYED, (2, 3))),
        ({"stopped_first": "1", "stopped_second": "1"}, Result(Outcome.STOPPED, (1, 1))),
    ],
)
def test_a_result_is_entered_and_the_round_shown_again(director, tournament, table, data, result):
    answer = send(director, table, **data)

    assert (answer.status_code, answer["Location"]) == (302, reverse("desk_round", args=[tournament.slug, 2]))
    assert result_of(pairing_of(tournament, 2, 2)) == result


def enter_in_place(browser, table, **data):
    """A result entered on a page that shows the newest version."""
    seen = edition_of(Tournament.objects.get(), Shows.GAMES)
    return send(browser, table, headers=HTMX, v=seen, **data)


def parts(answer):
    """The parts of a page that the answer brings anew."""
    page = answer.content.decode()
    return {re.search('id="([^"]+)"', tag)[1] for tag in re.findall("<[^>]*hx-swap-oob[^>]*>", page)}


def test_in_place_only_what_the_result_has_changed_comes_back(director, tournament, table):
    tournament.rounds.update(started_at=None)

    answer = enter_in_place(director, table, result=f"forfeit///{table.first.number}")

    around = {"version", "next-step", "round-lead", "round-notices", "reported", "foot"}
    assert (answer.status_code, answer["HX-Reswap"]) == (200, "none")
    assert parts(answer) == {*around, f"pairing-{table.pk}"}
    tournament.refresh_from_db()
    assert f'id="version" name="v" value="{edition_of(tournament, Shows.GAMES)}"' in answer.content.decode()


def test_what_was_read_for_the_answer_is_not_read_again_for_everyone(director, tournament, table, client):
    enter_in_place(director, table, result=f"forfeit///{table.first.number}")

    with CaptureQueriesContext(connection) as asked:
        news = client.get(f"/en/t/{tournament.slug}/rounds/2/live/")

    assert news.status_code == 200
    assert [query["sql"] for query in asked if f'FROM "{Round._meta.db_table}"' in query["sql"]] == []


def looked_at(director, tournament, number=2):
    """The edition that a page of the round shows."""
    page = director.get(reverse("desk_round", args=[tournament.slug, number])).content.decode()
    return re.search('name="v" value="([^"]+)"', page)[1]


def test_the_results_of_others_meanwhile_come_back_with_the_own_one(director, tournament, table):
    seen, other = looked_at(director, tournament), pairing_of(tournament, 2, 3)
    enter_result(other, WIN)

    answer = send(director, table, headers=HTMX, v=seen, result=f"forfeit///{table.first.number}")

    assert {f"pairing-{table.pk}", f"pairing-{other.pk}"} == {part for part in parts(answer) if "pairing" in part}
    assert answer["HX-Reswap"] == "none"


def test_the_whole_round_comes_back_where_others_have_done_anything_else(director, tournament, table):
    seen, other = looked_at(director, tournament), pairing_of(tournament, 2, 3)
    enter_result(other, WIN)
    record_result(other, by=make_director(), expected=WIN, result=OTHER_WIN)

    answer = send(director, table, headers=HTMX, v=seen, result=f"forfeit///{table.first.number}")

    assert ("HX-Reswap" in answer, len(rows_of(answer))) == (False, len(answer.context["pairings"].rows))


@pytest.mark.parametrize(
    ("seen", "data"), [("{0.version}-of-a-history-cut-off", {"typed": "3 1"}), (None, {"result": OPEN})]
)
def test_the_whole_round_comes_back_to_an_old_page_and_where_a_table_is_open_again(director, tournament, seen, data):
    table_1 = pairing_of(tournament, 2, 1)

    shown = seen.format(tournament) if seen else edition_of(tournament, Shows.GAMES)

    answer = send(director, table_1, seen="played/3/1/", headers=HTMX, v=shown, since=0, **data)

    assert [row.key for row in answer.context["pairings"].rows] == [int(key) for key in rows_of(answer)]


def rows_of(answer):
    return re.findall('id="pairing-([0-9]+)"', answer.content.decode())


def test_at_100_tables_a_result_is_answered_in_less_than_10_kb(director):
    tournament = make_tournament(200, players=[NewPlayer(f"Maximiliane von Hohenlohe {n}") for n in range(200)])
    draw_next_round(tournament)

    answer = enter_in_place(director, pairing_of(tournament, 1, 57), typed="3 1")

    assert len(answer.content) < 10_000


@pytest.mark.parametrize(
    ("typed", "refused"),
    [
        ("2 3 1", None),
        (" 2  3:1", None),
        ("2 31", None),
        ("57", sentence("no_such_table", round=2, table=57)),
        ("anna", sentence("table_and_score_not_understood")),
        ("3 1", sentence("table_and_score_not_understood")),
        ("57 3 1", sentence("no_such_table", round=2, table=57)),
        ("2 5 1", sentence("score_too_high", first=5, second=1, length=3, highest=4)),
        ("1 1 3", sentence("result_entered_meanwhile", result={"outcome": "played", "score": (3, 1)})),
    ],
)
def test_a_result_is_entered_by_its_table_or_refused(director, tournament, typed, refused):
    address = reverse("result_by_table", args=[tournament.slug, 2])
    answer = director.post(address, {"typed": typed}, headers=HTMX if refused else {})

    assert (answer.status_code, answer.content.decode()) == ((422, refused) if refused else (302, ""))
    assert result_of(pairing_of(tournament, 2, 2)) == (PENDING if refused else WIN)


def type_at(browser, page, typed):
    """Send what is typed, with the table that this page has named."""
    form = page.content.decode().partition('id="type-in"')[2].partition("</form>")[0]
    named = {name: re.search(f'name="{name}" value="([^"]*)"', form)[1] for name in ("match", "seen")}
    return browser.post(re.search('action="([^"]+)"', form)[1], {"typed": typed, **named})


def test_a_score_is_that_of_the_table_that_the_page_has_named(director, tournament, table):
    page = show(director, tournament, 2)
    assert page.context["named"].row.table == 2
    record_result(pairing_of(tournament, 2, 2), by=make_director(), expected=PENDING, result=OTHER_WIN)

    late = type_at(director, page, "3 1")
    answer = type_at(director, show(director, tournament, 2), "3 1")

    assert problem(late) == sentence("result_entered_meanwhile", result={"outcome": "played", "score": (1, 3)})
    assert (answer.status_code, result_of(pairing_of(tournament, 2, 3))) == (302, WIN)


def test_a_score_for_a_table_that_was_paired_anew_is_refused(director, tournament):
    page = show(director, tournament, 2)
    Pairing.objects.filter(pk=page.context["named"].row.key).delete()

    assert problem(type_at(director, page, "3 1")) == sentence("pairings_changed_meanwhile")


def test_what_is_refused_for_the_named_table_is_put_right_at_that_table(director, tournament):
    third = director.get(type_at(director, show(director, tournament, 2), "3")["Location"])

    refused = type_at(director, third, "3 9")
    assert (refused.status_code, refused.context["named"].row.table, refused.context["typed"]) == (422, 3, "3 9")
    type_at(director, refused, "3 1")

    assert [result_of(pairing_of(tournament, 2, table)) for table in (2, 3)] == [PENDING, WIN]


def test_a_number_alone_names_the_table_and_a_score_the_next_one(director, tournament):
    again = director.get(type_at(director, show(director, tournament, 2), "3")["Location"])
    assert again.context["named"].row.table == 3

    first = director.get(type_at(director, again, "0 3")["Location"])
    assert first.context["named"].row.table == 2
    assert [result_of(pairing_of(tournament, 2, table)).score for table in (2, 3)] == [None, (0, 3)]


def finished_before(tournament, opened, tables):
    Pairing.objects.filter(round__tournament=tournament, table__in=tables).update(
        finished_at=opened - timedelta(minutes=1)
    )


@pytest.mark.parametrize(
    ("entries", "asked", "is_on"), [(40, "", False), (42, "", True), (40, "open", True), (42, "all", False)]
)
def test_finished_tables_are_hidden_if_there_are_many_or_if_it_is_asked_for(director, entries, asked, is_on):
    tournament = make_tournament(entries=entries)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 1, 2), WIN)
    finished_before(tournament, timezone.now(), [2])
    address = reverse("desk_round", args=[tournament.slug, 1])

    answer = director.get(address, {"tables": asked})

    assert [row.row.table for row in answer.context["rows"]] == list(range(1, entries // 2 + 1))
    assert [row.row.table for row in answer.context["rows"] if row.has_settled] == [2]
    assert (answer.context["shows_only_open"], "only-open-ones" in answer.content.decode()) == (is_on, is_on)


def test_what_is_finished_while_a_page_stands_stays_there(director, tournament):
    finished_before(tournament, timezone.now(), [1])
    opened = show(director, tournament, 2)
    enter_result(pairing_of(tournament, 2, 2), WIN)
    since = opened.context["since"]
    Pairing.objects.filter(round__number=2, table=2).update(finished_at=datetime.fromtimestamp(since + 1, UTC))

    address = reverse("desk_round", args=[tournament.slug, 2])
    renewed = director.get(address, {"since": since, "v": "0"}, headers=HTMX)
    later = director.get(address, {"since": since + 5})

    settled = [[row.row.table for row in answer.context["rows"] if row.has_settled] for answer in (renewed, later)]
    assert settled == [[1], [1, 2]]


def in_place_of_the_field(answer):
    """The names of the buttons that stand where the field was."""
    part = answer.content.decode().partition('class="all-in"')[2].partition("</div>")[0]
    return [" ".join(text.split()) for text in re.findall('(?s)class="btn[^>]*>(.*?)<(?:/a|/button|kbd)', part)]


def test_once_all_results_are_in_what_comes_next_stands_where_the_field_was(director):
    tournament = make_tournament(entries=4, planned_rounds=2)
    found = []
    for number in (1, 2):
        round_ = draw_next_round(tournament)
        found.append(in_place_of_the_field(show(director, tournament, number)))
        play_round(round_)
        found.append(in_place_of_the_field(show(director, tournament, number)))

    last = ["Print final standings", "Prizes", "Close the tournament", "Play finals"]
    assert found == [[], ["Pair round 2", "Pair and print"], [], last]


def test_every_button_of_the_page_enters_what_it_says(director, tournament, table):
    page = show(director, tournament, 2).content.decode()
    row = page.partition(f'id="pairing-{table.pk}"')[2].partition("</section>")[0]
    seen = re.search('name="seen" value="([^"]*)"', row)[1]

    for code in re.findall('name="result" value="([^"]*)"', row):
        assert send(director, table, seen=seen, result=code).status_code == 302
        seen = code


def test_a_score_that_cannot_be_is_refused_at_its_row(director, table):
    before = stored_rows()

    answer = send(director, table, typed="5 4")

    assert (answer.status_code, stored_rows()) == (422, before)
    assert problem(answer) == sentence("score_two_winners", first=5, second=4, length=3)


def test_what_somebody_else_has_entered_is_shown_instead(director, tournament, table):
    record_result(table, by=make_director(), expected=PENDING, result=WIN)

    answer = send(director, table, headers=HTMX, result="played/1/3/")

    assert answer.status_code == 422
    assert answer.content.decode() == sentence(
        "result_entered_meanwhile", result={"outcome": "played", "score": (3, 1)}
    )
    assert result_of(pairing_of(tournament, 2, 2)) == WIN


def test_what_has_been_taken_away_meanwhile_is_told(director, tournament):
    table_1 = pairing_of(tournament, 2, 1)
    record_result(table_1, by=make_director(), expected=WIN, result=PENDING)

    answer = send(director, table_1, seen="played/3/1/", headers=HTMX, result="played/1/3/")

    assert answer.content.decode() == sentence("result_entered_meanwhile", result={"outcome": "pending", "score": None})


def test_a_round_is_drawn_and_shown(director):
    tournament = make_tournament(entries=4)

    answer = draw(director, tournament, number="1", draw_seed="6-3 5-1")

    assert answer.redirect_chain == [(reverse("desk_round", args=[tournament.slug, 1]), 302)]
    assert Tournament.objects.get().draw_seed == "6-3 5-1"


def test_drawing_and_printing_leads_to_the_sheet_of_pairings(director):
    tournament = make_tournament(entries=4)

    answer = draw(director, tournament, number="1", prints="1")

    assert answer.redirect_chain == [(reverse("pairings_pdf", args=[tournament.slug, 1]), 302)]


def test_two_clicks_draw_one_round(director):
    tournament = make_tournament(entries=4)

    shown = {draw(director, tournament, number="1").redirect_chain[-1][0] for _click in range(2)}

    assert shown == {reverse("desk_round", args=[tournament.slug, 1])}
    assert tournament.rounds.count() == 1


@pytest.mark.parametrize(
    ("entries", "data", "why"),
    [
        (4, {}, sentence("not_understood")),
        (4, {"number": "one"}, sentence("not_understood")),
        (4, {"number": "3"}, sentence("round_is_not_next", round=3, next=1)),
        (4, {"number": "1", "draw_seed": "x" * 201}, sentence("seed_too_long", limit=200)),
        (4, {"number": "1", "draw_seed": "\x00"}, sentence("seed_unprintable")),
        (1, {"number": "1"}, sentence("too_few_players")),
        (4, {"number": "1", "rematches": "1"}, sentence("rematches_not_needed")),
    ],
)
def test_a_draw_that_is_refused_says_why(director, entries, data, why):
    tournament = make_tournament(entries=entries)
    before = stored_rows()

    assert (said(draw(director, tournament, **data)), stored_rows()) == ([why], before)


def test_a_round_that_is_not_over_is_not_followed_by_another(director, tournament):
    names = {entry.number: entry.name for entry in tournament.entries.all()}
    missing = [
        (pairing.first.number, pairing.second.number) for pairing in map(partial(pairing_of, tournament, 2), (2, 3))
    ]

    assert said(draw(director, tournament, number="3")) == [sentence("results_missing", names, missing=missing)]


def test_where_everybody_has_met_the_director_is_asked_about_rematches(director):
    tournament = make_tournament(entries=2, played=1)

    stuck = draw(director, tournament, number="2")
    answer = draw(director, tournament, number="2", rematches="1")

    assert (stuck.status_code, stuck.templates[0].name) == (409, "desk/stuck.html")
    assert stuck.context["sentence"] == sentence(
        "no_pairing_without_rematch", {2: "Player 2"}, group=(2,), only=(), apart=False
    )
    assert answer.redirect_chain == [(reverse("desk_round", args=[tournament.slug, 2]), 302)]


def test_where_wishes_stand_in_the_way_the_director_reads_which_and_lets_those_two_meet(director):
    tournament = make_tournament(entries=4, fee_cents=0)
    for other in (2, 3, 4):
        keep_apart(entry_of(tournament, 1), entry_of(tournament, other), by=make_director())

    stuck = draw(director, tournament, number="1", draw_seed="konstanz")
    answer = draw(director, tournament, number="1", draw_seed="konstanz", rematches="1")
    (met,) = [pair for pair in stored_pairs(tournament.rounds.get()) if 1 in pair]

    names = {number: f"Player {number}" for number in range(1, 5)}
    assert (stuck.status_code, stuck.context["sentence"]) == (409, sentence("wishes_in_the_way", names, pairs=[met]))
    assert "without a rematch" not in stuck.content.decode()
    assert answer.redirect_chain == [(reverse("desk_round", args=[tournament.slug, 1]), 302)]


def test_once_rematches_were_accepted_the_next_rounds_have_them_unasked(director):
    tournament = make_tournament(entries=2, played=1, planned_rounds=4)
    draw(director, tournament, number="2", rematches="1")
    play_round(tournament.rounds.get(number=2))

    answer = draw(director, tournament, number="3")

    assert answer.redirect_chain == [(reverse("desk_round", args=[tournament.slug, 3]), 302)]
    assert answer.context["around"].lost_rounds is None


def next_step(answer):
    """What the header says: how far it is, what is next, and why."""
    header = answer.content.decode().partition('id="next-step"')[2]
    readiness = re.search('class="next-step ([a-z-]+)', header)[1]
    return readiness, *(" ".join(re.search(f"(?s)<{tag}>(.*?)</{tag}>", header)[1].split()) for tag in ("b", "small"))


def test_the_next_step_stands_in_the_header_of_the_round(director):
    tournament = make_tournament(entries=4, planned_rounds=2)
    found = []
    for number in (1, 2):
        round_ = draw_next_round(tournament)
        found.append(next_step(show(director, tournament, number)))
        play_round(round_)
        found.append(next_step(show(director, tournament, number)))

    assert found == [
        ("not-yet", "Pair round 2", "2 tables still open"),
        ("ready", "Pair round 2", "all results are in"),
        ("not-yet", "Close the tournament", "2 tables still open"),
        ("ready", "Close the tournament", "all results are in"),
    ]


def test_with_fewer_than_two_players_left_the_next_step_is_to_close_the_tournament(director):
    tournament = make_tournament(entries=4, played=1)
    for number in range(1, 5):
        withdraw_entry(entry_of(tournament, number), by=make_director())

    answer = show(director, tournament, 1)

    assert next_step(answer) == ("can", "Close the tournament", "fewer than two players left")


def test_the_pace_of_the_round_renews_itself(director, tournament):
    def pace():
        return on_one_line(director.get(reverse("pace", args=[tournament.slug, 2]), headers=HTMX))

    tournament.rounds.update(started_at=None)
    assert pace() == ""
    tournament.rounds.update(started_at=timezone.now())
    clear_cache()

    assert pace() in on_one_line(show(director, tournament, 2))
    assert re.fullmatch("<p [^>]*>Round 2, started [0-9:]{5}</p>", pace())


def test_a_page_whose_round_was_removed_is_led_to_the_desk_by_its_pace_too(director, tournament):
    addresses = [reverse(name, args=[tournament.slug, 2]) for name in ("desk_round", "pace")]
    remove_round(tournament, by=make_director(), number=2, confirmed="2")

    answers = [director.get(address, {"v": "old"}, headers=HTMX) for address in addresses]

    assert [answer["HX-Redirect"] for answer in answers] == [reverse("desk", args=[tournament.slug])] * 2


@pytest.mark.parametrize("entries", [4, 40])
def test_the_desk_takes_as_many_queries_for_few_as_for_many(director, entries, django_assert_num_queries):
    tournament = make_tournament(entries=entries, played=1)

    with django_assert_num_queries(11):
        show(director, tournament, 1)


@pytest.mark.parametrize("entries", [14, 200])
@pytest.mark.parametrize(
    ("who", "queries"),
    [(lambda tournament: make_director(), 12), (make_co_director, 12), (make_helper, 12)],
    ids=["director", "co-director", "helper"],
)
def test_a_result_takes_as_many_queries_in_a_small_round_as_in_a_large_one(
    who, queries, entries, django_assert_num_queries
):
    tournament = make_tournament(entries=entries)
    draw_next_round(tournament)
    browser = logged_in(who(tournament))
    tournament.refresh_from_db()
    address = reverse("result", args=[tournament.slug, pairing_of(tournament, 1, 2).pk])
    data = {"seen": OPEN, "typed": "3 1", "v": looked_at(browser, tournament, 1), "since": 1}

    with django_assert_num_queries(queries):
        answer = browser.post(address, data, headers=HTMX)

    assert (answer.status_code, answer.headers["HX-Reswap"]) == (200, "none")


def test_who_is_missed_is_asked_for_before_the_round_is_paired(director):
    tournament = make_tournament(entries=4)
    set_here(entry_of(tournament, 1), by=make_director(), is_here=True)

    asked = draw(director, tournament, number="1", draw_seed="6-3")
    said = {"presence-2": "here", "presence-3": "pauses", "presence-4": "has_left"}
    answer = draw(director, tournament, number="1", draw_seed="6-3", **said)

    assert [entry.number for entry, _why in asked.context["missed"]] == [2, 3, 4]
    assert (asked.context["dice"], Tournament.objects.get().draw_seed) == ("6-3", "6-3")
    assert answer.context["round"].number == 1
    assert sorted(record_of(tournament).present(1)) == [1, 2]


def test_a_page_that_did_not_ask_for_the_dice_lets_them_be_asked_for_before_the_computer_rolls(director):
    tournament = make_tournament(entries=2)

    asked = director.post(reverse("draw", args=[tournament.slug]), {"number": "1"})
    before = Tournament.objects.get().draw_seed
    draw(director, tournament, number="1", draw_seed="6-3")

    assert (asked.context["dice"], before, Tournament.objects.get().draw_seed) == ("", "", "6-3")


def test_the_first_round_is_drawn_from_one_window_with_dice_players_here_and_rounds_recommended(director):
    tournament = make_tournament(entries=14)
    address = reverse("draw", args=[tournament.slug])
    nobody = director.post(address, {"number": "1"})
    for number in (1, 2):
        set_here(entry_of(tournament, number), by=make_director(), is_here=True)
    two = director.post(address, {"number": "1"})

    assert [(page.context["here"], page.context["players"], len(page.context["missed"])) for page in (nobody, two)] == [
        (0, 14, 0),
        (2, 14, 12),
    ]
    assert (two.context["clear_winner_rounds"], two.context["possible_rounds"]) == (4, 13)


def test_a_first_round_that_was_removed_is_drawn_again_by_the_dice_of_the_tournament(director):
    tournament = make_tournament(entries=4)
    address = reverse("draw", args=[tournament.slug])
    draw(director, tournament, number="1", draw_seed="6-3")
    remove_round(tournament, by=make_director(), number=1, confirmed="1")

    asked = director.post(address, {"number": "1"})
    director.post(*sends(asked.content.decode().split('id="draw-form"')[1]))

    assert (Tournament.objects.get().draw_seed, Round.objects.count()) == ("6-3", 1)


def test_the_button_in_the_head_sends_what_is_said_on_the_page_that_asks(director):
    tournament = make_tournament(entries=4)
    set_here(entry_of(tournament, 1), by=make_director(), is_here=True)

    page = draw(director, tournament, number="1").content.decode()

    assert [page.count(part) for part in ('id="draw-form"', 'id="next-action" form="draw-form"')] == [1, 1]


def test_one_tap_at_the_draw_marks_all_missing_players_as_here(director):
    tournament = make_tournament(entries=4)
    set_here(entry_of(tournament, 1), by=make_director(), is_here=True)

    draw(director, tournament, number="1", all_here="1")

    assert (len(record_of(tournament).present(1)), tournament.entries.filter(is_here=True).count()) == (4, 4)


def test_everyone_else_is_here_but_those_of_whom_something_else_was_said(director):
    tournament = make_tournament(entries=4)
    set_here(entry_of(tournament, 1), by=make_director(), is_here=True)

    draw(director, tournament, number="1", all_here="1", **{"presence-2": "pauses", "presence-3": "has_left"})

    assert sorted(record_of(tournament).present(1)) == [1, 4]


def test_what_was_said_of_those_missed_is_kept_while_rematches_are_decided_on(director):
    tournament = make_tournament(entries=2, played=1)
    (late,) = add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    set_here(entry_of(tournament, 1), by=make_director(), is_here=True)
    set_here(late, by=make_director(), is_here=False)

    stuck = draw(director, tournament, number="2", **{"presence-3": "pauses"})
    answer = draw(director, tournament, number="2", rematches="1", **dict(stuck.context["said"]))

    assert stuck.context["said"] == [("presence-3", "pauses")]
    assert answer.context["round"].number == 2
    assert entry_of(tournament, 3).absences.count() == 1


def test_a_backup_is_taken_before_a_draw(director, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    tournament = make_tournament(entries=4)

    answers = [draw(director, tournament, number="1") for _click in range(2)]

    (taken,) = kept_snapshots().snapshots
    assert (taken.name.round_number, taken.name.slug) == (1, tournament.slug)
    assert [said(answer) for answer in answers] == [[], []]


def test_a_missing_stick_is_warned_of_and_the_round_is_paired_all_the_same(director, settings, tmp_path):
    settings.DATA_DIR, settings.SNAPSHOT_DIR = tmp_path, tmp_path / "stick"
    tournament = make_tournament(entries=4)

    answer = draw(director, tournament, number="1")

    assert said(answer) == [sentence("snapshot_place_missing", folder=tmp_path / "stick")]
    assert answer.context["round"].number == 1


def test_a_hidden_round_is_released_from_its_page(director):
    tournament = make_tournament(entries=4, hides_new_rounds=True)
    draw_next_round(tournament)
    before = show(director, tournament, 1)

    director.post(reverse("release_round", args=[tournament.slug, 1]))

    after = show(director, tournament, 1)
    assert [answer.context["around"].can_enter for answer in (before, after)] == [False, True]
    assert next_step(before) == ("ready", "Release round 1", "paired, still hidden")


def unpaired_bar(answer):
    """The buttons of those without an opponent: what they say, and what they send where they send something."""
    found = re.search('(?s)<section class="without-opponent".*?</section>', answer.content.decode())
    forms = re.findall("(?s)<form(.*?)</form>", found[0]) if found else []
    return {one_line(re.search("(?s)<button[^>]*>(.*?)</button>", form)[1]): sends(form) for form in forms}


def one_line(text):
    """The text as a browser shows it, but for its tags."""
    return re.sub(r"(?<=>) | (?=[<>])", "", " ".join(text.split()))


def sends(form):
    """The address of a form, and its values but the token."""
    inputs = re.findall('<(?:input type="hidden"|button[^>]*?) name="([^"]+)"\\s+value="([^"]*)"', form)
    return re.search('action="([^"]+)"', form)[1], dict(pair for pair in inputs if pair[0] != "csrfmiddlewaretoken")


def test_a_latecomer_is_seated_from_the_page(director):
    tournament = make_tournament(entries=3)
    draw_next_round(tournament)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    address, values = unpaired_bar(show(director, tournament, 1))["Set Zoë – Player 1 at table 2"]

    answer = director.post(address, values)

    assert (answer.status_code, answer["Location"]) == (302, reverse("desk", args=[tournament.slug]))
    assert unpaired_bar(show(director, tournament, 1)) == {}
    assert {p.table: {p.first, p.second} for p in record_of(tournament).rounds[0].pairings}[2] == {1, 4}


def test_two_taps_seat_any_two_free_players_at_a_table(director):
    """Nine players; round 1 is 8-6 5-2 4-7 3-1 at tables 1 to 4, and the bye for 9."""
    tournament = make_tournament(entries=9)
    draw_next_round(tournament)
    leave(tournament, 2)
    leave(tournament, 3)
    first = unpaired_bar(show(director, tournament, 1))
    address, tapped = first["<bdi>Player 9</bdi><small>Bye</small>"]
    second = unpaired_bar(director.get(address, tapped))

    director.post(*second["<bdi>Player 1</bdi><small>at table 4, not played yet</small>"])

    assert list(second)[-1] == "Clear selection"
    assert {p.table: {p.first, p.second} for p in record_of(tournament).rounds[0].pairings}[4] == {1, 9}


def test_from_an_old_page_nobody_is_set_who_sits_elsewhere_since(director):
    tournament = make_tournament(entries=9)
    draw_next_round(tournament)
    leave(tournament, 2)
    leave(tournament, 3)
    address, tapped = unpaired_bar(show(director, tournament, 1))["<bdi>Player 9</bdi><small>Bye</small>"]
    old = unpaired_bar(director.get(address, tapped))["<bdi>Player 1</bdi><small>at table 4, not played yet</small>"]
    director.post(*unpaired_bar(show(director, tournament, 1))["Set Player 5 – Player 1 at table 2"])

    answer = director.post(*old, follow=True)

    assert said(answer) == [sentence("pairings_changed_meanwhile")]
    # The cursor at the first open table would lead away from it.
    shown = [answer, show(director, tournament, 1)]
    assert [page.content.decode().count(" autofocus") for page in shown] == [0, 1]


def test_an_unreadable_seating_is_refused(director):
    tournament = make_tournament(entries=9)
    draw_next_round(tournament)
    address = reverse("set_at_table", args=[tournament.slug, 1])
    before = stored_rows()

    told = [
        said(director.post(address, data, follow=True))
        for data in ({}, {"players": "x", "seen": "1-2"}, {"players": "1 2", "seen": "1:2"}, {"players": "9" * 999})
    ]

    assert stored_rows() == before
    assert told == [[sentence("not_understood")]] * 4


def test_tables_that_are_off_stay_in_their_place_with_the_leaver_struck_through(director):
    tournament = make_tournament(entries=9)
    draw_next_round(tournament)
    leave(tournament, 2)

    page = show(director, tournament, 1).content.decode()

    row = re.search(f'(?s)id="pairing-{pairing_of(tournament, 1, 2).pk}".*?</section>', page)[0]
    assert re.findall("<s><bdi>(.*?)</bdi></s>", row) == ["Player 2"]
    assert ("no opponent yet" in row, 'class="scores"' in row, "Player 2 is back" in one_line(row)) == (
        True,
        False,
        True,
    )


def test_rounds_are_added_and_dropped_from_the_page(director):
    tournament = make_tournament(entries=4, played=2)

    for rounds in ("6", "1"):
        answer = director.post(reverse("plan_rounds", args=[tournament.slug]), {"rounds": rounds})

    told = [str(message) for message in get_messages(answer.wsgi_request)]
    assert Tournament.objects.get().planned_rounds == 6
    assert told == [sentence("fewer_rounds_than_paired", rounds=1, paired=2)]


def test_more_tables_than_boards_are_told(director):
    tournament = make_tournament(entries=8, boards=3)
    draw_next_round(tournament)

    context = show(director, tournament, 1).context

    assert [desk.row.waits_for_board for desk in context["rows"]] == [False, False, False, True]
    assert context["around"].over_boards == (
        "There are 3 boards for 4 tables: the last table waits until a board is free."
    )


def leave(tournament, number):
    withdraw_entry(entry_of(tournament, number), by=make_director())


def offers(answer):
    """The buttons for the leavers, in the order of the page."""
    notices = re.findall('(?s)<section class="notice lead-row leaver".*?</section>', answer.content.decode())
    return [
        [" ".join(text.split()) for text in re.findall(r"(?s)<(?:button|a)\b.*?>(.*?)</(?:button|a)>", notice)]
        for notice in notices
    ]


def test_who_was_left_alone_is_named_with_what_can_be_done(director):
    """Round 1 is 5-2, 4-3 and the bye for 1."""
    tournament = make_tournament(entries=5)
    draw_next_round(tournament)
    leave(tournament, 2)
    leave(tournament, 1)
    before = unpaired_bar(show(director, tournament, 1))
    send(director, pairing_of(tournament, 1, 2), result="played/3/1/")

    assert list(before) == list(unpaired_bar(show(director, tournament, 1))) == ["Win for Player 5"]


def test_no_win_over_a_leaver_is_offered_in_a_hidden_round(director):
    tournament = make_tournament(entries=4, hides_new_rounds=True)
    draw_next_round(tournament)
    leave(tournament, 2)

    assert offers(show(director, tournament, 1)) == [["Re-pair round 1", "Mark as back"]]


def test_helpers_are_offered_nothing_for_a_leaver(helper, tournament):
    round_ = tournament.rounds.get(number=2)
    gone = pairing_of(tournament, 2, 2).first

    leave(tournament, gone.number)

    answer = show(helper, tournament, round_.number)
    assert (offers(answer), unpaired_bar(answer)) == ([], {})


def test_what_is_offered_for_a_leaver_is_done_with_one_press(director):
    tournament = make_tournament(entries=5)
    draw_next_round(tournament)
    leave(tournament, 2)
    slug = tournament.slug

    won = send(director, pairing_of(tournament, 1, 1), result="forfeit///5")
    director.post(reverse("undo", args=[slug, JournalLine.objects.latest("version").pk]))
    back = director.post(reverse("return_player", args=[slug, 2]), {"list": "round"})
    leave(tournament, 2)
    stepped_in = director.post(*unpaired_bar(show(director, tournament, 1))["Set Player 5 – Player 1 at table 1"])

    assert won.status_code == 302
    assert (back["Location"], stepped_in["Location"]) == (reverse("desk", args=[slug]),) * 2
    assert {(p.first, p.second) for p in record_of(tournament).rounds[0].pairings} == {(5, 1), (4, 3)}


def test_the_page_says_who_is_not_in_the_round_and_why(director):
    tournament = make_tournament(entries=6, played=1)
    leave(tournament, 1)
    set_pause(entry_of(tournament, 2), by=make_director(), round_number=2, pauses=True)
    draw_next_round(tournament)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])

    directors, helpers = (
        re.findall('<li><bdi>([^<]*)</bdi> <span class="quiet">(.*?)</span></li>', page.content.decode())
        for page in (show(director, tournament, 2), show(logged_in(make_helper(tournament)), tournament, 2))
    )

    left = ("Player 1", "left after round 1")
    assert directors == [left]
    assert helpers == [left, ("Player 2", "sitting out"), ("Zoë", "plays from round 3 or at once")]


def test_who_sits_the_round_out_comes_in_after_all_with_one_press_and_is_offered_a_table(director):
    tournament = make_tournament(entries=7, played=1)
    set_pause(entry_of(tournament, 2), by=make_director(), round_number=2, pauses=True)
    draw_next_round(tournament)
    before = unpaired_bar(show(director, tournament, 2))

    director.post(*before["Plays after all"])

    assert list(before) == ["Plays after all"]
    assert list(unpaired_bar(show(director, tournament, 2))) == ["Bye for Player 2"]


def test_rounds_that_cannot_be_played_any_more_are_told_and_dropped_with_one_press(director):
    tournament = make_tournament(entries=4, played=1, planned_rounds=4)
    draw_next_round(tournament)
    lost = show(director, tournament, 2)

    director.post(reverse("plan_rounds", args=[tournament.slug]), {"rounds": "3"})

    assert '<button class="btn btn-side" name="rounds" value="3">Plan 3 rounds</button>' in on_one_line(lost)
    assert show(director, tournament, 2).context["around"].lost_rounds is None


@pytest.fixture
def long_match():
    tournament = make_tournament(4, **asdict(OFFERS["cube-5"].format))
    draw_next_round(tournament)
    return tournament


def hidden_and_typed(answer, name):
    """What a form sends that was refused: the question that it answers, and what stands in its field."""
    page = answer.content.decode()
    field = re.search(f'(?s)name="asked" value="([^"]*)".*?name="{name}".*?value="([^"]*)"', page)
    return {"asked": field[1], "typed": field[2]}


def test_a_score_that_surprises_is_asked_back_where_it_was_typed_with_its_table(director, long_match):
    address = reverse("result_by_table", args=[long_match.slug, 1])

    asked = director.post(address, {"typed": "2 1 192"})
    assert (asked.status_code, problem(asked)) == (422, sentence("score_surprises", first=1, second=192))
    assert director.post(address, hidden_and_typed(asked, "typed")).status_code == 302

    assert result_of(pairing_of(long_match, 1, 2)).score == (1, 192)


def test_a_score_that_is_only_wrong_asks_nothing(director, long_match):
    answer = send(director, pairing_of(long_match, 1, 1), typed="20 0")

    assert (answer.status_code, answer.content.decode().count('name="asked"')) == (422, 0)


def test_finals_are_chosen_and_drawn_at_the_end_of_the_planned_rounds(director):
    tournament = make_tournament(entries=6, played=1, planned_rounds=1)
    offered = on_one_line(show(director, tournament, 1))

    director.post(reverse("play_finals", args=[tournament.slug]), {"players": "4", "lengths": "3", "third_place": "1"})
    drawn = draw(director, tournament, number=2)

    tournament.refresh_from_db()
    assert 'id="play-finals"' in offered
    assert (tournament.finals_players, tournament.finals_match_length, tournament.finals_third_place) == (4, None, True)
    assert "<h1>Semi-finals</h1>" in on_one_line(drawn)
    assert 'id="play-finals"' not in on_one_line(drawn)


def test_the_tables_are_drawn_once_for_all_who_direct_with_a_token_for_each(tournament, table):
    readers = [Client(enforce_csrf_checks=True) for _reader in range(2)]
    drawn, tokens = [], []
    for reader in readers:
        log_in(reader, make_director())
        page = show(reader, tournament, 2).content.decode()
        drawn.append(bytes_held())
        tokens.append(set(re.findall('name="csrfmiddlewaretoken" value="([^"]*)"', page)))

    sent = {"seen": OPEN, "typed": "3 1", "csrfmiddlewaretoken": next(iter(tokens[1]))}
    answers = [reader.post(reverse("result", args=[tournament.slug, table.pk]), sent).status_code for reader in readers]

    assert drawn[0] == drawn[1]
    assert ([len(each) for each in tokens], tokens[0] == tokens[1]) == ([1, 1], False)
    assert answers == [403, 302]


def test_a_table_drawn_for_a_director_is_not_shown_to_a_helper(tournament, table):
    pages = [
        show(logged_in(visitor), tournament, 2).content.decode()
        for visitor in (make_director(), make_helper(tournament, "Bo"), make_director())
    ]
    transcript = reverse("transcript", args=[tournament.slug, table.pk])

    assert [transcript in page for page in pages] == [True, False, True]
