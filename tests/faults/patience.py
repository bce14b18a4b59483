"""What a server on a busy machine is told before it begins."""

from tournament.machine import limits


def be_patient() -> None:
    """A hall of phones takes minutes there, each of which holds its connection until it is its turn again."""
    limits.PATIENCE_SECONDS = 3600
