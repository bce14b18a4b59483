"""The imprint and the privacy notice as pages, and where they are linked."""

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from tests.factories import make_director, make_member, make_tournament
from tests.views.conftest import logged_in
from tournament.machine.notices import Notice
from tournament.phrases.notices import MISSING

pytestmark = pytest.mark.django_db


@pytest.fixture
def imprint(settings):
    settings.NOTICES = (Notice("imprint", "de", "BC <Konstanz>\n\nMail: info@club.example"),)


def test_the_text_is_shown_as_it_was_written_with_paragraphs_and_addresses(client, imprint):
    page = client.get("/en/imprint/").content.decode()
    (shown,) = re.findall('<div class="sheet padded" lang="de">(.*?)</div>', page, re.DOTALL)

    told = '<p>BC &lt;Konstanz&gt;</p>\n\n<p>Mail: <a href="mailto:info@club.example">info@club.example</a></p>'
    assert shown.strip() == told


def test_a_notice_that_is_missing_says_what_belongs_in_it(client, imprint):
    assertContains(client.get("/en/privacy/"), MISSING["privacy"])


def test_what_is_entered_in_the_program_is_read_in_both_languages_before_the_files(client, imprint):
    director = logged_in(make_director())
    User.objects.update(is_superuser=True)
    drafts = director.get(reverse("enter_notices")).context["form"]
    texts = {name: field.initial for name, field in drafts.fields.items()}
    answer = director.post(
        reverse("enter_notices"), {**texts, "imprint_en": "BC Ulm <x>", "privacy_de": "Wir löschen alles."}
    )

    assert ("[Name of the club]" in texts["imprint_en"], "[Name des Vereins]" in texts["imprint_de"]) == (True, True)
    assert (answer.status_code, answer["Location"]) == (302, reverse("enter_notices"))
    assertContains(client.get("/en/imprint/"), "BC Ulm &lt;x&gt;")
    # A draft as it was is not shown.
    assertContains(client.get("/de/imprint/"), "BC Ulm &lt;x&gt;")
    assertContains(client.get("/en/privacy/"), "Wir löschen alles.")
    assert logged_in(make_member("ada")).post(reverse("enter_notices"), texts).status_code == 403


@pytest.mark.parametrize("page", ["/en/", "/en/t/{}/", "/en/t/{}/find/", "/en/rule-question/", "/login/"])
def test_the_pages_that_guests_read_lead_to_the_notices_there_are(client, imprint, page):
    answer = client.get(page.format(make_tournament().slug))

    assertContains(answer, '<a class="tap" href="/en/imprint/">Imprint</a>', count=1, html=True)
    assertContains(answer, '<a class="tap" href="/en/privacy/">Privacy</a>', count=1, html=True)


def test_the_desk_does_not(imprint):
    answer = logged_in(make_director()).get(f"/t/{make_tournament().slug}/desk/players/")

    assertNotContains(answer, "/en/imprint/")
