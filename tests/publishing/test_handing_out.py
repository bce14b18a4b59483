"""Published files as a folder and as one file."""

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from tournament.engine.refusals import Refused
from tournament.publishing.handing_out import write_folder, zipped

FILES = {"index.html": b"<p>Zo\xc3\xab", "rounds/1/index.html": b"<p>1"}


def content(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def listed(files):
    return {**files, "files.txt": "\n".join(sorted(files)).encode()}


def test_packed_files_lie_in_one_folder():
    with ZipFile(BytesIO(zipped(FILES.items(), "cup"))) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            "cup/index.html": b"<p>Zo\xc3\xab",
            "cup/rounds/1/index.html": b"<p>1",
        }


def test_a_folder_is_made_with_those_above_it_and_names_its_files(tmp_path):
    write_folder(FILES.items(), tmp_path / "a" / "site")

    assert content(tmp_path) == {f"a/site/{file}": data for file, data in listed(FILES).items()}


def test_a_web_server_may_read_it(tmp_path):
    write_folder(FILES.items(), tmp_path / "site")

    assert [oct(path.stat().st_mode & 0o005) for path in (tmp_path / "site", tmp_path / "site/rounds")] == ["0o5"] * 2


def test_what_was_published_before_is_replaced_as_a_whole(tmp_path):
    write_folder(FILES.items(), tmp_path)
    write_folder({"index.html": b"new"}.items(), tmp_path)

    assert content(tmp_path) == listed({"index.html": b"new"})


def test_an_empty_folder_is_taken(tmp_path):
    (tmp_path / "site").mkdir()

    write_folder(FILES.items(), tmp_path / "site")

    assert content(tmp_path / "site") == listed(FILES)


@pytest.mark.parametrize("strange", ["photo.jpg", "rounds/1/photo.jpg", ".hidden"])
def test_a_folder_with_a_file_of_somebody_else_stays_as_it_is(tmp_path, strange):
    write_folder(FILES.items(), tmp_path)
    (tmp_path / strange).write_bytes(b"mine")
    before = content(tmp_path)

    with pytest.raises(Refused) as refused:
        write_folder({"index.html": b"new"}.items(), tmp_path)

    assert (refused.value.code, refused.value.values) == (
        "folder_holds_something_else",
        {"folder": tmp_path, "file": strange},
    )
    assert content(tmp_path) == before


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "site").write_bytes(b"mine")

    with pytest.raises(Refused) as refused:
        write_folder(FILES.items(), tmp_path / "site")

    assert (refused.value.code, content(tmp_path)) == ("place_is_no_folder", {"site": b"mine"})


def test_a_publication_that_breaks_off_leaves_what_was_there(tmp_path):
    write_folder(FILES.items(), tmp_path / "site")

    with pytest.raises(OSError, match="rounds"):
        write_folder({"index.html": b"new", "rounds": b"", "rounds/1/index.html": b""}.items(), tmp_path / "site")

    assert content(tmp_path) == {f"site/{file}": data for file, data in listed(FILES).items()}
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_folder_that_cannot_be_moved_into_place_leaves_what_was_there(tmp_path, monkeypatch):
    write_folder(FILES.items(), tmp_path / "site")
    rename = Path.rename

    def held_by_another_program(path, target):
        if path.name == "new":
            raise PermissionError(path.name)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", held_by_another_program)
    with pytest.raises(PermissionError):
        write_folder({"index.html": b"new"}.items(), tmp_path / "site")

    assert content(tmp_path) == {f"site/{file}": data for file, data in listed(FILES).items()}
