"""Why a place in the standings is whose it is."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.engine.standings import Standing
from tournament.engine.terms import Criterion
from tournament.names import isolated
from tournament.phrases.values import ordinal, signed


class CriterionWords(NamedTuple):
    """What names a criterion, and what the rules say of it."""

    label: str | Promise
    rule: str | Promise


CRITERIA = {
    Criterion.MATCH_WINS: CriterionWords(gettext_lazy("match wins"), gettext_lazy("match wins")),
    Criterion.POINT_DIFFERENCE: CriterionWords(
        gettext_lazy("point difference"),
        gettext_lazy("point difference: points won minus points lost, over all matches"),
    ),
    Criterion.BUCHHOLZ: CriterionWords(
        gettext_lazy("Buchholz"), gettext_lazy("Buchholz: the match wins of all opponents played")
    ),
    Criterion.HEAD_TO_HEAD: CriterionWords(
        gettext_lazy("head-to-head"),
        gettext_lazy("head-to-head: the matches between the players who are still level"),
    ),
    Criterion.LOT: CriterionWords(gettext_lazy("lot"), pgettext_lazy("the last rule of the ranking", "lot")),
}


def criterion_label(criterion: Criterion) -> str:
    """The criterion as it heads a column or names what decided."""
    return str(CRITERIA[criterion].label)


def ranking_rules() -> tuple[str, ...]:
    """What players are ranked by, numbered in its order."""
    return tuple(f"{nth}. {CRITERIA[criterion].rule}" for nth, criterion in enumerate(Criterion, start=1))


def ranking_terms() -> str:
    """What the short headings of the ranking mean."""
    return _(
        "± is the point difference. BH is Buchholz: the match wins of all opponents, so strong opponents"
        " count for more."
    )


def tie_words(below: Standing | None, below_name: str = "") -> str:
    """What put a player ahead of the next one where the three counted criteria are level; else nothing.

    The next one is called by name or, without one, by place.
    """
    if below is None or below.decided_by not in (Criterion.HEAD_TO_HEAD, Criterion.LOT):
        return ""
    return _("ahead of %(name)s: %(criterion)s") % {
        "name": isolated(below_name) or _("place %(number)s") % {"number": below.rank},
        "criterion": criterion_label(below.decided_by),
    }


def place_reason(upper: Standing, lower: Standing, names: Mapping[int, str]) -> str:
    """Why one place is above the next, in one sentence with the players' names."""
    facts = {
        "upper": names[upper.number],
        "lower": names[lower.number],
        "lower_place": ordinal(lower.rank),
        "upper_wins": upper.match_wins,
        "lower_wins": lower.match_wins,
        "upper_difference": signed(upper.point_difference),
        "lower_difference": signed(lower.point_difference),
        "upper_buchholz": upper.buchholz,
        "lower_buchholz": lower.buchholz,
    }
    if lower.decided_by is Criterion.MATCH_WINS:
        sentence = _(
            "%(upper)s is ahead of %(lower)s (%(lower_place)s): more match wins, %(upper_wins)s against %(lower_wins)s."
        )
    elif lower.decided_by is Criterion.POINT_DIFFERENCE:
        sentence = _(
            "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on match wins, "
            "point difference %(upper_difference)s against %(lower_difference)s."
        )
    elif lower.decided_by is Criterion.BUCHHOLZ:
        sentence = _(
            "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on match wins and point difference, "
            "Buchholz %(upper_buchholz)s against %(lower_buchholz)s."
        )
    elif lower.decided_by is Criterion.LOT:
        sentence = _(
            "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on match wins, point difference and "
            "Buchholz; head-to-head does not separate them, so drawing lots decides."
        )
    else:
        sentence = _head_to_head_sentence(lower, upper, names, facts)
    return sentence % facts


def _head_to_head_sentence(lower: Standing, upper: Standing, names: Mapping[int, str], facts: dict[str, Any]) -> str:
    matches = lower.matches
    assert matches is not None
    facts["winner"], facts["loser"] = names[matches.winner], names[matches.loser]
    if matches.wins is not None:
        facts["circle_upper"], facts["circle_lower"] = matches.wins
        return _(
            "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on match wins, point difference and "
            "Buchholz; in the circle of players who beat one another, %(upper)s won %(circle_upper)s and "
            "%(lower)s won %(circle_lower)s."
        )
    if (matches.winner, matches.loser) == (upper.number, lower.number):
        return _(
            "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on match wins, point difference and "
            "Buchholz; %(upper)s won their match."
        )
    return _(
        "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on match wins, point difference and "
        "Buchholz; %(winner)s beat %(loser)s, and players who beat one another in a circle stay "
        "together."
    )
