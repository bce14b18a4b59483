"""Seasons are set up, changed, removed, and all of it taken back."""

from datetime import date

import pytest

from tests.factories import make_director, make_member, make_stranger, make_tournament, only_club, stored_rows
from tournament.actions.clubs import change_ratings
from tournament.actions.journal import history, redo, undo
from tournament.actions.seasons import change_season, choose_season, remove_season, set_up_season
from tournament.engine.refusals import Refused
from tournament.models import Club, JournalLine, Season

pytestmark = pytest.mark.django_db
YEAR = {"begins": date(2026, 1, 1), "ends": date(2026, 12, 31)}


@pytest.fixture(autouse=True)
def a_director_of_the_club():
    make_member("director")


def set_up(name="Season 2026", **settings):
    return set_up_season(only_club(), by=make_director(), name=name, **{**YEAR, **settings})


def undo_last():
    undo(history(only_club()).undoable, by=make_director())


def without_history():
    """What is stored beside the journal and the versions."""
    rows = {key: dict(values) for key, values in stored_rows().items() if key[0] != "journalline"}
    for values in rows.values():
        values.pop("version", None)
        values.pop("stamp", None)
    return rows


def test_the_address_follows_from_the_name_and_stays():
    make_tournament()
    first, second = set_up(), set_up(best=5)

    change_season(first, by=make_director(), name="Winter", **YEAR)

    assert [season.key for season in Season.objects.order_by("pk")] == ["season-2026", "season-2026-2"]
    assert set_up("Ώρα").key != ""
    assert set_up("Weiß-Liga 2026/27").key == "weiss-liga-2026-27"
    assert second.best == 5


def test_the_same_sent_twice_is_one_season():
    make_tournament()

    assert set_up().pk == set_up().pk
    assert Season.objects.count() == 1


def test_tournaments_of_the_club_are_ticked_and_others_are_not():
    first, second = make_tournament(), make_tournament()
    elsewhere = make_tournament()
    elsewhere.club = Club.objects.create(slug="elsewhere")
    elsewhere.save()
    season = set_up_season(
        first.club, by=make_director(), name="Best of", ticked=[first.pk, elsewhere.pk], begins=None, ends=None
    )

    change_season(season, by=make_director(), name="Best of", ticked=[second.pk], begins=None, ends=None)

    assert list(season.ticked.values_list("tournament", flat=True)) == [second.pk]


@pytest.mark.parametrize(
    ("table", "code"),
    [("", "points_table_length"), ("3 5 1", "points_table_rises"), ("9999 1", "points_table_range")],
)
def test_a_table_that_cannot_be_meant_is_refused(table, code):
    make_tournament()

    with pytest.raises(Refused) as refused:
        set_up(table=table)

    assert refused.value.code == code
    assert not Season.objects.exists()


def added(tournament):
    set_up_season(tournament.club, by=make_director(), name="Ticked", ticked=[tournament.pk], begins=None, ends=None)


def changed(tournament):
    change_season(Season.objects.get(), by=make_director(), name="New", **YEAR, best=3)


def removed(tournament):
    remove_season(Season.objects.get(), by=make_director())


def rated(tournament):
    change_ratings(
        tournament.club, by=make_director(), rates=True, rating_start=1800, rating_ramp="slow", rates_stopped=True
    )


def chosen(tournament):
    choose_season(tournament.club, by=make_director(), season=Season.objects.get())


@pytest.mark.parametrize("act", [added, changed, removed, rated, chosen])
def test_what_is_done_is_one_line_and_is_undone_and_done_again(act):
    tournament = make_tournament()
    if act is not added:
        added(tournament)
    before, lines = without_history(), JournalLine.objects.filter(club__isnull=False).count()

    act(tournament)
    after = without_history()
    undo_last()
    undone = without_history()
    redo(history(only_club()).redoable, by=make_director())

    assert JournalLine.objects.filter(club__isnull=False).count() == lines + 3
    assert (undone == before, before == after, without_history() == after) == (True, False, True)


@pytest.mark.parametrize("act", [added, changed, removed, rated])
def test_only_directors_of_the_club_change_its_seasons(act, monkeypatch):
    tournament = make_tournament()
    added(tournament)
    before = stored_rows()
    monkeypatch.setitem(globals(), "make_director", make_stranger)

    with pytest.raises(Refused) as refused:
        act(tournament)

    assert refused.value.code == "not_allowed"
    assert stored_rows() == before


def test_a_season_removed_is_the_clubs_own_again_once_it_is_back():
    tournament = make_tournament()
    added(tournament)
    chosen(tournament)

    removed(tournament)
    undo_last()

    assert Season.objects.get().is_own
