"""`manage.py reset_second_factor NAME`: takes the second factor from an account whose owner has lost it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand

from tournament.actions.accounts import reset_second_factor
from tournament.machine.terminal import _
from tournament.management.commands.login_link import chosen
from tournament.management.database import prepare_database
from tournament.management.options import add_data_options
from tournament.queries.accounts import account_names


class Command(BaseCommand):
    help = _("Take the second factor from an account whose owner has lost it; the password stays.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        parser.add_argument("name", help=_("account name"))

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        prepare_database()
        account = chosen(name, account_names())
        reset_second_factor(account)
        self.stdout.write(_("From now on the password alone opens the account %(name)s.") % {"name": account})
