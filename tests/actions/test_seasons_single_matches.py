"""Matches outside the evenings: entered one by one, corrected, removed; by directors and helpers of the club."""

from datetime import date

import pytest

from tests.factories import entry_of, make_director, make_member, make_stranger, make_tournament, only_club, stored_rows
from tournament.actions.journal import history, redo, undo
from tournament.actions.seasons import NewMatch, correct_match, enter_match, remove_match
from tournament.engine.refusals import Refused
from tournament.models import ImportedMatch, JournalLine, MatchImport, MemberRole, Person, Season
from tournament.phrases.journal import journal_sentence
from tournament.queries.clubs import with_edition
from tournament.queries.seasons import years_of

pytestmark = pytest.mark.django_db
MATCH = NewMatch(date(2026, 5, 1), "Player 1", "Player 2", 5, (5, 3))


@pytest.fixture
def club():
    make_tournament(entries=3)
    make_member("director")
    return only_club()


@pytest.fixture
def entered(club):
    enter_match(club, by=make_director(), match=MATCH)
    return ImportedMatch.objects.get()


def correct(match, by=None, expected=None, **other):
    mark = match.mark if expected is None else expected
    correct_match(match, by=by or make_director(), expected=mark, corrected=MATCH._replace(**other))


def remove(match):
    remove_match(match, by=make_director(), expected=match.mark)


def facts():
    """What is stored beside the journal and the versions."""
    rows = {key: dict(values) for key, values in stored_rows().items() if key[0] != "journalline"}
    for values in rows.values():
        values.pop("version", None)
        values.pop("stamp", None)
    return rows


def test_a_helper_of_the_club_enters_a_match_and_a_stranger_does_not(club):
    enter_match(club, by=make_member("helga", MemberRole.HELPER), match=MATCH)

    with pytest.raises(Refused):
        enter_match(club, by=make_stranger(), match=MATCH)
    assert ImportedMatch.objects.count() == 1


def test_it_counts_for_records_and_not_for_a_season(entered):
    season = Season.objects.create(
        club=only_club(), key="s", name="S", begins=date(2026, 1, 1), ends=date(2026, 12, 31)
    )

    years = years_of(with_edition(only_club()))

    assert (years.careers[entered.winner_id].won, years.season(season).rows) == (1, ())


def test_a_correction_changes_the_match_and_may_bring_somebody_new(entered):
    correct(entered, loser="Stranger", match_length=7, points=(7, 0))

    stored = ImportedMatch.objects.get()
    assert (stored.loser.name, stored.match_length, stored.winner_points) == ("Stranger", 7, 7)
    assert MatchImport.objects.count() == 1


def correct_an_older_one(match):
    correct(match, expected="older")


def remove_twice(match):
    remove(match)
    remove(match)


@pytest.mark.parametrize("act", [correct_an_older_one, remove_twice])
def test_what_somebody_else_has_changed_meanwhile_is_refused(entered, act):
    with pytest.raises(Refused) as refused:
        act(entered)

    assert refused.value.code == "single_match_changed"


def test_nobody_plays_against_themselves(club):
    key = entry_of(club.tournaments.get(), 1).person_id

    with pytest.raises(Refused):
        enter_match(club, by=make_director(), match=MATCH, chosen={"player 2": key})
    assert not ImportedMatch.objects.exists()


def make_it_shorter(match):
    correct(match, match_length=3, points=(3, 1))


def enter_another(_match):
    enter_match(only_club(), by=make_director(), match=MATCH)


@pytest.mark.parametrize("act", [make_it_shorter, remove, enter_another])
def test_each_is_one_line_and_is_undone_and_done_again(entered, act):
    before, lines = facts(), JournalLine.objects.count()

    act(entered)
    after = facts()
    undo(history(only_club()).undoable, by=make_director())
    undone = facts()
    redo(history(only_club()).redoable, by=make_director())

    assert JournalLine.objects.count() == lines + 3
    assert (undone == before, before == after, facts() == after) == (True, False, True)


def test_the_journal_says_who_has_beaten_whom(entered):
    line = JournalLine.objects.filter(club__isnull=False).latest("pk")

    assert journal_sentence(line.action, line.facts).startswith("match entered: ")
    assert "5:3" in journal_sentence(line.action, line.facts)
    assert Person.objects.count() == 3
