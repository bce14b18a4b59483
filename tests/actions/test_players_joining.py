"""Players ask to be put on the list, and are taken on or not."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from tests.factories import draw_next_round, entry_of, make_director, make_member, make_tournament, stored_rows
from tournament.actions.journal import history, redo, undo
from tournament.actions.permissions import Guest
from tournament.actions.persons import forget_person, merge_persons, set_appearance
from tournament.actions.players import (
    KEPT_FOR_OTHERS,
    MOST_OF_A_NETWORK,
    MOST_WAITING,
    NewPlayer,
    accept_requests,
    add_entries,
    ask_to_join,
    change_entry,
    decline,
    know_phone,
    remove_entry,
    set_here,
)
from tournament.actions.results import renew_player_link
from tournament.actions.tournaments import close_tournament
from tournament.engine.refusals import Refused
from tournament.models import Entry, JoinRequest, JournalLine, Person, Tournament, Wish, Wished
from tournament.names import tidy
from tournament.phrases.journal import journal_sentence
from tournament.queries.players import (
    MANY_OF_A_NETWORK,
    OWN_PHONE,
    join_requests,
    linked_entry,
    network_digest,
    of_one_network,
    phone_may_set_wish,
    waiting,
)

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
SECRET, ANOTHER = "0" * 32, "1" * 32


@pytest.fixture
def tournament():
    """Anna Keller is on the list, and the list is open."""
    return make_tournament(players=[NewPlayer("Anna Keller")], opens_joining=True)


@pytest.fixture
def noon(monkeypatch):
    """It is twelve o'clock, and stays so."""
    monkeypatch.setattr(timezone, "now", lambda: NOON)


def ask(tournament, name, key=1, origin=None, **details):
    by = Guest(tidy(name), **(origin or {}))
    return ask_to_join(tournament, by=by, request_key=UUID(int=key), name=name, **details)


def accept(tournament, *requests, namesakes=0):
    return accept_requests(tournament, by=make_director(), chosen={asked.pk: namesakes for asked in requests})


def refused_code(act, *values, **details):
    before = stored_rows()
    with pytest.raises(Refused) as refusal:
        act(*values, **details)
    assert stored_rows() == before
    return refusal.value.code


def names(tournament):
    return [(entry.number, entry.name, entry.display_name) for entry in tournament.entries.order_by("number")]


def test_who_asks_waits_and_is_told_of_under_the_name_they_gave(tournament):
    version = Tournament.objects.get().version

    asked = ask(tournament, "  Bo  Weiß ", club="Ulm")

    line = JournalLine.objects.latest("version")
    assert [(row.name, row.club) for row in waiting(tournament)] == [("Bo Weiß", "Ulm")]
    assert (asked.name, Tournament.objects.get().version) == ("Bo Weiß", version + 1)
    assert (line.action, line.by, line.by_name, line.by_guest) == ("joining_asked", None, "Bo Weiß", True)
    assert (line.facts, line.changes) == ({"name": "Bo Weiß"}, [])


def test_a_form_sent_twice_asks_once(tournament):
    first = ask(tournament, "Bo Weiß")
    before = stored_rows()

    second = ask(tournament, "Bo Weiß")

    assert (second, stored_rows()) == (first, before)


def test_a_form_that_was_sent_already_asks_for_nobody_else(tournament):
    ask(tournament, "Bo Weiß")

    assert refused_code(ask, tournament, "Cem") == "not_understood"
    assert refused_code(ask, make_tournament(0, opens_joining=True), "Bo Weiß") == "not_understood"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (" ", "name_empty"),
        ("x" * 101, "name_too_long"),
        ("a\x00", "name_unprintable"),
        ("ANNA keller", "joining_name_taken"),
        ("bo weiß", "joining_asked_already"),
    ],
)
def test_a_name_that_cannot_be_put_on_the_list_is_refused_at_once(tournament, name, code):
    ask(tournament, "Bo Weiß")

    assert refused_code(ask, tournament, name, key=2) == code


def test_the_list_is_closed_unless_the_director_opens_it_and_from_the_first_draw_on(tournament):
    asked = ask(tournament, "Bo Weiß")
    add_entries(tournament, by=make_director(), players=[NewPlayer("Cem")])
    draw_next_round(tournament)

    assert refused_code(ask, make_tournament(2), "Ida", key=2) == "joining_is_closed"
    assert refused_code(ask, tournament, "Ida", key=2) == "joining_is_closed"
    assert refused_code(accept, tournament, asked) == "joining_has_ended"
    assert refused_code(decline, tournament, by=make_director(), keys=[asked.pk]) == "joining_has_ended"
    assert join_requests(tournament) == ()


def test_nobody_waits_once_the_tournament_is_closed(tournament):
    ask(tournament, "Bo Weiß")
    close_tournament(tournament, by=make_director())
    tournament.refresh_from_db()

    assert join_requests(tournament) == ()


def test_no_more_than_so_many_wait_at_once(tournament):
    now = ask(tournament, "Bo Weiß").at
    JoinRequest.objects.bulk_create(
        JoinRequest(tournament=tournament, request_key=UUID(int=key), name=f"Bo {key}", at=now)
        for key in range(2, MOST_WAITING + 1)
    )
    assert refused_code(ask, tournament, "Ida", key=999) == "joining_is_full"

    decline(tournament, by=make_director(), keys=[waiting(tournament)[0].pk])

    assert ask(tournament, "Ida", key=999).name == "Ida"


def ask_until_refused(tournament, origins):
    """How many of them are taken, each under a name of its own, and what the first that is not is told."""
    for taken, origin in enumerate(origins):
        try:
            ask(tournament, f"Bo {taken}", key=taken + 1, origin=origin)
        except Refused as refused:
            return taken, refused.code, refused.values
    return len(origins), None, {}


def test_one_phone_signs_up_no_more_than_a_family(tournament, noon):
    taken = ask_until_refused(tournament, [{"phone": "one", "network": "192.168.1.30"}] * 200)

    assert taken == (8, "joining_too_often_on_a_phone", {"seconds": 60})
    assert ask(tournament, "Ida", key=999, origin={"phone": "another", "network": "192.168.1.30"}).name == "Ida"


def fill(tournament, **networks):
    """Let this many sign-ups of each network wait."""
    now = ask(tournament, "Bo first", key=10_000).at
    JoinRequest.objects.bulk_create(
        JoinRequest(
            tournament=tournament,
            request_key=UUID(int=20_000 + 1000 * place + number),
            name=f"Bo {network} {number}",
            at=now,
            network_digest=network_digest(tournament, network),
        )
        for place, (network, many) in enumerate(networks.items())
        for number in range(many)
    )


@pytest.mark.costly
def test_strangers_at_two_addresses_fill_no_list_and_a_hall_behind_a_third_signs_up_in_ten_minutes(
    tournament, monkeypatch
):
    fill(tournament, one=MOST_OF_A_NETWORK, another=MOST_OF_A_NETWORK)
    for network in ("one", "another"):
        assert refused_code(ask, tournament, "Ida", origin={"network": network}) == "joining_too_many_of_a_network"

    for phone in range(100):
        monkeypatch.setattr(timezone, "now", lambda seconds=phone * 6: NOON + timedelta(seconds=seconds))
        ask(tournament, f"Cem {phone}", key=phone + 1, origin={"phone": str(phone), "network": "hall"})

    assert waiting(tournament).filter(network_digest=network_digest(tournament, "hall")).count() == 100


def test_the_last_places_are_kept_for_those_from_whom_little_came(tournament):
    fill(tournament, **{f"network {number}": 50 for number in range(7)})

    assert waiting(tournament).count() > MOST_WAITING - KEPT_FOR_OTHERS
    assert refused_code(ask, tournament, "Ida", origin={"network": "network 0"}) == "joining_is_full"
    assert ask(tournament, "Ida", origin={"network": "a family"}).name == "Ida"


def test_whoever_was_declined_takes_no_place_anew(tournament):
    fill(tournament, stranger=MOST_OF_A_NETWORK)

    (group,) = of_one_network(join_requests(tournament))
    decline(tournament, by=make_director(), keys=[row.request.pk for row in group])

    assert (len(group), waiting(tournament).count()) == (MOST_OF_A_NETWORK, 1)
    assert refused_code(ask, tournament, "Ida", origin={"network": "stranger"}) == "joining_too_many_of_a_network"


def test_the_desk_is_told_of_each_network_from_which_many_came(tournament):
    fill(tournament, family=MANY_OF_A_NETWORK - 1, hall=MANY_OF_A_NETWORK, stranger=84)

    assert [len(group) for group in of_one_network(join_requests(tournament))] == [84, MANY_OF_A_NETWORK]


def test_no_network_is_stored_nor_can_one_be_told_from_another_tournament(tournament):
    digests = [network_digest(each, "192.168.1.30") for each in (tournament, make_tournament(0))]

    assert ask(tournament, "Ida", origin={"network": "192.168.1.30"}).network_digest == digests[0]
    assert digests[0] != digests[1]


def test_one_address_fills_no_list_whatever_phones_it_passes_for(tournament, noon):
    taken = ask_until_refused(tournament, [{"phone": str(phone), "network": "203.0.113.7"} for phone in range(200)])

    assert taken == (80, "joining_too_often", {"seconds": 2})
    assert ask(tournament, "Ida", key=999, origin={"phone": "another", "network": "203.0.113.8"}).name == "Ida"


def test_what_is_refused_or_said_twice_does_not_count(tournament, noon):
    origin = {"phone": "one", "network": "192.168.1.30"}
    for _click in range(20):
        ask(tournament, "Bo Weiß", origin=origin)
        refused_code(ask, tournament, "Anna Keller", key=2, origin=origin)

    assert ask(tournament, "Ida", key=3, origin=origin).name == "Ida"


def test_each_tournament_counts_for_itself(tournament, noon):
    origin = {"phone": "one", "network": "192.168.1.30"}
    ask_until_refused(tournament, [origin] * 9)

    assert ask(make_tournament(0, opens_joining=True), "Ida", key=999, origin=origin).name == "Ida"


def test_all_who_asked_are_taken_on_in_one_change_in_their_order(tournament):
    second = ask(tournament, "Anton Kant", key=2, wish=Wish.ABBREVIATED)
    first = ask(tournament, "Bo Weiß", key=1)
    JoinRequest.objects.filter(pk=first.pk).update(at=second.at.replace(year=2000))

    accept(tournament, second, first)

    assert names(tournament) == [
        (1, "Anna Keller", "Anna Keller"),
        (2, "Bo Weiß", "Bo Weiß"),
        (3, "Anton Kant", "Anton K."),
    ]
    assert JournalLine.objects.latest("version").facts == {"names": ["Bo Weiß", "Anton Kant"]}


def test_who_was_entered_at_the_desk_meanwhile_is_a_namesake_to_be_asked_about(tournament):
    asked = ask(tournament, "Bo Weiß")
    add_entries(tournament, by=make_director(), players=[NewPlayer("Bo Weiß")])

    assert [(one.request, one.namesakes) for one in join_requests(tournament)] == [(asked, 1)]
    assert refused_code(accept, tournament, asked) == "name_taken"
    assert accept(tournament, asked, namesakes=1)[0].number == 3


def test_taking_on_is_undone_so_that_they_wait_again_and_done_again(tournament):
    asked = ask(tournament, "Bo Weiß")
    accept(tournament, asked)
    taken_on = stored_rows()[("joinrequest", asked.pk)]

    undo(history(tournament).undoable, by=make_director())
    assert (list(waiting(tournament)), len(names(tournament))) == ([asked], 1)
    redo(history(tournament).redoable, by=make_director())

    assert (stored_rows()[("joinrequest", asked.pk)], len(names(tournament))) == (taken_on, 2)


def test_all_who_wait_are_declined_in_one_change_and_wait_again_with_its_undo(tournament):
    ask(tournament, "Bo 1")
    at = waiting(tournament)[0].at
    JoinRequest.objects.bulk_create(
        JoinRequest(tournament=tournament, request_key=UUID(int=key), name=f"Bo {key}", at=at)
        for key in range(2, MOST_WAITING + 1)
    )
    all_of_them = list(waiting(tournament))
    version = Tournament.objects.get().version

    decline(tournament, by=make_director(), keys=[asked.pk for asked in all_of_them])

    line = JournalLine.objects.latest("version")
    told = journal_sentence(line.action, line.facts)
    assert (list(waiting(tournament)), line.version) == ([], version + 1)
    assert told == f"declined: Bo 1, Bo 2, Bo 3 and {MOST_WAITING - 3} more"

    undo(history(tournament).undoable, by=make_director())

    assert list(waiting(tournament)) == all_of_them


def test_asking_leaves_undo_and_redo_as_they_were(tournament):
    undo(history(tournament).undoable, by=make_director())
    before = history(tournament)

    ask(tournament, "Bo Weiß")

    assert before.redoable is not None
    assert history(tournament) == before


def test_who_is_declined_waits_no_more_and_may_ask_anew(tournament):
    asked = ask(tournament, "Bo Weiß")
    decline(tournament, by=make_director(), keys=[asked.pk])

    assert (list(waiting(tournament)), accept(tournament, asked)) == ([], [])
    assert ask(tournament, "Bo Weiß", key=2) != asked


def test_who_is_taken_off_the_list_has_been_declined_and_comes_back_with_the_undo(tournament):
    asked = ask(tournament, "Bo Weiß")
    (entry,) = accept(tournament, asked)
    remove_entry(entry, by=make_director())
    asked.refresh_from_db()
    assert (asked.entry, asked.is_declined) == (None, True)

    undo(history(tournament).undoable, by=make_director())

    asked.refresh_from_db()
    assert (asked.entry, asked.is_declined) == (entry_of(tournament, 2), False)


def test_only_requests_of_this_tournament_are_answered(tournament):
    elsewhere = ask(make_tournament(0, name="Other", opens_joining=True), "Bo Weiß")
    before = stored_rows()

    assert accept(tournament, elsewhere) == []
    decline(tournament, by=make_director(), keys=[elsewhere.pk])

    assert stored_rows() == before


# The phone that signed up.


def opened_by(secret, tournament, number=2):
    """The name of the player whose own page the phone with this secret opens, or None."""
    entry = linked_entry(tournament, number, OWN_PHONE, secret=secret)
    return entry.name if entry else None


@pytest.fixture
def asked(tournament):
    """Bo Weiß has signed up on a phone."""
    return ask(tournament, "Bo Weiß", secret=SECRET)


@pytest.fixture
def bo(tournament, asked):
    """Bo Weiß, who signed up on a phone and was accepted."""
    return accept(tournament, asked)[0]


def test_a_phone_opens_the_page_of_its_player_from_the_acceptance_on_and_no_other_phone_does(tournament, asked):
    before = opened_by(SECRET, tournament)
    accept(tournament, asked)

    assert before is None
    assert [opened_by(secret, tournament) for secret in (SECRET, ANOTHER, "", asked.phone_digest)] == [
        "Bo Weiß",
        None,
        None,
        None,
    ]
    assert [opened_by(SECRET, tournament, number) for number in (1, 3)] == [None, None]
    assert opened_by(SECRET, make_tournament(2)) is None


def test_whoever_signed_up_without_a_secret_has_no_phone(tournament):
    accept(tournament, ask(tournament, "Bo Weiß"))

    assert opened_by("", tournament) is None


def test_the_secret_of_a_phone_is_stored_nowhere_and_two_sign_ups_of_one_phone_look_unlike(tournament):
    first, second = ask(tournament, "Bo Weiß", secret=SECRET), ask(tournament, "Ida", key=2, secret=SECRET)

    assert SECRET not in repr(stored_rows())
    assert first.phone_digest != second.phone_digest
    accept(tournament, first, second)
    assert [opened_by(SECRET, tournament, number) for number in (2, 3)] == ["Bo Weiß", "Ida"]


def test_a_form_sent_again_from_another_phone_gives_it_no_rights(tournament, asked):
    ask(tournament, "Bo Weiß", secret=ANOTHER)
    accept(tournament, asked)

    assert [opened_by(secret, tournament) for secret in (SECRET, ANOTHER)] == ["Bo Weiß", None]


@pytest.mark.parametrize(
    ("happens", "opened"),
    [
        (lambda tournament, bo: renew_player_link(bo, by=make_director()), None),
        (lambda tournament, bo: remove_entry(bo, by=make_director()), None),
        (lambda tournament, bo: undo(history(tournament).undoable, by=make_director()), None),
        (lambda tournament, bo: forget_person(bo, by=make_director()), None),
        (lambda tournament, bo: close_tournament(tournament, by=make_director()), "Bo Weiß"),
        (lambda tournament, bo: draw_next_round(tournament), "Bo Weiß"),
        (lambda tournament, bo: change_entry(bo, by=make_director(), name="Bo Weiss"), "Bo Weiss"),
        (lambda tournament, bo: add_entries(tournament, by=make_director(), players=[NewPlayer("Cem")]), "Bo Weiß"),
    ],
    ids=["renewed", "removed", "undone", "erased", "closed", "drawn", "renamed", "another came"],
)
def test_a_phone_has_its_rights_as_long_as_its_sign_up_stands(tournament, bo, happens, opened):
    happens(tournament, bo)

    assert opened_by(SECRET, tournament) == opened


def test_with_the_acceptance_done_again_the_phone_has_its_rights_again_unless_the_link_was_renewed(tournament, bo):
    for _renewed in range(2):
        undo(history(tournament).undoable, by=make_director())
        redo(history(tournament).redoable, by=make_director())
        again = opened_by(SECRET, tournament)
        renew_player_link(entry_of(tournament, 2), by=make_director())
        assert opened_by(SECRET, tournament) is None

    assert again is None


def test_another_player_with_the_number_of_one_taken_off_is_not_opened_by_their_phone(tournament, bo):
    remove_entry(bo, by=make_director())
    add_entries(tournament, by=make_director(), players=[NewPlayer("Cem")])

    assert (entry_of(tournament, 2).name, opened_by(SECRET, tournament)) == ("Cem", None)


# How a known person appears, by the phone that signed up.


def appear(entry, wish=Wish.HIDDEN):
    set_appearance(entry, by=Guest(entry.name, entry, has_signed_up=True), wished=Wished(wish))


def anna_keller_signs_up():
    """Anna Keller, whom the club knows from another evening, or somebody else under her name, is accepted."""
    make_tournament(players=[NewPlayer("Anna Keller")], name="Earlier")
    here = make_tournament(0, opens_joining=True)
    return accept(here, ask(here, "Anna Keller", secret=SECRET))[0]


def test_the_phone_of_a_new_person_sets_how_they_appear(tournament, bo):
    appear(bo)

    assert entry_of(tournament, 2).display_name == "Player 2"


def test_the_phone_of_a_known_person_sets_it_once_the_director_has_said_that_it_is_them():
    anna = anna_keller_signs_up()
    before = refused_code(appear, anna)

    know_phone(anna, by=make_director())
    appear(anna)

    assert (before, Person.objects.get().wish) == ("phone_of_unknown", Wish.HIDDEN)
    assert {entry.is_hidden for entry in Entry.objects.all()} == {True}


def shown_there(tournament):
    return [entry.display_name for entry in tournament.entries.order_by("number")]


def earlier_and_here(wish=Wish.HIDDEN, **details):
    """Anna Keller has played an evening that is over, and somebody signs up under her name with this wish."""
    earlier = make_tournament(players=[NewPlayer("Anna Keller"), NewPlayer("Bo")], name="Earlier", played=1)
    here = make_tournament(players=[NewPlayer("Cem")], opens_joining=True)
    return earlier, here, ask(here, "Anna Keller", wish=wish, **details)


@pytest.mark.parametrize(("wish", "shown"), [(Wish.HIDDEN, "Player 2"), (Wish.ABBREVIATED, "Anna K.")])
def test_a_sign_up_under_a_known_name_changes_no_other_evening(wish, shown):
    earlier, here, asked = earlier_and_here(wish)
    edition = Tournament.objects.get(pk=earlier.pk).edition

    accept(here, asked)
    set_here(entry_of(here, 1), by=make_director(), is_here=True)
    add_entries(here, by=make_director(), players=[NewPlayer("Dora")])

    assert shown_there(here) == ["Cem", shown, "Dora"]
    assert (shown_there(earlier), Tournament.objects.get(pk=earlier.pk).edition) == (["Anna Keller", "Bo"], edition)
    assert Person.objects.get(name="Anna Keller").wish == Wish.FULL


@pytest.mark.parametrize("way", ["afterwards", "with the answer"])
def test_the_wish_of_a_sign_up_is_the_persons_once_the_director_has_said_that_it_is_them(way):
    earlier, here, asked = earlier_and_here(secret=SECRET)

    if way == "afterwards":
        accept(here, asked)
        know_phone(entry_of(here, 2), by=make_director())
    else:
        accept_requests(here, by=make_director(), chosen={asked.pk: 0}, are_them=True)

    assert (shown_there(earlier), shown_there(here)) == (["Player 1", "Bo"], ["Cem", "Player 2"])
    assert phone_may_set_wish(entry_of(here, 2)) is True
    appear(entry_of(here, 2), Wish.FULL)
    assert (shown_there(earlier), shown_there(here)) == (["Anna Keller", "Bo"], ["Cem", "Anna Keller"])


def test_a_sign_up_under_a_new_name_holds_for_the_person_from_the_beginning(tournament):
    accept(tournament, ask(tournament, "Bo Weiß", wish=Wish.HIDDEN))

    later = make_tournament(players=[NewPlayer("Bo Weiß")], name="Later")

    assert shown_there(later) == ["Player 1"]


def test_a_stricter_wish_of_the_person_holds_over_the_one_of_the_sign_up():
    earlier, here, asked = earlier_and_here(Wish.ABBREVIATED)
    set_appearance(entry_of(earlier, 1), by=make_director(), wished=Wished(Wish.HIDDEN))

    accept(here, asked)

    assert (shown_there(earlier), shown_there(here)) == (["Player 1", "Bo"], ["Cem", "Player 2"])


def test_what_the_director_sets_for_the_player_holds_over_the_wish_of_the_sign_up_until_it_is_undone():
    _earlier, here, asked = earlier_and_here()
    accept(here, asked)

    set_appearance(entry_of(here, 2), by=make_director(), wished=Wished(Wish.FULL))
    shown = shown_there(here)
    undo(JournalLine.objects.get(action="wish_set"), by=make_member("ada"))

    assert (shown, shown_there(here)) == (["Cem", "Anna Keller"], ["Cem", "Player 2"])


def test_a_sign_up_that_is_taken_back_and_accepted_again_has_its_wish_again():
    earlier, here, asked = earlier_and_here()
    accept(here, asked)

    undo(JournalLine.objects.get(action="joining_accepted"), by=make_director())
    accept(here, JoinRequest.objects.get())

    assert (shown_there(earlier), shown_there(here)) == (["Anna Keller", "Bo"], ["Cem", "Player 2"])


def test_the_desk_knows_which_wishes_would_hold_for_one_evening_alone():
    _earlier, here, _asked = earlier_and_here()
    ask(here, "Bo", key=2)
    ask(here, "Emil", key=3, wish=Wish.HIDDEN)

    assert [(row.request.name, row.is_for_this_evening) for row in join_requests(here)] == [
        ("Anna Keller", True),
        ("Bo", False),
        ("Emil", False),
    ]


def test_what_was_said_of_a_phone_does_not_hold_for_another_person():
    anna = anna_keller_signs_up()
    know_phone(anna, by=make_director())
    make_tournament(players=[NewPlayer("Cem")], name="Another")
    change_entry(anna, by=make_director(), name="Cem")

    assert refused_code(appear, entry_of(anna.tournament, 1)) == "phone_of_unknown"


def test_a_new_person_who_turns_out_to_be_a_known_one_is_asked_about(tournament, bo):
    known = add_entries(make_tournament(0, name="Earlier"), by=make_director(), players=[NewPlayer("Bodo Weiß")])[0]
    merge_persons(tournament.club, by=make_member("director"), person=bo.person_id, into=known.person_id)

    assert phone_may_set_wish(entry_of(tournament, 2)) is False


@pytest.mark.parametrize("secret", ["", SECRET], ids=["no phone", "renewed"])
def test_a_phone_without_rights_cannot_be_made_that_of_a_person(tournament, secret):
    (bo,) = accept(tournament, ask(tournament, "Bo Weiß", secret=secret))
    renew_player_link(bo, by=make_director())

    assert refused_code(know_phone, bo, by=make_director()) == "phone_has_no_rights"
