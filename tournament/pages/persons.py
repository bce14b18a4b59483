"""What is stored about a person, as a file says it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import QuerySet
from django.utils import timezone

from tournament.models import Entry, Game, Helper, JoinRequest, JournalLine, Pairing, Person, Report, Voucher
from tournament.names import fold
from tournament.phrases.journal import journal_sentence
from tournament.phrases.results import result_text
from tournament.queries.evening import record_of
from tournament.queries.persons import (
    as_whole_words,
    matches_of,
    names_ever,
    names_of_others,
    register_names_ever,
    texts_of_a_club,
    texts_of_a_tournament,
    texts_that_may_name,
    vouchers_of_deleted,
)
from tournament.queries.record import result_of

Table = tuple[type[models.Model], str]


def stored_about(
    entries: Iterable[Entry],
    requests: Iterable[JoinRequest] = (),
    persons: Iterable[Person] = (),
    vouchers: Iterable[Voucher] = (),
) -> list[dict[str, Any]]:
    """Everything stored about these, as plain values: opponents by their start numbers alone.

    Of the `persons` it is what they have in the register and in the club's journal, and their matches of earlier years;
    the `vouchers` are of deleted tournaments.
    """
    about_requests = [
        {
            "tournament": asked.tournament.name,
            "date": asked.tournament.date.isoformat(),
            "asked_to_join": [_asked(asked)],
            "journal": _told_of(asked.tournament.journal, {asked.name}),
        }
        for asked in requests
    ]
    return [
        *map(_stored_about, entries),
        *about_requests,
        *map(_of_deleted, vouchers),
        *map(_in_register, persons),
    ]


def _in_register(person: Person) -> dict[str, Any]:
    club = person.club
    same = Person.objects.in_truth([person.pk]).order_by("pk")
    keys = {one.pk for one in same}
    names = register_names_ever(club, same) - names_of_others(club, same)
    return {
        "club": club.name,
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
        "vouchers_of_deleted_tournaments": [
            _of_deleted(voucher) for voucher in vouchers_of_deleted(club).filter(party__in=names)
        ],
        "texts": list(_texts(texts_of_a_club(), club.pk, names)),
        "journal": _told_of(club.journal, names, "person", keys),
    }


def _told_of(
    lines: "models.Manager[JournalLine]", names: Collection[str], model: str = "", keys: Collection[int] = ()
) -> list[dict[str, str]]:
    """The lines of a journal that change one of these rows, or in which one of the names stands as a whole word."""
    told = []
    for line in lines.order_by("version"):
        sentence = journal_sentence(line.action, line.facts)
        is_own = any(row["model"] == model and row["id"] in keys for row in line.changes)
        is_by_them = line.by_guest and line.by_name in names
        if is_own or is_by_them or _is_named(sentence, names):
            told.append({"at": timezone.localtime(line.at).isoformat(), "what": sentence})
    return told


def _texts(tables: Iterable[Table], whole: int, names: Collection[str]) -> Iterator[dict[str, Any]]:
    """Whatever else was written in which one of the names stands, with the column that holds it."""
    for model, way in tables:
        for row in model._default_manager.filter(**{way: whole}).order_by("pk"):
            for field in texts_that_may_name(model):
                text = getattr(row, field.attname)
                if _is_named(str(text), names):
                    yield {"where": f"{model._meta.model_name}.{field.name}", "text": text}


def _is_named(text: str, names: Collection[str]) -> bool:
    return bool(names) and as_whole_words(names).search(text) is not None


def _stored_about(entry: Entry) -> dict[str, Any]:
    tournament = entry.tournament
    others = Entry.objects.filter(tournament=tournament).exclude(pk=entry.pk)
    names = names_ever(entry) - {name for pair in others.values_list("name", "shown_as") for name in pair}
    return {
        "tournament": tournament.name,
        "date": tournament.date.isoformat(),
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
        "helped": [_helped(helper) for helper in _helpers(entry, names)],
        "matches": [_match(entry, pairing) for pairing in _pairings(entry)],
        "texts": list(_texts(texts_of_a_tournament(), tournament.pk, names)),
        "journal": _told_of(tournament.journal, names, "entry", {entry.pk}),
    }


def _helpers(entry: Entry, names: Collection[str]) -> Iterator[Helper]:
    folded = set(map(fold, names))
    for helper in entry.tournament.helpers.select_related("user").order_by("pk"):
        if fold(helper.user.first_name) in folded:
            yield helper


def _helped(helper: Helper) -> dict[str, Any]:
    return {
        "name": helper.user.first_name,
        "came_in_at": _local(helper.user.date_joined),
        "last_seen": _local(helper.last_seen),
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


def _of_deleted(voucher: Voucher) -> dict[str, Any]:
    return {"tournament": voucher.evening, "label": voucher.label, **_voucher(voucher)}


def _local(at: datetime | None) -> str | None:
    return timezone.localtime(at).isoformat() if at else None


def _pairings(entry: Entry) -> QuerySet[Pairing]:
    stored = Pairing.objects.filter(round__tournament=entry.tournament_id)
    own = stored.filter(first=entry) | stored.filter(second=entry)
    whole = own.select_related("round", "first", "second", "winner", "transcript")
    return whole.prefetch_related("reports__entry", "games__winner").order_by("round__number")


def _match(entry: Entry, pairing: Pairing) -> dict[str, Any]:
    opponent = pairing.second if pairing.first_id == entry.pk else pairing.first
    transcript = getattr(pairing, "transcript", None)
    return {
        "round": pairing.round.number,
        "table": pairing.table,
        "opponent": opponent.number if opponent else None,
        "named_first": pairing.first_id == entry.pk,
        "outcome": pairing.outcome,
        "result": result_text(result_of(pairing), pairing.first.number),
        "reports": [_reported(report) for report in pairing.reports.all()],
        "score_sheet": [_game(game) for game in sorted(pairing.games.all(), key=lambda game: game.number)],
        "transcript": transcript.text if transcript else None,
    }


def _reported(report: Report) -> Mapping[str, Any]:
    return {
        "by": report.entry.number,
        "at": _local(report.at),
        "first_points": report.first_points,
        "second_points": report.second_points,
    }


def _game(game: Game) -> Mapping[str, Any]:
    return {
        "number": game.number,
        "kind": game.kind,
        "winner": game.winner.number if game.winner else None,
        "cube": game.cube,
        "automatic": game.automatic,
        "conceded": game.conceded,
        "words": game.words,
    }
