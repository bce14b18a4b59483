"""The first page, and a new tournament."""

import re
import uuid
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localdate

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_member,
    make_stranger,
    make_tournament,
    only_club,
    pairing_of,
)
from tests.views.conftest import logged_in, sentence
from tournament.actions.clubs import change_settings, club_called
from tournament.actions.players import NewPlayer, withdraw_entry
from tournament.actions.seasons import set_up_season
from tournament.actions.tournaments import close_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.languages import LANGUAGES
from tournament.models import Club, JoinRequest, MemberRole, Person, Round, Tournament
from tournament.names import isolated
from tournament.phrases.tournaments import KINDS
from tournament.queries.evening import evening_of
from tournament.queries.standings import standings_page

pytestmark = pytest.mark.django_db
FILLED = {
    "name": "Bodensee Open",
    "date": "2026-11-20",
    "venue": "Konstanz",
    "planned_rounds": "5",
    "fee": "8.00",
    "language": "en",
    "paper": "a4",
    "reporting": "both",
    "shows_live_scores": "on",
}


def rows(answer):
    """The name, the state and the address of each tournament in the list for everyone."""
    row = r'(?s)class="fw-bold" href="([^"]+)">([^<]+)</a>.*?<td class="whole-words">([^<]*)</td>'
    return [(name, state, url) for url, name, state in re.findall(row, answer.content.decode())]


def test_before_the_first_tournament_the_page_says_what_comes_first(client, director):
    texts = [browser.get("/", follow=True).content.decode() for browser in (client, director)]

    assert [text.count("No tournament yet") for text in texts] == [0, 1]
    assert [text.count(reverse("create")) for text in texts] == [0, 1]


def places_shown(browser):
    """The links of the first page beside the tournaments, in the line that everyone sees."""
    line = re.search("(?s)<nav aria-label.*?</nav>", browser.get("/").content.decode())
    return re.findall('href="([^"]+)"', line[0]) if line else []


def test_clubs_people_and_backups_are_unseen_on_a_first_evening(director):
    make_tournament(entries=0)
    make_tournament(entries=0, is_practice=True)

    assert places_shown(director) == []


@pytest.mark.parametrize("known_by", ["a second evening", "the name of the club"])
def test_clubs_people_and_backups_stand_beside_the_tournaments_from_then_on(director, known_by):
    make_member("director")
    if known_by == "the name of the club":
        Club.objects.update(name="Konstanz")
    else:
        for _evening in range(2):
            make_tournament(entries=0)

    pages = [reverse("home"), reverse("club_settings", args=[only_club().slug]), reverse("persons"), reverse("copies")]
    assert places_shown(director) == pages


def test_the_tournaments_are_listed_newest_first_with_how_far_they_are(client, director):
    make_tournament(entries=2, name="Oldest", date=date(2026, 1, 1))
    draw_next_round(make_tournament(entries=2, name="Drawn", date=date(2026, 2, 1)))
    close_tournament(make_tournament(entries=2, name="Closed", date=date(2026, 2, 1)), by=make_director())

    states = [("Closed", "closed"), ("Drawn", "round 1 of 5"), ("Oldest", "not drawn yet")]
    assert rows(client.get("/en/")) == [(name, state, f"/en/t/{name.lower()}-2026/") for name, state in states]
    assert lines(director) == [(name, state, "") for name, state in states]


def lines(browser):
    return [(row.tournament.name, row.state, row.note) for row in browser.get("/").context["rows"]]


def test_the_evening_that_is_being_played_stands_in_the_felt_with_a_point_for_each_table(director):
    make_tournament(entries=2, name="Next", date=localdate() + timedelta(days=30))
    played = make_tournament(entries=7, name="Today", played=1, date=localdate())
    draw_next_round(played)
    enter_result(pairing_of(played, 2, 1), Result(Outcome.PLAYED, (3, 1)))

    page = director.get("/")

    running = page.context["running"]
    assert (running.tournament.name, running.state, running.players) == ("Today", "Round 2 of 5 in progress", 7)
    assert [(row.tournament.name, row.state) for row in page.context["rows"]] == [("Next", "not drawn yet")]
    felt = page.content.decode().partition('class="running-evening"')[2].partition("</section>")[0]
    assert re.findall("<i ?(.*?)></i>", felt) == ['class="is-done"', "", ""]
    assert re.findall('<a class="btn [^"]*" href="([^"]*)"', felt) == [reverse("desk", args=[played.slug])]


def test_the_first_page_has_the_name_of_the_only_club_and_leads_to_its_season(director):
    club = only_club()
    make_tournament(entries=0)
    unnamed = director.get("/")
    account = make_member("director")
    change_settings(club, by=account, name="BC Konstanz", place="")
    set_up_season(club, by=account, name="Saison", begins=date(2020, 1, 1), ends=date(2099, 12, 31))
    named = director.get("/")

    brands = [re.search('(?s)class="brand"[^>]*>(.*?)<', page.content.decode())[1] for page in (unnamed, named)]
    assert [" ".join(brand.split()) for brand in brands] == ["Backgammon Swiss", "BC Konstanz"]
    seasons = [[season.name for _club, season in page.context["seasons"]] for page in (unnamed, named)]
    assert seasons == [[], ["Saison"]]


def test_a_round_that_nobody_plays_any_more_stands_like_the_others(director):
    make_tournament(entries=2, name="Forgotten", played=1, date=localdate() - timedelta(days=2))

    assert lines(director) == [("Forgotten", "round 1 of 5", "")]


def test_the_last_evenings_say_who_has_won_and_the_earlier_ones_that_they_are_closed(director):
    for day in range(1, 8):
        evening = make_tournament(entries=4, name=f"Day {day}", played=2, planned_rounds=2, date=date(2026, 3, day))
        close_tournament(evening, by=make_director())

    found = lines(director)
    names = [row.entry.name for row in standings_page(evening_of(evening)).rows]
    second, third = (isolated(name) for name in names[1:3])
    assert found[0] == ("Day 7", names[0], f"ahead of {second} and {third}")
    assert [state == "closed" for _name, state, _note in found] == [False] * 5 + [True] * 2


def test_an_imported_evening_without_players_has_no_winner(director):
    empty = make_tournament(entries=0, name="Empty")
    Round.objects.create(tournament=empty, number=1, planned_rounds=5)
    Tournament.objects.update(is_closed=True)

    assert lines(director) == [("Empty", "closed", "")]


def test_who_asks_to_play_is_counted_until_they_have_an_answer(director):
    tournament = make_tournament(entries=0, name="Next")
    for name, declined in (("Ada", False), ("Bob", False), ("Cem", True)):
        JoinRequest.objects.create(
            tournament=tournament, request_key=uuid.uuid4(), name=name, at=timezone.now(), is_declined=declined
        )

    assert lines(director) == [("Next", "not drawn yet", "2 sign-ups")]


def test_the_directors_first_page_takes_no_more_queries_for_many_tournaments(director, django_assert_num_queries):
    make_tournament(entries=0)
    with CaptureQueriesContext(connection) as few:
        director.get("/")
    for number in range(20):
        Tournament.objects.create(
            club=only_club(), slug=f"o-{number}", name="Open", date=date(2026, 1, 1), director=make_director()
        )

    with django_assert_num_queries(len(few)):
        director.get("/")


def test_practice_is_listed_for_its_director_alone_below_the_others(client, director):
    make_tournament(entries=0, name="Rehearsal", is_practice=True)
    make_tournament(entries=0, name="Winter")

    for_everyone, own = client.get("/en/").context, director.get("/").context

    assert [row.tournament.name for row in for_everyone["rows"]] == ["Winter"]
    assert [[row.tournament.name for row in own[key]] for key in ("rows", "practice")] == [["Winter"], ["Rehearsal"]]


def test_a_new_tournament_like_a_practice_one_is_no_practice(director):
    rehearsal = make_tournament(entries=0, is_practice=True)

    assert director.get(start_from(rehearsal)).context["form"]["is_practice"].value() is False


def test_all_tournaments_are_listed_however_many_they_are(client):
    for number in range(30):
        Tournament.objects.create(club=only_club(), slug=f"open-{number}", name="Open", date=date(2026, 1, 1))

    assert len(re.findall('href="/en/t/open-', client.get("/en/").content.decode())) == 30


def test_a_director_sees_the_tournaments_of_the_club_and_none_of_another(director):
    make_member("director")
    make_tournament(entries=0, name="Mine")
    for slug, club in (("theirs", club_called("ulm")), ("ours", only_club())):
        Tournament.objects.create(club=club, slug=slug, name=slug, date=date(2026, 1, 1), director=make_stranger())

    assert [name for name, _state, _note in lines(director)] == ["Mine", "ours"]


def test_an_account_that_helps_in_the_club_finds_its_tournaments_and_sets_up_none():
    make_tournament(entries=0, name="Ours")
    browser = logged_in(make_member("mia", MemberRole.HELPER))

    context = browser.get("/").context

    assert ([row.tournament.name for row in context["rows"]], context["may_set_up"]) == (["Ours"], False)
    assert browser.get(reverse("create")).status_code == 403


def test_the_first_page_takes_as_many_queries_for_few_as_for_many(client, django_assert_num_queries):
    for number in range(20):
        Tournament.objects.create(club=only_club(), slug=f"open-{number}", name="Open", date=date(2026, 1, 1))

    with django_assert_num_queries(2):
        client.get("/en/")


def test_the_director_sees_how_the_phones_get_here_and_a_guest_does_not(client, director):
    contexts = [browser.get("/", follow=True).context for browser in (client, director)]

    assert ["connection" in context for context in contexts] == [False, True]


HERE, ELSEWHERE = ("127.0.0.1", "localhost:8000"), ("192.168.1.30", "192.168.1.20:8000")


@pytest.mark.parametrize(
    ("visitor", "public", "named"),
    [
        (HERE, "http://192.168.1.20:8000", ("http://localhost:8000", False)),
        (ELSEWHERE, "http://192.168.1.20:8000", ("", False)),
        (HERE, "https://club.example", ("", True)),
        (ELSEWHERE, "https://club.example", ("", True)),
    ],
)
def test_the_address_of_this_computer_is_named_to_whoever_sits_in_front_of_it_alone(
    director, settings, visitor, public, named
):
    settings.PUBLIC_URL = public
    address, host = visitor

    connection = director.get("/", REMOTE_ADDR=address, headers={"host": host}).context["connection"]

    assert (connection.public_url, (connection.local_url, connection.is_served)) == (public, named)


def test_a_tournament_is_set_up_and_the_players_come_next(director):
    answer = director.post(reverse("create"), FILLED)

    tournament = Tournament.objects.get()
    assert answer["Location"] == reverse("desk_players", args=["bodensee-open-2026"])
    assert (tournament.director, tournament.fee_cents, tournament.language) == (make_director(), 800, "en")


def test_a_form_sent_twice_makes_one_tournament(director):
    key = re.search('name="request_key" value="([^"]+)"', director.get(reverse("create")).content.decode())[1]

    shown = {director.post(reverse("create"), {**FILLED, "request_key": key})["Location"] for _click in range(2)}

    assert (len(shown), Tournament.objects.get().request_key) == (1, uuid.UUID(key))


def test_two_forms_without_key_make_two_tournaments(director):
    for _form in range(2):
        director.post(reverse("create"), FILLED)

    assert Tournament.objects.count() == 2


def asked_and_folded(answer):
    """The labels of the fields that stand open, of those that are folded, and whether these are unfolded."""
    asked, _said, opening, folded = parts(answer)
    return labels(asked), labels(folded), " open" in opening


def parts(answer):
    """What stands open, what is one sentence, and the rest with the opening tag of its fold."""
    form = answer.content.decode().partition('method="post" class="sheet')[2]
    shown, opening, folded = re.split('(<details class="folded more-settings"[^>]*>)', form)
    asked, mark, said = shown.partition('<details class="said"')
    return asked, mark + said, opening, folded


def labels(html):
    return re.findall("<(?:label|legend)[^>]*(?:form-label|form-check-label)[^>]*>\\s*([^<]*[^<\\s])", html)


def test_match_and_ranking_of_a_new_tournament_are_one_sentence_each(director):
    said = parts(director.get(reverse("create")))[1]

    openings = re.findall('<details class="said"[^>]*>', said)
    sentences = re.findall('(?s)<span class="of">(.*?)</span>\\s*<span class="says">(.*?)</span>', said)
    assert [opening.endswith(" open>") for opening in openings] == [False, False]
    assert sentences == [
        ("Match", "Backgammon to 3 points; a gammon counts 2; the winner of a game opens the next one."),
        ("Ranking", "Ranked by match wins, point difference, Buchholz, head-to-head, lot."),
    ]


def test_a_new_tournament_asks_six_things_and_folds_the_rest(director):
    asked, folded, is_open = asked_and_folded(director.get(reverse("create")))

    kinds = ["What is played", *(str(sentence) for _kind, sentence in KINDS)]
    assert (asked, is_open) == (["Name", *kinds, "Date", "Begins at", "Rounds", "Entry fee in €"], False)
    assert folded == [
        "Finals after the last round",
        "Points per match of the finals",
        "Match for third place",
        "Consolation",
        "Points per match of the consolation",
        "Venue",
        "Organiser",
        "Boards at the venue",
        "Entry fee by number of players",
        "Keep new rounds hidden",
        "Everyone follows the matches",
        "Results from phones",
        "Players sign themselves up",
        "Round clock in minutes",
        "Language of printouts",
        "Paper size",
        "For practice only",
    ]


def test_more_settings_are_four_groups_with_their_values_in_a_line(director):
    shown = director.get(reverse("create"), {"from": make_tournament(boards=7).slug}).context["form"].groups

    assert [(heading, line, has_error) for heading, line, _fields, has_error in shown] == [
        ("Finals", "No finals", False),
        ("Venue and fees", "Konstanz, Boards at the venue: 7", False),
        ("Phones and wall", "Everyone follows the matches, Results from phones: both players must agree", False),
        ("Printouts, practice", "Deutsch, A4", False),
    ]


def test_a_new_tournament_says_what_the_evening_becomes_as_far_as_the_last_one_tells(director):
    assert director.get(reverse("create")).context["becomes"] == (
        ("The rounds decide a winner among up to", "32 players", ""),
    )
    tournament = make_tournament(6, 2, fee_cents=800, begins_at="19:00")
    begun = datetime(2026, 11, 20, 19, tzinfo=UTC)
    for round_ in tournament.rounds.all():
        Round.objects.filter(pk=round_.pk).update(started_at=begun + timedelta(minutes=43 * round_.number))

    like = director.get(reverse("create"), {"from": tournament.slug, "planned_rounds": "4", "fee": "5"})
    knock_out = director.get(reverse("create"), {"kind": "knock_out", "planned_rounds": "no number"})

    cash = ("Cash", "30.00 €", "with 6 players, as on 20 Nov")
    assert like.context["becomes"] == (
        ("The evening ends at about", "21:52", "4 rounds of 43 minutes with breaks, as on 20 Nov"),
        ("The rounds decide a winner among up to", "16 players", ""),
        cash,
    )
    assert knock_out.context["becomes"] == (("Cash", "48.00 €", cash[2]),)


@pytest.mark.parametrize(
    ("typed", "is_open"),
    [
        ({"venue": ""}, False),
        ({"venue": "Konstanz"}, True),
        ({"venue": "", "paper": "letter"}, True),
        ({"venue": "", "hides_new_rounds": "on"}, True),
        ({"venue": "", "fee_steps_6": "7"}, True),
        ({"venue": "", "boards": "none"}, True),
    ],
)
def test_what_is_folded_opens_where_something_in_it_is_wrong_or_unusual(director, typed, is_open):
    answer = director.post(reverse("create"), {**FILLED, "name": "", **typed})

    assert (answer.status_code, asked_and_folded(answer)[2]) == (422, is_open)


def test_what_is_folded_opens_where_the_earlier_tournament_is_unusual(director):
    plain, elsewhere = (make_tournament(entries=0, venue=venue, language="en") for venue in ("", "Ulm"))

    assert [asked_and_folded(director.get(start_from(one)))[2] for one in (plain, elsewhere)] == [False, True]


def mistakes(answer):
    """The sentence at the top of a refused form, its links, and the fields that want the cursor."""
    page = answer.content.decode()
    top = re.search('(?s)<div class="notice bad form-narrow" role="alert">(.*?)</div>', page)
    sentence = " ".join(re.sub("<[^>]+>", "", top[1]).split()) if top else ""
    focused = [re.search(' id="([^"]+)"', tag)[1] for tag in re.findall("<[^>]* autofocus[^>]*>", page)]
    return sentence, re.findall('href="(#[^"]+)"', top[1] if top else ""), focused


@pytest.mark.parametrize(
    ("typed", "said", "links", "focused"),
    [
        ({"fee": "10.00"}, "1 field needs to be corrected: Entry fee in €.", ["#id_fee"], ["id_fee"]),
        (
            {"boards": "x", "planned_rounds": "0"},
            "2 fields need to be corrected: Rounds, Boards at the venue.",
            ["#id_planned_rounds", "#id_boards"],
            ["id_planned_rounds"],
        ),
        (
            {"fee_steps_0": "8"},
            "1 field needs to be corrected: Entry fee by number of players.",
            ["#id_fee_steps_0"],
            ["id_fee_steps_0"],
        ),
    ],
)
def test_a_refused_form_says_so_at_its_top_and_goes_to_the_first_wrong_field(director, typed, said, links, focused):
    assert mistakes(director.post(reverse("create"), {**FILLED, **typed})) == (said, links, focused)


def test_a_form_that_is_wrong_where_nothing_is_typed_says_so_at_its_top(director):
    answer = director.post(reverse("create"), {**FILLED, "request_key": "one"})

    assert (answer.status_code, mistakes(answer)) == (422, (sentence("not_understood"), [], []))


def test_a_new_tournament_begins_at_its_name_and_settings_point_nowhere(director):
    pages = reverse("create"), reverse("settings", args=[make_tournament(entries=0).slug])

    assert [mistakes(director.get(page)) for page in pages] == [("", [], ["id_name"]), ("", [], [])]


def test_a_wrong_field_says_why_to_who_cannot_see_it(director):
    page = director.post(reverse("create"), {**FILLED, "fee": "10.00"}).content.decode()

    field = re.search('<input[^>]*id="id_fee"[^>]*>', page)[0]
    described_by = re.search('aria-describedby="([^"]+)"', field)[1].split()
    assert 'aria-invalid="true"' in field
    assert [page.count(f'id="{key}"') for key in described_by] == [1] * len(described_by)
    assert re.search(f'(?s)id="{described_by[-1]}"[^>]*>(.*?)</div>', page)[1].count("at most 9.99 €") == 1


def test_what_cannot_be_is_said_beside_the_field_and_what_was_typed_stays(director):
    answer = director.post(reverse("create"), {**FILLED, "fee": "10.00", "planned_rounds": "0"})

    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"fee", "planned_rounds"})
    assert answer.context["form"]["name"].value() == "Bodensee Open"
    assert Tournament.objects.count() == 0


@pytest.fixture
def earlier():
    players = [NewPlayer("Zoë", "Wien"), NewPlayer("Bo"), NewPlayer("Anna", "Ulm"), NewPlayer("anna", namesakes=1)]
    made = make_tournament(players=players, name="Winter", date=date(2026, 1, 1), fee_cents=500, planned_rounds=3)
    draw_next_round(made)
    withdraw_entry(entry_of(made, 2), by=make_director())
    return made


def start_from(tournament):
    return f"{reverse('create')}?from={tournament.slug}"


def boxes(answer):
    """The players offered, and whether each is ticked."""
    pattern = '(?s)<input type="checkbox"([^>]*name="players"[^>]*)>.*?<label[^>]*>(.*?)</label>'
    return [(label.strip(), "checked" in box) for box, label in re.findall(pattern, answer.content.decode())]


def test_a_new_tournament_may_start_from_an_earlier_one(director, earlier, noon):
    answer = director.get(start_from(earlier))

    form = answer.context["form"]
    filled = {name: form[name].value() for name in ("name", "venue", "planned_rounds", "fee", "date")}
    assert filled == {
        "name": "Winter",
        "venue": "Konstanz",
        "planned_rounds": 3,
        "fee": Decimal("5.00"),
        "date": localdate(),
    }
    assert form["request_key"].value() != earlier.request_key
    assert boxes(answer) == [("Anna · Ulm", True), ("anna", True), ("Bo", False), ("Zoë · Wien", True)]


def test_finals_of_an_earlier_tournament_are_those_of_the_new_one_too(director):
    names = ("finals_players", "finals_match_length", "finals_third_place")
    earlier = make_tournament(4, finals_players=4, finals_lengths="3 5", finals_third_place=True)

    form = director.get(start_from(earlier)).context["form"]

    assert [form[name].value() for name in names] == [4, "3, 5", True]


def test_the_ticked_players_are_entered_with_the_new_tournament(director, earlier):
    anna, other_anna, _bo, zoe = (entry.pk for entry in director.get(start_from(earlier)).context["regulars"].entries)

    answer = director.post(start_from(earlier), {**FILLED, "players": [zoe, anna, other_anna]})

    made = Tournament.objects.get(name="Bodensee Open")
    entered = made.entries.order_by("number").values_list("name", "club")
    assert answer["Location"] == reverse("desk_players", args=[made.slug])
    assert list(entered) == [("Anna", "Ulm"), ("anna", ""), ("Zoë", "Wien")]
    assert (made.version, made.is_closed, made.draw_seed) == (1, False, "")


def test_whoever_appeared_by_first_name_and_initial_does_so_again(director, earlier):
    for number, name, shown_as in ((1, "Anna Keller", "Anna K."), (2, "Anna Kant", "Anna K. (2)")):
        earlier.entries.filter(number=number).update(name=name, shown_as=shown_as)
        Person.objects.filter(entries__tournament=earlier, entries__number=number).update(name=name)

    director.post(start_from(earlier), {**FILLED, "players": [entry.pk for entry in earlier.entries.all()]})

    made = Tournament.objects.get(name="Bodensee Open")
    assert [entry.display_name for entry in made.entries.order_by("number")] == [
        "Anna",
        "anna",
        "Anna K.",
        "Anna K. (4)",
    ]


def test_a_form_with_a_mistake_keeps_the_ticks(director, earlier):
    answer = director.post(start_from(earlier), {**FILLED, "fee": "10.00", "players": [entry_of(earlier, 2).pk]})

    assert answer.status_code == 422
    assert boxes(answer) == [("Anna · Ulm", False), ("anna", False), ("Bo", True), ("Zoë · Wien", False)]


def test_nobody_of_another_tournament_can_be_ticked(director, earlier):
    other = make_tournament(players=[NewPlayer("Cem")])

    answer = director.post(start_from(earlier), {**FILLED, "players": [entry_of(other, 1).pk]})

    assert (answer.status_code, answer.context["regulars"].errors) == (422, {"players": [sentence("not_understood")]})
    assert Tournament.objects.count() == 2


def test_only_tournaments_of_one_s_own_can_be_started_from(director, stranger, earlier):
    answers = [browser.get(reverse("create")) for browser in (director, stranger)]

    assert [answer.context["latest"] for answer in answers] == [earlier, None]
    assert stranger.get(start_from(earlier)).status_code == 404


def test_the_settings_lead_to_a_new_one_like_this(director, earlier):
    page = director.get(reverse("settings", args=[earlier.slug])).content.decode()

    assert page.count(f'href="{start_from(earlier)}"') == 1


@pytest.fixture
def two_clubs():
    """A second one is on the installation, and both have a name."""
    first = only_club()
    Club.objects.filter(pk=first.pk).update(name="BC Konstanz", slug="konstanz")
    Club.objects.create(slug="ulm", name="Ulmer Würfel", place="Ulm")


def test_where_there_are_several_clubs_guests_find_the_directory(client, two_clubs, noon):
    Tournament.objects.create(club=only_club(), slug="tonight", name="Tonight", date=localdate())

    page = client.get("/en/").content.decode()

    assert re.findall('href="(/en/[ct]/[^"]+)"', page) == ["/en/c/konstanz/", "/en/t/tonight/", "/en/c/ulm/"]


def test_the_directory_is_the_same_bytes_for_everybody_and_kept_for_a_moment(client, two_clubs):
    answers = [browser.get("/en/", {"q": "ulm"}) for browser in (client, logged_in(make_member("ada")))]
    again = client.get("/en/", {"q": "ulm"}, headers={"if-none-match": answers[0]["ETag"]})

    assert len({answer.content for answer in answers}) == 1
    assert {answer["Cache-Control"] for answer in answers} == {"public, max-age=0, s-maxage=1"}
    assert [dict(answer.cookies) for answer in answers] == [{}, {}]
    assert (again.status_code, again.content) == (304, b"")


def test_what_is_searched_for_in_the_directory_is_searched_for_in_the_other_language_too(client, two_clubs):
    pages = [client.get("/en/", {"q": typed}).content.decode() for typed in ("Ulmer Würfel", "")]

    assert [re.findall('href="(/[^"]*)"[^>]* hreflang=', page) for page in pages] == [
        [f"/{language.short}/?q=Ulmer+W%C3%BCrfel" for language in LANGUAGES],
        [f"/{language.short}/" for language in LANGUAGES],
    ]


def test_whatever_is_searched_for_is_shown_as_it_was_typed_and_kept_from_part_to_part(client, two_clubs):
    Club.objects.bulk_create(Club(slug=f"club-{n}", name=f"<i>Club {n:03}") for n in range(201))

    page = client.get("/en/", {"q": "<i>Club"}).content.decode()

    assert re.findall('value="([^"]*Club)"', page) == ["&lt;i&gt;Club"]
    assert re.findall('href="([?][^"]+)"', page) == [
        "?q=%3Ci%3EClub&amp;part=1",
        "?q=%3Ci%3EClub&amp;part=2",
    ]


@pytest.mark.parametrize("typed", ["nobody", "a\x00b", "9" * 5000])
def test_whoever_finds_no_club_is_told_so(client, two_clubs, typed):
    answer = client.get("/en/", {"q": typed, "part": typed})

    assert (answer.status_code, answer.content.decode().count("No club has this name")) == (200, 1)


@pytest.fixture
def of_two_clubs():
    """A browser in which somebody is logged in who directs two clubs of three."""
    for slug in ("konstanz", "ulm", "genf"):
        club_called(slug)
    for slug in ("konstanz", "ulm"):
        ada = make_member("ada", club=club_called(slug))
    return logged_in(ada)


def test_who_directs_several_clubs_chooses_one_and_who_has_one_is_not_asked(of_two_clubs):
    answer = of_two_clubs.get(reverse("create"))
    of_one = logged_in(make_member("eva", club=club_called("ulm"))).get(reverse("create"))
    of_two_clubs.post(reverse("create"), {**FILLED, "club": "ulm"})

    assert [slug for slug, _name in answer.context["clubs"].fields["club"].choices] == ["konstanz", "ulm"]
    assert 'name="club"' not in of_one.content.decode()
    assert Tournament.objects.get().club.slug == "ulm"


def test_a_tournament_like_an_earlier_one_is_of_the_same_club_unless_another_is_chosen(of_two_clubs):
    of_two_clubs.post(reverse("create"), {**FILLED, "club": "ulm"})

    page = of_two_clubs.get(reverse("create"), {"from": Tournament.objects.get().slug}).content.decode()

    assert re.findall('<option value="([a-z]+)" selected', page.partition('name="club"')[2])[0] == "ulm"


@pytest.mark.parametrize("club", [{"club": "genf"}, {"club": "nowhere"}, {}])
def test_a_club_of_others_or_none_is_refused(of_two_clubs, club):
    answer = of_two_clubs.post(reverse("create"), {**FILLED, **club})

    assert (answer.status_code, list(answer.context["clubs"].errors)) == (422, ["club"])
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(("language", "label"), [("en", "As on 20 November"), ("de", "Wie am 20. November")])
def test_the_button_of_the_last_evening_writes_its_day_as_the_language_does(director, language, label):
    make_tournament(4, played=1)

    page = director.get(reverse("create"), headers={"accept-language": language}).content.decode()

    assert re.findall(r"(?:As on|Wie am) [^<]*?November", page) == [label]
