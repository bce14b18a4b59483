"""`manage.py import_archive FILE`: reads an archive into a new tournament, and prints its slug last."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from tournament.actions.clubs import club_to_import_into
from tournament.archive.storing import restore
from tournament.machine.terminal import _
from tournament.management import database, words
from tournament.management.options import add_data_options, add_import_options


class Command(BaseCommand):
    help = _("Import a tournament from an archive beside those that are there; the end of its address is printed last.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        parser.add_argument(
            "--club", default="", help=_("the end of the club's address; a club that is not there is made")
        )
        add_import_options(parser)
        parser.add_argument("file", type=Path, metavar="FILE", help=_("the archive"))

    def handle(self, *args: Any, file: Path, club: str, bring_back: bool, book_now: bool, **options: Any) -> None:
        database.prepare_database()
        with words.errors_of(file):
            data = file.read_bytes()
            with transaction.atomic():
                into = club_to_import_into(club) if club else None
                restored = restore(data, by=None, club=into, brings_back=bring_back, books_now=book_now)
        for sentence in restored.warnings():
            self.stderr.write(self.style.WARNING(f"{file}: {sentence}"))
        self.stdout.write(restored.tournament.slug)
