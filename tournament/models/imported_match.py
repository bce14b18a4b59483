"""Single matches of earlier years, as a club has brought them along."""

from django.db import models
from django.db.models import F, Q


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
