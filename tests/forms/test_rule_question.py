import pytest
from django.http import QueryDict

from tournament.arbiter.question import Question
from tournament.board.games import Variant
from tournament.board.position_text import read_position, write_position
from tournament.board.positions import start
from tournament.forms.rule_question import asked_question

DISPUTE = "24:1 23:1 6:4 5:3 4:3 3:2 2:1 / 24:2 13:3 7:3 6:4 5:3"


def asked(query):
    return asked_question(QueryDict(query.lstrip("?")))


def test_an_empty_question_begins_with_the_opening_position_of_backgammon():
    assert asked("") == Question(start(Variant.BACKGAMMON))


@pytest.mark.parametrize(
    "question",
    [
        Question(start(Variant.FEVGA)),
        Question(read_position(Variant.BACKGAMMON, DISPUTE), (5, 2), "6/4 (off) + bar/20*", is_dark=True),
        Question(start(Variant.PLAKOTO), (0, 3), is_mirrored=True, tool="remove"),
        Question(start(Variant.PORTES), (3, 3), start=24, narrowed=("24/21(2)", "13/10"), shown="24/15 13/10", step=0),
    ],
)
def test_the_address_of_a_question_holds_all_of_it(question):
    assert asked(question.query()) == question


@pytest.mark.parametrize(
    ("field", "text", "code"),
    [
        ("position", "24:16 / 6:1", "board_too_many"),
        ("position", "nothing", "board_not_understood"),
        ("id", "4HPwATDgc/ABM", "board_position_id"),
        ("id", "4HPwATDgc/ABMA:no", "board_match_id"),
    ],
)
def test_an_unreadable_position_or_id_is_refused_and_the_opening_position_stays(field, text, code):
    question = asked(f"{field}={text}")

    assert (question.refused[field].code, question.position) == (code, start(Variant.BACKGAMMON))


def test_a_position_id_is_pasted_with_the_roll_in_its_match_id():
    question = asked("id=4HPwATDgc/ABMA:cIkKAAAAAAAA")

    assert (write_position(question.position), question.roll) == (write_position(start(Variant.BACKGAMMON)), (5, 2))


@pytest.mark.parametrize(
    ("query", "value"),
    [("roll=5-2", (5, 2)), ("roll=5 2", (5, 2)), ("roll=50", (5, 0)), ("roll=72", (0, 0)), ("roll=٥٢", (0, 0))],
)
def test_a_roll_is_read_generously(query, value):
    assert asked(query).roll == value


@pytest.mark.parametrize("query", ["from=26", "from=x", "from=-1", "step=5", "tool=hammer", "game=chess"])
def test_unknown_values_in_the_address_are_ignored(query):
    assert asked(query) == Question(start(Variant.BACKGAMMON))
