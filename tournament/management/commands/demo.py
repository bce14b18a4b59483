"""`manage.py demo`: the same as `start`, with two tournaments to look at and a folder of their own."""

from tournament.actions.accounts import login_link
from tournament.management.commands.start import Command as StartCommand
from tournament.management.demonstration import load_demo
from tournament.terminal import _


class Command(StartCommand):
    help = _("Start a demo with one finished and one running tournament.")

    def link(self) -> str:
        return login_link(load_demo())

    def link_title(self) -> str:
        """What to say above the link."""
        return _("This link opens the demo. It works once:")
