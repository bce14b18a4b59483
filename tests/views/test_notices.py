"""The imprint and the privacy notice as pages, and where they are linked."""

import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from tests.factories import make_director, make_tournament
from tests.views.conftest import logged_in
from tournament.machine.notices import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def imprint(settings):
    settings.NOTICES = (Notice("imprint", "de", "BC <Konstanz>\n\nMail: info@club.example"),)


def test_the_text_is_shown_as_it_was_written_with_paragraphs_and_addresses(client, imprint):
    page = client.get("/en/imprint/").content.decode()

    assert re.findall('<div class="sheet padded" lang="de">(.*?)</div>', page, re.DOTALL) == [
        '\n    <p>BC &lt;Konstanz&gt;</p>\n\n<p>Mail: <a href="mailto:info@club.example">info@club.example</a></p>\n  '
    ]


def test_a_notice_that_is_not_there_is_not_found(client, imprint):
    assert client.get("/en/privacy/").status_code == 404


@pytest.mark.parametrize("page", ["/en/", "/en/t/{}/", "/en/t/{}/find/", "/en/rule-question/", "/login/"])
def test_the_pages_that_guests_read_lead_to_the_notices_there_are(client, imprint, page):
    answer = client.get(page.format(make_tournament().slug))

    assertContains(answer, '<a class="tap" href="/en/imprint/">Imprint</a>', count=1, html=True)
    assertNotContains(answer, "/en/privacy/")


def test_the_desk_does_not(imprint):
    answer = logged_in(make_director()).get(f"/t/{make_tournament().slug}/desk/players/")

    assertNotContains(answer, "/en/imprint/")


def test_without_notices_no_page_leads_to_any(client):
    assertNotContains(client.get("/en/"), "<footer")
