"""Players put themselves on the list from their phones, and the director answers."""

import re
from uuid import UUID, uuid4

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.factories import draw_next_round, entry_of, make_director, make_helper, make_tournament, stored_rows
from tests.views.conftest import logged_in, on_one_line, sentence
from tests.views.test_public import page, words
from tournament.actions.journal import history, undo
from tournament.actions.permissions import Guest
from tournament.actions.players import NewPlayer, accept_requests, add_entries, ask_to_join, decline, remove_entry
from tournament.actions.tournaments import close_tournament
from tournament.languages import LANGUAGES
from tournament.models import Entry, JoinRequest, JournalLine, Tournament
from tournament.phrases.players import for_this_evening_sentence
from tournament.queries.players import MANY_OF_A_NETWORK, waiting

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
SECRET, ANOTHER = "0" * 32, "1" * 32
KEY = UUID("0123456789abcdef0123456789abcdef")
WAITING, DECLINED = "Sign-up received. Please see the director.", "Not accepted. Please ask the director."
TOO_LATE = "Round 1 has already been drawn. Please ask the director."


@pytest.fixture
def tournament():
    """Cem is on the list, and the list is open."""
    return make_tournament(players=[NewPlayer("Cem"), NewPlayer("Dilek")], opens_joining=True)


@pytest.fixture
def phone():
    return Client()


def ask(phone, tournament, name, headers=None, **details):
    data = {"request_key": uuid4(), "name": name, **details}
    return phone.post(reverse("ask_to_join", args=[tournament.slug]), data, headers=headers)


def answer(director, tournament, headers=None, **data):
    return director.post(reverse("answer_join_request", args=[tournament.slug]), data, headers=headers)


def request_of(name):
    return JoinRequest.objects.get(name=name)


def accept(tournament, name):
    accept_requests(tournament, by=make_director(), chosen={request_of(name).pk: 0})


def page_of_request(phone, tournament, headers=None, key=KEY):
    return phone.get(reverse("asked", args=[tournament.slug, key.hex]), headers=headers)


def said(phone, tournament):
    """What the phone is told of its request."""
    told = words(page_of_request(phone, tournament))
    return next((text for text in (WAITING, DECLINED, TOO_LATE) if text in told), "")


def way_to_the_form(phone, tournament):
    """Whether the players' page leads to the form, and whether the form opens."""
    form = reverse("ask_to_join", args=[tournament.slug])
    return form in page(phone, "standings", tournament).content.decode(), phone.get(form).status_code


def test_the_form_is_there_while_the_list_is_open(client, tournament):
    there = [way_to_the_form(client, tournament)]
    for row in ({"opens_joining": False}, {"opens_joining": True}):
        Tournament.objects.update(**row, version=F("version") + 1)
        there.append(way_to_the_form(client, tournament))
    draw_next_round(tournament)
    there.append(way_to_the_form(client, tournament))

    assert there == [(True, 200), (False, 302), (True, 200), (False, 302)]


@pytest.mark.parametrize(("headers", "status", "way"), [({}, 302, "Location"), (HTMX, 200, "HX-Redirect")])
def test_who_asks_comes_to_a_page_that_says_that_they_wait(phone, tournament, headers, status, way):
    asked = ask(phone, tournament, " Bo  Weiß ", headers=headers, request_key=KEY, club="Ulm", wish="abbreviated")

    stored = request_of("Bo Weiß")
    assert (asked.status_code, asked[way]) == (status, reverse("asked", args=[tournament.slug, KEY.hex]))
    assert (stored.club, stored.is_shortened) == ("Ulm", True)
    assert said(phone, tournament) == WAITING
    assert "Bo Weiß" not in words(page(phone, "standings", tournament))


def test_signing_up_keeps_the_secret_of_the_phone_where_no_script_and_no_other_site_reads_it(phone, tournament):
    phone.get(reverse("ask_to_join", args=[tournament.slug]))
    before = list(phone.cookies)
    asked = ask(phone, tournament, "Bo", request_key=KEY, secret=SECRET)

    kept = phone.cookies["phone"]
    assert (before, sorted(phone.cookies)) == (["csrftoken"], ["csrftoken", "phone"])
    assert (kept.value, kept["path"], kept["httponly"], kept["samesite"]) == (SECRET, "/", True, "Lax")
    assert SECRET not in asked["Location"] + page_of_request(phone, tournament).content.decode()


def test_the_cookie_of_a_phone_travels_encrypted_where_the_address_has_https(phone, tournament, settings):
    settings.CSRF_COOKIE_SECURE = True
    ask(phone, tournament, "Bo", secret=SECRET)

    assert phone.cookies["phone"]["secure"] is True


def test_a_phone_whose_form_is_still_open_after_the_draw_is_sent_no_page_into_it(phone, tournament):
    draw_next_round(tournament)

    answer = phone.get(reverse("ask_to_join", args=[tournament.slug]), {"name": "Ida Kurz"}, headers=HTMX)

    assert (answer.status_code, on_one_line(answer)) == (200, "with first name and initial: “Ida K.”")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Dr. Hans Maier jun.", "with first name and initial: “Hans M.”"),
        ("<b>", "with first name and initial: “&lt;b&gt;”"),
        (" ", "with first name and initial, as in “Anna K.”"),
        ("x" * 999, f"with first name and initial: “{'x' * 100}”"),
    ],
)
def test_who_signs_up_sees_what_the_wish_makes_of_the_name_before_it_is_sent(phone, tournament, typed, told):
    before = stored_rows()

    answer = phone.get(reverse("ask_to_join", args=[tournament.slug]), {"name": typed}, headers=HTMX)

    assert (on_one_line(answer), stored_rows()) == (told, before)


def test_without_scripts_the_form_brings_a_secret_along_another_one_each_time(phone, tournament):
    secrets = {secret_of_the_form(phone, tournament) for _look in range(2)}

    assert [len(secret) for secret in secrets] == [32, 32]


@pytest.mark.parametrize("secret", ["x", "0" * 31, "0" * 33, "A" * 32, "0" * 32 + "; path=/"])
def test_a_malformed_secret_of_a_phone_is_refused(phone, tournament, secret):
    before = stored_rows()
    refused = ask(phone, tournament, "Bo", secret=secret)

    assert (refused.status_code, "phone" in phone.cookies, stored_rows()) == (422, False, before)


def test_a_refused_form_keeps_the_secret_that_the_phone_has_made(phone, tournament):
    refused = ask(phone, tournament, "", secret=SECRET).content.decode()

    assert re.search('name="secret" value="([^"]*)"', refused)[1] == SECRET


def test_a_form_sent_twice_asks_once(phone, tournament):
    for _click in range(2):
        ask(phone, tournament, "Bo", request_key=KEY)

    assert (JoinRequest.objects.count(), said(phone, tournament)) == (1, WAITING)


def test_a_sign_up_whose_answer_was_lost_is_told_again_where_it_is_and_to_whom_it_belongs(phone, client, tournament):
    word = {**HTMX, "Word": "0" * 32}
    ask(phone, tournament, "Bo", headers=word, request_key=KEY, secret=SECRET)

    again = ask(client, tournament, "Bo", headers=word, request_key=KEY, secret=SECRET)

    assert (again["HX-Redirect"], JoinRequest.objects.count()) == (
        reverse("asked", args=[tournament.slug, KEY.hex]),
        1,
    )
    assert client.cookies["phone"].value == SECRET


def test_a_sign_up_that_was_refused_or_discarded_never_enters(phone, tournament):
    refused, discarded = ({**HTMX, "Word": digit * 32} for digit in "12")
    told = ask(phone, tournament, "CEM", headers=refused)
    asked = ask(phone, tournament, "", headers={**discarded, "Discards": ""}).json()

    again = [ask(phone, tournament, "Bo", headers=word) for word in (refused, discarded)]

    assert (told.status_code, told.content.decode()) == (422, sentence("joining_name_taken", name="CEM"))
    assert (asked, again[0].content, JoinRequest.objects.count()) == ({"has_entered": False}, told.content, 0)


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "name_empty"), ("x" * 101, "name_too_long"), ("a\x07", "name_unprintable"), ("CEM", "joining_name_taken")],
)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(phone, tournament, name, code, headers):
    before = stored_rows()
    refused = ask(phone, tournament, name, headers=headers, club="Ulm", wish="abbreviated")

    shown = refused.content.decode()
    problem = re.search('id="join-problem"[^>]*>([^<]*)<', shown)[1]
    assert (refused.status_code, problem) == (422, sentence(code, name=name, limit=100))
    assert [part in shown for part in ('value="Ulm"', "checked", "autofocus")] == [True, True, True]
    assert stored_rows() == before


def test_the_language_changes_on_the_page_that_refused_a_guest(phone, tournament):
    refused = on_one_line(ask(phone, tournament, ""))

    assert re.findall('href="(/../t/[^"]+/joining/)" lang="(..)', refused) == [
        (f"/{language.short}/t/{tournament.slug}/joining/", language.short) for language in LANGUAGES
    ]


@pytest.mark.parametrize(("headers", "status", "way"), [({}, 302, "Location"), (HTMX, 200, "HX-Redirect")])
def test_who_is_taken_on_is_led_to_their_own_page(phone, tournament, headers, status, way):
    ask(phone, tournament, "Bo Weiß", request_key=KEY)
    accept(tournament, "Bo Weiß")

    led = page_of_request(phone, tournament, headers)

    assert (led.status_code, led[way]) == (status, f"/en/t/{tournament.slug}/players/3/#me")


# A phone that signed up and was accepted.


def secret_of_the_form(phone, tournament):
    form = phone.get(reverse("ask_to_join", args=[tournament.slug])).content.decode()
    return re.search('name="secret" value="([^"]*)"', form)[1]


def own_page(tournament, number=3, language="en", more=""):
    return f"/{language}/t/{tournament.slug}/p/{number}/phone/{more}"


@pytest.fixture
def bo(phone, tournament):
    """Bo, who signed up on the phone and was accepted."""
    ask(phone, tournament, "Bo", request_key=KEY, secret=SECRET)
    accept(tournament, "Bo")
    return entry_of(tournament, 3)


@pytest.mark.parametrize(("headers", "status", "way"), [({}, 302, "Location"), (HTMX, 200, "HX-Redirect")])
def test_the_phone_that_signed_up_is_led_to_a_page_of_its_own_and_no_other_phone_is(
    phone, tournament, bo, headers, status, way
):
    led = page_of_request(phone, tournament, headers)
    another = page_of_request(Client(), tournament, headers)

    assert (led.status_code, led[way]) == (status, own_page(tournament))
    assert (another.status_code, another[way]) == (status, f"/en/t/{tournament.slug}/players/3/#me")


@pytest.mark.parametrize("more", ["", "sheet/", "name/"])
def test_the_own_pages_open_on_the_phone_that_signed_up_alone_in_each_language(phone, tournament, bo, more):
    draw_next_round(tournament)
    forged = Client()
    forged.cookies["phone"] = ANOTHER
    of_another = Client()
    ask(of_another, make_tournament(0, opens_joining=True), "Bo", secret=ANOTHER)
    statuses = [
        [browser.get(own_page(tournament, language=language, more=more)).status_code for language in ("en", "de")]
        for browser in (phone, forged, of_another, Client())
    ]

    assert statuses == [[200, 200], [410, 410], [410, 410], [410, 410]]
    assert [phone.get(own_page(tournament, number, more=more)).status_code for number in (1, 4)] == [410, 410]


def test_the_own_page_is_kept_by_no_cache_and_says_that_it_is_this_phone_s_alone(phone, tournament, bo):
    shown = phone.get(own_page(tournament))

    assert (shown["Cache-Control"], shown["X-Robots-Tag"]) == ("private, no-store", "noindex, nofollow")
    assert "Only this phone opens this page" in words(shown)
    assert "Do not share this page" not in words(shown)


def test_two_phones_that_signed_up_report_and_confirm(phone, tournament, bo):
    other = Client()
    ask(other, tournament, "Ida", secret=ANOTHER)
    accept(tournament, "Ida")
    remove_entry(entry_of(tournament, 1), by=make_director())
    remove_entry(entry_of(tournament, 2), by=make_director())
    match = draw_next_round(tournament).pairings.get()
    browsers = {3: phone, 4: other}
    for number, code in ((match.first.number, "played/3/1/"), (match.second.number, "played/3/1/")):
        sent = {"match": match.pk, "seen": "", "result": code}
        browsers[number].post(own_page(tournament, number), sent)

    match.refresh_from_db()
    assert (match.first_points, match.second_points) == (3, 1)


class Evening:
    """Eight phones that sign up, and play to the end without paper."""

    def __init__(self):
        self.tournament = make_tournament(0, opens_joining=True)
        self.phones = {}
        phones = [Client(REMOTE_ADDR=f"10.0.0.{number}") for number in range(1, 9)]
        for number, phone in enumerate(phones, start=1):
            key = UUID(int=number)
            ask(phone, self.tournament, f"Guest {number}", request_key=key, secret=f"{number:032x}")
        accept_requests(
            self.tournament, by=make_director(), chosen={asked.pk: 0 for asked in JoinRequest.objects.all()}
        )
        for number, phone in enumerate(phones, start=1):
            led = page_of_request(phone, self.tournament, key=UUID(int=number))["Location"]
            self.phones[int(led.split("/")[-3])] = phone

    def heard(self):
        """What each phone hears when it asks for news of what it shows: None where there are none."""
        told = {}
        for number, phone in self.phones.items():
            version = phone.get(own_page(self.tournament, number)).context["edition"]
            told[number] = lambda number=number, phone=phone, version=version: phone.get(
                own_page(self.tournament, number), {"v": version}, headers=HTMX
            )
        return told

    def play_a_round(self):
        """Whether each phone announces the new round, and how many tables the phones have decided."""
        ask_for_news = self.heard()
        quiet = {news().status_code for news in ask_for_news.values()}
        round_ = draw_next_round(self.tournament)
        told = [news() for news in ask_for_news.values()]
        announced = {
            ("is-new" in news.content.decode(), f"Round {round_.number}" in news.context["title"]) for news in told
        }
        for pairing in round_.pairings.filter(second__isnull=False):
            for player in (pairing.first, pairing.second):
                sent = {"match": pairing.pk, "seen": "", "result": "played/3/1/"}
                self.phones[player.number].post(own_page(self.tournament, player.number), sent)
        return quiet, announced, round_.pairings.filter(first_points=3, second_points=1).count()


@pytest.mark.costly
def test_eight_phones_that_signed_up_play_an_evening_without_paper_to_the_end():
    evening = Evening()
    played = [evening.play_a_round() for _round in range(4)]
    close_tournament(evening.tournament, by=make_director())
    ends = [phone.get(own_page(evening.tournament, number)).context for number, phone in evening.phones.items()]

    assert sorted(evening.phones) == list(range(1, 9))
    assert played == [({204}, {(True, True)}, 4)] * 4
    assert sorted(end["row"].standing.rank for end in ends) == list(range(1, 9))
    assert {end["part_template"] for end in ends} == {"public/my_end.html"}


def test_without_the_token_of_the_form_nothing_is_reported(tournament, bo):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["phone"] = SECRET

    assert strict.post(own_page(tournament), {"match": 1, "seen": "", "result": "played/3/1/"}).status_code == 403


def test_a_new_private_link_ends_the_page_of_the_phone(phone, director, tournament, bo):
    address = reverse("player_link", args=[tournament.slug, 3])
    before = words(director.get(address))
    director.post(address)

    assert ["The phone that signed up" in said for said in (before, words(director.get(address)))] == [True, False]
    ended = phone.get(own_page(tournament))
    assert (ended.status_code, "This phone cannot report for this player" in words(ended)) == (410, True)
    assert phone.get(own_page(tournament), headers=HTMX)["HX-Refresh"] == "true"


def test_one_phone_of_two_players_opens_the_page_of_each(phone, tournament, bo):
    ask(phone, tournament, "Ida", secret=secret_of_the_form(phone, tournament))
    accept(tournament, "Ida")

    pages = [phone.get(own_page(tournament, number)) for number in (3, 4)]
    assert [(page.status_code, [other.name for other in page.context["others"]]) for page in pages] == [
        (200, ["Ida"]),
        (200, ["Bo"]),
    ]
    assert [page.content.decode().count(own_page(tournament, 7 - page.context["me"].number)) for page in pages] == [
        1,
        1,
    ]


def test_the_director_says_that_the_phone_is_that_of_a_known_person(phone, director, tournament):
    make_tournament(players=[NewPlayer("Bo")], name="Earlier")
    ask(phone, tournament, "Bo", secret=SECRET)
    accept(tournament, "Bo")
    address, name_page = reverse("player_link", args=[tournament.slug, 3]), own_page(tournament, more="name/")
    sent = {"wish": "hidden", "shown_as": ""}
    refused = phone.post(name_page, sent)
    before = phone.get(name_page)
    director.post(address, {"is_them": "on"})
    phone.post(name_page, sent)

    assert (refused.status_code, sentence("phone_of_unknown") in words(refused)) == (422, True)
    assert (sentence("phone_of_unknown") in words(before), before.context["handed_out"]) == (True, ())
    assert "It is them" not in words(director.get(address))
    assert entry_of(tournament, 3).display_name == "Player 3"


def test_the_page_says_what_has_become_of_the_request(phone, tournament):
    ask(phone, tournament, "Bo", request_key=KEY)
    decline(tournament, by=make_director(), keys=[request_of("Bo").pk])
    after_no = said(phone, tournament)
    JoinRequest.objects.update(is_declined=False)
    draw_next_round(tournament)

    assert (after_no, said(phone, tournament)) == (DECLINED, TOO_LATE)


def test_the_page_follows_an_undo_and_a_removal(phone, tournament):
    ask(phone, tournament, "Bo", request_key=KEY)
    accept(tournament, "Bo")
    undo(history(tournament).undoable, by=make_director())
    undone = said(phone, tournament)
    accept(tournament, "Bo")
    remove_entry(entry_of(tournament, 3), by=make_director())

    assert (undone, said(phone, tournament)) == (WAITING, DECLINED)


@pytest.mark.parametrize("key", ["nothing", "0123456789abcdef0123456789abcdef", "../"])
def test_a_request_that_nobody_made_has_no_page(phone, tournament, key):
    assert phone.get(f"/en/t/{tournament.slug}/joining/{key}/").status_code == 404


def test_a_request_has_no_page_at_another_tournament(phone, tournament):
    ask(phone, tournament, "Bo", request_key=KEY)

    assert page_of_request(phone, make_tournament(2)).status_code == 404


def test_a_phone_that_fills_the_list_is_told_to_wait_and_keeps_what_was_typed(phone, tournament, noon):
    phone.get(reverse("ask_to_join", args=[tournament.slug]))
    answers = [ask(phone, tournament, f"Bo {number}", club="Ulm") for number in range(9)]

    shown = answers[-1].content.decode()
    assert [answer.status_code for answer in answers] == [*[302] * 8, 422]
    assert "Several people have just signed up on this phone. Wait " in shown
    assert [part in shown for part in ('value="Bo 8"', 'value="Ulm"')] == [True, True]


def test_somebody_else_may_ask_from_the_same_phone(phone, tournament):
    for name in ("Bo", "Ida"):
        form = phone.get(reverse("ask_to_join", args=[tournament.slug])).content.decode()
        ask(phone, tournament, name, request_key=re.search('name="request_key" value="([^"]+)"', form)[1])

    assert [row.name for row in JoinRequest.objects.order_by("at")] == ["Bo", "Ida"]


def test_a_page_that_is_open_sees_each_request_and_each_answer(phone, director, tournament):
    def is_new(browser, name, version):
        address = reverse(name, args=[tournament.slug])
        return browser.get(address, {"v": version}, headers=HTMX).status_code == 200

    before = Tournament.objects.get().edition
    ask(phone, tournament, "Bo")
    asked = Tournament.objects.get().edition
    answer(director, tournament, decline=request_of("Bo").pk)

    assert (is_new(director, "desk_players", before), is_new(phone, "standings_live", asked)) == (True, True)


def test_one_is_taken_on_with_one_tap(phone, director, tournament):
    ask(phone, tournament, "Bo", club="Ulm")

    taken_on = answer(director, tournament, take=f"{request_of('Bo').pk}/0", headers=HTMX)

    assert (taken_on.status_code, entry_of(tournament, 3).name) == (200, "Bo")
    assert taken_on.context["join_requests"] == ()


def test_all_of_the_page_are_taken_on_but_who_has_a_namesake(phone, director, tournament):
    for name in ("Bo", "Ida", "Eva"):
        ask(Client(), tournament, name)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Ida")])
    shown = page(director, "desk_players", tournament).content.decode()
    ask(Client(), tournament, "Late")

    answer(director, tournament, take=re.findall('type="hidden" name="take" value="([^"]+)"', shown))

    names = list(Entry.objects.order_by("number").values_list("name", flat=True))
    assert names == ["Cem", "Dilek", "Ida", "Bo", "Eva"]
    assert [
        (one.request.name, one.namesakes) for one in page(director, "desk_players", tournament).context["join_requests"]
    ] == [
        ("Ida", 1),
        ("Late", 0),
    ]


@pytest.mark.parametrize(
    ("pressed", "earlier_shown"), [({}, ["Anna", "Bo"]), ({"are_them": "on"}, ["Player 1", "Player 2"])]
)
def test_who_accepts_all_reads_of_how_many_known_names_the_wish_holds_for_this_evening_alone(
    director, tournament, pressed, earlier_shown
):
    earlier = make_tournament(players=[NewPlayer("Anna"), NewPlayer("Bo")])
    for name in ("Anna", "Bo", "Eva"):
        ask(Client(), tournament, name, wish="hidden")

    shown = on_one_line(page(director, "desk_players", tournament))
    answer(director, tournament, take=re.findall('type="hidden" name="take" value="([^"]+)"', shown), **pressed)

    assert shown.count(for_this_evening_sentence(2)) == shown.count('name="are_them"') == 1
    assert [entry.display_name for entry in earlier.entries.order_by("number")] == earlier_shown
    assert [entry.is_hidden for entry in tournament.entries.order_by("number")] == [False, False, True, True, True]


def test_all_of_the_page_are_declined_with_one_tap(phone, director, tournament):
    for name in ("Bo", "Ida"):
        ask(Client(), tournament, name)
    shown = page(director, "desk_players", tournament).content.decode()
    ask(Client(), tournament, "Late")

    answer(director, tournament, decline=re.findall('type="hidden" name="decline" value="([^"]+)"', shown))

    assert [row.name for row in JoinRequest.objects.filter(is_declined=True).order_by("at")] == ["Bo", "Ida"]
    assert JournalLine.objects.latest("version").facts == {"names": ["Bo", "Ida"]}


def test_a_namesake_is_taken_on_when_that_is_what_the_page_said(director, tournament):
    ask(Client(), tournament, "Ida")
    key = request_of("Ida").pk
    add_entries(tournament, by=make_director(), players=[NewPlayer("Ida")])

    refused = answer(director, tournament, take=f"{key}/0", headers=HTMX)
    answer(director, tournament, take=f"{key}/1")

    assert (refused.status_code, refused.context["problem"]) == (422, sentence("name_taken", name="Ida"))
    assert Entry.objects.filter(name="Ida").count() == 2


def test_all_from_one_address_are_declined_with_one_tap(director, tournament):
    for number in range(MANY_OF_A_NETWORK):
        by = Guest("Bo", network="203.0.113.7")
        ask_to_join(tournament, by=by, request_key=UUID(int=number + 1), name=f"Bo {number}")
    ask_to_join(tournament, by=Guest("Ida", network="203.0.113.8"), request_key=UUID(int=99), name="Ida")

    shown = page(director, "desk_players", tournament).content.decode()
    (group,) = re.findall(r"(?s)<form(?:(?!<form).)*10 from one address.*?</form>", shown)
    answer(director, tournament, decline=re.findall('name="decline" value="([^"]+)"', group))

    assert [row.name for row in waiting(tournament)] == ["Ida"]


@pytest.mark.parametrize("data", [{}, {"take": "1"}, {"take": "a/0"}, {"decline": "x"}, {"decline": "9" * 99}])
def test_accepting_or_declining_nobody_is_refused(director, tournament, data):
    ask(Client(), tournament, "Bo")
    before = stored_rows()

    refused = answer(director, tournament, headers=HTMX, **data)

    assert (refused.status_code, refused.context["problem"]) == (422, sentence("not_understood"))
    assert stored_rows() == before


def test_a_helper_looks_on_without_anything_to_press(tournament):
    ask(Client(), tournament, "Bo")
    from_the_door = logged_in(make_helper(tournament))

    shown = on_one_line(page(from_the_door, "desk_players", tournament))

    assert [part in shown for part in ("<bdi>Bo</bdi>", "1 sign-up<", "Accept")] == [True, True, False]


def test_requests_are_gone_from_the_desk_with_the_first_draw(director, tournament):
    ask(Client(), tournament, "Bo")
    draw_next_round(tournament)

    refused = answer(director, tournament, headers=HTMX, take=f"{request_of('Bo').pk}/0")

    assert page(director, "desk_players", tournament).context["join_requests"] == ()
    assert refused.context["problem"] == sentence("joining_has_ended")
