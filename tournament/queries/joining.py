"""Who has asked to be put on the list, and whether that can still be answered."""

import re
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from tournament.models import JoinRequest, Round, Tournament, Wish
from tournament.names import first_name_and_initial, fold


@dataclass(frozen=True, slots=True)
class JoinRequestRow:
    """A request that waits; `namesakes` says how many of the same name are on the list already."""

    request: JoinRequest
    namesakes: int

    @property
    def short_name(self) -> str:
        """What the player would appear as; empty where that is the whole name, or none."""
        return first_name_and_initial(self.request.name) if self.request.wish == Wish.ABBREVIATED else ""


def is_open(tournament: Tournament) -> bool:
    """Whether players may ask to be put on the list."""
    return tournament.opens_joining and not has_ended(tournament)


def has_ended(tournament: Tournament) -> bool:
    """Whether no request is answered any more: the first draw settles who plays."""
    return tournament.is_closed or Round.objects.filter(tournament=tournament).exists()


def waiting(tournament: Tournament) -> QuerySet[JoinRequest]:
    """The requests without an answer, in the order in which they came."""
    requests = JoinRequest.objects.filter(tournament=tournament, entry=None, is_declined=False)
    return requests.order_by("at", "pk")


def join_requests(tournament: Tournament) -> tuple[JoinRequestRow, ...]:
    """Who waits for an answer that can still be given."""
    requests = tuple(waiting(tournament))
    if not requests or has_ended(tournament):
        return ()
    names = [fold(name) for name in tournament.entries.values_list("name", flat=True)]
    return tuple(JoinRequestRow(asked, names.count(fold(asked.name))) for asked in requests)


def request_of(tournament: Tournament, key: str) -> JoinRequest | None:
    """The request with this key, as a phone keeps it."""
    if not re.fullmatch("[0-9a-f]{32}", key):
        return None
    requests = JoinRequest.objects.select_related("entry")
    return requests.filter(tournament=tournament, request_key=UUID(key)).first()
