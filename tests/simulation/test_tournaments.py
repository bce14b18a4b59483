import random
from collections import Counter

import pytest

from tournament.engine.finals import are_over, bracket_of
from tournament.engine.terms import Outcome
from tournament.matches.formats import PRESETS, MatchFormat
from tournament.matches.games import refuse_score_of_games
from tournament.matches.scores import possible_scores, refuse_score, refuse_stopped_score
from tournament.simulation.matches import play_in_part, play_match
from tournament.simulation.profiles import MIXED, PROFILES
from tournament.simulation.tournaments import simulate


def outcomes(archive):
    return Counter(pairing.result.outcome for round_ in archive.rounds for pairing in round_.record.pairings)


@pytest.mark.parametrize(
    "wanted", [MatchFormat(), MatchFormat(gammons=False), MatchFormat(backgammons=True), MatchFormat(match_length=7)]
)
def test_a_match_ends_with_any_possible_score_and_no_other(wanted):
    chance = random.Random(1)

    seen = {play_match(wanted, chance, 0, 0) for _match in range(60_000)}

    assert seen == set(possible_scores(wanted))


def test_the_stronger_player_wins_more_often():
    chance = random.Random(2)

    wins = sum(play_match(MatchFormat(), chance, 300, 0)[0] >= 3 for _match in range(1000))

    assert wins > 700


def test_a_match_stopped_at_closing_time_has_no_winner_yet():
    chance = random.Random(3)

    assert {max(play_in_part(MatchFormat(), chance)) for _match in range(200)} == {0, 1, 2}


@pytest.mark.parametrize("profile", [*PROFILES, MIXED])
def test_the_same_seed_gives_the_same_tournament(profile):
    assert simulate("7", profile) == simulate("7", profile)
    assert simulate("7", profile) != simulate("8", profile)


def test_players_and_rounds_are_as_asked_for():
    archive = simulate("1", "plain", 14, 5)

    assert (len(archive.players), len(archive.rounds), archive.rules.rounds) == (14, 5, 5)
    assert outcomes(archive) == {Outcome.PLAYED: 35}


def test_in_the_storm_everything_happens_that_can_happen():
    archives = [simulate(str(number), "storm", 16, 9) for number in range(12)]

    entries = [player.entry for archive in archives for player in archive.players]
    rounds = [round_.record for archive in archives for round_ in archive.rounds]
    assert set().union(*(outcomes(archive) for archive in archives)) == set(Outcome) - {Outcome.PENDING}
    assert any(entry.joined_round > 1 for entry in entries)
    assert any(entry.withdrawn_after is not None for entry in entries)
    assert any(entry.absent_rounds for entry in entries)
    assert any(pairing.was for round_ in rounds for pairing in round_.pairings)


def test_everything_happens_in_finals_that_can_happen():
    records = [simulate(str(number), "finals", 12, 3).record for number in range(40)]

    rounds = [round_ for record in records for round_ in record.rounds if round_.finals]
    pairings = [pairing for round_ in rounds for pairing in round_.pairings]
    assert {pairing.result.outcome for pairing in pairings} == set(Outcome) - {Outcome.PENDING}
    assert {record.rules.finals.players for record in records} >= {2, 4, 8, 16}
    assert {are_over(record) for record in records} == {True, False}
    assert any(pairing.was for pairing in pairings)
    assert any(bracket_of(record).third for record in records if bracket_of(record))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
@pytest.mark.parametrize("profile", ["storm", "circles", "level"])
def test_in_every_format_scores_are_possible_and_what_the_games_come_to(preset, profile):
    for length in (preset.lengths[0], preset.lengths[-1]):
        wanted = preset.at(length)
        archive = simulate("1", profile, 9, 5, wanted=wanted)

        for round_ in archive.rounds:
            for pairing in round_.record.pairings:
                if pairing.result.score is None:
                    continue
                is_over = pairing.result.outcome is Outcome.PLAYED
                (refuse_score if is_over else refuse_stopped_score)(wanted, pairing.result.score)
                if match := round_.matches.get(pairing.first):
                    refuse_score_of_games(wanted, match.games, pairing.result.score, gave_up=match.gave_up)


def test_one_round_beyond_the_possible_is_played_with_rematches():
    archive = simulate("1", "last_rounds", 6, 6)

    assert [round_.record.rematches_allowed for round_ in archive.rounds] == [False] * 5 + [True]


def test_without_leave_for_rematches_the_tournament_ends_where_none_are_left_to_meet():
    assert len(simulate("1", "plain", 4, 9).rounds) == 3
