"""Entries of a tournament, and requests to join it."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _

from tournament.models.persons import Wish, Wished
from tournament.names import NOT_IN_PUBLIC, first_name_and_initial, with_number


class Entry(models.Model):
    """A player's entry: start number, name and club as played, rounds, and payments.

    `person` is the player in the club's register; None in practice. `shown_as` follows from that person's wish and the
    others on the list, by `appearance` in `actions/following.py`; it is empty where the name as played is shown.

    `joined_round` is the first round they were on the list for, `withdrawn_after` the last one before they left, None
    if they have not. Players who joined and have not left are in every round paired from then on, except those with an
    `Absence`. `is_here` tells that the player has been seen in the room; the rules do not need it, the director may.
    `link_count` counts the player's private links: a new one ends the one before. `paid_cents` is the sum of all
    payments, None without any; `paid_at` is the time of the last one, `paid_to` who received it, if known.
    `refunded_cents` is what was refunded, `refunded_by` who did it.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="entries")
    person = models.ForeignKey(
        "tournament.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=100)
    club = models.CharField(max_length=100, blank=True)
    shown_as = models.CharField(max_length=100, blank=True)
    is_here = models.BooleanField(default=False)
    paid_cents = models.PositiveIntegerField(null=True, blank=True)
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_to = models.CharField(max_length=150, blank=True)
    refunded_cents = models.PositiveIntegerField(default=0)
    refunded_at = models.DateTimeField(null=True, blank=True)
    refunded_by = models.CharField(max_length=150, blank=True)
    fee_waived = models.CharField(max_length=200, blank=True)
    fixed_table = models.PositiveIntegerField(null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(default=1)
    withdrawn_after = models.PositiveSmallIntegerField(null=True, blank=True)
    link_count = models.PositiveIntegerField(default=0)

    # Not stored: the name with a mark that tells it from an equal one on the list; empty if no other name is equal.
    apart = ""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_number_from_one"),
            models.CheckConstraint(
                condition=Q(fee_waived="") | Q(paid_cents__isnull=True), name="entry_waived_is_not_paid"
            ),
            models.CheckConstraint(
                condition=Q(refunded_cents=0) | Q(paid_cents__isnull=False, refunded_cents__lte=F("paid_cents")),
                name="entry_refund_was_paid",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def wished(self) -> Wished:
        """The player's wish, deduced from the name shown in this tournament."""
        if self.is_hidden or not self.shown_as:
            return Wished(Wish.HIDDEN if self.is_hidden else Wish.FULL)
        short = first_name_and_initial(self.name)
        is_usual = self.shown_as in (short, with_number(short, self.number))
        return Wished(Wish.ABBREVIATED, "" if is_usual else self.shown_as)

    @property
    def is_hidden(self) -> bool:
        """Tell whether the name is kept out of public."""
        return self.shown_as == NOT_IN_PUBLIC

    @property
    def display_name(self) -> str:
        """The name on all pages, papers and files that others see, by the player's wish.

        If all entries of the tournament were read, equal names are told apart.
        """
        return self.apart or self.wished_name

    @property
    def desk_name(self) -> str:
        """The name as played, for directors and helpers; told apart from equal names if all entries were read."""
        return self.apart if self.apart and not self.shown_as else self.name

    @property
    def wished_name(self) -> str:
        """The name by the player's wish, without a mark that tells equal names apart."""
        if self.is_hidden:
            return _("Player %(number)s") % {"number": self.number}
        return self.shown_as or self.name

    @property
    def kept_cents(self) -> int:
        """The cents paid and not refunded."""
        return (self.paid_cents or 0) - self.refunded_cents


class Absence(models.Model):
    """A round that a player asked to sit out before it was paired; other missed rounds follow from the pairings."""

    entry = models.ForeignKey("tournament.Entry", on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "round_number"], name="absence_once")]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.round_number}"


class JoinRequest(models.Model):
    """A player's sign-up, which the director accepts or declines.

    `request_key` is the key of the form, so that a form sent twice asks once. An accepted request has its `entry`, a
    declined one `is_declined`. `is_shortened` and `is_hidden` say how the player wishes to appear.

    `phone_digest` is computed from the secret of the phone that sent the form, empty if the phone has none.
    `said_to_be` is the person of the register who uses that phone, as confirmed by the director. `network_digest` is
    computed from the network it came from, empty if that is unknown; the network itself is not stored.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="join_requests")
    request_key = models.UUIDField(unique=True)
    name = models.CharField(max_length=100)
    club = models.CharField(max_length=100, blank=True)
    is_shortened = models.BooleanField(default=False)
    is_hidden = models.BooleanField(default=False)
    at = models.DateTimeField()
    entry = models.ForeignKey("tournament.Entry", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    is_declined = models.BooleanField(default=False)
    phone_digest = models.CharField(max_length=22, blank=True, default="")
    said_to_be = models.ForeignKey(
        "tournament.Person", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    network_digest = models.CharField(max_length=22, blank=True, default="", db_default="")

    @property
    def wish(self) -> Wish:
        return Wish.HIDDEN if self.is_hidden else Wish.ABBREVIATED if self.is_shortened else Wish.FULL

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.name}"


class KeptApart(models.Model):
    """Two players of one tournament, the smaller start number first, who are not paired with each other.

    `since` is the first round for which this holds, `until` the last one, None while it is in force. The reason is not
    stored, nor how the two are related.
    """

    first = models.ForeignKey("tournament.Entry", on_delete=models.CASCADE, related_name="kept_apart")
    second = models.ForeignKey("tournament.Entry", on_delete=models.CASCADE, related_name="kept_apart_from")
    since = models.PositiveSmallIntegerField()
    until = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second", "since"], name="kept_apart_once"),
            models.CheckConstraint(condition=~Q(first=F("second")), name="kept_apart_from_another"),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=F("since")), name="kept_apart_some_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id}, {self.second_id}"
