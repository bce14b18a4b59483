"""What the journal says last."""

from tournament.models import JournalLine, Tournament


def last_result_line(tournament: Tournament) -> JournalLine | None:
    """The last entered result that has not been taken back."""
    lines = JournalLine.objects.filter(tournament=tournament, action="result_recorded", undone_by=None)
    return lines.order_by("-version").first()
