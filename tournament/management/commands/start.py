"""`manage.py start`: serve the program to this machine and to the phones in the room."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand

from tournament.actions.accounts import welcome_link
from tournament.machine.installation import RunsAlreadyError, remember_addresses, typed, write_for_this_user_alone
from tournament.machine.terminal import _
from tournament.management.database import collect_static_files, only_server, prepare_database
from tournament.management.options import add_address_options, add_data_options
from tournament.management.server import listen, open_browser, serve, terminal_qr
from tournament.management.words import terminal_sentence
from tournament.queries.accounts import has_account, is_local_only, is_served
from tournament.snapshots.kept import kept_snapshots

# How many seconds to wait for the browser to open if the program is already running.
BROWSER_OPENS_WITHIN = 10


class Command(BaseCommand):
    help = _("Start the program for this computer and the phones in the room.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_data_options(parser)
        add_address_options(parser)
        parser.add_argument("--no-browser", action="store_true", help=_("do not open a browser on this computer"))

    def handle(self, *args: Any, no_browser: bool, **options: Any) -> None:
        write_for_this_user_alone()
        try:
            with only_server():
                self.run(is_browser_wanted=not no_browser)
        except RunsAlreadyError as error:
            opening = None if no_browser else open_browser(error.url)
            if opening is None:
                raise
            opening.join(timeout=BROWSER_OPENS_WITHIN)
            self.stdout.write(_("The program is already running: %(url)s") % {"url": error.url})

    def run(self, *, is_browser_wanted: bool) -> None:
        sockets = listen(settings.ADDRESSES.port, settings.ADDRESSES.host)
        prepare_database()
        collect_static_files()
        for problem in kept_snapshots().problems:
            self.stderr.write(terminal_sentence(problem))
        remember_addresses(settings.DATA_DIR, settings.ADDRESSES)
        link = self.link()
        self.announce(link)
        if is_browser_wanted:
            open_browser(self.first_page(link))
        serve(sockets)

    def link(self) -> str:
        """Return the one-time link that creates the first account; empty if there is an account."""
        return "" if has_account() else welcome_link()

    def first_page(self, link: str) -> str:
        """Return the address to open in the browser here; the start page of a new installation creates the account."""
        return link if link.startswith("https:") else f"{settings.LOCAL_URL}/"

    def link_title(self) -> str:
        return _(
            "The first page creates the director's account. Without a browser on this computer, this link does, once:"
        )

    def announce(self, link: str) -> None:
        lines = self.of_a_server(link) if is_served() else self.of_a_laptop(link)
        self.stdout.write("\n".join(lines))
        self.stdout.flush()

    def of_a_server(self, link: str) -> list[str]:
        """Return the lines for a server's log: no QR code, and no link that logs somebody in."""
        lines = [
            _("The program is running for %(public_url)s/, at port %(port)s.")
            % {"public_url": settings.PUBLIC_URL, "port": settings.ADDRESSES.port}
        ]
        if link:
            command = typed("login_link NAME --new")
            lines.append(
                _("Nobody has an account yet. This command makes the first one: %(command)s") % {"command": command}
            )
        return lines

    def of_a_laptop(self, link: str) -> list[str]:
        """The lines for the user of a laptop, who has phones to connect."""
        lines = [
            "",
            _("The program is running. Press Ctrl+C to stop it."),
            "",
            _("On this computer:") + f" {settings.LOCAL_URL}/",
        ]
        if is_local_only():
            lines += [
                "",
                _("This computer is not on a network, so phones cannot reach the program."),
                _("Connect it to the Wi-Fi and start the program again."),
            ]
        else:
            lines += [_("On the phones:") + f" {settings.PUBLIC_URL}/", "", terminal_qr(f"{settings.PUBLIC_URL}/")]
        if link:
            lines += ["", self.link_title(), link]
        return lines
