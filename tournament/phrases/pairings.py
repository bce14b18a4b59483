"""Why two players meet, and how many rounds can still be paired."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.engine.pairing import Why
from tournament.phrases.values import MOST_NAMES, enumeration, ordinal, tables


def pairing_reason(
    first: tuple[str, int], second: tuple[str, int] | None, passed_over: Sequence[tuple[str, int, Why]], *, by_lot: bool
) -> str:
    """Why these two play each other: names with their places, and the better-placed the first did not get.

    `passed_over` holds name, place and why; the bye comes with an empty name.
    """
    facts = {"first": first[0], "first_place": ordinal(first[1])}
    if second is None:
        opening = _("%(first)s (%(first_place)s) has the bye") % facts
    else:
        facts |= {"second": second[0], "second_place": ordinal(second[1])}
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
    names = [f"{name} ({ordinal(rank)})" for name, rank, reason in passed_over if reason is why and name]
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
