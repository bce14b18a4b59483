"""`manage.py publish SLUG FOLDER`: writes a tournament as web pages, and prints the first of them."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.engine.refusals import Refused
from tournament.machine.terminal import _, reason
from tournament.management.database import prepare_database
from tournament.management.options import add_data_options
from tournament.management.words import known_tournament, terminal_sentence
from tournament.publishing.contents import published_files
from tournament.publishing.handing_out import write_folder


class Command(BaseCommand):
    help = _("Write what everyone sees of a tournament as a folder of web pages, for any web host.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        parser.add_argument("slug", metavar="SLUG", help=_("the last part of the tournament's address"))
        parser.add_argument("folder", type=Path, metavar="FOLDER")

    def handle(self, *args: Any, slug: str, folder: Path, **options: Any) -> None:
        prepare_database(may_be_new=False)
        tournament = known_tournament(slug)
        try:
            write_folder(published_files(tournament), folder)
        except Refused as refused:
            raise CommandError(terminal_sentence(refused)) from refused
        except OSError as error:
            raise CommandError(f"{error.filename or folder}: {reason(error)}") from error
        self.stdout.write(str(folder.resolve() / "index.html"))
