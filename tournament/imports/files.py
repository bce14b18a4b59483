"""Reads a file with a list, whatever program wrote it; refuses other formats by name."""

import re
import zipfile
from collections.abc import Callable, Sequence
from io import BytesIO
from itertools import islice
from typing import BinaryIO

from tournament.engine.refusals import Refused
from tournament.imports.cells import MEGABYTE, Limits, SourceList
from tournament.imports.chats import chat_rows
from tournament.imports.encodings import decoded, mended
from tournament.imports.text_files import rows_of_text
from tournament.imports.workbooks import read_workbook

ZIP, OLD_OFFICE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
# Streams in a file of the old Office format: of an Excel file with a password, and of a Word document.
WITH_PASSWORD, OLD_WORD = "EncryptedPackage".encode("utf-16-le"), "WordDocument".encode("utf-16-le")
# The first bytes of files that hold no list, and the names of their formats.
FOREIGN = (
    (b"\x89PNG", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF8", "GIF"), (b"BM", "BMP"), (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"), (b"%PDF", "PDF"), (b"{\\rtf", "RTF"), (b"SQLite format 3", "SQLite"),
    (b"Rar!", "RAR"), (b"7z\xbc\xaf", "7z"), (b"\x1f\x8b", "gzip"),
)  # fmt: skip
FOREIGN_BEHIND = {b"WEBP": (8, "WebP"), b"ftyphe": (4, "HEIC"), b"ftypmif1": (4, "HEIC"), b"ftypavif": (4, "AVIF")}
FOREIGN_TEXTS = (
    (re.compile(r"<!doctype html|<html|<head|<body|<table|<meta|<div", re.IGNORECASE), "HTML"),
    (re.compile(r"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?(?:<!doctype svg|<svg)", re.IGNORECASE | re.DOTALL), "SVG"),
    (re.compile(r"<\?xml|<[a-z][\w:-]*[\s/>]", re.IGNORECASE), "XML"),
    (re.compile(r"[{\[]\s*(?:[{\[\"}\]]|$)"), "JSON"),
    (re.compile(r"BEGIN:VCARD", re.IGNORECASE), "vCard"),
    (re.compile(r"BEGIN:VCALENDAR", re.IGNORECASE), "iCalendar"),
    # The lines of a tournament report of the chess federation begin with such numbers.
    (re.compile(r"(?:(?:###|DDD|XX[RC]|0[0-9]2|1[0-3]2)\b[^\n]*\n)*(?:012 \S|001 +\d+ )"), "TRF"),
)
# Parts of packed files that are no workbooks, and the names of their formats.
FOREIGN_PARTS = {
    "word/document.xml": "Word", "ppt/presentation.xml": "PowerPoint", "Index/Document.iwa": "Numbers",
    "META-INF/container.xml": "EPUB",
}  # fmt: skip
FOREIGN_OPEN_DOCUMENTS = {b"text": "ODT", b"presentation": "ODP", b"graphics": "ODG"}
WORKBOOK_PARTS = ("xl/workbook.xml", "xl/workbook.bin", "content.xml")


def read_list(
    file: BinaryIO,
    limits: Limits,
    known_headings: Callable[[Sequence[str]], int],
    *,
    sheet: str = "",
    encoding: str = "",
) -> SourceList:
    """Read the list in a file. Raises Refused if it holds none.

    `known_headings` counts the headings of such a list in a row, to find the sheet and the delimiter. `sheet` and
    `encoding` are those that the user has chosen, if any.
    """
    data = file.read(limits.megabytes * MEGABYTE + 1)
    if len(data) > limits.megabytes * MEGABYTE:
        raise Refused("list_file_too_large", megabytes=limits.megabytes)
    if not data.strip():
        raise Refused("list_file_empty")
    if kind := _foreign(data):
        raise Refused("list_file_foreign", kind=kind)
    if data.startswith((ZIP, OLD_OFFICE)):
        source_list = read_workbook(data, limits, known_headings, sheet)
    else:
        text, guessed = decoded(data, encoding)
        source_list = read_text(text, limits, known_headings, encoding=guessed)
    if len(source_list.rows) > limits.rows:
        raise Refused("list_file_too_long", rows=limits.rows)
    return source_list


def read_text(
    text: str, limits: Limits, known_headings: Callable[[Sequence[str]], int], encoding: str = ""
) -> SourceList:
    """Read a list from a text. Raises Refused if the text has another format, such as HTML."""
    start = text.lstrip()[:2000]
    for pattern, kind in FOREIGN_TEXTS:
        if pattern.match(start):
            raise Refused("list_file_foreign", kind=kind)
    text, is_mended = mended(text)
    chat = chat_rows(text)
    rows = chat or rows_of_text(text, known_headings)
    return SourceList(tuple(islice(rows, limits.rows + 1)), encoding=encoding, is_mended=is_mended, is_chat=bool(chat))


def _foreign(data: bytes) -> str:
    """Return the name of a format that holds no list; empty if the bytes may hold one."""
    for start, kind in FOREIGN:
        if data.startswith(start) and (kind != "BMP" or b"\x00" in data[:30]):
            return kind
    for sign, (place, kind) in FOREIGN_BEHIND.items():
        if data[place:].startswith(sign):
            return kind
    if data.startswith(OLD_OFFICE):
        if WITH_PASSWORD in data:
            raise Refused("list_file_has_password")
        return "Word" if OLD_WORD in data else ""
    return _foreign_packed(data) if data.startswith(ZIP) else ""


def _foreign_packed(data: bytes) -> str:
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            names = packed.namelist()
            mimetype = packed.open("mimetype").read(100) if "mimetype" in names else b""
    # A broken file may raise any exception.
    except Exception as error:
        raise Refused("list_file_broken") from error
    for kind, name in FOREIGN_OPEN_DOCUMENTS.items():
        if b"opendocument." + kind in mimetype:
            return name
    foreign_kind = next((kind for part, kind in FOREIGN_PARTS.items() if part in names), "")
    return foreign_kind or ("" if any(part in names for part in WORKBOOK_PARTS) else "ZIP")
