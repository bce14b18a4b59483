"""A limit for the work of a search in counted steps, not in time: it ends at the same place on every machine."""


class StepsUsedUp(Exception):  # noqa: N818 - it names what happened
    """A search has taken all the steps it was given."""


class Steps:
    """The steps a search may still take; one step is about one look at a vertex and its neighbours."""

    def __init__(self, allowed: int) -> None:
        self.left = allowed

    def take(self, count: int) -> None:
        """Count steps about to be taken; raises `StepsUsedUp` if fewer are left."""
        self.left -= count
        if self.left < 0:
            raise StepsUsedUp
