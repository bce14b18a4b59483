#!/usr/bin/env python
"""The command line of the program: `manage.py help` lists its commands."""

import os
import sys

from django.core.management import execute_from_command_line

from tournament.installation import InstallationError, needs_data_folder, open_data_folder, read_options

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    sys.stdout.reconfigure(errors="replace")
    try:
        read_options(sys.argv[1:])
        if needs_data_folder(sys.argv[1:]):
            open_data_folder()
        execute_from_command_line(sys.argv)
    except InstallationError as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit(130)
