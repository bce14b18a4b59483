"""Entries of a tournament: adding, signing up, leaving and coming back."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from tournament.actions.catalogue import DESK, DIRECTORS, ActionKind, Role, Undo, action
from tournament.actions.change import change
from tournament.actions.clubs import clean_club, clean_name
from tournament.actions.following import NewPlayer, appearance, persons_for, persons_on_list
from tournament.actions.permissions import Doer, Guest
from tournament.actions.persons import take_stricter_wishes
from tournament.actions.step import Change
from tournament.engine import record as engine
from tournament.engine.finals import opponents_of_latecomers
from tournament.engine.record import has_left
from tournament.engine.refusals import Refused
from tournament.engine.seating import is_running
from tournament.engine.terms import Outcome
from tournament.machine.rates import Rate
from tournament.models import (
    Absence,
    Club,
    Entry,
    JoinRequest,
    KeptApart,
    Person,
    Round,
    Tournament,
    Wish,
    Wished,
)
from tournament.names import fold, person_key
from tournament.phrases.players import DETAILS
from tournament.phrases.rounds import in_empty_places, round_in_sentence
from tournament.phrases.values import MOST_NAMES, enumeration
from tournament.queries.evening import record_of
from tournament.queries.persons import likenesses
from tournament.queries.players import (
    MANY_OF_A_NETWORK,
    has_ended,
    is_open,
    network_digest,
    phone_digest,
    sign_up_of,
    waiting,
    wishes_about,
)
from tournament.queries.record import paired_rounds, round_facts

# Players: entered, renamed, checked in, withdrawn and taken back.

LAST_TABLE = 9999


@dataclass(frozen=True, slots=True)
class Identity:
    """The director's answer whose name a new one is: of a `person` in the register, of an entry, or of somebody else.

    `others` are the similar names that the director has been asked about.
    """

    person: int | None = None
    is_listed: bool = False
    others: frozenset[str] = frozenset()


# The director's answers about new names, by their `person_key`.
Identities = Mapping[str, Identity]


def as_said(player: NewPlayer, identities: Identities) -> NewPlayer | None:
    """Return the player with the person whom the director has named; None for a player who is on the list already."""
    identity = identities.get(person_key(player.name))
    if identity is None:
        return player
    if identity.is_listed:
        return None
    return replace(player, person=identity.person, apart_from=player.apart_from | identity.others)


@action(ActionKind.PLAYERS, locks_club=True)
def players_entered(*, names: Sequence[str], late_tables: Sequence[int], request_key: str = "") -> str:
    # `request_key` stands in lines that were stored before words had names of their own.
    return _added(names, late_tables)


def _added(names: Sequence[str], late_tables: Sequence[int]) -> str:
    added = _("added: %(names)s") % {"names": enumeration(names, MOST_NAMES)}
    return f"{added}; {in_empty_places(late_tables)}" if late_tables else added


def add_entries(tournament: Tournament, *, by: User, players: Sequence[NewPlayer]) -> list[Entry]:
    """Enter players, all or none; after round 1 is drawn they are paired from the next round.

    A name that is already on the list is refused unless the player's `namesakes` allows it, one that may be another
    spelling of a name in the register unless the director has been asked about it.
    """
    with change(tournament, by=by, action=players_entered) as step:
        entries, late_tables = enter_players(step, players)
        step.facts = players_entered.facts(names=[entry.name for entry in entries], late_tables=late_tables)
        return entries


def enter_players(step: Change, new_players: Sequence[NewPlayer]) -> tuple[list[Entry], list[int]]:
    """Put the players on the list with the next free start numbers, linked to their persons.

    Return their entries, and the tables at which latecomers of a knock-out have taken empty places.
    """
    opponents: tuple[int, ...] = ()
    if Round.objects.filter(tournament=step.tournament, is_finals=True).exists():
        opponents = opponents_of_latecomers(record_of(step.tournament))
        if not opponents:
            raise Refused("finals_take_nobody_in")
        if len(new_players) > len(opponents):
            raise Refused("knock_out_has_places", count=len(opponents))
    next_round = 1 if opponents else paired_rounds(step.tournament) + 1
    entries = list(Entry.objects.filter(tournament=step.tournament))
    taken_numbers = {entry.number for entry in entries}
    free = (number for number in count(1) if number not in taken_numbers)
    names = Counter(fold(entry.name) for entry in entries)
    shown_names = Counter(fold(entry.display_name) for entry in entries)
    added = []
    new_players = as_in_register(step, new_players)
    for player in new_players:
        name = player.name
        if names[fold(name)] > player.namesakes:
            raise Refused("name_taken", name=name, count=names[fold(name)])
        entry = Entry(
            tournament=step.tournament,
            number=next(free),
            name=name,
            club=clean_club(player.club),
            joined_round=next_round,
            # Latecomers are entered when they stand at the desk.
            is_here=next_round > 1 or bool(opponents),
        )
        entry.shown_as = appearance(entry, player.wished, shown_names)
        names[fold(name)] += 1
        shown_names[fold(entry.display_name)] += 1
        added.append(entry)
    refuse_unasked(step, new_players)
    link_to_persons(step.tournament, step.club, added, new_players, store=step.add_all, by=step.by)
    step.add_all(added)
    return added, _take_empty_places(step, added, opponents) if opponents else []


def _take_empty_places(step: Change, latecomers: Sequence[Entry], opponents: Sequence[int]) -> list[int]:
    """Make a match of the bye of each opponent, in the first round of a knock-out evening; return the new tables."""
    round_ = Round.objects.get(tournament=step.tournament)
    byes = {pairing.first.number: pairing for pairing in round_.pairings.filter(second=None).select_related("first")}
    last = round_.pairings.aggregate(last=Max("table", default=0))["last"]
    tables = []
    for table, (entry, opponent) in enumerate(zip(latecomers, opponents, strict=False), start=last + 1):
        tables.append(table)
        step.update(byes[opponent], second_id=entry.pk, outcome=Outcome.PENDING.value, table=table, changed_at=step.at)
    step.update(round_, late_seeds=round_.late_seeds + len(tables))
    return tables


def as_in_register(step: Change, new_players: Sequence[NewPlayer]) -> list[NewPlayer]:
    """Return the players with cleaned names; a player with a chosen person gets that person's name in the register."""
    keys = {player.person for player in new_players if player.person}
    of_club = Person.objects.filter(club=step.club, pk__in=keys).exclude(name="").select_related("merged_into")
    person_by_key = {person.pk: person.real for person in of_club}
    present = persons_on_list(step.tournament)
    named_players = []
    for player in new_players:
        person = person_by_key.get(player.person or 0)
        if person and person.pk in present:
            raise Refused("name_taken", name=person.name, count=1)
        named_players.append(replace(player, name=person.name if person else clean_name(player.name)))
    return named_players


def refuse_unasked(step: Change, new_players: Sequence[NewPlayer]) -> None:
    """Refuse a new name that may be another spelling of a known one, unless the director has been asked about it.

    The exception holds all such names, so that the page can ask about them together.
    """
    if step.tournament.is_practice:
        return
    apart_by_name = {player.name: player.apart_from for player in new_players}
    somebody_else = {player.name for player in new_players if player.is_somebody_else}
    open_names = [
        likeness
        for likeness in likenesses(step.club, [player.name for player in new_players], persons_on_list(step.tournament))
        if likeness.name not in somebody_else and not apart_by_name[likeness.name].issuperset(likeness.others)
    ]
    if open_names:
        first = open_names[0]
        raise Refused("perhaps_known", name=first.name, others=first.others, open_names=open_names)


def link_to_persons(
    tournament: Tournament,
    club: Club,
    entries: Sequence[Entry],
    new_players: Sequence[NewPlayer],
    *,
    store: Callable[[list[Person]], object],
    by: Doer | None,
) -> tuple[str, ...]:
    """Link new entries to their persons in the register; `store` saves new persons.

    The `club` of the tournament must be locked. The player's wish becomes the wish of a new person, and of a known one
    where it is stricter and not `for_this_evening`; return the names of the known persons whose wish has changed.
    """
    persons = persons_for(tournament, club, new_players)
    for person, player in zip(persons, new_players, strict=True):
        if person and not person.pk:
            person.wish, person.shown_as = player.wished
    person_wishes = [
        (person, player.wished)
        for person, player in zip(persons, new_players, strict=True)
        if person and person.pk and not player.for_this_evening
    ]
    store([person for person in persons if person and not person.pk])
    for entry, person in zip(entries, persons, strict=True):
        entry.person = person
    return take_stricter_wishes(club, person_wishes, by=by)


@action(ActionKind.PLAYERS, locks_club=True)
def player_renamed(*, number: int, before: str, after: str, details: Sequence[str]) -> str:
    """Also of a player whose details are changed: `DETAILS` in `phrases/players.py`."""
    if before != after:
        return _("%(before)s renamed to %(after)s") % {"before": before, "after": after}
    details_text = ", ".join(str(DETAILS[field]) for field in details) or _("different person with this name")
    return _("changed for %(name)s: %(what)s") % {"name": after, "what": details_text}


def change_entry(
    entry: Entry,
    *,
    by: User,
    name: str | None = None,
    namesakes: int = 0,
    is_somebody_else: bool = False,
    **details: Any,
) -> None:
    """Correct the name or other details of an entry, at any time; fields that are not given stay.

    A new name links the entry to the person of that name, else to a new one; with `is_somebody_else`, always to a new
    one. A person who plays nowhere else is renamed instead, if nobody else has the new name.
    """
    with change(entry.tournament, by=by, action=player_renamed) as step:
        entry.refresh_from_db()
        cleaned = entry.name if name is None else clean_name(name)
        if "club" in details:
            details["club"] = clean_club(details["club"])
        other_entries = Entry.objects.filter(tournament=step.tournament).exclude(pk=entry.pk)
        alike = sum(fold(other_entry.name) == fold(cleaned) for other_entry in other_entries)
        if cleaned != entry.name and alike > namesakes and not is_somebody_else:
            raise Refused("name_taken", name=cleaned, count=alike)
        changed_fields = [field for field, value in details.items() if getattr(entry, field) != value]
        step.facts = player_renamed.facts(number=entry.number, before=entry.name, after=cleaned, details=changed_fields)
        wished = entry.wished
        if is_somebody_else or person_key(cleaned) != person_key(entry.name):
            club = details.get("club", entry.club)
            _link_again(step, entry, NewPlayer(cleaned, club, is_somebody_else=is_somebody_else))
        step.update(entry, name=cleaned, **details)
        if entry.person is None:
            shown_names = Counter(fold(other_entry.display_name) for other_entry in other_entries)
            step.update(entry, shown_as=appearance(entry, wished, shown_names))


def _link_again(step: Change, entry: Entry, player: NewPlayer) -> None:
    """Link the entry to the wanted person of the register."""
    [person] = persons_for(step.tournament, step.club, [player], changing=[entry])
    if person is None:
        return
    if person.pk is None and not player.is_somebody_else:
        renamed = entry.person if entry.person and entry.person.plays_once() else None
        refuse_unasked(step, [NewPlayer(player.name, apart_from=frozenset({renamed.name} if renamed else ()))])
        if renamed:
            step.update(renamed, name=player.name, key=person_key(player.name))
            return
    if person.pk is None:
        step.add(person)
    step.update(entry, person_id=person.pk)


@action(
    ActionKind.PLAYERS,
    refuses={
        "player_stays_once_drawn": gettext_lazy(
            "Round 1 has been drawn, so %(name)s stays on the list. Choose “Mark as left” instead."
        ),
        "player_has_paid": gettext_lazy(
            "%(name)s has paid %(amount)s. Choose “Mark as left”; then the fee can be refunded."
        ),
    },
)
def player_removed(*, name: str) -> str:
    return _("removed: %(name)s") % {"name": name}


def remove_entry(entry: Entry, *, by: User) -> None:
    """Remove a player, before round 1 is first drawn and only if what they paid has been refunded."""
    with change(entry.tournament, by=by, action=player_removed) as step:
        if step.tournament.draw_seed:
            raise Refused("player_stays_once_drawn", name=entry.name)
        stored_entry = Entry.objects.filter(pk=entry.pk).first()
        if stored_entry is None:
            return
        if stored_entry.kept_cents:
            raise Refused(
                "player_has_paid",
                name=stored_entry.name,
                cents=stored_entry.kept_cents,
                currency=step.tournament.currency,
            )
        step.facts = player_removed.facts(name=stored_entry.name)
        # The request of a player who signed up shows them that they are no longer on the list.
        for join_request in JoinRequest.objects.filter(entry=stored_entry):
            step.update(join_request, entry_id=None, is_declined=True)
        for absence in stored_entry.absences.order_by("round_number"):
            step.remove(absence)
        for wish in wishes_about(stored_entry):
            step.remove(wish)
        step.remove(stored_entry)


@action(ActionKind.PLAYERS)
def player_withdrawn(*, name: str) -> str:
    return _("left: %(name)s") % {"name": name}


def withdraw_entry(entry: Entry, *, by: User) -> None:
    """Leave the player out of later rounds; a match of the running round still needs its result."""
    with change(entry.tournament, by=by, action=player_withdrawn) as step:
        entry.refresh_from_db()
        paired_count = paired_rounds(step.tournament)
        if not has_left(entry.withdrawn_after, paired_count):
            step.facts = player_withdrawn.facts(name=entry.name)
            step.update(entry, withdrawn_after=paired_count)


@action(ActionKind.PLAYERS)
def player_returned(*, name: str) -> str:
    return _("returned: %(name)s") % {"name": name}


def return_entry(entry: Entry, *, by: User) -> None:
    """Take back a withdrawal.

    The pairings of the finals do not show who was absent, so their rounds drawn meanwhile are stored as absences.
    """
    with change(entry.tournament, by=by, action=player_returned) as step:
        entry.refresh_from_db()
        if not has_left(entry.withdrawn_after, paired_rounds(step.tournament)):
            return
        step.facts = player_returned.facts(name=entry.name)
        noted = entry.absences.values_list("round_number", flat=True)
        finals = Round.objects.filter(tournament=step.tournament, is_finals=True, number__gt=entry.withdrawn_after)
        for number in sorted({*finals.values_list("number", flat=True)} - {*noted}):
            step.add(Absence(entry=entry, round_number=number))
        step.update(entry, withdrawn_after=None)


@action(ActionKind.PLAYERS, DESK)
def arrival_marked(*, name: str, here: bool) -> str:
    return (_("%(name)s is checked in") if here else _("%(name)s is not checked in")) % {"name": name}


def set_here(entry: Entry, *, by: User, is_here: bool) -> None:
    """Check a player in, or take that back."""
    with change(entry.tournament, by=by, action=arrival_marked) as step:
        entry.refresh_from_db()
        step.facts = arrival_marked.facts(name=entry.name, here=is_here)
        step.update(entry, is_here=is_here)


@action(
    ActionKind.PLAYERS,
    refuses={
        "round_is_paired": gettext_lazy("Round %(round)s is already paired."),
    },
)
def pause_marked(*, name: str, pauses: bool, round: int, round_places: int = 0) -> str:
    sentence = _("%(name)s sits out round %(round)s") if pauses else _("%(name)s plays in round %(round)s")
    return sentence % {"name": name, "round": round_in_sentence(round, round_places)}


def set_pause(entry: Entry, *, by: User, round_number: int, pauses: bool) -> None:
    """Let a player sit out one round that is not paired yet, or take that back, even while the round is running.

    A player who comes back during the round can then be set at a table.
    """
    with change(entry.tournament, by=by, action=pause_marked) as step:
        if round_number <= paired_rounds(step.tournament) and (
            pauses or not _is_running(step.tournament, round_number)
        ):
            raise Refused("round_is_paired", **round_facts(step.tournament, round_number))
        step.facts = pause_marked.facts(name=entry.name, pauses=pauses, **round_facts(step.tournament, round_number))
        absence = entry.absences.filter(round_number=round_number).first()
        if pauses and absence is None:
            step.add(Absence(entry=entry, round_number=round_number))
        elif absence is not None and not pauses:
            step.remove(absence)


def _is_running(tournament: Tournament, round_number: int) -> bool:
    """Whether this is the last round, not one of the finals, and has an open match."""
    rounds = Round.objects.filter(tournament=tournament, number__gte=round_number)
    return [round_.is_finals for round_ in rounds] == [False] and is_running(record_of(tournament))


@action(
    ActionKind.PLAYERS,
    refuses={
        "table_out_of_range": gettext_lazy("The table must be a number from 1 to %(last)s."),
        "table_is_fixed_already": gettext_lazy("Table %(table)s is already reserved for %(name)s."),
    },
)
def fixed_table_set(*, name: str, table: int | None, before: int | None) -> str:
    if table is None:
        return _("fixed table removed for %(name)s") % {"name": name}
    return _("table %(table)s reserved for %(name)s") % {"table": table, "name": name}


def set_fixed_table(entry: Entry, *, by: User, table: int | None) -> None:
    """Give a player the same table in every later round; None ends that."""
    with change(entry.tournament, by=by, action=fixed_table_set) as step:
        entry.refresh_from_db()
        if table is not None and not 1 <= table <= LAST_TABLE:
            raise Refused("table_out_of_range", last=LAST_TABLE)
        paired_count = paired_rounds(step.tournament)
        other_entries = Entry.objects.filter(tournament=step.tournament, fixed_table=table).exclude(pk=entry.pk)
        for other_entry in other_entries if table is not None else ():
            if not has_left(other_entry.withdrawn_after, paired_count):
                raise Refused("table_is_fixed_already", table=table, name=other_entry.name)
        step.facts = fixed_table_set.facts(name=entry.name, table=table, before=entry.fixed_table)
        step.update(entry, fixed_table=table)


# Sign-ups: players ask to be put on the list before round 1; the director accepts or declines.

# A hall behind one address has a hundred players and more; whoever means harm has one address or a few. So one address
# may take a part of the places alone, and the last ones are kept for those from whom little came.
MOST_WAITING, MOST_OF_A_NETWORK, KEPT_FOR_OTHERS = 450, 120, 100
# Enough for a family with one phone.
OF_A_PHONE = Rate("sign-ups-of-a-phone", at_once=8, seconds=60)
# Enough for a hall of players behind one address who all sign up at the same time.
OF_A_NETWORK = Rate("sign-ups-of-a-network", at_once=80, seconds=2)


@action(
    ActionKind.PLAYERS,
    DIRECTORS | {Role.GUEST},
    undo=Undo.ASIDE,
    refuses={
        "joining_is_closed": gettext_lazy("Sign-up is closed at the moment. Please ask the director."),
        "joining_name_taken": gettext_lazy(
            "%(name)s is already on the list. If this is a different person, please ask the director."
        ),
        "joining_asked_already": gettext_lazy(
            "%(name)s has already signed up. If this is a different person, please ask the director."
        ),
        "joining_too_many_of_a_network": gettext_lazy(
            "Many sign-ups from your internet connection are waiting already. Please ask the director to add you."
        ),
        "joining_is_full": gettext_lazy("Too many sign-ups are waiting for the director. Please try again later."),
    },
)
def joining_asked(*, name: str) -> str:
    return _("signed up: %(name)s") % {"name": name}


def ask_to_join(
    tournament: Tournament,
    *,
    by: Doer,
    request_key: UUID,
    name: str,
    club: str = "",
    wish: Wish = Wish.FULL,
    secret: str = "",
) -> JoinRequest:
    """Ask to be put on the list; the same form sent twice asks once, and one sender cannot fill the list.

    The phone with this `secret` gets the rights of the player once the sign-up is accepted. The journal line keeps no
    row, because there is nothing to undo.
    """
    with change(tournament, by=by, action=joining_asked) as step:
        cleaned = clean_name(name)
        already = JoinRequest.objects.filter(request_key=request_key).first()
        if already:
            if (already.tournament_id, already.name) != (step.tournament.pk, cleaned):
                raise Refused("not_understood")
            return already
        _refuse_to_ask(step.tournament, cleaned)
        network = network_digest(step.tournament, by.network) if isinstance(by, Guest) else ""
        _refuse_too_many(step.tournament, network)
        if isinstance(by, Guest):
            _count(step.tournament, by)
        step.facts = joining_asked.facts(name=cleaned)
        step.always_log = True
        return JoinRequest.objects.create(
            tournament=step.tournament,
            request_key=request_key,
            name=cleaned,
            club=clean_club(club),
            is_shortened=wish == Wish.ABBREVIATED,
            is_hidden=wish == Wish.HIDDEN,
            at=timezone.now(),
            phone_digest=phone_digest(request_key, secret) if secret else "",
            network_digest=network,
        )


@action(ActionKind.PLAYERS, locks_club=True)
def joining_accepted(*, names: Sequence[str]) -> str:
    return _("accepted: %(names)s") % {"names": enumeration(names, MOST_NAMES)}


def accept_requests(
    tournament: Tournament,
    *,
    by: User,
    chosen: Mapping[int, int],
    said: Identities = MappingProxyType({}),
    are_them: bool = False,
) -> list[Entry]:
    """Put the players of the chosen requests on the list, all or none, in the order in which they asked.

    `chosen` maps keys of requests to the number of known namesakes on the list. Requests already answered stay as they
    are, and so do those of players who, as the director has `said`, are on the list already.

    Anyone can sign up under the name of a known person. So the wish how to appear holds for this evening alone, until
    the director confirms that they `are_them`, here or by `know_phone`.
    """
    with change(tournament, by=by, action=joining_accepted) as step:
        _refuse_to_answer(step)
        requests = [join_request for join_request in waiting(step.tournament) if join_request.pk in chosen]
        players = {
            join_request: as_said(
                NewPlayer(
                    join_request.name,
                    join_request.club,
                    namesakes=chosen[join_request.pk],
                    wished=Wished(join_request.wish),
                    for_this_evening=not are_them,
                ),
                said,
            )
            for join_request in requests
        }
        coming = {join_request: player for join_request, player in players.items() if player}
        entries, _late_tables = enter_players(step, list(coming.values()))
        step.facts = joining_accepted.facts(names=[entry.name for entry in entries])
        for join_request, entry in zip(coming, entries, strict=True):
            person = entry.person
            is_the_persons = person is not None and person.wished.wish.strictness >= join_request.wish.strictness
            step.update(
                join_request,
                entry_id=entry.pk,
                is_shortened=join_request.is_shortened and not is_the_persons,
                is_hidden=join_request.is_hidden and not is_the_persons,
                said_to_be_id=person.pk if person and are_them else None,
            )
        return entries


@action(ActionKind.PLAYERS)
def joining_declined(*, names: Sequence[str]) -> str:
    return _("declined: %(names)s") % {"names": enumeration(names, MOST_NAMES)}


def decline(tournament: Tournament, *, by: User, keys: Collection[int]) -> None:
    """Decline the requests with these keys, in one change; requests already answered stay as they are."""
    with change(tournament, by=by, action=joining_declined) as step:
        _refuse_to_answer(step)
        requests = [join_request for join_request in waiting(step.tournament) if join_request.pk in keys]
        step.facts = joining_declined.facts(names=[join_request.name for join_request in requests])
        for join_request in requests:
            step.update(join_request, is_declined=True)


# No undo: a new private link ends the phone's rights, and with them what the director said of the phone.
@action(
    ActionKind.PLAYERS,
    undo=Undo.ASIDE,
    locks_club=True,
    refuses={
        "phone_has_no_rights": gettext_lazy("No phone that signed up reports for %(name)s any more."),
    },
)
def phone_known(*, name: str) -> str:
    return _("the phone that signed up is that of %(name)s") % {"name": name}


def know_phone(entry: Entry, *, by: User) -> None:
    """Confirm that whoever signed up for the entry is its person, so that their phone may set how they appear.

    The wish of the sign-up becomes the person's, where it is stricter.
    """
    with change(entry.tournament, by=by, action=phone_known) as step:
        entry.refresh_from_db()
        join_request = sign_up_of(entry)
        if join_request is None or entry.person is None:
            raise Refused("phone_has_no_rights", name=entry.name)
        step.facts = phone_known.facts(name=entry.name)
        take_stricter_wishes(step.club, [(entry.person.real, Wished(join_request.wish))], by=by)
        step.update_without_undo(join_request, said_to_be_id=entry.person.real_id, is_shortened=False, is_hidden=False)


def _refuse_to_ask(tournament: Tournament, name: str) -> None:
    if not is_open(tournament):
        raise Refused("joining_is_closed")
    # A refusal must not reveal a name that is not public; if it is asked for twice, the director sees that.
    if fold(name) in {fold(entry.display_name) for entry in tournament.entries.all()}:
        raise Refused("joining_name_taken", name=name)
    if fold(name) in {
        fold(join_request.name) for join_request in waiting(tournament) if join_request.wish == Wish.FULL
    }:
        raise Refused("joining_asked_already", name=name)


def _refuse_too_many(tournament: Tournament, network: str) -> None:
    """Refuse a sign-up that finds no place, or whose network has had its share; declined ones count for that, too."""
    requests = JoinRequest.objects.filter(tournament=tournament, entry=None)
    own_count = requests.filter(network_digest=network).count() if network else 0
    if own_count >= MOST_OF_A_NETWORK:
        raise Refused("joining_too_many_of_a_network")
    places = MOST_WAITING if own_count < MANY_OF_A_NETWORK else MOST_WAITING - KEPT_FOR_OTHERS
    if waiting(tournament).count() >= places:
        raise Refused("joining_is_full")


def _count(tournament: Tournament, by: Guest) -> None:
    """Refuse too many sign-ups from one phone or network; otherwise count this one, unless the change fails."""
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


# Kept-apart pairs: while the wish is in force, no round pairs these two players with each other.


@action(ActionKind.PLAYERS)
def pair_kept_apart(*, first: str, second: str) -> str:
    return _("%(first)s and %(second)s are not paired with each other") % {"first": first, "second": second}


def keep_apart(entry: Entry, other_entry: Entry, *, by: User) -> None:
    """Do not pair these two with each other from the next drawn round on; doing this twice changes nothing."""
    with change(entry.tournament, by=by, action=pair_kept_apart) as step:
        first, second = _pair_of(step, entry, other_entry)
        step.facts = pair_kept_apart.facts(first=first.name, second=second.name)
        if not KeptApart.objects.filter(first=first, second=second, until=None).exists():
            since = paired_rounds(step.tournament) + 1
            step.add(KeptApart(first=first, second=second, since=since))


@action(ActionKind.PLAYERS)
def pair_let_meet(*, first: str, second: str) -> str:
    return _("%(first)s and %(second)s may be paired with each other again") % {"first": first, "second": second}


def let_meet(entry: Entry, other_entry: Entry, *, by: User) -> None:
    """Let these two be paired with each other again; a wish under which no round was drawn is deleted."""
    with change(entry.tournament, by=by, action=pair_let_meet) as step:
        first, second = _pair_of(step, entry, other_entry)
        step.facts = pair_let_meet.facts(first=first.name, second=second.name)
        paired_count = paired_rounds(step.tournament)
        for wish in KeptApart.objects.filter(first=first, second=second, until=None):
            if wish.since > paired_count:
                step.remove(wish)
            else:
                step.update(wish, until=paired_count)


def let_wishes_follow(step: Change, paired_count: int) -> None:
    """Adjust all kept-apart pairs once only `paired_count` rounds are paired, as after a round was removed."""
    for wish in KeptApart.objects.filter(first__tournament=step.tournament).order_by("since", "pk"):
        kept_apart = engine.KeptApart(wish.first_id, wish.second_id, wish.since, wish.until).after(paired_count)
        if kept_apart is None:
            step.remove(wish)
        else:
            step.update(wish, since=kept_apart.since, until=kept_apart.until)


def _pair_of(step: Change, *entries: Entry) -> tuple[Entry, Entry]:
    stored_entries = Entry.objects.filter(tournament=step.tournament, pk__in=[entry.pk for entry in entries])
    pair = list(stored_entries.order_by("number"))
    if len(pair) != 2:
        raise Refused("kept_apart_from_oneself")
    return pair[0], pair[1]
