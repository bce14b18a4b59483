"""Helpers at a tournament, and the invitation by which they join."""

from django.conf import settings
from django.db import models


class Invitation(models.Model):
    """The open invitation to help; without one, nobody can join.

    The secret of its link is not stored, but computed from the `nonce` and the key of the installation.
    """

    tournament = models.OneToOneField("tournament.Tournament", on_delete=models.CASCADE)
    nonce = models.CharField(max_length=32)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.made_at}"


class Helper(models.Model):
    """A helper who joined by the invitation: a user without a password, who is no account.

    The user's first name is what they typed, `date_joined` when they joined, `is_active` whether they are still in. The
    helper of a deleted tournament helps nobody, and becomes no account either.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.SET_NULL, null=True, related_name="helpers"
    )
    last_seen = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.user_id}"
