import io

import pytest
from django.core.management import CommandError, call_command

from tournament.archive.format_1 import read_archive


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


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "1"], "It takes at least two players, one round and one tournament."),
        (["--rounds", "0"], "It takes at least two players, one round and one tournament."),
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

    assert str(refusal.value) == f"{tmp_path / 'file'}: File exists"
