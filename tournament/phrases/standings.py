"""Names of the criteria of a ranking, and sentences about the reasons for places."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, ngettext, pgettext_lazy

from tournament.engine.criteria import OWN_MATCHES_ALONE, PRESETS, counted, whole
from tournament.engine.head_to_head import Circle, DirectMatches
from tournament.engine.standings import Standing
from tournament.engine.terms import KONSTANZ, Criterion, Ranking
from tournament.machine.logs import error_as
from tournament.names import isolated
from tournament.phrases.rounds import finals_round
from tournament.phrases.values import addition, enumeration, ordinal, signed


class CriterionWords(NamedTuple):
    """The names of a criterion and its text in the rules; a counted one has a short `heading`, explained by `term`."""

    label: str | Promise
    rule: str | Promise
    heading: str | Promise = ""
    term: str | Promise = ""


CRITERIA = {
    Criterion.MATCH_WINS: CriterionWords(gettext_lazy("match wins"), gettext_lazy("match wins"), gettext_lazy("Wins")),
    Criterion.POINT_DIFFERENCE: CriterionWords(
        gettext_lazy("point difference"),
        gettext_lazy("point difference: points won minus points lost, over all matches"),
        "±",
        gettext_lazy("± is the point difference."),
    ),
    Criterion.BUCHHOLZ: CriterionWords(
        gettext_lazy("Buchholz"),
        gettext_lazy("Buchholz: the match wins of all opponents played"),
        gettext_lazy("BH"),
        gettext_lazy("BH is Buchholz: the match wins of all opponents, so strong opponents count for more."),
    ),
    Criterion.BUCHHOLZ_CUT_1: CriterionWords(
        gettext_lazy("Buchholz cut 1"),
        gettext_lazy("Buchholz cut 1: the match wins of all opponents played but the weakest one"),
        gettext_lazy("BH−1"),
        gettext_lazy("BH−1 is Buchholz cut 1: the match wins of all opponents but the weakest one."),
    ),
    Criterion.SONNEBORN_BERGER: CriterionWords(
        gettext_lazy("Sonneborn-Berger"),
        gettext_lazy("Sonneborn-Berger: the match wins of all opponents beaten at the board"),
        gettext_lazy("SB"),
        gettext_lazy("SB is Sonneborn-Berger: the match wins of all opponents beaten."),
    ),
    Criterion.POINTS_WON: CriterionWords(
        gettext_lazy("points won"),
        gettext_lazy("points won: the own points of all matches"),
        gettext_lazy("Pts"),
        gettext_lazy("Pts are the own points of all matches."),
    ),
    Criterion.HEAD_TO_HEAD: CriterionWords(
        gettext_lazy("head-to-head"),
        gettext_lazy("head-to-head: the matches between the players who are still level"),
    ),
    Criterion.FINALS: CriterionWords(gettext_lazy("the finals"), gettext_lazy("the matches of the finals")),
    Criterion.TOOK_PART: CriterionWords(gettext_lazy("having played"), gettext_lazy("having played at all")),
    Criterion.LOT: CriterionWords(gettext_lazy("lot"), pgettext_lazy("the last rule of the ranking", "lot")),
}
RANKING_NAMES = {
    "konstanz": gettext_lazy("Konstanz"),
    "buchholz": gettext_lazy("Buchholz first"),
    "chess": gettext_lazy("As in chess"),
}


def criterion_label(criterion: Criterion) -> str:
    return str(CRITERIA[criterion].label)


def ranking_rules(ranking: Ranking) -> tuple[str, ...]:
    """List the criteria of the ranking, numbered in order."""
    return tuple(f"{nth}. {CRITERIA[criterion].rule}" for nth, criterion in enumerate(whole(ranking), start=1))


def ranking_sentence(ranking: Ranking) -> str:
    """List all criteria of the ranking in one sentence."""
    labels = [criterion_label(criterion) for criterion in whole(ranking)]
    return _("Ranked by %(criteria)s.") % {"criteria": ", ".join(labels)}


def ranking_note(ranking: Ranking, *, is_knock_out: bool = False) -> str:
    """List the criteria of a ranking; empty for the default, that of the tournament rules of Konstanz."""
    if is_knock_out:
        return _("Ranked by how far each has come; where that is level, by the lot.")
    return "" if ranking == KONSTANZ else ranking_sentence(ranking)


def ranking_label(ranking: Ranking) -> str:
    """Name a ranking by its preset, or else list its criteria."""
    name = next((key for key, criteria in PRESETS.items() if criteria == ranking), "")
    return str(RANKING_NAMES[name]) if name else ", ".join(map(criterion_label, ranking)) or _("lot alone")


def ranking_terms(criteria: Sequence[Criterion]) -> str:
    """Explain the short headings of the ranking."""
    return " ".join(str(CRITERIA[criterion].term) for criterion in criteria if CRITERIA[criterion].term)


def figure_text(criterion: Criterion, figure: int) -> str:
    return signed(figure) if criterion is Criterion.POINT_DIFFERENCE else str(figure)


def figure_in_words(criterion: Criterion, figure: int) -> str:
    """Write a figure with its criterion: "3 wins", "+5", "BH 7"."""
    if criterion is Criterion.MATCH_WINS:
        return ngettext("%(count)d win", "%(count)d wins", figure) % {"count": figure}
    text = figure_text(criterion, figure)
    return text if criterion is Criterion.POINT_DIFFERENCE else f"{CRITERIA[criterion].heading} {text}"


def wins_words(match_wins: int, finals_wins: int = 0) -> str:
    """Write match wins, those of the finals apart: "3 wins + 2 in the finals"."""
    wins = figure_in_words(Criterion.MATCH_WINS, match_wins)
    return _("%(wins)s + %(count)d in the finals") % {"wins": wins, "count": finals_wins} if finals_wins else wins


def tie_words(below: Standing | None, below_name: str = "") -> str:
    """Say that head-to-head or the lot put a player ahead of the next one; empty if neither did.

    Without `below_name`, the next player is called by place.
    """
    if below is None or below.decided_by not in (Criterion.HEAD_TO_HEAD, Criterion.LOT):
        return ""
    name = isolated(below_name) or _("place %(number)s") % {"number": below.rank}
    return _("ahead of %(name)s: %(criterion)s") % {"name": name, "criterion": criterion_label(below.decided_by)}


@error_as(lambda upper, lower, names, ranking: "")
def place_reason(upper: Standing, lower: Standing, names: Mapping[int, str], ranking: Ranking) -> str:
    """Explain in one sentence with the players' names why one place is above the next, or why there is none."""
    if not lower.has_place:
        return _("%(name)s has left without having played and has no place.") % {"name": names[lower.number]}
    decided, criteria = lower.decided_by, counted(ranking)
    level_criteria = criteria[: criteria.index(decided)] if decided in criteria else criteria
    facts: dict[str, object] = {
        "upper": names[upper.number],
        "lower": names[lower.number],
        "lower_place": ordinal(lower.rank),
        "upper_wins": upper.match_wins,
        "lower_wins": lower.match_wins,
        "level": enumeration([criterion_label(criterion) for criterion in level_criteria]),
    }
    if decided is Criterion.MATCH_WINS:
        sentence = _(
            "%(upper)s is ahead of %(lower)s (%(lower_place)s): more match wins, %(upper_wins)s against %(lower_wins)s."
        )
    elif decided is not None and decided in lower.figures:
        facts["criterion"] = criterion_label(decided)
        facts["upper_figure"] = figure_text(decided, upper.figures[decided])
        facts["lower_figure"] = figure_text(decided, lower.figures[decided])
        sentence = _(
            "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on %(level)s, "
            "%(criterion)s %(upper_figure)s against %(lower_figure)s."
        )
    elif decided is Criterion.FINALS:
        sentence = _("%(upper)s is ahead of %(lower)s (%(lower_place)s): the finals decide.")
    elif decided is Criterion.LOT and isinstance(lower.matches, Circle):
        facts["circle"] = _circle_words(lower.matches, names)
        sentence = _(
            "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on %(level)s; "
            "%(circle)s: none of them won more, so drawing lots decides."
        )
    elif decided is Criterion.LOT and Criterion.HEAD_TO_HEAD in ranking:
        sentence = _(
            "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on %(level)s; "
            "head-to-head does not separate them, so drawing lots decides."
        )
    elif decided is Criterion.LOT:
        sentence = _("%(upper)s is ahead of %(lower)s (%(lower_place)s): level on %(level)s, so drawing lots decides.")
    else:
        sentence = _head_to_head_sentence(lower, upper, names, facts)
    return sentence % facts


def knock_out_reason(upper: Standing, lower: Standing, names: Mapping[int, str]) -> str:
    """Explain why one place of a knock-out evening is above the next, for two players who both have a place."""
    if lower.decided_by is Criterion.LOT:
        sentence = _("%(upper)s is ahead of %(lower)s (%(lower_place)s): both have come as far; drawing lots decides.")
    else:
        sentence = _("%(upper)s is ahead of %(lower)s (%(lower_place)s): has come further, or lost a match to go out.")
    facts = {"upper": names[upper.number], "lower": names[lower.number], "lower_place": ordinal(lower.rank)}
    return sentence % facts


def _circle_words(circle: Circle, names: Mapping[int, str]) -> str:
    """Say who beat whom all around a circle."""
    pairs = dict.fromkeys(zip(circle.players, (*circle.players[1:], circle.players[0]), strict=True))
    words = (
        _("%(winner)s beat %(loser)s") % {"winner": names[winner], "loser": names[loser]} for winner, loser in pairs
    )
    return ", ".join(words)


def _head_to_head_sentence(lower: Standing, upper: Standing, names: Mapping[int, str], facts: dict[str, object]) -> str:
    matches = lower.matches
    if not isinstance(matches, DirectMatches):
        return _("%(upper)s is ahead of %(lower)s (%(lower_place)s): level on %(level)s; head-to-head decides.")
    facts["winner"], facts["loser"] = names[matches.winner], names[matches.loser]
    if matches.wins is not None:
        facts["circle_upper"], facts["circle_lower"] = matches.wins
        return _(
            "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on %(level)s; in the circle of players who beat "
            "one another, %(upper)s won %(circle_upper)s and %(lower)s won %(circle_lower)s."
        )
    if (matches.winner, matches.loser) == (upper.number, lower.number):
        if matches.is_split:
            return _(
                "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on %(level)s; "
                "%(upper)s won more of their matches."
            )
        return _("%(upper)s is ahead of %(lower)s (%(lower_place)s): level on %(level)s; %(upper)s beat %(lower)s.")
    return _(
        "%(upper)s is ahead of %(lower)s (%(lower_place)s): level on %(level)s; %(winner)s beat %(loser)s, and "
        "players who beat one another in a circle stay together."
    )


def standings_after(places: int) -> str:
    """Head the ranking after a round of a knock-out, by how many can play in that round."""
    return _("Standings after the %(finals)s") % {"finals": finals_round(places)}


def finals_sentence(state: str, player_count: int) -> str:
    """Say what finals of so many players mean for a ranking; `state` is a value of `queries.standings.Finals`."""
    sentence = {
        "to_come": _("After the last round, finals of the first %(players)s decide the first places."),
        "running": _("This is the ranking before the finals, which decide the first places."),
        "played": _("The finals decided the first places, the rounds before them all others."),
        "not_played_out": _("The finals were not played out: this is the ranking of the rounds before them."),
    }[state]
    return sentence % {"players": player_count}


def figure_lines(standing: Standing, opponent_wins: Sequence[int]) -> tuple[str, ...]:
    """Explain a player's figures that depend on the opponents; Buchholz is written as a sum."""
    lines = []
    for criterion, figure in standing.figures.items():
        if criterion is Criterion.BUCHHOLZ:
            sentence = _("Buchholz %(sum)s: the match wins of all opponents played so far.")
            lines.append(sentence % {"sum": addition(opponent_wins)})
        elif criterion not in OWN_MATCHES_ALONE:
            lines.append(f"{capfirst(str(CRITERIA[criterion].rule))}: {figure}.")
    return tuple(lines)


def possible_places(now: int, best: int, worst: int) -> str:
    """Say which places a player can have once the running round is over."""
    if best == worst:
        return _("Place %(place)s, however the other matches end") % {"place": best}
    facts = {"now": ordinal(now), "best": ordinal(best), "worst": ordinal(worst)}
    return _("%(now)s so far, %(best)s to %(worst)s possible") % facts


def next_opponents(match_wins: int, at_tables: str) -> str:
    """Say at which tables somebody plays who may be the next opponent, since they may have as many match wins."""
    facts = {"count": match_wins, "tables": capfirst(at_tables)}
    return (
        ngettext(
            "%(tables)s: somebody there can have %(count)d win, too, and be the next opponent.",
            "%(tables)s: somebody there can have %(count)d wins, too, and be the next opponent.",
            match_wins,
        )
        % facts
    )


def lot_words(lot: int) -> str:
    """Write what stands instead of a place before the first result: "Lot 7"."""
    return _("Lot %(number)s") % {"number": lot}


def place_words(place: int, player_count: int, *, so_far: bool) -> str:
    """Write a place: "8th of 20"; "8th of 20 so far" if provisional."""
    facts = {"place": ordinal(place), "players": player_count}
    return (_("%(place)s of %(players)s so far") if so_far else _("%(place)s of %(players)s")) % facts
