"""Helpers are invited, come in and are sent away; what they may do, and what other accounts may that were let in."""

from datetime import timedelta

import pytest
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone

from tests.factories import (
    draw_next_round,
    entry_of,
    make_co_director,
    make_director,
    make_helper,
    make_member,
    make_stranger,
    make_tournament,
    pairing_of,
    stored_rows,
    token_of,
)
from tournament.actions.accounts import end_invitation, give_access, invite, join, leave, send_away, take_access
from tournament.actions.cash import set_fee
from tournament.actions.clubs import Lost
from tournament.actions.permissions import can
from tournament.actions.players import set_here
from tournament.actions.results import record_result
from tournament.actions.tournaments import create_tournament
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.models import Helper, Invitation, JournalLine, Tournament
from tournament.queries.accounts import account_names, has_account
from tournament.queries.clubs import helpers_in, invitation_link, note_seen, was_sent_away

pytestmark = pytest.mark.django_db
THREE_ONE, ONE_THREE = (Result(Outcome.PLAYED, score) for score in ((3, 1), (1, 3)))


@pytest.fixture
def tournament():
    """Round 1 is played, round 2 runs."""
    made = make_tournament(entries=4, played=1)
    draw_next_round(made)
    return made


def refused(act, *what, **how):
    """The code with which it is refused, nothing having changed."""
    before = stored_rows(), list(User.objects.values())
    with pytest.raises(Refused) as refusal:
        act(*what, **how)
    assert (stored_rows(), list(User.objects.values())) == before
    return refusal.value.code


def come_in(tournament, name, token=None, before=None):
    return join(tournament, token=token or token_of(tournament), name=name, before=before or AnonymousUser())


def names_in(tournament):
    return [helper.user.first_name for helper in helpers_in(tournament)]


def test_a_helper_comes_in_by_the_link_and_gives_a_name(tournament):
    invite(tournament, by=make_director())

    helper = come_in(tournament, "  Mia  ")

    assert (helper.tournament, helper.user.first_name, names_in(tournament)) == (tournament, "Mia", ["Mia"])
    assert helper.user.has_usable_password() is False


def test_a_helper_is_no_account(tournament):
    mia = make_helper(tournament)

    assert account_names() == ("director",)
    assert can(mia, "look", tournament) is True
    User.objects.get(username="director").delete()
    assert has_account() is False


def test_a_helper_of_a_tournament_that_is_gone_becomes_no_account():
    make_helper(make_tournament(entries=0))

    Tournament.objects.all().delete()

    assert (account_names(), Helper.objects.get().tournament) == (("director",), None)


@pytest.mark.parametrize("token", ["", "guessed", "Ünïcode", "A" * 22, "A" * 5000])
def test_a_guessed_link_lets_nobody_in(tournament, token):
    invite(tournament, by=make_director())

    assert refused(join, tournament, token=token, name="Mia", before=AnonymousUser()) == "invitation_ended"


def test_the_secret_of_the_link_has_128_bits_and_is_not_stored(tournament):
    invite(tournament, by=make_director())

    token = token_of(tournament)

    assert len(token) * 6 >= 128
    assert token not in str(stored_rows())


def test_the_link_lets_in_as_many_as_come_until_there_is_a_new_one(tournament):
    invite(tournament, by=make_director())
    old = token_of(tournament)
    come_in(tournament, "Mia", old)
    come_in(tournament, "Ida", old)

    invite(tournament, by=make_director())

    assert refused(join, tournament, token=old, name="Ben", before=AnonymousUser()) == "invitation_ended"
    come_in(tournament, "Ben")
    assert names_in(tournament) == ["Mia", "Ida", "Ben"]


def test_after_the_end_of_the_invitation_nobody_comes_in_and_nobody_goes(tournament):
    make_helper(tournament)
    old = token_of(tournament)

    end_invitation(tournament, by=make_director())

    assert refused(join, tournament, token=old, name="Ben", before=AnonymousUser()) == "invitation_ended"
    assert (invitation_link(tournament), names_in(tournament)) == ("", ["Mia"])


def test_the_link_of_one_tournament_opens_no_other(tournament):
    other = make_tournament(name="Other")
    for invited in (tournament, other):
        invite(invited, by=make_director())
    Invitation.objects.update(nonce="the same")

    token = token_of(other)

    assert refused(join, tournament, token=token, name="Mia", before=AnonymousUser()) == "invitation_ended"


def test_two_who_are_in_at_the_same_time_have_two_names(tournament):
    mia = make_helper(tournament, "Mia")

    assert refused(come_in, tournament, "MIA") == "helper_is_in"
    leave(mia)
    come_in(tournament, "MIA")
    assert names_in(tournament) == ["MIA"]


def test_who_has_lost_the_session_comes_in_again_under_the_same_name_after_a_while(tournament):
    mia = make_helper(tournament, "Mia")
    Helper.objects.update(last_seen=timezone.now() - timedelta(minutes=5))

    again = come_in(tournament, "Mia")

    assert list(helpers_in(tournament)) == [again]
    assert was_sent_away(str(mia.pk), tournament) is True


@pytest.mark.parametrize(
    ("name", "code"), [("", "name_empty"), ("\u200b ", "name_empty"), ("x" * 101, "name_too_long")]
)
def test_who_gives_no_name_does_not_come_in(tournament, name, code):
    invite(tournament, by=make_director())

    assert refused(come_in, tournament, name) == code


def test_who_comes_in_elsewhere_with_the_same_browser_is_not_in_any_more_where_they_were(tournament):
    mia = make_helper(make_tournament(name="Other"))
    invite(tournament, by=make_director())

    come_in(tournament, "Mia", before=mia)

    assert [helper.tournament for helper in Helper.objects.filter(user__is_active=True)] == [tournament]


def test_an_account_stays_as_it_is_when_it_leaves():
    leave(make_director())

    assert make_director().is_active is True


def test_a_helper_who_is_sent_away_can_do_nothing_any_more(tournament):
    mia = make_helper(tournament)
    at_the_door = User.objects.get(pk=mia.pk)

    send_away(mia.helper, by=make_director())

    assert [can(at_the_door, action, tournament) for action in ("look", "result_recorded")] == [False, False]
    assert ModelBackend().get_user(mia.pk) is None
    assert (names_in(tournament), was_sent_away(str(mia.pk), tournament)) == ([], True)


def test_a_helper_who_is_sent_away_does_not_come_back_by_the_link_that_let_them_in(tournament):
    mia = make_helper(tournament)
    seen = token_of(tournament)

    send_away(mia.helper, by=make_director())

    assert refused(join, tournament, token=seen, name="Mia", before=AnonymousUser()) == "invitation_ended"
    assert (token_of(tournament) != seen, names_in(tournament)) == (True, [])


def test_no_helper_is_invited_anew_where_one_is_sent_away_after_the_end_of_the_invitation(tournament):
    mia = make_helper(tournament)
    end_invitation(tournament, by=make_director())

    send_away(mia.helper, by=make_director())

    assert invitation_link(tournament) == ""


def test_whose_access_is_removed_does_not_come_back_as_a_helper(tournament):
    ida = make_helper(tournament, "Ida")
    other = make_tournament(name="Other")
    make_helper(other)
    make_co_director(tournament)

    lost = take_access(tournament, by=make_director(), name="co-director")

    assert lost == Lost(0, 1, directed=True)
    assert (invitation_link(tournament), invitation_link(other) != "") == ("", True)
    assert (names_in(tournament), can(ida, "look", tournament)) == (["Ida"], True)


@pytest.mark.parametrize("why", ["directs the club", "had no access"])
def test_the_helpers_are_still_invited_where_nobody_has_lost_a_role(tournament, why):
    make_helper(tournament)
    if why == "directs the club":
        make_member("co-director"), make_co_director(tournament)
    else:
        User.objects.create_user("co-director")

    lost = take_access(tournament, by=make_director(), name="co-director")

    assert lost == Lost()
    assert invitation_link(tournament) != ""


def test_only_a_helper_who_was_sent_away_from_this_tournament_counts_as_sent_away(tournament):
    mia = make_helper(tournament)
    leave(make_helper(other := make_tournament(name="Other"), "Ida"))

    assert [was_sent_away(key, tournament) for key in (None, str(mia.pk), str(make_director().pk))] == [False] * 3
    assert was_sent_away(str(User.objects.get(first_name="Ida").pk), tournament) is False
    assert was_sent_away(str(User.objects.get(first_name="Ida").pk), other) is True


def test_a_helper_who_only_looks_is_seen(tournament):
    mia = make_helper(tournament, "Mia")
    Helper.objects.update(last_seen=timezone.now() - timedelta(minutes=5))
    note_seen(Helper.objects.get(user=mia))

    assert refused(come_in, tournament, "Mia") == "helper_is_in"


# A helper's round.


def test_a_helper_enters_and_corrects_results_of_the_running_round(tournament):
    mia = make_helper(tournament)

    record_result(pairing_of(tournament, 2, 1), by=mia, expected=PENDING, result=THREE_ONE)
    record_result(pairing_of(tournament, 2, 1), by=mia, expected=THREE_ONE, result=ONE_THREE)

    lines = JournalLine.objects.order_by("-version")[:2]
    assert [(line.by, line.by_name, line.action) for line in lines] == [(mia, "Mia", "result_recorded")] * 2


def test_a_round_that_is_over_is_corrected_by_the_directors_alone(tournament):
    pairing = pairing_of(tournament, 1, 1)
    ways = {"by": make_helper(tournament), "expected": THREE_ONE, "result": ONE_THREE}

    assert refused(record_result, pairing, **ways) == "correction_is_the_directors"
    record_result(pairing, **{**ways, "by": make_co_director(tournament)})


def test_a_helper_ticks_who_has_paid_and_who_is_here(tournament):
    mia = make_helper(tournament)

    set_fee(entry_of(tournament, 1), by=mia, paid=True)
    set_here(entry_of(tournament, 1), by=mia, is_here=True)

    assert (entry_of(tournament, 1).paid_to, entry_of(tournament, 1).is_here) == ("Mia", True)


def test_a_helper_neither_waives_a_fee_nor_asks_for_one_that_is_waived(tournament):
    mia = make_helper(tournament)
    set_fee(entry_of(tournament, 2), by=make_director(), paid=False, waived="junior")

    assert refused(set_fee, entry_of(tournament, 1), by=mia, paid=False, waived="a friend") == "not_allowed"
    assert refused(set_fee, entry_of(tournament, 2), by=mia, paid=True) == "not_allowed"


def test_a_helper_sets_up_no_tournament(tournament):
    mia = make_helper(tournament)

    assert refused(create_tournament, by=mia, request_key=None, name="Mine", date=tournament.date) == "not_allowed"
    assert refused(restore, dump(tournament), by=mia) == "not_allowed"


def test_a_helper_helps_at_no_other_tournament(tournament):
    mia = make_helper(tournament)
    others = [make_tournament(name="Other"), make_tournament(name="Nobody's")]
    Tournament.objects.filter(pk=others[1].pk).update(director=None)

    assert [can(mia, "look", Tournament.objects.get(pk=other.pk)) for other in others] == [False, False]


@pytest.mark.parametrize("who", ["helper", "stranger", "anonymous"])
def test_only_the_directors_choose_the_helpers(tournament, who):
    mia = make_helper(tournament)
    by = {"helper": mia, "stranger": make_stranger(), "anonymous": AnonymousUser()}[who]

    assert refused(invite, tournament, by=by) == "not_allowed"
    assert refused(end_invitation, tournament, by=by) == "not_allowed"
    assert refused(send_away, mia.helper, by=by) == "not_allowed"


# Other accounts.


def test_an_account_is_given_access_and_loses_it_again(tournament):
    stranger = make_stranger()

    for _twice in range(2):
        give_access(tournament, by=make_director(), name="stranger")
    record_result(pairing_of(tournament, 2, 1), by=stranger, expected=PENDING, result=THREE_ONE)
    invite(tournament, by=stranger)
    for _twice in range(2):
        take_access(tournament, by=make_director(), name="stranger")

    assert can(stranger, "look", tournament) is False


@pytest.mark.parametrize("who", ["co-director", "helper", "stranger"])
def test_the_director_alone_gives_and_takes_access(tournament, who):
    co_director, mia = make_co_director(tournament), make_helper(tournament)
    by = {"co-director": co_director, "helper": mia, "stranger": make_stranger()}[who]

    assert refused(give_access, tournament, by=by, name="stranger") == "not_allowed"
    assert refused(take_access, tournament, by=by, name="co-director") == "not_allowed"


def test_access_is_given_to_nobody_without_an_account_of_their_own(tournament):
    mia = make_helper(tournament)

    codes = [
        refused(give_access, tournament, by=make_director(), name=name) for name in ("", "nobody", "\0", mia.username)
    ]

    assert codes == ["no_such_account"] * 4


def test_the_director_needs_no_access(tournament):
    give_access(tournament, by=make_director(), name="director")

    assert tournament.co_directors.count() == 0
