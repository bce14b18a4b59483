"""The preview of a list of players: the rows of the file, the players to enter, and what is said above the table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournament.engine.refusals import Refused
from tournament.imports.columns import missing_half
from tournament.imports.encodings import ENCODINGS
from tournament.imports.headings import Holds
from tournament.imports.player_lists import Candidate, ListAnswer, ReadLine, ReadList, with_answers, with_columns
from tournament.phrases.players import (
    ANSWERS_IN,
    COLUMNS,
    ENCODINGS as ENCODING_NAMES,
    LIST_NOTICES,
    add_label,
    column_words,
    half_name_rows_sentence,
    hidden_rows_sentence,
    missing_half_sentence,
    rows_not_ticked_words,
)

# The reasons for which a row has no player at all.
NO_PLAYER = frozenset({"list_line_above", "list_line_heading"})
# More answers are folded up.
MOST_ANSWERS_IN_SIGHT = 20


# An option of a select field: its value, its label, and whether it is chosen.
Option = tuple[str, str, bool]


@dataclass(frozen=True, slots=True)
class ListPreview:
    """The preview page: the options for sheet, encoding and each column, and the rows.

    Each row has its candidates, each with whether they are ticked. `notices` say what was set aside, mended or read
    only in half, `not_ticked` which rows are not ticked and why.
    """

    sheets: tuple[Option, ...]
    encodings: tuple[Option, ...]
    questions: tuple[tuple[str, tuple[ListAnswer, ...], bool], ...]
    columns: tuple[tuple[Option, ...], ...]
    rows: tuple[tuple[ReadLine, tuple[tuple[Candidate, bool], ...]], ...]
    shown: str
    notices: tuple[str, ...]
    offer: Mapping[str, str] | None
    not_ticked: tuple[str, ...]
    add_label: str
    has_paid: bool


def shown_as(found: ReadList) -> str:
    """The sheet, the encoding, the columns and the answers with which a preview was drawn, as one text."""
    return f"{_columns_shown(found)}{','.join(answer.key for answer in found.answers if not answer.comes)}"


def _columns_shown(found: ReadList) -> str:
    return f"{_source_shown(found)}{','.join(found.columns)}/"


def _source_shown(found: ReadList) -> str:
    return f"{found.source.sheet}/{found.source.encoding}/"


def as_chosen(
    found: ReadList, shown: str, columns: Sequence[Holds], coming: Sequence[str], instead: Sequence[Holds]
) -> ReadList:
    """Return the list with the columns and answers that the director has chosen in the preview.

    `shown` is what the preview was drawn with: columns count only for the file that was shown, answers only for its
    columns. `instead` are the columns that the preview has offered, if that was accepted.
    """
    if not shown.startswith(_source_shown(found)):
        return found
    found = with_columns(found, columns)
    if instead:
        return with_columns(found, instead)
    return with_answers(found, coming) if shown.startswith(_columns_shown(found)) else found


def list_preview(found: ReadList, lines: Sequence[ReadLine], ticked: Mapping[int, int] | None = None) -> ListPreview:
    """Make the preview; `ticked` has the keys of the ticked players, by default of all without a doubt."""
    rows = tuple(
        (line, tuple((each, each.doubt is None if ticked is None else each.key in ticked) for each in line.candidates))
        for line in lines
    )
    source = found.source
    return ListPreview(
        sheets=_options({name: name for name in source.sheets}, source.sheet) if len(source.sheets) > 1 else (),
        encodings=_options({name: str(ENCODING_NAMES[name]) for name in ENCODINGS}, source.encoding)
        if source.encoding
        else (),
        questions=tuple(_questions(found)),
        columns=tuple(_options({kind: str(COLUMNS[kind]) for kind in Holds}, holds) for holds in found.columns),
        rows=rows,
        shown=shown_as(found),
        notices=tuple(_notices(found, lines)),
        offer=_offer(found),
        not_ticked=_not_ticked(lines),
        add_label=add_label(sum(is_ticked for _line, candidates in rows for _candidate, is_ticked in candidates)),
        has_paid=any(line.is_paid and line.candidates for line in lines),
    )


def _questions(found: ReadList) -> Iterator[tuple[str, tuple[ListAnswer, ...], bool]]:
    """Yield the columns of each question in words, the different answers to it, and whether they are folded up."""
    for question in found.questions:
        if question.answers:
            names = [_heading_of(found, nth) for nth in question.columns]
            label = ANSWERS_IN % {"columns": column_words(question.columns, names)}
            yield label, question.answers, len(question.answers) > MOST_ANSWERS_IN_SIGHT


def _heading_of(found: ReadList, nth: int) -> str:
    return found.header[nth] if nth < len(found.header) else ""


def _notices(found: ReadList, lines: Sequence[ReadLine]) -> Iterator[str]:
    """Say what was set aside as a whole, mended, or read only in half."""
    if found.source.is_mended:
        yield str(LIST_NOTICES["mended"])
    if found.source.is_chat:
        yield str(LIST_NOTICES["chat"])
    if hidden := sum(line.line.is_hidden for line in lines):
        yield hidden_rows_sentence(hidden)
    players = [each for line in lines for each in line.candidates if _reason(each.doubt) not in NO_PLAYER]
    if not players:
        yield str(LIST_NOTICES["no_names"])
    names = [each.player.name for each in players if each.doubt is None]
    if len(names) > 1 and all(name.isalpha() and not _is_written_without_blanks(name) for name in names):
        yield str(LIST_NOTICES["one_word"])
    if halves := [
        line.line.number for line in lines if line.is_half and any(not each.doubt for each in line.candidates)
    ]:
        yield half_name_rows_sentence(halves)


def _is_written_without_blanks(name: str) -> bool:
    """Whether a name is in a script that has no blank between surname and first name, as Chinese and Korean."""
    return any("\u0e00" <= letter <= "\u11ff" or letter >= "\u3040" for letter in name)


def _offer(found: ReadList) -> dict[str, str] | None:
    """Offer a column for the missing half of the names: the sentence, and what all columns then hold."""
    rows = [line.cells for line in found.lines[found.above :]]
    offered = missing_half(found.columns, rows, found.header)
    if offered is None:
        return None
    nth, columns = offered
    sentence = missing_half_sentence(column_words([nth], [_heading_of(found, nth)]), columns[nth])
    return {"sentence": sentence, "columns": ",".join(columns)}


def _not_ticked(lines: Sequence[ReadLine]) -> tuple[str, ...]:
    """Say which rows are not ticked, and why: each reason once."""
    reasons: dict[tuple[str, str], tuple[Refused, list[int]]] = {}
    for line in lines:
        doubts = [each.doubt for each in line.candidates]
        if all(doubts) and (refused := line.refused or next(filter(None, doubts), None)):
            same = (refused.code, refused.values.get("answer", ""))
            reasons.setdefault(same, (refused, []))[1].append(line.line.number)
    return tuple(rows_not_ticked_words(refused, numbers) for refused, numbers in reasons.values())


def _reason(doubt: Refused | None) -> str:
    return doubt.code if doubt else ""


def _options(labels: Mapping[str, str], chosen: str) -> tuple[Option, ...]:
    return tuple((value, label, value == chosen) for value, label in labels.items())
