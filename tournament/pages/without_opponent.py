"""The strip above the tables that names who is without an opponent, and what can be pressed and tapped there."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.engine.record import Result
from tournament.engine.seating import Waits
from tournament.engine.terms import Outcome
from tournament.names import isolated
from tournament.pages.result_codes import result_code
from tournament.queries.rounds import Met, PossiblePairing, Waiting, WithoutOpponent


@dataclass(frozen=True, slots=True)
class Seating:
    """What a button sends: who is to sit together, where they stand now, and that the page says if they have met."""

    players: str
    seen: str
    has_met: bool


@dataclass(frozen=True, slots=True)
class Chip:
    """Somebody who is free: tapped, to be tapped first, or (with a `seating`) second; the `note` says why or where."""

    number: int
    name: str
    note: str
    is_tapped: bool
    is_best: bool
    seating: Seating | None


@dataclass(frozen=True, slots=True)
class SeatButton:
    """A button that sets two at a table or gives a bye; `is_best` is the one that is filled, `met` a warning."""

    label: str
    seating: Seating
    is_best: bool
    met: str


@dataclass(frozen=True, slots=True)
class WinButton:
    """A button that gives the match of a leaver to their opponent; `key` is the pairing's."""

    label: str
    key: int
    code: str


@dataclass(frozen=True, slots=True)
class Strip:
    """All that stands in it: a `hint` beside its heading, the chips, the buttons, and what is to be known of them."""

    round_number: int
    tapped: int | None
    hint: str
    chips: tuple[Chip, ...]
    seats: tuple[SeatButton, ...]
    wins: tuple[WinButton, ...]
    note: str
    may_pair_again: bool


def strip(without: WithoutOpponent) -> Strip:
    """The strip as it stands: before anybody is tapped the proposals, then whom the one who was tapped could play."""
    tapped = without.tapped
    given: Sequence[Waiting] = [tapped] if tapped else [one for one in without.free if one.is_left_over]
    proposed = () if tapped else without.proposals
    seats = [_proposal(chance, is_first=index == 0) for index, chance in enumerate(proposed)]
    return Strip(
        round_number=without.round_number,
        tapped=tapped.entry.number if tapped else None,
        hint=_hint(without),
        chips=tuple(_chip(one, without) for one in without.free),
        seats=(*seats, *(_bye(one) for one in given if one.may_have_bye)),
        wins=tuple(_win(one) for one in given if one.may_have_win),
        note=_note(without),
        may_pair_again=without.may_pair_again and not tapped,
    )


def _hint(without: WithoutOpponent) -> str:
    if without.tapped:
        return _("%(name)s against …") % {"name": _name(without.tapped)}
    return _("Tap two to set them at a table.") if len(without.free) > 1 else ""


def _note(without: WithoutOpponent) -> str:
    if without.tapped:
        return _("Whoever is tapped plays %(name)s.") % {"name": _name(without.tapped)} if without.chances else ""
    if without.proposals and all(chance.met for chance in without.proposals):
        return _("All who are free have already played each other.")
    return ""


def _chip(one: Waiting, without: WithoutOpponent) -> Chip:
    number = one.entry.number
    is_tapped = without.tapped is one
    chance = without.chances.get(number)
    best = without.proposals[0] if without.proposals and not without.tapped else None
    is_best = best is not None and best.met is None and one in (best.first, best.second)
    note = _chance_note(chance) if chance else _why(one, is_tapped=is_tapped)
    return Chip(number, one.entry.name, note, is_tapped, is_best, _seating(chance) if chance else None)


def _why(one: Waiting, *, is_tapped: bool) -> str:
    if one.leaver:
        return _("Table %(table)s, %(name)s has left") % {
            "table": one.table,
            "name": isolated(one.leaver.name),
        }
    if one.why is Waits.BYE:
        return _("Bye, is dropped then") if is_tapped else _("Bye")
    return _("just back") if one.is_back else _("just arrived")


def _chance_note(chance: PossiblePairing) -> str:
    if chance.met:
        return met_sentence(chance.met)
    return _("at table %(table)s, not played yet") % {"table": chance.table}


def met_sentence(met: Met) -> str:
    """When two have met, and how it ended."""
    score = f"{met.score[0]}:{met.score[1]}"
    return _("played in round %(round)s, %(score)s") % {"round": met.round_number, "score": score}


def _proposal(chance: PossiblePairing, *, is_first: bool) -> SeatButton:
    is_best = is_first and chance.met is None
    told = {"first": _name(chance.first), "second": _name(chance.second), "table": chance.table}
    met = met_sentence(chance.met) if chance.met else ""
    if is_best:
        label = _("Set %(first)s – %(second)s at table %(table)s") % told
    else:
        label = _("%(first)s – %(second)s at table %(table)s") % told
    return SeatButton(label, _seating(chance), is_best, met)


def _bye(one: Waiting) -> SeatButton:
    seating = Seating(str(one.entry.number), place_text(one.place), one.has_met_bye)
    met = _("has already had a bye or a win by forfeit") if one.has_met_bye else ""
    return SeatButton(_("Bye for %(name)s") % {"name": _name(one)}, seating, is_best=False, met=met)


def _win(one: Waiting) -> WinButton:
    code = result_code(Result(Outcome.FORFEIT, winner=one.entry.number))
    return WinButton(_("Win for %(opponent)s") % {"opponent": _name(one)}, one.key or 0, code)


def _seating(chance: PossiblePairing) -> Seating:
    both = (chance.first, chance.second)
    return Seating(
        players=" ".join(str(one.entry.number) for one in both),
        seen=" ".join(place_text(one.place) for one in both),
        has_met=chance.met is not None,
    )


def place_text(place: tuple[int | None, ...]) -> str:
    """Where a player stands, as a page says it: "5-6" a pair, "9-0" the bye of the ninth, "3" in no pairing."""
    return "-".join(str(number or 0) for number in place)


def _name(one: Waiting) -> str:
    return isolated(one.entry.name)
