"""What everyone sees."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
)
from tournament.actions.entries import NewPlayer, add_entries, change_entry, withdraw_entry
from tournament.actions.rounds import release_round
from tournament.actions.tournaments import change_tournament
from tournament.archive.dump import dump
from tournament.archive.restore import restore
from tournament.engine.record import DOUBLE_FORFEIT, Result
from tournament.engine.terms import Outcome
from tournament.models import Entry, Tournament

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
    return re.search("<h1[^>]*>(.*?)</h1>", answer.content.decode())[1]


def listed(answer):
    """The start numbers of the rows, in their order."""
    return [int(number) for number in re.findall(r'data-number="(\d+)"', answer.content.decode())]


def remembering(tournament, number):
    phone = Client()
    phone.get(reverse("remember", args=[tournament.slug, number]))
    return phone


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
    paired = draw_next_round(tournament)
    headings.append(heading(page(client, "standings", tournament)))
    play_round(paired)
    headings.append(heading(page(client, "standings", tournament)))
    Tournament.objects.update(is_closed=True, version=99)
    headings.append(heading(page(client, "standings", tournament)))

    assert headings == ["Players", "Round 1 in progress", "Standings after round 1", "Final standings"]


def test_a_result_is_on_the_standings_at_once(client, tournament):
    before = words(page(client, "standings", tournament))

    enter_result(pairing_of(tournament, 2, 2), Result(Outcome.PLAYED, (3, 0)))

    assert words(page(client, "standings", tournament)) != before


def test_the_cached_page_of_one_language_is_not_shown_in_the_other(client, tournament):
    headings = [
        heading(client.get(reverse("standings", args=[tournament.slug]), headers={"accept-language": language}))
        for language in ("en", "de", "en")
    ]

    assert headings[0] == headings[2] == "Round 2 in progress"
    assert headings[1] != headings[0]


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


def test_a_phone_remembers_its_player_and_shows_the_table(tournament):
    phone = remembering(tournament, 5)
    seat = page(phone, "standings", tournament).context["seat"]

    assert 5 in (seat.first.number, seat.second.number)
    for name in ("standings", "round", "player"):
        answer = page(phone, name, tournament, *([] if name == "standings" else [2]))
        assert (answer.context["me"].number, answer.context["seat"].table) == (5, seat.table)


def test_who_came_late_has_no_lot_before(client):
    tournament = make_tournament(entries=3, played=1)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Late")])

    numbers = [
        sorted(drawn.entry.number for drawn in page(client, "draw_check_after", tournament, after).context["lots"])
        for after in (0, 1)
    ]

    assert numbers == [[1, 2, 3], [1, 2, 3, 4]]
    assert "for p in[1,2,3])" in page(client, "draw_check", tournament).context["command"]


def test_a_phone_tells_the_result_from_the_side_of_its_player():
    tournament = make_tournament(entries=2)
    paired = draw_next_round(tournament)
    play_round(paired, [(3, 1)])
    pairing = paired.pairings.get()
    sides = [pairing.first.number, pairing.second.number]

    lines = [words(page(remembering(tournament, number), "standings", tournament)) for number in sides]

    assert [re.search(r"Round 1 · (\S+)", line)[1] for line in lines] == ["3:1", "1:3"]


def test_a_phone_of_the_bye_says_so():
    tournament = make_tournament(entries=3)
    draw_next_round(tournament)

    answer = page(remembering(tournament, 1), "standings", tournament)

    assert answer.context["seat"].is_bye is True
    assert "Player 1 has the bye in round 1" in words(answer)


def test_a_phone_before_the_draw_and_one_of_somebody_who_has_left_have_no_table():
    tournament = make_tournament(entries=4)
    phone = remembering(tournament, 4)
    waiting = words(page(phone, "standings", tournament))
    play_round(draw_next_round(tournament))
    withdraw_entry(entry_of(tournament, 4), by=make_director())
    draw_next_round(tournament)

    assert "Player 4: on the list; round 1 has not been drawn yet" in waiting
    assert "Player 4: not paired in this round" in words(page(phone, "standings", tournament))


def test_a_phone_forgets_when_asked():
    tournament = make_tournament(entries=2)
    phone = remembering(tournament, 1)

    phone.get(reverse("remember", args=[tournament.slug, 0]))

    assert page(phone, "standings", tournament).context["me"] is None


def test_a_phone_remembers_one_player_for_each_tournament():
    first, second = make_tournament(entries=2), make_tournament(entries=2)
    phone = remembering(first, 1)
    phone.get(reverse("remember", args=[second.slug, 2]))

    assert [page(phone, "standings", each).context["me"].number for each in (first, second)] == [1, 2]


def test_the_cookie_of_a_phone_is_for_this_server_alone(client, tournament):
    cookie = client.get(reverse("remember", args=[tournament.slug, 3])).cookies[f"player-{tournament.pk}"]

    assert (cookie.value, cookie["samesite"], cookie["httponly"], cookie["max-age"]) == ("3", "Lax", True, 31536000)


def found(answer):
    return [(entry.name, seat and seat.table) for entry, seat in answer.context["found"]], answer.context["more"]


def test_a_player_is_found_by_a_part_of_the_name_and_without_marks(client):
    names = ["Jörg Weiß", "Łukasz Ćwik", "Georg", "Anna"]
    tournament = make_tournament(players=[NewPlayer(name) for name in names])
    draw_next_round(tournament)

    assert found(page(client, "find", tournament, q="org")) == ([("Georg", 2), ("Jörg Weiß", 2)], 0)
    assert found(page(client, "find", tournament, q=" cwik ")) == ([("Łukasz Ćwik", 1)], 0)
    assert found(page(client, "find", tournament, q="WEISS")) == ([("Jörg Weiß", 2)], 0)
    assert found(page(client, "find", tournament, q="")) == ([], 0)
    assert found(page(client, "find", tournament, q="x")) == ([], 0)


def test_names_that_begin_so_come_first_and_the_rest_is_counted(client):
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
        [drawn.entry.number for drawn in page(client, "draw_check_after", tournament, k).context["lots"]]
        for k in (0, 1)
    ]

    assert lots[0] == [6, 5, 2, 4, 7, 3, 1]
    assert sorted(lots[1]) == [1, 2, 3, 4, 5, 6, 7]
    assert (
        page(client, "draw_check", tournament).context["lots"]
        == page(client, "draw_check_after", tournament, 0).context["lots"]
    )


@pytest.mark.parametrize(
    ("name", "values", "queries"),
    [
        ("standings", (), 8),
        ("crosstable", (), 8),
        ("course", (), 8),
        ("round", (1,), 11),
        ("player", (1,), 11),
        ("draw_check", (), 5),
        ("find", (), 5),
    ],
)
@pytest.mark.parametrize("entries", [4, 40])
def test_a_page_takes_as_many_queries_for_few_as_for_many(
    client, name, values, queries, entries, django_assert_num_queries
):
    tournament = make_tournament(entries=entries, played=1)
    asked = {"q": "Player"} if name == "find" else {}

    with django_assert_num_queries(queries):
        page(client, name, tournament, *values, **asked)


def test_a_page_known_already_takes_one_query(client, tournament, django_assert_num_queries):
    address = reverse("standings", args=[tournament.slug])

    with django_assert_num_queries(1):
        client.get(address, {"v": tournament.version}, headers={"HX-Request": "true"})


def test_a_tournament_that_the_rules_do_not_give_has_its_pages(client):
    values = json.loads(dump(make_tournament(entries=2, played=1)))
    values["rounds"].append({**values["rounds"][0], "number": 2})
    copy = restore(json.dumps(values).encode(), by=None).tournament

    assert heading(page(client, "round", copy, 2)) == "Round 2"
    assert heading(page(client, "player", copy, 1)) == "Player 1"
    assert page(remembering(copy, 1), "standings", copy).context["seat_reason"] == ""


@pytest.fixture
def with_a_hidden_round():
    """Five players; round 1 is played, round 2 paired but hidden."""
    made = make_tournament(entries=5, played=1)
    change_tournament(made, by=make_director(), hides_new_rounds=True)
    draw_next_round(made)
    return made


def test_a_hidden_round_says_nothing_to_anybody(client, director, with_a_hidden_round):
    hidden = with_a_hidden_round
    addresses = [("round", 2), ("pairings_pdf", 2), ("pairings_by_name_pdf", 2), ("draw_check_after", 2)]

    for browser in (client, director):
        context = page(browser, "standings", hidden).context
        assert (context["last_round"].number, context["ranking"].after_round) == (1, 1)
        assert context["ranking"].is_provisional is False
        assert list(page(browser, "round", hidden, 1).context["round_numbers"]) == [1]
        assert page(browser, "crosstable", hidden).context["crossed"].after_round == 1
        assert page(browser, "course", hidden).context["course"].rounds == 1
        assert [row.round_number for row in page(browser, "player", hidden, 1).context["path"]] == [1]
    found = [client.get(reverse(name, args=[hidden.slug, number])).status_code for name, number in addresses]
    assert found == [404] * 4


def test_the_seat_on_a_phone_is_that_of_the_round_before_until_the_next_is_released(client, with_a_hidden_round):
    hidden = with_a_hidden_round
    bye = pairing_of(hidden, 2, None).first.number
    client.get(reverse("remember", args=[hidden.slug, bye]))
    seats = [page(client, "standings", hidden).context["seat"].is_bye]

    release_round(hidden, by=make_director(), number=2)

    seats.append(page(client, "standings", hidden).context["seat"].is_bye)
    assert seats == [False, True]


def test_the_director_prints_a_round_before_it_is_released(director, with_a_hidden_round):
    assert page(director, "pairings_pdf", with_a_hidden_round, 2)["Content-Type"] == "application/pdf"


def test_who_has_to_wait_for_a_board_reads_it_on_the_phone(client):
    tournament = make_tournament(entries=4, boards=1)
    draw_next_round(tournament)
    said = []
    for table in (1, 2):
        client.get(reverse("remember", args=[tournament.slug, pairing_of(tournament, 1, table).first.number]))
        said.append("as soon as a board is free" in words(page(client, "standings", tournament)))

    assert said == [False, True]
    assert words(page(client, "round", tournament, 1)).count("later") == 1


def test_the_standings_say_who_can_still_win_and_why_the_order_is_so(client):
    tournament = make_tournament(entries=4, played=1, planned_rounds=2)
    draw_next_round(tournament)

    said = words(page(client, "standings", tournament))

    assert "Player 2 wins the tournament with any win." in said
    assert "Player 2 is ahead of Player 1 (2nd): level on match wins, point difference +2 against +1." in said


def test_standings_and_rounds_can_be_taken_along_as_text(client, tournament):
    texts = [page(client, name, tournament, *values) for name, values in (("standings", ()), ("round", (2,)))]

    for answer, line in zip(texts, ("Bodensee Open · Standings after round 2", "Bodensee Open · Round 2"), strict=True):
        assert re.search(r"<textarea[^>]*>(.*)", answer.content.decode())[1] == line


def test_what_buchholz_is_added_up_from_stands_on_the_player_s_page(client):
    tournament = make_tournament(entries=4, played=2)

    assert "Buchholz 0 + 2 = 2: the match wins" in words(page(client, "player", tournament, 1))


def test_the_line_of_the_player_whom_the_phone_remembers_stands_out(tournament):
    answer = page(remembering(tournament, 5), "course", tournament)

    assert re.findall('class="own" data-number="([0-9]+)"', answer.content.decode()) == ["5"]
    assert re.findall('class="own" data-number', page(Client(), "course", tournament).content.decode()) == []
