"""Finds the tournament that is named on the command line."""

from django.core.management.base import CommandError

from tournament.machine.terminal import _
from tournament.models import Tournament


def known_tournament(slug: str) -> Tournament:
    """The tournament at this address; where there is none, the error names those that exist."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        known = ", ".join(Tournament.objects.order_by("-date", "-pk").values_list("slug", flat=True)) or "-"
        raise CommandError(_("There is no tournament %(slug)s. There are: %(known)s") % {"slug": slug, "known": known})
    return tournament
