"""The private page of a player: what it opens with, what it answers to a tap, and when it has ended."""

import re
from dataclasses import asdict
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.translation import override

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
    player_token,
    seat,
)
from tests.views.test_public import words
from tournament.actions.cash import add_prize
from tournament.actions.players import withdraw_entry
from tournament.actions.results import record_result, renew_player_link, report_score, result_facts
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.machine.cache import clear_cache
from tournament.matches.formats import OFFERS
from tournament.models import Pairing, Report, Tournament
from tournament.names import NOT_IN_PUBLIC
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.values import ordinal
from tournament.queries.evening import evening_of
from tournament.queries.record import result_of
from tournament.queries.rounds.progress import pace_of
from tournament.queries.standings import Place, place_of, possible_places, standings_page
from tournament.templatetags.tournament_format import forecast

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
LANGUAGES = ("en", "de")
PHONE = "0123456789abcdef" * 2


def address(entry, language="en"):
    return f"/{language}/t/{entry.tournament.slug}/p/{entry.number}/{player_token(entry)}/"


@pytest.fixture
def match(tournament):
    """An open table of round 2."""
    return pairing_of(tournament, 2, 2)


def tapped(match, code="played/3/1/", seen="", **more):
    return {"match": match.pk, "seen": seen, "result": code, **more}


def title(client, entry, language="en"):
    page = client.get(address(entry, language)).content.decode()
    return re.search("<title>(.*)</title>", page)[1]


def paragraph(answer, mark):
    """The words of the element with this mark."""
    element = re.search(f"(?s)<(\\w+)[^>]*{mark}[^>]*>(.*?)</\\1>", answer.content.decode())
    return " ".join(re.sub("<[^>]+>", " ", element[2]).split())


def test_the_private_page_opens_with_table_opponent_place_and_the_reason_for_the_pairing(client, match):
    context = client.get(address(match.first)).context

    assert (context["match"].pairing.table, context["match"].opponent) == (2, match.second)
    assert context["place"] == Place(2, None, 7, is_provisional=True)
    assert context["reason"] == (
        f"{match.first.name} (3rd) plays {match.second.name} (4th): "
        f"{match.second.name} is the best-placed opponent not yet met."
    )


def test_before_anybody_has_played_the_lots_are_named(client):
    tournament = make_tournament(4)
    draw_next_round(tournament)

    context = client.get(address(entry_of(tournament, 1))).context

    places = context["place"], context["moving"].opponent_place
    assert [(each.place, each.lot) for each in places] == [(None, 4), (None, 3)]


def head(client, entry):
    """What stands beside the name."""
    shown = client.get(address(entry)).content.decode()
    return words_of(re.search("(?s)</h1>(.*?)</p>", shown)[1])


def seat_of(client, entry):
    shown = client.get(address(entry)).content.decode()
    return words_of(re.search('(?s)id="my-seat"[^>]*>(.*?)</section>', shown)[1])


def words_of(markup):
    return " ".join(re.sub("<[^>]+>", " ", markup).split())


def test_a_place_is_told_from_the_first_result_on_and_provisional_until_the_round_is_over(client):
    tournament = make_tournament(8)
    entry = entry_of(tournament, 1)
    told = []
    for _round in (1, 2):
        round_ = draw_next_round(tournament)
        own = round_.pairings.filter(first=entry) | round_.pairings.filter(second=entry)
        told.append(head(client, entry))
        for pairing in [*own, *round_.pairings.exclude(pk__in=own)]:
            clear = (0, 3) if pairing.second == entry else (2, 3)
            enter_result(pairing, Result(Outcome.PLAYED, (3, 0) if pairing.first == entry else clear))
            told.append(head(client, entry))

    name = tournament.name
    assert [said.removeprefix(name).strip() for said in told[:5]] == ["Lot 8", *["1st of 8 so far"] * 3, "1st of 8"]
    assert [said.removeprefix(name).strip() for said in told[5:]] == ["1st of 8", *["1st of 8 so far"] * 3, "1st of 8"]


def test_after_its_match_the_private_page_says_how_far_the_round_is(client, tournament, match):
    tournament.rounds.update(started_at=None)
    before = seat_of(client, match.first)
    enter_result(match, Result(Outcome.PLAYED, (3, 1)))
    tournament.refresh_from_db()

    assert before == (
        f"Round 2 is paired · Table 2 Table 2 Table · against {match.second.name} 4th of 7 so far Match to 3"
    )
    assert seat_of(client, match.first) == "Round 2 2 of 3 tables done"


def test_the_private_page_and_the_wall_give_the_same_time_for_the_next_round(client, tournament, monkeypatch):
    everybody = [entry_of(tournament, number) for number in range(1, 8)]
    play_round(tournament.rounds.get(number=2))
    # At noon, so that the evening ends on its day; and at one moment, as both round to five minutes.
    at = timezone.now().replace(hour=11, minute=2)
    monkeypatch.setattr(timezone, "now", lambda: at)
    tournament.rounds.update(started_at=at - timedelta(minutes=30))
    Pairing.objects.filter(round__tournament=tournament).update(finished_at=at)
    clear_cache()
    with override("en"):
        wall = forecast(pace_of(evening_of(tournament), 2, at), timezone.localdate())

    assert wall.startswith("next round at about ")
    told = wall.replace("next round at about", "Next round about").replace(", end", " All tables done · end")
    assert {told in seat_of(client, entry) for entry in everybody} == {True}


def test_who_waits_sees_the_places_around_and_which_are_possible_and_who_still_plays(client):
    tournament = make_tournament(8, played=1, planned_rounds=3)
    draw_next_round(tournament)
    for table in (1, 3, 4):
        enter_result(pairing_of(tournament, 2, table), Result(Outcome.PLAYED, (3, 1)))
    waiting, still_open = pairing_of(tournament, 2, 1).second, pairing_of(tournament, 2, 2)

    shown = words_of(client.get(address(waiting)).content.decode().split('id="waits-with"')[1].split("</main>")[0])

    place = place_of(evening_of(tournament), waiting.number)
    best, worst = possible_places(evening_of(tournament), waiting.number)
    assert best < worst
    with override("en"):
        assert f"{ordinal(place.place)} so far, {ordinal(best)} to {ordinal(worst)} possible" in shown
    assert f"Tables still playing 2 {still_open.first.name} – {still_open.second.name} –" in shown
    assert "Table 2: somebody there can have 1 win, too, and be the next opponent." in shown


def test_at_the_end_stand_medal_matches_best_win_and_what_can_be_shared_without_the_private_address(client):
    tournament = make_tournament(4, played=2, planned_rounds=2)
    close_tournament(tournament, by=make_director())
    ranking = standings_page(evening_of(tournament))
    first, last = ranking.rows[0].entry, ranking.rows[-1].entry

    pages = [client.get(address(entry)).content.decode() for entry in (first, last)]

    assert ['class="medal"' in page for page in pages] == [True, False]
    assert [page.count('class="way-board"') for page in pages] == [1, 1]
    assert shared_by(pages[0]) == {
        "address": f"http://club.example/en/t/{tournament.slug}/players/{first.number}/",
        "picture": f"/en/t/{tournament.slug}/players/{first.number}/card.png",
        "title": f"{first.name}: 1st of 4 · {tournament.name}",
    }
    assert ["Best win: " in page for page in pages] == [True, False]


def shared_by(page):
    """What *Share* hands over."""
    return dict(re.findall('data-(address|picture|title)="([^"]*)"', page.partition('class="btn btn-side share"')[2]))


def test_who_appears_nowhere_shares_the_address_and_no_picture(client):
    tournament = make_tournament(4, played=1, planned_rounds=1)
    tournament.entries.filter(number=1).update(shown_as=NOT_IN_PUBLIC)
    close_tournament(tournament, by=make_director())

    page = client.get(address(entry_of(tournament, 1))).content.decode()

    assert (sorted(shared_by(page)), "card.png" in page) == (["address", "title"], False)


@pytest.mark.parametrize(
    ("language", "announced"), [("en", "Round 2 is paired · Table 2"), ("de", "Runde 2 ist gepaart · Tisch 2")]
)
def test_a_new_round_is_announced_until_its_score_is_reported(client, tournament, match, language, announced):
    tournament.rounds.update(started_at=None)
    before = paragraph(client.get(address(match.first, language)), 'id="announced"')

    after = client.post(address(match.first, language), tapped(match), headers=HTMX)

    assert (before, paragraph(after, 'id="announced"')) == (announced, "")


def test_the_announcement_says_since_when(client, tournament, match):
    started_at = timezone.now()
    tournament.rounds.filter(number=2).update(started_at=started_at)

    assert paragraph(client.get(address(match.first)), 'id="announced"') == (
        f"Round 2 is paired · {timezone.localtime(started_at):%H:%M} · Table 2"
    )


def test_a_pairing_that_comes_into_a_running_round_is_announced_where_the_player_is_told_of_a_round(client):
    tournament = make_tournament(entries=9, language="en")
    draw_next_round(tournament)
    withdraw_entry(entry_of(tournament, 2), by=make_director())
    seat(tournament, 5, 9)
    changed = pairing_of(tournament, 1, 2)
    at = f"{timezone.localtime(changed.changed_at):%H:%M}"

    announced = [
        paragraph(client.get(address(entry_of(tournament, number), language)), 'id="announced"')
        for number, language in ((5, "en"), (9, "de"))
    ]
    seats = [client.get(f"/en/t/{tournament.slug}/players/{number}/seat/") for number in (9, 8)]

    assert announced == [f"Round 1: new pairing · {at} · Table 2", f"Runde 1: neue Paarung · {at} · Tisch 2"]
    assert [f"new since {at}" in answer.content.decode() for answer in seats] == [True, False]


def test_what_was_typed_for_a_match_that_is_off_is_neither_taken_nor_shown_of_another_one(client):
    tournament = make_tournament(entries=9, language="en", match_length=25, cube=True)
    draw_next_round(tournament)
    before = pairing_of(tournament, 1, 2)
    withdraw_entry(before.second, by=make_director())
    seat(tournament, 5, 9)

    answer = client.post(
        address(before.first), {"match": before.pk, "seen": "", "first_points": "25", "second_points": "7"}
    )

    assert (answer.status_code, "typed" in answer.context) == (422, False)
    assert answer.context["problem"] == refusal_sentence(Refused("pairings_changed_meanwhile"))
    assert not Report.objects.exists()


def test_the_title_says_where_to_go_and_what_has_become_of_the_match(client, tournament, match):
    titles = [title(client, match.first, language) for language in LANGUAGES]
    report_score(match.first, key=match.pk, expected=None, score=(3, 1))
    titles += [title(client, match.first), title(client, match.second)]
    report_score(match.second, key=match.pk, expected=None, score=(1, 3))
    titles.append(title(client, match.first))
    report_score(match.second, key=match.pk, expected=(1, 3), score=(3, 1))
    titles += [title(client, match.second), title(client, pairing_of(tournament, 2, None).first)]

    assert titles == [
        "Round 2 · table 2",
        "Runde 2 · Tisch 2",
        "Round 2 · Report received",
        "Round 2 · Confirm the score",
        "Round 2 · Two different results",
        "Round 2 · 1:3",
        "Round 2 · bye",
    ]


def test_before_the_first_round_the_title_names_the_player(client):
    assert title(client, entry_of(make_tournament(4), 1)) == "Player 1 · Bodensee Open"


def test_scores_on_the_private_page_have_the_own_points_first(client, match):
    context = client.get(address(match.second)).context

    assert [button.text for button in (*context["won"], *context["lost"])] == ["3:0", "3:1", "3:2", "2:3", "1:3", "0:3"]
    assert context["won"][1].code == "played/1/3/"


@pytest.mark.parametrize("side", ["first", "second"])
def test_a_score_above_the_match_length_is_offered_with_what_it_counts_as(client, match, side):
    excess = client.get(address(getattr(match, side))).context["excess"]

    assert [(text, counts_as) for text, _code, counts_as in excess] == [
        ("4:0", "3:0"),
        ("4:1", "3:1"),
        ("4:2", "3:2"),
        ("2:4", "2:3"),
        ("1:4", "1:3"),
        ("0:4", "0:3"),
    ]
    assert excess[1][1] == ("played/4/1/" if side == "first" else "played/1/4/")


def test_scores_above_the_match_length_are_offered_like_others_where_they_count(client, match):
    Tournament.objects.update(count_excess_points=True)

    context = client.get(address(match.first)).context

    assert ([button.text for button in context["won"]], context["excess"]) == (
        ["3:0", "3:1", "3:2", "4:0", "4:1", "4:2"],
        (),
    )


def test_a_tap_is_answered_with_what_has_arrived(client, match):
    answer = client.post(address(match.first), tapped(match), headers=HTMX)

    assert (answer.status_code, answer.context["match"].state) == (200, "own_report")


def test_without_scripts_a_tap_leads_back_to_the_answer(client, match):
    answer = client.post(address(match.first), tapped(match))

    assert (answer.status_code, answer["Location"]) == (302, f"{address(match.first)}#report")
    assert Report.objects.count() == 1


def test_a_tap_that_cannot_be_taken_is_told_and_the_page_shows_what_stands(client, match):
    for entry in (match.first, match.second):
        report_score(entry, key=match.pk, expected=None, score=(3, 1))

    answer = client.post(address(match.second), tapped(match, "played/1/3/"))

    match.refresh_from_db()
    assert (answer.status_code, result_of(match).score) == (422, (3, 1))
    assert answer.context["problem"] == (
        f"The result is already in: table 2, {match.first.name} 3:1 {match.second.name}. What was tapped here was not "
        "saved. If the result is wrong, please tell the director."
    )


@pytest.mark.parametrize(("sent", "kept"), [(PHONE, PHONE), ("", ""), ("<b>" * 11, ""), (PHONE + "0", "")])
def test_a_report_keeps_what_the_phone_calls_itself(client, match, sent, kept):
    client.post(address(match.first), tapped(match, phone=sent), headers=HTMX)

    assert Report.objects.get().phone == kept


def test_the_desk_marks_what_one_phone_has_reported_for_both(client, director, match):
    for entry in (match.first, match.second):
        client.post(address(entry), tapped(match, phone=PHONE), headers=HTMX)

    shown = director.get(f"/t/{match.first.tournament.slug}/desk/rounds/2/").content.decode()
    rows = re.findall('(?s)<p class="reported-row.*?</p>', shown)

    assert [" ".join(re.sub("<[^>]+>", " ", row).split()) for row in rows] == [
        f"2 {match.first.name} wins 3:1 both reports from one phone"
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The director entered 3:1; you reported 1:3."),
        ("de", "Die Turnierleitung hat 3:1 eingetragen, gemeldet war 1:3."),
    ],
)
def test_what_the_desk_enters_over_a_report_says_so(client, match, language, said):
    report_score(match.second, key=match.pk, expected=None, score=(3, 1))
    record_result(match, by=make_director(), expected=PENDING, result=Result(Outcome.PLAYED, (1, 3)))

    overruled, other = (words(client.get(address(entry, language))) for entry in (match.second, match.first))

    assert (said in overruled, said in other) == (True, False)


def test_it_is_kept_by_no_cache_and_found_by_no_search_engine(client, match):
    answer = client.get(address(match.first))

    assert answer["Cache-Control"] == "private, no-store"
    assert (answer["X-Robots-Tag"], answer["Referrer-Policy"]) == ("noindex, nofollow", "same-origin")


@pytest.mark.parametrize(("language", "leads_to"), [("de", "de"), ("en", "en"), ("xx", "en")])
def test_the_printed_link_leads_to_the_language_of_the_phone(client, match, language, leads_to):
    printed = address(match.first).removeprefix("/en")

    answer = client.get(printed, headers={"Accept-Language": language})

    assert (answer.status_code, answer["Location"]) == (302, address(match.first, leads_to))


@pytest.mark.parametrize("end", ["renewed", "wrong"])
def test_a_link_that_has_ended_says_so(client, match, end):
    link = address(match.first)
    if end == "renewed":
        renew_player_link(match.first, by=make_director())
    else:
        link = link[:-3] + "xx/"

    open_page = client.get(link, headers=HTMX)
    whole_page = client.get(link)

    assert (open_page.status_code, open_page["HX-Refresh"]) == (200, "true")
    assert (whole_page.status_code, whole_page.templates[0].name) == (410, "registration/player_link_ended.html")


@pytest.fixture
def closed():
    """Four players have played two rounds; the second place has won a board."""
    made = make_tournament(4, played=2, planned_rounds=2)
    add_prize(made, by=make_director(), place=2, description="Board", price_cents=5900)
    close_tournament(made, by=make_director())
    made.refresh_from_db()
    return made


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["opened afterwards", "open all the time"])
def test_after_the_tournament_it_shows_place_matches_and_prize(client, closed, headers):
    pages = [client.get(address(entry), headers=headers) for entry in closed.entries.order_by("number")]

    by_place = sorted(pages, key=lambda page: page.context["row"].standing.rank)

    assert [page.context["row"].standing.rank for page in by_place] == [1, 2, 3, 4]
    assert [page.context["after"]["prizes"] for page in by_place] == [[], ["Board"], [], []]
    assert [len(page.context["table"].data) for page in by_place] == [2, 2, 2, 2]
    assert {page.templates[0].name for page in by_place} == {"public/my_end.html" if headers else "public/my_page.html"}


def test_after_the_tournament_no_score_is_taken(client, closed):
    match = pairing_of(closed, 2, 1)

    answer = client.post(address(match.first), tapped(match, "played/0/3/"))

    assert (answer.status_code, answer.context["part_template"]) == (422, "public/my_end.html")
    assert (
        answer.context["problem"]
        == "The tournament is closed, so no more scores can be reported. Please tell the director."
    )


def test_a_tournament_closed_before_anybody_played_has_no_places(client):
    tournament = make_tournament(4)
    close_tournament(tournament, by=make_director())

    assert client.get(address(entry_of(tournament, 1))).context["row"] is None


def test_the_director_ends_a_link_and_shows_the_new_one(tournament, match, director):
    page = f"/t/{tournament.slug}/desk/players/{match.first.number}/link/"
    before = director.get(page).context["link"]

    answer = director.post(page)

    after = director.get(page).context["link"]
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert before != after
    assert after.endswith(address(entry_of(tournament, match.first.number)).removeprefix("/en"))


@pytest.mark.parametrize("who", ["first", "second"])
def test_a_score_that_surprises_is_asked_back_with_a_button_that_reports_it(client, who):
    tournament = make_tournament(2, **asdict(OFFERS["cube-7"].format))
    draw_next_round(tournament)
    match = pairing_of(tournament, 1, 1)
    me = getattr(match, who)
    own, other = ("first_points", "second_points") if who == "first" else ("second_points", "first_points")

    asked = client.post(address(me), {"match": match.pk, "seen": "", own: "196", other: "1"})
    surprise = asked.context["surprise"]
    taken = client.post(address(me), {"match": match.pk, "seen": "", "result": surprise.code})

    word = {"HX-Request": "true", "Word": "0" * 32}
    bare = client.post(address(me), {"match": match.pk, "seen": surprise.code, own: "197", other: "2"}, headers=word)

    assert (asked.status_code, surprise.text, asked.context["typed"]) == (422, "196:1", ("196", "1"))
    assert (bare.status_code, bare.content.decode(), bare["Refusal"]) == (
        422,
        "This score is unusually high. Is it right?",
        "score_surprises",
    )
    assert bare["Instead"] == ("played/197/2/" if who == "first" else "played/2/197/")
    assert (taken.status_code, client.get(address(me)).context["match"].own.score) == (
        302,
        (196, 1) if who == "first" else (1, 196),
    )


def test_who_reported_something_else_accepts_the_other_score_or_stands_by_their_own(client, match):
    report_score(match.first, key=match.pk, expected=None, score=(3, 1))
    report_score(match.second, key=match.pk, expected=None, score=(2, 3))
    shown = client.get(address(match.first)).content.decode()
    form = re.search(r'(?s)class="disputed"(.*?)</form>', shown)[1]
    taps = dict(zip(("theirs", "mine"), re.findall(r'name="result" value="([^"]+)"', form), strict=True))
    seen = re.search(r'name="seen"\s+value="([^"]+)"', form)[1]

    client.post(address(match.first), tapped(match, taps["mine"], seen))
    match.refresh_from_db()
    assert (result_of(match), match.reports.count()) == (PENDING, 2)

    client.post(address(match.first), tapped(match, taps["theirs"], seen))
    match.refresh_from_db()
    assert result_of(match) == Result(Outcome.PLAYED, (2, 3))


def test_whoever_confirmed_is_offered_to_take_it_back_without_scripts_and_nobody_else_is(client, match):
    report_score(match.first, key=match.pk, expected=None, score=(3, 1))
    client.post(address(match.second), tapped(match))
    offered = [client.get(address(entry)).context["may_take_back"] for entry in (match.second, match.first)]

    answer = client.post(address(match.second), {"match": match.pk, "seen": "", "takes_back": ""}, follow=True)

    assert offered == [True, False]
    assert [state(client, entry) for entry in (match.second, match.first)] == ["their_report", "own_report"]
    assert answer.redirect_chain == [(f"{address(match.second)}#report", 302)]


def state(client, entry):
    return client.get(address(entry)).context["match"].state


def test_a_confirmation_that_cannot_be_taken_back_any_more_is_told_and_stands(client, match):
    enter_result(match, Result(Outcome.PLAYED, (3, 1)))
    answer = client.post(address(match.second), {"match": match.pk, "seen": "", "takes_back": ""})

    refused = Refused("confirmation_stands", **result_facts(match, Result(Outcome.PLAYED, (3, 1))))
    assert (answer.status_code, answer.context["problem"]) == (422, refusal_sentence(refused))
