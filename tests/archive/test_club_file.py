"""A club moved to another installation by one file."""

import json
from datetime import UTC, date, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.actions.test_persons_register import evening, person
from tests.factories import draw_next_round, entry_of, make_director, make_member, only_club, play_round, stored_rows
from tournament.actions.clubs import change_settings, club_called, write_club_notices
from tournament.actions.persons import (
    forget_person,
    forget_registered,
    merge_persons,
    rename_person,
    set_wish,
    split_person,
)
from tournament.actions.players import NewPlayer, add_entries
from tournament.actions.seasons import NewMatch, enter_match, set_up_season
from tournament.archive.club_dump import dump_club
from tournament.archive.club_format import read_club
from tournament.archive.club_restore import ClubPlan, restore_club
from tournament.engine.refusals import Refused
from tournament.models import (
    Club,
    Entry,
    ImportedMatch,
    JournalLine,
    MatchImport,
    Person,
    Season,
    Tournament,
    Wish,
    Wished,
)
from tournament.models.tournament import KONSTANZ_RANKING
from tournament.phrases.refusals import refusal_sentence
from tournament.queries.clubs import mark_of, stored_notices
from tournament.queries.persons import persons_like, register

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def data(lasting):
    """The file of a club, which stands for all tests here.

    It has two namesakes, two spellings of one person, somebody forgotten, a practice, other
    criteria of the ranking.
    """
    first = evening(1, "Hans; Ulm", "Hans; Wien", "Zoe", "Forgotten")
    second = evening(2, "Zoë Keller", "Hans; Wien", "محمد الأحمد")
    evening(3, "Zoe", is_practice=True)
    play_round(draw_next_round(first))
    ada = make_member("ada")
    merge_persons(only_club(), by=ada, person=person(first, 3).pk, into=person(second, 1).pk)
    forget_person(entry_of(first, 4), by=make_director())
    Tournament.objects.filter(pk=second.pk).update(is_rated=False, ranking="buchholz points_won")
    change_settings(
        only_club(),
        by=ada,
        name="BC Konstanz",
        place="Konstanz",
        rates=True,
        rating_start=1800,
        books_years=6,
        voucher_years=5,
    )
    days = {"begins": date(2026, 1, 1), "ends": date(2026, 12, 31)}
    set_up_season(only_club(), by=ada, name="2026", best=5, **days)
    set_up_season(only_club(), by=ada, name="Cup", ticked=[second.pk])
    early = Person.objects.create(club=only_club(), name="Ida", key="ida")
    came = MatchImport.objects.create(
        club=only_club(), name="2019.csv", at=datetime(2026, 1, 5, 18, 0, 0, 1, tzinfo=UTC), counts=True
    )
    texts = {("privacy", "de"): "Was wir speichern\n\nNamen", ("imprint", "en"): "BC Konstanz"}
    write_club_notices(only_club(), texts, expected=mark_of({}), by=ada)
    known = {"match_import": came, "date": date(2019, 3, 1), "match_length": 5}
    ImportedMatch.objects.create(**known, position=1, winner=person(first, 3), loser=early)
    ImportedMatch.objects.create(
        **known, position=2, winner=early, loser=person(first, 1), winner_points=5, loser_points=3
    )
    return dump_club(only_club())


def told(club):
    """What the register of a club says."""
    return [(row.person.name, row.other_names, len(row.lists)) for row in register(club)]


def bring(data, club, **options):
    return restore_club(read_club(data), club, by=None, **options)


def counted(plan):
    """New and standing tournaments, new and known people."""
    return len(plan.coming), len(plan.standing), len(plan.new), len(plan.known)


def refusal(data, club=None):
    with pytest.raises(Refused) as refused:
        bring(data, club or only_club())
    assert refusal_sentence(refused.value)
    return refused.value.code


def test_in_an_empty_club_it_has_the_same_bytes_and_the_same_register(data):
    before = told(only_club())
    plan = ClubPlan(read_club(data), club_called("copy"))

    bring(data, club_called("copy"))

    copy = Club.objects.get(slug="copy")
    assert (dump_club(copy) == data, told(copy) == before) == (True, True)
    assert [each.ranking for each in copy.tournaments.order_by("date")][:2] == [KONSTANZ_RANKING, "buchholz points_won"]
    assert (copy.name, copy.place, copy.rating_start) == ("BC Konstanz", "Konstanz", 1800)
    assert (copy.books_years, copy.voucher_years) == (6, 5)
    assert stored_notices(copy) == stored_notices(only_club()) != {}
    assert counted(plan) == (3, 0, 6, 0)


def test_what_a_club_does_with_its_people_goes_along_with_its_file_and_leaves_the_other_club_alone(data, client):
    home = only_club()
    before = everybody_sees(home, client)
    bring(data, club_called("copy"))
    copy = Club.objects.get(slug="copy")
    eva = make_member("eva", club=copy)
    first, second = copy.tournaments.filter(is_practice=False).order_by("date")
    merged = told(copy)

    split_person(copy, by=eva, person=person(second, 1).real.pk, entries=[entry_of(first, 3).pk])
    set_wish(copy, by=eva, person=person(first, 2).pk, wished=Wished(Wish.ABBREVIATED, "Der Wiener"))
    set_wish(copy, by=eva, person=person(second, 3).pk, wished=Wished(Wish.HIDDEN))
    (zoe,) = persons_like(eva, "Zoë Keller")
    forget_registered(zoe.registered, by=eva, entries=zoe.entries, requests=zoe.requests)
    bring(dump_club(copy), club_called("third"))

    third = Club.objects.get(slug="third")
    assert (merged, told(copy)) == (
        [("Hans", (), 1), ("Hans", (), 2), ("Ida", (), 0), ("Zoë Keller", ("Zoe",), 2), ("محمد الأحمد", (), 1)],
        [("Hans", (), 1), ("Hans", (), 2), ("Ida", (), 0), ("Zoe", (), 1), ("محمد الأحمد", (), 1)],
    )
    assert (told(third), dump_club(third)) == (told(copy), dump_club(copy))
    shown = [[entry.display_name for entry in entries_in(club)] for club in (home, copy, third)]
    assert shown[1] == shown[2] == ["Hans", "Der Wiener", "Zoe", "Player 4", "Player 1", "Der Wiener", "Player 3"]
    assert (dump_club(home), everybody_sees(home, client)) == (data, before)


def entries_in(club):
    """Everybody on the evenings that count, in the order in which they were played."""
    entries = Entry.objects.filter(tournament__club=club, tournament__is_practice=False)
    return entries.order_by("tournament__date", "number")


def everybody_sees(club, client):
    """The pages and lists of a club that show its people."""
    pages = [reverse(name, args=[club.slug]) for name in ("club", "ratings", "ratings_json")]
    pages += [reverse("season", args=[club.slug, "2026"])]
    for tournament in club.tournaments.order_by("pk"):
        pages += [reverse(name, args=[tournament.slug]) for name in ("standings", "standings_json")]
    return [client.get(page).content for page in pages]


def test_it_is_written_with_as_many_queries_for_more_evenings_seasons_and_lists(data):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            dump_club(only_club())
        return len(queries)

    before = asked()
    for day in range(4, 8):
        play_round(draw_next_round(evening(day, "Zoë Keller", "Ida")))
        Season.objects.create(club=only_club(), key=f"s{day}", name=f"Season {day}")
        MatchImport.objects.create(
            club=only_club(), name=f"{day}.csv", at=datetime(2026, 1, day, tzinfo=UTC), counts=True
        )

    assert asked() == before


def test_it_is_read_in_with_as_many_queries_for_more_evenings(data):
    def asked(name):
        file, club = read_club(dump_club(only_club())), club_called(name)
        with CaptureQueriesContext(connection) as queries:
            restore_club(file, club, by=None)
        return len(queries)

    before = asked("few")
    make_member("director")
    for day in range(4, 8):
        play_round(draw_next_round(evening(day, "Zoë Keller", "Ida")))

    assert asked("many") == before


def test_read_twice_it_is_there_once(data):
    copy = club_called("copy")
    bring(data, copy)
    models = (Tournament, Person, Entry, Season, MatchImport, ImportedMatch)
    before = [model.objects.count() for model in models]

    again = ClubPlan(read_club(data), club_called("copy"))
    bring(data, copy)

    assert [model.objects.count() for model in models] == before
    assert (counted(again), again.brings_something) == ((0, 3, 0, 6), False)


def test_in_another_club_equal_names_are_one_person_and_its_own_name_stays(data):
    ulm = club_called("ulm")
    eva = make_member("eva", club=ulm)
    change_settings(ulm, by=eva, name="Ulm", place="")
    own = Tournament.objects.create(slug="own", name="Own", date=date(2025, 1, 1), director=eva, club=ulm)
    add_entries(own, by=eva, players=[NewPlayer("Zoë Keller"), NewPlayer("Ida")])

    bring(data, ulm)

    assert Club.objects.get(slug="ulm").name == "Ulm"
    assert told(ulm) == [
        ("Hans", (), 1),
        ("Hans", (), 2),
        ("Ida", (), 1),
        ("Zoë Keller", ("Zoe",), 3),
        ("محمد الأحمد", (), 1),
    ]


def test_who_hides_more_in_the_file_than_in_the_club_does_so_from_then_on(data):
    ulm = club_called("ulm")
    eva = make_member("eva", club=ulm)
    change_settings(ulm, by=eva, name="Ulm", place="")
    own = Tournament.objects.create(slug="own", name="Own", date=date(2025, 1, 1), director=eva, club=ulm)
    add_entries(own, by=eva, players=[NewPlayer("Ida")])
    ida = Person.objects.get(club=only_club(), name="Ida")
    set_wish(only_club(), by=make_member("ada"), person=ida.pk, wished=Wished(Wish.HIDDEN))

    _club, _count, stricter = bring(dump_club(only_club()), ulm)

    assert (stricter, person(own, 1).wish) == (("Ida",), Wish.HIDDEN)
    lines = JournalLine.objects.filter(club=ulm).order_by("version").values_list("action", flat=True)
    assert list(lines)[-2:] == ["wishes_taken_over", "club_imported"]


def played(club):
    """The matches of a club that were entered one by one."""
    stored = ImportedMatch.objects.filter(match_import__club=club, match_import__is_single=True)
    return list(stored.order_by("position").values_list("date", "winner__name", "loser__name", "winner_points"))


def enter(club, day, loser="Ida", by="ada"):
    enter_match(club, by=make_member(by, club=club), match=NewMatch(date(2026, 5, day), "Zoë Keller", loser, 5, (5, 3)))


def test_matches_entered_one_by_one_move_with_the_club(data):
    enter(only_club(), 1)
    enter(only_club(), 2)
    data = dump_club(only_club())

    bring(data, club_called("copy"))

    copy = Club.objects.get(slug="copy")
    assert dump_club(copy) == data
    assert played(copy) == played(only_club()) == [(date(2026, 5, day), "Zoë Keller", "Ida", 5) for day in (1, 2)]


def test_of_matches_entered_one_by_one_those_come_in_that_are_not_there(data):
    enter(only_club(), 1)
    copy = club_called("copy")
    enter(copy, 3, "Zora", by="eva")
    bring(dump_club(only_club()), copy)
    enter(only_club(), 1)
    enter(only_club(), 2)
    grown = read_club(dump_club(only_club()))

    planned = [ClubPlan(grown, club_called("copy")).lists[-1]]
    restore_club(grown, club_called("copy"), by=None)
    planned.append(ClubPlan(grown, club_called("copy")).lists[-1])
    restore_club(grown, club_called("copy"), by=None)

    assert [day.day for day, *_who in played(club_called("copy"))] == [3, 1, 1, 2]
    assert planned == [("", False, 2), ("", True, 3)]


def test_a_club_whose_single_matches_were_all_removed_is_written_as_one_without(data):
    enter(only_club(), 1)
    ImportedMatch.objects.filter(match_import__is_single=True).delete()

    assert dump_club(only_club()) == data


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda values: values.update(format="backgammon-swiss-club/2"), "archive_wrong_format"),
        (lambda values: values.update(more=1), "archive_unknown_key"),
        (lambda values: values["tournaments"][0].update(persons=[99, 1, 2, 3]), "club_file_persons"),
        (lambda values: values["tournaments"][0].update(persons=[1, 1, 2, 3]), "club_file_persons"),
        (lambda values: values["tournaments"][0].update(persons=[1]), "club_file_players"),
        (lambda values: values["persons"][0].update(name=" Hans"), "club_file_name"),
        (lambda values: values["seasons"][1].update(evenings=[9]), "club_file_season"),
        (lambda values: values["seasons"][0].update(points_by="luck"), "club_file_season"),
        (lambda values: values["seasons"][0].update(begins="2026-99-99"), "archive_not_a_date"),
        (lambda values: values["seasons"][0].update(begins="2027-01-01"), "club_file_season"),
        (lambda values: values["seasons"][0].pop("begins"), "club_file_season"),
        (lambda values: values["seasons"][0].update(key="A B"), "club_file_season"),
        (lambda values: values["seasons"][0].update(table="10 ten"), "club_file_season"),
        (lambda values: values["earlier_matches"][0].update(at="2026-01-05T25:00:00+00:00"), "archive_not_a_time"),
        (lambda values: values["earlier_matches"][0].update(at="yesterday"), "archive_not_a_time"),
        (lambda values: values["earlier_matches"][0]["matches"][1].update(loser_points=5), "club_file_matches"),
        (lambda values: values["earlier_matches"][0]["matches"][1].pop("loser_points"), "club_file_matches"),
        (lambda values: values["settings"].update(rating_start=10_000), "archive_out_of_range"),
        (lambda values: values["persons"][0].update(name="x" * 101), "archive_text_too_long"),
        (lambda values: values["tournaments"][0].update(archive=[]), "archive_not_an_object"),
        (lambda values: values["earlier_matches"][0]["matches"][0].update(winner=99), "club_file_matches"),
        (lambda values: values["earlier_matches"][0]["matches"][0].update(date="2026-99-99"), "archive_not_a_date"),
        (lambda values: values["earlier_matches"][0]["matches"][0].update(winner=6, loser=6), "club_file_matches"),
        (lambda values: values["tournaments"][0]["archive"].update(format="x"), "club_file_tournament"),
        (lambda values: values["notices"].append(values["notices"][0]), "club_file_notices"),
        (lambda values: values["notices"][0].update(text="x" * 25_001), "archive_text_too_long"),
        (lambda values: values["notices"][0].update(text="x\x00"), "archive_control_character"),
    ],
)
def test_what_breaks_the_format_is_refused_and_nothing_comes_in(data, change, code):
    values = json.loads(data)
    change(values)
    club, before = club_called("copy"), None
    before = stored_rows()

    assert refusal(json.dumps(values).encode(), club) == code
    assert stored_rows() == before


def test_a_refused_file_says_by_its_number_which_tournament_is_meant(data):
    values = json.loads(data)
    values["tournaments"][1]["archive"].update(format="x")

    with pytest.raises(Refused) as refused:
        bring(json.dumps(values).encode(), club_called("copy"))

    assert (refused.value.code, refused.value.values["number"]) == ("club_file_tournament", 2)


@pytest.mark.parametrize("persons", [[99, 1, 2, 3], [1, 1, 2, 3]])
def test_a_tournament_whose_persons_are_not_in_the_file_is_named_by_its_number(data, persons):
    values = json.loads(data)
    values["tournaments"][1].update(persons=persons)

    with pytest.raises(Refused) as refused:
        read_club(json.dumps(values).encode())

    assert refused.value.values == {"number": 2}


def test_who_was_called_otherwise_since_is_known_by_the_tournaments_that_are_there(data):
    copy = club_called("copy")
    bring(data, copy)
    zoe = Person.objects.get(club=copy, name="Zoë Keller")
    rename_person(copy, by=make_member("eva", club=copy), person=zoe.pk, name="Zoë K.")
    make_member("director")
    evening(4, "Zoë Keller")

    bring(dump_club(only_club()), copy)

    assert [name for name, _others, lists in told(club_called("copy")) if lists == 3] == ["Zoë K."]


def test_somebody_who_is_chosen_is_found_by_the_name_of_the_file_from_then_on(data):
    copy = club_called("copy")
    known = Person.objects.create(club=copy, name="Z. Keller", key="z. keller")
    place = [person.name for person in ClubPlan(read_club(data), copy).persons].index("Zoë Keller") + 1

    bring(data, copy, chosen={place: known.pk})

    assert Person.objects.get(club=copy, key="zoë keller").real == known


def test_a_name_that_the_file_knows_as_another_spelling_is_offered_not_taken(data):
    copy = club_called("copy")
    Person.objects.create(club=copy, name="Zoe", key="zoe")

    (offered,) = ClubPlan(read_club(data), copy).offered

    assert (offered.name, offered.known, [one.name for one in offered.similar]) == ("Zoë Keller", None, ["Zoe"])


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        (b'"draw_seed": "konstanz"', b'"draw_seed": "a", "draw_seed": "b"', "archive_doubled_key"),
        (b'"draw_seed": "konstanz"', b'"draw_seed": "\\ud800"', "club_file_tournament"),
        (b'"name": "2019.csv"', b'"name": "a\\u0000b"', "archive_control_character"),
        (b'"name": "Cup"', b'"name": "a\\u0000b"', "archive_control_character"),
        (b'"name": "Cup"', b'"name": "\\ud800"', "archive_control_character"),
    ],
)
def test_what_no_database_stores_is_refused_wherever_it_stands(data, before, after, code):
    assert data.count(before)
    assert refusal(data.replace(before, after, 1), club_called("copy")) == code


def test_a_tournament_that_is_there_is_recognised_whatever_the_order_of_its_keys(data):
    bring(data, club_called("copy"))
    values = json.loads(data)
    first = values["tournaments"][0]
    first["archive"] = dict(reversed(first["archive"].items()))

    plan = ClubPlan(read_club(json.dumps(values).encode()), Club.objects.get(slug="copy"))

    assert counted(plan) == (0, 3, 0, 6)
