"""A second reading of a club's books: what an auditor with a pencil would write down, from what happened alone.

It shares no code with the program and reads nothing that the program stores. Whoever drives it says what happens:
who has paid how much, what a prize cost, what was put in, which year is closed. It writes the vouchers that follow
from that, one after the other, and adds them up by year.
"""

from dataclasses import dataclass, field
from datetime import date


@dataclass
class Slip:
    """A voucher: `sign` is +1 where it lets money in; one that counters another has the other's sign turned."""

    year: int
    number: int
    kind: str
    about: object
    cents: int
    sign: int
    day: date
    evening: "Evening | None" = None
    cancelled: bool = False
    counters: "Slip | None" = None
    countered: bool = False

    @property
    def stands(self) -> bool:
        return not (self.cancelled or self.counters or self.countered)

    @property
    def moved(self) -> int:
        return 0 if self.cancelled else self.sign * self.cents


@dataclass
class Player:
    """What a player has paid in all and got back; they may have left, or be off the list."""

    paid: int = 0
    back: int = 0
    waived: bool = False
    left: bool = False
    listed: bool = True


@dataclass
class Evening:
    """An evening: its fee, its players and the price of each prize."""

    name: str
    day: date
    currency: str
    fee: int
    players: dict[int, Player] = field(default_factory=dict)
    prizes: dict[int, int] = field(default_factory=dict)
    deleted: bool = False


class Ledger:
    """All vouchers of a club in the order in which they were written."""

    def __init__(self, first_month: int) -> None:
        self.first_month = first_month
        self.slips: list[Slip] = []
        self.closed: set[int] = set()
        self.counted: dict[int, tuple[int | None, int | None]] = {}

    def year_of(self, day: date) -> int:
        return day.year - (day.month < self.first_month)

    def is_closed(self, year: int) -> bool:
        return any(year <= closed for closed in self.closed)

    def settle_player(self, evening: Evening, key: int, today: date) -> bool:
        """Let the slips of the player come to what they have paid and got back; whoever is off the list keeps them.

        False, and nothing is written, where the evening takes no more money.
        """
        player = evening.players[key]
        if not player.listed:
            return True
        gone, new = [], []
        for kind, sign, wanted in (("fee", 1, player.paid), ("refund", -1, player.back)):
            standing = [slip for slip in self._of(evening, kind, key) if slip.stands]
            while sum(slip.cents for slip in standing) > wanted:
                gone.append(standing.pop())
            rest = wanted - sum(slip.cents for slip in standing)
            for counter in self._open_counters(evening, kind, key):
                if counter.cents <= rest:
                    rest -= counter.cents
                    gone.append(counter)
            if rest:
                new.append((kind, key, rest, sign))
        gone.sort(key=lambda slip: (slip.kind, self.slips.index(slip)))
        return self._write(evening, gone, new, today)

    def settle_prize(self, evening: Evening, key: int, today: date) -> bool:
        """Let one slip say what the prize cost; 0: there is none. False as for a player."""
        price = evening.prizes.get(key, 0)
        standing = [slip for slip in self._of(evening, "prize", key) if slip.stands]
        gone = [slip for slip in standing if slip.cents != price]
        is_told = len(gone) < len(standing)
        for counter in self._open_counters(evening, "prize", key):
            if counter.cents == price and not is_told:
                gone.append(counter)
                is_told = True
        new = [("prize", key, price, -1)] if price and not is_told else []
        return self._write(evening, gone, new, today)

    def _open_counters(self, evening: Evening, kind: str, key: int) -> list[Slip]:
        """Those that take back a slip and can be crossed out, in the order of what they take back."""
        taken_back = [slip for slip in self._of(evening, kind, key) if slip.countered]
        found = [slip for slip in self.slips if slip.counters in taken_back and not slip.cancelled]
        found.sort(key=lambda slip: self.slips.index(slip.counters))
        return [slip for slip in found if not self.is_closed(slip.year)]

    def delete(self, evening: Evening) -> bool:
        """Cross out every slip of the evening; not where one of them stands in a closed year."""
        own = [slip for slip in self.slips if slip.evening is evening]
        if any(self.is_closed(slip.year) for slip in own):
            return False
        for slip in own:
            slip.cancelled = True
        evening.deleted = True
        return True

    def book(self, sign: int, cents: int, text: str, day: date, today: date) -> Slip:
        """Money of the club itself is put in or taken out."""
        return self._slip("club", text, cents, sign, day, today)

    def cancel(self, slip: Slip, today: date) -> None:
        """Cross that out, or let another take it back where its year is closed."""
        if slip.cancelled or slip.countered:
            return
        if self.is_closed(slip.year):
            slip.countered = True
            self._slip("club", slip.about, slip.cents, -slip.sign, today, today, counters=slip)
        else:
            self._cross_out(slip)

    def close(self, year: int, today: date, *, is_explained: bool) -> bool:
        """Not before the year is over and counted, nor while an older one with slips is open or a gap unexplained."""
        older_open = any(slip.year < year and not self.is_closed(slip.year) for slip in self.slips)
        counted = self.counted.get(year, (None, None))[1] is not None
        if self.is_closed(year) or self.year_of(today) <= year or older_open or not counted:
            return False
        if not (is_explained or self.agrees(year)):
            return False
        self.closed.add(year)
        return True

    def agrees(self, year: int) -> bool:
        """Whether the year begins with what the one before it ended with, and ends with what was counted."""
        opening, ended = self.opening(year), self.counted[year][1]
        return self.before(year) in (None, opening) and opening + self._moved(year) == ended

    def reopen(self, year: int) -> bool:
        """Only the newest closed one, and nothing in it may have been countered."""
        countered = any(slip.countered and slip.year == year for slip in self.slips)
        if year != max(self.closed) or countered:
            return False
        self.closed.remove(year)
        return True

    def opening(self, year: int) -> int:
        """What the year begins with, in the club's own currency."""
        begun = self.counted.get(year, (None, None))[0]
        return (self.before(year) or 0) if begun is None else begun

    def before(self, year: int) -> int | None:
        """What the year before it ended with; None: there was none."""
        earlier = [one for one in {*self.counted, *(slip.year for slip in self.slips)} if one < year]
        if not earlier:
            return None
        ended = self.counted.get(max(earlier), (None, None))[1]
        return self.opening(max(earlier)) + self._moved(max(earlier)) if ended is None else ended

    def _moved(self, year: int) -> int:
        return sum(slip.moved for slip in self.slips if slip.year == year and _is_own(slip))

    def lines(self, year: int, currency: str) -> list[tuple[list[int], date, int, int]]:
        """By line its numbers, its day, what came in and what went out; a day of an evening is one line."""
        lines: dict[object, list[Slip]] = {}
        for slip in self.slips:
            if slip.year == year and (slip.evening.currency if slip.evening else "EUR") == currency:
                lines.setdefault((id(slip.evening), slip.day) if slip.evening else slip.number, []).append(slip)
        found = []
        for slips in lines.values():
            came = sum(slip.moved for slip in slips if slip.sign > 0)
            went = -sum(slip.moved for slip in slips if slip.sign < 0)
            found.append((sorted(slip.number for slip in slips), slips[0].day, came, went))
        return sorted(found, key=lambda line: (line[1], line[0][0]))

    def evenings(self, year: int, currency: str, evenings: list[Evening]) -> list[tuple[object, ...]]:
        """By evening its fees, refunds, prizes, what is unpaid and what is waived."""
        rows = []
        for evening in evenings:
            own = [slip for slip in self.slips if slip.evening is evening and slip.year == year]
            is_here = self.year_of(evening.day) == year and not evening.deleted
            owed = sum(_owed(evening, player) for player in evening.players.values()) if is_here else 0
            waived = sum(evening.fee for player in evening.players.values() if player.listed and player.waived)
            waived = waived if is_here else 0
            for day in {slip.day for slip in own} or ({evening.day} if owed or waived else set()):
                moved = {
                    kind: sum(slip.moved for slip in own if (slip.kind, slip.day) == (kind, day)) for kind in _KINDS
                }
                if evening.currency == currency:
                    rows.append((day, moved["fee"], -moved["refund"], -moved["prize"], owed, waived))
        return sorted(rows)

    def _of(self, evening: Evening, kind: str, key: int) -> list[Slip]:
        return [slip for slip in self.slips if (slip.evening, slip.kind, slip.about) == (evening, kind, key)]

    def _write(self, evening: Evening, gone: list[Slip], new: list[tuple[str, int, int, int]], today: date) -> bool:
        if self.is_closed(self.year_of(evening.day)):
            corrected = {(slip.kind, slip.about) for slip in gone if self.is_closed(slip.year)}
            corrected |= {
                (slip.kind, slip.about)
                for slip in self.slips
                if slip.evening is evening and (slip.cancelled or slip in gone)
                if not (slip.counters or self.is_closed(slip.year))
            }
            if any(kind != "refund" and (kind, key) not in corrected for kind, key, _cents, _sign in new):
                return False
        for slip in gone:
            if self.is_closed(slip.year):
                slip.countered = True
                self._slip(
                    slip.kind, slip.about, slip.cents, -slip.sign, evening.day, today, evening=evening, counters=slip
                )
            else:
                self._cross_out(slip)
        for kind, key, cents, sign in new:
            self._slip(kind, key, cents, sign, evening.day, today, evening=evening)
        return True

    def _cross_out(self, slip: Slip) -> None:
        slip.cancelled = True
        if slip.counters:
            slip.counters.countered = False

    def _slip(
        self,
        kind: str,
        about: object,
        cents: int,
        sign: int,
        day: date,
        today: date,
        *,
        evening: Evening | None = None,
        counters: Slip | None = None,
    ) -> Slip:
        year = self.year_of(today)
        while self.is_closed(year):
            year += 1
        day = day if evening is None or self.year_of(day) == year else today
        number = 1 + sum(slip.year == year for slip in self.slips)
        slip = Slip(year, number, kind, about, cents, sign, day, evening, counters=counters)
        self.slips.append(slip)
        return slip


_KINDS = ("fee", "refund", "prize")


def _is_own(slip: Slip) -> bool:
    return slip.evening is None or slip.evening.currency == "EUR"


def _owed(evening: Evening, player: Player) -> int:
    """Nobody owes who is off the list, let off, or has left without having paid or with their money back."""
    if not player.listed or player.waived or (player.left and (player.back or not player.paid)):
        return 0
    return max(evening.fee - player.paid + player.back, 0)
