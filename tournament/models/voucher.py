"""A movement of cash, as its voucher says it."""

from django.db import models
from django.db.models import Q


class Voucher(models.Model):
    """What came into the till or went out of it; nothing of it changes but that it can be cancelled.

    Vouchers are no rows of the journal: undoing a payment cancels its voucher, and no number is ever given twice.
    `entry` and `prize` say what it is about and outlast it: a removed player keeps their vouchers, and gets them back
    when the removal is undone. The other fields are those of `tournament.money.vouchers.Voucher`.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="vouchers")
    number = models.PositiveIntegerField()
    movement = models.CharField(max_length=10)
    cents = models.PositiveIntegerField()
    entry = models.ForeignKey(
        "tournament.Entry", on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="vouchers"
    )
    prize = models.ForeignKey(
        "tournament.Prize", on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="vouchers"
    )
    party = models.CharField(max_length=100, blank=True)
    purchase = models.CharField(max_length=200, blank=True)
    hand = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField(null=True)
    kept_cents = models.PositiveIntegerField(default=0)
    open_cents = models.PositiveIntegerField(default=0)
    cancelled_at = models.DateTimeField(null=True)
    cancelled_by = models.CharField(max_length=150, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="voucher_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="voucher_number_from_one"),
            models.CheckConstraint(condition=Q(cents__gte=1), name="voucher_of_something"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"
