"""Checks archives against the rules: every round and the standings, re-derived from the results alone."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from tqdm import tqdm

from tournament.archive.format_1 import read_archive
from tournament.archive.written_standings import differing_rows
from tournament.engine.checking import check_rounds
from tournament.engine.refusals import Refused
from tournament.engine.standings import standings
from tournament.phrases.checking import disagreement_sentence, row_difference_sentence
from tournament.phrases.refusals import refusal_sentence


class Command(BaseCommand):
    """`manage.py check_archive FILE…`: one line for each disagreement, exit code 1 if there is any."""

    help = "Re-derive every round and the standings of archives from the results alone; name each disagreement."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")

    def handle(self, *args: Any, files: list[Path], **options: Any) -> None:
        found = 0
        for file in tqdm(files, unit="file", disable=None if len(files) > 1 else True):
            for sentence in disagreements(file):
                found += 1
                with tqdm.external_write_mode():
                    self.stdout.write(f"{file}: {sentence}")
        if found:
            raise SystemExit(1)


def disagreements(file: Path) -> list[str]:
    """What is wrong with the file, a sentence each; a file that cannot be read has one."""
    try:
        data = file.read_bytes()
        archive = read_archive(data)
    except OSError as error:
        return [error.strerror or str(error)]
    except Refused as refused:
        return [refusal_sentence(refused)]
    record = archive.record
    rounds = [disagreement_sentence(disagreement) for disagreement in check_rounds(record)]
    if not archive.rounds:
        return rounds
    rows = differing_rows(data, standings(record))
    return rounds + [row_difference_sentence(row.place, row.expected, row.found) for row in rows]
