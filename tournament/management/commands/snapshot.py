"""The former name of `manage.py backup`, which scripts may still use."""

from tournament.management.commands.backup import Command

__all__ = ["Command"]
