"""A tournament published: whole, linked in itself, and nothing of what only the director sees."""

import json
import posixpath
import re
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from itertools import count

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import escape
from pypdf import PdfReader

from tests.factories import (
    draw_next_round,
    entry_of,
    make_director,
    make_member,
    make_tournament,
    stored_rows,
)
from tests.publishing.site import pages_of, published_files, targets
from tournament.actions.cash import change_costs, set_fee
from tournament.actions.clubs import write_club_notices
from tournament.actions.players import NewPlayer
from tournament.engine.refusals import Refused
from tournament.machine.notices import Notice
from tournament.models import Club, Entry, Person, Round, Season, Tournament
from tournament.queries.clubs import mark_of

pytestmark = pytest.mark.django_db


def running(**fields):
    """Five players in their second round; one wishes to appear otherwise, one need not pay."""
    tournament = make_tournament(entries=5, played=1, fee_cents=800, **fields)
    draw_next_round(tournament)
    set_fee(entry_of(tournament, 3), by=make_director(), paid=False, waived="helps")
    Entry.objects.filter(tournament=tournament, number=2).update(name="Secret Name", shown_as="P. Two")
    Person.objects.filter(entries__tournament=tournament, entries__number=2).update(
        wish="abbreviated", shown_as="P. Two"
    )
    return tournament


def in_a_season(**fields):
    """The same, which counts for the only season of its club, after an evening in another language."""
    before = make_tournament(entries=5, played=1, date=date(2026, 11, 13), language="de", name="Before")
    club = before.club
    Club.objects.filter(pk=club.pk).update(name="BC Ulm", slug="ulm", place="Ulm", rates=True)
    for key, year in (("jahr", 2026), ("2025", 2025)):
        Season.objects.create(
            club=club, key=key, name=f"Saison {year}", begins=date(year, 1, 1), ends=date(year, 12, 31)
        )
    return running(**fields)


def joinable():
    """Players put themselves on the list."""
    return make_tournament(entries=2, opens_joining=True)


def show_costs(tournament):
    change_costs(tournament, by=make_director(), treasurer="", surplus_note="", shows_costs=True)


def test_there_is_a_page_for_everything_that_everyone_sees_with_its_exports_beside_it():
    tournament = running()
    show_costs(tournament)

    of_rounds = [
        f"rounds/{number}/{name}"
        for number in (1, 2)
        for name in (
            "card.png",
            "index.html",
            "pairings-by-name.pdf",
            "pairings.csv",
            "pairings.json",
            "pairings.pdf",
            "share/index.html",
        )
    ]
    assert sorted(published_files(tournament)) == [
        "card.png",
        "costs.pdf",
        "costs/index.html",
        "course/index.html",
        "crosstable/index.html",
        *(f"draw/{number}/index.html" for number in (0, 1, 2)),
        "draw/index.html",
        "index.html",
        "order/index.html",
        *(f"players/{number}/index.html" for number in (1, 2, 3, 4, 5)),
        *of_rounds,
        "rules/index.html",
        "share/index.html",
        *(f"standings.{form}" for form in ("csv", "json", "pdf")),
        "static/favicon.svg",
        "static/points.svg",
        "static/tournament-everyone.css",
        "static/vendor/bootstrap-5.3.8.used.css",
    ]


@pytest.mark.parametrize("played", [0, 2])
def test_every_link_leads_to_a_file_that_is_there_and_every_file_is_led_to(played):
    tournament = make_tournament(entries=4, played=played)
    show_costs(tournament)
    files = published_files(tournament)

    led_to = {
        posixpath.normpath(posixpath.join(posixpath.dirname(file), target))
        for file, page in pages_of(files).items()
        for target in targets(page)
    }

    # Before round 1 nothing leads to the costs, and the names not yet to the players' pages.
    not_yet = {"costs/index.html", "costs.pdf", *(file for file in files if file.startswith("players/"))}
    # Pictures are for messengers.
    pictures = {file for file in files if file.endswith("card.png")}
    assert led_to | {"index.html", "static/points.svg"} | (set() if played else not_yet) == set(files) - pictures


def test_a_long_list_is_there_in_all_its_parts():
    pages = pages_of(published_files(make_tournament(entries=52, played=1)))

    rows = [len(re.findall("<tr data-number=", pages[f"crosstable/{part}index.html"])) for part in ("", "part/2/")]
    assert rows == [50, 2]


def test_what_the_club_says_of_itself_lies_beside_the_pages_which_all_lead_there(settings):
    settings.NOTICES = (Notice("privacy", "", "Of the host"),)
    tournament = in_a_season(language="de")
    texts = {("imprint", "en"): "BC Ulm", ("imprint", "de"): "BC Ulm e. V."}
    write_club_notices(tournament.club, texts, expected=mark_of({}), by=make_member("ada"))
    pages = pages_of(published_files(tournament))

    assert [re.findall("<p>(.*?)</p>", pages[f"{name}/index.html"]) for name in ("imprint", "privacy")] == [
        ["BC Ulm e. V."],
        ["Of the host"],
    ]
    for file, page in pages.items():
        led_to = {posixpath.normpath(posixpath.join(posixpath.dirname(file), target)) for target in targets(page)}
        assert {"imprint/index.html", "privacy/index.html"} <= led_to, file


def files_of_a_season(files):
    return sorted(file for file in files if file.startswith("season"))


def test_a_season_that_it_counts_for_is_there_as_pages_paper_and_lists():
    assert files_of_a_season(published_files(in_a_season())) == [
        *(f"season/jahr.{form}" for form in ("csv", "json", "pdf", "xlsx")),
        "season/jahr/course/index.html",
        "season/jahr/index.html",
        "season/jahr/order/index.html",
    ]


def test_a_season_is_led_to_leads_back_and_nowhere_else():
    files = published_files(in_a_season())
    pages = pages_of(files)

    led_to = {
        file: {posixpath.normpath(posixpath.join(posixpath.dirname(file), target)) for target in targets(page)}
        for file, page in pages.items()
    }

    assert set().union(*led_to.values()) - set(files) == set()
    assert set(files_of_a_season(files)) - set().union(*led_to.values()) == set()
    assert "season/jahr/index.html" in led_to["index.html"]
    assert all("index.html" in led_to[file] for file in files_of_a_season(pages))


@pytest.mark.parametrize(("language", "heading"), [("de", "Warum diese Reihenfolge?"), ("en", "Why this order?")])
def test_a_season_is_published_in_the_language_of_the_tournament(language, heading):
    page = published_files(in_a_season(language=language))["season/jahr/order/index.html"].decode()

    assert (page.count(f'<html lang="{language}'), page.count(f'<h1 class="mb-2">{heading}')) == (1, 1)


def test_who_appears_abbreviated_does_so_in_the_published_season_too():
    files = published_files(in_a_season())
    paper = PdfReader(BytesIO(files["season/jahr.pdf"])).pages[0].extract_text()
    names = {row["name"] for row in json.loads(files["season/jahr.json"])["ranking"]}

    assert [file for file, data in files.items() if b"Secret" in data] == []
    assert ("Secret" in paper, "P. Two" in paper, "P. Two" in names) == (False, True, True)


def test_every_page_says_the_same_time_at_which_the_folder_was_made(monkeypatch):
    tournament = make_tournament(entries=2, played=1, language="en")
    seconds = count(0, 10)
    begun = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: begun + timedelta(seconds=next(seconds)))

    pages = pages_of(published_files(tournament))

    told = {re.search(r"As of 20 Nov 2026, \d\d:\d\d", page)[0] for page in pages.values()}
    assert (len(told), len(pages) > 5) == (1, True)


def test_where_it_counts_for_no_season_the_club_changes_nothing_but_its_name_in_pictures(monkeypatch):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 20, 20, 0, tzinfo=UTC))
    tournament = in_a_season()
    published = []
    for change in ({"name": ""}, {"name": "BC Ulm"}):
        Season.objects.filter(key="jahr").delete()
        Club.objects.update(**change)
        published.append(published_files(tournament))

    differ = {file for file in published[0] if published[0][file] != published[1].get(file)}
    assert differ == {"card.png", "rounds/1/card.png", "rounds/2/card.png"}
    assert set(published[0]) == set(published[1])
    assert files_of_a_season(published[0]) == []


def test_a_practice_tournament_is_in_no_season():
    assert files_of_a_season(published_files(in_a_season(is_practice=True))) == []


@pytest.mark.parametrize("make", [running, joinable, in_a_season])
def test_a_page_needs_no_program_no_script_and_no_host(make):
    pages = pages_of(published_files(make()))

    of_the_program = r'<form|<script|<input|hx-[a-z]+|="/[^"]*|https?://[^\s"<]*|<a (?![^>]*href)'
    found = {what for page in pages.values() for what in re.findall(of_the_program, page)}
    assert found == set()


@pytest.mark.parametrize(("language", "heading"), [("de", "Rangliste"), ("en", "Standings")])
def test_it_speaks_the_language_of_the_tournament(language, heading):
    page = published_files(make_tournament(2, played=1, language=language))["index.html"].decode()

    assert page.count(f'<html lang="{language}') == 1
    assert page.count(f">{heading}") > 0


def test_a_player_s_page_has_their_name_in_its_title_and_its_heading_whatever_it_is():
    names = ("Ann & Bo", "<!-- title -->", "<!-- shown -->")
    files = published_files(make_tournament(players=tuple(map(NewPlayer, names)), name="<!-- shown -->"))

    pages = [files[f"players/{number}/index.html"].decode() for number in (1, 2, 3)]
    told = [re.findall(r"<title>(.*?) ·|<h1><bdi>(.*?)</bdi>", page) for page in pages]
    assert told == [[(escape(name), ""), ("", escape(name))] for name in names]


def test_nobody_reads_what_only_the_director_may():
    files = published_files(running())

    assert [file for file, data in files.items() if b"Secret" in data or b"helps" in data] == []
    assert [file for file in files if "costs" in file or file.endswith(".xlsx")] == []


def test_a_hidden_round_stays_hidden():
    tournament = running()
    Round.objects.filter(number=2).update(is_hidden=True)

    files = published_files(tournament)

    assert [file for file in files if file.startswith(("rounds/2", "draw/2"))] == []
    assert json.loads(files["standings.json"])["after_round"] == 1


def test_its_paper_carries_no_address_and_publishing_changes_nothing():
    tournament = running(language="en")
    before = stored_rows()

    files = published_files(tournament)

    (page,) = PdfReader(BytesIO(files["standings.pdf"])).pages
    assert ["club.example" in page.extract_text(), "on your phone" in page.extract_text()] == [False, False]
    assert stored_rows() == before


def test_links_to_its_standings_and_rounds_have_their_pictures_where_its_address_is_known():
    tournament = running(language="en")
    told = re.compile(r'<meta property="og:(image|url)" content="([^"]*)">')
    files = published_files(tournament, at="https://club.example/evening/")

    named = [link for page in pages_of(files).values() for link in told.findall(page)]
    pictures = {link for kind, link in named if kind == "image"}
    pages = {link for kind, link in named if kind == "url"}

    at = "https://club.example/evening/"
    assert pictures == {f"{at}card.png", f"{at}rounds/1/card.png", f"{at}rounds/2/card.png"}
    assert {link.removeprefix(at) for link in pictures} - set(files) == set()
    assert {f"{link.removeprefix(at)}index.html" for link in pages} - set(files) == set()
    assert [told.findall(page) for page in pages_of(published_files(tournament)).values() if told.search(page)] == []


@contextmanager
def meanwhile(query, change, turns, **values):
    """Somebody else changes the tournament after the queries that begin so, those of these turns."""
    seen = []

    def look(execute, sql, params, many, context):
        answer = execute(sql, params, many, context)
        if sql.startswith(query):
            seen.append(sql)
            if len(seen) in turns:
                change(**values)
                Tournament.objects.update(version=F("version") + 1)
        return answer

    with connection.execute_wrapper(look):
        yield


def test_a_change_meanwhile_is_published_with_all_that_follows_from_it():
    tournament = running()

    # The ranking has been read by then, the pairings of the round have not.
    with meanwhile('SELECT "tournament_entry"."id"', Entry.objects.filter(number=1).update, {1}, name="Anna"):
        files = published_files(tournament)

    assert (b"Anna" in files["index.html"], b"Anna" in files["players/1/index.html"]) == (True, True)


def test_a_round_that_is_removed_meanwhile_is_not_published():
    tournament = running()

    # The pages have been drawn by then, the paper of the rounds has not.
    with meanwhile('SELECT "tournament_round"."id"', Round.objects.filter(number=2).delete, {3}):
        files = published_files(tournament)

    assert [file for file in files if file.startswith("rounds/2")] == []


@pytest.mark.costly
def test_a_tournament_that_never_stands_still_is_refused():
    tournament = running()

    with meanwhile('SELECT "tournament_entry"', lambda: None, range(10_000)), pytest.raises(Refused) as refused:
        published_files(tournament)

    assert refused.value.code == "changed_while_publishing"


def test_a_file_beside_its_page_is_the_program_s_own(client):
    tournament = running()

    files = published_files(tournament)

    for file in ("standings.json", "standings.csv", "rounds/1/pairings.json"):
        assert files[file] == client.get(f"/t/{tournament.slug}/{file}").content


def test_the_lists_of_a_season_are_the_program_s_own(client):
    files = published_files(in_a_season())

    for file in ("season/jahr.json", "season/jahr.csv"):
        assert files[file] == client.get(f"/c/ulm/{file}").content


def test_a_page_more_is_no_question_more_to_the_database():
    asked = []
    for entries in (4, 12):
        tournament = make_tournament(entries=entries, played=1)
        with CaptureQueriesContext(connection) as queries:
            published_files(tournament)
        asked.append(len(queries))

    assert asked[0] == asked[1]
