"""A club is named, its accounts come and go, and what is changed of it is undone."""

from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.factories import entry_of, make_director, make_helper, make_member, make_stranger, make_tournament, only_club
from tournament.actions.accounts import create_account
from tournament.actions.cash import set_fee
from tournament.actions.clubs import change_settings, club_called, require_second_factor, set_member
from tournament.actions.journal import history, redo, undo
from tournament.actions.permissions import can_set_up, role_of
from tournament.actions.tournaments import change_tournament, create_tournament, delete_tournament
from tournament.engine.refusals import Refused
from tournament.models import Club, JournalLine, MemberRole, Tournament
from tournament.queries.clubs import named_club, with_edition

pytestmark = pytest.mark.django_db


def refused(action, *arguments, **details):
    """The code and the values of the refusal."""
    with pytest.raises(Refused) as refusal:
        action(*arguments, **details)
    return refusal.value.code, refusal.value.values


def name(club, text="BC Konstanz", place="Konstanz", by=None):
    return change_settings(club, by=by or make_member("ada"), name=text, place=place)


def test_the_first_name_makes_the_page_and_its_address_and_later_ones_leave_it():
    before = named_club(only_club().slug)
    name(only_club())
    name(only_club(), "Backgammon Konstanz")

    club = named_club("bc-konstanz")
    assert (before, club.name, club.place, club.version) == (None, "Backgammon Konstanz", "Konstanz", 2)


def test_two_clubs_of_one_name_have_two_addresses():
    other = club_called("club-2")
    make_member("ada", club=other)

    assert [name(club).slug for club in (only_club(), other)] == ["bc-konstanz", "bc-konstanz-2"]


def test_the_address_keeps_every_letter_of_the_name():
    assert name(only_club(), "Weiß/Łódź").slug == "weiss-lodz"


def test_an_address_that_was_chosen_stays():
    club = club_called("ulm")
    make_member("ada", club=club)

    assert name(club).slug == "ulm"


def test_naming_is_undone_and_done_again():
    club = name(only_club())
    undo(history(club).undoable, by=make_member("ada"))
    undone = Club.objects.get().name, Club.objects.get().slug
    redo(history(club).redoable, by=make_member("ada"))

    assert (undone, Club.objects.get().name) == (("", "club"), "BC Konstanz")
    assert list(JournalLine.objects.filter(club=club).order_by("version").values_list("action", "version")) == [
        ("club_changed", 1),
        ("undone", 2),
        ("redone", 3),
    ]


def test_a_name_is_changed_but_not_taken_away_nor_turned_around():
    name(only_club())

    assert refused(name, only_club(), " ") == ("club_name_needed", {})
    assert refused(name, only_club(), "BC\u202eUlm") == ("name_turned", {})


@pytest.mark.parametrize("who", ["anonymous", "stranger", "helper", "club's helper", "other club's director"])
def test_nobody_but_its_directors_changes_a_club(who):
    tournament = make_tournament(entries=0)
    by = {
        "anonymous": AnonymousUser,
        "stranger": make_stranger,
        "helper": lambda: make_helper(tournament),
        "club's helper": lambda: make_member("ina", MemberRole.HELPER),
        "other club's director": lambda: make_member("eva", club=club_called("ulm")),
    }[who]()

    assert refused(name, only_club(), by=by) == ("not_allowed", {})
    assert refused(set_member, only_club(), by=by, name="director", role="director") == ("not_allowed", {})


def test_the_edition_of_a_club_steps_with_every_change_of_it_and_of_its_tournaments():
    editions = [with_edition(only_club()).edition]

    def note():
        editions.append(with_edition(only_club()).edition)

    tournament = make_tournament(entries=2)
    note()
    name(only_club())
    note()
    make_tournament(entries=0)
    note()
    delete_tournament(tournament, by=make_director(), confirmed=tournament.name)
    note()

    assert len(set(editions)) == 5


def test_whoever_goes_leaves_the_tournaments_to_the_club_and_logs_in_no_more():
    ada, eva = make_member("ada"), make_member("eva")
    tournament = create_tournament(by=eva, request_key=None, name="Open", date=date(2026, 1, 1))

    set_member(only_club(), by=ada, name="eva", role="")

    eva.refresh_from_db()
    assert (eva.is_active, role_of(eva, Tournament.objects.get()), Tournament.objects.get().director) == (
        False,
        None,
        None,
    )
    assert role_of(ada, Tournament.objects.get(pk=tournament.pk)).value == "director"


def test_a_director_who_becomes_a_helper_sets_up_no_tournaments_and_helps_at_all():
    ada, eva = make_member("ada"), make_member("eva")
    create_tournament(by=eva, request_key=None, name="Open", date=date(2026, 1, 1))

    set_member(only_club(), by=ada, name="eva", role="helper")

    eva.refresh_from_db()
    assert (eva.is_active, can_set_up(eva), role_of(eva, Tournament.objects.get()).value) == (True, False, "helper")


def test_the_last_director_stays():
    ada = make_member("ada")

    for role in ("", "helper"):
        assert refused(set_member, only_club(), by=ada, name="ada", role=role) == ("last_director_stays", {})


def test_who_belongs_to_no_club_is_not_sent_away_from_this_one():
    make_stranger()

    set_member(only_club(), by=make_member("ada"), name="stranger", role="")

    assert make_stranger().is_active is True


def test_a_new_account_directs_in_the_club_that_is_said_which_is_made_where_there_is_none():
    made = [create_account(name="Ida"), create_account(name="Bo", club="ulm")]

    assert [[club.slug for club in Club.objects.filter(memberships__account=one)] for one in made] == [
        ["club"],
        ["ulm"],
    ]
    assert refused(create_account, name="Cem") == ("club_not_said", {})
    assert refused(create_account, name="Cem", club="../x") == ("club_address_unusable", {})


def test_a_tournament_goes_to_the_club_that_its_director_directs():
    ulm = club_called("ulm")
    made = create_tournament(by=make_member("eva", club=ulm), request_key=None, name="Open", date=date(2026, 1, 1))

    assert made.club == ulm
    assert refused(
        create_tournament,
        by=make_member("eva", club=ulm),
        request_key=None,
        name="Open",
        date=date(2026, 1, 1),
        club=only_club(),
    ) == ("not_allowed", {})


def test_a_club_sets_its_currency_and_its_highest_fee_and_what_has_no_money_yet_is_reckoned_in_it():
    paid, waiting = make_tournament(entries=2, fee_cents=800), make_tournament(entries=2, fee_cents=800)
    set_fee(entry_of(paid, 1), by=make_director(), paid=True)

    change_settings(only_club(), by=make_member("ada"), name="", place="", currency="DKK", fee_limit_cents=7500)

    kept = [Tournament.objects.get(pk=one.pk).currency for one in (paid, waiting)]
    new = create_tournament(by=make_member("ada"), request_key=None, name="A", date=date(2026, 5, 8), fee_cents=7500)
    assert (kept, new.currency) == (["EUR", "DKK"], "DKK")
    assert refused(change_tournament, new, by=make_member("ada"), fee_cents=7501) == (
        "fee_too_high",
        {"limit": 7500, "currency": "DKK"},
    )


def test_a_second_factor_is_required_until_it_no_longer_is_and_no_undo_changes_that():
    club, ada = only_club(), make_member("ada")
    for is_required in (True, True, False):
        require_second_factor(club, by=ada, is_required=is_required)

    lines = JournalLine.objects.order_by("version").values_list("action", "facts", "changes")
    assert list(lines) == [
        ("second_factor_rule_changed", {"is_required": True}, []),
        ("second_factor_rule_changed", {"is_required": False}, []),
    ]
    assert (history(club).undoable, Club.objects.get().requires_second_factor) == (None, False)


def test_only_directors_of_a_club_require_a_second_factor():
    helper = make_member("ina", MemberRole.HELPER)

    assert refused(require_second_factor, only_club(), by=helper, is_required=True) == ("not_allowed", {})
