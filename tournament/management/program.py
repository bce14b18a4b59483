"""The command line: the program's own commands and Django's, with strict options."""

import os
import sys
from functools import partial
from typing import Any

from django.core.management import ManagementUtility, get_commands, load_command_class
from django.core.management.base import BaseCommand, CommandParser

from tournament.machine.terminal import _
from tournament.version import VERSION

OWN = "tournament"
# Django's options of every command, which nobody needs to organise a tournament.
DJANGO_S_OPTIONS = frozenset(
    ("--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color", "--skip-checks")
)


class Program(ManagementUtility):
    """Django's command line under the name by which the program was called."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self.prog_name = program_name(arguments[0])

    def execute(self) -> None:
        if self.argv[1:] in (["--version"], ["version"]):
            print(f"Backgammon Swiss {VERSION}")
        else:
            super().execute()

    def main_help_text(self, commands_only: bool = False) -> str:
        """The program's own commands, each in a sentence; with `--commands` the names of all commands."""
        if commands_only:
            return super().main_help_text(commands_only=True)
        commands = sorted(name for name, app in get_commands().items() if app == OWN)
        width = max(map(len, commands))
        return "\n".join(
            [
                _("%(program)s COMMAND; without a command, the program starts.") % {"program": self.prog_name},
                "",
                *(f"  {name:{width}}  {load_command_class(OWN, name).help}" for name in commands),
                "",
                _("What a command takes: %(program)s help COMMAND") % {"program": self.prog_name},
            ]
        )

    def fetch_command(self, subcommand: str) -> BaseCommand:
        """Return the command, made to accept its options by their full names only."""
        if subcommand not in get_commands():
            sentence = _("There is no command %(name)s. For those there are: %(program)s help")
            refuse(sentence % {"name": subcommand, "program": self.prog_name})
        command: BaseCommand = super().fetch_command(subcommand)
        if get_commands()[subcommand] == OWN:
            command.suppressed_base_arguments = set(DJANGO_S_OPTIONS)
            # System checks look for mistakes of developers, and import every page for that.
            command.requires_system_checks = []
        # Django gives every command these two; they are replaced in Django's own commands, too.
        command.create_parser = partial(_strict_parser, command.create_parser)  # type: ignore[method-assign]
        command.get_version = lambda: VERSION  # type: ignore[method-assign]
        return command


# Sentences of argparse, which looks them up in the catalogue.
OF_ARGPARSE = (
    _("usage: "),
    _("options"),
    _("positional arguments"),
    _("show this help message and exit"),
    _("unrecognized arguments: %s"),
    _("the following arguments are required: %s"),
    _("expected one argument"),
    _("expected at least one argument"),
    _("argument %(argument_name)s: %(message)s"),
    _("invalid choice: %(value)r (choose from %(choices)s)"),
    _("invalid %(type)s value: %(value)r"),
)


def program_name(path: str) -> str:
    name = os.environ.get("STARTED_AS") or os.path.basename(path)
    return "python -m tournament" if name == "__main__.py" else name


def refuse(sentence: str) -> None:
    """Print the sentence as an error and exit with code 2."""
    print(sentence, file=sys.stderr)
    sys.exit(2)


def _strict_parser(create: Any, program: str, subcommand: str, **options: Any) -> CommandParser:
    """Make a parser that reports in one sentence what it does not understand."""
    parser: CommandParser = create(program_name(program), subcommand, **options, allow_abbrev=False)
    for option in parser._actions:
        if option.dest == "version":
            option.help = _("show the version of the program and exit")
    # Errors are raised up to the entry point, which prints them as one sentence.
    parser.set_defaults(traceback=True)
    help_command = f"{program_name(program)} help {subcommand}"
    # The parser's class is chosen by Django's command.
    parser.error = lambda message: refuse(f"{subcommand}: {message}. {help_command}")  # type: ignore[method-assign]
    return parser
