"""Games of a match, and its transcript."""

from django.db import models
from django.db.models import Q

from tournament.matches.games import GameEnding

# The games of a match, where somebody keeps them.


class Game(models.Model):
    """A game of a match, counted from 1; without `kind` it is still being played, and is the last.

    Without a winner it was drawn. `cube` is the value it was decided at (of a pass: before the turn that was
    refused), `automatic` how often equal opening dice had turned it. `words` is what was said on the score sheet
    of this game, as `matches.score_sheet.write_words` writes it; empty where the game came from elsewhere.
    """

    pairing = models.ForeignKey("tournament.Pairing", on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, blank=True)
    winner = models.ForeignKey("tournament.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    cube = models.PositiveSmallIntegerField(default=1)
    automatic = models.PositiveSmallIntegerField(default=0)
    conceded = models.BooleanField(default=False)
    words = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pairing", "number"], name="game_once"),
            models.CheckConstraint(
                condition=Q(kind__in=["", GameEnding.DRAWN.value], winner__isnull=True)
                | (Q(winner__isnull=False) & ~Q(kind__in=["", GameEnding.DRAWN.value])),
                name="game_has_its_winner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}, game {self.number}: {self.kind} {self.winner_id}"


# A match as it was written down move by move.


class Transcript(models.Model):
    """The transcript (`.mat`) of a match at Backgammon, without the players' names.

    `is_turned`: the first player of the pairing is the second of the transcript.
    """

    pairing = models.OneToOneField("tournament.Pairing", on_delete=models.CASCADE, related_name="transcript")
    text = models.TextField()
    is_turned = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"of {self.pairing_id}"
