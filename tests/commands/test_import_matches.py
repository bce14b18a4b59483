"""Matches of earlier years read from the command line."""

import json

import pytest
from django.core.management import CommandError, call_command

from tests.factories import make_tournament, only_club
from tests.reference.season import rating_after
from tournament.models import Club, ImportedMatch, Person

pytestmark = pytest.mark.django_db
LIST = "Date,Winner,Loser,Match length\n2019-03-02,Anna,Bert,7\n2019-03-01,Bert,Anna,5\n2019-03-02,Cem,Anna,3\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "old.csv"
    path.write_text(LIST, "utf-8")
    return path


def rated(client, slug="ulm"):
    rows = json.loads(client.get(f"/c/{slug}/ratings.json").content)["ratings"]
    return {row["name"]: (row["rating"], row["experience"]) for row in rows}


def nothing_is_done():
    names = list(Club.objects.values_list("slug", "name"))
    return names == [("club", "")] and not (Person.objects.exists() or ImportedMatch.objects.exists())


@pytest.mark.parametrize(
    ("options", "start", "ramp"),
    [({}, 1500, "fibs"), ({"start": 1800}, 1800, "fibs"), ({"start": 0, "ramp": "slow"}, 0, "slow")],
)
def test_the_club_is_made_and_rates_as_it_is_told(client, file, options, start, ramp):
    call_command("import_matches", file, club="ulm", **options)

    in_order = [("Bert", "Anna", 5), ("Anna", "Bert", 7), ("Cem", "Anna", 3)]
    expected = {name: rating_after(in_order, name, start, ramp) for name in ("Anna", "Bert", "Cem")}
    assert rated(client) == {name: (round(rating, 1), played) for name, (rating, played) in expected.items()}
    assert Club.objects.get().name == "Ulm"


def test_beside_a_club_that_has_a_name_another_one_is_made(client, file):
    Club.objects.update(name="Konstanz", slug="konstanz")

    call_command("import_matches", file, club="neu-ulm")

    assert [(club.slug, club.name, club.rates) for club in Club.objects.order_by("pk")] == [
        ("konstanz", "Konstanz", False),
        ("neu-ulm", "Neu Ulm", True),
    ]
    assert len(rated(client, "neu-ulm")) == 3


def test_what_was_understood_is_printed(file, capsys):
    call_command("import_matches", file, club="ulm")

    assert capsys.readouterr().out == (
        "3 matches, 2019-03-01 – 2019-03-02\n0 people known\n3 new people: Anna, Bert, Cem\n/c/ulm/ratings.json\n"
    )


def test_the_persons_of_a_club_that_is_there_are_taken(file):
    make_tournament(entries=2)
    club = only_club()
    Person.objects.filter(name="Player 1").update(name="Anna", key="anna")

    call_command("import_matches", file, club=club.slug)

    assert Person.objects.filter(key="anna").count() == 1
    assert (Club.objects.get().name, ImportedMatch.objects.count()) == ("", 3)


def test_a_name_that_may_be_somebody_else_misspelt_is_warned_of(file, capsys):
    file.write_text(LIST + "2019-03-04,Ánna,Bert,3\n", "utf-8")

    call_command("import_matches", file, club="ulm")

    assert capsys.readouterr().err.count("perhaps the same person as") == 2


@pytest.mark.parametrize(
    ("more", "told"),
    [("tomorrow,A,B,5\n", "Line 5: "), ("2019-03-01,A,A,5\n2019-03-01,,A,5\n", "Line 6: ")],
)
def test_with_a_mistake_nothing_is_done(file, capsys, more, told):
    file.write_text(LIST + more, "utf-8")

    with pytest.raises(CommandError):
        call_command("import_matches", file, club="ulm")

    assert told in capsys.readouterr().err
    assert nothing_is_done()


@pytest.mark.parametrize("options", [{"club": "Ulm ä"}, {"club": "ulm", "start": -1}])
def test_what_cannot_be_is_refused_and_nothing_is_done(file, options):
    with pytest.raises(CommandError):
        call_command("import_matches", file, **options)

    assert nothing_is_done()


def test_a_list_that_has_grown_is_refused_and_brings_its_new_lines_where_that_is_said(file, capsys):
    call_command("import_matches", file, club="ulm")
    file.write_text(LIST + "2019-03-04,Bert,Cem,3\n", "utf-8")

    with pytest.raises(CommandError, match=r"3 of .+ here already\. Import the new one with --new-only\."):
        call_command("import_matches", file, club="ulm")
    assert ImportedMatch.objects.count() == 3
    call_command("import_matches", file, club="ulm", new_only=True)

    assert ImportedMatch.objects.count() == 4
    assert capsys.readouterr().out.splitlines()[4:6] == ["4 matches, 2019-03-01 – 2019-03-04", "1 match imported"]
    with pytest.raises(CommandError, match=r"All of these matches are here already\.$"):
        call_command("import_matches", file, club="ulm", new_only=True)


def test_bad_lines_are_left_out_and_named_where_that_is_said(file, capsys):
    file.write_text(LIST + "tomorrow,A,B,5\n", "utf-8")

    call_command("import_matches", file, club="ulm", skip_bad_lines=True)

    assert ImportedMatch.objects.count() == 3
    assert capsys.readouterr().err.splitlines() == [
        "Line 5: “tomorrow” is not a date. Write it as 2019-03-31 or 31.3.2019."
    ]


def test_a_bye_is_named_and_holds_nothing_up(file, capsys):
    file.write_text(LIST + "2019-03-03,Anna,BYE,5\n", "utf-8")

    call_command("import_matches", file, club="ulm")

    assert (ImportedMatch.objects.count(), Person.objects.filter(name="BYE").count()) == (3, 0)
    assert capsys.readouterr().err.splitlines()[:1] == ["Line 5: Nobody plays in a bye, so it is no match."]


def test_of_bad_lines_alone_nothing_is_imported(file):
    file.write_text("Date,Winner,Loser,Match length\ntomorrow,A,B,5\n", "utf-8")

    with pytest.raises(CommandError):
        call_command("import_matches", file, club="ulm", skip_bad_lines=True)

    assert nothing_is_done()


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(CommandError):
        call_command("import_matches", tmp_path / "nowhere.csv", club="ulm")


def test_the_letters_of_a_text_are_said_to_be_guessed_and_read_as_chosen(file, capsys):
    file.write_bytes("Date,Winner,Loser,Match length\n2019-03-02,Łucja,Żan,7\n".encode("cp1250"))

    call_command("import_matches", file, club="ulm", encoding="cp1250")
    assert capsys.readouterr().err == ""
    call_command("import_matches", file, club="wien")

    assert set(Person.objects.filter(club__slug="ulm").values_list("name", flat=True)) == {"Łucja", "Żan"}
    assert capsys.readouterr().err.splitlines()[0] == (
        "Read as cp1250; if names come out wrong, choose with --encoding."
    )
