"""Tournaments, and the public address on their papers."""

from django.conf import settings
from django.db import models
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from tournament.languages import language_choices
from tournament.matches.formats import MatchGame
from tournament.phrases.tournaments import CHOICES


class PrintedAddress(models.Model):
    """A public address of the program that was printed on papers, so that the program can warn when it changes."""

    url = models.URLField(unique=True)
    printed_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.url


STAMP_LENGTH = 12
# The ranking of tournaments from before it could be set; written out, so that no later default changes it.
KONSTANZ_RANKING = "point_difference buchholz head_to_head"


class Reporting(models.TextChoices):
    """How reported scores become results."""

    BOTH = "both", CHOICES["reporting"]["both"]
    ONE = "one", CHOICES["reporting"]["one"]
    OFF = "off", CHOICES["reporting"]["off"]


class PaperSize(models.TextChoices):
    A4 = "a4", CHOICES["paper"]["a4"]
    LETTER = "letter", CHOICES["paper"]["letter"]


def new_stamp() -> str:
    """Return a random text that no other version of a tournament or club has."""
    return get_random_string(STAMP_LENGTH)


class Tournament(models.Model):
    """A tournament.

    `version` rises with every change; each version has a new `stamp`, which tells it from an equal number that was lost
    when a backup was restored. `settled_edition` names the version before the score sheet entries made last, which
    decide nothing; empty if the last change was any other.

    `request_key` is the key of the form, so that a form sent twice makes one tournament. `boards` is the number of
    boards at the venue, if it matters; `hides_new_rounds` keeps new rounds hidden until the director releases them;
    `shows_live_scores` lets everyone follow matches with a score sheet.

    The `director` set it up; the directors of its `club` and the `co_directors`, who were given access to this
    tournament alone, direct it too. Without a `director`, as after an import from the command line, every director of
    the club takes that role.

    `begins_at` is the time of day at which it begins, as "19:30" in the time zone of the installation, empty where only
    the day is known.

    `is_rated` counts its matches for the club's ratings. `organiser` is the club that issues the receipts, `treasurer`
    the contact for money questions, `surplus_note` the use of a surplus; `shows_costs` shows the cost statement to
    everyone. `opens_joining` lets players sign up before round 1; `round_minutes` is the time limit of a round, if
    there is one. `clock` is the clock of a match, as `matches.clocks.clock_named` reads it, empty for none.
    `is_practice` keeps the tournament out of public lists. `ranking` holds the criteria between wins and lot, separated
    by blanks, as `engine.criteria` names them. `finals_players` is how many play the finals after the Swiss, None
    without finals; `finals_match_length` is None where their matches are as long as all others. `finals_lengths` are
    several lengths instead, separated by blanks, the last for the final, the one before for the semi-finals.
    `finals_second` is the kind of their second bracket, a `SecondKind`, empty without one; `finals_second_players` play
    in it where it is one of the rest; `finals_second_length` is None where its matches are as long as all others.
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.PROTECT, related_name="tournaments")
    slug = models.SlugField(max_length=80, unique=True)
    director = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True)
    co_directors = models.ManyToManyField(settings.AUTH_USER_MODEL, blank=True, related_name="co_directed")
    request_key = models.UUIDField(unique=True, null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    stamp = models.CharField(max_length=STAMP_LENGTH, default=new_stamp)
    settled_edition = models.CharField(max_length=24, blank=True, default="")
    is_closed = models.BooleanField(default=False)
    is_practice = models.BooleanField(default=False)
    is_rated = models.BooleanField(default=True)

    name = models.CharField(_("name"), max_length=100)
    date = models.DateField(_("date"))
    begins_at = models.CharField(max_length=5, blank=True, default="", db_default="")
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
    ranking = models.CharField(max_length=200, blank=True, default=KONSTANZ_RANKING)
    finals_players = models.PositiveSmallIntegerField(null=True, blank=True)
    finals_match_length = models.PositiveSmallIntegerField(null=True, blank=True)
    finals_lengths = models.CharField(max_length=40, blank=True, default="", db_default="")
    finals_third_place = models.BooleanField(default=False)
    finals_second = models.CharField(max_length=14, blank=True, default="", db_default="")
    finals_second_players = models.PositiveSmallIntegerField(null=True, blank=True)
    finals_second_length = models.PositiveSmallIntegerField(null=True, blank=True)
    # What was set before the draw, as `queries.record.finals_as_set` writes it, where fewer came than there are places.
    finals_as_set = models.CharField(max_length=100, blank=True, default="", db_default="")
    draw_seed = models.TextField(blank=True)

    boards = models.PositiveSmallIntegerField(_("boards at the venue"), null=True, blank=True)
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    hides_new_rounds = models.BooleanField(_("keep new rounds hidden"), default=False)
    shows_live_scores = models.BooleanField(default=True)

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
    def version_mark(self) -> str:
        """The version as a text that no other version of any tournament has."""
        return f"{self.pk}-{self.version}-{self.stamp}"

    @property
    def edition(self) -> str:
        """A text that changes with every version, except after score sheet entries that decide nothing."""
        return f"{self.pk}-{self.settled_edition}" if self.settled_edition else self.version_mark
