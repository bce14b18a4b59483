"""What pages show of the journal."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from itertools import islice
from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _, gettext_lazy

from tournament.models import Club, Entry, Helper, JournalLine, Tournament
from tournament.names import search_key
from tournament.pages.tables import Attributes, ListTable
from tournament.phrases.journal import author, change_words, journal_sentence
from tournament.phrases.values import moment
from tournament.queries.journal import journal_facts
from tournament.queries.record import finals_places

# The journal in words, newest change first.

PAGE_LENGTH = 100
# The settings that decide which rounds belong to the finals, and the names of rounds.
NAMING_ROUNDS = {"planned_rounds", "finals_players"}


@dataclass(frozen=True, slots=True)
class Filter:
    """The lines to show: those of one of these actions (None: any) whose words contain this text."""

    actions: frozenset[str] | None = None
    text: str = ""


class JournalRow:
    """A change in words, with what was there `before` and `after`; `is_taken_back` if it is no longer in force."""

    def __init__(
        self, line: JournalLine, *, is_taken_back: bool, is_helper: bool = False, words: tuple[str, str] = ("", "")
    ) -> None:
        self.version, self.at, self.is_taken_back = line.version, line.at, is_taken_back
        self.who = author(line.by_name, is_helper=is_helper, is_guest=line.by_guest)
        self.what = journal_sentence(line.action, line.facts)
        self.before, self.after = words


def journal_page(tournament: Tournament, row_filter: Filter, number: int) -> dict[str, Any]:
    """One page of rows, their table, and whether there are older ones; pages count from 1, the newest first."""
    start = (number - 1) * PAGE_LENGTH
    rows = tuple(islice(journal_rows(tournament, row_filter), start, start + PAGE_LENGTH + 1))
    table = JournalTable(rows[:PAGE_LENGTH], localdate())
    return {"number": number, "rows": rows[:PAGE_LENGTH], "table": table, "has_older": len(rows) > PAGE_LENGTH}


def journal_rows(tournament: Tournament, row_filter: Filter) -> Iterator[JournalRow]:
    """Yield the changes that match the filter, newest first, with the names of players and rounds at that time."""
    text = search_key(row_filter.text)
    entries = Entry.objects.filter(tournament=tournament)
    names = {entry.pk: entry.name for entry in entries}
    helpers = set(Helper.objects.filter(tournament=tournament).values_list("user_id", flat=True))
    then = copy(tournament)
    places_in = partial(finals_places, then)
    for line, is_taken_back in _newest_first(JournalLine.objects.filter(tournament=tournament)):
        if row_filter.actions is None or journal_facts(line)[0] in row_filter.actions:
            words = change_words(line.action, line.facts, line.changes, names, then.currency, places_in)
            row = JournalRow(line, is_taken_back=is_taken_back, is_helper=line.by_id in helpers, words=words)
            if text in search_key("\n".join((row.who, row.what, row.before, row.after))):
                yield row
        _restore_names_before(line, names, then)


def club_journal_rows(club: Club) -> Iterator[JournalRow]:
    for line, is_taken_back in _newest_first(JournalLine.objects.filter(club=club)):
        yield JournalRow(line, is_taken_back=is_taken_back)


def _newest_first(journal_lines: QuerySet[JournalLine]) -> Iterator[tuple[JournalLine, bool]]:
    """Yield the lines, newest first, each with whether it was undone by a line that was not itself undone."""
    taken_back: set[int] = set()
    for line in journal_lines.order_by("-version").iterator():
        is_taken_back = line.pk in taken_back
        if line.undoes_id is not None and not is_taken_back:
            taken_back.add(line.undoes_id)
        yield line, is_taken_back


def _restore_names_before(line: JournalLine, names: dict[int, str], then: Tournament) -> None:
    for change in line.changes:
        before = change["before"]
        if change["model"] == "tournament" and before:
            for setting in NAMING_ROUNDS & before.keys():
                setattr(then, setting, before[setting])
        if change["model"] == "entry" and before and "name" in before:
            names[change["id"]] = before["name"]


# The tables of both journals, a tournament's and a club's.

# The number of letters after which a text is folded up.
MOST_LETTERS = 120


class JournalTable(ListTable):
    """Every change in words; the journal of a club has no columns for before and after."""

    caption = gettext_lazy("Journal")
    look = "table journal"
    when = tables.Column(gettext_lazy("Time"), accessor="at", attrs={"cell": {"class": "when"}})
    who = tables.Column(gettext_lazy("Who"), attrs={"cell": {"class": "who"}})
    what = tables.Column(gettext_lazy("What"), attrs={"td": {"class": "what"}})
    before = tables.Column(
        gettext_lazy("Before"),
        attrs={"th": {"class": "before"}, "td": {"class": "before", "data-label": gettext_lazy("Before")}},
    )
    after = tables.Column(
        gettext_lazy("After"),
        attrs={"th": {"class": "after"}, "td": {"class": "after", "data-label": gettext_lazy("After")}},
    )

    def __init__(self, rows: Sequence[JournalRow], today: date, without: Sequence[str] = ()) -> None:
        super().__init__(rows, without=without)
        self.today = today

    def attrs_of(self, record: JournalRow) -> Attributes:
        return {"id": f"line-{record.version}", "class": "gone" if record.is_taken_back else None}

    def render_when(self, value: datetime) -> SafeString:
        return format_html('<time datetime="{}">{}</time>', localtime(value).isoformat(), moment(value, self.today))

    def render_what(self, value: str, record: JournalRow) -> str:
        if not record.is_taken_back:
            return value
        return format_html('<s>{}</s> <span class="chip">{}</span>', value, _("undone"))

    def render_before(self, value: str) -> str:
        return value if len(value) <= MOST_LETTERS else render_to_string("tables/long_words.html", {"words": value})

    render_after = render_before
