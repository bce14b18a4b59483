"""A paired round."""

from django.db import models


class Round(models.Model):
    """A round and how it was paired; `planned_rounds` is how many were planned at that moment."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    planned_rounds = models.PositiveSmallIntegerField()
    manual = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    rematches_allowed = models.BooleanField(default=False)
    lookahead_bound = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"
