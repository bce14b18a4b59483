from tournament.engine.planning import clear_winner_rounds, possible_rounds


def test_every_round_halves_those_who_have_won_every_match():
    assert [clear_winner_rounds(players) for players in (2, 3, 4, 5, 8, 9, 16, 17, 32, 33)] == [
        1,
        2,
        2,
        3,
        3,
        4,
        4,
        5,
        5,
        6,
    ]


def test_as_many_rounds_are_possible_as_everyone_has_opponents_the_bye_among_them():
    assert [possible_rounds(players) for players in (2, 3, 4, 7, 8)] == [1, 3, 3, 7, 7]
