"""The rule question: a page for everyone, without a cookie, the same for the same address."""

import re

import pytest

from tests.factories import make_tournament
from tournament.matches.formats import OFFERS
from tournament.queries.record import format_columns

DISPUTE = "position=24:1+23:1+6:4+5:3+4:3+3:2+2:1+/+24:2+13:3+7:3+6:4+5:3&roll=52&play=6/4"


@pytest.mark.parametrize(
    ("language", "word"), [("de", '<p class="verdict">Nein.</p>'), ("en", '<p class="verdict">No.</p>')]
)
def test_a_question_is_answered_in_both_languages(client, language, word):
    answer = client.get(f"/{language}/rule-question/?{DISPUTE}")

    assert (answer.status_code, answer.content.decode().count(word)) == (200, 1)
    assert not answer.cookies


def test_the_language_changes_and_the_question_stays(client):
    page = client.get(f"/de/rule-question/?{DISPUTE}").content.decode().replace("&amp;", "&")

    assert f'href="/en/rule-question/?{DISPUTE}"' in page


def test_without_a_language_the_reader_is_led_to_their_own(client):
    answer = client.get(f"/rule-question/?{DISPUTE}", headers={"Accept-Language": "en"})

    assert (answer.status_code, answer["Location"]) == (302, f"/en/rule-question/?{DISPUTE}")


@pytest.mark.parametrize(
    "query",
    [
        "position=%00&play=%F0%9F%8E%B2",
        "play=" + "8/5" * 400 + "&roll=11",
        "position=24:15/24:15&game=plakoto&roll=66&play=24/18(4)",
        "roll=21&play=<script>",
        "tool=own&from=7&step=3&shown=13/10&with=a+b&roll=11",
    ],
)
def test_any_query_string_is_answered_with_a_page(client, query):
    answer = client.get(f"/en/rule-question/?{query}")

    assert answer.status_code == 200
    assert b"<script>" not in answer.content


@pytest.mark.django_db
def test_the_rules_of_a_tournament_lead_to_the_board_of_each_of_its_games(client):
    tournament = make_tournament(1, **format_columns(OFFERS["tavli-3"].format))
    rules = client.get(f"/en/t/{tournament.slug}/rules/").content.decode()
    addresses = re.findall(r'href="(/en/rule-question/\?game=[^"]*)"', rules)

    asked = [client.get(address).context["question"].position.game for address in addresses]

    assert asked == ["portes", "plakoto", "fevga"]


def test_an_xgid_leads_to_its_position_and_roll_and_is_shown_again(client):
    asked = "XGID=a-B-A-C-C---eC---c-e----B-:2:-1:-1:63:3:1:0:5:6"
    page = client.get("/en/rule-question/", {"id": asked})

    assert (page.status_code, page.context["roll"] != "", page.context["refused"]) == (200, True, {})
    assert page.context["xgid"] == "XGID=-b----E-C---cE---c-c-a-b-A:0:0:1:63:0:0:0:0:10"


def test_a_wrong_xgid_is_refused_beside_its_field(client):
    page = client.get("/en/rule-question/", {"id": "XGID=x"})

    assert list(page.context["refused"]) == ["xgid"]
