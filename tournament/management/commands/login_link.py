"""`manage.py login_link`: a one-time link for a director who has forgotten the password."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management import BaseCommand

from tournament.actions.accounts import create_account, login_link, welcome_link
from tournament.engine.refusals import Refused
from tournament.machine.installation import InstallationError
from tournament.machine.terminal import _
from tournament.management import database, words
from tournament.management.options import add_address_options, add_data_options
from tournament.queries.accounts import account_names


class Command(BaseCommand):
    help = _("Print a one-time link, valid for a day, that opens an account and asks for a new password.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        add_address_options(parser)
        parser.add_argument("name", nargs="?", help=_("account name; not needed if there is only one"))
        parser.add_argument(
            "--new", action="store_true", help=_("create the account first, for an additional director")
        )

        parser.add_argument(
            "--club", default="", help=_("with --new: the end of the club's address; a club that is not there is made")
        )

    def handle(self, *args: Any, name: str | None, new: bool, club: str, **options: Any) -> None:
        database.prepare_database(may_be_new=new)
        if new:
            try:
                account = create_account(name=name or "", club=club)
            except Refused as refused:
                raise InstallationError(words.terminal_sentence(refused)) from refused
        elif names := account_names():
            account = User.objects.get(username=chosen(name, names))
        else:
            self.stdout.write(welcome_link())
            return
        words.note_command("login_link_made", name=account.username)
        self.stdout.write(login_link(account))


def chosen(name: str | None, names: tuple[str, ...]) -> str:
    """Return `name`, or the only account name if it is None. Raises `InstallationError` for an unknown name."""
    if name is None and len(names) == 1:
        return names[0]
    if name in names:
        return name
    sentence = _("There is no account named “%(name)s”") if name else _("There are several accounts")
    raise InstallationError(
        _("%(sentence)s. Specify one of these: %(names)s.")
        % {"sentence": sentence % {"name": name}, "names": ", ".join(names)}
    )
