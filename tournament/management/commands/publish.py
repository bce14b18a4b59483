"""`manage.py publish [--club] SLUG FOLDER`: writes a tournament, or a club with all its evenings, as web pages."""

from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.actions.clubs import existing_club
from tournament.engine.refusals import Refused
from tournament.languages import language_choices
from tournament.machine.progress import under_way
from tournament.machine.terminal import _, reason
from tournament.management import database, words
from tournament.management.options import add_data_options
from tournament.models import Club, Tournament
from tournament.publishing.contents import File, published, published_club
from tournament.publishing.handing_out import write_folder

# The width of the line that shows the progress.
LINE = 70


class Command(BaseCommand):
    help = _("Write what everyone sees of a tournament or a club as a folder of web pages, for any web host.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        parser.add_argument(
            "--club",
            action="store_true",
            help=_("the address is that of a club, with its evenings, seasons and ratings"),
        )
        parser.add_argument(
            "--language",
            default="",
            choices=[short for short, _name in language_choices()],
            help=_("of the pages; left out, that of the tournament, or of the club's newest"),
        )
        parser.add_argument(
            "--address",
            default="",
            metavar="URL",
            help=_("at which the folder will stand; with it, shared links have their pictures"),
        )
        parser.add_argument("slug", metavar="SLUG", help=_("the last part of the tournament's or club's address"))
        parser.add_argument("folder", type=Path, metavar="FOLDER")

    def handle(
        self, *args: Any, club: bool, slug: str, folder: Path, language: str, address: str, **options: Any
    ) -> None:
        database.prepare_database(may_be_new=False)
        at = address and f"{address.rstrip('/')}/"
        try:
            if club:
                of_club = existing_club(slug)
                published_club(of_club, partial(self._write, of_club, folder), language=language, at=at)
            else:
                tournament = words.known_tournament(slug)
                published(tournament, partial(self._write, tournament, folder), language=language, at=at)
        except Refused as refused:
            raise CommandError(words.terminal_sentence(refused)) from refused
        except OSError as error:
            raise CommandError(f"{error.filename or folder}: {reason(error)}") from error
        words.note_command("pages_exported", **({"club": slug} if club else {"tournament": slug}))
        self.stdout.write(str(folder.resolve() / "index.html"))

    def _write(self, about: Tournament | Club, folder: Path, files: Iterable[File]) -> None:
        """Write the folder; in a terminal, show the progress in a line that is overwritten."""
        is_watched = self.stderr.isatty()
        write_folder(self._telling(about, files) if is_watched else files, folder)
        if is_watched:
            self.stderr.write("\r".ljust(LINE) + "\r", ending="")

    def _telling(self, about: Tournament | Club, files: Iterable[File]) -> Iterator[File]:
        for file in files:
            for progress in under_way(about):
                self.stderr.write(f"\r{words.terminal_progress(*progress)}".ljust(LINE), ending="")
            yield file
