"""Why a pairing is as it is, on every page that tells it."""

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import entry_of, make_director, make_tournament, play_round, player_token, seat
from tournament.actions.players import NewPlayer, add_entries, keep_apart, withdraw_entry
from tournament.actions.rounds import draw_round
from tournament.models import Tournament
from tournament.pages.rounds import pairing_reasons
from tournament.publishing.contents import published_files

pytestmark = pytest.mark.django_db


def draw(tournament, rounds):
    """Draw so many rounds, with rematches from the fourth on; all but the last are played."""
    for number in range(1, rounds + 1):
        if number > 1:
            play_round(tournament.rounds.get(number=number - 1))
        draw_round(tournament, by=make_director(), number=number, draw_seed="konstanz", rematches_allowed=number > 3)


def with_rematches():
    tournament = make_tournament(entries=4, planned_rounds=5)
    draw(tournament, 4)
    return tournament, "they met in round 1; nobody here is left unmet."


def kept_apart():
    tournament = make_tournament(entries=4, planned_rounds=3)
    keep_apart(entry_of(tournament, 2), entry_of(tournament, 4), by=make_director())
    draw(tournament, 1)
    return tournament, "Player 2 is not paired with Player 4 (2nd) in this tournament"


def with_a_latecomer_set_at_a_table():
    tournament = make_tournament(entries=6, planned_rounds=3)
    draw(tournament, 2)
    last = tournament.rounds.last().pairings.order_by("position").last()
    withdraw_entry(last.second, by=make_director())
    add_entries(tournament, by=make_director(), players=[NewPlayer("Zoë")])
    seat(tournament, last.first.number, 7)
    return tournament, "is the best-placed opponent not yet met."


def words(html: str) -> str:
    """What stands on a page, without the markup."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("evening", [with_rematches, kept_apart, with_a_latecomer_set_at_a_table])
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_reason_is_the_same_on_every_page_that_tells_it(client, director, evening, language):
    tournament, part = evening()
    Tournament.objects.filter(pk=tournament.pk).update(language=language)
    tournament = Tournament.objects.get(pk=tournament.pk)
    number = tournament.rounds.count()
    first = tournament.rounds.last().pairings.order_by("position").first().first
    assert part in pairing_reasons(tournament, number)[first.number]
    with translation.override(language):
        reason = pairing_reasons(tournament, number)[first.number]
        own = [reverse(name, args=[tournament.slug, first.number]) for name in ("player", "seat_live")]
        desk = reverse("desk_round", args=[tournament.slug, number])
        files = published_files(tournament)

    own.append(f"/{language}/t/{tournament.slug}/p/{first.number}/{player_token(first)}/")
    pages = [client.get(address).content.decode() for address in own]
    pages += [
        director.get(desk, headers={"accept-language": language}).content.decode(),
        files[f"players/{first.number}/index.html"].decode(),
    ]

    assert [reason in words(page) for page in pages] == [True] * 5
