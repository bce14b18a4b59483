"""Backgammon as GNU Backgammon plays it: after every roll the same positions.

`make prove` asks it, where it is installed, about PROVE_POSITIONS positions: half from games played at random, half
made for the hard cases.
"""

import json
import os
import random
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from tests.installed import gnubg
from tests.reference.board import OFF_POINT, board_from, move_to, text_of
from tests.reference.board_positions import made_positions, played_positions
from tournament.board.games import Variant
from tournament.board.gnu_ids import write_position_id
from tournament.board.plays import legal_plays
from tournament.board.position_text import write_position

TO_PROVE = int(os.environ.get("PROVE_POSITIONS", "5000"))
CHUNK = 500
GNUBG = gnubg()
QUESTIONS = """
import gnubg, json
for command in ("set automatic roll off", "set automatic game off", "set player 0 human", "set player 1 human",
                "set display off", "set output winpc off", "new session", "set turn 1"):
    gnubg.command(command)
answers = []
for identifier, first, second in json.load(open({questions!r})):
    gnubg.command("set turn 1")
    gnubg.command("set board " + identifier)
    gnubg.command("set dice %d %d" % (first, second))
    try:
        found = gnubg.hint(10000)["hint"]
    except Exception:
        found = []
    answers.append([play["move"] for play in found])
json.dump(answers, open({answers!r}, "w"))
"""


def gnubg_answers(questions, folder):
    """The plays of each question (Position ID, two numbers) as GNU Backgammon writes them."""
    paths = {name: str(folder / f"{name}.json") for name in ("questions", "answers")}
    Path(paths["questions"]).write_text(json.dumps(questions))
    script = folder / "ask.py"
    script.write_text(QUESTIONS.format(**paths))
    asked = [GNUBG, "--tty", "--quiet", "--python", str(script)]
    subprocess.run(asked, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=1800)
    return json.loads(Path(paths["answers"]).read_text())


def after(text, play):
    """The position after a play as GNU Backgammon writes it, played on the board of the brute force."""
    board = board_from("backgammon", text)
    for word in play.split():
        move, _bracket, times = word.rstrip(")").partition("(")
        stops = [
            {"bar": 25, "off": OFF_POINT}.get(stop) or int(stop) for stop in move.replace("*", "").lower().split("/")
        ]
        for _time in range(int(times or 1)):
            for start, target in pairwise(stops):
                move_to(board, start, target)
    return text_of(board)


@pytest.mark.prove
@pytest.mark.skipif(not GNUBG, reason="GNU Backgammon is not installed, so nothing is compared with it.")
@pytest.mark.parametrize("chunk", range(max(TO_PROVE // CHUNK, 1)))
def test_program_and_gnubg_find_the_same_positions(chunk, tmp_path, record_property):
    chance = random.Random(f"gnubg/{chunk}")
    count = min(CHUNK, TO_PROVE)
    asked = [*played_positions(Variant.BACKGAMMON, chance, count // 2)]
    asked += made_positions(Variant.BACKGAMMON, chance, count - count // 2)

    answers = gnubg_answers([(write_position_id(position), *roll) for position, roll in asked], tmp_path)

    differences = []
    for (position, roll), plays in zip(asked, answers, strict=True):
        text = write_position(position)
        found = sorted(write_position(play.after) for play in legal_plays(position, roll))
        if found != sorted(after(text, play) for play in plays or [""]):
            differences.append((text, roll, plays))
    record_property("positions compared with gnubg", len(asked))
    print(f"{len(asked)} positions, {sum(map(len, answers))} plays compared with gnubg")
    assert differences == []
