"""What players report of their match from their phones, until it is settled."""

from django.db import models


class Report(models.Model):
    """The score of an open pairing as one of the two players reports it; gone once the result is entered.

    The points stand in the order of the pairing, whoever reports them.
    """

    pairing = models.ForeignKey("tournament.Pairing", on_delete=models.CASCADE, related_name="reports")
    entry = models.ForeignKey("tournament.Entry", on_delete=models.CASCADE, related_name="+")
    first_points = models.PositiveSmallIntegerField()
    second_points = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pairing", "entry"], name="report_once")]

    def __str__(self) -> str:
        return f"{self.pairing_id} by {self.entry_id}: {self.first_points}:{self.second_points}"
