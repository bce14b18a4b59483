"""Sentences for refusals: what is wrong, and what to do instead."""

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from tournament.engine.checking import Disagreement
from tournament.engine.refusals import Refused
from tournament.engine.terms import Outcome
from tournament.money.fees import HIGHEST_BY_THE_RULES
from tournament.phrases import (
    accounts,
    backups,
    board,
    cash,
    clubs,
    findings,
    matches,
    persons,
    players,
    results,
    rounds,
    seasons,
    tournaments,
)
from tournament.phrases.values import MOST_NAMES, enumeration, length_of_time, money, tables

REFUSALS: dict[str, Any] = {
    **board.BOARD_REFUSALS,
    **findings.TRANSCRIPT_REFUSALS,
    **accounts.ACCOUNT_REFUSALS,
    **backups.BACKUP_REFUSALS,
    **cash.CASH_REFUSALS,
    **clubs.CLUB_REFUSALS,
    **matches.MATCH_REFUSALS,
    **persons.PERSON_REFUSALS,
    **players.PLAYER_REFUSALS,
    **results.RESULT_REFUSALS,
    **rounds.ROUND_REFUSALS,
    **tournaments.TOURNAMENT_REFUSALS,
    **seasons.MATCH_LIST_REFUSALS,
    **seasons.SEASON_REFUSALS,
    "not_allowed": _("Only a director can do that."),
    "not_understood": _("The request was not understood. Reload the page and try again."),
    "not_confirmed": _("Type “%(word)s” to confirm."),
    "club_is_gone": _("This club no longer exists."),
    "tournament_is_gone": _("This tournament has been deleted."),
    "tournament_is_closed": _("The tournament is closed. Reopen it to make changes."),
    "year_is_closed": _(
        "The books of %(year)s are closed: this evening takes no more payments, prizes or costs. Enter the money in the"
        " club’s cash instead, as an entry of the running year."
    ),
    "booking_asked": _(
        "The books of %(closed)s are closed. A correction books something in the running year and is asked about first."
    ),
    "results_missing": _("Results are still missing: %(tables)s."),
    "price_not_understood": _("Enter the price with a point or a comma, for example 12.50; a gift costs 0."),
    "reason_too_long": _("A reason can have at most %(limit)s characters."),
    "name_unprintable": _("The name contains a character that cannot be printed. Type the name again."),
    "perhaps_known": _("%(name)s may be another spelling of %(others)s. Say whether this is the same person."),
    "finals_second_players": _("Only a consolation of the others has a number of players of its own."),
    "changed_since": _("This cannot be undone: it has been changed again since."),
    "something_done_since": _(
        "Something else has changed since then; the foot of the page shows what can be undone now."
    ),
    "round_is_hidden": _("Round %(round)s is still hidden. Release it before entering results."),
    "pairings_changed_meanwhile": _("Someone has changed the pairings in the meantime. Check them again."),
    "bye_has_no_result": _("The bye counts automatically; there is no result to enter."),
    "result_stands": _(
        "The result is already in: %(what)s. What was tapped here was not saved. If the result is wrong,"
        " please tell the director."
    ),
    "reporting_is_off": _("The director enters the results. Please tell the director the score."),
    "score_surprises": _("%(first)s:%(second)s is unusually high. If it is right, enter it once more."),
    "table_and_score_not_understood": _("Enter the table and the score, for example 5 3 1."),
    "refused_before": _("This was refused before and has not been entered. Look at the page, then enter it again."),
    "words_too_often": _("Too many entries in a short time. Wait %(wait)s, then go on."),
    "phone_of_unknown": _(
        "The club knows somebody of this name from other evenings. The director has to say first that it is you."
    ),
}


def _plain_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return enumeration([str(item) for item in value])
    if isinstance(value, Refused):
        return refusal_sentence(value)
    return value


_PICTURE = _("a picture (%(kind)s)")
# Names of files that hold no list of players, where the type alone, as in "a TRF file", would say little.
FOREIGN_FILES: dict[str, Any] = {
    **dict.fromkeys(("PNG", "JPEG", "GIF", "BMP", "TIFF", "WebP", "HEIC", "AVIF", "SVG"), _PICTURE),
    "HTML": _("a web page (HTML)"),
    "TRF": _("a tournament report (TRF)"),
    "Word": _("a Word document"),
    "ODT": _("a text document (ODT)"),
}


def refusal_sentence(refused: Refused, names: Mapping[int, str] | None = None) -> str:
    """Say what is wrong and what to do, in one or two sentences; `names` maps start numbers to players."""
    values = rounds.with_round_named(refused.values)
    special = SPECIAL_REFUSALS.get(refused.code)
    if special:
        return special(values, names or {})
    facts = {key: _plain_value(value) for key, value in values.items()}
    if refused.code in WORDED_VALUES:
        facts |= WORDED_VALUES[refused.code](values)
    return str(REFUSALS[refused.code]) % facts


def refusal_at_table(refused: Refused, table: int | None) -> str:
    """Say what is wrong and at which table, for a page that does not show the table beside the sentence."""
    sentence = refusal_sentence(refused)
    if table is None:
        return sentence
    return gettext("Table %(table)s: %(sentence)s") % {"table": table, "sentence": sentence}


def _not_everyone_once(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    missing = [names.get(number, str(number)) for number in values["missing"]]
    if not missing:
        return str(REFUSALS["not_understood"])
    sentence = ngettext(
        "%(names)s has neither an opponent nor the bye.",
        "%(names)s have neither an opponent nor the bye.",
        len(missing),
    )
    return sentence % {"names": enumeration(missing)}


def _fee_too_high(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if values["limit"] == HIGHEST_BY_THE_RULES:
        under = money(HIGHEST_BY_THE_RULES + 1, values.get("currency", "EUR"))
        return gettext(
            "The entry fee can be at most %(limit)s, as the rules ask for less than %(under)s. Another highest entry"
            " fee can be entered in the settings of the club."
        ) % {"limit": _money(values, "limit"), "under": under}
    return str(REFUSALS["fee_too_high"]) % {"limit": _money(values, "limit")}


def _money(values: Mapping[str, Any], name: str) -> str:
    return money(values[name], values.get("currency", "EUR"))


def _results_missing(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if "tables" in values:
        return str(REFUSALS["results_missing"]) % {"tables": tables(values["tables"])}
    pairs = [f"{names.get(first, first)} – {names.get(second, second)}" for first, second in values["missing"]]
    return str(REFUSALS["results_missing"]) % {"tables": enumeration(pairs, MOST_NAMES)}


def _result_entered_meanwhile(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if values["result"]["outcome"] == Outcome.PENDING:
        return gettext("Someone has deleted this result in the meantime. To enter it, choose again.")
    return str(REFUSALS["result_entered_meanwhile"]) % {"result": results.stored_result_text(values["result"])}


def _no_pairing_without_rematch(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    group, only = (
        [gettext("the bye") if number is None else names.get(number, str(number)) for number in values[key]]
        for key in ("group", "only")
    )
    if values["group"] == (None,):
        sentence = gettext(
            "Everyone present has already had a bye or a win by forfeit, so there is no pairing without a rematch."
        )
    elif len(group) == 1 and values["apart"]:
        sentence = gettext(
            "%(name)s has already met everyone present, or is not to be paired with them in this tournament, "
            "so there is no pairing without a rematch."
        )
    elif len(group) == 1:
        sentence = gettext("%(name)s has already met everyone present, so there is no pairing without a rematch.")
    elif values["apart"]:
        sentence = gettext(
            "There is no pairing without a rematch: %(names)s cannot all be paired with someone they have not met and "
            "may be paired with in this tournament."
        )
    elif only and len(group) == len(only) + 1:
        # The group has one player more than possible opponents, so no two in it can play each other: all have met.
        sentence = gettext(
            "There is no pairing without a rematch: %(names)s have all met one another, leaving only %(only)s for them."
        )
    else:
        sentence = gettext(
            "There is no pairing without a rematch: %(names)s cannot all be paired with someone they have not met."
        )
    return sentence % {"name": group[0], "names": enumeration(group), "only": enumeration(only)}


def _wishes_in_the_way(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    pairs = enumeration([" – ".join(names.get(number, str(number)) for number in pair) for pair in values["pairs"]])
    sentence = gettext("This round can be paired only if these meet, who are kept apart: %(pairs)s.")
    return sentence % {"pairs": pairs}


def _days(values: Mapping[str, Any], *names: str) -> dict[str, str]:
    return {name: date_format(values[name], "SHORT_DATE_FORMAT") for name in names}


# For each refusal code a function that puts its values into words: amounts, days, results, waiting times.
WORDED_VALUES: dict[str, Callable[[Mapping[str, Any]], dict[str, str]]] = {
    **dict.fromkeys(
        ("fee_changed_meanwhile", "fees_changed_meanwhile", "player_has_paid"),
        lambda values: {"amount": _money(values, "cents")},
    ),
    **dict.fromkeys(("price_too_high", "cash_out_of_range"), lambda values: {"limit": _money(values, "limit")}),
    "payment_out_of_range": lambda values: {"most": _money(values, "most")},
    "list_file_foreign": lambda values: {"kind": str(FOREIGN_FILES.get(values["kind"], _("a %(kind)s file"))) % values},
    "cash_day_not_running": lambda values: _days(values, "first", "last"),
    "count_too_early": lambda values: _days(values, "day"),
    # A day in numbers could be read as another one.
    **dict.fromkeys(
        ("match_date_impossible", "match_year_doubtful"),
        lambda values: {"date": date_format(values["date"], "DATE_FORMAT")},
    ),
    "match_list_lacks_columns": lambda values: {"columns": seasons.column_names(values["columns"])},
    **dict.fromkeys(
        ("result_stands", "confirmation_stands", "sheet_has_its_result", "reported_meanwhile"),
        lambda values: {"what": results.result_line(values)},
    ),
    **dict.fromkeys(
        (
            "passwords_too_often",
            "mails_too_often",
            "names_too_often",
            "joining_too_often_on_a_phone",
            "joining_too_often",
            "reported_too_often",
            "words_too_often",
        ),
        lambda values: {"wait": length_of_time(values["seconds"])},
    ),
}
SPECIAL_REFUSALS: dict[str, Callable[[Mapping[str, Any], Mapping[int, str]], str]] = {
    "fee_too_high": _fee_too_high,
    "not_everyone_once": _not_everyone_once,
    "results_missing": _results_missing,
    "result_entered_meanwhile": _result_entered_meanwhile,
    "no_pairing_without_rematch": _no_pairing_without_rematch,
    "wishes_in_the_way": _wishes_in_the_way,
    **seasons.SPECIAL_MATCH_LIST_REFUSALS,
    "settings_changed_meanwhile": lambda values, names: " ".join(
        tournaments.settings_changed_sentences(values).values()
    ),
}


def rows_not_ticked_words(refused: Refused, rows: Sequence[int]) -> str:
    """Name rows that are not ticked, and the reason that they share."""
    reason = players.NOT_TICKED.get(refused.code) or refusal_sentence(refused)
    if refused.code == "list_line_answer":
        reason = players.quoted(refused.values["answer"])
    words = ngettext("row %(rows)s: %(reason)s", "rows %(rows)s: %(reason)s", len(rows))
    return words % {"rows": enumeration(list(map(str, rows)), players.MOST_ROWS), "reason": reason}


# An archive that differs from the rules.


def disagreement_sentence(disagreement: Disagreement) -> str:
    """Say where a round differs from the rules: its number and the first pairings that differ."""
    facts: dict[str, Any] = {"round": disagreement.round_number}
    if disagreement.expected is None:
        assert disagreement.refusal is not None
        facts["because"] = refusal_sentence(disagreement.refusal)
        return gettext("Round %(round)s is not possible under the rules. %(because)s") % facts
    pairs = zip_longest(disagreement.expected, disagreement.found)
    expected, found = next((gives, has) for gives, has in pairs if gives != has)
    facts |= {"expected": _pair(expected), "found": _pair(found)}
    return gettext("Round %(round)s: the rules give %(expected)s, but %(found)s is paired.") % facts


def row_difference_sentence(row: int, expected: str, found: str) -> str:
    """Say where the standings written in an archive differ from the rules."""
    facts = {"place": row, "expected": expected, "found": found}
    return gettext("Standings, place %(place)s: the rules give %(expected)s, the file has %(found)s.") % facts


def _pair(pair: tuple[int, int | None] | None) -> str:
    """Write a pairing as start numbers: 3 – 7."""
    if pair is None:
        return gettext("nothing")
    return f"{pair[0]} – {pair[1] or results.outcome_label(Outcome.BYE)}"
