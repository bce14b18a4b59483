"""What is stored of a club's books: the counted cash of each fiscal year, and the papers of one that is closed."""

from django.db import models
from django.db.models import Q


class ClubYear(models.Model):
    """The fiscal year of a club that begins in `year`: the cash as counted, and when the year was closed.

    `opening_cents` is what was counted at its beginning; None: what the year before ended with. `closing_cents` is
    what was counted at its end. Both are in `currency`.
    """

    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, related_name="years")
    year = models.PositiveSmallIntegerField()
    currency = models.CharField(max_length=3)
    opening_cents = models.PositiveIntegerField(null=True)
    closing_cents = models.PositiveIntegerField(null=True)
    closed_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=150, blank=True)

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
    """A paper of a closed year as it was made then: its bytes, in base64."""

    year = models.ForeignKey(ClubYear, on_delete=models.CASCADE, related_name="papers")
    file = models.CharField(max_length=20)
    content = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["year", "file"], name="year_paper_once")]

    def __str__(self) -> str:
        return f"{self.year_id}: {self.file}"
