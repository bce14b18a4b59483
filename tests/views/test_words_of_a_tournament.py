"""In a tournament without a doubling cube, only the rules speak of one: they say that there is none."""

import re

import pytest

from tests.factories import draw_next_round, entry_of, make_tournament, player_token

pytestmark = pytest.mark.django_db


def pages(browser, *addresses):
    """Every page of a tournament that these lead to, by its address, without what a script alone reads."""
    waiting, found = list(addresses), {}
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        answer = browser.get(address)
        if answer["Content-Type"].startswith("text/html") and answer.status_code == 200:
            found[address] = re.sub(r' data-sheet="[^"]*"', "", answer.content.decode())
            waiting += re.findall(r'href="(/(?:de|en)/t/[^"?#]*)', found[address])
    return found


@pytest.mark.costly
@pytest.mark.parametrize(
    ("language", "word", "rule"),
    [("en", "cube", "There is no doubling cube."), ("de", "dopplerwürfel", "Einen Dopplerwürfel gibt es nicht.")],
)
def test_pages_of_a_tournament_without_a_cube_do_not_mention_one(client, language, word, rule):
    tournament = make_tournament(4, played=1, language=language, clock="delay")
    draw_next_round(tournament)
    mine = f"/{language}/t/{tournament.slug}/p/1/{player_token(entry_of(tournament, 1))}/"

    found = pages(client, f"/{language}/t/{tournament.slug}/", f"/{language}/t/{tournament.slug}/rules/", mine)

    of_language = {address: page for address, page in found.items() if address.startswith(f"/{language}/")}
    assert len(of_language) > 12
    said = [
        (address, found)
        for address, page in of_language.items()
        for found in (word, "crawford")
        if found in page.replace(rule, "").lower()
    ]
    assert said == []
