"""A tournament is set up, changed, closed, reopened and deleted."""

import uuid
from datetime import date

import pytest

from tests.factories import draw_next_round, make_director, make_tournament, play_round, stored_rows
from tournament.actions.players import NewPlayer
from tournament.actions.tournaments import (
    change_tournament,
    close_tournament,
    create_tournament,
    delete_tournament,
    free_slug,
)
from tournament.engine.refusals import Refused
from tournament.models import Club, Entry, JournalLine, Tournament

pytestmark = pytest.mark.django_db
EVENING = date(2026, 11, 20)


def create(name="Bodensee Open", key=None, **details):
    return create_tournament(by=make_director(), request_key=key, name=name, date=EVENING, **details)


def refused(action, *arguments, **details):
    with pytest.raises(Refused) as refusal:
        action(*arguments, **details)
    return refusal.value.code, refusal.value.values


def test_a_new_tournament_belongs_to_who_set_it_up_and_has_one_line():
    tournament = create(venue="Konstanz", fee_cents=800)

    line = JournalLine.objects.get()
    assert (tournament.director, tournament.venue, tournament.fee_cents) == (make_director(), "Konstanz", 800)
    assert (tournament.version, line.version, line.action) == (1, 1, "tournament_created")
    assert [(row["model"], row["before"]) for row in line.changes] == [("tournament", None)]


def test_a_form_sent_twice_makes_one_tournament():
    key = uuid.uuid4()

    assert create(key=key) == create(key=key, name="Something else")
    assert (Tournament.objects.count(), JournalLine.objects.count()) == (1, 1)


def test_a_tournament_set_up_with_players_is_one_step():
    tournament = create(players=[NewPlayer("Zoë", "Wien"), NewPlayer(" Anna "), NewPlayer("Anna", "Ulm")])

    line = JournalLine.objects.get()
    entries = tournament.entries.order_by("number")
    assert [(entry.number, entry.name, entry.club) for entry in entries] == [
        (1, "Zoë", "Wien"),
        (2, "Anna", ""),
        (3, "Anna", "Ulm"),
    ]
    assert [(row["model"], row["id"]) for row in line.changes] == [
        ("tournament", tournament.pk),
        *(("person", entry.person_id) for entry in entries),
        *(("entry", entry.pk) for entry in entries),
    ]
    assert tournament.version == 1


def test_a_tournament_with_a_player_who_cannot_be_entered_is_not_set_up():
    before = stored_rows()

    assert refused(create, players=[NewPlayer("Anna"), NewPlayer("")]) == ("name_empty", {})
    assert stored_rows() == before


def test_a_form_sent_twice_enters_its_players_once():
    key = uuid.uuid4()

    for _click in range(2):
        create(key=key, players=[NewPlayer("Anna")])

    assert Entry.objects.count() == 1


def test_a_form_without_key_finds_no_other_tournament():
    create()

    create()

    assert Tournament.objects.count() == 2


def test_the_address_is_readable_and_no_other_tournament_has_it():
    names = ["Bodensee Open", "Bodensee Open", "bodensee open!", "Zoë & Łukasz", "東京", "x" * 100]

    assert [create(name).slug for name in names] == [
        "bodensee-open-2026",
        "bodensee-open-2026-2",
        "bodensee-open-2026-3",
        "zoe-lukasz-2026",
        "tournament-2026",
        f"{'x' * 60}-2026",
    ]


def test_the_entry_fee_is_under_ten_euros():
    assert create(fee_cents=999).fee_cents == 999
    assert refused(create, fee_cents=1000) == ("fee_too_high", {"limit": 999, "currency": "EUR"})
    assert refused(change_tournament, Tournament.objects.get(), by=make_director(), fee_cents=1000) == (
        "fee_too_high",
        {"limit": 999, "currency": "EUR"},
    )


def test_the_limit_of_the_entry_fee_is_a_setting(settings):
    settings.FEE_LIMIT_CENTS = 1500

    assert create(fee_cents=1500).fee_cents == 1500
    assert refused(create, fee_cents=1501) == ("fee_too_high", {"limit": 1500, "currency": "EUR"})


def test_a_fee_above_a_limit_lowered_since_does_not_stand_in_the_way(settings):
    tournament = create(fee_cents=900)
    settings.FEE_LIMIT_CENTS = 500

    change_tournament(tournament, by=make_director(), venue="Ulm", fee_cents=900)

    assert Tournament.objects.get().venue == "Ulm"


def test_a_new_name_leaves_the_address():
    tournament = create()

    change_tournament(tournament, by=make_director(), name="Winter Open")

    stored = Tournament.objects.get()
    assert (stored.name, stored.slug) == ("Winter Open", "bodensee-open-2026")


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"jacoby": True, "cube": True}, "format_jacoby"),
        ({"game": "tavli", "cube": True}, "format_cube"),
        ({"cube": True, "count_excess_points": True}, "format_excess_with_cube"),
        ({"clock": "hourglass"}, "clock_not_known"),
    ],
)
def test_a_match_that_the_rule_books_do_not_know_is_refused(settings, code):
    tournament = make_tournament(entries=4)

    assert refused(change_tournament, tournament, by=make_director(), **settings)[0] == code
    assert refused(make_tournament, entries=4, **settings)[0] == code


def test_the_format_of_a_match_stands_once_round_1_is_drawn():
    tournament = make_tournament(entries=4, match_length=5, cube=True, crawford=True)
    draw_next_round(tournament)

    assert refused(change_tournament, tournament, by=make_director(), crawford=False) == ("rules_stand_once_drawn", {})


def test_what_counts_of_a_score_stands_once_round_1_is_drawn():
    tournament = make_tournament(entries=4)
    change_tournament(tournament, by=make_director(), count_excess_points=True)
    draw_next_round(tournament)

    change_tournament(tournament, by=make_director(), count_excess_points=True, venue="Ulm")

    assert refused(change_tournament, tournament, by=make_director(), count_excess_points=False) == (
        "rules_stand_once_drawn",
        {},
    )


def test_what_has_changed_since_a_page_was_opened_is_not_overwritten():
    tournament = create(venue="Konstanz", boards=5)
    opened = {"venue": "Konstanz", "boards": 5, "name": "Bodensee Open"}
    change_tournament(tournament, by=make_director(), venue="Ulm", boards=6)
    before = stored_rows()

    code, values = refused(
        change_tournament, tournament, by=make_director(), opened=opened, venue="Lindau", boards=6, name="Winter"
    )

    assert (code, values) == (
        "settings_changed_meanwhile",
        {"settings": {"venue": ("Ulm", "Lindau")}, "currency": "EUR"},
    )
    assert stored_rows() == before


def test_the_planned_rounds_may_change_down_to_those_paired():
    tournament = make_tournament(entries=4, played=2)

    change_tournament(tournament, by=make_director(), planned_rounds=2)

    assert refused(change_tournament, tournament, by=make_director(), planned_rounds=1) == (
        "fewer_rounds_than_paired",
        {"rounds": 1, "paired": 2},
    )
    assert [round_.planned_rounds for round_ in tournament.rounds.order_by("number")] == [5, 5]


def test_closing_names_the_tables_without_result_in_their_order():
    tournament = make_tournament(entries=4)
    Entry.objects.filter(number=4).update(fixed_table=2)
    round_ = draw_next_round(tournament)

    assert refused(close_tournament, tournament, by=make_director()) == ("results_missing", {"tables": (1, 2)})

    play_round(round_)
    close_tournament(tournament, by=make_director())
    assert Tournament.objects.get().is_closed is True


def test_a_tournament_deleted_meanwhile_is_deleted_once_and_cannot_be_changed():
    tournament = make_tournament(entries=2, played=1)

    for _click in range(2):
        delete_tournament(tournament, by=make_director(), confirmed="Bodensee Open")

    assert refused(change_tournament, tournament, by=make_director(), venue="Ulm") == ("tournament_is_gone", {})
    assert [model for model, _key in stored_rows()] == ["club", "journalline"]
    assert (JournalLine.objects.get().action, JournalLine.objects.get().club) == (
        "club_tournament_deleted",
        Club.objects.get(version=1),
    )


def test_a_page_that_is_behind_closes_nothing_twice():
    tournament = make_tournament(entries=2)
    close_tournament(Tournament.objects.get(), by=make_director())
    before = stored_rows()

    close_tournament(tournament, by=make_director())

    assert stored_rows() == before


def test_what_ranks_stands_once_round_1_is_drawn():
    tournament = make_tournament(entries=4)
    change_tournament(tournament, by=make_director(), ranking="buchholz")
    draw_next_round(tournament)

    assert refused(change_tournament, tournament, by=make_director(), ranking="") == ("rules_stand_once_drawn", {})
    tournament.refresh_from_db()
    assert tournament.ranking == "buchholz"


def test_a_list_that_is_no_ranking_is_refused():
    tournament = make_tournament(entries=4)

    assert refused(change_tournament, tournament, by=make_director(), ranking="lot") == (
        "ranking_always_there",
        {"criterion": "lot"},
    )


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("Straßenfest", "strassenfest-2026"),
        ("Weiß-Cup", "weiss-cup-2026"),
        ("Novemberturnier 2026", "novemberturnier-2026"),
        ("Herbst2026", "herbst2026"),
        ("Liga 2026/27", "liga-2026-27"),
        ("Winter 2025–2026", "winter-2025-2026"),
        ("2026: Łódź", "2026-lodz"),
        ("Turnier 20265", "turnier-20265-2026"),
        ("…", "tournament-2026"),
    ],
)
def test_an_address_keeps_every_letter_and_has_the_year_once(name, address):
    assert free_slug(name, date(2026, 11, 20)) == address
