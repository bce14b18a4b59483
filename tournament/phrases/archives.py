"""What an archive leaves out."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy

from tournament.phrases.values import enumeration

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
