"""`manage.py demo`: start with two tournaments to look at, in a folder of their own."""

from tournament.actions.accounts import login_link
from tournament.machine.installation import InstallationError
from tournament.machine.terminal import _
from tournament.management.commands.start import Command as StartCommand
from tournament.queries.accounts import has_account
from tournament.simulation.demonstration import open_demo


class Command(StartCommand):
    help = _("Start a demo with one finished and one running tournament.")

    def link(self) -> str:
        if has_account():
            raise InstallationError(_("This folder already contains tournaments. Choose an empty one for the demo."))
        return login_link(open_demo())

    def first_page(self, link: str) -> str:
        """The page to open in the browser: the link itself, which needs no password."""
        return link

    def link_title(self) -> str:
        return _("This link opens the demo. It works once:")
