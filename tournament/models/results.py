"""What players report of their match from their phones."""

from django.db import models


class Report(models.Model):
    """The score of a pairing as one of the two players reports it; settled once a result is entered.

    The points stand in the order of the pairing, whoever reports them. `phone` is the name that a browser has given
    itself at random, empty where it has none.
    """

    pairing = models.ForeignKey("tournament.Pairing", on_delete=models.CASCADE, related_name="reports")
    entry = models.ForeignKey("tournament.Entry", on_delete=models.CASCADE, related_name="+")
    first_points = models.PositiveSmallIntegerField()
    second_points = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    phone = models.CharField(max_length=32, blank=True)
    is_settled = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pairing", "entry"], name="report_once")]

    def __str__(self) -> str:
        return f"{self.pairing_id} by {self.entry_id}: {self.first_points}:{self.second_points}"
