"""The people of a club: the register at its desk, the ratings, and what one of them has done."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

import django_tables2 as tables
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournament.models import Club, Person
from tournament.pages.careers import AgainstRow, EveningRow, MatchRow
from tournament.pages.match_lists import FollowingRating
from tournament.pages.ratings import RatingRow
from tournament.phrases.values import short_day, signed, signed_tenth
from tournament.queries.persons import Registered
from tournament.tables.base import (
    NARROW_HIDE,
    NUMBER,
    SMALLEST_HIDE,
    TINY_HIDE,
    Attributes,
    ListTable,
    bidi_name,
    lazy_html,
    link,
    small_note,
)


class RegisterTable(ListTable):
    """Everybody who has played in a club, by name unless asked for otherwise."""

    caption = gettext_lazy("Register")
    name = tables.Column(accessor="person", verbose_name=gettext_lazy("Name"), order_by="sort_key", orderable=True)
    evenings = tables.Column(
        verbose_name=gettext_lazy("Evenings"), attrs=TINY_HIDE, orderable=True, initial_sort_descending=True
    )
    last = tables.Column(
        verbose_name=gettext_lazy("Last seen"), attrs=NUMBER, orderable=True, initial_sort_descending=True
    )

    def __init__(self, club: Club, rows: Sequence[Registered], order_by: str, most: int) -> None:
        super().__init__(rows, order_by=order_by or "name")
        self.club, self.most = club, most

    def render_name(self, value: Person, record: Registered) -> SafeString:
        name = link("person", self.club.slug, value.pk, text=bidi_name(value.name))
        return name + small_note(", ".join(record.other_names))

    def render_last(self, value: date) -> str:
        return date_format(value, "SHORT_DATE_FORMAT")


class RatingTable(ListTable):
    """The ratings of a club: those ranked, the highest first, and below a line those who have played too little."""

    caption = gettext_lazy("Ratings")
    look = "table ratings"
    rank = tables.Column(
        verbose_name=lazy_html('<span class="visually-hidden">{}</span>', gettext_lazy("Place")), attrs=NUMBER
    )
    name = tables.Column(verbose_name=gettext_lazy("Name"))
    rating = tables.Column(accessor="shown", verbose_name=gettext_lazy("Rating"), attrs=NUMBER)
    change = tables.Column(verbose_name="", attrs=SMALLEST_HIDE)
    experience = tables.Column(verbose_name=gettext_lazy("Experience"), attrs=NARROW_HIDE)
    last = tables.Column(verbose_name=gettext_lazy("last"), attrs=TINY_HIDE)

    def __init__(self, club: Club, rows: Sequence[RatingRow], today: date) -> None:
        super().__init__(rows)
        self.club, self.rows_given, self.today = club, rows, today
        self.columns["change"].column.verbose_name = _("since %(day)s") % {"day": short_day(today.replace(day=1))}

    @property
    def drawn_rows(self) -> Iterator[SafeString]:
        """Above the first who has played too little stands a line that says so."""
        is_below = False
        for row, drawn in zip(self.rows_given, super().drawn_rows, strict=True):
            if row.rank is None and row.is_active and not is_below:
                is_below = True
                yield format_html(
                    '<tr id="too-little" class="group"><td></td><th colspan="{}" scope="colgroup">{}</th></tr>',
                    len(self.columns) - 1,
                    _("not enough played yet"),
                )
            yield drawn

    def attrs_of(self, record: RatingRow) -> Attributes:
        return {"id": f"person-{record.person}", **({} if record.rank else {"class": "unranked"})}

    def render_change(self, value: float) -> SafeString:
        points = round(value)
        look = "up" if points > 0 else "down" if points < 0 else "same"
        return format_html('<span class="{}">{}</span>', look, signed(points))

    def render_experience(self, record: RatingRow) -> Any:
        if record.rank or record.experience >= record.enough:
            return record.experience
        words = _("%(experience)s of %(enough)s") % {"experience": record.experience, "enough": record.enough}
        bar = '<progress max="{}" value="{}" aria-hidden="true"></progress>'
        return format_html(bar + " {}", record.enough, record.experience, words)

    def render_last(self, value: date) -> str:
        return short_day(value) if value.year == self.today.year else date_format(value, "SHORT_DATE_FORMAT")

    def render_name(self, value: str, record: RatingRow) -> SafeString:
        return link("club_player", self.club.slug, record.person, text=bidi_name(value))

    def render_rating(self, value: str) -> SafeString:
        return format_html("<strong>{}</strong>", value)


class FollowingTable(ListTable):
    """The ratings that would follow from a list of matches, the highest first."""

    caption = gettext_lazy("The ratings that would follow")
    name = tables.Column(verbose_name=gettext_lazy("Name"))
    before = tables.Column(verbose_name=gettext_lazy("now"), attrs=NUMBER)
    after = tables.Column(verbose_name=gettext_lazy("Rating"), attrs=NUMBER)
    experience = tables.Column(verbose_name=gettext_lazy("Experience"), attrs=TINY_HIDE)

    def __init__(self, rows: Sequence[FollowingRating]) -> None:
        without = () if any(row.before for row in rows) else ("before",)
        super().__init__(rows, without=without)

    def render_name(self, value: str) -> SafeString:
        return bidi_name(value)


class AgainstTable(ListTable):
    """The matches of somebody with each opponent."""

    caption = gettext_lazy("Against each opponent")
    name = tables.Column(verbose_name=gettext_lazy("Opponent"))
    won = tables.Column(verbose_name=gettext_lazy("won"), attrs=NUMBER)
    lost = tables.Column(verbose_name=gettext_lazy("lost"), attrs=NUMBER)

    def __init__(self, club: Club, rows: Sequence[AgainstRow]) -> None:
        super().__init__(rows)
        self.club = club

    def attrs_of(self, record: AgainstRow) -> Attributes:
        return {"id": f"against-{record.person}"}

    def render_name(self, value: str, record: AgainstRow) -> SafeString:
        name = bidi_name(value)
        return link("club_player", self.club.slug, record.person, text=name) if record.is_known else name


class OwnMatchTable(ListTable):
    """The matches of somebody, the newest first, and what each gave."""

    caption = gettext_lazy("Matches")
    day = tables.Column(verbose_name=gettext_lazy("Date"), attrs={"cell": {"class": "text-nowrap"}})
    name = tables.Column(verbose_name=gettext_lazy("Opponent"))
    length = tables.Column(verbose_name=gettext_lazy("to"), attrs=NARROW_HIDE)
    won = tables.Column(verbose_name=gettext_lazy("Result"), attrs={"cell": {"class": "text-nowrap"}})
    change = tables.Column(verbose_name=gettext_lazy("Rating"), attrs=NUMBER)

    def __init__(self, club: Club, rows: Sequence[MatchRow], *, without: Sequence[str] = ()) -> None:
        super().__init__(rows, without=without)
        self.club = club
        if "change" not in without:
            # Whether it is above or below 0 says it too.
            self.columns["won"].column.attrs = {"cell": {"class": "text-nowrap tiny-hide"}}

    def attrs_of(self, record: MatchRow) -> Attributes:
        return {"id": f"match-{record.number}"}

    def render_day(self, record: MatchRow) -> Any:
        day = format_html(
            '<span class="narrow-hide">{}</span><span class="narrow-only">{}</span>',
            date_format(record.day, "SHORT_DATE_FORMAT"),
            date_format(record.day, pgettext("format of a date", "j M y")),
        )
        return link("standings", record.tournament.slug, text=day) if record.tournament else day

    def render_name(self, value: str, record: MatchRow) -> SafeString:
        name = bidi_name(value)
        return link("club_player", self.club.slug, record.person, text=name) if record.is_known else name

    def render_won(self, value: bool) -> SafeString:
        return format_html("<strong>{}</strong>", _("won")) if value else conditional_escape(_("lost"))

    def render_change(self, value: float) -> str:
        return signed_tenth(value)


class OwnEveningTable(ListTable):
    """The evenings of somebody, the newest first."""

    caption = gettext_lazy("Evenings")
    evening = tables.Column(verbose_name=gettext_lazy("Evening"))
    rank = tables.Column(verbose_name=gettext_lazy("Place"), attrs=NUMBER)
    wins = tables.Column(accessor="attended__match_wins", verbose_name=gettext_lazy("Wins"), attrs=SMALLEST_HIDE)
    rating = tables.Column(verbose_name=gettext_lazy("Rating"), attrs=NUMBER)

    def attrs_of(self, record: EveningRow) -> Attributes:
        return {"id": f"evening-{record.tournament.pk}"}

    def render_evening(self, record: EveningRow) -> SafeString:
        evening = record.tournament
        day = link("standings", evening.slug, text=date_format(evening.date, "SHORT_DATE_FORMAT"))
        return day + small_note(evening.name)

    def render_rank(self, record: EveningRow) -> SafeString:
        attended = record.attended
        rank = _("%(place)s of %(players)s") % {"place": attended.rank, "players": attended.players}
        return format_html("{}{}", rank, small_note(_("running") if attended.is_running else ""))
