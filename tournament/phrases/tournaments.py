"""Sentences about settings and match formats of tournaments."""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Any

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.engine.criteria import ranking_of
from tournament.engine.finals import SIZES
from tournament.engine.record import SecondKind
from tournament.engine.terms import KONSTANZ
from tournament.languages import language_called
from tournament.matches.clocks import Clock, ClockRule, clock_named
from tournament.matches.formats import CUBE_LIMITS, MatchFormat, MatchGame, Offer
from tournament.phrases import cash, rounds, standings
from tournament.phrases.values import day_and_time, enumeration, money, time_of_day

TOURNAMENT_REFUSALS: dict[str, Any] = {
    "rules_stand_once_drawn": gettext_lazy(
        "The match and how its points count cannot be changed once round 1 has been drawn."
    ),
    "fewer_rounds_than_paired": gettext_lazy("%(paired)s rounds are already paired, so %(rounds)s would be too few."),
    "rounds_too_many": gettext_lazy("At most %(most)s rounds are possible."),
    "practice_stands_once_paid": gettext_lazy("Practice cannot be switched on or off once money has moved."),
    "fee_steps_stand_once_drawn": gettext_lazy(
        "The fee was fixed when round 1 was drawn. To charge a different fee, change the amount itself."
    ),
    "finals_too_early": gettext_lazy("The finals are drawn once all planned rounds have been played."),
    "finals_too_few": gettext_lazy("Finals need at least two players who are here."),
    "finals_over": gettext_lazy("The finals are over: nobody is left to play."),
    "knock_out_without_finals": gettext_lazy("Without finals, a tournament has at least one round."),
    "finals_size": gettext_lazy("The finals are for 2, 4, 8, 16, 32 or 64 players."),
    "finals_lengths": gettext_lazy(
        "Match lengths of the finals are at most %(most)s numbers, the last for the final, and the first two differ."
    ),
    "finals_rest_without_swiss": gettext_lazy("A consolation of the others needs rounds before the finals."),
    "finals_third_beside_drops": gettext_lazy(
        "With a consolation that losers drop into, there is no match for third place."
    ),
    "finals_drops_of_few": gettext_lazy(
        "A consolation that losers drop into needs finals of at least %(fewest)s players."
    ),
    "finals_third_of_two": gettext_lazy("A match for third place needs finals of at least 4 players."),
    "finals_stand_once_drawn": gettext_lazy(
        "The finals have been drawn, so their size, match length and the number of rounds before them stay as they are."
    ),
    "clock_without_seconds": gettext_lazy(
        "Enter the seconds of reserve and for a move, or choose one of the usual clocks."
    ),
    "ranking_unknown": gettext_lazy("%(name)s is no criterion of a ranking. There are: %(choices)s."),
    "ranking_always_there": gettext_lazy(
        "Every ranking begins with the match wins and ends with the lot: leave %(criterion)s out of the list."
    ),
    "ranking_twice": gettext_lazy("The list names %(criterion)s twice."),
    "ranking_head_to_head_not_last": gettext_lazy("Head-to-head stands last in the list."),
}

# The match format in one plain sentence, and the names of the games.

GAMES = {
    MatchGame.BACKGAMMON: gettext_lazy("Backgammon"),
    MatchGame.PORTES: gettext_lazy("Portes"),
    MatchGame.PLAKOTO: gettext_lazy("Plakoto"),
    MatchGame.FEVGA: gettext_lazy("Fevga"),
    MatchGame.TAVLI: gettext_lazy("Tavli"),
}
FORMAT_NAMES = {
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
    """Label a preset with its length: Tavli to 5 points."""
    name = str(FORMAT_NAMES[offer.preset.key])
    if len(offer.preset.lengths) == 1:
        return name
    if offer.format.is_single_game:
        return _("%(preset)s, single game") % {"preset": name}
    return _("%(preset)s to %(length)d points") % {"preset": name, "length": offer.format.match_length}


def clock_label(name: str) -> str:
    """Label a clock by name, a custom one by its rule, with the seconds of its reserve and delay."""
    clock = clock_named(name)
    if clock is None:
        return str(CLOCK_NAMES[""])
    facts = {"clock": CLOCK_NAMES.get(name, OWN_CLOCKS[clock.rule]), "reserve": clock.reserve, "delay": clock.delay}
    return _("%(clock)s (%(reserve)d s, %(delay)d s)") % facts


def clock_sentence(clock: Clock) -> str:
    """Explain how much time a player has, and what a move does to it."""
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


def shared_words(day: date, begins_at: str, venue: str, more: str) -> str:
    """Describe a tournament's page where its link is shared: date and time, venue, and what the page says."""
    return " · ".join(filter(None, (_("Backgammon tournament"), day_and_time(day, begins_at), venue, more)))


def shared_words_of_club(place: str) -> str:
    """Describe a club's page where its link is shared, with the place of the club."""
    return " · ".join(filter(None, (_("Backgammon club"), place)))


def match_words(match_format: MatchFormat) -> str:
    """Describe a format as briefly as possible: Match to 3, single game, Tavli to 5 points."""
    if match_format.game is MatchGame.BACKGAMMON and not match_format.is_single_game:
        return _("Match to %(points)s") % {"points": match_format.match_length}
    return _distance(match_format)


def format_note(match_format: MatchFormat) -> str:
    """Describe a match format; empty for the default, that of the tournament rules of Konstanz."""
    return "" if match_format == MatchFormat() else format_sentence(match_format)


def format_sentence(match_format: MatchFormat) -> str:
    """Describe a format: Backgammon to 7 points with the doubling cube and the Crawford rule; a gammon counts 2 …"""
    parts = [_head(match_format)]
    if match_format.backgammons:
        parts.append(_("a gammon counts 2, a backgammon 3"))
    else:
        parts.append(_("a gammon counts 2") if match_format.gammons else _("every game counts 1"))
    if not match_format.is_single_game:
        winner_opens, rolled = _("the winner of a game opens the next one"), _("each game begins with an opening roll")
        parts.append(winner_opens if match_format.winner_opens else rolled)
    return f"{'; '.join(parts)}."


def _distance(match_format: MatchFormat) -> str:
    game = game_label(match_format.game)
    if match_format.is_single_game:
        return _("A single game of %(game)s") % {"game": game}
    sentence = ngettext("%(game)s to %(count)d point", "%(game)s to %(count)d points", match_format.match_length)
    return sentence % {"game": game, "count": match_format.match_length}


def _head(match_format: MatchFormat) -> str:
    head = _distance(match_format)
    if match_format.game is MatchGame.TAVLI:
        head = _("%(match)s, Portes, Plakoto and Fevga in turn") % {"match": head}
    extras = []
    if match_format.cube:
        cube = _("the doubling cube") if match_format.cube_limit == 64 else _("the doubling cube up to %(limit)s")
        extras.append(cube % {"limit": match_format.cube_limit})
    if match_format.crawford:
        extras.append(_("the Crawford rule"))
    if match_format.jacoby:
        extras.append(_("the Jacoby rule"))
    if match_format.beavers:
        extras.append(_("beavers"))
    if match_format.automatic_doubles:
        sentence = ngettext("%(count)d automatic double", "%(count)d automatic doubles", match_format.automatic_doubles)
        extras.append(sentence % {"count": match_format.automatic_doubles})
    return _("%(match)s with %(extras)s") % {"match": head, "extras": enumeration(extras)} if extras else head


class Kind(StrEnum):
    """What a tournament consists of, apart from finals after a Swiss."""

    SWISS = "swiss"
    KNOCK_OUT = "knock_out"


KINDS = (
    (Kind.SWISS.value, gettext_lazy("Swiss: everybody plays every round, and nobody is knocked out.")),
    (Kind.KNOCK_OUT.value, gettext_lazy("Knock-out: the lot draws the bracket, and whoever loses a match is out.")),
)


def kind_of(planned_rounds: int) -> Kind:
    """Return the kind of a tournament with so many rounds before its finals."""
    return Kind.SWISS if planned_rounds else Kind.KNOCK_OUT


# Names and values of settings.


def settings_changed_sentences(values: Mapping[str, Any]) -> dict[str, str]:
    """Say for each setting what it was changed to after the page was opened, and how to overwrite that."""
    sentence = _(
        "This was changed to “%(stored)s” after the page was opened. To change it to “%(wanted)s”, save again."
    )
    sentence_by_name: dict[str, str] = {}
    for name, sides in values["settings"].items():
        stored_value, wanted_value = (setting_value(name, side, values["currency"]) or _("nothing") for side in sides)
        sentence_by_name[name] = sentence % {"stored": stored_value, "wanted": wanted_value}
    return sentence_by_name


SETTINGS = {
    "name": gettext_lazy("name"),
    "date": gettext_lazy("date"),
    "begins_at": gettext_lazy("beginning"),
    "venue": gettext_lazy("venue"),
    "organiser": gettext_lazy("organiser"),
    "planned_rounds": gettext_lazy("rounds"),
    "finals_players": gettext_lazy("players in the finals"),
    "finals_match_length": gettext_lazy("length of a finals match"),
    "finals_lengths": gettext_lazy("lengths of the rounds of the finals"),
    "finals_third_place": gettext_lazy("match for third place"),
    "finals_second": gettext_lazy("consolation"),
    "finals_second_players": gettext_lazy("players in the consolation"),
    "finals_second_length": gettext_lazy("length of a match of the consolation"),
    "fee_cents": gettext_lazy("entry fee"),
    "currency": gettext_lazy("currency"),
    "language": gettext_lazy("language of printouts"),
    "game": gettext_lazy("game"),
    "match_length": gettext_lazy("points per match"),
    "gammons": gettext_lazy("gammons count double"),
    "backgammons": gettext_lazy("backgammons count triple"),
    "cube": gettext_lazy("doubling cube"),
    "cube_limit": gettext_lazy("highest value of the cube"),
    "crawford": gettext_lazy("Crawford rule"),
    "jacoby": gettext_lazy("Jacoby rule"),
    "beavers": gettext_lazy("beavers"),
    "automatic_doubles": gettext_lazy("automatic doubles"),
    "winner_opens": gettext_lazy("the winner of a game opens the next one"),
    "clock": gettext_lazy("match clock"),
    "is_rated": gettext_lazy("counts for the ratings"),
    "count_excess_points": gettext_lazy("count excess points"),
    "ranking": gettext_lazy("order of the ranking"),
    "unplayed_win_points": gettext_lazy("points for a win without a match"),
    "boards": gettext_lazy("boards at the venue"),
    "hides_new_rounds": gettext_lazy("keep new rounds hidden"),
    "shows_live_scores": gettext_lazy("everyone follows the matches"),
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
# The defaults of a new tournament's settings that are neither empty nor off.
USUAL_SETTINGS = {
    "game": MatchGame.BACKGAMMON,
    "cube_limit": CUBE_LIMITS[-1],
    "winner_opens": True,
    "is_rated": True,
    "shows_live_scores": True,
    "ranking": " ".join(KONSTANZ),
}
CHOICES: Mapping[str, Mapping[str, str | Promise]] = {
    "reporting": {
        "both": gettext_lazy("both players must agree"),
        "one": gettext_lazy("one report is enough"),
        "off": gettext_lazy("players do not report results"),
    },
    "paper": {"a4": "A4", "letter": "Letter"},
    "wish": {
        "full": gettext_lazy("full name"),
        "abbreviated": gettext_lazy("abbreviated"),
        "hidden": gettext_lazy("not in public"),
    },
    "rating_ramp": {
        "fibs": gettext_lazy("as on FIBS: five times as fast at first"),
        "slow": gettext_lazy("twice as fast at first"),
        "none": gettext_lazy("the same for everybody"),
    },
    "member_role": {
        "director": gettext_lazy("directs all tournaments"),
        "helper": gettext_lazy("helps at all tournaments"),
    },
}


def finals_label(size: int) -> str:
    """Describe finals of this size in a list of choices."""
    return _("%(count)s players: %(first)s") % {"count": size, "first": rounds.finals_round(size)}


def pace_counted_with(minutes: int, *, is_known: bool) -> str:
    """Say how long a round is taken to be, and why, before what a second bracket costs."""
    if is_known:
        sentence = _("Counted with %(minutes)d minutes a round and its break, as in this club's latest rounds.")
    else:
        sentence = _("Counted with %(minutes)d minutes a round and its break, as no round of this club tells it yet.")
    return sentence % {"minutes": minutes}


def finals_cost(player_count: int, rounds_without: int, minutes: int, matches: str) -> str:
    """Say what finals of so many players cost by themselves."""
    facts = {"players": player_count, "rounds": rounds_without, "minutes": minutes, "matches": matches}
    return _("%(players)d players: %(rounds)d rounds (%(minutes)d min), %(matches)s matches a player") % facts


def second_of_the_rest() -> str:
    return _("Consolation of the others")


def rest_cost() -> str:
    return _("as many rounds as the larger bracket, 1 to 2 matches for each of the others")


def second_cost(player_count: int, rounds_with: int, rounds_without: int, minutes: int, matches: str) -> str:
    """Say what a second bracket costs beside finals of so many players: rounds, minutes, and matches a player."""
    facts = {"players": player_count, "rounds": rounds_with, "without": rounds_without, "matches": matches}
    if rounds_with == rounds_without:
        sentence = _(
            "%(players)d players: %(rounds)d rounds, or one more (%(minutes)d min), %(matches)s matches a player"
        )
        return sentence % {**facts, "minutes": minutes}
    sentence = _(
        "%(players)d players: about %(rounds)d rounds instead of %(without)d (%(minutes)d min longer), "
        "%(matches)s matches a player"
    )
    return sentence % {**facts, "minutes": minutes * (rounds_with - rounds_without)}


def second_choices() -> list[tuple[str, str]]:
    """List the kinds of a second bracket as choices, by kind and the number of players where it has one of its own."""
    rest_label = _("Consolation of the others: %(count)s players")
    return [
        ("", _("No consolation")),
        *((f"{SecondKind.REST.value} {size}", rest_label % {"count": size}) for size in SIZES),
        (SecondKind.LOSERS.value, _("Consolation: who loses drops in")),
        (SecondKind.FIRST_LOSERS.value, _("Consolation for the first defeat")),
    ]


def lengths_text(lengths: Sequence[str]) -> str:
    """Write match lengths from the first round of the finals to the final, as they are typed: 3, 5, 7."""
    return ", ".join(lengths)


def setting_value(field: str, value: Any, currency: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if field == "fee_steps":
        return "; ".join(cash.fee_step_text(up_to, cents, currency) for up_to, cents in value)
    if field == "date":
        return formats.date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
    if field == "begins_at":
        return time_of_day(value) if value else ""
    if field == "fee_cents":
        return money(value, currency)
    if field == "language":
        return language_called(value).name
    if field == "game":
        return game_label(MatchGame(value))
    if field == "ranking":
        return standings.ranking_label(ranking_of(value.split()))
    if field == "clock":
        return clock_label(value)
    if field == "planned_rounds" and not value:
        return _("none: a knock-out")
    if field == "finals_lengths":
        return lengths_text(value.split())
    if field == "finals_second":
        kinds = {
            SecondKind.REST.value: _("of the others"),
            SecondKind.LOSERS.value: _("who loses drops in"),
            SecondKind.FIRST_LOSERS.value: _("for the first defeat"),
        }
        return kinds.get(value, _("none"))
    if field in CHOICES:
        return str(CHOICES[field][value])
    return str(value)
