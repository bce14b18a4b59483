"""`manage.py publish [--club] SLUG FOLDER`: writes a tournament, or a club with all its evenings, as web pages."""

from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.actions.clubs import existing_club
from tournament.engine.refusals import Refused
from tournament.machine.terminal import _, reason
from tournament.management.database import prepare_database
from tournament.management.options import add_data_options
from tournament.management.words import known_tournament, terminal_sentence
from tournament.publishing.contents import published, published_club
from tournament.publishing.handing_out import write_folder


class Command(BaseCommand):
    help = _("Write what everyone sees of a tournament or a club as a folder of web pages, for any web host.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        parser.add_argument(
            "--club",
            action="store_true",
            help=_("the address is that of a club, with its evenings, seasons and ratings"),
        )
        parser.add_argument("slug", metavar="SLUG", help=_("the last part of the tournament's or club's address"))
        parser.add_argument("folder", type=Path, metavar="FOLDER")

    def handle(self, *args: Any, club: bool, slug: str, folder: Path, **options: Any) -> None:
        prepare_database(may_be_new=False)
        try:
            if club:
                published_club(existing_club(slug), partial(write_folder, folder=folder))
            else:
                published(known_tournament(slug), partial(write_folder, folder=folder))
        except Refused as refused:
            raise CommandError(terminal_sentence(refused)) from refused
        except OSError as error:
            raise CommandError(f"{error.filename or folder}: {reason(error)}") from error
        self.stdout.write(str(folder.resolve() / "index.html"))
