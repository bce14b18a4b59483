"""A second bracket of finals: drawn with the first or after it, ended by itself, corrected, undone and brought back."""

import json

import pytest
from django.utils import translation

from tests.exports.paper import page_lines
from tests.factories import draw_next_round, enter_result, make_director, make_tournament, pairing_of, play_round
from tests.reference.check import disagreements
from tournament.actions.journal import redo, undo
from tournament.actions.results import record_result
from tournament.actions.rounds import end_consolation, remove_round
from tournament.actions.tournaments import end_evening
from tournament.archive.checks import read_archive
from tournament.archive.dump import dump
from tournament.archive.storing import restore
from tournament.engine.checking import check_rounds
from tournament.engine.finals import are_over, shown_standings
from tournament.engine.record import PENDING, Result
from tournament.engine.refusals import Refused
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.exports.certificates import certificates_pdf
from tournament.models import Pairing
from tournament.pages.rounds import bracket_page, drop_reasons, next_in_finals
from tournament.phrases.journal import journal_sentence
from tournament.queries.evening import evening_of, record_of
from tournament.queries.persons import certified
from tournament.queries.record import length_at

pytestmark = pytest.mark.django_db
REST = {"finals_second": "rest", "finals_second_players": 8, "finals_second_length": 1}
KINDS = {
    "rest": {"finals_players": 4, "finals_third_place": True, **REST},
    "losers": {"finals_players": 8, "finals_second": "losers"},
    "first_losers": {"finals_players": 8, "finals_second": "first_losers"},
}


def evening(kind, players=10, **details):
    """Make an evening of one round whose finals have a second bracket."""
    return make_tournament(players, 1, planned_rounds=1, draw_seed="konstanz", **KINDS[kind] | details)


def play(tournament):
    """Draw and play the next round; the first-named win at the length of each match."""
    round_ = draw_next_round(tournament)
    tournament.refresh_from_db()
    matches = round_.pairings.filter(second__isnull=False).order_by("table")
    play_round(round_, [(length_at(tournament, round_, in_second=pairing.in_second), 0) for pairing in matches])
    return round_


def pairs(round_):
    stored = round_.pairings.order_by("position").select_related("first", "second")
    return [(one.first.number, one.second.number if one.second else None, one.in_second) for one in stored]


def last_line(tournament):
    line = tournament.journal.order_by("-pk").first()
    return journal_sentence(line.action, line.facts)


def test_others_play_a_consolation_from_the_first_round_of_the_finals_on():
    tournament = evening("rest")

    round_ = play(tournament)

    ranked = [row.number for row in shown_standings(record_of(tournament), 1)]
    first, second, third, fourth, *others = ranked
    main = [(first, fourth, False), (second, third, False)]
    beside = [(others[0], None), (others[3], others[4]), (others[1], None), (others[2], others[5])]
    assert pairs(round_) == [*main, *((*pair, True) for pair in beside)]
    assert round_.second_seeds == " ".join(map(str, others))
    assert [one.table for one in round_.pairings.order_by("position")] == [1, 2, None, 3, None, 4]


@pytest.mark.parametrize("kind", KINDS)
def test_evening_is_played_to_its_end_and_comes_back_from_its_file_after_every_round(kind):
    tournament = evening(kind)
    for _number in range(8):
        play(tournament)
        archive = dump(tournament)
        assert check_rounds(read_archive(archive).record) == ()
        assert dump(restore(archive, by=None).tournament) == archive
        if are_over(record_of(tournament)):
            break
        record = record_of(tournament)

    assert are_over(record_of(tournament))
    assert len(record.rounds) == {"rest": 3, "losers": 4, "first_losers": 3}[kind]


def test_journal_says_that_a_consolation_was_drawn_beside_the_finals_and_when_it_goes_on_alone():
    tournament = evening("rest")

    told = []
    for _number in range(3):
        draw_next_round(tournament)
        told.append(last_line(tournament))
        play_again(tournament)

    assert told == ["semi-finals and consolation drawn", "final and consolation drawn", "consolation drawn"]


def play_again(tournament):
    """Play the round that is drawn."""
    tournament.refresh_from_db()
    round_ = tournament.rounds.order_by("number").last()
    matches = round_.pairings.filter(second__isnull=False).order_by("table")
    play_round(round_, [(length_at(tournament, round_, in_second=pairing.in_second), 0) for pairing in matches])


def test_too_few_for_a_consolation_are_told_and_removing_the_round_gives_back_what_was_set():
    tournament = evening("rest", players=5)

    draw_next_round(tournament)
    told = last_line(tournament)
    tournament.refresh_from_db()
    drawn = tournament.finals_second
    remove_round(tournament, by=make_director(), number=2, confirmed="2")

    tournament.refresh_from_db()
    assert told == "semi-finals drawn; no consolation: it needs at least 2 players"
    assert (drawn, tournament.finals_second, tournament.finals_second_players) == ("", "rest", 8)
    assert tournament.finals_second_length == 1


def test_consolation_is_ended_alone_and_its_open_matches_fall_away_until_that_is_undone():
    tournament, by = evening("rest"), make_director()
    round_ = draw_next_round(tournament)
    before = dump(tournament)

    end_consolation(tournament, by=by, number=2)
    told, left, after = last_line(tournament), pairs(round_), dump(tournament)
    end_consolation(tournament, by=by, number=2)
    undo(tournament.journal.order_by("-pk").first(), by=by)
    undone = dump(tournament)
    redo(tournament.journal.order_by("-pk").first(), by=by)

    assert told == "consolation ended; 2 open matches fall away"
    assert [pair for pair in left if pair[2] and pair[1]] == []
    assert (undone == before, dump(tournament) == after) == (True, True)
    assert check_rounds(read_archive(after).record) == ()


def test_round_with_nothing_but_the_consolation_goes_when_that_is_ended():
    tournament, by = evening("rest"), make_director()
    for _number in range(2):
        play(tournament)
    draw_next_round(tournament)

    end_consolation(tournament, by=by, number=4)

    assert tournament.rounds.count() == 3
    assert tournament.rounds.get(number=3).second_ended
    assert are_over(record_of(tournament))


def test_evening_that_is_ended_after_the_final_keeps_its_winner():
    tournament, by = evening("losers", players=8), make_director()
    for _number in range(3):
        play(tournament)
    draw_next_round(tournament)
    still_open = Pairing.objects.filter(round__tournament=tournament, outcome="pending")

    end_evening(tournament, by=by, number=5, scores={pairing.pk: None for pairing in still_open})

    assert tournament.rounds.count() == 4
    assert are_over(record_of(tournament))
    assert [row.decided_by for row in shown_standings(record_of(tournament))][1] == "finals"


@pytest.mark.parametrize("kind", ["rest", ""])
def test_evening_that_is_ended_beside_an_open_match_for_third_place_keeps_its_winner(kind):
    tournament, by = (
        make_tournament(10, 1, planned_rounds=1, **KINDS["rest"] | {"finals_second": kind}),
        make_director(),
    )
    play(tournament)
    round_ = draw_next_round(tournament)
    final, third = (pairing_of(tournament, 3, table) for table in (1, 2))
    enter_result(final, Result(Outcome.PLAYED, (0, 3)))
    before = dump(tournament)
    still_open = Pairing.objects.filter(round=round_, outcome="pending")

    end_evening(tournament, by=by, number=3, scores=dict.fromkeys(still_open.values_list("pk", flat=True)))
    after = dump(tournament)
    undo(tournament.journal.order_by("-pk").first(), by=by)
    undone = dump(tournament)
    redo(tournament.journal.order_by("-pk").first(), by=by)

    record = record_of(tournament)
    swiss = [row.number for row in standings(record) if row.number in (third.first.number, third.second.number)]
    first_four = [row.number for row in shown_standings(record)][:4]
    assert first_four == [final.second.number, final.first.number, *swiss]
    assert (are_over(record), round_.pairings.filter(outcome="pending").count()) == (True, 0)
    assert (undone == before, dump(tournament) == after) == (True, True)
    assert check_rounds(read_archive(after).record) == ()
    assert disagreements(json.loads(after)) == []
    assert dump(restore(after, by=None).tournament) == after


def test_result_of_a_final_with_which_the_evening_was_ended_is_corrected_but_not_deleted():
    tournament, by = (
        make_tournament(10, 1, planned_rounds=1, finals_players=4, finals_third_place=True),
        make_director(),
    )
    play(tournament)
    draw_next_round(tournament)
    final, third = (pairing_of(tournament, 3, table) for table in (1, 2))
    enter_result(final, Result(Outcome.PLAYED, (0, 3)))
    end_evening(tournament, by=by, number=3, scores={third.pk: None})

    with pytest.raises(Refused) as refused:
        record_result(final, by=by, expected=Result(Outcome.PLAYED, (0, 3)), result=PENDING)
    record_result(final, by=by, expected=Result(Outcome.PLAYED, (0, 3)), result=Result(Outcome.PLAYED, (3, 0)))

    assert refused.value.code == "evening_ended_on_result"
    assert check_rounds(read_archive(dump(tournament)).record) == ()


def test_final_is_corrected_while_the_consolation_goes_on_but_no_match_that_feeds_a_later_round():
    tournament, by = evening("rest"), make_director()
    for _number in range(3):
        play(tournament)
    other = Result(Outcome.PLAYED, (0, 3))

    final = pairing_of(tournament, 3, 1)
    record_result(final, by=by, expected=Result(Outcome.PLAYED, (3, 0)), result=other)
    feeding = Pairing.objects.get(round__tournament=tournament, round__number=3, table=3)
    with pytest.raises(Refused) as refused:
        record_result(feeding, by=by, expected=Result(Outcome.PLAYED, (1, 0)), result=Result(Outcome.PLAYED, (0, 1)))

    assert refused.value.code == "finals_drawn_on_result"
    assert check_rounds(read_archive(dump(tournament)).record) == ()


def test_without_a_consolation_there_is_none_to_end():
    tournament = make_tournament(4, 1, planned_rounds=1, finals_players=4)
    draw_next_round(tournament)

    with pytest.raises(Refused) as refused:
        end_consolation(tournament, by=make_director(), number=2)

    assert refused.value.code == "no_consolation"


def test_winner_of_the_consolation_has_a_certificate():
    tournament = evening("rest")
    for _number in range(3):
        play(tournament)

    won = [honour for honour in certified(tournament) if honour.has_won_second]

    final = Pairing.objects.get(round__tournament=tournament, round__number=4)
    assert [(honour.rank, honour.entry) for honour in won] == [(5, final.first)]
    assert sum("Winner of the consolation" in line for page in certificate_pages(tournament) for line in page) == 1


def certificate_pages(tournament):
    return page_lines(certificates_pdf(tournament))


def test_stages_say_who_can_still_come_and_whose_losers_drop_in():
    tournament = evening("losers", players=8)
    draw_next_round(tournament)

    page = bracket_page(evening_of(tournament))

    told = [(stage.title, [side.name for box in stage.boxes for side in box.sides]) for stage in page.second]
    stage, dropping, final = told
    assert stage == ("Consolation, 4 left", [f"loser of table {table}" for table in (1, 2, 3, 4)])
    assert dropping == (
        "Consolation, with losers of the semi-finals",
        [
            "winner: Consolation, 4 left, match 1",
            "loser: Semi-final 2",
            "winner: Consolation, 4 left, match 2",
            "loser: Semi-final 1",
        ],
    )
    assert final[0] == "Consolation final"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            {
                "Player 7 comes from the quarter-final lost to Player 4. "
                "Player 5 comes from the quarter-final, which was not played.",
                "Player 8 comes from the quarter-final lost to Player 6. "
                "Player 8 has a bye, as nobody else drops here.",
            },
        ),
        (
            "de",
            {
                "Player 7 kommt aus dem Viertelfinale, verloren gegen Player 4. "
                "Player 5 kommt aus dem Viertelfinale, das nicht gespielt wurde.",
                "Player 8 kommt aus dem Viertelfinale, verloren gegen Player 6. "
                "Player 8 hat ein Freilos: Hierher kommt sonst niemand.",
            },
        ),
    ],
)
def test_whoever_has_dropped_into_the_consolation_is_told_from_where_and_why_somebody_has_the_bye(language, told):
    tournament = evening("losers", players=8)
    draw_next_round(tournament)
    tables = [pairing_of(tournament, 2, table) for table in (1, 2, 3, 4)]
    enter_result(tables[0], Result(Outcome.PLAYED, (3, 0)))
    enter_result(tables[1], Result(Outcome.FORFEIT, winner=tables[1].first.number))
    enter_result(tables[2], Result(Outcome.PLAYED, (0, 3)))
    enter_result(tables[3], Result(Outcome.DOUBLE_FORFEIT))
    draw_next_round(tournament)

    with translation.override(language):
        reasons = drop_reasons(evening_of(tournament), 3)

    assert {text.replace("\u2068", "").replace("\u2069", "") for text in reasons.values()} == told


def test_whoever_waits_is_told_for_whom_and_whoever_plays_on_later_that_it_is_not_the_next_round():
    tournament = evening("losers", players=16, finals_players=16)
    play(tournament)
    play(tournament)
    draw_next_round(tournament)
    enter_result(pairing_of(tournament, 4, 1), Result(Outcome.PLAYED, (3, 0)))
    drops, waits = pairing_of(tournament, 4, 1).second.number, pairing_of(tournament, 4, 1).first.number

    told = [next_in_finals(evening_of(tournament), number) for number in (drops, waits)]

    assert [text.replace("\u2068", "").replace("\u2069", "") for text in told] == [
        "Next: Consolation, with losers of the semi-finals, match 1 against winner: Consolation, 4 left, match 1; "
        "plays again in the round after the next one",
        "Next: Final, waits for the winner of table 2",
    ]
