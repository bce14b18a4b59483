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
from django.utils.translation import gettext as _

from tournament.actions.catalogue import DESK, DIRECTORS, ActionKind, Role, Undo, action
from tournament.actions.change import change
from tournament.actions.clubs import clean_club, clean_name
from tournament.actions.following import Wanted, appearance, persons_for, persons_on_list
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
    FULL_NAME,
    Absence,
    Club,
    Entry,
    JoinRequest,
    JournalLine,
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
class NewPlayer(Wanted):
    """A player to be entered.

    `namesakes` is the number of entries of the same name that the director knows of. `wished` is how the player wishes
    to appear; `for_this_evening`, it does not become the wish of a person whom the club knows. `apart_from` are the
    similar names that the director has been asked about.
    """

    namesakes: int = 0
    wished: Wished = FULL_NAME
    for_this_evening: bool = False
    apart_from: frozenset[str] = frozenset()


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


def as_said(player: NewPlayer, said: Identities) -> NewPlayer | None:
    """Return the player with the person whom the director has named; None for a player who is on the list already."""
    identity = said.get(person_key(player.name))
    if identity is None:
        return player
    if identity.is_listed:
        return None
    return replace(player, person=identity.person, apart_from=player.apart_from | identity.others)


@action(ActionKind.PLAYERS, locks_club=True)
def players_entered(*, names: Sequence[str], late_tables: Sequence[int], request_key: str = "") -> str:
    return _added(names, late_tables)


def _added(names: Sequence[str], late_tables: Sequence[int]) -> str:
    added = _("added: %(names)s") % {"names": enumeration(names, MOST_NAMES)}
    return f"{added}; {in_empty_places(late_tables)}" if late_tables else added


def add_entries(
    tournament: Tournament, *, by: User, players: Sequence[NewPlayer], request_key: UUID | None = None
) -> list[Entry]:
    """Enter players, all or none; after round 1 is drawn they are paired from the next round.

    A name that is already on the list is refused unless the player's `namesakes` allows it, one that may be another
    spelling of a name in the register unless the director has been asked about it. A request sent again with the same
    key, because its answer was lost, enters nobody.
    """
    with change(tournament, by=by, action=players_entered) as step:
        lines = JournalLine.objects.filter(tournament=step.tournament, action=players_entered.code)
        if request_key and lines.filter(facts__request_key=str(request_key)).exists():
            return []
        entries, late_tables = enter_players(step, players)
        key = {"request_key": str(request_key)} if request_key else {}
        step.facts = players_entered.facts(names=[entry.name for entry in entries], late_tables=late_tables, **key)
        return entries


def enter_players(step: Change, players: Sequence[NewPlayer]) -> tuple[list[Entry], list[int]]:
    """Put the players on the list with the next free start numbers, linked to their persons.

    Return their entries, and the tables at which latecomers of a knock-out have taken empty places.
    """
    opponents: tuple[int, ...] = ()
    if Round.objects.filter(tournament=step.tournament, is_finals=True).exists():
        opponents = opponents_of_latecomers(record_of(step.tournament))
        if not opponents:
            raise Refused("finals_take_nobody_in")
        if len(players) > len(opponents):
            raise Refused("knock_out_has_places", count=len(opponents))
    next_round = 1 if opponents else paired_rounds(step.tournament) + 1
    entries = list(Entry.objects.filter(tournament=step.tournament))
    taken = {entry.number for entry in entries}
    free = (number for number in count(1) if number not in taken)
    names = Counter(fold(entry.name) for entry in entries)
    shown = Counter(fold(entry.display_name) for entry in entries)
    added = []
    players = as_in_register(step, players)
    for player in players:
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
        entry.shown_as = appearance(entry, player.wished, shown)
        names[fold(name)] += 1
        shown[fold(entry.display_name)] += 1
        added.append(entry)
    refuse_unasked(step, players)
    link_to_persons(step.tournament, step.club, added, players, store=step.add_all, by=step.by)
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


def as_in_register(step: Change, players: Sequence[NewPlayer]) -> list[NewPlayer]:
    """Return the players with cleaned names; a player with a chosen person gets that person's name in the register."""
    keys = {player.person for player in players if player.person}
    of_club = Person.objects.filter(club=step.club, pk__in=keys).exclude(name="").select_related("merged_into")
    chosen = {person.pk: person.real for person in of_club}
    present = persons_on_list(step.tournament)
    named = []
    for player in players:
        person = chosen.get(player.person or 0)
        if person and person.pk in present:
            raise Refused("name_taken", name=person.name, count=1)
        named.append(replace(player, name=person.name if person else clean_name(player.name)))
    return named


def refuse_unasked(step: Change, players: Sequence[NewPlayer]) -> None:
    """Refuse a new name that may be another spelling of a known one, unless the director has been asked about it.

    The exception holds all such names, so that the page can ask about them together.
    """
    if step.tournament.is_practice:
        return
    said = {player.name: player.apart_from for player in players}
    somebody_else = {player.name for player in players if player.is_somebody_else}
    open_names = [
        each
        for each in likenesses(step.club, [player.name for player in players], persons_on_list(step.tournament))
        if each.name not in somebody_else and not said[each.name].issuperset(each.others)
    ]
    if open_names:
        first = open_names[0]
        raise Refused("perhaps_known", name=first.name, others=first.others, open_names=open_names)


def link_to_persons(
    tournament: Tournament,
    club: Club,
    entries: Sequence[Entry],
    players: Sequence[NewPlayer],
    *,
    store: Callable[[list[Person]], object],
    by: Doer | None,
) -> tuple[str, ...]:
    """Link new entries to their persons in the register; `store` saves new persons.

    The `club` of the tournament must be locked. The player's wish becomes the wish of a new person, and of a known one
    where it is stricter and not `for_this_evening`; return the names of the known persons whose wish has changed.
    """
    persons = persons_for(tournament, club, players)
    for person, player in zip(persons, players, strict=True):
        if person and not person.pk:
            person.wish, person.shown_as = player.wished
    known = [
        (person, player.wished)
        for person, player in zip(persons, players, strict=True)
        if person and person.pk and not player.for_this_evening
    ]
    store([person for person in persons if person and not person.pk])
    for entry, person in zip(entries, persons, strict=True):
        entry.person = person
    return take_stricter_wishes(club, known, by=by)


@action(ActionKind.PLAYERS, locks_club=True)
def player_renamed(*, number: int, before: str, after: str, details: Sequence[str]) -> str:
    """Also of a player whose details are changed: `DETAILS` in `phrases/players.py`."""
    if before != after:
        return _("%(before)s renamed to %(after)s") % {"before": before, "after": after}
    changed = ", ".join(str(DETAILS[field]) for field in details) or _("different person with this name")
    return _("changed for %(name)s: %(what)s") % {"name": after, "what": changed}


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
        others = Entry.objects.filter(tournament=step.tournament).exclude(pk=entry.pk)
        alike = sum(fold(other.name) == fold(cleaned) for other in others)
        if cleaned != entry.name and alike > namesakes and not is_somebody_else:
            raise Refused("name_taken", name=cleaned, count=alike)
        changed = [field for field, value in details.items() if getattr(entry, field) != value]
        step.facts = player_renamed.facts(number=entry.number, before=entry.name, after=cleaned, details=changed)
        wished = entry.wished
        if is_somebody_else or person_key(cleaned) != person_key(entry.name):
            club = details.get("club", entry.club)
            _link_again(step, entry, Wanted(cleaned, club, is_somebody_else=is_somebody_else))
        step.update(entry, name=cleaned, **details)
        if entry.person is None:
            shown = Counter(fold(other.display_name) for other in others)
            step.update(entry, shown_as=appearance(entry, wished, shown))


def _link_again(step: Change, entry: Entry, wanted: Wanted) -> None:
    """Link the entry to the wanted person of the register."""
    [person] = persons_for(step.tournament, step.club, [wanted], changing=[entry])
    if person is None:
        return
    if person.pk is None and not wanted.is_somebody_else:
        renamed = entry.person if entry.person and entry.person.plays_once() else None
        refuse_unasked(step, [NewPlayer(wanted.name, apart_from=frozenset({renamed.name} if renamed else ()))])
        if renamed:
            step.update(renamed, name=wanted.name, key=person_key(wanted.name))
            return
    if person.pk is None:
        step.add(person)
    step.update(entry, person_id=person.pk)


@action(ActionKind.PLAYERS)
def player_removed(*, name: str) -> str:
    return _("removed: %(name)s") % {"name": name}


def remove_entry(entry: Entry, *, by: User) -> None:
    """Remove a player, before round 1 is first drawn and only if what they paid has been refunded."""
    with change(entry.tournament, by=by, action=player_removed) as step:
        if step.tournament.draw_seed:
            raise Refused("player_stays_once_drawn", name=entry.name)
        stored = Entry.objects.filter(pk=entry.pk).first()
        if stored is None:
            return
        if stored.kept_cents:
            raise Refused(
                "player_has_paid", name=stored.name, cents=stored.kept_cents, currency=step.tournament.currency
            )
        step.facts = player_removed.facts(name=stored.name)
        # The request of a player who signed up shows them that they are no longer on the list.
        for asked in JoinRequest.objects.filter(entry=stored):
            step.update(asked, entry_id=None, is_declined=True)
        for absence in stored.absences.order_by("round_number"):
            step.remove(absence)
        for wish in wishes_about(stored):
            step.remove(wish)
        step.remove(stored)


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


@action(ActionKind.PLAYERS)
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


@action(ActionKind.PLAYERS)
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
        others = Entry.objects.filter(tournament=step.tournament, fixed_table=table).exclude(pk=entry.pk)
        for other in others if table is not None else ():
            if not has_left(other.withdrawn_after, paired_count):
                raise Refused("table_is_fixed_already", table=table, name=other.name)
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


@action(ActionKind.PLAYERS, DIRECTORS | {Role.GUEST}, undo=Undo.ASIDE)
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
        requests = [asked for asked in waiting(step.tournament) if asked.pk in chosen]
        players = {
            asked: as_said(
                NewPlayer(
                    asked.name,
                    asked.club,
                    namesakes=chosen[asked.pk],
                    wished=Wished(asked.wish),
                    for_this_evening=not are_them,
                ),
                said,
            )
            for asked in requests
        }
        coming = {asked: player for asked, player in players.items() if player}
        entries, _late_tables = enter_players(step, list(coming.values()))
        step.facts = joining_accepted.facts(names=[entry.name for entry in entries])
        for asked, entry in zip(coming, entries, strict=True):
            person = entry.person
            is_the_persons = person is not None and person.wished.wish.strictness >= asked.wish.strictness
            step.update(
                asked,
                entry_id=entry.pk,
                is_shortened=asked.is_shortened and not is_the_persons,
                is_hidden=asked.is_hidden and not is_the_persons,
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
        requests = [asked for asked in waiting(step.tournament) if asked.pk in keys]
        step.facts = joining_declined.facts(names=[asked.name for asked in requests])
        for asked in requests:
            step.update(asked, is_declined=True)


# No undo: a new private link ends the phone's rights, and with them what the director said of the phone.
@action(ActionKind.PLAYERS, undo=Undo.ASIDE, locks_club=True)
def phone_known(*, name: str) -> str:
    return _("the phone that signed up is that of %(name)s") % {"name": name}


def know_phone(entry: Entry, *, by: User) -> None:
    """Confirm that whoever signed up for the entry is its person, so that their phone may set how they appear.

    The wish of the sign-up becomes the person's, where it is stricter.
    """
    with change(entry.tournament, by=by, action=phone_known) as step:
        entry.refresh_from_db()
        asked = sign_up_of(entry)
        if asked is None or entry.person is None:
            raise Refused("phone_has_no_rights", name=entry.name)
        step.facts = phone_known.facts(name=entry.name)
        take_stricter_wishes(step.club, [(entry.person.real, Wished(asked.wish))], by=by)
        step.update_without_undo(asked, said_to_be_id=entry.person.real_id, is_shortened=False, is_hidden=False)


def _refuse_to_ask(tournament: Tournament, name: str) -> None:
    if not is_open(tournament):
        raise Refused("joining_is_closed")
    # A refusal must not reveal a name that is not public; if it is asked for twice, the director sees that.
    if fold(name) in {fold(entry.display_name) for entry in tournament.entries.all()}:
        raise Refused("joining_name_taken", name=name)
    if fold(name) in {fold(asked.name) for asked in waiting(tournament) if asked.wish == Wish.FULL}:
        raise Refused("joining_asked_already", name=name)


def _refuse_too_many(tournament: Tournament, network: str) -> None:
    """Refuse a sign-up that finds no place, or whose network has had its share; declined ones count for that, too."""
    requests = JoinRequest.objects.filter(tournament=tournament, entry=None)
    own = requests.filter(network_digest=network).count() if network else 0
    if own >= MOST_OF_A_NETWORK:
        raise Refused("joining_too_many_of_a_network")
    places = MOST_WAITING if own < MANY_OF_A_NETWORK else MOST_WAITING - KEPT_FOR_OTHERS
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


def keep_apart(entry: Entry, other: Entry, *, by: User) -> None:
    """Do not pair these two with each other from the next drawn round on; doing this twice changes nothing."""
    with change(entry.tournament, by=by, action=pair_kept_apart) as step:
        first, second = _pair_of(step, entry, other)
        step.facts = pair_kept_apart.facts(first=first.name, second=second.name)
        if not KeptApart.objects.filter(first=first, second=second, until=None).exists():
            since = paired_rounds(step.tournament) + 1
            step.add(KeptApart(first=first, second=second, since=since))


@action(ActionKind.PLAYERS)
def pair_let_meet(*, first: str, second: str) -> str:
    return _("%(first)s and %(second)s may be paired with each other again") % {"first": first, "second": second}


def let_meet(entry: Entry, other: Entry, *, by: User) -> None:
    """Let these two be paired with each other again; a wish under which no round was drawn is deleted."""
    with change(entry.tournament, by=by, action=pair_let_meet) as step:
        first, second = _pair_of(step, entry, other)
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
        left = engine.KeptApart(wish.first_id, wish.second_id, wish.since, wish.until).after(paired_count)
        if left is None:
            step.remove(wish)
        else:
            step.update(wish, since=left.since, until=left.until)


def _pair_of(step: Change, *entries: Entry) -> tuple[Entry, Entry]:
    found = Entry.objects.filter(tournament=step.tournament, pk__in=[entry.pk for entry in entries])
    pair = list(found.order_by("number"))
    if len(pair) != 2:
        raise Refused("kept_apart_from_oneself")
    return pair[0], pair[1]
