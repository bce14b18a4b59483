"""The settings of a tournament: their names and values."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.engine.criteria import ranking_of
from tournament.engine.terms import KONSTANZ
from tournament.languages import language_called
from tournament.matches.formats import CUBE_LIMITS, MatchGame
from tournament.phrases.fees import fee_step_text
from tournament.phrases.formats import clock_label, game_label
from tournament.phrases.standings import ranking_label
from tournament.phrases.values import money


def settings_changed_sentences(values: Mapping[str, Any]) -> dict[str, str]:
    """By setting, what it was changed to after a page was opened, and how it still becomes what that page says."""
    sentence = _(
        "This was changed to “%(stored)s” after the page was opened. To change it to “%(wanted)s”, save again."
    )
    return {
        name: sentence
        % {
            "stored": setting_value(name, stored, values["currency"]) or _("nothing"),
            "wanted": setting_value(name, wanted, values["currency"]) or _("nothing"),
        }
        for name, (stored, wanted) in values["settings"].items()
    }


SETTINGS = {
    "name": gettext_lazy("name"),
    "date": gettext_lazy("date"),
    "venue": gettext_lazy("venue"),
    "organiser": gettext_lazy("organiser"),
    "planned_rounds": gettext_lazy("rounds"),
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
# What goes without saying of a new tournament, besides what is empty or off.
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


def setting_value(field: str, value: Any, currency: str) -> str:
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
        return language_called(value).name
    if field == "game":
        return game_label(MatchGame(value))
    if field == "ranking":
        return ranking_label(ranking_of(value.split()))
    if field == "clock":
        return clock_label(value)
    if field in CHOICES:
        return str(CHOICES[field][value])
    return str(value)
