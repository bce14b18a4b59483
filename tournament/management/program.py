"""The command line: the program's own commands first, Django's behind them, and none that can be misunderstood."""

import os
import sys
from functools import partial
from typing import Any

from django.core.management import ManagementUtility, get_commands, load_command_class
from django.core.management.base import BaseCommand, CommandParser

from tournament.machine.terminal import _
from tournament.version import VERSION

OWN = "tournament"
FORMER_NAMES = ("snapshot",)
# What Django offers with every command and nobody needs who organises a tournament.
DJANGO_S_OPTIONS = frozenset(
    ("--verbosity", "--settings", "--pythonpath", "--traceback", "--no-color", "--force-color", "--skip-checks")
)


class Program(ManagementUtility):
    """What `manage.py` does, under the name it was called by."""

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self.prog_name = called(arguments[0])

    def execute(self) -> None:
        if self.argv[1:] in (["--version"], ["version"]):
            print(f"Backgammon Swiss {VERSION}")
        else:
            super().execute()

    def main_help_text(self, commands_only: bool = False) -> str:
        """The program's own commands, each in a sentence; with `--commands` the names of all there are."""
        if commands_only:
            return super().main_help_text(commands_only=True)
        own = sorted(name for name, app in get_commands().items() if app == OWN and name not in FORMER_NAMES)
        width = max(map(len, own))
        return "\n".join(
            [
                _("%(program)s COMMAND; without a command, the program starts.") % {"program": self.prog_name},
                "",
                *(f"  {name:{width}}  {load_command_class(OWN, name).help}" for name in own),
                "",
                _("What a command takes: %(program)s help COMMAND") % {"program": self.prog_name},
            ]
        )

    def fetch_command(self, subcommand: str) -> BaseCommand:
        """The command, which knows its options by their full names only."""
        if subcommand not in get_commands():
            sentence = _("There is no command %(name)s. For those there are: %(program)s help")
            refuse(sentence % {"name": subcommand, "program": self.prog_name})
        command: BaseCommand = super().fetch_command(subcommand)
        if get_commands()[subcommand] == OWN:
            command.suppressed_base_arguments = set(DJANGO_S_OPTIONS)
            # They look for mistakes in the program, where it is made, and read every page of it for that.
            command.requires_system_checks = []
        # Every command has these two from Django; here it is given others, whoever has written it.
        command.create_parser = partial(_strict_parser, command.create_parser)  # type: ignore[method-assign]
        command.get_version = lambda: VERSION  # type: ignore[method-assign]
        return command


# What the standard library says of the command line; it looks these up in the catalogue.
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


def called(path: str) -> str:
    """What the program is called on the command line."""
    name = os.environ.get("STARTED_AS") or os.path.basename(path)
    return "python -m tournament" if name == "__main__.py" else name


def refuse(sentence: str) -> None:
    """End with a sentence, as for every command that is not one."""
    print(sentence, file=sys.stderr)
    sys.exit(2)


def _strict_parser(create: Any, program: str, subcommand: str, **options: Any) -> CommandParser:
    """A parser that says in one sentence what it does not understand."""
    parser: CommandParser = create(called(program), subcommand, **options, allow_abbrev=False)
    for option in parser._actions:
        if option.dest == "version":
            option.help = _("show the version of the program and exit")
    # What goes wrong comes up to the entry, which says it without ado.
    parser.set_defaults(traceback=True)
    help_command = f"{called(program)} help {subcommand}"
    # The parser's class is chosen by Django's command.
    parser.error = lambda message: refuse(f"{subcommand}: {message}. {help_command}")  # type: ignore[method-assign]
    return parser
