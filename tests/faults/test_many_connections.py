"""A room full of phones, each with its connection held open."""

import http.client

from tests.commands.conftest import AT_THE_LATEST
from tests.factories import make_tournament

PHONES = 250


def test_every_one_of_250_phones_is_answered_again_on_the_connection_it_holds_open(server):
    slug = make_tournament(entries=2).slug
    server.begin()
    server.wait_until_it_runs()
    phones = [http.client.HTTPConnection("localhost", server.port, timeout=AT_THE_LATEST) for _phone in range(PHONES)]

    answers = []
    for _time in range(2):
        for phone in phones:
            phone.request("GET", f"/t/{slug}/standings.json")
            answer = phone.getresponse()
            answer.read()
            answers.append((answer.status, answer.will_close))

    assert answers == [(200, False)] * (2 * PHONES)
    for phone in phones:
        phone.close()
