"""What format 1 cannot hold: the keys that format 2 adds. They decide in which format an archive is written."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, get_args

from django.utils import translation

from tournament.archive.contents import Archive, ArchivePlayer
from tournament.archive.format_2 import Loss, Part2, TournamentPart2
from tournament.engine.refusals import Refused
from tournament.engine.terms import KONSTANZ
from tournament.matches.formats import LONGEST_MATCH
from tournament.money.payments import FeeState
from tournament.names import first_name_and_initial
from tournament.phrases.cash import fee_state_label


def has_format_1(archive: Archive) -> bool:
    """Whether format 1 can say it at all: neither the cube nor another ranking than that of Konstanz."""
    return not archive.format.cube and archive.rules.ranking == KONSTANZ


def needs_format_2(archive: Archive, values: dict[str, Any]) -> bool:
    """Whether format 1 would leave something out of these values; never of matches that are too long for format 2."""
    is_short_enough = archive.format.match_length <= LONGEST_MATCH
    return is_short_enough and (not has_format_1(archive) or any(_added(values, TournamentPart2)))


def losses_in(values: dict[str, Any]) -> tuple[Loss, ...]:
    """What format 1 would leave out of the values of an archive in format 2, in the order of the file."""
    named = [part.model_fields[key].metadata for _where, key, part in _added(values, TournamentPart2)]
    return tuple(loss for loss in Loss if any(loss in metadata for metadata in named))


def leave_out_added(values: dict[str, Any]) -> None:
    """Take every key that format 2 adds out of the values of an archive."""
    for where, key, _part in tuple(_added(values, TournamentPart2)):
        del where[key]


def _added(values: dict[str, Any], part: type[Part2]) -> Iterator[tuple[dict[str, Any], str, type[Part2]]]:
    """Where a key stands that format 2 adds, the key, and the part that declares it."""
    former = _former_keys(part)
    for key, value in values.items():
        if key not in former:
            yield values, key, part
        elif inner := former[key]:
            for each in value if isinstance(value, list) else [value]:
                yield from _added(each, inner)


@cache
def _former_keys(part: type[Part2]) -> dict[str, type[Part2] | None]:
    """The keys that format 1 has, too, each with the part of format 2 that stands there, once or in a list."""
    return {key: _inner(part.model_fields[key].annotation) for key in part.FORMER.model_fields}


def _inner(kind: Any) -> type[Part2] | None:
    """The part of format 2 that a field of this kind holds."""
    parts = (each for each in (kind, *get_args(kind)) if isinstance(each, type) and issubclass(each, Part2))
    return next(parts, None)


def in_words_of_format_1(archive: Archive) -> Archive:
    """Say of the players in format 1 what it can say otherwise. Raises Refused where `has_format_1` says no."""
    if archive.format.cube:
        raise Refused("archive_cube")
    if not has_format_1(archive):
        raise Refused("archive_ranking")
    return replace(archive, players=tuple(_in_words(player, archive.language) for player in archive.players))


def _in_words(player: ArchivePlayer, language: str) -> ArchivePlayer:
    if player.not_in_public:
        # Format 1 knows a name beside the one that was played under: none at all is the shortest.
        player = replace(player, shown_as=first_name_and_initial(player.name))
    kept_cents = sum(payment.amount_cents for payment in player.payments)
    if not (player.payments and player.fee_paid) or kept_cents:
        return player
    # What was given back is not owed, and the format knows no other word for that.
    with translation.override(language):
        refunded = fee_state_label(FeeState.REFUNDED)
    return replace(player, fee_paid=False, fee_waived=refunded)
