"""Lists of single matches of earlier years: their columns, and what is wrong with them."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.phrases.values import enumeration

MATCH_COLUMNS = {
    "date": gettext_lazy("Date"),
    "winner": gettext_lazy("Winner"),
    "loser": gettext_lazy("Loser"),
    "length": gettext_lazy("Match length"),
}
MATCH_LIST_REFUSALS: dict[str, Any] = {
    "match_list_without_header": gettext_lazy(
        "The first row has to name the columns: Date, Winner, Loser, Match length, in any order."
    ),
    "match_list_without_match": gettext_lazy("The file contains no matches."),
    "match_date_unknown": gettext_lazy("“%(text)s” is not a date. Write it as 2019-03-31 or 31.3.2019."),
    "match_date_ambiguous": gettext_lazy("“%(text)s” may be two different days. Write it as 2019-03-31 or 31.3.2019."),
    "match_name_doubtful": gettext_lazy(
        "The register has %(count)s people called %(name)s. Say who is meant; on the page of the import they can be"
        " chosen."
    ),
    "match_of_one_person": gettext_lazy("%(winner)s and %(loser)s are the same person. Choose somebody else for one."),
    "rating_start_range": gettext_lazy("The rating to start from is a number from 0 to %(most)s."),
    "single_match_changed": gettext_lazy("Somebody has changed or removed this match meanwhile. Look at it again."),
    "match_against_oneself": gettext_lazy("Winner and loser have the same name, %(name)s."),
    "match_length_unknown": gettext_lazy(
        "“%(text)s” is not a match length: it is a whole number from 1 to %(longest)s."
    ),
    "match_points_unknown": gettext_lazy("“%(text)s” are not the points of two players. Write them as 5:3."),
    "match_points_impossible": gettext_lazy(
        "%(winner_points)s:%(loser_points)s cannot be the end of a match to %(length)s."
    ),
}


def _lacks_columns(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    columns = enumeration([str(MATCH_COLUMNS[column]) for column in values["columns"]])
    return _("The list lacks these columns: %(columns)s. Name them in its first row.") % {"columns": columns}


def _without_name(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    return (
        _("The name of the winner is missing.")
        if values["which"] == "winner"
        else _("The name of the loser is missing.")
    )


def _date_impossible(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    day = date_format(values["date"], "SHORT_DATE_FORMAT")
    return _("No match can have been played on %(date)s. Check the year.") % {"date": day}


def single_match_text(facts: Mapping[str, Any]) -> str:
    """A match in one line: the day, who has beaten whom, and the score or the length."""
    day = date_format(date.fromisoformat(facts["date"]), "SHORT_DATE_FORMAT")
    pair = f"{facts['winner']} – {facts['loser']}"
    if facts["points"]:
        return f"{day}, {pair} {facts['points'][0]}:{facts['points'][1]}"
    return _("%(day)s, %(pair)s, to %(length)s") % {"day": day, "pair": pair, "length": facts["length"]}


def here_sentence(here: int, new: int) -> str:
    """How many matches of a list are here already."""
    if not new:
        return _("All of these matches are here already.")
    return ngettext(
        "%(here)s of these matches is here already.", "%(here)s of these matches are here already.", here
    ) % {"here": number_format(here, force_grouping=True)}


def _here_already(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    return here_sentence(values["here"], values["new"])


SPECIAL_MATCH_LIST_REFUSALS: dict[str, Callable[[Mapping[str, Any], Mapping[int, str]], str]] = {
    "match_list_lacks_columns": _lacks_columns,
    "match_without_name": _without_name,
    "match_date_impossible": _date_impossible,
    "matches_here_already": _here_already,
}
