"""Who helps at a tournament, and the invitation that lets them in."""

from django.conf import settings
from django.db import models


class Invitation(models.Model):
    """The open invitation to help; while there is none, nobody can come in.

    The secret of its link is not stored: it is worked out from the `nonce` and the key of the installation.
    """

    tournament = models.OneToOneField("tournament.Tournament", on_delete=models.CASCADE)
    nonce = models.CharField(max_length=32)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.made_at}"


class Helper(models.Model):
    """Somebody who came in by the invitation: a user without password, who is no account.

    The user's first name is what they typed, `date_joined` when they came, `is_active` whether they are still in.
    A helper of a tournament that is gone helps nobody, and becomes no account either.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.SET_NULL, null=True, related_name="helpers"
    )
    last_seen = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.user_id}"
