"""Moves the options about the installation from the command line into the environment, before settings are read."""

import argparse
import os
from collections.abc import Sequence

from platformdirs import user_data_dir

from tournament.machine.installation import DEFAULT_PORT, EVERYWHERE, PROGRAM, lan_address, url_host
from tournament.machine.terminal import _

# The commands that neither read nor write anything of an installation.
WITHOUT_DATA = frozenset(
    {
        "check_archive",
        "check_transcript",
        "collectstatic",
        "compilemessages",
        "help",
        "legal_plays",
        "makemessages",
        "makemigrations",
        "simulate_tournaments",
        "version",
    }
)


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the folders of data and backups, for every command that opens the database."""
    parser.add_argument("--data-dir", metavar="FOLDER", help=_("folder for the database and the secret key (DATA_DIR)"))
    parser.add_argument(
        "--backup-dir",
        "--snapshot-dir",
        dest="snapshot_dir",
        metavar="FOLDER",
        help=_("second folder for backups, for example on a USB stick (SNAPSHOT_DIR)"),
    )


def add_address_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the addresses of the server, for every command that serves or prints an address."""
    parser.add_argument("--port", help=_("port to listen on (PORT), 8000 by default"))
    parser.add_argument(
        "--host", metavar="ADDRESS", help=_("the one address of this computer to listen on (LISTEN_ON), all by default")
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        help=_("address at which phones reach this computer (PUBLIC_URL), detected automatically"),
    )


def add_import_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that allow what an import refuses by default."""
    parser.add_argument("--bring-back", action="store_true", help=_("bring back who was erased here"))
    parser.add_argument("--book-now", action="store_true", help=_("enter vouchers of closed years in the running year"))


def read_options(arguments: Sequence[str]) -> None:
    """Move the options about the installation into the environment, from which the settings read them.

    `arguments` begin with the name of the command. The demonstration has a folder and a database of its own,
    whatever the environment says.
    """
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    add_data_options(parser)
    add_address_options(parser)
    try:
        options, command_words = parser.parse_known_args(arguments)
    except argparse.ArgumentError:
        # The command's own parser says what is missing.
        return
    command = command_words[0] if command_words else ""
    if command == "demo":
        os.environ["DATA_DIR"] = user_data_dir(f"{PROGRAM}-demo", appauthor=False)
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("SNAPSHOT_DIR", None)
    option_values = {
        "DATA_DIR": options.data_dir,
        "SNAPSHOT_DIR": options.snapshot_dir,
        "PORT": options.port,
        "LISTEN_ON": options.host,
        "PUBLIC_URL": options.public_url,
    }
    os.environ.update({name: value for name, value in option_values.items() if value})
    if command in ("start", "demo"):
        # A server that starts does not use the addresses of the last one.
        port = os.environ["PORT"] = os.environ.get("PORT") or DEFAULT_PORT
        host = os.environ["LISTEN_ON"] = os.environ.get("LISTEN_ON") or "0.0.0.0"
        if not os.environ.get("PUBLIC_URL"):
            public_host = lan_address() or "localhost" if host in EVERYWHERE else url_host(host)
            os.environ["PUBLIC_URL"] = f"http://{public_host}:{port}"


def needs_data_folder(arguments: Sequence[str]) -> bool:
    """Whether the command in these arguments works on this installation's data."""
    command = next((argument for argument in arguments if not argument.startswith("-")), "help")
    return command not in WITHOUT_DATA and not {"--help", "-h", "--version"} & set(arguments)
