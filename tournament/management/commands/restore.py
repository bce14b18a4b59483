"""`manage.py restore FILE [--tournament SLUG …]`: reads tournaments back from a backup or archive; prints their slugs.

A folder stands for the newest backup in it.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from tournament.archive.storing import Restored, restore
from tournament.machine.terminal import _
from tournament.management import database, words
from tournament.management.options import add_data_options, add_import_options
from tournament.models import Tournament
from tournament.snapshots import kept, reading
from tournament.snapshots.restoring import can_be_taken_over, restore_tournaments, take_over


class Command(BaseCommand):
    help = _(
        "Import tournaments from a backup or an archive. If the installation is empty, a backup is "
        "imported in full, accounts included; otherwise the tournaments are added as new ones beside the"
        " existing ones."
    )
    missing_args_message = _("Which backup or archive? Name its file, or the folder of the backups")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        parser.add_argument(
            "file", type=Path, metavar="FILE", help=_("backup, folder of backups (the newest is used) or archive")
        )
        parser.add_argument(
            "--tournament",
            action="append",
            dest="slugs",
            metavar="SLUG",
            help=_("only this tournament from the backup; can be given more than once"),
        )
        add_import_options(parser)

    def handle(
        self, *args: Any, file: Path, slugs: list[str] | None, bring_back: bool, book_now: bool, **options: Any
    ) -> None:
        database.prepare_database()
        with words.errors_of(file):
            file = kept.newest_in(file) if file.is_dir() else file
        with words.errors_of(file):
            with file.open("rb") as opened:
                is_snapshot = reading.looks_like_snapshot(opened.read(len(reading.MAGIC)))
            if not is_snapshot:
                restoration = restore(file.read_bytes(), by=None, brings_back=bring_back, books_now=book_now)
                restored: tuple[Restored, ...] = (restoration,)
            elif slugs is None and can_be_taken_over():
                return self.take_over(file)
            else:
                restored = restore_tournaments(file, slugs=slugs, brings_back=bring_back, books_now=book_now)
        return self.report(file, restored)

    def take_over(self, file: Path) -> None:
        take_over(file)
        self.stdout.write(_("Tournaments and accounts imported from %(file)s:") % {"file": file})
        self.stdout.write("\n".join(Tournament.objects.order_by("pk").values_list("slug", flat=True)))

    def report(self, file: Path, restored: tuple[Restored, ...]) -> None:
        """Print the slug of each new tournament, after its warnings."""
        for restoration in restored:
            for sentence in restoration.warnings():
                self.stderr.write(self.style.WARNING(f"{file}: {sentence}"))
            self.stdout.write(restoration.tournament.slug)
