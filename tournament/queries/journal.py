"""What the journal says last."""

from tournament.models import JournalLine, Tournament


def last_result_line(tournament: Tournament) -> JournalLine | None:
    """The last entered result that has not been taken back, as long as it can be."""
    lines = JournalLine.objects.filter(tournament=tournament, action="result_recorded", undone_by=None)
    line = lines.order_by("-version").first()
    return None if line is None or is_paired_on(line) else line


def is_paired_on(line: JournalLine) -> bool:
    """Whether a round has been paired since, on what the line says."""
    return JournalLine.objects.filter(
        tournament=line.tournament_id, action="round_drawn", version__gt=line.version
    ).exists()
