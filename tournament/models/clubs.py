"""Clubs, their members and notices."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournament.models.tournament import STAMP_LENGTH, new_stamp
from tournament.phrases.tournaments import CHOICES
from tournament.season.ratings import Ramp

# A club: what its tournaments and persons belong to, and whose accounts direct them.

INVITATION_LASTS = timedelta(days=7)


class Club(models.Model):
    """One club of the installation; a laptop has one, which nobody else sees until it has a name.

    `version` and `stamp` step with every change of the club itself: settings, persons, a tournament deleted. Each of
    its tournaments has its own, so that two evenings need not wait for each other; all of them make its `edition`.
    `books_years` is how long the law asks it to keep its books, from the end of each year.
    Tournaments are set up in its `currency`, with an entry fee of at most `fee_limit_cents`; None: as the installation
    says. Its fiscal year begins with the `fiscal_month`; vouchers are numbered by the year since `numbered_since`,
    None: from the first. Where the club `rates`, the ratings begin at `rating_start`; `rates_stopped` counts stopped
    matches too. Ranked is who has played within `rating_months` (0: ever) and has as much experience.
    """

    slug = models.SlugField(max_length=80, unique=True)
    version = models.PositiveIntegerField(default=0)
    stamp = models.CharField(max_length=STAMP_LENGTH, default=new_stamp)
    name = models.CharField(max_length=100, blank=True)
    place = models.CharField(max_length=100, blank=True)
    currency = models.CharField(max_length=3, default="EUR", db_default="EUR")
    fee_limit_cents = models.PositiveIntegerField(null=True)
    books_years = models.PositiveSmallIntegerField(default=10, db_default=10)
    treasurer = models.CharField(max_length=100, blank=True, db_default="")
    fiscal_month = models.PositiveSmallIntegerField(default=1, db_default=1)
    numbered_since = models.DateField(null=True)
    rates = models.BooleanField(default=False)
    rating_start = models.PositiveSmallIntegerField(default=1500)
    rating_ramp = models.CharField(max_length=4, choices=CHOICES["rating_ramp"], default=Ramp.FIBS.value)
    rates_stopped = models.BooleanField(default=False)
    rating_months = models.PositiveSmallIntegerField(default=12, db_default=12)
    rating_experience = models.PositiveSmallIntegerField(default=50, db_default=50)

    edition_of_tournaments = ""

    def __str__(self) -> str:
        return self.name

    @property
    def highest_fee_cents(self) -> int:
        """The highest entry fee that one of its tournaments may have."""
        return int(settings.FEE_LIMIT_CENTS) if self.fee_limit_cents is None else self.fee_limit_cents

    @property
    def edition(self) -> str:
        """Another one after every change of the club, its persons and what is settled of its tournaments.

        It is known where the club was read `with_edition`.
        """
        return f"{self.version}-{self.stamp}-{self.edition_of_tournaments}"


class MemberRole(models.TextChoices):
    """What an account is to a club."""

    DIRECTOR = "director", CHOICES["member_role"]["director"]
    HELPER = "helper", CHOICES["member_role"]["helper"]


class ClubInvitation(models.Model):
    """An open invitation: whoever comes by its link first belongs to the club, with this `role`.

    The secret of its link is not stored: it is worked out from the `nonce` and the key of the installation. `mail` is
    where it was sent, for the directors to tell them apart.
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
        """The moment from which the invitation can no longer be accepted."""
        return self.made_at + INVITATION_LASTS


class Membership(models.Model):
    """An account of a club: a director directs all its tournaments, a helper helps at all of them."""

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


# What an installation or a club has to tell everybody: the imprint, and what is done with people's data.


class NoticeText(models.Model):
    """A notice of the installation in one language, by the short name of either; an empty one is not stored."""

    name = models.CharField(max_length=10)
    language = models.CharField(max_length=10)
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name", "language"], name="notice_once_in_a_language")]

    def __str__(self) -> str:
        return f"{self.name}.{self.language}"


class ClubNotice(models.Model):
    """The same of a club, which stands on its own pages in place of the installation's."""

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="notices")
    name = models.CharField(max_length=10)
    language = models.CharField(max_length=10)
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name", "language"], name="club_notice_once")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.name}.{self.language}"
