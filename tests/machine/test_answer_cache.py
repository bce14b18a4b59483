"""What a guest was answered is answered again as long as the tournament or the club stands as it did, and no longer."""

from datetime import UTC, date, datetime

import pytest
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    draw_next_round,
    enter_result,
    entry_of,
    make_member,
    make_tournament,
    only_club,
    pairing_of,
    play_round,
)
from tournament.actions.clubs import change_settings
from tournament.actions.persons import rename_person
from tournament.actions.seasons import remove_season
from tournament.actions.tournaments import delete_tournament
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Club, Season, Tournament
from tournament.public.pages import STANDINGS

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Four players, round 1 drawn."""
    made = make_tournament(entries=4)
    draw_next_round(made)
    return Tournament.objects.get(pk=made.pk)


def came_to_a_view(answer):
    """Whether the request went through the middleware of the sessions, behind which the views are."""
    return hasattr(answer.wsgi_request, "session")


def standings(tournament):
    return reverse("standings", args=[tournament.slug])


def standings_csv(tournament):
    return reverse("standings_csv", args=[tournament.slug])


def test_the_second_who_asks_is_given_what_the_first_was_by_one_query(client, evening, django_assert_num_queries):
    first = client.get(standings(evening))

    with django_assert_num_queries(1):
        second = client.get(standings(evening))

    assert (second.status_code, second.content, dict(second.items())) == (200, first.content, dict(first.items()))
    assert [came_to_a_view(answer) for answer in (first, second)] == [True, False]


def test_nothing_new_is_told_again_too(client, evening):
    address = f"{reverse('standings_live', args=[evening.slug])}?v={STANDINGS.edition_of(evening)}"

    answers = [client.get(address) for _twice in range(2)]

    assert [(answer.status_code, answer.content) for answer in answers] == [(204, b"")] * 2
    assert [came_to_a_view(answer) for answer in answers] == [True, False]


def test_who_has_the_bytes_is_given_none_and_who_takes_them_compressed_gets_them_so(client, evening):
    first = client.get(standings(evening))
    zipped = [client.get(standings(evening), headers={"accept-encoding": "gzip"}) for _twice in range(2)]

    known = client.get(standings(evening), headers={"if-none-match": first["ETag"]})

    assert (known.status_code, known.content, known["ETag"]) == (304, b"", first["ETag"])
    assert {"Content-Length", "Content-Encoding"} & set(known.headers) == set()
    assert [answer["Content-Encoding"] for answer in zipped] == ["gzip"] * 2
    assert zipped[0].content == zipped[1].content != first.content


def test_after_a_result_everybody_is_given_the_new_page(client, evening):
    before = client.get(standings(evening)).content

    enter_result(pairing_of(evening, 1, 1), Result(Outcome.PLAYED, (3, 1)))

    assert client.get(standings(evening)).content != before


def test_the_same_version_in_the_history_of_a_restored_backup_is_another_page(client, evening):
    with transaction.atomic():
        enter_result(pairing_of(evening, 1, 1), Result(Outcome.PLAYED, (3, 1)))
        cut_off = [client.get(address(evening)) for address in (standings, standings_csv)]
        transaction.set_rollback(True)
    enter_result(pairing_of(evening, 1, 1), Result(Outcome.PLAYED, (0, 3)))

    now = [
        client.get(address(evening), headers={"if-none-match": before["ETag"]})
        for address, before in zip((standings, standings_csv), cut_off, strict=True)
    ]

    assert [answer.status_code for answer in now] == [200, 200]
    assert [answer.content == before.content for answer, before in zip(now, cut_off, strict=True)] == [False, False]


@pytest.mark.parametrize("made_up", ["?x=1", "?v=1", "?%76=2&alone", "?&&=", "?" + "a&" * 9000])
def test_what_a_guest_makes_up_behind_the_question_mark_goes_past_nothing(client, evening, made_up):
    whole = client.get(standings(evening)).content
    client.cookies[settings.SESSION_COOKIE_NAME] = "a" * 40

    asked = client.get(standings(evening) + made_up)

    assert (asked.content, came_to_a_view(asked)) == (whole, False)


def test_nothing_new_is_told_whatever_else_is_asked_and_only_who_has_the_newest(client, evening):
    live, newest = reverse("standings_live", args=[evening.slug]), STANDINGS.edition_of(evening)
    client.get(f"{live}?v={newest}")

    answers = [client.get(f"{live}?{asked}") for asked in (f"x=1&v={newest}&alone", "v=0", f"v={newest}&v=0", "")]

    assert [(answer.status_code, came_to_a_view(answer)) for answer in answers] == [(204, False)] + [(200, True)] * 3


def test_a_tournament_that_is_gone_is_not_answered_for(client, evening):
    client.get(standings(evening))
    address = standings(evening)
    Tournament.objects.filter(pk=evening.pk).update(slug="elsewhere")

    assert client.get(address).status_code == 404


@pytest.fixture
def at(monkeypatch):
    """Let it be this time of a day in November."""

    def set_clock(day, hour=12, minute=0):
        monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, day, hour, minute, tzinfo=UTC))

    set_clock(20)
    return set_clock


def test_the_wall_is_given_again_as_long_as_what_it_foretells_holds(client, evening, at):
    wall = reverse("wall", args=[evening.slug])
    answers = []
    for minute in (0, 4, 5):
        at(20, minute=minute)
        answers.append(client.get(wall))

    assert [came_to_a_view(answer) for answer in answers] == [True, False, True]


@pytest.fixture
def club(at):
    """A named club that rates, with a season of one evening played and one that is running."""
    made = only_club()
    Club.objects.filter(pk=made.pk).update(name="BC Ulm", slug="ulm", rates=True)
    make_member("director")
    Season.objects.create(club=made, key="2026", name="2026", begins=date(2026, 1, 1), ends=date(2026, 12, 31))
    play_round(draw_next_round(make_tournament(entries=4, name="Over", date=date(2026, 11, 13), planned_rounds=1)))
    draw_next_round(make_tournament(entries=4, name="Tonight"))
    return Club.objects.get(pk=made.pk)


def of_club(name, *values):
    return reverse(name, args=["ulm", *values])


CLUB_PAGES = [("club",), ("evenings",), ("season", "2026"), ("season_course", "2026"), ("season_order", "2026")]


@pytest.mark.parametrize("shown", [*CLUB_PAGES, ("ratings",), ("club_player", None)], ids=lambda shown: shown[0])
def test_a_page_of_a_club_is_given_again_by_one_query_however_many_its_evenings(
    client, club, shown, django_assert_num_queries
):
    person = entry_of(Tournament.objects.first(), 1).person_id
    address = of_club(shown[0], *(value or person for value in shown[1:]))
    first = client.get(address)

    with django_assert_num_queries(1):
        second = client.get(address)

    assert (second.status_code, second.content, dict(second.items())) == (200, first.content, dict(first.items()))
    assert [came_to_a_view(answer) for answer in (first, second)] == [True, False]


def enter_a_result(club):
    enter_result(pairing_of(club.tournaments.get(name="Tonight"), 1, 1), Result(Outcome.PLAYED, (3, 1)))


def rename_somebody(club):
    person = entry_of(club.tournaments.get(name="Over"), 1).person_id
    rename_person(club, by=make_member("director"), person=person, name="Zoë Ångström")


def change_its_settings(club):
    change_settings(club, by=make_member("director"), name="BC Neu-Ulm", place="")


def delete_an_evening(club):
    delete_tournament(club.tournaments.get(name="Over"), by=make_member("director"), confirmed="Over")


@pytest.mark.parametrize("change", [enter_a_result, rename_somebody, change_its_settings, delete_an_evening])
@pytest.mark.parametrize("shown", [("club",), ("season", "2026"), ("ratings",)], ids=lambda shown: shown[0])
def test_after_a_change_of_the_club_its_persons_or_evenings_everybody_is_given_the_new_page(
    client, club, shown, change
):
    before = client.get(of_club(*shown)).content
    change(club)

    assert client.get(of_club(*shown)).content != before


def test_a_season_that_is_removed_is_not_answered_for(client, club):
    address = of_club("season", "2026")
    client.get(address)
    remove_season(Season.objects.get(), by=make_member("director"))

    assert client.get(address).status_code == 404


def test_after_midnight_everybody_is_given_the_page_of_the_new_day(client, club, at):
    pages = []
    for day, hour in ((20, 12), (20, 22), (20, 23), (21, 12)):
        at(day, hour)
        pages.append(client.get(of_club("club")))

    # It is midnight in Konstanz at 23 h of universal time.
    assert [came_to_a_view(page) for page in pages] == [True, False, True, False]


def test_nothing_new_of_a_club_is_told_again_too(client, club):
    page = client.get(of_club("club")).content.decode()
    seen = page.partition('name="v" value="')[2].partition('"')[0]

    answers = [client.get(f"{of_club('club_live')}?v={seen}") for _twice in range(2)]

    assert [(answer.status_code, came_to_a_view(answer)) for answer in answers] == [(204, True), (204, False)]


def test_a_club_that_nobody_sees_any_more_is_not_answered_for(client, club):
    pages = [of_club(*page) for page in CLUB_PAGES]
    for page in pages:
        client.get(page)
    Club.objects.update(name="")

    assert [client.get(page).status_code for page in pages] == [404] * len(pages)


@pytest.mark.parametrize("name", ["club_settings", "club_seasons", "register", "club_journal"])
def test_a_page_for_the_directors_of_a_club_is_never_given_again(client, club, name):
    client.force_login(make_member("director"))

    assert [came_to_a_view(client.get(of_club(name))) for _twice in range(2)] == [True, True]
