"""A tournament is deleted, and comes back from the backup."""

import uuid

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.factories import (
    draw_next_round,
    entry_of,
    make_co_director,
    make_director,
    make_helper,
    make_tournament,
    only_club,
    pairing_of,
)
from tests.views.conftest import logged_in, sentence
from tournament.actions.cash import add_prize
from tournament.actions.catalogue import ACTIONS
from tournament.actions.change import change
from tournament.actions.journal import history, undo
from tournament.actions.permissions import Guest
from tournament.actions.players import ask_to_join, keep_apart, set_pause
from tournament.actions.results import keep_games, record_result, report_score
from tournament.actions.tournaments import change_tournament
from tournament.archive.dump import dump
from tournament.engine.record import Result
from tournament.engine.terms import Outcome
from tournament.matches.games import PlayedGame
from tournament.models import JournalLine, Season, SeasonEvening, SheetChanges, Tournament, Transcript, Voucher
from tournament.queries.record import result_of
from tournament.snapshots import taking

COMMITTED = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path / "data"
    settings.SNAPSHOT_DIR = None
    settings.DATA_DIR.mkdir()
    taking.last_problems.clear()
    yield settings.DATA_DIR
    taking.last_problems.clear()


def whole_evening():
    """A tournament that has a row in every table."""
    director = make_director()
    made = make_tournament(entries=7, name="Whole Evening", opens_joining=True, fee_cents=800)
    change_tournament(made, by=director, fee_steps=((8, 900), (None, 700)))
    ask_to_join(made, by=Guest("Zoë"), request_key=uuid.uuid4(), name="Zoë")
    add_prize(made, by=director, place=1, description="Cup", price_cents=500)
    make_helper(made, "Ida")
    make_co_director(made)
    keep_apart(entry_of(made, 1), entry_of(made, 2), by=director)
    for pairing in draw_next_round(made).pairings.filter(second__isnull=False):
        record_result(pairing, by=director, expected=result_of(pairing), result=Result(Outcome.PLAYED, (3, 1)))
    draw_next_round(made)
    first = pairing_of(made, 1, 1)
    record_result(first, by=director, expected=result_of(first), result=Result(Outcome.PLAYED, (1, 3)))
    open_pairing = pairing_of(made, 2, 1)
    with change(made, by=director, action=ACTIONS["result_recorded"]) as step:
        keep_games(step, open_pairing, [PlayedGame(0)])
        step.add(Transcript(pairing=open_pairing, text="Game 1"))
        step.add(SheetChanges(pairing=open_pairing, count=1))
    report_score(open_pairing.first, key=open_pairing.pk, expected=None, score=(3, 0))
    set_pause(entry_of(made, 5), by=director, round_number=4, pauses=True)
    set_pause(entry_of(made, 7), by=director, round_number=3, pauses=True)
    undo(history(made).undoable, by=director)
    return Tournament.objects.get(pk=made.pk)


def everything():
    """Every row of every table of the database but the sessions, and what is counted under no name and runs out."""
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor)) - {"django_session", "sqlite_sequence", "rates"}
        rows = {}
        for table in tables:
            cursor.execute(f'SELECT * FROM "{table}"')
            rows[table] = sorted(map(repr, cursor.fetchall()))
    return rows


def delete(browser, tournament, confirmed=None, **more):
    typed = tournament.name if confirmed is None else confirmed
    return browser.post(reverse("delete", args=[tournament.slug]), {"confirmed": typed, **more}, follow=True)


def said(answer):
    return [str(message) for message in answer.context["messages"]]


def backups(data_folder):
    folder = data_folder / "snapshots"
    return sorted(file.name for file in folder.iterdir()) if folder.exists() else []


@pytest.mark.django_db
@pytest.mark.parametrize("is_closed", [False, True])
def test_nothing_of_a_deleted_tournament_is_left_in_any_table(director, is_closed):
    make_helper(make_tournament(entries=4, played=1), "Mia")
    User.objects.create(username="co-director")
    season = Season.objects.create(club=only_club(), key="best", name="Best")
    before = everything()
    tournament = whole_evening()
    SeasonEvening.objects.create(season=season, tournament=tournament)
    Tournament.objects.filter(pk=tournament.pk).update(is_closed=is_closed)
    after = everything()
    own = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    of_no_tournament = {"tournament_printedaddress", "tournament_club", "tournament_membership"}
    of_no_tournament |= {"tournament_season", "tournament_matchimport", "tournament_importedmatch"}
    of_no_tournament |= {"tournament_clubinvitation", "tournament_clubyear", "tournament_yearpaper"}
    of_no_tournament |= {"tournament_noticetext", "tournament_clubnotice", "tournament_saidword", "tournament_erasure"}
    own = {table for table in own if table.startswith("tournament_")} - of_no_tournament
    assert [table for table in own if after[table] == before[table]] == []

    answer = delete(director, tournament)

    assert answer.redirect_chain == [("/", 302)]
    # The club has stepped on, and tells why.
    JournalLine.objects.get(tournament=None, action="club_tournament_deleted").delete()
    kept = {"tournament_club": [], "tournament_voucher": [], "tournament_clubyear": []}
    assert everything() | kept == before | kept
    # The run of a club's vouchers has no gap.
    assert not Voucher.objects.filter(tournament=None, cancelled_at=None).exists()


@COMMITTED
def test_the_first_page_says_where_the_backup_lies_and_importing_it_brings_the_tournament_back(director, data_folder):
    tournament = whole_evening()
    archive = dump(tournament)

    answer = delete(director, tournament)
    (name,) = backups(data_folder)
    gone = [Client().get(f"/t/{tournament.slug}/", follow=True), director.get(reverse("desk", args=[tournament.slug]))]
    director.post(
        reverse("copy", args=[name]), {"tournaments": [tournament.slug], "request_key": str(uuid.uuid4())}, follow=True
    )

    assert said(answer) == [
        f"“Whole Evening” deleted. To get it back, import it from the backup "
        f'<a href="{reverse("copy", args=[name])}">{name}</a> in {data_folder / "snapshots"}.'
    ]
    assert answer.content.decode().count(f'href="{reverse("copy", args=[name])}"') == 1
    assert [one.status_code for one in gone] == [404, 404]
    back = Tournament.objects.get()
    assert (back.slug, back.director, dump(back)) == (tournament.slug, make_director(), archive)


@COMMITTED
def test_a_practice_tournament_comes_back_as_one(director, data_folder):
    tournament = make_tournament(entries=2, is_practice=True)

    delete(director, tournament)
    (name,) = backups(data_folder)
    director.post(
        reverse("copy", args=[name]), {"tournaments": [tournament.slug], "request_key": str(uuid.uuid4())}, follow=True
    )

    assert Tournament.objects.get().is_practice is True


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["", "Whole Evening!", "a\x00b"])
def test_nothing_is_deleted_or_backed_up_until_the_name_is_typed(director, data_folder, typed):
    tournament = whole_evening()
    before = everything()

    answer = delete(director, tournament, typed)

    assert (answer.status_code, everything(), backups(data_folder)) == (422, before, [])
    assert answer.content.decode().count('id="id_confirmed_error"') == 1


@pytest.mark.django_db
def test_a_wrong_word_to_confirm_is_refused_with_the_one_that_is_needed(director):
    answer = delete(director, make_tournament(entries=0), "Bodensee")

    assert answer.context["form"].errors == {"confirmed": [sentence("not_confirmed", word="Bodensee Open")]}


@pytest.mark.django_db
def test_capitals_and_blanks_do_not_matter(director):
    delete(director, make_tournament(entries=0), "  bodensee  OPEN ")

    assert Tournament.objects.count() == 0


@COMMITTED
def test_where_no_backup_can_be_made_it_is_said_and_asked_once_more(director, data_folder):
    tournament = make_tournament(entries=2)
    (data_folder / "snapshots").write_text("not a folder")

    refused = delete(director, tournament)
    is_there = Tournament.objects.count()
    done = delete(director, tournament, without_backup="on")

    problem = f"No backup in {data_folder / 'snapshots'}"
    assert (refused.status_code, is_there, refused.content.decode().count(problem)) == (422, 1, 1)
    assert refused.content.decode().count('name="without_backup"') == 1
    assert 'value="Bodensee Open"' in refused.content.decode()
    assert (said(done), Tournament.objects.count()) == (["“Bodensee Open” deleted, without a backup."], 0)


@COMMITTED
def test_a_backup_is_made_even_where_deleting_without_one_was_agreed_to(director, data_folder):
    delete(director, make_tournament(entries=2), without_backup="on")

    assert (len(backups(data_folder)), Tournament.objects.count()) == (1, 0)


@COMMITTED
def test_a_missing_stick_is_told_and_does_not_stand_in_the_way(director, data_folder, settings, tmp_path):
    settings.SNAPSHOT_DIR = tmp_path / "stick"

    answer = delete(director, make_tournament(entries=2))

    assert (len(backups(data_folder)), len(said(answer))) == (1, 2)
    assert said(answer)[1] == sentence("snapshot_place_missing", folder=tmp_path / "stick")


@pytest.mark.django_db
def test_only_the_director_may_delete_a_tournament(director):
    tournament = make_tournament(entries=2)
    browsers = {
        "director": director,
        "co-director": logged_in(make_co_director(tournament)),
        "helper": logged_in(make_helper(tournament)),
    }

    found = {
        who: (
            browser.get(reverse("settings", args=[tournament.slug])).content.decode().count('desk/delete/"'),
            browser.get(reverse("delete", args=[tournament.slug])).status_code,
            delete(browser, tournament).status_code if who != "director" else 200,
        )
        for who, browser in browsers.items()
    }

    assert found == {"director": (1, 200, 200), "co-director": (0, 403, 403), "helper": (0, 403, 403)}
    assert Tournament.objects.count() == 1


@pytest.mark.django_db
def test_a_helper_of_a_deleted_tournament_has_access_to_nothing(director):
    tournament = make_tournament(entries=2)
    helper = logged_in(make_helper(tournament))

    delete(director, tournament)

    assert helper.get(reverse("desk", args=[tournament.slug])).status_code == 404
    assert helper.get(reverse("create"))["Location"] == "/login/?next=/new/"
    assert JournalLine.objects.exclude(tournament=None).count() == 0
