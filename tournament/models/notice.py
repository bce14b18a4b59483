"""What an installation has to tell everybody: the imprint, and what is done with people's data."""

from django.db import models


class NoticeText(models.Model):
    """A notice in one language, by the short name of either; an empty one is not stored."""

    name = models.CharField(max_length=10)
    language = models.CharField(max_length=10)
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name", "language"], name="notice_once_in_a_language")]

    def __str__(self) -> str:
        return f"{self.name}.{self.language}"
