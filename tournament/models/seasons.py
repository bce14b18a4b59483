"""Seasons, and matches played outside tournaments."""

from django.db import models
from django.db.models import F, Q

from tournament.phrases.seasons import POINTS_BY
from tournament.season.record import USUAL_POINTS, PointsBy

# Single matches of earlier years, as a club has brought them along.


class MatchImport(models.Model):
    """A list of matches that came in together; they count as long as it has not been taken back.

    One of each club `is_single`, that of the matches that were entered one by one; the lock of the club keeps it one.
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="match_imports")
    name = models.CharField(max_length=100)
    at = models.DateTimeField()
    counts = models.BooleanField(default=False)
    is_single = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return self.name


class ImportedMatch(models.Model):
    """A match of such a list in its order; the points of both, where they are known."""

    match_import = models.ForeignKey("tournament.MatchImport", on_delete=models.CASCADE, related_name="matches")
    position = models.PositiveIntegerField()
    date = models.DateField()
    winner = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, related_name="imported_wins")
    loser = models.ForeignKey("tournament.Person", on_delete=models.PROTECT, related_name="imported_losses")
    match_length = models.PositiveSmallIntegerField()
    winner_points = models.PositiveSmallIntegerField(null=True, blank=True)
    loser_points = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match_import", "position"], name="imported_match_once"),
            models.CheckConstraint(condition=~Q(winner=F("loser")), name="imported_match_is_of_two"),
            models.CheckConstraint(condition=Q(match_length__gte=1), name="imported_match_length_from_one"),
            models.CheckConstraint(
                condition=Q(winner_points__isnull=True, loser_points__isnull=True)
                | Q(winner_points__gte=F("match_length"), loser_points__lt=F("match_length")),
                name="imported_match_points_are_of_its_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_import_id}/{self.position}: {self.winner_id} - {self.loser_id}"

    @property
    def mark(self) -> str:
        """A short text that is another one as soon as anything of the match has changed."""
        columns = (self.winner_id, self.loser_id, self.match_length, self.winner_points, self.loser_points)
        return " ".join(map(str, (self.date.isoformat(), *columns)))


# A season of a club: which evenings belong to it, and how points arise.

USUAL_TABLE = " ".join(map(str, USUAL_POINTS))


class Season(models.Model):
    """The evenings from one day to another; without days, those that were ticked one by one.

    `key` is its end of the address within the club. `table` holds the points of the places from the first, as
    "12 10 8", the last of them for every further place; `best` is how many evenings of each person count, None: all.
    The one that `is_own` stands on the pages of the club and on the wall; without one it is the one that is running.
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="seasons")
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=100)
    begins = models.DateField(null=True, blank=True)
    ends = models.DateField(null=True, blank=True)
    points_by = models.CharField(
        max_length=21, choices=[(by.value, POINTS_BY[by]) for by in PointsBy], default=PointsBy.PLACE.value
    )
    table = models.CharField(max_length=500, default=USUAL_TABLE)
    ties_share = models.BooleanField(default=False)
    best = models.PositiveSmallIntegerField(null=True, blank=True)
    is_own = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="season_key_once"),
            models.CheckConstraint(
                condition=Q(begins__isnull=True, ends__isnull=True) | Q(begins__lte=F("ends")),
                name="season_begins_first",
            ),
            models.CheckConstraint(condition=Q(best__isnull=True) | Q(best__gte=1), name="season_best_from_one"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the places."""
        return tuple(map(int, self.table.split()))

    @property
    def is_ticked(self) -> bool:
        """Whether its evenings were ticked one by one."""
        return self.begins is None


class SeasonEvening(models.Model):
    """A tournament that was ticked for a season."""

    season = models.ForeignKey("tournament.Season", on_delete=models.CASCADE, related_name="ticked")
    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "tournament"], name="season_evening_once")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.tournament_id}"
