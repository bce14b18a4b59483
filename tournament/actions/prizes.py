"""Prizes are entered as they are bought, and what is said of the money beside them."""

from django.contrib.auth.models import User

from tournament.actions.change import change
from tournament.actions.numbering import refuse_closed_year
from tournament.actions.texts import NAME_LIMIT, clean_line
from tournament.engine.refusals import Refused
from tournament.models import Prize, Tournament
from tournament.models.cash import PLACES

MOST_CENTS = 999_999
TEXT_LIMIT = 200


def add_prize(tournament: Tournament, *, by: User, place: int, description: str, price_cents: int) -> Prize:
    """Enter a prize that has been bought, or given: then its price is 0.

    The same prize twice is refused, so that a form sent twice buys nothing twice.
    """
    with change(tournament, by=by, action="prize_added") as step:
        values = _cleaned(place, description, price_cents, step.tournament.currency)
        if price_cents:
            refuse_closed_year(step.tournament)
        if Prize.objects.filter(tournament=step.tournament, **values).exists():
            raise Refused("prize_is_there")
        step.facts = {"rank": place, "description": values["description"]}
        return step.add(Prize(tournament=step.tournament, **values))


def change_prize(prize: Prize, *, by: User, place: int, description: str, price_cents: int) -> None:
    """Correct what a prize is, what it cost, or the place it goes to."""
    with change(prize.tournament, by=by, action="prize_changed") as step:
        prize.refresh_from_db()
        values = _cleaned(place, description, price_cents, step.tournament.currency)
        step.facts = {"rank": place, "description": values["description"]}
        step.update(prize, **values)


def remove_prize(prize: Prize, *, by: User) -> None:
    """Take a prize off the list."""
    with change(prize.tournament, by=by, action="prize_removed") as step:
        stored = Prize.objects.filter(pk=prize.pk).first()
        if stored is None:
            return
        step.facts = {"rank": stored.place, "description": stored.description}
        step.remove(stored)


def change_costs(tournament: Tournament, *, by: User, treasurer: str, surplus_note: str, shows_costs: bool) -> None:
    """Say whom to ask about the money, what becomes of a surplus, and whether everyone sees the cost statement."""
    with change(tournament, by=by, action="costs_changed") as step:
        step.update(
            step.tournament,
            treasurer=_clean_text(treasurer, NAME_LIMIT),
            surplus_note=_clean_text(surplus_note),
            shows_costs=shows_costs,
        )


def _cleaned(place: int, description: str, price_cents: int, currency: str) -> dict[str, int | str]:
    """What is stored of a prize. Raises Refused where the rules do not know the place or the price is none."""
    if not 1 <= place <= PLACES:
        raise Refused("prize_place_out_of_range", last=PLACES)
    if not 0 <= price_cents <= MOST_CENTS:
        raise Refused("price_too_high", limit=MOST_CENTS, currency=currency)
    cleaned = _clean_text(description)
    if not cleaned:
        raise Refused("description_empty")
    return {"place": place, "description": cleaned, "price_cents": price_cents}


def _clean_text(typed: str, limit: int = TEXT_LIMIT) -> str:
    return clean_line(typed, limit, Refused("text_too_long", limit=limit), Refused("text_unprintable"))
