"""What format 1 cannot hold. It decides in which format an archive is written, and is listed where it is left out."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from django.utils import translation

from tournament.archive.contents import Archive, ArchiveMatch, ArchivePlayer, ArchiveRound
from tournament.engine.refusals import Refused
from tournament.engine.terms import KONSTANZ
from tournament.matches.formats import LONGEST_MATCH, MatchFormat
from tournament.money.payments import FeeState
from tournament.names import first_name_and_initial
from tournament.phrases.fees import fee_state_label


class Loss(StrEnum):
    """What is left out of a file of format 1, in the order of the file."""

    RULES = "rules"
    CLOCK = "clock"
    FEE_STEPS = "fee_steps"
    SETTINGS = "settings"
    PAYMENTS = "payments"
    HIDDEN = "hidden"
    NOT_IN_PUBLIC = "not_in_public"
    GAMES = "games"
    TIMES = "times"


def lost_in_format_1(archive: Archive) -> tuple[Loss, ...]:
    """What of this archive a file of format 1 would leave out, in the order of the file."""
    return tuple(loss for loss, without in _WITHOUT.items() if without(archive) != archive)


def has_format_1(archive: Archive) -> bool:
    """Whether format 1 can say it at all: neither the cube nor another ranking than that of Konstanz."""
    return not archive.format.cube and archive.rules.ranking == KONSTANZ


def in_format_1(archive: Archive) -> Archive:
    """The archive with nothing that format 1 has no words for. Raises Refused where `has_format_1` says no."""
    if archive.format.cube:
        raise Refused("archive_cube")
    if not has_format_1(archive):
        raise Refused("archive_ranking")
    for without in _WITHOUT.values():
        archive = without(archive)
    return archive


def needs_format_2(archive: Archive) -> bool:
    """Whether format 1 would not say everything; of matches longer than format 2 knows it says what there is."""
    says_more = not has_format_1(archive) or bool(lost_in_format_1(archive))
    return archive.format.match_length <= LONGEST_MATCH and says_more


def _without_rules(archive: Archive) -> Archive:
    wanted = archive.format
    plain = MatchFormat(match_length=wanted.match_length, gammons=wanted.gammons, backgammons=wanted.backgammons)
    return replace(archive, format=plain)


def _without_payments(archive: Archive) -> Archive:
    return replace(
        archive, vouchers=(), players=tuple(_without_payment(player, archive.language) for player in archive.players)
    )


def _without_payment(player: ArchivePlayer, language: str) -> ArchivePlayer:
    kept_cents = sum(payment.amount_cents for payment in player.payments)
    if not (player.payments and player.fee_paid) or kept_cents:
        return replace(player, payments=())
    # What was given back is not owed, and the format knows no other word for that.
    with translation.override(language):
        refunded = fee_state_label(FeeState.REFUNDED)
    return replace(player, payments=(), fee_paid=False, fee_waived=refunded)


def _with_initials(player: ArchivePlayer) -> ArchivePlayer:
    """Who is not in public appears at least by first name and initial."""
    short = first_name_and_initial(player.name)
    return replace(player, not_in_public=False, shown_as=short) if player.not_in_public else player


def _in_rounds(alter: Callable[[ArchiveRound], ArchiveRound]) -> Callable[[Archive], Archive]:
    return lambda archive: replace(archive, rounds=tuple(map(alter, archive.rounds)))


def _in_matches(round_: ArchiveRound, alter: Callable[[ArchiveMatch], ArchiveMatch]) -> ArchiveRound:
    changed = {first: alter(match) for first, match in round_.matches.items()}
    return replace(round_, matches={first: match for first, match in changed.items() if match != ArchiveMatch()})


_WITHOUT: dict[Loss, Callable[[Archive], Archive]] = {
    Loss.RULES: _without_rules,
    Loss.CLOCK: lambda archive: replace(archive, clock=None),
    Loss.FEE_STEPS: lambda archive: replace(archive, fee=replace(archive.fee, steps=())),
    Loss.SETTINGS: lambda archive: replace(archive, settings={}),
    Loss.PAYMENTS: _without_payments,
    Loss.HIDDEN: _in_rounds(lambda round_: replace(round_, is_hidden=False)),
    # Format 1 knows a name beside the one that was played under: none at all is the shortest.
    Loss.NOT_IN_PUBLIC: lambda archive: replace(archive, players=tuple(map(_with_initials, archive.players))),
    Loss.GAMES: _in_rounds(lambda round_: _in_matches(round_, lambda match: replace(match, games=(), gave_up=False))),
    Loss.TIMES: _in_rounds(
        lambda round_: _in_matches(replace(round_, drawn_at=None), lambda match: replace(match, finished_at=None))
    ),
}
