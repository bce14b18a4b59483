"""Rounds and their pairings: drawing, removing, pairing by hand, seating."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from tournament.actions import cash, clubs, results
from tournament.actions.catalogue import ActionKind, action
from tournament.actions.change import change
from tournament.actions.players import let_wishes_follow
from tournament.actions.step import Change
from tournament.engine.by_hand import Pair, in_pairing_order
from tournament.engine.crosstable import crosstable
from tournament.engine.finals import FEWEST_TO_DROP, SECOND_ALONE, SIZES, draw_finals, finals_are_next
from tournament.engine.pairing import DrawnRound, draw
from tournament.engine.prospects import plays_on_evenly
from tournament.engine.record import FinalsRules, Result, SecondKind, TournamentRecord, has_left
from tournament.engine.refusals import Refused
from tournament.engine.seating import FreePlayer, Place, Seat, Waits, is_running, place_of, seat_for
from tournament.engine.standings import standings
from tournament.engine.terms import Outcome
from tournament.models import Absence, Entry, Pairing, PastResult, Round, Tournament
from tournament.phrases.rounds import finals_round, round_in_sentence
from tournament.phrases.values import MOST_NAMES, enumeration
from tournament.queries.evening import record_of
from tournament.queries.players import absent_in
from tournament.queries.record import (
    finals_as_set,
    finals_columns,
    finals_columns_as_set,
    finals_places,
    result_of,
    round_facts,
)
from tournament.queries.rounds import seating

# Rounds: drawn, released to everyone, and removed.

SEED_LIMIT = 200
BY_HAND = {"manual": True, "rematches_allowed": False, "lookahead_bound": False, "wishes": False}
"""The fields of a round after the director has changed its pairings: how it was drawn is no longer known."""


class Presence(StrEnum):
    """The director's answer about a player who is missing before a round is drawn."""

    HERE = "here"
    PAUSES = "pauses"
    HAS_LEFT = "has_left"


@action(
    ActionKind.ROUNDS,
    refuses={
        "seed_too_long": gettext_lazy("The dice or words can have at most %(limit)s characters."),
        "seed_unprintable": gettext_lazy("The dice contain a character that cannot be printed. Type the dice again."),
        "round_is_not_next": gettext_lazy("Round %(next)s is the next to be paired, not round %(round)s."),
    },
)
def round_drawn(
    *,
    round: int,
    round_places: int = 0,
    tables: int,
    places: int = 0,
    places_set: int = 0,
    has_second: bool = False,
    second_needs: int = 0,
    seed: str = "",
    here: Sequence[str] = (),
    pauses: Sequence[str] = (),
    has_left: Sequence[str] = (),
) -> str:
    """`places` of the finals are played for where fewer players are there than for the `places_set`.

    `has_second`: a second bracket is in the round, too; `second_needs` is how many it needs where there are fewer.
    """
    if round_places:
        is_beside = has_second and round_places != SECOND_ALONE
        sentence = _("%(finals)s and consolation drawn") if is_beside else _("%(finals)s drawn")
        parts = [sentence % {"finals": finals_round(round_places)}]
        if places_set:
            cut = {"places": places, "places_set": places_set}
            parts.append(_("drawn for %(places)s places (%(places_set)s were set)") % cut)
        if second_needs:
            needs = {"second_needs": second_needs}
            parts.append(_("no consolation: it needs at least %(second_needs)s players") % needs)
    else:
        parts = [_("round %(round)s paired") % {"round": round}]
    if pauses:
        parts.append(_("not in this round: %(names)s") % {"names": enumeration(pauses, MOST_NAMES)})
    if has_left:
        parts.append(_("left: %(name)s") % {"name": enumeration(has_left, MOST_NAMES)})
    return "; ".join(parts)


def draw_round(
    tournament: Tournament,
    *,
    by: User,
    number: int,
    draw_seed: str = "",
    rematches_allowed: bool = False,
    presence: Mapping[int, Presence] | None = None,
) -> Round:
    """Pair round `number`, which must be the next one; return a round that already exists as it is.

    After the last planned round of the Swiss this is a round of the finals, where there are any. The first draw fixes
    the draw seed for good: the given text (dice rolled in front of everybody), or one from the operating system's
    random source. It also fixes a fee that follows from the number of players. `presence` holds the director's answers
    by start number; none is stored where the round cannot be paired.
    """
    with change(tournament, by=by, action=round_drawn) as step:
        current = step.tournament
        already = Round.objects.filter(tournament=current, number=number).first()
        if already:
            return already
        noted = _note_presence(step, number, presence or {})
        if not current.draw_seed:
            too_long, unprintable = Refused("seed_too_long", limit=SEED_LIMIT), Refused("seed_unprintable")
            typed = clubs.clean_line(draw_seed, SEED_LIMIT, too_long, unprintable)
            step.update_without_undo(current, draw_seed=typed or secrets.token_hex(8))
        record = record_of(current)
        if finals_are_next(record):
            return _draw_finals(step, record, number, noted)
        drawn_round = _draw(record, rematches_allowed=rematches_allowed)
        _refuse_unless_next(current, number, drawn_round.number)
        tables = sum(pairing.second is not None for pairing in drawn_round.pairings)
        if number == 1:
            cash.settle_fee(step)
        seed = current.draw_seed if number == 1 else ""
        step.facts = round_drawn.facts(
            round=number,
            tables=tables,
            seed=seed,
            here=noted[Presence.HERE],
            pauses=noted[Presence.PAUSES],
            has_left=noted[Presence.HAS_LEFT],
        )
        hidden = current.hides_new_rounds
        round_ = Round(
            tournament=current, number=number, is_hidden=hidden, started_at=step.at, **_as_drawn(drawn_round)
        )
        store_pairings(step, step.add(round_), _pairs_of(drawn_round))
        return round_


def _refuse_unless_next(tournament: Tournament, number: int, next_number: int) -> None:
    if next_number != number:
        places = finals_places(tournament, next_number)
        following = {"next": next_number, "next_places": places} if places else {"next": next_number}
        raise Refused("round_is_not_next", **round_facts(tournament, number), **following)


def _draw_finals(step: Change, record: TournamentRecord, number: int, noted: Mapping[Presence, Sequence[str]]) -> Round:
    drawn_finals = draw_finals(record)
    _refuse_unless_next(step.tournament, number, drawn_finals.number)
    tables = sum(second is not None for _first, second in drawn_finals.all_pairs)
    places, places_set = _cut_finals(step, record.rules.finals, drawn_finals.rules)
    if number == 1:
        cash.settle_fee(step)
    step.facts = round_drawn.facts(
        tables=tables,
        places=places,
        places_set=places_set,
        has_second=bool(drawn_finals.second_pairs),
        second_needs=_second_needs(record.rules.finals, drawn_finals.rules),
        seed=step.tournament.draw_seed if number == 1 else "",
        here=noted[Presence.HERE],
        pauses=noted[Presence.PAUSES],
        has_left=noted[Presence.HAS_LEFT],
        **round_facts(step.tournament, number),
    )
    round_ = step.add(
        Round(
            tournament=step.tournament,
            number=number,
            planned_rounds=step.tournament.planned_rounds,
            is_finals=True,
            second_seeds=" ".join(map(str, drawn_finals.second_seeds)),
            # A round of byes alone is complete at once, and only the last round can be hidden.
            is_hidden=step.tournament.hides_new_rounds and tables > 0,
            started_at=step.at,
        )
    )
    store_pairings(step, round_, drawn_finals.all_pairs, in_second=drawn_finals.second_pairs)
    return round_


def _cut_finals(step: Change, set_rules: FinalsRules | None, drawn_rules: FinalsRules | None) -> tuple[int, int]:
    """Store the finals as they come about with the seeds who are there; return their places and those that were set.

    Both are 0 where nothing was cut.
    """
    if set_rules is None or drawn_rules is None or set_rules == drawn_rules:
        return 0, 0
    step.update(step.tournament, **finals_columns(drawn_rules), finals_as_set=finals_as_set(set_rules))
    return (drawn_rules.players, set_rules.players) if drawn_rules.players < set_rules.players else (0, 0)


def _second_needs(set_rules: FinalsRules | None, drawn_rules: FinalsRules | None) -> int:
    """Return how many players the second bracket needs that was set but does not come about; else 0."""
    if set_rules is None or set_rules.second is None or drawn_rules is None or drawn_rules.second:
        return 0
    return SIZES[0] if set_rules.second.kind is SecondKind.REST else FEWEST_TO_DROP


@action(
    ActionKind.ROUNDS,
    refuses={
        "no_consolation": gettext_lazy("No consolation is being played."),
    },
)
def consolation_ended(*, round: int, round_places: int = 0, fallen: int) -> str:
    if not fallen:
        return _("consolation ended")
    falls = ngettext("%(fallen)s open match falls away", "%(fallen)s open matches fall away", fallen)
    return "; ".join((_("consolation ended"), falls % {"fallen": fallen}))


def end_consolation(tournament: Tournament, *, by: User, number: int) -> None:
    """End the second bracket with round `number`, the last one: its matches without a result fall away.

    If nothing is left in the round, it is removed, and the round before says that the consolation has ended. Repeating
    this changes nothing.
    """
    with change(tournament, by=by, action=consolation_ended) as step:
        rounds = Round.objects.filter(tournament=step.tournament, is_finals=True)
        if rounds.filter(second_ended=True).exists():
            return
        round_ = last_round(step.tournament, number)
        if not (round_.is_finals and step.tournament.finals_second):
            raise Refused("no_consolation")
        facts = round_facts(step.tournament, number)
        step.facts = consolation_ended.facts(fallen=end_second(step, round_), **facts)


def end_second(step: Change, round_: Round) -> int:
    """End the second bracket in the last round; return how many of its matches fall away."""
    still_open = list(
        Pairing.objects.filter(round=round_, in_second=True, outcome=Outcome.PENDING.value).order_by("-position")
    )
    results.remove_games_and_transcripts(step, still_open)
    for pairing in still_open:
        step.remove(pairing)
    if Pairing.objects.filter(round=round_).exists():
        step.update(round_, second_ended=True)
    else:
        delete_round(step, round_)
        step.update(last_round(step.tournament, round_.number - 1), second_ended=True)
    return len(still_open)


@action(ActionKind.ROUNDS)
def round_released(*, round: int, round_places: int = 0) -> str:
    return _("round %(round)s released") % {"round": round_in_sentence(round, round_places)}


def release_round(tournament: Tournament, *, by: User, number: int) -> None:
    """Show a hidden round to everyone and start it; repeating this changes nothing."""
    with change(tournament, by=by, action=round_released) as step:
        round_ = last_round(step.tournament, number)
        step.facts = round_released.facts(**round_facts(step.tournament, number))
        if round_.is_hidden:
            step.update(round_, is_hidden=False, started_at=step.at)


@action(
    ActionKind.ROUNDS,
    refuses={
        "round_not_confirmed": gettext_lazy("To remove round %(round)s, type its number."),
    },
)
def round_removed(*, round: int, round_places: int = 0, results: int) -> str:
    return _("round %(round)s removed") % {"round": round_in_sentence(round, round_places)}


def remove_round(tournament: Tournament, *, by: User, number: int, confirmed: str) -> None:
    """Remove the last round with all its results; its number is typed to confirm.

    The draw seed stays, so the same results and players give the same pairings again.
    """
    with change(tournament, by=by, action=round_removed) as step:
        if not Round.objects.filter(tournament=step.tournament, number=number).exists():
            return
        round_ = last_round(step.tournament, number)
        if confirmed.strip() != str(number):
            raise Refused("round_not_confirmed", **round_facts(step.tournament, number))
        decided = Pairing.objects.filter(round=round_).exclude(outcome__in=[Outcome.PENDING.value, Outcome.BYE.value])
        step.facts = round_removed.facts(results=decided.count(), **round_facts(step.tournament, number))
        delete_round(step, round_)


def delete_round(step: Change, round_: Round) -> None:
    """Remove the last round. Players who came or left during it now came or left before it.

    "Removing round n lowers only values that meant n": a player who is to come or leave later still does.
    """
    number = round_.number
    pairings = list(Pairing.objects.filter(round=round_).order_by("-position"))
    drop_past_results(step, number)
    results.remove_games_and_transcripts(step, pairings)
    for pairing in pairings:
        step.remove(pairing)
    step.remove(round_)
    if round_.is_finals and not Round.objects.filter(tournament=step.tournament, is_finals=True).exists():
        step.update(step.tournament, **finals_columns_as_set(step.tournament))
    let_wishes_follow(step, number - 1)
    for entry in Entry.objects.filter(tournament=step.tournament).order_by("number"):
        if entry.joined_round == number + 1:
            step.update(entry, joined_round=number)
        if entry.withdrawn_after == number:
            step.update(entry, withdrawn_after=number - 1)


def last_round(tournament: Tournament, number: int) -> Round:
    """Return the round of this number. Raises Refused where it is not the last one paired."""
    last = Round.objects.filter(tournament=tournament).order_by("-number").first()
    if last is None or last.number != number:
        raise Refused("round_is_not_last", **round_facts(tournament, number))
    return last


def drop_past_results(step: Change, number: int) -> None:
    """Drop the past results kept for round `number`, the last one, because it is removed or re-paired.

    "`until`: the result in force when the rounds up to and including `until` were paired": a past result stays, with
    the round before as `until`, if that round was paired on it.
    """
    pasts = PastResult.objects.filter(pairing__round__tournament=step.tournament, until=number)
    for past in pasts.select_related("pairing__round", "winner").order_by("pk"):
        past_before = PastResult.objects.filter(pairing=past.pairing, until=number - 1).select_related("winner").first()
        if past_before is not None or past.pairing.round.number >= number - 1:
            step.remove(past)
            if past_before is not None and result_of(past_before) == result_of(past.pairing):
                step.remove(past_before)
        else:
            step.update(past, until=number - 1)


def _note_presence(step: Change, number: int, presence: Mapping[int, Presence]) -> dict[Presence, list[str]]:
    """Store the director's answers; return the names by answer."""
    noted: dict[Presence, list[str]] = {answer: [] for answer in Presence}
    for entry in Entry.objects.filter(tournament=step.tournament, number__in=presence).order_by("number"):
        given_answer = presence[entry.number]
        noted[given_answer].append(entry.name)
        if given_answer is Presence.HERE:
            step.update(entry, is_here=True)
        elif given_answer is Presence.HAS_LEFT:
            if not has_left(entry.withdrawn_after, number - 1):
                step.update(entry, withdrawn_after=number - 1)
        elif not entry.absences.filter(round_number=number).exists():
            step.add(Absence(entry=entry, round_number=number))
    return noted


def _draw(record: TournamentRecord, *, rematches_allowed: bool) -> DrawnRound:
    """Pair the next round; once the director has accepted rematches, every round that needs them has some."""
    try:
        return draw(record, rematches_allowed=rematches_allowed)
    except Refused as refused:
        if refused.code != "no_pairing_without_rematch" or not plays_on_evenly(record):
            raise
    return draw(record, rematches_allowed=True)


def _as_drawn(drawn_round: DrawnRound) -> dict[str, Any]:
    """Return the columns of a round that say how it was drawn."""
    columns = ("planned_rounds", "rematches_allowed", "lookahead_bound")
    return {name: getattr(drawn_round, name) for name in columns} | {"wishes": False}


def _pairs_of(drawn_round: DrawnRound) -> tuple[Pair, ...]:
    return tuple((pairing.first, pairing.second) for pairing in drawn_round.pairings)


def store_pairings(
    step: Change,
    round_: Round,
    pairs: Sequence[Pair],
    pairing_by_pair: Mapping[Pair, Pairing] | None = None,
    changed_at: datetime | None = None,
    in_second: Collection[Pair] = (),
) -> None:
    """Store pairs of start numbers in pairing order; those already `pairing_by_pair` keep their tables.

    The new pairings get the time `changed_at`; those `in_second` are of the second bracket of the finals. Players in
    the pairs have joined by this round; a player who is in none and left during the round now left before it, unless
    absent on request.
    """
    pairing_by_pair = pairing_by_pair or {}
    keys = dict(Entry.objects.filter(tournament=step.tournament).values_list("number", "pk"))
    tables = tables_of(pairs, step.tournament, {pair: pairing.table for pair, pairing in pairing_by_pair.items()})
    added = []
    for position, (pair, table) in enumerate(zip(pairs, tables, strict=True), start=1):
        if pair in pairing_by_pair:
            step.update(pairing_by_pair[pair], position=position)
            continue
        first, second = pair
        added.append(
            Pairing(
                round=round_,
                position=position,
                table=table,
                first_id=keys[first],
                second_id=None if second is None else keys[second],
                outcome=(Outcome.BYE if second is None else Outcome.PENDING).value,
                changed_at=changed_at,
                in_second=pair in in_second,
            )
        )
    step.add_all(added)
    seated = {number for pair in pairs for number in pair}
    sits_out = set(absent_in(step.tournament, round_.number))
    for entry in Entry.objects.filter(tournament=step.tournament).order_by("number"):
        if entry.number in seated:
            step.update(entry, joined_round=min(entry.joined_round, round_.number))
        elif entry.withdrawn_after == round_.number and entry.number not in sits_out:
            step.update(entry, withdrawn_after=round_.number - 1)


def tables_of(pairs: Sequence[Pair], tournament: Tournament, old_tables: Mapping[Pair, int | None]) -> list[int | None]:
    """Choose a table for each pair, None for the bye, keeping those `old_tables`.

    "Numbered 1, 2, … in that order, skipping the bye, unless a fixed table was asked for."
    """
    fixed = dict(
        Entry.objects.filter(tournament=tournament, fixed_table__isnull=False).values_list("number", "fixed_table")
    )
    tables: list[int | None] = [old_tables.get(pair) for pair in pairs]
    for index, pair in enumerate(pairs):
        if tables[index] is None and pair[1] is not None:
            fixed_tables = [fixed[number] for number in pair if number in fixed]
            tables[index] = next((table for table in fixed_tables if table not in tables), None)
    taken_tables = set(tables)
    free = (number for number in range(1, len(tables) + len(taken_tables) + 1) if number not in taken_tables)
    return [None if pair[1] is None else table or next(free) for pair, table in zip(pairs, tables, strict=True)]


# Pairings of a round: changed by the director, or paired again by the rules.


@action(ActionKind.ROUNDS)
def pairings_changed(
    *, round: int, reason: str, before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]
) -> str:
    if not reason:
        return _("pairings of round %(round)s changed by hand") % {"round": round}
    return _("pairings of round %(round)s changed by hand: %(reason)s") % {"round": round, "reason": reason}


def pair_by_hand(
    tournament: Tournament, *, by: User, number: int, expected: Sequence[Pair], pairs: Sequence[Pair], reason: str
) -> None:
    """Replace the pairings of the last round, while it has no result; the round is then marked `manual`.

    `expected` are the pairs that the director's page showed. A pair that stays keeps its table. If the pairs are those
    of the rules, the round is no longer manual.
    """
    with change(tournament, by=by, action=pairings_changed) as step:
        round_ = _round_without_result(step.tournament, number)
        standing = seating.stored_pairs(round_)
        new_pairs = in_pairing_order(pairs, seating.ranking_before(step.tournament, number))
        if set(new_pairs) == set(standing):
            return
        if set(standing) != {*expected}:
            raise Refused("pairings_changed_meanwhile")
        drawn_round = None
        with suppress(Refused):
            drawn_round = seating.drawn_anew(round_)
        if drawn_round and new_pairs == _pairs_of(drawn_round):
            _pair_anew(step, round_, drawn_round)
            return
        cleaned = clubs.clean_reason(reason)
        step.facts = pairings_changed.facts(
            round=number,
            reason=cleaned,
            before=_names(step.tournament, [pair for pair in standing if pair not in new_pairs]),
            after=_names(step.tournament, [pair for pair in new_pairs if pair not in standing]),
        )
        drop_past_results(step, number)
        step.update(round_, reason=cleaned, **BY_HAND)
        _replace(step, round_, new_pairs, keeping=new_pairs)


@action(ActionKind.ROUNDS)
def round_paired_anew(*, round: int) -> str:
    return _("round %(round)s re-paired by the rules") % {"round": round}


def pair_anew(tournament: Tournament, *, by: User, number: int, expected: Sequence[Pair] | None = None) -> None:
    """Re-pair the last round by the rules, from today's results, while it has no result itself.

    `expected` are the pairs that the director was shown. Raises Refused where the rules now give others.
    """
    with change(tournament, by=by, action=round_paired_anew) as step:
        round_ = _round_without_result(step.tournament, number)
        drawn_round = seating.drawn_anew(round_)
        if expected is not None and tuple(expected) != _pairs_of(drawn_round):
            raise Refused("pairings_changed_meanwhile")
        _pair_anew(step, round_, drawn_round)


def correct_and_pair_anew(pairing: Pairing, *, by: User, expected: Result, result: Result, number: int) -> None:
    """Correct a result of an earlier round and re-pair the last one by the rules, both or neither."""
    with transaction.atomic():
        results.record_result(pairing, by=by, expected=expected, result=result)
        pair_anew(pairing.round.tournament, by=by, number=number)


def _round_without_result(tournament: Tournament, number: int) -> Round:
    round_ = last_round(tournament, number)
    _refuse_finals(round_)
    if Pairing.objects.filter(round=round_).exclude(outcome__in=[Outcome.PENDING, Outcome.BYE]).exists():
        raise Refused("round_has_results", round=number)
    return round_


def _refuse_finals(round_: Round) -> None:
    """Refuse to change who plays whom in the finals: "not paired by hand, and nobody is set at a table in them"."""
    if round_.is_finals:
        raise Refused("finals_follow_the_seeds", round=round_.number)


def _names(tournament: Tournament, pairs: Sequence[Pair]) -> list[list[str]]:
    names = dict(Entry.objects.filter(tournament=tournament).values_list("number", "name"))
    return [[names[first], "" if second is None else names[second]] for first, second in pairs]


def _pair_anew(step: Change, round_: Round, drawn_round: DrawnRound) -> None:
    step.facts = round_paired_anew.facts(round=round_.number)
    drop_past_results(step, round_.number)
    let_wishes_follow(step, round_.number - 1)
    step.update(round_, manual=False, reason="", **_as_drawn(drawn_round))
    pairs = _pairs_of(drawn_round)
    if pairs != seating.stored_pairs(round_):
        seated = {*Pairing.objects.filter(round=round_).values_list("first__number", "second__number", "table")}
        pairs_at_tables = zip(pairs, tables_of(pairs, round_.tournament, {}), strict=True)
        _replace(step, round_, pairs, keeping=[pair for pair, table in pairs_at_tables if (*pair, table) in seated])


def seats_anew(round_: Round) -> tuple[tuple[Pair, ...], list[int | None]]:
    """Pair a round without results again by the rules; return its pairs and their tables.

    Raises Refused where it cannot be paired again.
    """
    pairs = _pairs_of(seating.drawn_anew(_round_without_result(round_.tournament, round_.number)))
    return pairs, tables_of(pairs, round_.tournament, {})


def _replace(step: Change, round_: Round, pairs: Sequence[Pair], keeping: Sequence[Pair]) -> None:
    """Store the pairs in this order; those in `keeping` keep their row, result and table."""
    pairing_by_pair = {}
    old_pairings = []
    for pairing in Pairing.objects.filter(round=round_).select_related("first", "second").order_by("-position"):
        pair = (pairing.first.number, pairing.second.number if pairing.second else None)
        if pair in keeping:
            pairing_by_pair[pair] = pairing
        else:
            old_pairings.append(pairing)
    results.remove_games_and_transcripts(step, old_pairings)
    for pairing in old_pairings:
        step.remove(pairing)
    store_pairings(step, round_, pairs, pairing_by_pair, changed_at=None if round_.is_hidden else step.at)


# Seating: two players without an opponent in the running round get a table, or one of them the bye.

Entries = dict[int, Entry]


@action(
    ActionKind.ROUNDS,
    refuses={
        "have_met": gettext_lazy("%(name)s and %(opponent)s have already played each other."),
        "has_met_bye": gettext_lazy("%(name)s has already had a bye or a win by forfeit."),
    },
)
def players_seated(
    *, round: int, table: int | None, first: str, second: str, left: Sequence[str], came: Sequence[str]
) -> str:
    if not second:
        return _("round %(round)s: %(first)s has the bye") % {"round": round, "first": first}
    seat = {"round": round, "first": first, "second": second, "table": table}
    return _("round %(round)s: %(first)s plays %(second)s at table %(table)s") % seat


def set_at_table(
    tournament: Tournament,
    *,
    by: User,
    number: int,
    players: Sequence[int],
    expected: Sequence[Place],
    knows_met: bool = False,
) -> None:
    """Pair two free `players` of the running round `number` with each other, or give a single one the bye.

    `expected` are their places on the director's page. Raises Refused where they have changed. `knows_met` confirms
    that the two have met before or are kept apart, or that the player has had a bye. Repeating this changes nothing.
    """
    with change(tournament, by=by, action=players_seated) as step:
        round_ = last_round(step.tournament, number)
        record = record_of(step.tournament)
        # Done already: paired with each other, or the single one with the bye.
        seat_numbers = {*players} if len(players) == 2 else {*players, None}
        if any(set(place_of(record, player)) == seat_numbers for player in players):
            return
        if tuple(place_of(record, player) for player in players) != tuple(expected):
            raise Refused("pairings_changed_meanwhile")
        entries = {entry.number: entry for entry in Entry.objects.filter(tournament=step.tournament)}
        free = _free(round_, record, players, entries)
        if not knows_met:
            _refuse_met(record, players, entries)
        ranking = [row.number for row in standings(record, number - 1, as_of=number)]
        seat = seat_for(record, free, ranking, seating.fixed_tables(entries.values()))
        _store_seat(step, round_, seat, entries)
        came = [player.number for player in free if player.why is Waits.CAME]
        _mark_by_hand(step, round_, seat, came, entries)


def _free(round_: Round, record: TournamentRecord, numbers: Sequence[int], entries: Entries) -> tuple[FreePlayer, ...]:
    """Return these free players, with the reason each is free. Raises Refused where one is not, or the bye is taken."""
    _refuse_finals(round_)
    if round_.is_hidden:
        raise Refused("round_is_hidden", round=round_.number)
    if not is_running(record):
        raise Refused("round_is_over", round=round_.number)
    free = {player.number: player for player in seating.free_now(round_, record)}
    for number in numbers:
        if number not in free:
            name = entries[number].name if number in entries else str(number)
            raise Refused("player_is_not_free", name=name, round=round_.number)
    if len(numbers) != len({*numbers}) or len(numbers) not in (1, 2):
        raise Refused("not_understood")
    bye = next((pairing.first for pairing in record.rounds[-1].pairings if pairing.second is None), None)
    if len(numbers) == 1 and bye is not None:
        raise Refused("bye_is_taken", name=entries[bye].name, round=round_.number)
    return tuple(free[number] for number in numbers)


def _refuse_met(record: TournamentRecord, numbers: Sequence[int], entries: Entries) -> None:
    """Refuse a rematch, a kept-apart pair or a second bye. "Set only after the page has said so." """
    table = crosstable(record, len(record.rounds) - 1)
    if len(numbers) == 1 and table.has_met_bye(numbers[0]):
        raise Refused("has_met_bye", name=entries[numbers[0]].name)
    if len(numbers) == 2 and numbers[1] in table.opponents[numbers[0]]:
        raise Refused("have_met", name=entries[numbers[0]].name, opponent=entries[numbers[1]].name)
    if len(numbers) == 2 and numbers[1] in record.apart(len(record.rounds) + 1).get(numbers[0], ()):
        raise Refused("are_kept_apart", name=entries[numbers[0]].name, opponent=entries[numbers[1]].name)


def _store_seat(step: Change, round_: Round, seat: Seat, entries: Entries) -> None:
    """Store the new pairing in place of those it replaces; players who left are no longer in the round."""
    old_pairings = Pairing.objects.filter(round=round_, first__number__in=[pairing.first for pairing in seat.gone])
    stored_pairings = list(old_pairings.order_by("-position"))
    positions = list(Pairing.objects.filter(round=round_).order_by("position").values_list("position", flat=True))
    # The position of the replaced pairing, else the one behind all others.
    position = positions[seat.index] if seat.index < len(positions) else positions[-1] + 1
    results.remove_games_and_transcripts(step, stored_pairings)
    for row in stored_pairings:
        step.remove(row)
    first, second = seat.pair
    step.add(
        Pairing(
            round=round_,
            position=position,
            table=seat.table,
            first=entries[first],
            second=None if second is None else entries[second],
            outcome=(Outcome.BYE if second is None else Outcome.PENDING).value,
            changed_at=step.at,
        )
    )
    for leaver in seat.leavers:
        step.update(entries[leaver], withdrawn_after=round_.number - 1)
    for number in seat.pair:
        if number is not None:
            entry = entries[number]
            step.update(entry, joined_round=min(entry.joined_round, round_.number))


def _mark_by_hand(step: Change, round_: Round, seat: Seat, came: Sequence[int], entries: Entries) -> None:
    """Mark the round as `manual`; add the reason to the round's earlier ones, and its facts to the journal."""
    first, second = (entries[number].name if number else "" for number in seat.pair)
    leavers = [entries[number].name for number in seat.leavers]
    latecomers = [entries[number].name for number in came]
    step.facts = players_seated.facts(
        round=round_.number, table=seat.table, first=first, second=second, left=leavers, came=latecomers
    )
    with translation.override(step.tournament.language):
        why = [_("%(name)s has left.") % {"name": name} for name in leavers]
        why += [_("%(name)s came late.") % {"name": name} for name in latecomers]
        done = _("%(first)s plays %(second)s.") if second else _("%(first)s has the bye.")
        reason = " ".join(filter(None, [round_.reason, *why, done % {"first": first, "second": second}]))
    step.update(round_, reason=clubs.shortened_reason(reason), **BY_HAND)
