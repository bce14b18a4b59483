"""What a match of a tournament is, in one plain sentence; and its games by name."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.matches.clocks import Clock, ClockRule, clock_named
from tournament.matches.formats import MatchFormat, MatchGame, Offer
from tournament.phrases.values import enumeration

GAMES = {
    MatchGame.BACKGAMMON: gettext_lazy("Backgammon"),
    MatchGame.PORTES: gettext_lazy("Portes"),
    MatchGame.PLAKOTO: gettext_lazy("Plakoto"),
    MatchGame.FEVGA: gettext_lazy("Fevga"),
    MatchGame.TAVLI: gettext_lazy("Tavli"),
}
PRESET_NAMES = {
    "konstanz": gettext_lazy("Standard: to 3 points, no doubling cube"),
    "cube": gettext_lazy("Backgammon with cube"),
    "cube_single": gettext_lazy("Single game with cube"),
    "single": gettext_lazy("Single game"),
    "tavli": gettext_lazy("Tavli"),
    "portes": gettext_lazy("Portes"),
    "plakoto": gettext_lazy("Plakoto"),
    "fevga": gettext_lazy("Fevga"),
}


CLOCK_NAMES = {
    "": gettext_lazy("none"),
    "normal": gettext_lazy("normal"),
    "blitz": gettext_lazy("blitz"),
    "delay": gettext_lazy("delay"),
}
OWN_CLOCKS = {
    ClockRule.NORMAL: gettext_lazy("own seconds, refilled by a quick move"),
    ClockRule.BLITZ: gettext_lazy("own seconds, increased by a quick move"),
    ClockRule.DELAY: gettext_lazy("own seconds, running after the delay"),
}


def offer_label(offer: Offer) -> str:
    """Tavli to 5 points."""
    name = str(PRESET_NAMES[offer.preset.key])
    if len(offer.preset.lengths) == 1:
        return name
    if offer.format.is_single_game:
        return _("%(preset)s, single game") % {"preset": name}
    return _("%(preset)s to %(length)d points") % {"preset": name, "length": offer.format.match_length}


def clock_label(name: str) -> str:
    """Normal, with the seconds of the reserve and of a move; how a clock of one's own goes."""
    clock = clock_named(name)
    if clock is None:
        return str(CLOCK_NAMES[""])
    label = CLOCK_NAMES.get(name, OWN_CLOCKS[clock.rule])
    return _("%(clock)s (%(reserve)d s, %(delay)d s)") % {
        "clock": label,
        "reserve": clock.reserve,
        "delay": clock.delay,
    }


def clock_sentence(clock: Clock) -> str:
    """What a player has for thinking, and what a move makes of it."""
    sentences = {
        ClockRule.NORMAL: _("Each player has %(reserve)d s for each game; a move of up to %(delay)d s refills them."),
        ClockRule.BLITZ: _(
            "Each player has %(reserve)d s for each game; a move of up to %(delay)d s gains %(delay)d s, up to "
            "%(reserve)d s."
        ),
        ClockRule.DELAY: _(
            "Each player has %(reserve)d s for each point of the match; they run after %(delay)d s of a move."
        ),
    }
    return sentences[clock.rule] % {"reserve": clock.reserve, "delay": clock.delay}


def game_label(game: MatchGame) -> str:
    return str(GAMES[game])


def match_words(wanted: MatchFormat) -> str:
    """Match to 3, single game, Tavli to 5 points: as short as can be."""
    if wanted.game is MatchGame.BACKGAMMON and not wanted.is_single_game:
        return _("Match to %(points)s") % {"points": wanted.match_length}
    return _distance(wanted)


def format_note(wanted: MatchFormat) -> str:
    """What everyone is told of a match that is another one than that of Konstanz."""
    return "" if wanted == MatchFormat() else format_sentence(wanted)


def format_sentence(wanted: MatchFormat) -> str:
    """Backgammon to 7 points with the doubling cube and the Crawford rule; a gammon counts 2, a backgammon 3 …"""
    return f"{'; '.join([_head(wanted), *filter(None, (_worth(wanted), _opening(wanted)))])}."


def _distance(wanted: MatchFormat) -> str:
    game = game_label(wanted.game)
    if wanted.is_single_game:
        return _("A single game of %(game)s") % {"game": game}
    return ngettext("%(game)s to %(count)d point", "%(game)s to %(count)d points", wanted.match_length) % {
        "game": game,
        "count": wanted.match_length,
    }


def _head(wanted: MatchFormat) -> str:
    head = _distance(wanted)
    if wanted.game is MatchGame.TAVLI:
        head = _("%(match)s, Portes, Plakoto and Fevga in turn") % {"match": head}
    extras = list(_extras(wanted))
    return _("%(match)s with %(extras)s") % {"match": head, "extras": enumeration(extras)} if extras else head


def _extras(wanted: MatchFormat) -> list[str]:
    extras = []
    if wanted.cube:
        limit = {"limit": wanted.cube_limit}
        extras.append(
            _("the doubling cube") if wanted.cube_limit == 64 else _("the doubling cube up to %(limit)s") % limit
        )
    if wanted.crawford:
        extras.append(_("the Crawford rule"))
    if wanted.jacoby:
        extras.append(_("the Jacoby rule"))
    if wanted.beavers:
        extras.append(_("beavers"))
    if wanted.automatic_doubles:
        sentence = ngettext("%(count)d automatic double", "%(count)d automatic doubles", wanted.automatic_doubles)
        extras.append(sentence % {"count": wanted.automatic_doubles})
    return extras


def _worth(wanted: MatchFormat) -> str:
    if wanted.backgammons:
        return _("a gammon counts 2, a backgammon 3")
    return _("a gammon counts 2") if wanted.gammons else _("every game counts 1")


def _opening(wanted: MatchFormat) -> str:
    if wanted.is_single_game:
        return ""
    return (
        _("the winner of a game opens the next one")
        if wanted.winner_opens
        else _("each game begins with an opening roll")
    )
