"""What is stored about a person, as a file says it."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from tournament.models import Entry, JoinRequest, JournalLine, Pairing, Person, Tournament, Voucher
from tournament.phrases.journal import journal_sentence
from tournament.phrases.results import result_text
from tournament.queries.evening import record_of
from tournament.queries.persons import matches_of, names_ever
from tournament.queries.record import result_of


def stored_about(
    entries: Iterable[Entry], requests: Iterable[JoinRequest] = (), persons: Iterable[Person] = ()
) -> list[dict[str, Any]]:
    """Everything stored about these, as plain values: opponents by their start numbers alone.

    Of the `persons` it is what they have in the register, and their matches of earlier years.
    """
    about_requests = [
        {
            "tournament": asked.tournament.name,
            "date": asked.tournament.date.isoformat(),
            "asked_to_join": [_asked(asked)],
            "journal": _journal_of(asked.tournament, {asked.name}),
        }
        for asked in requests
    ]
    return [*map(_stored_about, entries), *about_requests, *map(_in_register, persons)]


def _in_register(person: Person) -> dict[str, Any]:
    same = Person.objects.in_truth([person.pk]).order_by("pk")
    keys = {one.pk for one in same}
    return {
        "club": person.club.name,
        "name": person.name,
        "other_names": [one.name for one in same if one != person],
        "wish": person.wish,
        "shown_as": person.shown_as,
        "earlier_matches": [
            {
                "date": match.date.isoformat(),
                "list": match.match_import.name,
                "counts": match.match_import.counts,
                "match_length": match.match_length,
                "won": match.winner_id in keys,
                "winner_points": match.winner_points,
                "loser_points": match.loser_points,
            }
            for match in matches_of(person)
        ],
    }


def _journal_of(tournament: Tournament, names: Iterable[str]) -> list[dict[str, str]]:
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
        "journal": _journal_of(entry.tournament, names_ever(entry)),
    }


def _absent_rounds(entry: Entry) -> list[int]:
    records = {record.number: record for record in record_of(entry.tournament).entries}
    return list(records[entry.number].absent_rounds)


def _asked(asked: JoinRequest) -> dict[str, Any]:
    return {
        "at": _local(asked.at),
        "name": asked.name,
        "club": asked.club,
        "wish": asked.wish,
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


def _pairings(entry: Entry) -> QuerySet[Pairing]:
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
