"""Who has asked to be put on the list."""

from django.db import models

from tournament.models.person import Wish


class JoinRequest(models.Model):
    """A name that asks to be put on the list, until the director says yes or no.

    `request_key` is that of the form it was sent with, so that a form sent twice asks once; `entry` is what has
    become of it, `is_declined` that nothing has. `is_shortened` and `is_hidden` say how they wish to appear.
    """

    tournament = models.ForeignKey("tournament.Tournament", on_delete=models.CASCADE, related_name="join_requests")
    request_key = models.UUIDField(unique=True)
    name = models.CharField(max_length=100)
    club = models.CharField(max_length=100, blank=True)
    is_shortened = models.BooleanField(default=False)
    is_hidden = models.BooleanField(default=False, db_default=False)
    at = models.DateTimeField()
    entry = models.ForeignKey("tournament.Entry", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    is_declined = models.BooleanField(default=False)

    @property
    def wish(self) -> Wish:
        """How they wish to appear."""
        return Wish.HIDDEN if self.is_hidden else Wish.ABBREVIATED if self.is_shortened else Wish.FULL

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.name}"
