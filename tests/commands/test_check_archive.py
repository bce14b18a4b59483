import json
from pathlib import Path

import pytest
from django.core.management import call_command

CASES = Path("fixtures/cases")


def check(capsys, *files):
    """The exit code and the lines that were printed."""
    code = 0
    try:
        call_command("check_archive", *files)
    except SystemExit as end:
        code = end.code
    return code, capsys.readouterr().out.splitlines()


@pytest.fixture
def falsified(tmp_path):
    """Writes a case anew after a change to it; the file has a short name."""

    def write(case, change):
        archive = json.loads((CASES / case).read_text("utf-8"))
        change(archive)
        path = tmp_path / "evening.json"
        path.write_text(json.dumps(archive), "utf-8")
        return path

    return write


def test_of_a_sound_archive_it_is_said_how_much_was_checked(capsys):
    path = CASES / "plain_8x3.json"

    assert check(capsys, path) == (0, [f"{path}: 3 rounds, all as the rules give."])


def test_seeds_and_ranking_of_finals_are_worked_out_again(capsys, falsified):
    def other_seeds(archive):
        """Let 3 and 7 change places in the whole of the finals."""
        other = {3: 7, 7: 3}
        for round_ in archive["rounds"][4:]:
            for pairing in round_["pairings"]:
                pairing["players"] = [other.get(number, number) for number in pairing["players"]]
        archive["rounds"][4]["seeds"] = [5, 6, 3, 7]
        archive["standings"][1]["player"], archive["standings"][3]["player"] = 7, 3

    def other_winner(archive):
        first, second = archive["standings"][:2]
        first["player"], second["player"] = second["player"], first["player"]

    path = falsified("finals_4_of_9.json", other_seeds)
    assert check(capsys, path) == (1, [f"{path}: Round 5: the rules give 5 – 3, but 5 – 7 is paired."])
    code, lines = check(capsys, falsified("finals_4_of_9.json", other_winner))
    assert (code, [line.partition(": ")[2].partition(":")[0] for line in lines]) == (
        1,
        ["Standings, place 1", "Standings, place 2"],
    )


@pytest.fixture
def club_file(tmp_path):
    """Writes the file of a club with these tournaments; each player is a person of their own, all but so many."""

    def write(*archives, unknown=0):
        tournaments = [
            {"is_rated": True, "persons": [*range(1, len(values["players"]) + 1 - unknown)], "archive": values}
            for values in map(json.loads, archives)
        ]
        settings = {"rates": False, "rating_start": 1500, "rating_ramp": "fibs", "rates_stopped": False}
        persons = [{"name": f"Person {number}"} for number in range(1, 15)]
        path = tmp_path / "club.json"
        file = {"format": "backgammon-swiss-club/1", "name": "Club", "place": "", "settings": settings}
        path.write_text(json.dumps(file | {"persons": persons, "tournaments": tournaments}), "utf-8")
        return path

    return write


def test_of_the_file_of_a_club_each_tournament_is_checked(capsys, club_file, falsified):
    sound = (CASES / "plain_8x3.json").read_bytes()
    path = club_file(sound, (CASES / "bye_7x5.json").read_bytes())
    assert check(capsys, path) == (0, [f"{path}: 2 tournaments: 8 rounds, all as the rules give."])

    def last_is_first(archive):
        archive["standings"].reverse()

    code, lines = check(capsys, club_file(sound, falsified("plain_8x3.json", last_is_first).read_bytes()))

    name = json.loads(sound)["name"]
    assert (code, {line.partition(": ")[2].startswith(f"{name}, ") for line in lines}) == (1, {True})


def test_of_the_file_of_a_club_what_ties_its_tournaments_is_checked(capsys, club_file):
    path = club_file((CASES / "plain_8x3.json").read_bytes(), unknown=1)

    code, lines = check(capsys, path)

    assert (code, len(lines)) == (1, 1)


def test_of_several_archives_it_is_said_how_many_are_sound(capsys):
    paths = sorted(CASES.iterdir())

    assert check(capsys, *paths) == (0, [f"{len(paths)} of {len(paths)} archives in order."])


def test_a_falsified_pairing_is_named_with_what_the_rules_give(capsys, falsified):
    def swap(archive):
        upper, lower = archive["rounds"][0]["pairings"][:2]
        upper["players"][1], lower["players"][1] = lower["players"][1], upper["players"][1]

    path = falsified("plain_8x3.json", swap)
    code, lines = check(capsys, path)

    given = json.loads((CASES / "plain_8x3.json").read_text("utf-8"))["rounds"][0]["pairings"]
    first, second = given[0]["players"]
    other = given[1]["players"][1]
    assert code == 1
    assert lines[0] == f"{path}: Round 1: the rules give {first} – {second}, but {first} – {other} is paired."


def test_a_falsified_place_is_named_with_what_the_rules_give(capsys, falsified):
    def raise_buchholz(archive):
        archive["standings"][2]["buchholz"] += 1

    path = falsified("plain_8x3.json", raise_buchholz)
    code, lines = check(capsys, path)

    row = json.loads((CASES / "plain_8x3.json").read_text("utf-8"))["standings"][2]
    false_row = {**row, "buchholz": row["buchholz"] + 1}
    expected = f"the rules give {json.dumps(row)}, the file has {json.dumps(false_row)}."
    assert (code, lines) == (1, [f"{path}: Standings, place 3: {expected}"])


def test_a_missing_row_of_the_standings_is_named(capsys, falsified):
    path = falsified("plain_8x3.json", lambda archive: archive["standings"].pop())

    code, lines = check(capsys, path)

    assert (code, len(lines)) == (1, 1)
    assert lines[0].endswith("the file has null.")


def test_rematches_allowed_without_need_are_a_disagreement(capsys, falsified):
    def allow(archive):
        archive["rounds"][1]["rematches_allowed"] = True

    path = falsified("plain_8x3.json", allow)

    sentence = "Round 2 is not possible under the rules. This round can be paired without a rematch."
    assert check(capsys, path) == (1, [f"{path}: {sentence}"])


def test_each_broken_file_gets_one_line_and_the_others_are_checked_all_the_same(capsys, tmp_path):
    missing, broken = tmp_path / "missing.json", tmp_path / "broken.json"
    broken.write_bytes(b"\xff")

    code, lines = check(capsys, missing, broken, CASES / "plain_8x3.json")

    assert code == 1
    assert lines == [
        f"{missing}: not found",
        f"{broken}: The file is not UTF-8 text (byte 0).",
        "1 of 3 archives in order.",
    ]
