"""Entries of a tournament: sign-ups, cards, links, the list at the desk, missed players."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from tournament.engine.finals import asked_about, finals_are_next
from tournament.engine.record import TournamentRecord
from tournament.engine.refusals import Refused
from tournament.engine.standings import Standing
from tournament.engine.terms import Outcome
from tournament.models import Absence, Entry, JoinRequest, KeptApart, Person, Round, Tournament, Wish
from tournament.money.fees import Fees
from tournament.money.payments import FeeState
from tournament.names import first_name_and_initial, fold, has_words, nearly_called, person_key, reading, search_key
from tournament.queries import accounts, cash, standings
from tournament.queries.evening import Evening, evening_of
from tournament.queries.standings import shown_rows

# Sign-ups, and whether they can still be answered.


# From so many sign-ups on, one network stands out: more than a family, and as many as a hall behind one address.
MANY_OF_A_NETWORK = 10


class JoinRequestRow:
    """A sign-up without an answer; `namesakes` is the number of entries of the same name.

    `is_for_this_evening` tells that the club knows the name, and that its wish how to appear would hold for this
    evening alone.
    """

    def __init__(self, request: JoinRequest, names: Sequence[str], known: Mapping[str, int]) -> None:
        strictness = request.wish.strictness
        self.request, self.namesakes = request, names.count(fold(request.name))
        self.is_for_this_evening = strictness > known.get(person_key(request.name), strictness)

    @property
    def short_name(self) -> str:
        """The abbreviated name of a player who wishes one, else empty."""
        return first_name_and_initial(self.request.name) if self.request.wish == Wish.ABBREVIATED else ""


def is_open(tournament: Tournament) -> bool:
    """Tell whether players may sign up."""
    return tournament.opens_joining and not has_ended(tournament)


def has_ended(tournament: Tournament) -> bool:
    """Tell whether sign-ups can no longer be answered: the first draw fixes the players."""
    return tournament.is_closed or Round.objects.filter(tournament=tournament).exists()


def waiting(tournament: Tournament) -> QuerySet[JoinRequest]:
    """Return the sign-ups without an answer, in the order in which they came."""
    requests = JoinRequest.objects.filter(tournament=tournament, entry=None, is_declined=False)
    return requests.order_by("at", "pk")


def join_requests(tournament: Tournament) -> tuple[JoinRequestRow, ...]:
    """Return the waiting sign-ups that can still be answered."""
    requests = tuple(waiting(tournament))
    if not requests or has_ended(tournament):
        return ()
    names = [fold(name) for name in tournament.entries.values_list("name", flat=True)]
    strictness_by_key: dict[str, int] = {}
    keys = {
        person_key(join_request.name)
        for join_request in requests
        if join_request.wish != Wish.FULL and not tournament.is_practice
    }
    persons = Person.objects.filter(club=tournament.club_id, key__in=keys).exclude(name="")
    for person in persons.select_related("merged_into") if keys else ():
        strictness = person.real.wished.wish.strictness
        strictness_by_key[person.key] = min(strictness, strictness_by_key.get(person.key, strictness))
    return tuple(JoinRequestRow(join_request, names, strictness_by_key) for join_request in requests)


def of_one_network(request_rows: Iterable[JoinRequestRow]) -> tuple[tuple[JoinRequestRow, ...], ...]:
    """Return the sign-ups of each network that stands out by many, the most first."""
    groups: dict[str, list[JoinRequestRow]] = defaultdict(list)
    for row in request_rows:
        if row.request.network_digest:
            groups[row.request.network_digest].append(row)
    many = [tuple(group) for group in groups.values() if len(group) >= MANY_OF_A_NETWORK]
    return tuple(sorted(many, key=len, reverse=True))


def request_of(tournament: Tournament, key: str) -> JoinRequest | None:
    """Return the sign-up with this key, which the phone keeps."""
    if not re.fullmatch("[0-9a-f]{32}", key):
        return None
    requests = JoinRequest.objects.select_related("entry")
    return requests.filter(tournament=tournament, request_key=UUID(key)).first()


# Who is kept apart from whom.


def wishes_about(entry: Entry) -> QuerySet[KeptApart]:
    """Return the stored pairs that keep this player apart from others, or did so in earlier rounds."""
    pairs = KeptApart.objects.filter(Q(first=entry) | Q(second=entry))
    return pairs.select_related("first", "second").order_by("since", "pk")


def kept_apart_now(evening: Evening) -> Mapping[int, Sequence[Entry]]:
    """Map each start number to the players it is currently kept apart from, sorted by start number."""
    others_by_number: dict[int, list[int]] = defaultdict(list)
    for wish in evening.record.kept_apart:
        if wish.until is None:
            others_by_number[wish.first].append(wish.second)
            others_by_number[wish.second].append(wish.first)
    return {number: [evening.entries[other] for other in sorted(others)] for number, others in others_by_number.items()}


def player_called(tournament: Tournament, typed: str) -> Entry:
    """Return the entry with this start number or name. Raises Refused where none or several match."""
    entries = Entry.objects.filter(tournament=tournament)
    matching_entries = [entry for entry in entries if typed == str(entry.number) or fold(typed) == fold(entry.name)]
    if not matching_entries:
        raise Refused("nobody_called_so", name=typed)
    if len(matching_entries) > 1:
        raise Refused("several_called_so", name=typed)
    return matching_entries[0]


# Player cards: the rounds so far, with score and rank after each.


# A player's round: its number, the opponent, and the standing after it, which is None while the round is open.
PlayedRound = tuple[int, standings.CrossCell, Standing | None]


def player_cards(tournament: Tournament) -> tuple[tuple[Entry, tuple[PlayedRound, ...]], ...]:
    """Return all players who have not left, by start number, each with the rounds paired so far."""
    evening = evening_of(tournament)
    record = evening.record
    leavers = record.left
    rankings = [_after(record, round_.number) for round_ in record.rounds]
    cross_rows = sorted(standings.crosstable_page(evening).rows, key=lambda row: row.entry.number)
    return tuple(
        (
            row.entry,
            tuple(
                (number, cell, rankings[number - 1].get(row.entry.number))
                for number, cell in enumerate(row.cells, start=1)
            ),
        )
        for row in cross_rows
        if row.entry.number not in leavers
    )


def _after(record: TournamentRecord, round_number: int) -> dict[int, Standing]:
    if round_number > record.completed_rounds:
        return {}
    return {row.number: row for row in shown_rows(record, round_number)}


# Private links of players, computed each time and stored nowhere.


def player_link(entry: Entry) -> str:
    return settings.PUBLIC_URL + reverse("private_link", args=[entry.tournament.slug, entry.number, _token(entry)])


def linked_entry(tournament: Tournament, number: int, token: str, *, secret: str = "") -> Entry | None:
    """Return the entry of a private link; None where the link is wrong or has been renewed.

    If the token is `OWN_PHONE`, the `secret` of the requesting phone must be the one of the player's sign-up.
    """
    entry = Entry.objects.filter(tournament=tournament, number=number).first()
    if entry is None:
        return None
    if token == OWN_PHONE:
        join_request = sign_up_of(entry)
        is_own = join_request is not None and constant_time_compare(
            phone_digest(join_request.request_key, secret), join_request.phone_digest
        )
        return entry if is_own else None
    return entry if constant_time_compare(token, _token(entry)) else None


def _token(entry: Entry) -> str:
    return accounts.link_secret("player-link", f"{entry.pk}/{entry.link_count}")


# The phones that players signed up on: each sends its own secret, of which only a digest is stored.


def network_digest(tournament: Tournament, network: str) -> str:
    """Return the digest of a network stored with a sign-up; the same network has another one in each tournament."""
    return accounts.link_secret("sign-up-network", f"{tournament.pk}/{network}") if network else ""


# Used in an address in place of the token of a private link.
OWN_PHONE = "phone"


def phone_digest(request_key: UUID, secret: str) -> str:
    """Return the digest of a phone's secret stored with a sign-up; it differs between sign-ups of one phone."""
    return accounts.link_secret("phone", f"{request_key.hex}/{secret}")


def sign_up_of(entry: Entry) -> JoinRequest | None:
    """Return the player's sign-up whose phone may still report; a new private link ends the phone's rights, too."""
    if entry.link_count:
        return None
    return JoinRequest.objects.filter(entry=entry).exclude(phone_digest="").first()


def others_of_phone(entry: Entry, secret: str) -> tuple[Entry, ...]:
    """Return the other players of the tournament who signed up on the phone with this secret, by start number."""
    accepted = JoinRequest.objects.filter(tournament=entry.tournament_id, entry__link_count=0).exclude(entry=entry)
    return tuple(
        join_request.entry
        for join_request in accepted.exclude(phone_digest="")
        .select_related("entry__tournament")
        .order_by("entry__number")
        if join_request.entry
        and constant_time_compare(phone_digest(join_request.request_key, secret), join_request.phone_digest)
    )


def phone_may_set_wish(entry: Entry) -> bool:
    """Tell whether the phone that signed up may set how the player appears.

    Anyone can sign up under the name of a known person, so the director has to confirm that it is that person.
    """
    join_request = sign_up_of(entry)
    if join_request is None or entry.person is None or entry.person.plays_once():
        return join_request is not None
    return join_request.said_to_be_id == entry.person.real_id


# The list of players at the desk: its order, who is not checked in, and unpaid fees.


class Order(StrEnum):
    """The order of the list; `OPEN` puts players first who are not here or owe the fee."""

    NAME = "name"
    NUMBER = "number"
    OPEN = "open"


def attendance(fees: Fees[cash.FeeRow]) -> dict[str, int]:
    """Count the active players, how many are here, how many have to pay the fee and how many have paid it.

    Players who have left are not expected to be here.
    """
    playing = [row.entry for row in fees.rows if not row.has_left]
    paid = sum(row.state is FeeState.PAID for row in fees.rows)
    here_count = sum(entry.is_here for entry in playing)
    return {"here": here_count, "players": len(playing), "paid": paid, "payers": paid + len(fees.owed)}


def paid_together(fees: Fees[cash.FeeRow], *, asks_who_is_here: bool) -> dict[str, int] | None:
    """Return how many `players` can be marked as paid together, and the sum in `cents`; None where fewer than two owe.

    These are the players who are here, or all where nobody here owes or nobody is checked in at the door;
    with `here_alone`, others who owe the fee are not here yet.
    """
    owing = cash.owing_players(fees)
    owing_here = cash.owing_players(fees, here_alone=True) if asks_who_is_here else ()
    fee_rows = owing_here or owing
    if len(fee_rows) < 2:
        return None
    cents = sum(row.lacking_cents for row in fee_rows)
    return {"players": len(fee_rows), "cents": cents, "here_alone": len(fee_rows) < len(owing)}


def in_order(fee_rows: Sequence[cash.FeeRow], order: Order, *, asks_who_is_here: bool) -> tuple[cash.FeeRow, ...]:
    if order is Order.NUMBER:
        return tuple(sorted(fee_rows, key=lambda row: row.entry.number))
    if order is Order.NAME:
        return cash.by_name(fee_rows)

    def is_settled(row: cash.FeeRow) -> bool:
        is_missed = asks_who_is_here and not row.entry.is_here and not row.has_left
        return not is_missed and row.state is not FeeState.OWED

    return tuple(sorted(cash.by_name(fee_rows), key=is_settled))


def matching(fee_rows: Collection[cash.FeeRow], typed: str) -> tuple[cash.FeeRow, ...]:
    """Return the rows in whose name or club every typed word is found."""
    words = search_key(typed).split()
    return tuple(row for row in fee_rows if has_words(words, f"{row.entry.name} {row.entry.club}"))


def found_by(entry: Entry) -> str:
    """Return the text in which a search looks for a player: name and club, folded, and the name in Latin letters."""
    return f"{search_key(f'{entry.name} {entry.club}')} {reading(entry.name)}"


def meant_on_list(tournament: Tournament, typed: str) -> tuple[str, ...]:
    """Return names on the list of players that the typed text may mean, if the text finds none; one query."""
    words = search_key(typed).split()
    entries = list(tournament.entries.order_by("number"))
    if any(all(word in found_by(entry) for word in words) for entry in entries):
        return ()
    return nearly_called(typed, (entry.name for entry in entries))


# Players missed before a round is paired, and those who sit it out.


class Missed(StrEnum):
    NOT_SEEN = "not_seen"
    DID_NOT_APPEAR = "did_not_appear"


def missed_players(evening: Evening) -> tuple[tuple[Entry, Missed], ...]:
    """Return players who would be paired next, but were not checked in or did not appear in the last round, and why.

    If nobody at all is checked in, the director does not use check-in, and nobody is missed for lack of it. In the
    finals only players who would play in the next round are returned.
    """
    record, entries = evening.record, evening.entries
    next_round = len(record.rounds) + 1
    is_door_kept = any(entry.is_here for entry in entries.values())
    did_not_appear: set[int] = set()
    for pairing in record.rounds[-1].pairings if record.rounds else ():
        if pairing.result.outcome in (Outcome.FORFEIT, Outcome.DOUBLE_FORFEIT) and pairing.second is not None:
            did_not_appear |= {pairing.first, pairing.second} - {pairing.result.winner}
    missed = {}
    for number in record.present(next_round):
        entry = entries[number]
        if number in did_not_appear:
            missed[number] = (entry, Missed.DID_NOT_APPEAR)
        elif is_door_kept and not entry.is_here and entry.joined_round == next_round:
            missed[number] = (entry, Missed.NOT_SEEN)
    playing_numbers = asked_about(record, missed) if finals_are_next(record) else missed
    return tuple(player for number, player in missed.items() if number in playing_numbers)


def absent_in(tournament: Tournament, round_number: int) -> tuple[int, ...]:
    """Return the start numbers of players who sit the round out."""
    absences = Absence.objects.filter(entry__tournament=tournament, round_number=round_number)
    return tuple(absences.order_by("entry__number").values_list("entry__number", flat=True))
