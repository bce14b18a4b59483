"""Rounds and their pairings."""

from django.db import models
from django.db.models import F, Q

from tournament.engine.terms import Outcome

SCORED = [Outcome.PLAYED.value, Outcome.STOPPED.value]


def _result_is_whole() -> Q:
    """Build the constraint that a match at the board has a score, and a forfeit a winner without a score."""
    with_score = Q(outcome__in=SCORED, first_points__isnull=False, second_points__isnull=False, winner__isnull=True)
    forfeit = Q(
        outcome=Outcome.FORFEIT.value, first_points__isnull=True, second_points__isnull=True, winner__isnull=False
    )
    other_outcome = Q(first_points__isnull=True, second_points__isnull=True, winner__isnull=True) & ~Q(
        outcome__in=[*SCORED, Outcome.FORFEIT.value]
    )
    return with_score | forfeit | other_outcome


class ResultFields(models.Model):
    """The result of a pairing: the raw points of a played or stopped match, or the winner of a forfeit."""

    outcome = models.CharField(max_length=14, default=Outcome.PENDING.value)
    first_points = models.PositiveSmallIntegerField(null=True, blank=True)
    second_points = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.ForeignKey("tournament.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        abstract = True


class Pairing(ResultFields):
    """A pairing of a round; its `position` is its place in pairing order. Without a second player it is the bye.

    `finished_at` is the time of its first result, if known. With `gave_up`, the loser gave up the match, so its stored
    games end before the match length. `changed_at` is when the pairing was added to a round that was already public;
    None if it belonged to the round from the beginning. `in_second` tells a pairing of the second bracket of finals.
    """

    round = models.ForeignKey("tournament.Round", on_delete=models.CASCADE, related_name="pairings")
    position = models.PositiveIntegerField()
    table = models.PositiveIntegerField(null=True, blank=True)
    first = models.ForeignKey("tournament.Entry", on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey("tournament.Entry", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    finished_at = models.DateTimeField(null=True, blank=True)
    gave_up = models.BooleanField(default=False)
    changed_at = models.DateTimeField(null=True, blank=True)
    in_second = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "first"], name="pairing_first_once"),
            models.UniqueConstraint(fields=["round", "second"], name="pairing_second_once"),
            models.UniqueConstraint(fields=["round", "table"], name="pairing_table_once"),
            models.CheckConstraint(condition=Q(second__isnull=True) | ~Q(first=F("second")), name="pairing_is_of_two"),
            models.CheckConstraint(
                condition=Q(second__isnull=True, table__isnull=True, outcome=Outcome.BYE.value)
                | (Q(second__isnull=False) & ~Q(outcome=Outcome.BYE.value)),
                name="pairing_bye_has_no_second",
            ),
            models.CheckConstraint(condition=_result_is_whole(), name="pairing_result_is_whole"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.first_id} - {self.second_id}"


class PastResult(ResultFields):
    """An earlier result of a pairing, corrected since; it was in force when the rounds up to `until` were paired."""

    pairing = models.ForeignKey("tournament.Pairing", on_delete=models.CASCADE, related_name="past_results")
    until = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pairing", "until"], name="past_result_once"),
            models.CheckConstraint(condition=_result_is_whole(), name="past_result_is_whole"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id} until {self.until}"


class RoundQuerySet(models.QuerySet["Round"]):
    def released(self) -> "RoundQuerySet":
        """Return the public rounds; only the last round can be hidden."""
        return self.filter(is_hidden=False)


class Round(models.Model):
    """A round and how it was paired; `planned_rounds` is the number of Swiss rounds planned at that time.

    The rounds of the finals follow those of the Swiss, with the pairings in bracket order. In the first round of a
    knock-out evening, the last `late_seeds` of the seeds came after the draw. The first round with a consolation of the
    others has the start numbers of its seeds in `second_seeds`, separated by blanks. From a round with `second_ended`
    on, nothing of the second bracket is drawn any more.

    `wishes`, of an imported round: two of its players were kept apart, whom the published archive does not name.

    Only the director sees a hidden round until releasing it. `started_at` is when it became public, for a
    hidden round when it was drawn, if known.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    planned_rounds = models.PositiveSmallIntegerField()
    manual = models.BooleanField(default=False)
    reason = models.CharField(max_length=200, blank=True)
    rematches_allowed = models.BooleanField(default=False)
    lookahead_bound = models.BooleanField(default=False)
    wishes = models.BooleanField(default=False, db_default=False)
    is_finals = models.BooleanField(default=False)
    late_seeds = models.PositiveSmallIntegerField(default=0, db_default=0)
    second_seeds = models.TextField(blank=True, default="", db_default="")
    second_ended = models.BooleanField(default=False, db_default=False)
    is_hidden = models.BooleanField(default=False)
    started_at = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"
