"""Helpers at a tournament, and the invitation by which they join."""

from django.conf import settings
from django.db import models


class Invitation(models.Model):
    """The open invitation to help at a tournament; without one, nobody can join as a helper.

    The secret of its link is not stored, but computed from the `nonce` and the key of the installation.
    """

    tournament = models.OneToOneField("tournament.Tournament", on_delete=models.CASCADE)
    nonce = models.CharField(max_length=32)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.made_at}"


class Helper(models.Model):
    """A helper who joined by the invitation: a user without a password, which is no account.

    The user's first name is what the helper typed, `date_joined` when they joined, `is_active` whether they still help.
    Once the tournament is deleted, the user has no access to anything.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.SET_NULL, null=True, related_name="helpers"
    )
    last_seen = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.user_id}"
