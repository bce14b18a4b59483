"""Sentences of the journal: what changed, and the values before and after."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext, gettext_lazy as _

from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.machine.logs import error_as
from tournament.names import isolated
from tournament.phrases import cash, players, results, tournaments, values
from tournament.phrases.rounds import round_in_sentence

# Values before and after a change.


@dataclass(frozen=True, slots=True)
class _Side:
    """A stored row before or after a change: all its fields if it was added or removed, else only the changed ones.

    `names` holds the players' names by entry key.
    """

    fields: Mapping[str, Any]
    is_whole: bool
    names: Mapping[int, str]
    currency: str


def _no_words(*_given: Any, **_named: Any) -> tuple[str, str]:
    return "", ""


@error_as(_no_words)
def change_words(
    action: str,
    facts: Mapping[str, Any],
    changes: Sequence[Mapping[str, Any]],
    names: Mapping[int, str],
    currency: str = "EUR",
    places_in: Callable[[int], int] = lambda number: 0,
) -> tuple[str, str]:
    """Describe the values before and after a change; an added row has no text before, a removed one none after.

    `names` holds the players' names at that time, by entry key; `places_in` returns how many can play in the round with
    a number if it belongs to the finals, else 0.
    """
    changes = [_with_rounds_named(change, places_in) for change in changes]
    changed_by = facts["action"] if action in ("undone", "redone") else action
    if changed_by == "result_recorded":
        before, after = _results(action, facts)
        return _result_words(before, changes, "before", names), _result_words(after, changes, "after", names)
    if changed_by == "confirmation_taken_back":
        confirmed = results.stored_result_text((facts if action == changed_by else facts["facts"])["result"])
        is_open = results.outcome_label(Outcome.PENDING)
        return (is_open, confirmed) if action == "undone" else (confirmed, is_open)
    return _side_words(changes, "before", names, currency), _side_words(changes, "after", names, currency)


# Stored fields that hold the number of a round and appear in the journal.
ROUND_FIELDS = ("joined_round", "withdrawn_after", "round_number", "since", "until")


def _with_rounds_named(change: Mapping[str, Any], places_in: Callable[[int], int]) -> Mapping[str, Any]:
    named_change = dict(change)
    for side in ("before", "after"):
        fields = change[side] or {}
        finals = {name: fields[name] for name in ROUND_FIELDS if fields.get(name) and places_in(fields[name])}
        if finals:
            named_change[side] = {**fields, **{name: round_in_sentence(n, places_in(n)) for name, n in finals.items()}}
    return named_change


def _results(action: str, facts: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return the results before and after the change, as stored in the journal."""
    if action == "undone":
        return facts["facts"]["result"], facts["facts"]["before"]
    first_time = facts["facts"] if action == "redone" else facts
    return first_time["before"], first_time["result"]


def _result_words(
    plain: Mapping[str, Any], changes: Sequence[Mapping[str, Any]], side: str, names: Mapping[int, str]
) -> str:
    text = results.stored_result_text(plain)
    if plain["outcome"] == Outcome.STOPPED:
        return _("stopped at %(score)s") % {"score": text}
    pairing = next(change[side] for change in changes if change["model"] == "pairing")
    if plain["winner"] is not None:
        return f"{text}; {_('match win for %(name)s') % {'name': names[pairing['winner_id']]}}"
    return text


def _side_words(changes: Sequence[Mapping[str, Any]], side: str, names: Mapping[int, str], currency: str) -> str:
    """Describe all changed rows as they were before or after, by `side`; models in the order of `STORED_WORDS`."""
    changed_players = [
        change for change in changes if change["model"] == "entry" and change["before"] and change["after"]
    ]
    needs_names = len(changed_players) > 1 or any(change["model"] == "round" for change in changes)
    parts = []
    for model, words in STORED_WORDS.items():
        rows = [change for change in changes if change["model"] == model and change[side] is not None]
        for row in sorted(rows, key=lambda row: _place_among_its_kind(row[side])):
            is_whole = row["before"] is None or row["after"] is None
            row_words = [word for word in words(_Side(row[side], is_whole, names, currency)) if word]
            player = row["id"] if model == "entry" else row[side].get("entry_id")
            if row_words and needs_names and player is not None:
                row_words = [f"{names[player]}: {', '.join(row_words)}"]
            parts += row_words
    return "; ".join(parts)


def _place_among_its_kind(fields: Mapping[str, Any]) -> float:
    numbers = (fields.get(name) for name in ("position", "round_number", "number", "up_to"))
    return next((number for number in numbers if number is not None), math.inf)


def _tournament_words(side: _Side) -> Iterator[str]:
    if "is_closed" in side.fields and not side.is_whole:
        yield gettext("closed") if side.fields["is_closed"] else gettext("open")
    for field, label in tournaments.SETTINGS.items():
        value = side.fields.get(field)
        if value in (None, "") or (side.is_whole and _is_usual(field, value)):
            continue
        yield f"{label}: {tournaments.setting_value(field, value, side.currency)}"


def _is_usual(field: str, value: Any) -> bool:
    """Whether a setting of a new tournament has its default, which the journal leaves out."""
    return bool(value == tournaments.USUAL_SETTINGS[field]) if field in tournaments.USUAL_SETTINGS else not value


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
        yield _("refunded: %(amount)s") % {"amount": values.money(fields["refunded_cents"], side.currency)}
    for field, words in ENTRY_WORDS.items():
        if field in fields:
            yield words(fields[field])


def _fee_words(fields: Mapping[str, Any], currency: str) -> str:
    """Describe the state of the fee; a waived fee is never paid, so the changed field says enough."""
    if fields.get("fee_waived"):
        return _("waived: %(reason)s") % {"reason": fields["fee_waived"]}
    if fields.get("paid_cents") is None:
        return gettext("unpaid")
    return _("paid: %(amount)s") % {"amount": values.money(fields["paid_cents"], currency)}


def _withdrawn_words(after_round: int | None) -> str:
    if after_round is None:
        return gettext("playing")
    return _("left after round %(round)s") % {"round": after_round} if after_round else gettext("left before round 1")


def _detail_words(field: str, value: Any) -> str:
    return "" if value in ("", None) else f"{players.DETAILS[field]}: {value}"


ENTRY_WORDS: dict[str, Callable[[Any], str]] = {
    "name": str,
    "shown_as": lambda shown_as: _("appears as %(name)s") % {"name": shown_as} if shown_as else gettext("full name"),
    **{field: partial(_detail_words, field) for field in players.DETAILS},
    "is_here": lambda is_here: gettext("checked in") if is_here else gettext("not checked in"),
    "fixed_table": lambda table: "" if table is None else values.tables([table]),
    "joined_round": lambda number: _("from round %(number)s") % {"number": number},
    "withdrawn_after": _withdrawn_words,
}
ROUND_WORDS: dict[str, Callable[[Any], str]] = {
    "planned_rounds": lambda rounds: f"{tournaments.SETTINGS['planned_rounds']}: {rounds}",
    "manual": lambda by_hand: gettext("changed by hand") if by_hand else gettext("by the rules"),
    "rematches_allowed": lambda allowed: gettext("with rematches") if allowed else gettext("without rematches"),
    "is_finals": lambda is_finals: gettext("finals") if is_finals else "",
    "second_ended": lambda has_ended: gettext("consolation ended") if has_ended else gettext("consolation goes on"),
    "is_hidden": lambda is_hidden: gettext("hidden") if is_hidden else gettext("released"),
}


def _round_words(side: _Side) -> Iterator[str]:
    for field, words in ROUND_WORDS.items():
        # An added or removed round is described by its true fields, a changed one by all changed fields.
        if side.fields.get(field) is True if side.is_whole else field in side.fields:
            yield words(side.fields[field])


def _pairing_words(side: _Side) -> Iterator[str]:
    """Describe the pair and its result; empty for a pairing that only moves within its round."""
    fields = side.fields
    if not side.is_whole:
        return
    second = results.outcome_label(Outcome.BYE) if fields["second_id"] is None else side.names[fields["second_id"]]
    pair = f"{side.names[fields['first_id']]} – {second}"
    outcome = Outcome(fields["outcome"])
    if outcome in (Outcome.PENDING, Outcome.BYE):
        yield pair
        return
    score = None if fields["first_points"] is None else (fields["first_points"], fields["second_points"])
    yield f"{pair} {results.result_text(Result(outcome, score, fields['winner_id']), fields['first_id'])}"


def _kept_apart_words(side: _Side) -> Iterator[str]:
    fields = side.fields
    if side.is_whole:
        yield f"{side.names[fields['first_id']]} – {side.names[fields['second_id']]}"
    if "since" in fields:
        yield _("from round %(number)s") % {"number": fields["since"]}
    if fields.get("until"):
        yield _("until round %(number)s") % {"number": fields["until"]}
    elif not side.is_whole and "until" in fields:
        yield gettext("for good")


def _prize_words(side: _Side) -> Iterator[str]:
    fields = side.fields
    if side.is_whole:
        yield cash.prize_text(fields["place"], fields["description"])
    elif fields.get("place"):
        yield _("%(place)s place") % {"place": values.ordinal(fields["place"])}
    elif "place" in fields:
        yield gettext("other cost")
    if "description" in fields and not side.is_whole:
        yield fields["description"]
    if "price_cents" in fields:
        yield values.money(fields["price_cents"], side.currency)


# Functions that describe a row of each model, in the order in which the journal lists them.
STORED_WORDS: dict[str, Callable[[_Side], Iterable[str]]] = {
    "tournament": _tournament_words,
    "feestep": lambda side: [cash.fee_step_text(side.fields["up_to"], side.fields["fee_cents"], side.currency)],
    "round": _round_words,
    "entry": _entry_words,
    "absence": lambda side: [_("not in round %(round)s") % {"round": side.fields["round_number"]}],
    "keptapart": _kept_apart_words,
    "pairing": _pairing_words,
    "prize": _prize_words,
}


# One sentence for each action, which stands where the action is declared: `action` in `actions/catalogue.py`.

JOURNAL: dict[str, Callable[..., str]] = {}


def _action_alone(action: str, facts: Mapping[str, Any]) -> str:
    return _("change without a description: %(action)s") % {"action": action}


@error_as(_action_alone)
def journal_sentence(action: str, facts: Mapping[str, Any]) -> str:
    """Describe a change in one line; one that cannot be described is called by the name of its action."""
    # Beside the facts of its action, each line may hold what was booked for closed books.
    own = {key: fact for key, fact in facts.items() if key != "booked_late"}
    sentence = JOURNAL[action](**{key: isolated(fact) if isinstance(fact, str) else fact for key, fact in own.items()})
    if numbers := facts.get("booked_late"):
        booked = _("booked for closed books: %(numbers)s") % {"numbers": ", ".join(numbers)}
        return f"{sentence}; {booked}"
    return sentence


JOURNAL_KINDS = {
    "players": _("Players"),
    "results": _("Results"),
    "rounds": _("Rounds and pairings"),
    "sheets": _("Score sheets"),
    "fees": _("Fees and prizes"),
    "settings": _("Settings"),
}


def author(name: str, *, is_helper: bool = False, is_guest: bool = False) -> str:
    """Name the author of a change; without an account it was the command line or a guest's phone."""
    if is_guest:
        return _("%(name)s (phone)") % {"name": name}
    if is_helper:
        return _("%(name)s (helper)") % {"name": name}
    return name or gettext("command line")
