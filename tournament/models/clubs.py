"""Clubs, their members and notices."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models.tournament import STAMP_LENGTH, new_stamp
from tournament.money.years import year_named
from tournament.phrases.tournaments import CHOICES
from tournament.season.ratings import Ramp

INVITATION_LASTS = timedelta(days=7)


class Club(models.Model):
    """A club of the installation; a laptop has one, which only its members see until it has a name.

    `version` and `stamp` change with every change of the club itself: settings, persons, a deleted tournament. Its
    tournaments have their own, so that changes of two tournaments need not wait for each other; `edition` combines all.
    `voucher_years` is how long the law requires it to keep its vouchers with their names, from the end of each year,
    `books_years` how long its books. New tournaments get its `currency`, and a fee of at most `fee_limit_cents` (None:
    the limit of the installation). Its vouchers are numbered by the fiscal year, which begins with the `fiscal_month`.
    If the club `rates`, ratings begin at `rating_start`; `rates_stopped`
    counts stopped matches too. Only players who have played within `rating_months` (0: ever) and have
    `rating_experience` are ranked. With `requires_second_factor`, its directors and helpers need one to log in.
    """

    slug = models.SlugField(max_length=80, unique=True)
    version = models.PositiveIntegerField(default=0)
    stamp = models.CharField(max_length=STAMP_LENGTH, default=new_stamp)
    name = models.CharField(max_length=100, blank=True)
    place = models.CharField(max_length=100, blank=True)
    currency = models.CharField(max_length=3, default="EUR")
    fee_limit_cents = models.PositiveIntegerField(null=True)
    voucher_years = models.PositiveSmallIntegerField(default=8)
    books_years = models.PositiveSmallIntegerField(default=10)
    treasurer = models.CharField(max_length=100, blank=True)
    fiscal_month = models.PositiveSmallIntegerField(default=1)
    rates = models.BooleanField(default=False)
    rating_start = models.PositiveSmallIntegerField(default=1500)
    rating_ramp = models.CharField(max_length=4, choices=CHOICES["rating_ramp"], default=Ramp.FIBS.value)
    rates_stopped = models.BooleanField(default=False)
    rating_months = models.PositiveSmallIntegerField(default=12)
    rating_experience = models.PositiveSmallIntegerField(default=50)
    requires_second_factor = models.BooleanField(default=False)

    edition_of_tournaments = ""

    def __str__(self) -> str:
        return self.name

    @property
    def highest_fee_cents(self) -> int:
        """The highest entry fee that a tournament of the club may have."""
        return int(settings.FEE_LIMIT_CENTS) if self.fee_limit_cents is None else self.fee_limit_cents

    def year_named(self, year: int) -> str:
        """Name a fiscal year of the club: 2026, or 2026/27 where it does not begin in January."""
        return year_named(year, self.fiscal_month)

    @property
    def version_mark(self) -> str:
        """The version as a text that no other version of any club has."""
        return f"{self.pk}-{self.version}-{self.stamp}"

    @property
    def edition(self) -> str:
        """A text that changes with the club, its persons and the editions of its tournaments.

        Only valid if the club was read by `with_edition`.
        """
        return f"{self.version_mark}-{self.edition_of_tournaments}"


class MemberRole(models.TextChoices):
    DIRECTOR = "director", CHOICES["member_role"]["director"]
    HELPER = "helper", CHOICES["member_role"]["helper"]


class ClubInvitation(models.Model):
    """An open invitation: the first to use its link joins the club, with this `role`.

    The secret of its link is not stored, but computed from the `nonce` and the key of the installation. `mail` is the
    address it was sent to, by which directors tell invitations apart.
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=8, choices=MemberRole)
    mail = models.EmailField(blank=True)
    nonce = models.CharField(max_length=32)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(role__in=MemberRole.values), name="invitation_role_known")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.made_at}"

    @property
    def ends_at(self) -> datetime:
        """The time from which the invitation can no longer be accepted."""
        return self.made_at + INVITATION_LASTS


class Membership(models.Model):
    """An account's membership: a director directs all tournaments of the club, a helper helps at all of them."""

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="memberships")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=8, choices=MemberRole, default=MemberRole.DIRECTOR.value)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "account"], name="membership_once"),
            models.CheckConstraint(condition=Q(role__in=MemberRole.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.account_id}"


class NoticeText(models.Model):
    """A notice of the whole installation in one language, both given by short names; an empty one is not stored."""

    name = models.CharField(max_length=10)
    language = models.CharField(max_length=10)
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name", "language"], name="notice_once_in_a_language")]

    def __str__(self) -> str:
        return f"{self.name}.{self.language}"


class ClubNotice(models.Model):
    """A notice of a club, shown on its own pages instead of the installation's."""

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="notices")
    name = models.CharField(max_length=10)
    language = models.CharField(max_length=10)
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name", "language"], name="club_notice_once")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.name}.{self.language}"
