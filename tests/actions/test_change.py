"""What holds for every action: who may, when, and what the journal keeps of it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import translation

from tests.factories import (
    THREE_POINTS,
    draw_next_round,
    enter_result,
    entry_of,
    make_co_director,
    make_director,
    make_helper,
    make_member,
    make_stranger,
    make_tournament,
    pairing_of,
    seat,
    stored_rows,
    stored_values,
)
from tests.source import PACKAGE
from tournament.actions.appearance import set_appearance
from tournament.actions.attaching import attach_transcript, remove_transcript, turn_transcript
from tournament.actions.catalogue import ACTIONS, Role, Undo, who_may
from tournament.actions.change import change, take_back
from tournament.actions.clubs import club_called
from tournament.actions.ending import end_evening, keep_evening_open
from tournament.actions.entries import (
    NewPlayer,
    add_entries,
    change_entry,
    remove_entry,
    return_entry,
    set_fixed_table,
    set_here,
    set_pause,
    withdraw_entry,
)
from tournament.actions.fees import give_back_fee, set_fee, set_fees_paid
from tournament.actions.history import redo, undo
from tournament.actions.joining import ask_to_join, decline, take_on
from tournament.actions.pairings import pair_anew, pair_by_hand
from tournament.actions.permissions import role_of
from tournament.actions.persons import forget_person
from tournament.actions.prizes import add_prize, change_costs, change_prize, remove_prize
from tournament.actions.reports import renew_player_link
from tournament.actions.results import record_result
from tournament.actions.rounds import Presence, draw_round, release_round, remove_round
from tournament.actions.score_sheet import say_word, take_back_word
from tournament.actions.tournaments import change_tournament, close_tournament, reopen_tournament
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.matches.games import GameEnding, PlayedGame
from tournament.matches.score_sheet import Said, Word
from tournament.models import JoinRequest, JournalLine, MemberRole, Prize, Tournament, Wish, Wished
from tournament.phrases.journal import journal_sentence
from tournament.queries.games import NOTHING_KEPT, KeptGames

pytestmark = pytest.mark.django_db
THREE_ONE = Result(Outcome.PLAYED, (3, 1))
GAMMON = Said(Word.WON, 0, GameEnding.GAMMON)
AFTER_GAMMON = KeptGames((PlayedGame(0, GameEnding.GAMMON),))
# Round 1 of four players, by the draw of the tests.
DRAWN = [(2, 4), (3, 1)]


def entered():
    return make_tournament(entries=4)


def drawn():
    tournament = entered()
    draw_next_round(tournament)
    return tournament


def with_a_result():
    tournament = drawn()
    enter_result(pairing_of(tournament, 1, 1), THREE_ONE)
    return tournament


def with_one_gone():
    tournament = drawn()
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    return tournament


def say_gammon(tournament, by):
    say_word(tournament, by=by, key=pairing_of(tournament, 1, 1).pk, expected=NOTHING_KEPT.mark, said=GAMMON)


def with_a_word():
    tournament = drawn()
    say_gammon(tournament, make_director())
    return tournament


def closed():
    tournament = entered()
    close_tournament(tournament, by=make_director())
    return tournament


def played():
    return make_tournament(entries=4, played=1)


def hidden():
    tournament = make_tournament(entries=4, hides_new_rounds=True)
    draw_next_round(tournament)
    return tournament


def two_rounds():
    """Round 2 is paired, and a result of round 1 has been corrected since."""
    tournament = played()
    draw_next_round(tournament)
    record_result(pairing_of(tournament, 1, 1), by=make_director(), expected=THREE_ONE, result=DOUBLE_FORFEIT)
    return tournament


def chosen_by_hand():
    tournament = drawn()
    swap(tournament, make_director())
    return tournament


def swap(tournament, by):
    pair_by_hand(tournament, by=by, number=1, expected=DRAWN, pairs=[(2, 3), (1, 4)], reason="club mates")


def end_it(tournament, by):
    """The first match stands at 2:1, the other was not played."""
    still_open = tournament.rounds.get().pairings.filter(outcome="pending").order_by("position")
    end_evening(
        tournament, by=by, number=1, scores={one.pk: [(2, 1), None][index] for index, one in enumerate(still_open)}
    )


def with_a_leaver():
    """Three players: 3 plays 2, who has left, and 1 has the bye."""
    tournament = make_tournament(entries=3)
    draw_next_round(tournament)
    withdraw_entry(entry_of(tournament, 2), by=make_director())
    return tournament


def with_two_who_asked():
    """Four players, and two who have signed up."""
    tournament = make_tournament(entries=4, opens_joining=True)
    for number, name in enumerate(("Zoë Keller", "Bo")):
        ask_to_join(tournament, by=make_director(), request_key=UUID(int=number), name=name, wish=Wish.ABBREVIATED)
    return tournament


def asked(tournament, by):
    return ask_to_join(tournament, by=by, request_key=UUID(int=9), name="Ida", club="Ulm")


def take_on_both(tournament, by):
    return take_on(tournament, by=by, chosen={row.pk: 0 for row in JoinRequest.objects.all()})


def decline_one(tournament, by):
    decline(tournament, by=by, keys=[JoinRequest.objects.earliest("pk").pk])


def with_a_full_name():
    """Practice: elsewhere it is a wish of the person's, and the club's."""
    return make_tournament(players=[NewPlayer("Zoë Keller"), NewPlayer("Bo")], is_practice=True)


def appear_abbreviated(tournament, by):
    set_appearance(entry_of(tournament, 1), by=by, wished=Wished(Wish.ABBREVIATED))


def with_one_gone_who_has_paid():
    tournament = make_tournament(entries=4, fee_cents=800)
    set_fee(entry_of(tournament, 1), by=make_director(), paid=True)
    draw_next_round(tournament)
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    return tournament


def with_fee_steps():
    return make_tournament(entries=4, fee_cents=800, fee_steps=[(4, 900), (8, 700), (None, 500)])


def undone():
    tournament = with_a_result()
    undo(line_of(tournament, "result_recorded"), by=make_director())
    return tournament


def with_a_prize():
    tournament = entered()
    add_prize(tournament, by=make_director(), place=1, description="Board", price_cents=5900)
    return tournament


def attach(tournament, by):
    attach_transcript(pairing_of(tournament, 1, 1), by=by, data=THREE_POINTS.read_bytes())


def with_a_transcript():
    tournament = drawn()
    attach(tournament, make_director())
    return tournament


def line_of(tournament, action):
    return JournalLine.objects.get(tournament=tournament, action=action)


@dataclass(frozen=True)
class Case:
    """A tournament, and what is done with it: `act(tournament, user)`."""

    prepare: Callable[[], Tournament]
    act: Callable[..., object]


CASES = {
    "tournament_changed": Case(entered, lambda t, by: change_tournament(t, by=by, venue="Kreuzlingen")),
    "tournament_closed": Case(entered, lambda t, by: close_tournament(t, by=by)),
    "tournament_reopened": Case(closed, lambda t, by: reopen_tournament(t, by=by)),
    "players_entered": Case(entered, lambda t, by: add_entries(t, by=by, players=[NewPlayer("Zoë", "Ulm")])),
    "player_renamed": Case(entered, lambda t, by: change_entry(entry_of(t, 1), by=by, name="Zoë", club="Ulm")),
    "fee_marked": Case(entered, lambda t, by: set_fee(entry_of(t, 1), by=by, paid=True)),
    "fees_marked": Case(
        lambda: make_tournament(entries=4, fee_cents=800), lambda t, by: set_fees_paid(t, by=by, seen_cents=3200)
    ),
    "transcript_attached": Case(drawn, attach),
    "transcript_turned": Case(
        with_a_transcript, lambda t, by: turn_transcript(pairing_of(t, 1, 1), by=by, turned=True)
    ),
    "transcript_removed": Case(with_a_transcript, lambda t, by: remove_transcript(pairing_of(t, 1, 1), by=by)),
    "joining_asked": Case(with_two_who_asked, asked),
    "joining_accepted": Case(with_two_who_asked, take_on_both),
    "joining_declined": Case(with_two_who_asked, decline_one),
    "appearance_set": Case(with_a_full_name, appear_abbreviated),
    "fee_refunded": Case(with_one_gone_who_has_paid, lambda t, by: give_back_fee(entry_of(t, 1), by=by)),
    "player_removed": Case(entered, lambda t, by: remove_entry(entry_of(t, 1), by=by)),
    "player_withdrawn": Case(drawn, lambda t, by: withdraw_entry(entry_of(t, 1), by=by)),
    "player_returned": Case(with_one_gone, lambda t, by: return_entry(entry_of(t, 1), by=by)),
    "arrival_marked": Case(entered, lambda t, by: set_here(entry_of(t, 1), by=by, is_here=True)),
    "pause_marked": Case(drawn, lambda t, by: set_pause(entry_of(t, 1), by=by, round_number=2, pauses=True)),
    "fixed_table_set": Case(entered, lambda t, by: set_fixed_table(entry_of(t, 1), by=by, table=2)),
    "round_drawn": Case(
        played,
        lambda t, by: draw_round(
            t, by=by, number=2, presence={1: Presence.HERE, 2: Presence.PAUSES, 3: Presence.HAS_LEFT}
        ),
    ),
    "person_forgotten": Case(entered, lambda t, by: forget_person(entry_of(t, 1), by=by)),
    "round_released": Case(hidden, lambda t, by: release_round(t, by=by, number=1)),
    "round_removed": Case(two_rounds, lambda t, by: remove_round(t, by=by, number=2, confirmed="2")),
    "round_paired_anew": Case(chosen_by_hand, lambda t, by: pair_anew(t, by=by, number=1)),
    "pairings_changed": Case(drawn, swap),
    "evening_ended": Case(drawn, end_it),
    "evening_goes_on": Case(drawn, lambda t, by: keep_evening_open(t, by=by)),
    "players_seated": Case(with_a_leaver, lambda t, by: seat(t, 3, 1, by=by)),
    "result_recorded": Case(
        drawn, lambda t, by: record_result(pairing_of(t, 1, 1), by=by, expected=PENDING, result=THREE_ONE)
    ),
    "word_said": Case(drawn, say_gammon),
    "word_taken_back": Case(
        with_a_word,
        lambda t, by: take_back_word(
            t, by=by, key=pairing_of(t, 1, 1).pk, expected=AFTER_GAMMON.mark, leaves=NOTHING_KEPT.mark
        ),
    ),
    "player_link_renewed": Case(entered, lambda t, by: renew_player_link(entry_of(t, 1), by=by)),
    "prize_added": Case(
        with_a_prize, lambda t, by: add_prize(t, by=by, place=1, description="Board", price_cents=6000)
    ),
    "prize_changed": Case(
        with_a_prize, lambda t, by: change_prize(Prize.objects.get(), by=by, place=2, description="Cup", price_cents=0)
    ),
    "prize_removed": Case(with_a_prize, lambda t, by: remove_prize(t.prizes.get(), by=by)),
    "costs_changed": Case(
        entered, lambda t, by: change_costs(t, by=by, treasurer="Zoë", surplus_note="for the room", shows_costs=True)
    ),
    "undone": Case(with_a_result, lambda t, by: undo(line_of(t, "result_recorded"), by=by)),
    "redone": Case(undone, lambda t, by: redo(line_of(t, "undone"), by=by)),
}
# What nobody with an account does.
OF_GUESTS = {"result_reported"}
UNDOABLE = [action for action in CASES if ACTIONS[action].undo is Undo.STEP]
ONCE_ONLY = {"player_link_renewed", "players_entered", "player_removed", "prize_added", "prize_removed"}
NOT_WHEN_CLOSED = [action for action in CASES if not ACTIONS[action].when_closed]
FOR_HELPERS = [action for action in CASES if Role.HELPER in who_may(action)]


@pytest.mark.parametrize("action", UNDOABLE)
def test_an_action_is_one_version_and_one_line_of_every_row_before_and_after(action):
    tournament = CASES[action].prepare()
    version = Tournament.objects.get().version
    before = stored_values()

    CASES[action].act(tournament, make_director())

    lines = JournalLine.objects.filter(version__gt=version)
    (line,) = lines
    assert Tournament.objects.get().version == version + 1
    assert (line.action, line.version, line.by, line.by_name) == (action, version + 1, make_director(), "director")
    assert sorted(line.changes, key=key) == sorted(changes_between(before, stored_values()), key=key)
    assert line.changes != []


def test_a_club_cannot_be_had_after_its_tournament():
    with (
        change(entered(), by=make_director(), action="result_recorded") as step,
        pytest.raises(LookupError, match="result_recorded does not lock the club"),
    ):
        _ = step.club


def test_clubs_are_locked_in_one_place():
    files = (file for file in PACKAGE.rglob("*.py") if "Club.objects.select_for_update" in file.read_text("utf-8"))

    assert [file.name for file in files] == ["change.py"]


@pytest.mark.parametrize("action", CASES)
def test_a_line_of_the_journal_is_told_in_both_languages(action):
    tournament = CASES[action].prepare()
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


@pytest.mark.parametrize("action", CASES)
def test_only_the_director_may(action):
    tournament = CASES[action].prepare()
    others = [make_stranger(), AnonymousUser()]
    if action not in FOR_HELPERS:
        others.append(make_helper(tournament))
    before = stored_rows()

    for by in others:
        with pytest.raises(Refused) as refusal:
            CASES[action].act(tournament, by)

        assert (by, refusal.value.code, stored_rows()) == (by, "not_allowed", before)


@pytest.mark.parametrize(
    ("who", "action"),
    [*[("helper", action) for action in FOR_HELPERS], *[("co-director", action) for action in CASES]],
)
def test_helpers_may_a_little_and_who_was_given_access_everything(who, action):
    tournament = CASES[action].prepare()
    by = make_helper(tournament) if who == "helper" else make_co_director(tournament)

    CASES[action].act(tournament, by)

    assert (JournalLine.objects.latest("version").action, JournalLine.objects.latest("version").by) == (action, by)


@pytest.mark.parametrize("action", NOT_WHEN_CLOSED)
def test_a_closed_tournament_is_left_alone(action):
    tournament = CASES[action].prepare()
    Tournament.objects.update(is_closed=True)
    before = stored_rows()

    with pytest.raises(Refused) as refusal:
        CASES[action].act(tournament, make_director())

    assert (refusal.value.code, stored_rows()) == ("tournament_is_closed", before)


@pytest.mark.parametrize("action", [action for action in CASES if action not in ONCE_ONLY])
def test_the_same_said_twice_is_one_change(action):
    tournament = CASES[action].prepare()
    CASES[action].act(tournament, make_director())
    before = stored_rows()

    CASES[action].act(tournament, make_director())

    assert stored_rows() == before


@pytest.mark.parametrize("action", UNDOABLE)
def test_the_rows_of_a_line_can_be_put_back(action):
    tournament = CASES[action].prepare()
    before = stored_values()
    CASES[action].act(tournament, make_director())

    with change(tournament, by=make_director(), action="undone") as step:
        take_back(step, JournalLine.objects.latest("version"))

    assert changes_between(before, stored_values()) == []


def test_an_error_in_the_middle_leaves_nothing_behind():
    tournament = entered()
    before = stored_rows()

    with pytest.raises(Refused), change(tournament, by=make_director(), action="tournament_changed") as step:
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
