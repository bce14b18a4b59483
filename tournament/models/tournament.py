"""Tournaments, and the address that stands on their papers."""

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from tournament.languages import language_choices
from tournament.matches.formats import MatchGame
from tournament.phrases.tournaments import CHOICES

# The settings and marks that the installation itself stores, apart from its tournaments.


class PrintedAddress(models.Model):
    """A public address that stands on paper, so that a change of it can be warned of."""

    url = models.URLField(unique=True)
    printed_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.url


# A tournament: its name, its rules, and the version that every change raises.

STAMP_LENGTH = 12
# That of everything from before a tournament said its own; written out, so that no later default changes it.
KONSTANZ_RANKING = "point_difference buchholz head_to_head"


class Reporting(models.TextChoices):
    """What becomes of the scores that players report from their phones."""

    BOTH = "both", CHOICES["reporting"]["both"]
    ONE = "one", CHOICES["reporting"]["one"]
    OFF = "off", CHOICES["reporting"]["off"]


class PaperSize(models.TextChoices):
    """What the printer is loaded with."""

    A4 = "a4", CHOICES["paper"]["a4"]
    LETTER = "letter", CHOICES["paper"]["letter"]


def new_stamp() -> str:
    """A mark that no other version of any tournament or club has."""
    return get_random_string(STAMP_LENGTH)


class Tournament(models.Model):
    """One event. `version` steps with every change and serves caching and live pages; with it comes a new `stamp`,
    which tells it from the same number in the history that the restoring of a backup has cut off. `settled_edition` is
    the edition after the last change that was more than words on score sheets; empty where that was the last of all.

    `request_key` is that of the form it was made with, so that a form sent twice makes one tournament.
    `boards` is how many boards the venue has, where that matters; `hides_new_rounds` keeps each new round hidden
    until the director releases it; `shows_live_scores` lets everyone follow the matches whose score sheet is kept. The
    directors of its `club` direct it, and the `co_directors`, who were given access to it alone; its `director` is
    whoever has set it up. Without one, as after an import from the command line, every director of the club stands in
    that place. `is_rated` says that its matches count for the ratings where the club
    has them. `organiser` is the club that
    issues the receipts, `treasurer` whom to ask about the money, `surplus_note` says what becomes of what is left of
    it; `shows_costs` shows the cost statement to everyone. `opens_joining` lets players ask to be put on the list
    before round 1; `round_minutes` is what the clock of a round runs down from, where there is one. `clock` is that of
    a match as `matches.clocks.clock_named` reads it, empty for none. `is_practice` marks a rehearsal, which stays out
    of the lists that others see. `ranking` are the criteria between the wins and the lot, separated by blanks, as
    `engine.criteria` knows them.
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.PROTECT, related_name="tournaments")
    slug = models.SlugField(max_length=80, unique=True)
    director = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    co_directors = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="co_directed")
    request_key = models.UUIDField(unique=True, null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    stamp = models.CharField(max_length=STAMP_LENGTH, default=new_stamp, db_default="")
    settled_edition = models.CharField(max_length=24, blank=True, default="", db_default="")
    is_closed = models.BooleanField(default=False)
    is_practice = models.BooleanField(default=False)
    is_rated = models.BooleanField(default=True)

    name = models.CharField(_("name"), max_length=100)
    date = models.DateField(_("date"))
    venue = models.CharField(_("venue"), max_length=100, blank=True)
    organiser = models.CharField(max_length=100, blank=True)
    language = models.CharField(_("language of printouts"), max_length=2, choices=language_choices, default="de")

    game = models.CharField(
        max_length=10, choices=[(game.value, game.value) for game in MatchGame], default="backgammon"
    )
    match_length = models.PositiveSmallIntegerField(default=3)
    gammons = models.BooleanField(default=True)
    backgammons = models.BooleanField(default=False)
    cube = models.BooleanField(default=False)
    cube_limit = models.PositiveSmallIntegerField(default=64)
    crawford = models.BooleanField(default=False)
    jacoby = models.BooleanField(default=False)
    beavers = models.BooleanField(default=False)
    automatic_doubles = models.PositiveSmallIntegerField(default=0)
    winner_opens = models.BooleanField(default=True)
    clock = models.CharField(max_length=20, blank=True)
    planned_rounds = models.PositiveSmallIntegerField(_("rounds"), default=5)
    count_excess_points = models.BooleanField(_("count excess points"), default=False)
    unplayed_win_points = models.PositiveSmallIntegerField(default=0)
    ranking = models.CharField(max_length=200, blank=True, default=KONSTANZ_RANKING, db_default=KONSTANZ_RANKING)
    draw_seed = models.TextField(blank=True)

    boards = models.PositiveSmallIntegerField(_("boards at the venue"), null=True, blank=True)
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    hides_new_rounds = models.BooleanField(_("keep new rounds hidden"), default=False)
    shows_live_scores = models.BooleanField(default=True, db_default=True)

    opens_joining = models.BooleanField(default=False)
    reporting = models.CharField(max_length=4, choices=Reporting, default=Reporting.BOTH.value)
    paper = models.CharField(max_length=6, choices=PaperSize, default=PaperSize.A4.value)

    fee_cents = models.PositiveIntegerField(default=0)
    currency = models.CharField(max_length=3, default="EUR")
    treasurer = models.CharField(max_length=100, blank=True)
    surplus_note = models.CharField(max_length=200, blank=True)
    shows_costs = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name

    @property
    def edition(self) -> str:
        """A text that is another one after every change of the tournament."""
        return "-".join(filter(None, [str(self.version), self.stamp]))

    @property
    def settled(self) -> str:
        """Another one after every change but words on score sheets that decide nothing."""
        return self.settled_edition or self.edition
