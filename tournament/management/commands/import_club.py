"""`manage.py import_club FILE [--club SLUG] [--preview]`: reads a club from a file, and says what came in, or would."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import translation

from tournament.actions.clubs import club_to_import_into, club_to_set_up_in
from tournament.archive.club_format import read_club
from tournament.archive.club_restore import ClubPlan, restore_club
from tournament.engine.refusals import Refused
from tournament.machine.terminal import _, terminal_language
from tournament.management import database, words
from tournament.management.options import add_data_options, add_import_options
from tournament.phrases.backups import books_sentence


class Command(BaseCommand):
    help = _("Read a club from a file; tournaments that are there stay, people with equal names are one person.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        parser.add_argument("file", type=Path, metavar="FILE", help=_("the file of the club"))
        parser.add_argument(
            "--club", default="", help=_("the end of the club's address; a club that is not there is made")
        )
        add_import_options(parser)
        parser.add_argument("--preview", action="store_true", help=_("only say what would come in"))

    def handle(
        self, *args: Any, file: Path, club: str, preview: bool, bring_back: bool, book_now: bool, **options: Any
    ) -> None:
        database.prepare_database()
        with words.errors_of(file):
            club_part = read_club(file.read_bytes())
            with transaction.atomic():
                target_club = club_to_import_into(club) if club else club_to_set_up_in(None)
                plan = ClubPlan(club_part, target_club)
                if plan.forgotten and not bring_back:
                    raise Refused("archive_names_forgotten", erased=plan.forgotten)
                if plan.late and not book_now:
                    raise Refused("archive_of_closed_year", count=plan.late[0], year=plan.late[1])
                if preview:
                    transaction.set_rollback(True)
                else:
                    restore_club(club_part, target_club, by=None)
        self.stdout.write(
            _("Tournaments: %(new)s new, %(there)s there already.")
            % {"new": len(plan.coming), "there": len(plan.standing)}
        )
        self.stdout.write(_("People: %(new)s new, %(known)s known.") % {"new": len(plan.new), "known": len(plan.known)})
        with translation.override(terminal_language()):
            if sentence := books_sentence(plan.takes_books):
                self.stdout.write(sentence)
