"""An archive for publishing: what everybody may see of a tournament, and no name but as its player wishes to appear."""

from dataclasses import replace

from django.utils import translation
from django.utils.translation import gettext as _

from tournament.archive.contents import Archive, ArchivePlayer

ABOUT_COSTS = frozenset({"treasurer", "surplus_note"})


def for_everybody(archive: Archive) -> Archive:
    """Without who paid, why a fee was waived and a round changed by hand, and what is not released yet.

    What prizes cost and who kept the cash is told where everybody may see the cost statement.
    """
    shows_costs = archive.settings.get("shows_costs", False)
    settings = {key: value for key, value in archive.settings.items() if shows_costs or key not in ABOUT_COSTS}
    prizes = archive.prizes if shows_costs else tuple(replace(prize, price_cents=0) for prize in archive.prizes)
    released = tuple(replace(round_, reason="") for round_ in archive.rounds if not round_.is_hidden)
    return replace(
        archive,
        draw_seed=archive.draw_seed if released else "",
        settings=settings,
        prizes=prizes,
        vouchers=(),
        players=tuple(_as_shown(player, archive.language) for player in archive.players),
        rounds=released,
    )


def _as_shown(player: ArchivePlayer, language: str) -> ArchivePlayer:
    with translation.override(language):
        nobody = _("Player %(number)s") % {"number": player.entry.number}
    return replace(
        player,
        name=nobody if player.not_in_public else player.shown_as or player.name,
        shown_as="",
        not_in_public=False,
        fee_paid=False,
        fee_waived="",
        payments=(),
    )
