"""`manage.py invite`: a link for the first director of a club, or for one more."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand

from tournament.actions.accounts import invite_to_club
from tournament.actions.clubs import club_called
from tournament.engine.refusals import Refused
from tournament.machine.installation import InstallationError
from tournament.machine.terminal import _
from tournament.management import database, words
from tournament.management.options import add_address_options, add_data_options
from tournament.models import MemberRole
from tournament.queries.accounts import invited_address


class Command(BaseCommand):
    help = _("Print a link, valid once and for a week, with which a director of a club makes an account.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        add_address_options(parser)
        parser.add_argument("club", help=_("the end of the club's address; a club that is not there is made"))

    def handle(self, *args: Any, club: str, **options: Any) -> None:
        database.prepare_database(may_be_new=False)
        try:
            invitation = invite_to_club(club_called(club), by=None, role=MemberRole.DIRECTOR.value)
        except Refused as refused:
            raise InstallationError(words.terminal_sentence(refused)) from refused
        assert invitation, "without a key, nothing is sent twice"
        self.stdout.write(invited_address(invitation))
