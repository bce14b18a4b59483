from io import BytesIO

import pytest
from pypdf import PdfReader

from tests.factories import make_director
from tests.views.conftest import logged_in

pytestmark = pytest.mark.django_db


def test_the_contents_lead_to_every_chapter(client):
    page = client.get("/en/help/").content.decode()

    assert page.count('<a href="/en/help/director/#') == 18
    assert '<a href="/en/help/director/#backups">Backups</a>' in page


def test_a_search_leads_to_the_chapters_it_finds(client):
    page = client.get("/de/help/?q=gammon+aufgegeben").content.decode()

    assert page.count('<section class="sheet padded mb-3"') == 1
    assert '<a href="/de/help/director/#7-enter-the-results">7. Die Ergebnisse eintragen</a>' in page


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_book_speaks_the_language_of_its_address(client, language):
    page = client.get(f"/{language}/help/security/").content.decode()

    assert page.count(f'<article class="handbook" lang="{language}">') == 1


def test_a_book_that_is_not_there_is_not_found(client):
    assert client.get("/en/help/secrets/").status_code == 404


def test_the_quick_guide_has_all_twelve_steps_on_two_pages(client):
    file = client.get("/de/help/quick-guide.pdf")
    pages = [page.extract_text() for page in PdfReader(BytesIO(file.content)).pages]

    assert file["Content-Type"] == "application/pdf"
    assert [
        sum(f"{step}. " in page for step in steps)
        for page, steps in zip(pages, (range(1, 7), range(7, 13)), strict=True)
    ] == [6, 6]


def test_a_page_of_the_desk_leads_to_its_chapter(tournament):
    page = logged_in(make_director()).get(f"/t/{tournament.slug}/desk/costs/").content.decode()

    assert 'help/director/#11-prizes-and-costs" target="_blank">Help</a>' in page
