"""`manage.py check_archive FILE…`: checks every round and the standings of archives, from the results alone.

One line for each disagreement, exit code 1 if there is any. For one file in order it says how much was checked; for
several files, how many are in order.
"""

from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation
from django.utils.formats import date_format
from tqdm import tqdm

from tournament.archive import checks, club_format, format as file_format
from tournament.engine.checking import check_rounds
from tournament.engine.finals import shown_standings
from tournament.engine.refusals import Refused
from tournament.machine.terminal import _, ngettext, reason, terminal_language
from tournament.phrases.refusals import disagreement_sentence, refusal_sentence, row_difference_sentence


class Command(BaseCommand):
    help = _("Re-derive every round and the standings of archives from the results alone; name each disagreement.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=_("the archives, or files of clubs"))

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        sound = 0
        with translation.override(terminal_language()):
            for file in tqdm(files, unit="file", disable=None if len(files) > 1 else True):
                wrong, checked = check(file)
                sound += not wrong
                with tqdm.external_write_mode():
                    for sentence in wrong or ([checked] if len(files) == 1 else []):
                        self.stdout.write(f"{file}: {sentence}")
        if len(files) > 1:
            self.stdout.write(_("%(sound)s of %(count)s archives in order.") % {"sound": sound, "count": len(files)})
        if sound < len(files):
            raise SystemExit(1)


def check(file: Path) -> tuple[list[str], str]:
    """Check a file; return a sentence for each mistake (one if it cannot be read), and how much of it was checked."""
    try:
        data = file.read_bytes()
        values = checks.values_in(data)
        archive = checks.archive_with(values)
    except OSError as error:
        return [reason(error)], ""
    except Refused as refused:
        return check_club(data) if refused.code == "file_of_a_club" else ([refusal_sentence(refused)], "")
    return disagreements(archive, values), _checked([archive])


def check_club(data: bytes) -> tuple[list[str], str]:
    """Check a club file: each of its tournaments, and their links to its persons and seasons.

    Returns a sentence for each mistake, and how much of the file was checked.
    """
    try:
        club = club_format.read_club(data)
    except Refused as refused:
        return [refusal_sentence(refused)], ""
    wrong: list[str] = []
    archives = []
    for number, tournament_part in enumerate(club.tournaments, start=1):
        try:
            archive = club_format.tournament_in_file(number, tournament_part)
        except Refused as refused:
            wrong.append(refusal_sentence(refused))
            continue
        archives.append(archive)
        name_and_day = {"name": archive.name, "day": date_format(archive.date, "SHORT_DATE_FORMAT")}
        wrong += [
            _("%(name)s, %(day)s: %(sentence)s") % {**name_and_day, "sentence": sentence}
            for sentence in disagreements(archive, tournament_part.archive)
        ]
    count = len(club.tournaments)
    tournaments = ngettext("%(count)s tournament", "%(count)s tournaments", count) % {"count": count}
    return wrong, f"{tournaments}: {_checked(archives)}"


def _checked(archives: Sequence[file_format.Archive]) -> str:
    """Say how many rounds were checked, and in how many of them not who meets whom."""
    rounds = [round_.record for archive in archives for round_ in archive.rounds]
    checked = ngettext("%(count)s round, as the rules give.", "%(count)s rounds, all as the rules give.", len(rounds))
    sentences = [checked % {"count": len(rounds)}]
    if count := sum(round_.wishes for round_ in rounds):
        unnamed = ngettext(
            "%(count)s was drawn while somebody was kept apart whom the file does not name: of it presence, byes,"
            " rematches and order were checked, not who meets whom.",
            "%(count)s were drawn while somebody was kept apart whom the file does not name: of them presence, byes,"
            " rematches and order were checked, not who meets whom.",
            count,
        )
        sentences.append(unnamed % {"count": count})
    return " ".join(sentences)


def disagreements(archive: file_format.Archive, values: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each round and each row of the standings that differs from what the rules give."""
    record = archive.record
    rounds = [disagreement_sentence(disagreement) for disagreement in check_rounds(record)]
    if not archive.rounds:
        return rounds
    rows = checks.differing_rows(values["standings"], shown_standings(record))
    return rounds + [row_difference_sentence(*row) for row in rows]
