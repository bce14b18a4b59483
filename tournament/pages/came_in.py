"""What has come in of a round since its page was opened, as the desk shows it to whoever comes there to enter it."""

from collections.abc import Collection
from dataclasses import dataclass

from django.utils import timezone

from tournament.phrases.results import came_in_sentence
from tournament.phrases.values import moment
from tournament.queries.evening import Evening
from tournament.queries.results import reported_as_stored
from tournament.queries.rounds import PairingRow


@dataclass(frozen=True, slots=True)
class CameIn:
    """From where a result has come in and when, as "from the phone, 20:41"."""

    is_by_phone: bool
    said: str


def has_settled(row: PairingRow, since: int) -> bool:
    """Whether a table was finished before a page was opened, in seconds; when it was finished is not always known."""
    return not row.is_open and (row.finished_at is None or row.finished_at.timestamp() < since)


def came_in(evening: Evening, number: int, rows: Collection[PairingRow], since: int) -> dict[int, CameIn]:
    """Of these rows of the round those that have been finished since, by the keys of their matches."""
    new = {row.key: row.finished_at for row in rows if not row.is_open and not has_settled(row, since)}
    reported = [pairing.key for pairing in evening.pairings[number] if pairing.is_reported and pairing.key in new]
    by_phone = reported_as_stored(reported) if reported else frozenset()
    today = timezone.localdate()
    return {
        key: CameIn(key in by_phone, came_in_sentence(moment(at, today), is_by_phone=key in by_phone))
        for key, at in new.items()
        if at
    }
