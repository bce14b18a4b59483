"""Sentences about failures of the computer and about rejected requests."""

from django.utils.translation import gettext_lazy as _

FAILURES = {
    "own_error": _(
        "The program ran into an error and could not answer. Everything entered before is saved. The "
        "terminal shows the details."
    ),
    "disk_is_full": _("The tournament computer's disk is full."),
    "database_is_protected": _(
        "The tournament computer cannot write to its database: the file or its folder is write-protected."
    ),
    "database_is_locked": _(
        "The database is busy: somebody else is entering something, or another program is using it."
    ),
    "database_is_gone": _("The database is no longer in its folder on the tournament computer."),
    "database_is_away": _("The program cannot reach its database server."),
    "database_was_away": _("The program cannot reach its database server."),
    "disk_fails": _(
        "The tournament computer reports a disk error. The disk may be full, write-protected or disconnected."
    ),
}
# Some say "may not have been saved": a disk can fail after the entry was stored, while the page is read.
FAILED_ENTRIES = {
    "disk_is_full": _(
        "The last entry was not saved. Free up space, then enter it again; everything entered before is saved."
    ),
    "database_is_protected": _(
        "The last entry was not saved. Once this is fixed, enter it again; everything entered before is saved."
    ),
    "database_is_locked": _(
        "The last entry was not saved. Enter it again; if that does not help, close the other program first."
    ),
    "database_is_gone": _(
        "The last entry was not saved. Stop the program, put the file back or import a backup, then enter it again."
    ),
    "database_is_away": _(
        "The last entry may not have been saved. Once the server answers again, check whether it is there; "
        "everything entered before is saved."
    ),
    "database_was_away": _(
        "The last entry was not saved. Once the server answers again, enter it again; everything entered before is "
        "saved."
    ),
    "disk_fails": _(
        "The last entry may not have been saved. Once this is fixed, check whether it is there; "
        "everything entered before is saved."
    ),
}


def failure_sentence(failure: str, *, entering: bool) -> str:
    """Say why there is no answer, and to a user who entered something, whether it was stored."""
    sentences = [FAILURES[failure]]
    if entering and failure in FAILED_ENTRIES:
        sentences.append(FAILED_ENTRIES[failure])
    return " ".join(map(str, sentences))


TURNED_AWAY = {
    "too_large_for_a_guest": _(
        "This is too large to be sent without logging in. Nothing was saved. Log in, then send it again."
    ),
    "too_large": _("This is too large. Nothing was saved. Send it in smaller parts."),
    "unreadable": _(
        "The browser has sent something that the program cannot read. Nothing was saved. Reload the page and try again."
    ),
}


def turned_away_sentence(reason: str) -> str:
    """Say why a request was rejected unread."""
    return str(TURNED_AWAY[reason])
