"""What there is to print, in the order of an evening, and what is still missing for it."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.models import Tournament
from tournament.queries.honours import honours


class Print(StrEnum):
    """A thing to print, named by its address."""

    ROUND = "round_pdf"
    PAIRINGS = "pairings_pdf"
    PAIRINGS_BY_NAME = "pairings_by_name_pdf"
    SLIPS = "slips_pdf"
    STANDINGS = "standings_pdf"
    CROSSTABLE = "crosstable_pdf"
    DOOR = "door_pdf"
    CARDS = "cards_pdf"
    RULES = "rules_pdf"
    CERTIFICATES = "certificates_pdf"
    COSTS = "costs_pdf"


class Missing(StrEnum):
    """Why something cannot be printed yet."""

    ROUND = "round"
    PLAYERS = "players"
    END = "end"


OF_A_ROUND = (Print.ROUND, Print.PAIRINGS, Print.PAIRINGS_BY_NAME, Print.SLIPS)
GROUPS = {
    "round": OF_A_ROUND,
    "standings": (Print.STANDINGS, Print.CROSSTABLE),
    "before": (Print.DOOR, Print.CARDS, Print.RULES),
    "end": (Print.CERTIFICATES, Print.COSTS),
}


@dataclass(frozen=True, slots=True)
class PrintLine:
    """A thing to print, and what is missing for it, if anything."""

    print: Print
    missing: Missing | None


@dataclass(frozen=True, slots=True)
class PrintGroup:
    """Things that are printed at the same time of the evening."""

    name: str
    lines: tuple[PrintLine, ...]

    @property
    def missing(self) -> Missing | None:
        """What all of them wait for, if it is the same."""
        reasons = {line.missing for line in self.lines}
        return reasons.pop() if len(reasons) == 1 else None


def print_groups(tournament: Tournament) -> tuple[PrintGroup, ...]:
    """Everything that can be printed, by the time of the evening."""
    absent = _absent(tournament)
    return tuple(
        PrintGroup(name, tuple(PrintLine(each, absent.get(each)) for each in prints)) for name, prints in GROUPS.items()
    )


def missing_for(tournament: Tournament, wanted: Print) -> Missing | None:
    """Why this cannot be printed yet; None where it can."""
    return _absent(tournament).get(wanted)


def _absent(tournament: Tournament) -> dict[Print, Missing]:
    absent = {}
    if not tournament.rounds.exists():
        absent |= dict.fromkeys((*OF_A_ROUND, Print.CROSSTABLE), Missing.ROUND)
    if not tournament.entries.exists():
        absent |= dict.fromkeys((Print.STANDINGS, Print.CROSSTABLE, Print.DOOR, Print.CARDS), Missing.PLAYERS)
    if not honours(tournament):
        absent[Print.CERTIFICATES] = Missing.END
    return absent
