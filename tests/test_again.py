"""What a guest was answered is answered again as long as the tournament stands as it did, and no longer."""

import pytest
from django.db import transaction
from django.urls import reverse

from tests.factories import draw_next_round, enter_result, make_tournament, pairing_of
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.models import Tournament
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
    address = f"{reverse('standings_live', args=[evening.slug])}?v={STANDINGS.newest(evening)}"

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


@pytest.mark.parametrize("address", ["/en/t/{}/?x=1", "/en/t/{}/live/?v={}&x=1", "/en/t/{}/wall/"])
def test_what_anybody_can_make_up_or_what_changes_by_itself_is_not_kept(client, evening, address):
    asked = address.format(evening.slug, STANDINGS.newest(evening))

    assert [came_to_a_view(client.get(asked)) for _twice in range(2)] == [True, True]


def test_a_tournament_that_is_gone_is_not_answered_for(client, evening):
    client.get(standings(evening))
    address = standings(evening)
    Tournament.objects.filter(pk=evening.pk).update(slug="elsewhere")

    assert client.get(address).status_code == 404
