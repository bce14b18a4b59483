"""Every change of what is stored: one action for each.

All files are imported here, so that `catalogue.py` and the journal know every action wherever one of them is used.
"""

from tournament.actions import (
    accounts,
    cash,
    clubs,
    journal,
    matches,
    persons,
    players,
    results,
    rounds,
    seasons,
    tournaments,
)

__all__ = [
    "accounts",
    "cash",
    "clubs",
    "journal",
    "matches",
    "persons",
    "players",
    "results",
    "rounds",
    "seasons",
    "tournaments",
]
