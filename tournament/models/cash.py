"""Fees, prizes, vouchers and the books of a year."""

from typing import Self

from django.db import models
from django.db.models import Q

from tournament.money.prizes import NO_PLACE
from tournament.money.years import year_number


class ClubYear(models.Model):
    """The fiscal year of a club that begins in `year`: its counted cash, and when it was closed.

    `opening_cents` was counted at its beginning; None: it is what the year before ended with. `closing_cents` was
    counted at its end. Both are in `currency`. `reason` says why the cash did not agree with the books at closing.
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="years")
    year = models.PositiveSmallIntegerField()
    currency = models.CharField(max_length=3)
    opening_cents = models.PositiveIntegerField(null=True)
    closing_cents = models.PositiveIntegerField(null=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=150, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "year"], name="club_year_once"),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True) | Q(closing_cents__isnull=False), name="club_year_counted_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.year}"


class YearPaper(models.Model):
    """A paper of a closed year, as made when the year was closed; `content` holds its bytes in base64."""

    year = models.ForeignKey(ClubYear, on_delete=models.CASCADE, related_name="papers")
    file = models.CharField(max_length=20)
    content = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["year", "file"], name="year_paper_once")]

    def __str__(self) -> str:
        return f"{self.year_id}: {self.file}"


class FeeStep(models.Model):
    """The entry fee where at most `up_to` players take part; None: for any larger number."""

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


# How many of the best-placed players can get a prize.
PLACES = 3


class PrizeQuerySet(models.QuerySet["Prize"]):
    def in_order(self) -> Self:
        """Sort the prizes by place, with other costs behind them."""
        return self.order_by(models.Case(models.When(place=NO_PLACE, then=1), default=0), "place", "pk")


class Prize(models.Model):
    """A prize that was bought or donated, its price, and the place it goes to.

    With `NO_PLACE` it is no prize but another cost of the tournament, such as the room or boards.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="prizes")
    place = models.PositiveSmallIntegerField()
    description = models.CharField(max_length=200)
    price_cents = models.PositiveIntegerField()

    objects = PrizeQuerySet.as_manager()

    def __str__(self) -> str:
        return self.description


class Voucher(models.Model):
    """A movement of cash in or out; it never changes, but can be cancelled.

    Vouchers are not rows of the journal: undoing a payment cancels its voucher, and no number is given twice. `entry`
    and `prize` may be gone: the vouchers of a removed player stay, and belong to the player again when the removal is
    undone. Money put into the club's cash or taken out has no tournament; the name and date of a deleted tournament
    stay in `evening` and `evening_date`. `year` is the year whose books hold the voucher, None for practice, and
    `year_number` its number there. `booked_on` is the day it is booked under if it was imported when its own year was
    closed. An imported voucher has the number on its paper as `printed_number`. A voucher `counters` another one that
    it reverses, because a closed year cannot be changed; once the former is cancelled, the latter is in force again.
    The other fields are those of `tournament.money.vouchers.VoucherFacts`.
    """

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, null=True, related_name="vouchers"
    )
    number = models.PositiveIntegerField(null=True)
    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="vouchers")
    year = models.PositiveSmallIntegerField(null=True)
    year_number = models.PositiveIntegerField(null=True)
    printed_number = models.CharField(max_length=20, blank=True)
    booked_on = models.DateField(null=True)
    counters = models.ForeignKey("self", on_delete=models.DO_NOTHING, null=True, related_name="countered_by")
    currency = models.CharField(max_length=3, blank=True)
    evening = models.CharField(max_length=100, blank=True)
    evening_date = models.DateField(null=True)
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
            models.UniqueConstraint(fields=["club", "year", "year_number"], name="voucher_year_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="voucher_number_from_one"),
            models.CheckConstraint(condition=Q(cents__gte=1), name="voucher_of_something"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"

    @property
    def label(self) -> str:
        """The number in the club's year, else the one on an imported voucher's paper; empty if it has neither."""
        if self.year is None or self.year_number is None:
            return self.printed_number
        return year_number(self.year, self.year_number)
