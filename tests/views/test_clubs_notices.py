"""The imprint and the privacy notice as pages, and where they are linked."""

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from tests.factories import entry_of, make_director, make_member, make_tournament, only_club, player_token
from tests.views.conftest import logged_in
from tournament.actions.clubs import change_settings, club_called, write_club_notices
from tournament.machine.notices import Notice
from tournament.models import NoticeText
from tournament.phrases.clubs import ENTERED_BY_CLUB, ENTERED_BY_INSTALLATION, MISSING
from tournament.phrases.refusals import REFUSALS
from tournament.queries.clubs import mark_of, stored_notices

pytestmark = pytest.mark.django_db


@pytest.fixture
def imprint(settings):
    settings.NOTICES = (Notice("imprint", "de", "BC <Konstanz>\n\nMail: info@club.example"),)


def test_the_text_is_shown_as_it_was_written_with_paragraphs_and_addresses(client, imprint):
    page = client.get("/en/imprint/").content.decode()
    (shown,) = re.findall('<div class="sheet padded" lang="de">(.*?)</div>', page, re.DOTALL)

    told = '<p>BC &lt;Konstanz&gt;</p>\n\n<p>Mail: <a href="mailto:info@club.example">info@club.example</a></p>'
    assert shown.strip() == told


def test_a_notice_that_is_missing_says_what_belongs_in_it_and_who_enters_it(client, imprint):
    assertContains(client.get("/en/privacy/"), f"{MISSING['privacy']} {ENTERED_BY_INSTALLATION}")
    assertContains(client.get(f"/en/t/{make_tournament().slug}/privacy/"), f"{MISSING['privacy']} {ENTERED_BY_CLUB}")


def test_what_is_entered_in_the_program_is_read_in_both_languages_before_the_files(client, imprint):
    director = logged_in(make_director())
    User.objects.update(is_superuser=True)
    drafts = director.get(reverse("enter_notices")).context["form"]
    texts = {field.name: field.value() for field in drafts.visible_fields()}
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


@pytest.mark.parametrize("page", ["/en/", "/en/rule-question/", "/login/"])
def test_the_pages_that_guests_read_lead_to_the_notices_of_the_installation(client, page):
    assert notices_of(client.get(page)) == ["/en/imprint/", "/en/privacy/"]


def notices_of(answer):
    """Where the page leads for the imprint and for what is stored."""
    return re.findall(r'href="([^"]*/(?:imprint|privacy)/)"', answer.content.decode())


@pytest.fixture
def two_clubs(settings):
    """Ulm has written both, Bonn nothing, the installation an imprint; each has an evening with sign-up.

    Gives the tournaments by the address of their club.
    """
    settings.NOTICES = (Notice("imprint", "", "The host"),)
    made = {slug: make_tournament(entries=2, opens_joining=True, name=f"Evening in {slug}") for slug in ("ulm", "bonn")}
    for slug, tournament in made.items():
        club = club_called(slug)
        head = make_member(f"head of {slug}", club=club)
        tournament.club = change_settings(club, by=head, name=slug.title(), place="")
        tournament.save()
    texts = {("imprint", "de"): "Verein Ulm", ("imprint", "en"): "Club of Ulm", ("privacy", "de"): "Ulm löscht alles"}
    ulm = made["ulm"].club
    write_club_notices(ulm, texts, expected=mark_of({}), by=User.objects.get(username="head of ulm"))
    return made


def test_the_pages_of_each_club_lead_to_what_that_club_says(client, two_clubs):
    tournament = two_clubs["ulm"]
    own = [f"/en/t/{tournament.slug}/{name}/" for name in ("imprint", "privacy")]
    me = f"/en/t/{tournament.slug}/p/1/{player_token(entry_of(tournament, 1))}/"

    pages = {page: notices_of(client.get(f"/en/t/{tournament.slug}{page}")) for page in ("/", "/find/", "/players/1/")}
    assert pages == dict.fromkeys(pages, own)
    assert notices_of(client.get(f"/en/t/{tournament.slug}/joining/")) == [own[1], *own]
    assert [notices_of(client.get(page)) for page in (me, f"{me}name/")] == [own, own]
    assert notices_of(client.get("/en/c/ulm/")) == ["/en/c/ulm/imprint/", "/en/c/ulm/privacy/"]


def test_two_clubs_of_one_installation_each_say_their_own_in_both_languages_else_the_installation_does(
    client, two_clubs
):
    def told(language, name, slug):
        pages = (f"/{language}/t/{two_clubs[slug].slug}/{name}/", f"/{language}/c/{slug}/{name}/")
        (text,) = {shown(client.get(page).content.decode()) for page in pages}
        return text

    assert [told(*page) for page in (("de", "imprint", "ulm"), ("en", "imprint", "ulm"))] == [
        "Verein Ulm",
        "Club of Ulm",
    ]
    # What is there in one language alone goes before that of the installation.
    assert told("en", "privacy", "ulm") == "Ulm löscht alles"
    assert [told("de", "imprint", "bonn"), told("en", "privacy", "bonn")] == ["The host", ""]
    assert shown(client.get("/de/imprint/").content.decode()) == "The host"


def shown(page):
    """The text of the notice; empty where it is missing."""
    return "".join(re.findall('<div class="sheet padded"[^>]*>\\s*<p>(.*?)</p>', page))


def test_pages_of_no_club_show_what_the_only_club_says_where_the_installation_says_nothing(client):
    write_club_notices(only_club(), {("imprint", "de"): "Verein"}, expected=mark_of({}), by=make_member("ada"))

    assert shown(client.get("/en/imprint/").content.decode()) == "Verein"


def test_a_director_enters_what_the_club_says_from_a_draft_and_learns_what_is_missing(client, two_clubs):
    director = logged_in(User.objects.get(username="head of bonn"))
    before = director.get("/c/bonn/desk/")
    page = director.get("/c/bonn/desk/notices/")
    form = page.context["form"]
    texts = {field.name: field.value() for field in form.visible_fields()}
    sent = {**texts, "privacy_en": "Bonn keeps\tnothing.\r\n\r\nAsk us.", "mark": form.stored_mark}
    answer = director.post("/c/bonn/desk/notices/", sent)
    late = director.post("/c/bonn/desk/notices/", {**sent, "privacy_en": "Late"})

    assert before.context["missing_notices"] == page.context["missing"] == [MISSING["privacy"]]
    assert texts["imprint_de"].startswith("Bonn\n[Straße und Hausnummer]\n[Postleitzahl] [Ort]\n")
    assert (answer.status_code, stored_notices(two_clubs["bonn"].club)) == (
        302,
        {("privacy", "en"): "Bonn keeps nothing.\n\nAsk us."},
    )
    assert director.get("/c/bonn/desk/").context["missing_notices"] == []
    # What was typed on a page that is out of date stays there, with what others have saved to be compared.
    assertContains(late, "Late", status_code=422)
    assertContains(late, REFUSALS["notices_changed_meanwhile"], status_code=422)
    assert director.get("/c/ulm/desk/notices/").status_code == 403


def entered(**sent):
    """The drafts of the only club's page, its answer to what is sent beside them, and what the next page says."""
    change_settings(only_club(), by=make_member("ada"), name="BC Ulm", place="Ulm", voucher_years=6)
    director = logged_in(make_member("ada"))
    where = reverse("club_notices", args=[only_club().slug])
    form = director.get(where).context["form"]
    drafts = {field.name: field.value() for field in form.visible_fields()}
    answer = director.post(where, {**drafts, "mark": form.stored_mark, **sent})
    return drafts, answer, [str(one) for one in director.get(where).context["messages"]]


@pytest.mark.parametrize(
    ("language", "name", "begin"),
    [
        ("en", "imprint", "BC Ulm\n[Street and number]\n[Postcode] Ulm\n"),
        ("de", "imprint", "BC Ulm\n[Straße und Hausnummer]\n[Postleitzahl] Ulm\n"),
        ("en", "privacy", "Responsible for the data: BC Ulm, [address of the club, mail address]."),
        ("de", "privacy", "Verantwortlich für die Daten: BC Ulm, [Anschrift des Vereins, E-Mail-Adresse]."),
    ],
)
def test_a_draft_is_filled_in_with_what_the_club_says_of_itself(language, name, begin):
    drafts, _answer, _told = entered()

    assert drafts[f"{name}_{language}"][: len(begin)] == begin
    assert [years in drafts["privacy_en"] for years in ("kept for 6 years", "[8]")] == [True, False]


@pytest.mark.parametrize("text", ["BC Ulm\n[Street and number]", "BC Ulm\n[straße und hausnummer]\n89073 Ulm"])
@pytest.mark.parametrize("field", ["imprint_en", "privacy_de"])
def test_a_draft_with_something_left_in_brackets_is_not_published(client, field, text):
    _drafts, answer, _told = entered(**{"imprint_de": "BC Ulm, Ulm", field: text})

    place = re.findall(r"\[.+\]", text)[0]
    assert answer.status_code == 422
    assert answer.context["form"].errors == {field: [f"Nothing is saved yet. Replace or delete: {place}."]}
    assert stored_notices(only_club()) == {}
    assertContains(client.get(f"/en/c/{only_club().slug}/imprint/"), MISSING["imprint"])


DRAFT = "BC Ulm\n[Street and number]\n89073 Ulm"


def test_a_draft_from_anywhere_is_not_published_and_counts_as_missing(client, settings):
    change_settings(only_club(), by=make_member("ada"), name="BC Ulm", place="Ulm")
    only_club().notices.create(name="imprint", language="en", text=DRAFT)
    NoticeText.objects.create(name="imprint", language="en", text=DRAFT)
    settings.NOTICES = (Notice("imprint", "", DRAFT),)

    pages = [client.get(address) for address in (f"/en/c/{only_club().slug}/imprint/", "/en/imprint/")]
    desk = logged_in(make_member("ada")).get(reverse("club_settings", args=[only_club().slug]))

    assert [str(MISSING["imprint"]) in page.content.decode() for page in pages] == [True, True]
    assert MISSING["imprint"] in desk.context["missing_notices"]


def test_a_finished_text_in_another_language_stands_in_for_a_draft(client):
    change_settings(only_club(), by=make_member("ada"), name="BC Ulm", place="Ulm")
    for language, text in (("en", DRAFT), ("de", "BC Ulm, Ulm")):
        only_club().notices.create(name="imprint", language=language, text=text)

    assertContains(client.get(f"/en/c/{only_club().slug}/imprint/"), "BC Ulm, Ulm")


def test_brackets_that_are_not_from_a_draft_are_published(client):
    entered(imprint_en="BC Ulm, info [at] club.example")

    assertContains(client.get(f"/en/c/{only_club().slug}/imprint/"), "BC Ulm, info [at] club.example")


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({}, "Saved. Nobody can read a draft before it is filled in."),
        ({"imprint_de": "BC Ulm", "privacy_en": "None."}, "Saved. Everybody can read now: Imprint DE, Privacy EN."),
    ],
)
def test_what_is_said_to_be_public_is_what_was_saved(sent, told):
    _drafts, _answer, said = entered(**sent)

    stored = {"_".join(key): text for key, text in stored_notices(only_club()).items()}
    assert (said, stored) == ([told], sent)


def test_the_desk_does_not_lead_to_the_notices(imprint):
    answer = logged_in(make_director()).get(f"/t/{make_tournament().slug}/desk/players/")

    assertNotContains(answer, "/en/imprint/")
