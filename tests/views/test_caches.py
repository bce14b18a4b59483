"""What a real nginx keeps of the pages, and what it never does."""

from http.client import HTTPConnection

import pytest
from django.conf import settings
from django.urls import reverse

from tests.commands.conftest import AT_THE_LATEST
from tests.factories import enter_result, make_director, pairing_of
from tests.faults.server import Server
from tests.installed import nginx
from tests.proxy import in_front_of
from tests.views.conftest import logged_in
from tests.views.test_every_address import (
    ADDRESSES,
    DOORS,
    EVERYBODY_S,
    give_its_club_a_past,
    path,
    readable,
    write_down,
)
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.machine.notices import IMPRINT, PRIVACY
from tournament.public.pages import STANDINGS
from tournament.snapshots.names import Reason
from tournament.snapshots.taking import take_snapshot

pytestmark = pytest.mark.skipif(nginx() is None, reason="nginx is not installed")
# What nginx says of an answer that it had, and of one that it had but that it fetched anew because its moment is over.
# Every question is a page of its own.
READS_ALL_IT_IS_ASKED = frozenset({"rule_question"})
KEPT = frozenset({"HIT", "EXPIRED", "UPDATING", "REVALIDATED", "STALE"})


@pytest.fixture
def proxied(transactional_db, tmp_path, settings, tournament):
    """Ask nginx for an address; gives the status, the header and the body."""
    settings.DATA_DIR = tmp_path
    take_snapshot(Reason.BY_HAND)
    give_its_club_a_past(tournament)
    write_down(tournament)
    (tmp_path / "data").mkdir()
    for name in (IMPRINT, PRIVACY):
        (tmp_path / "data" / f"{name}.txt").write_text("BC Konstanz")
    server = Server(tmp_path)
    server.begin()
    server.wait_until_it_runs()
    try:
        with in_front_of(server.port, folder=tmp_path) as port:
            yield lambda address, **headers: asked(port, address, headers)
    finally:
        server.kill()


def asked(port, address, headers):
    connection = HTTPConnection("127.0.0.1", port, timeout=AT_THE_LATEST)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", address, headers={"Accept-Encoding": "gzip"} | named)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def kept_of(addresses, proxied, **headers):
    """Those that nginx answers itself when they are asked for a second time."""
    return {
        name
        for name, address in addresses.items()
        for _first, (_status, answered, _body) in [(proxied(address, **headers), proxied(address, **headers))]
        if answered["Cache-Status"] in KEPT
    }


@pytest.mark.costly
def test_nginx_keeps_what_everybody_sees_and_nothing_of_what_somebody_logged_in_is_shown(proxied, tournament):
    session = logged_in(make_director()).cookies[settings.SESSION_COOKIE_NAME].value
    cookie = f"{settings.SESSION_COOKIE_NAME}={session}"
    addresses = {name: path(name, tournament) for name in (*filter(readable, ADDRESSES), *DOORS)}

    # Without finals there is no bracket to print.
    assert kept_of(addresses, proxied, Cookie=cookie) == EVERYBODY_S - {"bracket_pdf"}


@pytest.mark.costly
def test_invented_cookies_and_query_strings_are_answered_from_the_cache(proxied, tournament):
    """Neither by a cookie, nor behind the question mark, nor by another spelling of the address."""
    addresses = {name: path(name, tournament) for name in EVERYBODY_S - {"bracket_pdf", *READS_ALL_IT_IS_ASKED}}
    anybody_s = {name: proxied(address) for name, address in addresses.items()}

    made_up = {
        name: [
            proxied(f"{address}?x=1&{other}", Cookie=f"{settings.SESSION_COOKIE_NAME}={'a' * 40}")
            for other in ("", "y", "%76=1", "%61lone", "V")
        ]
        + [proxied(address.replace("t", "%74", 1))]
        for name, address in addresses.items()
    }

    found = {
        name: [(status, headers["Cache-Status"] in KEPT, body) for status, headers, body in answers]
        for name, answers in made_up.items()
    }
    assert found == {name: [(200, True, anybody_s[name][2])] * 6 for name in addresses}


@pytest.mark.costly
def test_what_a_page_reads_behind_the_question_mark_reaches_the_program(proxied, tournament):
    live = reverse("standings_live", args=[tournament.slug])
    asked = {
        "a part alone": (live, f"{live}?alone", f"{live}?v=0&alone="),
        "the search": (f"{reverse('handbook')}?q=Buchholz", f"{reverse('handbook')}?q=xyz", reverse("handbook")),
    }

    answers = {name: [proxied(address) for address in addresses] for name, addresses in asked.items()}

    assert {name: [answer[0] for answer in each] for name, each in answers.items()} == dict.fromkeys(asked, [200] * 3)
    assert len({answer[2] for answer in answers["a part alone"]}) == 2
    assert len({answer[2] for answer in answers["the search"]}) == 3


@pytest.mark.costly
def test_what_nginx_keeps_is_sent_compressed_plain_or_not_at_all_as_the_browser_wants(proxied, tournament):
    address = reverse("standings", args=[tournament.slug])
    first = proxied(address)

    zipped, plain = proxied(address), proxied(address, Accept_Encoding="identity")
    known = proxied(address, If_None_Match=first[1]["ETag"])

    assert (zipped[0], zipped[1]["Content-Encoding"], zipped[2]) == (200, "gzip", first[2])
    assert (plain[0], plain[1]["Content-Encoding"], plain[2].strip()[:15]) == (
        200,
        None,
        b"<!DOCTYPE html>",
    )
    assert (known[0], known[2]) == (304, b"")


@pytest.mark.costly
def test_the_answer_that_nothing_is_new_is_kept_until_something_is(proxied, tournament):
    seen = STANDINGS.edition_of(tournament)
    address = f"{reverse('standings_live', args=[tournament.slug])}?v={seen}"
    nothing_new = [proxied(address) for _twice in range(2)]
    enter_result(pairing_of(tournament, 2, 2), Result(Outcome.PLAYED, (3, 2)))

    asked_until_new = next(news for news in iter(lambda: proxied(address), None) if news[0] == 200)

    assert [(status, headers["Cache-Status"] in KEPT) for status, headers, _body in nothing_new] == [
        (204, False),
        (204, True),
    ]
    assert asked_until_new[1]["Cache-Status"] in KEPT
