"""What the computer could not do."""

from django.utils.translation import gettext_lazy

FAILURES = {
    "own_error": gettext_lazy(
        "The program ran into an error and could not answer. Everything entered before is saved. The "
        "terminal shows the details."
    ),
    "disk_is_full": gettext_lazy("The tournament computer's disk is full."),
    "database_is_protected": gettext_lazy(
        "The tournament computer cannot write to its database: the file or its folder is write-protected."
    ),
    "disk_fails": gettext_lazy(
        "The tournament computer reports a disk error. The disk may be full, write-protected or disconnected."
    ),
}
# A disk that fails may do so when the entry is stored already and only the page is still to be read.
FAILED_ENTRIES = {
    "disk_is_full": gettext_lazy(
        "The last entry was not saved. Free up space, then enter it again; everything entered before is saved."
    ),
    "database_is_protected": gettext_lazy(
        "The last entry was not saved. Once this is fixed, enter it again; everything entered before is saved."
    ),
    "disk_fails": gettext_lazy(
        "The last entry may not have been saved. Once this is fixed, check whether it is there; "
        "everything entered before is saved."
    ),
}


def failure_sentence(failure: str, *, entering: bool) -> str:
    """Why there is no answer, and for somebody entering something what has become of it."""
    said = [FAILURES[failure]]
    if entering and failure in FAILED_ENTRIES:
        said.append(FAILED_ENTRIES[failure])
    return " ".join(map(str, said))
