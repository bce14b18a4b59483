"""Sentences of refusals and upgrades for the terminal."""

from django.utils import translation

from tournament.engine.refusals import Refused
from tournament.machine.terminal import terminal_language
from tournament.phrases.backups import upgrade_sentence
from tournament.phrases.refusals import refusal_sentence
from tournament.snapshots.upgrades import Upgrade


def terminal_sentence(refused: Refused) -> str:
    """The sentence of a refusal, in the language of the environment."""
    with translation.override(terminal_language()):
        return refusal_sentence(refused)


def terminal_upgrade(upgrade: Upgrade) -> str:
    """The sentence about an upgrade, in the language of the environment."""
    with translation.override(terminal_language()):
        return upgrade_sentence(upgrade.version, upgrade.backup)
