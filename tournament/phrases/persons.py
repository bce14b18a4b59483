"""Labels and values in the copy of a person's stored data, in words for the person."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _, gettext_lazy

from tournament.money.vouchers import Movement
from tournament.phrases import matches, players, results, tournaments, values

PERSON_REFUSALS: dict[str, Any] = {
    "nobody_ticked": gettext_lazy("Tick at least one entry."),
    "books_keep_name": gettext_lazy("Vouchers still have to keep this name. Tick that it goes from there, too."),
    "person_is_gone": gettext_lazy("This person is no longer in the register. Search again."),
    "person_is_the_same": gettext_lazy("This is the same person already."),
    "persons_have_met": gettext_lazy("Both played in %(tournament)s, so they are two people."),
    "split_leaves_nobody": gettext_lazy("That is all this person has played. Select fewer evenings."),
}

# Labels by the keys of the JSON copy, which are the same in every language.
COPY_LABELS = {
    "absent_rounds": gettext_lazy("Rounds not played"),
    "asked_to_join": gettext_lazy("Sign-up"),
    "at": gettext_lazy("On"),
    "automatic": gettext_lazy("Automatic doubles"),
    "backups_that_may_hold_it": gettext_lazy("Backups that may hold the same data"),
    "by": gettext_lazy("Reported by start number"),
    "came_in_at": gettext_lazy("First seen"),
    "cancelled_at": gettext_lazy("Cancelled on"),
    "cancelled_by": gettext_lazy("Cancelled by"),
    "cents": gettext_lazy("Amount"),
    "conceded": gettext_lazy("Given up"),
    "counts": gettext_lazy("Counts for the ratings"),
    "cube": gettext_lazy("Cube"),
    "currency": gettext_lazy("Currency"),
    "date": gettext_lazy("Date"),
    "earlier_matches": gettext_lazy("Matches of earlier years"),
    "fee_paid_at": gettext_lazy("Entry fee paid on"),
    "fee_paid_cents": gettext_lazy("Entry fee paid"),
    "fee_paid_to": gettext_lazy("Entry fee received by"),
    "fee_refunded_at": gettext_lazy("Entry fee refunded on"),
    "fee_refunded_by": gettext_lazy("Entry fee refunded by"),
    "fee_refunded_cents": gettext_lazy("Entry fee refunded"),
    "fee_waived": gettext_lazy("Entry fee waived because"),
    "first_points": gettext_lazy("Points of the one named first"),
    "fixed_table": gettext_lazy("Fixed table"),
    "hand": gettext_lazy("Received or paid by"),
    "helped": gettext_lazy("Helped at this tournament"),
    "is_here": gettext_lazy("Checked in"),
    "joined_round": gettext_lazy("Plays from round"),
    "journal": gettext_lazy("Journal"),
    "kept_apart": gettext_lazy("Not paired with"),
    "kind": gettext_lazy("Kind"),
    "label": gettext_lazy("Number in the year"),
    "last_seen": gettext_lazy("Last seen"),
    "list": gettext_lazy("List"),
    "loser_points": gettext_lazy("Points of the loser"),
    "match_length": gettext_lazy("Length of the match"),
    "matches": gettext_lazy("Matches"),
    "movement": gettext_lazy("What for"),
    "name": gettext_lazy("Name"),
    "named_first": gettext_lazy("Named first"),
    "number": gettext_lazy("Number"),
    "opponent": gettext_lazy("Start number of the opponent"),
    "other_names": gettext_lazy("Other names"),
    "outcome": gettext_lazy("Outcome"),
    "party": gettext_lazy("Made out to"),
    "reports": gettext_lazy("Reports by phone"),
    "result": gettext_lazy("Result"),
    "round": gettext_lazy("Round"),
    "score_sheet": gettext_lazy("Score sheet"),
    "second_points": gettext_lazy("Points of the other one"),
    "shown_as": gettext_lazy("Appears as"),
    "since": gettext_lazy("From round"),
    "start_number": gettext_lazy("Start number"),
    "table": gettext_lazy("Table"),
    "text": gettext_lazy("Text"),
    "texts": gettext_lazy("Texts with the name"),
    "tournament": gettext_lazy("Tournament"),
    "transcript": gettext_lazy("Transcript"),
    "until": gettext_lazy("Until round"),
    "vouchers": gettext_lazy("Vouchers"),
    "vouchers_of_deleted_tournaments": gettext_lazy("Vouchers of deleted tournaments"),
    "what": gettext_lazy("What"),
    "where": gettext_lazy("Stored in"),
    "winner": gettext_lazy("Start number of the winner"),
    "winner_points": gettext_lazy("Points of the winner"),
    "wish": gettext_lazy("Wish how to appear"),
    "withdrawn_after": gettext_lazy("Left after round"),
    "won": gettext_lazy("Won"),
    "words": gettext_lazy("Cube and dice"),
    **players.DETAILS,
}
MOMENTS = frozenset(key for key in COPY_LABELS if key == "at" or key.endswith("_at")) | {"last_seen"}
CODES: Mapping[str, Mapping[Any, Any]] = {
    "kind": matches.KIND_LABELS,
    "movement": {Movement.FEE: gettext_lazy("Entry fee"), Movement.REFUND: gettext_lazy("Refund")},
    "outcome": results.OUTCOMES,
    "wish": tournaments.CHOICES["wish"],
}


def copy_label(key: str) -> str:
    return str(COPY_LABELS[key])


def copy_text(key: str, value: Any, currency: str) -> str:
    """Put the value of a key of the JSON copy into words; empty for None, "" and an amount of 0."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None or value == "":
        return ""
    if isinstance(value, list):
        return ", ".join(copy_text(key, item, currency) for item in value)
    if key.endswith("cents"):
        return values.money(value, currency) if value else ""
    if key in CODES:
        return str(CODES[key].get(value, value))
    if key == "date":
        return date_format(date.fromisoformat(value), "SHORT_DATE_FORMAT")
    if key in MOMENTS:
        at = datetime.fromisoformat(value)
        return f"{date_format(at, 'SHORT_DATE_FORMAT')}, {date_format(at, 'H:i')}"
    return number_format(value) if isinstance(value, int) else str(value)


def copy_notes() -> tuple[str, ...]:
    """Explain the printed copy of the data to the person who gets it."""
    sentence = _("Everything that this program stores about one person. Other players are start numbers or “…”.")
    return sentence, _("The file as JSON holds the same for other programs.")
