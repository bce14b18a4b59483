"""Words that pages have said: what was tapped, typed or sent, each under a name that its page has made up."""

from datetime import timedelta

from django.db import models

# Pages send a word by themselves for ten minutes, and keep it for its owner until it is discarded.
KEPT_FOR = timedelta(days=7)


class SaidWord(models.Model):
    """A word that has its answer: it has entered, was refused, or was discarded by its owner before it entered.

    Its row keeps it from entering once more, or at all. `refusal` is the code and the values of the refusal; null if
    there was none.
    """

    id = models.UUIDField(primary_key=True)
    at = models.DateTimeField(db_index=True)
    is_discarded = models.BooleanField(default=False)
    refusal = models.JSONField(null=True)

    def __str__(self) -> str:
        return str(self.id)

    @property
    def has_entered(self) -> bool:
        return not self.is_discarded and self.refusal is None
