"""What an installation or a club has to tell everybody: the imprint, and what is done with people's data."""

from django.db import models


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
