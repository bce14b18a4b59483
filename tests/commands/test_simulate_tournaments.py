import io

import pytest
from django.core.management import CommandError, call_command

from tournament.archive.checks import read_archive
from tournament.matches.formats import MatchFormat

TO_7 = {"match_length": 7, "backgammons": True, "cube": True, "crawford": True, "winner_opens": False}


def simulate(*arguments):
    out = io.StringIO()
    call_command("simulate_tournaments", *arguments, stdout=out)
    return out.getvalue().encode()


def test_one_archive_goes_to_standard_output_and_the_same_seed_gives_the_same_bytes():
    asked = ("--players", "9", "--rounds", "4", "--seed", "21")

    data = simulate(*asked)

    archive = read_archive(data)
    assert (len(archive.rounds), archive.rules.rounds) == (4, 4)
    assert simulate(*asked) == data
    assert simulate(*asked[:-1], "22") != data


def test_several_archives_go_to_a_folder_one_file_each(tmp_path):
    simulate("--tournaments", "3", "--profile", "mixed", "-o", str(tmp_path / "new"))

    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["mixed-1-00001.json", "mixed-1-00002.json", "mixed-1-00003.json"]
    assert [read_archive((tmp_path / "new" / name).read_bytes()).name for name in names] == [
        "mixed 1/1",
        "mixed 1/2",
        "mixed 1/3",
    ]


def test_a_format_is_played_game_by_game():
    archive = read_archive(simulate("--players", "6", "--rounds", "3", "--format", "cube", "--length", "7"))

    matches = [match for round_ in archive.rounds for match in round_.matches.values()]
    assert (archive.format, len(matches)) == (MatchFormat(**TO_7), 9)


def test_a_single_game_with_the_cube_counts_excess_points():
    archive = read_archive(simulate("--players", "6", "--rounds", "3", "--format", "cube_single"))

    assert (archive.format.is_single_game_with_cube, archive.rules.count_excess_points) == (True, True)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "1"], "It takes at least two players, one round and one tournament."),
        (["--rounds", "0"], "It takes at least two players, one round and one tournament."),
        (["--length", "5"], "A length goes with a format: --format FORMAT."),
        (
            ["--format", "tavli", "--length", "4"],
            "Matches of this format go to one of these lengths: 3, 5, 7, 9.",
        ),
        (["--tournaments", "2"], "Several tournaments need a folder: -o FOLDER."),
    ],
)
def test_what_cannot_be_played_is_refused(arguments, sentence):
    with pytest.raises(CommandError) as refusal:
        simulate(*arguments)

    assert str(refusal.value) == sentence


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")

    with pytest.raises(CommandError) as refusal:
        simulate("-o", str(tmp_path / "file"))

    assert str(refusal.value) == f"{tmp_path / 'file'}: something else is there"
