"""Reports of scores, sent by players from their phones."""

from django.db import models


class Report(models.Model):
    """The score of a pairing as reported by one of its players; settled once a result is entered.

    The points are in the order of the pairing, whichever player reports them. `phone` is a random name that the browser
    has given itself, or empty.
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
