"""Players put themselves on the list from their phones, and the director answers."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import draw_next_round, entry_of, make_director, make_helper, make_tournament, stored_rows
from tests.views.conftest import logged_in, sentence
from tests.views.test_public import page, words
from tournament.actions.entries import NewPlayer, add_entries, remove_entry
from tournament.actions.history import undo
from tournament.actions.joining import decline, take_on
from tournament.models import Entry, JoinRequest, Tournament
from tournament.queries.journal import history

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
WAITING, DECLINED = "Sign-up received. Please see the director.", "Not accepted. Please ask the director."
TOO_LATE, ON_THE_LIST = (
    "Round 1 has already been drawn. Please ask the director.",
    "on the list; round 1 has not been drawn yet",
)


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
    return director.post(reverse("answer_asking", args=[tournament.slug]), data, headers=headers)


def request_of(name):
    return JoinRequest.objects.get(name=name)


def accept(tournament, name):
    take_on(tournament, by=make_director(), chosen={request_of(name).pk: 0})


def said(phone, tournament):
    """What the phone is told of its request or its table."""
    told = words(page(phone, "standings", tournament))
    return next((text for text in (WAITING, DECLINED, TOO_LATE, ON_THE_LIST) if text in told), "")


def has_form(phone, tournament):
    return 'id="join-name"' in page(phone, "standings", tournament).content.decode()


def test_the_form_is_there_while_the_list_is_open(client, tournament):
    there = [has_form(client, tournament)]
    Tournament.objects.update(opens_joining=False)
    there.append(has_form(client, tournament))
    Tournament.objects.update(opens_joining=True)
    draw_next_round(tournament)
    there.append(has_form(client, tournament))

    assert there == [True, False, False]


def test_who_asks_reads_that_they_wait_and_the_form_is_gone(phone, client, tournament):
    asked = ask(phone, tournament, " Bo  Weiß ", club="Ulm", is_shortened="on")

    stored = request_of("Bo Weiß")
    assert (asked.status_code, asked["Location"]) == (302, reverse("standings", args=[tournament.slug]))
    assert (stored.club, stored.is_shortened) == ("Ulm", True)
    assert (said(phone, tournament), has_form(phone, tournament)) == (WAITING, False)
    assert (said(client, tournament), has_form(client, tournament)) == ("", True)
    assert "Bo Weiß" not in words(page(client, "standings", tournament))


def test_in_place_the_whole_page_comes_anew(phone, tournament):
    asked = ask(phone, tournament, "Bo", headers=HTMX)

    assert (asked.status_code, asked["HX-Redirect"]) == (200, reverse("standings", args=[tournament.slug]))
    assert said(phone, tournament) == WAITING


def test_a_form_sent_twice_asks_once(phone, tournament):
    key = uuid4()
    for _click in range(2):
        ask(phone, tournament, "Bo", request_key=key)

    assert (JoinRequest.objects.count(), said(phone, tournament)) == (1, WAITING)


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "name_empty"), ("x" * 101, "name_too_long"), ("a\x07", "name_unprintable"), ("CEM", "joining_name_taken")],
)
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_what_is_wrong_stands_beside_the_field_and_what_was_typed_stays(phone, tournament, name, code, headers):
    before = stored_rows()
    refused = ask(phone, tournament, name, headers=headers, club="Ulm", is_shortened="on")

    shown = refused.content.decode()
    problem = re.search('id="join-problem"[^>]*>([^<]*)<', shown)[1]
    assert (refused.status_code, problem) == (422, sentence(code, name=name, limit=100))
    assert [part in shown for part in ('value="Ulm"', "checked")] == [True, True]
    assert (stored_rows(), phone.cookies.get(f"asked-{tournament.pk}")) == (before, None)


def test_the_language_changes_on_the_page_that_refused_a_guest(phone, tournament):
    refused = ask(phone, tournament, "")

    assert f'name="next" value="/t/{tournament.slug}/"' in refused.content.decode()


def test_who_is_taken_on_is_remembered_on_their_phone_and_led_to_their_table(phone, tournament):
    ask(phone, tournament, "Bo Weiß", is_shortened="on")
    accept(tournament, "Bo Weiß")

    assert said(phone, tournament) == ON_THE_LIST
    assert page(phone, "standings", tournament).context["me"] == entry_of(tournament, 3)
    draw_next_round(tournament)
    assert page(phone, "round", tournament, 1).context["seat"] is not None


def test_the_line_of_who_was_taken_on_stands_out_on_their_phone(phone, tournament):
    ask(phone, tournament, "Bo")
    accept(tournament, "Bo")
    draw_next_round(tournament)

    shown = page(phone, "course", tournament).content.decode()

    assert re.findall('class="own" data-number="([0-9]+)"', shown) == ["3"]


def test_the_phone_says_what_has_become_of_the_request(phone, tournament):
    ask(phone, tournament, "Bo")
    decline(tournament, by=make_director(), key=request_of("Bo").pk)
    after_no = said(phone, tournament)
    JoinRequest.objects.update(is_declined=False)
    draw_next_round(tournament)

    assert (after_no, said(phone, tournament)) == (DECLINED, TOO_LATE)
    assert TOO_LATE in words(page(phone, "round", tournament, 1))


def test_the_phone_follows_an_undo_and_a_removal(phone, tournament):
    ask(phone, tournament, "Bo")
    accept(tournament, "Bo")
    undo(history(tournament).undoable, by=make_director())
    undone = said(phone, tournament)
    accept(tournament, "Bo")
    remove_entry(entry_of(tournament, 3), by=make_director())

    assert (undone, said(phone, tournament)) == (WAITING, DECLINED)


def test_somebody_else_may_ask_from_the_same_phone(phone, tournament):
    ask(phone, tournament, "Bo")
    phone.get(reverse("remember", args=[tournament.slug, 0]))
    ask(phone, tournament, "Ida")

    assert [row.name for row in JoinRequest.objects.order_by("at")] == ["Bo", "Ida"]


def test_a_page_that_is_open_sees_each_request_and_each_answer(phone, director, tournament):
    def is_new(browser, name, version):
        address = reverse(name, args=[tournament.slug])
        return browser.get(address, {"v": version}, headers=HTMX).status_code == 200

    before = Tournament.objects.get().version
    ask(phone, tournament, "Bo")
    asked = Tournament.objects.get().version
    answer(director, tournament, decline=request_of("Bo").pk)

    assert (is_new(director, "desk_players", before), is_new(phone, "standings", asked)) == (True, True)


def test_one_is_taken_on_with_one_tap(phone, director, tournament):
    ask(phone, tournament, "Bo", club="Ulm")

    taken_on = answer(director, tournament, take=f"{request_of('Bo').pk}/0", headers=HTMX)

    assert (taken_on.status_code, entry_of(tournament, 3).name) == (200, "Bo")
    assert taken_on.context["askings"] == ()


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
        (one.request.name, one.namesakes) for one in page(director, "desk_players", tournament).context["askings"]
    ] == [
        ("Ida", 1),
        ("Late", 0),
    ]


def test_a_namesake_is_taken_on_when_that_is_what_the_page_said(director, tournament):
    ask(Client(), tournament, "Ida")
    key = request_of("Ida").pk
    add_entries(tournament, by=make_director(), players=[NewPlayer("Ida")])

    refused = answer(director, tournament, take=f"{key}/0", headers=HTMX)
    answer(director, tournament, take=f"{key}/1")

    assert (refused.status_code, refused.context["problem"]) == (422, sentence("name_taken", name="Ida"))
    assert Entry.objects.filter(name="Ida").count() == 2


@pytest.mark.parametrize("data", [{}, {"take": "1"}, {"take": "a/0"}, {"decline": "x"}, {"decline": "9" * 99}])
def test_an_answer_that_names_nobody_is_refused(director, tournament, data):
    ask(Client(), tournament, "Bo")
    before = stored_rows()

    refused = answer(director, tournament, headers=HTMX, **data)

    assert (refused.status_code, refused.context["problem"]) == (422, sentence("not_understood"))
    assert stored_rows() == before


def test_a_helper_looks_on_without_anything_to_press(tournament):
    ask(Client(), tournament, "Bo")
    from_the_door = logged_in(make_helper(tournament))

    shown = page(from_the_door, "desk_players", tournament).content.decode()

    assert [part in shown for part in ("<bdi>Bo</bdi>", "1 sign-up<", "Accept")] == [True, True, False]


def test_requests_are_gone_from_the_desk_with_the_first_draw(director, tournament):
    ask(Client(), tournament, "Bo")
    draw_next_round(tournament)

    refused = answer(director, tournament, headers=HTMX, take=f"{request_of('Bo').pk}/0")

    assert page(director, "desk_players", tournament).context["askings"] == ()
    assert refused.context["problem"] == sentence("joining_has_ended")
