"""Reads the books of many tournaments at once."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.db.models import Exists, OuterRef, Sum
from django.db.models.functions import Coalesce

from tournament.models import Entry, Prize, Tournament, Voucher
from tournament.money.vouchers import Movement
from tournament.money.years import EveningCash, YearCash


def year_cash(tournaments: Iterable[Tournament]) -> tuple[YearCash[Tournament], ...]:
    """What they come to together, by currency, in three queries; evenings without any cash are left out."""
    asked = tuple(tournaments)
    keys = [tournament.pk for tournament in asked]
    listed = Entry.objects.filter(tournament__in=keys).values("tournament")
    paid = {
        row["tournament"]: (row["paid"], row["refunded"])
        for row in listed.annotate(paid=Coalesce(Sum("paid_cents"), 0), refunded=Sum("refunded_cents"))
    }
    bought = dict(
        Prize.objects.filter(tournament__in=keys)
        .values("tournament")
        .annotate(spent=Sum("price_cents"))
        .values_list("tournament", "spent")
    )
    vouchers = _Vouchers(keys)
    by_currency: dict[str, list[EveningCash[Tournament]]] = defaultdict(list)
    for tournament in asked:
        received, refunded = paid.get(tournament.pk, (0, 0))
        gone = vouchers.gone[tournament.pk]
        evening = EveningCash(
            tournament,
            received + gone,
            refunded + gone,
            bought.get(tournament.pk, 0),
            tuple(vouchers.in_force[tournament.pk]),
            tuple(vouchers.cancelled[tournament.pk]),
        )
        if evening.received_cents or evening.spending_cents or evening.vouchers or evening.cancelled:
            by_currency[tournament.currency].append(evening)
    return tuple(YearCash(currency, tuple(evenings)) for currency, evenings in by_currency.items())


class _Vouchers:
    """Numbers by tournament, and what those got back in full who are no longer on its list."""

    def __init__(self, tournaments: Sequence[int]) -> None:
        self.in_force: dict[int, list[int]] = defaultdict(list)
        self.cancelled: dict[int, list[int]] = defaultdict(list)
        self.gone: dict[int, int] = defaultdict(int)
        stored = Voucher.objects.filter(tournament__in=tournaments).order_by("tournament", "number")
        is_balanced = Exists(Voucher.objects.filter(counters=OuterRef("pk")))
        on_list = Exists(Entry.objects.filter(pk=OuterRef("entry_id")))
        columns = (
            "tournament_id",
            "number",
            "movement",
            "cents",
            "cancelled_at",
            "is_on_list",
            "is_balanced",
            "counters",
        )
        annotated = stored.annotate(is_on_list=on_list, is_balanced=is_balanced)
        for key, number, movement, cents, cancelled_at, is_on_list, *balance in annotated.values_list(*columns):
            (self.in_force if cancelled_at is None else self.cancelled)[key].append(number)
            if cancelled_at is None and movement == Movement.REFUND and not is_on_list and not any(balance):
                self.gone[key] += cents
