"""A paired round."""

from django.db import models


class RoundQuerySet(models.QuerySet["Round"]):
    """Rounds, and who may see them."""

    def released(self) -> "RoundQuerySet":
        """Those that everyone may see; only the last one can be hidden."""
        return self.filter(is_hidden=False)


class Round(models.Model):
    """A round and how it was paired; `planned_rounds` is how many were planned at that moment.

    A hidden round is seen by the director alone until it is released. `started_at` is when everyone could see it, of a
    hidden one when it was drawn; a round read from an archive of format 1 has none.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    planned_rounds = models.PositiveSmallIntegerField()
    manual = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    rematches_allowed = models.BooleanField(default=False)
    lookahead_bound = models.BooleanField(default=False)
    is_hidden = models.BooleanField(default=False)
    started_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"
