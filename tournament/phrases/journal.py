"""Sentences of the journal: what changed, and the values before and after."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext, gettext_lazy as _, ngettext, ngettext_lazy

from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.machine.logs import error_as
from tournament.names import first_name_and_initial, isolated
from tournament.phrases import cash, clubs, matches, players, results, seasons, tournaments, values
from tournament.phrases.rounds import finals_round, in_empty_places, round_in_sentence, with_round_named

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
    named = dict(change)
    for side in ("before", "after"):
        fields = change[side] or {}
        finals = {name: fields[name] for name in ROUND_FIELDS if fields.get(name) and places_in(fields[name])}
        if finals:
            named[side] = {**fields, **{name: round_in_sentence(n, places_in(n)) for name, n in finals.items()}}
    return named


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


# One sentence for each action.


def _action_alone(action: str, facts: Mapping[str, Any]) -> str:
    return _("change without a description: %(action)s") % {"action": action}


@error_as(_action_alone)
def journal_sentence(action: str, facts: Mapping[str, Any]) -> str:
    """Describe a change in one line; one that cannot be described is called by the name of its action."""
    line = JOURNAL.get(action) or CLUB_JOURNAL[action]
    # Beside the facts of its action, each line may hold what was booked for closed books.
    own = {key: fact for key, fact in facts.items() if key != "booked_late"}
    plain = {key: isolated(fact) if isinstance(fact, str) else fact for key, fact in own.items()}
    amount = {"amount": values.money(facts["cents"], facts["currency"])} if "cents" in facts else {}
    named = {**with_round_named(plain), **amount}
    told = str(line(named) if callable(line) else line % named)
    if numbers := facts.get("booked_late"):
        booked = _("booked for closed books: %(numbers)s") % {"numbers": ", ".join(numbers)}
        return f"{told}; {booked}"
    return told


def _names(names: Sequence[str]) -> str:
    return values.enumeration(names, values.MOST_NAMES)


def _either(fact: str, sentence: Any, otherwise: Any) -> Callable[[Mapping[str, Any]], str]:
    """Return a function that writes `sentence` if the fact is true or not empty, else `otherwise`."""
    return lambda facts: str((sentence if facts[fact] else otherwise) % facts)


def _purchase_line(of_prize: Any, of_cost: Any) -> Callable[[Mapping[str, Any]], str]:
    """Return a function that writes `of_prize` for a change of a prize, `of_cost` for one of another cost."""
    return lambda facts: str(of_prize if facts["rank"] else of_cost) % {"what": cash.prize_text(**facts)}


def _ended_line(facts: Mapping[str, Any]) -> str:
    ended = ngettext("evening ended after %(rounds)s round", "evening ended after %(rounds)s rounds", facts["rounds"])
    if facts["fallen"]:
        ended += "; " + ngettext("%(fallen)s match not played", "%(fallen)s matches not played", facts["fallen"])
    return ended % facts


def _with_year_named(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Give the fiscal year in the facts its name; lines of other versions have the number of the year alone."""
    return {**facts, "year": facts.get("year_name", facts["year"])}


def _cash_counted_line(facts: Mapping[str, Any]) -> str:
    """Say which cash was counted."""
    said = _("cash of %(year)s counted") % _with_year_named(facts)
    counts = (
        (facts.get("opening_cents"), _("%(amount)s at the beginning")),
        (facts.get("closing_cents"), _("%(amount)s at the end")),
    )
    told = [text % {"amount": values.money(cents, facts["currency"])} for cents, text in counts if cents is not None]
    if "currency" in facts and not told:
        told = [gettext("nothing")]
    return f"{said}: {', '.join(told)}" if told else said


def _year_closed_line(facts: Mapping[str, Any]) -> str:
    """Say which books were closed, with their differences."""
    amounts = {name: values.money(cents, facts["currency"]) for name, cents in facts.items() if name.endswith("_cents")}
    parts = [_("books of %(year)s closed with %(closing_cents)s") % {**_with_year_named(facts), **amounts}]
    if facts["opening_difference_cents"]:
        parts.append(_("difference to the year before: %(opening_difference_cents)s") % amounts)
    if facts["difference_cents"]:
        parts.append(_("difference between counted and computed: %(difference_cents)s") % amounts)
    if facts["reason"]:
        parts.append(_("reason: %(reason)s") % facts)
    return "; ".join(parts)


def _fee_line(facts: Mapping[str, Any]) -> str:
    if facts["waived"]:
        return _("entry fee waived: %(name)s (%(waived)s)") % facts
    if "cents" in facts:
        return _("part of the entry fee paid: %(name)s (%(amount)s)") % facts
    sentence = _("entry fee marked as paid: %(name)s") if facts["paid"] else _("entry fee marked as unpaid: %(name)s")
    return sentence % facts


def _forgotten_line(facts: Mapping[str, Any]) -> str:
    if facts["number"] is not None:
        return str(_("erased: the person with start number %(number)s") % facts)
    return str(_("erased: a name in texts") if facts.get("is_text") else _("erased: a person who had signed up"))


def _entered_line(facts: Mapping[str, Any]) -> str:
    added = _("added: %(names)s") % {"names": _names(facts["names"])}
    if not facts.get("late_tables"):
        return added
    return f"{added}; {in_empty_places(facts['late_tables'])}"


def _renamed_line(facts: Mapping[str, Any]) -> str:
    if facts["before"] == facts["after"]:
        changed = ", ".join(str(players.DETAILS[field]) for field in facts["details"])
        changed = changed or gettext("different person with this name")
        return _("changed for %(name)s: %(what)s") % {"name": facts["after"], "what": changed}
    return _("%(before)s renamed to %(after)s") % facts


def _drawn_line(facts: Mapping[str, Any]) -> str:
    if "round_places" in facts:
        parts = [_("%(finals)s drawn") % {"finals": finals_round(facts["round_places"])}]
        if "places_set" in facts:
            parts.append(_("drawn for %(places)s places (%(places_set)s were set)") % facts)
    else:
        parts = [_("round %(round)s paired") % facts]
    if facts.get("pauses"):
        parts.append(_("not in this round: %(names)s") % {"names": _names(facts["pauses"])})
    if facts.get("has_left"):
        parts.append(_("left: %(name)s") % {"name": _names(facts["has_left"])})
    return "; ".join(parts)


def _wish_line(facts: Mapping[str, Any]) -> str:
    """Say how a player appears from now on and on all earlier evenings."""
    if facts["wish"] == "hidden":
        return _("%(name)s is not named in public") % facts
    if facts["wish"] == "abbreviated":
        shown_as = facts["shown_as"] or first_name_and_initial(facts["name"])
        return _("%(name)s appears as %(shown_as)s") % {"name": facts["name"], "shown_as": shown_as}
    return _("%(name)s appears with full name") % facts


def _member_line(facts: Mapping[str, Any]) -> str:
    """Say what an account may do in the club from now on."""
    sentences = {
        "": _("%(name)s no longer belongs to the club"),
        "director": _("%(name)s directs all tournaments of the club"),
        "helper": _("%(name)s helps at all tournaments of the club"),
    }
    return sentences[facts["role"] or ""] % facts


# For each action a lazy sentence with the facts of the change as placeholders, or a function of these facts.
CLUB_JOURNAL: dict[str, Any] = {
    "club_founded": _("club set up"),
    "member_invited": lambda facts: _("a director invited") if facts["role"] == "director" else _("a helper invited"),
    "invitation_withdrawn": _("an invitation withdrawn"),
    "invitation_accepted": lambda facts: _("invitation accepted: %(sentence)s") % {"sentence": _member_line(facts)},
    "member_changed": _member_line,
    "password_link_made": _("a link made to renew the password of %(name)s"),
    "second_factor_rule_changed": _either(
        "is_required",
        _("a second factor required of all accounts of the club"),
        _("a second factor no longer required"),
    ),
    "club_changed": _("club settings changed"),
    "notices_written": lambda facts: (
        _("text changed: %(names)s") % {"names": ", ".join(str(clubs.NOTICE_TITLES[name]) for name in facts["names"])}
    ),
    "club_imported": ngettext_lazy(
        "%(tournaments)s tournament imported from the file of a club",
        "%(tournaments)s tournaments imported from the file of a club",
        "tournaments",
    ),
    "persons_merged": _("%(name)s is the same person as %(into)s"),
    "person_split": _either(
        "evenings",
        ngettext_lazy(
            "%(evenings)s evening of %(name)s was played by another person",
            "%(evenings)s evenings of %(name)s were played by another person",
            "evenings",
        ),
        ngettext_lazy(
            "%(matches)s earlier match of %(name)s was played by another person",
            "%(matches)s earlier matches of %(name)s were played by another person",
            "matches",
        ),
    ),
    "person_renamed": _("%(before)s is called %(after)s in the register"),
    "wish_set": _wish_line,
    "wishes_taken_over": lambda facts: (
        _("taken over how they wish to appear: %(names)s") % {"names": _names(facts["names"])}
    ),
    "season_added": _("season added: %(name)s"),
    "season_changed": _("season changed: %(name)s"),
    "season_removed": _("season removed: %(name)s"),
    "own_season_chosen": _either(
        "name", _("%(name)s is the season of the club"), _("the season that is running is that of the club")
    ),
    "ratings_changed": _("settings of the ratings changed"),
    "matches_imported": ngettext_lazy(
        "%(count)d match of earlier years imported: %(name)s",
        "%(count)d matches of earlier years imported: %(name)s",
        "count",
    ),
    "matches_taken_back": _("matches of earlier years taken back: %(name)s"),
    "match_entered": lambda facts: _("match entered: %(match)s") % {"match": seasons.single_match_text(facts)},
    "match_corrected": lambda facts: _("match corrected: %(match)s") % {"match": seasons.single_match_text(facts)},
    "match_removed": lambda facts: _("match removed: %(match)s") % {"match": seasons.single_match_text(facts)},
    "person_erased": _("erased: a person"),
    "matches_forgotten": _("erased: a person with matches of earlier years"),
    "books_forgotten": _("erased: names in vouchers of deleted tournaments"),
    "cash_booked": _either(
        "comes_in", _("put into the cash: %(amount)s, %(text)s"), _("taken out of the cash: %(amount)s, %(text)s")
    ),
    "cash_cancelled": lambda facts: (
        _("entry %(number)s of the cash cancelled: %(text)s")
        % {**facts, "text": ", ".join(facts[name] for name in ("amount", "text") if name in facts)}
    ),
    "cash_counted": _cash_counted_line,
    "year_closed": _year_closed_line,
    "year_reopened": lambda facts: gettext("books of %(year)s opened again") % _with_year_named(facts),
    "club_tournament_deleted": _("tournament deleted: %(name)s"),
}
JOURNAL: dict[str, Any] = {
    "tournament_created": _("tournament set up"),
    "tournament_imported": _("tournament imported from an archive"),
    "tournament_changed": _("tournament changed"),
    "tournament_closed": _("tournament closed"),
    "tournament_reopened": _("tournament reopened"),
    "players_entered": _entered_line,
    "player_renamed": _renamed_line,
    "joining_asked": _("signed up: %(name)s"),
    "joining_accepted": lambda facts: _("accepted: %(names)s") % {"names": _names(facts["names"])},
    "joining_declined": lambda facts: _("declined: %(names)s") % {"names": _names(facts["names"])},
    "fee_marked": _fee_line,
    "fees_marked": lambda facts: _("entry fee marked as paid: %(name)s") % {"name": _names(facts["names"])},
    "fee_refunded": _("%(amount)s refunded to %(name)s"),
    "player_removed": _("removed: %(name)s"),
    "player_withdrawn": _("left: %(name)s"),
    "player_returned": _("returned: %(name)s"),
    "arrival_marked": _either("here", _("%(name)s is checked in"), _("%(name)s is not checked in")),
    "pause_marked": _either("pauses", _("%(name)s sits out round %(round)s"), _("%(name)s plays in round %(round)s")),
    "fixed_table_set": _either(
        "table", _("table %(table)s reserved for %(name)s"), _("fixed table removed for %(name)s")
    ),
    "pair_kept_apart": _("%(first)s and %(second)s are not paired with each other"),
    "pair_let_meet": _("%(first)s and %(second)s may be paired with each other again"),
    "appearance_set": _either("shown_as", _("%(name)s appears as %(shown_as)s"), _("%(name)s appears with full name")),
    "players_seated": _either(
        "second",
        _("round %(round)s: %(first)s plays %(second)s at table %(table)s"),
        _("round %(round)s: %(first)s has the bye"),
    ),
    "evening_ended": _ended_line,
    "evening_goes_on": _("the evening goes on"),
    "person_forgotten": _forgotten_line,
    "round_drawn": _drawn_line,
    "round_released": _("round %(round)s released"),
    "round_removed": _("round %(round)s removed"),
    "round_paired_anew": _("round %(round)s re-paired by the rules"),
    "pairings_changed": _either(
        "reason",
        _("pairings of round %(round)s changed by hand: %(reason)s"),
        _("pairings of round %(round)s changed by hand"),
    ),
    "result_recorded": results.result_line,
    "result_reported": lambda facts: (
        _("reported by %(name)s: %(what)s") % {"name": facts["by"], "what": results.result_line(facts)}
    ),
    "confirmation_taken_back": lambda facts: (
        _("taken back by %(name)s: %(what)s") % {"name": facts["by"], "what": results.result_line(facts)}
    ),
    "transcript_attached": _("transcript attached: round %(round)s, table %(table)s"),
    "transcript_turned": _("players of the transcript swapped: round %(round)s, table %(table)s"),
    "transcript_removed": _("transcript removed: round %(round)s, table %(table)s"),
    "word_said": matches.said_line,
    "word_taken_back": matches.taken_back_line,
    "player_link_renewed": _("new private link for %(name)s"),
    "player_links_renewed": _("new private links for all players"),
    "phone_known": _("the phone that signed up is that of %(name)s"),
    "prize_added": _purchase_line(_("prize added: %(what)s"), _("cost added: %(what)s")),
    "prize_changed": _purchase_line(_("prize changed: %(what)s"), _("cost changed: %(what)s")),
    "prize_removed": _purchase_line(_("prize removed: %(what)s"), _("cost removed: %(what)s")),
    "costs_changed": _("cost statement changed"),
    "undone": lambda facts: _("undone: %(what)s") % {"what": journal_sentence(**facts)},
    "redone": lambda facts: _("redone: %(what)s") % {"what": journal_sentence(**facts)},
}
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
