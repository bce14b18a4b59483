"""Matches of earlier years come in as a whole and are taken back as a whole."""

from datetime import date

import pytest

from tests.factories import entry_of, make_director, make_member, make_tournament, only_club
from tournament.actions.journal import history, redo, undo
from tournament.actions.seasons import NewMatch, import_matches, take_back_matches
from tournament.engine.refusals import Refused
from tournament.models import Club, ImportedMatch, MatchImport, Person
from tournament.names import person_key
from tournament.queries.clubs import with_edition
from tournament.queries.seasons import years_of

pytestmark = pytest.mark.django_db
DAY = date(2019, 3, 1)


@pytest.fixture(autouse=True)
def a_director_of_the_club():
    make_member("director")


def match(winner, loser, length=5, points=None):
    return NewMatch(DAY, winner, loser, length, points)


def bring(*matches, **options):
    return import_matches(only_club(), by=make_director(), name="old.csv", matches=matches, **options)


def refused(*matches, **options):
    with pytest.raises(Refused) as raised:
        bring(*matches, **options)
    return raised.value.code


def counted():
    return years_of(with_edition(only_club())).careers


def test_exactly_one_of_the_name_is_that_person_and_who_has_no_namesake_is_new():
    known = entry_of(make_tournament(entries=2), 1).person

    bring(match("player  1", "Stranger"), match("STRANGER", "Player 1"))

    assert Person.objects.count() == 3
    first, second = ImportedMatch.objects.order_by("position")
    assert (first.winner, second.loser) == (known, known)
    assert first.loser == second.winner


def test_who_was_merged_is_found_under_the_former_name():
    tournament = make_tournament(entries=2)
    real = entry_of(tournament, 1).person
    former = Person.called("Misspelt", tournament.club)
    former.merged_into = real
    former.save()

    bring(match("Misspelt", "Player 2"))

    assert ImportedMatch.objects.get().winner == real


def test_of_several_of_one_name_somebody_has_to_be_chosen():
    tournament = make_tournament(entries=2)
    other = Person.called("Player 1", tournament.club)
    other.save()

    assert refused(match("Player 1", "Player 2")) == "match_name_doubtful"
    bring(match("Player 1", "Player 2"), chosen={person_key("Player 1"): other.pk})

    assert ImportedMatch.objects.get().winner == other


def test_somebody_new_can_be_chosen_and_nobody_of_another_club():
    tournament = make_tournament(entries=2)
    elsewhere = Person.called("Elsewhere", Club.objects.create(slug="elsewhere"))
    elsewhere.save()
    club = tournament.club
    key = person_key("Player 1")

    with pytest.raises(Refused):
        import_matches(club, by=make_director(), name="", matches=[match("Player 1", "X")], chosen={key: elsewhere.pk})
    import_matches(club, by=make_director(), name="", matches=[match("Player 1", "X")], chosen={key: None})

    assert Person.objects.filter(key=key).count() == 2


def test_a_refused_import_stores_neither_persons_nor_matches():
    make_tournament(entries=2)
    before = Person.objects.count()

    assert refused(match("New", "Other"), match("Player 1", "Player One"), chosen=_both_the_same()) == (
        "match_of_one_person"
    )
    assert (Person.objects.count(), MatchImport.objects.count()) == (before, 0)


def _both_the_same():
    key = Person.objects.order_by("pk").first().pk
    return {person_key("Player One"): key}


def test_matches_imported_before_are_refused_or_left_out():
    make_tournament(entries=2)
    bring(match("A", "B"), match("A", "B"), match("B", "A"))

    assert refused(match("B", "A"), match("A", "B")) == "matches_here_already"
    assert refused(match("A", "B"), match("A", "C")) == "matches_here_already"
    assert bring(match("A", "B"), match("A", "B"), match("A", "B", points=(5, 1)), match("A", "C"), only_new=True) == 2

    last = MatchImport.objects.latest("pk")
    assert list(last.matches.order_by("position").values_list("winner_points", "loser__name")) == [
        (5, "B"),
        (None, "C"),
    ]


def test_matches_imported_before_are_recognised_after_a_merge():
    make_tournament(entries=2)
    bring(match("A", "B"))
    Person.objects.filter(name="A").update(merged_into=Person.objects.get(name="Player 1"))

    assert refused(match("Player 1", "B")) == "matches_here_already"


def test_a_list_taken_back_is_not_here_any_more():
    make_tournament(entries=2)
    bring(match("A", "B"))
    take_back_matches(MatchImport.objects.get(), by=make_director())

    assert bring(match("A", "B")) == 1


def test_the_whole_list_is_taken_back_and_brought_back_with_the_settings_of_the_ratings():
    make_tournament(entries=2)
    bring(match("A", "B"), match("B", "C", points=(5, 3)), rating={"rating_start": 1800, "rating_ramp": "slow"})
    club = only_club()
    assert (club.rates, club.rating_start, club.rating_ramp, len(counted())) == (True, 1800, "slow", 3)

    undo(history(club).undoable, by=make_director())
    assert (only_club().rates, only_club().rating_start, len(counted())) == (False, 1500, 0)
    redo(history(club).redoable, by=make_director())

    assert (only_club().rates, only_club().rating_start, len(counted())) == (True, 1800, 3)


def test_a_list_is_taken_back_after_others_too():
    make_tournament(entries=2)
    bring(match("A", "B"))
    bring(match("C", "D"))
    first = MatchImport.objects.order_by("pk").first()

    take_back_matches(first, by=make_director())
    take_back_matches(first, by=make_director())

    assert len(counted()) == 2
    assert history(only_club()).undoable.action == "matches_taken_back"
