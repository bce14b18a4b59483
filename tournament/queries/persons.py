"""What is stored about a person: the entries under a name, and everything that was noted of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from tournament.models import Entry, JoinRequest, JournalLine, Pairing
from tournament.names import fold, search_key, tidy
from tournament.phrases import journal_sentence, result_text
from tournament.queries.record import result_of
from tournament.queries.tournaments import directed_by

MOST_FOUND = 30


@dataclass(frozen=True, slots=True)
class Person:
    """Entries of one name, the newest tournament first; they may be several people."""

    name: str
    entries: tuple[Entry, ...]


def persons_like(user: AbstractBaseUser, typed: str) -> tuple[Person, ...]:
    """Whoever in the user's tournaments has every word typed in the name, in the order of the names."""
    words = search_key(tidy(typed)).split()
    if not words:
        return ()
    by_name: dict[str, list[Entry]] = {}
    for entry in entries_of(user):
        if all(word in search_key(entry.name) for word in words):
            by_name.setdefault(fold(entry.name), []).append(entry)
    found = [Person(entries[0].name, tuple(entries)) for entries in by_name.values()]
    return tuple(sorted(found, key=lambda person: search_key(person.name)))[:MOST_FOUND]


def entries_of(user: AbstractBaseUser, keys: Iterable[int] | None = None) -> Sequence[Entry]:
    """The entries in the user's tournaments, the newest first, or those of them with these keys."""
    entries = Entry.objects.filter(tournament__in=directed_by(user)).select_related("tournament")
    if keys is not None:
        entries = entries.filter(pk__in=list(keys))
    return entries.order_by("-tournament__date", "-tournament", "number")


def names_ever(entry: Entry) -> set[str]:
    """Every name that the entry had, as far as the journal knows, and the one it was asked for under."""
    names = {entry.name, entry.shown_as, *JoinRequest.objects.filter(entry=entry).values_list("name", flat=True)}
    for line in JournalLine.objects.filter(tournament=entry.tournament_id).order_by("version"):
        for row in line.changes:
            if row["model"] == "entry" and row["id"] == entry.pk:
                sides = (row["before"] or {}, row["after"] or {})
                names |= {values.get(field, "") for values in sides for field in ("name", "shown_as")}
    return names - {""}


def stored_about(entries: Iterable[Entry]) -> list[dict[str, Any]]:
    """Everything stored about these entries, as plain values: opponents by their start numbers alone."""
    return [_stored_about(entry) for entry in entries]


def _stored_about(entry: Entry) -> dict[str, Any]:
    names = names_ever(entry)
    lines = JournalLine.objects.filter(tournament=entry.tournament_id).order_by("version")
    return {
        "tournament": entry.tournament.name,
        "date": entry.tournament.date.isoformat(),
        "start_number": entry.number,
        "name": entry.name,
        "shown_as": entry.shown_as,
        "club": entry.club,
        "fee_paid": entry.fee_paid,
        "fee_waived": entry.fee_waived,
        "is_here": entry.is_here,
        "fixed_table": entry.fixed_table,
        "joined_round": entry.joined_round,
        "withdrawn_after": entry.withdrawn_after,
        "absent_rounds": list(entry.absences.order_by("round_number").values_list("round_number", flat=True)),
        "asked_to_join": [_asked(asked) for asked in JoinRequest.objects.filter(entry=entry).order_by("at")],
        "matches": [_match(entry, pairing) for pairing in _pairings(entry)],
        "journal": [
            {"at": timezone.localtime(line.at).isoformat(), "what": sentence}
            for line in lines
            if any(name in (sentence := journal_sentence(line.action, line.facts)) for name in names)
        ],
    }


def _asked(asked: JoinRequest) -> dict[str, Any]:
    return {
        "at": timezone.localtime(asked.at).isoformat(),
        "name": asked.name,
        "club": asked.club,
        "is_shortened": asked.is_shortened,
    }


def _pairings(entry: Entry) -> Sequence[Pairing]:
    stored = Pairing.objects.filter(round__tournament=entry.tournament_id)
    own = stored.filter(first=entry) | stored.filter(second=entry)
    return own.select_related("round", "first", "second", "winner").order_by("round__number")


def _match(entry: Entry, pairing: Pairing) -> dict[str, Any]:
    opponent = pairing.second if pairing.first_id == entry.pk else pairing.first
    return {
        "round": pairing.round.number,
        "table": pairing.table,
        "opponent": opponent.number if opponent else None,
        "named_first": pairing.first_id == entry.pk,
        "outcome": pairing.outcome,
        "result": result_text(result_of(pairing), pairing.first.number),
    }
