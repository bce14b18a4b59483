"""What stood before a change and what stands after it."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.phrases.fees import fee_step_text, prize_text
from tournament.phrases.results import outcome_label, result_text, stored_result_text
from tournament.phrases.settings import SETTINGS, USUAL_SETTINGS, setting_value
from tournament.phrases.values import money, ordinal, tables


@dataclass(frozen=True, slots=True)
class _Side:
    """A stored row as it stood on one side of a change: whole where it came or went, else what changed of it.

    `names` are the players' by the keys of their entries.
    """

    fields: Mapping[str, Any]
    is_whole: bool
    names: Mapping[int, str]
    currency: str


def change_words(
    action: str,
    facts: Mapping[str, Any],
    changes: Sequence[Mapping[str, Any]],
    names: Mapping[int, str],
    currency: str = "EUR",
) -> tuple[str, str]:
    """What stood before a change and what stands after it, in words; a side on which there is nothing is empty.

    `names` are those of the players at that time, by the keys of their entries.
    """
    changed_by = facts["action"] if action in ("undone", "redone") else action
    if changed_by == "result_recorded":
        before, after = _results(action, facts)
        return _result_words(before, changes, "before", names), _result_words(after, changes, "after", names)
    return _side_words(changes, "before", names, currency), _side_words(changes, "after", names, currency)


def _results(action: str, facts: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The results before and after, as the journal keeps them."""
    if action == "undone":
        return facts["facts"]["result"], facts["facts"]["before"]
    first_time = facts["facts"] if action == "redone" else facts
    return first_time["before"], first_time["result"]


def _result_words(
    plain: Mapping[str, Any], changes: Sequence[Mapping[str, Any]], side: str, names: Mapping[int, str]
) -> str:
    text = stored_result_text(plain)
    if plain["outcome"] == Outcome.STOPPED:
        return _("stopped at %(score)s") % {"score": text}
    pairing = next(change[side] for change in changes if change["model"] == "pairing")
    if plain["winner"] is not None:
        return f"{text}; {_('match win for %(name)s') % {'name': names[pairing['winner_id']]}}"
    return text


def _side_words(changes: Sequence[Mapping[str, Any]], side: str, names: Mapping[int, str], currency: str) -> str:
    """All rows of one side, each kind in the order in which it is read."""
    changed_players = [
        change for change in changes if change["model"] == "entry" and change["before"] and change["after"]
    ]
    needs_names = len(changed_players) > 1 or any(change["model"] == "round" for change in changes)
    parts = []
    for model, words in STORED_WORDS.items():
        rows = [change for change in changes if change["model"] == model and change[side] is not None]
        for row in sorted(rows, key=lambda row: _place_among_its_kind(row[side])):
            is_whole = row["before"] is None or row["after"] is None
            said = [word for word in words(_Side(row[side], is_whole, names, currency)) if word]
            player = row["id"] if model == "entry" else row[side].get("entry_id")
            if said and needs_names and player is not None:
                said = [f"{names[player]}: {', '.join(said)}"]
            parts += said
    return "; ".join(parts)


def _place_among_its_kind(fields: Mapping[str, Any]) -> float:
    numbers = (fields.get(name) for name in ("position", "round_number", "number", "up_to"))
    return next((number for number in numbers if number is not None), math.inf)


def _tournament_words(side: _Side) -> Iterator[str]:
    if "is_closed" in side.fields and not side.is_whole:
        yield _("closed") if side.fields["is_closed"] else _("open")
    for field, label in SETTINGS.items():
        value = side.fields.get(field)
        if value in (None, "") or (side.is_whole and _is_usual(field, value)):
            continue
        yield f"{label}: {setting_value(field, value, side.currency)}"


def _is_usual(field: str, value: Any) -> bool:
    """Of a new tournament only what is set is worth a word."""
    return bool(value == USUAL_SETTINGS[field]) if field in USUAL_SETTINGS else not value


def _entry_words(side: _Side) -> Iterator[str]:
    fields = side.fields
    if side.is_whole:
        yield f"{fields['name']} ({fields['club']})" if fields["club"] else fields["name"]
        if fields.get("shown_as"):
            yield ENTRY_WORDS["shown_as"](fields["shown_as"])
        if fields["paid_cents"] is not None or fields["fee_waived"]:
            yield _fee_words(fields, side.currency)
        return
    if "paid_cents" in fields or "fee_waived" in fields:
        yield _fee_words(fields, side.currency)
    if fields.get("refunded_cents"):
        yield _("refunded: %(amount)s") % {"amount": money(fields["refunded_cents"], side.currency)}
    for field, words in ENTRY_WORDS.items():
        if field in fields:
            yield words(fields[field])


def _fee_words(fields: Mapping[str, Any], currency: str) -> str:
    """How the fee stands; what is waived is not paid, so what has changed says all."""
    if fields.get("fee_waived"):
        return _("waived: %(reason)s") % {"reason": fields["fee_waived"]}
    if fields.get("paid_cents") is None:
        return _("unpaid")
    return _("paid: %(amount)s") % {"amount": money(fields["paid_cents"], currency)}


def _withdrawn_words(after_round: int | None) -> str:
    if after_round is None:
        return _("playing")
    return _("left after round %(round)s") % {"round": after_round} if after_round else _("left before round 1")


ENTRY_WORDS: dict[str, Callable[[Any], str]] = {
    "name": str,
    "shown_as": lambda shown_as: _("appears as %(name)s") % {"name": shown_as} if shown_as else _("full name"),
    "club": lambda club: club and _("club: %(club)s") % {"club": club},
    "is_here": lambda is_here: _("here") if is_here else _("not here"),
    "fixed_table": lambda table: "" if table is None else tables([table]),
    "joined_round": lambda number: _("from round %(number)s") % {"number": number},
    "withdrawn_after": _withdrawn_words,
}
ROUND_WORDS: dict[str, Callable[[Any], str]] = {
    "planned_rounds": lambda rounds: f"{SETTINGS['planned_rounds']}: {rounds}",
    "manual": lambda by_hand: _("changed by hand") if by_hand else _("by the rules"),
    "rematches_allowed": lambda allowed: _("with rematches") if allowed else _("without rematches"),
    "is_hidden": lambda is_hidden: _("hidden") if is_hidden else _("released"),
}


def _round_words(side: _Side) -> Iterator[str]:
    for field, words in ROUND_WORDS.items():
        # Of a whole round only what is out of the ordinary.
        if side.fields.get(field) is True if side.is_whole else field in side.fields:
            yield words(side.fields[field])


def _pairing_words(side: _Side) -> Iterator[str]:
    """The pair and how it stood; one that only moves to another place of its round is not worth a word."""
    fields = side.fields
    if not side.is_whole:
        return
    second = outcome_label(Outcome.BYE) if fields["second_id"] is None else side.names[fields["second_id"]]
    pair = f"{side.names[fields['first_id']]} – {second}"
    outcome = Outcome(fields["outcome"])
    if outcome in (Outcome.PENDING, Outcome.BYE):
        yield pair
        return
    score = None if fields["first_points"] is None else (fields["first_points"], fields["second_points"])
    yield f"{pair} {result_text(Result(outcome, score, fields['winner_id']), fields['first_id'])}"


def _absence_words(side: _Side) -> Iterator[str]:
    yield _("not in round %(round)s") % {"round": side.fields["round_number"]}


def _prize_words(side: _Side) -> Iterator[str]:
    fields = side.fields
    if side.is_whole:
        yield prize_text(fields["place"], fields["description"])
    elif "place" in fields:
        yield _("%(place)s place") % {"place": ordinal(fields["place"])}
    if "description" in fields and not side.is_whole:
        yield fields["description"]
    if "price_cents" in fields:
        yield money(fields["price_cents"], side.currency)


def _fee_step_words(side: _Side) -> Iterator[str]:
    yield fee_step_text(side.fields["up_to"], side.fields["fee_cents"], side.currency)


# What is told of each kind of row, in this order.
STORED_WORDS: dict[str, Callable[[_Side], Iterator[str]]] = {
    "tournament": _tournament_words,
    "feestep": _fee_step_words,
    "round": _round_words,
    "entry": _entry_words,
    "absence": _absence_words,
    "pairing": _pairing_words,
    "prize": _prize_words,
}
