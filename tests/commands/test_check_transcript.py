from pathlib import Path

import pytest
from django.core.management import call_command

FILE = Path("tests/transcripts/three_points.mat")


@pytest.fixture
def check(capsys, monkeypatch):
    monkeypatch.setenv("LANG", "en_GB.UTF-8")

    def lines(*files):
        code = 0
        try:
            call_command("check_transcript", *files)
        except SystemExit as end:
            code = end.code
        return code, capsys.readouterr().out.splitlines()

    return lines


def test_a_sound_transcript_gives_no_line(check):
    assert check(FILE) == (0, [])


def test_every_mistake_is_a_sentence_with_its_line(check, tmp_path):
    file = tmp_path / "a.mat"
    text = FILE.read_text().replace("21: 13/11 24/23", "21: 13/11", 1)
    text = text.replace("Wins 1 point\n", "Wins 2 points\n", 1)
    file.write_text(text.replace(" gnubg : 2  ", " gnubg : 1  "))

    code, lines = check(file)

    assert code == 1
    assert [line.removeprefix(f"{file}: ") for line in [lines[0], *lines[-2:]]] == [
        "Line 7: 13/11 with 2-1 is not legal. Both numbers can be played, 2 and then 1, so both must be played.",
        "Line 26: this end of the game does not fit board and cube. Points stated: 2:0, counted: 1:0.",
        "Line 42: the score is given as 1:0, but the games before add up to 2:0.",
    ]


def test_what_is_no_transcript_gives_one_sentence(check, tmp_path):
    file = tmp_path / "a.mat"
    file.write_text("hello")

    assert check(file, tmp_path / "none.mat") == (
        1,
        [
            f"{file}: There is no game in this file. Each begins with a line such as “Game 1”.",
            f"{tmp_path / 'none.mat'}: not found",
        ],
    )


def test_a_roll_that_nobody_wrote_down_is_said_and_is_no_mistake(check, tmp_path):
    file = tmp_path / "a.mat"
    file.write_text(FILE.read_text().replace(" 20) 62: 3/0 2/0 ", " 20) 00: ????    "))

    assert check(file) == (
        0,
        [
            f"{file}: Line 62: nobody wrote down this roll, so it is not checked. The rest of the game is, as far as"
            " the board can be told."
        ],
    )


def test_a_file_of_another_program_is_refused_with_how_to_export_it(check, tmp_path):
    file = tmp_path / "a.xg"
    file.write_bytes(bytes(20))

    assert check(file) == (
        1,
        [
            f"{file}: This is a file of eXtreme Gammon (.xg). Open it there, and export the match as text (.mat or"
            " .txt): that one can be read."
        ],
    )
