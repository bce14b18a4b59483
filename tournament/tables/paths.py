"""The matches of one player, round by round."""

from collections.abc import Mapping, Sequence

import django_tables2 as tables
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.engine.criteria import COUNTS, OWN_MATCHES_ALONE
from tournament.engine.standings import Standing
from tournament.engine.terms import Criterion
from tournament.models import Entry
from tournament.names import isolated
from tournament.phrases.results import outcome_label
from tournament.phrases.standings import CRITERIA, figure_text
from tournament.phrases.values import ordinal, signed
from tournament.queries.standings import PathRow
from tournament.tables.base import NARROW_HIDE, NUMBER, SMALLEST_HIDE, TINY_HIDE, ListTable, bidi_name, player_link

RESULT = {"th": NUMBER["cell"], "td": {"class": lambda record: "num winner" if record.has_won else "num"}}


# The criteria for which a column says what each match brought.
SHOWN_FOR = {
    "gained": {Criterion.POINT_DIFFERENCE},
    "points": {Criterion.POINTS_WON},
    "opponent_wins": COUNTS.keys() - {*OWN_MATCHES_ALONE},
}


class PathTable(ListTable):
    """Whom a player met, how it ended, and where that led, for the player."""

    caption: str | Promise = gettext_lazy("My matches")
    round_number = tables.Column(verbose_name=gettext_lazy("Round"), attrs=NUMBER)
    opponent = tables.Column(verbose_name=gettext_lazy("Opponent"))
    result = tables.Column(verbose_name=gettext_lazy("Result"), attrs=RESULT)
    rank_after = tables.Column(verbose_name=gettext_lazy("Place"), attrs=NUMBER)

    def opponent_cell(self, opponent: Entry, round_number: int) -> SafeString:
        """The name of whom they met in a round."""
        return bidi_name(opponent.display_name)

    def render_opponent(self, record: PathRow) -> str:
        if record.opponent:
            return self.opponent_cell(record.opponent, record.round_number)
        return _("bye") if record.result else format_html('<span class="quiet">{}</span>', _("absent"))

    def render_result(self, record: PathRow) -> str:
        if record.score:
            return "{}:{}".format(*record.score)
        if record.opponent and record.result:
            return format_html('<span class="small-note">{}</span>', outcome_label(record.result.outcome))
        return ""

    def render_rank_after(self, value: int) -> str:
        return ordinal(value)


class PlayerPathTable(PathTable):
    """The same for everyone, with what each match brought for the ranking, as far as that goes by it; `games` are told
    in words, by round.
    """

    opponent = tables.Column(
        verbose_name=gettext_lazy("Opponent"), footer=lambda table: _strong(_wins(table.standing.match_wins))
    )
    gained = tables.Column(
        verbose_name="±", attrs=SMALLEST_HIDE, footer=lambda table: _total(table, Criterion.POINT_DIFFERENCE)
    )
    points = tables.Column(
        verbose_name=CRITERIA[Criterion.POINTS_WON].heading,
        attrs=NUMBER,
        footer=lambda table: _total(table, Criterion.POINTS_WON),
    )
    opponent_wins = tables.Column(
        verbose_name=gettext_lazy("Opponent's wins"),
        attrs=NARROW_HIDE,
        footer=lambda table: _total(table, Criterion.BUCHHOLZ),
    )
    rank_after = tables.Column(verbose_name=gettext_lazy("Place"), attrs=TINY_HIDE)

    class Meta:
        sequence = ("round_number", "opponent", "result", "gained", "points", "opponent_wins", "rank_after")

    def __init__(self, entry: Entry, standing: Standing, path: Sequence[PathRow], games: Mapping[int, str]) -> None:
        without = [name for name, shown_for in SHOWN_FOR.items() if not shown_for & standing.figures.keys()]
        super().__init__(path, without=without)
        self.caption = _("Matches played by %(name)s") % {"name": isolated(entry.display_name)}
        self.standing, self.games = standing, games

    def opponent_cell(self, opponent: Entry, round_number: int) -> SafeString:
        return player_link(opponent, self.games.get(round_number, ""))

    def render_gained(self, value: int, record: PathRow) -> str:
        return signed(value) if record.result else ""

    def render_points(self, value: int, record: PathRow) -> str:
        return str(value) if record.result else ""


def _total(table: PlayerPathTable, criterion: Criterion) -> str:
    """The figure of the ranking that the column adds up to, where it has it."""
    figure = table.standing.figures.get(criterion)
    return "" if figure is None else _strong(figure_text(criterion, figure))


def _strong(text: object) -> SafeString:
    return format_html("<strong>{}</strong>", text)


def _wins(wins: int) -> str:
    return ngettext("%(counter)s match win", "%(counter)s match wins", wins) % {"counter": wins}
