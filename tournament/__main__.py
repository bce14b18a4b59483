"""The one entry: `backgammon-swiss`, `python -m tournament` and `manage.py` all come in here."""

import os
import sys
from io import TextIOWrapper

from django.core.management.base import CommandError

from tournament.machine.installation import InstallationError, open_data_folder
from tournament.machine.terminal import REASONS, _, reason, translate_argparse
from tournament.management.options import needs_data_folder, read_options
from tournament.management.program import Program


def main() -> None:
    """Do what the command line says; without a command the program starts."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    translate_argparse()
    arguments = with_command(sys.argv[1:])
    try:
        read_options(arguments)
        if needs_data_folder(arguments):
            open_data_folder()
        Program([sys.argv[0], *arguments]).execute()
    except (CommandError, InstallationError) as problem:
        sys.exit(str(problem))
    except OSError as problem:
        # Files of this installation that belong to somebody else: it was started as another user once.
        if problem.filename is None or problem.errno not in REASONS:
            raise
        sentence = _("%(file)s cannot be read or written (%(reason)s).")
        sys.exit(sentence % {"file": problem.filename, "reason": reason(problem)})
    except KeyboardInterrupt:
        sys.exit(130)


def with_command(arguments: list[str]) -> list[str]:
    """The arguments behind the name of a command: `start`, where they name none."""
    names_one = arguments[:1] and (not arguments[0].startswith("-") or arguments[0] in ("-h", "--help", "--version"))
    return arguments if names_one else ["start", *arguments]


if __name__ == "__main__":
    main()
