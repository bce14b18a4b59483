"""What follows from a change: persons of the register, displayed names, vouchers. `change.py` lists it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import date, datetime
from hashlib import sha256
from types import MappingProxyType

from django.db.models import Max, Q
from django.utils import timezone

from tournament.actions.step import Change, ClubChange, step_on
from tournament.engine.refusals import Refused
from tournament.models import FULL_NAME, Club, Entry, JoinRequest, Person, Prize, Tournament, Voucher, Wish, Wished
from tournament.money.vouchers import Movement, settlement
from tournament.money.years import fiscal_year
from tournament.names import NOT_IN_PUBLIC, first_name_and_initial, fold, person_key, tidy, with_number
from tournament.queries.cash import current_fee, fee_row, newest_closed_year
from tournament.queries.record import paired_rounds

# Displayed names. Only this part computes an entry's `shown_as`. It follows from the wish of the person, their name in
# the register and the others on the list, because two who are both Anna K. are told apart by the start number. In
# practice, where entries have no persons, it follows from what was set on the entry itself.

CHANGES_WHO_APPEARS = frozenset({"name", "person_id", "shown_as"})


def appearance(entry: Entry, wished: Wished, other_names: Counter[str]) -> str:
    """Return the name shown for the entry, unique on its list; empty where the name as played is shown.

    A name is abbreviated as in the register, because a tournament may have it as "Weber Anna" or "Weber" alone.
    `other_names` counts the folded names of the other entries. A start number that the entry already shows stays.
    Numbers are used because a second letter of the surname would reveal more of it.
    """
    if wished.wish != Wish.ABBREVIATED:
        return NOT_IN_PUBLIC if wished.wish == Wish.HIDDEN else ""
    short = wished.own_name or first_name_and_initial(entry.person.real.name if entry.person else entry.name)
    if short == entry.name:
        return ""
    apart = with_number(short, entry.number)
    if entry.shown_as in (short, apart):
        return entry.shown_as
    return apart if other_names[fold(short)] else short


def settle_appearances(tournament: Tournament) -> bool:
    """Store the shown names of a tournament's entries by their persons' wishes; return whether any changed."""
    stricter = JoinRequest.objects.filter(Q(is_shortened=True) | Q(is_hidden=True), entry__tournament=tournament)
    changed_entries = set_shown_names(
        tuple(tournament.entries.select_related("person__merged_into").order_by("number")),
        {join_request.entry_id: Wished(join_request.wish) for join_request in stricter if join_request.entry_id},
    )
    Entry.objects.bulk_update(changed_entries, ["shown_as"])
    return bool(changed_entries)


def set_shown_names(
    entries: Sequence[Entry], signed_up: Mapping[int, Wished] = MappingProxyType({})
) -> Sequence[Entry]:
    """Set the shown names of these entries by their persons' wishes, unsaved; return the entries that changed.

    `signed_up` has the wishes of sign-ups that hold for this evening alone, by the key of the entry.
    """
    shown_names = Counter(fold(entry.display_name) for entry in entries)
    changed_entries = []
    for entry in entries:
        if entry.person is None:
            continue
        shown_names[fold(entry.display_name)] -= 1
        wishes = (entry.person.real.wished, signed_up.get(entry.pk, FULL_NAME))
        shown_as = appearance(entry, max(wishes, key=lambda wished: wished.wish.strictness), shown_names)
        if shown_as != entry.shown_as:
            entry.shown_as = shown_as
            changed_entries.append(entry)
        shown_names[fold(entry.display_name)] += 1
    return changed_entries


def follow_wishes(step: Change) -> None:
    """Apply wishes after a change of a tournament that adds, removes or renames entries."""
    for row in step.rows:
        before, after = row["before"], row["after"]
        changes_list = row["model"] == "entry" and (not before or not after or CHANGES_WHO_APPEARS & after.keys())
        if row["model"] == "person" or changes_list:
            settle_appearances(step.tournament)
            return


def follow_wishes_in_club(step: ClubChange) -> None:
    """After a change of the register, apply wishes in all tournaments it concerns, closed ones too.

    These tournaments are locked in the order of their keys; those where a shown name changes get a new version.
    """
    persons = {row["id"] for row in step.rows if row["model"] == "person"}
    entries = {row["id"] for row in step.rows if row["model"] == "entry"}
    signed_up = {row["id"] for row in step.rows if row["model"] == "joinrequest"}
    entries.update(JoinRequest.objects.filter(pk__in=signed_up, entry__isnull=False).values_list("entry", flat=True))
    if not persons and not entries:
        return
    real = Person.objects.filter(pk__in=persons).values_list("pk", "merged_into_id")
    same = Person.objects.including_merged({merged or key for key, merged in real} | persons)
    concerned = Entry.objects.filter(Q(person__in=same) | Q(pk__in=entries)).values("tournament")
    for tournament in Tournament.objects.select_for_update().filter(pk__in=concerned).order_by("pk"):
        if settle_appearances(tournament):
            step_on(Tournament.objects.filter(pk=tournament.pk))


# Persons for names on a list: the person chosen, else one with exactly that name.


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A player to be entered, for whom `persons_for` finds a person; `person` is the key of a chosen one.

    `namesakes` is the number of entries of the same name that the director knows of. `wished` is how the player wishes
    to appear; `for_this_evening`, it does not become the wish of a person whom the club knows. `apart_from` are the
    similar names that the director has been asked about. With `is_somebody_else`, the player is no person whom the
    club knows.
    """

    name: str
    club: str = ""
    namesakes: int = 0
    wished: Wished = FULL_NAME
    for_this_evening: bool = False
    apart_from: frozenset[str] = frozenset()
    person: int | None = field(default=None, kw_only=True)
    is_somebody_else: bool = field(default=False, kw_only=True)


def persons_for(
    tournament: Tournament, club: Club, new_players: Sequence[NewPlayer], *, changing: Collection[Entry] = ()
) -> Sequence[Person | None]:
    """Return a person for each name, in order; new ones are unsaved. None for each in a practice tournament.

    The `club` of the tournament must be locked, so that nobody else enters the same person meanwhile. No two entries of
    a tournament share a person, apart from the entries that are `changing`.
    """
    if tournament.is_practice or not new_players:
        return [None] * len(new_players)
    register = _Known(club, new_players)
    present = persons_on_list(tournament, changing)
    persons = []
    for player in new_players:
        person = register.person(player, present) or Person.called(player.name, club)
        present.add(person.pk)
        persons.append(person)
    return persons


def delete_unneeded_persons(real_ids: Collection[int]) -> None:
    """Delete persons that nothing refers to any more: first the merged ones, then those they were merged into.

    If an entry comes back afterwards, its person is found again by name, or created.
    """
    same = Person.objects.including_merged(real_ids).unneeded()
    for is_merged in (True, False):
        same.filter(merged_into__isnull=not is_merged).delete()


def find_lost_persons(step: Change) -> None:
    """Find or create a person again for entries that an undo brings back, where the person was deleted meanwhile."""
    if step.undoes is None:
        return
    keys = {row["id"] for row in step.undoes.changes if row["model"] == "entry"}
    had_persons = step.tournament.entries.filter(pk__in=keys, person_id__isnull=False)
    lost_entries = tuple(had_persons.exclude(person_id__in=Person.objects.values("pk")).order_by("number"))
    new_players = [NewPlayer(entry.name, entry.club) for entry in lost_entries]
    persons = persons_for(step.tournament, step.club, new_players, changing=lost_entries)
    for entry, person in zip(lost_entries, persons, strict=True):
        if person is not None:
            if person.pk is None:
                person.wish, person.shown_as = entry.wished
            step.update(entry, person_id=(person if person.pk else step.add(person)).pk)


def persons_on_list(tournament: Tournament, changing: Collection[Entry] = ()) -> set[int]:
    """Return the keys of the persons on the tournament's list, apart from the entries that are `changing`."""
    if tournament.pk is None:
        return set()
    entries = tournament.entries.exclude(pk__in=[entry.pk for entry in changing])
    return {person.real_id for person in Person.objects.filter(entries__in=entries)}


class _Known:
    """The persons of the register who may be meant: all with a wanted name, and those chosen."""

    def __init__(self, club: Club, new_players: Iterable[NewPlayer]) -> None:
        of_club = Person.objects.filter(club=club).select_related("merged_into").order_by("pk")
        keys = {person_key(player.name) for player in new_players}
        self._by_key: defaultdict[str, dict[int, Person]] = defaultdict(dict)
        for person in of_club.filter(key__in=keys):
            self._by_key[person.key][person.real_id] = person.real
        chosen_persons = of_club.filter(pk__in={player.person for player in new_players if player.person})
        self._chosen = {person.pk: person.real for person in chosen_persons}
        namesake_keys = {real for persons in self._by_key.values() for real in persons}
        entries = Entry.objects.filter(Q(person__in=namesake_keys) | Q(person__merged_into__in=namesake_keys))
        entries = entries.select_related("person").order_by("tournament__date", "tournament")
        # The club that each namesake last played for.
        self._clubs = {entry.person.real_id: fold(entry.club) for entry in entries if entry.person}

    def person(self, player: NewPlayer, present: Collection[int]) -> Person | None:
        """Return the chosen person, else a namesake of the club, else any; skip those `present`; None if all are."""
        if player.is_somebody_else:
            return None
        chosen_persons = [self._chosen[player.person]] if player.person in self._chosen else []
        of_name = self._by_key[person_key(player.name)].values()
        of_club = [person for person in of_name if self._clubs.get(person.pk) == fold(tidy(player.club))]
        return next((person for person in (*chosen_persons, *of_club, *of_name) if person.pk not in present), None)


# Vouchers: one for each movement of cash, issued as it happens and cancelled when it is undone. Their numbers are one
# sequence for each year of a club, without gaps or repeats.


class LockedBooks:
    """The books of a club, while its row is locked."""

    def __init__(self, locked: Club) -> None:
        self.club = locked
        self._closed = newest_closed_year(self.club)

    def year_of(self, day: date) -> int:
        """Return the year in whose books a voucher issued on this day belongs: never a closed one."""
        year = fiscal_year(day, self.club.fiscal_month)
        return year if self._closed is None else max(year, self._closed + 1)

    def is_closed(self, year: int | None) -> bool:
        """Tell whether the books of the year, or of a later one, are closed."""
        return self._closed is not None and year is not None and year <= self._closed

    def enter(self, vouchers: Sequence[Voucher], *, day: date, is_imported: bool = False) -> None:
        """Set the year of new vouchers and give them the next numbers of that year.

        Imported vouchers get no number. An imported voucher of a closed year is booked today.
        """
        if is_imported and self.is_closed(fiscal_year(day, self.club.fiscal_month)):
            day = timezone.localdate()
            for voucher in vouchers:
                voucher.booked_on = day
        year = self.year_of(day)
        for voucher in vouchers:
            voucher.year = year
        if is_imported:
            return
        last = Voucher.objects.filter(club=self.club, year=year).aggregate(last=Max("year_number"))["last"] or 0
        for number, voucher in enumerate(vouchers, start=last + 1):
            voucher.year_number = number


# Corrections of closed books are booked in the running year, but only after the user has agreed to exactly these
# vouchers. The mark is a digest of the vouchers shown; `agreed_to` holds it, because any action may move money.

_agreed: ContextVar[str] = ContextVar("agreed", default="")


@contextmanager
def agreed_to(mark: str) -> Iterator[None]:
    """Let changes in this block book the corrections with this digest, which the user has agreed to."""
    token = _agreed.set(mark)
    try:
        yield
    finally:
        _agreed.reset(token)


def ask_first(vouchers: Sequence[Voucher], *, closed: int) -> None:
    """Refuse to book these vouchers for the `closed` year until the user has agreed to exactly them."""
    facts = [
        {
            "year": voucher.year,
            "number": voucher.label or str(voucher.number or ""),
            "counters": (voucher.counters.label or str(voucher.counters.number or "")) if voucher.counters else "",
            "movement": str(voucher.movement),
            "party": voucher.party,
            "purchase": voucher.purchase,
            "cents": voucher.cents,
            "currency": voucher.tournament.currency if voucher.tournament else voucher.currency,
            "day": timezone.localdate(voucher.at).isoformat() if voucher.at else "",
        }
        for voucher in vouchers
    ]
    mark = sha256(repr((vouchers[0].club_id, vouchers[0].tournament_id, facts)).encode()).hexdigest()[:32]
    if _agreed.get() != mark:
        raise Refused("booking_asked", closed=vouchers[0].club.year_named(closed), entries=facts, mark=mark)


# Fields of an entry or a prize whose change moves money, or corrects the text or the amount of a voucher.
CASH_FIELDS = {"entry": ("paid_cents", "refunded_cents"), "prize": ("price_cents", "description")}


def keep_vouchers(step: Change) -> None:
    """Bring the vouchers in line with the entries and prizes that a change has written, at its end and under its lock.

    A payment that is undone and redone gets a new number, because somebody may hold the old, cancelled paper.
    """
    touched: dict[str, list[int]] = {"entry": [], "prize": []}
    for row in step.rows:
        sides = [side for side in (row["before"], row["after"]) if side]
        if any(side.get(field) for side in sides for field in CASH_FIELDS.get(row["model"], ())):
            touched[row["model"]].append(row["id"])
    if not any(touched.values()):
        return
    # A player who was removed from the list had been refunded in full, so those vouchers stay valid.
    entries = tuple(Entry.objects.filter(pk__in=touched["entry"]).order_by("number"))
    if not entries and not touched["prize"]:
        return
    books = None if step.tournament.is_practice else LockedBooks(step.club)
    update = VoucherUpdate(
        step.tournament,
        books,
        tuple(Voucher.objects.filter(tournament=step.tournament).order_by("number")),
        fee_cents=current_fee(step.tournament),
        paired_count=paired_rounds(step.tournament),
        at=step.at,
        by_name=step.by_name,
    )
    for entry in entries:
        update.settle_fee(entry)
    prizes = Prize.objects.in_bulk(touched["prize"])
    for key in sorted(set(touched["prize"])):
        update.settle_prize(key, prizes.get(key))
    if booked := update.issue():
        step.facts["booked_late"] = booked


class VoucherUpdate:
    """The comparison of payments with the vouchers in force: vouchers to cancel, to issue and to put in force again.

    `vouchers` are all vouchers of the tournament by number. `books` is None for practice, `at` for those of an archive.
    """

    def __init__(
        self,
        tournament: Tournament,
        books: LockedBooks | None,
        vouchers: Sequence[Voucher],
        *,
        fee_cents: int,
        paired_count: int,
        at: datetime | None,
        by_name: str,
    ) -> None:
        self._tournament, self._books, self._stored = tournament, books, vouchers
        self._fee_cents, self._paired_count, self._at, self._by_name = fee_cents, paired_count, at, by_name
        self._counters = {
            voucher.counters_id: voucher for voucher in vouchers if voucher.counters_id and not voucher.cancelled_at
        }
        self._gone: list[Voucher] = []
        self._new: list[Voucher] = []

    def settle_fee(self, entry: Entry) -> None:
        """Collect the vouchers for all that the player has paid and been refunded."""
        payer = fee_row(entry, self._fee_cents, self._paired_count)
        facts = {"entry": entry, "party": entry.name, "kept_cents": payer.kept_cents, "open_cents": payer.owed_cents}
        for movement, cents, hand in (
            (Movement.FEE, entry.paid_cents or 0, entry.paid_to),
            (Movement.REFUND, entry.refunded_cents, entry.refunded_by),
        ):
            vouchers, countered = self._about(movement, entry.pk)
            self._settle(vouchers, countered, cents, movement, hand=hand, **facts)

    def settle_prize(self, key: int, prize: Prize | None) -> None:
        """Collect the voucher for a prize; one with another text or price is replaced. None: the prize was removed."""
        bought = (prize.description, prize.price_cents) if prize else None
        stored_vouchers, countered = self._about(Movement.PRIZE, key)
        right, countered = (
            [voucher for voucher in vouchers if (voucher.purchase, voucher.cents) == bought]
            for vouchers in (stored_vouchers, countered)
        )
        self._gone += [voucher for voucher in stored_vouchers if voucher not in right]
        if prize:
            facts = {"prize": prize, "purchase": prize.description, "hand": self._by_name}
            self._settle(right, countered, prize.price_cents, Movement.PRIZE, **facts)

    def issue(self) -> list[str]:
        """Cancel outdated vouchers and store new ones; return the numbers of those that correct closed books.

        Raises Refused until the user has agreed to such corrections.
        """
        new_vouchers, late = self.close(), False
        if self._books and new_vouchers:
            year = fiscal_year(self._tournament.date, self._tournament.club.fiscal_month)
            closed = year if self._books.is_closed(year) else None
            countered = [voucher.counters.year or 0 for voucher in new_vouchers if voucher.counters]
            late = closed is not None or bool(countered)
            if late:
                self._refuse_more(new_vouchers, closed)
                ask_first(new_vouchers, closed=max(countered, default=closed or 0))
        Voucher.objects.bulk_create(new_vouchers)
        return [voucher.label for voucher in new_vouchers if late]

    def close(self) -> list[Voucher]:
        """Cancel outdated vouchers; return the vouchers still to be stored, already numbered.

        A voucher of a closed year is not cancelled but reversed by a new one.
        """
        new_vouchers = []
        for voucher in self._gone:
            if self._is_closed(voucher):
                columns = ("movement", "cents", "entry_id", "prize_id", "party", "purchase")
                about = {name: getattr(voucher, name) for name in columns}
                counter = Voucher(tournament=self._tournament, at=self._at, hand=self._by_name, **about)
                counter.counters = voucher
                new_vouchers.append(counter)
                continue
            voucher.cancelled_at, voucher.cancelled_by = self._at, self._by_name
            voucher.save(update_fields=["cancelled_at", "cancelled_by"])
        new_vouchers += self._new
        last = max((voucher.number or 0 for voucher in self._stored), default=0)
        for number, voucher in enumerate(new_vouchers, start=last + 1):
            voucher.number, voucher.club_id = number, self._tournament.club_id
        if self._books and new_vouchers:
            day = timezone.localdate(self._at) if self._at else self._tournament.date
            self._books.enter(new_vouchers, day=day, is_imported=self._at is None)
        return new_vouchers

    def _refuse_more(self, new_vouchers: Sequence[Voucher], closed: int | None) -> None:
        """Refuse new payments and prizes of a tournament whose books are closed, unless they replace old vouchers."""
        corrected = {_subject(voucher) for voucher in new_vouchers if voucher.counters}
        corrected |= {
            _subject(voucher)
            for voucher in self._stored
            if voucher.cancelled_at and not (voucher.counters_id or self._is_closed(voucher))
        }
        for voucher in new_vouchers:
            is_new = voucher.counters is None and voucher.movement != Movement.REFUND
            if closed is not None and is_new and _subject(voucher) not in corrected:
                raise Refused("year_is_closed", year=self._tournament.club.year_named(closed))

    def _is_closed(self, voucher: Voucher) -> bool:
        return bool(self._books and self._books.is_closed(voucher.year))

    def _settle(
        self, vouchers: Sequence[Voucher], countered: Sequence[Voucher], cents: int, movement: Movement, **facts: object
    ) -> None:
        """Collect vouchers until they total these cents: stored ones, reversed ones to restore, then a new one."""
        staying, lacking = settlement([voucher.cents for voucher in vouchers], cents)
        self._gone += vouchers[staying:]
        for voucher in countered:
            if voucher.cents <= lacking:
                lacking -= voucher.cents
                self._gone.append(self._counters.pop(voucher.pk))
        if lacking:
            columns = {"movement": movement, "cents": lacking, "at": self._at}
            self._new.append(Voucher(tournament=self._tournament, **columns, **facts))

    def _about(self, movement: Movement, key: int) -> tuple[list[Voucher], list[Voucher]]:
        """Return the vouchers in force of an entry or a prize, and those reversed in a year whose books are open."""
        in_force, countered = [], []
        for voucher in self._stored:
            if _subject(voucher) != (movement, key):
                continue
            counter = self._counters.get(voucher.pk)
            if counter and not self._is_closed(counter):
                countered.append(voucher)
            if not (counter or voucher.cancelled_at or voucher.counters_id):
                in_force.append(voucher)
        return in_force, countered


def _subject(voucher: Voucher) -> tuple[str, int | None]:
    """Return what a voucher is about: how money moved, and the key of the entry or the prize."""
    return str(voucher.movement), voucher.entry_id or voucher.prize_id
