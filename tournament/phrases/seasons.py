"""Sentences about seasons, ratings and lists of matches."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, TypedDict

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from tournament.names import isolated
from tournament.phrases.rounds import finals_round
from tournament.phrases.values import enumeration
from tournament.season.points import Points
from tournament.season.ranking import SeasonCriterion
from tournament.season.record import PointsBy, SeasonRules

# The state of a tournament in a list.


def round_reached(number: int, planned: int, *, is_closed: bool, places: int = 0) -> str:
    """Describe a tournament that is not running; `number` is its last round, 0 before the first draw.

    `places` is how many can play in that round if it is one of the finals.
    """
    if is_closed:
        return gettext("closed")
    if not number:
        return gettext("not drawn yet")
    if places:
        return finals_round(places)
    return _("round %(number)s of %(planned)s") % {"number": number, "planned": planned}


def sign_ups_waiting(count: int) -> str:
    """Say how many sign-ups wait to be accepted; empty if there are none."""
    return ngettext("%(count)d sign-up", "%(count)d sign-ups", count) % {"count": count} if count else ""


def ahead_of(names: Sequence[str]) -> str:
    """Name the one or two players behind the winner; empty if there are none."""
    isolated_names = [isolated(name) for name in names]
    if len(isolated_names) > 1:
        return _("ahead of %(second)s and %(third)s") % {"second": isolated_names[0], "third": isolated_names[1]}
    return _("ahead of %(name)s") % {"name": isolated_names[0]} if isolated_names else ""


# Lists of matches of earlier years: their columns and errors.

MATCH_COLUMNS = {
    "date": _("Date"),
    "winner": _("Winner"),
    "loser": _("Loser"),
    "length": _("Match length"),
    "first": _("Player 1"),
    "second": _("Player 2"),
    "score": _("Score"),
}
MATCH_LIST_REFUSALS: dict[str, Any] = {
    "match_list_without_header": _(
        "The first row has to name the columns: Date, Winner, Loser, Match length, in any order; or Date, Player 1,"
        " Player 2, Match length, Score."
    ),
    "match_list_without_match": _("The file contains no matches."),
    "match_date_unknown": _("“%(text)s” is not a date. Write it as 2019-03-31 or 31.3.2019."),
    "match_date_ambiguous": _("“%(text)s” may be two different days. Write it as 2019-03-31 or 31.3.2019."),
    "match_name_doubtful": _(
        "The register has %(count)s people called %(name)s. Say who is meant; on the page of the import they can be"
        " chosen."
    ),
    "match_of_one_person": _("%(winner)s and %(loser)s are the same person. Choose somebody else for one."),
    "rating_start_range": _("The rating to start from is a number from 0 to %(most)s."),
    "single_match_changed": _("Somebody has changed or removed this match meanwhile. Look at it again."),
    "match_against_oneself": _("Winner and loser have the same name, %(name)s."),
    "match_length_unknown": _("“%(text)s” is not a match length: it is a whole number from 1 to %(longest)s."),
    "match_points_unknown": _("“%(text)s” are not the points of two players. Write them as 5:3."),
    "match_score_is_date": _(
        "The spreadsheet has turned the score into a day, %(text)s, and who won is lost. Format the cell as text, and"
        " write the score once more, as 5:3."
    ),
    "match_without_winner": _("The score does not say who won. Write it as 5:3."),
    "match_list_lacks_columns": _("The list lacks these columns: %(columns)s. Name them in its first row."),
    "match_year_doubtful": _(
        "Was this match played on %(date)s, a lifetime ago? If so, tick that early years are right; if not, write the"
        " year with four digits."
    ),
    "match_winner_has_fewer": _(
        "The winner would have lost %(winner_points)s:%(loser_points)s. The winner’s points come first."
    ),
    "match_list_is_of_a_round": _(
        "These are the pairings of one round, the program’s own pairings.csv: they have neither day nor match length."
        " The club’s table of all matches has both."
    ),
    "match_date_impossible": _("No match can have been played on %(date)s. Check the year."),
    "match_against_bye": _("Nobody plays in a bye, so it is no match."),
    "match_points_impossible": _("%(winner_points)s:%(loser_points)s cannot be the end of a match to %(length)s."),
}


def column_names(columns: Sequence[str]) -> str:
    return enumeration([str(MATCH_COLUMNS[column]) for column in columns])


class SingleMatch(TypedDict):
    """A match outside tournaments as the journal stores it; `points` are those of winner and loser, if known."""

    date: str
    winner: str
    loser: str
    length: int
    points: tuple[int, int] | None


def single_match_text(facts: SingleMatch) -> str:
    """Describe a match in one line: day, winner, loser, and score or length."""
    day = date_format(date.fromisoformat(facts["date"]), "SHORT_DATE_FORMAT")
    pair = f"{facts['winner']} – {facts['loser']}"
    if facts["points"]:
        return f"{day}, {pair} {facts['points'][0]}:{facts['points'][1]}"
    return _("%(day)s, %(pair)s, to %(length)s") % {"day": day, "pair": pair, "length": facts["length"]}


def here_sentence(here: int, new: int) -> str:
    """Say how many matches of an imported list are stored already; all of them if none is `new`."""
    if not new:
        return gettext("All of these matches are here already.")
    return ngettext(
        "%(here)s of these matches is here already.", "%(here)s of these matches are here already.", here
    ) % {"here": number_format(here, force_grouping=True)}


NAMES_MISSING = {
    "winner": _("The name of the winner is missing."),
    "loser": _("The name of the loser is missing."),
}
SPECIAL_MATCH_LIST_REFUSALS: dict[str, Callable[[Mapping[str, Any], Mapping[int, str]], str]] = {
    "match_without_name": lambda values, names: str(
        NAMES_MISSING.get(values["which"], _("The name of a player is missing."))
    ),
    "matches_here_already": lambda values, names: here_sentence(values["here"], values["new"]),
}


# Seasons and ratings: settings, tie-breaks, what is still possible.

POINTS_BY = {
    PointsBy.PLACE: _("points for the place"),
    PointsBy.MATCH_WINS: _("one point for each match win"),
    PointsBy.MATCH_WINS_AND_COMING: _("one point for each match win and one for coming"),
}
SEASON_REFUSALS = {
    "points_table_unreadable": _("Enter whole numbers with blanks between them, such as 12 10 8 7 6."),
    "points_table_length": _("Enter points for 1 to %(most)s places."),
    "points_table_range": _("Enter points from 0 to %(most)s."),
    "points_table_rises": _("A better place must not give fewer points."),
}
HALVES: Mapping[Points, str] = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def points_text(points: Points) -> str:
    """Write points as people do: 8, 7½, 6⅓, and 5.20 for fractions without a sign."""
    whole, fraction = divmod(points, 1)
    if not fraction:
        return str(int(whole))
    if fraction in HALVES:
        return f"{int(whole) or ''}{HALVES[fraction]}"
    return number_format(float(points), 2)


def table_text(table: Sequence[int]) -> str:
    """Write the points for places in one line: 12, 10, 8, then 1."""
    if len(table) == 1:
        return str(table[0])
    *points, last = table
    return _("%(points)s, then %(last)s") % {"points": ", ".join(map(str, points)), "last": last}


def rules_sentence(rules: SeasonRules) -> str:
    """Explain how the points of a season are earned."""
    if rules.points_by is PointsBy.MATCH_WINS:
        text = gettext("Points: one for each match win.")
    elif rules.points_by is PointsBy.MATCH_WINS_AND_COMING:
        text = gettext("Points: one for each match win and one for coming.")
    else:
        text = _("Points by place: %(table)s.") % {"table": table_text(rules.table)}
    if rules.ties_share and rules.points_by is PointsBy.PLACE:
        text += " " + gettext("Players separated by lot alone share the points of their places.")
    if not rules.finals_count:
        text += " " + gettext("Finals do not count: places and head-to-head are those before them.")
    return text


def order_sentence() -> str:
    """Explain the tie-breaks of a season."""
    return gettext(
        "Between equals: more evenings won, then the better single results, then head-to-head over the season."
    )


def counting_sentence(rules: SeasonRules, evenings: int) -> str:
    if rules.best is None and not evenings:
        return gettext("Every evening counts.")
    if rules.best is None:
        sentence = ngettext("%(count)d evening counts.", "All %(count)d evenings count.", evenings)
    elif evenings <= rules.best:
        sentence = ngettext("The best evening counts.", "The best %(best)d evenings count.", rules.best)
    else:
        sentence = ngettext(
            "The best of %(count)d evenings counts, the others are struck through.",
            "The best %(best)d of %(count)d evenings count, the others are struck through.",
            rules.best,
        )
    return sentence % {"best": rules.best, "count": evenings}


def evenings_played(evenings: int) -> str:
    return ngettext("After %(count)d evening", "After %(count)d evenings", evenings) % {"count": evenings}


def decided_words(criterion: SeasonCriterion | None, name_below: str) -> str:
    """Say which criterion put a player ahead of the next one with as many points; empty if the points differ."""
    if criterion in (None, SeasonCriterion.POINTS):
        return ""
    words = {
        SeasonCriterion.EVENINGS_WON: gettext("ahead of %(name)s by evenings won"),
        SeasonCriterion.SINGLE_RESULTS: gettext("ahead of %(name)s by the better single results"),
        SeasonCriterion.HEAD_TO_HEAD: gettext("ahead of %(name)s by head-to-head"),
    }
    return words[criterion] % {"name": name_below}


def counted_sentence(counted_evenings: Sequence[str], struck: Sequence[str]) -> str:
    """Name the evenings that count and those struck out."""
    text = _("Counted: %(evenings)s.") % {"evenings": enumeration(counted_evenings)}
    if struck:
        sentence = ngettext("Struck out: %(evenings)s.", "Struck out: %(evenings)s.", len(struck))
        text += " " + sentence % {"evenings": enumeration(struck)}
    return text


def on_evening(points: Points, date: str) -> str:
    return _("%(points)s on %(date)s") % {"points": points_text(points), "date": date}


def given_up_sentence(name: str, day: date) -> str:
    """Say that a tournament was drawn, but given up without a result."""
    facts = {"name": isolated(name), "day": date_format(day, "SHORT_DATE_FORMAT")}
    return _("%(name)s, %(day)s, was drawn, but given up without a result.") % facts


def rating_text(rating: float) -> str:
    return str(round(rating))
