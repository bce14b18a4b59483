"""The journal: one line for every change, from which the change can be described and undone."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from tournament.models.clubs import Club
from tournament.models.tournament import Tournament


class JournalLine(models.Model):
    """A change of a tournament or a club: when, by whom, what, and every row before and after.

    `version` is the version after the change. `facts` hold what its sentence needs; `changes` hold a list of `{"model",
    "id", "before", "after"}`, where `before` is null for a new row, `after` for a removed one, and otherwise both hold
    the changed fields. `undoes` is the line that this one takes back. With `by_guest`, `by_name` is not an account but
    a player with their private link, or an unchecked name.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, null=True, related_name="journal")
    club = models.ForeignKey("tournament.Club", on_delete=models.CASCADE, null=True, related_name="journal")
    version = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    by_name = models.CharField(max_length=150)
    by_guest = models.BooleanField(default=False)
    action = models.CharField(max_length=40)
    facts = models.JSONField(encoder=DjangoJSONEncoder)
    changes = models.JSONField(encoder=DjangoJSONEncoder)
    undoes = models.OneToOneField(
        "tournament.JournalLine", on_delete=models.CASCADE, null=True, related_name="undone_by"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["tournament", "version"], name="journal_line_once"),
            models.UniqueConstraint(fields=["club", "version"], name="journal_line_of_club_once"),
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=True, club__isnull=False)
                | models.Q(tournament__isnull=False, club__isnull=True),
                name="journal_line_of_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id or self.club_id}/{self.version}: {self.action}"

    @property
    def subject(self) -> Tournament | Club:
        subject = self.tournament or self.club
        assert subject is not None
        return subject
