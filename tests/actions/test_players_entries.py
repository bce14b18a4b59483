"""Players are entered, renamed, ticked as paid, withdrawn and taken back."""

from datetime import date
from io import BytesIO
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.factories import (
    draw_next_round,
    entry_of,
    make_director,
    make_member,
    make_tournament,
    only_club,
    play_round,
    stored_rows,
    token_of,
)
from tournament.actions.accounts import accept_with_new_account, invite, invite_to_club, join, new_account
from tournament.actions.clubs import club_called
from tournament.actions.permissions import Guest
from tournament.actions.persons import rename_person, set_appearance, set_wish
from tournament.actions.players import (
    NewPlayer,
    accept_requests,
    add_entries,
    ask_to_join,
    change_entry,
    remove_entry,
    return_entry,
    set_fixed_table,
    set_here,
    set_pause,
    withdraw_entry,
)
from tournament.actions.seasons import NewMatch, correct_match, enter_match, import_matches
from tournament.actions.tournaments import create_tournament
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import read_club
from tournament.archive.club_restore import restore_club
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.refusals import Refused
from tournament.forms.accounts import FirstAccountForm
from tournament.forms.players import ChangeForm, EntryForm, JoinForm
from tournament.forms.rounds import NameForm
from tournament.forms.seasons import SingleMatchForm
from tournament.imports.match_lists import read_match_list
from tournament.imports.player_lists import read_pasted, read_players
from tournament.models import Absence, Entry, ImportedMatch, JoinRequest, JournalLine, Person, Wish, Wished
from tournament.names import is_contact
from tournament.phrases.journal import journal_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.accounts import invited_address
from tournament.queries.evening import record_of
from tournament.queries.players import absent_in

pytestmark = pytest.mark.django_db


def enter(tournament, name, club="", namesakes=0):
    (entry,) = add_entries(tournament, by=make_director(), players=[NewPlayer(name, club, namesakes)])
    return entry


def refused(action, *arguments, **details):
    before = stored_rows()
    with pytest.raises(Refused) as refusal:
        action(*arguments, **details)
    assert stored_rows() == before
    return refusal.value.code, refusal.value.values


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Anna", "Anna"),
        ("  Anna \t von\u00a0der  Au\n", "Anna von der Au"),
        ("Jo\u0308rg", "J\u00f6rg"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("Şule Öztürk-İnan", "Şule Öztürk-İnan"),
        ("מיכל", "מיכל"),
        ("👩‍🦰 Ute", "👩‍🦰 Ute"),
        ("x" * 100, "x" * 100),
        ("o\u0308" * 100, "ö" * 100),
    ],
)
def test_a_name_is_kept_as_typed_but_composed_and_without_idle_blanks(typed, stored):
    tournament = make_tournament(entries=0)

    entry = enter(tournament, typed, club=typed)

    assert (entry.name, entry.club) == (stored, stored)


@pytest.mark.parametrize(
    ("typed", "code", "facts"),
    [
        ("", "name_empty", {}),
        (" \t\n\u00a0", "name_empty", {}),
        ("\u200b \u200d", "name_empty", {}),
        ("x" * 101, "name_too_long", {"limit": 100}),
        ("x" * 100_000, "name_too_long", {"limit": 100}),
        ("An\x00na", "name_unprintable", {}),
        ("An\x1bna", "name_unprintable", {}),
        ("An\ud800na", "name_unprintable", {}),
        ("An\ue000na", "name_unprintable", {}),
    ],
)
def test_a_name_that_nobody_could_read_is_refused(typed, code, facts):
    tournament = make_tournament(entries=1)

    assert refused(enter, tournament, typed) == (code, facts)
    assert refused(change_entry, entry_of(tournament, 1), by=make_director(), name=typed) == (code, facts)


@pytest.mark.parametrize(
    ("typed", "code", "facts"),
    [("x" * 101, "club_too_long", {"limit": 100}), ("U\x00lm", "name_unprintable", {})],
)
def test_a_club_that_nobody_could_read_is_refused(typed, code, facts):
    tournament = make_tournament(entries=1)

    assert refused(enter, tournament, "Anna", club=typed) == (code, facts)
    assert refused(change_entry, entry_of(tournament, 1), by=make_director(), name="Anna", club=typed) == (code, facts)


def test_a_club_of_nothing_to_see_is_none():
    assert enter(make_tournament(entries=0), "Anna", club=" \u200b").club == ""


def test_the_same_name_is_asked_about_however_it_is_written():
    tournament = make_tournament(players=[NewPlayer("Jörg Weiß")])

    assert refused(enter, tournament, "JÖRG\u00a0WEISS") == ("name_taken", {"name": "JÖRG WEISS", "count": 1})

    enter(tournament, "JÖRG WEISS", namesakes=1)
    assert refused(enter, tournament, "Jörg Weiß", namesakes=1) == ("name_taken", {"name": "Jörg Weiß", "count": 2})


def test_a_namesake_who_has_been_removed_meanwhile_is_nothing_to_ask_about():
    tournament = make_tournament(players=[NewPlayer("Anna")])
    remove_entry(entry_of(tournament, 1), by=make_director())

    assert enter(tournament, "Anna", namesakes=1).name == "Anna"


def test_of_a_list_all_are_entered_or_none():
    tournament = make_tournament(players=[NewPlayer("Anna")])
    players = [NewPlayer("Bo"), NewPlayer("bo"), NewPlayer("Cem")]

    assert refused(add_entries, tournament, by=make_director(), players=players) == (
        "name_taken",
        {"name": "bo", "count": 1},
    )

    players[1] = NewPlayer("bo", namesakes=1)
    add_entries(tournament, by=make_director(), players=players)
    assert list(Entry.objects.order_by("number").values_list("number", "name")) == [
        (1, "Anna"),
        (2, "Bo"),
        (3, "bo"),
        (4, "Cem"),
    ]


def test_nobody_entered_is_no_change():
    tournament = make_tournament(entries=1)
    before = stored_rows()

    assert add_entries(tournament, by=make_director(), players=[]) == []
    assert stored_rows() == before


def test_the_first_free_start_number_is_given():
    tournament = make_tournament(entries=3)
    remove_entry(entry_of(tournament, 2), by=make_director())

    assert [enter(tournament, "Anna").number, enter(tournament, "Bo").number] == [2, 4]


def test_who_comes_after_the_draw_is_paired_from_the_next_round():
    tournament = make_tournament(entries=2)
    early = enter(tournament, "Anna")
    draw_next_round(tournament)
    late = enter(tournament, "Bo")

    assert (early.joined_round, late.joined_round) == (1, 2)


def test_a_name_can_be_corrected_while_the_round_runs():
    tournament = make_tournament(entries=2)
    draw_next_round(tournament)

    change_entry(entry_of(tournament, 1), by=make_director(), name=" Anna ", club="Ulm")

    line = JournalLine.objects.latest("version")
    assert (entry_of(tournament, 1).name, entry_of(tournament, 1).club) == ("Anna", "Ulm")
    assert line.facts == {"number": 1, "before": "Player 1", "after": "Anna", "details": ["club"]}


def test_a_club_is_corrected_without_writing_the_name_again():
    tournament = make_tournament(entries=1)
    shown_before = entry_of(tournament, 1)
    change_entry(entry_of(tournament, 1), by=make_director(), name="Anna")

    change_entry(shown_before, by=make_director(), club="Ulm")

    assert (entry_of(tournament, 1).name, entry_of(tournament, 1).club) == ("Anna", "Ulm")


def test_who_becomes_a_different_person_and_changes_in_nothing_else_is_told_so():
    facts = {"number": 1, "before": "Anna", "after": "Anna", "details": []}

    assert journal_sentence("player_renamed", facts) == "changed for Anna: different person with this name"


def test_a_name_corrected_to_that_of_somebody_else_is_asked_about():
    tournament = make_tournament(entries=2)
    entry = entry_of(tournament, 1)

    assert refused(change_entry, entry, by=make_director(), name="player 2") == (
        "name_taken",
        {"name": "player 2", "count": 1},
    )

    change_entry(entry, by=make_director(), name="Player 2", namesakes=1)
    change_entry(entry, by=make_director(), name="Player 2", club="Ulm")
    assert (entry.name, entry.club) == ("Player 2", "Ulm")


def test_a_player_is_removed_only_before_the_draw():
    tournament = make_tournament(entries=3)
    remove_entry(entry_of(tournament, 3), by=make_director())
    draw_next_round(tournament)

    assert refused(remove_entry, entry_of(tournament, 1), by=make_director()) == (
        "player_stays_once_drawn",
        {"name": "Player 1"},
    )
    assert [entry.number for entry in record_of(tournament).entries] == [1, 2]


def test_a_player_removed_from_two_laptops_is_removed_once():
    tournament = make_tournament(entries=3)
    on_both = [entry_of(tournament, 3), entry_of(tournament, 3)]
    remove_entry(on_both[0], by=make_director())
    before = stored_rows()

    remove_entry(on_both[1], by=make_director())

    assert stored_rows() == before


def test_a_player_who_leaves_finishes_the_running_round_and_is_paired_no_more():
    tournament = make_tournament(entries=4)
    round_ = draw_next_round(tournament)

    withdraw_entry(entry_of(tournament, 4), by=make_director())
    play_round(round_)

    assert entry_of(tournament, 4).withdrawn_after == 1
    assert record_of(tournament).present(2) == [1, 2, 3]


def test_the_rounds_missed_by_a_player_who_is_back_stand_as_absences():
    tournament = make_tournament(entries=6, played=1)
    withdraw_entry(entry_of(tournament, 6), by=make_director())
    for _round in range(2):
        play_round(draw_next_round(tournament))

    return_entry(entry_of(tournament, 6), by=make_director())

    record = record_of(tournament)
    assert (record.entries[5].withdrawn_after, record.entries[5].absent_rounds) == (None, (2, 3))
    assert record.present(4) == [1, 2, 3, 4, 5, 6]


def test_a_player_who_is_back_before_the_next_round_has_missed_nothing():
    tournament = make_tournament(entries=4, played=1)

    withdraw_entry(entry_of(tournament, 4), by=make_director())
    return_entry(entry_of(tournament, 4), by=make_director())

    assert (entry_of(tournament, 4).withdrawn_after, Absence.objects.count()) == (None, 0)


def test_a_player_who_leaves_and_comes_back_twice_keeps_every_absence():
    tournament = make_tournament(entries=6, played=1)
    for _time in range(2):
        withdraw_entry(entry_of(tournament, 6), by=make_director())
        play_round(draw_next_round(tournament))
        return_entry(entry_of(tournament, 6), by=make_director())

    assert record_of(tournament).entries[5].absent_rounds == (2, 3)


def test_a_round_missed_anyway_is_missed_once():
    tournament = make_tournament(entries=6, played=1)
    withdraw_entry(entry_of(tournament, 6), by=make_director())
    for _round in range(2):
        play_round(draw_next_round(tournament))
    Absence.objects.create(entry=entry_of(tournament, 6), round_number=2)

    return_entry(entry_of(tournament, 6), by=make_director())

    assert record_of(tournament).entries[5].absent_rounds == (2, 3)


def test_a_latecomer_who_left_and_is_back_has_not_missed_what_was_before_them():
    tournament = make_tournament(entries=4, played=2)
    latecomer = enter(tournament, "Zoë")
    withdraw_entry(latecomer, by=make_director())
    play_round(draw_next_round(tournament))

    return_entry(latecomer, by=make_director())

    entry = record_of(tournament).entries[4]
    assert (entry.joined_round, entry.absent_rounds) == (3, (3,))


def test_arrival_is_separate_from_the_fee():
    tournament = make_tournament(entries=2)
    entry = entry_of(tournament, 1)

    set_here(entry, by=make_director(), is_here=True)

    assert [(e.is_here, e.paid_cents) for e in Entry.objects.order_by("number")] == [(True, None), (False, None)]


def test_who_comes_late_is_entered_standing_at_the_desk():
    tournament = make_tournament(entries=2, played=1)

    assert enter(tournament, "Zoë").is_here is True


def test_a_player_pauses_for_one_round_and_takes_it_back():
    tournament = make_tournament(entries=4, played=1)
    entry = entry_of(tournament, 1)
    present = []
    for pauses in (True, False):
        set_pause(entry, by=make_director(), round_number=2, pauses=pauses)
        present.append([list(record_of(tournament).present(number)) for number in (2, 3)])

    assert present == [[[2, 3, 4], [1, 2, 3, 4]], [[1, 2, 3, 4], [1, 2, 3, 4]]]


def test_nobody_pauses_in_a_round_that_is_paired():
    tournament = make_tournament(entries=4, played=1)

    assert refused(set_pause, entry_of(tournament, 1), by=make_director(), round_number=1, pauses=True) == (
        "round_is_paired",
        {"round": 1},
    )


def test_who_sits_out_comes_in_after_all_while_the_round_is_running_and_not_after_it():
    tournament = make_tournament(entries=5, played=1)
    entries = [entry_of(tournament, number) for number in (1, 2)]
    for entry in entries:
        set_pause(entry, by=make_director(), round_number=2, pauses=True)
    running = draw_next_round(tournament)

    set_pause(entries[0], by=make_director(), round_number=2, pauses=False)
    play_round(running)

    assert refused(set_pause, entries[1], by=make_director(), round_number=2, pauses=False)[0] == "round_is_paired"
    assert absent_in(tournament, 2) == (2,)


def test_a_fixed_table_holds_from_the_next_draw():
    tournament = make_tournament(entries=4)
    set_fixed_table(entry_of(tournament, 1), by=make_director(), table=7)

    draw_next_round(tournament)

    assert [(p.first, p.second, p.table) for p in record_of(tournament).rounds[0].pairings] == [(2, 4, 1), (3, 1, 7)]


@pytest.mark.parametrize("table", [0, 10_000])
def test_a_table_has_a_sensible_number(table):
    tournament = make_tournament(entries=2)

    code, _facts = refused(set_fixed_table, entry_of(tournament, 1), by=make_director(), table=table)

    assert code == "table_out_of_range"


def test_a_table_is_kept_for_one_player_alone():
    tournament = make_tournament(entries=2)
    set_fixed_table(entry_of(tournament, 1), by=make_director(), table=3)

    assert refused(set_fixed_table, entry_of(tournament, 2), by=make_director(), table=3) == (
        "table_is_fixed_already",
        {"table": 3, "name": "Player 1"},
    )


def shown(tournament):
    return [entry.display_name for entry in tournament.entries.order_by("number")]


def shorten(tournament, *numbers, is_shortened=True):
    for number in numbers:
        wished = Wished(Wish.ABBREVIATED if is_shortened else Wish.FULL)
        set_appearance(entry_of(tournament, number), by=make_director(), wished=wished)


def test_a_player_appears_by_first_name_and_initial_and_again_by_the_whole_name():
    tournament = make_tournament(players=[NewPlayer("Anna Keller"), NewPlayer("Bo Weiß")])

    shorten(tournament, 1)
    short = shown(tournament)
    shorten(tournament, 1, is_shortened=False)

    assert (short, shown(tournament)) == (["Anna K.", "Bo Weiß"], ["Anna Keller", "Bo Weiß"])


def test_those_who_would_appear_alike_are_told_apart_by_their_start_numbers():
    named = ("Anna Keller", "Anna Kant", "ANNA Klein", "Gül")
    tournament = make_tournament(
        players=[
            NewPlayer(name, wished=Wished(Wish.FULL if name == "Anna Kant" else Wish.ABBREVIATED)) for name in named
        ]
    )

    shorten(tournament, 2)

    assert shown(tournament) == ["Anna K.", "Anna K. (2)", "ANNA K. (3)", "Gül"]


@pytest.mark.parametrize(
    ("shown_as", "name", "shown_then"),
    [
        ("Anna K.", "Anna Maier", "Anna M."),
        ("Anna K. (1)", "Anne Keller", "Anne K."),
        ("Anna K.", "Anna", "Anna"),
        ("Anna K.", "Anna Bock", "Anna B. (1)"),
        ("Die Gräfin", "Anna Maier", "Die Gräfin"),
        ("", "Anna Maier", "Anna Maier"),
    ],
)
def test_a_corrected_name_is_shortened_anew(shown_as, name, shown_then):
    tournament = make_tournament(players=[NewPlayer("Anna Keller"), NewPlayer("Anna B.")])
    Entry.objects.filter(number=1).update(shown_as=shown_as)
    wish, own_name = entry_of(tournament, 1).wished
    Person.objects.filter(entries__number=1).update(wish=wish, shown_as=own_name)

    change_entry(entry_of(tournament, 1), by=make_director(), name=name)

    assert shown(tournament) == [shown_then, "Anna B."]


def test_the_same_name_sent_once_more_is_refused():
    tournament = make_tournament(entries=2)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Anna")])

    with pytest.raises(Refused) as refused:
        add_entries(tournament, by=make_director(), players=[NewPlayer("Anna")])

    assert refused.value.code == "name_taken"


@pytest.mark.parametrize("sign", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
def test_a_name_is_not_entered_with_signs_that_turn_its_letters_and_stays_where_it_was_stored(sign):
    tournament = make_tournament(entries=1)
    Entry.objects.update(name=f"An{sign}na")

    assert refused(add_entries, tournament, by=make_director(), players=[NewPlayer(f"B{sign}o")]) == ("name_turned", {})
    assert dump(restore(dump(tournament), by=None).tournament) == dump(tournament)


CONTACTS = (
    "jw@example.org",
    "0170/1234567",
    "https://example.org",
    "Una (at) example (dot) org",
    "Una +49 170 1234567",
    "t.me/una",
)


@pytest.mark.parametrize("contact", CONTACTS)
def test_no_action_takes_a_contact_for_a_name_or_a_club(contact):
    tournament = make_tournament(entries=1, opens_joining=True)
    anna, director, ada, club = entry_of(tournament, 1), make_director(), make_member("ada"), only_club()
    own_name = Wished(Wish.ABBREVIATED, contact)
    match = NewMatch(date(2026, 5, 1), "Player 1", contact, 5)
    enter_match(club, by=ada, match=match._replace(loser="Bo"))
    played = ImportedMatch.objects.get()
    # From a version that took it.
    asked = JoinRequest.objects.create(
        tournament=tournament, request_key=uuid4(), name=contact, at=played.match_import.at
    )
    invite(tournament, by=director)
    helping = {"token": token_of(tournament), "before": AnonymousUser()}
    invited = invite_to_club(club, by=ada, role="director")
    key, token = invited_address(invited).rstrip("/").split("/")[-2:]
    account = {"name": contact, "password": "a long password"}
    evening = {"name": "June", "date": date(2026, 6, 1)}

    doors = [
        (add_entries, tournament, {"by": director, "players": [NewPlayer(contact)]}),
        (add_entries, tournament, {"by": director, "players": [NewPlayer("Bo", contact)]}),
        (change_entry, anna, {"by": director, "name": contact}),
        (change_entry, anna, {"by": director, "name": "Anna", "club": contact}),
        (set_appearance, anna, {"by": director, "wished": own_name}),
        (ask_to_join, tournament, {"by": Guest("Bo"), "request_key": uuid4(), "name": contact}),
        (ask_to_join, tournament, {"by": Guest("Bo"), "request_key": uuid4(), "name": "Bo", "club": contact}),
        (accept_requests, tournament, {"by": director, "chosen": {asked.pk: 0}}),
        (rename_person, club, {"by": ada, "person": anna.person_id, "name": contact}),
        (set_wish, club, {"by": ada, "person": anna.person_id, "wished": own_name}),
        (import_matches, club, {"by": ada, "name": "matches.csv", "matches": [match]}),
        (enter_match, club, {"by": ada, "match": match}),
        (correct_match, played, {"by": ada, "expected": played.mark, "corrected": match}),
        (join, tournament, {**helping, "name": contact}),
    ]
    doors_without = [
        (create_tournament, {"by": ada, "request_key": uuid4(), **evening, "players": [NewPlayer(contact)]}),
        (accept_with_new_account, {"key": int(key), "token": token, **account}),
        (new_account, account),
    ]
    answers = [refused(act, about, **details) for act, about, details in doors]
    answers += [refused(act, **details) for act, details in doors_without]

    assert answers == [("name_is_contact", {"text": contact})] * (len(doors) + len(doors_without))


@pytest.mark.parametrize("contact", CONTACTS)
def test_what_is_sent_or_read_as_a_name_is_no_contact(contact):
    forms = [
        EntryForm({"name": contact}),
        JoinForm({"name": contact, "request_key": str(uuid4())}),
        ChangeForm({"name": contact}),
        NameForm({"name": contact}),
        FirstAccountForm({"name": contact, "password": "a long password"}),
    ]
    single = SingleMatchForm({"winner": contact})
    pasted = [line for text in (contact, f"Anna;{contact}") for line in read_players(read_pasted(text), [])]
    listed = f"Date;Winner;Loser;Match length\n1.2.2026;{contact};Bo;5".encode()
    ((_line, refused),) = read_match_list(BytesIO(listed), date(2026, 11, 26)).mistakes

    sentence = refusal_sentence(Refused("name_is_contact", text=contact))
    assert [form.errors["name"] for form in forms] + [single.errors["winner"]] == [[sentence]] * 6
    assert (refused.code, refused.values) == ("name_is_contact", {"text": contact})
    players = [candidate.player for line in pasted for candidate in line.candidates]
    assert [text for player in players for text in (player.name, player.club) if is_contact(text)] == []


def test_an_archive_and_the_file_of_a_club_bring_back_what_they_hold():
    tournament = make_tournament(entries=1)
    Entry.objects.update(name=CONTACTS[0], club=CONTACTS[1], shown_as=CONTACTS[2])
    Person.objects.update(name=CONTACTS[0], wish=Wish.ABBREVIATED, shown_as=CONTACTS[2])
    archive, file = dump(tournament), dump_club(only_club())

    assert dump(restore(archive, by=None).tournament) == archive
    assert dump_club(restore_club(read_club(file), club_called("copy"), by=None)[0]) == file
