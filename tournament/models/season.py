"""A season of a club: which evenings belong to it, and how points arise."""

from django.db import models
from django.db.models import F, Q

from tournament.phrases.seasons import POINTS_BY
from tournament.season.record import USUAL_POINTS, PointsBy

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
