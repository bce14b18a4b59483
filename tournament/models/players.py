"""Entries of a tournament, and requests to join it."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _

from tournament.models.persons import Wish, Wished
from tournament.names import NOT_IN_PUBLIC

# A player in a tournament, and the rounds they miss.


class Entry(models.Model):
    """A player's entry: start number, name and club as played, which rounds, what they paid.

    `person` is who that is in the register of the club; nobody where the tournament is practice. `shown_as` follows
    from how that person wishes to appear and from who else is on the list: it is written by `actions/persons.py`
    alone, and empty where the name as played is shown.

    `joined_round` is the first round they were on the list for, `withdrawn_after` the last one before they left; None:
    they have not. Who has come and not left is in every round paired from now on but those with an `Absence`.
    `is_here` says that the player has been seen in the room; the rules do not ask for it, the director may.
    `link_count` counts the player's private links: a step ends the one before.
    `paid_cents` is all that was paid, None where nothing was; `paid_at` when the last of it, `paid_to` to whom, as far
    as that is known. `refunded_cents` is what was given back of it, `refunded_by` by whom.
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

    # Not stored: the name with what tells it from another one of the evening that is the same; empty where none is.
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
        """How the player wishes to appear, as it shows on this list."""
        return Wished.read_from(self.name, self.number, self.shown_as)

    @property
    def is_hidden(self) -> bool:
        """Whether the name stands nowhere in public."""
        return self.shown_as == NOT_IN_PUBLIC

    @property
    def display_name(self) -> str:
        """The name as the player wishes to appear: on every page, paper and file that others see.

        Where an evening was read whole, two of one name are told apart.
        """
        return self.apart or self.wished_name

    @property
    def desk_name(self) -> str:
        """The name as it was played, as directors and helpers read it; two of one name are told apart, too."""
        return self.apart if self.apart and not self.shown_as else self.name

    @property
    def wished_name(self) -> str:
        """The same without what tells two of one name apart."""
        if self.is_hidden:
            return _("Player %(number)s") % {"number": self.number}
        return self.shown_as or self.name

    @property
    def kept_cents(self) -> int:
        """What was paid and not given back."""
        return (self.paid_cents or 0) - self.refunded_cents


class Absence(models.Model):
    """A round that a player sits out, as was said before it was paired; what else was missed the pairings tell."""

    entry = models.ForeignKey("tournament.Entry", on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "round_number"], name="absence_once")]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.round_number}"


# Who has asked to be put on the list.


class JoinRequest(models.Model):
    """A name that asks to be put on the list, until the director says yes or no.

    `request_key` is that of the form it was sent with, so that a form sent twice asks once; `entry` is what has
    become of it, `is_declined` that nothing has. `is_shortened` and `is_hidden` say how they wish to appear.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="join_requests")
    request_key = models.UUIDField(unique=True)
    name = models.CharField(max_length=100)
    club = models.CharField(max_length=100, blank=True)
    is_shortened = models.BooleanField(default=False)
    is_hidden = models.BooleanField(default=False, db_default=False)
    at = models.DateTimeField()
    entry = models.ForeignKey("tournament.Entry", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    is_declined = models.BooleanField(default=False)

    @property
    def wish(self) -> Wish:
        """How they wish to appear."""
        return Wish.HIDDEN if self.is_hidden else Wish.ABBREVIATED if self.is_shortened else Wish.FULL

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.name}"


# Two players who are not to meet in a tournament.


class KeptApart(models.Model):
    """Two of one tournament, the one with the smaller start number first, who are not paired with each other.

    `since` is the first round drawn with the wish, `until` the last one; None: it stands. Who they are to each other,
    and why, is stored nowhere.
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
