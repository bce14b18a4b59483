"""Games of a match, and its transcript."""

from django.db import models

from tournament.matches.games import GameEnding


class Game(models.Model):
    """A game of a match, counted from 1; one without `kind` is the last and still running.

    A finished game without a winner was drawn. `cube` is the value at which it was decided (in a pass: before the
    refused double), `automatic` how often equal opening dice had doubled it. `words` are its entries on the score
    sheet, as written by `matches.score_sheet.write_words`; empty for a game that was not kept on the sheet.
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
                condition=models.Q(kind__in=["", GameEnding.DRAWN.value], winner__isnull=True)
                | (models.Q(winner__isnull=False) & ~models.Q(kind__in=["", GameEnding.DRAWN.value])),
                name="game_has_its_winner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}, game {self.number}: {self.kind} {self.winner_id}"


class SheetChanges(models.Model):
    """How often the score sheet of a match was changed: an entry added or taken back; no row if never."""

    pairing = models.OneToOneField("tournament.Pairing", on_delete=models.CASCADE, related_name="+")
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"of {self.pairing_id}: {self.count}"


class Transcript(models.Model):
    """The transcript (`.mat`) of a backgammon match, without the players' names.

    With `is_turned`, the first player of the pairing is the second of the transcript.
    """

    pairing = models.OneToOneField("tournament.Pairing", on_delete=models.CASCADE, related_name="transcript")
    text = models.TextField()
    is_turned = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"of {self.pairing_id}"
