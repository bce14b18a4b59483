"""What an archive leaves out."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext, gettext_lazy

from tournament.phrases.values import enumeration

MOST_NAMES = 20
LOSSES = {
    "rules": gettext_lazy("further rules of the match"),
    "clock": gettext_lazy("the match clock"),
    "fee_steps": gettext_lazy("the fees by number of players"),
    "settings": gettext_lazy("the settings beyond the rules"),
    "payments": gettext_lazy("every single payment with its voucher"),
    "hidden": gettext_lazy("that the last round is hidden"),
    "not_in_public": gettext_lazy("who is not named in public: only the surnames are abbreviated"),
    "games": gettext_lazy("the games of the matches"),
    "times": gettext_lazy("all times"),
}


def enumerated_losses(losses: Iterable[str]) -> str:
    """What is left out, in one enumeration."""
    return enumeration([str(LOSSES[loss]) for loss in losses])


def forgotten_sentence(names: Sequence[str]) -> str:
    """Who was erased here and would come back by an import; empty where there is nobody."""
    if not names:
        return ""
    told = gettext("Erased here and named in the file: %(names)s. By the import they are stored again.")
    return told % {"names": enumeration(names, MOST_NAMES)}


def books_sentence(takes_books: bool | None) -> str:
    """What becomes of the books in the file of a club; empty where it has none."""
    if takes_books is None:
        return ""
    if takes_books:
        return gettext("The books come in too: counted cash, closed years, vouchers of deleted tournaments.")
    return gettext(
        "This club keeps its own books: counted cash, closed years, vouchers of deleted tournaments stay in the file."
    )


def stricter_sentence(names: Sequence[str]) -> str:
    """Who appears with less of their name since the import."""
    told = gettext("By the file these wish to appear with less of their name, from now on on every evening: %(names)s.")
    return told % {"names": enumeration(names, MOST_NAMES)}
