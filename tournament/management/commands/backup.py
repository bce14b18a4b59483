"""`manage.py backup`: backs up now, and prints the file; exit code 1 where one of the folders did not get it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.engine.refusals import Refused
from tournament.machine.terminal import _
from tournament.management import database, words
from tournament.management.options import add_data_options
from tournament.snapshots import filling, names, taking
from tournament.snapshots.kept import kept_snapshots


class Command(BaseCommand):
    help = _("Back up all tournaments and accounts now.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        database.prepare_database(may_be_new=False)
        if not filling.can_fill():
            raise CommandError(words.terminal_sentence(Refused("snapshots_not_of_this_database")))
        problems = taking.take_snapshot(names.Reason.BY_HAND, patience=None)
        snapshots = kept_snapshots()
        if snapshots.snapshots:
            words.note_command("everything_exported")
            self.stdout.write(str(snapshots.snapshots[0].file))
        if problems:
            raise CommandError("\n".join(words.terminal_sentence(problem) for problem in problems))
