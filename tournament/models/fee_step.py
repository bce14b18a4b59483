"""A line of the table by which the entry fee follows from the number of players."""

from django.db import models
from django.db.models import Q


class FeeStep(models.Model):
    """Up to so many players each pays so much; without a number it holds for every greater number of players."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="fee_steps")
    up_to = models.PositiveIntegerField(null=True, blank=True)
    fee_cents = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "up_to"], name="fee_step_once"),
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(up_to__isnull=True), name="fee_step_without_end_once"
            ),
            models.CheckConstraint(condition=Q(up_to__isnull=True) | Q(up_to__gte=1), name="fee_step_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.up_to} {self.fee_cents}"
