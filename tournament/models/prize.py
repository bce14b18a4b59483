"""A prize in kind for one of the best-placed."""

from django.db import models

# "Prizes in kind for the three best-placed."
PLACES = 3


class Prize(models.Model):
    """What was bought, what it cost, and the place it goes to."""

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="prizes")
    place = models.PositiveSmallIntegerField()
    description = models.CharField(max_length=200)
    price_cents = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.description
