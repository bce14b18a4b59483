"""A club as one folder of pages: its own, and those of all its evenings, which lead to each other."""

import posixpath
import re
from datetime import date, timedelta

import pytest
from django.urls import reverse

from tests.factories import entry_of, make_member, make_tournament, only_club
from tests.publishing.site import pages_of, targets
from tests.views.conftest import logged_in
from tournament.actions.clubs import change_ratings, change_settings, write_club_notices
from tournament.actions.persons import set_appearance
from tournament.actions.players import NewPlayer
from tournament.actions.seasons import set_up_season
from tournament.engine.refusals import Refused
from tournament.models import Entry, Person, Tournament, Wish, Wished
from tournament.publishing.contents import published_club
from tournament.queries.clubs import mark_of

pytestmark = pytest.mark.django_db

NAMES = ("Anna Keller", "Bo Marten", "Cem Aydin", "Dora Rot")
EVENINGS = 3


@pytest.fixture
def club(request):
    """A club with a season, ratings, an imprint, and evenings in one language, of which one is practice."""
    director = make_member("director")
    language = getattr(request, "param", "en")
    for nth in range(EVENINGS):
        make_tournament(
            players=[NewPlayer(name) for name in NAMES],
            name=f"Evening {nth}",
            date=date(2026, 1, 9) + timedelta(weeks=nth),
            language=language,
            played=2,
        )
    make_tournament(players=[NewPlayer("Emil Secret")], name="Practising", is_practice=True, played=0)
    set_appearance(entry_of(Tournament.objects.get(name="Evening 0"), 2), by=director, wished=Wished(Wish.HIDDEN))
    club = only_club()
    change_settings(club, by=director, name="BC Ulm", place="Ulm")
    change_ratings(club, by=director, rates=True)
    for name, year in (("2026", 2026), ("Old", 2020)):
        set_up_season(club, by=director, name=name, begins=date(year, 1, 1), ends=date(year, 12, 31))
    write_club_notices(club, {("imprint", "de"): "BC Ulm, Ulm"}, expected=mark_of({}), by=director)
    club.refresh_from_db()
    return club


def files_of(club):
    return published_club(club, dict)


def led_to(files):
    """The files that each page leads to or takes in, by page."""
    return {
        file: {posixpath.normpath(posixpath.join(posixpath.dirname(file), target)) for target in targets(page)}
        for file, page in pages_of(files).items()
    }


@pytest.mark.costly
@pytest.mark.parametrize(("club", "language"), [("de", ""), ("en", ""), ("en", "de")], indirect=["club"])
def test_every_link_leads_to_a_file_of_the_folder_and_every_page_is_reached_from_the_first(club, language):
    files = published_club(club, dict, language=language)
    links = led_to(files)

    assert {target for found in links.values() for target in found} - set(files) == set()
    reached, new = set(), {"index.html"}
    while new:
        reached |= new
        new = set().union(*(links.get(file, set()) for file in new)) - reached
    assert set(pages_of(files)) - reached == set()
    spoken = language or Tournament.objects.first().language
    assert {page.partition('<html lang="')[2][:2] for page in pages_of(files).values()} == {spoken}


@pytest.mark.costly
def test_the_page_of_the_club_tells_how_far_its_folder_is(club):
    desk = logged_in(make_member("director"))
    told = []

    def seen():
        answer = desk.get(reverse("club_progress", args=[club.slug]), headers={"accept-language": "en"})
        return re.findall(r"[\w ]+: \d+ of \d+", answer.text)

    published_club(club, lambda files: [told.extend(seen()) for _file in files])

    papers = [line.strip() for line in dict.fromkeys(told) if "Papers" in line]
    pages = [line.strip() for line in dict.fromkeys(told) if "Web pages" in line]
    assert papers == [f"Papers and data of the evenings: {done} of {EVENINGS}" for done in range(EVENINGS)]
    assert [line.split()[2] for line in pages] == [str(done) for done in range(len(pages))]
    assert (pages[-1].split()[-1], seen()) == (str(len(pages)), [])


@pytest.mark.costly
def test_the_folder_holds_every_evening_every_season_the_ratings_and_every_player(club):
    pages = set(pages_of(files_of(club)))

    evenings = [f"t/{one.slug}/index.html" for one in Tournament.objects.filter(is_practice=False)]
    own = ("index.html", "evenings/index.html", "season/2026/index.html", "season/old/index.html", "ratings/index.html")
    players = [f"players/{person.pk}/index.html" for person in Person.objects.exclude(wish=Wish.HIDDEN)]
    expected = {*own, "imprint/index.html", *evenings, *players}
    assert (len(evenings), expected - pages) == (EVENINGS, set())


@pytest.mark.costly
def test_nobody_is_named_who_does_not_wish_it_nor_who_practises(club):
    files = files_of(club)

    kept_out = ("Bo Marten", "Bo M.", "Emil Secret", "Practising")
    named = {name for name in kept_out for data in files.values() if name.encode() in data}
    assert named == set()


@pytest.mark.costly
def test_a_link_to_a_page_tells_its_title_and_what_it_is_except_of_who_is_hidden(club):
    pages = pages_of(files_of(club))
    titles = {file: re.search("<title>(.*?)</title>", page)[1] for file, page in pages.items()}
    told = {file: shared_link(page) for file, page in pages.items()}
    hidden = Person.objects.get(wish=Wish.HIDDEN)
    anna = Person.objects.get(name="Anna Keller")
    entries = Entry.objects.filter(person=hidden, tournament__is_practice=False).select_related("tournament")

    assert all(one[0] == titles[file] for file, one in told.items() if one)
    assert told[f"players/{anna.pk}/index.html"] == ("Anna Keller · BC Ulm", "Backgammon club · Ulm")
    assert {file for file, one in told.items() if "players/" in file and not one} == {
        f"players/{hidden.pk}/index.html",
        *(f"t/{entry.tournament.slug}/players/{entry.number}/index.html" for entry in entries),
    }


def shared_link(page):
    return tuple(re.findall(r'<meta property="og:(?:title|description)" content="([^"]*)">', page))


def test_a_club_without_a_name_is_not_public(club):
    club.name = ""
    club.save()

    with pytest.raises(Refused) as refused:
        files_of(club)

    assert refused.value.code == "club_is_not_public"
