"""What holds for every action: who may, when, and what the journal keeps of it."""

import json

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import translation

from tests.actions.cases import FIRST_CASES as CASES, entered
from tests.factories import (
    make_co_director,
    make_director,
    make_helper,
    make_member,
    make_stranger,
    make_tournament,
    stored_rows,
    stored_values,
)
from tests.source import PACKAGE
from tournament.actions.catalogue import ACTIONS, Role, Undo, who_may
from tournament.actions.change import change, take_back
from tournament.actions.clubs import club_called
from tournament.actions.permissions import role_of
from tournament.actions.tournaments import close_tournament
from tournament.engine.refusals import Refused
from tournament.models import JournalLine, MemberRole, Tournament
from tournament.phrases.journal import journal_sentence

pytestmark = pytest.mark.django_db
# What nobody with an account does.
OF_GUESTS = {"result_reported", "confirmation_taken_back"}
UNDOABLE = [action for action in CASES if ACTIONS[action].undo is Undo.STEP]
ONCE_ONLY = {
    "player_link_renewed",
    "player_links_renewed",
    "players_entered",
    "player_removed",
    "prize_added",
    "prize_removed",
}
NOT_WHEN_CLOSED = [action for action in CASES if not ACTIONS[action].when_closed]
FOR_HELPERS = [action for action in CASES if Role.HELPER in who_may(action)]


def for_each(actions):
    """Run a test for each of these actions; the tests of one action share what is stored before it."""
    pairs = [(action, action) for action in actions]
    return pytest.mark.parametrize(("action", "prepared"), pairs, indirect=["prepared"], ids=actions, scope="module")


@pytest.fixture(scope="module")
def prepared(request, django_db_setup, django_db_blocker):
    """Store what an action is done to, once for all tests of that action."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield CASES[request.param].prepare()
        transaction.set_rollback(True)


@pytest.fixture
def tournament(prepared):
    """The tournament as stored, an object for this test alone."""
    return Tournament.objects.get(pk=prepared.pk)


@for_each(UNDOABLE)
def test_an_action_is_one_version_and_one_line_of_every_row_before_and_after(action, tournament):
    version = Tournament.objects.get().version
    before = stored_values()

    CASES[action].act(tournament, make_director())

    lines = JournalLine.objects.filter(version__gt=version)
    (line,) = lines
    assert Tournament.objects.get().version == version + 1
    assert (line.action, line.version, line.by, line.by_name) == (action, version + 1, make_director(), "director")
    assert sorted(line.changes, key=key) == sorted(changes_between(before, stored_values()), key=key)
    assert line.changes != []


def test_an_action_that_does_not_lock_the_club_cannot_change_it():
    with (
        change(entered(), by=make_director(), action=ACTIONS["result_recorded"]) as step,
        pytest.raises(LookupError, match="result_recorded does not lock the club"),
    ):
        _ = step.club


def test_clubs_are_locked_in_one_place():
    files = (file for file in PACKAGE.rglob("*.py") if "Club.objects.select_for_update" in file.read_text("utf-8"))

    assert [file.name for file in files] == ["change.py"]


@for_each(CASES)
def test_a_line_of_the_journal_is_told_in_both_languages(action, tournament):
    CASES[action].act(tournament, make_director())
    line = JournalLine.objects.latest("version")

    sentences = []
    for language in ("en-gb", "de"):
        with translation.override(language):
            sentences.append(journal_sentence(line.action, line.facts))

    assert sentences[0] != sentences[1]
    assert "%(" not in "".join(sentences)


# Every change steps the version, and the first draw settles the seed for good.
NO_UNDO = ("version", "stamp", "draw_seed")


def key(change):
    return change["model"], change["id"]


def changes_between(before, after):
    """The lines' own form of what differs, but for the version, the journal itself and the vouchers, which stay."""
    found = []
    for model, pk in {**before, **after}:
        old, new = before.get((model, pk)), after.get((model, pk))
        if model in ("journalline", "voucher") or old == new:
            continue
        if old and new:
            names = [name for name in old if old[name] != new[name] and name not in NO_UNDO]
            old, new = ({name: row[name] for name in names} for row in (old, new))
        if old != new:
            found.append({"model": model, "id": pk, "before": old, "after": new})
    return json.loads(json.dumps(found, cls=DjangoJSONEncoder))


@for_each(CASES)
def test_only_the_director_may(action, tournament):
    others = [make_stranger(), AnonymousUser()]
    if action not in FOR_HELPERS:
        others.append(make_helper(tournament))
    before = stored_rows()

    for by in others:
        with pytest.raises(Refused) as refusal:
            CASES[action].act(tournament, by)

        assert (by, refusal.value.code, stored_rows()) == (by, "not_allowed", before)


@for_each(FOR_HELPERS)
def test_helpers_may_a_little(action, tournament):
    helper = make_helper(tournament)

    CASES[action].act(tournament, helper)

    line = JournalLine.objects.latest("version")
    assert (line.action, line.by) == (action, helper)


@for_each(CASES)
def test_whoever_was_given_access_may_do_everything(action, tournament):
    co_director = make_co_director(tournament)

    CASES[action].act(tournament, co_director)

    line = JournalLine.objects.latest("version")
    assert (line.action, line.by) == (action, co_director)


@for_each(NOT_WHEN_CLOSED)
def test_a_closed_tournament_is_left_alone(action, tournament):
    Tournament.objects.update(is_closed=True)
    before = stored_rows()

    with pytest.raises(Refused) as refusal:
        CASES[action].act(tournament, make_director())

    assert (refusal.value.code, stored_rows()) == ("tournament_is_closed", before)


@for_each([action for action in CASES if action not in ONCE_ONLY])
def test_the_same_said_twice_is_one_change(action, tournament):
    CASES[action].act(tournament, make_director())
    before = stored_rows()

    CASES[action].act(tournament, make_director())

    assert stored_rows() == before


# What undo does with every other action is tested in test_journal_history.
@for_each(["undone", "redone"])
def test_the_rows_of_an_undo_can_be_put_back(action, tournament):
    before = stored_values()
    CASES[action].act(tournament, make_director())

    with change(tournament, by=make_director(), action=ACTIONS["undone"]) as step:
        take_back(step, JournalLine.objects.latest("version"))

    assert changes_between(before, stored_values()) == []


def test_an_error_in_the_middle_leaves_nothing_behind():
    tournament = entered()
    before = stored_rows()

    with pytest.raises(Refused), change(tournament, by=make_director(), action=ACTIONS["tournament_changed"]) as step:
        rename_and_stumble(step)

    assert stored_rows() == before


def rename_and_stumble(step):
    step.update(step.tournament, name="half done")
    raise Refused("not_allowed")


def test_a_tournament_without_director_is_directed_by_every_director_of_its_club():
    tournament = entered()
    Tournament.objects.update(director=None)

    close_tournament(tournament, by=make_member("ada"))

    tournament.refresh_from_db()
    assert role_of(make_member("ada"), tournament) is Role.DIRECTOR
    assert role_of(make_stranger(), tournament) is None
    assert Tournament.objects.get().is_closed is True


@pytest.mark.parametrize(
    ("role", "own", "elsewhere"),
    [(MemberRole.DIRECTOR, Role.CO_DIRECTOR, None), (MemberRole.HELPER, Role.HELPER, None)],
)
def test_an_account_is_in_all_tournaments_of_its_club_what_it_is_in_the_club(role, own, elsewhere):
    tournament, account = entered(), make_member("ada", role)
    other = make_tournament(entries=0)
    Tournament.objects.filter(pk=other.pk).update(club=club_called("ulm"))
    other.refresh_from_db()

    assert [role_of(account, one) for one in (tournament, other)] == [own, elsewhere]
