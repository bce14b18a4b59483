"""The preview of a list of players: the rows of the file, and the players to enter."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.imports.headings import Holds
from tournament.imports.player_lists import Candidate, ReadLine, ReadList
from tournament.imports.text_files import ENCODINGS
from tournament.phrases.players import COLUMNS, ENCODINGS as ENCODING_NAMES, add_label, hidden_rows_sentence


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a select field."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ListPreview:
    """The preview page: the options for sheet, encoding and each column, and the rows.

    Each row has its candidates, each with whether they are ticked.
    """

    sheets: tuple[Option, ...]
    encodings: tuple[Option, ...]
    columns: tuple[tuple[Option, ...], ...]
    rows: tuple[tuple[ReadLine, tuple[tuple[Candidate, bool], ...]], ...]
    shown: str
    hidden_rows: str
    add_label: str
    has_paid: bool


def shown_as(found: ReadList) -> str:
    """The sheet, the encoding and the columns with which a preview was drawn, as one text."""
    return f"{source_of(found)}/{','.join(found.columns)}"


def source_of(found: ReadList) -> str:
    """The sheet and the encoding with which a file was read, as one text."""
    return f"{found.source.sheet}/{found.source.encoding}"


def list_preview(found: ReadList, lines: Sequence[ReadLine], ticked: Mapping[int, int] | None = None) -> ListPreview:
    """Make the preview; `ticked` has the keys of the ticked players, by default of all without a doubt."""
    rows = tuple(
        (line, tuple((each, each.doubt is None if ticked is None else each.key in ticked) for each in line.candidates))
        for line in lines
    )
    hidden = sum(line.line.is_hidden for line in lines)
    source = found.source
    return ListPreview(
        sheets=_options({name: name for name in source.sheets}, source.sheet) if len(source.sheets) > 1 else (),
        encodings=_options({name: str(ENCODING_NAMES[name]) for name in ENCODINGS}, source.encoding)
        if source.encoding
        else (),
        columns=tuple(_options({kind: str(COLUMNS[kind]) for kind in Holds}, holds) for holds in found.columns),
        rows=rows,
        shown=shown_as(found),
        hidden_rows=hidden_rows_sentence(hidden) if hidden else "",
        add_label=add_label(sum(is_ticked for _line, candidates in rows for _candidate, is_ticked in candidates)),
        has_paid=any(line.is_paid and line.candidates for line in lines),
    )


def _options(labels: Mapping[str, str], chosen: str) -> tuple[Option, ...]:
    return tuple(Option(value, label, value == chosen) for value, label in labels.items())
