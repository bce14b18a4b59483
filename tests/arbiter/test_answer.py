"""What the page makes of a question."""

import pytest

from tournament.arbiter.answer import question_page
from tournament.arbiter.question import Question
from tournament.board.games import Variant
from tournament.board.position_text import read_board, write_position
from tournament.board.positions import start
from tournament.forms.rule_question import asked_question

DISPUTE = Question(read_board(Variant.BACKGAMMON, "24:1 23:1 6:4 5:3 4:3 3:2 2:1 / 24:2 13:3 7:3 6:4 5:3"), (5, 2))


def page(question, **changes):
    return question_page(question.asking(**changes))


def cell(shown, key):
    return next(cell for cell in shown["cells"] if cell.key == key)


def follow(address):
    """The page behind a link."""
    pairs = (part.split("=") for part in address.lstrip("?").split("&") if part)
    return asked_question({name: value.replace("+", " ") for name, value in pairs})


def test_a_play_that_is_not_allowed_is_answered_with_the_rule():
    answer = page(DISPUTE, play="6/4")["answer"]

    assert (answer.word, answer.sentence, answer.more, answer.rule.label) == (
        "No.",
        "Both numbers can be played, 2 and then 5, so both must be played.",
        "After 6/4 no 5 is possible: points 19, 18 and 1 are closed.",
        "Rule 12",
    )


def test_an_allowed_play_is_answered_with_yes():
    answer = page(DISPUTE, play="24/22/17")["answer"]

    assert (answer.word, answer.rule) == ("Yes.", None)


def test_what_is_no_play_is_a_problem_and_no_verdict():
    answer = page(DISPUTE, play="hello")["answer"]

    assert (answer.word, answer.problem) == ("", "“hello” is not a move. Write it from point to point, such as 13/8.")


def test_the_legal_plays_are_listed_with_the_order_of_the_numbers():
    shown = page(DISPUTE)

    assert shown["plays_heading"] == "2 legal plays"
    assert [(row.name, row.note) for row in shown["plays"]] == [("24/17", "2, then 5"), ("23/16", "2, then 5")]


def test_many_plays_are_grouped_by_how_they_begin_and_every_one_can_be_reached():
    question = Question(start(Variant.BACKGAMMON), (3, 3))
    found, waiting = [], [question]
    while waiting:
        shown = question_page(waiting.pop())
        assert len(shown["plays"]) < 20
        for row in shown["plays"]:
            if row.name.endswith("…"):
                waiting.append(follow(row.address))
            else:
                found.append(row.name)

    assert (len(found), len(set(found))) == (73, 73)


def test_a_play_that_wins_says_so():
    question = Question(read_board(Variant.BACKGAMMON, "2:1 / 24:15"), (6, 5))

    assert [row.note for row in page(question)["plays"]] == ["6 · wins a backgammon"]


def test_a_roll_that_cannot_be_played_says_so():
    question = Question(read_board(Variant.BACKGAMMON, "25:1 13:1 / 6:2 5:2"), (6, 6))
    shown = page(question)

    assert (shown["nothing_to_play"], list(shown["plays"])) == (True, [])


def test_a_decided_game_has_a_sentence_instead_of_plays():
    shown = page(Question(read_board(Variant.BACKGAMMON, " / 6:1"), (6, 6)))

    assert shown["answer"].problem.startswith("This game is already decided.")
    assert shown["plays_heading"] == ""


def test_a_play_is_tapped_from_point_to_point():
    shown = page(DISPUTE)
    shown = question_page(follow(cell(shown, "place-24").address))
    targets = [each.key for each in shown["cells"] if each.look == "target"]
    question = follow(cell(shown, "place-22").address)

    assert targets == ["place-17", "place-19", "place-22"]
    assert question.play == "24/22"
    shown = question_page(follow(cell(question_page(question), "place-22").address))
    assert follow(cell(shown, "place-17").address).play == "24/22 22/17"


def test_checkers_are_borne_off_by_tapping_the_tray():
    shown = page(Question(read_board(Variant.BACKGAMMON, "6:1 2:1 / 13:1"), (6, 1)), start=6)

    assert follow(cell(shown, "place-own-off").address).play == "6/off"


def test_a_tap_sets_a_checker_while_the_position_is_set_up():
    question = Question(read_board(Variant.BACKGAMMON, " / "), tool="own")
    question = follow(cell(question_page(question), "place-13").address)
    question = follow(cell(question_page(question), "place-own-bar").address)
    question = follow(cell(page(question, tool="other"), "place-1").address)
    question = follow(cell(page(question, tool="other"), "place-own-bar").address)

    assert write_position(question.position) == "13:1 / 24:1"


def test_once_all_checkers_of_a_side_are_set_the_next_taps_set_the_other_s():
    question = Question(read_board(Variant.BACKGAMMON, "6:10 / "), tool="own")
    last = follow(cell(question_page(question), "place-8").heights.split()[4])

    assert (write_position(last.position), last.tool) == ("8:5 6:10 / ", "other")


def test_with_the_roll_the_position_is_set_up():
    question = Question(start(Variant.BACKGAMMON), tool="own")
    rolled = follow(question_page(question)["dice"][0][1][5].address)

    assert (rolled.roll, rolled.tool) == ((6, 0), "")


def test_without_a_bar_there_is_nothing_to_tap():
    shown = question_page(Question(read_board(Variant.FEVGA, " / "), tool="own"))

    assert [cell(shown, key).address for key in ("place-own-bar", "place-other-bar", "place-own-off")] == ["", "", ""]


def test_turning_to_the_other_side_keeps_everything_where_it_lies():
    shown = page(DISPUTE)
    other = follow(shown["turns"][1].address)

    assert write_position(other.position) == "24:2 13:3 7:3 6:4 5:3 / 24:1 23:1 6:4 5:3 4:3 3:2 2:1"
    assert (other.is_dark, question_page(other)["turns"][1].is_here) == (True, True)


def test_a_play_is_shown_step_by_step():
    question = follow(page(DISPUTE)["plays"][0].address)
    states = []
    while address := (replay := question_page(question)["replay"])["on"]:
        states.append(replay["state"])
        question = follow(address)

    assert states == ["", "0 of 2 steps", "1 of 2 steps"]
    assert question_page(question)["replay"]["state"] == "2 of 2 steps"
    assert len([spot for spot in question_page(question)["picture"].checkers if (spot.x, spot.y) == (227, 50)]) == 1


def test_from_a_shown_play_the_game_goes_on_with_the_other_side():
    question = follow(question_page(follow(page(DISPUTE)["plays"][0].address))["replay"]["go_on"])

    assert (question.is_dark, question.roll) == (True, (0, 0))
    assert write_position(question.position) == "24:2 13:3 7:3 6:4 5:3 / 23:1 17:1 6:4 5:3 4:3 3:2 2:1"


def test_the_position_is_told_in_words():
    text = page(DISPUTE)["description"]

    assert text == (
        "White to play. Roll 5-2. White: 1 on 24, 1 on 23, 4 on 6, 3 on 5, 3 on 4, 2 on 3, 1 on 2. "
        "Black: 2 on 20, 3 on 19, 3 on 18, 3 on 12, 2 on 1."
    ).replace("2 on 20, 3 on 19", "3 on 20, 4 on 19")


@pytest.mark.parametrize("game", Variant)
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_every_checker_is_drawn_once(game, is_mirrored):
    picture = question_page(Question(start(game), is_mirrored=is_mirrored))["picture"]

    assert sorted(checker.look for checker in picture.checkers) == ["k"] * 15 + ["w"] * 15


def test_every_board_has_its_places_in_the_order_of_the_picture():
    keys = [cell.key for cell in page(DISPUTE)["cells"]]
    mirrored = [cell.key for cell in question_page(Question(start(Variant.PORTES), is_mirrored=True))["cells"]]

    assert keys[:7] == [*(f"place-{point}" for point in range(13, 19)), "place-own-bar"]
    assert mirrored[:14] == keys[13::-1]
    assert (len(keys), len(set(keys))) == (28, 28)
