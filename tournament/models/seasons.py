"""Seasons, and matches played outside tournaments."""

from django.db import models
from django.db.models import F, Q

from tournament.phrases.seasons import POINTS_BY
from tournament.season.record import USUAL_POINTS, PointsBy


class MatchImport(models.Model):
    """A list of matches imported together; they count until the import is undone.

    Each club has at most one list that `is_single`, for matches entered one by one; the lock of the club ensures that.
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="match_imports")
    name = models.CharField(max_length=100)
    at = models.DateTimeField()
    counts = models.BooleanField(default=False)
    is_single = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class ImportedMatch(models.Model):
    """A match at a `position` of an imported list; the points are None if unknown."""

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
        """A text that changes with any field of the match."""
        columns = (self.winner_id, self.loser_id, self.match_length, self.winner_points, self.loser_points)
        return " ".join(map(str, (self.date.isoformat(), *columns)))


USUAL_TABLE = " ".join(map(str, USUAL_POINTS))


class Season(models.Model):
    """A season: the tournaments between two days, or without days those ticked one by one.

    `key` is the end of its address within the club. `table` holds the points for each place from the first, as "12 10
    8", the last for every further place; `best` is how many tournaments of each person count, None for all. The season
    that `is_own` is shown on the club's pages and the wall display; without one, the running season is. Unless
    `finals_count`, places and head-to-head are those before the finals.
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
    is_own = models.BooleanField(default=False)
    finals_count = models.BooleanField(default=True)

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
        return tuple(map(int, self.table.split()))

    @property
    def is_ticked(self) -> bool:
        return self.begins is None


class SeasonEvening(models.Model):
    """A tournament ticked for a season."""

    season = models.ForeignKey("tournament.Season", on_delete=models.CASCADE, related_name="ticked")
    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "tournament"], name="season_evening_once")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.tournament_id}"
