"""Writes a tournament to a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from tournament.archive.dump import dump
from tournament.engine.refusals import Refused
from tournament.exports.papers import STANDINGS
from tournament.exports.xlsx import workbook
from tournament.machine.terminal import _, reason
from tournament.management import database, words
from tournament.management.options import add_address_options, add_data_options
from tournament.models import Tournament

PUBLIC = "json-public"


class Command(BaseCommand):
    """`manage.py export_tournament SLUG --format json|json-public|xlsx|pdf -o FILE`: says what it lacks."""

    help = _("Write a tournament as archive (json, json-public for publishing), workbook (xlsx) or standings (pdf).")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        add_address_options(parser)
        parser.add_argument("slug", metavar="SLUG", help=_("the last part of the tournament's address"))
        parser.add_argument("--format", choices=["json", PUBLIC, "xlsx", "pdf"], default="json")
        parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=_("the file to write"))

    def handle(self, *args: Any, slug: str, format: str, output: Path, **options: Any) -> None:
        database.prepare_database(may_be_new=False)
        tournament = words.known_tournament(slug)
        try:
            output.write_bytes(_data(tournament, format))
            words.note_command("tournament_exported", tournament=tournament.slug, format=format)
        except OSError as error:
            raise CommandError(f"{output}: {reason(error)}") from error
        except Refused as refused:
            raise CommandError(words.terminal_sentence(refused)) from refused
        self.stdout.write(_("%(tournament)s is in %(file)s.") % {"tournament": tournament, "file": output})


def _data(tournament: Tournament, form: str) -> bytes:
    if form in ("json", PUBLIC):
        return dump(tournament, for_publishing=form == PUBLIC)
    if form == "xlsx":
        return workbook(tournament)
    public_url = settings.PUBLIC_URL + reverse("tournament", args=[tournament.slug])
    return STANDINGS.pdf(tournament, tournament, public_url=public_url, printed_at=timezone.now())
