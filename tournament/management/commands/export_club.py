"""`manage.py export_club SLUG FILE`: writes a club to a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.actions.clubs import existing_club
from tournament.archive.club_dump import dump_club
from tournament.engine.refusals import Refused
from tournament.machine.terminal import _, reason
from tournament.management import database, words
from tournament.management.options import add_data_options
from tournament.models import Club


class Command(BaseCommand):
    help = _("Write a club with its persons, settings and tournaments to one file.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        parser.add_argument("slug", metavar="SLUG", help=_("the last part of the club's address"))
        parser.add_argument("file", type=Path, metavar="FILE", help=_("the file to write"))

    def handle(self, *args: Any, slug: str, file: Path, **options: Any) -> None:
        database.prepare_database(may_be_new=False)
        try:
            club = existing_club(slug)
            file.write_bytes(dump_club(club))
            words.note_command("club_exported", club=club.slug)
        except OSError as error:
            raise CommandError(f"{file}: {reason(error)}") from error
        except Refused as refused:
            club_slugs = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True))
            clubs_text = _("Clubs here: %(clubs)s.") % {"clubs": club_slugs} if club_slugs else ""
            raise CommandError(f"{words.terminal_sentence(refused)} {clubs_text}".strip()) from refused
        self.stdout.write(_("%(club)s is in %(file)s.") % {"club": club.name or slug, "file": file})
