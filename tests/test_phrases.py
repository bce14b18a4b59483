"""Every code that the program can give has a sentence, in both languages."""

import ast
import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.utils import timezone, translation

from tests.board.test_judging import CASES, verdict
from tests.rankings import konstanz
from tests.source import calls, first_arguments
from tournament.archive.checks import read_archive
from tournament.board.games import Variant
from tournament.board.judging import Rule
from tournament.engine.chances import Chance
from tournament.engine.checking import Disagreement
from tournament.engine.criteria import PRESETS, whole
from tournament.engine.head_to_head import Circle, DirectMatches
from tournament.engine.pairing import Why
from tournament.engine.record import BYE, DOUBLE_FORFEIT, PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.standings import Standing
from tournament.engine.terms import KONSTANZ, Criterion, Outcome
from tournament.exports.papers import GROUPS, Missing
from tournament.matches import formats, games
from tournament.phrases.board import RULE_TITLES, fault_sentence, rule_label, rule_text, rules_of_game
from tournament.phrases.cash import payment_text
from tournament.phrases.findings import MISTAKES
from tournament.phrases.papers import NOT_TO_PRINT_YET, PRINT_GROUPS, PRINTS
from tournament.phrases.players import not_playing_words
from tournament.phrases.refusals import (
    REFUSALS,
    SPECIAL_REFUSALS,
    WORDED_VALUES,
    disagreement_sentence,
    refusal_at_table,
    refusal_sentence,
)
from tournament.phrases.results import OUTCOMES, correction_sentence, overtaken_sentences, result_text, special_result
from tournament.phrases.rounds import (
    chance_sentences,
    lookahead_bound_sentence,
    pairing_reason,
    possible_rounds_sentence,
)
from tournament.phrases.standings import CRITERIA, place_reason, ranking_rules, ranking_sentence, tie_words
from tournament.phrases.values import addition, changed, enumeration, moment, money, ordinal, signed
from tournament.transcripts.following import Mistake

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
LANGUAGES = ("en-gb", "de")
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
LATE = datetime(2026, 11, 20, 19, 3, tzinfo=UTC)
NAMES = {1: "Anna", 2: "Bo", 3: "Cem", 4: "Dilek", 5: "Eva"}


def in_both(make):
    """The sentence in English and in German."""
    sentences = []
    for language in LANGUAGES:
        with translation.override(language):
            sentences.append(str(make()))
    return tuple(sentences)


@pytest.mark.costly
def test_every_refusal_has_a_sentence_and_every_sentence_a_refusal():
    written = first_arguments("Refused") | first_arguments("broken") | {*formats.IMPOSSIBLE, *games.IMPOSSIBLE}

    assert written == {*REFUSALS, *SPECIAL_REFUSALS}


@pytest.mark.parametrize(
    ("terms", "sentences"),
    [
        (Criterion, CRITERIA),
        (Outcome, OUTCOMES),
        ({paper.name for papers in GROUPS.values() for paper in papers}, PRINTS),
        (GROUPS, PRINT_GROUPS),
        (Missing, NOT_TO_PRINT_YET),
        (Rule, RULE_TITLES),
        (Mistake, MISTAKES),
    ],
    ids=[
        "criteria",
        "outcomes",
        "prints",
        "times to print",
        "what is missing for a print",
        "rules of moving",
        "mistakes in a transcript",
    ],
)
def test_every_term_has_words_of_its_own_in_both_languages(terms, sentences):
    words = [in_both(lambda term=term: sentences[term]) for term in terms]

    assert set(sentences) == set(terms)
    assert [len({pair[language] for pair in words}) for language in (0, 1)] == [len(terms)] * 2


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[4]}")
def test_why_a_play_is_not_allowed_is_told_in_both_languages_with_a_rule_that_the_game_has(case):
    game, text, roll, play, *_expected = case
    found = verdict(game, text, roll, play)

    english, german = in_both(lambda: fault_sentence(found))

    assert english != german
    assert "%(" not in english + german
    assert found.rule in rules_of_game(Variant(game))


@pytest.mark.parametrize("game", Variant)
def test_every_rule_of_a_game_has_a_name_and_a_text_in_both_languages(game):
    rules = rules_of_game(game)
    for words in (lambda rule: str(RULE_TITLES[rule]), lambda rule: rule_text(game, rule)):
        english, german = in_both(lambda words=words: [words(rule) for rule in rules])
        assert english != german


def test_a_rule_of_backgammon_has_the_number_of_the_tournament_rules_and_other_games_count_their_own():
    labels = [[rule_label(game, rule) for rule in rules_of_game(game)] for game in (Variant.BACKGAMMON, Variant.FEVGA)]

    assert labels[0] == [f"Rule {number}" for number in ("10a", "10c", "11", "12", "13", "15", "16")]
    assert labels[1] == [f"Fevga {number}" for number in range(1, 10)]


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_asks_for_the_same_facts_in_both_languages(code):
    english, german = in_both(lambda: REFUSALS[code])

    assert german != english
    assert set(PLACEHOLDER.findall(german)) == set(PLACEHOLDER.findall(english))


@pytest.mark.parametrize("why", Why)
@pytest.mark.parametrize("count", [1, 2, 6])
def test_every_reason_to_pass_somebody_over_is_told_in_both_languages(why, count):
    passed_over = [(f"Player {number}", number, why) for number in range(2, 2 + count)]

    english, german = in_both(lambda: pairing_reason(("Anna", 1), ("Bo", 9), passed_over, by_lot=False))

    assert english != german
    assert all(sentence.startswith("Anna (1") and "Player 2 (2" in sentence for sentence in (english, german))


@pytest.mark.costly
def test_a_refusal_brings_the_facts_that_its_sentence_asks_for():
    for module, call in [*calls("Refused"), *calls("broken")]:
        # A mistake in the shape of an archive gets its place from the position in the file.
        given = {keyword.arg for keyword in call.keywords} | (
            {"place", "places"} if call.func.id == "broken" else set()
        )
        if None in given or isinstance(call.args[0], ast.Name):
            continue
        code = call.args[0].value
        if code in SPECIAL_REFUSALS or code in WORDED_VALUES:
            continue
        asked = set(PLACEHOLDER.findall(str(REFUSALS[code])))
        assert asked <= given, f"{module}, line {call.lineno}: {code}"


@pytest.mark.parametrize("file", sorted((FIXTURES / "refused").glob("*.json")), ids=lambda file: file.stem)
def test_what_is_wrong_with_an_archive_is_told_in_both_languages(file):
    with pytest.raises(Refused) as refusal:
        read_archive(file.read_bytes())

    english, german = in_both(lambda: refusal_sentence(refusal.value))

    assert english != german
    assert "%(" not in english + german


@pytest.mark.parametrize(
    ("refused", "sentence"),
    [
        (Refused("not_allowed"), "Only a director can do that."),
        (
            Refused("fee_too_high", limit=999),
            "The entry fee can be at most 9.99 €, as the rules ask for less than 10.00 €. Another highest entry fee can"
            " be entered in the settings of the club.",
        ),
        (
            Refused("fee_too_high", limit=1500, currency="DKK"),
            "The entry fee can be at most 15.00 DKK. Another highest entry fee can be entered in the settings of the"
            " club.",
        ),
        (
            Refused("settings_changed_meanwhile", currency="EUR", settings={"fee_cents": (700, 500)}),
            "This was changed to “7.00 €” after the page was opened. To change it to “5.00 €”, save again.",
        ),
        (
            Refused(
                "settings_changed_meanwhile",
                currency="EUR",
                settings={"fee_steps": ([[2, 900], [None, 700]], []), "boards": (None, 6)},
            ),
            "This was changed to “up to 2 players: 9.00 €; more players: 7.00 €” after the page was opened. To change "
            "it to “nothing”, save again. This was changed to “nothing” after the page was opened. To change it to "
            "“6”, save again.",
        ),
        (Refused("passwords_too_often", seconds=1), "Too many wrong passwords. Wait 1 second, then try again."),
        (Refused("passwords_too_often", seconds=119), "Too many wrong passwords. Wait 119 seconds, then try again."),
        (Refused("passwords_too_often", seconds=121), "Too many wrong passwords. Wait 3 minutes, then try again."),
        (Refused("results_missing", tables=(3,)), "Results are still missing: table 3."),
        (Refused("results_missing", tables=(3, 5, 9)), "Results are still missing: tables 3, 5 and 9."),
        (
            Refused("results_missing", round=1, missing=((1, 2), (4, 9))),
            "Results are still missing: Anna – Bo and Dilek – 9.",
        ),
        (
            Refused("result_entered_meanwhile", result={"outcome": "played", "score": (3, 1), "winner": None}),
            "Someone has entered 3:1 here in the meantime. To correct it, choose again.",
        ),
        (
            Refused("result_entered_meanwhile", result={"outcome": "pending", "score": None, "winner": None}),
            "Someone has deleted this result in the meantime. To enter it, choose again.",
        ),
        (
            Refused("no_pairing_without_rematch", group=(1,), only=(), apart=False),
            "Anna has already met everyone present, so there is no pairing without a rematch.",
        ),
        (
            Refused("no_pairing_without_rematch", group=(1,), only=(), apart=True),
            "Anna has already met everyone present, or is not to be paired with them in this tournament, so there is "
            "no pairing without a rematch.",
        ),
        (
            Refused("no_pairing_without_rematch", group=(1, 2), only=(4,), apart=True),
            "There is no pairing without a rematch: Anna and Bo cannot all be paired with someone they have not met "
            "and may be paired with in this tournament.",
        ),
        (
            Refused("no_pairing_without_rematch", group=(None,), only=(), apart=False),
            "Everyone present has already had a bye or a win by forfeit, so there is no pairing without a rematch.",
        ),
        (
            Refused("no_pairing_without_rematch", group=(1, 2, 99), only=(), apart=False),
            "There is no pairing without a rematch: "
            "Anna, Bo and 99 cannot all be paired with someone they have not met.",
        ),
        (
            Refused("no_pairing_without_rematch", group=(1, 2, 3, 4), only=(5,), apart=False),
            "There is no pairing without a rematch: Anna, Bo, Cem and Dilek cannot all be paired with "
            "someone they have not met.",
        ),
        (
            Refused("no_pairing_without_rematch", group=(1, 2, None), only=(4, 5), apart=False),
            "There is no pairing without a rematch: Anna, Bo and the bye have all met one another, leaving "
            "only Dilek and Eva for them.",
        ),
        (
            Refused(
                "archive_score",
                round=1,
                first=2,
                second=3,
                because=Refused("score_negative", first=-1, second=3, length=3),
            ),
            "Round 1, 2 – 3: Points cannot be negative.",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong_with_names_and_numbers(refused, sentence):
    english, german = in_both(lambda: refusal_sentence(refused, NAMES))

    assert english == sentence
    assert german != english


def standing(rank, number, wins=2, difference=3, buchholz=4, decided_by=None, matches=None):
    return Standing(rank, number, konstanz(wins, difference, buchholz), decided_by, matches)


TIED = "Anna is ahead of Bo (2nd): level on match wins, point difference and Buchholz"


@pytest.mark.parametrize(
    ("upper", "lower", "sentence"),
    [
        (
            standing(1, 1, wins=3),
            standing(2, 2, wins=2, decided_by=Criterion.MATCH_WINS),
            "Anna is ahead of Bo (2nd): more match wins, 3 against 2.",
        ),
        (
            standing(1, 1, difference=0),
            standing(2, 2, difference=-3, decided_by=Criterion.POINT_DIFFERENCE),
            "Anna is ahead of Bo (2nd): level on match wins, point difference 0 against −3.",
        ),
        (
            standing(1, 1, buchholz=5),
            standing(2, 2, decided_by=Criterion.BUCHHOLZ),
            "Anna is ahead of Bo (2nd): level on match wins and point difference, Buchholz 5 against 4.",
        ),
        (
            standing(1, 1),
            standing(2, 2, decided_by=Criterion.HEAD_TO_HEAD, matches=DirectMatches(1, 2)),
            f"{TIED}; Anna beat Bo.",
        ),
        (
            standing(1, 1),
            standing(2, 2, decided_by=Criterion.HEAD_TO_HEAD, matches=DirectMatches(1, 2, is_split=True)),
            f"{TIED}; Anna won more of their matches.",
        ),
        (
            standing(1, 1),
            standing(2, 2, decided_by=Criterion.LOT, matches=Circle((1, 2, 3))),
            f"{TIED}; Anna beat Bo, Bo beat Cem, Cem beat Anna: none of them won more, so drawing lots decides.",
        ),
        (
            standing(1, 1),
            standing(2, 2, decided_by=Criterion.HEAD_TO_HEAD, matches=DirectMatches(1, 2, (2, 1))),
            f"{TIED}; in the circle of players who beat one another, Anna won 2 and Bo won 1.",
        ),
        (
            standing(1, 1),
            standing(2, 2, decided_by=Criterion.HEAD_TO_HEAD, matches=DirectMatches(3, 2)),
            f"{TIED}; Cem beat Bo, and players who beat one another in a circle stay together.",
        ),
        (
            standing(1, 1),
            standing(2, 2, decided_by=Criterion.LOT),
            f"{TIED}; head-to-head does not separate them, so drawing lots decides.",
        ),
    ],
)
def test_every_criterion_explains_a_place_with_names(upper, lower, sentence):
    english, german = in_both(lambda: place_reason(upper, lower, NAMES, KONSTANZ))

    assert english == sentence
    assert german != english


MET, OTHERS, LATER = Why.MET, Why.LEFT_FOR_OTHERS, Why.KEEPS_ROUNDS_PLAYABLE


@pytest.mark.parametrize(
    ("second", "passed_over", "sentence"),
    [
        (("Bo", 2), [], "Anna (1st) plays Bo (2nd): Bo is the best-placed opponent not yet met."),
        (
            ("Eva", 5),
            [("Bo", 2, MET), ("Cem", 3, OTHERS), ("Dilek", 4, MET)],
            "Anna (1st) plays Eva (5th): Anna has already met Bo (2nd) and Dilek (4th); Cem (3rd) is left for "
            "others so that everyone can be paired; Eva is the best-placed opponent left.",
        ),
        (
            ("Cem", 3),
            [("Bo", 2, LATER)],
            "Anna (1st) plays Cem (3rd): Bo (2nd) is kept for a later round so that as many planned rounds as "
            "possible can still be paired; Cem is the best-placed opponent left.",
        ),
        (None, [("Bo", 2, MET)], "Anna (1st) has the bye: Anna has already met Bo (2nd); nobody is left to play."),
        (("Bo", 2), [("", 0, MET)], "Anna (1st) plays Bo (2nd): Bo is the best-placed opponent not yet met."),
    ],
)
def test_a_pairing_is_explained_with_names_and_places(second, passed_over, sentence):
    english, german = in_both(lambda: pairing_reason(("Anna", 1), second, passed_over, by_lot=False))

    assert english == sentence
    assert german != english


AGAIN = {"rematches_allowed": True, "meetings": (1, 4)}


@pytest.mark.parametrize(
    ("passed_over", "facts", "sentence"),
    [
        ([], AGAIN | {"nobody_unmet": True}, " again: they met in rounds 1 and 4; nobody here is left unmet."),
        (
            [("Cem", 2, Why.MET_MORE_OFTEN), ("Dana", 3, Why.LEFT_FOR_OTHERS)],
            AGAIN,
            " again: they met in rounds 1 and 4; Anna has met Cem (2nd) more often; Dana (3rd) is left for others so "
            "that rematches are spread evenly; without a rematch this round could not be paired; pairs repeat as "
            "little as possible.",
        ),
        (
            [("Cem", 2, Why.KEEPS_ROUNDS_PLAYABLE)],
            AGAIN | {"nobody_unmet": True},
            " again: they met in rounds 1 and 4; Cem (2nd) is kept for a later round so that rematches stay spread "
            "evenly; nobody here is left unmet.",
        ),
        (
            [],
            {"rematches_allowed": True, "meetings": (2,), "has_bye": True, "is_for_wishes": True},
            " again: they met in round 2; without a rematch or a second win without a match this round could not be "
            "paired; some are not paired with each other in this tournament; pairs repeat as little as possible.",
        ),
        (
            [("Cem", 2, Why.LEFT_FOR_BYE)],
            AGAIN | {"nobody_unmet": True},
            " again: they met in rounds 1 and 4; Cem (2nd) is left for the bye so that rematches are spread evenly; "
            "nobody here is left unmet.",
        ),
        (
            [("Cem", 2, Why.LEFT_FOR_BYE)],
            {"breaks_wishes": True},
            ": Cem (2nd) is left for the bye so that everyone can be paired; Ben is the best-placed opponent left; not "
            "all wishes could be kept.",
        ),
        (
            [],
            {"by_lot": True, "breaks_wishes": True},
            ": the order was drawn by lot; not all wishes could be kept.",
        ),
        (
            [("Cem", 2, Why.KEPT_APART)],
            {},
            ": Anna is not paired with Cem (2nd) in this tournament; Ben is the best-placed opponent left.",
        ),
        (
            [("Cem", 2, Why.KEPT_APART)],
            {"by_lot": True},
            ": the order was drawn by lot; Anna is not paired with Cem (2nd) in this tournament; Ben is the "
            "best-placed opponent left.",
        ),
        (
            [],
            {"are_kept_apart": True},
            ": they are paired although kept apart: nothing else was possible.",
        ),
    ],
)
def test_rematches_and_wishes_are_explained(passed_over, facts, sentence):
    english, german = in_both(lambda: pairing_reason(("Anna", 1), ("Ben", 4), passed_over, **{"by_lot": False} | facts))

    assert english == f"Anna (1st) plays Ben (4th){sentence}"
    assert german != english


@pytest.mark.parametrize(
    ("say", "sentence"),
    [
        (
            lambda: possible_rounds_sentence(7, 6, 5),
            "6 players have 5 rounds; in 7 each meets each other once or twice.",
        ),
        (
            lambda: possible_rounds_sentence(6, 4, 3),
            "4 players have 3 rounds; in 6 each meets each other twice.",
        ),
        (
            lambda: possible_rounds_sentence(8, 4, 3),
            "4 players have 3 rounds; in 8 each meets each other 2 or 3 times.",
        ),
        (
            lambda: possible_rounds_sentence(9, 3, 3),
            "3 players have 3 rounds; in 9 each meets each other 3 times.",
        ),
        (
            lambda: lookahead_bound_sentence(2),
            "The program could not check whether all remaining rounds can still be paired; at least 2 more can be.",
        ),
        (
            lambda: lookahead_bound_sentence(0),
            "The program could not check whether all remaining rounds can still be paired, "
            "so it paired this round without looking ahead.",
        ),
    ],
)
def test_it_is_said_how_many_of_the_planned_rounds_can_be_played(say, sentence):
    english, german = in_both(say)

    assert english == sentence
    assert german != english


def test_the_first_round_is_explained_by_the_lot():
    sentence = pairing_reason(("Anna", 1), ("Bo", 2), [], by_lot=True)

    assert sentence == "Anna (1st) plays Bo (2nd): the order was drawn by lot."


@pytest.mark.parametrize(
    ("result", "first", "text"),
    [
        (Result(Outcome.PLAYED, (3, 1)), 1, "3:1"),
        (Result(Outcome.STOPPED, (0, 0)), 1, "0:0"),
        (Result(Outcome.FORFEIT, winner=1), 1, "+:−"),
        (Result(Outcome.FORFEIT, winner=2), 1, "−:+"),
        (DOUBLE_FORFEIT, 1, "−:−"),
        (PENDING, 1, "–"),
        (BYE, 1, "–"),
    ],
)
def test_a_result_is_written_short(result, first, text):
    assert result_text(result, first) == text


@pytest.mark.parametrize(
    ("result", "counted", "words"),
    [
        (Result(Outcome.PLAYED, (3, 1)), (3, 1), ("", "")),
        (Result(Outcome.PLAYED, (4, 1)), (3, 1), ("counts as 3:1", "zählt als 3:1")),
        (Result(Outcome.STOPPED, (2, 0)), (2, 0), ("stopped at 2:0", "abgebrochen bei 2:0")),
        (Result(Outcome.FORFEIT, winner=1), None, ("did not appear", "nicht erschienen")),
        (PENDING, None, ("", "")),
    ],
)
def test_what_a_row_of_scores_does_not_say_is_said_beside_it(result, counted, words):
    assert in_both(lambda: special_result(result, counted)) == words


def played(first, second):
    return Result(Outcome.PLAYED, (first, second))


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        (played(3, 1), played(1, 3), "Round 2, table 3: Anna 3:1 Bo becomes 1:3."),
        (
            played(3, 1),
            Result(Outcome.FORFEIT, winner=1),
            "Round 2, table 3: Anna 3:1 Bo becomes +:− (Bo did not appear).",
        ),
        (
            Result(Outcome.FORFEIT, winner=1),
            Result(Outcome.FORFEIT, winner=2),
            "Round 2, table 3: Anna +:− Bo becomes −:+ (Anna did not appear).",
        ),
        (played(3, 1), DOUBLE_FORFEIT, "Round 2, table 3: Anna 3:1 Bo becomes −:− (neither appeared)."),
        (
            DOUBLE_FORFEIT,
            Result(Outcome.STOPPED, (2, 1)),
            "Round 2, table 3: Anna −:− Bo becomes 2:1 (stopped).",
        ),
    ],
)
def test_a_correction_names_the_match_and_both_results(before, after, sentence):
    assert correction_sentence(("Round 2", 3), ("Anna", "Bo"), 1, before, after) == sentence


def test_what_changes_is_told_with_what_it_was():
    assert [changed("1st", "4th"), changed(2, 2)] == ["1st → 4th", "2"]


ONE = "Round {} was paired on the current result; the corrected one would have given different pairings. "
MANY = "Rounds {} were paired on the current result; the corrected one would have given different pairings. "


@pytest.mark.parametrize(
    ("rounds", "anew", "sentences"),
    [
        ((), None, ()),
        ((2,), None, (f"{ONE.format(2)}The round stays as it is.",)),
        ((2, 3), None, (f"{MANY.format('2 and 3')}The rounds stay as they are.",)),
        ((3,), 3, (f"{ONE.format(3)}As long as the round has no results, it can be re-paired.",)),
        (
            (2, 3),
            3,
            (
                f"{ONE.format(2)}The round stays as it is.",
                f"{ONE.format(3)}As long as the round has no results, it can be re-paired.",
            ),
        ),
    ],
)
def test_later_rounds_that_a_correction_overtakes_are_told(rounds, anew, sentences):
    assert overtaken_sentences(rounds, anew) == sentences


@pytest.mark.parametrize(
    ("table", "sentence"),
    [(3, "Table 3: Points cannot be negative."), (None, "Points cannot be negative.")],
)
def test_a_refusal_away_from_its_table_names_the_table(table, sentence):
    assert refusal_at_table(Refused("score_negative"), table) == sentence


def test_the_rules_of_the_ranking_are_numbered_in_its_order():
    assert in_both(lambda: "\n".join(ranking_rules(KONSTANZ))) == (
        "1. match wins\n"
        "2. point difference: points won minus points lost, over all matches\n"
        "3. Buchholz: the match wins of all opponents played\n"
        "4. head-to-head: the matches between the players who are still level\n"
        "5. lot",
        "1. gewonnene Matches\n"
        "2. Punktwertdifferenz: gewonnene weniger verlorene Punkte aller Matches\n"
        "3. Buchholz-Zahl: die gewonnenen Matches aller Gegner\n"
        "4. direkter Vergleich: die Matches der Gleichstehenden gegeneinander\n"
        "5. das Los",
    )


def test_a_ranking_is_told_in_one_sentence():
    assert in_both(lambda: ranking_sentence(PRESETS["chess"])) == (
        "Ranked by match wins, Buchholz cut 1, Buchholz, Sonneborn-Berger, head-to-head, lot.",
        "Reihenfolge der Rangliste: gewonnene Matches, Buchholz-Zahl mit Streichung, Buchholz-Zahl, Sonneborn-Berger, "
        "direkter Vergleich, Los.",
    )


def test_where_direct_matches_do_not_count_the_lot_decides_without_them():
    one, other = (Standing(place, place, {Criterion.MATCH_WINS: 2}, Criterion.LOT) for place in (1, 2))

    assert in_both(lambda: place_reason(one, other, NAMES, ())) == (
        "Anna is ahead of Bo (2nd): level on match wins, so drawing lots decides.",
        "Anna steht vor Bo (2.): gleich sind gewonnene Matches; also gilt das Los.",
    )


def test_a_tie_is_told_small_where_head_to_head_or_the_lot_decided():
    words = [tie_words(standing(2, 2, decided_by=criterion), "Bo") for criterion in whole(KONSTANZ)]

    assert words == ["", "", "", "ahead of Bo: head-to-head", "ahead of Bo: lot"]
    assert tie_words(standing(2, 2, decided_by=Criterion.LOT)) == "ahead of place 2: lot"
    assert tie_words(None) == ""


@pytest.mark.parametrize(
    ("disagreement", "sentence"),
    [
        (
            Disagreement(2, ((1, 3), (2, None)), ((1, 2), (3, None))),
            "Round 2: the rules give 1 – 2, but 1 – 3 is paired.",
        ),
        (Disagreement(2, ((1, 2),), ((1, 2), (3, None))), "Round 2: the rules give 3 – bye, but nothing is paired."),
        (
            Disagreement(2, ((1, 2),), None, Refused("too_few_players")),
            "Round 2 is not possible under the rules. At least two players are needed to pair a round.",
        ),
    ],
)
def test_a_round_that_is_not_what_the_rules_give_is_named(disagreement, sentence):
    english, german = in_both(lambda: disagreement_sentence(disagreement))

    assert english == sentence
    assert german != english


@pytest.mark.parametrize(
    ("cents", "currency", "texts"),
    [
        (0, "EUR", ("0.00 €", "0,00 €")),
        (-5, "EUR", ("−0.05 €", "−0,05 €")),
        (-150, "EUR", ("−1.50 €", "−1,50 €")),
        (805, "EUR", ("8.05 €", "8,05 €")),
        (-120805, "GBP", ("−£1,208.05", "−1.208,05 £")),
        (123456789, "CHF", ("1,234,567.89 CHF", "1.234.567,89 CHF")),
    ],
)
def test_money_is_written_as_people_do(cents, currency, texts):
    assert in_both(lambda: money(cents, currency)) == texts


NOT_REFUNDED = (0, None, "")


@pytest.mark.parametrize(
    ("paid", "refunded", "text"),
    [
        ((800, None, ""), NOT_REFUNDED, "Paid: 8.00 €"),
        ((800, LATE, "Mia"), NOT_REFUNDED, "Paid: 8.00 €, 20:03, to Mia"),
        (
            (800, LATE, "Mia"),
            (100, LATE, "Ida"),
            "Paid: 8.00 €, 20:03, to Mia · Refunded: 1.00 €, 20:03, by Ida",
        ),
    ],
)
def test_a_payment_is_told_with_the_time_and_the_hand_as_far_as_they_are_known(paid, refunded, text):
    with translation.override("en-gb"):
        assert payment_text("EUR", paid, refunded, date(2026, 11, 20)) == text


def test_a_moment_of_another_day_carries_its_date():
    late = datetime(2026, 11, 20, 23, 5, tzinfo=UTC)

    with timezone.override("Europe/Berlin"):
        texts = [in_both(lambda day=day: moment(late, date(2026, 11, day))) for day in (21, 20)]

    assert texts == [("00:05", "00:05"), ("21/11/2026, 00:05", "21.11.2026, 00:05")]


@pytest.mark.parametrize(
    ("words", "most", "text"),
    [
        ([], None, ""),
        (["Anna"], None, "Anna"),
        (["Anna", "Bo", "Cem"], None, "Anna, Bo and Cem"),
        (["Anna", "Bo", "Cem", "Dilek"], 3, "Anna, Bo, Cem and Dilek"),
        (["Anna", "Bo", "Cem", "Dilek", "Eva"], 3, "Anna, Bo, Cem and 2 more"),
    ],
)
def test_words_are_enumerated_and_the_rest_is_counted(words, most, text):
    assert enumeration(words, most) == text


def test_numbers_carry_their_sign_and_places_their_ending():
    assert [signed(number) for number in (2, 0, -2)] == ["+2", "0", "−2"]
    assert [in_both(lambda rank=rank: ordinal(rank)) for rank in (1, 2, 12)] == [
        ("1st", "1."),
        ("2nd", "2."),
        ("12th", "12."),
    ]


MARGINS = (3, 2, 1, -1, -2, -3)


@pytest.mark.parametrize(
    ("chance", "sentence"),
    [
        (Chance(1, MARGINS, -3, -3, (), (), None, True), "Anna has already won the tournament."),
        (Chance(1, MARGINS, None, None, (), (), None, True), "Anna can no longer win the tournament."),
        (Chance(1, MARGINS, 1, 1, (), (), None, True), "Anna wins the tournament with any win."),
        (Chance(1, MARGINS, 2, 2, (), (), None, True), "Anna wins the tournament with a win by at least 2 points."),
        (
            Chance(1, MARGINS, -1, -2, (), (), None, True),
            "Anna wins the tournament even after losing by 1 point. "
            "With anything less, it depends on the other tables.",
        ),
        (
            Chance(1, MARGINS, -2, -2, (), (), None, True),
            "Anna wins the tournament even after losing by up to 2 points.",
        ),
        (Chance(1, MARGINS, None, 1, (2,), (2,), 1, True), "Anna needs a win and no win for Bo."),
        (
            Chance(1, MARGINS, None, 2, (2, 3), (2, 3), 2, True),
            "Anna needs a win by at least 2 points and no win for Bo and Cem.",
        ),
        (
            Chance(1, MARGINS, None, 1, (2,), (2,), 2, True),
            "Anna wins the tournament with a win by at least 2 points if Bo does not win. "
            "Otherwise it depends on the points.",
        ),
        (
            Chance(1, MARGINS, None, -1, (2, 3), (2, 3), -1, True),
            "Anna wins the tournament even after losing by 1 point if Bo and Cem do not win.",
        ),
        (Chance(1, (0,), None, 0, (2,), (2,), 0, True), "Anna wins the tournament if Bo does not win."),
        (
            Chance(1, (0,), None, 0, (2, 3), (2,), 0, True),
            "Anna wins the tournament if Bo and Cem do not win. Otherwise it depends on the points.",
        ),
        (
            Chance(1, (0,), None, 0, (2, 3), (), None, True),
            "Anna can still win the tournament; it depends on the other tables.",
        ),
        (
            Chance(1, MARGINS, None, -1, (2, 3), (2,), None, True),
            "Anna can still win the tournament, but only without a win for Bo.",
        ),
        (
            Chance(1, MARGINS, None, 1, (2, 3), (), None, True),
            "Anna needs a win; even then it depends on the other tables.",
        ),
        (
            Chance(1, MARGINS, None, 3, (2, 3), (2,), None, True),
            "Anna needs a win by at least 3 points and no win for Bo; even then it depends on the other tables.",
        ),
    ],
)
def test_what_a_player_needs_to_win_is_said_in_a_sentence(chance, sentence):
    assert chance_sentences([chance], NAMES) == (sentence,)


def test_those_who_cannot_win_any_more_are_named_together_and_a_winner_alone():
    lost = [Chance(number, MARGINS, None, None, (), (), None, True) for number in (2, 3)]
    leader = Chance(1, MARGINS, 1, -1, (), (), None, True)

    assert chance_sentences([leader, *lost], NAMES)[1:] == ("Bo and Cem can no longer win the tournament.",)
    assert chance_sentences([*lost, leader._replace(secure_from=-3)], NAMES) == (
        "Anna has already won the tournament.",
    )


@pytest.mark.parametrize(("numbers", "text"), [([], "0"), ([3], "3"), ([2, 0, 1], "2 + 0 + 1 = 3")])
def test_a_sum_is_shown_with_its_parts(numbers, text):
    assert addition(numbers) == text


def test_who_left_after_a_round_of_the_finals_is_told_its_name():
    assert in_both(lambda: not_playing_words("left", 3, places=4)) == (
        "left after round “Semi-finals”",
        "gegangen nach Runde „Halbfinale“",
    )
