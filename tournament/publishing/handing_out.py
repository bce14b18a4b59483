"""Published files on disk, as a folder or as a zip file."""

import tempfile
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from tournament.engine.refusals import Refused
from tournament.publishing.contents import File

# Every published folder contains this list of its files; a file not listed was added by somebody else.
LIST = "files.txt"
DRAFT = ".draft-"
READABLE_FOR_A_WEB_SERVER = 0o755


def zipped(files: Iterable[File], name: str) -> bytes:
    """Zip the files in a folder of that name, without keeping them all in memory."""
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for path, data in files:
            archive.writestr(f"{name}/{path}", data)
    return stream.getvalue()


def write_folder(files: Iterable[File], folder: Path) -> None:
    """Write the files as a folder, completely or not at all: it is written beside `folder` and then moved there.

    Raises Refused unless `folder` is missing, empty, or holds nothing but files published earlier.
    """
    folder = folder.resolve()
    _refuse_what_is_not_published(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=DRAFT, dir=folder.parent) as beside:
        draft, old_folder = Path(beside) / "new", Path(beside) / "before"
        draft.mkdir(mode=READABLE_FOR_A_WEB_SERVER)
        paths = []
        for path, data in files:
            (draft / path).parent.mkdir(mode=READABLE_FOR_A_WEB_SERVER, parents=True, exist_ok=True)
            (draft / path).write_bytes(data)
            paths.append(path)
        (draft / LIST).write_text("\n".join(sorted(paths)), "utf-8", newline="")
        if folder.exists():
            folder.rename(old_folder)
        try:
            draft.rename(folder)
        except OSError:
            if old_folder.exists():
                old_folder.rename(folder)
            raise


def _refuse_what_is_not_published(folder: Path) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise Refused("place_is_no_folder", folder=folder)
    list_file = folder / LIST
    published = {LIST, *list_file.read_text("utf-8").splitlines()} if list_file.is_file() else set()
    paths = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    if strange := sorted(paths - published):
        raise Refused("folder_holds_something_else", folder=folder, file=strange[0])
