"""An archive for publishing says what everybody may see."""

import json

import pytest

from tests.factories import draw_next_round, entry_of, make_director, make_tournament, play_round
from tournament.actions.cash import add_prize, change_costs, set_fee
from tournament.actions.persons import set_appearance
from tournament.actions.players import NewPlayer, keep_apart, let_meet, withdraw_entry
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.management.commands.check_archive import check
from tournament.models import Tournament, Wish, Wished

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Anna Keller is shortened, Bo Marten in nobody's sight; there are cash, a prize and a treasurer."""
    players = [NewPlayer(name) for name in ("Anna Keller", "Bo Marten", "Cem", "Dora")]
    made = make_tournament(players=players, language="en", fee_cents=800, hides_new_rounds=True)
    director = make_director()
    set_appearance(entry_of(made, 1), by=director, wished=Wished(Wish.ABBREVIATED))
    set_appearance(entry_of(made, 2), by=director, wished=Wished(Wish.HIDDEN))
    set_fee(entry_of(made, 1), by=director, paid=True)
    add_prize(made, by=director, place=1, description="Board", price_cents=5900)
    add_prize(made, by=director, place=0, description="Room of Emil Voss", price_cents=3000)
    change_costs(made, by=director, treasurer="Emil Voss", surplus_note="for Emil", shows_costs=False)
    return made


def published(tournament):
    return json.loads(dump(tournament, for_publishing=True))


def test_names_are_those_that_are_shown_and_no_cash_is_told(evening):
    values = published(evening)

    assert [player["name"] for player in values["players"]] == ["Anna K.", "Player 2", "Cem", "Dora"]
    assert [sorted(player.keys() & {"shown_as", "not_in_public", "payments"}) for player in values["players"]] == [
        []
    ] * 4
    assert (values["prizes"], values.get("costs"), values.get("vouchers")) == (
        [{"place": 1, "description": "Board", "price_cents": 0}],
        None,
        None,
    )
    assert values["settings"].keys() & {"treasurer", "surplus_note"} == set()


def test_who_is_kept_apart_from_whom_is_not_told(evening):
    keep_apart(entry_of(evening, 3), entry_of(evening, 4), by=make_director())

    assert ("kept_apart" in json.loads(dump(evening)), "kept_apart" in published(evening)) == (True, False)


@pytest.fixture
def round_with_a_wish():
    """Four have played three rounds, the second while 1 and 2, who would meet in it, were kept apart; 5 came late."""
    made = make_tournament(5, language="en", draw_seed="x")
    director = make_director()
    for number in (1, 2, 3):
        if number == 2:
            keep_apart(entry_of(made, 1), entry_of(made, 2), by=director)
        draw_next_round(made)
        play_round(made.rounds.get(number=number))
        if number == 2:
            let_meet(entry_of(made, 1), entry_of(made, 2), by=director)
    return made


def test_a_round_says_that_somebody_was_kept_apart_who_was_there_and_checks_but_for_who_meets_whom(
    round_with_a_wish, tmp_path
):
    data = dump(round_with_a_wish, for_publishing=True)
    file = tmp_path / "evening.json"
    file.write_bytes(data)

    assert [round_.get("wishes", False) for round_ in json.loads(data)["rounds"]] == [False, True, False]
    assert check(file) == (
        [],
        "3 rounds, all as the rules give. 1 was drawn while somebody was kept apart whom the file does not name: of it"
        " presence, byes, rematches and order were checked, not who meets whom.",
    )
    restored = restore(data, by=make_director())
    assert (restored.disagreements, dump(restored.tournament, for_publishing=True)) == ((), data)


def test_a_wish_about_somebody_who_was_not_there_changes_nothing(evening):
    Tournament.objects.update(hides_new_rounds=False)
    keep_apart(entry_of(evening, 3), entry_of(evening, 4), by=make_director())
    withdraw_entry(entry_of(evening, 4), by=make_director())
    draw_next_round(Tournament.objects.get())

    assert ["wishes" in round_ for round_ in published(evening)["rounds"]] == [False]


def test_what_prizes_cost_is_told_with_the_statement_that_everybody_sees(evening):
    Tournament.objects.update(shows_costs=True)

    values = published(Tournament.objects.get())

    assert values["prizes"] == [{"place": 1, "description": "Board", "price_cents": 5900}]
    assert (values["settings"]["treasurer"], values["settings"]["surplus_note"]) == ("Emil Voss", "for Emil")


def test_a_round_that_nobody_sees_yet_is_not_in_it(evening):
    draw_next_round(evening)

    assert (published(evening)["rounds"], published(evening)["draw_seed"]) == ([], "")


def test_it_is_read_as_any_archive_and_says_the_same_again(evening):
    draw_next_round(evening)
    evening.rounds.update(is_hidden=False)
    play_round(evening.rounds.get())
    data = dump(Tournament.objects.get(), for_publishing=True)

    restored = restore(data, by=make_director()).tournament

    assert dump(restored, for_publishing=True) == data
    assert [entry.name for entry in restored.entries.order_by("number")] == ["Anna K.", "Player 2", "Cem", "Dora"]


def test_finals_are_in_it_from_their_release_to_the_final_ranking(evening):
    Tournament.objects.update(planned_rounds=1, finals_players=2)
    for number in (1, 2):
        draw_next_round(Tournament.objects.get())
        before = published(Tournament.objects.get())
        evening.rounds.update(is_hidden=False)
        play_round(evening.rounds.get(number=number), [(1, 3)])
    data = dump(Tournament.objects.get(), for_publishing=True)

    after = json.loads(data)
    seeds = after["rounds"][1]["seeds"]
    assert (before["rules"]["finals"], len(before["rounds"])) == ({"players": 2}, 1)
    assert [row["player"] for row in before["standings"]][:2] == seeds
    assert [row["player"] for row in after["standings"]][:2] == seeds[::-1]
    assert dump(restore(data, by=make_director()).tournament, for_publishing=True) == data
