"""Who can still win, in sentences."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.engine.chances import Chance
from tournament.phrases.values import enumeration


def chance_sentences(chances: Sequence[Chance], names: Mapping[int, str]) -> tuple[str, ...]:
    """What each player needs in the last round to win the tournament; those who cannot any more are named together."""
    winner = next((names[chance.number] for chance in chances if chance.has_won), None)
    if winner is not None:
        return (_("%(name)s has already won the tournament.") % {"name": winner},)
    sentences = [_chance_sentence(chance, names) for chance in chances if chance.possible_from is not None]
    without = [names[chance.number] for chance in chances if chance.possible_from is None]
    if without:
        sentence = ngettext(
            "%(names)s can no longer win the tournament.",
            "%(names)s can no longer win the tournament.",
            len(without),
        )
        sentences.append(sentence % {"names": enumeration(without)})
    return tuple(sentences)


def _chance_sentence(chance: Chance, names: Mapping[int, str]) -> str:
    facts = {"name": names[chance.number]}
    if chance.secure_from is not None:
        sentence = _("%(name)s wins the tournament %(how)s.") % {**facts, "how": _own_result(chance.secure_from)}
        if chance.possible_from is not None and chance.possible_from < chance.secure_from:
            sentence += " " + _("With anything less, it depends on the other tables.")
        return sentence
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
    return " ".join(
        [sentence, _("Otherwise it depends on the points.") if chance.has_margins else _("Otherwise it stays open.")]
    )


def _own_result(margin: int) -> str:
    """From which own result on, within a sentence."""
    if margin == 1:
        return _("with any win")
    if margin > 1:
        return _("with a win by at least %(points)s points") % {"points": margin}
    text = ngettext("even after losing by %(points)s point", "even after losing by up to %(points)s points", -margin)
    return text % {"points": -margin}


def _needed_win(margin: int) -> str:
    """Which win is needed at least, within a sentence."""
    return _("a win") if margin == 1 else _("a win by at least %(points)s points") % {"points": margin}
