"""What a phone remembers: whose it is, that player's private link, and that somebody asked to be put on the list."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.models import Entry, Tournament
from tournament.queries.player_links import linked_entry

A_YEAR = 365 * 24 * 60 * 60


def remember_player(answer: HttpResponse, entry: Entry, token: str = "") -> None:
    """Remember on this phone whose it is, and with a token also the way to their private page."""
    _set(answer, _player(entry.tournament), str(entry.number))
    if token:
        _set(answer, _link(entry.tournament), f"{entry.number}/{token}")
    else:
        answer.delete_cookie(_link(entry.tournament))


def forget_player(answer: HttpResponse, tournament: Tournament) -> None:
    """Remember nobody on this phone."""
    answer.delete_cookie(_player(tournament))
    answer.delete_cookie(_link(tournament))
    answer.delete_cookie(_request(tournament))


def remember_request(answer: HttpResponse, tournament: Tournament, key: str) -> None:
    """Remember on this phone the request to be put on the list."""
    _set(answer, _request(tournament), key)


def remembered_request(request: HttpRequest, tournament: Tournament) -> str:
    """The key of that request, whatever has become of it; else nothing."""
    return request.COOKIES.get(_request(tournament), "")


def remembered_player(request: HttpRequest, tournament: Tournament) -> Entry | None:
    """The player whom this phone remembers."""
    number = request.COOKIES.get(_player(tournament), "")
    if not re.fullmatch("[0-9]{1,9}", number):
        return None
    return Entry.objects.filter(tournament=tournament, number=int(number)).first()


def remembered_link(request: HttpRequest, tournament: Tournament) -> str:
    """Where the private page of that player is, if this phone has been there and it still opens; else nothing."""
    found = re.fullmatch("([0-9]{1,9})/([A-Za-z0-9_-]{1,64})", request.COOKIES.get(_link(tournament), ""))
    if found is None or linked_entry(tournament, int(found[1]), found[2]) is None:
        return ""
    return reverse("my_match", args=[tournament.slug, int(found[1]), found[2]])


def _set(answer: HttpResponse, name: str, value: str) -> None:
    secure = settings.SESSION_COOKIE_SECURE
    answer.set_cookie(name, value, max_age=A_YEAR, secure=secure, samesite="Lax", httponly=True)


def _player(tournament: Tournament) -> str:
    return f"player-{tournament.pk}"


def _link(tournament: Tournament) -> str:
    return f"player-link-{tournament.pk}"


def _request(tournament: Tournament) -> str:
    return f"asked-{tournament.pk}"
