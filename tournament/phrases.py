"""Codes of the engine and of the actions turned into sentences: the one place that does.

The sentences come out in the language that is active; the German stands in the translation catalogue.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.utils import formats, timezone
from django.utils.translation import get_language, get_language_info, gettext_lazy, ngettext, override, pgettext
from django.utils.translation import gettext as _

from tournament.engine.chances import Chance
from tournament.engine.checking import Disagreement
from tournament.engine.pairing import Why
from tournament.engine.record import Result, Score
from tournament.engine.refusals import Refused
from tournament.engine.standings import Standing
from tournament.engine.terms import Criterion, Outcome

MOST_NAMES = 3

CRITERIA = {
    Criterion.MATCH_WINS: gettext_lazy("match wins"),
    Criterion.POINT_DIFFERENCE: gettext_lazy("point difference"),
    Criterion.BUCHHOLZ: gettext_lazy("Buchholz"),
    Criterion.HEAD_TO_HEAD: gettext_lazy("head-to-head"),
    Criterion.LOT: gettext_lazy("lot"),
}
OUTCOMES = {
    Outcome.PLAYED: gettext_lazy("played"),
    Outcome.FORFEIT: gettext_lazy("did not appear"),
    Outcome.DOUBLE_FORFEIT: gettext_lazy("neither appeared"),
    Outcome.STOPPED: gettext_lazy("stopped"),
    Outcome.BYE: gettext_lazy("bye"),
    Outcome.PENDING: gettext_lazy("open"),
}


def criterion_label(criterion: Criterion) -> str:
    """The criterion as it heads a column or names what decided."""
    return str(CRITERIA[criterion])


def outcome_label(outcome: Outcome) -> str:
    """The outcome in a word."""
    return str(OUTCOMES[outcome])


def money(cents: int, currency: str = "EUR") -> str:
    """An amount as people write it: 8.00 € or 8,00 €."""
    return f"{amount(cents)} {'€' if currency == 'EUR' else currency}"


def short_money(cents: int, currency: str = "EUR") -> str:
    """The same where room is short: 8 €, and 8.50 € where there are cents."""
    separator = formats.get_format("DECIMAL_SEPARATOR")
    return money(cents, currency).replace(f"{separator}00 ", " ", 1)


def amount(cents: int) -> str:
    """An amount without its currency, as people type it: 8.00 or 8,00."""
    whole, rest = divmod(abs(cents), 100)
    number = f"{formats.number_format(whole, use_l10n=True)}{formats.get_format('DECIMAL_SEPARATOR')}{rest:02}"
    return f"−{number}" if cents < 0 else number


def moment(at: datetime, today: date) -> str:
    """The time of day, after its date where that is another day."""
    local = timezone.localtime(at)
    time = formats.date_format(local, "H:i")
    return time if local.date() == today else f"{formats.date_format(local, 'SHORT_DATE_FORMAT')}, {time}"


def signed(number: int) -> str:
    """A number with its sign, the minus as wide as the plus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "0"


def place(rank: int) -> str:
    """4th, or 4."""
    return _place(rank, get_language())


@lru_cache(maxsize=4096)
def _place(rank: int, language: str | None) -> str:
    """Looking up ten texts for each number was a third of what drawing a long list costs."""
    with override(language):
        return str(ordinal(rank))


def prize_text(rank: int, description: str) -> str:
    """A prize and the place it goes to."""
    return _("%(place)s place: %(description)s") % {"place": place(rank), "description": description}


def shared_text(heads: int, each: int, rest: int, currency: str) -> str:
    """How an amount is shared out to the cent: 12 × 7.33 € + 0.04 €."""
    return f"{heads} × {money(each, currency)}" + (f" + {money(rest, currency)}" if rest else "")


def shortfall_sentence(shortfall: int, owed: int, currency: str) -> str:
    """That more was spent than has come in, and what is still to come; else nothing."""
    if not shortfall:
        return ""
    facts = {"shortfall": money(shortfall, currency), "owed": money(owed, currency)}
    if owed:
        return _("Spending exceeds income by %(shortfall)s; entry fees of %(owed)s are still unpaid.") % facts
    return _("Spending exceeds income by %(shortfall)s.") % facts


def uncounted_sentence(owed: int, waived: int, owed_cents: int, currency: str) -> str:
    """How many fees are not counted, for they are owed or waived; else nothing."""
    told = []
    if owed:
        told.append(_fees_owed(owed, owed_cents, currency))
    if waived:
        told.append(ngettext("%(count)d waived fee", "%(count)d waived fees", waived) % {"count": waived})
    return _("Not counted as income: %(what)s.") % {"what": enumeration(told)} if told else ""


def _fees_owed(owed: int, owed_cents: int, currency: str) -> str:
    sentence = ngettext("%(count)d unpaid fee (%(amount)s)", "%(count)d unpaid fees (%(amount)s)", owed)
    return sentence % {"count": owed, "amount": money(owed_cents, currency)}


def overpaid_sentence(overpaid: int, cents: int, currency: str) -> str:
    """That some have paid more than the fee is now; else nothing."""
    if not overpaid:
        return ""
    sentence = ngettext(
        "%(count)d player has paid more than the current fee; %(amount)s is still to be refunded.",
        "%(count)d players have paid more than the current fee; %(amount)s is still to be refunded.",
        overpaid,
    )
    return sentence % {"count": overpaid, "amount": money(cents, currency)}


FEE_STATES = {
    "paid": gettext_lazy("paid"),
    "owed": gettext_lazy("unpaid"),
    "waived": gettext_lazy("waived"),
    "refunded": gettext_lazy("refunded"),
    "nothing": "–",
}


def fee_state_label(state: str) -> str:
    """How a player stands to the fee, in a word."""
    return str(FEE_STATES[state])


ORDERS = {
    "name": gettext_lazy("Name"),
    "number": gettext_lazy("Number"),
    "open": gettext_lazy("Open first"),
}


def order_label(order: str) -> str:
    """What the list of players is in order of."""
    return str(ORDERS[order])


def fee_text(state: str, reason: str, *, kept: int, owed: int, overpaid: int, currency: str) -> str:
    """How a player stands to the fee, with why it is waived, and what is lacking or too much."""
    if reason:
        return _("waived: %(reason)s") % {"reason": reason}
    if kept and owed:
        return _("owes %(amount)s") % {"amount": money(owed, currency)}
    if overpaid:
        return _("paid, %(amount)s to refund") % {"amount": money(overpaid, currency)}
    return fee_state_label(state)


@dataclass(frozen=True, slots=True)
class Payment:
    """So much, when and by whose hand, as far as that is known."""

    cents: int
    at: datetime | None
    hand: str


def payment_text(currency: str, paid: Payment, refunded: Payment, today: date) -> str:
    """What was paid, when and to whom, and what was given back, when and by whom."""
    told = [_payment(paid, currency, today, _("Paid"), _("to %(name)s"))]
    if refunded.cents:
        told.append(_payment(refunded, currency, today, _("Refunded"), _("by %(name)s")))
    return " · ".join(told)


def _payment(payment: Payment, currency: str, today: date, what: str, whose: str) -> str:
    told = [f"{what}: {money(payment.cents, currency)}"]
    if payment.at:
        told.append(moment(payment.at, today))
    if payment.hand:
        told.append(whose % {"name": payment.hand})
    return ", ".join(told)


def fee_step_text(up_to: int | None, cents: int, currency: str) -> str:
    """A line of the table by which the fee follows from the number of players."""
    facts = {"players": up_to, "fee": money(cents, currency)}
    return (_("more players: %(fee)s") if up_to is None else _("up to %(players)s players: %(fee)s")) % facts


def surplus_sentence(surplus: int, note: str, currency: str) -> str:
    """What is left and what becomes of it; else nothing."""
    if not surplus:
        return ""
    facts = {"surplus": money(surplus, currency), "note": note}
    return (_("Surplus: %(surplus)s. Goes to: %(note)s") if note else _("Surplus: %(surplus)s.")) % facts


def treasurer_sentence(name: str) -> str:
    """Whom to ask about the money; else nothing."""
    return _("Contact for money questions: %(name)s") % {"name": name} if name else ""


def enumeration(words: Sequence[str], most: int | None = None) -> str:
    """a, b and c; beyond `most` the rest is counted."""
    if most is not None and len(words) > most + 1:
        rest = len(words) - most
        more = ngettext("%(count)d more", "%(count)d more", rest) % {"count": rest}
        words = [*words[:most], more]
    if len(words) < 2:
        return "".join(words)
    return pgettext("last of an enumeration", "%(others)s and %(last)s") % {
        "others": ", ".join(words[:-1]),
        "last": words[-1],
    }


def tables(numbers: Sequence[int]) -> str:
    """Table 3, or tables 3 and 5."""
    return ngettext("table %(numbers)s", "tables %(numbers)s", len(numbers)) % {
        "numbers": enumeration([str(number) for number in numbers])
    }


def round_times(number: int, began: str, over: str, minutes: int) -> str:
    """Since when a round has been going, or from when to when it went, and for how long once that is worth a word."""
    facts = {"number": number, "began": began, "over": over, "minutes": minutes}
    if not minutes:
        return _("Round %(number)s, started %(began)s") % facts
    if over:
        return _("Round %(number)s from %(began)s to %(over)s · %(minutes)s min") % facts
    return _("Round %(number)s, started %(began)s · %(minutes)s min") % facts


def usual_length(minutes: int | None) -> str:
    """How long a match takes, once that is known."""
    return "" if minutes is None else _("matches usually take %(minutes)s min") % {"minutes": minutes}


def slow_tables(numbers: Sequence[int]) -> str:
    """Who holds the round up; nobody is named where it is nearly everybody."""
    if not numbers:
        return ""
    if len(numbers) > MOST_NAMES:
        return _("%(count)s tables are running late") % {"count": len(numbers)}
    holds = ngettext("%(tables)s is running late", "%(tables)s are running late", len(numbers))
    return holds % {"tables": tables(numbers)}


def forecast(next_round: str, end: str) -> str:
    """When the next round begins and when the evening is over, as far as can be told."""
    if next_round:
        return _("next round at about %(time)s, end at about %(end)s") % {"time": next_round, "end": end}
    return _("end at about %(end)s") % {"end": end} if end else ""


def left_sentence(name: str, round_number: int, table: int) -> str:
    """That somebody has left whose match of the running round is open, and where to decide it."""
    facts = {"name": name, "round": round_number, "table": table}
    return _("%(name)s has left. Table %(table)s is still open: decide it on the page of round %(round)s.") % facts


def lost_rounds_sentence(planned: int, playable: int) -> str:
    """That not all planned rounds can be played, and what can be done."""
    facts = {"planned": planned, "playable": playable, "next": playable + 1}
    return (
        _(
            "The players who are here can play only %(playable)s of the %(planned)s planned rounds without a rematch. "
            "Plan fewer rounds, or allow rematches when round %(next)s is paired."
        )
        % facts
    )


NOT_PLAYING = {
    "sits_out": gettext_lazy("sitting out"),
    "left": gettext_lazy("left after round %(round)s"),
    "not_checked_in": gettext_lazy("not checked in"),
    "from_round": gettext_lazy("plays from round %(round)s"),
    "was_away": gettext_lazy("was away"),
}


def not_playing_words(why: str, round_number: int) -> str:
    """Why somebody does not play in a round."""
    if why == "left" and not round_number:
        return _("left before round 1")
    return str(NOT_PLAYING[why]) % {"round": round_number}


def boards_sentence(tables_to_seat: int, boards: int | None) -> str:
    """What it means that the venue has fewer boards than tables are to be seated; else nothing."""
    if boards is None or tables_to_seat <= boards:
        return ""
    facts = {"boards": boards, "tables": tables_to_seat, "waiting": tables_to_seat - boards}
    return (
        ngettext(
            "There are %(boards)s boards for %(tables)s tables: the last table waits until a board is free.",
            "There are %(boards)s boards for %(tables)s tables: the last %(waiting)s wait until a board is free.",
            tables_to_seat - boards,
        )
        % facts
    )


def result_text(result: Result, first: int) -> str:
    """How a pairing stands, in a cell: 3:1, the sides of a forfeit as +:−, an open one as –.

    `first` is the start number of the player named first.
    """
    if result.score is not None:
        return f"{result.score[0]}:{result.score[1]}"
    if result.outcome is Outcome.FORFEIT:
        return "+:−" if result.winner == first else "−:+"
    return "−:−" if result.outcome is Outcome.DOUBLE_FORFEIT else "–"


def win_words(name: str, points: Score) -> str:
    """Who won and how high, the winner's points first."""
    return _("%(name)s wins %(score)s") % {"name": name, "score": f"{max(points)}:{min(points)}"}


MEETING_SIGNS = {"won": "+", "lost": "−", "level": "=", "open": "", "bye": "+", "absent": "–"}


def meeting_sign(meeting: str, opponent_place: int) -> str:
    """Whom a player met, by place, and how it ended, as cross tables say it: +3, −7, =4, or 5 while it is open."""
    return f"{MEETING_SIGNS[meeting]}{opponent_place}"


def special_result(result: Result, counted: Score | None) -> str:
    """What a row of scores does not say by itself: a forfeit, a stopped match, an excess that does not count."""
    if result.outcome is Outcome.STOPPED:
        return _("stopped at %(score)s") % {"score": result_text(result, 0)}
    if result.outcome in (Outcome.FORFEIT, Outcome.DOUBLE_FORFEIT):
        return outcome_label(result.outcome)
    if result.score is not None and counted != result.score:
        return _("%(score)s, counts as %(counted)s") % {
            "score": result_text(result, 0),
            "counted": result_text(Result(Outcome.PLAYED, counted), 0),
        }
    return ""


def correction_sentence(
    place_of_match: tuple[int, int | None], names: tuple[str, str], first: int, before: Result, after: Result
) -> str:
    """Which result becomes which: table and round, the two names, the start number of the one named first."""
    round_number, table = place_of_match
    becomes = result_text(after, first)
    if after.outcome is Outcome.FORFEIT:
        absent = names[1] if after.winner == first else names[0]
        becomes += f" ({_('%(name)s did not appear') % {'name': absent}})"
    elif after.outcome is not Outcome.PLAYED:
        becomes += f" ({outcome_label(after.outcome)})"
    return _("Round %(round)s, table %(table)s: %(first)s %(before)s %(second)s becomes %(after)s.") % {
        "round": round_number,
        "table": table,
        "first": names[0],
        "second": names[1],
        "before": result_text(before, first),
        "after": becomes,
    }


def changed(before: object, after: object) -> str:
    """What was and what it becomes: 1st → 4th; what stays is said once."""
    return str(before) if before == after else f"{before} → {after}"


def overtaken_sentences(rounds: Sequence[int], anew: int | None) -> tuple[str, ...]:
    """That later rounds would no longer be what the rules give; `anew` is the one that can be paired anew."""
    staying = [str(number) for number in rounds if number != anew]
    sentences = []
    if staying:
        sentence = ngettext(
            "Round %(rounds)s was paired on the current result; the corrected one would have given different"
            " pairings. The round stays as it is.",
            "Rounds %(rounds)s were paired on the current result; the corrected one would have given "
            "different pairings. The rounds stay as they are.",
            len(staying),
        )
        sentences.append(sentence % {"rounds": enumeration(staying)})
    if anew is not None:
        sentence = _(
            "Round %(round)s was paired on the current result; the corrected one would have given different "
            "pairings. As long as the round has no results, it can be re-paired."
        )
        sentences.append(sentence % {"round": anew})
    return tuple(sentences)


def tie_words(below: Standing | None, below_name: str) -> str:
    """What put a player ahead of the next one where the three counted criteria are level; else nothing."""
    if below is None or below.decided_by not in (Criterion.HEAD_TO_HEAD, Criterion.LOT):
        return ""
    return _("ahead of %(name)s: %(criterion)s") % {
        "name": below_name,
        "criterion": criterion_label(below.decided_by),
    }


def place_reason(upper: Standing, lower: Standing, names: Mapping[int, str]) -> str:
    """Why one place is above the next, in one sentence with the players' names."""
    facts = {
        "upper": names[upper.number],
        "lower": names[lower.number],
        "lower_place": place(lower.rank),
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


def addition(numbers: Sequence[int]) -> str:
    """A sum with its parts: 2 + 3 + 1 = 6."""
    parts = " + ".join(map(str, numbers))
    return f"{parts} = {sum(numbers)}" if len(numbers) > 1 else str(sum(numbers))


def chance_sentences(chances: Sequence[Chance], names: Mapping[int, str]) -> tuple[str, ...]:
    """What each player needs in the last round to win the tournament; those who cannot any more are named together."""
    winner = next((names[chance.number] for chance in chances if chance.has_won), None)
    if winner is not None:
        return (_("%(name)s has already won the tournament.") % {"name": winner},)
    told = [_chance_sentence(chance, names) for chance in chances if chance.possible_from is not None]
    without = [names[chance.number] for chance in chances if chance.possible_from is None]
    if without:
        sentence = ngettext(
            "%(names)s can no longer win the tournament.",
            "%(names)s can no longer win the tournament.",
            len(without),
        )
        told.append(sentence % {"names": enumeration(without)})
    return tuple(told)


def _chance_sentence(chance: Chance, names: Mapping[int, str]) -> str:
    facts = {"name": names[chance.number]}
    if chance.secure_from is not None:
        told = _("%(name)s wins the tournament %(how)s.") % {**facts, "how": _own_result(chance.secure_from)}
        if chance.possible_from is not None and chance.possible_from < chance.secure_from:
            told += " " + _("With anything less, it depends on the other tables.")
        return told
    return _chance_with_rivals(chance, names)


def _chance_with_rivals(chance: Chance, names: Mapping[int, str]) -> str:
    """A chance for which no result of one's own is enough."""
    if chance.enough_from is not None:
        return _enough_sentence(chance, names)
    facts = {"name": names[chance.number], "rivals": enumeration([names[number] for number in chance.must_not_win])}
    least = chance.possible_from or 0
    if least <= 0:
        if not chance.must_not_win:
            return _("%(name)s can still win the tournament; it depends on the other tables.") % facts
        return _("%(name)s can still win the tournament, but only without a win for %(rivals)s.") % facts
    facts["need"] = _needed_win(least)
    if not chance.must_not_win:
        return _("%(name)s needs %(need)s; even then it depends on the other tables.") % facts
    return _("%(name)s needs %(need)s and no win for %(rivals)s; even then it depends on the other tables.") % facts


def _enough_sentence(chance: Chance, names: Mapping[int, str]) -> str:
    """Who must not win, and whether there is another way to the first place."""
    margin = chance.enough_from or 0
    facts = {"name": names[chance.number], "rivals": enumeration([names[number] for number in chance.rivals])}
    is_only_way = chance.rivals == chance.must_not_win and margin == chance.possible_from
    if is_only_way and margin > 0:
        return _("%(name)s needs %(need)s and no win for %(rivals)s.") % {**facts, "need": _needed_win(margin)}
    if margin == 0:
        told = ngettext(
            "%(name)s wins the tournament if %(rivals)s does not win.",
            "%(name)s wins the tournament if %(rivals)s do not win.",
            len(chance.rivals),
        )
    else:
        facts["how"] = _own_result(margin)
        told = ngettext(
            "%(name)s wins the tournament %(how)s if %(rivals)s does not win.",
            "%(name)s wins the tournament %(how)s if %(rivals)s do not win.",
            len(chance.rivals),
        )
    told %= facts
    return told if is_only_way else told + " " + _("Otherwise it depends on the points.")


def _own_result(margin: int) -> str:
    """From which own result on, within a sentence."""
    if margin == 1:
        return _("with any win")
    if margin > 1:
        return _("with a win by at least %(points)s points") % {"points": margin}
    told = ngettext("even after losing by %(points)s point", "even after losing by up to %(points)s points", -margin)
    return told % {"points": -margin}


def _needed_win(margin: int) -> str:
    """Which win is needed at least, within a sentence."""
    return _("a win") if margin == 1 else _("a win by at least %(points)s points") % {"points": margin}


def pairing_reason(
    first: tuple[str, int], second: tuple[str, int] | None, passed_over: Sequence[tuple[str, int, Why]], *, by_lot: bool
) -> str:
    """Why these two play each other: names with their places, and the better-placed the first did not get.

    `passed_over` holds name, place and why; the bye comes with an empty name.
    """
    facts = {"first": first[0], "first_place": place(first[1])}
    if second is None:
        opening = _("%(first)s (%(first_place)s) has the bye") % facts
    else:
        facts |= {"second": second[0], "second_place": place(second[1])}
        opening = _("%(first)s (%(first_place)s) plays %(second)s (%(second_place)s)") % facts
    if by_lot:
        return _("%(opening)s: the order was drawn by lot.") % {"opening": opening}
    reasons = [sentence for why in Why if (sentence := _passed_over_sentence(why, first[0], passed_over))]
    if second is None:
        reasons.append(_("nobody is left to play"))
    elif reasons:
        reasons.append(_("%(second)s is the best-placed opponent left") % facts)
    else:
        reasons.append(_("%(second)s is the best-placed opponent not yet met") % facts)
    return f"{opening}: {'; '.join(reasons)}."


def _passed_over_sentence(why: Why, first: str, passed_over: Sequence[tuple[str, int, Why]]) -> str:
    names = [f"{name} ({place(rank)})" for name, rank, reason in passed_over if reason is why and name]
    if not names:
        return ""
    facts = {"first": first, "names": enumeration(names, MOST_NAMES)}
    if why is Why.MET:
        return _("%(first)s has already met %(names)s") % facts
    if why is Why.LEFT_FOR_OTHERS:
        return (
            ngettext(
                "%(names)s is left for others so that everyone can be paired",
                "%(names)s are left for others so that everyone can be paired",
                len(names),
            )
            % facts
        )
    return (
        ngettext(
            "%(names)s is kept for a later round so that as many planned rounds as possible can still be paired",
            "%(names)s are kept for later rounds so that as many planned rounds as possible can still be paired",
            len(names),
        )
        % facts
    )


def possible_rounds_sentence(planned: int, players: int, possible: int) -> str:
    """That more rounds are planned than so many players can play at all."""
    return _(
        "%(planned)s rounds are planned, but %(players)s players can play at most %(possible)s without a rematch."
    ) % {"planned": planned, "players": players, "possible": possible}


def lookahead_bound_sentence(later: int) -> str:
    """That it was not worked out how many planned rounds stay playable, and how many do in any case."""
    if not later:
        return _(
            "The program could not check whether all remaining rounds can still be paired, "
            "so it paired this round without looking ahead."
        )
    sentence = ngettext(
        "The program could not check whether all remaining rounds can still be paired; at least %(later)s more can be.",
        "The program could not check whether all remaining rounds can still be paired; at least %(later)s more can be.",
        later,
    )
    return sentence % {"later": later}


FAILURES = {
    "own_error": gettext_lazy(
        "The program ran into an error and could not answer. Everything entered before is saved. The "
        "terminal shows the details."
    ),
    "disk_is_full": gettext_lazy("The tournament computer's disk is full."),
    "database_is_protected": gettext_lazy(
        "The tournament computer cannot write to its database: the file or its folder is write-protected."
    ),
    "disk_fails": gettext_lazy(
        "The tournament computer reports a disk error. The disk may be full, write-protected or disconnected."
    ),
}
# A disk that fails may do so when the entry is stored already and only the page is still to be read.
FAILED_ENTRIES = {
    "disk_is_full": gettext_lazy(
        "The last entry was not saved. Free up space, then enter it again; everything entered before is saved."
    ),
    "database_is_protected": gettext_lazy(
        "The last entry was not saved. Once this is fixed, enter it again; everything entered before is saved."
    ),
    "disk_fails": gettext_lazy(
        "The last entry may not have been saved. Once this is fixed, check whether it is there; "
        "everything entered before is saved."
    ),
}


def failure_sentence(failure: str, *, entering: bool) -> str:
    """Why there is no answer, and for somebody entering something what has become of it."""
    said = [FAILURES[failure]]
    if entering and failure in FAILED_ENTRIES:
        said.append(FAILED_ENTRIES[failure])
    return " ".join(map(str, said))


REFUSALS: dict[str, Any] = {
    "not_allowed": gettext_lazy("Only the director of this tournament can do that."),
    "not_understood": gettext_lazy("The request was not understood. Reload the page and try again."),
    "changed_while_publishing": gettext_lazy("The tournament has just been changed. Try again in a moment."),
    "place_is_no_folder": gettext_lazy("%(folder)s is not a folder."),
    "folder_holds_something_else": gettext_lazy(
        "%(folder)s contains %(file)s, which was not published there. Choose an empty folder or one used"
        " for publishing before."
    ),
    "nobody_ticked": gettext_lazy("Tick at least one entry."),
    "not_confirmed": gettext_lazy("Type “%(word)s” to confirm."),
    "invitation_ended": gettext_lazy("This link is no longer valid. Ask the director for the current one."),
    "helper_is_in": gettext_lazy("There is already a helper called %(name)s. Add the first letter of the surname."),
    "no_such_account": gettext_lazy("There is no account with this name."),
    "account_name_taken": gettext_lazy("An account named “%(name)s” already exists."),
    "link_used": gettext_lazy("This link has already been used or has expired."),
    "tournament_is_gone": gettext_lazy("This tournament has been deleted."),
    "tournament_is_closed": gettext_lazy("The tournament is closed. Reopen it to make changes."),
    "rules_stand_once_drawn": gettext_lazy("How scores count cannot be changed once round 1 has been drawn."),
    "fewer_rounds_than_paired": gettext_lazy("%(paired)s rounds are already paired, so %(rounds)s would be too few."),
    "rounds_too_many": gettext_lazy("At most %(most)s rounds are possible."),
    "fee_too_high": gettext_lazy("The entry fee can be at most %(limit)s."),
    "fee_changed_meanwhile": gettext_lazy(
        "The fee has changed in the meantime: %(name)s now pays %(amount)s. Tick again."
    ),
    "fee_steps_missing": gettext_lazy(
        "Enter the highest number of players for each fee, for example up to 8 players: 9.00."
    ),
    "fee_step_incomplete": gettext_lazy("Each line needs a number of players and a fee."),
    "fee_steps_not_ascending": gettext_lazy("The number of players must go up from line to line."),
    "fee_step_out_of_range": gettext_lazy("The number of players must be between 1 and %(most)s."),
    "fee_for_more_missing": gettext_lazy("Also enter the fee for more than %(players)s players."),
    "fee_steps_stand_once_drawn": gettext_lazy(
        "The fee was fixed when round 1 was drawn. To charge a different fee, change the amount itself."
    ),
    "results_missing": gettext_lazy("Results are still missing: %(tables)s."),
    "prize_place_out_of_range": gettext_lazy("Prizes go to places 1 to %(last)s."),
    "prize_is_there": gettext_lazy(
        "This prize is already on the list. Enter several of the same on one line, for example “2 cups”."
    ),
    "description_empty": gettext_lazy("Describe the prize."),
    "price_not_understood": gettext_lazy("Enter the price in euros and cents, for example 12.50; a gift costs 0."),
    "price_too_high": gettext_lazy("A prize can cost at most %(limit)s."),
    "shares_are_no_whole": gettext_lazy("The three shares must be whole numbers that add up to 100."),
    "text_too_long": gettext_lazy("This text can have at most %(limit)s characters."),
    "text_unprintable": gettext_lazy("The text contains a character that cannot be printed. Type the text again."),
    "name_empty": gettext_lazy("Enter a name."),
    "name_too_long": gettext_lazy("A name can have at most %(limit)s characters."),
    "club_too_long": gettext_lazy("A club name can have at most %(limit)s characters."),
    "reason_too_long": gettext_lazy("A reason can have at most %(limit)s characters."),
    "name_unprintable": gettext_lazy("The name contains a character that cannot be printed. Type the name again."),
    "name_taken": gettext_lazy("%(name)s is already on the list."),
    "joining_is_closed": gettext_lazy("Sign-up is closed at the moment. Please ask the director."),
    "joining_has_ended": gettext_lazy("Round 1 has been drawn, so sign-up is closed."),
    "joining_name_taken": gettext_lazy(
        "%(name)s is already on the list. If this is a different person, please ask the director."
    ),
    "joining_asked_already": gettext_lazy(
        "%(name)s has already signed up. If this is a different person, please ask the director."
    ),
    "joining_is_full": gettext_lazy("Too many sign-ups are waiting for the director. Please try again later."),
    "player_stays_once_drawn": gettext_lazy(
        "Round 1 has been drawn, so %(name)s stays on the list. Choose “Mark as left” instead."
    ),
    "player_has_paid": gettext_lazy(
        "%(name)s has paid %(amount)s. Choose “Mark as left”; then the fee can be refunded."
    ),
    "seed_too_long": gettext_lazy("The dice or words can have at most %(limit)s characters."),
    "seed_unprintable": gettext_lazy("The dice contain a character that cannot be printed. Type the dice again."),
    "round_is_not_next": gettext_lazy("Round %(next)s is the next to be paired, not round %(round)s."),
    "too_few_players": gettext_lazy("At least two players are needed to pair a round."),
    "rematches_not_needed": gettext_lazy("This round can be paired without a rematch."),
    "changed_since": gettext_lazy("This cannot be undone: it has been changed again since."),
    "something_done_since": gettext_lazy(
        "Something else has changed since then; the foot of the page shows what can be undone now."
    ),
    "round_is_not_last": gettext_lazy("Round %(round)s is not the latest round, so it stays as it is."),
    "round_not_confirmed": gettext_lazy("To remove round %(round)s, type its number."),
    "round_has_results": gettext_lazy("Round %(round)s already has results, so its pairings stay as they are."),
    "round_is_paired": gettext_lazy("Round %(round)s is already paired."),
    "round_is_over": gettext_lazy("All matches in round %(round)s are over."),
    "correction_is_the_directors": gettext_lazy("Round %(round)s is over, so only the director can correct it."),
    "round_is_hidden": gettext_lazy("Round %(round)s is still hidden. Release it before entering results."),
    "no_bye_to_take": gettext_lazy("%(name)s can no longer join the running round: nobody has the bye."),
    "plays_already": gettext_lazy("%(name)s is already playing in round %(round)s."),
    "player_has_not_left": gettext_lazy("%(name)s is here, so the match stays. Mark %(name)s as left first."),
    "nobody_steps_in": gettext_lazy(
        "Nobody can take the place of %(name)s: the result is in, or whoever has the bye has met the opponent. "
        "Give the opponent the win, or re-pair the round."
    ),
    "pairings_changed_meanwhile": gettext_lazy("Someone has changed the pairings in the meantime. Check them again."),
    "pairing_reason_missing": gettext_lazy("Enter a short reason for changing the pairings."),
    "byes_too_many": gettext_lazy("Only one player can have the bye."),
    "bye_not_needed": gettext_lazy("The number of players here is even, so nobody has the bye."),
    "pick_two": gettext_lazy("Tick two players from different tables to swap them."),
    "pick_two_free": gettext_lazy("Tick two unpaired players."),
    "pick_one_free": gettext_lazy("Tick one unpaired player."),
    "not_everyone_once": gettext_lazy("Everyone who is here needs an opponent or the bye."),
    "table_out_of_range": gettext_lazy("The table must be a number from 1 to %(last)s."),
    "table_is_fixed_already": gettext_lazy("Table %(table)s is already reserved for %(name)s."),
    "bye_has_no_result": gettext_lazy("The bye counts automatically; there is no result to enter."),
    "result_incomplete": gettext_lazy("This result is incomplete. Enter it again."),
    "past_result_is_needed": gettext_lazy(
        "Later rounds were paired on the results of round %(round)s, so this result can be corrected but not deleted."
    ),
    "result_entered_meanwhile": gettext_lazy(
        "Someone has entered %(result)s here in the meantime. To change it, choose again."
    ),
    "result_stands": gettext_lazy(
        "The result is already in: %(what)s. What was tapped here was not saved. If the result is wrong,"
        " please tell the director."
    ),
    "reported_meanwhile": gettext_lazy(
        "Another phone has since reported under this name: %(what)s. What was tapped here was not saved."
        " To change the report, choose again."
    ),
    "reporting_is_off": gettext_lazy("The director enters the results. Please tell the director the score."),
    "score_not_understood": gettext_lazy("Enter the score as two numbers, for example 3 1 or 3:1."),
    "table_and_score_not_understood": gettext_lazy("Enter the table and the score, for example 5 3 1."),
    "no_such_table": gettext_lazy("Round %(round)s has no table %(table)s."),
    "score_negative": gettext_lazy("Points cannot be negative."),
    "score_two_winners": gettext_lazy(
        "%(first)s:%(second)s is not a possible score: only one player can reach %(length)s points."
    ),
    "score_without_winner": gettext_lazy(
        "%(first)s:%(second)s has no winner: a match is played to %(length)s points. For an unfinished "
        "match, use “Stopped at”."
    ),
    "score_too_high": gettext_lazy(
        "%(first)s:%(second)s is not a possible score: the winner has at most %(highest)s points."
    ),
    "stopped_score_is_final": gettext_lazy(
        "At %(first)s:%(second)s the match is over. Enter it as a result, not as stopped."
    ),
    "list_file_empty": gettext_lazy("The file is empty."),
    "list_file_too_large": gettext_lazy("The file contains more than %(megabytes)s MB, too much for a player list."),
    "list_file_old_excel": gettext_lazy(
        "The file is in an old Office format (.xls, .doc). Save it as an Excel workbook (.xlsx) or as CSV."
    ),
    "list_file_has_password": gettext_lazy("The file is password-protected. Save it without a password."),
    "list_file_broken": gettext_lazy(
        "The file cannot be read as an Excel workbook. Save it again as an Excel workbook (.xlsx) or as CSV."
    ),
    "list_file_unreadable": gettext_lazy(
        "The file is not a table. Use an Excel workbook (.xlsx) or a CSV file, not a picture, PDF or web page."
    ),
    "list_file_without_name": gettext_lazy("The file contains no names."),
    "archive_too_large": gettext_lazy("The file is larger than %(megabytes)s MB, too large for an archive."),
    "archive_not_utf8": gettext_lazy("The file is not UTF-8 text (byte %(position)s)."),
    "archive_not_json": gettext_lazy("The file cannot be read as a JSON object (line %(line)s, column %(column)s)."),
    "archive_number_too_long": gettext_lazy("The file contains a number with thousands of digits."),
    "archive_nested_too_deep": gettext_lazy("The file is nested too deeply to be an archive."),
    "archive_wrong_format": gettext_lazy("The format of the file is %(found)s; this program reads “%(expected)s”."),
    "archive_doubled_key": gettext_lazy("%(place)s appears twice."),
    "archive_unknown_key": gettext_lazy("Not part of the format: %(places)s."),
    "archive_missing_key": gettext_lazy("Missing: %(places)s."),
    "archive_key_without_use": gettext_lazy("%(place)s does not belong to the outcome “%(outcome)s”."),
    "archive_not_an_object": gettext_lazy("%(place)s must be an object, not %(value)s."),
    "archive_not_a_list": gettext_lazy("%(place)s must be a list, not %(value)s."),
    "archive_not_a_text": gettext_lazy("%(place)s must be text, not %(value)s."),
    "archive_not_true_or_false": gettext_lazy("%(place)s must be true or false, not %(value)s."),
    "archive_not_a_whole_number": gettext_lazy("%(place)s must be a whole number, not %(value)s."),
    "archive_not_two": gettext_lazy("%(place)s must contain two values; it contains %(count)s."),
    "archive_out_of_range": gettext_lazy("%(place)s is %(value)s, but must be between %(least)s and %(most)s."),
    "archive_not_ascending": gettext_lazy("%(place)s must be in ascending order, without duplicates."),
    "archive_not_one_of": gettext_lazy("%(place)s is %(value)s; possible values are: %(choices)s."),
    "archive_text_empty": gettext_lazy("%(place)s is empty."),
    "archive_text_too_long": gettext_lazy("%(place)s is longer than %(longest)s characters."),
    "archive_text_not_composed": gettext_lazy("%(place)s, %(value)s, is not in composed Unicode form (NFC)."),
    "archive_control_character": gettext_lazy(
        "%(place)s contains a character that cannot be displayed: %(character)s."
    ),
    "archive_not_a_date": gettext_lazy("%(place)s is %(value)s, not a date such as 2026-11-20."),
    "archive_not_a_currency": gettext_lazy(
        "%(place)s is %(value)s, not a three-letter currency code in capitals such as EUR."
    ),
    "archive_cube": gettext_lazy("The archive uses the doubling cube, which format 1 does not support."),
    "archive_backgammons_without_gammons": gettext_lazy(
        "Backgammons can count three points only if gammons count two."
    ),
    "archive_no_draw_seed": gettext_lazy("Rounds are paired, but the draw seed is missing."),
    "archive_start_number_twice": gettext_lazy("Start number %(player)s is assigned twice."),
    "archive_fee_waived_and_paid": gettext_lazy("Start number %(player)s: the fee is both waived and paid."),
    "archive_rounds_not_in_order": gettext_lazy("Round %(number)s stands where round %(round)s should be."),
    "archive_reason_without_manual": gettext_lazy("Round %(round)s gives a reason but was not changed by hand."),
    "archive_unknown_player": gettext_lazy("Round %(round)s: there is no player with start number %(player)s."),
    "archive_absent_player_paired": gettext_lazy("Round %(round)s: start number %(player)s is paired but absent."),
    "archive_player_twice": gettext_lazy("Round %(round)s: start number %(player)s is paired twice."),
    "archive_present_player_not_paired": gettext_lazy(
        "Round %(round)s: start number %(player)s is present but not in any pairing."
    ),
    "archive_bye_at_a_table": gettext_lazy(
        "Round %(round)s: start number %(player)s has the bye and cannot sit at table %(table)s."
    ),
    "archive_no_table": gettext_lazy("Round %(round)s: the pairing %(first)s – %(second)s has no table."),
    "archive_table_twice": gettext_lazy("Round %(round)s: table %(table)s is assigned twice."),
    "archive_bye_and_opponent": gettext_lazy(
        "Round %(round)s, start number %(player)s: the outcome is “%(outcome)s”, but “bye” must be used "
        "exactly where there is no opponent."
    ),
    "archive_bye_corrected": gettext_lazy(
        "Round %(round)s: the bye of start number %(player)s cannot have an earlier result."
    ),
    "archive_pending_too_early": gettext_lazy(
        "Round %(round)s: the pairing %(first)s – %(second)s has no result, although a later round is paired."
    ),
    "archive_winner_not_in_pairing": gettext_lazy(
        "Round %(round)s: start number %(winner)s cannot win the pairing %(first)s – %(second)s."
    ),
    "archive_was_until": gettext_lazy(
        "Round %(round)s, %(first)s – %(second)s: an earlier result is marked as valid until round "
        "%(until)s; that must be a later round than %(round)s, at most round %(last_round)s."
    ),
    "archive_score": gettext_lazy("Round %(round)s, %(first)s – %(second)s: %(because)s"),
    "archive_closed_with_open_matches": gettext_lazy(
        "The tournament is closed, but results of round %(round)s are missing."
    ),
    "snapshot_place_missing": gettext_lazy(
        "No backup in %(folder)s: the folder was not found. If it is on a USB stick, plug the stick in."
    ),
    "snapshot_place_full": gettext_lazy("No backup in %(folder)s: the disk or USB stick is full. Free up space on it."),
    "snapshot_place_read_only": gettext_lazy("No backup in %(folder)s: the folder is not writable."),
    "snapshot_place_slow": gettext_lazy(
        "The backup to %(folder)s is taking a long time; it continues in the background. Leave the USB "
        "stick plugged in."
    ),
    "snapshot_place_behind": gettext_lazy("The newest backup is not in %(folder)s yet. Back up now."),
    "snapshot_failed": gettext_lazy("No backup in %(folder)s: %(reason)s."),
    "snapshot_not_readable": gettext_lazy("The backup cannot be read (%(reason)s)."),
    "snapshot_broken": gettext_lazy("This backup is damaged and cannot be read. Try the previous one."),
    "snapshot_foreign": gettext_lazy("This file is a database, but it does not belong to this program."),
    "snapshot_newer": gettext_lazy(
        "This backup was made by a newer version of the program. Update the program, then import the backup."
    ),
    "snapshot_without_own": gettext_lazy("This backup contains no tournaments from this account."),
    "snapshot_nothing_chosen": gettext_lazy("Tick at least one tournament."),
    "snapshot_lacks": gettext_lazy("The backup does not contain %(missing)s. It contains: %(held)s."),
    "snapshots_not_of_this_database": gettext_lazy(
        "Only SQLite databases are backed up here; use this database's own backup tools."
    ),
    "nothing_in_folder": gettext_lazy("There is no backup in %(folder)s."),
}


def _plain_value(value: Any) -> Any:
    if isinstance(value, tuple):
        return enumeration([str(item) for item in value])
    if isinstance(value, Refused):
        return refusal_sentence(value)
    return value


def refusal_sentence(refused: Refused, names: Mapping[int, str] | None = None) -> str:
    """What is wrong and what to do, in one or two sentences; `names` by start number where players are meant."""
    special = SPECIAL_REFUSALS.get(refused.code)
    if special:
        return special(refused.values, names or {})
    facts = {key: _plain_value(value) for key, value in refused.values.items()}
    return str(REFUSALS[refused.code]) % facts


def refusal_at_table(refused: Refused, table: int | None) -> str:
    """The sentence for a page on which the table does not stand beside it."""
    sentence = refusal_sentence(refused)
    if table is None:
        return sentence
    return _("Table %(table)s: %(sentence)s") % {"table": table, "sentence": sentence}


def _not_everyone_once(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    missing = [names.get(number, str(number)) for number in values["missing"]]
    if not missing:
        return str(REFUSALS["not_understood"])
    return ngettext(
        "%(names)s has neither an opponent nor the bye.",
        "%(names)s have neither an opponent nor the bye.",
        len(missing),
    ) % {"names": enumeration(missing)}


def _fee_too_high(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    return str(REFUSALS["fee_too_high"]) % {"limit": money(values["limit"])}


def _fee_of_a_player(code: str) -> Callable[[Mapping[str, Any], Mapping[int, str]], str]:
    def sentence(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
        return str(REFUSALS[code]) % {"name": values["name"], "amount": money(values["cents"])}

    return sentence


def settings_changed_sentences(values: Mapping[str, Any]) -> dict[str, str]:
    """By setting, what it was changed to after a page was opened, and how it still becomes what that page says."""
    sentence = _(
        "This was changed to “%(stored)s” after the page was opened. To change it to “%(wanted)s”, save again."
    )
    return {
        name: sentence
        % {
            "stored": _setting_value(name, stored, values["currency"]) or _("nothing"),
            "wanted": _setting_value(name, wanted, values["currency"]) or _("nothing"),
        }
        for name, (stored, wanted) in values["settings"].items()
    }


def _price_too_high(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    return str(REFUSALS["price_too_high"]) % {"limit": money(values["limit"])}


def _results_missing(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if "tables" in values:
        return str(REFUSALS["results_missing"]) % {"tables": tables(values["tables"])}
    pairs = [f"{names.get(first, first)} – {names.get(second, second)}" for first, second in values["missing"]]
    return str(REFUSALS["results_missing"]) % {"tables": enumeration(pairs, MOST_NAMES)}


def _result_entered_meanwhile(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    if values["result"]["outcome"] == Outcome.PENDING:
        return _("Someone has deleted this result in the meantime. To enter it, choose again.")
    return str(REFUSALS["result_entered_meanwhile"]) % {"result": stored_result_text(values["result"])}


def _with_match(code: str, values: Mapping[str, Any]) -> str:
    return str(REFUSALS[code]) % {"what": _result_line(values)}


def _no_pairing_without_rematch(values: Mapping[str, Any], names: Mapping[int, str]) -> str:
    group = [_("the bye") if number is None else names.get(number, str(number)) for number in values["group"]]
    only = [_("the bye") if number is None else names.get(number, str(number)) for number in values["only"]]
    if values["group"] == (None,):
        return _("Everyone present has already had the bye, so there is no pairing without a rematch.")
    if len(group) == 1:
        return _("%(name)s has already met everyone present, so there is no pairing without a rematch.") % {
            "name": group[0]
        }
    # One more than those left for them: each stands alone, so all of them have met.
    if only and len(group) == len(only) + 1:
        return _(
            "There is no pairing without a rematch: %(names)s have all met one another, leaving only %(only)s for them."
        ) % {"names": enumeration(group), "only": enumeration(only)}
    return _(
        "There is no pairing without a rematch: %(names)s cannot all be paired with someone they have not met."
    ) % {"names": enumeration(group)}


SPECIAL_REFUSALS: dict[str, Callable[[Mapping[str, Any], Mapping[int, str]], str]] = {
    "fee_too_high": _fee_too_high,
    "fee_changed_meanwhile": _fee_of_a_player("fee_changed_meanwhile"),
    "player_has_paid": _fee_of_a_player("player_has_paid"),
    "price_too_high": _price_too_high,
    "not_everyone_once": _not_everyone_once,
    "results_missing": _results_missing,
    "result_entered_meanwhile": _result_entered_meanwhile,
    "result_stands": lambda values, names: _with_match("result_stands", values),
    "reported_meanwhile": lambda values, names: _with_match("reported_meanwhile", values),
    "no_pairing_without_rematch": _no_pairing_without_rematch,
    "settings_changed_meanwhile": lambda values, names: " ".join(settings_changed_sentences(values).values()),
}


def disagreement_sentence(disagreement: Disagreement) -> str:
    """Where a round is not what the rules give: its number and the first pairings that differ."""
    facts: dict[str, Any] = {"round": disagreement.round_number}
    if disagreement.expected is None:
        assert disagreement.refusal is not None
        facts["because"] = refusal_sentence(disagreement.refusal)
        return _("Round %(round)s is not possible under the rules. %(because)s") % facts
    pairs = zip_longest(disagreement.expected, disagreement.found)
    expected, found = next((gives, has) for gives, has in pairs if gives != has)
    facts |= {"expected": _pair(expected), "found": _pair(found)}
    return _("Round %(round)s: the rules give %(expected)s, but %(found)s is paired.") % facts


def row_difference_sentence(place: int, expected: str, found: str) -> str:
    """Where the standings written in an archive are not what the rules give."""
    return _("Standings, place %(place)s: the rules give %(expected)s, the file has %(found)s.") % {
        "place": place,
        "expected": expected,
        "found": found,
    }


def _pair(pair: tuple[int, int | None] | None) -> str:
    """A pairing as start numbers: 3 – 7."""
    if pair is None:
        return _("nothing")
    return f"{pair[0]} – {pair[1] or outcome_label(Outcome.BYE)}"


def stored_result_text(plain: Mapping[str, Any]) -> str:
    """A result as the journal keeps it: 3:1, or the outcome in a word."""
    if plain["score"]:
        return f"{plain['score'][0]}:{plain['score'][1]}"
    return outcome_label(Outcome(plain["outcome"]))


SNAPSHOT_REASONS = {
    "by-hand": gettext_lazy("manual"),
    "before-upgrade": gettext_lazy("before a program update"),
    "before-round": gettext_lazy("before round %(round)s of %(slug)s"),
    "before-deletion": gettext_lazy("before %(slug)s was deleted"),
}


def snapshot_reason(reason: str, round_number: int | None, slug: str) -> str:
    """Why a backup was made."""
    return str(SNAPSHOT_REASONS[reason]) % {"round": round_number, "slug": slug}


def snapshot_whereabouts(*, is_here: bool, is_in_second_place: bool) -> str:
    """In which of the two places a backup lies."""
    if is_here and is_in_second_place:
        return _("on this computer and in the second location")
    return _("on this computer") if is_here else _("in the second location")


def held_tournament(name: str, date: str, paired: int, planned: int) -> str:
    """A tournament in a backup, on one line."""
    if not paired:
        return _("%(name)s, %(date)s, not drawn yet") % {"name": name, "date": date}
    return _("%(name)s, %(date)s, round %(paired)s of %(planned)s") % {
        "name": name,
        "date": date,
        "paired": paired,
        "planned": planned,
    }


def journal_sentence(action: str, facts: Mapping[str, Any]) -> str:
    """What was done, in one line."""
    return JOURNAL[action](facts)


def _result_line(facts: Mapping[str, Any]) -> str:
    words = {**facts, "result": stored_result_text(facts["result"])}
    if facts.get("is_past") and facts["result"]["score"]:
        return _("round %(round)s, table %(table)s, %(first)s %(result)s %(second)s") % words
    if facts.get("is_past"):
        return _("round %(round)s, table %(table)s, %(first)s – %(second)s: %(result)s") % words
    if facts["result"]["score"]:
        return _("table %(table)s, %(first)s %(result)s %(second)s") % words
    return _("table %(table)s, %(first)s – %(second)s: %(result)s") % words


def _players_line(facts: Mapping[str, Any]) -> str:
    return _("added: %(names)s") % {"names": enumeration(facts["names"], MOST_NAMES)}


def _fee_line(facts: Mapping[str, Any]) -> str:
    if facts["waived"]:
        return _("entry fee waived: %(name)s (%(waived)s)") % facts
    return (
        _("entry fee marked as paid: %(name)s") if facts["paid"] else _("entry fee marked as unpaid: %(name)s")
    ) % facts


def _refund_line(facts: Mapping[str, Any]) -> str:
    amount_given = money(facts["cents"], facts["currency"])
    return _("%(amount)s refunded to %(name)s") % {"amount": amount_given, "name": facts["name"]}


def _renamed_line(facts: Mapping[str, Any]) -> str:
    if facts["before"] == facts["after"]:
        return _("club changed for %(after)s") % facts
    return _("%(before)s renamed to %(after)s") % facts


def _drawn_line(facts: Mapping[str, Any]) -> str:
    told = [_("round %(round)s paired") % facts]
    if facts.get("pauses"):
        told.append(_("not in this round: %(names)s") % {"names": enumeration(facts["pauses"], MOST_NAMES)})
    if facts.get("has_left"):
        told.append(_("left: %(name)s") % {"name": enumeration(facts["has_left"], MOST_NAMES)})
    return "; ".join(told)


def _pause_line(facts: Mapping[str, Any]) -> str:
    sentence = _("%(name)s sits out round %(round)s") if facts["pauses"] else _("%(name)s plays in round %(round)s")
    return sentence % facts


def _fixed_table_line(facts: Mapping[str, Any]) -> str:
    if facts["table"] is None:
        return _("fixed table removed for %(name)s") % facts
    return _("table %(table)s reserved for %(name)s") % facts


def _appearance_line(facts: Mapping[str, Any]) -> str:
    sentence = _("%(name)s appears as %(shown_as)s") if facts["shown_as"] else _("%(name)s appears with full name")
    return sentence % facts


def _forgotten_line(facts: Mapping[str, Any]) -> str:
    if facts["number"] is None:
        return _("erased: a person who had signed up")
    return _("erased: the person with start number %(number)s") % facts


def _taken_on_line(facts: Mapping[str, Any]) -> str:
    return _("accepted: %(names)s") % {"names": enumeration(facts["names"], MOST_NAMES)}


JOURNAL: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "tournament_created": lambda facts: _("tournament set up"),
    "tournament_imported": lambda facts: _("tournament imported from an archive"),
    "tournament_changed": lambda facts: _("tournament changed"),
    "tournament_closed": lambda facts: _("tournament closed"),
    "tournament_reopened": lambda facts: _("tournament reopened"),
    "players_entered": _players_line,
    "player_renamed": _renamed_line,
    "joining_asked": lambda facts: _("signed up: %(name)s") % facts,
    "joining_accepted": _taken_on_line,
    "joining_declined": lambda facts: _("declined: %(name)s") % facts,
    "fee_marked": _fee_line,
    "fee_refunded": _refund_line,
    "player_removed": lambda facts: _("removed: %(name)s") % facts,
    "player_withdrawn": lambda facts: _("left: %(name)s") % facts,
    "player_returned": lambda facts: _("returned: %(name)s") % facts,
    "arrival_marked": lambda facts: (_("%(name)s is here") if facts["here"] else _("%(name)s is not here")) % facts,
    "pause_marked": _pause_line,
    "fixed_table_set": _fixed_table_line,
    "appearance_set": _appearance_line,
    "latecomer_seated": lambda facts: _("%(name)s joins round %(round)s and plays %(opponent)s") % facts,
    "leaver_replaced": lambda facts: (
        _("%(stand_in)s takes the place of %(name)s in round %(round)s and plays %(opponent)s") % facts
    ),
    "person_forgotten": _forgotten_line,
    "round_drawn": _drawn_line,
    "round_released": lambda facts: _("round %(round)s released") % facts,
    "round_removed": lambda facts: _("round %(round)s removed") % facts,
    "round_paired_anew": lambda facts: _("round %(round)s re-paired by the rules") % facts,
    "pairings_changed": lambda facts: _("pairings of round %(round)s changed by hand: %(reason)s") % facts,
    "result_recorded": _result_line,
    "result_reported": lambda facts: (
        _("reported by %(name)s: %(what)s") % {"name": facts["by"], "what": _result_line(facts)}
    ),
    "player_link_renewed": lambda facts: _("new private link for %(name)s") % facts,
    "prize_added": lambda facts: _("prize added: %(prize)s") % {"prize": prize_text(**facts)},
    "prize_changed": lambda facts: _("prize changed: %(prize)s") % {"prize": prize_text(**facts)},
    "prize_removed": lambda facts: _("prize removed: %(prize)s") % {"prize": prize_text(**facts)},
    "costs_changed": lambda facts: _("cost statement changed"),
    "undone": lambda facts: _("undone: %(what)s") % {"what": journal_sentence(**facts)},
    "redone": lambda facts: _("redone: %(what)s") % {"what": journal_sentence(**facts)},
}


JOURNAL_KINDS = {
    "players": gettext_lazy("Players"),
    "results": gettext_lazy("Results"),
    "rounds": gettext_lazy("Rounds and pairings"),
    "fees": gettext_lazy("Fees and prizes"),
    "settings": gettext_lazy("Settings"),
}


def author(name: str, *, is_helper: bool = False, is_guest: bool = False) -> str:
    """Who made a change; without an account it was made on the command line, or by a guest's phone."""
    if is_guest:
        return _("%(name)s (phone)") % {"name": name}
    if is_helper:
        return _("%(name)s (helper)") % {"name": name}
    return name or _("command line")


@dataclass(frozen=True, slots=True)
class _Side:
    """A stored row as it stood on one side of a change: whole where it came or went, else what changed of it.

    `names` are the players' by the keys of their entries.
    """

    fields: Mapping[str, Any]
    is_whole: bool
    names: Mapping[int, str]
    currency: str


def change_words(
    action: str,
    facts: Mapping[str, Any],
    changes: Sequence[Mapping[str, Any]],
    names: Mapping[int, str],
    currency: str = "EUR",
) -> tuple[str, str]:
    """What stood before a change and what stands after it, in words; a side on which there is nothing is empty.

    `names` are those of the players at that time, by the keys of their entries.
    """
    told = facts["action"] if action in ("undone", "redone") else action
    if told == "result_recorded":
        before, after = _results(action, facts)
        return _result_words(before, changes, "before", names), _result_words(after, changes, "after", names)
    before, after = (_side_words(changes, side, names, currency) for side in ("before", "after"))
    return before, after


def _results(action: str, facts: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The results before and after, as the journal keeps them."""
    if action == "undone":
        return facts["facts"]["result"], facts["facts"]["before"]
    told = facts["facts"] if action == "redone" else facts
    return told["before"], told["result"]


def _result_words(
    plain: Mapping[str, Any], changes: Sequence[Mapping[str, Any]], side: str, names: Mapping[int, str]
) -> str:
    text = stored_result_text(plain)
    if plain["outcome"] == Outcome.STOPPED:
        return _("stopped at %(score)s") % {"score": text}
    pairing = next(change[side] for change in changes if change["model"] == "pairing")
    if plain["winner"] is not None:
        return f"{text}; {_('match win for %(name)s') % {'name': names[pairing['winner_id']]}}"
    return text


def _side_words(changes: Sequence[Mapping[str, Any]], side: str, names: Mapping[int, str], currency: str) -> str:
    """All rows of one side, each kind in the order in which it is read."""
    needs_names = any(change["model"] == "round" for change in changes)
    told = []
    for model, words in STORED_WORDS.items():
        rows = [change for change in changes if change["model"] == model and change[side] is not None]
        for row in sorted(rows, key=lambda row: _place_among_its_kind(row[side])):
            is_whole = row["before"] is None or row["after"] is None
            said = [word for word in words(_Side(row[side], is_whole, names, currency)) if word]
            player = row["id"] if model == "entry" else row[side].get("entry_id")
            if said and needs_names and player is not None:
                said = [f"{names[player]}: {', '.join(said)}"]
            told += said
    return "; ".join(told)


def _place_among_its_kind(fields: Mapping[str, Any]) -> float:
    places = (fields.get(name) for name in ("position", "round_number", "number", "up_to"))
    return next((place for place in places if place is not None), math.inf)


SETTINGS = {
    "name": gettext_lazy("name"),
    "date": gettext_lazy("date"),
    "venue": gettext_lazy("venue"),
    "planned_rounds": gettext_lazy("rounds"),
    "fee_cents": gettext_lazy("entry fee"),
    "currency": gettext_lazy("currency"),
    "language": gettext_lazy("language of printouts"),
    "match_length": gettext_lazy("points per match"),
    "gammons": gettext_lazy("gammons count double"),
    "backgammons": gettext_lazy("backgammons count triple"),
    "count_excess_points": gettext_lazy("count excess points"),
    "unplayed_win_points": gettext_lazy("points for a win without a match"),
    "boards": gettext_lazy("boards at the venue"),
    "hides_new_rounds": gettext_lazy("keep new rounds hidden"),
    "round_minutes": gettext_lazy("round clock in minutes"),
    "opens_joining": gettext_lazy("players sign themselves up"),
    "reporting": gettext_lazy("results from phones"),
    "paper": gettext_lazy("paper size"),
    "draw_seed": gettext_lazy("dice for the draw"),
    "treasurer": gettext_lazy("contact for money questions"),
    "surplus_note": gettext_lazy("surplus goes to"),
    "shows_costs": gettext_lazy("public cost statement"),
    "is_practice": gettext_lazy("practice"),
}


CHOICES = {
    "reporting": {
        "both": gettext_lazy("both players must agree"),
        "one": gettext_lazy("one report is enough"),
        "off": gettext_lazy("players do not report results"),
    },
    "paper": {"a4": "A4", "letter": "Letter"},
}


def _tournament_words(side: _Side) -> Iterator[str]:
    if "is_closed" in side.fields and not side.is_whole:
        yield _("closed") if side.fields["is_closed"] else _("open")
    for field, label in SETTINGS.items():
        value = side.fields.get(field)
        # Of a new tournament only what is set is worth a word.
        if value in (None, "") or (side.is_whole and not value):
            continue
        yield f"{label}: {_setting_value(field, value, side.currency)}"


def _setting_value(field: str, value: Any, currency: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if field == "fee_steps":
        return "; ".join(fee_step_text(up_to, cents, currency) for up_to, cents in value)
    if field == "date":
        return formats.date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
    if field == "fee_cents":
        return money(value, currency)
    if field == "language":
        return get_language_info(value)["name_local"]
    if field in CHOICES:
        return str(CHOICES[field][value])
    return str(value)


def _entry_words(side: _Side) -> Iterator[str]:
    fields = side.fields
    if side.is_whole:
        yield f"{fields['name']} ({fields['club']})" if fields["club"] else fields["name"]
        if fields.get("shown_as"):
            yield ENTRY_WORDS["shown_as"](fields["shown_as"])
        if fields["paid_cents"] is not None or fields["fee_waived"]:
            yield _fee_words(fields, side.currency)
        return
    if "paid_cents" in fields or "fee_waived" in fields:
        yield _fee_words(fields, side.currency)
    if fields.get("refunded_cents"):
        yield _("refunded: %(amount)s") % {"amount": money(fields["refunded_cents"], side.currency)}
    for field, words in ENTRY_WORDS.items():
        if field in fields:
            yield words(fields[field])


def _fee_words(fields: Mapping[str, Any], currency: str) -> str:
    """How the fee stands; what is waived is not paid, so what has changed says all."""
    if fields.get("fee_waived"):
        return _("waived: %(reason)s") % {"reason": fields["fee_waived"]}
    if fields.get("paid_cents") is None:
        return _("unpaid")
    return _("paid: %(amount)s") % {"amount": money(fields["paid_cents"], currency)}


def _withdrawn_words(after_round: int | None) -> str:
    if after_round is None:
        return _("playing")
    return _("left after round %(round)s") % {"round": after_round} if after_round else _("left before round 1")


ENTRY_WORDS: dict[str, Callable[[Any], str]] = {
    "name": str,
    "shown_as": lambda shown_as: _("appears as %(name)s") % {"name": shown_as} if shown_as else _("full name"),
    "club": lambda club: club and _("club: %(club)s") % {"club": club},
    "is_here": lambda is_here: _("here") if is_here else _("not here"),
    "fixed_table": lambda table: "" if table is None else tables([table]),
    "joined_round": lambda number: _("from round %(number)s") % {"number": number},
    "withdrawn_after": _withdrawn_words,
}
ROUND_WORDS: dict[str, Callable[[Any], str]] = {
    "planned_rounds": lambda rounds: f"{SETTINGS['planned_rounds']}: {rounds}",
    "manual": lambda by_hand: _("changed by hand") if by_hand else _("by the rules"),
    "rematches_allowed": lambda allowed: _("with rematches") if allowed else _("without rematches"),
    "is_hidden": lambda is_hidden: _("hidden") if is_hidden else _("released"),
}


def _round_words(side: _Side) -> Iterator[str]:
    for field, words in ROUND_WORDS.items():
        # Of a whole round only what is out of the ordinary.
        if side.fields.get(field) is True if side.is_whole else field in side.fields:
            yield words(side.fields[field])


def _pairing_words(side: _Side) -> Iterator[str]:
    """The pair and how it stood; one that only moves to another place of its round is not worth a word."""
    fields = side.fields
    if not side.is_whole:
        return
    second = outcome_label(Outcome.BYE) if fields["second_id"] is None else side.names[fields["second_id"]]
    pair = f"{side.names[fields['first_id']]} – {second}"
    outcome = Outcome(fields["outcome"])
    if outcome in (Outcome.PENDING, Outcome.BYE):
        yield pair
        return
    score = None if fields["first_points"] is None else (fields["first_points"], fields["second_points"])
    yield f"{pair} {result_text(Result(outcome, score, fields['winner_id']), fields['first_id'])}"


def _absence_words(side: _Side) -> Iterator[str]:
    yield _("not in round %(round)s") % {"round": side.fields["round_number"]}


def _prize_words(side: _Side) -> Iterator[str]:
    fields = side.fields
    if side.is_whole:
        yield prize_text(fields["place"], fields["description"])
    elif "place" in fields:
        yield _("%(place)s place") % {"place": place(fields["place"])}
    if "description" in fields and not side.is_whole:
        yield fields["description"]
    if "price_cents" in fields:
        yield money(fields["price_cents"], side.currency)


def _fee_step_words(side: _Side) -> Iterator[str]:
    yield fee_step_text(side.fields["up_to"], side.fields["fee_cents"], side.currency)


# What is told of each kind of row, in this order.
STORED_WORDS: dict[str, Callable[[_Side], Iterator[str]]] = {
    "tournament": _tournament_words,
    "feestep": _fee_step_words,
    "round": _round_words,
    "entry": _entry_words,
    "absence": _absence_words,
    "pairing": _pairing_words,
    "prize": _prize_words,
}


PRINT_GROUPS = {
    "round": gettext_lazy("This round"),
    "standings": gettext_lazy("Standings"),
    "before": gettext_lazy("Before the start"),
    "end": gettext_lazy("At the end"),
}
PRINTS = {
    "round_pdf": gettext_lazy("All in one PDF"),
    "pairings_pdf": gettext_lazy("Pairings by table"),
    "pairings_by_name_pdf": gettext_lazy("Pairings by name"),
    "slips_pdf": gettext_lazy("Match slips"),
    "standings_pdf": gettext_lazy("Standings"),
    "crosstable_pdf": gettext_lazy("Cross table"),
    "door_pdf": gettext_lazy("Check-in list"),
    "cards_pdf": gettext_lazy("Player cards"),
    "rules_pdf": gettext_lazy("Rules sheet"),
    "certificates_pdf": gettext_lazy("Certificates"),
    "costs_pdf": gettext_lazy("Cost statement"),
}
NOT_TO_PRINT_YET = {
    "round": gettext_lazy("available once round 1 is drawn"),
    "players": gettext_lazy("available once there are players on the list"),
    "end": gettext_lazy("available once the last result is in"),
}


def print_label(name: str) -> str:
    """What is printed."""
    return str(PRINTS[name])


def print_group_label(name: str, round_number: int) -> str:
    """When in the evening it is printed; the round by its number, once there is one."""
    if name == "round" and round_number:
        return _("Round %(number)s") % {"number": round_number}
    return str(PRINT_GROUPS[name])


def not_to_print_yet(missing: str) -> str:
    """From when on it can be printed."""
    return str(NOT_TO_PRINT_YET[missing])


def not_to_print_sentence(name: str, missing: str) -> str:
    """That something cannot be printed yet, and from when on it can."""
    return _("%(what)s: %(when)s.") % {"what": print_label(name), "when": not_to_print_yet(missing)}
