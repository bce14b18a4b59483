"""The pictures of shared links: drawn for every name, as everybody wishes to appear."""

from datetime import date
from io import BytesIO

import pytest
from django.http import Http404
from django.utils.translation import override
from PIL import Image

from tests.factories import draw_next_round, make_tournament
from tournament.exports.pictures import club_card, player_card, round_card, season_card, tournament_card
from tournament.models import Club, Season, Tournament
from tournament.names import NOT_IN_PUBLIC
from tournament.queries.clubs import named_club

pytestmark = pytest.mark.django_db


def with_names(tournament, **fields):
    """Give its players these values, a number behind a name, and read it anew."""
    for entry in tournament.entries.all():
        tournament.entries.filter(pk=entry.pk).update(**{key: each(entry.number) for key, each in fields.items()})
    Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1)
    return Tournament.objects.get(pk=tournament.pk)


def cards_of(tournament):
    return [tournament_card(tournament), round_card(tournament, 1), player_card(tournament, 1)]


def cards_of_club(tournament):
    Club.objects.filter(pk=tournament.club_id).update(name="BC Ulm", slug="ulm")
    Season.objects.get_or_create(
        club=tournament.club, key="2026", name="2026", begins=date(2026, 1, 1), ends=date(2026, 12, 31)
    )
    club = named_club("ulm")
    return [club_card(club), season_card(club, "2026")]


NAMES = ("Zoë", "Νικόλαος Παπαδόπουλος", "محمد عبد الرحمن", "王小明", "W" * 100, "a " * 50, "-" * 30, "Zoë 🎲", "‏")


@pytest.mark.costly
def test_every_name_is_drawn():
    tournament = with_names(make_tournament(entries=9, played=1, name="W" * 80), name=lambda number: NAMES[number - 1])

    cards = [tournament_card(tournament), round_card(tournament, 1), *cards_of_club(tournament)]
    cards += [player_card(tournament, number) for number in range(1, len(NAMES) + 1)]

    assert {(one.format, one.size) for one in map(Image.open, map(BytesIO, cards))} == {("PNG", (1200, 630))}


@pytest.mark.parametrize(("entries", "drawn"), [(0, 0), (1, 0), (3, 0), (3, 1)])
def test_there_is_a_picture_before_the_first_result(entries, drawn):
    tournament = make_tournament(entries=entries)
    for _round in range(drawn):
        draw_next_round(tournament)

    cards = [tournament_card(tournament), *(player_card(tournament, number) for number in range(1, entries + 1))]

    assert len(set(cards)) == 1 + entries


def test_players_appear_as_they_wish():
    tournament = with_names(make_tournament(entries=4, played=2), name=lambda number: f"Anna {'JKLM'[number - 1]}.")
    called_so = cards_of(tournament)

    in_full = with_names(tournament, name=lambda number: f"Anna {'JKLM'[number - 1]}aaa")
    others = cards_of(in_full)
    by_wish = with_names(in_full, shown_as=lambda number: f"Anna {'JKLM'[number - 1]}.")

    assert cards_of(by_wish) == called_so
    assert all(one != other for one, other in zip(called_so, others, strict=True))


def test_a_player_who_appears_nowhere_has_no_picture():
    tournament = make_tournament(entries=4, played=1)
    hidden = with_names(tournament, shown_as=lambda number: NOT_IN_PUBLIC if number == 1 else "")

    with pytest.raises(Http404):
        player_card(hidden, 1)


def test_a_picture_is_in_the_language_of_the_page():
    tournament = make_tournament(entries=4, played=1)
    with override("de"):
        german = cards_of(tournament)

    assert [one == other for one, other in zip(german, cards_of(tournament), strict=True)] == [False] * 3
