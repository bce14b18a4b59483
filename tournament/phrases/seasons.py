"""The season and the ratings: settings, what decides, what is still possible."""

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.names import isolated
from tournament.phrases.values import enumeration
from tournament.season.points import Points
from tournament.season.ranking import SeasonCriterion
from tournament.season.record import PointsBy, SeasonRules

POINTS_BY = {
    PointsBy.PLACE: gettext_lazy("points for the place"),
    PointsBy.MATCH_WINS: gettext_lazy("one point for each match win"),
    PointsBy.MATCH_WINS_AND_COMING: gettext_lazy("one point for each match win and one for coming"),
}
SEASON_REFUSALS = {
    "points_table_unreadable": gettext_lazy("Enter whole numbers with blanks between them, such as 12 10 8 7 6."),
    "points_table_length": gettext_lazy("Enter points for 1 to %(most)s places."),
    "points_table_range": gettext_lazy("Enter points from 0 to %(most)s."),
    "points_table_rises": gettext_lazy("A better place must not give fewer points."),
}
HALVES: Mapping[Points, str] = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def points_text(points: Points) -> str:
    """Points as people write them: 8, 7½, 6⅓, and 5.20 where there is no such sign."""
    whole, rest = divmod(points, 1)
    if not rest:
        return str(int(whole))
    if rest in HALVES:
        return f"{int(whole) or ''}{HALVES[rest]}"
    return formats.number_format(float(points), 2)


def table_text(table: Sequence[int]) -> str:
    """The points of the places in one line: 12, 10, 8, then 1."""
    if len(table) == 1:
        return str(table[0])
    *before, last = table
    return _("%(points)s, then %(last)s") % {"points": ", ".join(map(str, before)), "last": last}


def rules_sentence(rules: SeasonRules) -> str:
    """How the points of a season arise."""
    if rules.points_by is PointsBy.MATCH_WINS:
        return _("Points: one for each match win.")
    if rules.points_by is PointsBy.MATCH_WINS_AND_COMING:
        return _("Points: one for each match win and one for coming.")
    text = _("Points by place: %(table)s.") % {"table": table_text(rules.table)}
    if rules.ties_share:
        text += " " + _("Players separated by lot alone share the points of their places.")
    return text


def order_sentence() -> str:
    """What decides between equals."""
    return _("Between equals: more evenings won, then the better single results, then head-to-head over the season.")


def counting_sentence(rules: SeasonRules, evenings: int) -> str:
    """How many evenings count."""
    if rules.best is None and not evenings:
        return _("Every evening counts.")
    if rules.best is None:
        return ngettext("%(count)d evening counts.", "All %(count)d evenings count.", evenings) % {"count": evenings}
    if evenings <= rules.best:
        return ngettext("The best evening counts.", "The best %(best)d evenings count.", rules.best) % {
            "best": rules.best
        }
    return ngettext(
        "The best of %(count)d evenings counts, the others are struck through.",
        "The best %(best)d of %(count)d evenings count, the others are struck through.",
        rules.best,
    ) % {"best": rules.best, "count": evenings}


def decided_words(criterion: SeasonCriterion | None, name_below: str) -> str:
    """What put somebody ahead of the next one with as many points."""
    if criterion in (None, SeasonCriterion.POINTS):
        return ""
    words = {
        SeasonCriterion.EVENINGS_WON: _("ahead of %(name)s by evenings won"),
        SeasonCriterion.SINGLE_RESULTS: _("ahead of %(name)s by the better single results"),
        SeasonCriterion.HEAD_TO_HEAD: _("ahead of %(name)s by head-to-head"),
    }
    return words[criterion] % {"name": name_below}


def counted_sentence(counted: Sequence[str], struck: Sequence[str]) -> str:
    """Which evenings count, and which are struck out."""
    text = ngettext("Counts: %(evenings)s.", "Count: %(evenings)s.", len(counted)) % {"evenings": enumeration(counted)}
    if struck:
        text += " " + ngettext("Struck out: %(evenings)s.", "Struck out: %(evenings)s.", len(struck)) % {
            "evenings": enumeration(struck)
        }
    return text


def on_evening(points: Points, date: str) -> str:
    """The points of an evening with its day."""
    return _("%(points)s on %(date)s") % {"points": points_text(points), "date": date}


def improve_sentence(needed: Points) -> str:
    """What one more evening has to bring, where it has to exceed a result."""
    return _("One more evening counts only with more than %(points)s.") % {"points": points_text(needed)}


def given_up_sentence(name: str, day: date) -> str:
    """That an evening was drawn and ended without a result."""
    values = {"name": isolated(name), "day": formats.date_format(day, "SHORT_DATE_FORMAT")}
    return _("%(name)s, %(day)s, was drawn, but given up without a result.") % values


def rating_text(rating: float) -> str:
    """A rating in whole points."""
    return str(round(rating))
