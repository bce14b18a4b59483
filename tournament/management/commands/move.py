"""`MOVE_TO=postgres://… manage.py move`: moves everything into the database at this address, which holds a password."""

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.utils import Error

from tournament.machine.installation import write_for_this_user_alone
from tournament.machine.terminal import _
from tournament.management import database, moving
from tournament.management.options import add_data_options
from tournament.management.words import note_command


class Command(BaseCommand):
    help = _("Move everything into the empty database that MOVE_TO names: from SQLite to PostgreSQL, or back.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        url = os.environ.get("MOVE_TO")
        if not url:
            raise CommandError(_("Where to? Set MOVE_TO, for example MOVE_TO=postgres://user:password@host:5432/name."))
        write_for_this_user_alone()
        with database.only_server():
            database.prepare_database()
            try:
                tables, rows = moving.move(url)
            except moving.MoveError as problem:
                raise CommandError(str(problem)) from problem
            except Error as problem:
                raise CommandError(
                    _("Nothing was moved: %(reason)s") % {"reason": " ".join(str(problem).split())}
                ) from problem
        note_command("everything_moved")
        self.stdout.write(
            _("%(rows)s rows of %(tables)s tables moved and compared. From now on: DATABASE_URL as MOVE_TO is now.")
            % {"rows": rows, "tables": tables}
        )
        if not os.environ.get("SECRET_KEY"):
            self.stdout.write(
                _("For private links and logins to stay valid, set SECRET_KEY to what is in %(file)s.")
                % {"file": settings.DATA_DIR / "secret_key"}
            )
