"""Thousands of players: every page for everyone stays small enough for a phone, and asks no more of the database."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import make_tournament
from tournament.machine.cache import clear_cache
from tournament.models import Entry, Pairing, Round, Tournament
from tournament.publishing.contents import public_pages

pytestmark = pytest.mark.django_db
MOST_BYTES = 300_000
LONG = "Wolfeschlegelsteinhausenbergerdorff "
LISTS = (
    ("standings", {}),
    ("round", {"number": 1}),
    ("round_share", {"number": 1}),
    ("order", {}),
    ("share", {}),
    ("player", {"number": 1}),
    ("crosstable", {}),
    ("course", {}),
    ("draw_check", {}),
    ("draw_check_after", {"after_round": 1}),
    ("wall", {}),
    ("costs", {}),
)


def many(players, rounds):
    """So many with names and clubs as long as they can be, everybody paired in every round, half of the last open."""
    made = make_tournament(0, planned_rounds=max(rounds, 1), draw_seed="6 5 4 3", shows_costs=True)
    Entry.objects.bulk_create(
        Entry(tournament=made, number=number, name=f"{LONG * 2}{number}".rjust(100, "x"), club=(LONG * 3)[:100])
        for number in range(1, players + 1)
    )
    entries = list(made.entries.order_by("number"))
    half = players // 2
    for number in range(1, rounds + 1):
        round_ = Round.objects.create(tournament=made, number=number, planned_rounds=rounds, manual=True)
        Pairing.objects.bulk_create(
            Pairing(
                round=round_,
                table=index + 1,
                position=index + 1,
                first=entries[index],
                second=entries[half + (index + number) % half],
                **(
                    {}
                    if number == rounds and index % 2
                    else {"outcome": "played", "first_points": 3, "second_points": 1}
                ),
            )
            for index in range(half)
        )
    return Tournament.objects.get(pk=made.pk)


def addresses(tournament):
    """Every page for everyone with all its parts."""
    return [page.address(tournament, values) for page, values in public_pages(tournament) if page.name != "player"]


@pytest.mark.costly
@pytest.mark.parametrize(("players", "rounds"), [(450, 0), (450, 2), pytest.param(10_000, 3, marks=pytest.mark.prove)])
def test_no_page_is_too_large_for_a_phone(client, players, rounds):
    tournament = many(players, rounds)
    walls = [reverse("wall", args=[tournament.slug])]
    joined = [reverse("player", args=[tournament.slug, 1]), f"{reverse('find', args=[tournament.slug])}?q=wolf"]

    sizes = {address: len(client.get(address).content) for address in (*addresses(tournament), *walls, *joined)}

    assert {address: size for address, size in sizes.items() if size > MOST_BYTES} == {}
    assert len(sizes) >= (5 if rounds == 0 else 20)


@pytest.mark.costly
@pytest.mark.parametrize(("players", "rounds"), [(450, 2), pytest.param(10_000, 3, marks=pytest.mark.prove)])
def test_no_page_of_the_desk_is_too_large_for_a_phone(director, players, rounds):
    tournament = many(players, rounds)
    named = ("desk_players", "desk_standings", "owing", "desk_costs", "journal", "settings", "helpers", "files")
    pages = [reverse(name, args=[tournament.slug]) for name in named]
    pages += [reverse("desk_round", args=[tournament.slug, number]) for number in range(1, rounds + 1)]
    pages.append(reverse("pairings", args=[tournament.slug, rounds]))

    sizes = {page: len(director.get(page).content) for page in pages}

    assert {page: size for page, size in sizes.items() if size > MOST_BYTES} == {}


@pytest.mark.costly
def test_the_parts_of_the_desk_hold_every_table_and_every_player_once(director):
    tournament = many(450, 1)
    desk = {"desk_round": [tournament.slug, 1], "desk_players": [tournament.slug]}

    found = {}
    for name, values in desk.items():
        first = director.get(reverse(name, args=values))
        pages = [director.get(reverse(name, args=values) + part) for _label, part, _is_this in first.context["parts"]]
        found[name] = [
            int(key) for page in pages for key in re.findall('id="(?:pairing|entry)-([0-9]+)"', page.content.decode())
        ]

    assert len(found["desk_round"]) == len(set(found["desk_round"])) == 225
    assert sorted(found["desk_players"]) == list(range(1, 451))


def test_however_many_have_played_there_are_certificates_for_the_best_three(director):
    tournament = many(450, 1)
    Pairing.objects.filter(round__tournament=tournament).update(outcome="played", first_points=3, second_points=1)

    page = director.get(reverse("certificates", args=[tournament.slug])).content.decode()

    assert (page.count('class="certificate"'), len(page) < MOST_BYTES) == (3, True)


def by_hand(director, tournament, **sent):
    """The page on which the pairings of round 1 are changed by hand, after something was pressed on it."""
    address = reverse("pairings", args=[tournament.slug, 1])
    drafts = {name: director.get(address).context[key] for name, key in (("draft", "draft"), ("seen", "expected"))}
    return director.post(address, {**drafts, **sent})


def shown_pairs(answer):
    return [pair.first.number for pair in answer.context["chosen"]]


@pytest.mark.costly
def test_the_parts_of_the_pairings_by_hand_hold_every_pair_once_beside_those_of_the_rules(director):
    tournament = many(450, 1)

    pages = [by_hand(director, tournament, shown=str(part)) for part in (1, 2, 3)]

    assert sorted(number for page in pages for number in shown_pairs(page)) == list(range(1, 226))
    assert [len(page.context["rules"]) for page in pages] == [100, 100, 25]
    assert {page.context["is_changed"] for page in pages} == {False}


@pytest.mark.costly
def test_players_of_two_parts_change_places(director):
    tournament = many(450, 1)
    ticked = ["3", "222"]

    looked = by_hand(director, tournament, pick=ticked[:1], shown="3")
    swapped = by_hand(director, tournament, pick=ticked, swap="1", shown="3")

    assert [entry.number for entry in looked.context["ticked_elsewhere"]] == [3]
    assert looked.content.decode().count(" checked") == 1
    assert (swapped.context["shown"], swapped.context["ticked"], swapped.context["is_changed"]) == (3, (), True)
    assert 3 in shown_pairs(swapped)


@pytest.mark.costly
def test_what_was_ticked_is_kept_where_it_is_refused(director):
    tournament = many(450, 1)

    answer = by_hand(director, tournament, pick=["3"], swap="1", shown="2", name="wolf")

    assert (answer.status_code, answer.context["ticked"], answer.context["typed"]) == (422, (3,), "wolf")
    assert answer.context["shown"] == 2


@pytest.mark.costly
def test_who_is_sought_is_found_among_the_pairings_by_hand(director):
    tournament = many(450, 1)
    Entry.objects.filter(tournament=tournament, number=220).update(name="Zoë Ångström")

    answer = by_hand(director, tournament, name="angstrom", shown="1")

    assert shown_pairs(answer) == [220]


def test_who_is_sought_at_the_desk_is_found_in_whatever_part(director):
    tournament = many(450, 0)
    Entry.objects.filter(tournament=tournament, number=440).update(name="Zoë Ångström")

    page = director.get(reverse("desk_players", args=[tournament.slug]), {"name": "angstrom"}).content.decode()

    assert re.findall('id="entry-([0-9]+)"', page) == ["440"]


def test_a_refused_result_comes_back_in_the_part_of_its_table(director):
    tournament = many(450, 1)
    table = tournament.rounds.get().pairings.get(table=222)

    answer = director.post(reverse("result", args=[tournament.slug, table.pk]), {"typed": "9 9", "seen": "pending///"})

    assert (answer.status_code, answer.context["part"]) == (422, 6)


@pytest.mark.costly
@pytest.mark.parametrize(("rounds", "shown"), [(0, 'data-number="([0-9]+)"'), (2, 'id="player-([0-9]+)"')])
def test_the_parts_of_the_standings_show_everybody_once_and_lead_to_each_other(client, rounds, shown):
    tournament = many(450, rounds)
    first = reverse("standings", args=[tournament.slug])
    further = [reverse("standings", kwargs={"slug": tournament.slug, "part": part}) for part in (2, 3)]

    pages = [client.get(address).content.decode() for address in (first, *further)]

    assert sorted(int(number) for page in pages for number in re.findall(shown, page)) == list(range(1, 451))
    ways = [re.findall('<a class="tap" href="([^"]+)" [^>]*>([0-9]+–[0-9]+)</a>', page) for page in pages]
    assert ways == [list(zip((first, *further), ("1–200", "201–400", "401–450"), strict=True))] * 3
    assert client.get(reverse("standings", kwargs={"slug": tournament.slug, "part": 4})).status_code == 404


@pytest.mark.costly
def test_a_part_that_is_open_is_told_only_what_is_new_in_it(client):
    tournament = many(450, 2)
    address = reverse("standings_live", kwargs={"slug": tournament.slug, "part": 2})
    page = client.get(reverse("standings", kwargs={"slug": tournament.slug, "part": 2})).content.decode()
    seen = re.search('name="v" value="([^"]+)"', page)[1]

    assert page.count(f'hx-get="{address}"') == 1
    assert client.get(address, {"v": seen}).status_code == 204


@pytest.mark.costly
def test_more_players_and_more_rounds_take_no_more_queries(client, monkeypatch):
    # The wall is drawn once more where what it foretells has become another one meanwhile.
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    asked = {}
    for players, rounds in ((44, 2), (410, 3)):
        tournament = many(players, rounds)
        for name, values in LISTS:
            clear_cache()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(reverse(name, kwargs={"slug": tournament.slug, **values})).status_code == 200
            asked.setdefault(name, []).append(len(queries))

    assert {name: numbers for name, numbers in asked.items() if numbers[1] > numbers[0]} == {}
