"""Every action on a tournament, done: what it is done to, and what the journal says stood before and stands after."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from tests.factories import (
    THREE_POINTS,
    draw_next_round,
    enter_result,
    entry_of,
    make_director,
    make_tournament,
    pairing_of,
    play_round,
    seat,
)
from tournament.actions.cash import (
    add_prize,
    change_costs,
    change_prize,
    give_back_fee,
    remove_prize,
    set_fee,
    set_fees_paid,
)
from tournament.actions.journal import history, redo, undo
from tournament.actions.matches import attach_transcript, remove_transcript, say_word, take_back_word, turn_transcript
from tournament.actions.persons import forget_person, set_appearance
from tournament.actions.players import (
    NewPlayer,
    accept_requests,
    add_entries,
    ask_to_join,
    change_entry,
    decline,
    keep_apart,
    know_phone,
    let_meet,
    remove_entry,
    return_entry,
    set_fixed_table,
    set_here,
    set_pause,
    withdraw_entry,
)
from tournament.actions.results import (
    record_result,
    renew_player_link,
    renew_player_links,
    report_score,
    take_back_confirmation,
)
from tournament.actions.rounds import (
    Presence,
    draw_round,
    end_consolation,
    pair_anew,
    pair_by_hand,
    release_round,
    remove_round,
)
from tournament.actions.tournaments import (
    change_tournament,
    close_tournament,
    end_evening,
    keep_evening_open,
    reopen_tournament,
)
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.record import DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.terms import Outcome
from tournament.matches import games
from tournament.matches.score_sheet import Said, Word
from tournament.models import JoinRequest, JournalLine, Tournament, Wish, Wished
from tournament.queries.results import NOTHING_KEPT, KeptGames

WIN, OTHER_WIN = Result(Outcome.PLAYED, (3, 1)), Result(Outcome.PLAYED, (3, 2))
GAMMON = Said(Word.WON, 0, games.GameEnding.GAMMON)
AFTER_GAMMON = KeptGames((games.PlayedGame(0, games.GameEnding.GAMMON),), changes=1)
# Round 1 of four players, by the draw of the tests.
DRAWN = [(2, 4), (3, 1)]
NAMES = ("Anna", "Ben", "Cem", "Dilek", "Eva")


def entered(players=4, **fields):
    named = [NewPlayer(name, "Ulm" if name == "Anna" else "") for name in NAMES[:players]]
    return make_tournament(players=named, fee_cents=800, language="en", **fields)


def drawn(players=4, **fields):
    tournament = entered(players, **fields)
    draw_next_round(tournament)
    return tournament


def played():
    tournament = drawn()
    play_round(tournament.rounds.get(number=1))
    return tournament


def swiss_played():
    """Make an evening of one round, to be followed by finals of two."""
    return make_tournament(4, 1, planned_rounds=1, finals_players=2)


def with_consolation():
    """Make an evening in whose final the others play a consolation of two."""
    tournament = make_tournament(
        4, 1, planned_rounds=1, finals_players=2, finals_second="rest", finals_second_players=2, draw_seed="konstanz"
    )
    draw_next_round(tournament)
    return tournament


def apart(tournament, by):
    keep_apart(entry_of(tournament, 1), entry_of(tournament, 2), by=by)


def together(tournament, by):
    let_meet(entry_of(tournament, 1), entry_of(tournament, 2), by=by)


def drawn_apart():
    tournament = entered()
    apart(tournament, make_director())
    draw_next_round(tournament)
    return tournament


def table_1(tournament):
    return pairing_of(tournament, 1, 1)


def attach(tournament, by):
    attach_transcript(table_1(tournament), by=by, data=THREE_POINTS.read_bytes())


def turn_round(tournament, by):
    turn_transcript(table_1(tournament), by=by, turned=True)


def with_result(result):
    tournament = drawn()
    enter_result(pairing_of(tournament, 1, 1), result)
    return tournament


def swapped(tournament, by):
    pair_by_hand(tournament, by=by, number=1, expected=DRAWN, pairs=[(2, 3), (4, 1)], reason="siblings")


def by_hand():
    tournament = drawn()
    swapped(tournament, make_director())
    return tournament


def with_one_gone():
    tournament = played()
    withdraw_entry(entry_of(tournament, 4), by=make_director())
    draw_next_round(tournament)
    return tournament


def end_it(tournament, by):
    """The first match stands at 2:1, the other was not played."""
    still_open = tournament.rounds.get().pairings.filter(outcome="pending").order_by("position")
    end_evening(
        tournament, by=by, number=1, scores={one.pk: [(2, 1), None][index] for index, one in enumerate(still_open)}
    )


def hidden():
    return drawn(hides_new_rounds=True)


def two_rounds():
    """Round 2 is paired, and a result of round 1 has been corrected since."""
    tournament = played()
    draw_next_round(tournament)
    record_result(table_1(tournament), by=make_director(), expected=WIN, result=DOUBLE_FORFEIT)
    return tournament


def with_a_leaver():
    tournament = drawn(3)
    withdraw_entry(entry_of(tournament, 2), by=make_director())
    return tournament


def with_a_latecomer():
    tournament = drawn(3)
    add_entries(tournament, by=make_director(), players=[NewPlayer("Dilek")])
    return tournament


def closed():
    tournament = played()
    close_tournament(tournament, by=make_director())
    return tournament


def after_an_undo(prepare, act):
    def made():
        tournament = prepare()
        act(tournament, make_director())
        undo(history(tournament).undoable, by=make_director())
        return tournament

    return made


def after(prepare, *acts):
    def made():
        tournament = prepare()
        for act in acts:
            act(tournament, make_director())
        return tournament

    return made


def with_a_prize():
    tournament = entered(currency="CHF")
    board(tournament, make_director())
    return tournament


def board(tournament, by):
    add_prize(tournament, by=by, place=1, description="Board", price_cents=5900)


def fee(**state):
    return lambda t, by: set_fee(entry_of(t, 1), by=by, **state)


def paid_before_it_rose(tournament, by):
    fee(paid=True)(tournament, by)
    change_tournament(tournament, by=by, fee_cents=900)


def left_and_paid(tournament, by):
    fee(paid=True)(tournament, by)
    withdraw_entry(entry_of(tournament, 1), by=by)


def give_back(tournament, by):
    give_back_fee(entry_of(tournament, 1), by=by)


def with_one_gone_who_has_paid():
    tournament = after(entered, fee(paid=True))()
    draw_next_round(tournament)
    withdraw_entry(entry_of(tournament, 1), by=make_director())
    return tournament


def with_fee_steps():
    return entered(fee_steps=[(8, 900), (None, 700)])


def result(new, seen=PENDING):
    return lambda t, by: record_result(pairing_of(t, 1, 1), by=by, expected=seen, result=new)


def take_back(tournament, by):
    undo(history(tournament).undoable, by=by)


def do_again(tournament, by):
    redo(history(tournament).redoable, by=by)


def report(side):
    """One of the two at table 1 reports that the first has won 3:1."""

    def act(tournament, by):
        pairing = pairing_of(tournament, 1, 1)
        report_score(getattr(pairing, side), key=pairing.pk, expected=None, score=(3, 1))

    return act


def take_second_back(tournament, by):
    """Reopen the match at table 1: the player who confirmed its result takes the confirmation back."""
    pairing = pairing_of(tournament, 1, 1)
    take_back_confirmation(pairing.second, key=pairing.pk)


def say_another(tournament, by):
    say_word(tournament, by=by, key=table_1(tournament).pk, expected=AFTER_GAMMON.mark, said=GAMMON)


def say_gammon(tournament, by):
    say_word(tournament, by=by, key=table_1(tournament).pk, expected=NOTHING_KEPT.mark, said=GAMMON)


def take_gammon_back(tournament, by):
    key, leaves = table_1(tournament).pk, NOTHING_KEPT.look
    take_back_word(tournament, by=by, key=key, expected=AFTER_GAMMON.mark, leaves=leaves)


def line_of(tournament, action):
    return JournalLine.objects.get(tournament=tournament, action=action)


def forfeit(tournament, by):
    winner = pairing_of(tournament, 1, 1).second.number
    record_result(pairing_of(tournament, 1, 1), by=by, expected=PENDING, result=Result(Outcome.FORFEIT, winner=winner))


def asked(tournament, by, number=9, name="Ida Roth"):
    key = UUID(int=number)
    ask_to_join(tournament, by=by, request_key=key, name=name, club="Bern", wish=Wish.ABBREVIATED)


def with_two_who_asked():
    tournament = entered(opens_joining=True)
    for number, name in enumerate(("Zoë Weiß", "Bo")):
        asked(tournament, make_director(), number, name)
    return tournament


def with_a_phone():
    """Somebody who signed up on a phone has been accepted."""
    tournament = make_tournament(0, opens_joining=True)
    asked = ask_to_join(tournament, by=make_director(), request_key=UUID(int=1), name="Bo", secret="0" * 32)
    accept_requests(tournament, by=make_director(), chosen={asked.pk: 0})
    return tournament


def accept_both(tournament, by):
    accept_requests(tournament, by=by, chosen={row.pk: 0 for row in JoinRequest.objects.order_by("pk")})


def decline_one(tournament, by):
    decline(tournament, by=by, keys=[JoinRequest.objects.earliest("pk").pk])


def with_a_full_name():
    return make_tournament(players=[NewPlayer("Zoë Weiß")], language="en", is_practice=True)


@dataclass(frozen=True)
class Case:
    """A tournament, what is done with it, `act(tournament, user)`, and what the journal says of before and after."""

    action: str
    prepare: Callable[[], Tournament]
    act: Callable[..., object]
    before: str
    after: str


SET_UP = (
    "name: Bodensee Open; date: 20/11/2026; venue: Konstanz; rounds: 5; entry fee: 8.00 €; currency:"
    " EUR; language of printouts: English; points per match: 3; gammons count double: yes; results "
    "from phones: both players must agree; paper size: A4"
)
PAIRS = "Ben – Dilek; Cem – Anna"
BY_HAND = "Ben – Cem; Dilek – Anna"
SETTINGS = {
    "name": "Winter Open",
    "date": date(2026, 12, 1),
    "venue": "",
    "planned_rounds": 6,
    "fee_cents": 0,
    "language": "de",
    "boards": 8,
    "count_excess_points": True,
}
CASES = [
    Case(
        "tournament_created", lambda: None, lambda t, by: make_tournament(0, fee_cents=800, language="en"), "", SET_UP
    ),
    Case(
        "tournament_imported",
        lambda: make_tournament(0, fee_cents=800, language="en"),
        lambda t, by: restore(dump(t), by=by),
        "",
        SET_UP,
    ),
    Case(
        "tournament_changed",
        entered,
        lambda t, by: change_tournament(t, by=by, **SETTINGS),
        "name: Bodensee Open; date: 20/11/2026; venue: Konstanz; rounds: 5; entry fee: 8.00 €; language "
        "of printouts: English; count excess points: no",
        "name: Winter Open; date: 01/12/2026; rounds: 6; entry fee: 0.00 €; language of printouts: "
        "Deutsch; count excess points: yes; boards at the venue: 8",
    ),
    Case(
        "tournament_changed",
        lambda: entered(currency="CHF"),
        lambda t, by: change_tournament(t, by=by, fee_cents=500, hides_new_rounds=True),
        "entry fee: 8.00 CHF; keep new rounds hidden: no",
        "entry fee: 5.00 CHF; keep new rounds hidden: yes",
    ),
    Case(
        "tournament_changed",
        with_fee_steps,
        lambda t, by: change_tournament(t, by=by, fee_steps=[(4, 800), (8, 750), (None, 700)]),
        "up to 8 players: 9.00 €",
        "up to 4 players: 8.00 €; up to 8 players: 7.50 €",
    ),
    Case(
        "tournament_changed",
        with_fee_steps,
        lambda t, by: change_tournament(t, by=by, fee_steps=[]),
        "up to 8 players: 9.00 €; more players: 7.00 €",
        "",
    ),
    Case("tournament_closed", played, lambda t, by: close_tournament(t, by=by), "open", "closed"),
    Case("tournament_reopened", closed, lambda t, by: reopen_tournament(t, by=by), "closed", "open"),
    Case(
        "players_entered",
        entered,
        lambda t, by: add_entries(t, by=by, players=[NewPlayer("Zoë", "Bern"), NewPlayer("Ida")]),
        "",
        "Zoë (Bern); Ida",
    ),
    Case(
        "player_renamed",
        entered,
        lambda t, by: change_entry(entry_of(t, 1), by=by, name="Anne", club="Bern"),
        "Anna; Club: Ulm",
        "Anne; Club: Bern",
    ),
    Case("player_renamed", entered, lambda t, by: change_entry(entry_of(t, 1), by=by, club=""), "Club: Ulm", ""),
    Case("joining_asked", with_two_who_asked, asked, "", ""),
    Case("joining_accepted", with_two_who_asked, accept_both, "", "Zoë Weiß (Bern); appears as Zoë W.; Bo (Bern)"),
    Case("joining_declined", with_two_who_asked, decline_one, "", ""),
    Case(
        "appearance_set",
        with_a_full_name,
        lambda t, by: set_appearance(entry_of(t, 1), by=by, wished=Wished(Wish.ABBREVIATED)),
        "full name",
        "appears as Zoë W.",
    ),
    Case("fee_marked", entered, fee(paid=True), "unpaid", "paid: 8.00 €"),
    Case(
        "fee_marked", after(entered, fee(paid=True)), fee(paid=False, waived="helps"), "paid: 8.00 €", "waived: helps"
    ),
    Case("fee_marked", after(entered, paid_before_it_rose), fee(paid=True), "paid: 8.00 €", "paid: 9.00 €"),
    Case(
        "fees_marked",
        lambda: entered(2),
        lambda t, by: set_fees_paid(t, by=by, seen_cents=1600, arrive=True),
        "Anna: unpaid, not checked in; Ben: unpaid, not checked in",
        "Anna: paid: 8.00 €, checked in; Ben: paid: 8.00 €, checked in",
    ),
    Case("fee_refunded", with_one_gone_who_has_paid, give_back, "", "refunded: 8.00 €"),
    Case("fee_refunded", after(entered, left_and_paid), give_back, "", "refunded: 8.00 €"),
    Case("fee_marked", after(entered, fee(paid=False, waived="helps")), fee(paid=False), "waived: helps", "unpaid"),
    Case(
        "player_removed",
        after(entered, fee(paid=False, waived="helps")),
        lambda t, by: remove_entry(entry_of(t, 1), by=by),
        "Anna (Ulm); waived: helps",
        "",
    ),
    Case(
        "player_withdrawn", drawn, lambda t, by: withdraw_entry(entry_of(t, 1), by=by), "playing", "left after round 1"
    ),
    Case(
        "player_withdrawn",
        entered,
        lambda t, by: withdraw_entry(entry_of(t, 1), by=by),
        "playing",
        "left before round 1",
    ),
    Case(
        "player_returned",
        with_one_gone,
        lambda t, by: return_entry(entry_of(t, 4), by=by),
        "left after round 1",
        "playing",
    ),
    Case(
        "arrival_marked",
        entered,
        lambda t, by: set_here(entry_of(t, 1), by=by, is_here=True),
        "not checked in",
        "checked in",
    ),
    Case(
        "pause_marked",
        drawn,
        lambda t, by: set_pause(entry_of(t, 1), by=by, round_number=2, pauses=True),
        "",
        "not in round 2",
    ),
    Case("person_forgotten", entered, lambda t, by: forget_person(entry_of(t, 1), by=by), "", ""),
    Case("fixed_table_set", entered, lambda t, by: set_fixed_table(entry_of(t, 1), by=by, table=5), "", "table 5"),
    Case("pair_kept_apart", played, apart, "", "Anna – Ben; from round 2"),
    Case("pair_let_meet", after(played, apart), together, "Anna – Ben; from round 2", ""),
    Case("pair_let_meet", drawn_apart, together, "for good", "until round 1"),
    Case(
        "round_drawn",
        played,
        lambda t, by: draw_round(
            t, by=by, number=2, presence={1: Presence.HERE, 2: Presence.PAUSES, 3: Presence.HAS_LEFT}
        ),
        "Anna: not checked in; Cem: playing",
        "Anna: checked in; Cem: left after round 1; Ben: not in round 2; Anna – Dilek",
    ),
    Case("round_drawn", entered, lambda t, by: draw_round(t, by=by, number=1, draw_seed="konstanz"), "", PAIRS),
    Case("round_drawn", swiss_played, lambda t, by: draw_round(t, by=by, number=2), "", "finals; Player 2 – Player 1"),
    Case(
        "round_drawn",
        with_fee_steps,
        lambda t, by: draw_round(t, by=by, number=1, draw_seed="konstanz"),
        "entry fee: 8.00 €",
        f"entry fee: 9.00 €; {PAIRS}",
    ),
    Case(
        "round_drawn",
        lambda: entered(5, hides_new_rounds=True),
        lambda t, by: draw_round(
            t,
            by=by,
            number=1,
            draw_seed="konstanz",
            presence={1: Presence.HERE, 2: Presence.PAUSES, 5: Presence.HAS_LEFT},
        ),
        "Anna: not checked in; Eva: playing",
        "hidden; Anna: checked in; Eva: left before round 1; Ben: not in round 1; Dilek – Cem; Anna – bye",
    ),
    Case(
        "round_released",
        hidden,
        lambda t, by: release_round(t, by=by, number=1),
        "hidden",
        "released",
    ),
    Case(
        "round_removed",
        two_rounds,
        lambda t, by: remove_round(t, by=by, number=2, confirmed="2"),
        "Ben – Anna; Cem – Dilek",
        "",
    ),
    Case(
        "round_removed",
        played,
        lambda t, by: remove_round(t, by=by, number=1, confirmed="1"),
        "Ben – Dilek 3:1; Cem – Anna 2:3",
        "",
    ),
    Case(
        "round_removed",
        after(drawn, forfeit),
        lambda t, by: remove_round(t, by=by, number=1, confirmed="1"),
        "Ben – Dilek −:+; Cem – Anna",
        "",
    ),
    Case("pairings_changed", drawn, swapped, f"by the rules; {PAIRS}", f"changed by hand; {BY_HAND}"),
    Case(
        "round_paired_anew",
        by_hand,
        lambda t, by: pair_anew(t, by=by, number=1),
        f"changed by hand; {BY_HAND}",
        f"by the rules; {PAIRS}",
    ),
    Case(
        "evening_ended",
        drawn,
        end_it,
        "rounds: 5; by the rules; Cem – Anna",
        "rounds: 1; changed by hand",
    ),
    Case(
        "consolation_ended",
        with_consolation,
        lambda t, by: end_consolation(t, by=by, number=2),
        "consolation goes on; Player 3 – Player 4",
        "consolation ended",
    ),
    Case("evening_goes_on", drawn, lambda t, by: keep_evening_open(t, by=by), "", ""),
    Case(
        "players_seated",
        with_a_leaver,
        lambda t, by: seat(t, 3, 1, by=by),
        "by the rules; Ben: left after round 1; Ben – Cem; Anna – bye",
        "changed by hand; Ben: left before round 1; Cem – Anna",
    ),
    Case(
        "players_seated",
        with_a_latecomer,
        lambda t, by: seat(t, 4, 1, by=by),
        "by the rules; Dilek: from round 2; Anna – bye",
        "changed by hand; Dilek: from round 1; Dilek – Anna",
    ),
    Case("result_recorded", drawn, result(WIN), "open", "3:1"),
    Case("result_recorded", lambda: with_result(WIN), result(OTHER_WIN, seen=WIN), "3:1", "3:2"),
    Case("result_recorded", drawn, result(Result(Outcome.STOPPED, (1, 2))), "open", "stopped at 1:2"),
    Case("result_recorded", drawn, forfeit, "open", "did not appear; match win for Dilek"),
    Case("result_recorded", drawn, result(DOUBLE_FORFEIT), "open", "neither appeared"),
    Case("result_reported", drawn, report("first"), "", ""),
    Case("result_recorded", after(drawn, report("first")), report("second"), "open", "3:1"),
    Case(
        "confirmation_taken_back",
        after(after(drawn, report("first")), report("second")),
        take_second_back,
        "3:1",
        "open",
    ),
    Case("transcript_attached", drawn, attach, "", ""),
    Case("transcript_turned", after(drawn, attach), turn_round, "", ""),
    Case("transcript_removed", after(drawn, attach), lambda t, by: remove_transcript(table_1(t), by=by), "", ""),
    Case("word_said", drawn, say_gammon, "", ""),
    Case("result_recorded", after(drawn, say_gammon), say_another, "open", "4:0"),
    Case("word_taken_back", after(drawn, say_gammon), take_gammon_back, "", ""),
    Case("phone_known", with_a_phone, lambda t, by: know_phone(entry_of(t, 1), by=by), "", ""),
    Case("player_links_renewed", drawn, lambda t, by: renew_player_links(t, by=by), "", ""),
    Case("player_link_renewed", drawn, lambda t, by: renew_player_link(entry_of(t, 1), by=by), "", ""),
    Case(
        "prize_added",
        with_a_prize,
        lambda t, by: add_prize(t, by=by, place=1, description="Board", price_cents=6000),
        "",
        "1st place: Board; 60.00 CHF",
    ),
    Case("prize_added", entered, board, "", "1st place: Board; 59.00 €"),
    Case(
        "prize_added",
        entered,
        lambda t, by: add_prize(t, by=by, place=0, description="Room", price_cents=6000),
        "",
        "Room; 60.00 €",
    ),
    Case(
        "prize_changed",
        with_a_prize,
        lambda t, by: change_prize(t.prizes.get(), by=by, place=2, description="Cup", price_cents=0),
        "1st place; Board; 59.00 CHF",
        "2nd place; Cup; 0.00 CHF",
    ),
    Case(
        "prize_removed",
        with_a_prize,
        lambda t, by: remove_prize(t.prizes.get(), by=by),
        "1st place: Board; 59.00 CHF",
        "",
    ),
    Case(
        "costs_changed",
        entered,
        lambda t, by: change_costs(t, by=by, treasurer="Ida", surplus_note="new dice", shows_costs=True),
        "public cost statement: no",
        "contact for money questions: Ida; surplus goes to: new dice; public cost statement: yes",
    ),
    Case(
        "undone",
        lambda: with_result(WIN),
        lambda t, by: undo(line_of(t, "result_recorded"), by=by),
        "3:1",
        "open",
    ),
    Case(
        "undone",
        after(after(entered, left_and_paid), give_back),
        lambda t, by: take_back(t, by),
        "refunded: 8.00 €",
        "",
    ),
    Case("undone", after(entered, fee(paid=True)), take_back, "paid: 8.00 €", "unpaid"),
    Case("undone", by_hand, take_back, f"changed by hand; {BY_HAND}", f"by the rules; {PAIRS}"),
    Case(
        "redone",
        after_an_undo(drawn, result(WIN)),
        lambda t, by: redo(line_of(t, "undone"), by=by),
        "open",
        "3:1",
    ),
    Case("undone", after(after_an_undo(drawn, result(WIN)), do_again), take_back, "3:1", "open"),
    Case("redone", after_an_undo(drawn, forfeit), do_again, "open", "did not appear; match win for Dilek"),
]
# By action, of those on a tournament that is there and by somebody with an account: the case that changes most.
FIRST_CASES = {
    case.action: case
    for case in reversed(CASES)
    if case.action not in {"tournament_created", "tournament_imported", "result_reported", "confirmation_taken_back"}
}
