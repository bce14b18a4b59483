"""What is stored about a person: the entries under a name, and everything that was noted of them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from tournament.models import Entry, JoinRequest, JournalLine, Pairing, Tournament, Voucher
from tournament.names import fold, search_key, tidy
from tournament.phrases.journal import journal_sentence
from tournament.phrases.results import result_text
from tournament.queries.record import record_of, result_of
from tournament.queries.tournaments import directed_by

MOST_FOUND = 30


@dataclass(frozen=True, slots=True)
class Person:
    """Entries of one name, the newest tournament first, and requests for one that came to nothing.

    They may be several people.
    """

    name: str
    entries: tuple[Entry, ...]
    requests: tuple[JoinRequest, ...]

    @property
    def tournaments(self) -> int:
        """In how many tournaments the name is stored."""
        return len({row.tournament_id for row in (*self.entries, *self.requests)})


def persons_like(user: AbstractBaseUser, typed: str) -> tuple[Person, ...]:
    """Whoever in the user's tournaments has every word typed in the name, in the order of the names."""
    words = search_key(tidy(typed)).split()
    if not words:
        return ()
    by_name: dict[str, tuple[list[Entry], list[JoinRequest]]] = {}
    for row in (*entries_of(user), *requests_of(user)):
        if all(word in search_key(row.name) for word in words):
            entries, requests = by_name.setdefault(fold(row.name), ([], []))
            (entries if isinstance(row, Entry) else requests).append(row)
    found = [
        Person((*entries, *requests)[0].name, tuple(entries), tuple(requests)) for entries, requests in by_name.values()
    ]
    return tuple(sorted(found, key=lambda person: search_key(person.name)))[:MOST_FOUND]


def entries_of(user: AbstractBaseUser, keys: Iterable[int] | None = None) -> Sequence[Entry]:
    """The entries in the user's tournaments, the newest first, or those of them with these keys."""
    entries = Entry.objects.filter(tournament__in=directed_by(user)).select_related("tournament")
    if keys is not None:
        entries = entries.filter(pk__in=list(keys))
    return entries.order_by("-tournament__date", "-tournament", "number")


def requests_of(user: AbstractBaseUser, keys: Iterable[int] | None = None) -> Sequence[JoinRequest]:
    """The requests in the user's tournaments that have led to no entry, the newest first, or those with these keys."""
    requests = JoinRequest.objects.filter(tournament__in=directed_by(user), entry=None).select_related("tournament")
    if keys is not None:
        requests = requests.filter(pk__in=list(keys))
    return requests.order_by("-at", "-pk")


def names_ever(entry: Entry) -> set[str]:
    """Every name that the entry had, as far as the journal knows, and the one it was asked for under."""
    names = {entry.name, entry.shown_as, *JoinRequest.objects.filter(entry=entry).values_list("name", flat=True)}
    for line in JournalLine.objects.filter(tournament=entry.tournament_id).order_by("version"):
        for row in line.changes:
            if row["model"] == "entry" and row["id"] == entry.pk:
                sides = (row["before"] or {}, row["after"] or {})
                names |= {values.get(field, "") for values in sides for field in ("name", "shown_as")}
    return names - {""}


def stored_about(entries: Iterable[Entry], requests: Iterable[JoinRequest] = ()) -> list[dict[str, Any]]:
    """Everything stored about these, as plain values: opponents by their start numbers alone."""
    about_requests = [
        {
            "tournament": asked.tournament.name,
            "date": asked.tournament.date.isoformat(),
            "asked_to_join": [_asked(asked)],
            "journal": _told_of(asked.tournament, {asked.name}),
        }
        for asked in requests
    ]
    return [_stored_about(entry) for entry in entries] + about_requests


def _told_of(tournament: Tournament, names: Iterable[str]) -> list[dict[str, str]]:
    """The lines of the journal in which one of the names stands, not merely as a part of another."""
    whole_names = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names))
    lines = JournalLine.objects.filter(tournament=tournament).order_by("version")
    return [
        {"at": timezone.localtime(line.at).isoformat(), "what": sentence}
        for line in lines
        if whole_names.search(sentence := journal_sentence(line.action, line.facts))
    ]


def _stored_about(entry: Entry) -> dict[str, Any]:
    return {
        "tournament": entry.tournament.name,
        "date": entry.tournament.date.isoformat(),
        "start_number": entry.number,
        "name": entry.name,
        "shown_as": entry.shown_as,
        "club": entry.club,
        "fee_paid_cents": entry.paid_cents,
        "fee_paid_at": _local(entry.paid_at),
        "fee_paid_to": entry.paid_to,
        "fee_refunded_cents": entry.refunded_cents,
        "fee_refunded_at": _local(entry.refunded_at),
        "fee_refunded_by": entry.refunded_by,
        "fee_waived": entry.fee_waived,
        "vouchers": [_voucher(voucher) for voucher in entry.vouchers.order_by("number")],
        "is_here": entry.is_here,
        "fixed_table": entry.fixed_table,
        "joined_round": entry.joined_round,
        "withdrawn_after": entry.withdrawn_after,
        "absent_rounds": _absent_rounds(entry),
        "asked_to_join": [_asked(asked) for asked in JoinRequest.objects.filter(entry=entry).order_by("at")],
        "matches": [_match(entry, pairing) for pairing in _pairings(entry)],
        "journal": _told_of(entry.tournament, names_ever(entry)),
    }


def _absent_rounds(entry: Entry) -> list[int]:
    records = {record.number: record for record in record_of(entry.tournament).entries}
    return list(records[entry.number].absent_rounds)


def _asked(asked: JoinRequest) -> dict[str, Any]:
    return {
        "at": _local(asked.at),
        "name": asked.name,
        "club": asked.club,
        "is_shortened": asked.is_shortened,
    }


def _voucher(voucher: Voucher) -> dict[str, Any]:
    return {
        "number": voucher.number,
        "movement": voucher.movement,
        "cents": voucher.cents,
        "party": voucher.party,
        "hand": voucher.hand,
        "at": _local(voucher.at),
        "cancelled_at": _local(voucher.cancelled_at),
        "cancelled_by": voucher.cancelled_by,
    }


def _local(at: datetime | None) -> str | None:
    return timezone.localtime(at).isoformat() if at else None


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
