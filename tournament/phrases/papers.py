"""Names of printouts, and when they can be printed."""

from django.utils.translation import gettext as _, gettext_lazy

PRINT_GROUPS = {
    "round": gettext_lazy("This round"),
    "standings": gettext_lazy("Standings"),
    "before": gettext_lazy("Before the start"),
    "end": gettext_lazy("At the end"),
}
PRINTS = {
    "round_pdf": gettext_lazy("All in one PDF"),
    "pairings_pdf": gettext_lazy("Pairings by table"),
    "pairings_by_name_pdf": gettext_lazy("Pairings by name"),
    "pairings_by_surname_pdf": gettext_lazy("Pairings by surname"),
    "slips_pdf": gettext_lazy("Match slips"),
    "standings_pdf": gettext_lazy("Standings"),
    "crosstable_pdf": gettext_lazy("Cross table"),
    "bracket_pdf": gettext_lazy("Bracket of the finals"),
    "door_pdf": gettext_lazy("Check-in list"),
    "door_by_surname_pdf": gettext_lazy("Check-in list by surname"),
    "cards_pdf": gettext_lazy("Player cards"),
    "rules_pdf": gettext_lazy("Rules sheet"),
    "closing_pdf": gettext_lazy("Papers of the end in one PDF"),
    "certificates_pdf": gettext_lazy("Certificates"),
    "ranking_to_frame_pdf": gettext_lazy("Final standings to frame"),
    "costs_pdf": gettext_lazy("Cost statement"),
    "cash_book_pdf": gettext_lazy("Cash book"),
}
# Files that take long to make.
BEING_MADE = {
    "slips_pdf": PRINTS["slips_pdf"],
    "excel": gettext_lazy("Excel workbook"),
    "evening_files": gettext_lazy("Papers and data of the evenings"),
    "web_pages": gettext_lazy("Web pages"),
}
NOTES = {
    "slips_pdf": gettext_lazy("one for each table"),
    "standings_pdf": gettext_lazy("as they are now"),
    "door_pdf": gettext_lazy("to check players in"),
    "cards_pdf": gettext_lazy("with everyone's private link"),
    "rules_pdf": gettext_lazy("to put up"),
    "certificates_pdf": gettext_lazy("for the first places"),
    "ranking_to_frame_pdf": gettext_lazy("with medals for the first three"),
    "costs_pdf": gettext_lazy("income and expenses"),
}
NOT_TO_PRINT_YET = {
    "round": gettext_lazy("available once round 1 is drawn"),
    "players": gettext_lazy("available once there are players on the list"),
    "end": gettext_lazy("available once the last result is in"),
    "finals": gettext_lazy("available once finals are chosen"),
}


def print_label(name: str, *, is_over: bool = False) -> str:
    """Name a printout; the standings are final once the tournament is over."""
    return _("Final standings") if is_over and name == "standings_pdf" else str(PRINTS[name])


def print_note(name: str, round_name: str) -> str:
    """Say in a few words what a printout is for."""
    if name == "pairings_pdf":
        return _("%(round)s, to put up") % {"round": round_name}
    return str(NOTES[name])


def print_group_label(name: str, round_name: str) -> str:
    """Name a group of printouts; that of a round by the name of the round, once there is one."""
    return round_name if name == "round" and round_name else str(PRINT_GROUPS[name])


def not_to_print_yet(missing: str) -> str:
    """Say when something can be printed, by what is missing."""
    return str(NOT_TO_PRINT_YET[missing])


def not_to_print_sentence(name: str, missing: str) -> str:
    """Say that a printout is not available yet, and when it will be."""
    return _("%(what)s: %(when)s.") % {"what": print_label(name), "when": not_to_print_yet(missing)}
