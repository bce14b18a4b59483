"""The page on which persons are found, told and forgotten."""

import json
from datetime import date
from uuid import UUID

import pytest
from django.contrib.messages import get_messages
from django.urls import reverse

from tests.actions.test_persons_register import evening, person
from tests.factories import entry_of, make_director, make_member, make_stranger, make_tournament, only_club, stored_rows
from tests.views.conftest import logged_in, sentence
from tournament.actions.cash import set_fee
from tournament.actions.clubs import club_called
from tournament.actions.permissions import Guest
from tournament.actions.persons import merge_persons
from tournament.actions.players import NewPlayer, ask_to_join, decline
from tournament.actions.seasons import NewMatch, import_matches
from tournament.actions.tournaments import delete_tournament
from tournament.models import Club, Entry, JoinRequest, JournalLine, Person, Season, Tournament, Voucher
from tournament.queries.persons import erased_but_in_books, expired_in_deleted
from tournament.snapshots.names import Reason
from tournament.snapshots.taking import take_snapshot

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_backup_yet(settings, tmp_path):
    """Whatever made one before: a file of what is stored names those that may hold it."""
    settings.DATA_DIR = tmp_path


@pytest.fixture
def anna():
    return entry_of(make_tournament(players=[NewPlayer("Anna"), NewPlayer("Bo")]), 1)


def send(browser, *entries, **data):
    return browser.post(reverse("persons"), {"q": "anna", "entry": [entry.pk for entry in entries], **data})


def test_a_person_is_found_and_saved_as_a_file(director, anna):
    context = director.get(reverse("persons"), {"q": "anna"}).context
    answer = send(director, anna, do="export")

    assert [person.name for person in context["persons"]] == ["Anna"]
    assert [stored["name"] for stored in json.loads(answer.content)] == ["Anna"]


@pytest.mark.parametrize("typed", ["Mueller", "müller", "Muller"])
def test_a_person_is_found_in_either_spelling(director, typed):
    evening(1, "Jörg Müller", "Eva Mueller", "Bo")
    make_member("director")

    found = director.get(reverse("persons"), {"q": typed}).context["persons"]

    assert [person.name for person in found] == ["Eva Mueller", "Jörg Müller"]


def test_two_of_one_name_are_two_lines_and_one_is_erased_on_every_evening_under_every_spelling(director):
    first, second = evening(1, "Anna Keller", "Anna Keller"), evening(2, "Anne Keller")
    make_member("director")
    merge_persons(only_club(), by=make_director(), person=person(second).pk, into=person(first).pk)
    ask_to_join(evening(3, "Bo", opens_joining=True), by=Guest("x"), request_key=UUID(int=9), name="Anne Keller")
    for each in (first, second):
        Tournament.objects.filter(pk=each.pk).update(is_closed=True)

    found = director.get(reverse("persons"), {"q": "keller"}).context["persons"]
    answer = send_person(director, person(first), do="forget", confirmed="erase", q="keller")

    told = [(one.registered, one.other_names, len(one.entries), len(one.requests)) for one in found]
    assert told == [(person(first), ("Anne Keller",), 2, 1), (person(first, 2), (), 1, 0)]
    assert [message.message for message in get_messages(answer.wsgi_request)] == ["1 person erased"]
    assert "Anne" not in str(stored_rows())
    names = Entry.objects.exclude(name="Bo").order_by("tournament", "number").values_list("name", flat=True)
    assert list(names) == ["Player 1", "Anna Keller", "Player 1"]


def test_vouchers_keep_the_name_until_their_time_is_over_or_it_is_asked_to_go(director):
    make_member("director")
    old, new = evening(1, "Anna Keller", fee_cents=800), evening(2, "Anna Keller", "Bo Kurz", fee_cents=800)
    for each, number in ((old, 1), (new, 1), (new, 2)):
        set_fee(entry_of(each, number), by=make_director(), paid=True)
    Tournament.objects.filter(pk=old.pk).update(date=date(2010, 1, 1))

    (found,) = director.get(reverse("persons"), {"q": "keller"}).context["persons"]
    send_person(director, person(new), do="forget", confirmed="erase", q="keller")
    kept = parties()
    send_person(director, person(new, 2), do="forget", confirmed="erase", q="kurz", books="on")

    assert list(found.in_books) == [(new.name, ("1",), date(2034, 12, 31))]
    assert (kept, parties()) == (["Player 1", "Anna Keller", "Bo Kurz"], ["Player 1", "Anna Keller", "Player 2"])
    club = only_club()
    assert list(erased_but_in_books(club)) == []

    Club.objects.update(voucher_years=0)
    Season.objects.create(club=club, key="2026", name="2026", begins=date(2026, 1, 1), ends=date(2026, 12, 31))
    page = director.get(reverse("year_cash", args=[club.slug, "2026"]))
    director.post(reverse("erase_from_books", args=[club.slug, "2026"]))

    assert page.context["over"] == (entry_of(new, 1),)
    assert parties() == ["Player 1", "Player 1", "Player 2"]


def test_vouchers_of_deleted_tournaments_keep_the_name_until_their_time_is_over_or_it_is_asked_to_go(director):
    make_member("director")
    names = ("Anna Keller", "Bo Kurz", "Cleo Adam", "Dora Rot")
    gone, other = evening(1, *names, fee_cents=800), evening(2, *names[:3])
    for number in range(1, 5):
        set_fee(entry_of(gone, number), by=make_director(), paid=True)
    delete_tournament(gone, by=make_director(), confirmed=gone.name)

    (found,) = director.get(reverse("persons"), {"q": "keller"}).context["persons"]
    send_person(director, person(other, 1), do="forget", confirmed="erase", q="keller")
    send_person(director, person(other, 2), do="forget", confirmed="erase", q="kurz", books="on")

    label = Voucher.objects.get(party="Anna Keller").label
    until = date(gone.date.year + 8, 12, 31)
    assert list(found.in_books) == [(gone.name, (label,), until)]
    assert (parties(), expired_in_deleted(only_club())) == (["Anna Keller", "…", "Cleo Adam", "Dora Rot"], ())

    Club.objects.update(voucher_years=0)
    club = only_club()
    Season.objects.create(club=club, key="2026", name="2026", begins=date(2026, 1, 1), ends=date(2026, 12, 31))
    page = director.get(reverse("year_cash", args=[club.slug, "2026"]))
    for _twice in range(2):
        director.post(reverse("erase_from_books", args=[club.slug, "2026"]))

    assert [voucher.party for voucher in page.context["of_deleted"]] == ["Anna Keller", "Dora Rot"]
    assert parties() == ["…", "…", "Cleo Adam", "…"]
    assert only_club().journal.filter(action="books_forgotten").count() == 2


def parties():
    return list(Voucher.objects.order_by("tournament", "number", "year_number").values_list("party", flat=True))


def test_a_person_is_forgotten_once_the_word_is_typed(director, anna):
    before = stored_rows()
    refused = send(director, anna, do="forget", confirmed="yes")
    unchanged = stored_rows() == before
    answer = send(director, anna, do="forget", confirmed=" Erase ")

    anna.refresh_from_db()
    assert (refused.status_code, refused.context["problem"]) == (422, sentence("not_confirmed", word="erase"))
    assert (unchanged, refused.context["ticked"]["entry"]) == (True, [anna.pk])
    assert (answer.status_code, anna.name) == (302, "Spieler 1")


def test_who_stands_in_vouchers_of_a_deleted_tournament_alone_is_found_told_and_erased(director):
    make_member("director")
    gone = evening(1, "Anna Keller", "Bo Kurz", fee_cents=800)
    for number in (1, 2):
        set_fee(entry_of(gone, number), by=make_director(), paid=True)
    delete_tournament(gone, by=make_director(), confirmed=gone.name)
    asked = {"q": "keller", "voucher": Voucher.objects.get(party="Anna Keller").pk}

    (found,) = director.get(reverse("persons"), {"q": "keller"}).context["persons"]
    (told,) = json.loads(director.post(reverse("persons"), {**asked, "do": "export"}).content)
    kept = director.post(reverse("persons"), {**asked, "do": "forget", "confirmed": "erase"})
    named = parties()
    director.post(reverse("persons"), {**asked, "do": "forget", "confirmed": "erase", "books": "on"})

    assert (found.name, found.registered, [voucher.party for voucher in found.vouchers]) == (
        "Anna Keller",
        None,
        ["Anna Keller"],
    )
    assert (told["tournament"], told["party"], told["cents"]) == (gone.name, "Anna Keller", 800)
    assert (kept.context["problem"], named) == (sentence("books_keep_name"), ["Anna Keller", "Bo Kurz"])
    assert parties() == ["…", "Bo Kurz"]


def test_vouchers_of_other_clubs_are_nobody_elses_to_erase(director):
    make_member("director")
    gone = evening(1, "Anna Keller", fee_cents=800)
    set_fee(entry_of(gone, 1), by=make_director(), paid=True)
    delete_tournament(gone, by=make_director(), confirmed=gone.name)
    stranger = logged_in(make_stranger())
    asked = {"q": "keller", "voucher": Voucher.objects.get().pk, "confirmed": "erase", "books": "on"}

    answer = stranger.post(reverse("persons"), {**asked, "do": "forget"})

    assert (answer.context["problem"], parties()) == (sentence("nobody_ticked"), ["Anna Keller"])
    assert not stranger.get(reverse("persons"), {"q": "keller"}).context["persons"]


def test_the_copies_that_still_hold_the_name_are_named(director, anna, tmp_path):
    take_snapshot(Reason.BY_HAND)

    (copy,) = director.get(reverse("persons"), {"q": "anna"}).context["copies"]
    *_about_anna, told = json.loads(send(director, anna, do="export").content)

    assert copy.file.parent == tmp_path / "snapshots"
    assert told == {"backups_that_may_hold_it": [copy.file.name]}


def test_erasing_with_nobody_ticked_is_refused(director, anna):
    answer = send(director, do="forget", confirmed="erase")

    assert (answer.status_code, answer.context["problem"]) == (422, sentence("nobody_ticked"))


def test_persons_of_another_director_are_left_alone(director, anna):
    Tournament.objects.update(director=make_stranger())
    before = stored_rows()

    answer = send(director, anna, do="forget", confirmed="erase")

    assert (answer.context["problem"], stored_rows()) == (sentence("nobody_ticked"), before)


@pytest.fixture
def asked():
    """Bo Weiß, who would have liked to play; Bo Weißmann, who plays."""
    made = make_tournament(players=[NewPlayer("Bo Weißmann")], opens_joining=True, language="en")
    row = ask_to_join(made, by=Guest("Bo Weiß"), request_key=UUID(int=1), name="Bo Weiß", club="SC Genf")
    decline(made, by=make_director(), keys=[row.pk])
    return row


def send_request(browser, **data):
    return browser.post(reverse("persons"), {"q": "bo", "asked": JoinRequest.objects.get().pk, **data})


def test_who_only_asked_for_a_place_is_found_and_told_what_is_stored(director, asked):
    persons = director.get(reverse("persons"), {"q": "bo"}).context["persons"]
    (told,) = json.loads(send_request(director, do="export").content)

    assert [(person.name, person.tournaments, person.requests) for person in persons] == [
        ("Bo Weiß", 1, [asked]),
        ("Bo Weißmann", 1, []),
    ]
    assert (told["asked_to_join"][0]["name"], told["asked_to_join"][0]["club"]) == ("Bo Weiß", "SC Genf")
    assert [line["what"] for line in told["journal"]] == [
        "signed up: Bo Weiß",
        "declined: Bo Weiß",
    ]


def test_who_only_asked_for_a_place_is_forgotten_everywhere(director, asked):
    for _twice in range(2):
        send_request(director, do="forget", confirmed="erase")

    kept = str(stored_rows())
    assert [name in kept for name in ("'Bo Weiß'", ": Bo Weiß", "SC Genf", "Bo Weißmann")] == [
        False,
        False,
        False,
        True,
    ]
    assert JournalLine.objects.filter(action="person_forgotten").count() == 1


def test_who_asked_at_another_director_is_left_alone(director, asked):
    Tournament.objects.update(director=make_stranger())
    before = stored_rows()

    answer = send_request(director, do="forget", confirmed="erase")

    assert (answer.context["problem"], stored_rows()) == (sentence("nobody_ticked"), before)


@pytest.fixture
def ida():
    """Somebody whom the club knows by a match of an earlier year alone."""
    make_member("director")
    club = make_tournament(players=[NewPlayer("Bo")]).club
    matches = [NewMatch(date(2019, 3, 1), "Ida Roth", "Bo", 5, (5, 3))]
    import_matches(club, by=make_director(), name="2019.csv", matches=matches)
    return Person.objects.get(name="Ida Roth")


def send_person(browser, person, **data):
    return browser.post(reverse("persons"), {"q": "ida", "person": person.real_id, **data})


def test_who_has_matches_of_earlier_years_alone_is_found_told_and_erased(director, ida):
    (found,) = director.get(reverse("persons"), {"q": "ida"}).context["persons"]
    told = json.loads(send_person(director, ida, do="export").content)
    refused = send_person(director, ida, do="forget", confirmed="")
    send_person(director, ida, do="forget", confirmed="erase")

    match = {"date": "2019-03-01", "list": "2019.csv", "counts": True, "match_length": 5, "won": True}
    assert (found.name, found.registered, found.earlier) == ("Ida Roth", ida, 1)
    assert told == [
        {
            "club": "",
            "name": "Ida Roth",
            "other_names": [],
            "wish": "full",
            "shown_as": "",
            "earlier_matches": [{**match, "winner_points": 5, "loser_points": 3}],
            "vouchers_of_deleted_tournaments": [],
            "texts": [],
            "journal": [],
        }
    ]
    assert refused.context["ticked"]["person"] == [ida.pk]
    assert director.get(reverse("persons"), {"q": "ida"}).context["persons"] == ()


def test_matches_of_earlier_years_of_another_club_are_left_alone(ida):
    stranger = logged_in(make_member("eva", club=club_called("ulm")))
    before = stored_rows()

    answer = send_person(stranger, ida, do="forget", confirmed="erase")

    assert (answer.context["problem"], stored_rows()) == (sentence("nobody_ticked"), before)


def test_single_words_in_texts_are_listed_with_their_sentence_and_erased_where_they_are_ticked(director):
    make_member("director")
    played = evening(1, "Anna Keller", "Bo Kurz")
    other = evening(2, "Cem Ak", "Dilek")
    Tournament.objects.filter(pk=other.pk).update(treasurer="Keller has the key", surplus_note="Keller or cellar")
    page = director.get(reverse("persons"), {"q": "keller"})
    code = f"tournament.treasurer.{other.pk}.Keller"

    done = send_person(director, person(played), do="forget", confirmed="erase", q="keller", text=[code])

    stored = Tournament.objects.get(pk=other.pk)
    assert [(text.word, text.text) for text in page.context["texts"]] == [
        ("Keller", "Keller has the key"),
        ("Keller", "Keller or cellar"),
    ]
    assert (done.status_code, stored.treasurer, stored.surplus_note) == (302, "… has the key", "Keller or cellar")


def test_a_name_of_nobody_in_the_register_is_erased_from_texts(director):
    make_member("director")
    other = evening(2, "Cem Ak", "Dilek")
    Tournament.objects.filter(pk=other.pk).update(treasurer="Eva Zorn")
    (text,) = director.get(reverse("persons"), {"q": "Eva Zorn"}).context["texts"]

    sent = {"q": "Eva Zorn", "do": "forget", "confirmed": "erase", "text": [text.code]}
    done = director.post(reverse("persons"), sent, follow=True)

    assert [str(message) for message in done.context["messages"]] == ["1 word erased"]
    assert Tournament.objects.get(pk=other.pk).treasurer == "…"


def test_who_directs_one_evening_alone_erases_from_the_other_texts_of_the_club_nothing(director, anna):
    other = evening(2, "Cem Ak", "Dilek")
    Tournament.objects.filter(pk=other.pk).update(treasurer="Anna Keller", director=None)
    Entry.objects.filter(pk=anna.pk).update(name="Anna Keller")

    done = send(director, anna, do="forget", confirmed="erase")

    assert (done.status_code, Tournament.objects.get(pk=other.pk).treasurer) == (302, "Anna Keller")
