"""What pages show of persons: the register, one person, their career."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, cached_property
from math import ceil, floor
from typing import Any

from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, gettext_lazy, pgettext

from tournament.actions.permissions import can_set_up, runs_installation
from tournament.models import (
    Club,
    Entry,
    JoinRequest,
    JournalLine,
    KeptApart,
    Pairing,
    Person,
    Tournament,
    Voucher,
    Wish,
)
from tournament.names import NOT_IN_PUBLIC, fold
from tournament.pages import tables
from tournament.pages.seasons import EXPERIENCE, RANK, RATED_NAME, RATING, RatingRow, name_of, rating_rows
from tournament.pages.sheets import ColumnKind, DayCell, ListColumn, Sheet, cells_of
from tournament.pages.standings import STEP, curve
from tournament.phrases import journal, persons as phrases, results, seasons, values
from tournament.queries import accounts, persons as queries, players, tournaments
from tournament.queries.clubs import directed_clubs, is_only_club
from tournament.queries.evening import record_of
from tournament.queries.record import result_of
from tournament.queries.seasons import ClubYears, CountedEvening, OwnMatch
from tournament.season.careers import Against, Career
from tournament.season.record import Attendance

# The career of a player in a club over the years.

# The most evenings in the drawing; the most evenings and matches in the lists.
MOST_DRAWN, MOST_LISTED = 60, 60
HEIGHT = 100
STEPS, MOST_MARKS, DAYS_BELOW = (5, 10, 20, 50, 100, 200, 500, 1000), 5, 4


class RatingCourse:
    """A rating from evening to evening, drawn as a line in a height of 100 units; `course` are days and ratings."""

    def __init__(self, course: Sequence[tuple[date, float]]) -> None:
        self.days = tuple(day for day, _rating in course)
        self.ratings = tuple(rating for _day, rating in course)

    @property
    def width(self) -> int:
        return max(len(self.ratings), 1) * STEP

    def _height(self, rating: float) -> int:
        lowest, highest = min(self.ratings), max(self.ratings)
        return round(HEIGHT - 12 - (HEIGHT - 24) * (rating - lowest) / max(highest - lowest, 1.0))

    @property
    def _points(self) -> list[tuple[int, int]]:
        return [(nth * STEP + STEP // 2, self._height(rating)) for nth, rating in enumerate(self.ratings)]

    @property
    def marks(self) -> tuple[tuple[str, int], ...]:
        """The labels of the axis, round ratings at round distances, each with its y coordinate."""
        lowest, highest = min(self.ratings), max(self.ratings)
        step = next(step for step in STEPS if (highest - lowest) / step <= MOST_MARKS or step == STEPS[-1])
        first, last = ceil(lowest / step), floor(highest / step)
        return tuple((seasons.rating_text(nth * step), self._height(nth * step)) for nth in range(first, last + 1))

    @property
    def grid(self) -> str:
        """The SVG path of the grid lines at the labels."""
        return "".join(f"M0 {down}h{self.width}" for _rating, down in self.marks)

    @property
    def marked_days(self) -> tuple[date, ...]:
        """A few evenly spaced days for the labels below the drawing."""
        last = len(self.days) - 1
        count = min(last, DAYS_BELOW - 1)
        return tuple(self.days[last * nth // count] for nth in range(count + 1))

    @property
    def path(self) -> str:
        return curve(self._points)


# An evening that a player attended, their place, and their rating after it, as text.
EveningRow = tuple[CountedEvening, Attendance, str]


class CareerPage:
    """A player's career in a club, of which the newest evenings and matches are listed, the newest first.

    `course` is None with fewer than two rated days, `rank` None while unranked.
    """

    def __init__(self, years: ClubYears, person: int, today: date) -> None:
        self.years, self.person, self.today = years, person, today
        self.name = name_of(years, person)
        self.rated = years.ratings.get(person)
        self.rating = seasons.rating_text(self.rated.rating) if self.rated else ""
        self.experience = self.rated.experience if self.rated else 0
        self.career = years.careers.get(person, Career())
        self.attended = years.attended(person)

    @cached_property
    def rank(self) -> int | None:
        return next((row.rank for row in rating_rows(self.years, self.today) if row.person == self.person), None)

    @cached_property
    def course(self) -> RatingCourse | None:
        drawn = self.rated.course[-MOST_DRAWN:] if self.rated else ()
        return RatingCourse([(self.years.days[nth].date, rating) for nth, rating in drawn]) if len(drawn) > 1 else None

    @property
    def evenings(self) -> tuple[EveningRow, ...]:
        days = ((self.years.days[nth].tournament, rating) for nth, rating in (self.rated.course if self.rated else ()))
        after = {evening.pk: seasons.rating_text(rating) for evening, rating in days if evening}
        newest = reversed(self.attended[-MOST_LISTED:])
        return tuple((evening, place, after.get(evening.tournament.pk, "")) for evening, place in newest)

    @property
    def all_evenings(self) -> int:
        return len(self.attended)

    @property
    def evenings_won(self) -> int:
        return sum(place.rank == 1 and not evening.played.is_running for evening, place in self.attended)

    @property
    def matches(self) -> tuple[OwnMatch, ...]:
        return tuple(reversed(self.years.matches_of(self.person)[-MOST_LISTED:]))


# The copy of all data stored about a person, which names nobody else.

Table = tuple[type[models.Model], str]


def stored_about(
    entries: Iterable[Entry],
    requests: Iterable[JoinRequest] = (),
    persons: Iterable[Person] = (),
    vouchers: Iterable[Voucher] = (),
) -> list[dict[str, Any]]:
    """Collect all data stored about these people as plain values; opponents are start numbers, others' names “…”.

    For `persons`, these are their data in the register and in the club's journal, and their matches of earlier years.
    `vouchers` are those of deleted tournaments.
    """
    everybody = _Everybody()
    return [
        *(_stored_about(entry, everybody.around(entry)) for entry in entries),
        *(_asked_about(join_request, everybody.around_guest(join_request)) for join_request in requests),
        *map(_of_deleted, vouchers),
        *(_in_register(person, everybody.around_person(person)) for person in persons),
    ]


class _Everybody:
    """Finds the names that may stand in texts about each person; those of a club or person are read only once."""

    def __init__(self) -> None:
        self.in_club = cache(queries.names_in_club)
        self.of_person = cache(lambda person: queries.register_names_ever(person.club, _same(person)))

    def around(self, entry: Entry) -> queries.NamesInTexts:
        tournament, ever = entry.tournament, queries.names_ever(entry)
        other_entries = Entry.objects.filter(tournament=tournament).exclude(pk=entry.pk)
        on_list = {name for pair in other_entries.values_list("name", "shown_as") for name in pair}
        own_names = frozenset(ever | (self.of_person(entry.person.real) if entry.person else set()))
        return queries.NamesInTexts(own_names, frozenset(on_list), self._of(tournament))

    def around_guest(self, join_request: JoinRequest) -> queries.NamesInTexts:
        return queries.NamesInTexts(frozenset({join_request.name}), others=self._of(join_request.tournament))

    def around_person(self, person: Person) -> queries.NamesInTexts:
        """The names that may stand in the club's texts about a person."""
        shared = frozenset(queries.names_of_others(person.club, _same(person)))
        return queries.NamesInTexts(frozenset(self.of_person(person)), shared, self.in_club(person.club))

    def _of(self, tournament: Tournament) -> frozenset[str]:
        return self.in_club(tournament.club) | queries.names_in_journal(tournament)


def _same(person: Person) -> models.QuerySet[Person]:
    return Person.objects.including_merged([person.pk]).order_by("pk")


def _asked_about(join_request: JoinRequest, names: queries.NamesInTexts) -> dict[str, Any]:
    return {
        "tournament": join_request.tournament.name,
        "date": join_request.tournament.date.isoformat(),
        "asked_to_join": [_values(join_request, *ASKED)],
        "journal": _journal_lines_about(join_request.tournament.journal, names),
    }


def _in_register(person: Person, names: queries.NamesInTexts) -> dict[str, Any]:
    club = person.club
    same = _same(person)
    keys = {same_person.pk for same_person in same}
    return {
        "club": club.name,
        "name": person.name,
        "other_names": [same_person.name for same_person in same if same_person != person],
        "wish": person.wish,
        "shown_as": person.shown_as,
        "earlier_matches": [
            {
                "date": match.date.isoformat(),
                "list": names.alone(match.match_import.name),
                "counts": match.match_import.counts,
                "match_length": match.match_length,
                "won": match.winner_id in keys,
                **_values(match, "winner_points", "loser_points"),
            }
            for match in queries.matches_of(person)
        ],
        "vouchers_of_deleted_tournaments": [
            _of_deleted(voucher)
            for voucher in queries.vouchers_of_deleted(club).filter(party__in=names.own - names.shared)
        ],
        "texts": list(_texts(queries.texts_of_a_club(), club.pk, names)),
        "journal": _journal_lines_about(club.journal, names, "person", keys),
    }


def _journal_lines_about(
    journal_lines: "models.Manager[JournalLine]",
    names: queries.NamesInTexts,
    model: str = "",
    keys: Collection[int] = (),
) -> list[dict[str, str]]:
    """List journal lines that change these rows, name the person or are by the person, without other people's names."""
    own_lines = []
    for line in journal_lines.order_by("version"):
        sentence = journal.journal_sentence(line.action, names.of_facts(line.facts))
        is_own = any(row["model"] == model and row["id"] in keys for row in line.changes)
        is_by_them = line.by_guest and line.by_name in names.own - names.shared
        if is_own or is_by_them or names.is_named(sentence):
            own_lines.append({"at": timezone.localtime(line.at).isoformat(), "what": names.alone(sentence)})
    return own_lines


def _texts(tables: Iterable[Table], whole: int, names: queries.NamesInTexts) -> Iterator[dict[str, Any]]:
    """Yield each stored text that names the person, with its table and column, without other people's names."""
    for model, way in tables:
        for row in model._default_manager.filter(**{way: whole}).order_by("pk"):
            for field in queries.texts_that_may_name(model):
                text = str(getattr(row, field.attname))
                if names.is_named(text):
                    yield {"where": f"{model._meta.model_name}.{field.name}", "text": names.alone(text)}


def _fields_of(entry: Entry, names: queries.NamesInTexts) -> dict[str, Any]:
    """The entry's fields whose keys in the copy are their column names; texts are without other people's names."""
    called = phrases.COPY_LABELS.keys() - {"number", "tournament"}
    value_by_field = {
        field: getattr(entry, field.name) for field in Entry._meta.concrete_fields if field.name in called
    }
    may_name = queries.texts_that_may_name(Entry)
    return {field.name: names.alone(value) if field in may_name else value for field, value in value_by_field.items()}


# The fields of a sign-up that the copy contains.
ASKED = ("at", "name", "club", "wish")


def _stored_about(entry: Entry, names: queries.NamesInTexts) -> dict[str, Any]:
    tournament = entry.tournament
    record = next(entry_record for entry_record in record_of(tournament).entries if entry_record.number == entry.number)
    return {
        "tournament": tournament.name,
        "date": tournament.date.isoformat(),
        "start_number": entry.number,
        **_fields_of(entry, names),
        "currency": tournament.currency,
        "fee_paid_cents": entry.paid_cents,
        "fee_paid_at": _local(entry.paid_at),
        "fee_paid_to": _hand(entry.paid_to),
        "fee_refunded_cents": entry.refunded_cents,
        "fee_refunded_at": _local(entry.refunded_at),
        "fee_refunded_by": _hand(entry.refunded_by),
        "vouchers": [_voucher(voucher) for voucher in entry.vouchers.order_by("number")],
        "kept_apart": [_wish(entry, wish) for wish in players.wishes_about(entry)],
        "absent_rounds": list(record.absent_rounds),
        "asked_to_join": [
            _values(join_request, *ASKED) for join_request in JoinRequest.objects.filter(entry=entry).order_by("at")
        ],
        "helped": list(_helped(entry, names.own - names.shared)),
        "matches": [_match(entry, pairing) for pairing in _pairings(entry)],
        "texts": list(_texts(queries.texts_of_a_tournament(), tournament.pk, names)),
        "journal": _journal_lines_about(tournament.journal, names, "entry", {entry.pk}),
    }


def _values(row: models.Model, *names: str) -> dict[str, Any]:
    """The values of these fields as they are stored, moments in local time."""
    values = {name: getattr(row, name) for name in names}
    return {name: _local(value) if isinstance(value, datetime) else value for name, value in values.items()}


def _helped(entry: Entry, names: Collection[str]) -> Iterator[dict[str, Any]]:
    folded = set(map(fold, names))
    for helper in entry.tournament.helpers.select_related("user").order_by("pk"):
        if fold(helper.user.first_name) in folded:
            yield {
                "name": helper.user.first_name,
                "came_in_at": _local(helper.user.date_joined),
                "last_seen": _local(helper.last_seen),
            }


def _wish(entry: Entry, wish: KeptApart) -> dict[str, Any]:
    """Describe a pair to keep apart by the other player's start number alone, as the copy is about one person."""
    other_entry = wish.second if wish.first_id == entry.pk else wish.first
    return {"start_number": other_entry.number, "since": wish.since, "until": wish.until}


def _voucher(voucher: Voucher) -> dict[str, Any]:
    return {
        **_values(voucher, "number", "label", "movement", "cents", "party"),
        "hand": _hand(voucher.hand),
        **_values(voucher, "at", "cancelled_at"),
        "cancelled_by": _hand(voucher.cancelled_by),
    }


def _hand(name: str) -> str:
    """Say that somebody took or gave the money, without the name; empty if nobody is stored."""
    return NOT_IN_PUBLIC if name else ""


def _of_deleted(voucher: Voucher) -> dict[str, Any]:
    return {"tournament": voucher.evening, "currency": voucher.currency, **_voucher(voucher)}


def _local(at: datetime | None) -> str | None:
    return timezone.localtime(at).isoformat() if at else None


def _pairings(entry: Entry) -> models.QuerySet[Pairing]:
    pairings = Pairing.objects.filter(round__tournament=entry.tournament_id)
    own_pairings = pairings.filter(first=entry) | pairings.filter(second=entry)
    whole = own_pairings.select_related("round", "first", "second", "winner", "transcript")
    return whole.prefetch_related("reports__entry", "games__winner").order_by("round__number")


def _match(entry: Entry, pairing: Pairing) -> dict[str, Any]:
    opponent = pairing.second if pairing.first_id == entry.pk else pairing.first
    transcript = getattr(pairing, "transcript", None)
    return {
        "round": pairing.round.number,
        "table": pairing.table,
        "opponent": opponent.number if opponent else None,
        "named_first": pairing.first_id == entry.pk,
        "outcome": pairing.outcome,
        "result": results.result_text(result_of(pairing), pairing.first.number),
        "reports": [
            {"by": report.entry.number, **_values(report, "at", "first_points", "second_points")}
            for report in pairing.reports.all()
        ],
        "score_sheet": [
            {
                **_values(game, "number", "kind"),
                "winner": game.winner.number if game.winner else None,
                **_values(game, "cube", "automatic", "conceded", "words"),
            }
            for game in sorted(pairing.games.all(), key=lambda game: game.number)
        ],
        "transcript": transcript.text if transcript else None,
    }


# The copy as a paper that a person can read.


@dataclass(frozen=True, slots=True)
class CopyLine:
    """A line of the copy, indented by its `depth`.

    `level` is 1 for the heading of a tournament or club, 2 for that of a list, 0 for a line that is no heading.
    """

    text: str
    depth: int = 0
    level: int = 0


def copy_lines(stored_data: Iterable[Mapping[str, Any]]) -> Iterator[CopyLine]:
    """Turn the data from `stored_about` into lines, under a heading for each tournament, club, and list."""
    for facts in stored_data:
        about = next((key for key in ("tournament", "club") if facts.get(key)), None)
        yield CopyLine(facts[about] if about else _("Stored"), level=1)
        below = {key: value for key, value in facts.items() if key != about}
        yield from _copy_lines(below, facts.get("currency", "EUR"), 0)


def _copy_lines(facts: Mapping[str, Any], currency: str, depth: int) -> Iterator[CopyLine]:
    """Yield a line for each plain value, then each list of rows under its name."""
    lists = {key: value for key, value in facts.items() if _is_table(value)}
    for key, value in facts.items():
        text = "" if key in lists else phrases.copy_text(key, value, currency)
        if text:
            yield CopyLine(f"{phrases.copy_label(key)}: {text}", depth)
    for key, rows in lists.items():
        yield CopyLine(phrases.copy_label(key), depth, level=0 if depth else 2)
        for row in rows:
            yield from _copy_row(row, currency, depth + 1)


def _copy_row(facts: Mapping[str, Any], currency: str, depth: int) -> Iterator[CopyLine]:
    """Yield the short values of a row on one line, and its long values below."""
    if facts.keys() == {"at", "what"}:
        yield CopyLine(f"{phrases.copy_text('at', facts['at'], currency)}: {facts['what']}", depth)
        return
    texts = {key: phrases.copy_text(key, value, currency) for key, value in facts.items() if not _is_long(value)}
    yield CopyLine(" · ".join(f"{phrases.copy_label(key)}: {text}" for key, text in texts.items() if text), depth)
    yield from _copy_lines({key: value for key, value in facts.items() if _is_long(value)}, currency, depth + 1)


def _is_long(value: Any) -> bool:
    """Tell whether a value needs lines of its own."""
    return _is_table(value) or "\n" in str(value)


def _is_table(value: Any) -> bool:
    """Tell whether a value is a list of rows, each a mapping of values."""
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


# Links from the first page beside the tournaments: clubs, people, backups.


def places_of(user: User) -> dict[str, Any]:
    """Build the context of the links to clubs, people and backups that this user may follow from the first page.

    `is_shown` is false on a user's first evening: only the tournament matters then, and the links are in the menu.
    """
    clubs = tuple(directed_clubs(user))
    may_set_up = can_set_up(user)
    sets_up_clubs = runs_installation(user) and not is_only_club()
    is_known = sets_up_clubs or len(clubs) > 1 or any(club.name for club in clubs)
    return {
        "clubs": clubs,
        "may_set_up": may_set_up,
        "sets_up_clubs": sets_up_clubs,
        "has_account": accounts.is_own_account(user),
        "is_shown": may_set_up and (is_known or tournaments.directed_by(user).filter(is_practice=False).count() > 1),
    }


# The register of a club as a list for spreadsheets.


NAME = ListColumn[queries.Registered]("name", ColumnKind.NAME, lambda row: row.person.name, gettext_lazy("Name"))
EVENINGS = ListColumn[queries.Registered](
    "evenings", ColumnKind.NUMBER, lambda row: row.evenings, gettext_lazy("Evenings")
)
LAST_SEEN = ListColumn[queries.Registered](
    "last",
    ColumnKind.REMARK,
    lambda row: row.last,
    gettext_lazy("Last seen"),
    lambda row: DayCell(row.last) if row.last else "",
)
REGISTER: tuple[ListColumn[queries.Registered], ...] = (
    NAME,
    ListColumn("other_names", ColumnKind.BESIDE, lambda row: ", ".join(row.other_names), gettext_lazy("Other names")),
    ListColumn(
        "wish", ColumnKind.REMARK, lambda row: str(Wish(row.person.wish).label), gettext_lazy("Appears in public")
    ),
    ListColumn(
        "shown_as",
        ColumnKind.REMARK,
        lambda row: row.person.public_name if row.person.wish == Wish.ABBREVIATED else "",
        gettext_lazy("Abbreviated as"),
    ),
    EVENINGS,
    LAST_SEEN,
)


def register_sheet(club: Club, register_rows: Sequence[queries.Registered]) -> Sheet:
    """List all persons with their names, how they wish to appear, the number of evenings and the day of the last."""
    columns = tuple(column.listed for column in REGISTER)
    return Sheet(
        title=club.name, subtitle=_("Register"), columns=columns, rows=cells_of(REGISTER, register_rows), notes=()
    )


# Tables for pages: register, ratings, and the career of a player.


class RegisterTable(tables.ListTable):
    """All persons who have played in a club, by name unless another order is chosen."""

    caption = gettext_lazy("Register")
    name = tables.Column(NAME.heading, accessor="person", order_by="sort_key", orderable=True)
    evenings = tables.Column(EVENINGS.heading, attrs=tables.TINY_HIDE, orderable=True, initial_sort_descending=True)
    last = tables.Column(LAST_SEEN.heading, attrs=tables.NUMBER, orderable=True, initial_sort_descending=True)

    def __init__(self, club: Club, register_rows: Sequence[queries.Registered], order_by: str, most: int) -> None:
        super().__init__(register_rows, order_by=order_by or "name")
        self.club, self.most = club, most

    def render_name(self, value: Person, record: queries.Registered) -> SafeString:
        name = tables.link("person", self.club.slug, value.pk, text=tables.bidi_name(value.name))
        return name + tables.small_note(", ".join(record.other_names))

    def render_last(self, value: date) -> str:
        return date_format(value, "SHORT_DATE_FORMAT")


class RatingTable(tables.ListTable):
    """The ratings of a club: ranked players by rating, then a line, then players with too few matches."""

    caption = gettext_lazy("Ratings")
    look = "table ratings"
    rank = tables.Column(tables.lazy_html('<span class="visually-hidden">{}</span>', RANK.heading), attrs=tables.NUMBER)
    name = tables.Column(RATED_NAME.heading)
    rating = tables.Column(RATING.heading, accessor="shown", attrs=tables.NUMBER)
    change = tables.Column("", attrs=tables.SMALLEST_HIDE)
    experience = tables.Column(EXPERIENCE.heading, attrs=tables.NARROW_HIDE)
    last = tables.Column(gettext_lazy("last"), attrs=tables.TINY_HIDE)

    def __init__(self, club: Club, rows: Sequence[RatingRow], today: date) -> None:
        super().__init__(rows)
        self.club, self.rows_given, self.today = club, rows, today
        self.columns["change"].column.verbose_name = _("since %(day)s") % {
            "day": values.short_day(today.replace(day=1))
        }

    @property
    def drawn_rows(self) -> Iterator[SafeString]:
        """Yield the rows; a line with an explanation separates players with too few matches."""
        is_below = False
        for row, row_html in zip(self.rows_given, super().drawn_rows, strict=True):
            if row.rank is None and row.is_active and not is_below:
                is_below = True
                yield format_html(
                    '<tr id="too-little" class="group"><td></td><th colspan="{}" scope="colgroup">{}</th></tr>',
                    len(self.columns) - 1,
                    _("not enough played yet"),
                )
            yield row_html

    def attrs_of(self, record: RatingRow) -> tables.Attributes:
        return {"id": f"person-{record.person}", "class": None if record.rank else "unranked"}

    def render_change(self, value: float) -> SafeString:
        points = round(value)
        look = "up" if points > 0 else "down" if points < 0 else "same"
        return format_html('<span class="{}">{}</span>', look, values.signed(points))

    def render_experience(self, record: RatingRow) -> Any:
        if record.rank or record.experience >= record.enough:
            return record.experience
        words = _("%(experience)s of %(enough)s") % {"experience": record.experience, "enough": record.enough}
        bar = '<progress max="{}" value="{}" aria-hidden="true"></progress>'
        return format_html(bar + " {}", record.enough, record.experience, words)

    def render_last(self, value: date) -> str:
        return values.short_day(value) if value.year == self.today.year else date_format(value, "SHORT_DATE_FORMAT")

    def render_name(self, value: str, record: RatingRow) -> SafeString:
        return tables.link("club_player", self.club.slug, record.person, text=tables.bidi_name(value))

    def render_rating(self, value: str) -> SafeString:
        return format_html("<strong>{}</strong>", value)


class FollowingTable(tables.ListTable):
    """The ratings that would result from a list of matches, highest first."""

    caption = gettext_lazy("The ratings that would follow")
    name = tables.Column(gettext_lazy("Name"))
    before = tables.Column(gettext_lazy("now"), attrs=tables.NUMBER)
    after = tables.Column(gettext_lazy("Rating"), attrs=tables.NUMBER)
    experience = tables.Column(gettext_lazy("Experience"), attrs=tables.TINY_HIDE)

    def __init__(self, rows: Sequence[Mapping[str, str | int]]) -> None:
        without = () if any(row["before"] for row in rows) else ("before",)
        super().__init__(rows, without=without)

    def render_name(self, value: str) -> SafeString:
        return tables.bidi_name(value)


class AgainstTable(tables.ListTable):
    caption = gettext_lazy("Against each opponent")
    name = tables.Column(gettext_lazy("Opponent"), accessor="opponent")
    won = tables.Column(gettext_lazy("won"), attrs=tables.NUMBER)
    lost = tables.Column(gettext_lazy("lost"), attrs=tables.NUMBER)

    def __init__(self, years: ClubYears, against_rows: Sequence[Against]) -> None:
        super().__init__(against_rows)
        self.years = years

    def attrs_of(self, record: Against) -> tables.Attributes:
        return {"id": f"against-{record.opponent}"}

    def render_name(self, value: int) -> SafeString:
        return _linked_person(self.years, value)


def _linked_person(years: ClubYears, person: int) -> SafeString:
    """The public name of a person, which links to their page if they have one."""
    name = tables.bidi_name(name_of(years, person))
    return tables.link("club_player", years.club.slug, person, text=name) if years.is_known(person) else name


class OwnMatchTable(tables.ListTable):
    """A player's matches, newest first, each with the change of rating it caused."""

    caption = gettext_lazy("Matches")
    day = tables.Column(gettext_lazy("Date"), attrs={"cell": {"class": "text-nowrap"}})
    name = tables.Column(gettext_lazy("Opponent"), accessor="opponent")
    length = tables.Column(gettext_lazy("to"), attrs=tables.NARROW_HIDE)
    won = tables.Column(gettext_lazy("Result"), attrs={"cell": {"class": "text-nowrap"}})
    change = tables.Column(gettext_lazy("Rating"), attrs=tables.NUMBER)

    def __init__(self, years: ClubYears, own_matches: Sequence[OwnMatch], *, without: Sequence[str] = ()) -> None:
        super().__init__(own_matches, without=without)
        self.years = years
        if "change" not in without:
            # Hidden on small screens: the sign of the change says who won.
            self.columns["won"].column.attrs = {"cell": {"class": "text-nowrap tiny-hide"}}

    def attrs_of(self, record: OwnMatch) -> tables.Attributes:
        return {"id": f"match-{record.number}"}

    def render_day(self, record: OwnMatch) -> SafeString:
        match_day = record.day
        day = format_html(
            '<span class="narrow-hide">{}</span><span class="narrow-only">{}</span>',
            date_format(match_day.date, "SHORT_DATE_FORMAT"),
            date_format(match_day.date, pgettext("format of a date", "j M y")),
        )
        return tables.link("standings", match_day.tournament.slug, text=day) if match_day.tournament else day

    def render_name(self, value: int) -> SafeString:
        return _linked_person(self.years, value)

    def render_won(self, value: bool) -> SafeString:
        return format_html("<strong>{}</strong>", _("won")) if value else conditional_escape(_("lost"))

    def render_change(self, value: float) -> str:
        return values.signed_tenth(value)


class OwnEveningTable(tables.ListTable):
    caption = gettext_lazy("Evenings")
    evening = tables.Column(gettext_lazy("Evening"), accessor="0")
    rank = tables.Column(gettext_lazy("Place"), accessor="1__rank", attrs=tables.NUMBER)
    wins = tables.Column(gettext_lazy("Wins"), accessor="1__match_wins", attrs=tables.SMALLEST_HIDE)
    rating = tables.Column(gettext_lazy("Rating"), accessor="2", attrs=tables.NUMBER)

    def attrs_of(self, record: EveningRow) -> tables.Attributes:
        counted, _place, _rating = record
        return {"id": f"evening-{counted.tournament.pk}"}

    def render_evening(self, value: CountedEvening) -> SafeString:
        evening = value.tournament
        day = tables.link("standings", evening.slug, text=date_format(evening.date, "SHORT_DATE_FORMAT"))
        return day + tables.small_note(evening.name)

    def render_rank(self, record: EveningRow) -> SafeString:
        counted, place, _rating = record
        played_evening = counted.played
        rank = _("%(place)s of %(players)s") % {"place": place.rank, "players": len(played_evening.participants)}
        return format_html("{}{}", rank, tables.small_note(_("running") if played_evening.is_running else ""))
