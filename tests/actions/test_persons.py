"""A person is forgotten on request."""

import json
from datetime import date
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder

from tests.factories import (
    draw_next_round,
    entry_of,
    make_director,
    make_member,
    make_tournament,
    only_club,
    pairing_of,
    play_round,
    seat,
    stored_rows,
)
from tournament.actions.accounts import give_access
from tournament.actions.cash import add_prize, give_back_fee, set_fee
from tournament.actions.clubs import club_called
from tournament.actions.journal import history, undo
from tournament.actions.permissions import Guest
from tournament.actions.persons import forget_earlier_matches, forget_person, forget_registered, merge_persons
from tournament.actions.players import (
    NewPlayer,
    accept_requests,
    add_entries,
    ask_to_join,
    change_entry,
    decline,
    withdraw_entry,
)
from tournament.actions.results import report_score
from tournament.actions.seasons import NewMatch, import_matches
from tournament.archive.dump import dump
from tournament.engine.refusals import Refused
from tournament.engine.standings import standings
from tournament.models import Entry, ImportedMatch, JournalLine, Person, Report, Tournament, Wish
from tournament.pages.seasons import rating_rows
from tournament.queries.clubs import with_edition
from tournament.queries.evening import record_of
from tournament.queries.persons import texts_of_a_club, texts_of_a_tournament, texts_that_may_name
from tournament.queries.seasons import years_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Anna Müller, once entered as Anna Maier, plays, pays nothing, comes late and is told of."""
    players = [NewPlayer(name, "BC Ulm") for name in ("Bo", "Cem", "Annabel Maier")]
    made = make_tournament(players=players, language="en", fee_cents=800)
    draw_next_round(made)
    (anna,) = add_entries(made, by=make_director(), players=[NewPlayer("Anna Maier", "SC Genf")])
    seat(made, anna.number, pairing_of(made, 1, None).first.number)
    change_entry(anna, by=make_director(), name="Anna Müller", club="SC Genf")
    set_fee(anna, by=make_director(), paid=False, waived="unemployed")
    play_round(made.rounds.get())
    withdraw_entry(anna, by=make_director())
    made.refresh_from_db()
    return made


def everything(tournament):
    """All that is stored, as one text."""
    return json.dumps(
        [list(stored_rows().values()), dump(tournament).decode()], cls=DjangoJSONEncoder, ensure_ascii=False
    )


def test_no_trace_of_the_name_is_left(evening):
    before = everything(evening)

    forget_person(entry_of(evening, 4), by=make_director())

    after = everything(evening)
    told = ("Anna Müller", '"Anna Maier', "SC Genf", "unemployed", "Anna Maier came late")
    assert [text in before for text in told] == [True] * 5
    assert [text in after for text in told] == [False] * 5


def test_forgetting_leaves_places_results_and_the_names_of_others(evening):
    record = record_of(evening)
    ranking = standings(record)

    forget_person(entry_of(evening, 4), by=make_director())

    assert (record_of(evening), standings(record_of(evening))) == (record, ranking)
    assert [entry.name for entry in evening.entries.order_by("number")] == ["Bo", "Cem", "Annabel Maier", "Player 4"]
    assert evening.rounds.get().reason.startswith("Player 4 came late.")


def test_a_name_that_somebody_else_has_too_stays_theirs():
    made = make_tournament(players=[NewPlayer("Bo"), NewPlayer("Bo", namesakes=1)])

    forget_person(entry_of(made, 1), by=make_director())

    assert [entry.name for entry in made.entries.order_by("number")] == ["Spieler 1", "Bo"]
    assert JournalLine.objects.get(action="players_entered").facts["names"] == ["Bo", "Bo"]


def test_a_longer_name_and_the_displayed_name_of_somebody_else_stay_in_the_journal_too():
    made = make_tournament(players=[NewPlayer("Anna"), NewPlayer("Anna Maier"), NewPlayer("Bodo Kurz")])
    change_entry(entry_of(made, 1), by=make_director(), name="Bo")
    Entry.objects.filter(tournament=made, number=3).update(shown_as="Bo")

    forget_person(entry_of(made, 1), by=make_director())

    entered = JournalLine.objects.get(action="players_entered")
    assert entered.facts["names"] == ["Spieler 1", "Anna Maier", "Bodo Kurz"]
    assert (entry_of(made, 2).name, entry_of(made, 3).display_name) == ("Anna Maier", "Bo")


# All that a table of a tournament says in words: what is new here is erased, or stands among NAMES_NOBODY.
SAYS = {
    "entry": {"paid_to", "refunded_by", "fee_waived"},
    "prize": {"description"},
    "round": {"reason"},
    "tournament": {"treasurer", "surplus_note"},
    "voucher": {"purchase", "hand", "cancelled_by"},
}
SAYS_OF_A_CLUB = {"club": {"treasurer"}, "clubyear": {"reason"}, "matchimport": {"name"}, "season": {"name"}}


def said_in(tables):
    return {model._meta.model_name: {field.name for field in texts_that_may_name(model)} for model, _way in tables}


def test_a_name_goes_from_every_text_of_the_tournament_and_each_text_is_known():
    made = make_tournament(players=[NewPlayer("Anna Müller"), NewPlayer("Bo")], language="en", fee_cents=800)
    add_prize(made, by=make_director(), place=1, description="Wine", price_cents=500)
    draw_next_round(made)
    tables = texts_of_a_tournament()
    assert (said_in(tables), said_in(texts_of_a_club())) == (SAYS, SAYS_OF_A_CLUB)
    for model, way in tables:
        told = {field.name: "by Anna Müller, too" for field in texts_that_may_name(model)}
        assert model.objects.filter(**{way: made.pk}).update(**told)

    forget_person(entry_of(made, 1), by=make_director())

    made.refresh_from_db()
    assert "Anna" not in everything(made)
    assert (made.treasurer, made.prizes.get().description) == ("by Player 1, too", "by Player 1, too")


def test_who_had_asked_to_be_put_on_the_list_leaves_no_trace_of_that_either():
    made = make_tournament(players=[NewPlayer("Bo")], language="en", opens_joining=True)
    asked = [
        ask_to_join(
            made, by=Guest(name), request_key=UUID(int=number), name=name, club="SC Genf", wish=Wish.ABBREVIATED
        )
        for number, name in enumerate(("Anna Mayer", "Annabel Maier"))
    ]
    decline(made, by=make_director(), keys=[asked[0].pk])
    again = ask_to_join(made, by=Guest("Anna Mayer"), request_key=UUID(int=9), name="Anna Mayer", club="SC Genf")
    accept_requests(made, by=make_director(), chosen={row.pk: 0 for row in (asked[1], again)})
    change_entry(entry_of(made, 3), by=make_director(), name="Anna Müller")

    forget_person(entry_of(made, 3), by=make_director())

    requests = list(made.join_requests.order_by("pk").values_list("name", "club"))
    assert requests == [("Player 3", ""), ("Annabel Maier", "SC Genf"), ("Player 3", "")]
    assert [text in everything(made) for text in ("Anna M", "Annabel Maier")] == [False, True]


def test_the_phone_that_reported_for_them_is_forgotten_and_that_of_the_opponent_is_not():
    match = draw_next_round(make_tournament(entries=2)).pairings.get()
    for entry, phone in ((match.first, "a"), (match.second, "b")):
        report_score(entry, key=match.pk, expected=None, score=(3, 1), phone=phone)

    forget_person(match.first, by=make_director())

    assert {report.entry: report.phone for report in Report.objects.all()} == {match.first: "", match.second: "b"}


def test_who_took_fees_and_gave_them_back_is_forgotten_there_too_and_undoing_still_works(evening):
    anna = User.objects.create(username="Anna Müller")
    give_access(evening, by=make_director(), name=anna.username)
    for number in (1, 4):
        set_fee(entry_of(evening, number), by=anna, paid=True)
        withdraw_entry(entry_of(evening, number), by=make_director())
        give_back_fee(entry_of(evening, number), by=anna)

    forget_person(entry_of(evening, 4), by=make_director())

    hands = [(entry.paid_to, entry.refunded_by) for entry in evening.entries.order_by("number")]
    assert hands == [("Player 4", "Player 4"), ("", ""), ("", ""), ("Player 4", "Player 4")]
    assert "Anna Müller" not in json.dumps([line.changes for line in JournalLine.objects.all()], ensure_ascii=False)
    undo(history(evening).undoable, by=make_director())
    assert entry_of(evening, 4).refunded_by == ""


def test_forgetting_is_one_line_that_names_nobody_and_is_not_undone(evening):
    version = evening.version
    before = history(evening).undoable

    for _twice in range(2):
        forget_person(entry_of(evening, 4), by=make_director())

    line = JournalLine.objects.latest("version")
    assert (line.version, Tournament.objects.get().version) == (version + 1, version + 1)
    assert (line.action, line.facts, line.changes) == ("person_forgotten", {"number": 4}, [])
    assert history(evening).undoable == before


def test_the_journal_of_the_club_has_one_line_for_an_erasure_that_names_nobody():
    director = make_member("director")
    first, second = (make_tournament(players=[NewPlayer("Anna Maier"), NewPlayer("Bo")]) for _evening in range(2))
    anna = entry_of(first, 1).person

    forget_registered(anna, by=director, entries=anna.entries.all(), requests=[])

    lines = first.club.journal.filter(action="person_erased")
    assert [(line.by_name, line.facts, line.changes) for line in lines] == [("director", {}, [])]
    assert {entry.name for entry in second.entries.all()} == {"Spieler 1", "Bo"}


def test_what_was_done_before_is_still_undone(evening):
    forget_person(entry_of(evening, 4), by=make_director())

    for _step in range(20):
        if line := history(evening).undoable:
            undo(line, by=make_director())

    assert record_of(evening).rounds == ()
    assert "Anna M" not in everything(evening).replace("Annabel Maier", "")


@pytest.fixture
def ida():
    """Ida Roth, whom the club knows by two matches of earlier years alone, one of them under another spelling."""
    make_member("director")
    made = make_tournament(players=[NewPlayer("Bo")])
    matches = [NewMatch(date(2019, 3, day), "Bo", name, 5) for day, name in ((1, "Ida Roth"), (2, "Ida Rot"))]
    import_matches(made.club, by=make_director(), name="2019", matches=matches, rating={})
    ida, misspelt = (Person.objects.get(name=name) for name in ("Ida Roth", "Ida Rot"))
    merge_persons(made.club, by=make_director(), person=misspelt.pk, into=ida.pk)
    return ida


def ratings_of(club):
    return {key: rated.rating for key, rated in years_of(with_edition(club)).ratings.items()}


def test_who_has_matches_of_earlier_years_alone_leaves_the_register_and_the_journal_of_the_club(ida):
    before, version = ratings_of(ida.club), only_club().version

    for _twice in range(2):
        forget_earlier_matches(ida, by=make_director())

    line = JournalLine.objects.filter(club=ida.club).latest("version")
    assert (line.action, line.facts, line.changes, line.version) == ("matches_forgotten", {}, [], version + 1)
    assert "Ida" not in json.dumps(list(stored_rows().values()), cls=DjangoJSONEncoder, ensure_ascii=False)
    assert ratings_of(only_club()) == before
    assert [row.name for row in rating_rows(years_of(with_edition(only_club())), date(2026, 11, 1))] == ["Bo"]


def test_matches_of_earlier_years_are_of_nobody_where_the_person_plays_elsewhere(ida):
    evening = make_tournament(players=[NewPlayer("Ida Roth")])

    forget_earlier_matches(ida, by=make_director())

    ida.refresh_from_db()
    assert (ida.name, entry_of(evening, 1).person) == ("Ida Roth", ida)
    assert {match.loser.name for match in ImportedMatch.objects.all()} == {""}


def test_nothing_is_forgotten_where_there_are_no_matches_of_earlier_years(ida):
    evening = make_tournament(players=[NewPlayer("Cem")])
    before = stored_rows()

    forget_earlier_matches(entry_of(evening, 1).person, by=make_director())

    assert stored_rows() == before


def test_nobody_but_a_director_of_the_club_forgets_matches_of_earlier_years(ida):
    stranger = make_member("eva", club=club_called("ulm"))

    with pytest.raises(Refused) as refused:
        forget_earlier_matches(ida, by=stranger)

    assert refused.value.code == "not_allowed"
