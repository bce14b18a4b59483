"""Nobody comes into the list under another spelling than the register's without the director having been asked."""

import html
import re
from datetime import date
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.factories import make_director, make_member, make_tournament, only_club
from tests.views.conftest import on_one_line
from tournament.actions.clubs import club_called
from tournament.actions.persons import rename_person, set_wish
from tournament.actions.players import NewPlayer, add_entries, ask_to_join
from tournament.archive.dump import dump
from tournament.models import Entry, JoinRequest, Person, Tournament, Wish, Wished
from tournament.phrases.backups import similar_sentence
from tournament.phrases.players import left_out_sentence

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
KNOWN = "Dirk Schäfer"


def post(browser, address, tournament, data, headers=None):
    return browser.post(reverse(address, args=[tournament.slug]), data, headers=headers)


def listed(tournament):
    """The full and the public name of everybody on the list."""
    return [(entry.name, entry.display_name) for entry in tournament.entries.order_by("number")]


def person_of(name):
    return Person.objects.get(name=name, merged_into=None)


def asked_about(answer):
    """The names that the page asks about, with the answers it offers and behind them the one that it suggests."""
    found = []
    for fieldset in re.findall("<fieldset.*?</fieldset>", on_one_line(answer)):
        radios = re.findall('value="(\\w+)"( checked)?[^>]*><span>(.*?)</span></label>', fieldset)
        labels = [html.unescape(" ".join(re.sub("<[^>]*>", " ", label).split())) for _value, _tick, label in radios]
        [suggested] = [value for value, tick, _label in radios if tick]
        found.append((html.unescape(re.search("<legend><bdi>(.*?)</bdi>", fieldset)[1]), labels, suggested))
    return found


def answered(browser, answer, *choices, headers=None):
    """Send the page that asks, as it stands or with other answers than those it suggests."""
    page = answer.content.decode()
    form = next(form for form in re.findall("(?s)<form.*?</form>", page) if "<fieldset" in form)
    data: dict[str, list[str]] = {}
    for tag in re.findall("(?s)<input.*?>", form):
        if 'type="radio"' not in tag or re.search("\\schecked", tag):
            value = re.search('\\svalue="([^"]*)"', tag)
            data.setdefault(re.search('\\sname="([^"]*)"', tag)[1], []).append(html.unescape(value[1] if value else ""))
    questions = [name for name in data if name.startswith("who-")]
    data |= {name: [choice] for name, choice in zip(questions, choices, strict=False)}
    return browser.post(re.search('action="([^"]*)"', form)[1], data, headers=headers)


@pytest.fixture
def register():
    """The register knows Dirk Schäfer, who does not want to be named in public."""
    make_tournament(players=[NewPlayer(KNOWN), NewPlayer("Anna Keller")])
    set_wish(only_club(), by=make_member("director"), person=person_of(KNOWN).pk, wished=Wished(Wish.HIDDEN))


@pytest.fixture
def tonight(register):
    return make_tournament(0, opens_joining=True, date=date(2026, 12, 4))


def typed(browser, tournament):
    return post(browser, "add_player", tournament, {"name": "Dirk Schaefer; Ulm", "request_key": uuid4()})


def typed_with_scripts(browser, tournament):
    data = {"name": "Dirk Schaefer; Ulm", "request_key": uuid4()}
    return post(browser, "add_player", tournament, data, HTMX)


def pasted(browser, tournament):
    return post(browser, "paste_players", tournament, {"lines": "Dirk Schaefer; Ulm", "ticked": ["0", "1/0"]})


def from_a_file(browser, tournament):
    file = SimpleUploadedFile("list.csv", b"Name;Verein\nDirk Schaefer;Ulm\n")
    preview = post(browser, "paste_players", tournament, {"file": file}).content.decode()
    kept = {name: re.search(f'name="{name}" value="([^"]*)"', preview)[1] for name in ("shown", "content")}
    columns = re.findall('<option value="([^"]*)" selected', preview)
    return post(browser, "paste_players", tournament, {**kept, "column": columns, "ticked": ["0", "2/0"]})


def signed_up(browser, tournament):
    asked = ask_to_join(tournament, by=make_director(), request_key=uuid4(), name="Dirk Schaefer", club="Ulm")
    return post(browser, "answer_join_request", tournament, {"take": f"{asked.pk}/0"})


def signed_up_with_scripts(browser, tournament):
    asked = ask_to_join(tournament, by=make_director(), request_key=uuid4(), name="Dirk Schaefer", club="Ulm")
    return post(browser, "answer_join_request", tournament, {"take": f"{asked.pk}/0"}, HTMX)


@pytest.mark.parametrize("door", [typed, typed_with_scripts, pasted, from_a_file, signed_up, signed_up_with_scripts])
@pytest.mark.parametrize(
    ("choice", "comes_in"),
    [((), [(KNOWN, "Player 1")]), (("new",), [("Dirk Schaefer", "Dirk Schaefer")]), (("listed",), [])],
)
def test_a_similar_name_in_the_register_is_asked_about_at_every_door(director, tonight, door, choice, comes_in):
    asked = door(director, tonight)

    assert (asked.status_code, listed(tonight)) == (422, [])
    options = ["is Dirk Schäfer not in public", "is a different person"]
    assert asked_about(asked) == [("Dirk Schaefer", options, str(person_of(KNOWN).pk))]

    assert answered(director, asked, *choice).status_code == 302
    assert listed(tonight) == comes_in
    assert set(tonight.entries.values_list("club", flat=True)) <= {"Ulm"}


def test_a_tournament_with_the_players_of_an_earlier_one_takes_their_persons(director, register):
    rename_person(only_club(), by=make_member("director"), person=person_of(KNOWN).pk, name="Dirk Schaefer")
    earlier = Tournament.objects.get()
    keys = [entry.pk for entry in earlier.entries.all()]

    new = copied(director, earlier, only_club(), keys)

    assert (new.status_code, listed(Tournament.objects.latest("pk"))) == (
        302,
        [("Anna Keller", "Anna Keller"), ("Dirk Schaefer", "Player 2")],
    )


def copied(browser, earlier, club, players, **more):
    address = f"{reverse('create')}?from={earlier.slug}"
    page = browser.get(address).context["form"]
    data = {field.name: field.value() for field in page if field.value() is not None and field.value() is not False}
    data |= {"date": "2026-12-04", "players": players, "club": club.slug, "request_key": uuid4()}
    return browser.post(address, data | more)


def test_four_spellings_of_one_evening_are_asked_about_together(director, tonight):
    lines = "Jürgen Groß\nGross, Juergen\nDr. Jürgen Groß\nJuergen Gros\nDirk Schaefer"

    asked = post(
        director, "paste_players", tonight, {"lines": lines, "ticked": ["0", *(f"{row}/0" for row in range(1, 6))]}
    )
    answered(director, asked)

    assert [(name, suggested) for name, _options, suggested in asked_about(asked)] == [
        ("Juergen Gross", "listed"),
        ("Dr. Jürgen Groß", "listed"),
        ("Juergen Gros", "new"),
        ("Dirk Schaefer", str(person_of(KNOWN).pk)),
    ]
    assert asked_about(asked)[1][1] == ["is on the list already: Juergen Gross , Jürgen Groß", "is a different person"]
    assert [name for name, _public in listed(tonight)] == ["Jürgen Groß", "Juergen Gros", KNOWN]


def test_who_is_on_the_list_under_another_spelling_is_not_added_again(director, tonight):
    add_entries(tonight, by=make_director(), players=[NewPlayer(KNOWN)])

    asked = typed(director, tonight)
    answered(director, asked)

    options = ["is on the list already: Dirk Schäfer", "is a different person"]
    assert asked_about(asked) == [("Dirk Schaefer", options, "listed")]
    assert listed(tonight) == [(KNOWN, "Player 1")]


ALIKE = ["Tina Egger", "Inga Egger", "Peter Meier", "Petra Meier", "Hans Maier", "Hans Maier jun.", "Hans Maier sen."]


def test_two_alike_names_of_one_list_are_two_people_unless_the_director_says_otherwise(director, tonight):
    ticked = ["0", *(f"{row}/0" for row in range(1, len(ALIKE) + 1))]

    asked = post(director, "paste_players", tonight, {"lines": "\n".join(ALIKE), "ticked": ticked})
    answered(director, asked)

    assert [(name, suggested) for name, _options, suggested in asked_about(asked)] == [
        ("Inga Egger", "new"),
        ("Petra Meier", "new"),
        ("Hans Maier jun.", "new"),
        ("Hans Maier sen.", "new"),
    ]
    assert [name for name, _public in listed(tonight)] == ALIKE


def test_somebody_alike_in_the_register_is_not_suggested(director, tonight):
    asked = post(director, "add_player", tonight, {"name": "Dirk Schaefer jun.", "request_key": uuid4()})

    options = ["is Dirk Schäfer not in public", "is a different person"]
    assert asked_about(asked) == [("Dirk Schaefer jun.", options, "new")]


@pytest.mark.parametrize("door", [typed, pasted, from_a_file, signed_up])
@pytest.mark.parametrize("has_scripts", [False, True])
def test_players_who_are_on_the_list_already_are_named_as_left_out(director, tonight, door, has_scripts):
    add_entries(tonight, by=make_director(), players=[NewPlayer(KNOWN)])

    answer = answered(director, door(director, tonight), headers=HTMX if has_scripts else None)

    page = answer if answer.status_code == 200 else director.get(answer["Location"])
    assert on_one_line(page).count(left_out_sentence(["Dirk Schaefer"])) == 1


def test_nobody_is_named_where_nobody_was_left_out(director, tonight):
    answer = answered(director, typed(director, tonight), "new")

    assert left_out_sentence([""]).split(":")[0] not in on_one_line(director.get(answer["Location"]))


def test_what_came_into_the_register_while_the_question_was_open_is_asked_about_too(director, tonight):
    asked = typed(director, tonight)
    make_tournament(players=[NewPlayer("Schaefer, Dirk")])

    again = answered(director, asked, "new")

    assert (again.status_code, listed(tonight)) == (422, [])
    assert asked_about(again)[0][1][:-1] == ["is Dirk Schäfer not in public", "is Schaefer, Dirk"]
    assert answered(director, again, "new").status_code == 302


@pytest.mark.parametrize("who", ["", "nobody", "9" * 19])
def test_an_invalid_answer_to_who_is_meant_adds_nobody(director, tonight, who):
    answer = answered(director, typed(director, tonight), who)

    assert (answer.status_code, listed(tonight)) == (422, [])


def test_the_key_of_another_clubs_person_names_nobody(director, tonight):
    strange = Person.called("Fritz Fremd", club_called("elsewhere"))
    strange.save()

    answer = answered(director, typed(director, tonight), str(strange.pk))

    assert [name for name, _public in listed(tonight)] == ["Dirk Schaefer"]
    assert answer.status_code == 302


def test_the_form_of_a_guest_tells_nothing_of_the_register(tonight):
    """Whether the name is unknown, known, known otherwise or hidden on the list and waiting: the same bytes."""
    add_entries(tonight, by=make_director(), players=[NewPlayer(KNOWN)])
    answers = []
    for number, name in enumerate(("Xaver Unbekannt", "Anna Keller", "Dirk Schaefer", KNOWN, KNOWN)):
        phone, key = Client(), UUID(int=number)
        data = {"name": name, "wish": "hidden", "request_key": key}
        sent = phone.post(reverse("ask_to_join", args=[tonight.slug]), data)
        shown = phone.get(sent["Location"]).content.decode()
        token = re.compile('(csrfmiddlewaretoken" value|hx-headers|id="version" name="v" value)="[^"]*"')
        answers.append((sent.status_code, sent.content, token.sub("", shown.replace(name, "").replace(key.hex, ""))))

    assert len(set(answers)) == 1
    assert JoinRequest.objects.count() == 5


def test_a_name_is_not_corrected_to_another_spelling_without_the_tick_of_a_different_person(director, tonight):
    add_entries(tonight, by=make_director(), players=[NewPlayer("Bo")])
    address = reverse("save_player", args=[tonight.slug, 1])

    director.post(address, {"name": "Dirk Schaefer", "club": ""})
    before = listed(tonight)
    director.post(address, {"name": "Dirk Schaefer", "club": "", "is_somebody_else": "on"})

    assert (before, listed(tonight)) == ([("Bo", "Bo")], [("Dirk Schaefer", "Dirk Schaefer")])


def test_the_wish_of_the_register_holds_for_one_who_is_known_and_the_stricter_one_of_a_sign_up(director, tonight):
    asked = ask_to_join(tonight, by=make_director(), request_key=uuid4(), name="Keller Anna", wish=Wish.ABBREVIATED)

    answered(director, post(director, "answer_join_request", tonight, {"take": f"{asked.pk}/0"}))

    assert listed(tonight) == [("Anna Keller", "Anna K.")]


def test_practice_asks_about_nobody(director, register):
    practice = make_tournament(0, is_practice=True)

    assert (typed(director, practice).status_code, listed(practice)) == (302, [("Dirk Schaefer", "Dirk Schaefer")])


def test_an_archive_says_who_may_be_known_under_another_spelling(director, register):
    Person.objects.filter(name=KNOWN).update(name="Dirk Schaefer", key="dirk schaefer")
    Entry.objects.filter(name=KNOWN).update(name="Dirk Schaefer", shown_as="")
    file = SimpleUploadedFile("evening.json", dump(Tournament.objects.get()))
    Person.objects.filter(name="Dirk Schaefer").update(name=KNOWN, key="dirk schäfer")

    answer = director.post(reverse("restore"), {"file": file, "request_key": uuid4()}, follow=True)

    told = similar_sentence({"Dirk Schaefer": [KNOWN]})
    assert [str(message) for message in answer.context["messages"]][:-1] == [told]
