"""A match as it was written down move by move."""

from django.db import models


class Transcript(models.Model):
    """The transcript (`.mat`) of a match at Backgammon, without the players' names.

    `is_turned`: the first player of the pairing is the second of the transcript.
    """

    pairing = models.OneToOneField("tournament.Pairing", on_delete=models.CASCADE, related_name="transcript")
    text = models.TextField()
    is_turned = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"of {self.pairing_id}"
