"""What happens where two entries want the same rows the other way round."""

from threading import Barrier

import pytest
from django.db import OperationalError, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import path

from tests.actions.test_at_once import at_once
from tests.factories import make_tournament
from tournament.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
both_hold_one = Barrier(2)
calls = []


def rename_both(request, first, second):
    """Renames two tournaments, the one and then the other; in its first attempt once the other request holds one."""
    calls.append((first, second))
    with transaction.atomic():
        for slug in (first, second):
            tournament = Tournament.objects.select_for_update().get(slug=slug)
            Tournament.objects.filter(pk=tournament.pk).update(version=tournament.version + 1)
            if slug == first and calls.count((first, second)) == 1:
                both_hold_one.wait()
    return HttpResponse(request.POST["said"])


def fail(request):
    """Fails for reasons of its own."""
    calls.append("fail")
    raise OperationalError("no such table")


urlpatterns = [path("fail/", fail), path("<slug:first>/<slug:second>/", rename_both)]


@pytest.fixture(autouse=True)
def own_addresses(settings):
    settings.ROOT_URLCONF = __name__
    calls.clear()


def test_of_two_entries_that_wait_for_each_other_both_are_stored_once():
    one, other = (make_tournament(entries=0, name=name).slug for name in ("One", "Other"))
    versions = list(Tournament.objects.order_by("pk").values_list("version", flat=True))

    answers = at_once(
        lambda: Client().post(f"/{one}/{other}/", {"said": "first"}).content,
        lambda: Client().post(f"/{other}/{one}/", {"said": "second"}).content,
    )

    assert answers == [b"first", b"second"]
    assert len(calls) > 2
    assert list(Tournament.objects.order_by("pk").values_list("version", flat=True)) == [each + 2 for each in versions]


def test_what_fails_for_other_reasons_is_not_tried_again(client):
    with pytest.raises(OperationalError):
        client.get("/fail/")

    assert calls == ["fail"]
