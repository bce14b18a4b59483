import io
import json

import pytest
from django.core.management import CommandError, call_command

from tournament.board.games import Variant
from tournament.board.position_text import write_position
from tournament.board.positions import start

START = write_position(start(Variant.BACKGAMMON))


def printed(*arguments):
    out = io.StringIO()
    call_command("legal_plays", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def batch(monkeypatch):
    def answers(*lines):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return [json.loads(line) for line in printed("--batch").splitlines()]

    return answers


def test_one_position_gives_a_line_for_each_play_sorted_by_the_position_after_it():
    lines = printed("--game", "portes", "--position", "5:1 3:1 / 1:1", "--roll", "46").splitlines()

    assert lines == ["5/off 3/off\t / 1:1", "5/1 3/off\t1:1 / 1:1"]


def test_a_position_may_be_given_by_its_identifiers():
    by_text = printed("--position", START, "--roll", "31")
    xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:{}:0:0:0:3:10"

    assert printed("--position", "4HPwATDgc/ABMA", "--roll", "31") == by_text
    assert printed("--position", xgid.format("00"), "--roll", "31") == by_text
    assert printed("--position", xgid.format("31")) == by_text


def test_where_nothing_can_be_played_the_play_is_empty():
    assert printed("--position", "25:1 13:1 / 6:2 5:2", "--roll", "66") == "\t25:1 13:1 / 6:2 5:2\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--position", "13:16 / 6:1", "--roll", "31"), "Each side has 15 checkers. Remove the extra ones."),
        (("--position", START, "--roll", "37"), "“37” is not a roll. Write two numbers from 1 to 6, such as 31."),
        (("--position", START), "Which position? Name --position and --roll, or --batch."),
        ((), "Which position? Name --position and --roll, or --batch."),
    ],
)
def test_a_question_that_makes_no_sense_is_answered_by_a_sentence(monkeypatch, arguments, sentence):
    monkeypatch.setenv("LANG", "en_GB.UTF-8")

    with pytest.raises(CommandError) as error:
        printed(*arguments)

    assert str(error.value) == sentence


def test_a_batch_is_answered_line_by_line(batch):
    answers = batch(
        "fevga;24:15 / 24:15;65", "backgammon;25:1 13:1 / 6:2 5:2;66", f" plakoto ; {START} ; 31 ", "", "x;y;z"
    )

    assert answers[:2] == [
        {"plays": [{"play": "24/13", "position": "24:14 13:1 / 24:15"}]},
        {"plays": [{"play": "", "position": "25:1 13:1 / 6:2 5:2"}]},
    ]
    assert [list(answer) for answer in answers[2:]] == [["plays"], ["error"], ["error"]]


def test_a_batch_goes_on_after_a_line_that_makes_no_sense(batch):
    answers = batch(f"backgammon;{START};07", f"chess;{START};31", f"backgammon;{START}", f"backgammon;{START};31")

    assert [list(answer) for answer in answers] == [["error"], ["error"], ["error"], ["plays"]]
    assert len(answers[-1]["plays"]) == 16
