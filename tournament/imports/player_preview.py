"""The preview of a list of players: the rows of the file, the players to enter, and what is said above the table."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from tournament.engine.refusals import Refused
from tournament.imports.columns import missing_half
from tournament.imports.encodings import ENCODINGS
from tournament.imports.headings import Holds
from tournament.imports.player_lists import ListAnswer, ReadLine, ReadList, with_answers, with_columns
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
)
from tournament.phrases.refusals import rows_not_ticked_words

# The reasons for which a row has no player at all.
NO_PLAYER = frozenset({"list_line_above", "list_line_heading"})
# More answers are folded up.
MOST_ANSWERS_IN_SIGHT = 20


# An option of a select field: its value, its label, and whether it is chosen.
Option = tuple[str, str, bool]


class ListPreview:
    """The preview page: the options for sheet, encoding and each column, and the rows.

    Each row has its candidates, each with whether they are ticked: those with a key in `ticked`, by default all without
    a doubt.
    """

    def __init__(
        self, found: ReadList, read_lines: Sequence[ReadLine], ticked: Mapping[int, int] | None = None
    ) -> None:
        self.found, self.lines = found, read_lines
        self.rows = [
            (line, [(each, each.doubt is None if ticked is None else each.key in ticked) for each in line.candidates])
            for line in read_lines
        ]

    @property
    def sheets(self) -> tuple[Option, ...]:
        source = self.found.source
        return _options({name: name for name in source.sheets}, source.sheet) if len(source.sheets) > 1 else ()

    @property
    def encodings(self) -> tuple[Option, ...]:
        names, chosen = {name: str(ENCODING_NAMES[name]) for name in ENCODINGS}, self.found.source.encoding
        return _options(names, chosen) if chosen else ()

    @property
    def questions(self) -> tuple[tuple[str, tuple[ListAnswer, ...], bool], ...]:
        """The columns of each question in words, the different answers to it, and whether they are folded up."""
        return tuple(_questions(self.found))

    @property
    def columns(self) -> tuple[tuple[Option, ...], ...]:
        return tuple(_options({kind: str(COLUMNS[kind]) for kind in Holds}, holds) for holds in self.found.columns)

    @property
    def shown(self) -> str:
        return shown_as(self.found)

    @property
    def notices(self) -> tuple[str, ...]:
        """What was set aside as a whole, mended, or read only in half."""
        return tuple(_notices(self.found, self.lines))

    @cached_property
    def offer(self) -> dict[str, str] | None:
        return _offer(self.found)

    @property
    def not_ticked(self) -> tuple[str, ...]:
        """Which rows are not ticked, and why."""
        return _not_ticked(self.lines)

    @property
    def add_label(self) -> str:
        return add_label(sum(is_ticked for _line, candidates in self.rows for _candidate, is_ticked in candidates))

    @property
    def has_paid(self) -> bool:
        return any(line.is_paid and line.candidates for line in self.lines)


def shown_as(player_list: ReadList) -> str:
    """The sheet, the encoding, the columns and the answers with which a preview was drawn, as one text."""
    return f"{_columns_shown(player_list)}{','.join(answer.key for answer in player_list.answers if not answer.comes)}"


def _columns_shown(player_list: ReadList) -> str:
    return f"{_source_shown(player_list)}{','.join(player_list.columns)}/"


def _source_shown(player_list: ReadList) -> str:
    return f"{player_list.source.sheet}/{player_list.source.encoding}/"


def as_chosen(
    player_list: ReadList,
    shown_text: str,
    column_kinds: Sequence[Holds],
    coming: Sequence[str],
    instead: Sequence[Holds],
) -> ReadList:
    """Return the list with the columns and answers that the director has chosen in the preview.

    `shown_text` is what the preview was drawn with: columns count only for the file that was shown, answers only for
    its columns. `instead` are the columns that the preview has offered, if that was accepted.
    """
    if not shown_text.startswith(_source_shown(player_list)):
        return player_list
    player_list = with_columns(player_list, column_kinds)
    if instead:
        return with_columns(player_list, instead)
    return with_answers(player_list, coming) if shown_text.startswith(_columns_shown(player_list)) else player_list


def _questions(player_list: ReadList) -> Iterator[tuple[str, tuple[ListAnswer, ...], bool]]:
    """Yield the columns of each question in words, the different answers to it, and whether they are folded up."""
    for question in player_list.questions:
        if question.answers:
            names = [_heading_of(player_list, nth) for nth in question.columns]
            label = ANSWERS_IN % {"columns": column_words(question.columns, names)}
            yield label, question.answers, len(question.answers) > MOST_ANSWERS_IN_SIGHT


def _heading_of(player_list: ReadList, nth: int) -> str:
    return player_list.header[nth] if nth < len(player_list.header) else ""


def _notices(player_list: ReadList, read_lines: Sequence[ReadLine]) -> Iterator[str]:
    """Say what was set aside as a whole, mended, or read only in half."""
    if player_list.source.is_mended:
        yield str(LIST_NOTICES["mended"])
    if player_list.source.is_chat:
        yield str(LIST_NOTICES["chat"])
    if hidden := sum(line.line.is_hidden for line in read_lines):
        yield hidden_rows_sentence(hidden)
    candidates = [
        candidate for line in read_lines for candidate in line.candidates if _reason(candidate.doubt) not in NO_PLAYER
    ]
    if not candidates:
        yield str(LIST_NOTICES["no_names"])
    names = [candidate.player.name for candidate in candidates if candidate.doubt is None]
    if len(names) > 1 and all(name.isalpha() and not _is_written_without_blanks(name) for name in names):
        yield str(LIST_NOTICES["one_word"])
    if halves := [
        line.line.number
        for line in read_lines
        if line.is_half and any(not candidate.doubt for candidate in line.candidates)
    ]:
        yield half_name_rows_sentence(halves)


def _is_written_without_blanks(name: str) -> bool:
    """Whether a name is in a script that has no blank between surname and first name, as Chinese and Korean."""
    return any("\u0e00" <= letter <= "\u11ff" or letter >= "\u3040" for letter in name)


def _offer(player_list: ReadList) -> dict[str, str] | None:
    """Offer a column for the missing half of the names: the sentence, and what all columns then hold."""
    rows = [line.cells for line in player_list.lines[player_list.above :]]
    offered = missing_half(player_list.columns, rows, player_list.header)
    if offered is None:
        return None
    nth, column_kinds = offered
    sentence = missing_half_sentence(column_words([nth], [_heading_of(player_list, nth)]), column_kinds[nth])
    return {"sentence": sentence, "columns": ",".join(column_kinds)}


def _not_ticked(read_lines: Sequence[ReadLine]) -> tuple[str, ...]:
    """Say which rows are not ticked, and why: each reason once."""
    reasons: dict[tuple[str, str], tuple[Refused, list[int]]] = {}
    for line in read_lines:
        doubts = [candidate.doubt for candidate in line.candidates]
        if all(doubts) and (refused := line.refused or next(filter(None, doubts), None)):
            same = (refused.code, refused.values.get("answer", ""))
            reasons.setdefault(same, (refused, []))[1].append(line.line.number)
    return tuple(rows_not_ticked_words(refused, numbers) for refused, numbers in reasons.values())


def _reason(doubt: Refused | None) -> str:
    return doubt.code if doubt else ""


def _options(labels: Mapping[str, str], chosen_value: str) -> tuple[Option, ...]:
    return tuple((value, label, value == chosen_value) for value, label in labels.items())
