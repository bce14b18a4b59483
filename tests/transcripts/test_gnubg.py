"""GNU Backgammon reads what is written here, and says the same of identifiers. It is asked where it is installed."""

import json
import random
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.installed import gnubg
from tests.reference.board_positions import played_positions
from tests.transcripts.invented_matches import DIALECTS, invented_match, written
from tournament.board.games import Variant
from tournament.board.gnu_ids import MatchState, read_match_id, write_position_id
from tournament.board.xgid import Diagram, read_xgid, write_xgid
from tournament.transcripts.reading import read_transcript
from tournament.transcripts.writing import write_transcript
from tournament.transcripts.written import WrittenActionKind

pytestmark = pytest.mark.skipif(
    not gnubg(), reason="GNU Backgammon is not installed, so nothing is compared with it (Debian: gnubg)."
)
BEGIN = """
import gnubg, json
for command in ("set automatic roll off", "set automatic game off", "set player 0 human", "set player 1 human",
                "set display off", "set output winpc off"):
    gnubg.command(command)
answers = []
"""
END = "\njson.dump(answers, open('answers.json', 'w'))\n"
COMPLAINTS = ("warning", "unrecognised", "garbage", "doesn't follow", "not a valid", "illegal", "invalid")


def ask(script, folder):
    """What GNU Backgammon answered to a script, and what it said beside that."""
    (folder / "ask.py").write_text(BEGIN + script + END)
    done = subprocess.run(
        [gnubg(), "--tty", "--quiet", "--python", "ask.py"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    return json.loads((folder / "answers.json").read_text()), done.stdout + done.stderr


IMPORT = """
for number in range({count}):
    gnubg.command("import mat %d.mat" % number)
    games = gnubg.match(0, 0, 0)["games"]
    answers.append([["XO".index(game["info"]["winner"]), game["info"]["points-won"]] for game in games])
"""


def refuse_what_gnubg_complains_about(matches, folder):
    sound = [read_transcript(data) for data in matches]
    for number, match in enumerate(sound):
        (folder / f"{number}.mat").write_text(write_transcript(match, ("Anna", "Zoë: von " + "o" * 90)))

    answers, said = ask(IMPORT.format(count=len(sound)), folder)

    assert [line for line in said.splitlines() if any(word in line.lower() for word in COMPLAINTS)] == []
    # Points of the last game may be capped in a file; it counts cube and gammon itself.
    assert [[winner for winner, _points in games] for games in answers] == [
        [game.winner for game in match.games] for match in sound
    ]


def invented(chance, dialect):
    return written(invented_match(chance, chance.choice((0, 1, 3, 5, 7))), dialect)[0]


def test_gnubg_reads_what_is_written_without_a_warning(tmp_path):
    chance = random.Random("written")
    refuse_what_gnubg_complains_about([invented(chance, dialect) for dialect in DIALECTS * 2], tmp_path)


def done_in(game):
    return [
        (action.player, action.kind, action.roll, action.value)
        for action in game.actions
        if action.kind is not WrittenActionKind.RESIGN
    ]


def test_a_transcript_that_is_written_and_read_again_says_the_same():
    chance = random.Random("again")
    for dialect in DIALECTS:
        match = read_transcript(invented(chance, dialect))
        again = read_transcript(write_transcript(match, ("Anna", "Ben")).encode())

        assert [(game.score, game.winner, game.points) for game in again.games] == [
            (game.score, game.winner, game.points) for game in match.games
        ]
        assert list(map(done_in, again.games)) == list(map(done_in, match.games))


IDENTIFY = """
for xgid in json.load(open("xgids.json")):
    gnubg.command("set xgid " + xgid)
    answers.append([gnubg.positionid(), gnubg.matchid()])
"""


def diagrams(chance, count):
    for position, roll in played_positions(Variant.BACKGAMMON, chance, count):
        on_roll, length = chance.choice((0, 1)), chance.choice((0, 5, 9))
        cube = chance.choice((1, 2, 4))
        match = MatchState(
            cube=cube,
            cube_owner=None if cube == 1 else chance.choice((0, 1)),
            on_roll=on_roll,
            dice=chance.choice(((0, 0), (max(roll), min(roll)))),
            match_length=length,
            score=(chance.randint(0, length - 2), chance.randint(0, length - 2)) if length else (0, 0),
            jacoby=not length and chance.random() < 0.5,
        )
        yield Diagram(position, match)


def seen_by_roller(match):
    """GNU Backgammon calls whoever is on turn player 1."""
    if match.on_roll == 1:
        return match
    owner = None if match.cube_owner is None else 1 - match.cube_owner
    return replace(match, cube_owner=owner, on_roll=1, score=(match.score[1], match.score[0]))


def refuse_identifiers_that_differ(chance, count, folder):
    asked = list(diagrams(chance, count))
    xgids = [write_xgid(diagram) for diagram in asked]
    (folder / "xgids.json").write_text(json.dumps(xgids))

    answers, _said = ask(IDENTIFY, folder)

    ours = [(write_position_id(diagram.position), seen_by_roller(diagram.match)) for diagram in asked]
    assert [(position_id, read_match_id(match_id)) for position_id, match_id in answers] == ours
    assert [read_xgid(xgid) for xgid in xgids] == asked


def test_gnubg_reads_an_xgid_as_the_same_position_and_match(tmp_path):
    refuse_identifiers_that_differ(random.Random("xgid"), 40, tmp_path)


@pytest.mark.prove
def test_gnubg_reads_thousands_of_xgids_as_the_same_positions_and_matches(tmp_path: Path):
    refuse_identifiers_that_differ(random.Random("xgids"), 4_000, tmp_path)


@pytest.mark.prove
def test_gnubg_reads_a_hundred_matches_without_a_warning(tmp_path: Path):
    chance = random.Random("many")
    refuse_what_gnubg_complains_about([invented(chance, chance.choice(DIALECTS)) for _match in range(100)], tmp_path)
