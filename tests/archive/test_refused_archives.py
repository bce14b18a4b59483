"""Each file of fixtures/refused breaks one rule of the format; its name is the code of the refusal."""

from pathlib import Path

import pytest

from tournament.archive.checks import MOST_BYTES, read_archive
from tournament.engine.criteria import CHOICES
from tournament.engine.refusals import Refused
from tournament.languages import LANGUAGES

FOLDER = Path(__file__).parents[2] / "fixtures" / "refused"

REFUSED = {
    "archive_too_late": {"place": "date", "value": '"2201-01-01"', "year": 2200},
    "archive_too_late-time": {"place": "rounds[0].drawn_at", "value": '"2201-01-01T00:00:00Z"', "year": 2200},
    "archive_absent_player_paired": {"round": 2, "player": 5},
    "archive_absent_player_paired-joined_later": {"round": 1, "player": 3},
    "archive_absent_player_paired-withdrawn": {"round": 2, "player": 3},
    "archive_bye_and_opponent-with_opponent": {"round": 2, "player": 2, "outcome": "bye"},
    "archive_bye_and_opponent-without": {"round": 1, "player": 5, "outcome": "double_forfeit"},
    "archive_bye_at_a_table": {"round": 1, "player": 5, "table": 3},
    "archive_bye_corrected": {"round": 1, "player": 5},
    "archive_closed_with_open_matches": {"round": 2},
    "archive_control_character": {"place": "players[1].name", "character": "U+000A"},
    "archive_control_character-nul": {"place": "draw_seed", "character": "U+0000"},
    "archive_control_character-surrogate": {"place": "players[1].name", "character": "U+D83C"},
    "archive_doubled_key": {"place": "players[0].club"},
    "archive_doubled_key-top": {"place": "venue"},
    "archive_absent_player_paired-finals": {"round": 3, "player": 4},
    "archive_finals_before_swiss": {"round": 3},
    "archive_finals_bracket-better_seed_first": {"round": 3, "pairing": 1},
    "archive_finals_bracket-bye": {"round": 2, "pairing": 1},
    "archive_finals_bracket-order": {"round": 3, "pairing": 1},
    "archive_finals_bracket-third_place": {"round": 3, "pairing": 2},
    "archive_finals_bracket-without_third_place": {"round": 3, "pairing": 2},
    "archive_finals_bracket": {"round": 3, "pairing": 1},
    "archive_finals_bracket-second": {"round": 4, "pairing": 4},
    "archive_finals_bracket-second_seeds": {"round": 4, "pairing": 3},
    "archive_finals_by_hand-bound": {"round": 3},
    "archive_finals_by_hand-planned": {"round": 3},
    "archive_finals_by_hand-rematches": {"round": 2},
    "archive_finals_by_hand": {"round": 2},
    "archive_finals_late": {"round": 1},
    "archive_finals_late-second_round": {"round": 2},
    "archive_finals_level": {"round": 3, "first": 5, "second": 1},
    "archive_finals_not_in_rules": {"round": 2},
    "archive_finals_not_cut": {"round": 3},
    "archive_finals_not_cut-second": {"round": 4},
    "archive_finals_over": {"round": 4},
    "archive_finals_seeds-later": {"round": 3},
    "archive_finals_seeds-missing": {"round": 2},
    "archive_finals_seeds-swiss": {"round": 1},
    "archive_finals_seeds": {"round": 2},
    "archive_finals_seeds_count-alone": {"round": 2, "players": 4},
    "archive_finals_seeds_count": {"round": 2, "players": 2},
    "archive_finals_too_early": {"round": 2, "planned": 2},
    "archive_finals_winner_changed": {"round": 2, "first": 5, "second": 3},
    "archive_finals_winner_changed-second": {"round": 4, "first": 6, "second": 8},
    "archive_second_ended": {"round": 2},
    "archive_second_ended-open": {"round": 6},
    "archive_second_ended-twice": {"round": 5},
    "archive_second_seeds": {"round": 4},
    "archive_second_seeds-drops": {"round": 3},
    "archive_second_seeds-later": {"round": 5},
    "archive_second_seeds-missing": {"round": 4},
    "archive_not_one_of-second": {
        "place": "rules.finals.second.kind",
        "value": '"all"',
        "choices": "rest, losers, first_losers",
    },
    "archive_not_one_of-ranking_finals": {
        "place": "rules.ranking[0]",
        "value": '"finals"',
        "choices": ", ".join(CHOICES),
    },
    "archive_score-finals": {
        "round": 2,
        "first": 5,
        "second": 3,
        "because": "score_without_winner(first=3, second=1, length=5)",
    },
    "archive_not_a_whole_number-finals": {"place": "rules.finals.match_length[1]", "value": '"5"'},
    "finals_lengths": {"most": 2},
    "finals_lengths-equal": {"most": 3},
    "knock_out_without_finals": {},
    "finals_drops_of_few": {"fewest": 8},
    "finals_rest_without_swiss": {},
    "finals_second_players": {},
    "finals_size": {"sizes": (2, 4, 8, 16, 32, 64)},
    "finals_size-second": {"sizes": (2, 4, 8, 16, 32, 64)},
    "finals_size-second_without": {"sizes": (2, 4, 8, 16, 32, 64)},
    "finals_third_beside_drops": {},
    "finals_third_of_two": {},
    "format_length-finals": {},
    "format_length-finals_by_round": {},
    "format_length-second": {},
    "archive_nothing_owed": {"player": 2},
    "archive_fee_paid_and_payments": {"player": 2},
    "archive_fee_steps": {},
    "archive_fee_steps-descending": {},
    "archive_fee_waived_and_paid": {"player": 4},
    "archive_fee_waived_and_paid-payments": {"player": 2},
    "archive_games-after_the_end": {"round": 1, "first": 1, "second": 2, "because": "game_after_the_end(game=4)"},
    "archive_games-automatic": {"round": 1, "first": 1, "second": 2, "because": "game_automatic(game=1)"},
    "archive_games-conceded": {"round": 1, "first": 1, "second": 2, "because": "game_conceded(game=2)"},
    "archive_games-crawford": {"round": 1, "first": 1, "second": 2, "because": "game_cube_in_crawford(game=2)"},
    "archive_games-cube_of_three": {"round": 1, "first": 1, "second": 2, "because": "game_cube(game=1)"},
    "archive_games-drawn": {"round": 1, "first": 1, "second": 2, "because": "game_drawn(game=1)"},
    "archive_games-drawn_with_winner": {"round": 1, "first": 1, "second": 2, "because": "game_without_winner(game=1)"},
    "archive_games-gave_up_decided": {
        "round": 1,
        "first": 1,
        "second": 2,
        "because": "gave_up_a_decided_match(first=6, second=1)",
    },
    "archive_games-sum": {
        "round": 1,
        "first": 1,
        "second": 2,
        "because": "score_is_not_of_the_games(first=5, second=1, games_first=6, games_second=1)",
    },
    "archive_games-without_cube": {"round": 1, "first": 1, "second": 2, "because": "game_without_cube(game=2)"},
    "archive_gave_up": {"round": 1, "first": 1, "second": 2},
    "archive_hidden_too_early": {"round": 1},
    "archive_kept_apart_rounds": {"first": 1, "second": 2, "paired": 1},
    "archive_kept_apart_rounds-ends": {"first": 1, "second": 2, "paired": 1},
    "archive_kept_apart_rounds-until": {"first": 1, "second": 2, "paired": 1},
    "archive_kept_apart_twice": {"first": 1, "second": 2},
    "archive_kept_apart_unknown": {"player": 9},
    "archive_not_ascending-kept_apart": {"place": "kept_apart[0].players"},
    "archive_out_of_range-until": {"place": "kept_apart[0].until", "value": "0", "least": 1, "most": 999},
    "archive_key_without_use-finished_at": {"place": "rounds[0].pairings[0].finished_at", "outcome": "pending"},
    "archive_key_without_use-games": {"place": "rounds[0].pairings[0].games", "outcome": "double_forfeit"},
    "archive_key_without_use-gave_up": {"place": "rounds[0].pairings[0].gave_up", "outcome": "stopped"},
    "archive_key_without_use-pending": {"place": "rounds[1].pairings[1].score", "outcome": "pending"},
    "archive_key_without_use-score": {"place": "rounds[0].pairings[1].score", "outcome": "forfeit"},
    "archive_key_without_use-winner": {"place": "rounds[0].pairings[0].winner", "outcome": "played"},
    "archive_missing_key": {"places": "players[2].club, players[2].absent_rounds"},
    "archive_missing_key-cancelled_at": {"places": "vouchers[0].cancelled_at"},
    "archive_missing_key-clock": {"places": "rules.clock.delay"},
    "archive_missing_key-score": {"places": "rounds[0].pairings[0].score"},
    "archive_missing_key-winner": {"places": "rounds[0].pairings[1].winner"},
    "archive_missing_key-winner_of_game": {"places": "rounds[0].pairings[0].games[0].winner"},
    "archive_more_refunded_than_paid": {"player": 2},
    "archive_no_amount": {"place": "players[1].payments[0].amount_cents"},
    "archive_no_draw_seed": {},
    "archive_no_table": {"round": 2, "first": 2, "second": 4},
    "archive_not_a_currency": {"place": "fee.currency", "value": '"€"'},
    "archive_not_a_date": {"place": "date", "value": '"2026-02-30"'},
    "archive_not_a_date-compact": {"place": "date", "value": '"20261120"'},
    "archive_not_a_list": {"place": "rounds", "value": "{…}"},
    "archive_not_a_text": {"place": "venue", "value": "null"},
    "archive_not_a_text-seed": {"place": "draw_seed", "value": "null"},
    "archive_not_a_time": {"place": "rounds[0].drawn_at", "value": '"2026-11-20T19:00:00+01:00"'},
    "archive_not_a_time-impossible": {"place": "rounds[0].pairings[0].finished_at", "value": '"2026-11-20T24:40:00Z"'},
    "archive_not_a_time_of_day": {"place": "settings.begins_at", "value": '"24:00"'},
    "archive_not_a_whole_number": {"place": "rules.match_length", "value": "3.0"},
    "archive_not_a_whole_number-first_player": {"place": "rounds[0].pairings[2].players[0]", "value": "null"},
    "archive_not_a_whole_number-nan": {"place": "fee.amount_cents", "value": "NaN"},
    "archive_not_a_whole_number-score": {"place": "rounds[0].pairings[0].score[1]", "value": '"1"'},
    "archive_not_a_whole_number-true": {"place": "players[0].joined_round", "value": "true"},
    "archive_not_an_object": {"place": "rules", "value": "null"},
    "archive_not_an_object-clock": {"place": "rules.clock", "value": "90"},
    "archive_not_ascending-absent_rounds": {"place": "players[4].absent_rounds"},
    "archive_not_ascending-was": {"place": "rounds[0].pairings[0].was"},
    "archive_not_json": {"line": 6, "column": 2},
    "archive_not_json-empty": {"line": 1, "column": 1},
    "archive_not_json-list": {"line": 1, "column": 1},
    "archive_not_one_of-clock": {"place": "rules.clock", "value": '"slow"', "choices": "normal, blitz, delay"},
    "archive_not_one_of-clock_rule": {
        "place": "rules.clock.rule",
        "value": '"fast"',
        "choices": "normal, blitz, delay",
    },
    "archive_not_one_of-game": {
        "place": "rules.game",
        "value": '"chess"',
        "choices": "backgammon, portes, plakoto, fevga, tavli",
    },
    "archive_not_one_of-kind": {
        "place": "rounds[0].pairings[0].games[0].kind",
        "value": '"triple"',
        "choices": "single, gammon, backgammon, pass, drawn",
    },
    "archive_not_one_of-language": {
        "place": "language",
        "value": '"xx"',
        "choices": ", ".join(language.short for language in LANGUAGES),
    },
    "archive_not_one_of-outcome": {
        "place": "rounds[0].pairings[0].outcome",
        "value": '"won"',
        "choices": "played, forfeit, double_forfeit, stopped, bye, pending",
    },
    "archive_not_one_of-ranking": {
        "place": "rules.ranking[1]",
        "value": '"progress"',
        "choices": ", ".join(CHOICES),
    },
    "archive_not_one_of-status": {"place": "status", "value": '"open"', "choices": "running, closed"},
    "archive_not_one_of-was_pending": {
        "place": "rounds[0].pairings[0].was[0].outcome",
        "value": '"pending"',
        "choices": "played, forfeit, double_forfeit, stopped",
    },
    "archive_not_true_or_false": {"place": "rules.gammons", "value": "1"},
    "archive_not_two-players": {"place": "rounds[0].pairings[2].players", "count": 1},
    "archive_not_two-score": {"place": "rounds[0].pairings[0].score", "count": 3},
    "archive_not_utf8": {"position": 829},
    "archive_number_too_long": {},
    "archive_out_of_range-clock": {"place": "rules.clock.reserve", "value": "0", "least": 1, "most": 3600},
    "archive_out_of_range-fee": {"place": "fee.amount_cents", "value": "-800", "least": 0, "most": 2147483647},
    "archive_out_of_range-match_length": {"place": "rules.match_length", "value": "0", "least": 1, "most": 999},
    "archive_out_of_range-place": {"place": "prizes[0].place", "value": "0", "least": 1, "most": 999},
    "archive_out_of_range-price": {
        "place": "prizes[0].price_cents",
        "value": "2147483648",
        "least": 0,
        "most": 2147483647,
    },
    "archive_out_of_range-rounds": {"place": "rules.rounds", "value": "-1", "least": 0, "most": 999},
    "archive_out_of_range-score": {
        "place": "rounds[0].pairings[0].score[1]",
        "value": "-1",
        "least": 0,
        "most": 2147483647,
    },
    "archive_out_of_range-start_number": {"place": "players[0].number", "value": "0", "least": 1, "most": 2147483647},
    "archive_out_of_range-table": {
        "place": "rounds[0].pairings[0].table",
        "value": "0",
        "least": 1,
        "most": 2147483647,
    },
    "archive_out_of_range-unplayed_win_points": {
        "place": "rules.unplayed_win_points",
        "value": "-1",
        "least": 0,
        "most": 999,
    },
    "archive_pending_too_early": {"round": 1, "first": 3, "second": 4},
    "archive_player_twice": {"round": 2, "player": 2},
    "archive_player_twice-against_self": {"round": 2, "player": 1},
    "archive_present_player_not_paired": {"round": 1, "player": 5},
    "archive_reason_without_manual": {"round": 2},
    "archive_rounds_not_in_order": {"round": 2, "number": 3},
    "archive_score-cube": {
        "round": 1,
        "first": 1,
        "second": 2,
        "because": "score_out_of_reach(first=20, second=0, length=5)",
    },
    "archive_score-stopped": {
        "round": 2,
        "first": 1,
        "second": 3,
        "because": "stopped_score_is_final(first=3, second=1, length=3)",
    },
    "archive_score-too_high": {
        "round": 1,
        "first": 1,
        "second": 2,
        "because": "score_too_high(first=5, second=1, length=3, highest=4)",
    },
    "archive_score-two_winners": {
        "round": 1,
        "first": 1,
        "second": 2,
        "because": "score_two_winners(first=3, second=3, length=3)",
    },
    "archive_score-was": {
        "round": 1,
        "first": 1,
        "second": 2,
        "because": "score_too_high(first=6, second=0, length=3, highest=4)",
    },
    "archive_score-without_winner": {
        "round": 1,
        "first": 1,
        "second": 2,
        "because": "score_without_winner(first=2, second=1, length=3)",
    },
    "archive_start_number_twice": {"player": 3},
    "archive_table_twice": {"round": 2, "table": 1},
    "archive_text_empty": {"place": "players[0].name"},
    "archive_text_empty-blank": {"place": "players[0].club"},
    "archive_text_empty-invisible": {"place": "name"},
    "archive_text_not_composed": {"place": "players[3].name", "value": '"Dörte"'},
    "archive_text_too_long": {"place": "name", "longest": 100},
    "archive_unknown_key": {"places": "players[1].rating, players[1].title"},
    "archive_unknown_key-settings": {"places": "settings.director"},
    "archive_unknown_key-top": {"places": "director"},
    "archive_unknown_key-was": {"places": "rounds[0].pairings[0].was[0].games"},
    "archive_unknown_player": {"round": 2, "player": 6},
    "archive_voucher_of_player_in_force": {"voucher": 4, "player": 2},
    "archive_voucher_player": {"voucher": 4, "player": 7},
    "archive_voucher_prize": {"voucher": 3},
    "archive_voucher_prize-twice": {"voucher": 4},
    "archive_voucher_prize-unknown": {"voucher": 3},
    "archive_voucher_twice": {"voucher": 1},
    "archive_was_until-not_yet_paired": {"round": 1, "first": 1, "second": 2, "until": 3, "last_round": 2},
    "archive_was_until-own_round": {"round": 1, "first": 1, "second": 2, "until": 1, "last_round": 2},
    "archive_winner_not_in_pairing": {"round": 1, "first": 3, "second": 4, "winner": 5},
    "archive_winner_not_in_pairing-game": {"round": 1, "first": 1, "second": 2, "winner": 3},
    "archive_wrong_format": {"found": '"backgammon-swiss/2"', "expected": "backgammon-swiss/1"},
    "archive_wrong_format-missing": {"found": "null", "expected": "backgammon-swiss/1"},
    "format_automatic_doubles_beyond_limit": {},
    "format_automatic_doubles_in_match": {},
    "format_backgammons": {},
    "format_backgammons-without_gammons": {},
    "format_beavers": {},
    "format_crawford": {},
    "format_cube": {},
    "format_cube_limit": {},
    "format_excess_with_cube": {},
    "format_gammons_count": {},
    "format_jacoby": {},
    "format_length": {},
    "format_limit_without_cube": {},
    "format_opens_single": {},
    "format_tavli_single": {},
    "ranking_always_there": {"criterion": "match_wins"},
    "ranking_always_there-lot": {"criterion": "lot"},
    "ranking_head_to_head_not_last": {},
    "ranking_twice": {"criterion": "buchholz"},
}


def test_every_broken_archive_is_listed():
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(REFUSED)


@pytest.mark.parametrize("name", REFUSED)
def test_broken_archive_is_refused_saying_what_and_where(name):
    code = name.partition("-")[0]

    with pytest.raises(Refused) as refusal:
        read_archive((FOLDER / f"{name}.json").read_bytes())

    assert refusal.value.code == code
    assert {key: _plain(value) for key, value in refusal.value.values.items()} == REFUSED[name]


def test_file_too_large_is_refused_unread():
    with pytest.raises(Refused) as refusal:
        read_archive(bytes(MOST_BYTES + 1))

    assert str(refusal.value) == "archive_too_large(megabytes=15)"


def test_nesting_without_end_is_refused():
    with pytest.raises(Refused) as refusal:
        read_archive(b'{"format":' + b"[" * 400_000)

    assert str(refusal.value) == "archive_nested_too_deep()"


def test_many_unknown_keys_are_named_up_to_five():
    data = (FOLDER / "archive_unknown_key-top.json").read_bytes()
    many = b"".join(b'"key %d": 0, ' % index for index in range(80))

    with pytest.raises(Refused) as refusal:
        read_archive(data.replace(b'"director": "Ute"', many[:-2]))

    assert refusal.value.values == {"places": "key 0, key 1, key 2, key 3, key 4, …"}


def test_what_is_quoted_from_the_file_is_short_and_can_be_written():
    data = (FOLDER / "archive_unknown_key-top.json").read_bytes()
    key = b"\\u0007\\ud83c" + b"x" * 1000

    with pytest.raises(Refused) as refusal:
        read_archive(data.replace(b"director", key))

    assert refusal.value.values == {"places": "��" + "x" * 57 + "…"}


def _plain(value):
    """An engine's refusal inside of one is compared as text."""
    return str(value) if isinstance(value, Refused) else value
