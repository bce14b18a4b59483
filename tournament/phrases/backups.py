"""Sentences about archives, backups and upgrades."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.engine.checking import Disagreement
from tournament.engine.terms import Outcome
from tournament.names import isolated
from tournament.phrases.refusals import refusal_sentence
from tournament.phrases.results import outcome_label
from tournament.phrases.values import enumeration

# What the import of an archive changes.

MOST_NAMES = 20


def forgotten_sentence(names: Sequence[str]) -> str:
    """Name erased persons whom the import of an archive would store again; empty if there are none."""
    if not names:
        return ""
    told = _("Erased here and named in the file: %(names)s. By the import they are stored again.")
    return told % {"names": enumeration(names, MOST_NAMES)}


def books_sentence(takes_books: bool | None) -> str:
    """Say whether the import takes the books in the file; empty if the file has none."""
    if takes_books is None:
        return ""
    if takes_books:
        return _(
            "The books come in too: counted cash, closed years, money put in or taken out, vouchers of deleted"
            " tournaments. Vouchers keep their numbers, and their run goes on."
        )
    return _(
        "This club keeps its own books: counted cash, closed years, money put in or taken out, and vouchers of deleted"
        " tournaments stay in the file. The vouchers of the evenings keep the numbers that are printed on them, and are"
        " in no run here."
    )


def late_sentence(count: int, year: str) -> str:
    """Say how many vouchers of closed years an import enters in the books of the running year."""
    told = ngettext(
        "%(count)s voucher in the file is of a year whose books are closed here. It is entered in the books of"
        " %(year)s, under today’s date.",
        "%(count)s vouchers in the file are of years whose books are closed here. They are entered in the books of"
        " %(year)s, under today’s date.",
        count,
    )
    return told % {"count": count, "year": year}


def stricter_sentence(names: Sequence[str]) -> str:
    """Name persons who appear with less of their name since an import."""
    told = _("By the file these wish to appear with less of their name, on every evening: %(names)s.")
    return told % {"names": enumeration(names, MOST_NAMES)}


def similar_sentence(names: Mapping[str, Sequence[str]]) -> str:
    """Name persons who are new since the import, each with the known ones who may be the same."""
    told = _("New, but perhaps known under another spelling: %(names)s. If so, merge them in the register.")
    return told % {"names": enumeration([f"{name} ({', '.join(names[name])})" for name in names], MOST_NAMES)}


# Backups and their contents.

SNAPSHOT_REASONS = {
    "by-hand": gettext_lazy("manual"),
    "before-upgrade": gettext_lazy("before a program update"),
    "before-round": gettext_lazy("before round %(round)s of %(name)s"),
    "before-deletion": gettext_lazy("before %(name)s was deleted"),
}


def snapshot_reason(reason: str, round_number: int | None, name: str) -> str:
    """Say why a backup was made, with the round or the tournament before whose draw or deletion it was."""
    return str(SNAPSHOT_REASONS[reason]) % {"round": round_number, "name": isolated(name)}


def snapshot_whereabouts(*, is_here: bool, is_in_second_folder: bool) -> str:
    """Say in which of the two locations a backup is."""
    if is_here and is_in_second_folder:
        return _("on this computer and in the second location")
    return _("on this computer") if is_here else _("in the second location")


def drive_label(drive: str, free: str) -> str:
    """Label a drive that can be chosen; `free` is a size with its unit."""
    return _("%(drive)s (%(free)s free)") % {"drive": drive, "free": free}


def held_tournament(name: str, date: str, paired_count: int, planned: int) -> str:
    """Describe a tournament in a backup in one line."""
    facts = {"name": name, "date": date, "paired": paired_count, "planned": planned}
    if not paired_count:
        return _("%(name)s, %(date)s, not drawn yet") % facts
    if not planned:
        return _("%(name)s, %(date)s, knock-out, round %(paired)s") % facts
    return _("%(name)s, %(date)s, round %(paired)s of %(planned)s") % facts


# Upgrades of the database.


def upgrade_sentence(version: str, backup: str) -> str:
    """Say that the database was upgraded to this version; `backup` is the file with the former state, or empty."""
    if not backup:
        return _("The tournaments have been brought to version %(version)s of the program.") % {"version": version}
    return _(
        "The tournaments have been brought to version %(version)s of the program. The backup from before is %(file)s."
    ) % {"version": version, "file": backup}


# An archive that differs from the rules.


def disagreement_sentence(disagreement: Disagreement) -> str:
    """Say where a round differs from the rules: its number and the first pairings that differ."""
    facts: dict[str, Any] = {"round": disagreement.round_number}
    if disagreement.expected is None:
        assert disagreement.refusal is not None
        facts["because"] = refusal_sentence(disagreement.refusal)
        return _("Round %(round)s is not possible under the rules. %(because)s") % facts
    pairs = zip_longest(disagreement.expected, disagreement.found)
    expected, found = next((gives, has) for gives, has in pairs if gives != has)
    facts |= {"expected": _pair(expected), "found": _pair(found)}
    return _("Round %(round)s: the rules give %(expected)s, but %(found)s is paired.") % facts


def row_difference_sentence(row: int, expected: str, found: str) -> str:
    """Say where the standings written in an archive differ from the rules."""
    facts = {"place": row, "expected": expected, "found": found}
    return _("Standings, place %(place)s: the rules give %(expected)s, the file has %(found)s.") % facts


def _pair(pair: tuple[int, int | None] | None) -> str:
    """Write a pairing as start numbers: 3 – 7."""
    if pair is None:
        return _("nothing")
    return f"{pair[0]} – {pair[1] or outcome_label(Outcome.BYE)}"
