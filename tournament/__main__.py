"""The entry point of `backgammon-swiss`, `python -m tournament` and `manage.py`."""

import os
import sys
from io import TextIOWrapper

from django.core.management.base import CommandError

from tournament.machine.installation import InstallationError, open_data_folder
from tournament.machine.terminal import REASONS, _, reason, translate_argparse
from tournament.management.options import needs_data_folder, read_options
from tournament.management.program import Program


def main() -> None:
    """Run the command of the command line; without a command start the program."""
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
        # The file may belong to another user, who has started the program before.
        if problem.filename is None or problem.errno not in REASONS:
            raise
        sentence = _("%(file)s cannot be read or written (%(reason)s).")
        sys.exit(sentence % {"file": problem.filename, "reason": reason(problem)})
    except KeyboardInterrupt:
        sys.exit(130)


def with_command(arguments: list[str]) -> list[str]:
    """The arguments, with the command `start` in front if they name no command."""
    names_one = arguments[:1] and (not arguments[0].startswith("-") or arguments[0] in ("-h", "--help", "--version"))
    return arguments if names_one else ["start", *arguments]


if __name__ == "__main__":
    main()
