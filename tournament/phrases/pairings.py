"""Why two players meet, and how many rounds can still be paired."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.engine.pairing import Why
from tournament.phrases.values import MOST_NAMES, enumeration, ordinal, tables


def pairing_reason(
    first: tuple[str, int],
    second: tuple[str, int] | None,
    passed_over: Sequence[tuple[str, int, Why]],
    *,
    by_lot: bool,
    rematches_allowed: bool = False,
    meetings: Sequence[int] | None = None,
    has_bye: bool = False,
) -> str:
    """Why these two play each other: names with their places, and the better-placed the first did not get.

    `passed_over` holds name, place and why; the bye comes with an empty name. `meetings` are the earlier rounds of two
    who meet again, or of who has the bye again; None where they do not. `has_bye` says whether somebody has the bye.
    """
    facts = {"first": first[0], "first_place": ordinal(first[1])}
    if second is not None:
        facts |= {"second": second[0], "second_place": ordinal(second[1])}
    opening = _opening(second is None, is_again=meetings is not None) % facts
    if by_lot:
        return _("%(opening)s: the order was drawn by lot.") % {"opening": opening}
    if meetings is not None:
        # Whom they have met would be a rematch like this one: what decides is how many there are in all.
        passed_over = [(name, place, Why.LEFT_FOR_OTHERS) for name, place, _why in passed_over]
    passed = (_passed_over_sentence(why, first[0], passed_over, rematches_allowed=rematches_allowed) for why in Why)
    reasons = [sentence for sentence in passed if sentence]
    if meetings is not None:
        reasons = [*_again(meetings, is_bye=second is None), *reasons]
        reasons.append(
            _("without a rematch or a second bye this round could not be paired")
            if has_bye
            else _("without a rematch this round could not be paired")
        )
    elif second is None:
        reasons.append(_("nobody is left to play"))
    elif reasons:
        reasons.append(_("%(second)s is the best-placed opponent left") % facts)
    else:
        reasons.append(_("%(second)s is the best-placed opponent not yet met") % facts)
    return f"{opening}: {'; '.join(reasons)}."


def _opening(is_bye: bool, *, is_again: bool) -> str:
    if is_bye and is_again:
        return _("%(first)s (%(first_place)s) has the bye again")
    if is_bye:
        return _("%(first)s (%(first_place)s) has the bye")
    if is_again:
        return _("%(first)s (%(first_place)s) plays %(second)s (%(second_place)s) again")
    return _("%(first)s (%(first_place)s) plays %(second)s (%(second_place)s)")


def _again(meetings: Sequence[int], *, is_bye: bool) -> list[str]:
    """In which rounds it was so before."""
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


def _passed_over_sentence(
    why: Why, first: str, passed_over: Sequence[tuple[str, int, Why]], *, rematches_allowed: bool
) -> str:
    names = [f"{name} ({ordinal(rank)})" for name, rank, reason in passed_over if reason is why and name]
    if not names:
        return ""
    facts = {"first": first, "names": enumeration(names, MOST_NAMES)}
    if why is Why.MET:
        return _("%(first)s has already met %(names)s") % facts
    if why is Why.LEFT_FOR_OTHERS and rematches_allowed:
        sentence = ngettext(
            "%(names)s is left for others so that there are as few rematches as possible",
            "%(names)s are left for others so that there are as few rematches as possible",
            len(names),
        )
    elif why is Why.LEFT_FOR_OTHERS:
        sentence = ngettext(
            "%(names)s is left for others so that everyone can be paired",
            "%(names)s are left for others so that everyone can be paired",
            len(names),
        )
    else:
        sentence = ngettext(
            "%(names)s is kept for a later round so that as many planned rounds as possible can still be paired",
            "%(names)s are kept for later rounds so that as many planned rounds as possible can still be paired",
            len(names),
        )
    return sentence % facts


def new_tables_sentence(numbers: Sequence[int]) -> str:
    """Which tables have other players than when the round began; nothing where there are none."""
    if not numbers:
        return ""
    return _("New since the round began: %(tables)s.") % {"tables": tables(numbers)}


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
