"""Sentences about rounds: reasons for pairings, chances to win, pace."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, ngettext, ngettext_lazy, pgettext

from tournament.engine.chances import Chance
from tournament.engine.finals import SECOND_ALONE
from tournament.engine.pairing import Why
from tournament.phrases.values import MOST_NAMES, enumeration, ordinal, tables

ROUND_REFUSALS: dict[str, Any] = {
    "are_kept_apart": gettext_lazy("%(name)s and %(opponent)s are not to be paired with each other."),
    "too_few_players": gettext_lazy("At least two players are needed to pair a round."),
    "finals_drawn": gettext_lazy("The finals have been drawn, so no further round is paired before them."),
    "finals_follow_the_seeds": gettext_lazy("Who plays whom in the finals follows from the bracket."),
    "too_many_for_rematches": gettext_lazy("Rematches are possible with at most %(most)s players."),
    "rematches_not_needed": gettext_lazy("This round can be paired without a rematch."),
    "pair_met_before": gettext_lazy("Start numbers %(first)s and %(second)s have met before."),
    "bye_met_before": gettext_lazy("Start number %(player)s has had a bye or a win by forfeit before."),
    "round_is_not_last": gettext_lazy("Round %(round)s is not the latest round, so it stays as it is."),
    "round_has_results": gettext_lazy("Round %(round)s already has results, so its pairings stay as they are."),
    "round_is_over": gettext_lazy("All matches in round %(round)s are over."),
    "player_is_not_free": gettext_lazy("%(name)s is not free in round %(round)s. Check the pairings again."),
    "bye_is_taken": gettext_lazy("%(name)s has the bye in round %(round)s, and there is only one."),
    "byes_too_many": gettext_lazy("Only one player can have the bye."),
    "bye_not_needed": gettext_lazy("The number of players here is even, so nobody has the bye."),
    "pick_two": gettext_lazy("Tick two players from different tables to swap them."),
    "pick_two_free": gettext_lazy("Tick two unpaired players."),
    "pick_one_free": gettext_lazy("Tick one unpaired player."),
    "not_everyone_once": gettext_lazy("Everyone who is here needs an opponent or the bye."),
    "no_such_table": gettext_lazy("Round %(round)s has no table %(table)s."),
}

# Rounds of the finals.


def finals_round(places: int) -> str:
    """Name a round of the finals by how many can play in it; where only the second bracket is left, by that."""
    if places == SECOND_ALONE:
        return _("consolation")
    names = {2: _("final"), 4: _("semi-finals"), 8: _("quarter-finals"), 16: _("round of 16")}
    return names.get(places) or _("round of %(places)d") % {"places": places}


def finals_match(places: int) -> str:
    """Name a single match of a round of the finals, at the beginning of a line."""
    names = {2: _("Final"), 4: _("Semi-final"), 8: _("Quarter-final"), 16: _("Match of the round of 16")}
    return names.get(places) or _("Match of the round of %(places)d") % {"places": places}


def in_empty_places(tables: Sequence[int]) -> str:
    """Say at which tables latecomers of a knock-out have taken empty places."""
    sentence = ngettext("in an empty place at table %(tables)s", "in empty places at tables %(tables)s", len(tables))
    return sentence % {"tables": enumeration(list(map(str, tables)))}


def empty_places(count: int) -> str:
    """Say that players can still come to a knock-out whose first round is drawn."""
    return ngettext(
        "Whoever is added now takes an empty place of the first round: %(count)d is left.",
        "Whoever is added now takes an empty place of the first round: %(count)d are left.",
        count,
    ) % {"count": count}


def round_to(title: str, length: int) -> str:
    """Head a round of the finals whose matches have a length of their own."""
    sentence = ngettext("%(round)s, to %(length)d point", "%(round)s, to %(length)d points", length)
    return sentence % {"round": title, "length": length}


def finals_third(place: int = 3) -> str:
    """Name the match of those who drop from the semi-finals by the place that is played for."""
    if place == 3:
        return _("Match for third place")
    return _("Match for second place") if place == 2 else _("Match for first place")


def part_of_finals(*, is_for_third: bool, in_second: bool) -> str:
    """Name the part of the finals that a match belongs to; empty for the main bracket and outside finals."""
    return finals_third() if is_for_third else _("Consolation") if in_second else ""


def second_stage(player_count: int, dropping: int = 0) -> str:
    """Name a stage of the second bracket by how many are left in it, as a heading; where others drop in, by those.

    `dropping` is how many can play in the round of the finals whose losers drop into the stage, 0 where nobody does.
    """
    if dropping:
        return _("Consolation, with losers of the %(finals)s") % {"finals": finals_round(dropping)}
    return _("Consolation final") if player_count == 2 else _("Consolation, %(left)d left") % {"left": player_count}


def dropped(name: str, places: int, lost_to: str) -> str:
    """Say from which round of the finals a player drops into the second bracket; `lost_to` is empty if unplayed."""
    facts = {"name": name, "other": lost_to, "finals": finals_round(places)}
    if lost_to:
        lost = {
            4: _("%(name)s comes from the semi-final lost to %(other)s."),
            8: _("%(name)s comes from the quarter-final lost to %(other)s."),
        }
        return (lost.get(places) or _("%(name)s comes from the %(finals)s, lost to %(other)s.")) % facts
    unplayed = {
        4: _("%(name)s comes from the semi-final, which was not played."),
        8: _("%(name)s comes from the quarter-final, which was not played."),
    }
    return (unplayed.get(places) or _("%(name)s comes from the %(finals)s without a match played.")) % facts


def nobody_drops(name: str) -> str:
    """Say why a player of the second bracket has a bye where somebody could have dropped in."""
    return _("%(name)s has a bye, as nobody else drops here.") % {"name": name}


def waits_for_loser(table: int) -> str:
    return _("waits for the loser of table %(table)d") % {"table": table}


def waits_for_winner(table: int) -> str:
    return _("waits for the winner of table %(table)d") % {"table": table}


def plays_later() -> str:
    """Say that somebody plays on, but not in the next round."""
    return _("plays again in the round after the next one")


def match_of_stage(title: str, number: int) -> str:
    """Name one of several matches of a stage."""
    return _("%(stage)s, match %(number)d") % {"stage": title, "number": number}


def winner_of(title: str, table: int | None) -> str:
    """Say whose winner takes a place in the bracket: that of a table, or of the match `title` while it has no table."""
    if table is None:
        return _("winner: %(match)s") % {"match": title}
    return _("winner of table %(table)s") % {"table": table}


def loser_of(title: str, table: int | None) -> str:
    """Say whose loser plays for third place: that of a table, or of the match `title` while it has no table."""
    if table is None:
        return _("loser: %(match)s") % {"match": title}
    return _("loser of table %(table)s") % {"table": table}


def round_in_progress(number: int, planned: int, places: int = 0) -> str:
    """Say which round is being played; `places` is how many can play in it if it belongs to the finals."""
    if places:
        return _("%(finals)s in progress") % {"finals": capfirst(finals_round(places))}
    return _("Round %(number)s of %(planned)s in progress") % {"number": number, "planned": planned}


def round_name(number: int, places: int = 0) -> str:
    """Name a round as a heading; `places` is how many can play in it if it belongs to the finals."""
    if places == SECOND_ALONE:
        return _("Consolation, round %(number)s") % {"number": number}
    return capfirst(finals_round(places)) if places else _("Round %(number)s") % {"number": number}


def round_in_sentence(number: int, places: int = 0) -> str:
    """Name a round after the word “round”: by its number, a round of the finals by its name in quotation marks."""
    return _("“%(finals)s”") % {"finals": capfirst(finals_round(places))} if places else str(number)


def with_round_named(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the facts of a sentence, with rounds of the finals named instead of numbered."""
    finals = {called: facts[f"{called}_places"] for called in ("round", "next") if f"{called}_places" in facts}
    return {**facts, **{called: round_in_sentence(facts[called], places) for called, places in finals.items()}}


def round_mark(number: int, places: int = 0) -> str:
    """Head a narrow column with a round: its number, or letters if it belongs to the finals."""
    if places <= SECOND_ALONE:
        return str(number)
    marks = {2: pgettext("short for final", "F"), 4: _("SF"), 8: _("QF"), 16: _("R16")}
    return marks.get(places) or _("R%(places)d") % {"places": places}


# Chances to win the tournament.


def chance_sentences(chances: Sequence[Chance], names: Mapping[int, str]) -> tuple[str, ...]:
    """Say what each player needs in the last round to win the tournament; players without a chance share a sentence."""
    winner = next((names[chance.number] for chance in chances if chance.has_won), None)
    if winner is not None:
        return (_("%(name)s has already won the tournament.") % {"name": winner},)
    sentences = [_chance_sentence(chance, names) for chance in chances if chance.possible_from is not None]
    without = [names[chance.number] for chance in chances if chance.possible_from is None]
    if without:
        sentence = ngettext(
            "%(names)s can no longer win the tournament.", "%(names)s can no longer win the tournament.", len(without)
        )
        sentences.append(sentence % {"names": enumeration(without)})
    return tuple(sentences)


# A sentence names no more players than are read at a glance.
MOST_CONTENDERS = 8


def contenders_sentence(names: Sequence[str], player_count: int) -> str:
    """Say who alone can still win the tournament, or of many how many at most."""
    if len(names) <= MOST_CONTENDERS:
        return _("Nobody but %(names)s can still win the tournament.") % {"names": enumeration(names)}
    facts = {"count": len(names), "players": player_count}
    return _("At most %(count)d of %(players)d players can still win the tournament.") % facts


def _chance_sentence(chance: Chance, names: Mapping[int, str]) -> str:
    facts = {"name": names[chance.number], "rivals": enumeration([names[number] for number in chance.must_not_win])}
    if chance.secure_from is not None:
        sentence = _("%(name)s wins the tournament %(how)s.") % {**facts, "how": _own_result(chance.secure_from)}
        if chance.possible_from is not None and chance.possible_from < chance.secure_from:
            sentence += " " + _("With anything less, it depends on the other tables.")
        return sentence
    if chance.enough_from is not None:
        return _enough_sentence(chance, names)
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
    """Say who must not win, and whether there is another way to win the tournament."""
    margin = chance.enough_from or 0
    facts = {"name": names[chance.number], "rivals": enumeration([names[number] for number in chance.rivals])}
    is_only_way = chance.rivals == chance.must_not_win and margin == chance.possible_from
    if is_only_way and margin > 0:
        return _("%(name)s needs %(need)s and no win for %(rivals)s.") % {**facts, "need": _needed_win(margin)}
    if margin == 0:
        sentence = ngettext(
            "%(name)s wins the tournament if %(rivals)s does not win.",
            "%(name)s wins the tournament if %(rivals)s do not win.",
            len(chance.rivals),
        )
    else:
        facts["how"] = _own_result(margin)
        sentence = ngettext(
            "%(name)s wins the tournament %(how)s if %(rivals)s does not win.",
            "%(name)s wins the tournament %(how)s if %(rivals)s do not win.",
            len(chance.rivals),
        )
    sentence %= facts
    if is_only_way:
        return sentence
    otherwise = _("Otherwise it depends on the points.") if chance.has_margins else _("Otherwise it stays open.")
    return f"{sentence} {otherwise}"


def _own_result(margin: int) -> str:
    """Say which own result is sufficient, as part of a sentence."""
    if margin == 1:
        return _("with any win")
    if margin > 1:
        return _("with a win by at least %(points)s points") % {"points": margin}
    text = ngettext("even after losing by %(points)s point", "even after losing by up to %(points)s points", -margin)
    return text % {"points": -margin}


def _needed_win(margin: int) -> str:
    """Say which win is necessary, as part of a sentence."""
    return _("a win") if margin == 1 else _("a win by at least %(points)s points") % {"points": margin}


# Reasons for pairings, and rounds that can still be paired.


def pairing_reason(
    first: tuple[str, int],
    second: tuple[str, int] | None,
    passed_over: Sequence[tuple[str, int, Why]],
    *,
    by_lot: bool,
    rematches_allowed: bool = False,
    nobody_unmet: bool = False,
    are_kept_apart: bool = False,
    meetings: Sequence[int] | None = None,
    has_bye: bool = False,
    had_bye: bool = False,
    is_for_wishes: bool = False,
    breaks_wishes: bool = False,
) -> str:
    """Explain the pairing of `first` with `second`, each a name with its place; None for the bye.

    `passed_over` holds name, place and reason for each better-placed player whom the first did not get; the bye has an
    empty name. `meetings` are the earlier rounds in which the two met or the player won without a match, None if there
    are none. `had_bye`: the player has had the bye before; `has_bye`: somebody has it now; `nobody_unmet`: everybody
    had met everybody before the round; `are_kept_apart`: these two should not have met; `is_for_wishes`: rematches are
    needed only because of pairs that are kept apart; `breaks_wishes`: somebody in the round meets although kept apart.
    """
    facts = {"first": first[0], "first_place": ordinal(first[1])}
    if second is not None:
        facts |= {"second": second[0], "second_place": ordinal(second[1])}
    opening = _opening(second is None, is_again=meetings is not None if second else had_bye) % facts
    if by_lot and not passed_over and not breaks_wishes:
        return _("%(opening)s: the order was drawn by lot.") % {"opening": opening}
    passed = (_passed_over_sentence(why, first[0], passed_over, rematches_allowed=rematches_allowed) for why in Why)
    reasons = [sentence for sentence in passed if sentence]
    if by_lot:
        reasons.insert(0, _("the order was drawn by lot"))
    if meetings is not None:
        reasons = [*_earlier_meetings(meetings, is_bye=second is None), *reasons]
    if are_kept_apart:
        reasons.append(_("they are paired although kept apart: nothing else was possible"))
    elif meetings is not None:
        reasons.append(_rematch_reason(has_bye=has_bye, nobody_unmet=nobody_unmet))
        if is_for_wishes and not nobody_unmet:
            reasons.append(_("some are not paired with each other in this tournament"))
        if not nobody_unmet:
            reasons.append(_("pairs repeat as little as possible"))
    elif second is None:
        reasons.append(_("nobody is left to play"))
    elif by_lot and not passed_over:
        pass
    elif reasons:
        reasons.append(_("%(second)s is the best-placed opponent left") % facts)
    else:
        reasons.append(_("%(second)s is the best-placed opponent not yet met") % facts)
    if breaks_wishes and not are_kept_apart:
        reasons.append(_("not all wishes could be kept"))
    return f"{opening}: {'; '.join(reasons)}."


def _rematch_reason(*, has_bye: bool, nobody_unmet: bool) -> str:
    if nobody_unmet and has_bye:
        return _("nobody here is left unmet, and everybody has won without a match")
    if nobody_unmet:
        return _("nobody here is left unmet")
    if has_bye:
        return _("without a rematch or a second win without a match this round could not be paired")
    return _("without a rematch this round could not be paired")


def _opening(is_bye: bool, *, is_again: bool) -> str:
    if is_bye and is_again:
        return _("%(first)s (%(first_place)s) has the bye again")
    if is_bye:
        return _("%(first)s (%(first_place)s) has the bye")
    if is_again:
        return _("%(first)s (%(first_place)s) plays %(second)s (%(second_place)s) again")
    return _("%(first)s (%(first_place)s) plays %(second)s (%(second_place)s)")


def _earlier_meetings(meetings: Sequence[int], *, is_bye: bool) -> list[str]:
    """Say in which earlier rounds the two met, or the player had the bye."""
    if not meetings:
        return []
    facts, count = {"rounds": enumeration([str(number) for number in meetings])}, len(meetings)
    if is_bye:
        sentence = ngettext(
            "they won without a match in round %(rounds)s", "they won without a match in rounds %(rounds)s", count
        )
    else:
        sentence = ngettext("they met in round %(rounds)s", "they met in rounds %(rounds)s", count)
    return [sentence % facts]


def _purposes(*, rematches_allowed: bool) -> Mapping[Why, Any]:
    """Return the sentences that say for which purpose a possible opponent was passed over."""
    if rematches_allowed:
        return {
            Why.LEFT_FOR_OTHERS: ngettext_lazy(
                "%(names)s is left for others so that rematches are spread evenly",
                "%(names)s are left for others so that rematches are spread evenly",
                "count",
            ),
            Why.LEFT_FOR_BYE: _("%(names)s is left for the bye so that rematches are spread evenly"),
            Why.KEEPS_ROUNDS_PLAYABLE: ngettext_lazy(
                "%(names)s is kept for a later round so that rematches stay spread evenly",
                "%(names)s are kept for later rounds so that rematches stay spread evenly",
                "count",
            ),
        }
    for_all = ngettext_lazy(
        "%(names)s is left for others so that everyone can be paired",
        "%(names)s are left for others so that everyone can be paired",
        "count",
    )
    return {
        Why.LEFT_FOR_OTHERS: for_all,
        Why.LEFT_FOR_BYE: _("%(names)s is left for the bye so that everyone can be paired"),
        Why.KEEPS_ROUNDS_PLAYABLE: ngettext_lazy(
            "%(names)s is kept for a later round so that as many planned rounds as possible can still be paired",
            "%(names)s are kept for later rounds so that as many planned rounds as possible can still be paired",
            "count",
        ),
    }


def _passed_over_sentence(
    why: Why, first: str, passed_over: Sequence[tuple[str, int, Why]], *, rematches_allowed: bool
) -> str:
    names = [f"{name} ({ordinal(rank)})" for name, rank, reason in passed_over if reason is why and name]
    if not names:
        return ""
    facts = {"first": first, "names": enumeration(names, MOST_NAMES), "count": len(names)}
    if why is Why.MET:
        return _("%(first)s has already met %(names)s") % facts
    if why is Why.MET_MORE_OFTEN:
        return _("%(first)s has met %(names)s more often") % facts
    if why is Why.KEPT_APART:
        return _("%(first)s is not paired with %(names)s in this tournament") % facts
    return str(_purposes(rematches_allowed=rematches_allowed)[why] % facts)


def new_tables_sentence(numbers: Sequence[int]) -> str:
    """Say which tables have other players than when the round began; empty if there are none."""
    if not numbers:
        return ""
    return _("New since the round began: %(tables)s.") % {"tables": tables(numbers)}


def possible_rounds_sentence(planned: int, player_count: int, possible: int) -> str:
    """Say that more rounds are planned than so many players have without rematches, and how often pairs will meet."""
    times, more = divmod(planned, possible)
    facts = {"players": player_count, "possible": possible, "planned": planned, "times": times, "more": times + 1}
    if more and times == 1:
        sentence = _(
            "%(players)s players have %(possible)s rounds; in %(planned)s each meets each other once or twice."
        )
    elif more:
        sentence = _(
            "%(players)s players have %(possible)s rounds; in %(planned)s each meets each other "
            "%(times)s or %(more)s times."
        )
    elif times == 2:
        sentence = _("%(players)s players have %(possible)s rounds; in %(planned)s each meets each other twice.")
    else:
        sentence = _(
            "%(players)s players have %(possible)s rounds; in %(planned)s each meets each other %(times)s times."
        )
    return sentence % facts


def lookahead_bound_sentence(later: int) -> str:
    """Say that the look-ahead to later rounds used up its steps, and how many rounds are playable in any case."""
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


# A round in progress: its pace, missing boards, lost rounds.


def round_times(name: str, began: str, over: str, minutes: int) -> str:
    """Say when a round began and ended, and after a while how long it has taken."""
    facts = {"round": name, "began": began, "over": over, "minutes": minutes}
    if not minutes:
        return _("%(round)s, started %(began)s") % facts
    if over:
        return _("%(round)s from %(began)s to %(over)s · %(minutes)s min") % facts
    return _("%(round)s, started %(began)s · %(minutes)s min") % facts


def usual_length(minutes: int | None) -> str:
    """Say how long matches usually take; empty until that is known."""
    return "" if minutes is None else _("matches usually take %(minutes)s min") % {"minutes": minutes}


def slow_tables(numbers: Sequence[int]) -> str:
    """Name the tables that hold up the round, or their number if they are many; empty if there are none."""
    if not numbers:
        return ""
    if len(numbers) > MOST_NAMES:
        return _("%(count)s tables are running late") % {"count": len(numbers)}
    holds = ngettext("%(tables)s is running late", "%(tables)s are running late", len(numbers))
    return holds % {"tables": tables(numbers)}


def forecast(next_round: str, end: str) -> str:
    """Say when the next round will begin and the evening end, as far as can be estimated; empty if neither can."""
    if next_round:
        return _("next round at about %(time)s, end at about %(end)s") % {"time": next_round, "end": end}
    return _("end at about %(end)s") % {"end": end} if end else ""


def tables_done(done: int, tables: int) -> str:
    if done == tables:
        return _("all tables done")
    return _("%(done)s of %(all)s tables done") % {"done": done, "all": tables}


def lost_rounds_sentence(planned: int, playable: int, *, are_wishes_alone: bool = False) -> str:
    """Say that not all planned rounds can be played, and what to do.

    `are_wishes_alone`: without the players who are kept apart, all of them could be.
    """
    facts = {"planned": planned, "playable": playable, "next": playable + 1}
    if are_wishes_alone:
        sentence = _(
            "With the players who are kept apart only %(playable)s of the %(planned)s planned rounds can be played. "
            "Plan fewer rounds, or let two of them meet when round %(next)s is paired."
        )
        return sentence % facts
    sentence = _(
        "The players who are here can play only %(playable)s of the %(planned)s planned rounds without a rematch. "
        "Plan fewer rounds, or allow rematches when round %(next)s is paired."
    )
    return sentence % facts


def boards_sentence(tables_to_seat: int, boards: int | None) -> str:
    """Say that the venue has fewer boards than tables, and how many tables wait; empty if there are enough boards."""
    if boards is None or tables_to_seat <= boards:
        return ""
    facts = {"boards": boards, "tables": tables_to_seat, "waiting": tables_to_seat - boards}
    sentence = ngettext(
        "There are %(boards)s boards for %(tables)s tables: the last table waits until a board is free.",
        "There are %(boards)s boards for %(tables)s tables: the last %(waiting)s wait until a board is free.",
        tables_to_seat - boards,
    )
    return sentence % facts
