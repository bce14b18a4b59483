"""What commands say in the terminal: refusals, errors of a file, an unknown tournament, upgrades."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import CommandError
from django.utils import translation

from tournament.engine.refusals import Refused
from tournament.machine.logs import note_security
from tournament.machine.terminal import _, ngettext, reason, terminal_language
from tournament.models import Tournament
from tournament.phrases.backups import upgrade_sentence
from tournament.phrases.papers import BEING_MADE
from tournament.phrases.refusals import refusal_sentence
from tournament.snapshots.versions import Upgrade


def note_command(event: str, **details: object) -> None:
    """Log a security event of a command, whose user is on the server itself and has no account."""
    note_security(event, None, by="command", **details)


def terminal_sentence(refused: Refused) -> str:
    with translation.override(terminal_language()):
        return refusal_sentence(refused)


def terminal_progress(what: str, done: int, total: int) -> str:
    """Say how far a piece of work is, in the language of the environment."""
    with translation.override(terminal_language()):
        return _("%(what)s: %(done)s of %(total)s done") % {"what": BEING_MADE[what], "done": done, "total": total}


@contextmanager
def errors_of(file: Path) -> Iterator[None]:
    """Turn errors into a `CommandError` that names the file, the reason, and the option that helps, if any."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"{file}: {reason(error)}") from error
    except Refused as refused:
        raise CommandError(f"{file}: {terminal_sentence(refused)}{_option_to_import(refused)}") from refused


def _option_to_import(refused: Refused) -> str:
    """Name the option that allows erased persons, vouchers of closed years, or to import only the new matches."""
    if option := {"archive_names_forgotten": "--bring-back", "archive_of_closed_year": "--book-now"}.get(refused.code):
        return f" ({option})"
    if refused.code != "matches_here_already" or not (count := refused.values["new"]):
        return ""
    sentence = ngettext("Import the new one with --new-only.", "Import the %(new)s new ones with --new-only.", count)
    return f" {sentence % {'new': count}}"


def known_tournament(slug: str) -> Tournament:
    """Return the tournament with this slug. Raises `CommandError`, naming those that exist, if there is none."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        slugs = ", ".join(Tournament.objects.order_by("-date", "-pk").values_list("slug", flat=True)) or "-"
        raise CommandError(_("There is no tournament %(slug)s. There are: %(known)s") % {"slug": slug, "known": slugs})
    return tournament


def terminal_upgrade(upgrade: Upgrade) -> str:
    with translation.override(terminal_language()):
        return upgrade_sentence(*upgrade)
