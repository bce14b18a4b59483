"""The settings and marks that the installation itself stores, apart from its tournaments."""

from django.db import models


class PrintedAddress(models.Model):
    """A public address that stands on paper, so that a change of it can be warned of."""

    url = models.URLField(unique=True)
    printed_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.url
