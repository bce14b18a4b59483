"""Players ask to be put on the list before round 1; the director takes them on or declines."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.contrib.auth.models import User
from django.utils import timezone

from tournament.actions.change import Change, change
from tournament.actions.entries import NewPlayer, enter_players
from tournament.actions.permissions import Doer, Guest
from tournament.actions.texts import clean_club, clean_name
from tournament.engine.refusals import Refused
from tournament.machine.rates import Rate
from tournament.models import Entry, JoinRequest, Tournament, Wish, Wished
from tournament.names import fold
from tournament.queries.players import has_ended, is_open, waiting

MOST_WAITING = 200
# A family at one phone.
OF_A_PHONE = Rate("sign-ups-of-a-phone", at_once=8, seconds=60)
# A hall of players behind one address, who have all just been told to sign up.
OF_A_NETWORK = Rate("sign-ups-of-a-network", at_once=80, seconds=2)


def ask_to_join(
    tournament: Tournament, *, by: Doer, request_key: UUID, name: str, club: str = "", wish: Wish = Wish.FULL
) -> JoinRequest:
    """Ask to be put on the list; the same form sent twice asks once, and nobody fills the list alone.

    The journal tells of it without keeping the row: there is nothing to take back.
    """
    with change(tournament, by=by, action="joining_asked") as step:
        cleaned = clean_name(name)
        already = JoinRequest.objects.filter(request_key=request_key).first()
        if already:
            if (already.tournament_id, already.name) != (step.tournament.pk, cleaned):
                raise Refused("not_understood")
            return already
        _refuse_to_ask(step.tournament, cleaned)
        if isinstance(by, Guest):
            _count(step.tournament, by)
        step.facts = {"name": cleaned}
        step.always_log = True
        return JoinRequest.objects.create(
            tournament=step.tournament,
            request_key=request_key,
            name=cleaned,
            club=clean_club(club),
            is_shortened=wish == Wish.ABBREVIATED,
            is_hidden=wish == Wish.HIDDEN,
            at=timezone.now(),
        )


def take_on(tournament: Tournament, *, by: User, chosen: Mapping[int, int]) -> list[Entry]:
    """Put those who asked on the list, all or none, in the order in which they asked.

    `chosen` holds the keys of their requests, each with the number of namesakes who are on the list and known.
    What is answered already stays as it is.
    """
    with change(tournament, by=by, action="joining_accepted") as step:
        _refuse_to_answer(step)
        requests = [asked for asked in waiting(step.tournament) if asked.pk in chosen]
        players = [NewPlayer(asked.name, asked.club, chosen[asked.pk], Wished(asked.wish)) for asked in requests]
        entries = enter_players(step, players)
        for asked, entry in zip(requests, entries, strict=True):
            step.update(asked, entry_id=entry.pk)
        return entries


def decline(tournament: Tournament, *, by: User, keys: Collection[int]) -> None:
    """Say no to the requests with these keys, in one change; what is answered already stays as it is."""
    with change(tournament, by=by, action="joining_declined") as step:
        _refuse_to_answer(step)
        requests = [asked for asked in waiting(step.tournament) if asked.pk in keys]
        step.facts = {"names": [asked.name for asked in requests]}
        for asked in requests:
            step.update(asked, is_declined=True)


def _refuse_to_ask(tournament: Tournament, name: str) -> None:
    if not is_open(tournament):
        raise Refused("joining_is_closed")
    names = tournament.entries.values_list("name", flat=True)
    if fold(name) in map(fold, names):
        raise Refused("joining_name_taken", name=name)
    names_waiting = [fold(asked.name) for asked in waiting(tournament)]
    if fold(name) in names_waiting:
        raise Refused("joining_asked_already", name=name)
    if len(names_waiting) >= MOST_WAITING:
        raise Refused("joining_is_full")


def _count(tournament: Tournament, by: Guest) -> None:
    """Refuse whoever has asked too often at this tournament; else count it, which is undone with the change."""
    if seconds := by.phone and OF_A_PHONE.wait(tournament.pk, by.phone):
        raise Refused("joining_too_often_on_a_phone", seconds=seconds)
    if seconds := by.network and OF_A_NETWORK.wait(tournament.pk, by.network):
        raise Refused("joining_too_often", seconds=seconds)
    if by.phone:
        OF_A_PHONE.use(tournament.pk, by.phone)
    if by.network:
        OF_A_NETWORK.use(tournament.pk, by.network)


def _refuse_to_answer(step: Change) -> None:
    if has_ended(step.tournament):
        raise Refused("joining_has_ended")
